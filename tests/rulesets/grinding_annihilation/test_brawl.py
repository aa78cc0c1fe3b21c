"""Chapter 3.5: who fights when, Close In, melee attacks and Consolidate."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    BrawlStepEnded,
    ClosedIn,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareMeleeAttacks,
    EligibilityNoted,
    EndTurn,
    FightBegun,
    FightEnded,
    FormationBattleFatigued,
    HitsRolled,
    MeleeAttack,
    MeleeDeclared,
    PhaseEnded,
    RemainStationary,
    RoundEnded,
    SelectToFight,
    SelectToShoot,
    Sight,
    TroopPath,
)
from tests.kit import NAMES, Table
from tests.rulesets.grinding_annihilation.givens import (
    RIFLE,
    Member,
    Place,
    assaulted,
    battle,
    blade,
    brawl,
    clash,
    fight,
    formation,
    last,
    line,
    living,
    modes,
    path,
    places,
    refused,
    select,
    settle,
    story,
    strike,
    trooper,
)

BLADE = (blade(),)


def couple(name: str, x: float, y: float = 10, **red: Any) -> list:
    """Let "a-<name>" and "b-<name>" stand base-to-base."""
    one = formation(f"a-{name}", at=[(x, y)], weapons=BLADE, **red)
    return [one, formation(f"b-{name}", at=[(x + 1, y)], weapons=BLADE)]


def chosen(table: Table) -> list[str]:
    """Give the formations that fought, in order."""
    return [each.formation for each in story(table, FightBegun)]


def declaration(formation: str, *attacks: MeleeAttack) -> DeclareMeleeAttacks:
    """Declare melee attacks without sight."""
    return DeclareMeleeAttacks(formation=formation, attacks=tuple(attacks), sights=())


def pass_by(table: Table, formation: str) -> Table:
    """Let a formation fight with nobody."""
    who = NAMES[0 if formation.startswith("a-") else 1]
    table.when(who, SelectToFight(formation=formation)).accepted()
    return settle(table, "SelectToFight", DeclareMeleeAttacks=lambda _t, _w, _p: declaration(formation))


# -- who fights when


@pytest.mark.rule("GA-3.5-01", "GA-3.5-02", "GA-3.0-07")
def test_players_alternate_and_the_second_player_begins():
    """The second player of the round selects first; then the players take turns, and who has more goes on alone."""
    reds = [formation(f"a-{n}", at=[at], weapons=BLADE) for n, at in ((1, (18, 10)), (2, (19, 11.2)), (3, (19, 8.8)))]
    blues = [formation("b-1", at=[(19, 10)], weapons=BLADE)]
    table = battle(*reds, *blues, phase="brawl", first="red")
    refused(table, "red", SelectToFight(formation="a-1"), "GA-3.5-03").rejected("GA-3.5-03", "not-asked")
    pass_by(table, "b-1")
    pass_by(table, "a-2")
    pass_by(table, "a-1")
    assert chosen(table) == ["b-1", "a-2", "a-1"]
    assert table.offered("red") == ["SelectToFight"]


@pytest.mark.rule("GA-3.5-02")
def test_first_player_begins_by_option():
    """With the option the first player of the round selects first."""
    table = brawl(*couple("r", 20), first="red", options={"brawl_first_selector": "first_player"})
    refused(table, "blue", SelectToFight(formation="b-r"), "GA-3.5-03").rejected("GA-3.5-03", "not-asked")
    pass_by(table, "a-r")


@pytest.mark.rule("GA-3.5-02")
def test_player_without_an_eligible_formation_is_passed_over():
    """Where the second player has nobody to fight with, the first begins."""
    table = battle(
        formation("a-r", at=[(20, 10)], weapons=BLADE), phase="brawl", first="red",
        past={"assault": assaulted("a-r", "b-spare")},
    )  # fmt: skip
    table.when("red", SelectToFight(formation="a-r")).accepted()


@pytest.mark.rule("GA-3.5-03")
def test_nobody_passes():
    """With an eligible formation a player has to select one; who has none is not asked."""
    table = brawl(*couple("r", 20))
    assert table.offered("red") == ["SelectToFight"]
    for other in (EndTurn(), RemainStationary(formation="a-r"), SelectToShoot(formation="a-spare", sidearms=())):
        refused(table, "red", other, "GA-3.5-03").rejected("GA-3.5-03", "not-asked")
    assert table.window is not None
    pass_by(table, "a-r")
    assert table.window.asks == (1,)


@pytest.mark.rule("GA-3.5-04")
def test_eligible_by_threat_range_or_assault():
    """Who is within Threat Range or made an Assault move is eligible, nobody else."""
    alone = formation("a-r", at=[(20, 10)], weapons=BLADE)
    idle = formation("a-q", at=[(20, 20)], weapons=BLADE)
    table = brawl(alone, idle, formation("b-b", at=[(25, 10)]), past={"assault": assaulted("a-r", "b-b")})
    refused(table, "red", SelectToFight(formation="a-q"), "GA-3.5-04").rejected("GA-3.5-04", "nobody-to-fight")
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="fights_first")
    settle(table, "Consolidate", "SelectToFight")


@pytest.mark.rule("GA-3.5-05")
def test_formation_fights_once():
    """No formation fights twice in the phase, over both steps."""
    table = brawl(*couple("r", 20), past={"assault": assaulted("a-r", "b-r")})
    pass_by(table, "a-r")
    assert last(table, BrawlStepEnded).step == "fights_first"
    refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-05").rejected("GA-3.5-05", "has-fought")


@pytest.mark.rule("GA-3.5-06", "GA-3.4-15")
def test_fights_first_is_of_every_troop():
    """In the first step those fight of whom every troop has Fights First, the Assault bonus counted."""
    nine = dict.fromkeys(range(1, 10), Member(powers=("fights_first",)))
    red = formation("a-r", at=line(10, 20), weapons=BLADE, only=nine)
    full = formation("a-q", at=[(30, 10)], weapons=BLADE, powers=("fights_first",))
    table = brawl(red, full, formation("b-b", at=[(21, 10)]), formation("b-c", at=[(31, 10)]))
    noted = [set(each.formations) for each in story(table, EligibilityNoted) if each.purpose == "fights_first"]
    assert noted[-1] == {"a-q"}
    refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-06").rejected("GA-3.5-06", "not-in-this-step")
    table.when("red", SelectToFight(formation="a-q")).then(FightBegun, step="fights_first").cites("GA-3.5-06")


@pytest.mark.rule("GA-3.5-07")
def test_who_becomes_eligible_fights_in_the_second_step():
    """Fights First that becomes eligible only during the phase fights among the remaining."""
    red = formation("a-r", at=[(20, 10)], weapons=BLADE)
    late = formation("b-b", at=[(23.5, 10)], weapons=BLADE, powers=("fights_first",))
    table = brawl(red, late, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "CloseIn")
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (22.5, 10)),))).accepted()
    settle(table, "SelectToFight", DeclareMeleeAttacks=[declaration("a-r")])
    assert last(table, BrawlStepEnded).step == "fights_first"
    assert chosen(table) == ["a-r"]
    pass_by(table, "a-pair1")
    table.when("blue", SelectToFight(formation="b-b")).then(FightBegun, step="remaining").cites("GA-3.5-07")


@pytest.mark.rule("GA-3.5-08")
def test_round_ends_with_the_last_fight():
    """When nobody eligible is left the steps, the phase and the round end."""
    table = battle(*couple("r", 20), phase="brawl", first="blue", number=5)
    pass_by(table, "a-r")
    table.when("blue", SelectToFight(formation="b-r")).accepted()
    settle(table, "EndRound", DeclareMeleeAttacks=[declaration("b-r")])
    assert [each.step for each in story(table, BrawlStepEnded)] == ["fights_first", "remaining"]
    assert (last(table, PhaseEnded).phase, last(table, RoundEnded).round) == ("brawl", 5)


@pytest.mark.rule("GA-3.5-09")
def test_parts_of_a_fight_come_in_order():
    """Close In, then attacks, then Consolidate, each once."""
    table = select(clash(1))
    refused(table, "red", CloseIn(formation="a-r", paths=()), "GA-3.5-15").rejected("GA-3.5-15", "not-asked")
    refused(table, "red", Consolidate(formation="a-r", paths=(), marker=""), "GA-3.5-15").rejected(
        "GA-3.5-15", "not-asked"
    )
    table.when("red", declaration("a-r", strike("a-r.1"))).accepted()
    settle(table, "Consolidate")
    refused(table, "red", CloseIn(formation="a-r", paths=()), "GA-3.5-19").rejected("GA-3.5-19", "not-asked")
    table.when("red", Consolidate(formation="a-r", paths=(), marker="")).then(Consolidated, FightEnded)


# -- Close In


def closing(at: tuple[Place, ...], *enemies: Place, rest: tuple = (), **more: Any) -> Table:
    """Let "a-r", which assaulted, be about to close in on "b-b"."""
    units = [formation("a-r", at=at, weapons=BLADE, **more), formation("b-b", at=enemies, weapons=BLADE)]
    table = brawl(*units, *rest, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return settle(table, "CloseIn", "DeclareMeleeAttacks")


def close(*paths: TroopPath) -> CloseIn:
    """Close in with "a-r"."""
    return CloseIn(formation="a-r", paths=paths)


@pytest.mark.rule("GA-3.5-10")
def test_close_in_by_up_to_three_inches():
    """A troop closes in by up to 3 inches, if its formation ends within Threat Range."""
    table = closing(((20, 10),), (25, 10))
    refused(table, "red", close(path("a-r.1", (23.01, 10))), "GA-3.5-10").rejected("GA-3.5-10", "too-far")
    refused(table, "red", close(path("a-r.1", (22.9, 10))), "GA-3.5-10").rejected("GA-3.5-10", "no-enemy-reached")
    table.when("red", close(path("a-r.1", (23, 10)))).then(ClosedIn)
    assert places(table) == [(23, 10)]


@pytest.mark.rule("GA-3.5-10")
def test_close_in_that_does_not_reach_is_none():
    """An enemy 4.5 inches away is not reached: nobody closes in, and the attacks follow."""
    table = closing(((20, 10),), (25.5, 10))
    refused(table, "red", close(path("a-r.1", (23, 10))), "GA-3.5-10").rejected("GA-3.5-10", "no-enemy-reached")
    table.when("red", close()).then(ClosedIn).asks("consolidate", "red")
    assert story(table, MeleeDeclared) == []
    assert places(table) == [(20, 10)]


@pytest.mark.rule("GA-3.5-10", "GA-2.3-05")
@pytest.mark.parametrize(("gap", "rise", "touches"), [
    (0.01, 0, True), (0.011, 0, False), (0.05, 0, False), (0.01, 0.011, False),
])  # fmt: skip
def test_troop_in_contact_does_not_close_in(gap: float, rise: float, *, touches: bool):
    """A troop that is base-to-base does not close in; 0.05 inches are Threat Range and no contact."""
    table = closing(((20, 10), (20, 11.5)), (21 + gap, 10, rise))
    nudge = close(path("a-r.1", (20.005, 10)))
    if touches:
        refused(table, "red", nudge, "GA-3.5-10").rejected("GA-3.5-10", "in-contact", troop="a-r.1")
    else:
        table.when("red", nudge).then(ClosedIn)
    shown = next(each for each in table.view("red").formations if each.id == "a-r")
    assert shown.threatened_by == ("b-b",)


@pytest.mark.rule("GA-3.5-10", "GA-2.3-05")
def test_troops_at_no_distance_are_in_contact():
    """Troops whose bases touch exactly are base-to-base; who is not may still close in."""
    table = closing(((20, 10), (20, 11.5)), (21, 10))
    told = refused(table, "red", close(path("a-r.1", (20, 9.99))), "GA-3.5-10", "GA-3.5-11")
    told.rejected("GA-3.5-10", "in-contact", troop="a-r.1").rejected("GA-3.5-11", "not-closer")
    table.when("red", close(path("a-r.2", (20, 11.2)))).then(ClosedIn)


@pytest.mark.rule("GA-3.5-10", "GA-2.2-05")
def test_close_in_ends_in_cohesion():
    """A Close In that breaks cohesion is not made."""
    table = closing(((20, 10), (18, 10)), (25, 10))
    refused(table, "red", close(path("a-r.1", (23, 10))), "GA-3.5-10").rejected("GA-3.5-10", "not-cohesive")
    table.when("red", close(path("a-r.1", (23, 10)), path("a-r.2", (21, 10)))).then(ClosedIn)


@pytest.mark.rule("GA-3.5-11")
def test_close_in_ends_closer_to_the_closest_enemy():
    """Each troop ends closer to the closest enemy troop; contact is not asked for, but by option."""
    table = closing(((20, 10),), (21.9, 10))
    refused(table, "red", close(path("a-r.1", (20.0, 9.4))), "GA-3.5-11").rejected("GA-3.5-11", "not-closer")
    table.when("red", close(path("a-r.1", (20.5, 10)))).then(ClosedIn)
    red = formation("a-r", at=[(20, 10)], weapons=BLADE)
    table = brawl(red, formation("b-b", at=[(21.9, 10)]), options={"close_in_base_contact": True})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    refused(table, "red", close(path("a-r.1", (20.5, 10))), "GA-3.5-11").rejected("GA-3.5-11", "contact-owed")
    table.when("red", close(path("a-r.1", (20.9, 10)))).then(ClosedIn)


@pytest.mark.rule("GA-3.2-25")
def test_immovable_troop_neither_closes_in_nor_consolidates():
    """A troop with Move "-" stays also in a fight, and strikes all the same."""
    table = closing(((20, 10),), (21.9, 10), troop=trooper(m=None))
    refused(table, "red", close(path("a-r.1", (20.5, 10))), "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    table.faces(1)
    table.when("red", close()).asks("declare_melee", "red")
    table.when("red", declaration("a-r", strike("a-r.1"))).accepted()
    settle(table, "Consolidate")
    inwards = go(path("a-r.1", (20.9, 10)))
    refused(table, "red", inwards, "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    table.when("red", go()).then(FightEnded)


# -- the attacks


def ready(at: tuple[Place, ...], *enemies: Place, other: tuple[Place, ...] = (), weapons: tuple = BLADE,
          dice: tuple[int, ...] = (), **more: Any) -> Table:  # fmt: skip
    """Let "a-r" be about to declare its melee attacks on "b-b" and "b-c"."""
    units = [formation("a-r", at=at, weapons=weapons, **more), formation("b-b", at=enemies, weapons=())]
    if other:
        units.append(formation("b-c", at=other, weapons=()))
    return select(brawl(*units, dice=dice))


@pytest.mark.rule("GA-3.5-12")
@pytest.mark.parametrize(("fellow", "own", "accepted"), [
    ((20, 10), (19, 10), True),  # touches a fellow that touches the enemy
    ((19.5, 10), (18.5, 10), False),  # the fellow is within Threat Range without contact
    ((20, 10), (18.9, 10), False),  # does not touch its fellow
])  # fmt: skip
def test_who_may_attack(fellow: Place, own: Place, *, accepted: bool):
    """Troops within Threat Range attack, and those in contact with a fellow that is in contact with the enemy."""
    table = ready((fellow, own), (21, 10), dice=(1,) if accepted else ())
    if accepted:
        table.when("red", declaration("a-r", strike("a-r.2"))).then(MeleeDeclared)
        assert set(last(table, MeleeDeclared).fighters) == {"a-r.1", "a-r.2"}
        settle(table)
    else:
        refused(table, "red", declaration("a-r", strike("a-r.2")), "GA-3.5-12").rejected("GA-3.5-12", "cannot-attack")


@pytest.mark.rule("GA-3.5-13", "GA-4.1-04")
def test_one_melee_weapon_for_each_troop():
    """A troop strikes with one of its melee weapons and one profile of it, and with no ranged weapon."""
    weapons = (modes("sword", blade("cut"), blade("stab", sw=2)), blade("axe"), RIFLE)
    table = ready(((20, 10),), (21, 10), weapons=weapons, dice=(1, 1))
    refused(table, "red", declaration("a-r", strike("a-r.1", "sword"), strike("a-r.1", "axe")), "GA-3.5-13").rejected(
        "GA-3.5-13", "one-weapon"
    )
    two = (strike("a-r.1", "sword", attacks=1), strike("a-r.1", "sword", profile=1, attacks=1))
    refused(table, "red", declaration("a-r", *two), "GA-3.5-13").rejected("GA-3.5-13", "one-profile")
    refused(table, "red", declaration("a-r", strike("a-r.1", "rifle")), "GA-3.5-13").rejected(
        "GA-3.5-13", "ranged-weapon"
    )
    table.when("red", declaration("a-r", strike("a-r.1", "sword", profile=1))).accepted()
    settle(table)
    assert last(table, AttacksCounted).attacks == 2


@pytest.mark.rule("GA-3.5-14")
def test_swiftness_of_the_chosen_weapon():
    """Each troop makes as many attacks as its weapon's Swiftness, against its Melee Skill."""
    table = clash(*[2] * 12, weapons=(blade(sw=3),), count=4, troops=4)
    fight(table)
    assert (last(table, AttacksCounted).attacks, last(table, HitsRolled).needed.total) == (12, 3)


