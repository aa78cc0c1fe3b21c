"""Weapons Decks (GA-3.2-35, -36): weapons that passengers lend."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BeginPhase,
    DeclareAssault,
    DeclareNormalMove,
    FormationBattleFatigued,
    FormationSelectedToShoot,
    HitsRolled,
    RollAssault,
    SelectToShoot,
    ShootingEnded,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepare
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use
from tests.rulesets.grinding_annihilation.fixtures import battle, blade, formation, gun, moved, trooper, window_kind_of
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier, deck_turn, squad, take_off_warfield
from tests.rulesets.grinding_annihilation.movement.steps import loan
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    formation_row,
    formation_view,
    last_event,
    refused,
    settle,
    shots,
)


def select_with_loans(*loans: Any) -> SelectToShoot:
    return SelectToShoot(formation="a-t", sidearms=(), loans=loans)


@pytest.mark.rule("GA-3.2-35")
def test_a_deck_holds_so_many_passengers():
    """Of up to so many passengers one ranged weapon each is fired, by the transport and from where it stands."""
    table = deck_turn(weapons=())
    refused(table, "red", select_with_loans(loan("a-p.1"), loan("a-p.2"), loan("a-p.3")), "GA-3.2-35").rejected(
        "GA-3.2-35", "deck-full"
    )
    refused(table, "red", select_with_loans(loan("a-p.1"), loan("a-p.1")), "GA-3.2-35").rejected(
        "GA-3.2-35", "lends-twice"
    )
    refused(table, "red", select_with_loans(loan("a-p.1", "blade")), "GA-3.2-35").rejected(
        "GA-3.2-35", "nothing-to-lend"
    )
    refused(table, "red", select_with_loans(loan("a-spare.1", "long_rifle")), "GA-3.2-35").rejected(
        "GA-3.2-35", "lender-not-aboard"
    )
    table.when("red", select_with_loans(loan("a-p.1"), loan("a-p.2"))).cites("GA-3.2-35", "GA-3.2-36")
    assert table.game.troops["a-t.1"].weapons == ("rifle", "rifle")
    fired = shots(table, "a-t", "b-b", "rifle")
    assert len(fired) == 2
    table.faces(1, 1)
    table.when("red", aim(table, "a-t", *fired)).accepted()
    settle(table)
    assert last_event(table, ShootingEnded).formation == "a-t"
    assert table.game.troops["a-t.1"].weapons == ()


@pytest.mark.rule("GA-3.2-36")
def test_lent_weapons_are_the_transports():
    """A fatigued transport hits on 6+ with what is lent to it; who lends is not selected to shoot in that phase."""
    fatigued = {"manoeuvres": [FormationBattleFatigued(formation="a-t", until=2)]}
    table = deck_turn(past=fatigued, weapons=())
    table.when("red", select_with_loans(loan("a-p.1"))).accepted()
    assert formation_view(table, "a-p").lent
    table.faces(5)
    table.when("red", aim(table, "a-t", *shots(table, "a-t", "b-b", "rifle"))).accepted()
    settle(table)
    assert last_event(table, HitsRolled).needed.total == 6
    refused(table, "red", SelectToShoot(formation="a-p"), "GA-2.1-07").rejected("GA-2.1-07", "shooter-off-field")
    assert formation_row(table, "a-p").lent


@pytest.mark.rule("GA-3.2-36")
@pytest.mark.ruling("GA-3.2-36.1")
@pytest.mark.parametrize("own", ["storm", "rifle"])
def test_an_advance_of_the_transport_limits_what_is_lent(own: str):
    """A transport that Advanced needs a Storm weapon of its own, and then fires Storm weapons alone."""
    weapons = (gun("storm", "storm"),) if own == "storm" else (gun("plain"),)
    table = deck_turn(past={"move": moved("a-t", "advance")}, weapons=weapons)
    if own == "rifle":
        refused(table, "red", select_with_loans(loan("a-p.1")), "GA-3.2-14").rejected("GA-3.2-14", "has-advanced")
        return
    table.when("red", select_with_loans(loan("a-p.1"))).accepted()
    refused(table, "red", aim(table, "a-t", *shots(table, "a-t", "b-b", "rifle")), "GA-8.3-06").rejected(
        "GA-8.3-06", "storm-only"
    )
    table.faces(1)
    table.when("red", aim(table, "a-t", *shots(table, "a-t", "b-b", "storm"))).accepted()
    assert last_event(settle(table), ShootingEnded).formation == "a-t"


def overwatch_through_deck(*, deck: int = 2, past: Any = None, lender: str = "rifle", phase: str = "move") -> Table:
    """Let red move, or assault, before a transport of blue's with an Overwatch prepared and three passengers aboard."""
    hull = carrier("b-t", at=(30, 20), powers=(f"weapons_deck {deck}",) if deck else (), weapons=())
    people = squad(3, "b-p", weapons=(gun(lender), blade()) if lender else (blade(),))
    red = formation("a-r", at=[(20, 20)], weapons=(), troop=trooper(w=2))
    table = battle(people, hull, red, phase=phase, begin=False, past=past)
    take_off_warfield(prepare(table, blue=("onslaught_overwatch",)), {"b-p": "b-t.1"})
    table.ask(window_kind_of(table, "BeginPhase"), "table")
    table.when("table", BeginPhase(phase=phase)).accepted()
    if phase == "move":
        table.when("red", DeclareNormalMove(formation="a-r")).accepted()
        return table
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.faces(6, 5)
    table.when("red", RollAssault(formation="a-r")).accepted()
    return table


