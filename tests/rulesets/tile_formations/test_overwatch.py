"""Clause tests: Overwatch as far as it touches cover, and crossfire."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    EnteredOverwatch,
    EnterOverwatch,
    FormationMoveBegun,
    MoveUnit,
    OutOfFormationDestroyed,
    OverwatchEnded,
    OverwatchResolved,
    OverwatchWindowClosed,
    OverwatchWindowOpened,
    PassOverwatch,
    ShockAdded,
    ShootingDeclared,
    ShootingResolved,
    ToHitRolled,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    Place,
    at,
    begin,
    end_action,
    end_move,
    formation,
    move,
    pass_overwatch,
    shock,
    top,
    unit,
)
from tests.rulesets.tile_formations.said_shots import (
    ALL_FACES,
    HERE,
    SIX,
    THERE,
    UNARMED,
    Probe,
    aim,
    declare,
    duel,
    gunner,
    hit,
    made,
    plain,
    probe,
    probed_after,
    ready,
    refused,
    save,
    shocks,
    values,
    watch,
)

WATCHING = {"state": "overwatch"}

# -- Overwatch


@pytest.mark.rule("TF-OW-01")
def test_overwatch_is_an_action_without_movement() -> None:
    """The whole formation enters Overwatch, and none of its units moves in the action."""
    played = plain({"a1.1": ((2, 2), made("INF")), "a1.2": ((3, 2), made("AV"))})
    step = MoveUnit(unit="a1.1", path=(at(2, 3),))
    begin(played, "a1", "overwatch").then(ActionBegun, action="overwatch", moves=0).asks("enter_overwatch", "red")
    refused(played.when("red", step), "not-asked", "TF-OW-01")
    entered = played.when("red", EnterOverwatch(formation="a1")).then(EnteredOverwatch, formation="a1")
    entered.without(FormationMoveBegun, UnitMoved)
    assert formation(played, "a1").state == "overwatch"
    refused(played.when("red", step), "not-asked", "TF-MOVE-06")


@pytest.mark.rule("TF-OW-01", "TF-OW-02")
def test_every_unit_of_the_formation_is_in_overwatch() -> None:
    """After the action each infantry unit of the formation lies low, not only one."""
    foe = made("INF", integrity=3)
    units: Any = {"a1.1": (HERE, gunner()), "b1.1": (THERE, foe), "b1.2": ((7, 6), foe)}
    played = plain(units)
    begin(played, "b1", "overwatch")
    played.when("blue", EnterOverwatch(formation="b1")).then(EnteredOverwatch)
    pairs = aim(played).one(ShootingDeclared).pairs
    assert {each.target: each.cover for each in pairs} == {"b1.1": -1, "b1.2": -1}


@pytest.mark.rule("TF-OW-02")
@pytest.mark.parametrize(
    "ground", ["hills", "open_ground", "scrub", "+roads", "+minefield", "hills+minefield", "+barricade"]
)
def test_infantry_in_overwatch_lies_low(ground: str) -> None:
    """On hills, open ground and scrub, under roads and minefields too, infantry is hit on 3 and saves on 2."""
    assert probe("INF", ground, low=True) == Probe(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-OW-02")
@pytest.mark.parametrize("ground", ["marsh+roads", "marsh", "river"])
def test_infantry_lies_low_nowhere_else(ground: str) -> None:
    """In marsh and river, under a road too, infantry in Overwatch has the cover of 1 alone."""
    assert probe("INF", ground, low=True) == Probe(3, "cover", 1, (1,))


@pytest.mark.rule("TF-OW-02")
@pytest.mark.parametrize("kind", ["LV", "AV", "WE"])
@pytest.mark.parametrize("ground", ["hills", "open_ground", "scrub"])
def test_vehicles_do_not_lie_low(kind: str, ground: str) -> None:
    """Vehicles and war engines in Overwatch are hit on 4 and have no save but their armour."""
    assert probe(kind, ground, low=True, bare=True) == Probe(4, "none", 0, ())


@pytest.mark.rule("TF-OW-02")
def test_overlays_may_keep_infantry_from_lying_low() -> None:
    """By the option nobody lies low on a tile with an overlay."""
    options = {"overlay_keeps_lie_low": False}
    assert probe("INF", "+roads", low=True, options=options, bare=True) == Probe(4, "none", 0, ())
    assert probe("INF", "scrub+minefield", low=True, options=options) == Probe(3, "cover", 1, (1,))
    assert probe("INF", "open_ground", low=True, options=options) == Probe(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-OW-03")
@pytest.mark.parametrize("ground", ["open_ground", "hills"])
def test_the_overwatch_is_over_when_it_shoots(ground: str) -> None:
    """After its Overwatch shots a formation is in no state, and lies low against nobody."""
    played = duel(made("INF", integrity=9), ground, SIX, low=True)
    begin(played, "a1", "hold")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", watch()).then(OverwatchResolved, formation="b1", target="a1")
    assert formation(played, "b1").state == "normal"
    hit(played, 6, who="blue").then(ShootingResolved)
    assert probed_after(ground, bare=True) == Probe(4, "none", 0, ())


@pytest.mark.rule("TF-OW-03")
def test_who_passes_stays_in_overwatch() -> None:
    """Overwatch that was not resolved lasts, with its benefits."""
    played = ready(duel(made("INF", integrity=9, weapons=(UNARMED,)), "open_ground", SIX, low=True))
    assert formation(played, "b1").state == "overwatch"
    declare(played).accepted()
    assert values(hit(played, 6, 6, 6, 6, 6, 6)) == {"a1.1": 3}


@pytest.mark.rule("TF-OW-03")
def test_the_overwatch_is_over_with_the_next_action() -> None:
    """A formation in Overwatch that takes another action is in Overwatch no more."""
    played = duel(made("INF", integrity=9), low=True)
    begin(played, "b9", "hold").without(OverwatchEnded)
    begin(played, "b1", "hold").then(OverwatchEnded, formation="b1")
    assert formation(played, "b1").state == "normal"
    end_move(played, "b1").accepted()
    end_action(played, "b1").accepted()
    assert values(hit(aimed(played), 6)) == {"a1.1": 4}


def aimed(played: Table) -> Table:
    """Bring a1 to its dice against b1."""
    aim(played).accepted()
    return played


def marching(**given: Any) -> Table:
    """Let a1 march past b1 and b2, which may be in Overwatch."""
    shooter = made("INF", integrity=3)
    units: Any = {"a1.1": ((2, 2), made("INF", integrity=5)), "b1.1": ((8, 8), shooter), "b2.1": ((10, 8), shooter)}
    return plain(units, **({"formations": {"b1": WATCHING, "b2": WATCHING}} | given))


@pytest.mark.rule("TF-OW-04")
def test_overwatch_interrupts_after_each_move() -> None:
    """In a march the enemy army is asked after each move, shoots formation by formation, passes; then it goes on."""
    played = marching()
    begin(played, "a1", "march")
    move(played, "a1.1", (3, 2)).without(OverwatchWindowOpened)
    end_move(played, "a1").then(OverwatchWindowOpened, seat=1, mover="a1", formations=("b1", "b2"))
    pass_overwatch(played, "blue").then(OverwatchWindowClosed, passed=True).asks("formation_move", "red")
    move(played, "a1.1", (4, 2)).accepted()
    end_move(played, "a1").then(OverwatchWindowOpened, formations=("b1", "b2")).asks("overwatch", "blue")
    refused(move(played, "a1.1", (5, 2)), "not-asked", "TF-OW-04")
    played.when("blue", watch("b1")).then(OverwatchResolved, formation="b1").then(
        ShootingDeclared, formation="b1", target="a1", overwatch=True
    )
    refused(played.when("blue", watch("b2")), "no-overwatch-window", "TF-OW-04")
    refused(played.when("blue", PassOverwatch()), "not-asked", "TF-SHOOT-01")
    hit(played, 1, who="blue").asks("saves", "red")
    refused(played.when("blue", watch("b2")), "no-overwatch-window", "TF-OW-04")
    save(played, who="red").then(ShootingResolved).asks("overwatch", "blue")
    assert unit(played, "a1.1").integrity == 4
    refused(played.when("blue", watch("b1")), "not-in-overwatch", "TF-OW-03")
    pass_overwatch(played, "blue").asks("formation_move", "red")
    assert played.game.action.move == 3
    move(played, "a1.1", (5, 2)).then(UnitMoved, tile=at(5, 2))
    end_move(played, "a1").then(OverwatchWindowOpened, formations=("b2",))


@pytest.mark.rule("TF-OW-04")
def test_the_window_closes_when_nobody_is_left_in_overwatch() -> None:
    """When the last formation in Overwatch has shot, the interrupted action goes on by itself."""
    played = marching(formations={"b1": WATCHING})
    begin(played, "a1", "march")
    end_move(played, "a1").then(OverwatchWindowOpened, formations=("b1",))
    played.when("blue", watch("b1")).accepted()
    hit(played, 6, who="blue").then(ShootingResolved).asks("formation_move", "red")
    end_move(played, "a1").without(OverwatchWindowOpened)


@pytest.mark.rule("TF-OW-04")
def test_without_overwatch_nobody_is_asked() -> None:
    """A march with no enemy in Overwatch is not interrupted, be it that the mover's own army is."""
    played = marching(formations={"a9": WATCHING})
    begin(played, "a1", "march")
    for _ in range(2):
        end_move(played, "a1").without(OverwatchWindowOpened).asks("formation_move", "red")
    end_move(played, "a1").without(OverwatchWindowOpened)


