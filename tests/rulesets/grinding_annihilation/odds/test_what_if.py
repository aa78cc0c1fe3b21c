"""What an estimate supposes of a formation is noted by the reducers that note it in a battle."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.rows import Fallen
from adjudicator.rulesets.grinding_annihilation.model.state import DESTROYED, troops_of
from adjudicator.rulesets.grinding_annihilation.odds.what_if import after_wounds, remaining_of, with_remaining
from adjudicator.rulesets.grinding_annihilation.rules.invariants import invariants
from tests.rulesets.grinding_annihilation.odds.fixtures import cases_on_table
from tests.rulesets.grinding_annihilation.oracles.attack_odds import Case, Mark

TARGET = (Mark(wounds=3), Mark(wounds=3), Mark(wounds=3, leader=True))
WALL = "b-wall"


@pytest.mark.rule("GA-3.3-27", "GA-3.3-28", "GA-8.4-05")
def test_who_is_supposed_to_have_fallen_has_fallen() -> None:
    """The fallen are kept as such, their part is destroyed with its last troop, the formation with its last part."""
    game = cases_on_table(Case(target=TARGET)).game
    first, second, leader = troops_of(game, WALL)
    none = with_remaining(game, WALL, ())
    assert none.formations[WALL].place == DESTROYED
    assert all(none.parts[part].destroyed for part in none.formations[WALL].parts)
    led = with_remaining(game, WALL, ((second.id, 2, True), (leader.id, 3, False)))
    assert led.fallen == {first.id: Fallen(troop=replace(first, wounds_left=0), cause="attack")}
    assert (led.troops[second.id].wounds_left, led.troops[second.id].marked) == (2, True)
    assert not any(led.parts[part].destroyed for part in led.formations[WALL].parts)
    alone = with_remaining(led, WALL, ((second.id, 2, True),))
    assert [part for part in alone.formations[WALL].parts if alone.parts[part].destroyed] == [leader.part]
    assert [*invariants(none), *invariants(led), *invariants(alone)] == []
    assert not game.fallen
    assert troops_of(game, WALL) == [first, second, leader]


@pytest.mark.rule("GA-3.3-22", "GA-3.3-27", "GA-3.3-28")
def test_a_troop_that_loses_wounds() -> None:
    """It keeps what is left and the mark of an attack; without any wounds left it is gone."""
    game = cases_on_table(Case(target=TARGET)).game
    first, second, leader = troops_of(game, WALL)
    rest = remaining_of(game, WALL)
    assert after_wounds(game, second.id, 2, mark=True) == (rest[0], (second.id, 1, True), rest[2])
    assert after_wounds(game, second.id, 0) == rest
    assert after_wounds(game, first.id, 3) == rest[1:]
    assert after_wounds(game, leader.id, 3) == rest[:2]
