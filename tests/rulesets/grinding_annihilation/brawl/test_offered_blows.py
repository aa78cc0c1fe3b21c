"""Blows as they are offered: whoever knows offers alone can split attacks in any way that is legal (GA-3.5-15)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from adjudicator.kernel.decide.offers import Choice, Items, Range, Shape
from adjudicator.rulesets.grinding_annihilation.model.messages import MeleeAttack
from tests.kit import Table
from tests.rulesets.grinding_annihilation.brawl.steps import melee_declared
from tests.rulesets.grinding_annihilation.fixtures import blade, brawl, formation
from tests.rulesets.grinding_annihilation.steps import select, strike

ENEMIES = {"b-b": (21.0, 10.0), "b-c": (20.0, 11.5), "b-d": (20.0, 8.5)}


def about_to_strike(*weapons, troops=1, enemies=2) -> Table:
    """Let troops of "a-r" be about to strike, each of them in reach of these enemies."""
    at = [(20.0, 10.0), (21.0, 11.0)][:troops]
    foes = [formation(key, at=[ENEMIES[key]], weapons=()) for key in list(ENEMIES)[:enemies]]
    return select(brawl(formation("a-r", at=at, weapons=weapons), *foes))


def _values(values) -> tuple:
    if isinstance(values, Choice):
        return values.values
    assert isinstance(values, Range)
    return tuple(range(values.least, values.most + 1))


def _attacks(member) -> Iterator[MeleeAttack]:
    assert isinstance(member.values, Shape)
    for chosen in product(*(_values(part.values) for part in member.values.parts)):
        row = dict(zip((part.field for part in member.values.parts), chosen, strict=True))
        yield MeleeAttack(**row | {"profile": int(row["profile"])})


def _declarations(table: Table) -> Iterator[tuple[MeleeAttack, ...]]:
    """List every declaration that takes all members of an offered list."""
    for offer in table.offers("red"):
        for field in (field for field in offer.fields if field.field == "attacks"):
            assert isinstance(field.values, Items)
            if field.values.least == len(field.values.of):
                yield from product(*(list(_attacks(member)) for member in field.values.of))


def _shares(attacks, swiftness=0) -> frozenset:
    """Tell how many attacks of whom fall on whom; what is left is a number where the Swiftness is one."""
    left = swiftness - sum(row.attacks for row in attacks)
    return frozenset((row.troop, row.weapon, row.target, row.attacks or left) for row in attacks)


def _all_accepted(table: Table, declared) -> None:
    for attacks in declared:
        assert not table.refused(melee_declared("a-r", *attacks), 0), attacks


@pytest.mark.rule("GA-3.5-15", "GA-3.3-07")
def test_any_enemy_takes_the_counted_share_of_random_attacks():
    """Of a random number so many as are counted go to either enemy, and what is left to the other."""
    table = about_to_strike(blade("wild", sw="D3"))
    declared = list(_declarations(table))
    _all_accepted(table, declared)
    found = {frozenset(attacks) for attacks in declared}
    for counted, other, attacks in product(("b-b", "b-c"), ("b-b", "b-c"), (1, 2)):
        if counted != other:
            split = {strike("a-r.1", "wild", counted, attacks=attacks), strike("a-r.1", "wild", other)}
            assert split in found


@pytest.mark.rule("GA-3.5-15")
@pytest.mark.parametrize("enemies", [2, 3])
def test_every_split_of_a_fixed_number_is_offered(enemies):
    """Four attacks are split between two enemies, and between three, in every way that there is."""
    table = about_to_strike(blade("sword", sw=4), enemies=enemies)
    declared = list(_declarations(table))
    _all_accepted(table, declared)
    found = {_shares(attacks, 4) for attacks in declared}
    for shares in product(range(5), repeat=enemies):
        if sum(shares) == 4 and max(shares) < 4:
            named = zip(ENEMIES, shares, strict=False)
            assert {("a-r.1", "sword", enemy, share) for enemy, share in named if share} in found


@pytest.mark.rule("GA-3.5-15", "GA-8.3-29")
def test_attacks_of_an_extra_weapon_are_split_too():
    """Attacks with a weapon that comes on top are split, while the other strikes one enemy with all of its own."""
    table = about_to_strike(blade("sword", sw=1), blade("horns", "extra_attacks", sw=2))
    declared = list(_declarations(table))
    _all_accepted(table, declared)
    one = strike("a-r.1", "sword", "b-c")
    split = {strike("a-r.1", "horns", "b-c", attacks=1), strike("a-r.1", "horns", "b-b")}
    assert {one} | split in [frozenset(attacks) for attacks in declared]


@pytest.mark.rule("GA-3.5-15")
@pytest.mark.parametrize("who", [{"a-r.1"}, {"a-r.2"}, {"a-r.1", "a-r.2"}])
def test_troops_differ_in_whether_they_split(who):
    """One troop splits its attacks while another strikes one enemy with all of them, or both split theirs."""
    table = about_to_strike(blade("sword", sw=2), troops=2)
    declared = list(_declarations(table))
    _all_accepted(table, declared)
    troops = [[row.troop for row in attacks] for attacks in declared]
    assert any({troop for troop in rows if rows.count(troop) > 1} == who and len(set(rows)) == 2 for rows in troops)
