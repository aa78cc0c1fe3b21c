"""Reorder Roll (GA-5.1): which rolls it has thrown again, and how."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    AssaultRolled,
    AttackGroupEnded,
    BattleManoeuvreUsed,
    DamageInflicted,
    DeadlyDemiseRolled,
    DeclareAdvance,
    DeclareAssault,
    DeclareRetreat,
    DefenceRolled,
    DieRerolled,
    HitsRolled,
    MakeAdvanceMove,
    RerollDie,
    ResolveAttackGroup,
    RollAssault,
    RollDefence,
    SelectToShoot,
    TakeBattleFatigueTest,
    TroopDestroyed,
    UseBattleManoeuvre,
    WoundsRolled,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle, shots_before_rolls
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    decline,
    manoeuvre_points,
    until_reroll_of,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.steps import aim, events_of, last_event, path, settle, shots


@pytest.mark.rule("GA-2.5-04", "GA-5.1-04")
@pytest.mark.parametrize(("rerolled", "outcome"), [(3, "hit"), (2, "miss")])
def test_a_hit_may_become_a_miss(rerolled, outcome):
    """A hit that its player has thrown again is lost where the new face misses."""
    table = until_reroll_of(shots_before_rolls(dice=(4, rerolled, *[1] * (outcome == "hit"))), "hit")
    (die,) = use(table, "red", "reorder_roll", "a-r", die=1).one(DieRerolled).dice
    assert (die.was, die.face, die.outcome) == (4, rerolled, outcome)
    settle(table, "SelectToShoot")
    assert bool(events_of(table, WoundsRolled)) is (outcome == "hit")


@pytest.mark.rule("GA-5.1-01", "GA-5.1-04")
def test_a_wound_roll():
    """A Wound roll of 2 against 4 is thrown again, and the 4 scores."""
    table = until_reroll_of(shots_before_rolls(dice=(3, 2, 4, 6)), "wound")
    outcome = use(table, "red", "reorder_roll", "a-r", die=1)
    outcome.then(BattleManoeuvreUsed, DieRerolled, roll="wound", ability="reorder_roll", formation="a-r")
    (die,) = outcome.one(DieRerolled).dice
    assert (die.attack, die.was, die.face, die.outcome) == (1, 2, 4, "wound")
    assert manoeuvre_points(table, "red") == 4
    settle(table)


@pytest.mark.rule("GA-5.1-01", "GA-5.1-03")
def test_one_die_of_many_hits():
    """Of ten Hit dice rolled together only the named one changes."""
    table = until_reroll_of(shots_before_rolls(guns=10, dice=(*(1,) * 9, 2, 6, 1)), "hit")
    outcome = use(table, "red", "reorder_roll", "a-r", die=10).then(DieRerolled, roll="hit")
    assert [(die.attack, die.was, die.face) for die in outcome.one(DieRerolled).dice] == [(10, 2, 6)]
    assert table.game.group.hits[9].outcome == "critical"
    assert [hit.outcome for hit in table.game.group.hits[:9]] == ["miss"] * 9
    assert len(table.game.attacks) == 1
    settle(table)


@pytest.mark.rule("GA-5.1-01")
def test_a_hit_may_become_several_and_a_miss():
    """A Critical Hit of Sustained Fire that is thrown again takes its extra hits along, and a new one brings them."""
    table = until_reroll_of(shots_before_rolls("sustained_fire D3", guns=2, dice=(2, 6, 5)), "hit")
    assert len(table.game.attacks) == 4
    table.faces(1)
    use(table, "red", "reorder_roll", "a-r", die=2).then(AttackGroupEnded)
    table = until_reroll_of(shots_before_rolls("sustained_fire D3", guns=2, dice=(2, 3)), "hit")
    table.faces(6, 3, 1, 1, 1, 1)
    use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled)
    assert len(table.game.attacks) == 4
    settle(table)


REORDER_ROLL = ("reorder_roll",)


def reorder_roll(formation, **fields):
    """Name a Reorder Roll."""
    return UseBattleManoeuvre(manoeuvre="reorder_roll", formation=formation, **fields)


def wounds(table, formation="b-b"):
    return [table.game.troops[troop].wounds_left for troop in table.game.formations[formation].troops]


@pytest.mark.rule("GA-5.1-01", "GA-5.1-02")
def test_a_save_of_the_other_player():
    """A failed invulnerable save of 3 is thrown again by its owner; the attacker may not have it thrown again."""
    table = shots_before_rolls(blue=REORDER_ROLL, kind=trooper(w=3, de=0, inv=(5,)), dice=(6, 6, 3))
    until_reroll_of(table, "defence")
    table.when("red", reorder_roll("a-r")).rejected("GA-3.3-40", "not-asked", asks="blue")
    assert table.window.subject[:2] == ("defence", "b-b")
    table.faces(5)
    use(table, "blue", "reorder_roll", "b-b").then(DieRerolled, AttackGroupEnded)
    assert wounds(table) == [3]
    table = shots_before_rolls(blue=REORDER_ROLL, red=(), kind=trooper(w=3), dice=(6, 6, 4, 1))
    until_reroll_of(table, "defence")
    use(table, "blue", "reorder_roll", "b-b").then(DieRerolled, DamageInflicted)
    assert wounds(table) == [2]


@pytest.mark.rule("GA-5.1-01", "GA-3.3-25")
@pytest.mark.parametrize(("face", "left"), [(4, 2), (5, 3)])
def test_the_save_that_was_picked_is_thrown_again(face: int, left: int):
    """Of several Invulnerable Saves the one that was used is thrown again: on 5+, although another saves on 4+."""
    table = shots_before_rolls(blue=REORDER_ROLL, red=(), kind=trooper(w=3, de=0, inv=(5, 4)), dice=(6, 6, 4))
    settle(table, "RollDefence")
    table.play(("blue", RollDefence(group=table.game.group.id, attack=1, save="invulnerable-5")))
    table.faces(face)
    use(table, "blue", "reorder_roll", "b-b").then(DieRerolled)
    assert wounds(table) == [left]


@pytest.mark.rule("GA-5.1-01", "GA-5.1-03")
@pytest.mark.ruling("GA-2.5-02.2", "GA-3.3-07.2")
def test_damage_and_the_number_of_attacks():
    """All dice of a Damage roll, and of one weapon's number of attacks, are thrown again together."""
    weapon = gun("cannon", sw="2D6", d="D3+1")
    table = until_reroll_of(shots_before_rolls(weapon=weapon, kind=trooper(w=9, de=0), dice=(1, 1)), "attacks")
    table.faces(1, 2)
    outcome = use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled, roll="attacks")
    assert [die.face for die in outcome.one(DieRerolled).dice] == [1, 2]
    assert table.game.group.counted == 3
    table.faces(1, 1, 6, 6, 2)
    settle(table)
    assert wounds(table) == [7]
    table = until_reroll_of(
        shots_before_rolls(weapon=gun("lance", d="2D3"), kind=trooper(w=9, de=0), dice=(6, 6, 1, 1)), "damage"
    )
    table.when("red", reorder_roll("a-r", die=1)).rejected("GA-5.1-03", "all-dice")
    table.faces(3, 6)
    use(table, "red", "reorder_roll", "a-r").then(DieRerolled, DamageInflicted)
    assert wounds(table) == [4]


