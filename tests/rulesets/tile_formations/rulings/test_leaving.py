"""Who could charge or leave: judged by any action that the formation may take, or by the one that it has chosen."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    UnitDestroyed,
    ZocExitImpossible,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import ENEMY_INFANTRY, TESTED, Place, Placed, at, infantry, open_ground
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    charge,
    end_move,
    move,
    silence_of,
    tile_of_unit,
)

ACTIONS = ("advance", "double", "march", "engage", "marshal", "hold")


def cliffs_but(*places: Place) -> dict[Place, str]:
    """Let cliffs cover the battlefield but for these tiles."""
    return {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in places}


def choose(played: Table, action: str) -> Outcome:
    """Let a1 begin an action; the outcome may be a refusal."""
    return ask_action(played, "a1", action, target="b1" if action == "engage" else "")


def refused_by(outcome: Outcome, clause: str, unit: str) -> None:
    """Check that nothing but this clause refuses a command, because of this unit."""
    outcome.looked_at = True
    assert outcome.faults, f"{outcome.said} was accepted"
    assert {fault.clause for fault in outcome.faults} == {clause}, outcome.faults
    assert all(dict(fault.facts).get("unit") == unit for fault in outcome.faults), outcome.faults


def beside_enemy(**options: Any) -> Table:
    """Put a unit of speed 1 beside its enemy, two steps from the edge of the zone."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}
    return open_ground(units, options=options)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2", "TF-ZOC-13.3")
@pytest.mark.parametrize("options", [{}, {"zoc_judged_by": "any_action"}])
@pytest.mark.parametrize(
    ("action", "allowed"),
    [("advance", False), ("marshal", False), ("hold", False), ("double", True), ("march", True), ("engage", True)],
)
def test_an_action_that_helps_is_taken(action: str, allowed: bool, options: dict[str, str]) -> None:
    """Two steps from the edge a unit of speed 1 leaves by a double or a march or charges; one move is refused."""
    tried = choose(beside_enemy(**options), action)
    if allowed:
        tried.then(ActionBegun, action=action, bound=("a1.1",))
    else:
        refused_by(tried, "TF-ZOC-10", "a1.1")


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.3")
@pytest.mark.parametrize("action", ACTIONS)
def test_the_chosen_action_may_be_the_measure(action: str) -> None:
    """By the option each action may be begun, and a unit that can not leave by it withdraws."""
    played = beside_enemy(zoc_judged_by="chosen_action")
    choose(played, action).then(ActionBegun, action=action)
    if action == "advance":
        move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1", destroyed=False)
        end_move(played, "a1").without(UnitDestroyed)


def walled_in(**options: Any) -> Table:
    """Put a unit beside its enemy, with cliffs around the two."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "b1.1": ENEMY_INFANTRY}
    return open_ground(units, terrain=cliffs_but((4, 5), (5, 5)), options=options)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize("action", ACTIONS)
def test_who_can_only_charge_engages(action: str) -> None:
    """Walled in beside its enemy a unit can charge it, so that its formation takes no other action."""
    played = walled_in()
    tried = choose(played, action)
    if action != "engage":
        refused_by(tried, "TF-ZOC-10", "a1.1")
        return
    tried.accepted()
    charge(played, "a1.1", "b1.1").accepted()
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.3")
def test_by_the_chosen_action_a_walled_in_unit_stays() -> None:
    """By the option the same unit advances nowhere, and the record says that it could not leave."""
    played = walled_in(zoc_judged_by="chosen_action")
    choose(played, "advance").accepted()
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", destroyed=False)
    assert tile_of_unit(played, "a1.1") == at(4, 5)


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize("action", ACTIONS)
def test_who_no_action_helps_is_excused(action: str) -> None:
    """Walled in two tiles from its enemy a unit can do neither by any action; each may be begun, without penalty."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(integrity=2)), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, terrain=cliffs_but((3, 5), (5, 5)))
    choose(played, action).accepted()
    for left in reversed(range({"double": 2, "march": 3}.get(action, 1))):
        ended = end_move(played, "a1").without(UnitDestroyed)
        if not left:
            ended.then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=False)
    assert (tile_of_unit(played, "a1.1"), played.game.units["a1.1"].integrity) == (at(3, 5), 2)


NEEDS_TWO_MOVES = ((9, 9), (9, 8), (8, 7))
"""Two tiles from (11,9), where nobody is reached; the first step leads to the second tile, the next one out."""


