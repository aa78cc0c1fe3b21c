"""Angles: which side of a unit a line leaves or meets, fields of fire, and stats that depend on the angle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.board import hexes
from adjudicator.rulesets.hex_orders.grid import FACINGS, number_of, parse, turned
from adjudicator.rulesets.hex_orders.model.messages import Angles
from adjudicator.rulesets.hex_orders.options import How

ANGLES = ("front", "front_side_right", "back_side_right", "back", "back_side_left", "front_side_left")
PLAIN = ("front", "front_side", "back_side", "back")
OPEN_OR_SHUT = ("*", "-")
_ENTRY_OF = (0, 1, 2, 3, 2, 1)
_FOUR, _SIX = len(PLAIN), len(ANGLES)
_GUNS = re.compile(r"x([1-9])", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)
_KEPT = 4096


class Arc(NamedTuple):
    """A field of fire, by angle clockwise from the front: guns of a fixed system, else 1 for may and 0 for may not."""

    fixed: bool
    guns: tuple[int, ...]


class Departure(NamedTuple):
    """A side of its own hex through which a shot may leave, and the firer's angle there."""

    side: str
    angle: str
    on_edge: bool


class Impact(NamedTuple):
    """A side of the target's hex through which a shot enters, and the target's angle there."""

    side: str
    angle: str


# --- sides and angles ---------------------------------------------------------------------------------------


def angle_of(facing: str, side: str) -> str:
    """HX-ANGLES-02 Name the angle in which a side of the hex lies for who faces that way."""
    return ANGLES[hexes.angle(number_of(facing), number_of(side))]


def side_of(facing: str, angle: str) -> str:
    """HX-ANGLES-02 Give the side of the hex that lies in an angle of who faces that way."""
    return turned(facing, ANGLES.index(angle))


def plain(angle: str) -> str:
    """HX-FIXED-04 Name an angle without left and right: left and right are alike."""
    return PLAIN[_ENTRY_OF[ANGLES.index(angle)]] if angle in ANGLES else angle


@lru_cache(maxsize=4 * _KEPT)
def exits(a: str, b: str) -> tuple[str, ...]:
    """HX-ANGLES-06, HX-ANGLES-07 List the sides of a through which the line to b leaves: one, or two at a corner.

    Within one hex, from the air, every side will do (HX-ANGLES-12).
    """
    if a == b:
        return FACINGS
    return tuple(FACINGS[side] for side in hexes.sides_towards(parse(a), parse(b)))


def entries(a: str, b: str) -> tuple[str, ...]:
    """HX-ANGLES-10, HX-ANGLES-12 List the sides of b through which the line from a enters."""
    return exits(b, a)


def is_corner(a: str, b: str) -> bool:
    """Tell whether the line between two hexes leaves through a corner (HX-ANGLES-07)."""
    return a != b and len(exits(a, b)) > 1


def impacts(facing: str, a: str, b: str) -> tuple[Impact, ...]:
    """HX-ANGLES-12 List where a shot from a can hit a target in b that faces that way; the attacker chooses."""
    return tuple(Impact(side, angle_of(facing, side)) for side in entries(a, b))


# --- stats --------------------------------------------------------------------------------------------------


def value_at(stat: Angles, angle: str) -> int:
    """HX-ANGLES-03 Read a stat at an angle, named with left and right or without."""
    name = plain(angle)
    value: int = getattr(stat, name)
    return value


def weakest(stat: Angles, found: Sequence[Impact]) -> Impact:
    """Choose the impact where a stat is least, the first of several."""
    return min(found, key=lambda each: value_at(stat, each.angle))


def read_stat(text: str | int) -> Angles:
    """HX-ANGLES-03, HX-ANGLES-04 Read "4/3/3/2", or one number for every angle.

    Raises ValueError for another count of entries, and for what is no whole number.
    """
    words = str(text).split("/")
    if len(words) not in (1, _FOUR) or not all(_NUMBER.fullmatch(word) for word in words):
        raise ValueError(f"{text!r} is no stat by angle: give one whole number, or four as in 4/3/3/2")
    front, front_side, back_side, back = (int(word) for word in (words * _FOUR)[:_FOUR])
    return Angles(front=front, front_side=front_side, back_side=back_side, back=back)


