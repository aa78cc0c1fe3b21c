"""A movement step from its beginning to the fights that it leads to, through commands."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    DifficultTerrainTokenPlaced,
    DifficultTerrainTokensLost,
    MoveOverstacked,
    OrderReplacedByDefault,
    ResolveMovement,
    SpeedChanged,
    StuckRolled,
    UnitLanded,
    UnitMoved,
    UnitRevealed,
    UnitRotated,
    UnitShaken,
    UnitTookOff,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.givens import begin, free, infantry, speed, table, tank, unit


def moving(step: str = "movement_1", **given: Any) -> Table:
    """Begin a movement step that goes on only as it is told to."""
    played = table(step=step, pace="step", **given)
    begin(played, step)
    return played


def resolve(played: Table) -> Outcome:
    """Carry the moves out."""
    return played.when("table", ResolveMovement()).accepted()


def where(played: Table, *ids: str) -> list[str]:
    """Give the hexes of units."""
    return [unit(played, each).hex for each in ids]


def drilled(*orders: str, **changes: Any) -> Any:
    """Make an infantry base that may be given these orders."""
    return free(infantry(**changes), *orders)


def armoured(*orders: str, **changes: Any) -> Any:
    """Make a tank that may be given these orders."""
    return free(tank(**changes), *orders)


@pytest.mark.rule("HX-ORDERS-12", "HX-ORDERS-17", "HX-TURN-11")
def test_each_part_in_its_step() -> None:
    """F+F+- goes one hex in movements 1 and 2."""
    given: dict[str, Any] = {"units": [("a1", "D8", "N", tank(), {"speed": "fast"})], "running": {"a1": ("F+F+-",)}}
    resolve(played := moving(**given)).then(UnitMoved, unit="a1", origin="D8", hex="D7", way="forward")
    resolve(moving("movement_2", **given)).then(UnitMoved)
    resolve(moving("movement_3", **given)).without(UnitMoved)
    assert unit(played, "a1").speed == "fast"


@pytest.mark.rule("HX-ORDERS-18", "HX-ORDERS-19", "HX-ORDERS-20", "HX-ORDERS-22", "HX-ORDERS-24")
def test_turns_and_speeds() -> None:
    """Turns, speed changes and reversing do what their codes say."""
    played = moving(
        units=[
            ("a1", "D5", "NW", armoured("R+-+-"), {"speed": "slow"}),
            ("a2", "B5", "N", armoured("L+-+-"), {"speed": "slow"}),
            ("a3", "F5", "N", tank(), {"speed": "slow"}),
            ("a4", "B8", "N", tank(), {"speed": "slow"}),
            ("a5", "F8", "N", armoured("Rev+-+-"), {"speed": "slow"}),
        ],
        running={"a1": ("R+-+-",), "a2": ("L+-+-",), "a3": ("A+F+-",), "a4": ("B+-+-",), "a5": ("Rev+-+-",)},
    )
    outcome = resolve(played)
    outcome.then(UnitRotated, UnitRotated, SpeedChanged, SpeedChanged, UnitMoved, way="reverse")
    assert [unit(played, each).facing for each in ("a1", "a2", "a5")] == ["N", "NW", "N"]
    assert [unit(played, each).speed for each in ("a3", "a4")] == ["fast", "stand_still"]
    assert where(played, "a5") == ["F9"]


@pytest.mark.rule("HX-ORDERS-34", "HX-GAP-02")
def test_off_the_board() -> None:
    """A step off the board becomes the default's step, and no action where that is not allowed either."""
    played = moving(units=[("a1", "D1", "N", tank(), {"speed": "fast"})], running={"a1": ("F+L+-",)})
    resolve(played).exactly(
        OrderReplacedByDefault(
            owner=253, unit="a1", order="movement", part=1, ordered="F", instead="-", reason="off-map"
        )
    ).cites("HX-ORDERS-34", "HX-GAP-02")


@pytest.mark.rule("HX-ORDERS-34", "HX-TERRAIN-23", "HX-ORDERS-20")
def test_default_step() -> None:
    """What is not allowed becomes the default's step alone."""
    standing = armoured("B+-+-", "F+-+-")
    played = moving(
        units=[("a1", "D5", "N", tank(), {"speed": "slow"}), ("a2", "B5", "N", standing, None)],
        running={"a1": ("F+-+-",), "a2": ("B+-+-",)}, hexes={"D4": "building"},
    )  # fmt: skip
    outcome = resolve(played).then(OrderReplacedByDefault, unit="a1", instead="-", reason="impassable")
    outcome.then(OrderReplacedByDefault, unit="a2", ordered="B", instead="-", reason="no-speed")
    outcome.without(DifficultTerrainTokenPlaced, UnitMoved)


