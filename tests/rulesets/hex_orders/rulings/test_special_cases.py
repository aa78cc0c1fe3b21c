"""Rulings of single cases: an unknown way to win, a unit without an initial speed, a winner that enters a swamp."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import UnitPlaced
from tests.rulesets.hex_orders.assault.fixtures import STAY, STILL, model_that_fights, unmanned_vehicle
from tests.rulesets.hex_orders.assault.steps import assault
from tests.rulesets.hex_orders.damage.steps import among_effects
from tests.rulesets.hex_orders.fixtures import infantry, price, with_orders
from tests.rulesets.hex_orders.setup.fixtures import FIRST, STOCK, entry, terms
from tests.rulesets.hex_orders.setup.steps import deploying, load_lists, place
from tests.rulesets.hex_orders.steps import continue_to, hexes_of, play_steps, refused


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3", "HX-GAP-07.4")
def test_an_unknown_way_to_win_is_refused_under_its_own_clause():
    """A value of victory that there is not is refused as such, and not for want of a turn limit."""
    refused(load_lists(), "referee", terms(victory="otherwise"), "HX-GAP-07", "option-value")


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.ruling("HX-SETUP-14.2")
def test_a_unit_without_an_initial_speed_stands_still():
    """Where the data of a unit name no initial speed it starts standing still."""
    guard = infantry(kind="plain", initial_speed="", price=price(mp=1))
    played = deploying(["plain"], ["guard"], FIRST, entries=(*STOCK, entry(guard)))
    played.when("red", place(1, "D2", "S")).then(UnitPlaced)
    assert played.game.units["a1"].speed == "stand_still"


@pytest.mark.rule("HX-TERRAIN-20", "HX-ASSAULT-08")
@pytest.mark.ruling("HX-TERRAIN-20.3")
@pytest.mark.parametrize(("face", "after"), [(2, "D5"), (3, "D6")])
def test_with_on_entry_a_winner_that_enters_a_swamp_rolls(face, after):
    """By option a tracked winner that comes into a swamp rolls on entering it, and on 1 or 2 can not leave it next."""
    ork = with_orders(unmanned_vehicle(nation="ork"), "F+F+-")
    units = [("a1", "D4", "S", ork, {"speed": "fast"}), ("b1", "D5", "NE", model_that_fights(), STILL)]
    options = {"swamp_stuck_timing": "on_entry"}
    played = among_effects([1, 1], {"D5": "swamp"}, *units, options=options, a1="F+F+-", b1=STAY)
    play_steps(played, "movement_1")
    played.faces(face)
    assault(played)
    assert hexes_of(played, "a1", "b1") == ["D5", "C6"]
    continue_to(played, "movement_2")
    assert hexes_of(played, "a1") == [after]
