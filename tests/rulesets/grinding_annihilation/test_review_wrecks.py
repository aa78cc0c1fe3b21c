"""What is found in review about transports, their wrecks and their passengers."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFatigueEnded,
    DeclareAssault,
    DeclareNormalMove,
    DisembarkFromWreck,
    EmbarkFormation,
    EndTurn,
    FormationBattleFatigued,
    FormationDisembarked,
    FormationEmbarked,
    MakeNormalMove,
    SelectToShoot,
)
from tests.kit import Table, tables_closed
from tests.rulesets.grinding_annihilation.afield import away, carrier, field, row, shown, silence, squad
from tests.rulesets.grinding_annihilation.armed import armed, passes, use
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    aim,
    formation,
    last,
    path,
    refused,
    settle,
    shots,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import hill, with_terrain
from tests.rulesets.grinding_annihilation.test_transports import BESIDE, DEADLY, out, wrecked

__all__ = ["tables_closed"]


def rushed(kind: str, duration: str = "round") -> Table:
    """Destroy a transport whose passengers made such a move in this round before they got in."""
    near = formation("b-n", at=[(20, 30)], weapons=())
    table = wrecked(options={"destroyed_transport_duration": duration}, others=(near,))
    table.put("formations", replace(row(table, "a-p"), move=kind))
    table.faces(6, 6, 6)
    table.when("red", out(*BESIDE)).then(FormationDisembarked, kind="wreck")
    return table


@pytest.mark.rule("GA-3.2-14", "GA-3.2-17", "GA-3.2-45")
@pytest.mark.parametrize("duration", ["round", "turn"])
@pytest.mark.parametrize(("kind", "clause"), [("advance", "GA-3.2-14"), ("retreat", "GA-3.2-17")])
def test_a_wreck_undoes_no_advance_and_no_retreat(kind: str, clause: str, duration: str):
    """Who Advanced or Retreated and then got into a transport neither shoots nor assaults after leaving its wreck."""
    table = rushed(kind, duration)
    assert shown(table, "a-p").move_kind == kind
    settle(table, "EndTurn")
    table.when("blue", EndTurn()).accepted()
    reason = {"advance": "has-advanced", "retreat": "has-retreated"}[kind]
    refused(table, "red", SelectToShoot(formation="a-p"), clause).rejected(clause, reason)
    table.when("red", EndTurn()).accepted()
    settle(table, "DeclareAssault")
    table.when("blue", EndTurn()).accepted()
    told = refused(table, "red", DeclareAssault(formation="a-p", targets=("b-n",)), "GA-3.4-03", "GA-3.1-10")
    told.rejected("GA-3.4-03", "moved-too-far", move=kind)


@pytest.mark.rule("GA-3.2-45")
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
    refused(table, "red", out((22.2, 20)), "GA-3.2-06").rejected("GA-3.2-06", "on-another")
    table.faces(6)
    table.when("red", out((18, 20))).accepted()
    assert [each.troop for each in table.game.wrecks] == ["a-u.1"]
    said = silence(table)
    table.faces(6)
    table.when("red", said).then(FormationDisembarked, formation="a-q", kind="wreck")


@pytest.mark.rule("GA-3.2-37", "GA-3.2-43")
def test_a_wreck_beside_the_way_keeps_nobody_out_of_a_transport():
    """Who has moved may still get in, though the shots that answered the move left a wreck that others got out of."""
    bomb = Member(powers=("deadly_demise 3",))
    red = formation("a-r", at=[(24, 16), (24, 17.5)], troop=trooper(w=4), weapons=(), only={1: bomb})
    watcher = formation("b-b", at=[(24, 2)], weapons=(DEADLY,))
    units = (red, watcher, squad(1), carrier(), carrier("a-u", at=(28, 20)))
    table = away(armed(*units, phase="move", blue=("onslaught_overwatch",)), {"a-p": "a-t.1"})
    table.put("troops", replace(table.game.troops["a-t.1"], wounds_left=1))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    passes(table, "blue")
    ways = [path("a-r.1", (24, 18.5)), path("a-r.2", (24, 20))]
    table.when("red", MakeNormalMove(formation="a-r", paths=tuple(ways))).asks("move_ended", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.faces(6, 6, 1, 6)
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "DisembarkFromWreck")
    table.faces(6)
    table.when("red", out((18, 20))).then(FormationDisembarked, formation="a-p")
    settle(table, "EmbarkFormation")
    table.when("red", EmbarkFormation(formation="a-r", transport="a-u.1")).then(FormationEmbarked)


@pytest.mark.rule("GA-3.2-46", "GA-6.4-01")
def test_a_wreck_on_a_hill_has_room_on_the_hill():
    """Passengers of a transport that falls on top of a hill find room beside it there: it is no emergency."""
    blue = formation("b-b", at=[(40, 20)], weapons=(DEADLY,))
    table = field(squad(3), carrier(at=(20, 20, 4)), blue, off={"a-p": "a-t.1"}, phase="shooting", first="blue",
                  dice=(6, 6, 1))  # fmt: skip
    with_terrain(table, hill(12, 12, 28, 28, 4))
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-t"))).accepted()
    settle(table, "DisembarkFromWreck")
    said = silence(table)
    assert isinstance(said, DisembarkFromWreck)
    assert (said.emergency, [each.pose.z for each in said.troops]) == (False, [4_000] * 3)
    refused(table, "red", DisembarkFromWreck(formation="a-p", troops=(), emergency=True), "GA-3.2-46").rejected(
        "GA-3.2-46", "room-left"
    )
    table.faces(6, 6, 6)
    assert table.refused(table.rules.choose(table.sight("red"), Random(1)), "red") == ()
    table.when("red", said).then(FormationDisembarked, kind="wreck")
