"""Ids of units, of what is numbered in a step, of tokens and of effects met: written and read here alone.

Everybody sees what is numbered in the open, such as "h12", a hit; what a hidden unit does or suffers is numbered by
its own id, such as "b2.1", so that no number tells of it (HX-GAP-09).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

HIT, SHOT, FIGHT, EXCHANGE = "h", "s", "f", "x"
"""Signs of what is numbered in the open."""
_UNIT = re.compile(r"([a-z])([0-9]+)", re.ASCII)
_NUMBERED = re.compile(r"(?:([a-z])|([a-z][0-9]+)\.)([0-9]+)", re.ASCII)


class UnitId(NamedTuple):
    """A unit by its number among those of its side, then by the letter of its side; sorts as units are listed."""

    number: int
    letter: str

    def format(self) -> str:
        """Write it as an id, such as "b2"."""
        return f"{self.letter}{self.number}"


class NumberedId(NamedTuple):
    """Something numbered in the open under a sign, or of a hidden unit by that unit; one of the two is empty."""

    sign: str
    unit: str
    number: int

    def format(self) -> str:
        """Write it as an id, such as "h12" or "b2.1"."""
        return f"{self.unit}.{self.number}" if self.unit else f"{self.sign}{self.number}"


@lru_cache(maxsize=4096)
def read_unit_id(id: str) -> UnitId:
    """Read the id of a unit.

    Raises ValueError for a text that is none.
    """
    found = _UNIT.fullmatch(id)
    if found is None:
        raise ValueError(f"{id!r} is no id of a unit: name one as b2")
    return UnitId(int(found[2]), found[1])


@lru_cache(maxsize=4096)
def read_numbered_id(id: str) -> NumberedId:
    """Read the id of a hit, a declaration, a fight or an exchange.

    Raises ValueError for a text that is none.
    """
    found = _NUMBERED.fullmatch(id)
    if found is None:
        raise ValueError(f"{id!r} is no id of something numbered: name one as h12 or b2.1")
    return NumberedId(found[1] or "", found[2] or "", int(found[3]))


def open_id(sign: str, number: int) -> str:
    """Write the id of what everybody sees."""
    return NumberedId(sign, "", number).format()


def hidden_id(unit: str, number: int) -> str:
    """HX-GAP-09 Write the id of what a hidden unit does or suffers."""
    return NumberedId("", unit, number).format()


def number_of(id: str) -> int:
    """Give the number in an id, by which it is sorted."""
    return read_numbered_id(id).number


def is_open(id: str) -> bool:
    """HX-GAP-09 Tell whether everybody sees what has this id."""
    return not read_numbered_id(id).unit


# -- tokens of damage and effects of hexes: whose they are stands before the first colon


def damage_token_id(unit: str, kind: str, level: int, number: int) -> str:
    """HX-CONT-03 Write the id of a unit's token, such as "a1:poison:8:1" for its first Poison[8]."""
    return f"{unit}:{kind}:{level}:{number}"


def effect_met_id(where: str, kind: str) -> str:
    """HX-HEXFX-02 Write what a unit met in a hex, such as "D5:smoke"."""
    return f"{where}:{kind}"


def place_of(id: str) -> str:
    """Give the unit that has a token of damage, or the hex in which an effect was met."""
    return id.partition(":")[0]
