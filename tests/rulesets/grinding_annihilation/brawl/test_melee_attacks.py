"""Melee attacks (GA-3.5-12 to -18): who strikes, with what, at whom."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    Consolidate,
    Consolidated,
    DeclareMeleeAttacks,
    DefenceRolled,
    FightBegun,
    FightEnded,
    HitsRolled,
    MeleeAttack,
    MeleeDeclared,
    SelectToFight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.brawl.fixtures import BLADE, begin_assaulters_fight
from tests.rulesets.grinding_annihilation.brawl.steps import close_in_with, melee_declared
from tests.rulesets.grinding_annihilation.fixtures import (
    RIFLE,
    Member,
    Place,
    assaulted,
    blade,
    brawl,
    clash,
    formation,
    gun,
    line,
    modes,
    trooper,
)
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    fight,
    last_event,
    living,
    path,
    places,
    refused,
    select,
    settle,
    strike,
)
from tests.rulesets.grinding_annihilation.terrain.fixtures import craters, with_terrain


def ready_to_strike(
    at: tuple[Place, ...],
    *enemies: Place,
    other: tuple[Place, ...] = (),
    weapons: tuple = BLADE,
    dice: tuple[int, ...] = (),
    **more: Any,
) -> Table:
    """Let "a-r" be about to declare its melee attacks on "b-b" and "b-c"."""
    units = [formation("a-r", at=at, weapons=weapons, **more), formation("b-b", at=enemies, weapons=())]
    if other:
        units.append(formation("b-c", at=other, weapons=()))
    return select(brawl(*units, dice=dice))


@pytest.mark.rule("GA-3.5-12")
@pytest.mark.parametrize(
    ("fellow", "own", "accepted"),
    [
        ((20, 10), (19, 10), True),  # touches a fellow that touches the enemy
        ((19.5, 10), (18.5, 10), False),  # the fellow is within Threat Range without contact
        ((20, 10), (18.9, 10), False),  # does not touch its fellow
    ],
)
def test_who_may_attack(fellow: Place, own: Place, *, accepted: bool):
    """Troops within Threat Range attack, and those in contact with a fellow that is in contact with the enemy."""
    table = ready_to_strike((fellow, own), (21, 10), dice=(1,) if accepted else ())
    if accepted:
        table.when("red", melee_declared("a-r", strike("a-r.2"))).then(MeleeDeclared)
        assert set(last_event(table, MeleeDeclared).fighters) == {"a-r.1", "a-r.2"}
        settle(table)
    else:
        refused(table, "red", melee_declared("a-r", strike("a-r.2")), "GA-3.5-12").rejected(
            "GA-3.5-12", "cannot-attack"
        )


@pytest.mark.rule("GA-3.5-13", "GA-4.1-04")
def test_one_melee_weapon_for_each_troop():
    """A troop strikes with one of its melee weapons and one profile of it, and with no ranged weapon."""
    weapons = (modes("sword", blade("cut"), blade("stab", sw=2)), blade("axe"), RIFLE)
    table = ready_to_strike(((20, 10),), (21, 10), weapons=weapons, dice=(1, 1))
    refused(
        table, "red", melee_declared("a-r", strike("a-r.1", "sword"), strike("a-r.1", "axe")), "GA-3.5-13"
    ).rejected("GA-3.5-13", "one-weapon")
    two = (strike("a-r.1", "sword", attacks=1), strike("a-r.1", "sword", profile=1, attacks=1))
    refused(table, "red", melee_declared("a-r", *two), "GA-3.5-13").rejected("GA-3.5-13", "one-profile")
    refused(table, "red", melee_declared("a-r", strike("a-r.1", "rifle")), "GA-3.5-13").rejected(
        "GA-3.5-13", "ranged-weapon"
    )
    table.when("red", melee_declared("a-r", strike("a-r.1", "sword", profile=1))).accepted()
    settle(table)
    assert last_event(table, AttacksCounted).attacks == 2


@pytest.mark.rule("GA-3.5-14")
def test_swiftness_of_the_chosen_weapon():
    """Each troop makes as many attacks as its weapon's Swiftness, against its Melee Skill."""
    table = clash(*[2] * 12, weapons=(blade(sw=3),), count=4, troops=4)
    fight(table)
    assert (last_event(table, AttacksCounted).attacks, last_event(table, HitsRolled).needed.total) == (12, 3)


