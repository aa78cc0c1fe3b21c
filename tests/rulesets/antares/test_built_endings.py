"""Broken armies, points, the winner; and what the referee may do at any time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.messages import ResultReached
from adjudicator.rulesets.antares.model.messages import (
    ArmyBroken,
    ConcedeGame,
    DeviceStateChanged,
    EndGame,
    EndTurn,
    GameEnded,
    MarkerPlaced,
    ObjectivesScored,
    OverrideRuling,
    PlaceMarker,
    RecordOptionEffect,
    RulingRecorded,
    SetDeviceState,
    SetUnitFlag,
    Spot,
    TurnStarted,
    UnitFlagChanged,
)
from adjudicator.rulesets.antares.rows import Side
from tests.kit import Table
from tests.rulesets.antares import givens
from tests.rulesets.antares.givens import unit

A, B = (10_000, 10_000), (40_000, 10_000)


def ending(
    dice: Any = (), *, sides: tuple[tuple[int, int, int], ...] = ((10, 0, 0), (10, 0, 0)), gone: str = "", **rest: Any
) -> Table:
    """Set two squads up with starting dice, lost dice and points of each side; `gone` is destroyed."""
    changes = {"place": "destroyed", "models": (), "order": "", "dice": 0, "hand": 0}
    rows = [
        ("a-x", givens.plain(), A, changes if gone == "a-x" else {"order": "fire"}),
        ("b-y", givens.plain(), B, changes if gone == "b-y" else {"order": "fire"}),
    ]  # fmt: skip
    table = givens.table(dice, units=rows, **rest)
    made = {
        seat: Side(seat=seat, starting=start, lost=lost, points=points)
        for seat, (start, lost, points) in enumerate(sides)
    }
    return table.set(sides=made)


@pytest.mark.rule("AN-WIN-01")
@pytest.mark.parametrize(("start", "lost", "broken"), [(9, 5, True), (9, 4, False), (10, 5, False), (10, 6, True)])
def test_an_army_breaks_with_more_than_half_of_its_dice(start: int, lost: int, broken: bool) -> None:
    """It is looked for at the end of the turn, and ends nothing by itself."""
    table = ending([1], sides=((start, lost, 0), (10, 0, 0)))
    out = givens.begin(table, "down").then(TurnStarted, turn=2).without(GameEnded)
    assert any(isinstance(event, ArmyBroken) for event in out.events) == broken
    assert table.game.sides[0].broken == broken


@pytest.mark.rule("AN-WIN-05")
def test_a_broken_army_may_end_the_game() -> None:
    """By the option; the other side has won, without points."""
    table = ending(sides=((9, 5, 0), (10, 0, 0)), options={"broken_army_ends_game": True})
    out = givens.begin(table, "down").then(ArmyBroken, GameEnded, ResultReached)
    assert (out.one(GameEnded).reason, out.one(GameEnded).winner) == ("army_broken", 1)


@pytest.mark.rule("AN-WIN-04")
@pytest.mark.parametrize(
    ("sides", "final", "winner"),
    [
        (((10, 6, 12), (10, 0, 8)), (8, 8), 1), (((10, 6, 6), (10, 6, 4)), (6, 4), 0),
        (((10, 0, 3), (10, 0, 3)), (3, 3), None), (((10, 5, 5), (10, 0, 4)), (5, 4), 0),
    ],
)  # fmt: skip
def test_points_of_broken_armies(sides: Any, final: tuple[int, int], winner: int | None) -> None:
    """A broken army cannot win against one that is not, and its points are capped."""
    table = ending(sides=sides, terms={"turns": 1, "scoring": "objectives"})
    event = givens.begin(table, "down").then(GameEnded).one(GameEnded)
    assert (event.final, event.winner, event.reason) == (final, winner, "turn_limit")


def test_lost_dice_score() -> None:
    """A point for each die that the enemy lost."""
    table = ending(sides=((10, 3, 0), (10, 2, 0)), terms={"turns": 1, "scoring": "lost_dice"})
    event = givens.begin(table, "down").then(GameEnded).one(GameEnded)
    assert (event.points, event.winner) == ((2, 3), 1)


def test_objectives_score_for_the_side_that_is_there_alone() -> None:
    """Nearest base within reach; none where both sides are."""
    spots = (Spot(x=10_000, y=13_500 + 6000), Spot(x=40_000, y=10_000 - 3501))
    table = ending(terms={"turns": 1, "scoring": "objectives", "objectives": spots, "reach": 3000})
    givens.begin(table, "down").then(ObjectivesScored, points=(1, 0)).then(GameEnded, winner=0)


def test_an_army_without_units_has_lost() -> None:
    """At the end of the turn."""
    table = ending(gone="a-x", sides=((1, 1, 0), (10, 0, 0)))
    givens.begin(table, "down").then(GameEnded, reason="destroyed", winner=1)


def test_the_referee_may_end_the_game_with_points_of_his_own() -> None:
    """A side may not."""
    table = ending(pace="step").ask("end_turn", "table")
    table.when("red", EndGame()).rejected("AN-WIN-05", "not-over")
    table.when("referee", EndGame(points=(3,))).rejected("AN-WIN-03", "points-of-both")
    table.when("referee", EndGame(points=(3, 5))).then(GameEnded, reason="ruled", winner=1)


def test_a_turn_ends_by_hand_where_nothing_happens_by_itself() -> None:
    """A seat takes the table's step."""
    table = ending(pace="step").ask("turn").ask("end_turn", "table", over=True)
    table.set(step="victory").when("red", EndTurn()).then(TurnStarted, turn=2)


