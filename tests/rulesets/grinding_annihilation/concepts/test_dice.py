"""Dice (GA-2.5): sums, halves, needed numbers, re-rolls."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import AttacksCounted, DieRerolled, HitsRolled, RerollDie
from tests.rulesets.grinding_annihilation.fixtures import duel, gun
from tests.rulesets.grinding_annihilation.steps import fire, last_event, living, shoot


@pytest.mark.rule("GA-2.5-01")
@pytest.mark.ruling("GA-2.5-01.1")
def test_dice_are_added_up():
    """Three dice of 2, 5 and 6 are thirteen."""
    table = shoot(2, 5, 6, *[1] * 13, gun=gun("storm", sw="3D6"))
    assert (last_event(table, AttacksCounted).attacks, last_event(table, AttacksCounted).counts[0].faces) == (
        13,
        (2, 5, 6),
    )


@pytest.mark.rule("GA-2.5-01", "GA-2.5-02")
@pytest.mark.ruling("GA-2.5-01.2")
@pytest.mark.parametrize(
    ("swiftness", "faces", "attacks"),
    [("D6+2", (3,), 5), ("2D3", (3, 5), 5), ("D3", (1,), 1), ("D3", (2,), 1), ("D3", (4,), 2), ("D3+1", (6,), 4)],
)
def test_half_dice_round_up(swiftness: str, faces: tuple[int, ...], attacks: int):
    """A D3 is a die halved and rounded up; numbers are added to what is thrown."""
    table = shoot(*faces, *[1] * attacks, gun=gun("storm", sw=swiftness))
    assert last_event(table, AttacksCounted).attacks == attacks


@pytest.mark.rule("GA-2.5-03")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (3, 0)])
def test_needed_number_or_more(face: int, hits: int):
    """On 4+ a 4 passes and a 3 does not."""
    assert last_event(shoot(face, *[1] * hits, gun=gun("shot", rs=4)), HitsRolled).hits == hits


@pytest.mark.rule("GA-2.5-06", "GA-2.5-04")
@pytest.mark.parametrize(("rerolled", "outcome", "saves"), [(6, "critical", 1), (5, "wound", 1), (1, "failed", 0)])
def test_unmodified_is_after_rerolls_and_before_modifiers(rerolled: int, outcome: str, saves: int):
    """A die that is thrown again counts by its new face, before modifiers."""
    weapon = gun("twin", "twin_weapon", "emission", s=3)
    table = duel(3, 2, rerolled, *[6] * saves, gun=weapon)
    fire(
        table,
        RerollDie=lambda t, _w, _p: RerollDie(
            roll="wound", group=t.view("red").group.id, attacks=(1,), ability="twin_weapon"
        ),
    )
    assert last_event(table, DieRerolled).dice[0].outcome == outcome


@pytest.mark.rule("GA-2.5-04", "GA-8.3-09")
@pytest.mark.parametrize(("rerolled", "outcome", "left"), [(5, "wound", 0), (3, "failed", 1)])
def test_a_new_result_stands_though_it_is_worse(rerolled: int, outcome: str, left: int):
    """A Wound roll of 4 that had succeeded is thrown again: a 5 scores once more, a 3 fails, and that is kept."""
    table = duel(3, 4, rerolled, *[1] * (outcome == "wound"), gun=gun("twin", "twin_weapon"))
    fire(
        table,
        RerollDie=lambda t, _w, _p: RerollDie(
            roll="wound", group=t.view("red").group.id, attacks=(1,), ability="twin_weapon"
        ),
    )
    (die,) = last_event(table, DieRerolled).dice
    assert (die.was, die.face, die.outcome, len(living(table, "b-b"))) == (4, rerolled, outcome, left)