@pytest.mark.rule("TF-OW-04")
def test_overwatch_comes_before_the_shooting_of_the_action() -> None:
    """After the last move the enemy is asked first, and then the mover shoots."""
    played = duel(made("INF", integrity=9), low=True)
    begin(played, "a1", "advance")
    end_move(played, "a1").asks("overwatch", "blue")
    pass_overwatch(played, "blue").asks("shooting", "red")


@pytest.mark.rule("TF-OW-04")
def test_overwatch_comes_after_the_check_of_the_formation() -> None:
    """Units out of formation are destroyed before the enemy is asked."""
    units: Any = {
        "a1.1": ((2, 2), made("INF")), "a1.2": ((12, 2), made("INF")), "b1.1": ((8, 8), made("INF")),
    }  # fmt: skip
    played = plain(units, formations={"b1": WATCHING}, options={"coherency_tiles": 2})
    begin(played, "a1", "march")
    end_move(played, "a1", "a1.1").then(OutOfFormationDestroyed, units=("a1.2",)).then(OverwatchWindowOpened)


@pytest.mark.rule("TF-OW-04")
def test_overwatch_from_outside() -> None:
    """By the option nobody is asked, and the referee lets Overwatch shoot."""
    options = {"overwatch_window": "external"}
    played = marching(options=options, referee=True)
    begin(played, "a1", "march")
    end_move(played, "a1").without(OverwatchWindowOpened).asks("formation_move", "red")
    played.when("referee", watch("b1")).then(OverwatchResolved, formation="b1").then(ShootingDeclared, overwatch=True)
    hit(played, 6, who="blue").then(ShootingResolved).asks("formation_move", "red")
    assert formation(played, "b1").state == "normal"
    assert formation(played, "b2").state == "overwatch"


