"""Firers, and a firer and a target on a board.

Unless a test says otherwise "a1" is a single dwarf in D5 that faces N with an always loaded gun of range 4, "b1" a base
of elves in D3 that faces S, both slow and on clear ground: neither a modifier nor a refusal comes from anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import Ability, Sheet, Weapon
from adjudicator.rulesets.hex_orders.model.order_codes import without_weapons
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import (
    GUN,
    LOADED,
    ORK,
    Placed,
    armed,
    gunnery,
    infantry,
    table,
    tank,
    weapon,
    with_orders,
)

AHEAD = weapon("gun", weapon_range=4, arc="*/-/-/-", always_loaded=True)
FIRE_FIRST = ("-+-+-", "Fire+-")


def shooter(gun: Weapon = GUN, *marks: Ability, nation: str = "dwarf", **changes: Any) -> Sheet:
    """Make a single model with one gun; `marks` are its own abilities."""
    sheet = armed(infantry(nation=nation, **changes), gun)
    return replace(sheet, models=tuple(replace(model, abilities=marks) for model in sheet.models[:1]))


def with_gunnery_orders(sheet: Sheet, movement: str = "-+-+-", *orders: str) -> Sheet:
    """Let a base be given these orders at every speed, where its data do not have them."""
    listed = {row.pattern for row in sheet.gunnery}
    new = tuple(gunnery(order) for order in dict.fromkeys(map(without_weapons, orders)) if order not in listed)
    return with_orders(sheet, movement, gunnery=new)


def duel(
    dice: Iterable[int] = (),
    firer: Sheet | None = None,
    target: Sheet | None = None,
    *,
    at: str = "D5",
    to: str = "D3",
    facing: str = "N",
    looks: str = "S",
    own: Mapping[str, Any] | None = None,
    other: Mapping[str, Any] | None = None,
    more: Sequence[Placed] = (),
    orders: Sequence[str] = FIRE_FIRST,
    running: Mapping[str, Sequence[str]] | None = None,
    hexes: Mapping[str, Any] | None = None,
    rows: int = 9,
    turn: int = 2,
    **options: Any,
) -> Table:
    """Put a firer and a target on the board, the firer with a Fire in Gunnery 1; steps go on when they are told to.

    Both may be given the orders that they carry out; the target stands about where `running` says nothing else.
    """
    carried_out = {"a1": orders, "b1": ("-+-+-",), **(running or {})}
    units = [
        (
            "a1",
            at,
            facing,
            with_gunnery_orders(firer or shooter(), *carried_out["a1"]),
            {"speed": "slow", **(own or {})},
        ),
        (
            "b1",
            to,
            looks,
            with_gunnery_orders(target or infantry(), *carried_out["b1"]),
            {"speed": "slow", **(other or {})},
        ),
        *more,
    ]
    return table(dice, options, turn=turn, hexes=hexes, units=units, running=carried_out, rows=rows, pace="step")


READY = {"speed": "slow", "loads": LOADED}


def tank_duel(
    dice=(), *, own=None, other=None, hexes=None, options=None, running=None, at="D2", facing="S", sheet=None
):
    """A loaded slow tank a1 at D5 facing north with Fire, a slow tank b1 north of it."""
    return table(
        dice,
        options,
        turn=2,
        hexes=hexes,
        pace="step",
        units=[
            ("a1", "D5", "N", sheet or tank(), {**READY, **(own or {})}),
            ("b1", at, facing, tank(nation="ork"), {"speed": "slow", **(other or {})}),
        ],
        running={"a1": FIRE_FIRST, **(running or {})},
    )


def loaded_tank(dice=(), *, own=None, other=None, sheet=None, enemy=ORK, options=None, at="D2"):
    return table(
        dice,
        options,
        pace="step",
        running={"a1": FIRE_FIRST},
        units=[
            ("a1", "D5", "N", sheet or tank(), {"speed": "slow", "loads": {"main_gun": 1}, **(own or {})}),
            ("b1", at, "S", enemy, {"speed": "slow", **(other or {})}),
        ],
    )


HIDDEN = {"hidden": True}
SNIPERS = infantry(nation="ork", hidden=True)


def ambush(dice=(), *, running=None, options=None, red=None, loads=1):
    """A tank a1 at D5, orks hidden behind b1 in the forest at D2, seen orks b2 at E9."""
    return table(
        dice,
        options,
        turn=3,
        pace="step",
        hexes={"D2": "forest"},
        units=[
            ("a1", "D5", "N", tank(), {"speed": "slow", "loads": {"main_gun": 1}, **(red or {})}),
            ("b1", "D2", "S", SNIPERS, {**HIDDEN, "loads": {"musket": loads}}),
            ("b2", "E9", "S", ORK, {}),
        ],
        running=running or {"a1": SPOT_BOTH},
    )


SPOT_BOTH = ("-+-+-", "Spot+Spot")
TOKEN = {"hidden": True, "speed": "stand_still"}
ENEMY = ("b1", "D3", "S", infantry(), {"speed": "slow"})


def gunner(order, sheet=None, turn=1, **changes):
    """Put a unit with a gunnery order into D5."""
    row = {"speed": "slow", **changes.pop("row", {})}
    return table(
        (),
        changes.pop("options", None),
        turn=turn,
        pace="step",
        units=[("a1", "D5", "N", with_gunnery_orders(sheet or tank(), "-+-+-", order), row), ENEMY],
        running={"a1": ("-+-+-", order)},
        **changes,
    )


FRONT, WIDE = "*/-/-/-", "*/*/-/-"