@pytest.mark.rule("GA-3.5-14", "GA-3.3-07")
def test_random_swiftness_is_thrown():
    """A random Swiftness is thrown when the attacks begin."""
    fight(table := clash(5, *[1] * 5, weapons=(blade(sw="D6"),)))
    assert last_event(table, AttacksCounted).counts[0].faces == (5,)


@pytest.mark.rule("GA-3.5-15")
def test_attacks_may_be_split_among_those_within_reach():
    """Attacks of one weapon are split among formations within Threat Range; others are no targets."""
    near, far = ((21, 10),), ((20, 12),)
    table = ready_to_strike(((20, 10),), *near, other=far, weapons=(blade(sw=3),), dice=(1, 1, 1))
    split = (strike("a-r.1", attacks=2), strike("a-r.1", target="b-c", attacks=1))
    too_many = melee_declared("a-r", split[0], strike("a-r.1", target="b-c", attacks=2))
    refused(table, "red", too_many, "GA-3.5-14").rejected("GA-3.5-14", "attacks-count")
    refused(table, "red", melee_declared("a-r", strike("a-r.1", target="b-pair1")), "GA-3.5-15").rejected(
        "GA-3.5-15", "target-not-touched"
    )
    table.when("red", melee_declared("a-r", *split)).accepted()
    settle(table)
    assert [(event.target) for event in events_of(table, AttackGroupBegun)] == ["b-b", "b-c"]
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [2, 1]


@pytest.mark.rule("GA-3.5-15")
def test_formation_at_arms_length_is_no_target():
    """An enemy 1.4 inches away without linked contact is no target."""
    table = ready_to_strike(((20, 10),), (21, 10), other=((20, 12.4),))
    refused(table, "red", melee_declared("a-r", strike("a-r.1", target="b-c")), "GA-3.5-15").rejected(
        "GA-3.5-15", "target-not-touched"
    )


@pytest.mark.rule("GA-3.5-16", "GA-3.5-04")
def test_without_a_target_there_are_no_attacks():
    """Who assaulted and has nobody left to strike at fights all the same: no attacks, and he consolidates."""
    table = brawl(
        formation("a-r", at=[(20, 10)], weapons=BLADE),
        formation("b-b", at=[(21, 10)]),
        past={"assault": assaulted("a-r", "b-b")},
        markers=((25, 10),),
        fallen=("b-b.1",),
    )
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="fights_first")
    settle(table, "Consolidate")
    assert (events_of(table, MeleeDeclared), events_of(table, HitsRolled)) == ([], [])
    onward = Consolidate(formation="a-r", paths=(path("a-r.1", (22, 10)),), marker="1")
    table.when("red", onward).then(Consolidated, FightEnded, formation="a-r")
    assert places(table) == [(22, 10)]


@pytest.mark.rule("GA-3.5-17")
def test_declared_attacks_are_resolved_though_nobody_is_near():
    """Attacks declared before casualties are resolved against what is left, wherever it stands; one target first."""
    red = formation(
        "a-r",
        at=[(20, 10), (20, 11.1)],
        weapons=(),
        only={1: Member(weapons=(blade("one"),)), 2: Member(weapons=(blade("two"),))},
    )
    blue = formation("b-b", at=[(21, 10.5), (23.9, 10.5)], weapons=())
    table = select(brawl(red, blue, dice=(3, 4, 1, 3, 4, 1)))
    table.when("red", melee_declared("a-r", strike("a-r.1", "one"), strike("a-r.2", "two"))).accepted()
    settle(table)
    assert [event.troop for event in events_of(table, AttackAllocated)] == ["b-b.1", "b-b.2"]


