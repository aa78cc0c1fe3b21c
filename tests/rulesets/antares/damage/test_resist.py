"""AN-RESIST: the tests that models take for the hits they got."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    ArmourBonus,
    BreakDue,
    BreakTested,
    DamageRolled,
    HitsScored,
    ModelLost,
    RerollHits,
    WoundLost,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import SPENT, duel, stepwise_duel
from tests.rulesets.antares.sheets import INCH, armed_squad, box, gun, model_kind, stats, troopers, vehicle, weapon
from tests.rulesets.antares.steps import (
    charge,
    events_of,
    models_left,
    one_event,
    pins_gained,
    play_on,
    resist_tests,
    roll_accuracy,
    shoot,
    unit_row,
)


def hit_once(enemy: Any, face: int, sv: int = 0, **rest: Any) -> tuple[Table, Any]:
    """Hit a lone target once and let it resist with this face: the table, and the one test."""
    played = duel(troopers(1, "used"), enemy, [3, face], weapons=[gun(sv, "used")], **rest)
    shoot(played)
    return played, resist_tests(play_on(played))[0]


def wood_with_cover(cover: str) -> Any:
    return box("w1", 20 * INCH, 8 * INCH, 4 * INCH, 12 * INCH, cover=cover, los="clear", movement="open")


@pytest.mark.rule("AN-RESIST-01")
@pytest.mark.parametrize(("face", "saved"), [(6, True), (7, False)])
def test_a_hit_is_resisted_with_armour_and_cover_less_the_strike_value(face, saved):
    """Res 5, armour 1, strike value 1 and soft cover make 6: a 6 saves and a 7 does not."""
    played, test = hit_once(troopers(1), face, 1, terrain=[wood_with_cover("soft")])
    assert (test.needed.total, test.face, test.saved) == (6, face, saved)
    assert (models_left(played) == 1) is saved


@pytest.mark.rule("AN-RESIST-01")
def test_every_hit_on_a_model_is_tested():
    """Three hits on one model make three resist tests."""
    played = duel(troopers(3, "gun"), troopers(1, model_wounds=5), [2, 3, 4, 1, 2, 6])
    shoot(played)
    assert [resist_test.face for resist_test in resist_tests(play_on(played))] == [1, 2, 6]


@pytest.mark.rule("AN-RESIST-02")
@pytest.mark.ruling("AN-RESIST-02.2")
def test_armour_depends_on_the_kind_of_attack():
    """Armour of 1 always and 2 in the open gives 7 in the open, and 6 and the cover in soft cover."""
    armour = (ArmourBonus(applies="always", bonus=1), ArmourBonus(applies="open", bonus=2))
    enemy = troopers(1, kinds=(model_kind(weapons=(), armour=armour),))
    assert hit_once(enemy, 3)[1].needed.total == 7
    assert hit_once(enemy, 3, terrain=[wood_with_cover("soft")])[1].needed.total == 5 + 1 + 1


@pytest.mark.rule("AN-RESIST-02")
def test_armour_is_that_of_the_model_that_is_hit():
    """Of two models with different armour each resists with its own."""
    kinds = (
        model_kind("thin", weapons=(), armour=(ArmourBonus(applies="always", bonus=0),)),
        model_kind("thick", weapons=(), armour=(ArmourBonus(applies="always", bonus=3),)),
    )
    played = duel(troopers(2, "gun"), troopers(2, kinds=kinds, models=("thin", "thick")), [3, 3, 2, 2])
    shoot(played)
    found = {resist_test.model: resist_test.needed.total for resist_test in resist_tests(play_on(played))}
    assert found == {"b-y.1": 5, "b-y.2": 8}


@pytest.mark.rule("AN-RESIST-03")
@pytest.mark.parametrize(("strike", "needed"), [(3, 3), (0, 6)])
def test_the_strike_value_is_taken_off(strike, needed):
    """Res 5 and armour 1 resist strike value 3 at 3 and strike value 0 at 6."""
    assert hit_once(troopers(1), 2, strike)[1].needed.total == needed


@pytest.mark.rule("AN-RESIST-03")
def test_a_strike_value_with_dice_is_thrown_for_each_hit():
    """A strike value with dice is thrown for each hit."""
    arm = weapon("scatter", strike_value=type(weapon().strike_value)(dice=1, sides=3, plus=1))
    played = stepwise_duel((3, 4, 9, 9, 9, 2, 3), own=armed_squad("scatter"), weapons=[arm])
    roll_accuracy(played).asks("hit_reroll")
    event = played.when("table", RerollHits()).one(HitsScored)
    assert [hit.strike_value for hit in event.hits] == [3, 4]


@pytest.mark.rule("AN-RESIST-04")
def test_cover_helps_against_shooting():
    """Res 5, armour 1, strike value 2 and hard cover make 6."""
    assert hit_once(troopers(1), 6, 2, terrain=[wood_with_cover("hard")])[1].needed.total == 6


@pytest.mark.rule("AN-RESIST-04")
def test_cover_helps_against_point_blank_shooting_too():
    """A charged unit in hard cover resists strike value 2 at 6 at point blank."""
    arm, dice = gun(2, "used"), [3, 6, 10, 10, 1]
    played = duel(troopers(1, "used"), troopers(1), dice, order="run", weapons=[arm], terrain=[wood_with_cover("hard")])
    charge(played, 10 * INCH)
    assert resist_tests(play_on(played, "follow_on"))[0].needed.total == 6


@pytest.mark.rule("AN-RESIST-05")
def test_cover_does_not_help_in_hand_to_hand():
    """In hard cover strike value 2 is resisted at 4 in hand to hand."""
    own = troopers(1, model_strike_value=gun(2).strike_value)
    played = duel(own, troopers(1), [3, 10, 4, 9, 1], order="run", terrain=[wood_with_cover("hard")])
    charge(played, 10 * INCH)
    test = resist_tests(play_on(played, "consolidate"))[0]
    assert (test.needed.total, test.saved) == (4, True)


@pytest.mark.rule("AN-RESIST-06")
@pytest.mark.parametrize(
    ("armour", "resist", "strike", "face", "needed", "saved"), [(0, 5, 7, 1, -2, True), (4, 9, 1, 10, 12, False)]
)
def test_a_one_saves_and_a_ten_fails(armour, resist, strike, face, needed, saved):
    """A 1 saves at -2 and a 10 fails at 12."""
    played, test = hit_once(troopers(1, armour=armour, resist=resist), face, strike)
    assert (test.needed.total, test.saved) == (needed, saved)
    assert models_left(played) == (1 if saved else 0)


@pytest.mark.rule("AN-RESIST-07")
def test_models_that_fail_are_removed_when_all_tests_are_done():
    """Of three models that test 4, 8 and 9 against 6 two are lost; all three tests come before a loss."""
    played = duel(troopers(3, "gun"), troopers(5), [2, 3, 4, 4, 8, 9])
    shoot(played)
    events = play_on(played)
    assert [resist_test.saved for resist_test in resist_tests(events)] == [True, False, False]
    lost = events_of(events, ModelLost)
    assert [row.model for row in lost] == ["b-y.2", "b-y.3"]
    assert models_left(played) == 3
    tests = [place for place, event in enumerate(events) if type(event).__name__ == "ResistRolled"]
    assert max(tests) < events.index(lost[0])


@pytest.mark.rule("AN-RESIST-08")
@pytest.mark.ruling("AN-RESIST-08.2")
def test_a_model_of_several_wounds_loses_one_for_each_failure():
    """A beast of 3 Wounds that fails twice has 1 left, stays, and its unit takes the one hit pin."""
    beast = troopers(1, unit_type="beast", model_wounds=3)
    played = duel(troopers(2, "gun"), beast, [2, 3, 7, 8])
    shoot(played)
    events = play_on(played)
    assert [event.left for event in events_of(events, WoundLost)] == [2, 1]
    assert not events_of(events, ModelLost)
    assert played.game.models["b-y.1"].wounds == 1
    assert unit_row(played).pins == pins_gained(events) == 1


@pytest.mark.rule("AN-RESIST-08")
def test_a_model_without_wounds_left_is_a_casualty():
    """The third failure of a beast of 3 Wounds removes it."""
    played = duel(troopers(3, "gun"), troopers(1, unit_type="beast", model_wounds=3), [2, 3, 4, 7, 8, 9])
    shoot(played)
    assert one_event(play_on(played), ModelLost).model == "b-y.1"
    assert unit_row(played).place == "destroyed"


@pytest.mark.rule("AN-RESIST-08")
@pytest.mark.ruling("AN-RESIST-08.3")
def test_half_casualties_count_models_and_not_wounds():
    """Two models of 2 Wounds that lose a Wound each have no casualty, and no break test is due."""
    played = duel(troopers(2, "gun"), troopers(2, model_wounds=2, stats=stats(resist=5)), [2, 3, 9, 9])
    shoot(played)
    events = play_on(played)
    assert len(events_of(events, WoundLost)) == 2
    assert models_left(played) == 2
    assert not events_of(events, BreakDue) + events_of(events, BreakTested)


@pytest.mark.rule("AN-RESIST-09")
@pytest.mark.parametrize(("face", "rolls"), [(9, [10]), (8, [])])
def test_a_unit_of_the_damage_chart_makes_a_damage_roll_instead(face, rolls):
    """A vehicle of Res 12 resists strike value 4 at 8: a 9 makes a damage roll and no casualty, an 8 nothing."""
    played = duel(troopers(1, "used"), vehicle(), [3, face, *rolls], weapons=[gun(4, "used")], theirs=SPENT)
    shoot(played)
    events = play_on(played)
    assert resist_tests(events)[0].needed.total == 8
    assert [event.face for event in events_of(events, DamageRolled)] == rolls
    assert models_left(played) == 1
    assert not events_of(events, ModelLost)