@pytest.mark.rule("GA-3.2-36", "GA-5.7-02", "GA-5.7-03")
@pytest.mark.ruling("GA-3.2-36.1")
def test_an_overwatch_through_the_deck():
    """A transport whose only guns are its passengers' may answer a move: it is lent to, and hits on 6 alone."""
    table = overwatch_through_deck()
    assert table.window is not None
    assert (table.window.kind, table.window.asks) == ("move_started", (1,))
    (offered,) = (offer for offer in table.offers("blue") if offer.command == "UseBattleManoeuvre")
    loans = next(domain.values for domain in offered.fields if domain.field == "loans")
    assert (len(loans.of), loans.most, offered.fields[1].values.values) == (3, 2, ("b-t",))
    lent = tuple(loan(f"b-p.{row}", transport="b-t.1") for row in (1, 2, 3))
    use(table, "blue", "onslaught_overwatch", "b-t", loans=lent).rejected("GA-3.2-35", "deck-full", most=2, found=3)
    used = use(table, "blue", "onslaught_overwatch", "b-t", loans=lent[:2])
    used.then(FormationSelectedToShoot, overwatch="a-r", loans=lent[:2])
    table.faces(5, 6, 1)
    table.when("blue", aim(table, "b-t", *shots(table, "b-t", "a-r", "rifle"))).accepted()
    settle(table, "MakeNormalMove")
    rolled = last_event(table, HitsRolled)
    assert (rolled.needed.total, rolled.faces, rolled.hits) == (6, (5, 6), 1)
    assert last_event(table, ShootingEnded).formation == "b-t"
    assert table.game.troops["b-t.1"].weapons == ()


@pytest.mark.rule("GA-5.7-02", "GA-3.2-36")
@pytest.mark.parametrize(
    ("deck", "lender", "kind"), [(2, "rifle", "move_started"), (0, "rifle", "make_move"), (2, "", "make_move")]
)
def test_who_has_nothing_to_fire_is_not_asked(deck: int, lender: str, kind: str):
    """Without a Weapons Deck, or with passengers who have no guns, nobody is asked and the move goes on."""
    table = overwatch_through_deck(deck=deck, lender=lender)
    assert table.window is not None
    assert table.window.kind == kind


@pytest.mark.rule("GA-5.7-02", "GA-3.2-36")
@pytest.mark.parametrize(("kind", "asked"), [("normal", True), ("advance", False), ("retreat", False)])
def test_the_transport_itself_has_to_be_eligible(kind: str, *, asked: bool):
    """In the Assault Phase a transport that Advanced or Retreated answers nothing, whatever its passengers carry."""
    table = overwatch_through_deck(past={"move": moved("b-t", kind)}, phase="assault")
    assert table.window is not None
    assert table.window.kind == ("assault_started" if asked else "assault_move")
