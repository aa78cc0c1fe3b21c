"""Saves (GA-3.3-23 to -25)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackAllocated,
    DamageInflicted,
    DefenceRolled,
    FormationDestroyed,
    RollDefence,
    RollHit,
    RollWound,
    SetStandingChoices,
    TroopDestroyed,
    WoundsRolled,
)
from tests.rulesets.grinding_annihilation.fixtures import duel, gun, trooper
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import open_group, roll_hits_and_wounds, roll_save
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, settle, shoot, wounds_left


@pytest.mark.rule("GA-3.3-23")
@pytest.mark.ruling("GA-3.3-23.1")
@pytest.mark.parametrize(("de", "ap", "face", "saved"), [(3, -1, 4, True), (3, -1, 3, False), (4, -3, 6, False)])
def test_defence_check_is_lowered_by_penetration(de: int, ap: int, face: int, *, saved: bool):
    """The save is a die lowered by AP that reaches Defence."""
    table = shoot(3, 4, face, gun=gun(ap=ap), troop=trooper(de=de, w=9))
    rolled = last_event(table, DefenceRolled)
    assert (rolled.save, rolled.face, rolled.saved) == ("armour", face, saved)


@pytest.mark.rule("GA-3.3-24")
@pytest.mark.parametrize(("face", "saved"), [(1, False), (3, True)])
def test_one_never_saves(face: int, *, saved: bool):
    """An unmodified 1 fails whatever is added to it."""
    table = duel(6, 4, face, gun=gun("mortar", "indirect"), troop=trooper(de=4, w=9))
    fire(table, seen="none")
    assert last_event(table, DefenceRolled).saved is saved


@pytest.mark.rule("GA-3.3-24")
def test_six_may_fail_to_save():
    """An unmodified 6 is no save by itself."""
    table = shoot(3, 4, 6, gun=gun(ap=-1), troop=trooper(de=6, w=9))
    assert not last_event(table, DefenceRolled).saved


@pytest.mark.rule("GA-3.3-24")
@pytest.mark.ruling("GA-3.3-24.1")
def test_one_fails_an_invulnerable_save():
    """An unmodified 1 fails an invulnerable save as well, were it good enough to hold on a 1."""
    table = shoot(3, 3, 4, 4, 1, 2, gun=gun(ap=-6, sw=2), troop=trooper(de=0, inv=(1,), w=9))
    found = [(event.save, event.face, event.saved) for event in events_of(table, DefenceRolled)]
    assert found == [("invulnerable", 1, False), ("invulnerable", 2, True)]


@pytest.mark.rule("GA-3.3-25")
@pytest.mark.parametrize(
    ("save", "face", "saved"), [("invulnerable", 5, True), ("invulnerable", 4, False), ("armour", 5, False)]
)
def test_either_defence_or_invulnerable_save(save: str, face: int, *, saved: bool):
    """The target's player takes Defence or the Invulnerable Save, which AP never changes, and not both."""
    table = duel(3, 3, 4, 4, face, 5, gun=gun(ap=-3, sw=2), troop=trooper(de=3, inv=(5,), w=9))
    fire(table, until=("RollDefence",))
    check = RollDefence(group=open_group(table), attack=1, save=save)
    table.when("blue", check).then(DefenceRolled, save=save, face=face, saved=saved)
    table.when("blue", replace(check, save="armour")).rejected("GA-3.3-39", "other-attack", next=2)
    settle(table)
    assert wounds_left(table, "b-b") == [9 if saved else 8]


@pytest.mark.rule("GA-3.3-25")
@pytest.mark.ruling("GA-3.3-25.2")
@pytest.mark.parametrize(("ap", "save"), [(-3, "invulnerable"), (0, "armour")])
def test_better_save_where_none_is_named(ap: int, save: str):
    """A save that is not named is the better one."""
    table = shoot(3, 4, 6, gun=gun(ap=ap), troop=trooper(de=3, inv=(5,), w=9))
    assert last_event(table, DefenceRolled).save == save


