"""Attacks whose target fell before them, clauses of rolls that were none, and facts that nobody can hold to."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupEnded,
    AttacksCounted,
    DeclareMeleeAttacks,
    HitsRolled,
    SelectToShoot,
)
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    blade,
    brawl,
    duel,
    fire,
    formation,
    gun,
    select,
    settle,
    shoot,
    shots,
    story,
    strike,
)


@pytest.mark.rule("GA-3.3-11", "GA-3.5-15")
def test_attacks_on_a_fallen_target_go_to_no_other():
    """Of three attacks one is named for b-b and the rest for b-c: when b-b has fallen, b-c still takes two."""
    jaw = blade("jaw", "extra_attacks", sw=1)
    red = formation("a-r", at=[(20, 10)], weapons=(blade(sw=3), jaw))
    near = [formation("b-b", at=[(21, 10)], weapons=()), formation("b-c", at=[(19, 10)], weapons=())]
    # the jaw hits, wounds and is not saved; then two blows at b-c miss
    table = brawl(red, *near, dice=[6, 6, 1, 1, 1])
    select(table)
    attacks = (strike("a-r.1", "jaw"), strike("a-r.1", attacks=1), strike("a-r.1", target="b-c"))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=())).accepted()
    settle(table, "Consolidate", "SelectToFight")
    assert [each.attacks for each in story(table, AttacksCounted)] == [1, 2]
    assert table.game.formations["b-b"].place == "destroyed"


@pytest.mark.rule("GA-3.3-11", "GA-3.5-15")
def test_what_is_left_of_a_weapon_goes_to_the_rest():
    """With both targets alive the rest is what the other entry leaves, whichever group comes first."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(sw=3),))
    near = [formation("b-b", at=[(21, 10)], weapons=()), formation("b-c", at=[(19, 10)], weapons=())]
    table = brawl(red, *near, dice=[1, 1, 1])
    select(table)
    attacks = (strike("a-r.1", target="b-c"), strike("a-r.1", attacks=1))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=())).accepted()
    settle(table, "Consolidate", "SelectToFight")
    assert [each.attacks for each in story(table, AttacksCounted)] == [2, 1]


@pytest.mark.rule("GA-3.3-17", "GA-3.3-18")
def test_hits_without_a_roll_rest_on_their_own_clause():
    """Where no Hit die is thrown the clauses of the Hit roll decide nothing and are not cited."""
    automatic = fire(duel(1, gun=gun("hose", rs=0)))
    rolled = shoot(1)
    cited = [
        set(clauses) for table in (automatic, rolled) for entry in table.log
        for event, clauses in entry.events if isinstance(event, HitsRolled)
    ]  # fmt: skip
    assert cited[0] == {"GA-3.3-18"}
    assert {"GA-3.3-16", "GA-3.3-17"} <= cited[1]


@pytest.mark.rule("GA-3.3-20")
def test_an_attack_that_did_not_wound_is_over():
    """The view shows a failed Wound roll as lost, not as an attack that is still due."""
    table = duel(6, 6, 1, 6, guns=2, troops=2)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "AllocateAttack")
    group = table.view("blue").group
    assert [(each.outcome, each.status) for each in group.attacks] == [("failed", "lost"), ("critical", "due")]
    table.faces(1)
    settle(table)
    assert story(table, AttackGroupEnded)[-1].lost == 0


@pytest.mark.rule("GA-2.4-12", "GA-2.5-11")
@pytest.mark.parametrize("value", ["", "maybe", "VISIBLE", "visible "])
def test_a_dispute_of_sight_says_what_is_seen(value):
    """A word that is no sight is refused: settled, nobody could make a declaration that agrees with it."""
    table = duel()
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    fact = table.window.about[0]
    table.when("blue", DisputeFact(fact=fact, value=value)).rejected("GA-2.4-12", "unknown-sight", found=value)
