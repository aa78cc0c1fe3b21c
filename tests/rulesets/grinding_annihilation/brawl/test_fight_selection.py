"""Who fights when (GA-3.5-01 to -09)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    BrawlStepEnded,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareMeleeAttacks,
    EligibilityNoted,
    EndTurn,
    FightBegun,
    FightEnded,
    FightsFirstGained,
    FormationMoved,
    MeleeEnded,
    PhaseEnded,
    RemainStationary,
    RoundEnded,
    SelectionPassed,
    SelectToFight,
    SelectToShoot,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.brawl.fixtures import BLADE, begin_brawl, couple_in_contact
from tests.rulesets.grinding_annihilation.brawl.steps import (
    consolidate_by,
    fight_nobody,
    fighters_in_order,
    melee_declared,
)
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    assaulted,
    battle,
    blade,
    brawl,
    clash,
    formation,
    line,
)
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    fight,
    formation_view,
    last_event,
    path,
    refused,
    select,
    settle,
    strike,
)


@pytest.mark.rule("GA-3.5-02")
@pytest.mark.ruling("GA-3.5-02.3")
def test_first_player_begins_by_option():
    """With the option the first player of the round selects first."""
    table = brawl(*couple_in_contact("r", 20), first="red", options={"brawl_first_selector": "first_player"})
    refused(table, "blue", SelectToFight(formation="b-r"), "GA-3.5-03").rejected("GA-3.5-03", "not-asked")
    fight_nobody(table, "a-r")


@pytest.mark.rule("GA-3.5-02")
def test_player_without_an_eligible_formation_is_passed_over():
    """Where the second player has nobody to fight with, the first begins."""
    table = battle(
        formation("a-r", at=[(20, 10)], weapons=BLADE),
        phase="brawl",
        first="red",
        past={"assault": assaulted("a-r", "b-spare")},
    )
    table.when("red", SelectToFight(formation="a-r")).accepted()


@pytest.mark.rule("GA-3.5-03")
def test_nobody_passes():
    """With an eligible formation a player has to select one; who has none is not asked."""
    table = brawl(*couple_in_contact("r", 20))
    assert table.offered("red") == ["SelectToFight"]
    for other in (EndTurn(), RemainStationary(formation="a-r"), SelectToShoot(formation="a-spare", sidearms=())):
        refused(table, "red", other, "GA-3.5-03").rejected("GA-3.5-03", "not-asked")
    assert table.window is not None
    fight_nobody(table, "a-r")
    assert table.window.asks == (1,)


@pytest.mark.rule("GA-3.5-04")
@pytest.mark.ruling("GA-3.5-04.1")
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
    table = brawl(*couple_in_contact("r", 20), past={"assault": assaulted("a-r", "b-r")})
    fight_nobody(table, "a-r")
    assert last_event(table, BrawlStepEnded).step == "fights_first"
    refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-05").rejected("GA-3.5-05", "has-fought")


@pytest.mark.rule("GA-3.5-06", "GA-3.4-15")
def test_fights_first_is_of_every_troop():
    """In the first step those fight of whom every troop has Fights First, the Assault bonus counted."""
    nine = dict.fromkeys(range(1, 10), Member(powers=("fights_first",)))
    red = formation("a-r", at=line(10, 20), weapons=BLADE, only=nine)
    full = formation("a-q", at=[(30, 10)], weapons=BLADE, powers=("fights_first",))
    table = brawl(red, full, formation("b-b", at=[(21, 10)]), formation("b-c", at=[(31, 10)]))
    noted = [set(event.formations) for event in events_of(table, EligibilityNoted) if event.purpose == "fights_first"]
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
    settle(table, "SelectToFight", DeclareMeleeAttacks=[melee_declared("a-r")])
    assert last_event(table, BrawlStepEnded).step == "fights_first"
    assert fighters_in_order(table) == ["a-r"]
    fight_nobody(table, "a-pair1")
    table.when("blue", SelectToFight(formation="b-b")).then(FightBegun, step="remaining").cites("GA-3.5-07")


@pytest.mark.rule("GA-3.5-08")
def test_round_ends_with_the_last_fight():
    """When nobody eligible is left the steps, the phase and the round end."""
    table = battle(*couple_in_contact("r", 20), phase="brawl", first="blue", number=5)
    fight_nobody(table, "a-r")
    table.when("blue", SelectToFight(formation="b-r")).accepted()
    settle(table, "EndRound", DeclareMeleeAttacks=[melee_declared("b-r")])
    assert [event.step for event in events_of(table, BrawlStepEnded)] == ["fights_first", "remaining"]
    assert (last_event(table, PhaseEnded).phase, last_event(table, RoundEnded).round) == ("brawl", 5)


@pytest.mark.rule("GA-3.5-09")
def test_parts_of_a_fight_come_in_order():
    """Close In, then attacks, then Consolidate, each once."""
    table = select(clash(1))
    refused(table, "red", CloseIn(formation="a-r", paths=()), "GA-3.5-15").rejected("GA-3.5-15", "not-asked")
    refused(table, "red", Consolidate(formation="a-r", paths=(), marker=""), "GA-3.5-15").rejected(
        "GA-3.5-15", "not-asked"
    )
    table.when("red", melee_declared("a-r", strike("a-r.1"))).accepted()
    settle(table, "Consolidate")
    refused(table, "red", CloseIn(formation="a-r", paths=()), "GA-3.5-19").rejected("GA-3.5-19", "not-asked")
    table.when("red", Consolidate(formation="a-r", paths=(), marker="")).then(Consolidated, FightEnded)


@pytest.mark.rule("GA-3.5-07", "GA-3.5-19")
def test_consolidation_draws_others_in():
    """Whom a Consolidation brings within Threat Range fights among the remaining."""
    red = formation("a-r", at=[(20, 10)], weapons=())
    blue, green = formation("b-b", at=[(28, 10)], weapons=BLADE), formation("b-c", at=[(23, 10)], weapons=BLADE)
    table = brawl(red, blue, green, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    table.when("red", consolidate_by(path("a-r.1", (22, 10)))).then(Consolidated)
    fight_nobody(table, "a-pair1")
    table.when("blue", SelectToFight(formation="b-c")).then(FightBegun, step="remaining")


@pytest.mark.rule("GA-3.4-15", "GA-3.5-06")
def test_assault_bonus_ends_with_the_round():
    """An Assault move of the round before gives no Fights First."""
    table = brawl(*couple_in_contact("r", 20), number=2, before=assaulted("a-r", "b-r"))
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="remaining")


@pytest.mark.rule("GA-3.5-09")
def test_fight_ends_with_its_formation():
    """A formation that its victim's Deadly Demise destroys does not consolidate; the next is selected."""
    bomb = formation("b-b", at=[(21, 10)], weapons=(), powers=("deadly_demise 1",))
    table = brawl(formation("a-r", at=[(20, 10)], weapons=BLADE), bomb, dice=(3, 4, 1, 6))
    fight(table)
    assert last_event(table, FightEnded).formation == "a-r"
    assert events_of(table, Consolidated) == []
    assert table.window is not None
    assert table.window.asks == (1,)


