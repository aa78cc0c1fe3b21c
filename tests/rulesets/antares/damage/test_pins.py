"""AN-PIN: the pins that volleys, rounds and failures give."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import (
    BreakTested,
    DamageRolled,
    ModelLost,
    OrderDieTaken,
    PinsAdded,
    ResistRolled,
    UnitBroken,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.damage.steps import pins_of_volley
from tests.rulesets.antares.fixtures import USED, X, Y, act_on, acting, duel
from tests.rulesets.antares.sheets import BRITTLE, INCH, gun, overhead_gun, stats, troopers, vehicle, wall
from tests.rulesets.antares.steps import (
    charge,
    decline,
    event_names,
    events_of,
    fired,
    models_left,
    move_unit,
    one_event,
    pins_gained,
    play_on,
    question,
    react,
    resist_tests,
    shoot,
    unit_row,
)

STUBBORN = ("can_sprint", "can_assault")


@pytest.mark.rule("AN-PIN-01")
def test_a_hit_resisted_at_ten_or_less_pins_even_when_saved():
    """Res 6 against strike value 0 is 6: one pin though the test is saved."""
    played, pins = pins_of_volley([3, 2], troopers(1))
    assert (pins, unit_row(played).pins, models_left(played)) == (1, 1, 1)


@pytest.mark.rule("AN-PIN-01")
@pytest.mark.parametrize(("basis", "pins"), [("modified", 1), ("base_plus_armour", 0)])
@pytest.mark.ruling("AN-PIN-01.2", "AN-PIN-01.3")
def test_the_resist_that_counts_is_an_option(basis, pins):
    """Res 5 and armour 6 hit at strike value 2 count as 9, or by the option as 11."""
    assert pins_of_volley([3, 2], troopers(1, armour=6), 2, options={"pin_res_basis": basis})[1] == pins
    assert DEFAULTS.pin_res_basis == "modified"


@pytest.mark.rule("AN-PIN-02")
def test_a_casualty_pins_whatever_the_resist_target():
    """Resist 12 and a 10: the model is lost and the unit takes a pin."""
    played, pins = pins_of_volley([3, 10], troopers(5, resist=12), 1)
    assert (pins, models_left(played)) == (1, 4)


@pytest.mark.rule("AN-PIN-02")
def test_a_lost_wound_pins_as_a_casualty_does():
    """A model of 2 Wounds that loses one at resist 12 pins its unit."""
    played, pins = pins_of_volley([3, 10], troopers(1, resist=12, model_wounds=2), 1)
    assert (pins, models_left(played), played.game.models["b-y.1"].wounds) == (1, 1, 1)


@pytest.mark.rule("AN-PIN-03")
@pytest.mark.parametrize(("strike", "pins"), [(2, 0), (3, 1)])
def test_hits_resisted_above_ten_without_loss_do_not_pin(strike, pins):
    """Three saved hits at 11 give no pin, at 10 one."""
    played, got = pins_of_volley([2, 3, 4, 2, 3, 4], troopers(3, resist=12), strike, 3)
    assert (got, models_left(played)) == (pins, 3)


@pytest.mark.rule("AN-PIN-03")
def test_heavily_armoured_is_a_flag_and_not_the_resist_number():
    """A Heavily Armoured unit hit at 6 takes the ordinary pin: the flag does not ward it off."""
    assert pins_of_volley([3, 2], troopers(1, flags=("heavily_armoured",)))[1] == 1


@pytest.mark.rule("AN-PIN-04")
@pytest.mark.ruling("AN-PIN-04.2")
def test_a_volley_gives_one_hit_pin_at_most():
    """Five hits and three casualties of one volley make one pin."""
    played, pins = pins_of_volley([2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 1], troopers(5), 0, 5)
    assert (pins, models_left(played)) == (1, 2)


@pytest.mark.rule("AN-PIN-04")
def test_two_volleys_give_two_hit_pins():
    """Two units that shoot in turn and hit give a pin each."""
    second = ("a-z", troopers(1, "gun"), (X, Y - 5 * INCH))
    played = duel(troopers(1, "gun"), troopers(2), [3, 2, 3, 2], more=[second])
    shoot(played)
    play_on(played)
    assert unit_row(played).pins == 1
    act_on(played, "a-z", "fire")
    shoot(played, unit="a-z")
    play_on(played)
    assert unit_row(played).pins == 2


def crossfire(dice: list[int], between: Any = None, **own: Any) -> list[Struct]:
    """Let "a-x" and "b-y" lob at each other in a Firefight, with "b-z" between them under both templates."""
    arms = [overhead_gun("lobber", 1, 3 * INCH, minimum=0), overhead_gun("own", 1, 3 * INCH, minimum=0, **own)]
    third = ("b-z", between or troopers(1), (X + 5500, Y + 1500), USED)
    played = duel(troopers(1, "own"), troopers(1, "lobber"), dice, theirs={}, weapons=arms, more=[third])
    shoot(played, fired("own", aim=(X + 8250, Y)))
    react(played, "firefight").accepted()
    shoot(played, fired("lobber", aim=(X + 2750, Y)), unit="b-y", target="a-x", who="blue").accepted()
    return play_on(played)


@pytest.mark.rule("AN-PIN-04", "AN-REACT-15")
@pytest.mark.ruling("AN-PIN-04.2")
@pytest.mark.parametrize(("properties", "pins"), [(("blast",), [1, 1]), (("blast", "disruptor"), [2, 1])])
def test_each_volley_of_a_firefight_gives_a_third_unit_its_own_pins(properties, pins):
    """A unit under templates of both has a pin of each volley, or 2 of the one that disrupts and 1 of the other."""
    events = crossfire([1, 3, 3, 1, 1, 1, 1], properties=properties)
    assert [event.pins for event in events_of(events, PinsAdded, unit="b-z", cause="hit")] == pins
    assert (pins_gained(events, "a-x"), pins_gained(events, "b-y")) == (1, pins[0])


@pytest.mark.rule("AN-PIN-04", "AN-PIN-02", "AN-PIN-03")
def test_each_volley_is_judged_by_what_it_did_itself():
    """Of two hits resisted at more than 10 the one that takes a Wound gives a pin, and the other none."""
    events = crossfire([1, 3, 3, 1, 1, 10, 1], troopers(1, resist=12, model_wounds=3))
    assert pins_gained(events, "b-z") == 1
    events = crossfire([1, 3, 3, 1, 10, 10, 1], troopers(1, resist=12, model_wounds=3))
    assert pins_gained(events, "b-z") == 2


@pytest.mark.rule("AN-DMG-13", "AN-DMG-02")
def test_damage_of_each_volley_is_rolled_by_the_side_that_made_it():
    """A vehicle that fails against both volleys takes a damage roll of either side, and a hit pin of each volley."""
    events = crossfire([1, 3, 3, 1, 10, 10, 1, 10, 10], vehicle())
    assert [event.by for event in events_of(events, ResistRolled, unit="b-z")] == [0, 1]
    assert len(events_of(events, DamageRolled, unit="b-z")) == 2
    assert pins_gained(events, "b-z") == 2


@pytest.mark.rule("AN-PIN-04")
@pytest.mark.ruling("AN-PIN-04.2")
def test_the_largest_of_several_pin_rules_counts_and_not_the_sum():
    """A casualty by a disruptor makes 2 pins, and not 3."""
    played, pins = pins_of_volley([3, 9], troopers(5), 0, properties=["disruptor"])
    assert (pins, models_left(played)) == (2, 4)


@pytest.mark.rule("AN-PIN-04")
def test_misses_do_not_pin():
    """A volley without a hit gives no pin."""
    assert pins_of_volley([7, 9, 10], troopers(5), 0, 3)[1] == 0


@pytest.mark.rule("AN-PIN-04")
@pytest.mark.ruling("AN-PIN-04.2")
@pytest.mark.parametrize(("volleys", "pins"), [(1, 2), (2, 4)])
def test_a_volley_of_two_kinds_of_weapons_counts_the_largest_rule(volleys, pins):
    """A disruptor and a plain gun of one volley, both hitting and killing, make 2 pins; a second such volley 2 more."""
    arms = [gun(0, "used"), gun(0, "ray", properties=("disruptor",))]
    second = ("a-z", troopers(2, "used", "ray"), (X, Y - 5 * INCH))
    faces = [3, 3, 10, 10] * volleys
    played = duel(troopers(2, "used", "ray"), troopers(10), faces, weapons=arms, more=[second])
    for unit in ("a-x", "a-z")[:volleys]:
        if unit == "a-z":
            act_on(played, unit, "fire")
        shoot(played, fired("used", f"{unit}.1"), fired("ray", f"{unit}.2"), unit=unit).accepted()
        play_on(played)
    assert (unit_row(played).pins, models_left(played)) == (pins, 10 - 2 * volleys)


@pytest.mark.rule("AN-PIN-05")
def test_hand_to_hand_pins_for_casualties_alone():
    """Four hits and two casualties in hand to hand make 2 pins; saved hits make none."""
    played = duel(troopers(4), troopers(5), [2, 3, 4, 5, 10, 10, 10, 10, 10, 7, 8, 2, 3, 1], order="run")
    charge(played, 10 * INCH)
    events = play_on(played, "follow_on")
    assert pins_gained(events) == len(events_of(events, ModelLost)) == 2
    assert len(resist_tests(events)) == 4


@pytest.mark.rule("AN-PIN-06", "AN-BREAK-15")
def test_a_down_unit_that_fails_under_half_takes_a_pin():
    """A Down unit of one die that is forced Down again by a break test takes a pin."""
    enemy = troopers(5, unit_type="mounted", flags=STUBBORN, rules=BRITTLE)
    played, pins = pins_of_volley([3, 9, 8], enemy, theirs={"order": "down"})
    assert one_event(played.events, BreakTested).passed is False
    assert (pins, unit_row(played).pins, unit_row(played).order) == (1 + 1, 2, "down")
    assert one_event(played.events, PinsAdded, cause="break").pins == 1


@pytest.mark.rule("AN-PIN-06")
def test_a_down_unit_with_an_unused_die_places_it_instead():
    """A Down unit of two dice that is forced Down again puts its second die on the table and takes no pin."""
    enemy = troopers(5, unit_type="mounted", flags=STUBBORN, rules=BRITTLE, order_dice=2)
    played = duel(troopers(1, "gun"), enemy, [3, 9, 8], theirs={"order": "down", "unused_dice": 1})
    before = played.game.sides[1].bag
    shoot(played)
    if question(played) == "reaction":
        decline(played)
    events = play_on(played)
    assert one_event(events, OrderDieTaken).order == "down"
    assert pins_gained(events) == unit_row(played).pins == 1
    assert (unit_row(played).unused_dice, played.game.sides[1].bag) == (0, before - 1)


@pytest.mark.rule("AN-PIN-14")
def test_a_failed_sprint_gives_a_pin():
    """A unit that fails the test of its sprint takes a pin, one that passes none."""
    for face, pins in ((6, 1), (5, 0)):
        played = acting("run", ("a-x", troopers(1), (X, Y)), dice=[face])
        move_unit(played, 15 * INCH, sprint=True)
        events = play_on(played)
        assert pins_gained(events, "a-x") == unit_row(played, "a-x").pins == pins


@pytest.mark.rule("AN-PIN-14")
def test_a_cumbersome_unit_takes_a_pin_for_failed_terrain():
    """A Cumbersome unit that fails at an obstacle takes a pin, another unit none."""
    for flags, pins in ((("cumbersome",), 1), ((), 0)):
        fence = wall("w", (14 * INCH, 0), (14 * INCH, 20 * INCH))
        played = acting("run", ("a-x", troopers(1, flags=flags), (X, Y)), dice=[9], terrain=[fence])
        move_unit(played, 8 * INCH)
        assert pins_gained(play_on(played), "a-x") == pins


@pytest.mark.rule("AN-PIN-14")
def test_a_failed_reaction_gives_a_pin():
    """A unit that fails its reaction test takes a pin, before the volley that misses it."""
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [8, 9], theirs={})
    shoot(played)
    react(played, "firefight")
    assert one_event(play_on(played), PinsAdded, unit="b-y").cause == "reaction"


@pytest.mark.rule("AN-PIN-14")
def test_damage_results_give_pins():
    """A vehicle whose damage roll is 8 takes the pin of the result besides the hit pin."""
    theirs = {"order": "advance", "unused_dice": 0}
    played = duel(troopers(1, "used"), vehicle(), [3, 10, 8], weapons=[gun(0, "used")], theirs=theirs)
    shoot(played)
    events = play_on(played)
    assert one_event(events, PinsAdded, cause="damage").pins == 1
    assert unit_row(played).pins == 2


@pytest.mark.rule("AN-PIN-14")
def test_a_unit_that_is_missed_takes_none():
    """A unit at which every shot misses has no pin."""
    played, pins = pins_of_volley([9, 9], troopers(2), 0, 2)
    assert (pins, unit_row(played).pins) == (0, 0)


@pytest.mark.rule("AN-PIN-15")
def test_pins_come_after_losses_and_before_the_automatic_break():
    """A unit of Co 8 with 7 pins that is hit has 8 and breaks at the end of the action, its casualty first."""
    played, _ = pins_of_volley([3, 9], troopers(5), 0, theirs={**USED, "pins": 7})
    order = [
        event_name
        for event_name in event_names(played.events)
        if event_name in ("ModelLost", "PinsAdded", "UnitBroken")
    ]
    assert order[0] == "ModelLost"
    assert order.index("PinsAdded") < order.index("UnitBroken")
    assert events_of(played.events, UnitBroken)[0].cause == "automatic"
    assert unit_row(played).place == "broken"


@pytest.mark.rule("AN-PIN-15")
def test_pins_have_no_upper_limit():
    """A probe, which has no Co, may gather any number of pins."""
    enemy = troopers(5, unit_type="probe", stats=stats(command=None))
    played, pins = pins_of_volley([3, 1], enemy, 0, theirs={"pins": 30})
    assert (pins, unit_row(played).pins) == (1, 31)
    assert not events_of(played.events, UnitWentDown)
