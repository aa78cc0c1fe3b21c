"""Contested hexes: who meets whom, exchanges, and what is known of the fights."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.messages import (
    ChooseContestedHex,
    ContestedHexChosen,
    DifficultTerrainTokenPlaced,
    ExchangeFound,
    FightUnit,
    HexContested,
    MoveOverstacked,
    ResolveMovement,
    RollOffRolled,
    UnitMoved,
    UnitRevealed,
    UnitRotated,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.givens import infantry, speed, table, tank
from tests.rulesets.hex_orders.test_built_movement import armoured, drilled, moving, resolve, silence, where

SLOW = {"speed": "slow"}
ORK = {"nation": "ork"}


def mover(id: str, origin: str, goal: str, *, reverse: bool = False) -> FightUnit:
    """Say that a unit tries to enter a hex."""
    return FightUnit(unit=id, seat="ab".index(id[0]), origin=origin, goal=goal, reverse=reverse)


def stander(id: str, name: str, *angles: str) -> FightUnit:
    """Say that a unit stays and is attacked at these angles."""
    return FightUnit(unit=id, seat="ab".index(id[0]), origin=name, goal="", reverse=False, angles=angles)


def forward(*units: str) -> dict[str, tuple[str, ...]]:
    """Order these forward."""
    return dict.fromkeys(units, ("F+-+-",))


@pytest.mark.rule("HX-ASSAULT-01")
def test_into_one_hex() -> None:
    """Two sides that enter one hex meet in it and stay where they were."""
    units = [("a1", "D6", "N", infantry(**ORK), SLOW), ("b1", "D4", "S", infantry(), SLOW)]
    played = moving(units=units, running=forward("a1", "b1"))
    resolve(played).then(
        HexContested(fight="f1", hex="D5", units=(mover("a1", "D6", "D5"), mover("b1", "D4", "D5")))
    ).without(UnitMoved).cites("HX-ASSAULT-01")
    assert where(played, "a1", "b1") == ["D6", "D4"]


@pytest.mark.rule("HX-ASSAULT-03", "HX-ASSAULT-12")
def test_into_a_held_hex() -> None:
    """Who stays defends with the angle that it has after its own turn."""
    units = [("a1", "D5", "N", infantry(**ORK), SLOW), ("b1", "D4", "S", armoured("R+-+-"), SLOW)]
    played = moving(units=units, running={**forward("a1"), "b1": ("R+-+-",)})
    fought = (mover("a1", "D5", "D4"), stander("b1", "D4", "front_side"))
    resolve(played).then(UnitRotated, HexContested(fight="f1", hex="D4", units=fought))


@pytest.mark.rule("HX-ASSAULT-11", "HX-ASSAULT-13")
def test_several_sides_and_reverse() -> None:
    """A unit attacked from several sides has all these angles; who backs in is marked."""
    units = [
        ("a1", "D6", "S", armoured("Rev+-+-"), SLOW), ("a2", "D4", "S", infantry(), SLOW),
        ("b1", "D5", "N", tank(), None),
    ]  # fmt: skip
    played = moving(units=units, running={"a1": ("Rev+-+-",), **forward("a2")})
    fought = (mover("a1", "D6", "D5", reverse=True), stander("b1", "D5", "front", "back"), mover("a2", "D4", "D5"))
    resolve(played).then(HexContested(fight="f1", hex="D5", units=fought))


@pytest.mark.rule("HX-ASSAULT-04", "HX-ASSAULT-36")
def test_enemy_leaves() -> None:
    """Who enters a hex that the enemy leaves meets nobody; where the enemy only works his way on, they fight."""
    units = [("a1", "D5", "N", infantry(**ORK), SLOW), ("b1", "D4", "N", armoured(), SLOW)]
    resolve(played := moving(units=units, running=forward("a1", "b1"))).without(HexContested)
    assert where(played, "a1", "b1") == ["D4", "D3"]
    slowed = resolve(moving(units=units, running=forward("a1", "b1"), hexes={"D3": "forest"}))
    slowed.then(DifficultTerrainTokenPlaced).then(HexContested, hex="D4").without(UnitMoved)


@pytest.mark.rule("HX-ASSAULT-04", "HX-STACK-03")
def test_flying_over_the_ground() -> None:
    """A unit that flies meets nobody on the ground, but by option."""
    bird = infantry(speeds=(*infantry().speeds, speed("gliding", "F+-+-", flying=True)))
    units = [("a1", "D5", "N", bird, {"speed": "gliding"}), ("b1", "D4", "N", infantry(**ORK), None)]
    resolve(moving(units=units, running=forward("a1"))).then(UnitMoved, hex="D4").without(HexContested)
    below = moving(units=units, running=forward("a1"), options={"flying_ground_assault": True})
    resolve(below).then(HexContested, hex="D4")


def swap(dice: tuple[int, ...] = (), **changes: str) -> Table:
    """Let an Ork in D5 and an Elf in D4 try to swap; another Elf comes from D3."""
    units = [
        ("a1", "D5", "N", infantry(**{**ORK, **changes}), SLOW), ("b1", "D4", "S", infantry(), SLOW),
        ("b2", "D3", "S", infantry(), SLOW),
    ]  # fmt: skip
    return moving(dice=dice, units=units, running=forward("a1", "b1", "b2"))


def fought_in(played: Table, name: str) -> Outcome:
    """Let the red side choose the hex."""
    return played.when("red", ChooseContestedHex(exchange="x1", hex=name)).then(ContestedHexChosen)


@pytest.mark.rule("HX-ASSAULT-02", "HX-ASSAULT-07", "HX-ASSAULT-38")
def test_exchange() -> None:
    """The higher melee nation says where an exchange is fought; who enters that hex joins."""
    played = swap()
    outcome = resolve(played).then(ExchangeFound, hexes=("D4", "D5"), units=("a1", "b1"), seat=0).without(UnitMoved)
    outcome.asks("exchange", "red")
    played.when("red", ChooseContestedHex(exchange="x1", hex="D6")).rejected("HX-ASSAULT-07", "not-in-exchange")
    played.when("red", ChooseContestedHex(exchange="x2", hex="D5")).rejected("HX-ASSAULT-07", "other-exchange")
    joined = (mover("a1", "D5", "D4"), mover("b1", "D4", "D5"), mover("b2", "D3", "D4"))
    fought_in(played, "D4").then(HexContested(fight="f1", hex="D4", units=joined)).without(UnitMoved)
    played = swap()
    resolve(played)
    alone = (mover("a1", "D5", "D4"), mover("b1", "D4", "D5"))
    fought_in(played, "D5").then(UnitMoved, unit="b2", hex="D4").then(
        HexContested(fight="f1", hex="D5", units=alone)
    )  # fmt: skip


@pytest.mark.rule("HX-ASSAULT-07", "HX-CHOICE-07")
def test_exchange_of_one_nation() -> None:
    """Sides of one nation roll off for the choice."""
    resolve(swap((3, 3, 2, 6), nation="elf")).then(RollOffRolled, winner=1).then(ExchangeFound, seat=1)


@pytest.mark.rule("HX-ASSAULT-07", "HX-STACK-04")
def test_left_hex_of_an_exchange() -> None:
    """The hex of an exchange that nobody fights over is entered as any other, up to its limit."""
    elf = infantry()
    units = [
        ("a1", "D5", "N", infantry(**ORK), SLOW), ("b1", "D4", "S", elf, SLOW), ("b2", "D3", "S", elf, SLOW),
        ("b3", "C4", "SE", elf, SLOW), ("b4", "E4", "SW", elf, SLOW),
    ]  # fmt: skip
    played = moving(units=units, running=forward("a1", "b1", "b2", "b3", "b4"))
    resolve(played).without(MoveOverstacked)
    outcome = fought_in(played, "D5").without(UnitMoved)
    assert [event.unit for event in outcome.events if isinstance(event, MoveOverstacked)] == ["b2", "b3", "b4"]
    assert [len(event.units) for event in outcome.events if isinstance(event, HexContested)] == [2]


@pytest.mark.rule("HX-RETREAT-10")
def test_old_hex_is_free() -> None:
    """Who fights for another hex no longer counts where it came from: friends and enemies walk in."""
    orc = infantry(**ORK)
    units = [
        ("a1", "D5", "N", orc, SLOW), ("a2", "D6", "N", orc, SLOW), ("a3", "D6", "N", orc, SLOW),
        ("b1", "D4", "S", infantry(), None),
    ]  # fmt: skip
    played = moving(units=units, running=forward("a1", "a2", "a3"))
    outcome = resolve(played).then(UnitMoved, UnitMoved, unit="a3", hex="D5")
    outcome.then(HexContested, hex="D4").without(MoveOverstacked)


@pytest.mark.rule("HX-GUNNERY-21")
def test_drawn_into_an_assault() -> None:
    """A hidden unit that is drawn into an assault turns face up, by every option."""
    for option in ("standard", "spot_only"):
        units = [("a1", "D5", "N", infantry(**ORK), SLOW), ("b1", "D4", "S", infantry(), {"hidden": True})]
        played = moving(units=units, running=forward("a1"), options={"hidden_reveal": option})
        for kind in ("intents", "moves", "moves"):
            played.when("blue", silence(played, kind)).accepted()
        resolve(played).then(UnitRevealed, unit="b1", reason="assault").then(HexContested)


@pytest.mark.rule("HX-GUNNERY-21", "HX-ASSAULT-07")
def test_hidden_unit_in_an_exchange() -> None:
    """Who turns face up in an exchange changes nobody's way in the step: all is judged from its start."""
    units = [
        ("a1", "D5", "N", infantry(**ORK), SLOW), ("a2", "A4", "N", infantry(**ORK), SLOW),
        ("b1", "D4", "S", infantry(), {"speed": "slow", "hidden": True}), ("b2", "A1", "S", infantry(), None),
    ]  # fmt: skip
    played = moving(units=units, running={**forward("a1", "b1"), "a2": ("Chase+-+-",)})
    for kind in ("intents", "moves", "moves"):
        played.when("blue", silence(played, kind)).accepted()
    resolve(played).then(ExchangeFound).then(UnitRevealed, unit="b1")
    fought_in(played, "D4").then(UnitMoved, unit="a2", hex="A3").then(HexContested, hex="D4")


@pytest.mark.rule("HX-TURN-22")
def test_order_of_rows_does_not_matter() -> None:
    """The same step comes out alike, in whatever order units stand in the tables."""
    elf, orc = infantry(), infantry(**ORK)
    units = [
        ("a1", "D6", "N", orc, SLOW), ("a2", "D5", "N", orc, SLOW), ("a3", "D5", "N", orc, SLOW),
        ("b1", "D4", "S", elf, None), ("b2", "D3", "S", elf, SLOW), ("b3", "C4", "SE", elf, SLOW),
    ]  # fmt: skip
    running = forward("a1", "a2", "a3", "b2", "b3")
    found = [resolve(moving(units=each, running=running)).events for each in (units, list(reversed(units)))]
    assert found[0] == found[1]
    assert any(isinstance(event, HexContested) for event in found[0])


def test_whole_command_is_the_tables() -> None:
    """The step is the table's own; nobody is asked where nothing is open."""
    played = table(step="gunnery_1", pace="step", units=[("a1", "D5", "N", drilled(), None)])
    played.ask("movement", "table").set(step="movement_1")
    played.when("table", ResolveMovement()).accepted().without(UnitMoved)