SWORD = blade("sword", sw=3)

AXE = blade("axe", sw=2)


def finish_idle_fight(table: Table, who: str, key: str) -> Any:
    outcome = table.when(who, CloseIn(formation=key))
    outcome.accepted()
    if table.windows[-1].kind == "declare_melee":
        outcome = table.when(who, DeclareMeleeAttacks(formation=key))
    outcome.then(MeleeEnded).asks("consolidate", who)
    return table.when(who, Consolidate(formation=key, marker="")).then(Consolidated, FightEnded)


def idle_fight(table: Table, who: str, key: str) -> Any:
    """Fight without moving or striking."""
    begun = table.when(who, SelectToFight(formation=key))
    begun.then(FightBegun, formation=key)
    return finish_idle_fight(table, who, key)


@pytest.mark.rule("GA-3.5-01", "GA-3.5-02", "GA-3.5-03", "GA-3.5-08", "GA-3.0-07")
@pytest.mark.ruling("GA-3.0-07.2", "GA-3.5-02.1")
def test_players_select_in_turns_beginning_with_the_second():
    """Red is first in the round and has three fighters, blue one: blue, then red thrice, then the round ends."""
    foe = formation("b-1", at=[(11, 10), (11, 12), (11, 14)], weapons=(AXE,))
    reds = [formation(f"a-{n}", at=[(10, 8 + 2 * n)], weapons=(SWORD,)) for n in (1, 2, 3)]
    table = begin_brawl(*reds, foe, dice=(4, 2))
    assert table.windows[-1].asks == (1,)
    table.when("red", SelectToFight(formation="a-1")).rejected("GA-3.5-03", "not-asked")
    table.when("blue", SelectToFight(formation="b-spare")).rejected("GA-3.5-04", "nobody-to-fight")
    idle_fight(table, "blue", "b-1").then(SelectionPassed, step="remaining", seat=0)
    idle_fight(table, "red", "a-2").then(SelectionPassed, seat=0)
    table.when("red", SelectToFight(formation="a-2")).rejected("GA-3.5-05", "has-fought")
    idle_fight(table, "red", "a-1").then(SelectionPassed, seat=0)
    idle_fight(table, "red", "a-3").then(BrawlStepEnded, step="remaining")
    assert table.game.battle.phase == "manoeuvres"
    assert table.game.battle.round == 2


