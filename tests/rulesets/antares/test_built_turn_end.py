"""The end of a turn: Down units, kept dice, contested dice and end tests."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.downs import go_down
from adjudicator.rulesets.antares.model.messages import (
    ContestDie,
    ContestedDieResolved,
    DieContested,
    EndTestTaken,
    GiveOrder,
    KeepOrder,
    MarkerRemoved,
    OrderDiceReturned,
    OrderDieKept,
    OrderDieReleased,
    OrderDieTaken,
    PinsAdded,
    PinsRemoved,
    RecoveryTested,
    ResolveDown,
    RollOffMade,
    StepBegun,
    TurnEnded,
    TurnStarted,
    UnitWentDown,
)
from adjudicator.rulesets.antares.rows import Contest, Side
from tests.kit import Table
from tests.rulesets.antares import givens
from tests.rulesets.antares.givens import unit

A, B, C, D = (10_000, 10_000), (40_000, 10_000), (10_000, 30_000), (40_000, 30_000)
DOWN = {"order": "down"}
FAST = ("fast",)


def table_of(dice: Any, *units: Any, **rest: Any) -> Table:
    """Set units up whose dice are all used."""
    return givens.table(dice, units=units, **rest)


def down(name: str, *, recover: bool = False) -> ResolveDown:
    return ResolveDown(unit=name, recover=recover)


@pytest.mark.rule("AN-TURN-14")
def test_down_units_are_resolved_in_turn() -> None:
    """The winner of the roll-off begins, and a side with nothing left is skipped."""
    table = table_of(
        [3, 9, 1], ("a-x", givens.plain(), A, DOWN), ("a-z", givens.plain(), C, DOWN), ("b-y", givens.plain(), B, DOWN),
        ("b-z", givens.plain(), D, {"order": "fire"}),
    )  # fmt: skip
    givens.begin(table, "down").then(RollOffMade, winner=1, faces=(3, 9)).asks("down", "blue")
    table.when("blue", down("a-x")).rejected("AN-TURNEND-02", "wrong-side")
    table.when("blue", down("b-y")).then(OrderDieKept).asks("down", "red")
    table.when("red", down("a-z")).asks("down", "red")
    table.when("red", down("a-z")).rejected("AN-TURNEND-02", "already-resolved")
    table.when("red", down("a-x")).then(OrderDiceReturned, kept=("a-x", "a-z", "b-y"), dice=(0, 1))


@pytest.mark.rule("AN-TURNEND-03")
def test_keeping_the_die_sheds_a_pin() -> None:
    """The unit stays Down and the die does not go back; it gets no order in the next turn."""
    fire = ("b-y", givens.plain(), B, {"order": "fire"})
    table = table_of([1], ("a-x", givens.plain(), A, {**DOWN, "pins": 4}), fire)
    out = givens.begin(table, "down").asks("down", "red").table.when("red", down("a-x"))
    out.then(PinsRemoved, pins=1, cause="down").then(OrderDiceReturned, dice=(0, 1), kept=("a-x",))
    out.then(TurnEnded, TurnStarted, turn=2).asks("allocation", "blue")
    assert (unit(table, "a-x").order, unit(table, "a-x").hand, unit(table, "a-x").kept) == ("down", 0, True)
    givens.drawn(table, 0)
    table.when("red", GiveOrder(unit="a-x", order="fire")).rejected("AN-TURNEND-09", "has-order")


@pytest.mark.rule("AN-TURNEND-06")
@pytest.mark.parametrize(("face", "left", "passed"), [(1, 3, True), (8, 4, True), (9, 4, False), (10, 5, False)])
def test_bands_of_the_recovery_test(face: int, left: int, passed: bool) -> None:
    """A 1 sheds 2 pins, other results 1 and a 10 none; a pass returns the die."""
    rows = [("a-x", givens.plain(), A, {**DOWN, "pins": 5}), ("a-z", givens.plain(), C, DOWN)]
    table = table_of([face], *rows, ("b-y", givens.plain(), B, {"order": "fire"}))
    givens.begin(table, "down")
    out = table.when("red", down("a-x", recover=True)).then(RecoveryTested, face=face, passed=passed)
    out.then(OrderDieReleased if passed else OrderDieKept).asks("down", "red")
    assert out.one(RecoveryTested).needed.total == 8
    assert (unit(table, "a-x").pins, unit(table, "a-x").order) == (left, "" if passed else "down")
    assert table.game.sides[0].bag == int(passed)


def test_recovery_with_pins_by_the_option() -> None:
    """The option subtracts pins."""
    rows = [("a-x", givens.plain(), A, {**DOWN, "pins": 5}), ("a-z", givens.plain(), C, DOWN)]
    table = table_of([4], *rows, ("b-y", givens.plain(), B), options={"recovery_uses_pins": True})
    givens.begin(table, "down")
    out = table.when("red", down("a-x", recover=True)).then(RecoveryTested, passed=False)
    assert out.one(RecoveryTested).needed.total == 3


def test_a_unit_without_co_keeps_its_die() -> None:
    """It can not test."""
    table = table_of([1], ("a-p", givens.probe(), A, DOWN), ("b-y", givens.plain(), B, {"order": "fire"}))
    givens.begin(table, "down")
    table.when("red", down("a-p", recover=True)).rejected("AN-TURNEND-04", "no-command")
    table.when("red", down("a-p")).then(OrderDieKept)


@pytest.mark.rule("AN-TURNEND-10")
def test_ambush_may_be_kept() -> None:
    """What is let go returns with the other dice, in step 2.3."""
    ambush = {"order": "ambush"}
    table = table_of(
        [8, 2, 1], ("a-x", givens.plain(), A, ambush), ("a-z", givens.plain(), C, {"order": "fire"}),
        ("b-y", givens.plain(), B, ambush),
    )  # fmt: skip
    givens.begin(table, "down").then(StepBegun, RollOffMade, winner=0).asks("ambush", "red")
    table.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-10", "not-in-ambush")
    table.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDieKept).asks("ambush", "blue")
    out = table.when("blue", KeepOrder(unit="b-y", keep=False)).then(OrderDieReleased)
    out.then(OrderDiceReturned, dice=(1, 1), kept=("a-x",))
    assert [unit(table, each).order for each in ("a-x", "a-z", "b-y")] == ["ambush", "", ""]


@pytest.mark.rule("AN-TURNEND-11")
def test_only_fast_units_keep_run() -> None:
    """The kept Run is outstanding in the next turn."""
    run = {"order": "run"}
    table = table_of(
        [], ("a-x", givens.plain(flags=FAST), A, run), ("a-z", givens.plain(), C, run),
        ("b-y", givens.plain(), B, {"order": "fire"}),
    )  # fmt: skip
    givens.begin(table, "down").asks("run", "red")
    table.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-11", "not-fast")
    out = table.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDiceReturned, dice=(1, 1), kept=("a-x",))
    out.asks("retained_runs", "red")
    assert unit(table, "a-x").retained


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(
    ("effect", "faces", "bags"),
    [
        ("custody", (8, 5), (1, 0)), ("custody", (2, 9), (1, 1)), ("permanent", (8, 5), (1, 0)),
        ("gain_die", (8, 5), (2, 0)),
    ],
)  # fmt: skip
def test_contested_dice(effect: str, faces: tuple[int, int], bags: tuple[int, int]) -> None:
    """The winner claims the die: into custody, for good, or for its own bag; its owner takes it back."""
    fire = {"order": "fire"}
    table = table_of(
        [*faces, 1], ("a-x", givens.plain(), A, fire), ("b-y", givens.plain(), B, fire),
        options={"subverter_claim_effect": effect},
    )  # fmt: skip
    table.when("red", ContestDie(owner=1, contester=0)).rejected("AN-TURNEND-13", "referee-only")
    table.when("referee", ContestDie(owner=1, contester=1)).rejected("AN-TURNEND-13", "contest-sides")
    table.when("referee", ContestDie(owner=1, contester=0)).then(DieContested)
    claimed = faces[0] > faces[1]
    out = givens.begin(table, "down").then(ContestedDieResolved, claimed=claimed, faces=faces)
    out.then(TurnStarted, turn=2).asks("allocation", "red")
    assert tuple(table.game.sides[seat].bag for seat in (0, 1)) == (bags[0] - 1, bags[1])
    assert len(table.game.contests) == (effect == "custody" and claimed)


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(("faces", "bag", "held"), [((8, 5), 0, 1), ((2, 9), 1, 0)])
def test_a_die_in_custody_is_contested_again(faces: tuple[int, int], bag: int, held: int) -> None:
    """Its owner wins it back, or it stays where it is; ties are thrown again."""
    fire = {"order": "fire"}
    table = table_of([6, 6, *faces, 1], ("a-x", givens.plain(), A, fire), ("b-y", givens.plain(), B, fire))
    table.set(contests=(Contest(owner=1, contester=0, held=True),))
    givens.begin(table, "down").then(OrderDiceReturned, dice=(1, 0)).then(ContestedDieResolved)
    assert table.game.sides[1].bag == bag
    assert len(table.game.contests) == held


def test_a_working_subverter_contests_a_die() -> None:
    """One die for each, every turn; a patched one does nothing."""
    fire = {"order": "fire"}
    sheet = givens.plain(devices=("subverter", "subverter"))
    rows = [("b-y", givens.plain(), B, fire), ("b-z", givens.plain(), D, fire)]
    table = table_of([8, 5, 1], ("a-x", sheet, A, fire), *rows)
    table.put("devices", replace(table.game.devices["a-x#2"], state="patched"))
    out = givens.begin(table, "down").then(DieContested, owner=1).then(ContestedDieResolved, effect="custody")
    assert len([event for event in out.events if isinstance(event, DieContested)]) == 1
    assert table.game.sides[1].bag == 1


@pytest.mark.rule("AN-ORDER-27")
def test_a_unit_that_is_down_without_a_die_gets_one_back() -> None:
    """If it stays Down, one of the dice that its side gets back is placed on it."""
    lying = {**DOWN, "dieless": True, "hand": 1}
    rows = [("b-y", givens.plain(), B, lying), ("b-z", givens.plain(), D, {"order": "fire"})]
    table = table_of([2, 9, 1], ("a-x", givens.plain(), A, {"order": "fire"}), *rows)
    held = (Contest(owner=1, contester=0, held=True),)
    table.set(contests=held, sides={**table.game.sides, 1: Side(seat=1, starting=2)})
    givens.begin(table, "down").asks("down", "blue")
    table.when("blue", down("b-y")).then(OrderDiceReturned, dice=(1, 0), kept=("b-y",))
    assert (unit(table, "b-y").dieless, unit(table, "b-y").hand) == (False, 0)


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.parametrize(("face", "gone"), [(7, True), (6, False)])
def test_munitions_and_options_take_their_tests(face: int, gone: bool) -> None:
    """Munitions first, then options; die, number and what follows are data."""
    fire = {"order": "fire"}
    haze = givens.army_option("haze", end_test=givens.end_test("at_most", 5, "stay", "remove"))
    table = table_of(
        [face, 6, 1], ("a-x", givens.plain(), A, fire), ("b-y", givens.plain(), B, fire),
        markers=(givens.marker("m1", "munition", 1, at=(5000, 5000)),), owns=(givens.owned(haze, played=True, left=0),),
    )  # fmt: skip
    out = givens.begin(table, "down").then(EndTestTaken, subject="m1", face=face, removed=gone)
    out.then(EndTestTaken, subject="a-haze", success=False, removed=True)
    assert any(isinstance(event, MarkerRemoved) for event in out.events) == gone
    assert not table.game.owned["a-haze"].played


# -- going Down (called by other chapters)


class Recorder:
    """A ruling that only records."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.events: list[Any] = []

    def record(self, event: Any, *clauses: str) -> None:
        assert clauses
        givens.rules().reducers[type(event)](self.game, event)
        self.events.append(event)