@pytest.mark.rule("GA-3.5-14", "GA-3.3-07")
def test_random_swiftness_is_thrown():
    """A random Swiftness is thrown when the attacks begin."""
    fight(table := clash(5, *[1] * 5, weapons=(blade(sw="D6"),)))
    assert last(table, AttacksCounted).counts[0].faces == (5,)


@pytest.mark.rule("GA-3.5-15")
def test_attacks_may_be_split_among_those_within_reach():
    """Attacks of one weapon are split among formations within Threat Range; others are no targets."""
    near, far = ((21, 10),), ((20, 12),)
    table = ready(((20, 10),), *near, other=far, weapons=(blade(sw=3),), dice=(1, 1, 1))
    split = (strike("a-r.1", attacks=2), strike("a-r.1", target="b-c", attacks=1))
    too_many = declaration("a-r", split[0], strike("a-r.1", target="b-c", attacks=2))
    refused(table, "red", too_many, "GA-3.5-15").rejected("GA-3.5-15", "attacks-count")
    refused(table, "red", declaration("a-r", strike("a-r.1", target="b-pair1")), "GA-3.5-15").rejected(
        "GA-3.5-15", "target-not-touched"
    )
    table.when("red", declaration("a-r", *split)).accepted()
    settle(table)
    assert [(each.target) for each in story(table, AttackGroupBegun)] == ["b-b", "b-c"]
    assert [each.attacks for each in story(table, AttacksCounted)] == [2, 1]


