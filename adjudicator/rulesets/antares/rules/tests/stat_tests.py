"""Tests on a D10: what passes, and what pins take from it (AN-GEN-01 to AN-GEN-04)."""

from __future__ import annotations

from adjudicator.kernel.dice.tally import Tally

D10 = 10
ALWAYS = 1
NEVER = 10


def passes(face: int, needed: int) -> bool:
    """AN-GEN-01 AN-GEN-02 AN-GEN-03 Tell whether a face passes a stat test: a 1 always does, a 10 never."""
    return face == ALWAYS or (face != NEVER and face <= needed)


def good_faces(needed: int) -> int:
    """AN-GEN-01 Count the faces that pass a test."""
    return sum(passes(face, needed) for face in range(1, D10 + 1))


def pins_term(needed: Tally, pins: int) -> Tally:
    """AN-GEN-04 Take 1 for each pin of the unit that tests."""
    return needed.add(-pins, "AN-GEN-04")
