"""Odds against fractions that were worked out by hand from the clauses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.messages import Chance, NamedChance, Spot
from adjudicator.rulesets.antares.odds.assault_odds import estimate_assault
from adjudicator.rulesets.antares.odds.damage_odds import estimate_damage
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.odds.stat_test_odds import estimate_test
from adjudicator.rulesets.antares.odds.template_odds import estimate_template
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateDamageRequest,
    EstimateShootingRequest,
    EstimateTemplateRequest,
    EstimateTestRequest,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import DOWN, gun_duel, table
from tests.rulesets.antares.sheets import INCH, firing_mode, gun, marker, overhead_gun, stats, troopers, vehicle
from tests.rulesets.antares.steps import shoot

HERE, THERE = (10 * INCH, 10 * INCH), (25 * INCH, 10 * INCH)


def two_units(own: Any = None, other: Any = None, ours: Any = None, theirs: Any = None, **rest: Any) -> Table:
    """Let "a-x" and "b-y" stand 14 inches apart."""
    arms = (gun(), *rest.pop("weapons", ()))
    units = [("a-x", own or troopers(1, "gun"), HERE, ours or {}), ("b-y", other or troopers(2), THERE, theirs or {})]
    return table(units=units, weapons=arms, **rest)


def by_number(rows: tuple[NamedChance, ...]) -> dict[int, Fraction]:
    """Read chances by number."""
    return {int(row.outcome): ratio(row.chance) for row in rows}


def ratio(chance: Chance) -> Fraction:
    """Read a chance."""
    return Fraction(chance.ratio)


def shares(whole: int, weights: dict[int, int]) -> dict[int, Fraction]:
    """Write chances as parts of a whole."""
    assert sum(weights.values()) == whole
    return {key: Fraction(weight, whole) for key, weight in weights.items()}


@pytest.mark.rule("AN-GEN-04", "AN-ORDER-14", "AN-ORDER-15", "AN-ORDER-20", "AN-TURNEND-04", "AN-REACT-12")
@pytest.mark.parametrize(
    ("test", "ours", "passed", "pins"),
    [
        ("fire", {}, 5, shares(10, {1: 1, 2: 8, 3: 1})),
        ("ambush", {}, 5, shares(10, {1: 1, 2: 8, 3: 1})),
        ("rally", {}, 8, shares(60, {0: 41, 1: 7, 2: 6, 3: 6})),
        ("reaction", {}, 4, shares(10, {3: 4, 4: 6})),
        ("break", {}, 5, shares(10, {3: 10})),
        ("break", DOWN, 5, shares(10, {3: 5, 4: 5})),
        ("recovery", DOWN, 8, shares(10, {1: 1, 2: 8, 3: 1})),
        ("sprint", {}, 5, shares(10, {3: 5, 4: 5})),
        ("terrain", {}, 5, shares(10, {3: 10})),
    ],
)
def test_tests_of_a_unit_with_three_pins(test, ours, passed, pins):
    """Co 8, Init 7 and Ag 5 with 3 pins: every test by its own band, natural 1s and 10s included."""
    played = two_units(troopers(5, stats=stats(command=8, initiative=7, agility=5)), ours={**ours, "pins": 3})
    odds = estimate_test(played.game, 0, EstimateTestRequest(game=b"", unit="a-x", test=test, weapon=""))
    assert (ratio(odds.passed), by_number(odds.pins)) == (Fraction(passed, 10), pins)


def shot(played: Table, order: str = "fire", *, close: bool = False) -> Any:
    """Ask about "a-x" shooting at "b-y" with everything."""
    request = EstimateShootingRequest(game=b"", unit="a-x", target="b-y", order=order, weapons=(), point_blank=close)
    return estimate_shooting(played.game, 0, request)


@pytest.mark.rule("AN-ACC-03", "AN-RESIST-01", "AN-PIN-01", "AN-BREAK-06", "AN-BREAK-12")
def test_a_shot_at_two_models():
    """Aimed 6 hits 6 in 10, Res 6 fails 4 in 10; half lost is tested at 8 less the pin, and 3 in 10 break."""
    odds = shot(two_units())
    assert by_number(odds.hits) == shares(10, {0: 4, 1: 6})
    assert by_number(odds.casualties) == shares(100, {0: 76, 1: 24})
    assert by_number(odds.pins) == shares(10, {0: 4, 1: 6})
    assert (ratio(odds.break_test), ratio(odds.broken)) == (Fraction(24, 100), Fraction(72, 1000))
    assert (ratio(odds.groups[0].hit), ratio(odds.groups[0].saved)) == (Fraction(6, 10), Fraction(6, 10))


@pytest.mark.rule("AN-ACC-15", "AN-PBS-01", "AN-ORDER-05")
@pytest.mark.parametrize(("order", "close", "hits"), [("fire", False, 4), ("advance", False, 3), ("fire", True, 3)])
def test_pins_of_the_shooter_and_the_aimed_bonus(order, close, hits):
    """With 2 pins Acc 5 is 4 under Fire, and 3 under Advance and at point blank."""
    odds = shot(two_units(ours={"pins": 2}), order, close=close)
    assert by_number(odds.hits) == shares(10, {0: 10 - hits, 1: hits})


@pytest.mark.rule("AN-REROLL-04", "AN-REROLL-06", "AN-HIT-02", "AN-REROLL-11")
def test_a_miss_that_hits_again_is_rolled_for_the_down_target_too():
    """A miss becomes a lucky hit that stands, or an ordinary one that is rolled again: 52 in 100."""
    odds = shot(two_units(troopers(1, "gun", devices=("spotter",)), theirs=DOWN))
    assert by_number(odds.hits) == shares(100, {0: 48, 1: 52})


@pytest.mark.rule("AN-ACC-26")
def test_a_blur_costs_a_third_each_of_one_to_three():
    """Against 5, 4 or 3, each as likely, 4 in 10 hit."""
    blur = marker("m1", "blur", 1, at=(27 * INCH, 10 * INCH))
    odds = shot(two_units(other=troopers(1), markers=[blur]))
    assert by_number(odds.hits) == shares(10, {0: 6, 1: 4})


@pytest.mark.rule("AN-BREAK-03", "AN-BREAK-16", "AN-PIN-15")
def test_a_pin_that_breaks_makes_a_test_needless():
    """At 7 pins and Co 8 every hit that pins breaks without a test; who falls alone is gone by that."""
    odds = shot(two_units(theirs={"pins": 7}))
    assert (ratio(odds.break_test), ratio(odds.broken)) == (Fraction(0), Fraction(6, 10))
    odds = shot(two_units(other=troopers(1)))
    assert (ratio(odds.break_test), ratio(odds.broken)) == (Fraction(0), Fraction(24, 100))
    assert by_number(odds.pins) == shares(100, {0: 64, 1: 36})


@pytest.mark.rule("AN-BREAK-05")
@pytest.mark.parametrize(("models", "broken"), [(1, Fraction(24, 100)), (2, Fraction(0))])
def test_who_flees_already_can_only_be_destroyed(models, broken):
    """A broken unit that was let flee breaks no more: of one model 24 in 100 destroy it, of two nothing does."""
    odds = shot(two_units(other=troopers(models), theirs={"fleeing": True, "pins": 7}))
    assert (ratio(odds.break_test), ratio(odds.broken)) == (Fraction(0), broken)


@pytest.mark.rule("AN-BREAK-07", "AN-BREAK-12")
def test_a_further_casualty_is_tested_again():
    """Of 4 models 2 are gone: a third makes a test at 8 less the pin, and 3 in 10 break."""
    played = two_units(other=troopers(4), theirs={"models": ("b-y.1", "b-y.2")})
    odds = shot(played)
    assert (ratio(odds.break_test), ratio(odds.broken)) == (Fraction(24, 100), Fraction(72, 1000))


@pytest.mark.rule("AN-DMG-05", "AN-DMG-08", "AN-DMG-12", "AN-DMG-15", "AN-DMG-16", "AN-DMG-18")
def test_two_rolls_on_the_damage_chart():
    """Rows 2 to 5 take a die of two but not the last, row 5 movement, row 2 Res; a 1 ends it."""
    played = two_units(other=vehicle(order_dice=2))
    odds = estimate_damage(played.game, 0, EstimateDamageRequest(game=b"", unit="b-y", weapon="", rolls=2))
    assert ratio(odds.destroyed) == Fraction(19, 100)
    assert by_number(odds.dice) == shares(100, {0: 19, 1: 56, 2: 25})
    assert by_number(odds.moves) == shares(100, {0: 1, 1: 16, 2: 83})
    assert by_number(odds.breaches) == shares(100, {0: 83, 2: 16, 4: 1})


@pytest.mark.rule("AN-H2H-10", "AN-H2H-11", "AN-H2H-14", "AN-BREAK-12")
def test_a_round_of_two_against_one():
    """Two with Str 6 against one with Str 5: it falls to 1 - 0.76², takes one of them 2 times in 10 and loses then."""
    played = two_units(troopers(2), troopers(1))
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    fallen, taken = 1 - Fraction(76, 100) ** 2, Fraction(2, 10)
    assert ratio(odds.enemy_gone) == fallen
    assert by_number(odds.own) == {0: 1 - taken, 1: taken}
    # who lost one of two has a pin more than one that stands, and tests at 8 less that pin with half of it lost
    assert (ratio(odds.win), ratio(odds.loss)) == (fallen, taken * (1 - fallen))
    assert ratio(odds.own_gone) == taken * Fraction(3, 10)


@pytest.mark.rule("WG-ODDS-01")
def test_more_dice_than_are_counted_are_refused_where_they_stand():
    """41 dice of a volley are refused at its weapons, 41 attacks at the unit that makes them."""
    with pytest.raises(Rejected) as refused:
        shot(two_units(troopers(1, "hose"), weapons=[gun(0, "hose", modes=(firing_mode("single", 41),))]))
    assert [(row.clause, row.reason, row.path) for row in refused.value.faults] == [
        ("WG-ODDS-01", "too-many-dice", "weapons")
    ]
    for path, own, other in (("unit", 41, 1), ("target", 1, 41)):
        played = two_units(troopers(own), troopers(other))
        with pytest.raises(Rejected) as refused:
            estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
        assert [(row.clause, row.reason, row.path) for row in refused.value.faults] == [
            ("WG-ODDS-01", "too-many-attacks", path)
        ]


@pytest.mark.rule("AN-ORDER-02", "AN-ORDER-05")
@pytest.mark.parametrize(("order", "clause"), [("fire", "AN-ORDER-02"), ("advance", "AN-ORDER-05")])
def test_a_unit_that_has_shot_has_no_odds_of_another_volley(order, clause):
    """An order lets its unit shoot once."""
    played = gun_duel(order=order)
    shoot(played).accepted()
    with pytest.raises(Rejected) as refused:
        shot(played, order)
    assert [(row.clause, row.reason) for row in refused.value.faults] == [(clause, "has-shot")]


@pytest.mark.rule("AN-REROLL-06", "AN-REROLL-11", "AN-HIT-02")
def test_two_dice_at_a_down_target():
    """Of two dice that hit on 6 a lucky 1 stands, any other hit is rolled again."""
    odds = shot(two_units(troopers(2, "gun"), theirs=DOWN))
    assert by_number(odds.hits) == shares(1000, {0: 360, 1: 484, 2: 156})


@pytest.mark.rule("AN-PIN-07", "AN-PIN-09", "AN-PIN-03")
@pytest.mark.parametrize(
    ("faction", "resist", "pins"),
    [
        ("", 5, {0: 40, 2: 60}),
        ("ghar", 5, {0: 40, 1: 60}),
        # the shot saves on 11: a 10 alone fails
        ("", 10, {0: 40, 2: 60}),
        ("ghar", 10, {0: 94, 1: 6}),
    ],
)
def test_pins_of_a_disruptor(faction, resist, pins):
    """2 pins for whoever is not Ghar, whatever the resist; for Ghar as by an ordinary weapon."""
    arm = gun(0, "breaker", properties=("pbs", "disruptor"))
    changes = {"faction": faction} if faction else {}
    other = troopers(20, resist=resist, **changes)
    odds = shot(two_units(troopers(1, "breaker"), other, weapons=[arm]))
    assert by_number(odds.pins) == shares(100, pins)


@pytest.mark.rule("AN-DMG-04", "AN-DMG-05", "AN-DMG-06", "AN-DMG-10", "AN-BREAK-13")
def test_one_roll_on_the_damage_chart():
    """Each row with its die of pins; rows 2 and 3 test at Co 8 less the new pins, and 1 destroys."""
    played = two_units(other=vehicle(stats=stats(command=8, resist=12)))
    request = EstimateDamageRequest(game=b"", unit="b-y", weapon="", rolls=1)
    odds = estimate_damage(played.game, 0, request)
    assert by_number(odds.pins) == shares(200, {0: 40, 1: 65, 2: 34, 3: 34, 4: 14, 5: 9, 6: 4})
    assert ratio(odds.destroyed) == Fraction(1, 10)
    assert ratio(odds.break_test) == Fraction(2, 10)
    assert ratio(odds.gone) == Fraction(215, 1000)


@pytest.mark.rule("AN-H2H-04", "AN-H2H-08", "AN-H2H-11", "AN-H2H-12")
@pytest.mark.parametrize(
    ("theirs", "win", "draw", "loss", "gone"),
    [
        ({}, 192, 656, 152, 240),
        # an old pin decides where nobody falls
        ({"pins": 1}, 800, 48, 152, 240),
        # pins as high as Co break whoever won
        ({"pins": 8}, 800, 48, 152, 1000),
    ],
)
def test_a_round_of_one_against_one(theirs, win, draw, loss, gone):
    """Str 6 against 5, Res 6: 24 and 20 in 100 fall; of two that fall neither has won."""
    played = two_units(troopers(1), troopers(1), theirs=theirs)
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    found = [ratio(row) * 1000 for row in (odds.win, odds.draw, odds.loss, odds.enemy_gone)]
    assert found == [win, draw, loss, gone]
    assert (by_number(odds.own)[1], by_number(odds.enemy)[1]) == (Fraction(1, 5), Fraction(24, 100))


@pytest.mark.rule("AN-H2H-02")
def test_a_round_against_one_that_is_down():
    """Who is Down strikes last, with what the other has left it: 20 in 100 of the 76 that stand."""
    played = two_units(troopers(1), troopers(1), theirs=DOWN)
    odds = estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))
    assert (by_number(odds.own)[1], by_number(odds.enemy)[1]) == (Fraction(152, 1000), Fraction(24, 100))
    assert [ratio(row) * 1000 for row in (odds.win, odds.draw, odds.loss)] == [240, 608, 152]


def template(played: Table, order: str, *, blind: bool) -> Any:
    """Ask about one template of "a-x", aimed at "b-y"."""
    request = EstimateTemplateRequest(
        game=b"",
        unit="a-x",
        target="" if blind else "b-y",
        order=order,
        weapon="lobber",
        mode="",
        aim=Spot(x=25 * INCH, y=10 * INCH),
        blind=blind,
    )
    return estimate_template(played.game, 0, request)


@pytest.mark.rule("AN-OH-02", "AN-OH-03", "AN-OH-04", "AN-OH-06", "AN-OH-08", "AN-OH-11")
@pytest.mark.parametrize(
    ("order", "blind", "pins", "aim", "shifts", "lost"),
    [
        ("fire", False, 0, 4, 5, 1),
        ("fire", False, 2, 2, 7, 1),
        ("advance", False, 0, 4, 0, 6),
        ("fire", True, 0, 0, 1, 9),
    ],
)
def test_where_a_template_comes_down(order, blind, pins, aim, shifts, lost):
    """Acc 5 less 1 for overhead fire and the pins; a 10 is lost, blind fire drifts on a 1 alone."""
    played = two_units(troopers(1, "lobber"), ours={"pins": pins}, weapons=[overhead_gun()])
    odds = template(played, order, blind=blind)
    assert [ratio(row) * 10 for row in (odds.on_aim, odds.shifts, odds.lost)] == [aim, shifts, lost]
    if shifts and not blind:
        assert by_number(odds.distances) == shares(10, {inches + pins: 1 for inches in range(1, 11)})


@pytest.mark.rule("AN-REROLL-01", "AN-OH-03", "AN-OH-08")
@pytest.mark.ruling("AN-REROLL-01.5")
@pytest.mark.parametrize(
    ("order", "blind", "again", "aim", "shifts", "lost"),
    [
        ("fire", False, True, 60, 25, 15),
        ("advance", False, True, 60, 0, 40),
        ("fire", True, True, 0, 10, 90),
        ("fire", False, False, 40, 50, 10),
    ],
)
def test_where_a_template_comes_down_that_a_spotter_helps(order, blind, again, aim, shifts, lost):
    """A miss is rolled again before any shift, of blind fire never, and not at all by the option."""
    spotting = troopers(1, "lobber", devices=("spotter",))
    played = two_units(spotting, weapons=[overhead_gun()], options={"miss_reroll_overhead": again})
    odds = template(played, order, blind=blind)
    assert [ratio(row) * 100 for row in (odds.on_aim, odds.shifts, odds.lost)] == [aim, shifts, lost]
    under = {row.outcome: ratio(row.chance) for row in odds.units}
    assert under["b-y"] >= Fraction(aim, 100)