@pytest.mark.rule("GA-3.5-04", "GA-3.5-06", "GA-3.5-07")
def test_who_assaulted_fights_in_the_first_step():
    """An Assault bonus brings red's formation into the first step though blue would select first."""
    assault = [FormationMoved(formation="a-r", kind="assault"), FightsFirstGained(formation="a-r")]
    table = begin_brawl(
        formation("a-r", at=[(10, 10)], weapons=(SWORD,)),
        formation("b-b", at=[(11, 10)], weapons=(AXE,)),
        past={"assault": assault},
    )
    noted = [event for event in table.events if isinstance(event, EligibilityNoted)]
    assert noted == [EligibilityNoted(purpose="fights_first", formations=("a-r",))]
    assert table.windows[-1].asks == (0,)
    idle_fight(table, "red", "a-r").then(BrawlStepEnded, SelectionPassed, step="remaining", seat=1)


@pytest.mark.rule("GA-3.5-01")
def test_nobody_selects_twice_in_a_row():
    """After a fight the other player selects, while he has anybody to fight with in this step."""
    table = brawl(*couple_in_contact("r", 20))
    fight_nobody(table, "a-r")
    refused(table, "red", SelectToFight(formation="a-pair1"), "GA-3.5-03").rejected(
        "GA-3.5-03", "not-asked", asks="blue"
    )
    fight_nobody(table, "b-r")
    table.when("red", SelectToFight(formation="a-pair1")).accepted()


@pytest.mark.rule("GA-3.5-02", "GA-3.0-07")
@pytest.mark.ruling("GA-3.5-02.2")
def test_the_second_step_begins_anew_with_the_second_player():
    """Though the second player fought last in the first step, the first selection of the next is his again."""
    table = brawl(*couple_in_contact("r", 20), first="red", past={"assault": assaulted("b-r", "a-r")})
    fight_nobody(table, "b-r")
    assert last_event(table, BrawlStepEnded).step == "fights_first"
    refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-03").rejected("GA-3.5-03", "not-asked", asks="blue")
    table.when("blue", SelectToFight(formation="b-pair1")).then(FightBegun, step="remaining")


