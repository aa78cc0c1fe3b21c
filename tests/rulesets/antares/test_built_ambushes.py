"""Ambush Fire through commands: at which points, how it halts the mover, and what the mover does after it."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    BreakTested,
    DeclareReaction,
    DieRerolled,
    MoveDeclared,
    MoveInterrupted,
    MoveStopped,
    OrderTurned,
    ReactionCarriedOut,
    ReactionLapsed,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ShootingDeclared,
    UnitBroken,
    UnitDestroyed,
    UnitMoved,
    VolleysResolved,
)
from tests.rulesets.antares.givens import armed, at, box, plain, top, unit, wall
from tests.rulesets.antares.reacting import AMBUSH, acting, answer, charge, decline, go, listed, lone, react, shoot

X = ("a-x", lone(), (10_000, 10_000))
Y = ("b-y", lone(), (15_000, 25_000), AMBUSH)
Z = ("b-z", lone(), (18_000, 25_000), AMBUSH)
FIVE = ("a-x", plain(), (10_000, 10_000))


@pytest.mark.rule("AN-REACT-22", "AN-REACT-24", "AN-REACT-34")
def test_halted_at_a_point():
    """A Run of 10 inches is halted at 5, shot at as under Fire, and goes on to its end."""
    played = acting("run", X, Y, dice=[7])
    go(played, 10_000).then(MoveDeclared, ReactionsAsked, trigger="move").asks("reaction", "blue")
    assert at(played, "a-x.1") == (10_000, 10_000)
    react(played, "ambush_fire", point=5000).then(ReactionTested, OrderTurned, ActionResumed, UnitMoved)
    played.last.then(UnitMoved, MoveInterrupted, ReactionStarted).asks("reaction_shot", "blue")
    assert at(played, "a-x.1") == (15_000, 10_000)
    go(played, 1000).rejected("AN-REACT-34", "not-asked")
    shoot(played, "a-x", "b-y", "blue").then(ShootingDeclared, AccuracyRolled, VolleysResolved, ReactionCarriedOut)
    played.last.then(ReactionCarriedOut, ActionResumed, UnitMoved, ActionEnded)
    assert played.last.one(AccuracyRolled).needed.total == 6
    assert at(played, "a-x.1") == (20_000, 10_000)
    assert unit(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-22", "AN-REACT-37")
def test_points_are_checked():
    """Only points of the path serve, and only those where a model sees the mover: start and end included."""
    house = box("house", 10_500, 15_000, 2500, 4000, los="blocking", cover="clear")
    far = ("b-y", lone(), (10_000, 25_000), AMBUSH)
    played = acting("run", X, far, dice=[9], terrain=[house])
    go(played, 10_000).accepted()
    react(played, "ambush_fire", point=10_001).rejected("AN-REACT-22", "point-beyond-path", length=10_000)
    react(played, "ambush_fire", point=4000).rejected("AN-REACT-37", "nobody-can-shoot-there", why="no-line-of-sight")
    offered = [each.values.least for made in played.offers("blue") for each in made.fields if each.field == "point"]
    assert offered[0] == 0
    assert offered[-1] == 10_000
    assert 4000 not in offered
    for point in offered:
        assert played.refused(_fire(point), "blue") == ()
    react(played, "ambush_fire", point=10_000).asks("reaction_shot", "blue")
    shoot(played, "a-x", "b-y", "blue").accepted()


def _fire(point: int) -> DeclareReaction:
    return DeclareReaction(unit="b-y", reaction="ambush_fire", sprint=False, point=point, free=False)


@pytest.mark.rule("AN-REACT-22", "AN-REACT-29", "AN-REACT-30")
def test_who_is_not_asked():
    """An unordered unit can not use it, and one that sees nothing of the path is not asked."""
    house = box("house", 0, 15_000, 60_000, 4000, los="blocking", cover="clear")
    played = acting("run", X, Y, terrain=[house])
    go(played, 10_000).without(ReactionsAsked).then(ActionEnded)
    played = acting("run", X, Y, ("b-z", lone(), (18_000, 25_000)))
    go(played, 10_000).accepted()
    assert listed(played) == {"b-y": ("ambush_fire",)}
    react(played, "ambush_fire", "b-z").rejected("AN-REACT-22", "needs-ambush")
    decline(played).then(ActionEnded)


@pytest.mark.rule("AN-REACT-33")
def test_nearest_point_first():
    """Of two ambushers the one with the nearer point fires first; at one point the order of declaration counts."""
    for points, order in (((8000, 3000), ["b-z", "b-y"]), ((3000, 3000), ["b-y", "b-z"])):
        played = acting("run", X, Y, Z, dice=[9, 9])
        go(played, 10_000).accepted()
        react(played, "ambush_fire", "b-y", point=points[0]).accepted()
        react(played, "ambush_fire", "b-z", point=points[1]).accepted()
        for each in order:
            assert top(played).about == (each,)
            shoot(played, "a-x", each, "blue").accepted()
        played.last.then(ActionEnded)
        assert at(played, "a-x.1") == (20_000, 10_000)


@pytest.mark.rule("AN-REACT-35", "AN-BREAK-12")
def test_broken_on_the_way():
    """3 of 5 models lost and 1 pin against Co 8: the test stands at 7; 8 breaks it on the spot, 5 lets it go on."""
    many = ("b-y", plain(), (15_000, 25_000), AMBUSH)
    for face in (8, 5):
        played = acting("run", FIVE, many, dice=[4, 4, 4, 9, 9, 9, 9, 9, face])
        go(played, 10_000).accepted()
        react(played, "ambush_fire", point=4000).accepted()
        shoot(played, "a-x", "b-y", "blue").accepted()
        while played.window is not None:
            answer(played)
        tested = played.last.one(BreakTested)
        assert (tested.unit, tested.needed.total) == ("a-x", 7)
        if face == 8:
            played.last.then(VolleysResolved, ReactionCarriedOut, BreakTested, UnitBroken, MoveStopped, ActionEnded)
            played.last.without(UnitMoved)
        else:
            played.last.then(BreakTested, ActionResumed, UnitMoved, ActionEnded)
            assert at(played, "a-x.4")[0] == 20_000


@pytest.mark.rule("AN-REACT-35")
def test_breaks_at_the_end_by_option():
    """By the option the break test waits for the end of the mover's action."""
    many = ("b-y", plain(), (15_000, 25_000), AMBUSH)
    late = {"interrupted_break": "end_of_action"}
    played = acting("run", FIVE, many, dice=[4, 4, 4, 9, 9, 9, 9, 9, 8], options=late)
    go(played, 10_000).accepted()
    react(played, "ambush_fire", point=4000).accepted()
    shoot(played, "a-x", "b-y", "blue").accepted()
    while played.window is not None:
        answer(played)
    played.last.then(ReactionCarriedOut, ActionResumed, UnitMoved, BreakTested, UnitBroken, ActionEnded)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-35")
