"""AN-H2H-01 to AN-H2H-10: rounds of hand to hand."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    BreakDue,
    BreakTested,
    DamageRolled,
    DeclineBreakOff,
    DieRerolled,
    Hazard,
    HazardTriggered,
    HitsAllocated,
    ModelLost,
    PinsAdded,
    ResistRolled,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.assault.fixtures import unarmed, unarmed_fight
from tests.rulesets.antares.assault.steps import CHOICES_AFTER_BLOWS, blows, choose_follow_on, fight, rounds_resolved
from tests.rulesets.antares.fixtures import DOWN, SPENT, USED, X, Y, acting, change_unit, duel
from tests.rulesets.antares.sheets import INCH, amount, box, gun, model_kind, natural_effect, troopers, weapon
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    events_of,
    models_left,
    move_unit,
    one_event,
    pins_gained,
    play_on,
    play_until,
    question,
    react,
    resist_tests,
    unit_row,
)

CHART_FLAGS = ("uses_damage_chart", "can_assault")


@pytest.mark.rule("AN-GEN-03")
def test_by_option_a_ten_in_hand_to_hand_adds_a_pin():
    """An option may add a pin for every 10 that is rolled in hand to hand."""
    played = unarmed_fight([10, 9, 3], options={"natural_ten_penalty": (natural_effect("h2h", "add_pin"),)})
    seen = play_until(played, "follow_on")
    assert [(row.unit, row.pins, row.cause) for row in seen if isinstance(row, PinsAdded)] == [("a-x", 1, "ruled")]


@pytest.mark.rule("AN-HIT-09")
def test_a_hazardous_weapon_hits_its_wielder_on_a_ten():
    """A 10 of a hazardous weapon is a hit on its own wielder; without the data it is only the dud."""
    wild = model_kind(weapons=("maul",), hazard=Hazard(strike_value=amount("d3")))
    played = unarmed_fight([10, 10, 2, 1, 9, 3, 6, 3], unarmed(2, kinds=(wild,)))
    seen = play_until(played, "follow_on")
    (event,) = [row for row in seen if isinstance(row, HazardTriggered)]
    found = [(hit.unit, hit.model, hit.strike_value) for hit in event.hits]
    assert found == [("a-x", "a-x.1", 2), ("a-x", "a-x.2", 1)]
    (resisted,) = [row for row in seen if isinstance(row, ResistRolled)]
    assert [(test.model, test.needed.total, test.saved) for test in resisted.tests] == [
        ("a-x.1", 4, True),
        ("a-x.2", 5, False),
    ]
    assert [row.cause for row in seen if isinstance(row, PinsAdded)] == ["casualties"]
    played = unarmed_fight([10, 9])
    assert not [row for row in play_until(played, "roll_off") if isinstance(row, HazardTriggered)]


@pytest.mark.rule("AN-H2H-01")
def test_both_sides_roll_for_all_models():
    """Four against four that cause two casualties each both throw four dice."""
    dice = [3, 3, 10, 10, 3, 3, 10, 10, 9, 9, 9, 9, 1, 1, 9, 1]
    played, events = fight(dice, troopers(4), troopers(4))
    assert {unit: len(blow.dice) for unit, blow in blows(events)[0].items()} == {"a-x": 4, "b-y": 4}
    assert (models_left(played, "a-x"), models_left(played)) == (2, 2)


@pytest.mark.rule("AN-H2H-01", "AN-H2H-10", "AN-PIN-05", "AN-H2H-11")
def test_blows_are_simultaneous_and_casualties_give_pins():
    """4 v 4, both cause 2 casualties: both rolled 4 attacks, each takes 2 pins, and the round is a draw."""
    four = unarmed(4)
    dice = [6, 6, 9, 9, 5, 5, 9, 9, 8, 8, 8, 8]
    played = unarmed_fight(dice, four, four)
    seen = play_until(played, "roll_off", "break_test")
    assert [len(row.dice) for row in seen if isinstance(row, AccuracyRolled)] == [4, 4]
    assert sum(isinstance(row, HitsAllocated) for row in seen) == 2
    assert [(row.unit, row.pins, row.cause) for row in seen if isinstance(row, PinsAdded)] == [
        ("a-x", 2, "casualties"),
        ("b-y", 2, "casualties"),
    ]
    (result,) = rounds_resolved(seen)
    assert (result.pins, result.loser, result.winner) == ((2, 2), "", "")
    assert [unit_row(played, row).break_triggers for row in ("a-x", "b-y")] == [("half",), ("half",)]


@pytest.mark.rule("AN-H2H-02")
def test_a_down_side_strikes_last():
    """A Down side of 4 that loses 3 throws for 1 model."""
    played, events = fight([3, 3, 3, 9, 9, 9, 10, 1], troopers(3), troopers(4), theirs=DOWN)
    assert len(blows(events)[0]["b-y"].dice) == 1
    assert models_left(played) == 1


@pytest.mark.rule("AN-H2H-02")
@pytest.mark.ruling("AN-H2H-02.2", "AN-H2H-02.3")
def test_both_down_strike_together_and_nothing_is_rerolled():
    """Where both are Down both throw for all their models, and being Down protects nobody."""
    rider = troopers(2, flags=("can_assault", "hit_and_run"))
    dice = [3, 10, 3, 10, 9, 9, 1, 1, 9, 1]
    played, _ = fight(dice, rider, troopers(2), stops=("break_off",))
    for row in ("a-x", "b-y"):
        change_unit(played, row, order="down")
    played.when("red", DeclineBreakOff(unit="a-x"))
    events = play_on(played, *CHOICES_AFTER_BLOWS)
    assert {unit: len(blow.dice) for unit, blow in blows(events)[0].items()} == {"a-x": 2, "b-y": 2}
    assert not events_of(events, DieRerolled)


@pytest.mark.rule("AN-H2H-02")
def test_a_down_side_strikes_with_the_models_it_has_left():
    """A Down side of 4 loses 3 and rolls for 1 model; hits in hand to hand are not thrown again."""
    played = unarmed_fight([6, 6, 6, 9, 8, 8, 8, 9, 9], unarmed(4), unarmed(4), theirs={"order": "down"})
    seen = play_until(played, "follow_on", "consolidate")
    assert [len(row.dice) for row in seen if isinstance(row, AccuracyRolled)] == [4, 1]
    assert [type(row) for row in seen].count(ModelLost) == 3


@pytest.mark.rule("AN-H2H-02")
@pytest.mark.ruling("AN-H2H-02.2")
def test_with_both_sides_down_the_round_is_simultaneous():
    """If both are Down the round is simultaneous."""
    how = {"exhausted_goes_down": True}
    club = weapon("maul", short_range=0, long_range=0, extreme=0, modes=())
    played = acting(
        "run",
        ("a-x", unarmed(), (10_000, 10_000)),
        ("b-y", unarmed(), (17_000, 10_000), {"order": "down"}),
        dice=[9, 9, 9, 3],
        options=how,
        weapons=[club],
        pace="step",
    )
    charge(played, 6000, sprint=True).accepted()
    seen = play_until(played, "consolidate")
    assert unit_row(played, "a-x").order == "down"
    assert sum(isinstance(row, AccuracyRolled) for row in seen) == 2
    assert [row.pins for row in rounds_resolved(seen)] == [(1, 0)]


@pytest.mark.rule("AN-H2H-03")
def test_an_attack_is_a_die_against_str_without_pins():
    """Str 5 assaulting is 6: a 6 hits and a 7 misses, whatever the pins."""
    dice = [6, 7, 10, 10, 1, 1]
    _, events = fight(dice, troopers(2), troopers(2), mine={"pins": 3}, theirs={**USED, "pins": 0})
    mine = blows(events)[0]["a-x"]
    assert mine.needed.total == 6
    assert [die.result for die in mine.dice] == ["hit", "miss"]


@pytest.mark.rule("AN-H2H-03", "AN-H2H-04", "AN-H2H-06")
def test_the_number_is_str_and_one_more_for_the_assaulter_whatever_the_pins():
    """Str 5, 6 for the assaulter in the first round: 6 hits, 7 misses; pins do not count."""
    two = model_kind(weapons=("maul",), attacks=2, strike_value=amount(1))
    played = unarmed_fight([6, 7, 6, 5, 5], unarmed(kinds=(two,)), mine={"pins": 1})
    seen = play_until(played, "consolidate", "follow_on")
    rolled = [row for row in seen if isinstance(row, AccuracyRolled)]
    assert [row.needed.total for row in rolled] == [6, 5]
    assert [[die.result for die in row.dice] for row in rolled] == [["hit", "miss"], ["miss"]]
    resisted = [row for row in seen if isinstance(row, ResistRolled)]
    assert [row.tests[0].needed.total for row in resisted] == [5]


@pytest.mark.rule("AN-H2H-04")
def test_the_assaulter_has_one_more_in_the_first_round():
    """The assaulter fights at 6 and the target at 5; in a follow-on that the target won the assaulter is at 5."""
    played, events = fight([9, 9, 1, 9, 9, 1], troopers(1), troopers(1), mine={"pins": 1})
    first = blows(events)[0]
    assert {unit: row.needed.total for unit, row in first.items()} == {"a-x": 6, "b-y": 5}
    assert blows(choose_follow_on(played, "blue"))[0]["a-x"].needed.total == 5


@pytest.mark.rule("AN-H2H-04")
def test_in_a_countercharge_both_have_one_more():
    """Both sides of a Countercharge fight the first round at 6."""
    played = duel(troopers(1), troopers(1), [1, 9, 9, 9, 1], 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH)
    react(played, "countercharge")
    move_unit(played, -4 * INCH, unit="b-y", who="blue")
    move_unit(played, 4 * INCH)
    needed = {unit: blow.needed.total for unit, blow in blows(play_on(played, *CHOICES_AFTER_BLOWS))[0].items()}
    assert needed == {"a-x": 6, "b-y": 6}


@pytest.mark.rule("AN-H2H-04", "AN-REACT-21")
def test_in_a_countercharge_both_have_the_bonus():
    """In a Countercharge both have the bonus."""
    club = weapon("maul", short_range=0, long_range=0, extreme=0, modes=())
    played = acting(
        "run",
        ("a-x", unarmed(), (10_000, 10_000)),
        ("b-y", unarmed(), (19_000, 10_000)),
        dice=[7, 9, 9],
        weapons=[club],
        pace="step",
    )
    charge(played, 8000).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    move_unit(played, -4000, unit="b-y", who="blue").accepted()
    move_unit(played, 4000).accepted()
    seen = play_until(played, "roll_off")
    assert [row.needed.total for row in seen if isinstance(row, AccuracyRolled)] == [6, 6]
    played.faces(9, 1)
    play_until(played)


@pytest.mark.rule("AN-H2H-05")
def test_the_winner_of_the_first_round_has_one_more_in_the_follow_on():
    """The target won: it fights the follow-on at 6; had the assaulter won, it would have 6 and the target 5."""
    for mine, theirs, winner, wanted in (
        ({"pins": 1}, USED, "blue", {"a-x": 5, "b-y": 6}),
        ({}, {**USED, "pins": 1}, "red", {"a-x": 6, "b-y": 5}),
    ):
        played, _ = fight([9, 9, 1, 9, 9, 1], troopers(1), troopers(1), mine=mine, theirs=theirs)
        second = blows(choose_follow_on(played, winner))[0]
        assert {unit: row.needed.total for unit, row in second.items()} == wanted


@pytest.mark.rule("AN-H2H-06")
@pytest.mark.ruling("AN-H2H-06.2")
def test_every_model_fights_with_its_attacks_at_its_strike_value():
    """Five models of 2 attacks at strike value 1 throw 10 dice, and hits are resisted at one less."""
    own = troopers(5, model_attacks=2, model_strike_value=gun(1).strike_value)
    dice = [3, *[9] * 9, 9, 5, 9, 1]
    _, events = fight(dice, own, troopers(1))
    assert len(blows(events)[0]["a-x"].dice) == 10
    assert len(blows(events)[0]["b-y"].dice) == 1
    assert resist_tests(events)[0].needed.total == 5 + 1 - 1


@pytest.mark.rule("AN-H2H-07")
@pytest.mark.ruling("AN-H2H-07.2")
def test_ones_and_tens_are_read_as_in_shooting():
    """Dice 1, 3, 10 against 5 are a lucky hit, a hit and a dud; the lucky one is placed last by the attacker."""
    dice = [9, 9, 9, 1, 3, 10, 1, 1, 9, 1]
    played, events = fight(dice, troopers(3), troopers(3))
    theirs = blows(events)[0]["b-y"]
    assert theirs.needed.total == 5
    assert [die.result for die in theirs.dice] == ["lucky", "hit", "dud"]
    assert question(played) == "allocate_lucky"
    assert played.window is not None
    assert played.window.asks == (1,)
    play_on(played, "consolidate")


@pytest.mark.rule("AN-H2H-07")
@pytest.mark.ruling("AN-H2H-07.2")
def test_one_lucky_hit_per_side_and_round():
    """Two 1s of one side are a lucky hit and a hit."""
    _, events = fight([1, 1, 9, 9, 2, 2, 9, 1], troopers(2), troopers(2), stops=("consolidate",))
    assert sorted(die.result for die in blows(events)[0]["a-x"].dice) == ["hit", "lucky"]


@pytest.mark.rule("AN-H2H-07", "AN-HIT-01")
def test_a_one_a_hit_and_a_ten_in_hand_to_hand():
    """Dice 1, 3, 10 against 6: a lucky hit, a hit, a dud; the attacker places the lucky one last."""
    three = unarmed(3)
    played = unarmed_fight([1, 3, 10, 9, 9, 9], three, three)
    seen = play_until(played, "allocate", "allocate_lucky")
    first = next(row for row in seen if isinstance(row, AccuracyRolled))
    assert [die.result for die in first.dice] == ["lucky", "hit", "dud"]
    assert played.window is not None
    assert (played.window.kind, played.window.asks) == ("allocate", (1,))
    answer_by_default(played).asks("allocate_lucky", "red")


@pytest.mark.rule("AN-H2H-08")
def test_hits_are_resisted_without_cover():
    """Res 5, armour 1 and strike value 1 in hard cover make 5."""
    wood = box("w", X + 4 * INCH, Y - 2 * INCH, 6 * INCH, 4 * INCH, cover="hard", los="clear", movement="open")
    own = troopers(1, model_strike_value=gun(1).strike_value)
    _, events = fight([3, 9, 5, 9, 1], own, troopers(1), terrain=[wood])
    test = resist_tests(events)[0]
    assert (test.needed.total, test.saved) == (5, True)


@pytest.mark.rule("AN-H2H-08", "AN-RESIST-05")
def test_cover_does_not_help_against_blows():
    """Res 5 and armour 1 against no strike value are 6, in hard cover too."""
    bunker = box("bunker", 15_000, 8000, 6000, 6000, cover="hard", movement="open", los="clear")
    played = unarmed_fight([6, 9, 6], terrain=[bunker])
    seen = play_until(played, "roll_off")
    (resisted,) = [row for row in seen if isinstance(row, ResistRolled)]
    assert resisted.tests[0].needed.total == 6


@pytest.mark.rule("AN-H2H-09")
@pytest.mark.ruling("AN-DMG-13.3")
def test_chart_units_get_the_pins_of_the_chart_alone():
    """A humongous beast that fails a test, with damage 6 and D3 of 2, has 2 pins and is Down; no casualty pin."""
    beast = troopers(1, unit_type="humongous_beast", flags=CHART_FLAGS)
    played, events = fight([3, 9, 9, 6, 2], troopers(1), beast, theirs=SPENT)
    assert one_event(events, DamageRolled).row == "6-7"
    assert (pins_gained(events), unit_row(played).pins, unit_row(played).order) == (2, 2, "down")
    assert not events_of(events, ModelLost)


@pytest.mark.rule("AN-H2H-09")
def test_failures_cost_wounds():
    """A model of 2 Wounds that fails once in hand to hand has 1 left."""
    played, events = fight([3, 9, 9, 9, 1], troopers(1), troopers(1, model_wounds=2))
    assert not events_of(events, ModelLost)
    assert played.game.models["b-y.1"].wounds == 1


@pytest.mark.rule("AN-H2H-09", "AN-H2H-15")
def test_a_beast_rolls_on_the_chart_and_does_not_test_for_defeat():
    """A beast that fails a test rolls on the chart, takes no casualty pin, and does not test for its defeat."""
    beast = unarmed(unit_type="humongous_beast", flags=("can_assault", "uses_damage_chart"))
    played = unarmed_fight([9, 5, 8, 6, 2], beast, mine={})
    seen = play_until(played, "consolidate", "follow_on")
    assert [row.row for row in seen if isinstance(row, DamageRolled)] == ["6-7"]
    assert [(row.pins, row.cause) for row in seen if isinstance(row, PinsAdded)] == [(2, "damage")]
    (result,) = rounds_resolved(seen)
    assert (result.loser, result.winner) == ("a-x", "b-y")
    assert not [row for row in seen if isinstance(row, BreakDue | BreakTested)]


@pytest.mark.rule("AN-H2H-10")
def test_a_pin_for_each_casualty():
    """Three casualties make 3 pins."""
    played, events = fight([3, 3, 3, *[9] * 7, 9, 9, 9, 1], troopers(3), troopers(7))
    assert (pins_gained(events), unit_row(played).pins, models_left(played)) == (3, 3, 4)


@pytest.mark.rule("AN-H2H-10")
@pytest.mark.parametrize(("counts", "pins"), [(False, 0), (True, 1)])
@pytest.mark.ruling("AN-H2H-10.2")
def test_a_lost_wound_pins_by_the_option_alone(counts, pins):
    """A lost Wound gives no pin in hand to hand, by the option one."""
    rest = [1] if counts else [9, 1]
    played, events = fight(
        [3, 9, 9, *rest], troopers(1), troopers(1, model_wounds=2), options={"h2h_wound_pins": counts}
    )
    assert pins_gained(events) == unit_row(played).pins == pins
    assert DEFAULTS.h2h_wound_pins is False
