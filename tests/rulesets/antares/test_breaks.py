"""AN-BREAK: automatic break and break tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    BreakDue,
    BreakTested,
    DamageRolled,
    ModelLost,
    OrderDieLost,
    UnitBroken,
    UnitFled,
    UnitSheet,
    UnitWentDown,
)
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, rule, vehicle
from tests.rulesets.antares.said_fights import (
    DOWN,
    USED,
    asked,
    charge,
    decline,
    duel,
    gained,
    kinds,
    left,
    men,
    of,
    one,
    react,
    row,
    shoot,
    stats,
    through,
)

HALTED = {"order": "advance", "hand": 0}
BRITTLE = (rule("break_test_on_casualty"),)


def kill(
    losses: int, faces: Sequence[int] = (), foe: UnitSheet | None = None, *, saved: int = 0, **rest: Any
) -> tuple[Table, list[Struct]]:
    """Let "b-y" lose so many models to one volley and save so many hits; the faces are of its break tests."""
    hits = losses + saved
    dice = [*[3] * hits, *[1] * saved, *[9] * losses, *faces]
    played = duel(men(hits, "gun"), foe or men(5), dice, **rest)
    shoot(played)
    if asked(played) == "reaction":
        decline(played)
    return played, through(played)


def clash(
    own: Sequence[int], foe: Sequence[int], rest: Sequence[int], ours: UnitSheet, enemy: UnitSheet, **more: Any
) -> tuple[Table, list[Struct]]:
    """Fight one round: attacks of "a-x", attacks of "b-y", then the other faces."""
    played = duel(ours, enemy, [*own, *foe, *rest], order="run", **more)
    charge(played, 10 * INCH)
    return played, through(played, "follow_on", "consolidate")


def remaining(count: int, **fields: Any) -> dict[str, Any]:
    """Give the row of a unit that has lost models before."""
    return {**USED, "models": tuple(f"b-y.{number}" for number in range(1, count + 1)), **fields}


# -- exempt


@pytest.mark.rule("AN-BREAK-01")
def test_probes_never_test():
    """A probe shard that loses half its probes throws no die."""
    shard = men(4, type="probe", stats=stats(command=None))
    played, events = kill(2, (), shard)
    assert left(played) == 2
    assert not of(events, BreakTested)


@pytest.mark.rule("AN-BREAK-01")
def test_a_unit_without_co_does_not_break_by_pins_either():
    """A probe unit with 20 pins stays."""
    played, events = kill(1, (), men(4, type="probe", stats=stats(command=None)), theirs={"pins": 20})
    assert row(played).place == "table"
    assert not of(events, UnitBroken)


@pytest.mark.rule("AN-BREAK-02")
def test_a_chart_unit_does_not_test_for_casualties():
    """A unit of two vehicles that loses one does not test; damage row 3 makes it test."""
    pair = vehicle(models=("hull", "hull"), order_dice=1)
    for faces, tests in (([3, 10, 1], 0), ([3, 10, 3, 1, 2], 1)):
        played = duel(men(1, "gun"), pair, faces, theirs=HALTED)
        shoot(played)
        assert len(of(through(played), BreakTested)) == tests


# -- automatic break


@pytest.mark.rule("AN-BREAK-03")
@pytest.mark.parametrize(("pins", "broken"), [(7, True), (6, False)])
def test_pins_equal_to_co_break(pins, broken):
    """With Co 8 a unit breaks at 8 pins and not at 7, and no die is thrown for it."""
    played, events = kill(0, saved=1, theirs={**USED, "pins": pins})
    assert (row(played).place == "broken") is broken
    assert [each.cause for each in of(events, UnitBroken)] == (["automatic"] if broken else [])
    assert not of(events, BreakTested)


@pytest.mark.rule("AN-BREAK-03")
def test_chart_units_break_by_pins_too():
    """A vehicle of Co 8 whose damage brings it to 8 pins breaks."""
    played = duel(men(1, "gun"), vehicle(), [3, 10, 8], theirs={**HALTED, "pins": 6})
    shoot(played)
    assert one(through(played), UnitBroken).cause == "automatic"


@pytest.mark.rule("AN-BREAK-04")
def test_the_check_waits_for_the_end_of_the_action():
    """A unit that reaches its Co in a Firefight has shot all the same, and breaks then."""
    dice = [1, 3, 9, 1, 2, 9, 8]
    played = duel(men(2, "gun"), men(1, "gun"), dice, theirs={"pins": 7})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    names = kinds(events)
    assert len(of(events, ModelLost, model="a-x.1")) + len(of(events, ModelLost, model="a-x.2")) == 1
    assert names.index("ModelLost") < names.index("UnitBroken")
    assert of(events, UnitBroken)[0].unit == "b-y"


@pytest.mark.rule("AN-BREAK-05")
def test_a_broken_unit_is_removed_and_its_dice_are_lost():
    """A unit that breaks leaves with its models, and its die counts as lost."""
    played, events = kill(0, saved=1, theirs={**USED, "pins": 7})
    assert (row(played).place, row(played).models) == ("broken", ())
    assert one(events, OrderDieLost).dice == 1
    assert played.game.sides[1].lost == 1
    assert not [each for each in played.game.models if each.startswith("b-y")]


@pytest.mark.rule("AN-BREAK-05")
def test_an_unused_die_of_a_broken_unit_leaves_the_bag():
    """A unit that had no order breaks, and its die is lost out of the bag."""
    played, events = kill(0, saved=1, theirs={"pins": 7})
    assert (one(events, OrderDieLost).from_bag, played.game.sides[1].bag) == (1, 0)


@pytest.mark.rule("AN-BREAK-05")
def test_by_the_option_broken_units_flee():
    """The option leaves a broken unit on the table, where it flees."""
    played, events = kill(0, saved=1, theirs={**USED, "pins": 7}, options={"broken_units_flee": True})
    assert one(events, UnitBroken).flees is True
    assert (row(played).place, row(played).fleeing, left(played)) == ("table", True, 5)
    assert not of(events, UnitFled)


# -- triggers


@pytest.mark.rule("AN-BREAK-06")
@pytest.mark.parametrize(("models", "losses", "tests"), [(10, 5, 1), (10, 4, 0), (5, 3, 1), (5, 2, 0)])
def test_half_of_the_starting_models(models, losses, tests):
    """The 5th casualty of 10 and the 3rd of 5 call for a test, one less does not."""
    _, events = kill(losses, [1] * tests, men(models))
    assert len(of(events, BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-07")
@pytest.mark.parametrize(("losses", "tests"), [(1, 1), (0, 0)])
def test_later_casualties_call_for_a_test_each_action(losses, tests):
    """A unit that has tested at half tests again after a volley that kills, and not after one that does not."""
    _, events = kill(losses, [1] * tests, saved=1, theirs=remaining(2))
    assert len(of(events, BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-07")
@pytest.mark.parametrize(("each", "tests"), [(False, 1), (True, 2)])
def test_two_later_casualties_make_one_test_or_two_by_the_option(each, tests):
    """Two models lost at once after half call for one test, by the option for two."""
    options = {"break_test_per_casualty": each}
    _, events = kill(2, [1] * tests, men(9), theirs=remaining(4), options=options)
    assert len(of(events, BreakTested)) == tests


@pytest.mark.rule("AN-BREAK-08")
def test_defeat_calls_for_a_test_without_casualties():
    """A unit that loses the round by its old pins alone tests."""
    played, events = clash([10], [10], [7], men(1), men(1), theirs={**USED, "pins": 1})
    assert not of(events, ModelLost)
    assert one(events, BreakTested, unit="b-y").passed is True
    assert left(played) == 1


@pytest.mark.rule("AN-BREAK-09")
def test_a_damage_result_calls_for_a_test():
    """Damage row 2 makes pins and a break test."""
    played = duel(men(1, "gun"), vehicle(order_dice=1), [3, 10, 2, 1, 1], theirs=HALTED)
    shoot(played)
    events = through(played)
    assert one(events, DamageRolled).row == "2"
    assert (gained(events), len(of(events, BreakTested))) == (3, 1)


@pytest.mark.rule("AN-BREAK-09")
@pytest.mark.parametrize(("rules", "tests"), [(BRITTLE, 1), ((), 0)])
def test_a_special_rule_calls_for_a_test(rules, tests):
    """A unit with the rule tests for a first casualty under half, another does not."""
    _, events = kill(1, [1] * tests, men(5, rules=rules))
    assert len(of(events, BreakTested)) == tests
    assert [each.trigger for each in of(events, BreakDue)] == ["rule"] * tests


# -- the test and its results


@pytest.mark.rule("AN-BREAK-10", "AN-BREAK-11")
def test_the_target_is_co_less_all_pins():
    """Co 8 with 2 pins and the one of the volley makes 5; a 5 passes and changes nothing."""
    played, events = kill(3, [5], theirs={**USED, "pins": 2})
    test = one(events, BreakTested)
    assert (test.needed.total, test.face, test.passed) == (5, 5, True)
    assert (row(played).place, row(played).pins, row(played).order) == ("table", 3, "advance")


@pytest.mark.rule("AN-BREAK-11")
def test_a_natural_one_passes():
    """A unit of Co 2 with 1 pin passes its test at 1 with a 1, and keeps its pin."""
    played, events = kill(3, [1], men(5, stats=stats(command=2)))
    assert one(events, BreakTested).passed is True
    assert (row(played).place, row(played).pins) == ("table", 1)


@pytest.mark.rule("AN-BREAK-12")
def test_failure_at_half_breaks():
    """With 3 of 5 lost a 6 against 5 breaks the unit."""
    played, events = kill(3, [6], theirs={**USED, "pins": 2})
    assert one(events, UnitBroken).cause == "test"
    assert row(played).place == "broken"


@pytest.mark.rule("AN-BREAK-13")
@pytest.mark.parametrize(("face", "place"), [(5, "broken"), (4, "table")])
def test_failure_after_a_damage_result_breaks_without_losses(face, place):
    """A vehicle of Co 8 with 4 pins after row 3 breaks on a 5 and stands on a 4."""
    played = duel(men(1, "gun"), vehicle(), [3, 10, 3, 2, face], theirs=HALTED)
    shoot(played)
    assert one(through(played), BreakTested).needed.total == 4
    assert row(played).place == place


@pytest.mark.rule("AN-BREAK-14")
def test_failure_in_other_cases_makes_the_unit_go_down():
    """Defeated in hand to hand with 1 of 5 lost a unit that throws 9 against 6 turns its die to Down."""
    played, events = clash([3], [10] * 5, [9, 9], men(1), men(5), theirs={**USED, "pins": 1})
    test = one(events, BreakTested)
    assert (test.needed.total, test.passed) == (6, False)
    assert (one(events, UnitWentDown).die, row(played).order, row(played).place) == ("turned", "down", "table")


@pytest.mark.rule("AN-BREAK-14")
def test_an_unordered_unit_takes_its_down_die_from_the_bag():
    """A unit without an order that fails under half takes its die from the bag."""
    played, events = kill(1, [9], men(5, rules=BRITTLE), theirs={})
    assert one(events, UnitWentDown).die == "from_bag"
    assert (row(played).order, played.game.sides[1].bag) == ("down", 0)


@pytest.mark.rule("AN-BREAK-15")
def test_a_down_unit_takes_a_pin():
    """A Down unit with 4 pins that fails has 5 and stays."""
    played, events = kill(1, [9], men(5, type="mounted", flags=(), rules=BRITTLE), theirs={**DOWN, "pins": 3})
    assert one(events, BreakTested).needed.total == 4
    assert (row(played).pins, row(played).order, row(played).place) == (5, "down", "table")


@pytest.mark.rule("AN-BREAK-15")
def test_the_automatic_break_is_checked_again_after_that_pin():
    """A Down unit with 7 pins that fails reaches its Co of 8 and breaks."""
    played, events = kill(1, [9], men(5, type="mounted", flags=(), rules=BRITTLE), theirs={**DOWN, "pins": 6})
    assert one(events, UnitBroken).cause == "automatic"
    assert row(played).place == "broken"


@pytest.mark.rule("AN-BREAK-16")
def test_several_triggers_make_one_test():
    """A loser that passes half in the same round throws one die."""
    foe = men(5)
    played, events = clash([2, 3, 4], [10] * 5, [9, 9, 9, 1], men(3), foe)
    assert len(of(events, BreakTested)) == 1
    assert {each.trigger for each in of(events, BreakDue)} >= {"half", "defeat"}
    assert left(played) == 2


@pytest.mark.rule("AN-BREAK-16")
def test_the_automatic_break_makes_the_test_needless():
    """A unit that loses half its models and reaches its Co breaks without a die."""
    _, events = kill(3, theirs={**USED, "pins": 7})
    assert one(events, UnitBroken).cause == "automatic"
    assert not of(events, BreakTested)


@pytest.mark.rule("AN-BREAK-16", "AN-BREAK-02")
def test_a_damage_result_among_the_triggers_governs_the_failure():
    """One of three vehicles is lost, whose rule calls for no test of a chart; row 3 does, and a failure breaks them."""
    foe = vehicle(models=("hull",) * 3, rules=BRITTLE, order_dice=1)
    for face, place in ((9, "broken"), (1, "table")):
        played = duel(men(2, "gun"), foe, [3, 3, 10, 10, 1, 3, 1, face], theirs=HALTED)
        shoot(played)
        events = through(played)
        assert {each.trigger for each in of(events, BreakDue)} == {"damage"}
        assert len(of(events, BreakTested)) == 1
        assert row(played).place == place


@pytest.mark.rule("AN-BREAK-17")
def test_the_acting_side_tests_first_and_both_may_break():
    """After a Firefight both units are over half: the acting unit's die, then the reactor's; both break."""
    dice = [1, 3, 9, 3, 9, 9, 9, 8, 8]
    played = duel(men(2, "gun"), men(2, "gun"), dice, theirs={})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    assert [each.unit for each in of(events, BreakTested)] == ["a-x", "b-y"]
    assert {each.unit for each in of(events, UnitBroken)} == {"a-x", "b-y"}


@pytest.mark.rule("AN-BREAK-17")
def test_automatic_breaks_come_before_all_tests():
    """After a Firefight the reactor breaks by its pins before the acting unit tests."""
    played = duel(men(2, "gun"), men(1, "gun"), [1, 3, 9, 1, 2, 9, 8], theirs={"pins": 7})
    shoot(played)
    react(played, "firefight")
    names = kinds(through(played))
    assert names.index("UnitBroken") < names.index("BreakTested")


@pytest.mark.rule("AN-BREAK-14")
def test_without_a_die_in_the_bag_the_unit_is_down_all_the_same():
    """An unordered unit that fails under half where no die is left is Down without one."""
    played = duel(men(1, "gun"), men(5, rules=BRITTLE), [3, 9, 9], theirs={})
    sides = played.game.sides
    played.set(sides={0: sides[0], 1: replace(sides[1], bag=0, taken=1)})
    shoot(played)
    events = through(played)
    assert one(events, UnitWentDown).die == "none"
    assert (row(played).order, row(played).dieless, played.game.sides[1].bag) == ("down", True, 0)
