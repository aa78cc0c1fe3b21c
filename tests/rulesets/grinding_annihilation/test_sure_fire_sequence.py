"""Chapters 3.0, 3.3 and 6 where they meet: marks that last a phase, and cover when its reason is gone."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    BeginAttackGroup,
    ChooseOrder,
    DeadlyDemiseRolled,
    DeclareAssault,
    DefenceRolled,
    EndTurn,
    MortalWoundSuffered,
    PhaseBegun,
    PlayerTurnBegun,
    RollAssault,
    SelectToShoot,
    Sight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import carrier, field, squad
from tests.rulesets.grinding_annihilation.armed import armed, use
from tests.rulesets.grinding_annihilation.givens import (
    PAIRS,
    Member,
    aim,
    battle,
    blade,
    brawl,
    fight,
    fire,
    formation,
    gun,
    last,
    line,
    living,
    settle,
    shoot,
    shots,
    story,
    trooper,
    wounds_left,
)
from tests.rulesets.grinding_annihilation.ground import debris, with_terrain
from tests.rulesets.grinding_annihilation.test_attack_sequence import suffer


def marked(table: Table, formation: str) -> list[str]:
    """List the troops that attacks were allocated to in this phase."""
    shown = table.view("referee").formations
    return [troop.id for each in shown if each.id == formation for troop in each.troops if troop.marked]


@pytest.mark.rule("GA-3.0-06", "GA-3.3-22")
def test_mark_of_an_overwatch_lasts_for_the_assault_phase():
    """A mark set by an Overwatch in red's Assault turn binds in blue's too, and is gone when the Brawl Phase begins."""
    red = formation("a-r", at=line(3, 10), weapons=(), troop=trooper(w=2))
    blue = formation("b-b", at=[(19, 10)], weapons=(gun(rs=6),))
    table = armed(red, blue, *PAIRS, phase="assault", blue=("onslaught_overwatch",), dice=(6, 6, 6, 4, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "AllocateAttack")
    chosen = AllocateAttack(group=table.view("red").group.id, attack=1, troop="a-r.2")
    table.when("red", chosen).accepted()
    settle(table)
    assert (last(table, DefenceRolled).saved, marked(table, "a-r")) == (True, ["a-r.2"])
    table.when("red", EndTurn()).accepted()
    assert (last(table, PlayerTurnBegun).seat, marked(table, "a-r")) == (1, ["a-r.2"])
    table.when("blue", EndTurn()).then(PhaseBegun, phase="brawl")
    assert marked(table, "a-r") == []


@pytest.mark.rule("GA-6.0-06", "GA-6.0-07")
@pytest.mark.parametrize(("demise", "covers", "alive"), [(5, ["t1"], 2), (6, [], 1)])
def test_cover_goes_with_the_only_troop_that_did_not_see_whole(demise: int, covers: list[str], alive: int):
    """Cover is looked for with the attackers who live when the attack is allocated."""
    arms = {1: Member(weapons=(gun("lance"), gun("bolt")))}
    red = formation("a-r", at=[(10, 12), (10, 10)], weapons=(), only=arms)
    bomb = formation("b-bomb", at=[(14, 10)], weapons=(), powers=("deadly_demise 1",))
    blue = formation("b-b", at=[(22, 10)], weapons=(), troop=trooper(w=3))
    table = with_terrain(battle(red, bomb, blue, dice=(6, 6, 1, demise, 6, 6, 1)), debris(18, 9.9, 18.2, 10.1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    fired = (*shots(table, "a-r", "b-bomb", "lance"), *shots(table, "a-r", "b-b", "bolt"))
    whole = Sight(observers=("a-r.1",), troops=("b-bomb.1", "b-b.1"), seen="full", fact="")
    near = Sight(observers=("a-r.2",), troops=("b-bomb.1",), seen="full", fact="")
    part = Sight(observers=("a-r.2",), troops=("b-b.1",), seen="visible", fact="")
    table.when("red", aim(table, "a-r", *fired, sights=(whole, near, part))).accepted()
    settle(table, "BeginAttackGroup")
    declared = table.view("red").declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-bomb", weapon="lance", profile=0)).accepted()
    settle(table, AllocateMortalWound=[suffer("a-r.2")])
    assert (last(table, DeadlyDemiseRolled).face, len(living(table, "a-r"))) == (demise, alive)
    assert [each.source for each in story(table, AttackAllocated)[-1].covers] == covers


@pytest.mark.rule("GA-3.3-37")
def test_demise_spares_who_is_aboard():
    """Of a transport beside a bomb and its passengers the transport suffers alone."""
    bomb = formation("b-b", at=[(20, 25)], weapons=(), powers=("deadly_demise 2",))
    shooter = formation("a-r", at=[(10, 30)], weapons=(gun(),))
    table = field(squad(2), carrier(), shooter, bomb, off={"a-p": "a-t.1"}, phase="shooting", dice=(6, 6, 1, 6))
    fire(table)
    assert [(each.formation, each.wounds) for each in last(table, DeadlyDemiseRolled).results] == [("a-t", 2)]
    assert wounds_left(table, "a-t") == [6]
    assert [table.game.troops[each].wounds_left for each in ("a-p.1", "a-p.2")] == [1, 1]


@pytest.mark.rule("GA-2.5-09", "GA-3.3-38")
def test_demises_of_a_brawl_are_ordered_by_the_first_player_of_the_round():
    """In the Brawl Phase, which has no turns, the round's first player orders them, whoever fights."""
    bombs = [
        formation(name, at=[at], weapons=(), powers=("deadly_demise 1",))
        for name, at in (("b-b", (21, 10)), ("b-c", (24, 10)), ("b-d", (24, 12)))
    ]
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),), troop=trooper(w=4))
    table = fight(brawl(red, *bombs, dice=(3, 4, 1, 6, 1, 2), first="blue"), until=("ChooseOrder",))
    assert table.window is not None
    assert table.window.about == ("b-c.1", "b-d.1")
    chosen = ChooseOrder(order=("b-d.1", "b-c.1"))
    table.when("red", chosen).rejected("GA-2.5-09", "not-asked", asks="blue")
    table.when("blue", chosen).accepted()
    settle(table)
    assert [(each.troop, each.face) for each in story(table, DeadlyDemiseRolled)] == [
        ("b-b.1", 6), ("b-d.1", 1), ("b-c.1", 2),
    ]  # fmt: skip


@pytest.mark.rule("GA-3.3-35", "GA-3.3-34")
def test_mortal_wounds_meet_the_lower_of_two_healths():
    """Of Reinforced Health 6+ and 5+ the 5+ is rolled for a mortal wound, once."""
    ray = gun("ray", "devastating", d=2)
    table = shoot(3, 6, 5, 4, gun=ray, troop=trooper(w=3), powers=("reinforced_health 6", "reinforced_health 5"))
    told = [(each.health_face, each.health_needed, each.ignored) for each in story(table, MortalWoundSuffered)]
    assert told == [(5, 5, True), (4, 5, False)]
    assert wounds_left(table, "b-b") == [2]