@pytest.mark.rule("GA-3.5-15")
def test_formation_at_arms_length_is_no_target():
    """An enemy 1.4 inches away without linked contact is no target."""
    table = ready(((20, 10),), (21, 10), other=((20, 12.4),))
    refused(table, "red", declaration("a-r", strike("a-r.1", target="b-c")), "GA-3.5-15").rejected(
        "GA-3.5-15", "target-not-touched"
    )


@pytest.mark.rule("GA-3.5-16", "GA-3.5-04")
def test_without_a_target_there_are_no_attacks():
    """Who assaulted and has nobody left to strike at fights all the same: no attacks, and he consolidates."""
    table = brawl(
        formation("a-r", at=[(20, 10)], weapons=BLADE), formation("b-b", at=[(21, 10)]),
        past={"assault": assaulted("a-r", "b-b")}, markers=((25, 10),), fallen=("b-b.1",),
    )  # fmt: skip
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="fights_first")
    settle(table, "Consolidate")
    assert (story(table, MeleeDeclared), story(table, HitsRolled)) == ([], [])
    onward = Consolidate(formation="a-r", paths=(path("a-r.1", (22, 10)),), marker="1")
    table.when("red", onward).then(Consolidated, FightEnded, formation="a-r")
    assert places(table) == [(22, 10)]


