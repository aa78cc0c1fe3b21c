"""Claims that a move is impossible (GA-2.4-13): confirmed, or refuted by an end state."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.offers import Choice
from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    ClaimImpossible,
    DeclareAssault,
    EndTurn,
    FightsFirstGained,
    FormationMoved,
    RollAssault,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn, rolled_assault
from tests.rulesets.grinding_annihilation.assault.steps import (
    assault_move,
    last_fact,
    make_assault_move,
    path_to,
    roll_assault,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, formation
from tests.rulesets.grinding_annihilation.movement.fixtures import spoiled_plan
from tests.rulesets.grinding_annihilation.steps import events_of, path, places, refused, settle, stated_fact


@pytest.mark.rule("GA-3.4-10", "GA-2.4-13")
@pytest.mark.ruling("GA-2.4-13.2", "GA-3.4-10.1")
def test_possible_assault_is_not_declined():
    """Who claims that it can not be done is refuted by an end state that can."""
    table = roll_assault(assault_turn(5, 5, enemy=((15, 10),)))
    claim = ClaimImpossible(what="assault", formation="a-r", troops=())
    claimed = table.when("red", claim).accepted()
    claimed.asks("fact_stated", "blue")
    fact = stated_fact(table)
    refused(table, "red", DisputeFact(fact=fact, value=""), "WG-FACT-01").rejected("WG-FACT-01", "not-asked")
    table.when("blue", DisputeFact(fact=fact, value="a-r.1:14000,10000,0,0")).accepted()
    assert events_of(table, AssaultFailed) == []
    table.when("red", assault_move(path_to(14, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-2.4-13", "GA-3.4-09")
@pytest.mark.ruling("GA-2.4-13.2")
def test_confirmed_impossibility_fails_the_assault():
    """A claim that the other player confirms stands: nobody moves, and there is no bonus."""
    table = roll_assault(assault_turn(5, 5))
    table.when("red", ClaimImpossible(what="assault", formation="a-r", troops=())).accepted()
    fact = stated_fact(table)
    table.when("blue", ConfirmFact(fact=fact)).then(AssaultFailed, reason="impossible").without(FightsFirstGained)
    assert places(table) == [(10, 10)]


@pytest.mark.rule("GA-2.4-13")
def test_refuting_end_state_has_to_be_legal():
    """A dispute with an end state that is not legal is refused."""
    table = roll_assault(assault_turn(5, 5))
    table.when("red", ClaimImpossible(what="assault", formation="a-r", troops=())).accepted()
    fact = stated_fact(table)
    for value, why in (
        ("a-r.1:15000,10000,0,0", {"GA-3.4-08": "target-not-reached"}),
        ("a-r.1:18000,10000,0,0", {"GA-3.4-12": "crosses-enemy", "GA-3.2-06": "on-top"}),
        ("nonsense", {"GA-2.4-13": "no-end-state"}),
        ("", {"GA-3.4-08": "target-not-reached"}),
    ):
        outcome = refused(table, "blue", DisputeFact(fact=fact, value=value), *why)
        for clause, reason in why.items():
            outcome.rejected(clause, reason)
    table.when("blue", ConfirmFact(fact=fact)).accepted()


@pytest.mark.rule("GA-3.4-11", "GA-2.4-13")
@pytest.mark.ruling("GA-3.4-11.1")
def test_contact_that_friends_leave_no_room_for_is_claimed():
    """A troop that can not end in contact may say so; confirmed, it ends closer."""
    table = roll_assault(assault_turn(3, 4, at=((10, 10), (8, 10)), enemy=((16, 10),)))
    short = assault_move(path_to(15, 10), path_to(14, 10, 2))
    refused(table, "red", short, "GA-3.4-11").rejected("GA-3.4-11", "contact-owed")
    table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=("a-r.2",))).accepted()
    fact = stated_fact(table)
    table.when("blue", ConfirmFact(fact=fact)).accepted()
    settle(table, "MakeAssaultMove")
    table.when("red", short).then(FormationMoved)


def claim(table: Table, what: str, *troops: str) -> Any:
    return table.when("red", ClaimImpossible(what=what, formation="a-r", troops=troops))


@pytest.mark.rule("GA-2.4-13", "GA-3.4-10")
def test_a_claim_that_an_assault_is_impossible_falls_with_a_legal_end_state():
    """Confirmed it fails the Assault; an end state that is not legal leaves it standing, a legal one refutes it."""
    armies = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(14, 10)])
    table = rolled_assault(*armies)
    claim(table, "assault").asks("fact_stated", "blue")
    table.when("blue", ConfirmFact(fact=last_fact(table))).then(AssaultFailed, reason="impossible")
    table.when("red", EndTurn()).accepted()
    for shown, clause, reason in (
        ("a-r.1:13000,10000,0,0", "", ""),
        ("nonsense", "GA-2.4-13", "no-end-state"),
        ("a-r.1:13000,13000,0,0", "GA-3.4-08", "target-not-reached"),
    ):
        table = rolled_assault(*armies)
        claim(table, "assault").accepted()
        if not clause:
            outcome = table.when("blue", DisputeFact(fact=last_fact(table), value=shown))
            outcome.without(AssaultFailed).asks("assault_move", "red")
            claim(table, "assault").rejected("GA-2.4-13", "claim-refuted")
            make_assault_move(table, path("a-r.1", (13, 10))).accepted()
        else:
            table.when("blue", DisputeFact(fact=last_fact(table), value=shown)).rejected(clause, reason)
            table.when("blue", ConfirmFact(fact=last_fact(table))).then(AssaultFailed, reason="impossible")


@pytest.mark.rule("GA-3.4-11", "GA-2.4-13")
def test_who_stays_out_of_contact_claims_that_he_cannot_get_there():
    """The troop behind needs a claim while contact lies within its reach, and none where it does not."""
    armies = formation("a-r", at=[(10, 10), (8.5, 10)]), formation("b-b", at=[(15, 10)])
    paths = path("a-r.1", (14, 10)), path("a-r.2", (12.9, 10))
    table = rolled_assault(*armies)
    make_assault_move(table, *paths).rejected("GA-3.4-11", "contact-owed", troop="a-r.2")
    claim(table, "contact", "a-r.2").asks("fact_stated", "blue")
    table.when("blue", ConfirmFact(fact=last_fact(table))).asks("assault_move", "red")
    make_assault_move(table, *paths).then(FormationMoved)
    assert not table.game.facts
    table = rolled_assault(*armies, dice=(3, 2))
    make_assault_move(table, *paths).then(FormationMoved)


@pytest.mark.rule("GA-2.4-13")
def test_an_end_state_against_a_claim_of_contact_leaves_the_others_theirs():
    """It has to show the claimed troop in contact without taking another's place away."""
    armies = formation("a-r", at=[(10, 10), (8.5, 10)]), formation("b-b", at=[(15, 10)])
    table = rolled_assault(*armies)
    claim(table, "contact", "a-r.2").accepted()
    swapped = "a-r.2:14000,10000,0,0; a-r.1:13000,11000,0,0"
    found = table.refused(DisputeFact(fact=last_fact(table), value=swapped), "blue")
    assert [(row.clause, row.reason) for row in found] == [("GA-2.4-13", "contact-owed")]
    table.when("blue", ConfirmFact(fact=last_fact(table))).asks("assault_move", "red")
    make_assault_move(table, path("a-r.1", (14, 10)), path("a-r.2", (12.9, 10))).accepted()
    table = rolled_assault(*armies)
    claim(table, "contact", "a-r.2").accepted()
    both = "a-r.1:14000,10000,0,0; a-r.2:14500,7500,0,0; a-r.2:14999,8999,0,0"
    table.when("blue", DisputeFact(fact=last_fact(table), value=both)).asks("assault_move", "red")
    behind = make_assault_move(table, path("a-r.1", (14, 10)), path("a-r.2", (12.9, 10)))
    behind.rejected("GA-3.4-11", "contact-owed", troop="a-r.2")
    make_assault_move(table, path("a-r.1", (14, 10)), path("a-r.2", (14.5, 7.5), (14.999, 8.999))).accepted()


