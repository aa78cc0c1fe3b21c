"""How far reactions go, what is shot at after them, and what sets none off."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AgilityTested,
    CarryOutReaction,
    ContactMade,
    DamageRolled,
    ModelLost,
    ReactionsAsked,
    ShotsLost,
)
from tests.rulesets.antares.givens import INCH, box, drawn, vehicle
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    USED,
    X,
    Y,
    asked,
    charge,
    duel,
    go,
    gun,
    men,
    of,
    one,
    react,
    row,
    shoot,
    through,
)
from tests.rulesets.antares.said_turns import give, halted, sides

HALTED = {"order": "advance", "hand": 0}


@pytest.mark.rule("AN-REACT-17")
@pytest.mark.parametrize(("away", "lost"), [(5000, False), (5001, True)])
def test_after_a_dash_the_range_is_measured_anew(away, lost):
    """Of a gun that reaches 30 inches a unit 25 off that dashes into cover 5 farther is shot at, and not beyond."""
    bush = box("bush", X + 28 * INCH, Y - 3 * INCH, 20 * INCH, 8 * INCH, cover="soft", los="clear", move="open")
    reach = gun(0, "reach", extreme=30 * INCH)
    played = duel(
        men(1, "reach"), men(1), [1] if lost else [1, 9], 25 * INCH, theirs={}, weapons=[reach], terrain=[bush]
    )  # fmt: skip
    shoot(played)
    react(played, "dash_to_cover")
    go(played, away, unit="b-y", who="blue").accepted()
    events = through(played)
    assert [(each.models, each.reason) for each in of(events, ShotsLost)] == [(("a-x.1",), "range")] * lost
    assert len(of(events, AccuracyRolled)) == int(not lost)


@pytest.mark.rule("AN-REACT-21")
@pytest.mark.parametrize(("step", "reason"), [(-3500, "not-half-way"), (-4500, "not-half-way"), (-4000, "")])
def test_a_countercharge_goes_half_way_and_no_farther(step, reason):
    """Of a gap of 8 inches a countercharge of 4 is taken; less and more are refused."""
    played = duel(men(1), men(1), [1, *([] if reason else [9, 9, 9, 1])], 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH)
    react(played, "countercharge")
    outcome = go(played, step, unit="b-y", who="blue")
    if reason:
        outcome.rejected("AN-REACT-21", reason)
    else:
        outcome.asks("assault_path", "red")
        go(played, 4 * INCH).then(ContactMade)
        through(played)


@pytest.mark.rule("AN-REACT-06")
def test_a_countercharge_may_be_a_sprint():
    """Over 15 inches a sprinting countercharge of M 2 goes 6 of the 7.5 it should, and takes its sprint test then."""
    played = duel(men(1), men(1, move=2 * INCH), [1, 6, 1, 9, 9, 1], 15 * INCH, order="run", theirs={})
    charge(played, 15 * INCH, sprint=True)
    react(played, "countercharge", sprint=True)
    go(played, -6 * INCH, unit="b-y", who="blue", sprint=True).then(AgilityTested, unit="b-y", cause="sprint")
    assert (row(played).pins, row(played).order, asked(played)) == (1, "run", "assault_path")
    go(played, 9 * INCH, sprint=True).accepted()
    through(played, "follow_on")


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.parametrize("order", ["rally", "ambush", "down"])
def test_orders_without_a_move_or_a_shot_open_no_window(order):
    """A unit that rallies, waits or goes Down before an enemy in Ambush sets no reaction off; one that runs does."""
    watch = ("b-w", men(1, "gun"), (20_000, 10_000), {**AMBUSH, "hand": 0})
    played = halted(drawn(sides([], None, USED, more=[watch])))
    give(played, order).then(ActionEnded).without(ReactionsAsked)
    assert asked(played) == ""
    played = halted(drawn(sides([], None, USED, more=[watch])))
    give(played, "run").asks("action", "red")
    go(played, 0, 2 * INCH).then(ReactionsAsked, trigger="move").asks("reaction", "blue")


@pytest.mark.rule("AN-DMG-02")
def test_failures_at_point_blank_make_damage_rolls_too():
    """A vehicle that fails its one test at point blank makes one damage roll, and loses no model."""
    played = duel(men(1, "gun"), vehicle(), [3, 10, 10, 9, 9, 9], 4 * INCH, order="run", theirs=HALTED)
    charge(played, 3 * INCH)
    events = through(played, "follow_on", "consolidate")
    assert (one(events, DamageRolled).face, one(events, DamageRolled).row) == (10, "none")
    assert not of(events, ModelLost)


@pytest.mark.rule("AN-REACT-38")
def test_a_reaction_that_can_be_made_is_not_let_lapse():
    """A Firefight that has passed its test and can be shot is not waived; its shot is accepted."""
    played = duel(men(1, "gun"), men(1, "gun"), [1, 9, 9], theirs={})
    shoot(played)
    react(played, "firefight").asks("reaction_shot", "blue")
    waiver = played.when("blue", CarryOutReaction(unit="b-y", point=0, lapse=True))
    waiver.rejected("AN-REACT-38", "declared-stands", "lapse", unit="b-y", reaction="firefight")
    assert "CarryOutReaction" not in {each.command for each in played.offers(1)}
    shoot(played, unit="b-y", target="a-x", who="blue").accepted()
    through(played)