@pytest.mark.rule("GA-5.1-01")
def test_a_hazard_test():
    """One Hazard test that failed is thrown again; a 2 spares the bearer."""
    table = until_reroll_of(shots_before_rolls("hazard", guns=2, dice=(1, 1, 1, 4)), "hazard")
    assert table.game.declaration.hazards_failed == 1
    table.faces(2)
    use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled, roll="hazard", failures=0)
    assert window_kind(table) == "shooting_turn"
    table = until_reroll_of(shots_before_rolls("hazard", guns=2, dice=(1, 1, 1, 4)), "hazard")
    use(table, "red", "reorder_roll", "a-r", die=3).rejected("GA-5.1-04", "no-such-die", may="1 2")
    decline(table, "red").asks("hazard_victim", "red")
    settle(table)
    assert len(table.game.formations["a-r"].troops) == 1


@pytest.mark.rule("GA-5.1-01", "GA-5.7-01")
def test_an_advance_roll():
    """An Advance of 1 that becomes a 6 takes every troop six inches farther."""
    table = prepared_battle(
        formation("a-r", at=line(1, 10)), formation("b-b", at=line(1, 40)), phase="move", red=REORDER_ROLL, dice=(1,)
    )
    table.when("red", DeclareAdvance(formation="a-r")).asks("reroll", "red")
    table.faces(6)
    use(table, "red", "reorder_roll", "a-r").then(DieRerolled, roll="advance").asks("make_move", "red")
    move = MakeAdvanceMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))
    table.when("red", move).accepted()


