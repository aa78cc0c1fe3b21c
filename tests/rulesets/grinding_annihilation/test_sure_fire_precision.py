"""Precision looks for Characters that are visible when the attack is allocated (GA-8.3-16, ruling)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation import lines
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackAllocated,
    BeginAttackGroup,
    DeclareTargets,
    SelectToShoot,
)
from tests.kit import tables_closed
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    battle,
    formation,
    gun,
    last,
    living,
    settle,
    shots,
    story,
    trooper,
)
from tests.rulesets.grinding_annihilation.test_attack_sequence import allocate_to, suffer
from tests.rulesets.grinding_annihilation.test_weapon_abilities import precisely

__all__ = ["tables_closed"]


@pytest.mark.rule("GA-8.3-16")
def test_precision_sees_what_is_to_be_seen_when_the_attack_is_allocated():
    """A Character whom a large Escort troop hid at the declaration may be picked out once that troop has fallen."""
    big = {1: Member(profile=replace(trooper("wall", base=6), height=3000))}
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), gun("sniper", "precision")))
    blue = formation("b-b", at=[(18, 10), (22, 16)], weapons=(), only=big)
    chief = formation(
        "b-chief", at=[(24, 10)], weapons=(), troop=trooper("chief", w=4, de=2), keywords=("character",),
        powers=("leader",), leads=("b",),
    )  # fmt: skip
    table = battle(
        red, blue, chief, lead={"b-chief": "b-b"}, dice=(3, 4, 1, 3, 4, 1), options={"visibility_source": "geometric"}
    )
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())).accepted()
    settle(table, "BeginAttackGroup")
    told = table.game.declaration.shots
    assert [each.characters_visible for each in told] == [(), ()]
    declared = table.view("red").declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table, "BeginAttackGroup", AllocateAttack=[allocate_to("b-b.1")])
    assert living(table, "b-b") == ["b-b.2", "b-chief.1"]
    sniper = table.game.troops["a-r.1"]
    assert lines.field_of(table.game, 0, sniper).alone("a-r.1", "b-chief.1") == "full"
    if table.window.kind == "attack_group":
        table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="sniper", profile=0)).accepted()
    settle(table, AllocateAttack=precisely("b-chief.1"))
    assert len(story(table, AttackAllocated)) == 2
    assert last(table, AttackAllocated).troop == "b-chief.1"


@pytest.mark.rule("GA-3.3-41")
@pytest.mark.parametrize(("hidden", "taker"), [(False, "b-chief.1"), (True, "b-b.2")])
def test_the_dead_pick_out_whom_they_saw_at_the_declaration(hidden: bool, taker: str):
    """An attack whose maker has fallen may be put on a Character that was seen when it was declared; on no other."""
    red = formation(
        "a-r", at=[(10, 10), (12, 10)], weapons=(),
        only={1: Member(weapons=(gun("lance"),)), 2: Member(weapons=(gun("sniper", "precision"),))},
    )  # fmt: skip
    wall = Member(profile=replace(trooper("wall", base=6), height=3000), powers=("deadly_demise 1",))
    bomb = Member(profile=trooper("bomb"), powers=("deadly_demise 1",))
    at = [(20, 10), (24, 16)] if hidden else [(17, 12), (24, 16)]
    blue = formation("b-b", at=at, weapons=(), troop=trooper(w=3), only={1: wall if hidden else bomb})
    chief = formation(
        "b-chief", at=[(26, 10)], weapons=(), troop=trooper("chief", w=4, de=2), keywords=("character",),
        powers=("leader",), leads=("b",),
    )  # fmt: skip
    table = battle(
        red, blue, chief, lead={"b-chief": "b-b"}, dice=(3, 4, 1, 6, 3, 4, 1),
        options={"visibility_source": "geometric"},
    )  # fmt: skip
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", DeclareTargets(formation="a-r", shots=shots(table, "a-r", "b-b"), sights=())).accepted()
    settle(table, "BeginAttackGroup")
    assert [each.characters_visible for each in table.game.declaration.shots][1] == (() if hidden else ("b-chief.1",))
    declared = table.view("referee").declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(
        table, "BeginAttackGroup", AllocateAttack=[allocate_to("b-b.1")], AllocateMortalWound=[suffer("a-r.2")],
    )  # fmt: skip
    assert living(table, "a-r") == ["a-r.1"]
    if table.window.kind == "attack_group":
        table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="sniper", profile=0)).accepted()
    settle(table, AllocateAttack=precisely("b-chief.1"))
    assert last(table, AttackAllocated).troop == taker
