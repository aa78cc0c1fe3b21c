"""Rulings on armour, Wounds, pins and the damage chart."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmourBonus,
    BreakTested,
    DamageRolled,
    ModelLost,
    MovementReduced,
    OrderDieLost,
    ResistRolled,
)
from tests.rulesets.antares.assault.steps import fight
from tests.rulesets.antares.damage.steps import pins_of_volley
from tests.rulesets.antares.fixtures import SPENT, USED, duel
from tests.rulesets.antares.sheets import model_kind, stats, troopers, vehicle
from tests.rulesets.antares.steps import (
    events_of,
    models_left,
    one_event,
    pins_gained,
    play_on,
    resist_tests,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-RESIST-02")
@pytest.mark.ruling("AN-RESIST-02.2")
@pytest.mark.parametrize(
    ("when", "shot", "struck"), [("always", 8, 8), ("h2h", 5, 8), ("shooting", 8, 5), ("pbs", 5, 5)]
)
def test_armour_is_a_list_of_what_it_helps_against(when, shot, struck):
    """An armour of 3 counts in every test, or only against blows or shots, by its word."""
    kind = model_kind(weapons=(), armour=(ArmourBonus(applies=when, bonus=3),))
    played = duel(troopers(1, "gun"), troopers(1, kinds=(kind,)), [3, 1])
    shoot(played).accepted()
    assert resist_tests(play_on(played))[0].needed.total == shot
    _, events = fight([3, 9, 1, 9, 1], troopers(1), troopers(1, kinds=(kind,)))
    assert resist_tests(events)[0].needed.total == struck


@pytest.mark.rule("AN-RESIST-08", "AN-BREAK-06")
@pytest.mark.ruling("AN-RESIST-08.3")
def test_half_of_the_models_counts_whatever_their_wounds():
    """Of two models of 3 Wounds one is lost with three hits, and three are saved: half, so the unit tests."""
    played = duel(troopers(6, "gun"), troopers(2, model_wounds=3), [*[3] * 6, 9, 1, 9, 1, 9, 1, 1], theirs=USED)
    shoot(played).accepted()
    events = play_on(played)
    assert len(events_of(events, ModelLost)) == 1
    assert len(events_of(events, BreakTested)) == 1
    assert models_left(played) == 1


@pytest.mark.rule("AN-PIN-03", "AN-PIN-10")
@pytest.mark.ruling("AN-PIN-03.2")
@pytest.mark.parametrize(("resist", "flags", "pins"), [(18, (), 2), (5, ("heavily_armoured",), 1)])
def test_heavily_armoured_is_the_flag_whatever_the_resist(resist, flags, pins):
    """Res 18 without the flag takes the 2 pins of a slingnet, Res 5 with the flag the pin of any hit."""
    enemy = troopers(3, resist=resist, flags=flags)
    assert pins_of_volley([3, 2], enemy, 0, properties=["slingnet"])[1] == pins


@pytest.mark.rule("AN-DMG-12", "AN-WIN-02")
@pytest.mark.ruling("AN-DMG-12.2", "AN-WIN-02.2")
def test_several_results_of_a_volley_leave_one_die():
    """A unit of two dice rolls 5 twice: one die is lost and one is left, and the second result takes none."""
    enemy = vehicle(kinds=(model_kind("hull", weapons=(), armour=()),))
    played = duel(troopers(2, "gun"), enemy, [3, 3, 10, 10, 5, 1, 5, 1], theirs=SPENT)
    shoot(played).accepted()
    events = play_on(played)
    assert [event.dice for event in events_of(events, OrderDieLost)] == [1]
    assert (unit_row(played).dice, played.game.sides[1].dice_lost) == (1, 1)
    assert [event.limit for event in events_of(events, MovementReduced)] == [1, 0]


@pytest.mark.rule("AN-DMG-13", "AN-PIN-02")
@pytest.mark.ruling("AN-DMG-13.1", "AN-DMG-13.2")
def test_a_chart_unit_that_fails_has_a_pin_and_no_casualty():
    """Res 18 hit once and failed with a damage roll of 10: one pin as for a Wound, no model lost, no break test."""
    played = duel(troopers(1, "gun"), vehicle(stats=stats(resist=18)), [3, 10, 10], theirs=SPENT)
    shoot(played).accepted()
    events = play_on(played)
    assert one_event(events, DamageRolled).row == "none"
    assert pins_gained(events) == unit_row(played).pins == 1
    assert not events_of(events, ModelLost) + events_of(events, BreakTested)


@pytest.mark.rule("AN-DMG-16", "AN-H2H-08")
@pytest.mark.ruling("AN-DMG-16.2")
def test_a_breach_counts_in_hand_to_hand_too():
    """Res 9 with two breaches is 5 against blows as well."""
    beast = troopers(1, armour=0, resist=9, unit_type="humongous_beast", flags=("can_assault", "uses_damage_chart"))
    _, events = fight([3, 9, 1, 9, 1], troopers(1), beast, theirs={**SPENT, "resist_loss": 4})
    assert resist_tests(events)[0].needed.total == 5
    assert not [event for event in events_of(events, ResistRolled) if event.unit == "a-x"]


@pytest.mark.rule("AN-DMG-12", "AN-TURNEND-16", "AN-WIN-02")
@pytest.mark.ruling("AN-DMG-12.3", "AN-WIN-02.2")
@pytest.mark.parametrize(("floor", "place", "lost"), [(1, "table", 0), (0, "destroyed", 1)])
def test_a_last_die_that_is_lost_counts_once(floor, place, lost):
    """By the option the only die goes and the unit with it: one die of its side is lost, and not two."""
    only = {"order": "advance", "unused_dice": 0, "dice": 1}
    dice = [3, 10, 5, 1]
    played = duel(troopers(1, "gun"), vehicle(order_dice=1), dice, theirs=only, options={"mod_loss_floor": floor})
    shoot(played).accepted()
    play_on(played)
    assert (unit_row(played).place, played.game.sides[1].dice_lost) == (place, lost)
