"""Rulings of what comes before the first turn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    MapAreaCommitted,
    OrdersRevealed,
    SetupStepBegan,
    SetupStepSkipped,
    TurnStarted,
    UnitPlaced,
)
from tests.rulesets.hex_orders.fixtures import infantry, price, tank, with_orders
from tests.rulesets.hex_orders.orders.steps import commit, plot, writing
from tests.rulesets.hex_orders.setup.fixtures import FIRST, SECOND, STOCK, entry
from tests.rulesets.hex_orders.setup.steps import (
    STOP,
    area,
    armies_handed_in,
    create_with_lists,
    deploying,
    huge,
    place,
    token,
)
from tests.rulesets.hex_orders.steps import drop_unused_faces, of_kind, refused


def setup_step(played: Any) -> int:
    """Give the setup step that is under way."""
    return int(played.game.setup.step)


@pytest.mark.rule("HX-HUGE-01")
@pytest.mark.ruling("HX-HUGE-01.2")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_armies_are_committed_in_secret_after_the_lists_were_shown(order):
    """Whoever is first: a list of huge units shows nothing before the other's, an army nothing before the game."""
    played = create_with_lists()
    first, second = order
    names = ("red", "blue")
    played.when(first, huge("behemoth")).asks("huge", names[second])
    assert "behemoth" not in str(played.view(second)).lower()
    played.when(second, huge()).asks("army", "red", "blue")
    assert "behemoth" in str(played.view(second)).lower()


@pytest.mark.rule("HX-MAP-05")
@pytest.mark.ruling("HX-MAP-05.2")
@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_either_side_may_design_first_in_secret(order):
    """Who designs first tells the other nothing of it, and both areas lie on the board when the second is in."""
    played = armies_handed_in(["guard"], ["guard"])
    designs = {"red": area({"B2": "hills"}), "blue": area({"B8": "swamp"})}
    made = played.when(order[0], designs[order[0]]).one(MapAreaCommitted)
    assert made.owner == ("red", "blue").index(order[0])
    assert {row.terrain for row in played.game.hexes.values()} == {"clear"}
    assert played.view(order[1]).own_area is None
    played.when(order[1], designs[order[1]]).accepted()
    assert [played.game.hexes[name].terrain for name in ("B2", "B8")] == ["hills", "swamp"]


@pytest.mark.rule("HX-SETUP-03")
@pytest.mark.ruling("HX-SETUP-03.2")
def test_a_scout_of_ones_own_opens_no_step_3():
    """A scout opens step 3 for the enemy alone: its own side, which sees no enemy scout, waits for step 4."""
    played = deploying(["scout", "guard"], ["guard"], FIRST)
    outcome = played.faces(*FIRST).when("red", place(1, "D3", "S")).accepted()
    steps = [(type(row), row.step) for row in outcome.events if isinstance(row, SetupStepBegan | SetupStepSkipped)]
    assert steps == [(SetupStepBegan, 3)]
    refused(played, "red", place(2, "D2"), "HX-SETUP-13", "not-asked")
    played.faces(*FIRST).when("blue", STOP).accepted()
    assert setup_step(played) == 4
    played.play(("red", place(2, "D2", "S")), ("blue", place(1, "D8")))


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.ruling("HX-SETUP-14.2", "HX-SETUP-14.3")
@pytest.mark.parametrize(("options", "loads"), [({}, ()), ({"weapons_start_loaded": True}, (("musket", 1),))])
def test_a_token_starts_as_any_unit_does(options, loads):
    """A hidden unit has its facing, its initial speed, no aim, no tokens, and no load unless weapons start loaded."""
    sniper = infantry(kind="lookout", hidden=True, initial_speed="slow", price=price(mp=1))
    played = deploying(["guard"], ["lookout"], FIRST, entries=(*STOCK, entry(sniper)), **options)
    while setup_step(played) < 6:
        who = ("red", "blue")[played.window.asks[0]]
        outcome = played.faces(*FIRST).when(who, place(1, "D2") if who == "red" and setup_step(played) == 4 else STOP)
        outcome.accepted()
    played.when("blue", token(1, "D8", "NW")).accepted()
    row = played.game.units["b1"]
    assert (row.facing, row.speed, row.aim, row.pinned, row.difficult) == ("NW", "slow", None, 0, 0)
    assert tuple((load.weapon, load.count) for load in row.loads) == loads
    drop_unused_faces(played)


@pytest.mark.rule("HX-SETUP-15")
@pytest.mark.ruling("HX-SETUP-15.2")
def test_a_huge_scout_is_placed_with_the_huge_units():
    """A unit that is huge and a scout comes in step 1 and not in step 2."""
    played = deploying(["runner"], ["guard"], FIRST)
    assert setup_step(played) == 1
    refused(played, "red", STOP, "HX-SETUP-01", "must-place")
    played.faces(*SECOND).when("red", place(1, "D3", "S")).then(UnitPlaced, unit="a1")
    assert setup_step(played) != 2
    drop_unused_faces(played)


@pytest.mark.rule("HX-SETUP-16")
@pytest.mark.ruling("HX-SETUP-16.2")
def test_a_full_area_keeps_out_who_comes_last():
    """On 20 buildings and one clear hex the first two tanks fill the room; the game begins without the third."""
    hexes = {f"{column}{row}": "building" for column in "ABCDEFG" for row in (1, 2, 3)}
    hexes["D2"] = "clear"
    played = deploying(["standard_tank"] * 3, ["guard"], FIRST, hexes)
    played.play(("red", place(3, "D2", "S")), ("blue", place(1, "D8")), ("red", place(1, "D2", "S")))
    refused(played, "red", place(2, "D2", "S"), "HX-STACK-01", "hex-full")
    played.when("red", STOP).accepted()
    assert [played.game.armies[f"0:{slot}"].out for slot in (1, 2, 3)] == [False, True, False]
    played.last.asks("orders", "red", "blue")


@pytest.mark.rule("HX-ORDERS-03")
@pytest.mark.ruling("HX-ORDERS-03.2", "HX-ORDERS-03.3", "HX-ORDERS-02.2")
@pytest.mark.parametrize("lead", [1, 2, 3])
def test_before_turn_1_a_unit_gets_as_many_orders_as_its_lead(lead):
    """A unit with orders_ahead k is plotted for turns 1 to k before turn 1, and for turn k + 1 in turn 1."""
    sheet = with_orders(tank(orders_ahead=lead), "F+R+-")
    played = writing([("a1", "D2", "S", sheet, {"speed": "slow"}), ("b1", "D8", "N", infantry())])
    for turn in range(1, lead + 1):
        refused(played, "red", commit(), "HX-ORDERS-36", "orders-missing")
        played.when("red", plot("a1", "F+R+-", turn=turn)).accepted()
    refused(played, "red", plot("a1", "F+R+-", turn=lead + 1), "HX-ORDERS-02", "other-turn-due")
    played.when("red", commit()).accepted()
    played.when("blue", commit(defaults=True)).then(TurnStarted, turn=1).without(OrdersRevealed)
    played.when("red", plot("a1", "F+-+-", turn=lead + 1)).accepted()
    played.play(("red", commit(2)), ("blue", commit(2, defaults=True)))
    shown = of_kind(played.events, OrdersRevealed)
    assert [(row.turn, [order.movement for order in row.orders if order.unit == "a1"]) for row in shown] == [
        (1, ["F+R+-"])
    ]
    assert replace(played.game.orders["a1@1"], shown=False).final
