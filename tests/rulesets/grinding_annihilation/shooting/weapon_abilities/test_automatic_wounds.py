"""Wounds without a roll (GA-8.3-05, -12, -27): Destructive, Annihilation, and the option to waive them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DefenceRolled,
    HitsRolled,
    MortalWoundsHeld,
    MortalWoundSuffered,
    ResolveAttackGroup,
    RollHit,
    RollWound,
    SelectToShoot,
    WoundsRolled,
)
from tests.kit import Script, Table
from tests.rulesets.grinding_annihilation.concepts.impossibility.steps import command_of_silence
from tests.rulesets.grinding_annihilation.fixtures import ability, duel, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.steps import aim, events_of, fire, last_event, settle, shoot, shots


@pytest.mark.rule("GA-8.3-05")
@pytest.mark.ruling("GA-8.3-05.2")
def test_automatic_wound_is_never_critical():
    """A wound without a Wound roll is no Critical Wound: it does not devastate."""
    table = shoot(6, 6, gun=gun("ray", "destructive", "devastating", d=3), troop=trooper(w=9))
    assert last_event(table, DefenceRolled).saved
    assert events_of(table, MortalWoundSuffered) == []


@pytest.mark.rule("GA-8.3-12")
def test_destructive_wounds_on_a_critical_hit():
    """A Critical Hit of a Destructive weapon wounds without a roll; another hit is rolled for."""
    table = shoot(6, 5, 5, 6, gun=gun("ray", "destructive", sw=2, s=3), troop=trooper(v=12, w=5))
    wounds = last_event(table, WoundsRolled)
    assert (wounds.faces, wounds.needed.total, wounds.wounds) == ((5,), 6, 1)


@pytest.mark.rule("GA-8.3-27")
def test_annihilation_wounds_on_fives_and_sixes():
    """A hit with an unmodified 5 or 6 wounds without a roll; a 5 is no Critical Hit."""
    table = shoot(5, 6, 4, 1, 6, 6, gun=gun("ray", "annihilation", sw=3, rs=3), troop=trooper(w=9))
    hits, wounds = last_event(table, HitsRolled), last_event(table, WoundsRolled)
    assert [(result.outcome, result.wounds) for result in hits.results] == [
        ("hit", True),
        ("critical", True),
        ("hit", False),
    ]
    assert (wounds.faces, wounds.wounds) == ((1,), 2)


@pytest.mark.rule("GA-8.3-27")
@pytest.mark.ruling("GA-8.3-27.2")
def test_annihilation_has_to_hit_first():
    """A 5 that misses wounds nobody."""
    table = shoot(5, 6, 6, gun=gun("ray", "annihilation", sw=2, rs=6), troop=trooper(w=9))
    assert [result.wounds for result in last_event(table, HitsRolled).results] == [False, True]
    assert last_event(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-8.3-27")
@pytest.mark.ruling("GA-8.3-27.3")
@pytest.mark.parametrize(("always", "hits"), [(False, 0), (True, 1)])
def test_annihilation_may_always_hit_on_five(always: bool, hits: int):
    """With the option a 5 hits with Annihilation, whatever the skill."""
    options = {"annihilation_5_always_hits": always}
    table = shoot(5, *[6] * hits, gun=gun("ray", "annihilation", rs=6), troop=trooper(w=9), options=options)
    assert last_event(table, HitsRolled).hits == hits


@pytest.mark.rule("GA-8.3-12")
def test_only_automatic_wounds():
    """Where every hit wounds by itself no Wound roll is asked for."""
    field = attack_table(ability("destructive"), strength=3).formation("b-wall", 2, kind=troop_profile(vigour=12))
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(6)
    field.table.when("red", RollHit(group=field.open)).then(WoundsRolled, faces=(), wounds=1).asks("allocate", "blue")


RAY = gun("ray", "destructive", "devastating", sw=3, s=4, d=2)

AUTO_WOUND_OPTIONAL = {"auto_wound_optional": True}


def before_wound_roll(*dice: int, weapon: Any = RAY, options: Any = AUTO_WOUND_OPTIONAL, wounds: int = 6) -> Table:
    """Fire one weapon at one troop and stop where its Wound roll is asked for."""
    table = duel(*dice, gun=weapon, troop=trooper(w=wounds), options=options)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    return settle(table, "RollWound")


def waivable(table: Table) -> tuple[str, ...]:
    """Give the attacks whose automatic wound is offered to be waived."""
    (offered,) = (offer for offer in table.offers("red") if offer.command == "RollWound")
    return next((field.values.values for field in offered.fields if field.field == "waived"), ())


@pytest.mark.rule("GA-8.3-05", "GA-8.3-12")
@pytest.mark.ruling("GA-8.3-05.2", "GA-8.3-05.3")
def test_an_automatic_wound_is_mandatory_by_default():
    """A Critical Hit of a Destructive weapon wounds without a die, whatever its player would like."""
    table = before_wound_roll(6, 4, 1, options={})
    group = table.game.group.id
    assert waivable(table) == ()
    table.when("red", RollWound(group=group, waived=(1,))).rejected("GA-8.3-05", "not-waivable", may="none")
    table.faces(3)
    rolled = table.when("red", RollWound(group=group)).one(WoundsRolled)
    assert (rolled.faces, [result.face for result in rolled.results]) == ((3,), [0, 3])


@pytest.mark.rule("GA-8.3-05", "GA-8.3-25")
def test_a_waived_wound_is_rolled_for_and_may_be_critical():
    """By option the attacker rolls instead of one automatic wound, and a 6 is Devastating; the other stays certain."""
    table = before_wound_roll(6, 6, 1)
    group = table.game.group.id
    assert waivable(table) == ("1", "2")
    table.when("red", RollWound(group=group, waived=(1, 1))).rejected("GA-8.3-05", "waived-twice")
    table.when("red", RollWound(group=group, waived=(3,))).rejected("GA-8.3-05", "not-waivable", may="1 2")
    table.faces(6)
    outcome = table.when("red", RollWound(group=group, waived=(2,))).cites("GA-8.3-05")
    rolled = outcome.one(WoundsRolled)
    assert [(result.attack, result.face, result.outcome) for result in rolled.results] == [
        (1, 0, "wound"),
        (2, 6, "critical"),
    ]
    assert outcome.one(MortalWoundsHeld).attack == 2


@pytest.mark.rule("GA-8.3-05")
@pytest.mark.ruling("GA-8.3-05.3")
def test_a_waived_wound_may_fail():
    """Who rolls instead of an automatic wound may fail to wound at all."""
    table = before_wound_roll(6, 1, 1)
    table.faces(3)
    rolled = table.when("red", RollWound(group=table.game.group.id, waived=(1,))).one(WoundsRolled)
    assert (rolled.wounds, rolled.results[0].outcome) == (0, "failed")


@pytest.mark.rule("GA-8.3-05")
def test_where_all_wounds_are_automatic_the_choice_is_still_asked():
    """With nothing to roll the attacker is asked by option alone; silence throws no die."""
    table = before_wound_roll(6, 6, 6)
    assert command_of_silence(table).waived == ()
    rolled = table.when("red", command_of_silence(table)).one(WoundsRolled)
    assert (rolled.faces, rolled.wounds) == ((), 3)
    table.faces(6, 6, 6)
    settle(table)
    table = fire(duel(6, 6, 6, gun=RAY, troop=trooper(w=6)), until=("RollDefence", "RollWound"))
    assert (table.window.kind, last_event(table, WoundsRolled).faces) == ("defence", ())


def whole_group(table: Table, automatic: str | None) -> ResolveAttackGroup:
    """Work the group of the ray off at once."""
    declared = table.game.declaration.id
    return ResolveAttackGroup(
        declaration=declared, target="b-b", weapon="ray", profile=0, rerolls="none", automatic=automatic
    )


@pytest.mark.rule("GA-8.3-05", "GA-3.3-39")
@pytest.mark.parametrize(
    ("automatic", "dice", "thrown"),
    [("take", (6, 6, 1, 6, 6), ()), ("roll", (6, 6, 1, 2, 3), (2, 3)), (None, (6, 6, 1, 6, 6), ())],
)
def test_a_whole_group_takes_its_wounds_or_rolls(automatic: str | None, dice: tuple[int, ...], thrown: tuple[int, ...]):
    """A group worked off at once takes its automatic wounds or rolls for all of them, as its command says."""
    table = duel(*dice, gun=RAY, troop=trooper(w=6), options=AUTO_WOUND_OPTIONAL)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "ResolveAttackGroup")
    (offered,) = (offer for offer in table.offers("red") if offer.command == "ResolveAttackGroup")
    assert {field.field: field.values for field in offered.fields}["automatic"].values == ("take", "roll")
    table.when("red", whole_group(table, "never")).rejected("GA-8.3-05", "unknown-automatic", "automatic")
    rolled = table.when("red", whole_group(table, automatic)).one(WoundsRolled)
    assert rolled.faces == thrown


@pytest.mark.rule("GA-8.3-05")
def test_a_whole_group_does_not_waive_by_default():
    """Without the option a group worked off at once may not roll for automatic wounds."""
    table = duel(6, 1, 1, 6, gun=RAY, troop=trooper(w=6))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "ResolveAttackGroup")
    table.when("red", whole_group(table, "roll")).rejected("GA-8.3-05", "unknown-automatic", "automatic")
    table.when("red", whole_group(table, "take")).then(WoundsRolled, faces=())


@pytest.mark.rule("GA-8.3-05", "GA-3.3-18")
@pytest.mark.ruling("GA-3.3-18.2")
def test_what_hits_by_itself_sets_nothing_off():
    """A weapon without RS is never critical and shows no 5: its one hit is one hit, and is rolled for."""
    weapon = gun("hose", "sustained_fire 1", "destructive", "annihilation", rs=0)
    table = shoot(4, 6, gun=weapon, troop=trooper(w=9))
    hits = last_event(table, HitsRolled)
    assert (hits.faces, hits.hits, hits.criticals, [result.wounds for result in hits.results]) == ((), 1, 0, [False])
    assert (last_event(table, WoundsRolled).faces, last_event(table, WoundsRolled).wounds) == ((4,), 1)


@pytest.mark.rule("GA-8.3-09", "GA-3.3-40")
@pytest.mark.parametrize("rerolls", ["failures", "non_criticals"])
def test_a_group_without_twin_weapon_throws_nothing_again(rerolls: str):
    """Who asks a weapon that is no Twin-Weapon for re-rolls is refused and offered none; a Twin-Weapon gives them."""
    for abilities, allowed in (((), False), (("twin_weapon",), True)):
        table = duel(6, 6, 6, 2, 2, 2, 2, 2, 2, gun=gun("ray", *abilities, sw=3), troop=trooper(w=6))
        table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
        table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
        settle(table, "ResolveAttackGroup")
        (offered,) = (offer for offer in table.offers("red") if offer.command == "ResolveAttackGroup")
        assert ("rerolls" in [field.field for field in offered.fields]) is allowed
        command = replace(whole_group(table, None), rerolls=rerolls)
        if allowed:
            assert not table.refused(command, "red")
        else:
            assert not table.refused(replace(command, rerolls="none"), "red")
            table.when("red", command).rejected("GA-8.3-09", "no-wound-reroll", "rerolls", weapon="ray")
        assert isinstance(table.dice, Script)
        table.dice.faces.clear()


@pytest.mark.rule("GA-8.3-05")
def test_a_group_that_wounds_by_rolls_alone_waives_nothing():
    """Rolls for automatic wounds are neither offered nor taken where no hit of the weapon wounds without a roll."""
    table = duel(6, 6, 6, gun=gun("ray", sw=3), troop=trooper(w=6), options=AUTO_WOUND_OPTIONAL)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "ResolveAttackGroup")
    (offered,) = (offer for offer in table.offers("red") if offer.command == "ResolveAttackGroup")
    assert "automatic" not in [field.field for field in offered.fields]
    table.when("red", whole_group(table, "roll")).rejected("GA-8.3-05", "no-automatic-wound", "automatic", weapon="ray")
    assert isinstance(table.dice, Script)
    table.dice.faces.clear()