def test_the_second_lapses():
    """Where the first ambusher destroys the mover the second's fire lapses, and its die shows Fire."""
    played = acting("run", X, Y, Z, dice=[3, 9])
    go(played, 10_000).accepted()
    react(played, "ambush_fire", "b-y", point=2000).accepted()
    react(played, "ambush_fire", "b-z", point=6000).accepted()
    shoot(played, "a-x", "b-y", "blue").then(UnitDestroyed, ReactionCarriedOut, ReactionLapsed, reason="gone")
    played.last.then(ReactionLapsed, MoveStopped, ActionEnded)
    assert unit(played, "b-z").order == "fire"


@pytest.mark.rule("AN-REACT-38")
def test_a_point_that_is_not_reached():
    """Where a wall stops the mover before the point the fire lapses."""
    low = wall("wall", (14_000, 0), (14_000, 40_000), los="clear")
    played = acting("run", X, Y, dice=[9], terrain=[low])
    go(played, 10_000).accepted()
    react(played, "ambush_fire", point=8000).then(AgilityTested, MoveStopped, UnitMoved, ReactionLapsed, ActionEnded)
    assert unit(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-24", "AN-REROLL-07", "AN-MOVE-06")
def test_a_sprint_is_shot_at():
    """Hits on a sprinting mover are thrown again; the sprint is tested at its end."""
    played = acting("run", X, Y, dice=[4, 9, 5])
    go(played, 14_000, sprint=True).accepted()
    react(played, "ambush_fire", point=5000).accepted()
    shoot(played, "a-x", "b-y", "blue").then(AccuracyRolled, DieRerolled, reason="sprinting")
    played.last.then(ReactionCarriedOut, UnitMoved, AgilityTested, cause="sprint")
    assert played.last.one(AccuracyRolled).needed.total == 6


@pytest.mark.rule("AN-REACT-35")
def test_an_advance_goes_on_pinned():
    """Pins gained on the way count in the mover's own shots."""
    foe = ("b-w", lone(), (30_000, 10_000), {"order": "advance"})
    played = acting("advance", FIVE, ("b-y", armed("carbine", count=2), (15_000, 25_000), AMBUSH), foe, dice=[4, 9, 1])
    go(played, 4000).accepted()
    react(played, "ambush_fire", point=2000).accepted()
    shoot(played, "a-x", "b-y", "blue").accepted()
    answer(played).then(ReactionCarriedOut, ActionResumed, UnitMoved).asks("action", "red")
    assert unit(played, "a-x").pins == 1
    played.faces(9, 9, 9, 9, 9)
    shoot(played, "b-w").then(AccuracyRolled)
    assert played.last.one(AccuracyRolled).needed.total == 4


@pytest.mark.rule("AN-REACT-23")
def test_assault_is_halted_early():
    """From 14 inches Ambush Fire is legal while more than 10 inches are left; from 9 inches never."""
    target = ("b-t", lone(), (25_000, 10_000), {"order": "advance"})
    played = acting("run", X, target, Y)
    charge(played, 14_000, target="b-t", sprint=True).then(ReactionsAsked, trigger="assault")
    assert listed(played) == {"b-y": ("ambush_fire",)}
    react(played, "ambush_fire", point=4000).rejected("AN-REACT-23", "within-10-inches", point=4000)
    react(played, "ambush_fire", point=3999).asks("reaction_shot", "blue")
    near = ("b-t", lone(), (20_000, 10_000), {"order": "advance"})
    played = acting("run", X, near, Y, pace="step")
    charge(played, 9000, target="b-t").without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-23")
def test_gap_of_the_ambusher_by_option():
    """By the option the ambusher has to be more than 10 inches from the target, wherever the assaulter is."""
    near = ("b-t", lone(), (20_000, 10_000), {"order": "advance"})
    how = {"ambush_assault_gap_from": "ambusher"}
    played = acting("run", X, near, Y, options=how)
    charge(played, 9000, target="b-t").then(ReactionsAsked)
    react(played, "ambush_fire", point=9000).asks("reaction_shot", "blue")
    played = acting("run", X, near, ("b-y", lone(), (20_000, 20_000), AMBUSH), options=how, pace="step")
    charge(played, 9000, target="b-t").without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-35", "AN-BREAK-05")
def test_a_broken_mover_that_flees_stops():
    """By the option it stays on the table, and its move ends on the spot all the same."""
    many = ("b-y", plain(), (15_000, 25_000), AMBUSH)
    flee = {"broken_units_flee": True}
    played = acting("run", FIVE, many, dice=[4, 4, 4, 9, 9, 9, 9, 9, 8], options=flee)
    go(played, 10_000).accepted()
    react(played, "ambush_fire", point=4000).accepted()
    shoot(played, "a-x", "b-y", "blue").accepted()
    while played.window is not None:
        answer(played)
    played.last.then(UnitBroken, MoveStopped, ActionEnded).without(UnitMoved, ActionResumed)
