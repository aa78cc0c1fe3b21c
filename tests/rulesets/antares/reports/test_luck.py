"""The chances of dice: accuracy dice as their group needs, thrown again as before, blind fire by the 1 alone."""

from __future__ import annotations

import pytest

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.labels import Known
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ContestedDieResolved,
    DamageRolled,
    DieRerolled,
    DieResult,
    EndTest,
    EndTestTaken,
    RollOffMade,
)
from adjudicator.rulesets.antares.reports.chances import HIGH_WINS, luck
from adjudicator.rulesets.antares.reports.labels import LABELS
from replays.luck.throws import cost_of


def rolled(group, needed, *dice):
    results = tuple(DieResult(face=face, result=result) for face, result in dice)
    return AccuracyRolled(volley="v1", group=group, needed=Tally.base(needed, "AN-ACC-01"), dice=results, blur=0)


def known_by(seat, why):
    known = Known()
    known.rolls = (Roll(0, 0, 0, 10, (1,), why, seat),)
    return known


@pytest.mark.rule("AN-HIT-01", "AN-HIT-07")
def test_accuracy_dice():
    """At 4 or less four faces of ten hit; a 1 does at any number, a 10 at none."""
    found = list(luck(rolled(0, 4, (4, "hit"), (5, "miss")), known_by(1, "accuracy")))
    assert [row[:5] for row in found] == [(1, 4, 10, True, "accuracy"), (1, 4, 10, False, "accuracy")]
    assert [row.good for row in luck(rolled(0, -2, (1, "lucky")), known_by(0, "attack"))] == [1]
    assert [row.good for row in luck(rolled(0, 14, (10, "dud")), known_by(0, "accuracy"))] == [9]


@pytest.mark.rule("AN-REROLL-01", "AN-REROLL-05")
def test_dice_that_are_thrown_again():
    """The third die of a volley is the first of its second group: thrown again it needs what that group did."""
    known = known_by(0, "accuracy")
    for event in (rolled(0, 4, (4, "hit"), (5, "miss")), rolled(1, 7, (8, "miss"), (7, "hit"))):
        list(luck(event, known))
    known.rolls = ()

    def again(die, before, face, result):
        event = DieRerolled(volley="v1", die=die, reason="down", before=before, now=DieResult(face=face, result=result))
        return [row[:5] for row in luck(event, known)]

    assert again(3, 8, 6, "hit") == [(0, 7, 10, True, "miss-reroll")]
    assert again(4, 7, 9, "miss") == [(0, 7, 10, False, "hit-reroll")]
    assert again(1, 4, 5, "miss") == [(0, 4, 10, False, "hit-reroll")]
    assert again(5, 4, 5, "miss") == []


def test_dice_that_nobody_is_known_to_have_thrown():
    """Without the throw there is no telling whose the dice were, and no chance is given."""
    assert list(luck(rolled(0, 4, (4, "hit")), Known())) == []


# -- roll-offs


def rivals(why, *faces):
    """Give the throws of a roll-off, seat 0 first, round by round."""
    return tuple(Roll(0, 0, at, 10, (face,), why, at % 2) for at, face in enumerate(faces))


@pytest.mark.rule("AN-GEN-05")
def test_a_roll_off_is_won_in_one_of_two():
    """A tie is thrown again by both, so that each wins in 1 of 2; all dice of a seat are one throw."""
    known = Known()
    known.rolls = rivals("roll-off", 3, 3, 9, 2)
    found = list(luck(RollOffMade(purpose="ambush", faces=(3, 3, 9, 2), winner=0), known))
    assert [row[:5] for row in found] == [(0, 1, 2, True, "roll-off"), (1, 1, 2, False, "roll-off")]
    assert [row.faces for row in found] == [(3, 9), (3, 2)]


@pytest.mark.rule("AN-TURNEND-13", "AN-GEN-05")
@pytest.mark.parametrize(("high", "winner"), [(True, 0), (False, 1)])
def test_a_contest_is_a_roll_off(high, winner):
    """A contest that comes to nothing was won all the same: by the higher face, by the lower where the game says so."""
    known = Known()
    known.noted[HIGH_WINS] = high
    known.rolls = rivals("contest", 9, 2)
    event = ContestedDieResolved(owner=1, contester=0, faces=(9, 2), claimed=False, effect="returned")
    assert [row[:4] for row in luck(event, known)] == [(seat, 1, 2, seat == winner) for seat in (0, 1)]