@pytest.mark.rule("GA-3.5-17")
def test_declared_attacks_are_resolved_though_nobody_is_near():
    """Attacks declared before casualties are resolved against what is left, wherever it stands; one target first."""
    red = formation("a-r", at=[(20, 10), (20, 11.1)], weapons=(), only={
        1: Member(weapons=(blade("one"),)), 2: Member(weapons=(blade("two"),)),
    })  # fmt: skip
    blue = formation("b-b", at=[(21, 10.5), (23.9, 10.5)], weapons=())
    table = select(brawl(red, blue, dice=(3, 4, 1, 3, 4, 1)))
    table.when("red", declaration("a-r", strike("a-r.1", "one"), strike("a-r.2", "two"))).accepted()
    settle(table)
    assert [each.troop for each in story(table, AttackAllocated)] == ["b-b.1", "b-b.2"]


@pytest.mark.rule("GA-3.5-17")
def test_one_target_after_the_other_in_melee():
    """All attacks on one target are resolved before the next."""
    names = ("one", "two", "three")
    arms = {number: Member(weapons=(blade(name),)) for number, name in enumerate(names, 1)}
    red = formation("a-r", at=line(3, 20, step=1.2), weapons=(), only=arms)
    blue, green = formation("b-b", at=[(21, 10.6)], weapons=()), formation("b-c", at=[(21, 12.4)], weapons=())
    table = select(brawl(red, blue, green, dice=(1, 1, 1)))
    attacks = (strike("a-r.1", "one"), strike("a-r.2", "two"), strike("a-r.3", "three", "b-c"))
    table.when("red", declaration("a-r", *attacks)).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, MeleeDeclared).declaration
    begin = BeginAttackGroup(declaration=declared, target="b-b", weapon="two", profile=0)
    table.when("red", begin).accepted()
    settle(table, "BeginAttackGroup", "SelectToFight")
    refused(
        table, "red", BeginAttackGroup(declaration=declared, target="b-c", weapon="three", profile=0), "GA-3.3-08"
    ).rejected("GA-3.3-08", "target-unfinished")
    settle(table)
    assert [each.weapon for each in story(table, AttackGroupBegun)] == ["two", "one", "three"]


