"""Armoured vehicles that shield infantry."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import ToHitRolled
from adjudicator.rulesets.tile_formations.rules.shooting import cover
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    Place,
    gunner,
    infantry,
    vehicle,
    war_engine,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.shooting.fixtures import cover_modifier_of, two_infantry, unarmed_infantry
from tests.rulesets.tile_formations.shooting.steps import score_hits
from tests.rulesets.tile_formations.steps import (
    choose_save,
    come_and_declare,
    cover_modifier,
    cover_modifiers,
    hold_and_shoot,
    refused,
    roll_saves,
    rolled_saves,
)


def screened_clauses(
    attacker: Place, shield: Place, kind: str = "AV", *, who: str = "b2.1", flags: Any = ("no_zoc",), **setup: Any
) -> Table:
    """Let infantry be shot at past a unit beside it."""
    units: Any = {
        "a1.1": (attacker, gunner()),
        "b1.1": ((5, 5), unarmed_infantry(armour=2)),
        who: (shield, zoneless(kind, flags=flags)),
    }
    return wide_ground(units, **setup)


@pytest.mark.rule("TF-SCREEN-01")
@pytest.mark.parametrize(
    ("attacker", "shield", "modifier"), [((1, 5), (4, 5), -1), ((9, 5), (4, 5), 0), ((0, 5), (3, 5), 0)]
)
def test_a_tank_shields_infantry_beside_it(attacker: Place, shield: Place, modifier: int) -> None:
    """Infantry beside its tank is shot at with -1 from the tank's direction, and from no other."""
    done = come_and_declare(screened_clauses(attacker, shield))
    assert cover_modifier(done) == modifier


@pytest.mark.rule("TF-SCREEN-01")
def test_a_tank_of_the_same_formation_shields_too() -> None:
    """The tank may be of the formation that is shot at; it is not shielded itself, nor is a vehicle behind it."""
    units: Any = {"a1.1": ((1, 5), gunner()), "b1.1": ((5, 5), unarmed_infantry()), "b1.2": ((4, 5), zoneless("AV"))}
    assert cover_modifiers(come_and_declare(wide_ground(units))) == {("a1.1", "b1.1"): -1, ("a1.1", "b1.2"): 0}
    units["b1.1"] = ((5, 5), zoneless("AV"))
    assert cover_modifiers(come_and_declare(wide_ground(units))) == {("a1.1", "b1.1"): 0, ("a1.1", "b1.2"): 0}


@pytest.mark.rule("TF-SCREEN-01")
def test_the_shield_is_named_at_the_roll() -> None:
    """The hit value of 3 names the clause."""
    hold_and_shoot(screened_clauses((1, 5), (4, 5)), 4).cites("TF-SCREEN-01")


@pytest.mark.rule("TF-SCREEN-02")
def test_a_tank_gives_no_cover_save() -> None:
    """Infantry in the open behind a tank has its armour of 2 alone."""
    played = score_hits(screened_clauses((1, 5), (4, 5)), 1)
    refused(played.when("blue", choose_save("b1.1", "cover")), "no-cover", "TF-SAVE-01")
    assert rolled_saves(roll_saves(played, 2)) == [("armour", 2, True)]


@pytest.mark.rule("TF-SCREEN-03")
@pytest.mark.parametrize(
    ("attacker", "shield", "arc", "modifier"),
    [
        ((2, 2), (4, 4), "line", -1),
        ((1, 5), (4, 4), "line", 0),
        ((2, 2), (4, 4), "neighbour_arc", -1),
        ((1, 5), (4, 4), "neighbour_arc", -1),
        ((1, 5), (4, 6), "neighbour_arc", -1),
        ((1, 5), (5, 4), "neighbour_arc", 0),
        ((2, 2), (4, 5), "neighbour_arc", -1),
        ((2, 2), (5, 4), "neighbour_arc", -1),
        ((2, 2), (4, 5), "line", 0),
        ((1, 5), (6, 5), "neighbour_arc", 0),
    ],
)
@pytest.mark.ruling("TF-SCREEN-03.2", "TF-SCREEN-03.3")
def test_the_direction_is_that_of_the_line(attacker: Place, shield: Place, arc: str, modifier: int) -> None:
    """A tank shields where the line passes its tile, by the option also from the two tiles beside that one."""
    assert cover_modifier(come_and_declare(screened_clauses(attacker, shield, options={"screen_arc": arc}))) == modifier