def in_two_zones(*, walled: bool, march: int = 1) -> Table:
    """Let a1.2 of speed 1 leave b1.2 by two moves or more; `walled` adds a1.1, which can do nothing but charge b1.1."""
    units: dict[str, Placed] = {"a1.2": ((9, 9), infantry(speed=1)), "b1.2": ((11, 9), infantry())}
    if walled:
        units |= {"a1.1": ((1, 1), infantry())}
    units |= {"b1.1": ((0, 1), infantry())}
    options = {"moves_per_action": {"march": march}, "coherency_tiles": 20}
    return open_ground(units, terrain=cliffs_but((0, 1), (1, 1), (11, 9), *NEEDS_TWO_MOVES), options=options)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize("walled", [True, False])
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_that_another_unit_needs_is_open(action: str, walled: bool) -> None:
    """A double is open to the unit that needs it, and an engage only beside one that can do nothing but charge."""
    tried = choose(in_two_zones(walled=walled), action)
    if action == "double" or (walled and action == "engage"):
        tried.then(ActionBegun, action=action, bound=("a1.1", "a1.2") if walled else ("a1.2",))
        return
    tried.looked_at = True
    assert tried.faults, f"{tried.said} was accepted"
    assert {fault.clause for fault in tried.faults} == {"TF-ZOC-10"}


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize("action", ACTIONS)
def test_who_has_a_choice_needs_no_action_of_its_own(action: str) -> None:
    """With a double and a march to leave by, the unit needs neither of them: its formation engages for the other."""
    tried = choose(in_two_zones(walled=True, march=3), action)
    if action == "engage":
        tried.then(ActionBegun, action="engage", bound=("a1.1", "a1.2"))
    else:
        refused_by(tried, "TF-ZOC-10", "a1.1")


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize("place", [beside_enemy, walled_in])
def test_silence_takes_an_action_that_is_open(place: Any) -> None:
    """What silence stands for is an action that lets the unit charge or leave."""
    played: Table = place()
    played.ask("choose_action", "red")
    played.when("red", silence_of(played)).then(ActionBegun, formation="a1")


@pytest.mark.rule("TF-ZOC-13", "TF-MOVE-04")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize(
    ("options", "terrain", "allowed"),
    [
        ({}, {}, {"double", "march", "engage"}),
        ({"moves_per_action": {"hold": 2}}, {}, {"double", "march", "engage", "hold"}),
        ({"moves_per_action": {"double": 1, "march": 1}}, {}, {"engage"}),
        ({"leave_zone_by": "first_move"}, {}, {"engage"}),
        ({"charge_moves": 2}, {}, {"double", "march", "engage"}),
        ({}, {(x, 5): "+roads" for x in (2, 3, 4)}, set(ACTIONS)),
        ({"zoc_radius": 1}, {}, set(ACTIONS)),
    ],
)
def test_what_an_action_lets_a_unit_do(options: dict[str, Any], terrain: dict[Place, str], allowed: set[str]) -> None:
    """An action is measured by its moves, by the move that has to lead out, by roads, and by the reach of zones."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}
    open_to = set()
    for action in ACTIONS:
        tried = choose(open_ground(units, terrain=terrain, options=options), action)
        if tried.faults:
            refused_by(tried, "TF-ZOC-10", "a1.1")
        else:
            open_to.add(action)
    assert open_to == allowed


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize(("start", "excused"), [((4, 5), False), ((3, 5), True)])
def test_who_can_not_move_charges_what_is_beside_it(start: tuple[int, int], excused: bool) -> None:
    """A unit of speed 0 beside its enemy can charge it where it stands; two tiles off it can do nothing at all."""
    units: dict[str, Placed] = {"a1.1": (start, infantry(speed=0)), "b1.1": ENEMY_INFANTRY}
    tried = choose(open_ground(units), "advance")
    if excused:
        end_move(tried.accepted().table, "a1").then(ZocExitImpossible, unit="a1.1")
    else:
        refused_by(tried, "TF-ZOC-10", "a1.1")


@pytest.mark.rule("TF-MOVE-10", "TF-ZOC-13")
@pytest.mark.ruling("TF-MOVE-10.2", "TF-ZOC-13.2")
def test_who_failed_its_test_is_excused() -> None:
    """A march that would lead out fails its test: the hold that is begun instead keeps the unit in, without penalty."""
    played = beside_enemy(failed_action="hold", **TESTED)
    failed = begin_action(played, "a1", "march", test="failed")
    failed.then(ActionTestFailed, instead="hold").then(ActionBegun, action="hold")
    move(played, "a1.1", (3, 5)).without(UnitDestroyed)
    end_move(played, "a1").without(UnitDestroyed)
    assert tile_of_unit(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.3")
@pytest.mark.parametrize(("judged", "trapped"), [("any_action", False), ("chosen_action", True)])
def test_only_who_could_do_neither_is_trapped(judged: str, trapped: bool) -> None:
    """Where trapped units are destroyed, one that a double would have led out is not trapped by its advance."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units, options={"zoc_judged_by": judged, "zoc_trapped_destroyed": True})
    tried = choose(played, "advance")
    if not trapped:
        refused_by(tried, "TF-ZOC-10", "a1.1")
        choose(played, "double").accepted()
        move(played, "a1.1", (3, 5)).accepted()
        end_move(played, "a1").without(UnitDestroyed)
        move(played, "a1.1", (2, 5)).accepted()
        end_move(played, "a1").without(UnitDestroyed)
        return
    move(played, "a1.1", (3, 5)).then(UnitDestroyed, unit="a1.1", cause="trapped")
    end_move(played, "a1").accepted()
