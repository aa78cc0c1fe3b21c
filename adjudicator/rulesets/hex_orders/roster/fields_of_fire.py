"""Fields of fire as army lists write them: */*/-/- for where a weapon may fire, x2/x1/x1/- for fixed guns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.rulesets.hex_orders.model.angles import ANGLES, ENTRY_OF, FOUR

OPEN_OR_SHUT = ("*", "-")
_SIX = len(ANGLES)
_GUNS = re.compile(r"x([1-9])", re.ASCII)
_KEPT = 4096


class Arc(NamedTuple):
    """A field of fire, by angle clockwise from the front: guns of a fixed system, else 1 for may and 0 for may not."""

    fixed: bool
    guns: tuple[int, ...]


def fault_of_arc(text: str) -> str | None:
    """Name the clause that a field of fire breaks; None where it is well written."""
    words = text.split("/")
    if len(words) == _SIX:
        return "HX-FIXED-04"
    if len(words) not in (1, FOUR):
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
    words = (text.split("/") * FOUR)[:FOUR]
    counts = tuple(0 if word == "-" else 1 if word == "*" else int(word[1:]) for word in words)
    return Arc("x" in text, tuple(counts[entry] for entry in ENTRY_OF))


def guns_of(text: str) -> tuple[tuple[str, int], ...]:
    """HX-FIXED-03 List the angles of a fixed system that have guns, with their counts; none for other weapons."""
    arc = read_arc(text)
    return tuple((ANGLES[number], count) for number, count in enumerate(arc.guns) if count) if arc.fixed else ()