@pytest.mark.rule("GA-3.5-17")
def test_one_target_after_the_other_in_melee():
    """All attacks on one target are resolved before the next."""
    names = ("one", "two", "three")
    arms = {number: Member(weapons=(blade(name),)) for number, name in enumerate(names, 1)}
    red = formation("a-r", at=line(3, 20, step=1.2), weapons=(), only=arms)
    blue, green = formation("b-b", at=[(21, 10.6)], weapons=()), formation("b-c", at=[(21, 12.4)], weapons=())
    table = select(brawl(red, blue, green, dice=(1, 1, 1)))
    attacks = (strike("a-r.1", "one"), strike("a-r.2", "two"), strike("a-r.3", "three", "b-c"))
    table.when("red", melee_declared("a-r", *attacks)).accepted()
    settle(table, "BeginAttackGroup")
    declared = last_event(table, MeleeDeclared).declaration
    begin = BeginAttackGroup(declaration=declared, target="b-b", weapon="two", profile=0)
    table.when("red", begin).accepted()
    settle(table, "BeginAttackGroup", "SelectToFight")
    refused(
        table, "red", BeginAttackGroup(declaration=declared, target="b-c", weapon="three", profile=0), "GA-3.5-17"
    ).rejected("GA-3.5-17", "target-unfinished")
    settle(table)
    assert [event.weapon for event in events_of(table, AttackGroupBegun)] == ["two", "one", "three"]


@pytest.mark.rule("GA-3.5-18")
def test_melee_knows_no_stealth_sight_or_lock():
    """Stealth does not count in melee, and the wound may go to a troop far from the attacker."""
    table = clash(3, 4, 1, troops=4, powers=("stealth",))
    fight(table, until=("AllocateAttack",))
    assert last_event(table, HitsRolled).hits == 1
    group = table.view("blue").group.id
    table.when("blue", AllocateAttack(group=group, attack=1, troop="b-b.4")).accepted()
    settle(table)


@pytest.mark.rule("GA-3.5-12", "GA-3.5-17")
def test_fighters_are_fixed_before_the_attacks():
    """Who may strike through a fellow in contact still does when the enemy in contact has fallen."""
    arms = {1: Member(weapons=(blade("one"),)), 2: Member(weapons=(blade("two"),))}
    red = formation("a-r", at=[(20, 10), (19, 10)], weapons=(), only=arms)
    blue = formation("b-b", at=[(21, 10), (23.9, 10)], weapons=())
    table = select(brawl(red, blue, dice=(3, 4, 1, 3, 4, 1)))
    declared = table.when("red", melee_declared("a-r", strike("a-r.1", "one"), strike("a-r.2", "two")))
    assert declared.one(MeleeDeclared).fighters == ("a-r.1", "a-r.2")
    settle(table)
    assert [event.troop for event in events_of(table, AttackAllocated)] == ["b-b.1", "b-b.2"]


@pytest.mark.rule("GA-3.3-41", "GA-3.5-17")
def test_attacks_of_the_fallen_go_on_in_melee():
    """A Deadly Demise that kills the attackers does not stop the attacks that were declared."""
    arms = {1: Member(weapons=(blade("one"),)), 2: Member(weapons=(blade("two"),))}
    red = formation("a-r", at=[(20, 10), (20, 11.1)], weapons=(), only=arms)
    bombs = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 2",))}
    blue = formation("b-b", at=[(21, 10.5), (22.2, 10.5)], weapons=(), troop=trooper(w=5), only=bombs)
    table = select(brawl(red, blue, dice=(3, 4, 1, 6, 3, 4, 1)))
    table.when("red", melee_declared("a-r", strike("a-r.1", "one"), strike("a-r.2", "two"))).accepted()
    settle(table)
    assert len(events_of(table, HitsRolled)) == 2
    assert living(table, "a-r") == []
    assert events_of(table, FightEnded)[0].formation == "a-r"


@pytest.mark.rule("GA-3.5-15", "GA-3.3-07")
@pytest.mark.parametrize(("face", "attacks"), [(2, [2, 0]), (6, [4, 2])])
def test_random_attacks_are_split_as_far_as_they_go(face: int, attacks: list[int]):
    """Of a random number so many as are named go to one target, the rest to the other."""
    table = ready_to_strike(
        ((20, 10),), (21, 10), other=((20, 11.5),), weapons=(blade("wild", sw="D6"),), dice=(face, *[1] * face)
    )
    split = (strike("a-r.1", "wild", attacks=4), strike("a-r.1", "wild", "b-c"))
    table.when("red", melee_declared("a-r", *split)).accepted()
    settle(table)
    assert [event.attacks for event in events_of(table, AttacksCounted)] == attacks