def assault_declared(**rest):
    """Red has declared an Assault across eight inches."""
    red, blue = formation("a-r", at=line(1, 10)), formation("b-b", at=line(1, 19))
    table = prepared_battle(red, blue, phase="assault", red=REORDER_ROLL, **rest)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    return table


@pytest.mark.rule("GA-5.1-01", "GA-5.1-03", "GA-5.0-08")
@pytest.mark.ruling("GA-3.4-09.2")
def test_an_assault_roll():
    """Both dice of an Assault roll of 3 are thrown again, and the 9 stands; one die alone is refused."""
    table = assault_declared(dice=(1, 2))
    table.when("red", RollAssault(formation="a-r")).then(AssaultRolled).asks("reroll", "red")
    use(table, "red", "reorder_roll", "a-r", die=1).rejected("GA-5.1-03", "all-dice")
    table.faces(5, 4)
    outcome = use(table, "red", "reorder_roll", "a-r").then(DieRerolled).without(AssaultFailed)
    assert outcome.one(DieRerolled).reach.total == 9000
    assert window_kind(table) == "assault_move"
    table = assault_declared(dice=(1, 2))
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.faces(1, 1)
    use(table, "red", "reorder_roll", "a-r").then(DieRerolled, AssaultFailed)
    assert manoeuvre_points(table, "red") == 4


@pytest.mark.rule("GA-5.1-01")
@pytest.mark.ruling("GA-3.2-20.4")
def test_a_desperate_retreat_test():
    """One Desperate Retreat test is thrown again before anybody is destroyed for it."""
    red = formation("a-r", at=[(20, 10)])
    blue = formation("b-b", at=[(21.6, 10)])
    table = prepared_battle(red, blue, phase="move", red=REORDER_ROLL, dice=(1,))
    through = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (25.5, 10)),))
    table.when("red", through).without(TroopDestroyed).asks("reroll", "red")
    table.faces(3)
    use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled, failures=0).without(TroopDestroyed)
    assert window_kind(table) == "make_move"
    table = prepared_battle(red, blue, phase="move", red=REORDER_ROLL, dice=(1,))
    table.when("red", through).accepted()
    decline(table, "red").then(TroopDestroyed)


@pytest.mark.rule("GA-5.1-02")
def test_a_battle_fatigue_test_is_not_on_the_list():
    """A Battle-Fatigue test of 2+3 against Heroism 7 opens no window, and a Reorder Roll after it is refused."""
    red = formation("a-r", at=line(3, 10))
    table = prepared_battle(
        red,
        formation("b-b", at=line(1, 40)),
        phase="manoeuvres",
        red=REORDER_ROLL,
        dice=(2, 3),
        fallen=("a-r.1", "a-r.2"),
    )
    table.when("red", TakeBattleFatigueTest(formation="a-r")).asks("manoeuvres_turn", "red")
    table.when("red", reorder_roll("a-r")).rejected("GA-3.1-04", "not-asked")
    assert manoeuvre_points(table, "red") == 6


@pytest.mark.rule("GA-5.1-02")
def test_a_roll_of_the_opponent_is_not_on_the_list():
    """The save of the other player, held or not, is nobody's to have thrown again who did not make it."""
    for face, left in ((4, [3]), (3, [2])):
        table = shots_before_rolls(kind=trooper(w=3), dice=(6, 6, face))
        decline(until_reroll_of(table, "hit"), "red").accepted()
        decline(until_reroll_of(table, "wound"), "red").accepted()
        settle(table, "SelectToShoot", "UseBattleManoeuvre")
        assert (window_kind(table), wounds(table), last_event(table, DefenceRolled).face) == (
            "shooting_turn",
            left,
            face,
        )
        table.when("red", reorder_roll("a-r")).rejected("GA-5.1-01", "not-now", window="shooting_turn")
        assert manoeuvre_points(table, "red") == 5