@pytest.mark.rule("AN-TURNEND-13", "WG-DICE-04")
def test_a_contest_whose_last_die_was_drawn():
    """7 and 7, then 6 and 2: seat 0 wins, though a die drawn for a silent seat stands first among the throws."""
    known = Known()
    drawn = Roll(0, 0, 9, 10, (2,), "contest", 1)
    known.rolls = (drawn, *rivals("contest", 7, 7, 6))
    event = ContestedDieResolved(owner=1, contester=0, faces=(7, 7, 6, 2), claimed=False, effect="returned")
    assert sorted(row[:4] for row in luck(event, known)) == [(0, 1, 2, True), (1, 1, 2, False)]


# -- the damage chart, Blur, tests at the end of a turn


@pytest.mark.rule("AN-DMG-03", "AN-DMG-04", "AN-DMG-10")
def test_the_damage_chart():
    """Of ten faces one destroys, 2 to 5 have a row each, 6 and 7 one, 8 and 9 one, 10 none; the low ones are best."""
    (found,) = luck(damaged(face=6, added=0), known_by(0, "damage"))
    assert found.names == ("no effect", "row 8-9", "row 6-7", "row 5", "row 4", "row 3", "row 2", "destroyed")
    assert found.weights == (1, 2, 2, 1, 1, 1, 1, 1)
    assert (found.seat, found.place, found.kind, found.faces) == (0, 2, "damage", (6,))


@pytest.mark.rule("AN-DMG-03")
def test_the_damage_chart_with_something_added():
    """With 2 taken off the faces 1, 2 and 3 destroy: 3 of 10, and nobody gets off; with 3 added the worst row is 4."""
    (found,) = luck(damaged(face=2, added=-2), known_by(0, "damage"))
    assert found.weights == (0, 1, 2, 1, 1, 1, 1, 3)
    assert found.names[found.place] == "destroyed"
    (found,) = luck(damaged(face=1, added=3), known_by(0, "damage"))
    assert found.weights == (4, 2, 2, 1, 1, 0, 0, 0)
    assert found.names[found.place] == "row 4"


@pytest.mark.rule("AN-DMG-03", "AN-HIT-09")
def test_the_damage_chart_of_an_own_unit():
    """A hazard or a template that hurts an own unit is bad luck of who throws: no effect is best, as are few pins."""
    known = known_by(1, "damage")
    known.rolls = (*known.rolls, Roll(0, 0, 1, 3, (1,), "extra-pins", 1))
    found, pins = luck(damaged(face=6, added=0), known)
    assert found.names[0] == "destroyed"
    assert (found.names[found.place], found.weights) == ("row 6-7", (1, 1, 1, 1, 1, 2, 2, 1))
    assert sum(found.weights[found.place :]) == 5
    assert (pins.seat, pins.kind, pins.names, pins.place) == (1, "extra-pins", ("3", "2", "1"), 2)
    assert pins.weights == (1, 1, 1)


def damaged(face, added):
    total = Tally.base(face, "AN-DMG-03").add(added, "AN-DMG-03")
    return DamageRolled(unit="b-tank", total=total, face=face, row="", pins=0, pin_die=0, model="b-tank.1")


@pytest.mark.rule("AN-ACC-26", "AN-HIT-09")
def test_what_costs_its_own_side():
    """A Blur takes 1 to 3 off, each in 1 of 3; a hazard hurts its user: of both the least is the best."""
    assert LABELS.costs == {"blur", "hazard"}
    found = cost_of(Roll(0, 0, 0, 3, (1,), "blur", 1))
    assert (found.seat, found.weights, found.place, found.names) == (1, (1, 1, 1), 2, ("3", "2", "1"))
    two = cost_of(Roll(0, 0, 0, 3, (3, 2), "hazard", 0))
    assert (two.weights, two.place, two.names[two.place]) == ((1, 2, 3, 2, 1), 1, "5")


@pytest.mark.rule("AN-TURNEND-14", "AN-TURNEND-15")
@pytest.mark.parametrize(
    ("compare", "value", "success", "failure", "good", "needed", "low"),
    [
        ("at_least", 5, "remove", "stay", 4, 4, True),
        ("at_least", 5, "stay", "remove", 2, 5, False),
        ("at_most", 2, "remove", "stay", 4, 3, False),
        ("at_most", 2, "stay", "remove", 2, 2, True),
        ("at_least", 5, "stay", "stay", 6, 1, False),
    ],
)
def test_what_is_tested_at_the_end_of_a_turn_stays_or_goes(compare, value, success, failure, good, needed, low):
    """That a thing stays is its owner's success, however its test is worded."""
    known = known_by(0, "end-test")
    test = EndTest(sides=6, compare=compare, value=value, success=success, failure=failure)
    known.noted |= {("device", "m1"): "smoke", ("sheet", "smoke"): test}
    (found,) = luck(EndTestTaken(subject="m1", face=3, success=False, removed=failure == "remove"), known)
    assert (found.seat, found.good, found.of, found.kind) == (0, good, 6, "end-test")
    assert (found.needed.total, found.low) == (needed, low)