@pytest.mark.rule("TF-OW-04")
def test_overwatch_shoots_at_the_mover() -> None:
    """In the window nobody but the formation that has moved can be shot at, and only by who is in Overwatch."""
    units: Any = {"a2.1": ((2, 8), made("INF"))} | {
        "a1.1": ((2, 2), made("INF")), "b1.1": ((8, 2), made("INF")), "b2.1": ((9, 2), made("INF"))
    }  # fmt: skip
    played = plain(units, formations={"b1": WATCHING})
    begin(played, "a1", "march")
    end_move(played, "a1").asks("overwatch", "blue")
    refused(played.when("blue", watch("b1", "a2")), "not-the-mover", "TF-OW-04")
    refused(played.when("blue", watch("b2")), "not-in-overwatch", "TF-OW-03")
    played.when("blue", watch("b1", "")).then(OverwatchResolved, formation="b1", target="a1")
    hit(played, 6, who="blue")


@pytest.mark.rule("TF-OW-03")
@pytest.mark.parametrize(("options", "value"), [({}, 4), ({"action_to_hit_modifiers": {"overwatch": -1}}, 3)])
def test_overwatch_shots_are_an_action_of_their_own(options: dict[str, Any], value: int) -> None:
    """The double move of the mover is no hindrance to Overwatch shots, which bring their own modifier and Shock."""
    played = marching(formations={"b1": WATCHING}, options=options)
    begin(played, "a1", "double")
    end_move(played, "a1").asks("overwatch", "blue")
    done = played.when("blue", watch("b1", crossfire=True)).then(OverwatchResolved).then(ShootingDeclared)
    assert sorted(shocks(done)) == [("crossfire", 1), ("under_fire", 1)]
    assert values(hit(played, 6, who="blue")) == {"b1.1": value}
    assert (shock(played, "a1"), shock(played, "b1")) == (2, 0)


