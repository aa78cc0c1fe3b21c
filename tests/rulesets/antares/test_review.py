"""What a review found: dice that were lost or doubled, and questions that a referee's change left without an answer."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares import casualties, contested
from adjudicator.rulesets.antares.invariants import invariants
from adjudicator.rulesets.antares.model.messages import (
    ContestedDieResolved,
    OrderDieLost,
    RecordOptionEffect,
    SetUnitFlag,
    UnitBroken,
    UnitDestroyed,
)
from adjudicator.rulesets.antares.rows import Contest
from tests.kit import Table
from tests.rulesets.antares import givens
from tests.rulesets.antares.givens import plain, state_change, unit, vehicle

A, B = (10_000, 10_000), (40_000, 10_000)


def facing(dice: Any = (), *, own: Any = None, **rest: Any) -> Table:
    """Set up a squad of each side; `own` are fields of seat 0's."""
    return givens.table(dice, units=[("a-x", plain(), A, own or {}), ("b-y", plain(), B)], **rest)


def ruled(kind: str, name: str = "", *, seat: int = 0, number: int = 0) -> RecordOptionEffect:
    """Make the command by which the referee makes one change."""
    change = state_change(kind, name, seat=seat, number=number)
    return RecordOptionEffect(option="", note="agreed", changes=(change,))


# -- dice


@pytest.mark.rule("AN-DMG-12")
def test_a_unit_holds_no_more_dice_than_it_has_left() -> None:
    """A die that is lost while none of its side is in the bag leaves the unit with one die less in hand."""
    game = givens.table(units=[("a-x", vehicle(), A)]).game
    casualties.order_die_lost(game, OrderDieLost(unit="a-x", from_bag=0, dice=1, cause="damage"))
    assert (game.units["a-x"].dice, game.units["a-x"].hand) == (1, 1)


@pytest.mark.rule("AN-ORDER-27")
@pytest.mark.parametrize("flees", [None, False, True])
def test_a_unit_that_is_gone_is_not_down_without_a_die(flees: bool | None) -> None:
    """Destroyed, broken or fleeing, it shows no order, and none is owed to it."""
    game = facing(own={"order": "down", "dieless": True, "hand": 1}).game
    if flees is None:
        casualties.unit_destroyed(game, UnitDestroyed(unit="a-x", cause="losses"))
    else:
        casualties.unit_broken(game, UnitBroken(unit="a-x", cause="test", flees=flees))
    assert not game.units["a-x"].dieless
    assert not list(invariants(game))


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(("bag", "after"), [(0, 1), (1, 1)])
def test_a_die_in_custody_comes_back_only_to_who_is_short_of_it(bag: int, after: int) -> None:
    """A side whose units are lost gets no more dice out of custody than it has units for."""
    table = facing()
    table.set(contests=(Contest(owner=1, contester=0, held=True),), done=())
    game = table.game
    game.sides[1] = replace(game.sides[1], bag=bag)
    event = ContestedDieResolved(owner=1, contester=0, faces=(2, 9), claimed=False, effect="returned")
    contested.contested_die_resolved(game, event)
    assert (game.sides[1].bag, game.contests) == (after, ())


@pytest.mark.rule("AN-TURN-05")
@pytest.mark.parametrize("more", [-1, 1])
def test_dice_are_counted(more: int) -> None:
    """A die that is lost without count, or comes out of nothing, breaks an invariant."""
    table = facing()
    game = table.game
    game.sides = {seat: replace(row, ruled=False) for seat, row in game.sides.items()}
    assert not list(invariants(game))
    game.sides[0] = replace(game.sides[0], bag=game.sides[0].bag + more)
    assert any("order dice" in each for each in invariants(game))


# -- what the referee changes while something is asked


@pytest.mark.rule("AN-OPT-01")
def test_the_referee_moves_no_die_that_is_not_there() -> None:
    """A unit without a die in the bag has none taken out of it, and one that has used none has none put back."""
    table = facing(own={"order": "fire"})
    table.when("referee", ruled("order_die_from_bag", "a-x")).rejected("AN-OPT-01", "change-needs-die")
    table.when("referee", ruled("order_die_to_bag", "b-y")).rejected("AN-OPT-01", "change-needs-die")


@pytest.mark.rule("AN-TURN-07")
def test_nothing_is_drawn_from_a_bag_that_the_referee_has_emptied() -> None:
    """Where a draw is open the turn goes on without it."""
    table = facing(own={"order": "fire"}, pace="step", referee=True)
    table.ask("turn").ask("draw", "table", over=True)
    table.when("referee", ruled("order_die_from_bag", seat=1, number=9)).accepted()
    assert table.window is None or table.window.kind != "draw"


@pytest.mark.rule("AN-TURNEND-02")
def test_a_down_unit_that_rises_by_ruling_is_not_asked_about() -> None:
    """The question of step 2.1 goes where there is nothing to answer any more."""
    table = facing(own={"order": "down"}, step="down", pace="step").ask("turn").ask("down", "red", over=True)
    table.when("referee", ruled("order_die_to_bag", "a-x")).accepted()
    assert table.window is None or table.window.kind != "down"
    assert not unit(table, "a-x").order


@pytest.mark.rule("AN-TURNEND-11")
def test_a_unit_that_is_fast_no_more_is_not_asked_about() -> None:
    """The question of step 2.3 goes where the referee takes the flag away."""
    fast = plain(flags=(*plain().flags, "fast"))
    table = givens.table(units=[("a-x", fast, A, {"order": "run"}), ("b-y", plain(), B)], step="run", pace="step")
    table.ask("turn").ask("run", "red", over=True)
    table.when("referee", SetUnitFlag(unit="a-x", flag="fast", on=False)).accepted()
    assert table.window is None or table.window.kind != "run"


@pytest.mark.rule("AN-TURN-10")
def test_a_die_that_no_unit_can_take_any_more_is_set_aside() -> None:
    """The question for an order goes where the referee takes the last die of its side's units."""
    table = givens.drawn(facing(pace="step"))
    table.set(sides={seat: replace(row, bag=1) for seat, row in table.game.sides.items()})
    table.when("referee", ruled("order_die_from_bag", "a-x")).asks("set_aside")
    table.when("referee", ruled("order_die_to_bag", "a-x")).asks("allocation", "red")
