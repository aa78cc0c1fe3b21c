"""The option by which the service itself searches for a refutation of a claim (GA-2.4-13)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import FactSettled, FactStated
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    ChooseRetreatCasualties,
    ClaimImpossible,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareAssault,
    DeclareRetreat,
    FormationMoved,
    MakeAssaultMove,
    MakeRetreatMove,
    RollAssault,
    SelectToFight,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility import search
from tests.kit import Table
from tests.rulesets.grinding_annihilation.concepts.impossibility.steps import command_of_silence, offered_claims
from tests.rulesets.grinding_annihilation.fixtures import assaulted, battle, blade, brawl, formation
from tests.rulesets.grinding_annihilation.steps import events_of, path, places, settle

CLAIM_ASSAULT = ClaimImpossible(what="assault", formation="a-r")

SOLVER = {"impossibility": "solver"}


def assault_with_search(
    *dice: int, at: Any = ((10, 10),), enemy: Any = ((18, 10),), other: Any = (), options: Any = SOLVER, **rest: Any
) -> Table:
    """Let "a-r" assault "b-b" and roll; "b-c" stands in the way, or about."""
    units = [formation("a-r", at=at, weapons=(blade(),), **rest), formation("b-b", at=enemy, weapons=(blade(),))]
    units += [formation("b-c", at=other, weapons=())] if other else []
    table = battle(*units, phase="assault", dice=dice, options=options)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_move", "red")
    return table


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
@pytest.mark.ruling("GA-2.4-13.3")
def test_the_service_refuses_a_claim_that_it_can_refute():
    """With the solver a claim against free ground is refused with a legal end state, and is not offered."""
    table = assault_with_search(5, 5)
    assert offered_claims(table) == {}
    table.when("red", CLAIM_ASSAULT).rejected("GA-2.4-13", "end-found", "what", found="assault")
    assert events_of(table, FactStated) == []
    table.when("red", command_of_silence(table)).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
@pytest.mark.ruling("GA-2.4-13.3")
def test_the_other_player_judges_a_claim_by_default():
    """Without the solver the same claim is taken, and only the other player's end state speaks against it."""
    table = assault_with_search(5, 5, options={})
    assert set(offered_claims(table)) == {"assault", "contact", "closer"}
    table.when("red", CLAIM_ASSAULT).asks("fact_stated", "blue").without(FactSettled)


def assault_move_command(*paths: Any) -> MakeAssaultMove:
    return MakeAssaultMove(formation="a-r", paths=paths)


@pytest.mark.rule("GA-2.4-13", "GA-3.4-09")
def test_a_claim_that_holds_stands_at_once():
    """Where no way leads to the target the claim stands without asking anybody, and the Assault fails."""
    wall = [(14, 8.8 + 1.01 * number) for number in range(-8, 32)]
    table = assault_with_search(5, 5, other=wall)
    assert offered_claims(table) == {"assault": ()}
    table.when("red", assault_move_command(path("a-r.1", (17, 10)))).rejected("GA-3.4-12", "crosses-enemy")
    assert command_of_silence(table) == CLAIM_ASSAULT
    claimed = table.when("red", CLAIM_ASSAULT)
    claimed.then(FactStated, kind="impossible", by=0).then(FactSettled, value="impossible")
    claimed.then(AssaultFailed, reason="impossible").cites("GA-2.4-13")


@pytest.mark.rule("GA-2.4-13", "GA-3.4-11")
def test_a_place_that_two_can_share_is_found():
    """The troop behind reaches only one place, the one in front several: no claim of contact holds."""
    table = assault_with_search(3, 4, at=((10, 10), (8, 10)), enemy=((16, 10),))
    assert offered_claims(table) == {}
    for troops in (("a-r.1",), ("a-r.2",), ("a-r.1", "a-r.2"), ()):
        claim = ClaimImpossible(what="contact", formation="a-r", troops=troops)
        table.when("red", claim).rejected("GA-2.4-13", "end-found")
    table.when("red", assault_move_command(path("a-r.1", (15, 10)), path("a-r.2", (14, 10)))).rejected(
        "GA-3.4-11", "contact-owed"
    )
    table.when("red", command_of_silence(table)).then(FormationMoved)
    gaps = [(x - 16) ** 2 + (y - 10) ** 2 for x, y in places(table)]
    assert all(gap <= 1.01**2 for gap in gaps)


@pytest.mark.rule("GA-2.4-13", "GA-3.4-11")
def test_who_stays_apart_is_claimed_one_after_the_other():
    """Three troops, room for two in the corner: any one may be said to stay apart, and no two of them."""
    at = ((5, 2), (4.5, 3.5), (4, 5))
    table = assault_with_search(3, 3, at=at, enemy=((0.5, 0.5),))
    free = ("a-r.1", "a-r.2", "a-r.3")
    assert offered_claims(table) == {"contact": free}
    both = ClaimImpossible(what="contact", formation="a-r", troops=free[:2])
    table.when("red", both).rejected("GA-2.4-13", "end-found")
    claim = ClaimImpossible(what="contact", formation="a-r", troops=("a-r.2",))
    table.when("red", claim).then(FactSettled, value="impossible").asks("assault_move", "red")
    assert offered_claims(table) == {}
    table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=free[2:])).rejected(
        "GA-2.4-13", "end-found"
    )
    command = command_of_silence(table)
    assert isinstance(command, MakeAssaultMove)
    table.when("red", command).then(FormationMoved)
    gaps = [(x - 0.5) ** 2 + (y - 0.5) ** 2 <= 1.01**2 for x, y in places(table)]
    assert gaps == [True, False, True]


