"""A game told in turns, and the luck of its dice."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.labels import Known
from adjudicator.rulesets.hex_orders.model.messages import (
    AreaDiceRolled,
    ArmourRolled,
    Faces,
    GameEnded,
    HitRolled,
    TurnStarted,
    UnitDestroyed,
    UnitPlaced,
)
from adjudicator.rulesets.hex_orders.reports.chances import luck
from adjudicator.rulesets.hex_orders.reports.summary import BattleSummary
from tests.rulesets.hex_orders.fixtures import infantry


def thrown(seat, why, *faces, sides=6):
    """Know of one throw."""
    known = Known()
    known.rolls = (Roll(0, 0, 0, sides, faces, why, seat),)
    return known


def test_a_throw_to_hit_counts_with_its_chance():
    """A throw to hit counts with its chance, beyond 6 that of the open-ended die."""

    def rolled(bonus, hit):
        tally = Tally.base(bonus, "HX-FIRE-03")
        event = HitRolled(shot="s1", unit="b1", target="a1", faces=(3,), modifiers=tally, result=3 + bonus, hit=hit)
        return [row[:4] for row in luck(event, Known())]

    assert rolled(0, hit=False) == [(1, 2, 6, False)]
    assert rolled(4, hit=True) == [(1, 6, 6, True)]
    assert rolled(-3, hit=False) == [(1, 1, 54, False)]


def test_a_game_is_told_in_turns_turning_points_and_its_end():
    """A game is told in turns, turning points and its end."""
    summary = BattleSummary.of(
        ("Ann", "Bob"),
        [
            (5, TurnStarted(turn=1)),
            (9, UnitDestroyed(unit="b1", points=6, cause="h1")),
            (9, GameEnded(reason="elimination", winner=0)),
        ],
    )
    assert summary == [
        "Turn 1: models lost Ann 0, Bob 0. Bob's unit (b1) fell.",
        "Turning point at entry 9, turn 1. 6 points fell with Bob's unit (b1).",
        "One side had no unit left in turn 1. Ann won.",
    ]


def test_the_summary_counts_models_of_what_is_destroyed():
    """A unit that is destroyed as a whole loses all the models that it had left."""
    placed = UnitPlaced(unit="a1", seat=0, hex="D5", facing="N", sheet=infantry(), owner=253, slot=1)
    destroyed = UnitDestroyed(unit="a1", points=4, cause="damage")
    assert any(
        "red 4" in line
        for line in BattleSummary.of(("red", "blue"), [(1, TurnStarted(turn=1)), (2, placed), (3, destroyed)])
    )


def test_dice_of_armour_and_areas_count_with_their_chance():
    """Armour dice are the target's; those of an area the shooter's, and none's where the target throws unseen."""
    armour = ArmourRolled(
        owner=EVERYONE, hit="h1", target="b1", faces=Faces(faces=(5, 4)), needed=5, successes=1, outcome="half"
    )
    assert [row[:5] for row in luck(armour, Known())] == [(1, 2, 6, True, "armour"), (1, 2, 6, False, "armour")]
    assert list(luck(ArmourRolled(owner=1), Known())) == []
    area = AreaDiceRolled(
        owner=EVERYONE, shot="s1", target="b1", faces=Faces(faces=(6,)), needed=Tally.base(6, "HX-AREA-01"), successes=1
    )
    known = thrown(0, "area", 6)
    assert [row[:5] for row in luck(area, known)] == [(0, 1, 6, True, "area")]
    known = thrown(1, "area", 6)
    assert list(luck(area, known)) == []


def test_what_a_shot_needs_has_the_steps_to_it():
    """Of 5 with +2 and -1 the die needs 4, and the steps say so."""
    tally = Tally.base(2, "HX-FIRE-05").add(-1, "HX-FIRE-06")
    event = HitRolled(shot="s1", unit="b1", target="a1", faces=(3,), modifiers=tally, result=4, hit=False)
    (found,) = luck(event, Known())
    assert found.needed is not None
    assert (found.needed.total, [term.value for term in found.needed.terms]) == (4, [5, -2, 1])
