"""AN-GEN-02 and AN-GEN-03: what a natural 1 and a natural 10 do."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    BreakTested,
    ReactionCarriedOut,
    ReactionTested,
    ResolveDown,
    UnitDestroyed,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.tests.stat_tests import passes
from tests.rulesets.antares.fixtures import DOWN, FIRE, C, X, Y, acting, duel, two_sides
from tests.rulesets.antares.sheets import INCH, box, gun, natural_effect, special_rule, stats, troopers
from tests.rulesets.antares.steps import (
    begin_turn_end,
    events_of,
    models_left,
    move_unit,
    one_event,
    order_given,
    play_on,
    react,
    resist_tests,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("face", "passed", "pins"), [(1, True, 9), (2, False, 10)])
@pytest.mark.ruling("AN-GEN-02.2")
def test_a_one_passes_below_any_target_number(face, passed, pins):
    """Init 7 with 9 pins makes -2: a 1 reacts and sheds no pin, a 2 does not react."""
    enemy = troopers(1, "gun", stats=stats(command=20))
    played = duel(troopers(1, "gun"), enemy, [face, 10, *[10] * passed], theirs={"pins": 9})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    test = one_event(events, ReactionTested)
    assert (test.needed.total, test.passed) == (-2, passed)
    assert bool(events_of(events, ReactionCarriedOut, unit="b-y")) is passed
    assert (unit_row(played).pins, unit_row(played).order) == (pins, "fire" if passed else "")


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize("needed", [-3, 0, 1])
def test_a_one_passes_any_stat_test(needed):
    """A 1 passes at a target number of 0 and less, where a 2 fails."""
    assert passes(1, needed) is True
    assert passes(2, needed) is False


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("bonus", "pins"), [((), 3), ((natural_effect("sprint", "remove_pin"),), 2)])
@pytest.mark.ruling("AN-GEN-02.2", "AN-GEN-02.3")
def test_what_a_one_brings_besides_is_an_option(bonus, pins):
    """A sprint passed on a 1 brings nothing, or takes a pin off where the option says so."""
    assert DEFAULTS.natural_one_bonus == ()
    options = {"natural_one_bonus": bonus}
    played = acting("run", ("a-x", troopers(1), (X, Y), {"pins": 3}), dice=[1], options=options)
    move_unit(played, 15 * INCH, sprint=True).then(AgilityTested, passed=True)
    assert unit_row(played, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("test", "expected"), [("reaction", 2), ("sprint", 3)])
@pytest.mark.ruling("AN-GEN-02.3")
def test_a_bonus_of_one_kind_of_test_leaves_the_others(test, expected):
    """The option names the kind of test: a reaction of 1 sheds a pin only where reactions are named."""
    options = {"natural_one_bonus": (natural_effect(test, "remove_pin"),)}
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [1, 10, 10], theirs={"pins": 3}, options=options)
    shoot(played)
    react(played, "firefight")
    play_on(played)
    assert unit_row(played).pins == expected


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("bonus", "pins"), [((), 4), ((natural_effect("break", "remove_pin"),), 3)])
@pytest.mark.ruling("AN-GEN-02.2")
def test_a_break_test_passed_on_a_one(bonus, pins):
    """A break test of 1 is a plain pass, or takes a pin off by the option."""
    played = duel(
        troopers(1, "gun"), troopers(2), [3, 10, 1], theirs={**FIRE, "pins": 3}, options={"natural_one_bonus": bonus}
    )
    shoot(played)
    assert one_event(play_on(played), BreakTested).passed is True
    assert unit_row(played).pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.parametrize(
    ("order", "faces", "test", "pins"),
    [
        ("fire", (1,), "order", 0),
        ("fire", (1,), "rally", 1),
        ("fire", (10,), "order", 4),
        ("fire", (10,), "rally", 3),
        ("rally", (1, 1), "rally", 0),
        ("rally", (10,), "rally", 4),
        ("rally", (10,), "order", 3),
    ],
)
@pytest.mark.ruling("AN-GEN-02.3")
def test_the_options_tell_order_tests_and_rallies_apart(order, faces, test, pins):
    """With 3 pins a further pin comes off for a 1 and on for a 10, where the kind of test is named."""
    effects = {
        "natural_one_bonus": (natural_effect(test, "remove_pin"),),
        "natural_ten_penalty": (natural_effect(test, "add_pin"),),
    }
    out = order_given(order, list(faces), {"pins": 3}, options=effects)
    assert unit_row(out.table, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.parametrize(("face", "pins"), [(1, 1), (10, 5)])
def test_the_options_reach_recovery_tests(face, pins):
    """A recovery of 1 sheds 2 pins of 4 and one more, a recovery of 10 sheds none and adds one."""
    effects = {
        "natural_one_bonus": (natural_effect("recovery", "remove_pin"),),
        "natural_ten_penalty": (natural_effect("recovery", "add_pin"),),
    }
    played = two_sides([face], {**DOWN, "pins": 4}, FIRE, more=[("a-z", troopers(1), C, DOWN)], options=effects)
    begin_turn_end(played)
    played.when("red", ResolveDown(unit="a-x", recover=True)).accepted()
    assert unit_row(played, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.parametrize(("face", "pins"), [(1, 2), (10, 4)])
def test_the_options_reach_terrain_tests(face, pins):
    """At the edge of a wood a 1 takes a pin of 3 off and a 10 adds one."""
    effects = {
        "natural_one_bonus": (natural_effect("terrain", "remove_pin"),),
        "natural_ten_penalty": (natural_effect("terrain", "add_pin"),),
    }
    wood = box("wood", 14_500, 5000, 4000, 20_000)
    played = acting("run", ("a-x", troopers(1), (X, Y), {"pins": 3}), dice=[face], terrain=[wood], options=effects)
    move_unit(played, 10 * INCH).then(AgilityTested, terrain="wood")
    assert unit_row(played, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize(("face", "saved"), [(9, True), (10, False)])
@pytest.mark.ruling("AN-GEN-03.2")
def test_a_ten_fails_above_any_target_number(face, saved):
    """Res 8, armour 5 and strike value 1 make 12: a 9 saves, a 10 does not."""
    arm = gun(1, "used")
    played = duel(troopers(1, "used"), troopers(5, armour=5, resist=8), [3, face], weapons=[arm])
    shoot(played)
    test = resist_tests(play_on(played))[0]
    assert (test.needed.total, test.saved, models_left(played)) == (12, saved, 5 if saved else 4)


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize("needed", [9, 10, 14])
def test_a_ten_fails_any_stat_test(needed):
    """A 10 fails at a target number of 10 and more, where a 9 passes."""
    assert passes(10, needed) is False
    assert passes(9, needed) is True


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize(("penalty", "place"), [((), "table"), ((natural_effect("break", "destroy"),), "destroyed")])
@pytest.mark.ruling("AN-GEN-03.2", "AN-GEN-03.3")
def test_a_break_test_of_ten_destroys_by_the_option(penalty, place):
    """A failed break test of 10 under half losses is a plain failure; by the option the unit is destroyed."""
    assert DEFAULTS.natural_ten_penalty == ()
    enemy = troopers(5, rules=(special_rule("break_test_on_casualty"),))
    played = duel(troopers(1, "gun"), enemy, [3, 9, 10], theirs=FIRE, options={"natural_ten_penalty": penalty})
    shoot(played)
    events = play_on(played)
    assert one_event(events, BreakTested).passed is False
    assert (unit_row(played).place, bool(events_of(events, UnitDestroyed))) == (place, bool(penalty))


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize(("penalty", "pins"), [((), 1), ((natural_effect("sprint", "add_pin"),), 2)])
@pytest.mark.ruling("AN-GEN-03.3")
def test_a_sprint_of_ten_gives_a_second_pin_by_the_option(penalty, pins):
    """A sprint of 10 gives the one pin of every failure, and one more by the option."""
    options = {"natural_ten_penalty": penalty}
    played = acting("run", ("a-x", troopers(1), (X, Y)), dice=[10], options=options)
    move_unit(played, 15 * INCH, sprint=True).then(AgilityTested, passed=False)
    assert unit_row(played, "a-x").pins == pins
