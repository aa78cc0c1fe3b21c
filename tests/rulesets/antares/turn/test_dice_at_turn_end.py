"""AN-TURNEND-10 to -12 and -16: kept dice, dice that go back, and dice that leave the game."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmyBroken,
    DeclareReaction,
    EndTestTaken,
    GameEnded,
    KeepOrder,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieKept,
    OrderDieLost,
    OrderDieReleased,
    ReactionTested,
    RollOffMade,
    ShootingDeclared,
    StepBegun,
    TurnEnded,
    TurnStarted,
    UnitBroken,
    UnitDestroyed,
)
from adjudicator.rulesets.antares.model.rows import Side
from tests.rulesets.antares.fixtures import AMBUSH, DOWN, FIRE, RUNNING, A, B, C, duel, two_sides
from tests.rulesets.antares.sheets import FAST, marker, plain_squad, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    begin_turn_end,
    dice_in_bag,
    events_of,
    make_retained_run,
    move_unit,
    one_event,
    play_on,
    shoot,
    unit_row,
)
from tests.rulesets.antares.turn.fixtures import table_of
from tests.rulesets.antares.turn.steps import resolve_down

ONLY_FAST = ("fast",)


@pytest.mark.rule("AN-TURNEND-10")
def test_a_kept_ambush_fires_at_a_retained_run():
    """Kept at the end of turn 1, it fires in turn 2 before any draw at a retained Run, and throws no die for Init."""
    played = two_sides([], AMBUSH, RUNNING, sheet=troopers(1, "gun"), enemy=troopers(1, "gun", flags=FAST))
    begin_turn_end(played).asks("ambush", "red")
    played.when("red", KeepOrder(unit="a-x", keep=True)).asks("run", "blue")
    out = played.when("blue", KeepOrder(unit="b-y", keep=True)).then(TurnStarted, turn=2)
    out.asks("retained_runs", "blue").without(OrderDieDrawn)
    assert sum(dice_in_bag(played)) == 0
    make_retained_run(played, "b-y")
    move_unit(played, -10_000, unit="b-y", who="blue").asks("reaction", "red")
    shot = DeclareReaction(unit="a-x", reaction="ambush_fire", sprint=False, point=5000, free=False)
    played.when("red", shot).then(ReactionTested, face=0, passed=True).asks("reaction_shot", "red")
    shoot(played.faces(10), target="b-y").then(ShootingDeclared, kind="ambush_fire")


@pytest.mark.rule("AN-TURNEND-10")
@pytest.mark.parametrize(("keep", "order", "inside"), [(True, "ambush", 0), (False, "", 1)])
def test_what_is_not_kept_goes_back_at_step_three(keep, order, inside):
    """A kept Ambush adds no die to the bag; one let go is back after step 2.3."""
    played = two_sides([1], AMBUSH, FIRE)
    begin_turn_end(played).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-x", keep=keep)).then(OrderDiceReturned, dice=(inside, 1))
    assert out.one(OrderDieDrawn).bag == 1 + inside
    assert unit_row(played, "a-x").order == order


@pytest.mark.rule("AN-TURNEND-10")
def test_only_a_die_that_shows_ambush_is_kept_so():
    """A unit on Fire is refused."""
    played = two_sides([], AMBUSH, FIRE, more=[("a-z", troopers(1), C, FIRE)])
    begin_turn_end(played).asks("ambush", "red")
    played.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-10", "not-in-ambush")


@pytest.mark.rule("AN-TURNEND-10")
def test_an_ambush_let_go_returns_with_the_other_dice() -> None:
    """What is let go returns with the other dice, in step 2.3."""
    ambush = {"order": "ambush"}
    table = table_of(
        [8, 2, 1],
        ("a-x", plain_squad(), A, ambush),
        ("a-z", plain_squad(), C, {"order": "fire"}),
        ("b-y", plain_squad(), B, ambush),
    )
    begin_step(table, "down").then(StepBegun, RollOffMade, winner=0).asks("ambush", "red")
    table.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-10", "not-in-ambush")
    table.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDieKept).asks("ambush", "blue")
    out = table.when("blue", KeepOrder(unit="b-y", keep=False)).then(OrderDieReleased)
    out.then(OrderDiceReturned, dice=(1, 1), kept=("a-x",))
    assert [unit_row(table, row).order for row in ("a-x", "a-z", "b-y")] == ["ambush", "", ""]


@pytest.mark.rule("AN-TURNEND-11")
@pytest.mark.ruling("AN-TURNEND-11.2")
def test_a_fast_unit_keeps_its_run():
    """A Fast unit keeps its Run for the next turn; a unit that is not Fast is refused."""
    played = two_sides([], RUNNING, FIRE, sheet=troopers(1, flags=FAST), more=[("a-z", troopers(1), C, RUNNING)])
    begin_turn_end(played).asks("run", "red")
    played.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-11", "not-fast")
    out = played.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDieKept, order="run")
    out.then(OrderDiceReturned, dice=(1, 1), kept=("a-x",)).asks("retained_runs", "red")
    assert unit_row(played, "a-x").retained_run


@pytest.mark.rule("AN-TURNEND-11")
@pytest.mark.ruling("AN-TURNEND-11.2")
def test_units_that_are_not_fast_are_not_asked():
    """Infantry on Run is not asked: its die goes back."""
    begin_turn_end(two_sides([1], RUNNING, FIRE)).then(OrderDiceReturned, dice=(1, 1), kept=()).asks("allocation")


@pytest.mark.rule("AN-TURNEND-11")
def test_a_fast_unit_may_let_its_run_go():
    """A Fast unit that does not keep its die has no order in the next turn."""
    played = two_sides([1], RUNNING, FIRE, sheet=troopers(1, flags=FAST))
    begin_turn_end(played)
    played.when("red", KeepOrder(unit="a-x", keep=False)).then(OrderDiceReturned, dice=(1, 1))
    assert (unit_row(played, "a-x").order, unit_row(played, "a-x").retained_run) == ("", False)


@pytest.mark.rule("AN-TURNEND-11")
def test_a_run_kept_by_a_fast_unit_is_outstanding_next_turn() -> None:
    """The kept Run is outstanding in the next turn."""
    run = {"order": "run"}
    table = table_of(
        [],
        ("a-x", plain_squad(flags=ONLY_FAST), A, run),
        ("a-z", plain_squad(), C, run),
        ("b-y", plain_squad(), B, {"order": "fire"}),
    )
    begin_step(table, "down").asks("run", "red")
    table.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-11", "not-fast")
    out = table.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDiceReturned, dice=(1, 1), kept=("a-x",))
    out.asks("retained_runs", "red")
    assert unit_row(table, "a-x").retained_run


@pytest.mark.rule("AN-TURNEND-12")
def test_every_die_that_is_not_kept_goes_back():
    """Of 7 dice out one is kept Down and one kept Ambush: 5 return, and their units have no order."""
    faces = ["fire", "advance", "rally", "run"]
    more = [
        (f"a-{face}", troopers(1), (14_000 + 4000 * place, 40_000), {"order": face}) for place, face in enumerate(faces)
    ]
    played = two_sides([1], DOWN, FIRE, more=[*more, ("a-z", troopers(1), C, AMBUSH)])
    played.set(sides={0: Side(seat=0, starting_dice=6, aside=1, dice_gained=1), 1: Side(seat=1, starting_dice=1)})
    begin_turn_end(played).asks("down", "red")
    played.when("red", resolve_down()).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-z", keep=True)).then(OrderDiceReturned, kept=("a-x", "a-z"))
    assert out.one(OrderDiceReturned).dice == (5, 1)
    assert out.one(OrderDieDrawn).bag == 6
    assert [unit_row(played, f"a-{face}").order for face in faces] == [""] * 4


@pytest.mark.rule("AN-TURNEND-16")
@pytest.mark.parametrize(
    ("theirs", "sheet", "lost", "from_bag"),
    [
        ({}, troopers(1), 1, 1),
        (FIRE, troopers(1), 1, 0),
        ({"order": "advance", "dice": 2, "unused_dice": 1}, troopers(1, order_dice=2), 2, 1),
    ],
)
@pytest.mark.ruling("AN-TURNEND-16.2")
def test_a_destroyed_unit_takes_its_dice_with_it(theirs, sheet, lost, from_bag):
    """An unordered unit of one die destroyed mid-turn takes it out of the bag; dice on the unit and inside count."""
    played = duel(troopers(1, "gun"), sheet, [3, 10], theirs=theirs)
    inside = dice_in_bag(played)[1]
    shoot(played)
    events = play_on(played)
    gone = one_event(events, OrderDieLost)
    assert events_of(events, UnitDestroyed, unit="b-y")
    assert (gone.dice, gone.from_bag) == (lost, from_bag)
    assert (played.game.sides[1].dice_lost, inside - dice_in_bag(played)[1]) == (lost, from_bag)


@pytest.mark.rule("AN-TURNEND-16")
@pytest.mark.ruling("AN-TURNEND-16.2")
def test_a_broken_unit_takes_its_dice_with_it():
    """A unit that breaks by its pins loses its unused die at once."""
    played = duel(troopers(1, "gun"), troopers(5), [3, 1], theirs={"pins": 7})
    shoot(played)
    events = play_on(played)
    assert events_of(events, UnitBroken, unit="b-y")
    assert (one_event(events, OrderDieLost).from_bag, played.game.sides[1].dice_lost, dice_in_bag(played)[1]) == (
        1,
        1,
        0,
    )


@pytest.mark.rule("AN-TURNEND-16")
def test_the_turn_closes_with_the_checks_and_the_next_begins():
    """After the tests armies and scenario are checked, and then the next turn starts."""
    played = two_sides([3, 1], FIRE, FIRE, markers=[marker("m1", "munition", at=(20_000, 20_000))])
    played.set(sides={0: Side(seat=0, starting_dice=9, dice_lost=5), 1: Side(seat=1, starting_dice=9)})
    begin_turn_end(played).then(EndTestTaken, StepBegun, step="victory").then(ArmyBroken, seat=0)
    played.last.then(ArmyBroken, TurnStarted, turn=2).without(GameEnded)
    assert played.last.one(TurnEnded).lost == (5, 0)


@pytest.mark.rule("AN-TURNEND-16")
def test_the_last_turn_ends_the_game():
    """With the turns of the scenario over the game ends, and no turn begins."""
    out = (
        begin_turn_end(two_sides([], FIRE, FIRE, terms={"turns": 1}))
        .then(GameEnded, reason="turn_limit")
        .without(TurnStarted)
    )
    assert out.table.game.end_reason == "turn_limit"
    assert unit_row(out.table, "a-x").place == "table"