@pytest.mark.rule("HX-MOVE-01", "HX-MOVE-02", "HX-TERRAIN-14")
def test_difficult_terrain() -> None:
    """A hex of cost 2 is entered on the second attempt, with the token of the first."""
    given: dict[str, Any] = {"hexes": {"D4": "forest"}, "running": {"a1": ("F+-+-",)}}
    first = moving(units=[("a1", "D5", "N", tank(), {"speed": "slow"})], **given)
    resolve(first).then(DifficultTerrainTokenPlaced, unit="a1", hex="D4", tokens=1).without(UnitMoved)
    ready = {"speed": "slow", "difficult_hex": "D4", "difficult": 1}
    second = moving(units=[("a1", "D5", "N", tank(), ready)], **given)
    resolve(second).then(UnitMoved, hex="D4").cites("HX-MOVE-02", "HX-TERRAIN-14")
    assert unit(second, "a1").difficult == 0


@pytest.mark.rule("HX-MOVE-05")
def test_tokens_lost() -> None:
    """Tokens go with any movement that is no attempt to enter their hex, and stay with a dash."""
    ready = {"speed": "slow", "difficult_hex": "D4", "difficult": 1}
    units = [("a1", "D5", "N", armoured("R+-+-"), ready), ("a2", "B5", "S", tank(), {**ready, "difficult_hex": "B4"})]
    played = moving(units=units, running={"a1": ("R+-+-",), "a2": ("-+R+-",)})
    resolve(played).then(DifficultTerrainTokensLost, unit="a1")
    assert (unit(played, "a1").difficult, unit(played, "a2").difficult) == (0, 1)


@pytest.mark.rule("HX-TERRAIN-20")
@pytest.mark.parametrize(("face", "stays"), [(2, True), (3, False)])
def test_stuck(face: int, stays: bool) -> None:
    """Tracks in a swamp roll before they leave it: 1 and 2 hold them."""
    played = moving(
        dice=[face], hexes={"D5": "swamp"}, units=[("a1", "D5", "N", tank(), {"speed": "slow"})],
        running={"a1": ("F+-+-",)},
    )  # fmt: skip
    resolve(played).then(StuckRolled, unit="a1", face=face, stuck=stays)
    assert where(played, "a1") == ["D5" if stays else "D4"]


@pytest.mark.rule("HX-TERRAIN-20")
def test_stuck_on_entry() -> None:
    """By option tracks roll when they come in, and are held in the next movement step."""
    played = moving(
        dice=[1], hexes={"D4": "swamp"}, units=[("a1", "D5", "N", tank(), {"speed": "fast"})],
        running={"a1": ("F+F+-",)}, options={"swamp_stuck_timing": "on_entry"},
    )  # fmt: skip
    resolve(played).then(UnitMoved, hex="D4").asks("sinking", "table")
    resolve(played).then(StuckRolled, face=1, stuck=True)
    begin(played, "movement_2")
    resolve(played).without(UnitMoved)
    begin(played, "movement_3")


@pytest.mark.rule("HX-STACK-04", "HX-STACK-06")
def test_overstacking_spreads() -> None:
    """Who is held back fills its own hex, so that others are held back behind it."""
    foot = infantry()
    slow = {"speed": "slow"}
    units = [
        ("a1", "D6", "N", foot, slow), ("a2", "D5", "N", foot, slow), ("a3", "D5", "N", foot, slow),
        ("a4", "D4", "N", foot, None), ("a5", "D4", "N", foot, None), ("b1", "A9", "N", foot, None),
    ]  # fmt: skip
    played = moving(units=units, running=dict.fromkeys(("a1", "a2", "a3"), ("F+-+-",)))
    outcome = resolve(played).without(UnitMoved)
    held = [event.unit for event in outcome.events if isinstance(event, MoveOverstacked)]
    assert held == ["a1", "a2", "a3"]
    outcome.then(MoveOverstacked, UnitShaken, tokens=2, from_turn=2)


