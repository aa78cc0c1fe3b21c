"""Orders as they are written: "F+L+-", "360,A+F+F", "A[slow]+F+-", "-+Load[main_gun]" (HX-ORDERS-10, HX-GUNNERY-01)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

MOVEMENT_PARTS = 3
GUNNERY_PARTS = 2
NOTHING = "-"
STAND_STILL = "stand_still"
NO_MOVEMENT = "-+-+-"
NO_GUNNERY = "-+-"
MOVES = ("F", "Rev", "Chase", "Follow", "Flee")
STEERS = ("R", "L", "360")
SPEEDS = ("A", "B")
ACTIONS = ("Aim", "Load", "Fire", "Spot")
_CODE = re.compile(r"(?P<name>[A-Za-z0-9]+)(?:\[(?P<word>[A-Za-z0-9_]+)\])?", re.ASCII)
_KEPT = 4096


class Code(NamedTuple):
    """One code of an order: its name and the word in its brackets, "" without one."""

    name: str
    word: str = ""

    def __str__(self) -> str:
        return f"{self.name}[{self.word}]" if self.word else self.name


Part: TypeAlias = tuple[Code, ...]
MovementOrder: TypeAlias = tuple[Part, Part, Part]
GunneryOrder: TypeAlias = tuple[Code, Code]
IDLE = Code(NOTHING)


def split(order: str) -> tuple[str, ...]:
    """Cut an order into its parts, written as they are."""
    return tuple(order.split("+"))


def joined(parts: Iterable[str]) -> str:
    """Write parts as one order."""
    return "+".join(parts)


def without_blanks(order: str) -> str:
    """Leave the blanks out that people write around the plus signs."""
    return "".join(order.split())


@lru_cache(maxsize=_KEPT)
def read_movement(order: str) -> MovementOrder:
    """HX-ORDERS-10 Read a movement order; a part without action is empty.

    Raises ValueError where it is none.
    """
    parts = split(order)
    if len(parts) != MOVEMENT_PARTS:
        raise ValueError(f"{order!r} has {len(parts)} parts: a movement order has three, such as F+F+-")
    first, second, third = (read_codes(part) for part in parts)
    return first, second, third


@lru_cache(maxsize=_KEPT)
def read_codes(part: str) -> Part:
    """HX-ORDERS-11 Read one part of a movement order: its codes from left to right, none for a dash.

    Raises ValueError where it is none.
    """
    if part == NOTHING:
        return ()
    found = tuple(_read_code(text) for text in part.split(","))
    for row in found:
        _check_movement(row)
    if sum(row.name in MOVES for row in found) > 1:
        raise ValueError(f"{part!r} leaves its hex twice in one step: a part holds one code that changes hex")
    return found


def _check_movement(code: Code) -> None:
    if code.name not in (*MOVES, *STEERS, *SPEEDS):
        raise ValueError(f"{code} is no movement code: take F, Rev, Chase, Follow, Flee, R, L, 360, A or B")
    if code.word and code.name not in SPEEDS:
        raise ValueError(f"{code} has a word in brackets: only A and B take a speed there")


@lru_cache(maxsize=_KEPT)
def read_gunnery(order: str) -> GunneryOrder:
    """HX-GUNNERY-01 Read a gunnery order; the word of a Load is its weapon.

    Raises ValueError where it is none.
    """
    parts = split(order)
    if len(parts) != GUNNERY_PARTS:
        raise ValueError(f"{order!r} has {len(parts)} parts: a gunnery order has two, such as -+Fire")
    first, second = (read_action(part) for part in parts)
    return first, second


@lru_cache(maxsize=_KEPT)
def read_action(part: str) -> Code:
    """Read one part of a gunnery order.

    Raises ValueError where it is none.
    """
    if part == NOTHING:
        return IDLE
    code = _read_code(part)
    if code.name not in ACTIONS:
        raise ValueError(f"{code} is no gunnery action: take Aim, Load, Fire, Spot or -")
    if code.word and code.name != "Load":
        raise ValueError(f"{code} has a word in brackets: only Load takes a weapon there")
    return code


def _read_code(text: str) -> Code:
    found = _CODE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no code of an order: write a code such as F, A[slow] or Fire")
    return Code(found["name"], found["word"] or "")


def is_movement(order: str) -> bool:
    """Tell whether a text is a movement order."""
    try:
        read_movement(order)
    except ValueError:
        return False
    return True


def is_gunnery(order: str) -> bool:
    """Tell whether a text is a gunnery order."""
    try:
        read_gunnery(order)
    except ValueError:
        return False
    return True


def without_weapons(order: str) -> str:
    """HX-GUNNERY-11 Leave out which weapons a gunnery order loads: so it stands in a unit's list."""
    return joined(part.split("[")[0] for part in split(order))


def with_every_weapon(order: str, weapons: Sequence[str]) -> tuple[str, ...]:
    """HX-GUNNERY-11 Write a gunnery order of a unit's list with every weapon that its Load may name."""
    found: tuple[tuple[str, ...], ...] = ((),)
    for part in split(order):
        variants = tuple(f"Load[{weapon}]" for weapon in weapons) if part == "Load" else (part,)
        found = tuple((*before, row) for before in found for row in variants)
    return tuple(joined(parts) for parts in found)
