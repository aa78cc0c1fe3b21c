"""Chapters 3.4 and 3.5: Assaults and what is claimed about them, the turns of the Brawl Phase, its fights."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    BrawlStepEnded,
    ClaimImpossible,
    ClosedIn,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareAssault,
    DeclareMeleeAttacks,
    EligibilityNoted,
    EndTurn,
    FightBegun,
    FightEnded,
    FightsFirstGained,
    FormationBattleFatigued,
    FormationMoved,
    MakeAssaultMove,
    MeleeAttack,
    MeleeDeclared,
    MeleeEnded,
    MoveDeclared,
    RollAssault,
    SelectionPassed,
    SelectToFight,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    Unit,
    battle,
    blade,
    formation,
    gun,
    pose,
    trooper,
)

SWORD = blade("sword", sw=3)
AXE = blade("axe", sw=2)
HORNS = blade("horns", "extra_attacks", sw=2)
CLAW = blade("claw", sw="D6")


def way(troop: str, *places: Place) -> TroopPath:
    return TroopPath(troop=troop, path=tuple(pose(each) for each in places))


def begun(phase: str, *units: Unit, **rest: Any) -> Table:
    """Begin a phase; in the Assault Phase red has the turn."""
    return battle(*units, phase=phase, **rest)


def charging(*units: Unit, targets: tuple[str, ...] = ("b-b",), dice: tuple[int, int] = (5, 4), **rest: Any) -> Table:
    """Declare and roll an Assault of a-r."""
    table = begun("assault", *units, dice=dice, **rest)
    table.when("red", DeclareAssault(formation="a-r", targets=targets)).then(AssaultDeclared)
    table.when("red", RollAssault(formation="a-r")).then(AssaultRolled, faces=dice)
    return table


def make(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", MakeAssaultMove(formation="a-r", paths=paths))


def claim(table: Table, what: str, *troops: str) -> Any:
    return table.when("red", ClaimImpossible(what=what, formation="a-r", troops=troops))


def last_fact(table: Table) -> str:
    return list(table.game.facts)[-1]


# -- Assaults


@pytest.mark.rule("GA-3.4-02", "GA-3.4-06")
def test_who_was_near_at_the_start_names_targets_within_twelve_inches():
    """Twelve inches are near, a hair more is not; none, a friend or one too far are no targets."""
    table = begun(
        "assault", formation("a-r", at=[(10, 10)]), formation("a-far", at=[(9.9, 42)]),
        formation("b-b", at=[(23, 10)]), formation("b-c", at=[(10, 23.1)]), formation("b-d", at=[(23, 42)]),
    )  # fmt: skip
    table.when("red", DeclareAssault(formation="a-far", targets=("b-d",))).rejected("GA-3.4-02", "not-near-at-start")
    table.when("red", DeclareAssault(formation="a-r", targets=())).rejected("GA-3.4-06", "no-target")
    table.when("red", DeclareAssault(formation="a-r", targets=("a-far",))).rejected("GA-3.4-06", "not-an-enemy")
    both = table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c")))
    both.rejected("GA-3.4-06", "target-too-far", target="b-c", distance=12_100)
    good = table.when("red", DeclareAssault(formation="a-r", targets=("b-b",)))
    good.then(AssaultDeclared, distances=(12_000,), needed=11_000).asks("assault_roll", "red")


@pytest.mark.rule("GA-3.4-03", "GA-3.4-04", "GA-3.1-10")
def test_who_may_not_declare_an_assault():
    """Having advanced or retreated, being fatigued, within Threat Range or without a Move bars it."""
    table = begun(
        "assault", formation("a-adv", at=[(10, 10)]), formation("a-ret", at=[(10, 14)]),
        formation("a-tired", at=[(10, 18)]), formation("a-gun", at=[(10, 22)], troop=trooper("gun", m=None)),
        formation("a-locked", at=[(14, 26)]), formation("b-b", at=[(14, 12)]), formation("b-c", at=[(15.5, 26)]),
        past={"move": [
            MoveDeclared(formation="a-adv", kind="advance"), FormationMoved(formation="a-adv", kind="advance"),
            MoveDeclared(formation="a-ret", kind="retreat"), FormationMoved(formation="a-ret", kind="retreat"),
            FormationBattleFatigued(formation="a-tired", until=2),
        ]},
    )  # fmt: skip
    for key, clause, reason in (
        ("a-adv", "GA-3.4-03", "moved-too-far"), ("a-ret", "GA-3.4-03", "moved-too-far"),
        ("a-tired", "GA-3.1-10", "battle-fatigued"), ("a-gun", "GA-3.2-25", "cannot-move"),
        ("a-locked", "GA-3.4-04", "in-threat"),
    ):  # fmt: skip
        table.when("red", DeclareAssault(formation=key, targets=("b-b",))).rejected(clause, reason)


@pytest.mark.rule("GA-3.4-09")
def test_a_roll_too_short_for_the_straight_way_fails_at_once():
    """A gap of 7.5 inches needs 6.5: a roll of 6 fails and nobody moves, 7 goes on to the move."""
    table = charging(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18.5, 10)]), dice=(3, 3))
    assert [type(each) for each in table.events] == [AssaultRolled, AssaultFailed]
    assert table.windows[-1].kind == "assault_turn"
    again = table.when("red", DeclareAssault(formation="a-r", targets=("b-b",)))
    again.rejected("GA-3.4-01", "assault-declared")
    table = charging(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18.5, 10)]), dice=(3, 4))
    assert table.windows[-1].kind == "assault_move"


@pytest.mark.rule("GA-3.4-08", "GA-3.4-11", "GA-3.4-15")
def test_an_assault_ends_in_contact_with_its_targets_and_clear_of_all_others():
    """Half an inch short, or near an undeclared enemy, is refused; in contact it gives Fights First."""
    table = charging(
        formation("a-r", at=[(10, 10)]), formation("b-b", at=[(16, 10)]), formation("b-c", at=[(16.6, 8.2)])
    )
    make(table, way("a-r.1", (14.5, 10))).rejected("GA-3.4-11", "contact-owed", troop="a-r.1")
    make(table, way("a-r.1", (15.25, 9.33))).rejected("GA-3.4-08", "ends-in-threat", enemy="b-c.1")
    make(table, way("a-r.1", (10, 11))).rejected("GA-3.4-08", "target-not-reached", target="b-b")
    make(table).rejected("GA-3.4-11", "not-closer")
    made = make(table, way("a-r.1", (15, 10)))
    made.then(FormationMoved, FightsFirstGained, formation="a-r").asks("assault_turn", "red")
    row = table.game.formations["a-r"]
    assert (row.assaulted, row.fights_first, table.game.action) == (True, True, None)


@pytest.mark.rule("GA-3.4-12")
def test_an_assault_passes_by_enemies_but_not_across_them():
    """An undeclared enemy may be passed at 0.7 inches; its base may not be crossed."""
    table = charging(
        formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)]), formation("b-c", at=[(13, 11.7)]),
    )  # fmt: skip
    make(table, way("a-r.1", (13, 11), (17, 10))).rejected("GA-3.4-12", "crosses-enemy", enemy="b-c.1")
    make(table, way("a-r.1", (17, 10))).accepted()


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
def test_a_claim_that_an_assault_is_impossible_falls_with_a_legal_end_state():
    """Confirmed it fails the Assault; an end state that is not legal leaves it standing, a legal one refutes it."""
    armies = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(14, 10)])
    table = charging(*armies)
    claim(table, "assault").asks("fact_stated", "blue")
    table.when("blue", ConfirmFact(fact=last_fact(table))).then(AssaultFailed, reason="impossible")
    table.when("red", EndTurn()).accepted()
    for shown, clause, reason in (
        ("a-r.1:13000,10000,0,0", "", ""), ("nonsense", "GA-2.4-13", "no-end-state"),
        ("a-r.1:13000,13000,0,0", "GA-3.4-08", "target-not-reached"),
    ):  # fmt: skip
        table = charging(*armies)
        claim(table, "assault").accepted()
        if not clause:
            outcome = table.when("blue", DisputeFact(fact=last_fact(table), value=shown))
            outcome.without(AssaultFailed).asks("assault_move", "red")
            claim(table, "assault").rejected("GA-2.4-13", "claim-refuted")
            make(table, way("a-r.1", (13, 10))).accepted()
        else:
            table.when("blue", DisputeFact(fact=last_fact(table), value=shown)).rejected(clause, reason)
            table.when("blue", ConfirmFact(fact=last_fact(table))).then(AssaultFailed, reason="impossible")


@pytest.mark.rule("GA-3.4-11", "GA-2.4-13")
def test_who_stays_out_of_contact_claims_that_he_cannot_get_there():
    """The troop behind needs a claim while contact lies within its reach, and none where it does not."""
    armies = formation("a-r", at=[(10, 10), (8.5, 10)]), formation("b-b", at=[(15, 10)])
    paths = way("a-r.1", (14, 10)), way("a-r.2", (12.9, 10))
    table = charging(*armies)
    make(table, *paths).rejected("GA-3.4-11", "contact-owed", troop="a-r.2")
    claim(table, "contact", "a-r.2").asks("fact_stated", "blue")
    table.when("blue", ConfirmFact(fact=last_fact(table))).asks("assault_move", "red")
    make(table, *paths).then(FormationMoved)
    assert not table.game.facts
    table = charging(*armies, dice=(3, 2))
    make(table, *paths).then(FormationMoved)


@pytest.mark.rule("GA-2.4-13")
def test_an_end_state_against_a_claim_of_contact_leaves_the_others_theirs():
    """It has to show the claimed troop in contact without taking another's place away."""
    armies = formation("a-r", at=[(10, 10), (8.5, 10)]), formation("b-b", at=[(15, 10)])
    table = charging(*armies)
    claim(table, "contact", "a-r.2").accepted()
    swapped = "a-r.2:14000,10000,0,0; a-r.1:13000,11000,0,0"
    told = table.refused(DisputeFact(fact=last_fact(table), value=swapped), "blue")
    assert [(each.clause, each.reason) for each in told] == [("GA-2.4-13", "contact-owed")]
    table.when("blue", ConfirmFact(fact=last_fact(table))).asks("assault_move", "red")
    make(table, way("a-r.1", (14, 10)), way("a-r.2", (12.9, 10))).accepted()
    table = charging(*armies)
    claim(table, "contact", "a-r.2").accepted()
    both = "a-r.1:14000,10000,0,0; a-r.2:14500,7500,0,0; a-r.2:14999,8999,0,0"
    table.when("blue", DisputeFact(fact=last_fact(table), value=both)).asks("assault_move", "red")
    behind = make(table, way("a-r.1", (14, 10)), way("a-r.2", (12.9, 10)))
    behind.rejected("GA-3.4-11", "contact-owed", troop="a-r.2")
    make(table, way("a-r.1", (14, 10)), way("a-r.2", (14.5, 7.5), (14.999, 8.999))).accepted()


