"""What is found in review about transports, their wrecks and their passengers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.messages import (
    BattleFatigueEnded,
    DeclareAssault,
    EndTurn,
    FormationBattleFatigued,
    FormationDisembarked,
    SelectToShoot,
)
from tests.kit import Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import carrier, field, row, shown, silence, squad
from tests.rulesets.grinding_annihilation.givens import aim, formation, last, refused, settle, shots, trooper
from tests.rulesets.grinding_annihilation.test_transports import BESIDE, DEADLY, out, wrecked

__all__ = ["tables_closed"]


def rushed(kind: str, duration: str = "round") -> Table:
    """Destroy a transport whose passengers made such a move in this round before they got in."""
    table = wrecked(options={"destroyed_transport_duration": duration})
    table.put("formations", replace(row(table, "a-p"), move=kind))
    table.faces(6, 6, 6)
    table.when("red", out(*BESIDE)).then(FormationDisembarked, kind="wreck")
    return table


@pytest.mark.rule("GA-3.2-14", "GA-3.2-17", "GA-3.2-45")
@pytest.mark.parametrize("duration", ["round", "turn"])
@pytest.mark.parametrize(("kind", "clause"), [("advance", "GA-3.2-14"), ("retreat", "GA-3.2-17")])
def test_a_wreck_undoes_no_advance_and_no_retreat(kind: str, clause: str, duration: str):
    """Who Advanced or Retreated and then got into a transport does not shoot after leaving its wreck."""
    table = rushed(kind, duration)
    assert shown(table, "a-p").move_kind == kind
    settle(table, "EndTurn")
    table.when("blue", EndTurn()).accepted()
    refused(table, "red", SelectToShoot(formation="a-p"), clause)
    table.when("red", EndTurn()).accepted()
    settle(table, "DeclareAssault")
    table.when("blue", EndTurn()).accepted()
    refused(table, "red", DeclareAssault(formation="a-p", targets=("b-b",)), "GA-3.4-03", "GA-3.1-10", clause)


@pytest.mark.rule("GA-3.2-45", "GA-3.0-05")
def test_a_wreck_at_the_start_of_a_round_shakes_until_the_next_manoeuvres_turn():
    """A transport that falls before the Manoeuvres Phase of a round shakes its passengers until their turn in it."""
    gorgon = formation("b-b", at=[(26, 20)], troop=trooper(w=3), powers=("dread_aura 1",))
    table = field(squad(1), carrier(), gorgon, off={"a-p": "a-t.1"}, phase="brawl", wounds={"a-t.1": 1})
    settle(table, "DisembarkFromWreck")
    assert (table.game.battle.round, table.game.battle.phase) == (2, "brawl")
    table.faces(6, 6, 1)
    table.when("red", out((20, 22.6))).then(FormationBattleFatigued, formation="a-p", until=2)
    settle(table, "TakeBattleFatigueTest")
    assert last(table, BattleFatigueEnded).formations == ("a-p",)
    assert row(table, "a-p").fatigued == 0


@pytest.mark.rule("GA-3.2-43")
def test_no_passenger_gets_out_onto_a_wreck_that_waits():
    """Of two transports that fall at one moment the second lies in the way until its own passengers are out."""
    blast = formation("a-x", at=[(21, 24)], powers=("deadly_demise 1",))
    pair = (carrier(), carrier("a-u", at=(23.2, 20)))
    table = field(squad(1), squad(1, "a-q"), *pair, blast, formation("b-b", at=[(40, 24)], weapons=(DEADLY,)),
                  off={"a-p": "a-t.1", "a-q": "a-u.1"}, phase="shooting", first="blue", dice=(6, 6, 1, 6),
                  wounds={"a-t.1": 1, "a-u.1": 1})  # fmt: skip
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-x"))).accepted()
    settle(table, "DisembarkFromWreck")
    assert [each.troop for each in table.game.wrecks] == ["a-t.1", "a-u.1"]
    refused(table, "red", out((22.2, 20)), "GA-3.2-06")
    table.faces(6)
    table.when("red", out((18, 20))).accepted()
    assert [each.troop for each in table.game.wrecks] == ["a-u.1"]
    said = silence(table)
    table.faces(6)
    table.when("red", said).then(FormationDisembarked, formation="a-q", kind="wreck")
