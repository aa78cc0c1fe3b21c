"""A board as text, from any ruleset's view: its own drawing where it has one, else where its models stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec import Struct

WIDE: Final = 64
HIGH: Final = 20
EMPTY: Final = "."


class Standing(NamedTuple):
    """A model on the table: whose it is, and where, in thousandths of an inch."""

    seat: int
    x: int
    y: int


def board_of(view: Struct, names: tuple[str, ...]) -> str:
    """Draw the board of a view; a model is the first letter of its side's name. Empty while nothing stands on it."""
    drawn = getattr(view, "board", "")
    return drawn or _plot(list(_standing(view, None)), names)


def _standing(value: Any, seat: int | None) -> Iterator[Standing]:
    """Find every row with a pose; it belongs to the seat of the row that it is in."""
    if isinstance(value, Struct):
        seat = getattr(value, "seat", seat)
        pose = getattr(value, "pose", None)
        if pose is not None and seat is not None:
            yield Standing(seat, pose.x, pose.y)
        value = tuple(getattr(value, name) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        for item in value:
            yield from _standing(item, seat)


def _plot(models: list[Standing], names: tuple[str, ...]) -> str:
    if not models:
        return ""
    wide = max(1, *(abs(model.x) for model in models))
    high = max(1, *(abs(model.y) for model in models))
    lines = [[EMPTY] * WIDE for _ in range(HIGH)]
    for model in models:
        column, row = max(0, model.x) * (WIDE - 1) // wide, max(0, model.y) * (HIGH - 1) // high
        lines[HIGH - 1 - row][column] = names[model.seat][0]
    return "\n".join("".join(line) for line in lines)
