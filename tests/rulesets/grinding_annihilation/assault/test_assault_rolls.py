"""Assault rolls (GA-3.4-07, -09, -10): the reach, and Assaults that fail or are declined."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.messages import (
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    DeclareAssault,
    FightsFirstGained,
    FormationMoved,
    RollAssault,
)
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn, rolled_assault
from tests.rulesets.grinding_annihilation.assault.steps import assault_move, make_assault_move, path_to, roll_assault
from tests.rulesets.grinding_annihilation.fixtures import formation, trooper
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
@pytest.mark.parametrize(("dice", "failed"), [((3, 3), True), ((3, 4), False)])
def test_assault_that_can_not_reach_fails_at_once(dice: tuple[int, int], *, failed: bool):
    """A straight gap of 7.5 inches needs 6.5: a 6 fails by itself, a 7 may succeed."""
    table = assault_turn(*dice, enemy=((18.5, 10),))
    assert table.when("red", ASSAULT).one(AssaultDeclared).needed == 6500
    table.when("red", ROLL).accepted()
    assert bool(events_of(table, AssaultFailed)) is failed
    if failed:
        assert events_of(table, FightsFirstGained) == []
        assert places(table) == [(10, 10)]
        refused(table, "red", assault_move(path_to(16, 10)), "GA-3.4-01").rejected("GA-3.4-01", "not-asked")


@pytest.mark.rule("GA-3.4-10")
def test_assault_move_may_be_optional():
    """With the option an Assault move that is possible may be declined."""
    table = roll_assault(assault_turn(5, 5, options={"assault_move_optional": True}))
    table.when("red", assault_move()).then(AssaultFailed, reason="declined")
    assert places(table) == [(10, 10)]
    assert events_of(table, FightsFirstGained) == []


@pytest.mark.rule("GA-3.4-09", "GA-3.4-11")
def test_contact_out_of_the_rolls_reach_is_not_owed():
    """Where the roll does not reach contact, Threat Range is enough, and a roll that just reaches it."""
    table = roll_assault(assault_turn(3, 4, enemy=((19, 10),)))
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved)


@pytest.mark.rule("GA-3.4-09")
def test_a_roll_too_short_for_the_straight_way_fails_at_once():
    """A gap of 7.5 inches needs 6.5: a roll of 6 fails and nobody moves, 7 goes on to the move."""
    table = rolled_assault(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18.5, 10)]), dice=(3, 3))
    assert [type(each) for each in table.events] == [AssaultRolled, AssaultFailed]
    assert table.windows[-1].kind == "assault_turn"
    again = table.when("red", DeclareAssault(formation="a-r", targets=("b-b",)))
    again.rejected("GA-3.4-01", "assault-declared")
    table = rolled_assault(formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18.5, 10)]), dice=(3, 4))
    assert table.windows[-1].kind == "assault_move"


@pytest.mark.rule("GA-3.4-10")
def test_by_option_an_assault_may_be_declined_after_the_roll():
    """With `assault_move_optional` no path at all gives the Assault up."""
    armies = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(14, 10)])
    table = rolled_assault(*armies, options={"assault_move_optional": True})
    make_assault_move(table).then(AssaultFailed, reason="declined").asks("assault_turn", "red")
