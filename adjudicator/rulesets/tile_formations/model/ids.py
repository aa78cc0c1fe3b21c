"""Ids of formations, units and hits, and keys of shootings: written and read here alone.

A formation is named by the letter of its seat and a number, such as "b2", its units within it, such as "b2.1"; a hit
that waits is named such as "h12".
"""

from __future__ import annotations

from functools import lru_cache

from adjudicator.kernel.decide.parties import SEAT_LETTERS, Party

HIT = "h"


@lru_cache(maxsize=4096)
def id_order(key: str) -> tuple[str, int, int]:
    """Sort key of ids of units and formations: by seat, formation, number."""
    formation, _, unit = key.partition(".")
    return formation[:1], int(formation[1:]), int(unit or 0)


def formation_id(seat: Party, number: int) -> str:
    """Make the id of a formation; numbers count from 1."""
    return f"{SEAT_LETTERS[seat]}{number}"


def unit_id(formation: str, number: int) -> str:
    """Make the id of a unit; numbers count from 1 within the formation."""
    return f"{formation}.{number}"


def formation_of_unit(unit: str) -> str:
    """Give the id of the formation to which a unit belongs."""
    return unit.partition(".")[0]


def hit_id(number: int) -> str:
    """Make the id of a hit that waits for its save."""
    return f"{HIT}{number}"


def hit_number(hit: str) -> int:
    """Give the number in the id of a hit."""
    return int(hit.removeprefix(HIT))


def shot_key(formation: str, target: str) -> str:
    """Name a shooting by who shoots at whom."""
    return f"{formation} {target}"
