"""Tests on a D10 and roll-offs: what every chapter throws for (AN-GEN-01 to AN-GEN-05)."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.state import SEATS, Game

D10 = 10
ALWAYS = 1
NEVER = 10


class Contest(Struct, frozen=True):
    """A roll-off: the seat that won, and the faces, seat 0 first, round by round."""

    winner: Party
    faces: tuple[int, ...]


def passes(face: int, needed: int) -> bool:
    """AN-GEN-01 AN-GEN-02 AN-GEN-03 Tell whether a face passes a stat test: a 1 always does, a 10 never."""
    return face == ALWAYS or (face != NEVER and face <= needed)


def pins_term(needed: Tally, pins: int) -> Tally:
    """AN-GEN-04 Take 1 for each pin of the unit that tests."""
    return needed.add(-pins, "AN-GEN-04")


def roll_off(ruling: Ruling[Game], why: str = "roll-off") -> Contest:
    """AN-GEN-05 Let both sides throw a D10: the higher wins, or the lower by the option; ties are thrown again."""
    faces: list[int] = []
    while True:
        first, second = (ruling.roll(1, D10, why, by=seat)[0] for seat in SEATS)
        faces += (first, second)
        if first != second:
            higher = SEATS[0] if first > second else SEATS[1]
            return Contest(higher if ruling.game.how.rolloff_high_wins else SEATS[1 - higher], tuple(faces))


__all__ = ["ALWAYS", "D10", "NEVER", "Contest", "passes", "pins_term", "roll_off"]