@pytest.mark.rule("GA-3.5-18")
def test_melee_knows_no_stealth_sight_or_lock():
    """Stealth does not count in melee, and the wound may go to a troop far from the attacker."""
    table = clash(3, 4, 1, troops=4, powers=("stealth",))
    fight(table, until=("AllocateAttack",))
    assert last(table, HitsRolled).hits == 1
    group = table.view("blue").group.id
    table.when("blue", AllocateAttack(group=group, attack=1, troop="b-b.4")).accepted()
    settle(table)


# -- Consolidate


def consolidating(at: tuple[Place, ...], *enemies: Place, markers: tuple[Place, ...] = (), **more: Any) -> Table:
    """Let "a-r", which assaulted, be about to consolidate after no attacks."""
    units = [formation("a-r", at=at, weapons=(), **more), formation("b-b", at=enemies, weapons=BLADE)]
    table = brawl(*units, past={"assault": assaulted("a-r", "b-b")}, markers=markers)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return settle(table, "Consolidate")


def go(*paths: TroopPath, marker: str = "") -> Consolidate:
    """Consolidate with "a-r"."""
    return Consolidate(formation="a-r", paths=paths, marker=marker)


@pytest.mark.rule("GA-3.5-19")
def test_consolidate_by_up_to_three_inches():
    """After its attacks a formation consolidates by up to 3 inches to end within Threat Range."""
    table = consolidating(((20, 10),), (24.8, 10))
    refused(table, "red", go(path("a-r.1", (23.1, 10))), "GA-3.5-19").rejected("GA-3.5-19", "too-far")
    refused(table, "red", go(path("a-r.1", (22.5, 10))), "GA-3.5-19").rejected("GA-3.5-19", "no-enemy-reached")
    table.when("red", go(path("a-r.1", (23, 10)))).then(Consolidated, FightEnded)
    assert places(table) == [(23, 10)]