@pytest.mark.rule("GA-3.3-25")
@pytest.mark.ruling("GA-3.3-25.1", "GA-3.3-25.2")
@pytest.mark.parametrize(
    ("save", "named", "needed", "saved"),
    [
        ("armour", "armour", 6, False),
        ("invulnerable", "invulnerable", 4, True),
        ("invulnerable-5", "invulnerable-5", 5, True),
        ("invulnerable-6", "invulnerable-6", 6, False),
        ("", "invulnerable", 4, True),
    ],
)
def test_one_of_several_invulnerable_saves(save: str, named: str, needed: int, *, saved: bool):
    """Of several Invulnerable Saves the target's player picks one, the same number counting once; else the best."""
    table = duel(3, 4, 5, gun=gun(ap=-3), troop=trooper(de=3, inv=(6, 4, 5, 4), w=9))
    fire(table, until=("RollDefence",))
    (offered,) = (row for row in table.offers("blue") if row.command == "RollDefence")
    saves = next(field.values.values for field in offered.fields if field.field == "save")
    assert saves == ("armour", "invulnerable", "invulnerable-5", "invulnerable-6")
    check = RollDefence(group=open_group(table), attack=1, save=save)
    table.when("blue", replace(check, save="invulnerable-4")).rejected("GA-3.3-25", "no-such-save")
    found = table.when("blue", check).one(DefenceRolled)
    assert (found.save, found.needed.total, found.saved) == (named, needed, saved)


@pytest.mark.rule("GA-3.3-25", "GA-3.3-39")
@pytest.mark.parametrize("ahead", ["invulnerable", "better"])
def test_several_invulnerable_saves_and_a_preference(ahead: str):
    """A preference said ahead takes the best of several Invulnerable Saves; without one they are a choice left open."""
    table = duel(3, 4, 4, gun=gun(ap=-3), troop=trooper(de=0, inv=(5, 4), w=9))
    fire(table, until=("BeginAttackGroup",))
    assert "ResolveAttackGroup" not in {row.command for row in table.offers("red")}
    table.play(("blue", SetStandingChoices(casualty_order=(), save_preference=ahead, windows_declined=())))
    assert "ResolveAttackGroup" in {row.command for row in table.offers("red")}
    settle(table)
    found = last_event(table, DefenceRolled)
    assert (found.save, found.needed.total, found.saved) == ("invulnerable", 4, True)


@pytest.mark.rule("GA-3.3-25")
@pytest.mark.ruling("GA-3.3-25.1")
@pytest.mark.parametrize(("face", "saved"), [(6, True), (5, False)])
def test_a_worse_save_that_was_picked_is_the_only_one(face: int, *, saved: bool):
    """Who picks the 6+ of 4+ and 6+ rolls against 6, cover and AP or not, and gets no second save where it fails."""
    table = duel(6, 4, face, gun=gun("mortar", "indirect", ap=-1), troop=trooper(de=3, inv=(4, 6), w=3))
    fire(table, seen="none", until=("RollDefence",))
    check = RollDefence(group=open_group(table), attack=1, save="invulnerable-6")
    found = table.when("blue", check).one(DefenceRolled)
    assert (found.save, found.needed.total, found.face, found.saved) == ("invulnerable-6", 6, face, saved)
    again = table.refused(replace(check, save="armour"), 1)
    assert again, "a second save for one attack"
    settle(table)
    assert wounds_left(table, "b-b") == [3 if saved else 2]


@pytest.mark.rule("GA-3.3-25", "GA-3.3-23")
def test_choice_of_save():
    """Armour or invulnerable save is chosen before the roll; without a choice the better chance is taken."""
    field = attack_table(penetration=-3, swiftness=3).formation(
        "b-wall", kind=troop_profile(defence=3, wounds=4, invulnerable=(5,))
    )
    roll_hits_and_wounds(field, 5, 5, 5, 5, 5, 5)
    roll_save(field, 1, 5).then(DefenceRolled, save="invulnerable", saved=True)
    roll_save(field, 2, 6, kind="armour").then(DefenceRolled, save="armour", saved=True)
    roll_save(field, 3, kind="shield").rejected("GA-3.3-25", "no-such-save", saves="armour invulnerable")
    roll_save(field, 3, 4, kind="invulnerable").then(DefenceRolled, saved=False)


@pytest.mark.rule("GA-3.3-23")
@pytest.mark.ruling("GA-3.3-23.2")
def test_no_save_rolls_nothing():
    """A Defence of "-" is no armour save: nothing is rolled, and the damage is taken at once."""
    field = attack_table().formation("b-wall", kind=troop_profile(defence=0))
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 5)
    field.table.play(("red", RollHit(group=field.open)))
    outcome = field.table.when("red", RollWound(group=field.open))
    outcome.then(WoundsRolled, AttackAllocated, DefenceRolled, DamageInflicted, TroopDestroyed, FormationDestroyed)
    event = outcome.one(DefenceRolled)
    assert (event.save, event.saved, event.face) == ("none", False, 0)