@pytest.mark.rule("GA-2.4-13", "GA-3.4-11")
def test_silence_claims_and_moves_with_the_solver():
    """Silence alone comes to the move: it claims for one troop and then takes the end that is left."""
    table = assault_with_search(3, 3, at=((5, 2), (4.5, 3.5), (4, 5)), enemy=((0.5, 0.5),))
    first = command_of_silence(table)
    assert isinstance(first, ClaimImpossible)
    assert (first.what, len(first.troops)) == ("contact", 1)
    table.when("red", first).accepted()
    table.when("red", command_of_silence(table)).then(FormationMoved, kind="assault")


def retreat_spoiled(options: Any = SOLVER) -> Table:
    """Let the plan of a Retreat lose its middle troop; what is left of it is not cohesive."""
    own = formation("a-r", at=[(10, 10 + 1.5 * n) for n in range(3)])
    foe = formation("b-b", at=[(11.5, 10), (11.5, 11.5)])
    table = battle(own, foe, phase="move", dice=[1, 4], options=options)
    plan = (path("a-r.1", (14.5, 10)), path("a-r.2", (14.5, 12.5)), path("a-r.3", (14.5, 14.9)))
    table.when("red", DeclareRetreat(formation="a-r", paths=plan)).accepted()
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).asks("make_move", "red")
    return table


@pytest.mark.rule("GA-2.4-13", "GA-3.2-21")
def test_a_retreat_that_is_left_is_found():
    """With the solver nobody may say that no Retreat is left where one is, and silence makes it."""
    claim = ClaimImpossible(what="retreat", formation="a-r")
    assert offered_claims(retreat_spoiled({})) == {"retreat": ()}
    table = retreat_spoiled()
    assert offered_claims(table) == {}
    table.when("red", claim).rejected("GA-2.4-13", "end-found", found="retreat")
    command = command_of_silence(table)
    assert isinstance(command, MakeRetreatMove)
    table.when("red", command).then(FormationMoved, kind="retreat")
    assert all(x < 10 for x, _ in places(table))


@pytest.mark.rule("GA-2.4-13", "GA-3.2-21")
def test_no_retreat_is_left_where_the_search_finds_none(monkeypatch: pytest.MonkeyPatch):
    """Where the service finds no Retreat the claim stands at once, and the formation has retreated where it is."""
    monkeypatch.setattr(search, "retreats_of", lambda _game, _formation: iter(()))
    table = retreat_spoiled()
    assert offered_claims(table) == {"retreat": ()}
    claimed = table.when("red", command_of_silence(table)).then(FactSettled, value="impossible")
    claimed.then(FormationMoved, kind="retreat", troops=())


def fight_begun(at: Any, foe: Any, options: Any, **rest: Any) -> Table:
    """Let "a-r" fight, select it, and stop at the first question of a move."""
    units = [formation("a-r", at=at, weapons=(blade(),)), formation("b-b", at=foe, weapons=())]
    table = brawl(*units, options=options, **rest)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return table


@pytest.mark.rule("GA-2.4-13", "GA-3.5-11")
@pytest.mark.parametrize("impossibility", ["solver", "declared_with_dispute"])
def test_contact_in_closing_in_is_judged_alike(impossibility: str):
    """By option contact is owed in Close In: the solver refuses a claim where there is room for it."""
    options = {"impossibility": impossibility, "close_in_base_contact": True}
    table = fight_begun([(20, 10), (18, 10)], [(21.5, 10)], options)
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (20.2, 10)),))).rejected(
        "GA-3.5-11", "contact-owed"
    )
    claim = table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=("a-r.1",)))
    if impossibility == "solver":
        claim.rejected("GA-2.4-13", "end-found")
        assert offered_claims(table) == {}
    else:
        claim.asks("fact_stated", "blue")


@pytest.mark.rule("GA-2.4-13", "GA-3.5-21")
@pytest.mark.parametrize(("friends", "stands"), [((), False), ((8.97, 9.98, 10.99), True)])
def test_an_enemy_that_may_be_reached_is_found(friends: Any, *, stands: bool):
    """An enemy 4" away is reached unless friends stand in all places beside it: then a marker may be."""
    units = [formation("a-r", at=[(20, 10)], weapons=()), formation("b-b", at=[(24.8, 10)], weapons=())]
    units += [formation("a-f", at=[(22.8, y) for y in friends], weapons=())] if friends else []
    past = {"assault": assaulted("a-r", "b-b")}
    table = brawl(*units, options=SOLVER, markers=((20, 14),), past=past)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    assert ("consolidate" in offered_claims(table)) is stands
    claim = table.when("red", ClaimImpossible(what="consolidate", formation="a-r"))
    to_marker = Consolidate(formation="a-r", paths=(path("a-r.1", (20, 11)),), marker="1")
    if stands:
        claim.then(FactSettled, value="impossible").asks("consolidate", "red")
        table.when("red", to_marker).then(Consolidated, marker="1")
    else:
        claim.rejected("GA-2.4-13", "end-found")
        table.when("red", to_marker).rejected("GA-3.5-21", "enemy-in-reach")