@pytest.mark.rule("GA-3.5-20")
def test_consolidate_ends_in_contact_where_it_can():
    """A troop that consolidates ends closer, and base-to-base if it can; it need not move."""
    table = consolidating(((20, 10),), (23, 10))
    refused(table, "red", go(path("a-r.1", (21.5, 10))), "GA-3.5-20").rejected("GA-3.5-20", "contact-owed")
    table.when("red", go(path("a-r.1", (22, 10)))).then(Consolidated)
    consolidating(((20, 10),), (23, 10)).when("red", go()).then(FightEnded)


@pytest.mark.rule("GA-3.5-20")
def test_consolidate_does_not_lead_away():
    """A troop that moves ends closer to the closest enemy troop."""
    table = consolidating(((20, 10),), (21.5, 10))
    refused(table, "red", go(path("a-r.1", (19.8, 10))), "GA-3.5-20").rejected("GA-3.5-20", "not-closer").rejected(
        "GA-3.5-20", "contact-owed"
    )


@pytest.mark.rule("GA-3.5-21")
def test_consolidate_to_a_marker_where_no_enemy_is_reached():
    """Where no enemy can be reached a formation moves to the closest marker, if it ends within its range."""
    table = consolidating(((20, 10),), (30, 10), markers=((20, 15.5), (20, 1)))
    up = path("a-r.1", (20, 12))
    refused(table, "red", go(path("a-r.1", (20, 11.9)), marker="1"), "GA-3.5-21").rejected(
        "GA-3.5-21", "marker-not-reached"
    )
    refused(table, "red", go(path("a-r.1", (20, 7)), marker="2"), "GA-3.5-21").rejected(
        "GA-3.5-21", "not-the-closest"
    ).rejected("GA-3.5-21", "marker-not-reached")
    table.when("red", go(up, marker="1")).then(Consolidated, marker="1")


