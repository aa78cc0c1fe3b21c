"""What each code of a movement order does, and where the board ends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    DifficultTerrainTokenPlaced,
    HexContested,
    OrderReplacedByDefault,
    SpeedChanged,
    UnitMoved,
    UnitRotated,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import infantry, table, tank
from tests.rulesets.hex_orders.gunnery.steps import modifiers_for_hit_on
from tests.rulesets.hex_orders.orders.fixtures import FACINGS, FAR_ENEMY, tank_with_orders
from tests.rulesets.hex_orders.orders.steps import (
    begin_movement,
    carrying_out,
    events_of,
    plot,
    positions_after,
    resolve,
    writing,
)
from tests.rulesets.hex_orders.steps import begin, carry_out_steps, hexes_of, of_kind, places, refused, silence, unit


@pytest.mark.rule("HX-ORDERS-12")
def test_forward_twice():
    """F+F+- takes a fast tank at D8 facing N to D7, D6, D6; it stays fast."""
    assert positions_after("F+F+-", listed=False) == [("D7", "N", "fast"), ("D6", "N", "fast"), ("D6", "N", "fast")]


@pytest.mark.rule("HX-ORDERS-13")
def test_forward_and_left():
    """F+L+- takes it to D7, turns it to NW, and leaves it there."""
    assert positions_after("F+L+-", listed=False) == [("D7", "N", "fast"), ("D7", "NW", "fast"), ("D7", "NW", "fast")]


@pytest.mark.rule("HX-ORDERS-14")
def test_forward_and_brake():
    """F+B+- takes it to D7 and makes it slow from Movement 2 on, so that in Gunnery 2 it fires at 0."""
    assert positions_after("F+B+-", listed=False) == [("D7", "N", "fast"), ("D7", "N", "slow"), ("D7", "N", "slow")]
    assert modifiers_for_hit_on(5, own={"speed": "slow"}) == {}


@pytest.mark.rule("HX-ORDERS-15")
def test_accelerate_and_forward():
    """A+F+- makes a slow tank fast in Movement 1 and takes it to D7 in Movement 2."""
    assert positions_after("A+F+-", speed="slow", listed=False) == [
        ("D8", "N", "fast"),
        ("D7", "N", "fast"),
        ("D7", "N", "fast"),
    ]


@pytest.mark.rule("HX-ORDERS-16")
def test_standing_still():
    """-+-+- changes neither hex nor facing nor speed, and the unit may be assaulted where it stands."""
    assert positions_after("-+-+-", speed="stand_still", listed=False) == [("D8", "N", "stand_still")] * 3
    played = carrying_out("F+-+-", tank(nation="ork"), ("b1", "D4", "S", tank(nation="elf")), pace="slow")
    (fight,) = of_kind(silence(played), HexContested)
    assert fight.hex == "D4"
    assert {row.unit: row.goal for row in fight.units} == {"a1": "D4", "b1": ""}


@pytest.mark.rule("HX-ORDERS-17")
def test_forward():
    """F goes one hex in the facing direction: D5 facing NE leads to E5, the facing stays."""
    assert positions_after("F+-+-", at="D5", facing="NE")[0] == ("E5", "NE", "fast")
    for facing, to in zip(FACINGS, ("D4", "E5", "E6", "D6", "C6", "C5"), strict=True):
        assert positions_after("F+-+-", at="D5", facing=facing, steps=1)[0][:2] == (to, facing)


@pytest.mark.rule("HX-ORDERS-17")
def test_forward_into_an_enemy_is_an_assault():
    """From D5 facing N with an enemy that stays in D4, F leads into an assault there."""
    played = carrying_out("F+-+-", tank(nation="ork"), ("b1", "D4", "N", tank(nation="elf")))
    assert [row.hex for row in of_kind(silence(played), HexContested)] == ["D4"]


@pytest.mark.rule("HX-ORDERS-18", "HX-ORDERS-19")
@pytest.mark.parametrize(
    ("order", "facing", "turned"), [("R", "N", "NE"), ("R", "NW", "N"), ("L", "N", "NW"), ("L", "NE", "N")]
)
def test_one_click(order, facing, turned):
    """R turns one click clockwise and L one counter-clockwise; the hex stays."""
    assert positions_after(f"{order}+-+-", facing=facing)[0] == ("D8", turned, "fast")


@pytest.mark.rule("HX-ORDERS-18", "HX-ORDERS-19")
def test_six_clicks_are_a_full_turn():
    """Going on in one direction a unit comes to every facing and back to its own."""
    for order, found in (("R", FACINGS), ("L", (FACINGS[0], *reversed(FACINGS[1:])))):
        seen = [positions_after(f"{order}+-+-", facing=facing, steps=1)[0][1] for facing in found]
        assert seen == [*found[1:], found[0]]


@pytest.mark.rule("HX-ORDERS-20")
@pytest.mark.parametrize(("before", "after"), [("fast", "slow"), ("slow", "stand_still")])
def test_brake(before, after):
    """B makes fast slow, and slow stand still; it is no move by itself."""
    assert positions_after("B+-+-", speed=before)[0] == ("D8", "N", after)


@pytest.mark.rule("HX-ORDERS-20")
def test_no_brake_at_the_lowest_speed():
    """At the lowest speed B is not allowed, and the step of the default is used."""
    played = carrying_out("B+-+-", tank(), FAR_ENEMY, pace="stand_still")
    swapped = of_kind(events_of(played), OrderReplacedByDefault)
    assert [(row.part, row.ordered, row.instead) for row in swapped] == [(1, "B", "-")]
    assert places(played) == ("D5", "N", "stand_still")


@pytest.mark.rule("HX-ORDERS-22")
@pytest.mark.parametrize(("before", "after"), [("stand_still", "slow"), ("slow", "fast")])
def test_accelerate(before, after):
    """A makes standing still slow, and slow fast; it is no move by itself."""
    assert positions_after("A+-+-", speed=before)[0] == ("D8", "N", after)


@pytest.mark.rule("HX-ORDERS-22")
def test_no_acceleration_at_the_top_speed():
    """At the top speed A is not allowed, and the step of the default is used."""
    assert positions_after("A+-+-", speed="fast", steps=1) == [("D7", "N", "fast")]


@pytest.mark.rule("HX-ORDERS-21", "HX-ORDERS-23")
@pytest.mark.parametrize(
    ("order", "before", "after"),
    [
        ("B[crawling]", "fast", "crawling"),
        ("B[crawling]", "stand_still", "crawling"),
        ("B[crawling]", "crawling", "crawling"),
        ("A[rest]", "fast", "rest"),
        ("A[slow]", "crawling", "slow"),
        ("A[crawling]", "fast", "crawling"),
    ],
)
def test_to_a_named_speed(order, before, after):
    """B[X] and A[X] lead to X whatever the ladder says."""
    assert positions_after(f"{order}+-+-", infantry(), speed=before)[0] == ("D8", "N", after)


@pytest.mark.rule("HX-ORDERS-21", "HX-ORDERS-23")
@pytest.mark.parametrize("order", ["B[gallop]+-+-", "A[charge]+-+-"])
def test_a_speed_that_the_unit_does_not_know(order):
    """An X that is unknown to the unit is refused when it is plotted."""
    played = writing([("a1", "D2", "S", infantry()), FAR_ENEMY])
    refused(played, "red", plot("a1", order), "HX-ORDERS-08", "order-not-listed")


@pytest.mark.rule("HX-ORDERS-24")
def test_reverse():
    """Rev takes a unit in D5 that faces N to D6, still facing N."""
    assert positions_after("Rev+-+-", at="D5")[0] == ("D6", "N", "fast")


@pytest.mark.rule("HX-ORDERS-24")
def test_reversing_into_an_assault():
    """Who backs into an enemy enters the assault in reverse."""
    played = carrying_out("Rev+-+-", tank(nation="ork"), ("b1", "D6", "N", tank(nation="elf")))
    (fight,) = of_kind(silence(played), HexContested)
    assert [row.reverse for row in fight.units if row.unit == "a1"] == [True]


@pytest.mark.rule("HX-ORDERS-25")
def test_a_dash_does_nothing_and_keeps_tokens():
    """In Movement 2 of F+-+- nothing changes, and a token for difficult terrain is kept."""
    units = [("a1", "D5", "N", tank(), {"speed": "slow"}), FAR_ENEMY]
    played = table((), None, pace="step", units=units, hexes={"D4": "forest"}, running={"a1": ("F+-+-",)})
    carry_out_steps(played, "movement_1")
    before = unit(played, "a1")
    assert (before.difficult_hex, before.difficult) == ("D4", 1)
    carry_out_steps(played, "movement_2", "movement_3")
    assert unit(played, "a1") == before


@pytest.mark.rule("HX-ORDERS-12", "HX-ORDERS-17", "HX-TURN-11")
def test_each_part_is_carried_out_in_its_step() -> None:
    """F+F+- goes one hex in movements 1 and 2."""
    settings: dict[str, Any] = {"units": [("a1", "D8", "N", tank(), {"speed": "fast"})], "running": {"a1": ("F+F+-",)}}
    resolve(played := begin_movement(**settings)).then(UnitMoved, unit="a1", origin="D8", hex="D7", way="forward")
    resolve(begin_movement("movement_2", **settings)).then(UnitMoved)
    resolve(begin_movement("movement_3", **settings)).without(UnitMoved)
    assert unit(played, "a1").speed == "fast"


@pytest.mark.rule("HX-ORDERS-18", "HX-ORDERS-19", "HX-ORDERS-20", "HX-ORDERS-22", "HX-ORDERS-24")
def test_turns_speed_changes_and_reversing_do_what_their_codes_say() -> None:
    """Turns, speed changes and reversing do what their codes say."""
    played = begin_movement(
        units=[
            ("a1", "D5", "NW", tank_with_orders("R+-+-"), {"speed": "slow"}),
            ("a2", "B5", "N", tank_with_orders("L+-+-"), {"speed": "slow"}),
            ("a3", "F5", "N", tank(), {"speed": "slow"}),
            ("a4", "B8", "N", tank(), {"speed": "slow"}),
            ("a5", "F8", "N", tank_with_orders("Rev+-+-"), {"speed": "slow"}),
        ],
        running={"a1": ("R+-+-",), "a2": ("L+-+-",), "a3": ("A+F+-",), "a4": ("B+-+-",), "a5": ("Rev+-+-",)},
    )
    outcome = resolve(played)
    outcome.then(UnitRotated, UnitRotated, SpeedChanged, SpeedChanged, UnitMoved, way="reverse")
    assert [unit(played, row).facing for row in ("a1", "a2", "a5")] == ["N", "NW", "N"]
    assert [unit(played, row).speed for row in ("a3", "a4")] == ["fast", "stand_still"]
    assert hexes_of(played, "a5") == ["F9"]


@pytest.mark.rule("HX-ORDERS-34", "HX-GAP-02")
def test_a_step_off_the_board_becomes_that_of_the_default() -> None:
    """A step off the board becomes the default's step, and no action where that is not allowed either."""
    played = begin_movement(units=[("a1", "D1", "N", tank(), {"speed": "fast"})], running={"a1": ("F+L+-",)})
    resolve(played).exactly(
        OrderReplacedByDefault(
            owner=253, unit="a1", order="movement", part=1, ordered="F", instead="-", reason="off-map"
        )
    ).cites("HX-ORDERS-34", "HX-GAP-02")