SWORD = blade("sword", sw=3)

AXE = blade("axe", sw=2)

HORNS = blade("horns", "extra_attacks", sw=2)


@pytest.mark.rule("GA-3.5-12", "GA-3.5-13", "GA-3.5-15", "GA-8.3-29")
def test_what_may_be_declared_in_melee():
    """One weapon and profile each and Extra Attacks besides; targets in reach or through a fellow in contact."""
    red = formation("a-r", at=[(10, 10), (9, 10), (10, 12), (8.5, 11.5)], weapons=(SWORD, AXE, HORNS, gun()))
    table = begin_assaulters_fight(red, formation("b-b", at=[(11, 10)]), formation("b-c", at=[(11.8, 12)]))
    close_in_with(table).asks("declare_melee", "red")

    def blow(troop: int, weapon: str, target: str = "b-b", attacks: int = 0, profile: int = 0) -> MeleeAttack:
        return MeleeAttack(troop=f"a-r.{troop}", weapon=weapon, profile=profile, target=target, attacks=attacks)

    def strike(*blows: MeleeAttack) -> Any:
        return table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=blows))

    strike(blow(1, "sword"), blow(1, "axe")).rejected("GA-3.5-13", "one-weapon")
    strike(blow(1, "rifle")).rejected("GA-3.5-13", "ranged-weapon")
    strike(blow(4, "sword")).rejected("GA-3.5-12", "cannot-attack")
    strike(blow(2, "sword", "b-c")).rejected("GA-3.5-15", "target-not-touched")
    strike(blow(1, "sword", attacks=2)).rejected("GA-3.5-14", "attacks-count", named=2, swiftness=3)
    strike(blow(1, "sword", attacks=4)).rejected("GA-3.5-14", "attacks-count")
    declared = strike(blow(1, "sword"), blow(1, "horns"), blow(2, "axe"), blow(3, "sword", "b-c"))
    fighters = declared.then(MeleeDeclared).one(MeleeDeclared).fighters
    assert fighters == ("a-r.1", "a-r.2", "a-r.3")
    declared.asks("attack_group", "red")


CLAW = blade("claw", sw="D6")


@pytest.mark.rule("GA-3.5-15")
def test_attacks_may_be_split_between_targets():
    """Two of three here and one there; a random number is split with a rest."""
    for weapon, shares, allowed in (
        (SWORD, (2, 1), True),
        (SWORD, (2, 0), True),
        (SWORD, (2, 2), False),
        (SWORD, (0, 0), False),
        (SWORD, (3, 0), False),
        (CLAW, (2, 0), True),
        (CLAW, (2, 1), False),
    ):
        table = begin_assaulters_fight(
            formation("a-r", at=[(10, 10)], weapons=(weapon,)),
            formation("b-b", at=[(11, 10)]),
            formation("b-c", at=[(10, 11.5)]),
        )
        close_in_with(table).accepted()
        blows = tuple(
            MeleeAttack(troop="a-r.1", weapon=weapon.id, profile=0, target=target, attacks=share)
            for target, share in zip(("b-b", "b-c"), shares, strict=True)
        )
        outcome = table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=blows))
        if allowed:
            outcome.then(MeleeDeclared)
        else:
            outcome.rejected("GA-3.5-14", "attacks-count")


@pytest.mark.rule("GA-3.5-18")
def test_cover_does_not_count_in_melee():
    """A target in a crater that would save on 3+ against shots saves on 4+ against blows."""
    table = with_terrain(clash(3, 4, 3), craters(18, 6, 24, 14))
    fight(table)
    assert last_event(table, DefenceRolled).needed.total == 4
    assert last_event(table, AttackAllocated).troop == "b-b.1"


@pytest.mark.rule("GA-3.5-13")
@pytest.mark.parametrize("profile", [-1, 1, 2**31])
def test_a_blow_names_a_profile_that_there_is(profile):
    """Profiles of a melee weapon are numbered from 0."""
    table = select(clash())
    blows = DeclareMeleeAttacks(formation="a-r", attacks=(strike("a-r.1", profile=profile),), sights=())
    table.when("red", blows).rejected("GA-3.5-13", "no-such-profile", profiles=1)
