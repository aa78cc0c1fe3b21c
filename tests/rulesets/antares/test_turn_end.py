"""AN-TURNEND: Down units, kept dice, contested dice and the tests at the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ContestedDieResolved,
    DeclareReaction,
    DieRerolled,
    EndAction,
    EndTestTaken,
    KeepOrder,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieKept,
    OrderDieReleased,
    PinsRemoved,
    ReactionsAsked,
    ReactionTested,
    RecoveryTested,
    ResolveDown,
    RollOffMade,
    ShootingDeclared,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Contest, Side
from tests.kit import Table
from tests.rulesets.antares.givens import drawn, marker, unit
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    DOWN,
    asked,
    duel,
    go,
    men,
    of,
    shoot,
    through,
)
from tests.rulesets.antares.said_turns import (
    FAST,
    FIRE,
    C,
    D,
    bag,
    give,
    refused,
    run_again,
    sides,
    turn_end,
)

RUN = {"order": "run"}


def recover(name: str = "a-x", *, test: bool = True) -> ResolveDown:
    """Take the recovery test of a unit, or keep its die."""
    return ResolveDown(unit=name, recover=test)


def lying(faces: Any, pins: int, **rest: Any) -> Table:
    """Let "a-x" and "a-z" be Down at step 2.1, the first with pins; "b-y" is on Fire."""
    played = sides(faces, {**DOWN, "pins": pins}, FIRE, more=[("a-z", men(1), C, DOWN)], **rest)
    turn_end(played).asks("down", "red")
    return played


def state(played: Table, name: str = "a-x") -> tuple[int, str, int]:
    """Give pins, order and unused dice of a unit."""
    found = unit(played, name)
    return found.pins, found.order, found.hand


# -- AN-TURNEND-01


@pytest.mark.rule("AN-TURNEND-01")
def test_a_step_that_is_over_stays_closed():
    """When the Run dice are asked about, a Down unit can no longer answer."""
    played = sides([], DOWN, FIRE, more=[("a-f", men(1, flags=FAST), C, RUN)])
    turn_end(played).asks("down", "red")
    played.when("red", recover(test=False)).asks("run", "red")
    refused(played.when("red", recover()), "AN-TURNEND-11")
    assert state(played)[1] == "down"


@pytest.mark.rule("AN-TURNEND-01")
def test_the_steps_come_in_order():
    """Down, Ambush, Run, contested dice and tests follow one another, and each asks its units."""
    more = [("a-z", men(1), C, AMBUSH), ("b-w", men(1, flags=FAST), D, RUN)]
    played = sides([5, 2, 9], DOWN, FIRE, more=more, markers=[marker("m1", "munition", at=(5000, 5000))])
    played.set(contests=(Contest(owner=1, contester=0),))
    asked_for = [asked(turn_end(played).table)]
    played.when("red", recover(test=False))
    asked_for.append(asked(played))
    played.when("red", KeepOrder(unit="a-z", keep=True))
    asked_for.append(asked(played))
    assert asked_for == ["down", "ambush", "run"]
    out = played.when("blue", KeepOrder(unit="b-w", keep=True))
    out.then(OrderDiceReturned, ContestedDieResolved, EndTestTaken, TurnEnded, TurnStarted)
    begun = [each.step for each in of(out.events, StepBegun)]
    assert begun[: begun.index("victory") + 1] == ["contested", "end_tests", "victory"]


@pytest.mark.rule("AN-TURNEND-01")
def test_the_sides_alternate_from_the_winner_on():
    """2 and 2 Down units: winner, other, winner, other."""
    more = [("a-z", men(1), C, DOWN), ("b-w", men(1), D, DOWN)]
    played = sides([2, 7, 2, 7], DOWN, DOWN, more=more)
    turn_end(played).then(RollOffMade, winner=1)
    order: list[int] = []
    for _ in range(4):
        seat = played.window.asks[0]
        name = {1: ["b-y", "b-w"], 0: ["a-x", "a-z"]}[seat][order.count(seat)]
        order.append(seat)
        played.when(seat, recover(name, test=False)).accepted()
    assert order == [1, 0, 1, 0]


@pytest.mark.rule("AN-TURNEND-01")
def test_turn_end_waits_for_the_last_action():
    """While an action is in progress no Down unit is asked."""
    played = drawn(sides([], None, {**DOWN, "hand": 0, "kept": True}))
    give(played, "fire").asks("action", "red")
    refused(played.when("blue", recover("b-y")), "AN-TURN-13")


# -- AN-TURNEND-02 to AN-TURNEND-04


@pytest.mark.rule("AN-TURNEND-02")
@pytest.mark.parametrize("first", [False, True])
def test_a_down_unit_answers_once(first):
    """Who keeps the die may not take the test as well, nor the other way round."""
    played = lying([10] if first else [], 3)
    played.when("red", recover(test=first)).asks("down", "red")
    played.when("red", recover(test=not first)).rejected("AN-TURNEND-02", "already-resolved")


@pytest.mark.rule("AN-TURNEND-02")
def test_every_down_unit_is_asked_and_only_those():
    """The step asks until each Down unit has answered; a unit that is not Down is refused."""
    played = sides([1], DOWN, FIRE, more=[("a-z", men(1), C, DOWN), ("a-u", men(1), (10_000, 40_000), FIRE)])
    turn_end(played).asks("down", "red")
    played.when("red", recover("a-u")).rejected("AN-TURNEND-02", "not-down")
    played.when("red", recover("a-z", test=False)).asks("down", "red")
    played.when("red", recover("a-x", test=False)).then(StepBegun, step="ambush")


@pytest.mark.rule("AN-TURNEND-03")
@pytest.mark.parametrize(("pins", "left"), [(4, 3), (1, 0), (0, 0)])
def test_keeping_the_die_sheds_a_pin(pins, left):
    """Down with 4 pins becomes Down with 3 without a roll, and the die does not go back."""
    played = lying([], pins)
    out = played.when("red", recover(test=False)).then(OrderDieKept, order="down").without(RecoveryTested)
    assert out.rolls == ()
    assert state(played) == (left, "down", 0)
    assert bag(played)[0] == 0


@pytest.mark.rule("AN-TURNEND-04")
@pytest.mark.parametrize(("uses", "needed", "passed"), [(False, 8, True), (True, 3, False)])
def test_recovery_is_tested_on_full_co(uses, needed, passed):
    """Co 8 with 5 pins recovers at 8, and an 8 passes; by the option it is 3."""
    played = lying([8], 5, options={"recovery_uses_pins": uses})
    out = played.when("red", recover()).then(RecoveryTested, face=8, passed=passed)
    assert out.one(RecoveryTested).needed.total == needed
    assert DEFAULTS.recovery_uses_pins is False


# -- AN-TURNEND-05 to AN-TURNEND-08


@pytest.mark.rule("AN-TURNEND-05")
def test_recovery_of_one():
    """5 pins and a 1: 3 pins, the die is in the bag and the unit is not Down."""
    played = lying([1], 5)
    played.when("red", recover()).then(RecoveryTested, passed=True).then(PinsRemoved, pins=2, cause="recovery")
    assert (state(played), bag(played)[0]) == ((3, "", 1), 1)


@pytest.mark.rule("AN-TURNEND-06")
@pytest.mark.parametrize("face", [2, 7, 8])
def test_recovery_passed(face):
    """Co 8, 5 pins and a 7: 4 pins, the die is in the bag."""
    played = lying([face], 5)
    played.when("red", recover()).then(RecoveryTested, passed=True).then(OrderDieReleased)
    assert (state(played), bag(played)[0]) == ((4, "", 1), 1)


@pytest.mark.rule("AN-TURNEND-07")
def test_recovery_failed():
    """Co 8, 5 pins and a 9: 4 pins, still Down with its die."""
    played = lying([9], 5)
    played.when("red", recover()).then(RecoveryTested, passed=False).without(OrderDieReleased)
    assert (state(played), bag(played)[0]) == ((4, "down", 0), 0)


@pytest.mark.rule("AN-TURNEND-08")
def test_recovery_of_ten():
    """Co 8, 5 pins and a 10: 5 pins, still Down."""
    played = lying([10], 5)
    played.when("red", recover()).then(RecoveryTested, passed=False).without(PinsRemoved)
    assert (state(played), bag(played)[0]) == ((5, "down", 0), 0)


@pytest.mark.rule("AN-TURNEND-05", "AN-TURNEND-06", "AN-TURNEND-07")
@pytest.mark.parametrize(("face", "order"), [(1, ""), (7, ""), (9, "down")])
def test_recovery_does_not_go_below_no_pins(face, order):
    """A unit without pins recovers, or does not, and keeps 0."""
    played = lying([face], 0)
    played.when("red", recover()).accepted()
    assert state(played)[:2] == (0, order)


# -- AN-TURNEND-09


def next_turn(dice: Any = (), **rest: Any) -> Table:
    """Let "a-x" keep its Down die into turn 2."""
    played = sides(dice, {**DOWN, "pins": 1}, FIRE, **rest)
    turn_end(played).asks("down", "red")
    played.when("red", recover(test=False)).then(TurnStarted, turn=2)
    return played


@pytest.mark.rule("AN-TURNEND-09")
def test_a_kept_down_die_gives_no_order():
    """An order to the unit in the next turn is refused: it has one already."""
    played = next_turn([1])
    assert bag(played)[0] == 0
    drawn(played, 0)
    give(played, "fire").rejected("AN-TURNEND-09", "has-order")
    assert state(played)[1] == "down"


@pytest.mark.rule("AN-TURNEND-09")
def test_a_unit_with_a_kept_down_die_does_not_react_and_stays_protected():
    """Shot at in the next turn it is not asked, and its hits are thrown again since it is infantry."""
    kept = {**DOWN, "kept": True, "hand": 0}
    played = duel(men(2, "gun"), men(5, "gun"), [3, 4, 10, 10], theirs=kept)
    shoot(played).without(ReactionsAsked)
    assert len(of(through(played), DieRerolled, reason="down")) == 2


@pytest.mark.rule("AN-TURNEND-09")
def test_a_unit_that_is_still_down_comes_back_to_step_one():
    """At the end of the next turn it is asked again."""
    played = next_turn([1, 1])
    give(played, "fire", "b-y")
    played.when("blue", EndAction(unit="b-y")).then(StepBegun).asks("down", "red")
    played.when("red", recover(test=False)).accepted()


@pytest.mark.rule("AN-TURNEND-09")
def test_a_unit_of_two_dice_gets_up_with_its_other_die():
    """Kept Down with one die, it is given an order with the other and shows that."""
    fields = {"order": "down", "kept": True, "dice": 2, "hand": 1}
    played = drawn(sides([1], fields, sheet=men(1, "gun", order_dice=2)))
    give(played, "rally").accepted()
    assert state(played)[1] == "rally"


# -- AN-TURNEND-10 to AN-TURNEND-12


@pytest.mark.rule("AN-TURNEND-10")
def test_a_kept_ambush_fires_at_a_retained_run():
    """Kept at the end of turn 1, it fires in turn 2 before any draw at a retained Run, and throws no die for Init."""
    played = sides([], AMBUSH, RUN, sheet=men(1, "gun"), foe=men(1, "gun", flags=FAST))
    turn_end(played).asks("ambush", "red")
    played.when("red", KeepOrder(unit="a-x", keep=True)).asks("run", "blue")
    out = played.when("blue", KeepOrder(unit="b-y", keep=True)).then(TurnStarted, turn=2)
    out.asks("retained_runs", "blue").without(OrderDieDrawn)
    assert sum(bag(played)) == 0
    run_again(played, "b-y")
    go(played, -10_000, unit="b-y", who="blue").asks("reaction", "red")
    shot = DeclareReaction(unit="a-x", reaction="ambush_fire", sprint=False, point=5000, free=False)
    played.when("red", shot).then(ReactionTested, face=0, passed=True).asks("reaction_shot", "red")
    shoot(played.faces(10), target="b-y").then(ShootingDeclared, kind="ambush_fire")


@pytest.mark.rule("AN-TURNEND-10")
@pytest.mark.parametrize(("keep", "order", "inside"), [(True, "ambush", 0), (False, "", 1)])
def test_what_is_not_kept_goes_back_at_step_three(keep, order, inside):
    """A kept Ambush adds no die to the bag; one let go is back after step 2.3."""
    played = sides([1], AMBUSH, FIRE)
    turn_end(played).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-x", keep=keep)).then(OrderDiceReturned, dice=(inside, 1))
    assert out.one(OrderDieDrawn).bag == 1 + inside
    assert unit(played, "a-x").order == order


@pytest.mark.rule("AN-TURNEND-10")
def test_only_a_die_that_shows_ambush_is_kept_so():
    """A unit on Fire is refused."""
    played = sides([], AMBUSH, FIRE, more=[("a-z", men(1), C, FIRE)])
    turn_end(played).asks("ambush", "red")
    played.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-10", "not-in-ambush")


@pytest.mark.rule("AN-TURNEND-11")
def test_a_fast_unit_keeps_its_run():
    """A Fast unit keeps its Run for the next turn; a unit that is not Fast is refused."""
    played = sides([], RUN, FIRE, sheet=men(1, flags=FAST), more=[("a-z", men(1), C, RUN)])
    turn_end(played).asks("run", "red")
    played.when("red", KeepOrder(unit="a-z", keep=True)).rejected("AN-TURNEND-11", "not-fast")
    out = played.when("red", KeepOrder(unit="a-x", keep=True)).then(OrderDieKept, order="run")
    out.then(OrderDiceReturned, dice=(1, 1), kept=("a-x",)).asks("retained_runs", "red")
    assert unit(played, "a-x").retained


@pytest.mark.rule("AN-TURNEND-11")
def test_units_that_are_not_fast_are_not_asked():
    """Infantry on Run is not asked: its die goes back."""
    turn_end(sides([1], RUN, FIRE)).then(OrderDiceReturned, dice=(1, 1), kept=()).asks("allocation")


@pytest.mark.rule("AN-TURNEND-11")
def test_a_fast_unit_may_let_its_run_go():
    """A Fast unit that does not keep its die has no order in the next turn."""
    played = sides([1], RUN, FIRE, sheet=men(1, flags=FAST))
    turn_end(played)
    played.when("red", KeepOrder(unit="a-x", keep=False)).then(OrderDiceReturned, dice=(1, 1))
    assert (unit(played, "a-x").order, unit(played, "a-x").retained) == ("", False)


@pytest.mark.rule("AN-TURNEND-12")
def test_every_die_that_is_not_kept_goes_back():
    """Of 7 dice out one is kept Down and one kept Ambush: 5 return, and their units have no order."""
    faces = ["fire", "advance", "rally", "run"]
    more = [(f"a-{face}", men(1), (14_000 + 4000 * place, 40_000), {"order": face}) for place, face in enumerate(faces)]
    played = sides([1], DOWN, FIRE, more=[*more, ("a-z", men(1), C, AMBUSH)])
    played.set(sides={0: Side(seat=0, starting=6, aside=1, gained=1), 1: Side(seat=1, starting=1)})
    turn_end(played).asks("down", "red")
    played.when("red", recover(test=False)).asks("ambush", "red")
    out = played.when("red", KeepOrder(unit="a-z", keep=True)).then(OrderDiceReturned, kept=("a-x", "a-z"))
    assert out.one(OrderDiceReturned).dice == (5, 1)
    assert out.one(OrderDieDrawn).bag == 6
    assert [unit(played, f"a-{face}").order for face in faces] == [""] * 4
