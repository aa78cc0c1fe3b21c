"""Targets of a declaration (GA-3.3-03 to -06): range, sight, weapons and profiles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Items, Offer, Shape
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttacksCounted,
    DeclareTargets,
    HitsRolled,
    RollHit,
    SelectToShoot,
    ShootingEnded,
    Sight,
    TargetsDeclared,
)
from tests.rulesets.grinding_annihilation.fixtures import (
    RIFLE,
    battle,
    blade,
    duel,
    formation,
    gun,
    line,
    modes,
    trooper,
)
from tests.rulesets.grinding_annihilation.shooting.fixtures import (
    AttackTable,
    shooters_of_three,
    weapon,
    weapon_profile,
)
from tests.rulesets.grinding_annihilation.shooting.steps import begin_group_command, select_shooter, shot_at
from tests.rulesets.grinding_annihilation.steps import aim, events_of, last_event, settle, shots


@pytest.mark.rule("GA-3.3-03")
def test_every_target_is_declared_before_the_first_attack():
    """After the first group has begun nothing more is declared."""
    red = formation("a-r", at=[(10, 10)], weapons=(RIFLE, gun("cannon")))
    table = select_shooter(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,)))
    command = aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))
    table.when("red", command).accepted()
    settle(table, "BeginAttackGroup")
    table.when("red", begin_group_command(table, "rifle", "b-b")).accepted()
    late = aim(table, "a-r", *shots(table, "a-r", "b-b", "cannon"))
    table.when("red", late).rejected("GA-3.3-16", "not-asked", window="hit_roll")
    table.when("red", RollHit(group=table.view("red").group.id)).then(HitsRolled, faces=(1,))
    table.when("red", late).rejected("GA-3.3-01", "not-asked", window="shooting_turn")
    assert last_event(table, ShootingEnded).formation == "a-r"


@pytest.mark.rule("GA-3.3-03")
def test_empty_declaration_ends_the_shooting():
    """A declaration without shots ends the formation's shooting."""
    table = select_shooter(duel())
    table.when("red", DeclareTargets(formation="a-r", shots=(), sights=())).then(ShootingEnded, formation="a-r")
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.3-01", "has-shot")


@pytest.mark.rule("GA-3.3-03", "GA-4.1-04")
def test_profile_is_declared():
    """A weapon with two profiles is fired with one of those it has."""
    table = select_shooter(duel(1, 1, gun=modes("caster", gun("one"), gun("two", sw=2))))
    for number in (2, -1):
        command = aim(table, "a-r", shot_at("a-r.1", "caster", "b-b", number))
        table.when("red", command).rejected("GA-3.3-03", "no-such-profile", profiles=2)
    table.when("red", aim(table, "a-r", shot_at("a-r.1", "caster", "b-b", 1))).accepted()
    settle(table)
    assert last_event(table, AttacksCounted).attacks == 2


@pytest.mark.rule("GA-3.3-04", "GA-2.4-04", "GA-2.4-12")
def test_one_troop_has_to_be_in_range_and_in_sight():
    """The same enemy troop has to be within range and visible."""
    red = formation("a-r", at=[(10, 10)])
    blue = formation("b-b", at=[(31, 10), (33.5, 10), (35, 10)], weapons=(), troop=trooper(w=9))
    table = select_shooter(battle(red, blue, dice=(1,)))
    fired = shots(table, "a-r", "b-b")
    hidden = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="none", fact="")
    seen = Sight(observers=("a-r.1",), troops=("b-b.2", "b-b.3"), seen="visible", fact="")
    # gaps are 20, 22.5 and 24: the hidden one is near, those that are seen within range too
    table.when("red", aim(table, "a-r", *fired, sights=(hidden, seen))).accepted()
    settle(table)


