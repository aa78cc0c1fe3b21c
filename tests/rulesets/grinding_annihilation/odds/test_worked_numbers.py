"""Numbers worked out by hand from the clauses, several of them at once, as an attack's estimate tells them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.grinding_annihilation.odds.fixtures import cases_on_table, gun_with, request_of_case
from tests.rulesets.grinding_annihilation.odds.steps import ask_estimate, fractions
from tests.rulesets.grinding_annihilation.oracles.attack_odds import Case, Mark


def estimate_of(case: Case) -> Any:
    return ask_estimate(cases_on_table(case), request_of_case(case))


@pytest.mark.rule("GA-2.5-07", "GA-8.3-15", "GA-8.3-21", "GA-3.1-12", "GA-6.6-06")
@pytest.mark.parametrize(
    ("needed", "case"),
    [
        (6, Case(gun=gun_with("indirect"), stealth=True, seen=False)),  # 4+, Stealth -1, unseen -1
        (5, Case(gun=gun_with("indirect", "heavy"), stealth=True, seen=False, stationary=True)),  # and Heavy +1
        (3, Case(gun=gun_with("heavy"), stationary=True)),  # 4+, Heavy +1
        (4, Case(gun=gun_with("heavy"), stationary=True, stealth=True)),  # Heavy +1, Stealth -1
        (4, Case(gun=gun_with("heavy"), stationary=False)),  # it moved
        (5, Case(gun=gun_with("indirect"), stealth=True, seen=False, cap=1)),  # two of -1, no more than -1 counts
    ],
)
def test_faces_to_hit(needed: int, case: Case) -> None:
    """A Skill of 4+ with everything that adds to the Hit roll or takes from it."""
    assert estimate_of(case).groups[0].hit_needed.total == needed


@pytest.mark.rule("GA-3.3-19", "GA-8.3-13", "GA-8.3-31")
@pytest.mark.parametrize(
    ("needed", "case"),
    [
        (2, Case(gun=gun_with("bayonet", "emission", strength=4), assaulted=True)),  # 4+, both +1
        (4, Case(gun=gun_with("bayonet", "emission", strength=3), vigour=5, assaulted=False)),  # 5+, Infantry +1
        (5, Case(gun=gun_with("bayonet", "emission", strength=4), vigour=9, assaulted=True, infantry=False)),  # 6+, +1
        (3, Case(gun=gun_with("emission", strength=7), infantry=False)),  # 7 is more than 4, less than twice
    ],
)
def test_faces_to_wound(needed: int, case: Case) -> None:
    """Strength against Vigour, with everything that adds to the Wound roll."""
    assert estimate_of(case).groups[0].wound_needed.total == needed


@pytest.mark.rule("GA-3.3-23", "GA-6.0-04", "GA-5.9-01")
@pytest.mark.parametrize(
    ("save", "needed", "case"),
    [
        ("armour", 4, Case(gun=gun_with(penetration=-1), target=(Mark(defence=4),), cover=True)),  # 4+, AP -1, cover
        ("armour", 3, Case(gun=gun_with(penetration=-1), target=(Mark(defence=3),), cover=True)),  # 4+ becomes 3+
        ("armour", 3, Case(gun=gun_with(penetration=-1), target=(Mark(defence=2),), cover=True)),  # no better than 3+
        ("armour", 5, Case(gun=gun_with("ignores_cover", penetration=-1), target=(Mark(defence=4),), cover=True)),
        ("invulnerable", 5, Case(gun=gun_with(penetration=-3), target=(Mark(defence=4, invulnerable=5),), cover=True)),
    ],
)
def test_faces_to_save(save: str, needed: int, case: Case) -> None:
    """Defence with penetration and cover, which makes it no better than 3+; an invulnerable save knows neither."""
    group = estimate_of(case).groups[0]
    assert (group.save, group.save_needed.total) == (save, needed)


@pytest.mark.rule("GA-8.3-07", "GA-8.3-18")
def test_numbers_of_attacks() -> None:
    """Swiftness 3 makes 6 attacks on ten troops in half range: one for every five of them, one for the range."""
    case = Case(gun=gun_with("volatile", "rapid_fire", swiftness="3"), target=(Mark(),) * 10, near=True, copies=1)
    assert set(fractions(estimate_of(case).attacks)) == {6}
