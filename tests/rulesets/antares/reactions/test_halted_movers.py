"""AN-REACT-35: what becomes of a mover that is shot at on its way."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    BreakTested,
    ContactMade,
    MoveInterrupted,
    MoveStopped,
    ReactionCarriedOut,
    ShootingDeclared,
    UnitBroken,
    UnitMoved,
    VolleysResolved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.fixtures import AMBUSH, RED_SQUAD, USED, X, Y, acting, ambusher, duel, moving_past
from tests.rulesets.antares.reactions.fixtures import ARMED
from tests.rulesets.antares.sheets import INCH, armed_squad, lone_trooper, plain_squad, special_rule, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    event_names,
    events_of,
    move_unit,
    one_event,
    place_of,
    play_on,
    question,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-REACT-35")
@pytest.mark.parametrize("face", [8, 5])
@pytest.mark.ruling("AN-REACT-35.2")
def test_losses_and_breaks_are_settled_before_the_mover_goes_on(face):
    """Halted at 4 of 10 inches with 3 of 5 lost and a pin a unit tests at 7: an 8 breaks it, a 5 lets it go on."""
    played = moving_past([2, 3, 4, 9, 9, 9, face], ambusher(sheet=troopers(3, "gun")), own=troopers(5))
    move_unit(played, 10 * INCH)
    react(played, "ambush_fire", "b-z", point=4 * INCH)
    events = play_on(played)
    assert one_event(events, MoveInterrupted).progress == 4 * INCH
    test = one_event(events, BreakTested)
    assert (test.needed.total, test.passed) == (7, face == 5)
    if face == 8:
        assert unit_row(played, "a-x").place == "broken"
        assert not [event for event in events_of(events, UnitMoved) if event.progress > 4 * INCH]
    else:
        left = unit_row(played, "a-x").models
        assert len(left) == 2
        assert {place_of(played, row)[0] for row in left} == {X + 10 * INCH}


@pytest.mark.rule("AN-REACT-35")
def test_pins_gained_on_the_way_count_in_later_shooting():
    """A unit that gets a pin on its Advance shoots at one less afterwards, and takes no order test."""
    enemy = ("b-y", troopers(1), (X + 11 * INCH, Y), USED)
    played = moving_past([3, 2, 9], ambusher(), enemy, order="advance", own=ARMED)
    move_unit(played, 0, 2 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    assert "OrderTested" not in event_names(play_on(played, "action"))
    assert unit_row(played, "a-x").pins == 1
    shoot(played)
    assert events_of(play_on(played), AccuracyRolled)[-1].needed.total == 5 - 1


@pytest.mark.rule("AN-REACT-35")
def test_a_mover_that_goes_down_ends_its_action():
    """A unit that fails its test under half goes Down and stops there; an Advance does not shoot any more."""
    own = troopers(5, "gun", rules=(special_rule("break_test_on_casualty"),))
    played = moving_past([3, 9, 9], ambusher(), own=own, order="advance")
    move_unit(played, 5 * INCH)
    react(played, "ambush_fire", "b-z", point=2 * INCH)
    events = play_on(played)
    assert unit_row(played, "a-x").order == "down"
    assert one_event(events, MoveStopped).progress == 2 * INCH
    assert question(played) == ""
    assert {place_of(played, model)[0] for model in unit_row(played, "a-x").models} == {X + 2 * INCH}


@pytest.mark.rule("AN-REACT-35")
@pytest.mark.ruling("AN-REACT-35.2")
def test_a_sprinter_that_breaks_takes_no_sprint_test():
    """A sprinter that Ambush Fire breaks stops without a sprint test."""
    played = acting("run", ("a-x", troopers(1), (X, Y), {"pins": 7}), ambusher(), dice=[3, 3, 2])
    move_unit(played, 15 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=4 * INCH)
    events = play_on(played)
    assert one_event(events, UnitBroken).unit == "a-x"
    assert not events_of(events, AgilityTested)


@pytest.mark.rule("AN-REACT-35")
def test_an_assaulter_that_breaks_makes_no_contact():
    """An assaulter that Ambush Fire breaks neither reaches its target nor shoots or strikes."""
    played = duel(ARMED, troopers(1), [3, 3, 2], 14 * INCH, order="run", mine={"pins": 7}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=0)
    events = play_on(played)
    assert one_event(events, UnitBroken).unit == "a-x"
    assert not events_of(events, ContactMade)
    assert [event.kind for event in events_of(events, ShootingDeclared)] == ["ambush_fire"]


@pytest.mark.rule("AN-REACT-35")
@pytest.mark.parametrize(("when", "moves"), [("immediate", False), ("end_of_action", True)])
@pytest.mark.ruling("AN-REACT-35.3")
def test_when_breaks_are_settled_is_an_option(when, moves):
    """A mover that reaches its Co breaks at once, or by the option when its move is over."""
    played = acting(
        "run", ("a-x", troopers(1), (X, Y), {"pins": 7}), ambusher(), dice=[3, 2], options={"interrupted_break": when}
    )
    move_unit(played, 10 * INCH)
    react(played, "ambush_fire", "b-z", point=4 * INCH)
    events = play_on(played)
    assert one_event(events, UnitBroken).unit == "a-x"
    assert bool([event for event in events_of(events, UnitMoved) if event.progress > 4 * INCH]) is moves
    assert DEFAULTS.interrupted_break == "immediate"


@pytest.mark.rule("AN-REACT-35", "AN-BREAK-12")
def test_a_break_test_on_the_way_stops_the_mover_or_lets_it_go_on():
    """3 of 5 models lost and 1 pin against Co 8: the test stands at 7; 8 breaks it on the spot, 5 lets it go on."""
    many = ("b-y", plain_squad(), (15_000, 25_000), AMBUSH)
    for face in (8, 5):
        played = acting("run", RED_SQUAD, many, dice=[4, 4, 4, 9, 9, 9, 9, 9, face])
        move_unit(played, 10_000).accepted()
        react(played, "ambush_fire", point=4000).accepted()
        shoot(played, target="a-x", unit="b-y", who="blue").accepted()
        while played.window is not None:
            answer_by_default(played)
        tested = played.last.one(BreakTested)
        assert (tested.unit, tested.needed.total) == ("a-x", 7)
        if face == 8:
            played.last.then(VolleysResolved, ReactionCarriedOut, BreakTested, UnitBroken, MoveStopped, ActionEnded)
            played.last.without(UnitMoved)
        else:
            played.last.then(BreakTested, ActionResumed, UnitMoved, ActionEnded)
            assert place_of(played, "a-x.4")[0] == 20_000


@pytest.mark.rule("AN-REACT-35")
def test_by_option_the_break_test_waits_for_the_end_of_the_move():
    """By the option the break test waits for the end of the mover's action."""
    many = ("b-y", plain_squad(), (15_000, 25_000), AMBUSH)
    late = {"interrupted_break": "end_of_action"}
    played = acting("run", RED_SQUAD, many, dice=[4, 4, 4, 9, 9, 9, 9, 9, 8], options=late)
    move_unit(played, 10_000).accepted()
    react(played, "ambush_fire", point=4000).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    while played.window is not None:
        answer_by_default(played)
    played.last.then(ReactionCarriedOut, ActionResumed, UnitMoved, BreakTested, UnitBroken, ActionEnded)


