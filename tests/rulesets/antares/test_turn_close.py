"""AN-TURNEND-13 to AN-TURNEND-16: contested dice, the tests of munitions and options, and dice that leave the game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    ArmyBroken,
    ContestDie,
    ContestedDieResolved,
    DieContested,
    EndTestTaken,
    GameEnded,
    MarkerRemoved,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieLost,
    OrderDieSetAside,
    PlayArmyOption,
    ResolveContestedDie,
    RollOffMade,
    StepBegun,
    TurnEnded,
    TurnStarted,
    UnitBroken,
    UnitDestroyed,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Contest, Side
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import device_sheet, drawn, end_test, marker, new_turn, unit
from tests.rulesets.antares.said_fights import duel, men, of, one, shoot, through
from tests.rulesets.antares.said_turns import FIRE, bag, give, having, refused, sides, turn_end

HIGH = end_test("at_least", 7)
LOW = end_test("at_most", 5, "stay", "remove")


# -- AN-TURNEND-13


def contested(faces: Any, effect: str = "custody", *, held: bool = False, **rest: Any) -> tuple[Table, Outcome]:
    """Let the end of the turn resolve a contested die of B, with one unit on Fire on each side."""
    played = sides(faces, FIRE, FIRE, options={"subverter_claim_effect": effect}, **rest)
    played.set(contests=(Contest(owner=1, contester=0, held=held),))
    return played, turn_end(played)


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(
    ("faces", "claimed", "inside"), [((8, 5), True, (1, 0)), ((2, 9), False, (1, 1)), ((4, 4, 8, 5), True, (1, 0))]
)
def test_a_roll_off_decides_about_a_contested_die(faces, claimed, inside):
    """A 8, B 5: A claims the die and B's share is 1 lower in the next turn; A 2, B 9: it goes back to B's share."""
    played, out = contested([*faces, 1])
    out.then(ContestedDieResolved, owner=1, contester=0, faces=faces, claimed=claimed).then(TurnStarted, turn=2)
    assert out.one(OrderDieDrawn).bag == sum(inside)
    assert bag(played) == (inside[0] - 1, inside[1])
    assert played.game.sides[1].lost == 0


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(("faces", "inside", "left"), [((8, 5), (1, 0), 1), ((2, 9), (1, 1), 0)])
def test_a_die_in_custody_is_contested_again_at_the_next_turn_end(faces, inside, left):
    """In custody it stays with the contester until the next roll-off; won by its owner it is back in the bag."""
    played, out = contested([*faces, 1], held=True)
    assert out.one(OrderDiceReturned).dice == (1, 0)
    assert out.one(OrderDieDrawn).bag == sum(inside)
    assert len(played.game.contests) == left


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(
    ("effect", "inside", "again"), [("custody", (1, 0), 1), ("permanent", (1, 0), 0), ("gain_die", (2, 0), 0)]
)
def test_what_claiming_means_is_an_option(effect, inside, again):
    """In custody it is contested again, for good it is not, and gained it lies in the bag of the contester."""
    assert DEFAULTS.subverter_claim_effect == "custody"
    played, out = contested([8, 5, 1], effect)
    out.then(ContestedDieResolved, claimed=True, effect=effect)
    assert out.one(OrderDieDrawn).bag == sum(inside)
    assert len(played.game.contests) == again


@pytest.mark.rule("AN-TURNEND-13", "AN-TURN-10")
def test_a_gained_die_finds_no_unit_and_is_set_aside():
    """A has one unit and two dice in the next turn: the second is set aside, and comes back at its end."""
    played, _ = contested([8, 5, 1], "gain_die")
    assert bag(played) == (1, 0)
    out = give(played.faces(1, 1), "rally").then(OrderDieDrawn, OrderDieSetAside, seat=0)
    out.then(OrderDiceReturned, dice=(2, 0)).then(TurnStarted, turn=3)
    assert played.game.sides[1].lost == 0


@pytest.mark.rule("AN-TURNEND-13")
def test_each_contested_die_has_its_own_roll_off():
    """Two contested dice, one of each side, are rolled off for one after the other."""
    played = sides([8, 5, 9, 2, 1], FIRE, FIRE)
    played.set(contests=(Contest(owner=1, contester=0), Contest(owner=0, contester=1)))
    out = turn_end(played)
    assert [(each.owner, each.claimed) for each in of(out.events, ContestedDieResolved)] == [(1, True), (0, False)]


@pytest.mark.rule("AN-TURNEND-13")
def test_a_die_becomes_contested_by_data_or_by_the_referee():
    """The referee contests a die of B for A; a side may not, nor may a side contest its own."""
    played = sides([8, 5, 1], FIRE, FIRE)
    played.when("red", ContestDie(owner=1, contester=0)).rejected("AN-TURNEND-13", "referee-only")
    played.when("referee", ContestDie(owner=0, contester=0)).rejected("AN-TURNEND-13", "contest-sides")
    played.when("referee", ContestDie(owner=1, contester=0)).then(DieContested, owner=1, contester=0)
    turn_end(played).then(ContestedDieResolved, claimed=True)


@pytest.mark.rule("AN-TURNEND-13")
def test_without_contested_dice_nothing_is_rolled():
    """No die is thrown at the end of a turn in which none is contested but the next draw."""
    out = turn_end(sides([1], FIRE, FIRE)).without(ContestedDieResolved, RollOffMade)
    assert [roll.why for roll in out.rolls] == ["order-die"]


@pytest.mark.rule("AN-TURNEND-13")
def test_the_roll_off_is_not_taken_before_its_step():
    """During orders it is refused."""
    played = drawn(sides([]))
    refused(played.when("referee", ResolveContestedDie()), "AN-TURN-08")


# -- AN-TURNEND-14


def lingering(faces: Any, test: Any, **rest: Any) -> Outcome:
    """Let a marker with this test lie on the table at the end of the turn."""
    sheet = device_sheet("munition", "haze", end_test=test)
    marks = [marker("m1", "haze", at=(20_000, 20_000))]
    return turn_end(sides(faces, FIRE, FIRE, markers=marks, device_sheets=[sheet], **rest))


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.parametrize(("face", "gone"), [(7, True), (10, True), (3, False), (6, False)])
def test_a_munition_takes_its_test(face, gone):
    """With D10 of 7 or more it is removed: a 7 takes it away, a 3 leaves it."""
    out = lingering([face, 1], HIGH).then(EndTestTaken, subject="m1", face=face, removed=gone)
    assert bool(of(out.events, MarkerRemoved, marker="m1", cause="end_test")) is gone
    assert ("m1" in out.table.game.devices) is not gone


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.parametrize(
    ("test", "face", "removed"),
    [
        (end_test("at_most", 2, sides=6), 2, True), (end_test("at_most", 2, sides=6), 3, False),
        (end_test("at_least", 5, "stay", "remove", sides=6), 5, False),
        (end_test("at_least", 5, "stay", "remove", sides=6), 4, True),
    ],
)  # fmt: skip
def test_die_threshold_and_consequence_are_data(test, face, removed):
    """A D6, a comparison the other way and a success that keeps come from the munition."""
    out = lingering([face, 1], test).then(EndTestTaken, removed=removed)
    assert [roll.sides for roll in out.rolls if roll.why == "end-test"] == [6]


@pytest.mark.rule("AN-TURNEND-14")
def test_a_munition_without_a_test_takes_none():
    """No die is thrown for a marker whose data have no test."""
    out = lingering([1], None).without(EndTestTaken, MarkerRemoved)
    assert [roll.why for roll in out.rolls] == ["order-die"]


# -- AN-TURNEND-15


@pytest.mark.rule("AN-TURNEND-15")
@pytest.mark.parametrize(("face", "gone"), [(6, True), (5, False)])
def test_an_option_takes_its_test(face, gone):
    """With D10 of 5 or less it is kept: a 6 ends it, a 5 does not."""
    played = sides([face, 1], FIRE, FIRE, owns=[_played("haze", LOW)])
    out = turn_end(played).then(EndTestTaken, subject="a-haze", face=face, removed=gone)
    assert played.game.owned["a-haze"].played is not gone
    assert out.one(TurnEnded).turn == 1


def _played(id: str, test: Any) -> Any:
    """Make the row of an option in force that has this test."""
    return replace(having(id, end_test=test), played=True, left=0)


@pytest.mark.rule("AN-TURNEND-15")
@pytest.mark.parametrize("in_force", [True, False])
def test_no_test_in_the_data_and_no_play_mean_no_roll(in_force):
    """An option in force without a test, and one with a test that was not played, throw nothing."""
    row = _played("haze", None) if in_force else having("haze", end_test=LOW, moments=("dice_draw",), uses=0)
    out = turn_end(sides([1], FIRE, FIRE, owns=[row])).without(EndTestTaken)
    assert [roll.why for roll in out.rolls] == ["order-die"]


@pytest.mark.rule("AN-TURNEND-15")
@pytest.mark.parametrize(("face", "again"), [(6, False), (5, True)])
def test_an_option_that_was_played_is_tested_every_turn_until_it_ends(face, again):
    """Played at the start of a turn it is tested at its end, and at the end of the next only if it was kept."""
    played = sides([face], {"hand": 0, **FIRE}, {"hand": 0, **FIRE}, owns=[having("haze", end_test=LOW)])
    new_turn(played, 1).asks("start_options", "red")
    played.faces(1)
    played.when("red", PlayArmyOption(option="a-haze", unit="")).then(EndTestTaken, subject="a-haze", removed=not again)
    assert played.game.owned["a-haze"].played is again


@pytest.mark.rule("AN-TURNEND-15")
def test_options_come_after_munitions():
    """The marker of the second side is tested before the option of the first."""
    marks = [marker("m1", "munition", 1, at=(20_000, 20_000))]
    out = turn_end(sides([3, 5, 1], FIRE, FIRE, markers=marks, owns=[_played("haze", LOW)]))
    assert [each.subject for each in of(out.events, EndTestTaken)] == ["m1", "a-haze"]


# -- AN-TURNEND-16


@pytest.mark.rule("AN-TURNEND-16")
@pytest.mark.parametrize(
    ("theirs", "sheet", "lost", "from_bag"),
    [
        ({}, men(1), 1, 1), (FIRE, men(1), 1, 0),
        ({"order": "advance", "dice": 2, "hand": 1}, men(1, order_dice=2), 2, 1),
    ],
)  # fmt: skip
def test_a_destroyed_unit_takes_its_dice_with_it(theirs, sheet, lost, from_bag):
    """An unordered unit of one die destroyed mid-turn takes it out of the bag; dice on the unit and inside count."""
    played = duel(men(1, "gun"), sheet, [3, 10], theirs=theirs)
    inside = bag(played)[1]
    shoot(played)
    events = through(played)
    gone = one(events, OrderDieLost)
    assert of(events, UnitDestroyed, unit="b-y")
    assert (gone.dice, gone.from_bag) == (lost, from_bag)
    assert (played.game.sides[1].lost, inside - bag(played)[1]) == (lost, from_bag)


@pytest.mark.rule("AN-TURNEND-16")
def test_a_broken_unit_takes_its_dice_with_it():
    """A unit that breaks by its pins loses its unused die at once."""
    played = duel(men(1, "gun"), men(5), [3, 1], theirs={"pins": 7})
    shoot(played)
    events = through(played)
    assert of(events, UnitBroken, unit="b-y")
    assert (one(events, OrderDieLost).from_bag, played.game.sides[1].lost, bag(played)[1]) == (1, 1, 0)


@pytest.mark.rule("AN-TURNEND-16")
def test_the_turn_closes_with_the_checks_and_the_next_begins():
    """After the tests armies and scenario are checked, and then the next turn starts."""
    played = sides([3, 1], FIRE, FIRE, markers=[marker("m1", "munition", at=(20_000, 20_000))])
    played.set(sides={0: Side(seat=0, starting=9, lost=5), 1: Side(seat=1, starting=9)})
    turn_end(played).then(EndTestTaken, StepBegun, step="victory").then(ArmyBroken, seat=0)
    played.last.then(ArmyBroken, TurnStarted, turn=2).without(GameEnded)
    assert played.last.one(TurnEnded).lost == (5, 0)


@pytest.mark.rule("AN-TURNEND-16")
def test_the_last_turn_ends_the_game():
    """With the turns of the scenario over the game ends, and no turn begins."""
    out = turn_end(sides([], FIRE, FIRE, terms={"turns": 1})).then(GameEnded, reason="turn_limit").without(TurnStarted)
    assert out.table.game.ended == "turn_limit"
    assert unit(out.table, "a-x").place == "table"
