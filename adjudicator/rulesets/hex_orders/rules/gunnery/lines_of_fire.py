"""The sides of hexes through which a shot leaves and enters, and the angles of firer and target there (HX-ANGLES)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.board import hexes
from adjudicator.rulesets.hex_orders.model.angles import ANGLES, angle_of, side_of, value_at
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS, parse, turned
from adjudicator.rulesets.hex_orders.model.messages import Angles, GameOptions
from adjudicator.rulesets.hex_orders.roster.fields_of_fire import read_arc

_KEPT = 4096


class Departure(NamedTuple):
    """A side of its own hex through which a shot may leave, and the firer's angle there."""

    side: str
    angle: str
    on_edge: bool


class Impact(NamedTuple):
    """A side of the target's hex through which a shot enters, and the target's angle there."""

    side: str
    angle: str


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


def weakest_impact(stat: Angles, found: Sequence[Impact]) -> Impact:
    """Choose the impact where a stat is least, the first of several."""
    return min(found, key=lambda row: value_at(stat, row.angle))


@lru_cache(maxsize=4 * _KEPT)
def _open_sides(text: str, facing: str, gun: str) -> tuple[str, ...]:
    arc = read_arc(text)
    if arc.fixed:
        return (side_of(facing, gun),) if gun in ANGLES and arc.guns[ANGLES.index(gun)] else ()
    return tuple(turned(facing, number) for number, count in enumerate(arc.guns) if count)


def departures(options: GameOptions, arc: str, facing: str, a: str, b: str, gun: str = "") -> tuple[Departure, ...]:
    """List the ways out of a towards b that a field of fire allows; none where b is out of it.

    `gun` is the angle of the gun of a fixed system, which has that angle alone (HX-FIXED-01, HX-FIXED-05). A line
    through a corner is on the edge where just one of its sides is open (HX-ANGLES-07), or always by option; within
    one hex there is no edge.
    """
    return ways_out(arc, facing, a, b, gun, is_any_corner_on_edge(options))


def is_any_corner_on_edge(options: GameOptions) -> bool:
    """HX-ANGLES-07 Tell whether by option a line through a corner is always on the edge."""
    return options.on_edge_penalty == "any_corner"


def ways_out(arc: str, facing: str, a: str, b: str, gun: str, any_corner: bool) -> tuple[Departure, ...]:
    """List what `departures` does, given whether every line through a corner is on the edge."""
    sides, found = _open_sides(arc, facing, gun), exits(a, b)
    legal = tuple(side for side in found if side in sides)
    cornered = is_corner(a, b) and (len(legal) == 1 or any_corner)
    return tuple(Departure(side, angle_of(facing, side), cornered) for side in legal)


def is_in_field_of_fire(arc: str, facing: str, a: str, b: str, gun: str = "") -> bool:
    """HX-ANGLES-05 Tell whether a field of fire allows a shot from a at b."""
    return any(side in _open_sides(arc, facing, gun) for side in exits(a, b))