@pytest.mark.rule("GA-3.3-04", "GA-2.4-04")
@pytest.mark.parametrize(("gap", "accepted"), [(24, True), (24.001, False)])
def test_range_is_inclusive(gap: float, *, accepted: bool):
    """A hidden troop in range does not make up for a visible one out of range; 24 inches are within 24."""
    red = formation("a-r", at=[(10, 10)])
    blue = formation("b-b", at=[(9 + gap, 10), (11 + gap, 10)], weapons=())
    table = select_shooter(battle(red, blue, dice=(1,) if accepted else ()))
    sights = (
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="none", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.2",), seen="visible", fact=""),
    )
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=sights)
    if accepted:
        table.when("red", command).accepted()
        settle(table)
    else:
        table.when("red", command).rejected("GA-3.3-04", "not-visible")


@pytest.mark.rule("GA-3.3-05")
def test_each_weapon_at_its_own_target():
    """Two cannons may be fired at two targets, the attacks of one are not split."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one", sw=4), gun("two", sw=4)))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = select_shooter(battle(red, blue, green, dice=(1,) * 8))
    split = (shot_at("a-r.1", "one", "b-b"), shot_at("a-r.1", "one", "b-c"))
    table.when("red", aim(table, "a-r", *split)).rejected("GA-3.3-05", "weapon-split", weapon="one", copies=1)
    table.when("red", aim(table, "a-r", shot_at("a-r.1", "one", "b-b"), shot_at("a-r.1", "two", "b-c"))).accepted()
    settle(table)
    assert [event.target for event in events_of(table, AttackGroupBegun)] == ["b-b", "b-c"]


@pytest.mark.rule("GA-3.3-06")
def test_troops_may_shoot_at_different_targets():
    """Of ten troops six shoot at one formation and four at another."""
    red = formation("a-r", at=line(5, 10) + line(5, 11.5))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 15)], weapons=())
    table = select_shooter(battle(red, blue, green, dice=(1,) * 10))
    fired = [shot_at(f"a-r.{number}", "rifle", "b-b" if number < 7 else "b-c") for number in range(1, 11)]
    table.when("red", aim(table, "a-r", *fired)).accepted()
    settle(table)
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [6, 4]


@pytest.mark.rule("GA-4.1-04")
def test_melee_weapon_is_not_fired():
    """A melee weapon is no ranged weapon."""
    red = formation("a-r", at=[(10, 10)], weapons=(RIFLE, blade()))
    table = select_shooter(battle(red, formation("b-b", at=[(20, 10)], weapons=())))
    table.when("red", aim(table, "a-r", shot_at("a-r.1", "blade", "b-b"))).rejected("GA-4.1-04", "melee-weapon")


@pytest.mark.rule("GA-3.3-04", "GA-8.3-14", "GA-8.3-15")
def test_range_and_sight_of_the_same_troop():
    """Some troop of the target has to be within range and visible at once; Indirect needs no sight."""
    table = shooters_of_three(carry=("gun", "mortar"))
    table.formation("b-pair", 2, at=(10_000, 34_000))
    table.change("troops", "b-pair.2", pose=replace(table.game.troops["b-pair.2"].pose, y=36_001))
    table.select()
    mine, (near, far) = table.game.formations["a-guns"].troops, table.game.formations["b-pair"].troops

    def shot(which: str, first: str, second: str) -> DeclareTargets:
        sights = (
            Sight(observers=mine, troops=(near,), seen=first, fact=""),
            Sight(observers=mine, troops=(far,), seen=second, fact=""),
        )
        shots = table.shots("a-guns", (which, 0, "b-pair"))[:1]
        return DeclareTargets(formation="a-guns", shots=shots, sights=sights)

    table.table.when("red", shot("gun", "none", "full")).rejected("GA-3.3-04", "not-visible")
    table.table.when("red", shot("gun", "full", "none")).accepted()
    other = shooters_of_three(carry=("mortar",))
    other.select()
    declared = other.declare(("mortar", 0, "b-wall"), seen="none").one(TargetsDeclared)
    assert (declared.shots[0].target_visible, declared.targets[0].seen) == (False, False)


@pytest.mark.rule("GA-3.3-04", "GA-8.3-03", "GA-2.4-04")
@pytest.mark.ruling("GA-2.4-04.2")
@pytest.mark.parametrize(
    ("gap", "fits", "half"),
    [(24_001, False, False), (24_000, True, False), (12_001, True, False), (12_000, True, True)],
)
def test_ranges_are_inclusive(gap, fits, half):
    """Exactly at its range a weapon reaches, a thousandth beyond it does not; half range likewise."""
    table = AttackTable()
    table.weapons(weapon("gun", weapon_profile())).formation("a-guns", carry=("gun",), at=(10_000, 1_000))
    table.formation("b-wall", at=(10_000, 2_000 + gap)).select()
    outcome = table.declare(("gun", 0, "b-wall"))
    if fits:
        assert outcome.one(TargetsDeclared).shots[0].half_range is half
    else:
        outcome.rejected("GA-3.3-04", "out-of-range", distance=gap)


@pytest.mark.rule("GA-3.3-05", "GA-4.1-04", "GA-3.3-03")
def test_shots_that_can_not_be():
    """Each copy of a ranged weapon has one shot, with a profile that it has, by a troop that carries it."""
    table = shooters_of_three(carry=("gun", "blade"))
    table.select()
    table.declare(("blade", 0, "b-wall")).rejected("GA-4.1-04", "melee-weapon")
    table.declare(("gun", 1, "b-wall")).rejected("GA-3.3-03", "no-such-profile")
    shots, sights = table.shots("a-guns", ("gun", 0, "b-wall")), table.sights("a-guns", "b-wall")
    twice = DeclareTargets(formation="a-guns", shots=(*shots, shots[0]), sights=sights)
    table.table.when("red", twice).rejected("GA-3.3-05", "weapon-split", copies=1)
    bare = replace(twice, shots=(replace(shots[0], weapon="mortar"),))
    table.table.when("red", bare).rejected("GA-3.3-05", "no-such-weapon")
    friend = replace(twice, shots=(replace(shots[0], target="a-guns"),))
    table.table.when("red", friend).rejected("GA-3.3-04", "not-an-enemy")
    table.table.when("red", replace(twice, formation="a-rest")).rejected("GA-3.3-01", "other-shooter", open="a-guns")


def offered_shots(offer: Offer) -> list[Shape]:
    listed = [field.values for field in offer.fields if field.field == "shots"]
    return [
        row.values for found in listed if isinstance(found, Items) for row in found.of if isinstance(row.values, Shape)
    ]


def test_offers_lead_to_a_declaration():
    """What is offered names formations, weapons and targets that a declaration may hold."""
    table = shooters_of_three(carry=("gun", "pistol"))
    assert table.table.offered("red") == ["SelectToShoot", "EndTurn"]
    table.select("a-guns", "a-guns.1")
    offer, none = table.table.offers("red")
    assert [field.field for field in none.fields] == ["formation"]
    weapons = [part.values for shape in offered_shots(offer) for part in shape.parts if part.field == "weapon"]
    assert weapons == [Choice(("pistol",)), Choice(("gun",)), Choice(("gun",))]


@pytest.mark.rule("GA-3.3-05")
def test_each_copy_of_a_weapon_has_its_own_target():
    """A troop with two copies of a weapon fires each at its own target, and no third one."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(), gun()))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = battle(red, blue, green, dice=(1, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    one, other = shots(table, "a-r", "b-b")[0], shots(table, "a-r", "b-c")[0]
    command = aim(table, "a-r", one, one, other)
    table.when("red", command).rejected("GA-3.3-05", "weapon-split", weapon="rifle", copies=2)
    table.when("red", aim(table, "a-r", one, other)).accepted()
    settle(table)
    found = [
        (event.target, counted.attacks)
        for event, counted in zip(events_of(table, AttackGroupBegun), events_of(table, AttacksCounted), strict=True)
    ]
    assert found == [("b-b", 1), ("b-c", 1)]


@pytest.mark.rule("GA-3.3-03")
@pytest.mark.parametrize("profile", [-1, 1, 2**31])
def test_a_shot_names_a_profile_that_there_is(profile):
    """Profiles of a ranged weapon are numbered from 0."""
    table = duel()
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    shot = replace(shots(table, "a-r", "b-b")[0], profile=profile)
    table.when("red", aim(table, "a-r", shot)).rejected("GA-3.3-03", "no-such-profile", profiles=1)