# -- crossfire


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize(("told", "value"), [(True, 3), (False, 4)])
def test_a_crossfire_is_told(told: bool, value: int) -> None:
    """A shooting declared as a crossfire lowers saves by 1; another does not."""
    got = probe("AV", "open_ground", armour=4, declared={"crossfire": told})
    assert got == Probe(4, "armour", value, ALL_FACES[:value])


@pytest.mark.rule("TF-CROSS-01")
@pytest.mark.parametrize(
    ("other", "options", "caught"),
    [
        ((12, 5), {}, True), ((12, 7), {}, False), ((13, 5), {}, True), ((14, 5), {}, False),
        ((12, 5), {"crossfire_range": 10}, False), ((14, 5), {"crossfire_range": 13}, True), ((6, 5), {}, False),
        ((12, 5), {"crossfire_geometry": False}, False),
    ],
)  # fmt: skip
def test_a_crossfire_may_be_worked_out(other: Place, options: dict[str, Any], caught: bool) -> None:
    """By the option a target on the line from an attacker to another unit of its army in reach is caught."""
    units: Any = {"a1.1": (HERE, gunner()), "a2.1": (other, made("INF")), "b1.1": (THERE, made("AV"))}
    played = plain(units, options={"crossfire_geometry": True} | options)
    done = aim(played).then(ShootingDeclared, crossfire=caught)
    assert sorted(shocks(done)) == ([("crossfire", 1)] if caught else []) + [("under_fire", 1)]


@pytest.mark.rule("TF-CROSS-01")
def test_what_is_worked_out_is_not_told() -> None:
    """Where a crossfire is worked out, what the command says of it does not count, nor does an enemy beyond."""
    units: Any = {"a1.1": (HERE, gunner()), "b2.1": ((12, 5), made("INF")), "b1.1": (THERE, made("AV"))}
    aim(plain(units, options={"crossfire_geometry": True}), crossfire=True).then(ShootingDeclared, crossfire=False)


@pytest.mark.rule("TF-CROSS-02")
@pytest.mark.parametrize(
    ("kind", "ground", "armour", "used", "value"),
    [
        ("AV", "open_ground", 4, "armour", 3), ("INF", "woods", 0, "cover", 1),
        ("INF", "fortifications", 0, "cover", 4), ("INF", "+bunkers", 0, "cover", 4),
        ("AV", "+bunkers", 4, "armour", 4), ("WE", "hills", 5, "armour", 4),
    ],
)  # fmt: skip
def test_a_crossfire_lowers_saves(kind: str, ground: str, armour: int, used: str, value: int) -> None:
    """Armour 4 is 3 in a crossfire, woods 2 are 1; fortifications and bunkers keep what they give."""
    got = probe(kind, ground, armour=armour, declared={"crossfire": True})
    assert got[1:] == (used, value, ALL_FACES[:value])


@pytest.mark.rule("TF-CROSS-02")
def test_the_modifier_of_a_crossfire_is_an_option() -> None:
    """At -2 armour 4 is 2."""
    options = {"crossfire_save_modifier": -2}
    assert probe("AV", "open_ground", armour=4, options=options, declared={"crossfire": True}).value == 2


@pytest.mark.rule("TF-CROSS-03")
@pytest.mark.parametrize("ground", ["open_ground", "fortifications", "+bunkers"])
@pytest.mark.parametrize(
    ("options", "extra"), [({}, 1), ({"crossfire_extra_shock": 1}, 1), ({"crossfire_extra_shock": 3}, 3)]
)
def test_a_crossfire_brings_more_shock(ground: str, options: dict[str, int], extra: int) -> None:
    """The formation takes the extra Shock besides that of the shooting, fortified or not."""
    played = duel(made("INF"), ground, options=options)
    done = aim(played, crossfire=True).then(ShockAdded, reason="crossfire", amount=extra)
    assert sorted(shocks(done)) == [("crossfire", extra), ("under_fire", 1)]
    assert shock(played, "b1") == 1 + extra
    hit(played, 6).without(ShockAdded)


@pytest.mark.rule("TF-CROSS-03")
def test_a_crossfire_may_bring_no_shock() -> None:
    """At 0 there is the Shock of the shooting alone, and so without a crossfire."""
    assert shocks(aim(duel(made("INF"), options={"crossfire_extra_shock": 0}), crossfire=True)) == [("under_fire", 1)]
    played = duel(made("INF"))
    assert shocks(aim(played)) == [("under_fire", 1)]
    hit(played, 6).then(ToHitRolled, ShootingResolved)
    assert top(played).kind == "action_end"
