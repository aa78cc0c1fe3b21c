"""Which actions a formation may take whose units stand in enemy zones."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.sampling import words_of
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    BeginAction,
    ContactMade,
    UnitLeftZone,
    ZocExitImpossible,
)
from adjudicator.rulesets.tile_formations.reports.messages import ReachRequest
from adjudicator.rulesets.tile_formations.reports.reach import reach
from adjudicator.rulesets.tile_formations.rules.zones.action_choice import freeing_actions, possible_actions
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    CHOSEN_ACTION,
    ENEMY_INFANTRY,
    TESTED,
    Place,
    Placed,
    infantry,
    table,
)
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    charge,
    end_action,
    end_move,
    move,
    refused,
    silence_of,
    unit_row,
)

ALL = ("advance", "double", "march", "engage", "marshal", "hold")


def among_cliffs(units: dict[str, Placed], *free: tuple[int, int], **setup: Any) -> Table:
    """Make all tiles cliffs but these and those of units; the enemy stands at (5,5)."""
    kept = {*free, *(place for place, *_ in units.values()), (5, 5)}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in kept}
    return table("", {**units, "b1.1": ENEMY_INFANTRY}, terrain=cliffs, **setup)


def offered_actions(played: Table) -> set[str]:
    """Name the actions that red is offered."""
    return {
        word
        for row in played.offers("red")
        if row.command == "BeginAction" and "a1" in words_of(row.fields, "formation")
        for word in words_of(row.fields, "action")
    }


def leaver(place: tuple[int, int] = (4, 5)) -> dict[str, Placed]:
    """Put a unit of speed 1 beside the enemy."""
    return {"a1.1": (place, infantry(speed=1))}


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-13")
@pytest.mark.parametrize("action", ["hold", "advance", "marshal"])
def test_who_could_leave_by_another_action_does_not_stay(action: str) -> None:
    """Two steps from the edge of the zone, of speed 1, a unit can leave by a double or charge: it may not hold."""
    played = table("", {**leaver(), "b1.1": ENEMY_INFANTRY})
    known = "double march engage"
    refused(ask_action(played, "a1", action), "action-keeps-inside", "TF-ZOC-10", unit="a1.1", known=known)
    refused(ask_action(played, "a1", "overwatch"), "in-enemy-zone", "TF-ZOC-11", unit="a1.1")
    assert offered_actions(played) == set(known.split())
    assert silence_of(played).action == "double"


@pytest.mark.rule("TF-ZOC-10")
def test_who_could_charge_does_not_stay() -> None:
    """Where no way leads out and the enemy is beside it, a unit can charge alone, and may take no other action."""
    played = among_cliffs(leaver())
    for action in ("hold", "double", "march"):
        refused(ask_action(played, "a1", action), "action-keeps-inside", "TF-ZOC-10", unit="a1.1", known="engage")
    begin_action(played, "a1", "engage", target="b1").then(ActionBegun, could_leave=())
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    charge(played, "a1.1", "b1.1").then(ContactMade)


@pytest.mark.rule("TF-ZOC-13")
def test_who_can_neither_leave_nor_charge_may_take_any_action() -> None:
    """Shut in two tiles from the enemy every action with a move is open, and no exit was possible."""
    played = among_cliffs({"a1.1": ((3, 5), infantry())})
    begin_action(played, "a1", "hold").then(ActionBegun, bound=("a1.1",), could_leave=())
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1")
    assert set(possible_actions(played.game, "a1")) == set(ALL)


@pytest.mark.rule("TF-ZOC-13")
def test_the_chosen_action_alone_may_be_judged() -> None:
    """By option a unit holds though a double would let it leave, and then no exit was possible."""
    played = table("", {**leaver(), "b1.1": ENEMY_INFANTRY}, options=CHOSEN_ACTION)
    begin_action(played, "a1", "hold").then(ActionBegun, could_leave=())
    move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1")


def two_of_a_mind(**options: Any) -> Table:
    """Let a1.1 be able to charge alone, and a1.2, of speed 1 and three steps inside, to leave by a march alone."""
    units: dict[str, Placed] = {"a1.1": ((6, 5), infantry(speed=1)), "a1.2": ((3, 5), infantry(speed=1))}
    return among_cliffs(units, (2, 5), (1, 5), (0, 5), options={"zoc_radius": 4, "coherency_tiles": 20} | options)


@pytest.mark.rule("TF-ZOC-13")
def test_units_that_need_different_actions_leave_the_choice() -> None:
    """One can only charge, another only leave by a march: both actions are open, and no third one."""
    played = two_of_a_mind()
    assert freeing_actions(played.game, ("a1.1", "a1.2")) == {"a1.1": ("engage",), "a1.2": ("march",)}
    for action in ("hold", "double"):
        refused(ask_action(played, "a1", action), "action-keeps-inside", "TF-ZOC-10", unit="a1.1", known="engage")
    begin_action(played, "a1", "march").then(ActionBegun, could_leave=("a1.1",))
    begin_action(two_of_a_mind(), "a1", "engage", target="b1").then(ActionBegun, could_leave=("a1.2",))


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.parametrize("destroyed", [False, True])
def test_who_stays_for_another_is_not_trapped(destroyed: bool) -> None:
    """A unit that another action would have let charge stays in the march of its formation, and is not destroyed."""
    played = two_of_a_mind(zoc_trapped_destroyed=destroyed)
    begin_action(played, "a1", "march")
    for tile in ((2, 5), (1, 5), (0, 5)):
        moved = move(played, "a1.2", tile)
        end_move(played, "a1").without(ZocExitImpossible)
    moved.then(UnitLeftZone, unit="a1.2")
    assert not unit_row(played, "a1.1").out
    end_action(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-13")
def test_one_that_may_choose_follows_one_that_may_not() -> None:
    """Where one unit can leave by a double too and another by a march alone, it is the march."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry(speed=1)), "a1.2": ((3, 5), infantry(speed=1))}
    options = {"zoc_radius": 4, "coherency_tiles": 20}
    played = among_cliffs(units, (1, 5), (0, 5), (2, 4), options=options)
    assert freeing_actions(played.game, ("a1.1", "a1.2"))["a1.1"] == ("double", "march")
    refused(ask_action(played, "a1", "double"), "action-keeps-inside", "TF-ZOC-10", unit="a1.2", known="march")
    begin_action(played, "a1", "march").then(ActionBegun, could_leave=())


@pytest.mark.rule("TF-MOVE-10", "TF-ZOC-13")
def test_a_failed_test_is_no_impossible_exit() -> None:
    """After a failed test the referee may let a formation hold; who could have left by a double is not trapped."""
    played = table("", {**leaver(), "b1.1": ENEMY_INFANTRY}, options=TESTED, referee=True)
    begin_action(played, "a1", "double", test="failed").then(ActionTestFailed).asks("action_instead", "referee")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("referee", hold).then(ActionBegun, could_leave=("a1.1",))
    move(played, "a1.1", (3, 5)).without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-11")
def test_reach_of_an_action_that_is_refused_says_why() -> None:
    """Asked about an action to come that the formation may not take, Reach gives the reason of the refusal."""
    played = table("", {**leaver(), "b1.1": ENEMY_INFANTRY})
    for action, reason in (("hold", "action-keeps-inside"), ("overwatch", "no-move-open"), ("double", "")):
        request = ReachRequest(game=b"", unit="a1.1", action=action, cautious=False, road_march=False)
        assert reach(played.game, 0, request).reason == reason