@pytest.mark.rule("GA-3.5-06")
@pytest.mark.ruling("GA-3.5-06.1", "GA-4.2-07.1")
@pytest.mark.parametrize(("leader", "escort", "first"), [(True, True, True), (True, False, False)])
def test_leader_and_escort_both_need_fights_first(*, leader: bool, escort: bool, first: bool):
    """An Attached formation fights in the first step only if the troops of both its parts have Fights First."""
    powers = {True: ("fights_first",), False: ()}
    two = dict.fromkeys((1, 2), Member(powers=powers[escort]))
    red = formation("a-r", at=line(2, 20), weapons=BLADE, only=two)
    chief = {1: Member(powers=powers[leader])}
    lord = formation("a-l", at=[(20, 13)], weapons=BLADE, keywords=("character",), leads=("r",), only=chief)
    foe = formation("b-b", at=[(21, 10)], weapons=BLADE)
    table = brawl(red, lord, foe, formation("a-q", at=[(21, 8.9)], powers=("fights_first",)), lead={"a-l": "a-r"})
    selected = SelectToFight(formation="a-r")
    if first:
        table.when("red", selected).then(FightBegun, step="fights_first")
    else:
        refused(table, "red", selected, "GA-3.5-06").rejected("GA-3.5-06", "not-in-this-step")


@pytest.mark.rule("GA-3.5-07")
def test_who_is_drawn_in_waits_for_the_second_step():
    """Whom a Close In of the first step brings within Threat Range is refused in that step, and fights in the next."""
    red = formation("a-r", at=[(20, 10)], weapons=BLADE)
    late = formation("b-b", at=[(23.5, 10)], weapons=BLADE, powers=("fights_first",))
    ready = formation("b-q", at=[(31, 10)], weapons=BLADE, powers=("fights_first",))
    table = brawl(
        red, late, ready, formation("a-q", at=[(30, 10)], weapons=BLADE), past={"assault": assaulted("a-r", "b-b")}
    )
    table.when("red", SelectToFight(formation="a-r")).accepted()
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (22.5, 10)),))).accepted()
    settle(table, "SelectToFight", DeclareMeleeAttacks=[DeclareMeleeAttacks(formation="a-r", attacks=(), sights=())])
    drawn = SelectToFight(formation="b-b")
    refused(table, "blue", drawn, "GA-3.5-06").rejected("GA-3.5-06", "not-in-this-step")
    fight_nobody(table, "b-q")
    fight_nobody(table, "a-q")
    table.when("blue", drawn).then(FightBegun, formation="b-b", step="remaining")


def assault_move_made(*, ingress: bool) -> list:
    """Let "a-r" have made an Assault move, in its own turn or as a Hero's Ingress."""
    declared = AssaultDeclared(formation="a-r", targets=("b-b",), distances=(), needed=0, ingress=ingress or None)
    return [declared, FormationMoved(formation="a-r", kind="assault", troops=())]


@pytest.mark.rule("GA-3.5-04", "GA-5.10-03")
@pytest.mark.ruling("GA-3.5-04.2")
@pytest.mark.parametrize(("ingress", "x", "fights"), [(False, 25, True), (True, 25, False), (True, 21.5, True)])
def test_an_ingress_makes_nobody_eligible_by_itself(x: float, *, ingress: bool, fights: bool):
    """An Assault move of the own turn makes a formation eligible; after a Hero's Ingress only Threat Range does."""
    alone = formation("a-r", at=[(20, 10)], weapons=BLADE)
    past = {"assault": assault_move_made(ingress=ingress)}
    table = brawl(alone, formation("b-b", at=[(x, 10)], weapons=()), past=past)
    if fights:
        table.when("red", SelectToFight(formation="a-r")).then(FightBegun, formation="a-r")
        settle(table, "Consolidate", "SelectToFight")
    else:
        refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-04").rejected("GA-3.5-04", "nobody-to-fight")
    assert formation_view(table).ingressed is (True if ingress else None)
