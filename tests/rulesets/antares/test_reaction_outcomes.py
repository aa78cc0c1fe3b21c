"""AN-REACT-35 to AN-REACT-38: what becomes of the mover, and of reactions that can not be made."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    BreakTested,
    ContactMade,
    MoveInterrupted,
    MoveStopped,
    ReactionLapsed,
    ShootingDeclared,
    UnitBroken,
    UnitMoved,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.rulesets.antares.givens import INCH, at, rule, vehicle, wall
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    USED,
    X,
    Y,
    acting,
    asked,
    charge,
    decline,
    duel,
    go,
    gun,
    kinds,
    listed,
    men,
    of,
    one,
    passing,
    react,
    row,
    shoot,
    through,
    watcher,
)

ARMED = men(1, "gun")


# -- the mover after the shots


@pytest.mark.rule("AN-REACT-35")
@pytest.mark.parametrize("face", [8, 5])
def test_losses_and_breaks_are_settled_before_the_mover_goes_on(face):
    """Halted at 4 of 10 inches with 3 of 5 lost and a pin a unit tests at 7: an 8 breaks it, a 5 lets it go on."""
    played = passing([2, 3, 4, 9, 9, 9, face], watcher(sheet=men(3, "gun")), own=men(5))
    go(played, 10 * INCH)
    react(played, "ambush_fire", "b-z", point=4 * INCH)
    events = through(played)
    assert one(events, MoveInterrupted).progress == 4 * INCH
    test = one(events, BreakTested)
    assert (test.needed.total, test.passed) == (7, face == 5)
    if face == 8:
        assert row(played, "a-x").place == "broken"
        assert not [each for each in of(events, UnitMoved) if each.progress > 4 * INCH]
    else:
        left = row(played, "a-x").models
        assert len(left) == 2
        assert {at(played, each)[0] for each in left} == {X + 10 * INCH}


@pytest.mark.rule("AN-REACT-35")
def test_pins_gained_on_the_way_count_in_later_shooting():
    """A unit that gets a pin on its Advance shoots at one less afterwards, and takes no order test."""
    foe = ("b-y", men(1), (X + 11 * INCH, Y), USED)
    played = passing([3, 2, 9], watcher(), foe, order="advance", own=ARMED)
    go(played, 0, 2 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    assert "OrderTested" not in kinds(through(played, "action"))
    assert row(played, "a-x").pins == 1
    shoot(played)
    assert of(through(played), AccuracyRolled)[-1].needed.total == 5 - 1


@pytest.mark.rule("AN-REACT-35")
def test_a_mover_that_goes_down_ends_its_action():
    """A unit that fails its test under half goes Down and stops there; an Advance does not shoot any more."""
    own = men(5, "gun", rules=(rule("break_test_on_casualty"),))
    played = passing([3, 9, 9], watcher(), own=own, order="advance")
    go(played, 5 * INCH)
    react(played, "ambush_fire", "b-z", point=2 * INCH)
    events = through(played)
    assert row(played, "a-x").order == "down"
    assert one(events, MoveStopped).progress == 2 * INCH
    assert asked(played) == ""
    assert {at(played, each)[0] for each in row(played, "a-x").models} == {X + 2 * INCH}


@pytest.mark.rule("AN-REACT-35")
def test_a_sprinter_that_breaks_takes_no_sprint_test():
    """A sprinter that Ambush Fire breaks stops without a sprint test."""
    played = acting("run", ("a-x", men(1), (X, Y), {"pins": 7}), watcher(), dice=[3, 3, 2])
    go(played, 15 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=4 * INCH)
    events = through(played)
    assert one(events, UnitBroken).unit == "a-x"
    assert not of(events, AgilityTested)


@pytest.mark.rule("AN-REACT-35")
def test_an_assaulter_that_breaks_makes_no_contact():
    """An assaulter that Ambush Fire breaks neither reaches its target nor shoots or strikes."""
    played = duel(ARMED, men(1), [3, 3, 2], 14 * INCH, order="run", mine={"pins": 7}, more=[watcher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=0)
    events = through(played)
    assert one(events, UnitBroken).unit == "a-x"
    assert not of(events, ContactMade)
    assert [each.kind for each in of(events, ShootingDeclared)] == ["ambush_fire"]


@pytest.mark.rule("AN-REACT-35")
@pytest.mark.parametrize(("when", "moves"), [("immediate", False), ("end_of_action", True)])
def test_when_breaks_are_settled_is_an_option(when, moves):
    """A mover that reaches its Co breaks at once, or by the option when its move is over."""
    played = acting(
        "run", ("a-x", men(1), (X, Y), {"pins": 7}), watcher(), dice=[3, 2], options={"interrupted_break": when}
    )
    go(played, 10 * INCH)
    react(played, "ambush_fire", "b-z", point=4 * INCH)
    events = through(played)
    assert one(events, UnitBroken).unit == "a-x"
    assert bool([each for each in of(events, UnitMoved) if each.progress > 4 * INCH]) is moves
    assert DEFAULTS.interrupted_break == "immediate"


@pytest.mark.rule("AN-REACT-36")
@pytest.mark.parametrize("fires", [False, True])
def test_a_unit_that_declared_is_not_listed_again(fires):
    """An ambusher that declined is listed with Go Down when it is shot at; one that fired is not."""
    played = duel(ARMED, ARMED, [9, 9] if fires else [9], order="advance", theirs=AMBUSH)
    go(played, 0, 2 * INCH)
    if fires:
        react(played, "ambush_fire", point=INCH)
    else:
        decline(played)
    through(played, "action")
    shoot(played)
    assert listed(played) == ({} if fires else {"b-y": ("go_down",)})
    if not fires:
        decline(played)
    through(played)


@pytest.mark.rule("AN-REACT-37")
def test_a_firefight_needs_a_weapon_that_reaches():
    """From 18 inches a unit whose weapon reaches 15 is refused."""
    short = gun(0, "short", short=15 * INCH, long=15 * INCH, extreme=15 * INCH)
    played = duel(ARMED, men(1, "short"), gap=18 * INCH, theirs={}, weapons=[short])
    shoot(played)
    react(played, "firefight").rejected("AN-REACT-37", "nobody-can-shoot")


@pytest.mark.rule("AN-REACT-37")
def test_an_immobilised_unit_does_not_escape():
    """An immobilised vehicle is refused an Escape."""
    played = duel(men(1), vehicle(order_dice=1), gap=6 * INCH, order="run", theirs={"move_limit": 0})
    charge(played, 5 * INCH)
    react(played, "escape").rejected("AN-REACT-37", "reactor-immobilised")


@pytest.mark.rule("AN-REACT-37")
def test_the_target_of_a_reaction_is_fixed():
    """A Firefight aimed at another enemy is refused; at the unit that shoots it is accepted."""
    other = ("a-z", men(1), (X, Y - 4 * INCH))
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={}, more=[other])
    shoot(played)
    react(played, "firefight").asks("reaction_shot", "blue")
    shoot(played, unit="b-y", target="a-z", who="blue").rejected("AN-REACT-37", "target-is-fixed")
    shoot(played, unit="b-y", target="a-x", who="blue").accepted()
    through(played)


@pytest.mark.rule("AN-REACT-38")
def test_a_reaction_that_has_become_impossible_lapses():
    """Two ambushers declare and the first destroys the mover: the second lapses and its die shows Fire."""
    played = passing([3, 9], watcher("b-u"), watcher("b-v", 2 * INCH))
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-u", point=INCH)
    react(played, "ambush_fire", "b-v", point=4 * INCH)
    events = through(played)
    assert one(events, ReactionLapsed).unit == "b-v"
    assert [row(played, each).order for each in ("b-u", "b-v")] == ["fire", "fire"]


@pytest.mark.rule("AN-REACT-38")
def test_stand_and_shoot_lapses_without_contact():
    """An assaulter that fails at a wall is not shot at; the reactor's die stays Fire."""
    fence = wall("f", (13 * INCH, 0), (13 * INCH, 30 * INCH))
    played = duel(men(1), ARMED, [1, 9], 8 * INCH, order="run", theirs={}, terrain=[fence])
    charge(played, 8 * INCH)
    react(played, "stand_and_shoot")
    events = through(played)
    assert one(events, ReactionLapsed).reaction == "stand_and_shoot"
    assert not of(events, AccuracyRolled)
    assert row(played).order == "fire"


@pytest.mark.rule("AN-REACT-37")
def test_a_dash_needs_a_unit_that_can_move():
    """An immobilised unit shot at from 25 inches is not offered the dash and is refused it."""
    played = duel(ARMED, vehicle(order_dice=1), gap=24 * INCH, theirs={"move_limit": 0})
    shoot(played)
    assert listed(played) == {"b-y": ("go_down",)}
    react(played, "dash_to_cover").rejected("AN-REACT-37", "reactor-immobilised")