@pytest.mark.rule("GA-3.5-21")
def test_marker_out_of_reach_is_none():
    """A marker 7 inches away is out of range after 3."""
    table = consolidating(((20, 10),), (30, 10), markers=((20, 17.5),))
    refused(table, "red", go(path("a-r.1", (20, 13)), marker="1"), "GA-3.5-21").rejected(
        "GA-3.5-21", "marker-not-reached"
    )


@pytest.mark.rule("GA-3.5-21")
def test_no_marker_while_an_enemy_can_be_reached():
    """While an enemy is within reach the marker is none to consolidate to."""
    table = consolidating(((20, 10),), (23, 10), markers=((20, 14),))
    refused(table, "red", go(path("a-r.1", (20, 11)), marker="1"), "GA-3.5-21").rejected("GA-3.5-21", "enemy-in-reach")


@pytest.mark.rule("GA-3.5-22")
def test_consolidation_that_can_not_be_is_none():
    """With nobody and no marker in reach nobody moves, and the fight is over."""
    table = consolidating(((20, 10),), (30, 10), markers=((20, 22.5),))
    refused(table, "red", go(path("a-r.1", (22, 10))), "GA-3.5-19").rejected("GA-3.5-19", "no-enemy-reached")
    refused(table, "red", go(path("a-r.1", (20, 12)), marker="1"), "GA-3.5-21").rejected(
        "GA-3.5-21", "marker-not-reached"
    )
    table.when("red", go()).then(FightEnded, formation="a-r")