@pytest.mark.rule("GA-3.4-10")
def test_by_option_an_assault_may_be_declined_after_the_roll():
    """With `assault_move_optional` no path at all gives the Assault up."""
    armies = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(14, 10)])
    table = charging(*armies, options={"assault_move_optional": True})
    make(table).then(AssaultFailed, reason="declined").asks("assault_turn", "red")


# -- the turns of the Brawl Phase


def brawl(*units: Unit, **rest: Any) -> Table:
    return begun("brawl", *units, **rest)


def fight(table: Table, who: str, key: str) -> Any:
    """Fight without moving or striking."""
    begun = table.when(who, SelectToFight(formation=key))
    begun.then(FightBegun, formation=key)
    return finish(table, who, key)


def finish(table: Table, who: str, key: str) -> Any:
    outcome = table.when(who, CloseIn(formation=key))
    outcome.accepted()
    if table.windows[-1].kind == "declare_melee":
        outcome = table.when(who, DeclareMeleeAttacks(formation=key))
    outcome.then(MeleeEnded).asks("consolidate", who)
    return table.when(who, Consolidate(formation=key, marker="")).then(Consolidated, FightEnded)


@pytest.mark.rule("GA-3.5-01", "GA-3.5-02", "GA-3.5-03", "GA-3.5-08")
def test_players_select_in_turns_beginning_with_the_second():
    """Red is first in the round and has three fighters, blue one: blue, then red thrice, then the round ends."""
    foe = formation("b-1", at=[(11, 10), (11, 12), (11, 14)], weapons=(AXE,))
    reds = [formation(f"a-{n}", at=[(10, 8 + 2 * n)], weapons=(SWORD,)) for n in (1, 2, 3)]
    table = brawl(*reds, foe, dice=(4, 2))
    assert table.windows[-1].asks == (1,)
    table.when("red", SelectToFight(formation="a-1")).rejected("GA-3.5-03", "not-asked")
    table.when("blue", SelectToFight(formation="b-spare")).rejected("GA-3.5-04", "nobody-to-fight")
    fight(table, "blue", "b-1").then(SelectionPassed, step="remaining", seat=0)
    fight(table, "red", "a-2").then(SelectionPassed, seat=0)
    table.when("red", SelectToFight(formation="a-2")).rejected("GA-3.5-05", "has-fought")
    fight(table, "red", "a-1").then(SelectionPassed, seat=0)
    fight(table, "red", "a-3").then(BrawlStepEnded, step="remaining")
    assert table.game.battle.phase == "manoeuvres"
    assert table.game.battle.round == 2