@pytest.mark.rule("TF-SCREEN-03")
@pytest.mark.parametrize(("ties", "modifier"), [("shooter", 0), ("target", -1)])
def test_a_tank_beside_a_point_midway(ties: str, modifier: int) -> None:
    """Where the line passes midway between the tank's tile and a free one, the free one counts, or the tank's."""
    played = screened_clauses((1, 3), (4, 5), options={"tile_line_ties": ties})
    assert cover_modifier(come_and_declare(played)) == modifier


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.parametrize(
    ("kind", "who", "flags", "modifier"),
    [
        ("AV", "b2.1", (), -1),
        ("LV", "b2.1", (), 0),
        ("WE", "b2.1", (), 0),
        ("INF", "b2.1", (), 0),
        ("AV", "a2.1", (), 0),
        ("WE", "b2.1", ("obscures",), -1),
    ],
)
def test_only_own_armoured_vehicles_shield(kind: str, who: str, flags: tuple[str, ...], modifier: int) -> None:
    """Light vehicles, war engines and enemy vehicles do not shield; a unit may hide what is behind it by its data."""
    assert (
        cover_modifier(come_and_declare(screened_clauses((1, 5), (4, 5), kind, who=who, flags=("no_zoc", *flags))))
        == modifier
    )


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.parametrize(("sides", "modifier"), [((1, 2, 2), -1), ((1, 2, 3), 0), ((1, 2, 1), 0)])
@pytest.mark.ruling("TF-SCREEN-04.2")
def test_only_vehicles_of_the_same_side_shield(sides: tuple[int, ...], modifier: int) -> None:
    """A vehicle of another seat shields if that seat is of the same side."""
    assert (
        cover_modifier(come_and_declare(screened_clauses((1, 5), (4, 5), who="c1.1", seats=3, sides=sides))) == modifier
    )


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.parametrize(
    ("types", "kind", "modifier"),
    [(("AV", "LV"), "LV", -1), (("AV",), "LV", 0), (("AV",), "AV", -1), (("none",), "AV", 0), (("WE",), "WE", -1)],
)
@pytest.mark.ruling("TF-SCREEN-04.3")
def test_the_types_that_shield_are_an_option(types: tuple[str, ...], kind: str, modifier: int) -> None:
    """The option names the types that shield, none at all too."""
    assert (
        cover_modifier(come_and_declare(screened_clauses((1, 5), (4, 5), kind, options={"screen_types": types})))
        == modifier
    )


@pytest.mark.rule("TF-SCREEN-01", "TF-SCREEN-02", "TF-SCREEN-03")
def test_vehicles_screen_infantry() -> None:
    """Own armoured vehicles beside infantry cover it against attacks along a line through their tile."""
    tank = {"b1.2": ((4, 5), vehicle())}
    assert cover_modifier_of(two_infantry((1, 5), (5, 5), tank)) == -1
    assert cover_modifier_of(two_infantry((9, 5), (5, 5), tank)) == 0
    corner = {"b1.2": ((4, 4), vehicle())}
    assert cover_modifier_of(two_infantry((2, 2), (5, 5), corner)) == -1
    assert cover_modifier_of(two_infantry((1, 5), (5, 5), corner)) == 0
    assert cover_modifier_of(two_infantry((1, 5), (5, 5), corner, options={"screen_arc": "neighbour_arc"})) == -1
    assert cover_modifier_of(two_infantry((9, 5), (5, 5), corner, options={"screen_arc": "neighbour_arc"})) == 0
    assert cover.cover_value(two_infantry((1, 5), (5, 5), tank), "b1.1") is None


@pytest.mark.rule("TF-SCREEN-01", "TF-SCREEN-04")
def test_what_does_not_screen() -> None:
    """War engines, enemies, vehicles farther off and infantry do not, and vehicles are not screened."""
    for other in (
        ("b1.2", (4, 5), war_engine()),
        ("a2.1", (4, 5), vehicle()),
        ("b1.2", (3, 5), vehicle()),
        ("b1.2", (4, 5), infantry()),
    ):
        assert cover_modifier_of(two_infantry((1, 5), (5, 5), {other[0]: other[1:]})) == 0
    tanks = {"b1.1": ((5, 5), vehicle()), "b1.2": ((4, 5), vehicle())}
    assert cover_modifier_of(two_infantry((1, 5), (5, 5), tanks)) == 0
    off = {"screen_types": ("none",)}
    assert cover_modifier_of(two_infantry((1, 5), (5, 5), {"b1.2": ((4, 5), vehicle())}, options=off)) == 0


@pytest.mark.rule("TF-SCREEN-03", "TF-GRID-06")
def test_a_point_midway_takes_the_tile_that_hides_less() -> None:
    """Where a line passes between a wood and a screening vehicle, either hides; a free tile does not."""
    line: Any = {"b1.2": ((4, 3), vehicle())}
    assert cover_modifier_of(two_infantry((1, 1), (5, 3), line)) == 0
    assert cover_modifier_of(two_infantry((1, 1), (5, 3), line, terrain={(4, 2): "woods"})) == -1


@pytest.mark.rule("TF-SCREEN-01")
@pytest.mark.parametrize(("kind", "value"), [("INF", 3), ("AV", 4), ("WE", 4), ("AC", 4)])
def test_only_infantry_is_shielded(kind: str, value: int) -> None:
    """A tank on the line makes infantry beside it harder to hit, and nobody else."""
    gun = weapon(to_hit=4)
    units: Any = {"a1.1": ((1, 5), gunner(gun)), "b1.1": ((5, 5), zoneless(kind)), "b2.1": ((4, 5), zoneless("AV"))}
    if kind == "AC":
        refused(come_and_declare(wide_ground(units)), "harmless", "TF-SHOOT-01")
        return
    assert hold_and_shoot(wide_ground(units), 6).one(ToHitRolled).value.total == value