@pytest.mark.rule("GA-3.1-10")
def test_fatigued_formations_fight():
    """Battle-Fatigue keeps nobody from fighting."""
    tired: list[Struct] = [FormationBattleFatigued(formation="a-r", until=2)]
    table = clash(3, 1, past={"manoeuvres": tired})
    fight(table)
    assert last(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-3.5-07", "GA-3.5-19")
def test_consolidation_draws_others_in():
    """Whom a Consolidation brings within Threat Range fights among the remaining."""
    red = formation("a-r", at=[(20, 10)], weapons=())
    blue, green = formation("b-b", at=[(28, 10)], weapons=BLADE), formation("b-c", at=[(23, 10)], weapons=BLADE)
    table = brawl(red, blue, green, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    table.when("red", go(path("a-r.1", (22, 10)))).then(Consolidated)
    pass_by(table, "a-pair1")
    table.when("blue", SelectToFight(formation="b-c")).then(FightBegun, step="remaining")


@pytest.mark.rule("GA-3.4-15", "GA-3.5-06")
def test_assault_bonus_ends_with_the_round():
    """An Assault move of the round before gives no Fights First."""
    table = brawl(*couple("r", 20), number=2, before=assaulted("a-r", "b-r"))
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="remaining")


@pytest.mark.rule("GA-3.5-12", "GA-3.5-17")
def test_fighters_are_fixed_before_the_attacks():
    """Who may strike through a fellow in contact still does when the enemy in contact has fallen."""
    arms = {1: Member(weapons=(blade("one"),)), 2: Member(weapons=(blade("two"),))}
    red = formation("a-r", at=[(20, 10), (19, 10)], weapons=(), only=arms)
    blue = formation("b-b", at=[(21, 10), (23.9, 10)], weapons=())
    table = select(brawl(red, blue, dice=(3, 4, 1, 3, 4, 1)))
    declared = table.when("red", declaration("a-r", strike("a-r.1", "one"), strike("a-r.2", "two")))
    assert declared.one(MeleeDeclared).fighters == ("a-r.1", "a-r.2")
    settle(table)
    assert [each.troop for each in story(table, AttackAllocated)] == ["b-b.1", "b-b.2"]


@pytest.mark.rule("GA-3.3-41", "GA-3.5-17")
def test_attacks_of_the_fallen_go_on_in_melee():
    """A Deadly Demise that kills the attackers does not stop the attacks that were declared."""
    arms = {1: Member(weapons=(blade("one"),)), 2: Member(weapons=(blade("two"),))}
    red = formation("a-r", at=[(20, 10), (20, 11.1)], weapons=(), only=arms)
    bombs = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 2",))}
    blue = formation("b-b", at=[(21, 10.5), (22.2, 10.5)], weapons=(), troop=trooper(w=5), only=bombs)
    table = select(brawl(red, blue, dice=(3, 4, 1, 6, 3, 4, 1)))
    table.when("red", declaration("a-r", strike("a-r.1", "one"), strike("a-r.2", "two"))).accepted()
    settle(table)
    assert len(story(table, HitsRolled)) == 2
    assert living(table, "a-r") == []
    assert story(table, FightEnded)[0].formation == "a-r"


@pytest.mark.rule("GA-3.5-15", "GA-3.3-07")
@pytest.mark.parametrize(("face", "attacks"), [(2, [2, 0]), (6, [4, 2])])
def test_random_attacks_are_split_as_far_as_they_go(face: int, attacks: list[int]):
    """Of a random number so many as are named go to one target, the rest to the other."""
    table = ready(
        ((20, 10),), (21, 10), other=((20, 11.5),), weapons=(blade("wild", sw="D6"),), dice=(face, *[1] * face)
    )
    split = (strike("a-r.1", "wild", attacks=4), strike("a-r.1", "wild", "b-c"))
    table.when("red", declaration("a-r", *split)).accepted()
    settle(table)
    assert [each.attacks for each in story(table, AttacksCounted)] == attacks


@pytest.mark.rule("GA-3.5-09")
def test_fight_ends_with_its_formation():
    """A formation that its victim's Deadly Demise destroys does not consolidate; the next is selected."""
    bomb = formation("b-b", at=[(21, 10)], weapons=(), powers=("deadly_demise 1",))
    table = brawl(formation("a-r", at=[(20, 10)], weapons=BLADE), bomb, dice=(3, 4, 1, 6))
    fight(table)
    assert last(table, FightEnded).formation == "a-r"
    assert story(table, Consolidated) == []
    assert table.window is not None
    assert table.window.asks == (1,)


@pytest.mark.rule("GA-8.3-16", "GA-3.5-18", "GA-2.4-12")
@pytest.mark.parametrize(("seen", "struck"), [("full", "b-chief.1"), ("none", "b-b.1")])
def test_precision_in_melee_needs_sight_of_the_character(seen: str, struck: str):
    """Melee attacks with Precision go to a Character that the troop is said to see, and only then."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade("needle", "precision"),))
    blue = formation("b-b", at=[(21, 10)], weapons=())
    chief = formation(
        "b-chief", at=[(22.2, 10)], weapons=(), troop=trooper("chief", w=4), keywords=("character",), leads=("b",),
        powers=("leader",),
    )  # fmt: skip
    table = select(brawl(red, blue, chief, lead={"b-chief": "b-b"}, dice=(3, 4, 6)))
    told = Sight(observers=("a-r.1",), troops=("b-chief.1",), seen=seen, fact="")
    attacks = (strike("a-r.1", "needle"),)
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=attacks, sights=(told,))).accepted()
    settle(table, "AllocateAttack", "SelectToFight")
    if seen == "full":
        group = table.view("red").group.id
        table.when("red", AllocateAttack(group=group, attack=1, troop="b-chief.1")).accepted()
        settle(table)
    assert last(table, AttackAllocated).troop == struck