@pytest.mark.rule("GA-3.5-04", "GA-3.5-06", "GA-3.5-07")
def test_who_assaulted_fights_in_the_first_step():
    """An Assault bonus brings red's formation into the first step though blue would select first."""
    assault = [FormationMoved(formation="a-r", kind="assault"), FightsFirstGained(formation="a-r")]
    table = brawl(
        formation("a-r", at=[(10, 10)], weapons=(SWORD,)), formation("b-b", at=[(11, 10)], weapons=(AXE,)),
        past={"assault": assault},
    )  # fmt: skip
    noted = [each for each in table.events if isinstance(each, EligibilityNoted)]
    assert noted == [EligibilityNoted(purpose="fights_first", formations=("a-r",))]
    assert table.windows[-1].asks == (0,)
    fight(table, "red", "a-r").then(BrawlStepEnded, SelectionPassed, step="remaining", seat=1)


@pytest.mark.rule("GA-3.5-02")
def test_by_option_the_first_player_selects_first():
    """With `brawl_first_selector` first_player red begins."""
    units = formation("a-r", at=[(10, 10)], weapons=(SWORD,)), formation("b-b", at=[(11, 10)], weapons=(AXE,))
    assert brawl(*units, options={"brawl_first_selector": "first_player"}).windows[-1].asks == (0,)


