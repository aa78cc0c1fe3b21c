"""AN-BREAK-01 to AN-BREAK-05 and AN-BREAK-15: units that break by pins."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    BreakTested,
    H2HRoundBegun,
    ModelLost,
    OrderDieLost,
    UnitBroken,
    UnitFled,
)
from tests.rulesets.antares.damage.steps import lose_models
from tests.rulesets.antares.fixtures import DOWN, SPENT, USED, duel
from tests.rulesets.antares.sheets import BRITTLE, INCH, stats, troopers, vehicle
from tests.rulesets.antares.steps import (
    charge,
    event_names,
    events_of,
    models_left,
    one_event,
    play_on,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-BREAK-01")
def test_probes_never_test():
    """A probe shard that loses half its probes throws no die."""
    shard = troopers(4, unit_type="probe", stats=stats(command=None))
    played, events = lose_models(2, (), shard)
    assert models_left(played) == 2
    assert not events_of(events, BreakTested)


@pytest.mark.rule("AN-BREAK-01")
@pytest.mark.ruling("AN-BREAK-01.2")
def test_a_unit_without_co_does_not_break_by_pins_either():
    """A probe unit with 20 pins stays."""
    played, events = lose_models(1, (), troopers(4, unit_type="probe", stats=stats(command=None)), theirs={"pins": 20})
    assert unit_row(played).place == "table"
    assert not events_of(events, UnitBroken)


@pytest.mark.rule("AN-BREAK-02")
def test_a_chart_unit_does_not_test_for_casualties():
    """A unit of two vehicles that loses one does not test; damage row 3 makes it test."""
    pair = vehicle(models=("hull", "hull"), order_dice=1)
    for faces, tests in (([3, 10, 1], 0), ([3, 10, 3, 1, 2], 1)):
        played = duel(troopers(1, "gun"), pair, faces, theirs=SPENT)
        shoot(played)
        assert len(events_of(play_on(played), BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-03")
@pytest.mark.parametrize(("pins", "broken"), [(7, True), (6, False)])
def test_pins_equal_to_co_break(pins, broken):
    """With Co 8 a unit breaks at 8 pins and not at 7, and no die is thrown for it."""
    played, events = lose_models(0, saved=1, theirs={**USED, "pins": pins})
    assert (unit_row(played).place == "broken") is broken
    assert [event.cause for event in events_of(events, UnitBroken)] == (["automatic"] if broken else [])
    assert not events_of(events, BreakTested)


@pytest.mark.rule("AN-BREAK-03")
def test_chart_units_break_by_pins_too():
    """A vehicle of Co 8 whose damage brings it to 8 pins breaks."""
    played = duel(troopers(1, "gun"), vehicle(), [3, 10, 8], theirs={**SPENT, "pins": 6})
    shoot(played)
    assert one_event(play_on(played), UnitBroken).cause == "automatic"


@pytest.mark.rule("AN-BREAK-04")
def test_the_check_waits_for_the_end_of_the_action():
    """A unit that reaches its Co in a Firefight has shot all the same, and breaks then."""
    dice = [1, 3, 9, 1, 2, 9, 8]
    played = duel(troopers(2, "gun"), troopers(1, "gun"), dice, theirs={"pins": 7})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    names = event_names(events)
    assert len(events_of(events, ModelLost, model="a-x.1")) + len(events_of(events, ModelLost, model="a-x.2")) == 1
    assert names.index("ModelLost") < names.index("UnitBroken")
    assert events_of(events, UnitBroken)[0].unit == "b-y"


@pytest.mark.rule("AN-BREAK-04")
def test_a_round_is_fought_to_its_end_before_anybody_breaks_by_pins():
    """A Down unit that reaches its Co by the first blows still strikes with the model that is left, and breaks then."""
    played = duel(troopers(1), troopers(2), [3, 9, 3, 9], 4 * INCH, order="run", theirs={**DOWN, "pins": 7})
    charge(played, 4 * INCH)
    events = play_on(played)
    names = event_names(events)
    assert [len(event.dice) for event in events_of(events, AccuracyRolled)] == [1, 1]
    assert {event.model[:3] for event in events_of(events, ModelLost)} == {"a-x", "b-y"}
    assert one_event(events, UnitBroken).unit == "b-y"
    assert len(names) - 1 - names[::-1].index("AccuracyRolled") < names.index("UnitBroken")
    assert unit_row(played, "a-x").place == "destroyed"


@pytest.mark.rule("AN-BREAK-04")
def test_an_exchange_at_point_blank_is_shot_to_its_end_before_anybody_breaks_by_pins():
    """A Down unit that reaches its Co by the first shots still shoots, and breaks before a blow is struck."""
    enemy = troopers(2, "gun", unit_type="mounted", flags=())
    played = duel(troopers(1, "gun"), enemy, [3, 1, 9, 9], 4 * INCH, order="run", theirs={**DOWN, "pins": 7})
    charge(played, 4 * INCH)
    events = play_on(played, "consolidate")
    names = event_names(events)
    assert [len(event.dice) for event in events_of(events, AccuracyRolled)] == [1, 2]
    assert one_event(events, UnitBroken).cause == "automatic"
    assert len(names) - 1 - names[::-1].index("AccuracyRolled") < names.index("UnitBroken")
    assert not events_of(events, H2HRoundBegun)
    assert not events_of(events, BreakTested)
    play_on(played)


@pytest.mark.rule("AN-BREAK-05")
@pytest.mark.ruling("AN-BREAK-05.2")
def test_a_broken_unit_is_removed_and_its_dice_are_lost():
    """A unit that breaks leaves with its models, and its die counts as lost."""
    played, events = lose_models(0, saved=1, theirs={**USED, "pins": 7})
    assert (unit_row(played).place, unit_row(played).models) == ("broken", ())
    assert one_event(events, OrderDieLost).dice == 1
    assert played.game.sides[1].dice_lost == 1
    assert not [model for model in played.game.models if model.startswith("b-y")]


@pytest.mark.rule("AN-BREAK-05")
def test_an_unused_die_of_a_broken_unit_leaves_the_bag():
    """A unit that had no order breaks, and its die is lost out of the bag."""
    played, events = lose_models(0, saved=1, theirs={"pins": 7})
    assert (one_event(events, OrderDieLost).from_bag, played.game.sides[1].bag) == (1, 0)


@pytest.mark.rule("AN-BREAK-05")
@pytest.mark.ruling("AN-BREAK-05.3")
def test_by_the_option_broken_units_flee():
    """The option leaves a broken unit on the table, where it flees."""
    played, events = lose_models(0, saved=1, theirs={**USED, "pins": 7}, options={"broken_units_flee": True})
    assert one_event(events, UnitBroken).flees is True
    assert (unit_row(played).place, unit_row(played).fleeing, models_left(played)) == ("table", True, 5)
    assert not events_of(events, UnitFled)


@pytest.mark.rule("AN-BREAK-15")
def test_a_down_unit_takes_a_pin():
    """A Down unit with 4 pins that fails has 5 and stays."""
    played, events = lose_models(
        1, [9], troopers(5, unit_type="mounted", flags=(), rules=BRITTLE), theirs={**DOWN, "pins": 3}
    )
    assert one_event(events, BreakTested).needed.total == 4
    assert (unit_row(played).pins, unit_row(played).order, unit_row(played).place) == (5, "down", "table")


@pytest.mark.rule("AN-BREAK-15")
def test_the_automatic_break_is_checked_again_after_that_pin():
    """A Down unit with 7 pins that fails reaches its Co of 8 and breaks."""
    played, events = lose_models(
        1, [9], troopers(5, unit_type="mounted", flags=(), rules=BRITTLE), theirs={**DOWN, "pins": 6}
    )
    assert one_event(events, UnitBroken).cause == "automatic"
    assert unit_row(played).place == "broken"
