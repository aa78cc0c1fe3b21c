"""Initiative and Manoeuvre Points (GA-3.1-01 to -03)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FirstPlayerSet,
    ManoeuvrePointsGained,
    PhaseBegun,
    PlayerTurnBegun,
    RollFirstTurn,
    RollOffMade,
    RoundBegun,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, deployed, window_kind_of
from tests.rulesets.grinding_annihilation.steps import events_of, last_event


@pytest.mark.rule("GA-3.1-01", "GA-3.0-03", "GA-2.5-08")
@pytest.mark.ruling("GA-3.0-03.2", "GA-3.1-01.2")
def test_initiative_is_rolled_off_from_the_second_round():
    """The winner of the round's roll-off is first in it; ties are thrown again."""
    table = battle(phase="brawl", first="red", dice=(3, 3, 2, 5))
    assert last_event(table, RollOffMade).faces == (3, 3, 2, 5)
    assert last_event(table, FirstPlayerSet) == FirstPlayerSet(round=2, seat=1)
    assert last_event(table, PlayerTurnBegun) == PlayerTurnBegun(seat=1, phase="manoeuvres")


@pytest.mark.rule("GA-3.1-02", "GA-3.0-03", "GA-7.0-15")
@pytest.mark.ruling("GA-3.0-03.3", "GA-3.1-02.3", "GA-7.0-15.3")
def test_initiative_may_be_fixed_by_the_warfield():
    """With the option the first player of round 1 is first in every round, and nothing is rolled."""
    table = battle(phase="brawl", first="red", options={"initiative_mode": "fixed_by_warfield"})
    assert (last_event(table, RoundBegun).round, last_event(table, PlayerTurnBegun).seat) == (2, 0)
    assert events_of(table, RollOffMade) == []


@pytest.mark.rule("GA-3.1-02", "GA-7.0-15")
@pytest.mark.ruling("GA-3.1-02.2", "GA-7.0-15.2")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), 0), ((2, 6), 1)])
def test_first_turn_roll_is_the_initiative_of_round_one(dice: tuple[int, int], winner: int):
    """The pre-battle roll-off says who is first in round 1; no other initiative is rolled for it."""
    table = deployed(dice=dice)
    table.ask(window_kind_of(table, "RollFirstTurn"), "table")
    table.when("table", RollFirstTurn()).then(RollOffMade, purpose="first_turn", winner=winner)
    assert last_event(table, FirstPlayerSet) == FirstPlayerSet(round=1, seat=winner)
    assert (last_event(table, PhaseBegun).phase, last_event(table, PlayerTurnBegun).seat) == ("manoeuvres", winner)


@pytest.mark.rule("GA-3.1-03")
@pytest.mark.ruling("GA-3.1-03.1", "GA-3.1-03.2", "GA-5.0-02.2")
def test_both_players_gain_a_point_in_each_round():
    """At the start of each Manoeuvres Phase both players gain one point, and keep what they have."""
    table = battle(phase="manoeuvres")
    assert last_event(table, ManoeuvrePointsGained).totals == (1, 1)
    past = {"manoeuvres": [ManoeuvrePointsGained(points=1, totals=(1, 1))]}
    table = battle(phase="brawl", past=past, dice=(4, 2))
    assert last_event(table, ManoeuvrePointsGained).totals == (2, 2)


@pytest.mark.rule("GA-3.1-03")
@pytest.mark.ruling("GA-3.1-03.3", "GA-5.0-02.3")
@pytest.mark.parametrize(("options", "total"), [({"starting_mp": 2}, 3), ({"starting_mp": 2, "mp_cap": 2}, 2)])
def test_start_and_cap_are_options(options: dict[str, int], total: int):
    """The points at the start and the most that a player may hold are options."""
    table = battle(phase="manoeuvres", options=options)
    assert [side.manoeuvre_points for side in table.view("referee").sides] == [total, total]