@pytest.mark.rule("GA-3.2-21", "GA-2.4-13")
@pytest.mark.ruling("GA-3.2-21.3")
def test_that_no_retreat_is_left_stands_until_an_end_state_refutes_it():
    """Confirmed, nobody moves and the formation has retreated; a legal end state is what silence then takes."""
    claim = ClaimImpossible(what="retreat", formation="a-r")
    table = spoiled_plan()
    table.when("red", claim).asks("fact_stated", "blue")
    confirmed = table.when("blue", ConfirmFact(fact=next(iter(table.game.facts))))
    confirmed.then(FormationMoved, kind="retreat", troops=()).asks("move_turn", "red")
    assert table.game.formations["a-r"].move == "retreat"
    table = spoiled_plan()
    table.when("red", claim).accepted()
    shown = "a-r.1:7500,10000,0,0; a-r.3:7500,12000,0,0"
    table.when("blue", DisputeFact(fact=next(iter(table.game.facts)), value=shown)).asks("make_move", "red")
    table.when("red", claim).rejected("GA-2.4-13", "claim-refuted", found="retreat")
    silence = table.rules.windows["make_move"].default_command
    command = silence(table.game, table.window, 0) if silence and table.window else None
    assert command is not None
    table.when("red", command).then(FormationMoved, kind="retreat")


def values(domain):
    assert isinstance(domain.values, Choice)
    return domain.values.values


@pytest.mark.rule("GA-2.4-13")
def test_claims_of_an_assault_are_offered_as_they_may_be_made():
    """That the Assault is impossible is offered without troops; contact and closer with some or none."""
    red, blue = formation("a-r", at=[(20, 10), (20, 11.5)]), formation("b-b", at=[(27, 10)])
    table = battle(red, blue, phase="assault", dice=[6, 6])
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_move", "red")
    claims = [offer for offer in table.offers("red") if offer.command == "ClaimImpossible"]
    found = {value for row in claims for domain in row.fields if domain.field == "what" for value in values(domain)}
    assert found == {"assault", "contact", "closer"}
    for row in claims:
        domains = {domain.field: domain.values for domain in row.fields}
        for what in domains["what"].values:
            troops = domains["troops"].values if "troops" in domains else ()
            assert table.refused(ClaimImpossible(what=what, formation="a-r", troops=troops), "red") == ()
