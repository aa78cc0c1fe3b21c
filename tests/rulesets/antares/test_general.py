"""AN-GEN: tests on a D10, odd dice, rounding and measuring."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    ArmyBroken,
    BreakTested,
    DamageRolled,
    DieRerolled,
    HitsHalved,
    MoveUnit,
    OrderTested,
    ReactionCarriedOut,
    ReactionDeclared,
    ReactionTested,
    RecoveryTested,
    ResolveDown,
    RollOffMade,
    TemplateResolved,
    UnitDestroyed,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Side
from adjudicator.rulesets.antares.stat_tests import passes
from tests.rulesets.antares.givens import INCH, box, natural, overhead, rule, straight, unit, vehicle, weapon
from tests.rulesets.antares.said_fights import (
    DOWN,
    X,
    Y,
    acting,
    charge,
    duel,
    fired,
    gained,
    go,
    gun,
    left,
    men,
    of,
    one,
    react,
    resisted,
    row,
    shoot,
    stats,
    through,
)
from tests.rulesets.antares.said_turns import FIRE, C, ordered, refused, sides, turn_end

UNORDERED: dict[str, object] = {}


# -- AN-GEN-01 to AN-GEN-03


@pytest.mark.rule("AN-GEN-01")
@pytest.mark.parametrize(("face", "passed"), [(6, True), (7, False)])
def test_a_roll_up_to_the_target_number_passes(face, passed):
    """Co 8 with 2 pins makes 6 under Fire: a 6 passes, a 7 fails, and one D10 is all that is thrown."""
    out = ordered("fire", [face], {"pins": 2})
    test = out.one(OrderTested)
    assert (test.needed.total, test.passed) == (6, passed)
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (face,))]


@pytest.mark.rule("AN-GEN-01")
def test_bonuses_raise_and_penalties_lower_the_target_number():
    """Accuracy 5 with the aimed bonus and 2 pins is 4, and a 4 hits where a 5 misses."""
    played = duel(men(2, "gun"), men(5), [4, 5, 1], mine={"pins": 2})
    shoot(played)
    rolled = one(through(played), AccuracyRolled)
    assert rolled.needed.total == 4
    assert [die.result for die in rolled.dice] == ["hit", "miss"]


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("face", "passed", "pins"), [(1, True, 9), (2, False, 10)])
def test_a_one_passes_below_any_target_number(face, passed, pins):
    """Init 7 with 9 pins makes -2: a 1 reacts and sheds no pin, a 2 does not react."""
    foe = men(1, "gun", stats=stats(command=20))
    played = duel(men(1, "gun"), foe, [face, 10, *[10] * passed], theirs={"pins": 9})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    test = one(events, ReactionTested)
    assert (test.needed.total, test.passed) == (-2, passed)
    assert bool(of(events, ReactionCarriedOut, unit="b-y")) is passed
    assert (row(played).pins, row(played).order) == (pins, "fire" if passed else "")


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize("needed", [-3, 0, 1])
def test_a_one_passes_any_stat_test(needed):
    """A 1 passes at a target number of 0 and less, where a 2 fails."""
    assert passes(1, needed) is True
    assert passes(2, needed) is False


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("bonus", "pins"), [((), 3), ((natural("sprint", "remove_pin"),), 2)])
def test_what_a_one_brings_besides_is_an_option(bonus, pins):
    """A sprint passed on a 1 brings nothing, or takes a pin off where the option says so."""
    assert DEFAULTS.natural_one_bonus == ()
    options = {"natural_one_bonus": bonus}
    played = acting("run", ("a-x", men(1), (X, Y), {"pins": 3}), dice=[1], options=options)
    go(played, 15 * INCH, sprint=True).then(AgilityTested, passed=True)
    assert unit(played, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("test", "expected"), [("reaction", 2), ("sprint", 3)])
def test_a_bonus_of_one_kind_of_test_leaves_the_others(test, expected):
    """The option names the kind of test: a reaction of 1 sheds a pin only where reactions are named."""
    options = {"natural_one_bonus": (natural(test, "remove_pin"),)}
    played = duel(men(1, "gun"), men(1, "gun"), [1, 10, 10], theirs={"pins": 3}, options=options)
    shoot(played)
    react(played, "firefight")
    through(played)
    assert row(played).pins == expected


@pytest.mark.rule("AN-GEN-02")
@pytest.mark.parametrize(("bonus", "pins"), [((), 4), ((natural("break", "remove_pin"),), 3)])
def test_a_break_test_passed_on_a_one(bonus, pins):
    """A break test of 1 is a plain pass, or takes a pin off by the option."""
    played = duel(men(1, "gun"), men(2), [3, 10, 1], theirs={**FIRE, "pins": 3}, options={"natural_one_bonus": bonus})
    shoot(played)
    assert one(through(played), BreakTested).passed is True
    assert row(played).pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.parametrize(
    ("order", "faces", "test", "pins"),
    [
        ("fire", (1,), "order", 0), ("fire", (1,), "rally", 1), ("fire", (10,), "order", 4),
        ("fire", (10,), "rally", 3),
        ("rally", (1, 1), "rally", 0), ("rally", (10,), "rally", 4), ("rally", (10,), "order", 3),
    ],
)  # fmt: skip
def test_the_options_tell_order_tests_and_rallies_apart(order, faces, test, pins):
    """With 3 pins a further pin comes off for a 1 and on for a 10, where the kind of test is named."""
    effects = {"natural_one_bonus": (natural(test, "remove_pin"),), "natural_ten_penalty": (natural(test, "add_pin"),)}
    out = ordered(order, list(faces), {"pins": 3}, options=effects)
    assert unit(out.table, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.parametrize(("face", "pins"), [(1, 1), (10, 5)])
def test_the_options_reach_recovery_tests(face, pins):
    """A recovery of 1 sheds 2 pins of 4 and one more, a recovery of 10 sheds none and adds one."""
    effects = {
        "natural_one_bonus": (natural("recovery", "remove_pin"),),
        "natural_ten_penalty": (natural("recovery", "add_pin"),),
    }
    played = sides([face], {**DOWN, "pins": 4}, FIRE, more=[("a-z", men(1), C, DOWN)], options=effects)
    turn_end(played)
    played.when("red", ResolveDown(unit="a-x", recover=True)).accepted()
    assert unit(played, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.parametrize(("face", "pins"), [(1, 2), (10, 4)])
def test_the_options_reach_terrain_tests(face, pins):
    """At the edge of a wood a 1 takes a pin of 3 off and a 10 adds one."""
    effects = {
        "natural_one_bonus": (natural("terrain", "remove_pin"),),
        "natural_ten_penalty": (natural("terrain", "add_pin"),),
    }
    wood = box("wood", 14_500, 5000, 4000, 20_000)
    played = acting("run", ("a-x", men(1), (X, Y), {"pins": 3}), dice=[face], terrain=[wood], options=effects)
    go(played, 10 * INCH).then(AgilityTested, cause="wood")
    assert unit(played, "a-x").pins == pins


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize(("face", "saved"), [(9, True), (10, False)])
def test_a_ten_fails_above_any_target_number(face, saved):
    """Res 8, armour 5 and strike value 1 make 12: a 9 saves, a 10 does not."""
    arm = gun(1, "used")
    played = duel(men(1, "used"), men(5, armour=5, resist=8), [3, face], weapons=[arm])
    shoot(played)
    test = resisted(through(played))[0]
    assert (test.needed.total, test.saved, left(played)) == (12, saved, 5 if saved else 4)


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize("needed", [9, 10, 14])
def test_a_ten_fails_any_stat_test(needed):
    """A 10 fails at a target number of 10 and more, where a 9 passes."""
    assert passes(10, needed) is False
    assert passes(9, needed) is True


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize(("penalty", "place"), [((), "table"), ((natural("break", "destroy"),), "destroyed")])
def test_a_break_test_of_ten_destroys_by_the_option(penalty, place):
    """A failed break test of 10 under half losses is a plain failure; by the option the unit is destroyed."""
    assert DEFAULTS.natural_ten_penalty == ()
    foe = men(5, rules=(rule("break_test_on_casualty"),))
    played = duel(men(1, "gun"), foe, [3, 9, 10], theirs=FIRE, options={"natural_ten_penalty": penalty})
    shoot(played)
    events = through(played)
    assert one(events, BreakTested).passed is False
    assert (row(played).place, bool(of(events, UnitDestroyed))) == (place, bool(penalty))


@pytest.mark.rule("AN-GEN-03")
@pytest.mark.parametrize(("penalty", "pins"), [((), 1), ((natural("sprint", "add_pin"),), 2)])
def test_a_sprint_of_ten_gives_a_second_pin_by_the_option(penalty, pins):
    """A sprint of 10 gives the one pin of every failure, and one more by the option."""
    options = {"natural_ten_penalty": penalty}
    played = acting("run", ("a-x", men(1), (X, Y)), dice=[10], options=options)
    go(played, 15 * INCH, sprint=True).then(AgilityTested, passed=False)
    assert unit(played, "a-x").pins == pins


# -- AN-GEN-04


@pytest.mark.rule("AN-GEN-04")
@pytest.mark.parametrize(("order", "needed"), [("fire", 5), ("advance", 5), ("run", 5), ("ambush", 5), ("rally", 8)])
def test_pins_count_in_order_tests_but_not_in_rally(order, needed):
    """Co 8 with 3 pins is 5 for Fire, Advance, Run and Ambush, and 8 for Rally."""
    out = ordered(order, [9], {"pins": 3})
    assert out.one(OrderTested).needed.total == needed


@pytest.mark.rule("AN-GEN-04")
def test_pins_count_in_reaction_tests():
    """Init 7 with 3 pins is 4."""
    played = duel(men(1, "gun"), men(1, "gun"), [4, 10, 10], theirs={"pins": 3})
    shoot(played)
    react(played, "firefight")
    test = one(through(played), ReactionTested)
    assert (test.needed.total, test.passed) == (4, True)


@pytest.mark.rule("AN-GEN-04")
def test_pins_count_in_break_tests_and_not_in_resist_tests():
    """A unit that has 3 pins now breaks above 5; its Res of 5 and armour of 1 made 6 all the same."""
    played = duel(men(1, "gun"), men(2), [3, 9, 5], theirs={**FIRE, "pins": 2})
    shoot(played)
    events = through(played)
    assert row(played).pins == 3
    assert one(events, BreakTested).needed.total == 5
    assert resisted(events)[0].needed.total == 6


@pytest.mark.rule("AN-GEN-04")
def test_pins_count_in_accuracy_rolls():
    """Acc 5 aimed with 3 pins is 3."""
    played = duel(men(1, "gun"), men(1), [10], mine={"pins": 3})
    shoot(played)
    assert one(through(played), AccuracyRolled).needed.total == 3


@pytest.mark.rule("AN-GEN-04")
def test_pins_do_not_count_in_the_sprint_test():
    """Ag 5 with 3 pins stays 5."""
    played = acting("run", ("a-x", men(1), (X, Y), {"pins": 3}), dice=[5])
    go(played, 15 * INCH, sprint=True).then(AgilityTested, cause="sprint", passed=True)
    assert played.last.one(AgilityTested).needed.total == 5


@pytest.mark.rule("AN-GEN-04")
def test_pins_do_not_count_in_terrain_tests():
    """Ag 5 with 3 pins stays 5 at the edge of a wood."""
    wood = box("wood", 14_500, 5000, 4000, 20_000)
    played = acting("run", ("a-x", men(1), (X, Y), {"pins": 3}), dice=[5], terrain=[wood])
    go(played, 10 * INCH).then(AgilityTested, cause="wood", passed=True)
    assert played.last.one(AgilityTested).needed.total == 5


@pytest.mark.rule("AN-GEN-04")
def test_pins_do_not_count_in_hand_to_hand():
    """Str 5 of a unit with 3 pins is 6 as it assaults, that of its target with 2 pins 5."""
    played = duel(men(1), men(1), [10, 10, 1], order="run", mine={"pins": 3}, theirs={**FIRE, "pins": 2})
    charge(played, 10 * INCH)
    events = through(played, "follow_on", "consolidate")
    assert [each.needed.total for each in of(events, AccuracyRolled)] == [6, 5]


@pytest.mark.rule("AN-GEN-04", "AN-TURNEND-04")
@pytest.mark.parametrize(("uses", "needed", "passed"), [(False, 8, True), (True, 5, False)])
def test_pins_count_in_recovery_tests_by_the_option_alone(uses, needed, passed):
    """Co 8 with 3 pins recovers on 8, or on 5 by the option."""
    assert DEFAULTS.recovery_uses_pins is False
    more = [("a-z", men(1), C, DOWN)]
    played = sides([6], {**DOWN, "pins": 3}, FIRE, more=more, options={"recovery_uses_pins": uses})
    turn_end(played).asks("down", "red")
    out = played.when("red", ResolveDown(unit="a-x", recover=True))
    test = out.one(RecoveryTested)
    assert (test.needed.total, test.passed) == (needed, passed)


# -- AN-GEN-05


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("high", "winner"), [(True, 1), (False, 0)])
def test_a_roll_off_is_repeated_on_a_tie(high, winner):
    """7 against 7 is thrown again; 3 against 8 goes to the second side, or to the first by the option."""
    played = sides([7, 7, 3, 8], DOWN, DOWN, options={"rolloff_high_wins": high})
    out = turn_end(played).then(RollOffMade, faces=(7, 7, 3, 8), winner=winner)
    assert [(roll.sides, len(roll.faces)) for roll in out.rolls] == [(10, 1)] * 4
    out.asks("down", "blue" if winner else "red")
    assert DEFAULTS.rolloff_high_wins is True


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("face", "pins"), [(5, 6), (1, 2)])
def test_odd_dice_are_dice_of_their_own(face, pins):
    """The D5 of the extra pins gives its face, 5 or 1, and neither means more."""
    played = duel(men(1, "gun"), vehicle(), [3, 10, 2, face, 1], theirs={"order": "advance", "hand": 0})
    shoot(played)
    events = through(played)
    rolled = one(events, DamageRolled)
    assert (rolled.row, rolled.pin_die, rolled.pins) == ("2", face, pins)
    thrown = [(roll.sides, roll.faces) for roll in played.rolls]
    assert (5, (face,)) in thrown


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("face", "pins"), [(1, 3), (6, 0)])
def test_a_d6_is_no_stat_test(face, pins):
    """The D6 of a rally takes its face and 1 off: a 1 is no success, a 6 no failure."""
    out = ordered("rally", [4, face], {"pins": 5})
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (4,)), (6, (face,))]
    assert unit(out.table, "a-x").pins == pins


# -- AN-GEN-06


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(
    ("rounding", "hits", "now"), [("down", 5, 2), ("down", 1, 0), ("up", 5, 3), ("up", 1, 1), ("down", 4, 2)]
)
def test_halved_blast_hits(rounding, hits, now):
    """5 blast hits on Down infantry become 2 and 1 becomes 0; the option rounds them up."""
    arm = weapon("shell", kind="overhead", minimum=5 * INCH, modes=weapon().modes[:1], properties=("blast",),
                 overhead=overhead(hits="d5", radius=INCH))  # fmt: skip
    resist = [1] * now
    played = duel(
        men(1, "shell"), men(1), [4, hits, *resist], weapons=[arm], theirs=DOWN, options={"half_rounding": rounding}
    )
    shoot(played, fired("shell", aim=(X + 11 * INCH, Y)))
    events = through(played)
    halved = one(events, HitsHalved)
    assert (halved.what, halved.before, halved.now) == ("hits", hits, now)
    assert len(resisted(events)) == now
    assert gained(events) == (1 if now else 0)
    assert of(events, TemplateResolved)
    assert not of(events, DieRerolled)
    assert DEFAULTS.half_rounding == "down"


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(("rounding", "pins"), [("down", 1), ("up", 2)])
def test_halved_net_pins(rounding, pins):
    """A net of 3 pins leaves 1 on Down infantry, or 2 where halves are rounded up."""
    arm = weapon("net", kind="overhead", minimum=5 * INCH, modes=weapon().modes[:1], properties=("suspensor_net",),
                 overhead=overhead("net", "d3", radius=INCH), strike_value=weapon("x").strike_value)  # fmt: skip
    options = {"half_rounding": rounding}
    played = duel(men(1, "net"), men(1, resist=11), [4, 2], weapons=[arm], theirs=DOWN, options=options)
    shoot(played, fired("net", aim=(X + 11 * INCH, Y)))
    events = through(played)
    assert (one(events, HitsHalved).before, one(events, HitsHalved).now) == (3, pins)
    assert row(played).pins == pins


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(("models", "losses", "half"), [(5, 2, False), (5, 3, True), (4, 2, True)])
def test_half_or_more_is_twice_the_count(models, losses, half):
    """2 of 5 is under half, 3 of 5 and 2 of 4 are half or more."""
    faces = [1] if half else []
    played = duel(men(losses, "gun"), men(models), [*[3] * losses, *[9] * losses, *faces], theirs=FIRE)
    shoot(played)
    assert bool(of(through(played), BreakTested)) is half


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(("lost", "broken"), [(5, False), (6, True)])
def test_more_than_half_is_strict(lost, broken):
    """Of 10 dice 5 lost are not more than half, 6 are."""
    played = sides([1], FIRE, FIRE)
    played.set(sides={0: Side(seat=0, starting=10, lost=lost), 1: Side(seat=1, starting=10)})
    out = turn_end(played)
    assert any(isinstance(each, ArmyBroken) for each in out.events) is broken


@pytest.mark.rule("AN-GEN-06")
def test_distances_are_never_rounded():
    """A thousandth of an inch beyond 1M is too far."""
    played = acting("advance", ("a-x", men(1), (X, Y)))
    far = MoveUnit(unit="a-x", paths=straight(played, "a-x", 5001), sprint=False)
    refused(played.when("red", far), "AN-MOVE-01")
    go(played, 5000).accepted()


# -- AN-GEN-07


@pytest.mark.rule("AN-GEN-07")
@pytest.mark.parametrize(
    ("gap", "legal", "wrong", "clause"),
    [
        (20_000, "firefight", "dash_to_cover", "AN-REACT-16"),
        (20_001, "dash_to_cover", "firefight", "AN-REACT-14"),
    ],
)
def test_distances_run_between_the_nearest_points_of_bases(gap, legal, wrong, clause):
    """At 20 inches exactly between bases a Firefight is legal and a Dash to Cover is not; beyond it is the reverse."""
    played = duel(men(1, "gun"), men(1, "gun"), [10, 10], gap=gap, theirs=UNORDERED)
    shoot(played).asks("reaction", "blue")
    refused(react(played, wrong), clause)
    react(played, legal).then(ReactionDeclared, reaction=legal)
    through(played)