def written_stat(stat: Angles) -> str:
    """Write a stat: one number where all angles are alike, else four."""
    values = [value_at(stat, name) for name in PLAIN]
    return str(values[0]) if len(set(values)) == 1 else "/".join(map(str, values))


# --- fields of fire -----------------------------------------------------------------------------------------


def fault_of_arc(text: str) -> str | None:
    """Name the clause that a field of fire breaks; None where it is well written."""
    words = text.split("/")
    if len(words) == _SIX:
        return "HX-FIXED-04"
    if len(words) not in (1, _FOUR):
        return "HX-ANGLES-03"
    odd = [word for word in words if word not in OPEN_OR_SHUT]
    if not odd:
        return None
    return _fault_of_guns(odd, mixed="*" in words)


def _fault_of_guns(words: Sequence[str], *, mixed: bool) -> str | None:
    if all(_GUNS.fullmatch(word) for word in words):
        return "HX-FIXED-03" if mixed else None
    return "HX-FIXED-03" if any(word.startswith("x") for word in words) else "HX-ANGLES-05"


@lru_cache(maxsize=_KEPT)
def read_arc(text: str) -> Arc:
    """HX-ANGLES-05, HX-FIXED-03 Read a field of fire such as */*/-/- or x2/x1/x1/-, or one entry for every angle.

    Raises ValueError where it is not well written.
    """
    clause = fault_of_arc(text)
    if clause is not None:
        raise ValueError(f"{text!r} is no field of fire ({clause}): give one entry or four, of * and - or of xN and -")
    words = (text.split("/") * _FOUR)[:_FOUR]
    counts = tuple(0 if word == "-" else 1 if word == "*" else int(word[1:]) for word in words)
    return Arc("x" in text, tuple(counts[entry] for entry in _ENTRY_OF))


def guns_of(text: str) -> tuple[tuple[str, int], ...]:
    """HX-FIXED-03 List the angles of a fixed system that have guns, with their counts; none for other weapons."""
    arc = read_arc(text)
    return tuple((ANGLES[number], count) for number, count in enumerate(arc.guns) if count) if arc.fixed else ()


@lru_cache(maxsize=4 * _KEPT)
def _open_sides(text: str, facing: str, gun: str) -> tuple[str, ...]:
    arc = read_arc(text)
    if arc.fixed:
        return (side_of(facing, gun),) if gun in ANGLES and arc.guns[ANGLES.index(gun)] else ()
    return tuple(turned(facing, number) for number, count in enumerate(arc.guns) if count)


def departures(how: How, arc: str, facing: str, a: str, b: str, gun: str = "") -> tuple[Departure, ...]:
    """List the ways out of a towards b that a field of fire allows; none where b is out of it.

    `gun` is the angle of the gun of a fixed system, which has that angle alone (HX-FIXED-01, HX-FIXED-05). A line
    through a corner is on the edge where just one of its sides is open (HX-ANGLES-07), or always by option; within
    one hex there is no edge.
    """
    sides, found = _open_sides(arc, facing, gun), exits(a, b)
    legal = tuple(side for side in found if side in sides)
    cornered = is_corner(a, b) and (len(legal) == 1 or how.on_edge_penalty == "any_corner")
    return tuple(Departure(side, angle_of(facing, side), cornered) for side in legal)


def allowed(arc: str, facing: str, a: str, b: str, gun: str = "") -> bool:
    """HX-ANGLES-05 Tell whether a field of fire allows a shot from a at b."""
    return any(side in _open_sides(arc, facing, gun) for side in exits(a, b))


__all__ = [
    "ANGLES", "PLAIN", "Arc", "Departure", "Impact", "allowed", "angle_of", "departures", "entries", "exits",
    "fault_of_arc", "guns_of", "impacts", "is_corner", "plain", "read_arc", "read_stat", "side_of", "value_at",
    "weakest", "written_stat",
]  # fmt: skip
