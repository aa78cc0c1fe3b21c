"""Open-ended dice: a six is rolled on for as long as fives and sixes come (HX-OPEN)."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.state import Game

SIDES = 6
GOES_ON = 3
"""One throw in so many adds one and goes on: a 5 or a 6."""


def throw_open_ended(ruling: Ruling[Game], why: str, by: Party, *, hidden: bool = False) -> tuple[int, ...]:
    """HX-OPEN-01 Roll a d6; on a 6 further d6 as long as they show 5 or 6."""
    faces = ruling.roll(1, SIDES, why, by, hidden=hidden)
    if faces[0] < SIDES:
        return faces
    while len(faces) == 1 or die_adds_one(faces[-1]):
        faces += ruling.roll(1, SIDES, "extension", by, hidden=hidden)
    return faces


def die_adds_one(face: int) -> bool:
    """HX-OPEN-02 Tell whether an extra die adds one and lets another be rolled."""
    return face >= SIDES - 1


def face_value(faces: tuple[int, ...]) -> int:
    """HX-OPEN-02 Read an open-ended die: its face and one for each extra die that adds."""
    return faces[0] + sum(die_adds_one(face) for face in faces[1:])


def clauses_of_throw(faces: tuple[int, ...]) -> tuple[str, ...]:
    """HX-OPEN-01 Name the rules behind an open-ended die: that of the extra dice where there are any."""
    return ("HX-OPEN-01", "HX-OPEN-02") if len(faces) > 1 else ("HX-OPEN-01",)


def chance_of(needed: int) -> tuple[int, int]:
    """HX-OPEN-02 Give the chance to reach a number, as good faces out of all: past 6 each one more needs a 5 or 6."""
    if needed <= SIDES:
        return min(SIDES, SIDES + 1 - needed), SIDES
    in_a_row: int = GOES_ON ** (needed - SIDES)
    return 1, SIDES * in_a_row
