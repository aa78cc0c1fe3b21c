"""Taking off, flying and landing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    OrderReplacedByDefault,
    SpeedChanged,
    StuckRolled,
    UnitLanded,
    UnitTookOff,
)
from adjudicator.rulesets.hex_orders.model.terrain import height_of_unit
from tests.rulesets.hex_orders.fixtures import infantry, speed, table, tank, with_orders
from tests.rulesets.hex_orders.gunnery.steps import modifiers_for_hit_on
from tests.rulesets.hex_orders.orders.steps import begin_movement, resolve
from tests.rulesets.hex_orders.steps import begin, of_kind, places, silence, unit


def winged_infantry(**changes):
    """Make infantry that flies while it glides."""
    glide = speed("gliding", "F+F+B[slow]", "-+-+B[slow]", default="-+-+-", flying=True)
    foot = infantry(**changes)
    return with_orders(replace(foot, speeds=(*foot.speeds, glide)), "A[gliding]+-+-")


def carry_out_third_part(order="-+-+B[slow]", *others, pace="gliding", **rest):
    """Carry the third part of an order of a winged unit in D5 out; the table and what happened."""
    units = [("a1", "D5", "N", winged_infantry(), {"speed": pace}), ("b9", "A1", "S", infantry(nation="ork")), *others]
    played = table((), None, pace="step", units=units, running={"a1": (order,)}, **rest)
    begin(played, "movement_3")
    return played, silence(played, until="effects")


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.ruling("HX-ORDERS-37.2")
def test_a_unit_takes_off_by_its_speed():
    """A[gliding] in Movement 1 brings the unit to height 2, with the row of flying."""
    units = [("a1", "D5", "N", winged_infantry(), {"speed": "slow"}), ("b1", "A1", "S", infantry(nation="ork"))]
    played = table((), None, pace="step", units=units, running={"a1": ("A[gliding]+-+-",)})
    begin(played, "movement_1")
    events = silence(played)
    assert [row.unit for row in of_kind(events, UnitTookOff)] == ["a1"]
    assert (height_of_unit(played.game, "a1"), places(played)[2]) == (2, "gliding")
    assert modifiers_for_hit_on(6, target=winged_infantry(), other={"speed": "gliding"}) == {"HX-FIRE-10": -1}


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.ruling("HX-ORDERS-37.2")
def test_a_unit_lands_by_its_speed():
    """B[slow] over clear ground in Movement 3 puts the unit on the ground."""
    played, events = carry_out_third_part()
    assert [row.unit for row in of_kind(events, UnitLanded)] == ["a1"]
    assert (height_of_unit(played.game, "a1"), places(played)[2]) == (0, "slow")


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.parametrize(
    "others",
    [[("b1", "D5", "N", infantry(nation="ork"))], [("a2", "D5", "N", infantry()), ("a3", "D5", "N", infantry())]],
)
@pytest.mark.ruling("HX-ORDERS-37.2")
def test_no_landing_on_enemies_or_where_it_is_full(others):
    """Above a ground enemy, or where ground stacking is full, B[slow] is not allowed: the default step counts."""
    played, events = carry_out_third_part("-+-+B[slow]", *others)
    assert not of_kind(events, UnitLanded)
    assert not of_kind(events, SpeedChanged)
    assert [(row.part, row.instead) for row in of_kind(events, OrderReplacedByDefault)] == [(3, "-")]
    assert places(played)[2] == "gliding"


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.ruling("HX-ORDERS-37.2")
def test_no_landing_where_it_could_not_be():
    """Landing needs a hex that the unit could be in on the ground."""
    heavy = replace(winged_infantry(), types=("vehicle", "winged"))
    units = [("a1", "D5", "N", heavy, {"speed": "gliding"}), ("b9", "A1", "S", infantry(nation="ork"))]
    played = table((), None, pace="step", units=units, hexes={"D5": "building"}, running={"a1": ("-+-+B[slow]",)})
    begin(played, "movement_3")
    assert not of_kind(silence(played), UnitLanded)
    assert places(played)[2] == "gliding"


@pytest.mark.rule("HX-ORDERS-37")
@pytest.mark.ruling("HX-ORDERS-37.2")
def test_always_flying_by_type():
    """A unit whose type says flying is at height 2 at every speed."""
    for pace in ("stand_still", "slow", "fast"):
        units = [("a1", "D5", "N", tank(types=("flying",)), {"speed": pace})]
        assert height_of_unit(table((), None, units=units).game, "a1") == 2


@pytest.mark.rule("HX-ORDERS-37")
def test_who_flies_above_a_ground_enemy_can_not_land() -> None:
    """A unit takes off and lands by its speed; above a ground enemy it cannot land."""
    glider = infantry()
    glider = infantry(
        speeds=(*glider.speeds, speed("gliding", "B[slow]+-+-", flying=True), *(speed("gliding_up", "A[gliding]+-+-"),))
    )
    units = [
        ("a1", "D5", "N", glider, {"speed": "gliding"}),
        ("a2", "B5", "N", glider, {"speed": "gliding"}),
        ("a3", "F5", "N", glider, {"speed": "gliding_up"}),
        ("b1", "B5", "N", infantry(), None),
    ]
    played = begin_movement(
        units=units, running={"a1": ("B[slow]+-+-",), "a2": ("B[slow]+-+-",), "a3": ("A[gliding]+-+-",)}
    )
    outcome = resolve(played).then(OrderReplacedByDefault, unit="a2", reason="no-room-to-land")
    outcome.then(UnitLanded, UnitTookOff, unit="a3")
    assert [unit(played, row).speed for row in ("a1", "a2", "a3")] == ["slow", "gliding", "gliding"]


@pytest.mark.rule("HX-ORDERS-37", "HX-TURN-22")
def test_no_room_for_both_to_land() -> None:
    """Two that would land on a friend together find no room, whoever comes first."""
    glider = infantry(speeds=(*infantry().speeds, speed("gliding", "B[slow]+-+-", flying=True)))
    aloft = {"speed": "gliding"}
    units = [("a1", "D5", "N", glider, aloft), ("a2", "D5", "N", glider, aloft), ("a3", "D5", "N", infantry(), None)]
    played = begin_movement(units=units, running={"a1": ("B[slow]+-+-",), "a2": ("B[slow]+-+-",)})
    resolve(played).then(OrderReplacedByDefault, OrderReplacedByDefault, unit="a2").without(UnitLanded)


ORDERS = ("A[gliding],F+-+-", "B[slow],F+-+-", "-+-+-")
WINGED = tank(
    speeds=(
        speed("stand_still", *ORDERS),
        speed("slow", *ORDERS),
        speed("fast", *ORDERS),
        speed("gliding", *ORDERS, flying=True),
    )
)


def leave_swamp(pace, order, dice=()):
    """A tracked unit with wings leaves a swamp for clear ground in Movement 1."""
    units = [("a1", "D5", "N", WINGED, {"speed": pace}), ("b1", "A1", "N", tank(), {})]
    played = table(dice, hexes={"D5": "swamp"}, units=units, running={"a1": (order,)}, pace="step")
    return played, [*begin(played, "movement_1").events, *silence(played)]


@pytest.mark.rule("HX-TERRAIN-33", "HX-STACK-06")
def test_who_takes_off_first_does_not_get_stuck():
    """Changes of speed before a move come before stuck rolls: who takes off in the same part does not roll."""
    played, events = leave_swamp("slow", "A[gliding],F+-+-")
    assert of_kind(events, UnitTookOff)
    assert not of_kind(events, StuckRolled)
    assert unit(played, "a1").hex == "D4"


@pytest.mark.rule("HX-TERRAIN-20", "HX-STACK-06")
@pytest.mark.parametrize(("face", "where"), [(2, "D5"), (3, "D4")])
def test_who_lands_first_may_get_stuck(face, where):
    """Who lands in a swamp and wants to leave it in the same part has to roll like one that stood there."""
    played, events = leave_swamp("gliding", "B[slow],F+-+-", (face,))
    assert [row.stuck for row in of_kind(events, StuckRolled)] == [face == 2]
    assert unit(played, "a1").hex == where