# -- the parts of a fight


def fighting(*units: Unit, **rest: Any) -> Table:
    """Let a-r, which assaulted, begin its fight."""
    assault = [FormationMoved(formation="a-r", kind="assault"), FightsFirstGained(formation="a-r")]
    table = brawl(*units, past={"assault": assault}, **rest)
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="fights_first").asks("close_in", "red")
    return table


def close(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", CloseIn(formation="a-r", paths=paths))


@pytest.mark.rule("GA-3.5-10", "GA-3.5-11")
def test_a_close_in_ends_within_threat_range_and_closer_to_the_closest_enemy():
    """Four and a half inches are too far, four are not; sideways is not closer; contact is not asked for."""
    far = fighting(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(15.5, 10)]))
    close(far, way("a-r.1", (13, 10))).rejected("GA-3.5-10", "no-enemy-reached")
    close(far).then(ClosedIn, MeleeEnded).asks("consolidate", "red")
    table = fighting(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(12, 10)]))
    close(table, way("a-r.1", (10, 10.2))).rejected("GA-3.5-11", "not-closer")
    close(table, way("a-r.1", (10.6, 10))).then(ClosedIn).asks("declare_melee", "red")
    touching = fighting(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(11, 10)]))
    close(touching, way("a-r.1", (10.5, 9))).rejected("GA-3.5-10", "in-contact")


@pytest.mark.rule("GA-3.5-12", "GA-3.5-13", "GA-3.5-15", "GA-8.3-29")
def test_what_may_be_declared_in_melee():
    """One weapon and profile each and Extra Attacks besides; targets in reach or through a fellow in contact."""
    red = formation("a-r", at=[(10, 10), (9, 10), (10, 12), (8.5, 11.5)], weapons=(SWORD, AXE, HORNS, gun()))
    table = fighting(red, formation("b-b", at=[(11, 10)]), formation("b-c", at=[(11.8, 12)]))
    close(table).asks("declare_melee", "red")

    def blow(troop: int, weapon: str, target: str = "b-b", attacks: int = 0, profile: int = 0) -> MeleeAttack:
        return MeleeAttack(troop=f"a-r.{troop}", weapon=weapon, profile=profile, target=target, attacks=attacks)

    def strike(*blows: MeleeAttack) -> Any:
        return table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=blows))

    strike(blow(1, "sword"), blow(1, "axe")).rejected("GA-3.5-13", "one-weapon")
    strike(blow(1, "rifle")).rejected("GA-3.5-13", "ranged-weapon")
    strike(blow(4, "sword")).rejected("GA-3.5-12", "cannot-attack")
    strike(blow(2, "sword", "b-c")).rejected("GA-3.5-15", "target-not-touched")
    strike(blow(1, "sword", attacks=2)).rejected("GA-3.5-15", "attacks-count", named=2, swiftness=3)
    strike(blow(1, "sword", attacks=4)).rejected("GA-3.5-15", "attacks-count")
    declared = strike(blow(1, "sword"), blow(1, "horns"), blow(2, "axe"), blow(3, "sword", "b-c"))
    fighters = declared.then(MeleeDeclared).one(MeleeDeclared).fighters
    assert fighters == ("a-r.1", "a-r.2", "a-r.3")
    declared.asks("attack_group", "red")


