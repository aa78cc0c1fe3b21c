"""What people read: boards in a terminal, refusals that say how to mend them, a story that adds up."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders import REASONS
from adjudicator.rulesets.hex_orders.board_text import board_text
from adjudicator.rulesets.hex_orders.messages import (
    Bonus,
    Pending,
    Plot,
    PlotOrders,
    TableResult,
    TurnStarted,
    UnitDestroyed,
    UnitPlaced,
)
from adjudicator.rulesets.hex_orders.story import story
from tests.rulesets.hex_orders.givens import field, infantry, smoke, table, tank

WIDE = 80


def crowded(columns=9, rows=12, **changes):
    hexes: dict[str, Any] = {"C3": "forest", "C4": "hills+smoke", "D4": "clear+entrenchment", "B2": smoke(2)}
    units = [
        ("a1", "C3", "NE", tank(), {"speed": "slow", "loads": {"main_gun": 1}}),
        ("a2", "C3", "S", infantry(), {"hidden": True}),
        ("b11", "C4", "N", infantry(), {"hidden": True, "dead": (1,), "pinned": 1, **changes}),
        ("b12", "C4", "SW", infantry(), {"pinned": 2, "fire": 1, "poison": (8, 4), "dead": (1, 2)}),
        ("b13", "H9", "N", infantry(), {
            "bonuses": (Bonus(table="regular", by=2),), "acid": 1, "minor_acid": 2, "bleeding": (6,), "armour_loss": 1,
            "pending": (Pending(result=TableResult(kind="kill", x=1, word=""), cause="h1"),) * 6,
        }),
    ]  # fmt: skip
    return field(hexes, units, columns=columns, rows=rows, turn=2, step="movement_1")


@pytest.mark.parametrize("columns", range(3, 10))
def test_a_board_fits_into_a_terminal(columns):
    """Up to nine columns every line of the board and its list fits into eighty characters."""
    text = board_text(crowded(), 0) if columns == 9 else board_text(field(columns=columns, rows=9), 0)
    assert max(map(len, text.splitlines())) <= WIDE
    assert text.splitlines()[0] == ("Turn 2: movement 1" if columns == 9 else "Turn 1: orders")


def test_a_board_shows_what_is_there():
    """Terrain, markers, overlays, units with facings, who is shaken or hidden, and what lasts on them."""
    text = board_text(crowded(), 0)
    for said in (
        "C3 f", "C4 h S2", "D4 +", "B2 S2", "a1↗_+1", "+ entrenchment (D4)", "Sn smoke with n markers", "h hills",
        "a1  C3  ↗ Standard Tank  slow, loaded main_gun 1", "stand still, hidden", "b11?_+1",
        "2 of 4 models, shaken (2 pinned), fire", "acid 1, minor acid 2, bleeding 6", "regular damage +2",
        "waits: kill 1 and kill 1",
    ):  # fmt: skip
        assert said in text, said
    assert "swamp" not in text


def test_a_board_hides_what_is_hidden():
    """Of a token the other side sees its hex and nothing else, whatever befell it."""
    told = [board_text(crowded(facing=facing, pinned=pinned), 0) for facing, pinned in (("N", 1), ("S", 0))]
    assert told[0] == told[1]
    assert "b11 C4  ? hidden token\n" in told[0]
    assert "b11↑!?" not in told[0]
    assert board_text(crowded(facing="N"), 1) != board_text(crowded(facing="S"), 1)


WRONG = {
    "F+F": "has 2 parts: a movement order has three",
    "f+f+-": "f is no movement code: take F, Rev",
    "F,F+-+-": "leaves its hex twice in one step",
    "F[slow]+-+-": "only A and B take a speed there",
    "A[]+-+-": "is no code of an order",
}


@pytest.mark.rule("HX-ORDERS-10")
@pytest.mark.rule("HX-ORDERS-11")
@pytest.mark.parametrize("order", WRONG)
def test_bad_notation_is_explained(order):
    """An order that can not be read is refused with what is wrong in it and how to write it."""
    played = table(units=[("a1", "D5", "N", tank()), ("b1", "D2", "S", tank())], pace="step")
    played.set(step="", turn=0).ask("orders", "red", "blue", about=("0",))
    refused = played.when("red", PlotOrders(plot=Plot(turn=1, unit="a1", movement=(order,), gunnery=("-+-",))))
    refused.rejected("HX-ORDERS-10", "no-movement-order", path="plot.movement")
    fault = next(each for each in refused.faults if each.reason == "no-movement-order")
    assert WRONG[order] in REASONS[fault.reason].format(**dict(fault.facts))


def test_every_refusal_is_a_sentence():
    """Each sentence of refusal is whole: it begins and ends as one."""
    for reason, sentence in REASONS.items():
        assert sentence[0].isupper() or sentence[0] in '`{"', reason
        assert sentence.endswith("."), reason


def test_the_story_counts_models_of_what_is_destroyed():
    """A unit that is destroyed as a whole loses all the models that it had left."""
    placed = UnitPlaced(unit="a1", seat=0, hex="D5", facing="N", sheet=infantry(), owner=253, slot=1)
    gone = UnitDestroyed(unit="a1", points=4, cause="damage")
    assert any("red 4" in line for line in story(("red", "blue"), [(1, TurnStarted(turn=1)), (2, placed), (3, gone)]))
