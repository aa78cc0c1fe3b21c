"""AN-BREAK-06 to AN-BREAK-17: what calls for break tests, and what they do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    BreakDue,
    BreakTested,
    DamageRolled,
    ModelLost,
    UnitBroken,
    UnitWentDown,
)
from tests.rulesets.antares.damage.fixtures import with_models_left
from tests.rulesets.antares.damage.steps import fight_round, lose_models
from tests.rulesets.antares.fixtures import SPENT, USED, duel
from tests.rulesets.antares.sheets import BRITTLE, stats, troopers, vehicle
from tests.rulesets.antares.steps import (
    event_names,
    events_of,
    models_left,
    one_event,
    pins_gained,
    play_on,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-BREAK-06")
@pytest.mark.parametrize(("models", "losses", "tests"), [(10, 5, 1), (10, 4, 0), (5, 3, 1), (5, 2, 0)])
def test_half_of_the_starting_models(models, losses, tests):
    """The 5th casualty of 10 and the 3rd of 5 call for a test, one less does not."""
    _, events = lose_models(losses, [1] * tests, troopers(models))
    assert len(events_of(events, BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-07")
@pytest.mark.parametrize(("losses", "tests"), [(1, 1), (0, 0)])
def test_later_casualties_call_for_a_test_each_action(losses, tests):
    """A unit that has tested at half tests again after a volley that kills, and not after one that does not."""
    _, events = lose_models(losses, [1] * tests, saved=1, theirs=with_models_left(2))
    assert len(events_of(events, BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-07")
@pytest.mark.parametrize(("per_casualty", "tests"), [(False, 1), (True, 2)])
@pytest.mark.ruling("AN-BREAK-07.2", "AN-BREAK-07.3")
def test_two_later_casualties_make_one_test_or_two_by_the_option(per_casualty, tests):
    """Two models lost at once after half call for one test, by the option for two."""
    options = {"break_test_per_casualty": per_casualty}
    _, events = lose_models(2, [1] * tests, troopers(9), theirs=with_models_left(4), options=options)
    assert len(events_of(events, BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-08")
def test_defeat_calls_for_a_test_without_casualties():
    """A unit that loses the round by its old pins alone tests."""
    played, events = fight_round([10], [10], [7], troopers(1), troopers(1), theirs={**USED, "pins": 1})
    assert not events_of(events, ModelLost)
    assert one_event(events, BreakTested, unit="b-y").passed is True
    assert models_left(played) == 1


@pytest.mark.rule("AN-BREAK-09")
def test_a_damage_result_calls_for_a_test():
    """Damage row 2 makes pins and a break test."""
    played = duel(troopers(1, "gun"), vehicle(order_dice=1), [3, 10, 2, 1, 1], theirs=SPENT)
    shoot(played)
    events = play_on(played)
    assert one_event(events, DamageRolled).row == "2"
    assert (pins_gained(events), len(events_of(events, BreakTested))) == (3, 1)


@pytest.mark.rule("AN-BREAK-09")
@pytest.mark.parametrize(("rules", "tests"), [(BRITTLE, 1), ((), 0)])
def test_a_special_rule_calls_for_a_test(rules, tests):
    """A unit with the rule tests for a first casualty under half, another does not."""
    _, events = lose_models(1, [1] * tests, troopers(5, rules=rules))
    assert len(events_of(events, BreakTested)) == tests
    assert [event.trigger for event in events_of(events, BreakDue)] == ["rule"] * tests


@pytest.mark.rule("AN-BREAK-10", "AN-BREAK-11")
def test_the_target_is_co_less_all_pins():
    """Co 8 with 2 pins and the one of the volley makes 5; a 5 passes and changes nothing."""
    played, events = lose_models(3, [5], theirs={**USED, "pins": 2})
    test = one_event(events, BreakTested)
    assert (test.needed.total, test.face, test.passed) == (5, 5, True)
    assert (unit_row(played).place, unit_row(played).pins, unit_row(played).order) == ("table", 3, "advance")


@pytest.mark.rule("AN-BREAK-11")
def test_a_natural_one_passes():
    """A unit of Co 2 with 1 pin passes its test at 1 with a 1, and keeps its pin."""
    played, events = lose_models(3, [1], troopers(5, stats=stats(command=2)))
    assert one_event(events, BreakTested).passed is True
    assert (unit_row(played).place, unit_row(played).pins) == ("table", 1)


@pytest.mark.rule("AN-BREAK-12")
def test_failure_at_half_breaks():
    """With 3 of 5 lost a 6 against 5 breaks the unit."""
    played, events = lose_models(3, [6], theirs={**USED, "pins": 2})
    assert one_event(events, UnitBroken).cause == "test"
    assert unit_row(played).place == "broken"


@pytest.mark.rule("AN-BREAK-13")
@pytest.mark.parametrize(("face", "place"), [(5, "broken"), (4, "table")])
def test_failure_after_a_damage_result_breaks_without_losses(face, place):
    """A vehicle of Co 8 with 4 pins after row 3 breaks on a 5 and stands on a 4."""
    played = duel(troopers(1, "gun"), vehicle(), [3, 10, 3, 2, face], theirs=SPENT)
    shoot(played)
    assert one_event(play_on(played), BreakTested).needed.total == 4
    assert unit_row(played).place == place


@pytest.mark.rule("AN-BREAK-14")
def test_failure_in_other_cases_makes_the_unit_go_down():
    """Defeated in hand to hand with 1 of 5 lost a unit that throws 9 against 6 turns its die to Down."""
    played, events = fight_round([3], [10] * 5, [9, 9], troopers(1), troopers(5), theirs={**USED, "pins": 1})
    test = one_event(events, BreakTested)
    assert (test.needed.total, test.passed) == (6, False)
    assert (one_event(events, UnitWentDown).die, unit_row(played).order, unit_row(played).place) == (
        "turned",
        "down",
        "table",
    )


@pytest.mark.rule("AN-BREAK-14")
def test_an_unordered_unit_takes_its_down_die_from_the_bag():
    """A unit without an order that fails under half takes its die from the bag."""
    played, events = lose_models(1, [9], troopers(5, rules=BRITTLE), theirs={})
    assert one_event(events, UnitWentDown).die == "from_bag"
    assert (unit_row(played).order, played.game.sides[1].bag) == ("down", 0)


@pytest.mark.rule("AN-BREAK-14")
def test_without_a_die_in_the_bag_the_unit_is_down_all_the_same():
    """An unordered unit that fails under half where no die is left is Down without one."""
    played = duel(troopers(1, "gun"), troopers(5, rules=BRITTLE), [3, 9, 9], theirs={})
    sides = played.game.sides
    played.set(sides={0: sides[0], 1: replace(sides[1], bag=0, dice_taken=1)})
    shoot(played)
    events = play_on(played)
    assert one_event(events, UnitWentDown).die == "none"
    assert (unit_row(played).order, unit_row(played).down_without_die, played.game.sides[1].bag) == ("down", True, 0)


@pytest.mark.rule("AN-BREAK-16")
@pytest.mark.ruling("AN-BREAK-16.2")
def test_several_triggers_make_one_test():
    """A loser that passes half in the same round throws one die."""
    enemy = troopers(5)
    played, events = fight_round([2, 3, 4], [10] * 5, [9, 9, 9, 1], troopers(3), enemy)
    assert len(events_of(events, BreakTested)) == 1
    assert {event.trigger for event in events_of(events, BreakDue)} >= {"half", "defeat"}
    assert models_left(played) == 2


@pytest.mark.rule("AN-BREAK-16")
@pytest.mark.ruling("AN-BREAK-16.2")
def test_the_automatic_break_makes_the_test_needless():
    """A unit that loses half its models and reaches its Co breaks without a die."""
    _, events = lose_models(3, theirs={**USED, "pins": 7})
    assert one_event(events, UnitBroken).cause == "automatic"
    assert not events_of(events, BreakTested)


@pytest.mark.rule("AN-BREAK-16", "AN-BREAK-02")
@pytest.mark.ruling("AN-BREAK-16.2")
def test_a_damage_result_among_the_triggers_governs_the_failure():
    """One of three vehicles is lost, whose rule calls for no test of a chart; row 3 does, and a failure breaks them."""
    enemy = vehicle(models=("hull",) * 3, rules=BRITTLE, order_dice=1)
    for face, place in ((9, "broken"), (1, "table")):
        played = duel(troopers(2, "gun"), enemy, [3, 3, 10, 10, 1, 3, 1, face], theirs=SPENT)
        shoot(played)
        events = play_on(played)
        assert {event.trigger for event in events_of(events, BreakDue)} == {"damage"}
        assert len(events_of(events, BreakTested)) == 1
        assert unit_row(played).place == place


@pytest.mark.rule("AN-BREAK-17")
@pytest.mark.ruling("AN-BREAK-17.2")
def test_the_acting_side_tests_first_and_both_may_break():
    """After a Firefight both units are over half: the acting unit's die, then the reactor's; both break."""
    dice = [1, 3, 9, 3, 9, 9, 9, 8, 8]
    played = duel(troopers(2, "gun"), troopers(2, "gun"), dice, theirs={})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    assert [event.unit for event in events_of(events, BreakTested)] == ["a-x", "b-y"]
    assert {event.unit for event in events_of(events, UnitBroken)} == {"a-x", "b-y"}


@pytest.mark.rule("AN-BREAK-17")
@pytest.mark.ruling("AN-BREAK-17.2")
def test_automatic_breaks_come_before_all_tests():
    """After a Firefight the reactor breaks by its pins before the acting unit tests."""
    played = duel(troopers(2, "gun"), troopers(1, "gun"), [1, 3, 9, 1, 2, 9, 8], theirs={"pins": 7})
    shoot(played)
    react(played, "firefight")
    names = event_names(play_on(played))
    assert names.index("UnitBroken") < names.index("BreakTested")
