"""The chances of dice: accuracy dice as their group needs, thrown again as before, blind fire by the 1 alone."""

from __future__ import annotations

import pytest

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.labels import Known
from adjudicator.rulesets.antares.model.messages import AccuracyRolled, DieRerolled, DieResult
from adjudicator.rulesets.antares.reports.chances import luck


def rolled(group, needed, *dice):
    results = tuple(DieResult(face=face, result=result) for face, result in dice)
    return AccuracyRolled(volley="v1", group=group, needed=Tally.base(needed, "AN-ACC-01"), dice=results, blur=0)


def known_by(seat, why):
    known = Known()
    known.roller, known.why = seat, why
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
    known.roller, known.why = -1, ""

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