@pytest.mark.rule("AN-REACT-35")
def test_pins_gained_on_the_way_count_in_the_movers_own_shots():
    """Pins gained on the way count in the mover's own shots."""
    enemy = ("b-w", lone_trooper(), (30_000, 10_000), {"order": "advance"})
    played = acting(
        "advance", RED_SQUAD, ("b-y", armed_squad("carbine", count=2), (15_000, 25_000), AMBUSH), enemy, dice=[4, 9, 1]
    )
    move_unit(played, 4000).accepted()
    react(played, "ambush_fire", point=2000).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    answer_by_default(played).then(ReactionCarriedOut, ActionResumed, UnitMoved).asks("action", "red")
    assert unit_row(played, "a-x").pins == 1
    played.faces(9, 9, 9, 9, 9)
    shoot(played, target="b-w").then(AccuracyRolled)
    assert played.last.one(AccuracyRolled).needed.total == 4


@pytest.mark.rule("AN-REACT-35", "AN-BREAK-05")
def test_a_broken_mover_that_flees_stops_on_the_spot():
    """By the option it stays on the table, and its move ends on the spot all the same."""
    many = ("b-y", plain_squad(), (15_000, 25_000), AMBUSH)
    flee = {"broken_units_flee": True}
    played = acting("run", RED_SQUAD, many, dice=[4, 4, 4, 9, 9, 9, 9, 9, 8], options=flee)
    move_unit(played, 10_000).accepted()
    react(played, "ambush_fire", point=4000).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    while played.window is not None:
        answer_by_default(played)
    played.last.then(UnitBroken, MoveStopped, ActionEnded).without(UnitMoved, ActionResumed)
