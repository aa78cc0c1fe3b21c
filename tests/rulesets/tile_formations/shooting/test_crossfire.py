"""Crossfire: stated or worked out, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ShockAdded,
    ShootingDeclared,
    ShootingResolved,
    ToHitRolled,
)
from adjudicator.rulesets.tile_formations.rules.shooting import shot_pairs
from adjudicator.rulesets.tile_formations.rules.shooting.crossfire import in_crossfire
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LinesOfFire
from tests.rulesets.tile_formations.fixtures import (
    ALL_FACES,
    SHOOTER_PLACE,
    TARGET_PLACE,
    Place,
    duel,
    gunner,
    infantry,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.shooting.fixtures import two_infantry
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    come_and_declare,
    open_window,
    roll_to_hit,
    shock_added,
    shock_of,
    shoot_at,
)


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize(("stated", "value"), [(True, 3), (False, 4)])
def test_a_crossfire_is_stated(stated: bool, value: int) -> None:
    """A shooting declared as a crossfire lowers saves by 1; another does not."""
    got = shoot_at("AV", "open_ground", armour=4, declared={"crossfire": stated})
    assert got == ShotResult(4, "armour", value, ALL_FACES[:value])


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize(
    ("other", "options", "caught"),
    [
        ((12, 5), {}, True),
        ((12, 7), {}, False),
        ((13, 5), {}, True),
        ((14, 5), {}, False),
        ((12, 5), {"crossfire_range": 10}, False),
        ((14, 5), {"crossfire_range": 13}, True),
        ((6, 5), {}, False),
        ((12, 5), {"crossfire_geometry": False}, False),
    ],
)
@pytest.mark.ruling("TF-CROSS-01.3")
def test_a_crossfire_may_be_worked_out(other: Place, options: dict[str, Any], caught: bool) -> None:
    """By the option a target on the line from an attacker to another unit of its army in reach is caught."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "a2.1": (other, zoneless("INF")),
        "b1.1": (TARGET_PLACE, zoneless("AV")),
    }
    played = wide_ground(units, options={"crossfire_geometry": True} | options)
    done = come_and_declare(played).then(ShootingDeclared, crossfire=caught)
    assert sorted(shock_added(done)) == ([("crossfire", 1)] if caught else []) + [("under_fire", 1)]


@pytest.mark.rule("TF-CROSS-01")
def test_what_is_worked_out_is_not_stated() -> None:
    """Where a crossfire is worked out, what the command says of it does not count, nor does an enemy beyond."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "b2.1": ((12, 5), zoneless("INF")),
        "b1.1": (TARGET_PLACE, zoneless("AV")),
    }
    come_and_declare(wide_ground(units, options={"crossfire_geometry": True}), crossfire=True).then(
        ShootingDeclared, crossfire=False
    )


@pytest.mark.rule("TF-CROSS-02")
@pytest.mark.parametrize(
    ("kind", "ground", "armour", "used", "value"),
    [
        ("AV", "open_ground", 4, "armour", 3),
        ("INF", "woods", 0, "cover", 1),
        ("INF", "fortifications", 0, "cover", 4),
        ("INF", "+bunkers", 0, "cover", 4),
        ("AV", "+bunkers", 4, "armour", 4),
        ("WE", "hills", 5, "armour", 4),
    ],
)
@pytest.mark.ruling("TF-CROSS-02.1")
def test_a_crossfire_lowers_saves(kind: str, ground: str, armour: int, used: str, value: int) -> None:
    """Armour 4 is 3 in a crossfire, woods 2 are 1; fortifications and bunkers keep what they give."""
    got = shoot_at(kind, ground, armour=armour, declared={"crossfire": True})
    assert got[1:] == (used, value, ALL_FACES[:value])


@pytest.mark.rule("TF-CROSS-02")
@pytest.mark.ruling("TF-CROSS-02.1")
def test_the_modifier_of_a_crossfire_is_an_option() -> None:
    """At -2 armour 4 is 2."""
    options = {"crossfire_save_modifier": -2}
    assert shoot_at("AV", "open_ground", armour=4, options=options, declared={"crossfire": True}).value == 2


@pytest.mark.rule("TF-CROSS-03")
@pytest.mark.parametrize("ground", ["open_ground", "fortifications", "+bunkers"])
@pytest.mark.parametrize(
    ("options", "extra"), [({}, 1), ({"crossfire_extra_shock": 1}, 1), ({"crossfire_extra_shock": 3}, 3)]
)
@pytest.mark.ruling("TF-CROSS-03.2")
def test_a_crossfire_brings_more_shock(ground: str, options: dict[str, int], extra: int) -> None:
    """The formation takes the extra Shock besides that of the shooting, fortified or not."""
    played = duel(zoneless("INF"), ground, options=options)
    done = come_and_declare(played, crossfire=True).then(ShockAdded, reason="crossfire", amount=extra)
    assert sorted(shock_added(done)) == [("crossfire", extra), ("under_fire", 1)]
    assert shock_of(played, "b1") == 1 + extra
    roll_to_hit(played, 6).without(ShockAdded)


@pytest.mark.rule("TF-CROSS-03")
def test_a_crossfire_may_bring_no_shock() -> None:
    """At 0 there is the Shock of the shooting alone, and so without a crossfire."""
    assert shock_added(
        come_and_declare(duel(zoneless("INF"), options={"crossfire_extra_shock": 0}), crossfire=True)
    ) == [("under_fire", 1)]
    played = duel(zoneless("INF"))
    assert shock_added(come_and_declare(played)) == [("under_fire", 1)]
    roll_to_hit(played, 6).then(ToHitRolled, ShootingResolved)
    assert open_window(played).kind == "action_end"


def crossfire_with(friend: tuple[int, int], stated: bool = False, **options: Any) -> bool:
    """Tell whether red at (1, 1) and a friend catch blue at (5, 1)."""
    game = two_infantry((1, 1), (5, 1), {"a2.1": (friend, infantry())}, options={"crossfire_geometry": True} | options)
    return in_crossfire(game, "b1", shot_pairs.pairs_of(game, "a1", "b1", LinesOfFire(game)), stated=stated)


@pytest.mark.rule("TF-CROSS-01")
def test_a_crossfire_is_a_line_through_the_target() -> None:
    """A line from an attacker to a friend in reach that crosses a target unit makes a crossfire."""
    assert crossfire_with((9, 1))
    assert not crossfire_with((9, 1), crossfire_range=7)
    assert not crossfire_with((1, 9), stated=True)
    assert crossfire_with((9, 2)) != crossfire_with((9, 5))
    assert not crossfire_with((9, 1), crossfire_geometry=False)
    assert crossfire_with((1, 9), stated=True, crossfire_geometry=False)


@pytest.mark.rule("TF-CROSS-01")
def test_an_attacker_is_a_unit_that_shoots() -> None:
    """Who can not hit anybody makes no crossfire."""
    rear = {"a1.2": ((9, 1), infantry(weapons=(weapon(dice=0),))), "a2.1": ((1, 11), infantry())}
    game = two_infantry((1, 9), (5, 1), rear | {"a3.1": ((0, 1), infantry())}, options={"crossfire_geometry": True})
    assert not in_crossfire(game, "b1", shot_pairs.pairs_of(game, "a1", "b1", LinesOfFire(game)), stated=False)