def test_conceding() -> None:
    """The other side has won; a referee has nothing to concede."""
    table = ending().ask("action", "red", about=("a-x",))
    table.when("referee", ConcedeGame()).rejected("AN-WIN-05", "not-a-side")
    table.when("blue", ConcedeGame()).then(GameEnded, reason="conceded", winner=0)


# -- the referee


@pytest.mark.rule("AN-TURN-12")
def test_flags() -> None:
    """They are set and taken away, those of the sheet too; unknown ones are refused."""
    table = ending()
    table.when("red", SetUnitFlag(unit="a-x", flag="fast", on=True)).rejected("AN-TURN-12", "referee-only")
    table.when("referee", SetUnitFlag(unit="a-x", flag="shiny", on=True)).rejected("AN-TURN-12", "no-such-flag")
    table.when("referee", SetUnitFlag(unit="a-x", flag="can_assault", on=False)).then(UnitFlagChanged)
    table.when("referee", SetUnitFlag(unit="a-x", flag="fast", on=True)).accepted()
    flags = next(each for each in table.view("blue").units if each.id == "a-x").flags
    assert flags == ("can_sprint", "down_forces_rerolls", "fast")
    table.when("referee", SetUnitFlag(unit="a-x", flag="can_assault", on=True)).accepted()
    assert unit(table, "a-x").unflagged == ()


@pytest.mark.rule("AN-ACC-27")
def test_device_states() -> None:
    """A device is patched and may lend its sight to its own side; a marker is not."""
    rows = [("a-x", givens.squad(), A), ("b-y", givens.squad(), B)]
    table = givens.table(units=rows, markers=[givens.marker("m1", "blur", at=A)])
    patch = SetDeviceState(device="a-x#1", state="patched", lends_sight_to="a-x")
    table.when("referee", replace(patch, device="m1")).rejected("AN-ACC-27", "not-patchable")
    table.when("referee", replace(patch, state="off")).rejected("AN-ACC-27", "no-such-state")
    table.when("referee", replace(patch, lends_sight_to="b-y")).rejected("AN-ACC-27", "lends-no-sight")
    table.when("referee", replace(patch, state="working")).rejected("AN-ACC-27", "lends-no-sight")
    table.when("referee", patch).then(DeviceStateChanged)
    assert (table.game.devices["a-x#1"].state, table.game.devices["a-x#1"].lends) == ("patched", "a-x")


def test_markers() -> None:
    """They stand at a place or go with a unit, and never get an id again."""
    table = givens.table(units=[("a-x", givens.squad(), A)])
    place = PlaceMarker(sheet="staa_tag", seat=1, unit="a-x")
    table.when("red", place).rejected("AN-ACC-12", "referee-only")
    table.when("referee", replace(place, pose=Pose(1, 1, 0, 0))).rejected("AN-ACC-12", "marker-place")
    table.when("referee", replace(place, seat=4)).rejected("AN-ACC-12", "no-such-side")
    table.when("referee", place).then(MarkerPlaced, marker="m1")
    change = givens.state_change("marker_removed", "m1")
    note = RecordOptionEffect(option="", note="gone", changes=(change,))
    table.when("referee", note).accepted()
    blur = PlaceMarker(sheet="blur", seat=0, unit="", pose=Pose(1, 1, 0, 0))
    table.when("referee", blur).then(MarkerPlaced, marker="m2")


def test_rulings_are_put_on_record() -> None:
    """About a clause of the book, with a reason."""
    table = ending()
    note = OverrideRuling(clause="AN-TERRAIN-16", decision="the hill sees over the wood", reason="agreed before")
    table.when("blue", note).rejected("AN-TERRAIN-16", "referee-only")
    table.when("referee", replace(note, clause="AN-HILL-01")).rejected("AN-TERRAIN-16", "no-such-clause")
    table.when("referee", replace(note, reason=" ")).rejected("AN-TERRAIN-16", "note-needed", "reason")
    table.when("referee", note).exactly(RulingRecorded).cites("AN-TERRAIN-16")


def test_the_referee_moves_dice() -> None:
    """Of a unit, or of a side."""
    table = ending()
    change = givens.state_change("order_die_to_bag", "a-x")
    side = givens.state_change("order_die_to_bag", seat=1, number=2)
    table.when("referee", RecordOptionEffect(option="x", note="ruled", changes=(change, side))).accepted()
    assert (table.game.sides[0].bag, unit(table, "a-x").hand, unit(table, "a-x").order) == (1, 1, "")
    assert table.game.sides[1].bag == 2