@pytest.mark.rule("HX-ORDERS-34", "HX-TERRAIN-23", "HX-ORDERS-20")
def test_a_step_that_is_not_allowed_becomes_that_of_the_default_alone() -> None:
    """What is not allowed becomes the default's step alone."""
    standing = tank_with_orders("B+-+-", "F+-+-")
    played = begin_movement(
        units=[("a1", "D5", "N", tank(), {"speed": "slow"}), ("a2", "B5", "N", standing, None)],
        running={"a1": ("F+-+-",), "a2": ("B+-+-",)},
        hexes={"D4": "building"},
    )
    outcome = resolve(played).then(OrderReplacedByDefault, unit="a1", instead="-", reason="impassable")
    outcome.then(OrderReplacedByDefault, unit="a2", ordered="B", instead="-", reason="no-speed")
    outcome.without(DifficultTerrainTokenPlaced, UnitMoved)


@pytest.mark.rule("HX-GAP-02")
@pytest.mark.parametrize(("where", "facing"), [("D1", "N"), ("D9", "S"), ("A5", "SW"), ("G5", "NE"), ("A1", "NW")])
@pytest.mark.ruling("HX-GAP-02.2")
def test_no_unit_leaves_the_board(where, facing):
    """A step over the edge is not allowed: the step of the default is used, here none."""
    speeds = tuple(replace(speed, default_movement="-+-+-") for speed in tank().speeds)
    found = positions_after("F+-+-", tank(speeds=speeds), at=where, facing=facing)
    assert found == [(where, facing, "fast")] * 3


@pytest.mark.rule("HX-GAP-02")
def test_the_step_is_replaced():
    """A tank in D1 that faces N with F does what its default says."""
    units = [("a1", "D1", "N", tank(), SLOW), ("b1", "A9", "S", infantry())]
    played = table((), None, pace="step", units=units, running={"a1": ("F+-+-",)})
    begin(played, "movement_1")
    swapped = of_kind([*played.events, *silence(played)], OrderReplacedByDefault)
    assert [(row.unit, row.part, row.ordered, row.instead) for row in swapped] == [("a1", 1, "F", "-")]