@pytest.mark.rule("AN-ORDER-26")
@pytest.mark.parametrize(
    ("row", "cause", "kinds", "die"),
    [
        ({"order": "fire"}, "damage", (UnitWentDown,), "turned"),
        ({}, "break_test", (OrderDieTaken, UnitWentDown), "from_bag"),
        ({"dice": 2, "order": "advance", "hand": 1}, "reaction", (OrderDieTaken, UnitWentDown), "from_bag"),
        ({"order": "ambush"}, "reaction", (UnitWentDown,), "turned"),
        (DOWN, "damage", (UnitWentDown,), "kept"),
        (DOWN, "break_test", (UnitWentDown, PinsAdded), "kept"),
        ({"dice": 2, "order": "down", "hand": 1}, "break_test", (OrderDieTaken, UnitWentDown), "from_bag"),
    ],
)
def test_how_a_unit_goes_down(row: dict[str, Any], cause: str, kinds: tuple[type, ...], die: str) -> None:
    """Its die is turned, or comes out of the bag; one that is Down takes a pin or uses another die up."""
    table = table_of([], ("a-x", givens.plain(order_dice=row.get("dice", 1)), A, row))
    ruling: Any = Recorder(table.game)
    go_down(ruling, "a-x", cause, "AN-ORDER-26")
    assert tuple(type(event) for event in ruling.events) == kinds
    assert next(event.die for event in ruling.events if isinstance(event, UnitWentDown)) == die
    assert unit(table, "a-x").order == "down"


def test_a_unit_may_be_down_without_a_die() -> None:
    """Its side has none left in the bag."""
    table = table_of([], ("a-x", givens.plain(), A))
    table.set(sides={0: Side(seat=0, starting=1), 1: Side(seat=1)})
    ruling: Any = Recorder(table.game)
    go_down(ruling, "a-x", "break_test", "AN-BREAK-14")
    assert unit(table, "a-x").dieless
