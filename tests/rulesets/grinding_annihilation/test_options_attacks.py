"""Options of the attack sequence: automatic wounds that may be waived, and mortal wounds that Precision steers."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    BeginAttackGroup,
    MortalWoundsEnded,
    MortalWoundsHeld,
    MortalWoundsPending,
    MortalWoundSuffered,
    ReactionDeclined,
    ResolveAttackGroup,
    RollDamage,
    RollWound,
    SelectToShoot,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    duel,
    fire,
    gun,
    last,
    living,
    settle,
    shots,
    story,
    trooper,
    wounds_left,
)
from tests.rulesets.grinding_annihilation.test_options import said
from tests.rulesets.grinding_annihilation.test_weapon_abilities import chief_of, precisely

# -- automatic wounds

RAY = gun("ray", "destructive", "devastating", sw=3, s=4, d=2)
FORGO = {"auto_wound_optional": True}


def wounding(*dice: int, weapon: Any = RAY, options: Any = FORGO, wounds: int = 6) -> Table:
    """Fire one weapon at one troop and stop where its Wound roll is asked for."""
    table = duel(*dice, gun=weapon, troop=trooper(w=wounds), options=options)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    return settle(table, "RollWound")


def waivable(table: Table) -> tuple[str, ...]:
    """Give the attacks whose automatic wound is offered to be waived."""
    (offered,) = (each for each in table.offers("red") if each.command == "RollWound")
    return next((each.values.values for each in offered.fields if each.field == "waived"), ())


@pytest.mark.rule("GA-8.3-05", "GA-8.3-12")
def test_an_automatic_wound_is_mandatory_by_default():
    """A Critical Hit of a Destructive weapon wounds without a die, whatever its player would like."""
    table = wounding(6, 4, 1, options={})
    group = table.game.group.id
    assert waivable(table) == ()
    table.when("red", RollWound(group=group, waived=(1,))).rejected("GA-8.3-05", "not-waivable", may="none")
    table.faces(3)
    rolled = table.when("red", RollWound(group=group)).one(WoundsRolled)
    assert (rolled.faces, [each.face for each in rolled.results]) == ((3,), [0, 3])


@pytest.mark.rule("GA-8.3-05", "GA-8.3-25")
def test_a_waived_wound_is_rolled_for_and_may_be_critical():
    """By option the attacker rolls instead of one automatic wound, and a 6 is Devastating; the other stays certain."""
    table = wounding(6, 6, 1)
    group = table.game.group.id
    assert waivable(table) == ("1", "2")
    table.when("red", RollWound(group=group, waived=(1, 1))).rejected("GA-8.3-05", "waived-twice")
    table.when("red", RollWound(group=group, waived=(3,))).rejected("GA-8.3-05", "not-waivable", may="1 2")
    table.faces(6)
    outcome = table.when("red", RollWound(group=group, waived=(2,))).cites("GA-8.3-05")
    rolled = outcome.one(WoundsRolled)
    assert [(each.attack, each.face, each.outcome) for each in rolled.results] == [(1, 0, "wound"), (2, 6, "critical")]
    assert outcome.one(MortalWoundsHeld).attack == 2


@pytest.mark.rule("GA-8.3-05")
def test_a_waived_wound_may_fail():
    """Who rolls instead of an automatic wound may fail to wound at all."""
    table = wounding(6, 1, 1)
    table.faces(3)
    rolled = table.when("red", RollWound(group=table.game.group.id, waived=(1,))).one(WoundsRolled)
    assert (rolled.wounds, rolled.results[0].outcome) == (0, "failed")


@pytest.mark.rule("GA-8.3-05")
def test_where_all_wounds_are_automatic_the_choice_is_still_asked():
    """With nothing to roll the attacker is asked by option alone; silence throws no die."""
    table = wounding(6, 6, 6)
    assert said(table).waived == ()
    rolled = table.when("red", said(table)).one(WoundsRolled)
    assert (rolled.faces, rolled.wounds) == ((), 3)
    table.faces(6, 6, 6)
    settle(table)
    table = fire(duel(6, 6, 6, gun=RAY, troop=trooper(w=6)), until=("RollDefence", "RollWound"))
    assert (table.window.kind, last(table, WoundsRolled).faces) == ("defence", ())


@pytest.mark.rule("GA-8.3-05", "GA-3.3-39")
@pytest.mark.parametrize(("automatic", "dice", "thrown"), [
    ("take", (6, 6, 1, 6, 6), ()), ("roll", (6, 6, 1, 2, 3), (2, 3)), (None, (6, 6, 1, 6, 6), ()),
])  # fmt: skip
def test_a_whole_group_takes_its_wounds_or_rolls(automatic: str | None, dice: tuple[int, ...], thrown: tuple[int, ...]):
    """A group worked off at once takes its automatic wounds or rolls for all of them, as its command says."""
    table = duel(*dice, gun=RAY, troop=trooper(w=6), options=FORGO)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "ResolveAttackGroup")
    (offered,) = (each for each in table.offers("red") if each.command == "ResolveAttackGroup")
    assert {each.field: each.values for each in offered.fields}["automatic"].values == ("take", "roll")
    table.when("red", whole(table, "never")).rejected("GA-8.3-05", "unknown-automatic", "automatic")
    rolled = table.when("red", whole(table, automatic)).one(WoundsRolled)
    assert rolled.faces == thrown


@pytest.mark.rule("GA-8.3-05")
def test_a_whole_group_does_not_waive_by_default():
    """Without the option a group worked off at once may not roll for automatic wounds."""
    table = duel(6, 1, 1, 6, gun=RAY, troop=trooper(w=6))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "ResolveAttackGroup")
    table.when("red", whole(table, "roll")).rejected("GA-8.3-05", "unknown-automatic", "automatic")
    table.when("red", whole(table, "take")).then(WoundsRolled, faces=())


def whole(table: Table, automatic: str | None) -> ResolveAttackGroup:
    """Work the group of the ray off at once."""
    declared = table.game.declaration.id
    return ResolveAttackGroup(
        declaration=declared, target="b-b", weapon="ray", profile=0, rerolls="none", automatic=automatic
    )


# -- Precision and mortal wounds

STEER = {"precision_steers_mortals": True}


def sniper(sw: int = 1, d: Any = 2, **rest: Any) -> Any:
    return gun("sniper", "precision", "devastating", sw=sw, d=d, **rest)


def suffered(table: Table) -> list[tuple[str, int]]:
    """List who took mortal wounds, and what was left of them."""
    return [(each.troop, each.wounds_left) for each in story(table, MortalWoundSuffered)]


@pytest.mark.rule("GA-8.3-17")
def test_by_default_precision_does_not_steer_mortal_wounds():
    """A Devastating critical ends the sequence before allocation: the attacker is asked nothing."""
    table = chief_of(3, 6, weapons=(sniper(),))
    fire(table, AllocateAttack=precisely("b-chief.1"))
    assert suffered(table) == [("b-b.1", 0), ("b-b.2", 0)]
    assert last(table, MortalWoundsHeld).troop is None
    assert story(table, ReactionDeclined) == []


@pytest.mark.rule("GA-8.3-17")
def test_by_option_precision_puts_mortal_wounds_on_the_character():
    """The attacker names the Character; the mortal wounds are put on it though no attack is allocated."""
    table = chief_of(3, 6, weapons=(sniper(),), options=STEER)
    fire(table, AllocateAttack=precisely("b-chief.1"))
    assert last(table, MortalWoundsHeld).troop == "b-chief.1"
    assert last(table, MortalWoundsPending).first == "b-chief.1"
    assert suffered(table) == [("b-chief.1", 3), ("b-chief.1", 2)]
    assert story(table, AttackAllocated) == []
    assert not table.game.troops["b-chief.1"].marked


@pytest.mark.rule("GA-8.3-17", "GA-8.3-25")
@pytest.mark.parametrize(("spill", "troops"), [(True, ["b-chief.1", "b-b.1", "b-b.2"]), (False, ["b-chief.1"])])
def test_what_is_left_of_steered_wounds_goes_the_usual_way(troops: list[str], *, spill: bool):
    """With the Character gone the other wounds pass on to the Escort, or are lost where they do not pass on."""
    options = {**STEER, "devastating_spill": spill}
    table = chief_of(3, 6, weapons=(sniper(d=3),), wounds=1, options=options)
    fire(table, AllocateAttack=precisely("b-chief.1"))
    assert [troop for troop, _ in suffered(table)] == troops
    assert last(table, MortalWoundsEnded).lost == (0 if spill else 2)


@pytest.mark.rule("GA-8.3-17")
def test_steering_may_be_declined_attack_by_attack():
    """Declined for the first of two Devastating attacks, the second may still be steered; each lot goes its way."""
    table = chief_of(3, 3, 6, 6, weapons=(sniper(sw=2, d=1),), options=STEER)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "AllocateAttack")
    table.when("red", said(table)).then(ReactionDeclined, window="precision", attack=1)
    group = table.game.group.id
    chosen = AllocateAttack(group=group, attack=2, troop="b-chief.1")
    table.when("red", AllocateAttack(group=group, attack=2, troop="b-b.1")).rejected(
        "GA-8.3-16", "not-a-seen-character"
    )
    table.when("red", chosen).then(MortalWoundsHeld, troop="b-chief.1").cites("GA-8.3-17")
    settle(table)
    assert suffered(table) == [("b-b.1", 0), ("b-chief.1", 3)]


@pytest.mark.rule("GA-8.3-17", "GA-8.3-25")
def test_random_damage_is_thrown_before_it_is_steered():
    """The attacker knows the Damage when he names the Character."""
    table = chief_of(3, 6, 5, weapons=(sniper(d="D3"),), options=STEER)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "RollDamage")
    table.when("red", RollDamage(group=table.game.group.id, attack=1)).asks("precision", "red")
    chosen = AllocateAttack(group=table.game.group.id, attack=1, troop="b-chief.1")
    table.when("red", chosen).accepted()
    settle(table)
    assert suffered(table) == [("b-chief.1", 3), ("b-chief.1", 2), ("b-chief.1", 1)]


@pytest.mark.rule("GA-8.3-17", "GA-3.3-32")
@pytest.mark.parametrize("spill", [True, False])
def test_a_character_that_fell_meanwhile_takes_nothing(*, spill: bool):
    """Normal damage comes first: where it destroys the Character, what was steered to it goes the usual way."""
    options = {**STEER, "devastating_spill": spill}
    table = chief_of(3, 3, 6, 4, 1, weapons=(sniper(sw=2, d=2),), wounds=1, options=options)
    fire(table, AllocateAttack=precisely("b-chief.1"))
    assert "b-chief.1" not in living(table, "b-b")
    assert suffered(table) == ([("b-b.1", 0), ("b-b.2", 0)] if spill else [("b-b.1", 0)])


@pytest.mark.rule("GA-8.3-17", "GA-3.3-39")
def test_a_group_with_precision_is_not_worked_off_at_once():
    """Where mortal wounds may be steered the group is resolved step by step, unless Precision was declined ahead."""
    table = chief_of(weapons=(sniper(),), options=STEER)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    command = ResolveAttackGroup(
        declaration=table.game.declaration.id, target="b-b", weapon="sniper", profile=0, rerolls="none"
    )
    table.when("red", command).rejected("GA-8.3-16", "precision-open")
    begun = BeginAttackGroup(declaration=table.game.declaration.id, target="b-b", weapon="sniper", profile=0)
    table.when("red", begun).asks("hit_roll", "red")
    assert wounds_left(table, "b-b") == [1, 1, 1, 4]