@pytest.mark.rule("GA-5.1-02")
def test_health_and_demises_are_not_on_the_list():
    """Reinforced Health and Deadly Demise open no window to either player, though both have a Reorder Roll."""
    powers = ("reinforced_health 5", "deadly_demise 1")
    red = formation("a-r", at=line(1, 10), weapons=(gun(),))
    blue = formation("b-b", at=line(1, 20), troop=trooper(w=1, de=0), weapons=(), powers=powers)
    table = prepared_battle(red, blue, red=REORDER_ROLL, blue=REORDER_ROLL, dice=(6, 6, 2, 3))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    asked: list[str] = []
    settle(table, DeclineReaction=lambda _table, window, _party: asked.extend((window.kind, *window.subject[:1])))
    assert [about for name, about in pairwise(asked) if name == "reroll"] == ["hit", "wound"]
    assert (last_event(table, DamageInflicted).health_faces, last_event(table, DeadlyDemiseRolled).face) == ((2,), 3)


@pytest.mark.rule("GA-5.1-04", "GA-2.5-05")
def test_a_die_is_thrown_again_once():
    """What a Twin-Weapon threw again stays as it is for a Reorder Roll, and the other way round."""
    table = until_reroll_of(shots_before_rolls("twin_weapon", guns=2, dice=(6, 6, 1, 3)), "wound")
    command = RerollDie(roll="wound", group=table.game.group.id, attacks=(1,), ability="twin_weapon")
    table.faces(2)
    table.when("red", command).asks("reroll", "red")
    use(table, "red", "reorder_roll", "a-r", die=1).rejected("GA-5.1-04", "no-such-die", may="2")
    assert manoeuvre_points(table, "red") == 5
    table.faces(3)
    use(table, "red", "reorder_roll", "a-r", die=2).then(DieRerolled, AttackGroupEnded)


@pytest.mark.rule("GA-5.1-04")
def test_before_anything_depends_on_it():
    """Once the Wound roll is thrown, the Hit roll is not thrown again."""
    table = until_reroll_of(shots_before_rolls(guns=2, dice=(6, 2)), "hit")
    decline(table, "red").asks("wound_roll", "red")
    table.faces(5)
    until_reroll_of(table, "wound")
    use(table, "red", "reorder_roll", "a-r", die=2).rejected("GA-5.1-04", "no-such-die", may="1")
    table.faces(1)
    second = use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled, roll="wound").one(DieRerolled)
    assert [(die.was, die.face) for die in second.dice] == [(5, 1)]
    assert last_event(table, HitsRolled).faces == (6, 2)


@pytest.mark.rule("GA-5.1-01", "GA-3.3-40")
def test_groups_are_not_worked_off_at_once_over_a_save():
    """While the target's player may have a save thrown again, a group goes step by step, unless he declines ahead."""
    table = shots_before_rolls(red=(), blue=REORDER_ROLL, dice=(6, 6, 6))
    at_once = ResolveAttackGroup(
        declaration=table.game.declaration.id, target="b-b", weapon="rifle", profile=0, rerolls="none"
    )
    table.when("red", at_once).rejected("GA-5.1-01", "reroll-open")
    table.put("sides", replace(table.game.sides[1], declined=("reroll",)), key="seat")
    table.when("red", at_once).then(HitsRolled, WoundsRolled, AttackGroupEnded)


@pytest.mark.rule("GA-5.0-08", "GA-5.1-03")
@pytest.mark.parametrize(("field", "value"), [("troop", "a-r.1"), ("enemy", "b-b")])
def test_a_reorder_roll_names_a_die_and_nobody_else(field: str, value: str):
    """A Reorder Roll that names a troop or an enemy is refused under the clause of the Reorder Roll."""
    table = until_reroll_of(shots_before_rolls(guns=2, dice=(6, 2)), "hit")
    use(table, "red", "reorder_roll", "a-r", die=2, **{field: value}).rejected(
        "GA-5.1-01", "not-of-manoeuvre", field, manoeuvre="reorder_roll"
    )
