"""One step of one unit, and who may fire at whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.rulesets.hex_orders.model.messages import HitRolled, Sheet
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import Placed, infantry, lookout, table
from tests.rulesets.hex_orders.steps import (
    SILENT,
    begin,
    carry_out_steps,
    fires,
    give_default,
    innermost_window,
    shot,
    unit,
)


def after_one_step(
    sheet: Sheet,
    to: str,
    origin: str = "clear",
    *,
    order: str = "F+-+-",
    held: int = 0,
    dice: Iterable[int] = (),
    speed: str = "slow",
    **options: Any,
) -> Table:
    """Let a unit in D5 that faces D4 carry the first part of its order out, with `held` tokens for D4."""
    tokens = {"difficult_hex": "D4", "difficult": held} if held else {}
    units = [("a1", "D5", "N", sheet, {"speed": speed, **tokens})]
    hexes = {"D5": origin, "D4": to}
    played = table(dice, options, pace="step", hexes=hexes, units=units, running={"a1": (order,)})
    carry_out_steps(played, "movement_1")
    return played


def attempts_needed(sheet: Sheet, to: str, origin: str = "clear", dice: Sequence[int] = (), **options: Any) -> int:
    """Count the attempts that a unit needs from D5 into D4: it enters with one token fewer than the step costs."""
    for held in range(6):
        row = unit(after_one_step(sheet, to, origin, held=held, dice=dice, **options), "a1")
        if row.hex == "D4":
            assert (row.difficult_hex, row.difficult) == ("", 0)
            return held + 1
        assert (row.hex, row.difficult_hex, row.difficult) == ("D5", "D4", held + 1)
    message = f"{sheet.name} never gets into {to}"
    raise AssertionError(message)


def may_fire(played: Table, who: str, shooter: str, target: str) -> bool:
    """Tell whether a unit's weapon may be fired at a target; a refusal has to be one for sight."""
    faults = played.refused(fires(shooter, "eye", shot(target)), who)
    for fault in faults:
        assert fault.clause.startswith("HX-LOS") or fault.clause == "HX-GUNNERY-18", fault
    return not faults


def see_each_other(
    a: str,
    b: str,
    hexes: Mapping[str, Any] | None = None,
    *,
    up: Sequence[str] = (),
    near: Sequence[Placed] = (),
    **options: Any,
) -> bool:
    """Tell whether units in two hexes may fire at each other, those in `up` from the air; each has a decoy beside it.

    `near` has other units that stand about.
    """
    flying = {name: ("flying",) if name in up else () for name in (a, b)}
    units: list[Placed] = [
        ("a1", a, "N", lookout("ork", *flying[a])),
        ("b1", b, "N", lookout("elf", *flying[b])),
        ("a2", _beside(b, a), "N", lookout("ork")),
        ("b2", _beside(a, b), "N", lookout("elf")),
        *near,
    ]
    running = {"a1": ("-+-+-", "Fire+-"), "b1": ("-+-+-", "Fire+-")}
    played = table((), options, pace="step", hexes=hexes, units=units, running=running)
    begin(played, "gunnery_1").asks("fire", "red")
    there = may_fire(played, "red", "a1", "b1")
    played.when("red", SILENT).asks("fire", "blue")
    back = may_fire(played, "blue", "b1", "a1")
    assert there is back, "sight is mutual"
    return there


def _beside(name: str, other: str) -> str:
    """Give a neighbour of a hex in its own column, where no hex between the two lies."""
    column, row = name[0], int(name[1:])
    away = 1 if int(other[1:]) <= row else -1
    there = row + away if 1 <= row + away <= 9 else row - away
    return f"{column}{there}"


def shoot(
    dice: Sequence[int],
    firer: Sheet | None = None,
    target: Sheet | None = None,
    hexes: Mapping[str, str] | None = None,
    *,
    to: str = "D3",
    speeds: Sequence[str] = ("slow", "slow"),
    **options: Any,
) -> HitRolled:
    """Let one model in D5 fire at a base two hexes away, both slow; how the shot was rolled."""
    units = [
        ("a1", "D5", "N", firer or lookout("dwarf"), {"speed": speeds[0]}),
        ("b1", to, "N", target or infantry(), {"speed": speeds[1]}),
    ]
    played = table(dice, options, pace="step", hexes=hexes, units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "eye", shot("b1"))).accepted()
    while innermost_window(played).kind == "fire":
        played.when(innermost_window(played).asks[0], SILENT).accepted()
    assert innermost_window(played).kind == "gunnery_hits"
    return give_default(played).one(HitRolled)
