"""Rulings on sight and on what is settled about it."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact, FactSettled, FactStated
from adjudicator.rulesets.grinding_annihilation.model.messages import SelectToShoot
from tests.rulesets.grinding_annihilation.concepts.steps import fact_of, sight_stated
from tests.rulesets.grinding_annihilation.steps import aim, move, path, settle, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import facing_in_terrain, hill
from tests.rulesets.grinding_annihilation.terrain.steps import sight_of_troop


@pytest.mark.rule("GA-2.4-08")
@pytest.mark.ruling("GA-2.4-08.2")
@pytest.mark.parametrize(("edge", "seen"), [(10.3, True), (10.6, False)])
def test_any_part_of_the_observer_looks(edge: float, *, seen: bool):
    """A wall that hides the target from the observer's centre, and not from the side of its base, does not hide it."""
    assert (sight_of_troop(facing_in_terrain(hill(14, 5, 15, edge, top=9))) != "none") is seen


@pytest.mark.rule("GA-2.4-12")
@pytest.mark.ruling("GA-2.4-12.2")
def test_a_confirmed_statement_is_disputed_no_more():
    """Once the window after the declaration has closed, sight stands for the attack."""
    table = sight_stated(1)
    fact = fact_of(table)
    table.when("blue", ConfirmFact(fact=fact)).accepted()
    late = table.refused(DisputeFact(fact=fact, value="none"), "blue")
    assert {row.reason for row in late} == {"not-asked"}
    settle(table)


@pytest.mark.rule("GA-2.5-11")
@pytest.mark.ruling("GA-2.5-11.3")
@pytest.mark.parametrize("mover", ["a-r", "b-b", ""])
def test_settled_sight_binds_until_a_troop_concerned_moves(mover: str):
    """Next round nobody states the contrary of what was settled, unless the shooter or its target has moved."""
    table = sight_stated(3, 5)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).then(FactSettled, value="none")
    table.when("red", aim(table, "a-r")).accepted()
    table.faces(6, 1)
    settle(table, "DeclareNormalMove")
    assert (table.game.battle.round, table.game.battle.phase) == (2, "move")
    if mover == "a-r":
        move(table, path("a-r.1", (10, 11))).accepted()
    if mover == "b-b":
        settle(table, "EndMoveStep")
        while table.window is not None and table.window.asks[0] == 0:
            settle(table, "EndTurn")
            answer = table.rules.windows[table.window.kind].default_command
            assert answer is not None
            command = answer(table.game, table.window, 0)
            assert command is not None
            table.when("red", command).accepted()
        move(table, path("b-b.1", (23, 11)), formation="b-b", who="blue").accepted()
    settle(table, "SelectToShoot")
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    declared = table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b")))
    if mover:
        declared.then(FactStated, kind="sight", value="full")
    else:
        declared.rejected("GA-2.5-11", "sight-settled", settled="none")
