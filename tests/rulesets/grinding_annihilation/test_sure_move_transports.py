"""Transports once more: after which moves they are entered and left, and what a wreck bars."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    DeclareRetreat,
    EndTurn,
    FormationDisembarked,
    FormationEmbarked,
    RemainStationary,
)
from tests.rulesets.grinding_annihilation.afield import carrier, row
from tests.rulesets.grinding_annihilation.givens import battle, formation, move, path, places, refused, settle
from tests.rulesets.grinding_annihilation.test_transports import BESIDE, ENEMY, embark, get_out, inside, out, wrecked


@pytest.mark.rule("GA-3.2-37")
@pytest.mark.parametrize("kind", ["normal", "advance", "retreat", "stationary"])
def test_who_moved_gets_in_however_he_moved(kind: str):
    """After a Normal move, an Advance or a Retreat a formation gets in; one that Remained Stationary does not."""
    near = [formation("b-n", at=[(25.5, 20)], weapons=())] if kind == "retreat" else []
    dice = (1,) if kind == "advance" else ()
    table = battle(formation("a-p", at=[(24, 20)]), carrier(), ENEMY, *near, phase="move", dice=dice)
    if kind == "stationary":
        table.when("red", RemainStationary(formation="a-p")).accepted()
        refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "not-just-moved")
        return
    if kind == "retreat":
        table.when("red", DeclareRetreat(formation="a-p", paths=(path("a-p.1", (23.4, 20)),))).accepted()
        settle(table, "EmbarkFormation")
    else:
        move(table, formation="a-p", kind=kind).accepted()
    table.when("red", embark()).then(FormationEmbarked, formation="a-p")


@pytest.mark.rule("GA-3.2-37")
def test_who_got_out_does_not_get_in_again():
    """A formation that disembarked in the phase moves beside its transport, has room in it, and stays out."""
    table = inside()
    table.when("red", get_out(*BESIDE)).accepted()
    move(table, formation="a-p").accepted()
    refused(table, "red", embark(), "GA-3.2-37").rejected("GA-3.2-37", "has-disembarked")


@pytest.mark.rule("GA-3.2-42")
def test_nobody_gets_out_of_a_transport_that_retreated():
    """After its Retreat nobody leaves a transport."""
    table = inside(carrier(), formation("b-b", at=[(22.5, 20)]))
    table.when("red", DeclareRetreat(formation="a-t", paths=(path("a-t.1", (15, 20)),))).accepted()
    settle(table, "DisembarkFormation")
    assert places(table, "a-t") == [(15, 20)]
    away = get_out((15, 22.6), (16.5, 22.6), (13.5, 22.6))
    refused(table, "red", away, "GA-3.2-42").rejected("GA-3.2-42", "transport-too-fast", move="retreat")


@pytest.mark.rule("GA-3.2-45", "GA-3.4-03")
@pytest.mark.parametrize(("shaken", "clauses"), [(True, ("GA-3.4-03", "GA-3.1-10")), (False, ("GA-3.4-03",))])
def test_who_left_a_wreck_does_not_assault(*, shaken: bool, clauses: tuple[str, ...]):
    """For the rest of the round no Assault is declared, even were the Battle-Fatigue gone; others declare theirs."""
    foe, fellow = formation("b-n", at=[(20, 30)], weapons=()), formation("a-n", at=[(25, 22)])
    table = wrecked(others=(foe, fellow))
    table.faces(2, 3, 4)
    table.when("red", out(*BESIDE)).accepted()
    settle(table, "DeclareAssault")
    table.when("blue", EndTurn()).accepted()
    if not shaken:
        table.put("formations", replace(row(table, "a-p"), fatigued=0))
    told = refused(table, "red", DeclareAssault(formation="a-p", targets=("b-n",)), *clauses)
    told.rejected("GA-3.4-03", "bound-by-transport")
    table.when("red", DeclareAssault(formation="a-n", targets=("b-n",))).accepted()


@pytest.mark.rule("GA-3.2-33", "GA-3.2-37")
def test_nobody_gets_into_what_is_no_transport_of_his():
    """After its move a formation gets into a friendly transport, not into the enemy's or one that is none."""
    hulk = formation("a-h", at=[(24, 24)], keywords=("vehicle",))
    units = (formation("a-p", at=[(24, 20)]), carrier(), carrier("b-t", at=(28, 20)), hulk)
    table = battle(*units, ENEMY, phase="move")
    move(table, formation="a-p").accepted()
    for other in ("b-t.1", "a-h.1"):
        refused(table, "red", embark(transport=other), "GA-3.2-33").rejected("GA-3.2-33", "no-transport")
    table.when("red", embark()).then(FormationEmbarked, transport="a-t.1")


@pytest.mark.rule("GA-3.2-39")
def test_nobody_gets_out_of_a_transport_that_he_is_not_in():
    """Passengers get out of the transport that carries them, not of one beside it; who is outside gets out of none."""
    units = (carrier(), carrier("a-u", at=(20, 26)), formation("a-n", at=[(24, 20)]))
    table = inside(*units, ENEMY)
    between = ((20, 23), (21.5, 23), (18.5, 23))
    for command in (get_out(*between, transport="a-u.1"), get_out((24, 22), id="a-n")):
        refused(table, "red", command, "GA-3.2-39").rejected("GA-3.2-39", "not-aboard")
    table.when("red", get_out(*between)).then(FormationDisembarked, transport="a-t.1")
