"""Odds follow the readings that a game has chosen: each number against a count by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.rulesets.antares.odds.assault_odds import estimate_assault
from adjudicator.rulesets.antares.odds.shooting_odds import estimate_shooting
from adjudicator.rulesets.antares.odds.stat_test_odds import estimate_test
from adjudicator.rulesets.antares.reports.messages import (
    EstimateAssaultRequest,
    EstimateShootingRequest,
    EstimateTestRequest,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import table
from tests.rulesets.antares.sheets import INCH, armed_squad, gun, natural_effect, plain_squad, troopers

TENTH = Fraction(1, 10)


def facing(shooter: Any, target: Any, *, own: Any = None, other: Any = None, **rest: Any) -> Table:
    """Let a unit face another 14 inches away."""
    units = [("a-x", shooter, (10 * INCH, 10 * INCH), own or {}), ("b-y", target, (25 * INCH, 10 * INCH), other or {})]
    return table(units=units, **rest)


def shot(played: Table, order: str = "fire") -> Any:
    """Ask about a-x shooting at b-y with everything."""
    request = EstimateShootingRequest(game=b"", unit="a-x", target="b-y", order=order, weapons=(), point_blank=False)
    return estimate_shooting(played.game, 0, request)


def assault(played: Table) -> Any:
    """Ask about a-x assaulting b-y."""
    return estimate_assault(played.game, 0, EstimateAssaultRequest(game=b"", unit="a-x", target="b-y"))


def estimated(played: Table, kind: str) -> Any:
    """Ask about a test of a-x."""
    return estimate_test(played.game, 0, EstimateTestRequest(game=b"", unit="a-x", test=kind, weapon=""))


def chances(rows: Any) -> dict[int, Fraction]:
    """Read chances by number."""
    return {int(row.outcome): Fraction(row.chance.ratio) for row in rows}


def shares(*outcomes: tuple[int, Fraction]) -> dict[int, Fraction]:
    """Add chances up by number."""
    found: dict[int, Fraction] = {}
    for number, chance in outcomes:
        found[number] = found.get(number, Fraction(0)) + chance
    return dict(sorted(found.items()))


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.ruling("AN-REROLL-09.2", "AN-REROLL-09.3")
@pytest.mark.parametrize(
    ("protects", "hit", "pins"), [("pins", 6, (1, 1, 2)), ("hits", 4, (2, 3, 4)), ("both", 4, (1, 1, 2))]
)
def test_odds_of_a_direct_net_on_down_infantry(protects, hit, pins):
    """At 6 a net hits 6 in 10, or 4 in 10 where hits are thrown again; its pins are 2 to 4, or halved."""
    arm = gun(0, "net", properties=("suspensor_net",))
    options = {"net_protection": protects}
    played = facing(
        troopers(1, "net"), troopers(5, resist=19), other={"order": "down"}, weapons=(arm,), options=options
    )
    third = hit * TENTH / 3
    assert chances(shot(played).pins) == shares((0, 1 - hit * TENTH), *((row, third) for row in pins))


@pytest.mark.rule("AN-PIN-13")
@pytest.mark.ruling("AN-PIN-13.3")
def test_odds_of_a_net_that_respects_resist():
    """By the option a net gives no pins to a unit that resists above 10."""
    arm = gun(0, "net", properties=("suspensor_net",))
    own, enemy = troopers(1, "net"), troopers(5, resist=11)
    free = facing(own, enemy, weapons=(arm,))
    bound = facing(own, enemy, weapons=(arm,), options={"net_pins_need_res_10": True})
    assert chances(shot(free).pins)[0] == 4 * TENTH
    # a 10 fails every resist test, and a casualty always pins
    assert chances(shot(bound).pins)[0] == 1 - 6 * TENTH * TENTH


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.ruling("AN-HIT-02.3", "AN-HIT-02.4")
@pytest.mark.parametrize("rule", ["one_per_volley", "only_if_exactly_one"])
def test_odds_of_two_ones_at_a_down_target(rule):
    """Two dice at 6: one 1 stands; of two 1s one stands, or by the option both are thrown again."""
    outcomes: list[tuple[int, Fraction]] = []
    for faces in product(range(1, 11), repeat=2):
        hits, ones = sum(face <= 6 for face in faces), faces.count(1)
        safe = min(ones, 1) if rule == "one_per_volley" else int(ones == 1)
        for again in product((True, False), repeat=hits - safe):
            chance = TENTH**2
            for stays in again:
                chance *= 6 * TENTH if stays else 4 * TENTH
            outcomes.append((safe + sum(again), chance))
    played = facing(
        troopers(2, "gun"), troopers(5), other={"order": "down"}, weapons=(gun(),), options={"lucky_rule": rule}
    )
    assert chances(shot(played).hits) == shares(*outcomes)


@pytest.mark.rule("AN-GEN-06", "AN-REROLL-08")
@pytest.mark.ruling("AN-GEN-06.2")
@pytest.mark.parametrize(("rounding", "hits"), [("down", (0, 1, 1, 2)), ("up", (1, 1, 2, 2))])
def test_odds_of_a_halved_blast(rounding, hits):
    """D4 hits of a blast on Down infantry are 0, 1, 1, 2, or 1, 1, 2, 2 where halves are rounded up."""
    played = facing(
        armed_squad("launcher", count=1), plain_squad(), other={"order": "down"}, options={"half_rounding": rounding}
    )
    found = shot(played, "advance")
    passed = found.groups[0].needed.total * TENTH
    assert chances(found.hits) == shares((0, 1 - passed), *((row, passed / 4) for row in hits))


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.ruling("AN-REROLL-01.5")
@pytest.mark.parametrize(("again", "landed"), [(True, 6), (False, 4)])
def test_odds_of_an_overhead_miss_that_is_thrown_again(again, landed):
    """At 4 a launcher on Advance comes down 4 times in 10, with a spotter 6, but not where the option says no."""
    own = armed_squad("launcher", count=1, devices=("spotter",))
    found = shot(facing(own, plain_squad(), options={"miss_reroll_overhead": again}), "advance")
    assert found.groups[0].needed.total == 4
    assert 1 - chances(found.hits)[0] == landed * TENTH


@pytest.mark.rule("AN-ORDER-14", "AN-ORDER-15")
@pytest.mark.ruling("AN-ORDER-14.3", "AN-ORDER-15.1")
@pytest.mark.parametrize(("stacks", "one", "more"), [(False, 2, 1), (True, 4, 2)])
def test_odds_of_a_rally(stacks, one, more):
    """9 pins: D6 and 2 come off with a 1, D6 and 1 with 2 to 8; by the option 2 or 1 besides."""
    played = facing(plain_squad(), plain_squad(), own={"pins": 9}, options={"rally_stacks_with_test": stacks})
    sixth = TENTH / 6
    rallied = [(max(0, 9 - face - one), sixth) for face in range(1, 7)]
    rallied += [(max(0, 9 - face - more), 7 * sixth) for face in range(1, 7)]
    assert chances(estimated(played, "rally").pins) == shares(*rallied, (8, TENTH), (9, TENTH))


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03", "AN-MOVE-08")
@pytest.mark.ruling("AN-GEN-02.3", "AN-GEN-03.3", "AN-MOVE-08.3")
def test_odds_of_a_sprint_with_ones_and_tens_that_do_more():
    """With 3 pins: a 1 takes one off, 2 to 5 leave 3, 6 to 9 make 4 and a 10 makes 5."""
    options = {
        "natural_one_bonus": (natural_effect("sprint", "remove_pin"),),
        "natural_ten_penalty": (natural_effect("sprint", "add_pin"),),
    }
    found = estimated(facing(plain_squad(), plain_squad(), own={"pins": 3}, options=options), "sprint")
    assert chances(found.pins) == {2: TENTH, 3: 4 * TENTH, 4: 4 * TENTH, 5: TENTH}


@pytest.mark.rule("AN-H2H-11")
@pytest.mark.ruling("AN-H2H-11.2", "AN-H2H-11.3")
@pytest.mark.parametrize("compare", ["gained_in_round", "gained_in_assault"])
def test_odds_of_a_round_that_compares_new_pins_alone(compare):
    """Old pins weigh in the total alone: where new ones are compared they change neither win nor loss."""
    squad = plain_squad()
    fresh = assault(facing(squad, squad))
    tired = assault(facing(squad, squad, own={"pins": 2}))
    new = assault(facing(squad, squad, own={"pins": 2}, options={"h2h_compare": compare}))
    assert [row.ratio for row in (new.win, new.draw, new.loss)] == [
        row.ratio for row in (fresh.win, fresh.draw, fresh.loss)
    ]
    assert Fraction(tired.loss.ratio) > Fraction(fresh.loss.ratio)


@pytest.mark.rule("AN-H2H-10")
@pytest.mark.ruling("AN-H2H-10.2")
@pytest.mark.parametrize(("counts", "share"), [(False, 0), (True, 1)])
def test_odds_of_a_round_in_which_a_wound_is_lost(counts, share):
    """One blow at 6 against a model of 2 Wounds that can not strike: it loses the round only where Wounds pin."""
    target = troopers(1, model_wounds=2, model_attacks=0)
    found = assault(facing(troopers(1), target, options={"h2h_wound_pins": counts}))
    hurt = 6 * TENTH * 4 * TENTH
    assert Fraction(found.win.ratio) == share * hurt
    assert Fraction(found.draw.ratio) == 1 - share * hurt
