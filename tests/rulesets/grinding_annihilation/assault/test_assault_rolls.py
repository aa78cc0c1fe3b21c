"""Assault rolls (GA-3.4-07, -09, -10): the reach, and Assaults that fail or are declined."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    DeclareAssault,
    FightsFirstGained,
    FormationMoved,
    RollAssault,
)
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn
from tests.rulesets.grinding_annihilation.assault.steps import assault_move, path_to, roll_assault
from tests.rulesets.grinding_annihilation.fixtures import trooper
from tests.rulesets.grinding_annihilation.steps import events_of, path, places, refused

ASSAULT = DeclareAssault(formation="a-r", targets=("b-b",))

ROLL = RollAssault(formation="a-r")


@pytest.mark.rule("GA-3.4-07", "GA-2.5-01")
def test_assault_roll_is_the_reach():
    """Two dice added up are how far each troop may move, whatever its Move."""
    table = assault_turn(3, 5, troop=trooper(m=2))
    table.when("red", ASSAULT).accepted()
    rolled = table.when("red", ROLL).one(AssaultRolled)
    assert (rolled.faces, rolled.reach.total) == ((3, 5), 8000)
    refused(table, "red", assault_move(path("a-r.1", (10, 11.5), (17, 10))), "GA-3.4-07").rejected(
        "GA-3.4-07", "too-far"
    )
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.4-09")
@pytest.mark.ruling("GA-3.4-09.1")
@pytest.mark.parametrize(("dice", "failed"), [((3, 3), True), ((3, 4), False)])
def test_assault_that_can_not_reach_fails_at_once(dice: tuple[int, int], *, failed: bool):
    """A straight gap of 7.5 inches needs 6.5: a 6 fails by itself, a 7 may succeed."""
    table = assault_turn(*dice, enemy=((18.5, 10),))
    assert table.when("red", ASSAULT).one(AssaultDeclared).needed == 6500
    rolled = table.when("red", ROLL).asks("assault_turn" if failed else "assault_move", "red")
    assert bool(events_of(table, AssaultFailed)) is failed
    if failed:
        rolled.exactly(AssaultRolled, AssaultFailed)
        assert events_of(table, FightsFirstGained) == []
        assert places(table) == [(10, 10)]
        refused(table, "red", assault_move(path_to(16, 10)), "GA-3.4-01").rejected("GA-3.4-01", "not-asked")


@pytest.mark.rule("GA-3.4-10")
@pytest.mark.ruling("GA-3.4-10.2")
def test_assault_move_may_be_optional():
    """With the option an Assault move that is possible may be declined."""
    table = roll_assault(assault_turn(5, 5, options={"assault_move_optional": True}))
    table.when("red", assault_move()).then(AssaultFailed, reason="declined").asks("assault_turn", "red")
    assert places(table) == [(10, 10)]
    assert events_of(table, FightsFirstGained) == []


@pytest.mark.rule("GA-3.4-10")
@pytest.mark.ruling("GA-3.4-10.1")
def test_assault_move_that_is_possible_is_made():
    """Without the option who has rolled enough can not decline: a move of nobody is refused, and none is offered."""
    table = roll_assault(assault_turn(5, 5))
    offered = [row for row in table.offers("red") if row.command == "MakeAssaultMove"]
    assert offered
    assert all("paths" in {field.field for field in row.fields} for row in offered)
    refused(table, "red", assault_move(), "GA-3.4-08", "GA-3.4-11")
    assert events_of(table, AssaultFailed) == []
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.4-09", "GA-3.4-11")
def test_contact_out_of_the_rolls_reach_is_not_owed():
    """Where the roll does not reach contact, Threat Range is enough, and a roll that just reaches it."""
    table = roll_assault(assault_turn(3, 4, enemy=((19, 10),)))
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved)