@pytest.mark.rule("GA-3.5-15")
def test_attacks_may_be_split_between_targets():
    """Two of three here and one there; a random number is split with a rest."""
    for weapon, shares, allowed in (
        (SWORD, (2, 1), True), (SWORD, (2, 0), True), (SWORD, (2, 2), False), (SWORD, (0, 0), False),
        (SWORD, (3, 0), False), (CLAW, (2, 0), True), (CLAW, (2, 1), False),
    ):  # fmt: skip
        table = fighting(
            formation("a-r", at=[(10, 10)], weapons=(weapon,)), formation("b-b", at=[(11, 10)]),
            formation("b-c", at=[(10, 11.5)]),
        )  # fmt: skip
        close(table).accepted()
        blows = tuple(
            MeleeAttack(troop="a-r.1", weapon=weapon.id, profile=0, target=target, attacks=share)
            for target, share in zip(("b-b", "b-c"), shares, strict=True)
        )
        outcome = table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=blows))
        if allowed:
            outcome.then(MeleeDeclared)
        else:
            outcome.rejected("GA-3.5-15", "attacks-count")


@pytest.mark.rule("GA-3.5-09", "GA-3.5-16", "GA-3.5-19", "GA-3.5-20")
def test_who_consolidates_ends_in_contact_if_he_can():
    """Short of a free enemy is refused, in contact accepted; without a target no die is thrown before."""
    table = fighting(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(13, 10)]))
    close(table).then(ClosedIn, MeleeEnded)
    near = table.when("red", Consolidate(formation="a-r", paths=(way("a-r.1", (11.5, 10)),), marker=""))
    near.rejected("GA-3.5-20", "contact-owed")
    far = table.when("red", Consolidate(formation="a-r", paths=(way("a-r.1", (11, 11.2), (12, 10)),), marker=""))
    far.rejected("GA-3.5-19", "too-far", distance=3125)
    good = table.when("red", Consolidate(formation="a-r", paths=(way("a-r.1", (12, 10)),), marker=""))
    good.then(Consolidated, FightEnded)


@pytest.mark.rule("GA-3.5-21", "GA-3.5-22")
def test_a_marker_is_consolidated_to_only_where_no_enemy_is_reached():
    """Five inches from the marker two are enough; with an enemy in reach the claim comes first."""
    markers = [(10, 16), (30, 30), (40, 10), (50, 40)]
    to = way("a-r.1", (10, 12.6))
    table = fighting(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)]), markers=markers, dice=(4, 2))
    close(table).accepted()
    other = table.when("red", Consolidate(formation="a-r", paths=(to,), marker="2"))
    other.rejected("GA-3.5-21", "not-the-closest")
    short = table.when("red", Consolidate(formation="a-r", paths=(way("a-r.1", (10, 12.4)),), marker="1"))
    short.rejected("GA-3.5-21", "marker-not-reached")
    table.when("red", Consolidate(formation="a-r", paths=(to,), marker="1")).then(Consolidated, marker="1")
    near = fighting(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(14, 10)]), markers=markers, dice=(4, 2))
    close(near).accepted()
    early = near.when("red", Consolidate(formation="a-r", paths=(to,), marker="1"))
    early.rejected("GA-3.5-21", "enemy-in-reach")
    near.when("red", ClaimImpossible(what="consolidate", formation="a-r")).asks("fact_stated", "blue")
    near.when("blue", ConfirmFact(fact=last_fact(near))).asks("consolidate", "red")
    near.when("red", Consolidate(formation="a-r", paths=(to,), marker="1")).then(Consolidated, marker="1")
