"""The six angles of a unit, and stats that depend on the angle (HX-ANGLES-02, HX-ANGLES-03)."""

from __future__ import annotations

import re

from adjudicator.board import hexes
from adjudicator.rulesets.hex_orders.model.board_hexes import number_of, turned
from adjudicator.rulesets.hex_orders.model.messages import Angles

ANGLES = ("front", "front_side_right", "back_side_right", "back", "back_side_left", "front_side_left")
PLAIN = ("front", "front_side", "back_side", "back")
ENTRY_OF = (0, 1, 2, 3, 2, 1)
"""Place of each angle in a stat of four entries: left and right are alike."""
FOUR = len(PLAIN)
_NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)


# --- sides and angles ---------------------------------------------------------------------------------------


def angle_of(facing: str, side: str) -> str:
    """HX-ANGLES-02 Name the angle in which a side of the hex lies for who faces that way."""
    return ANGLES[hexes.angle(number_of(facing), number_of(side))]


def side_of(facing: str, angle: str) -> str:
    """HX-ANGLES-02 Give the side of the hex that lies in an angle of who faces that way."""
    return turned(facing, ANGLES.index(angle))


def without_side(angle: str) -> str:
    """HX-FIXED-04 Name an angle without left and right: left and right are alike."""
    return PLAIN[ENTRY_OF[ANGLES.index(angle)]] if angle in ANGLES else angle


# --- stats --------------------------------------------------------------------------------------------------


def value_at(stat: Angles, angle: str) -> int:
    """HX-ANGLES-03 Read a stat at an angle, named with left and right or without."""
    name = without_side(angle)
    value: int = getattr(stat, name)
    return value


def read_stat(text: str | int) -> Angles:
    """HX-ANGLES-03, HX-ANGLES-04 Read "4/3/3/2", or one number for every angle.

    Raises ValueError for another count of entries, and for what is no whole number.
    """
    words = str(text).split("/")
    if len(words) not in (1, FOUR) or not all(_NUMBER.fullmatch(word) for word in words):
        raise ValueError(f"{text!r} is no stat by angle: give one whole number, or four as in 4/3/3/2")
    front, front_side, back_side, back = (int(word) for word in (words * FOUR)[:FOUR])
    return Angles(front=front, front_side=front_side, back_side=back_side, back=back)