@pytest.mark.rule("HX-STACK-07")
def test_friends_pass() -> None:
    """Friends may swap hexes; only where they end counts."""
    foot, slow = infantry(), {"speed": "slow"}
    units = [("a1", "D5", "N", foot, slow), ("a2", "D4", "S", foot, slow)]
    resolve(played := moving(units=units, running={"a1": ("F+-+-",), "a2": ("F+-+-",)}))
    assert where(played, "a1", "a2") == ["D4", "D5"]


@pytest.mark.rule("HX-STACK-06", "HX-ORDERS-11")
def test_codes_behind_a_move() -> None:
    """Part F,L goes forward and turns then; part L,F turns first."""
    made = drilled("F,L+-+-", "L,F+-+-")
    units = [("a1", "D5", "N", made, {"speed": "slow"}), ("a2", "D8", "N", made, {"speed": "slow"})]
    played = moving(units=units, running={"a1": ("F,L+-+-",), "a2": ("L,F+-+-",)})
    resolve(played).then(UnitRotated, UnitMoved, UnitMoved, UnitRotated)
    assert [(unit(played, each).hex, unit(played, each).facing) for each in ("a1", "a2")] == [
        ("D4", "NW"), ("C8", "NW"),
    ]  # fmt: skip


@pytest.mark.rule("HX-ORDERS-37")
def test_flying() -> None:
    """A unit takes off and lands by its speed; above a ground enemy it cannot land."""
    glider = infantry()
    glider = infantry(
        speeds=(
            *glider.speeds, speed("gliding", "B[slow]+-+-", flying=True),
            *(speed("gliding_up", "A[gliding]+-+-"),),
        )
    )  # fmt: skip
    units = [
        ("a1", "D5", "N", glider, {"speed": "gliding"}), ("a2", "B5", "N", glider, {"speed": "gliding"}),
        ("a3", "F5", "N", glider, {"speed": "gliding_up"}), ("b1", "B5", "N", infantry(), None),
    ]  # fmt: skip
    played = moving(
        units=units, running={"a1": ("B[slow]+-+-",), "a2": ("B[slow]+-+-",), "a3": ("A[gliding]+-+-",)}
    )  # fmt: skip
    outcome = resolve(played).then(OrderReplacedByDefault, unit="a2", reason="no-room-to-land")
    outcome.then(UnitLanded, UnitTookOff, unit="a3")
    assert [unit(played, each).speed for each in ("a1", "a2", "a3")] == ["slow", "gliding", "gliding"]


@pytest.mark.rule("HX-ORDERS-37", "HX-TURN-22")
def test_no_room_for_both_to_land() -> None:
    """Two that would land on a friend together find no room, whoever comes first."""
    glider = infantry(speeds=(*infantry().speeds, speed("gliding", "B[slow]+-+-", flying=True)))
    aloft = {"speed": "gliding"}
    units = [("a1", "D5", "N", glider, aloft), ("a2", "D5", "N", glider, aloft), ("a3", "D5", "N", infantry(), None)]
    played = moving(units=units, running={"a1": ("B[slow]+-+-",), "a2": ("B[slow]+-+-",)})
    resolve(played).then(OrderReplacedByDefault, OrderReplacedByDefault, unit="a2").without(UnitLanded)


@pytest.mark.rule("HX-GUNNERY-21", "HX-GAP-09")
def test_hidden_units_move() -> None:
    """The enemy sees a token move; who enters a hex in his sight is turned face up."""
    hidden = {"speed": "slow", "hidden": True}
    units = [
        ("a1", "D5", "N", infantry(), hidden), ("a2", "A9", "N", infantry(), hidden), ("b1", "D1", "S", tank(), None),
    ]  # fmt: skip
    wood = dict.fromkeys((f"{column}{row}" for column in "ABC" for row in (5, 6)), "forest")
    played = moving(units=units, running={"a1": ("F+-+-",), "a2": ("F+-+-",)}, hexes=wood)
    for kind in ("intents", "moves", "moves"):
        played.when("red", silence(played, kind)).accepted()
    outcome = resolve(played)
    assert [event.owner for event in outcome.events if isinstance(event, UnitMoved)] == [0, 0]
    shown = [event.unit for event in outcome.events if isinstance(event, UnitRevealed)]
    assert shown == ["a1"]


def silence(played: Table, kind: str) -> Any:
    """Give the answer that silence stands for."""
    top = played.window
    assert top is not None
    assert top.kind == kind
    otherwise = played.rules.windows[kind].otherwise
    assert otherwise is not None
    return otherwise(played.game, top, top.asks[0])
