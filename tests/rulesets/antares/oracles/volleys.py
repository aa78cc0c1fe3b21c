"""What a volley may do, worked out with a library of dice and nothing of the ruleset."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
from icepool import Die

FACES = 10


def spread(found: Any) -> dict[int, Fraction]:
    """Give a die as chances by outcome."""
    return {int(key): Fraction(weight, found.denominator()) for key, weight in found.items() if weight}


def good_faces(needed: int) -> int:
    """Count the faces of a D10 that pass: a 1 always, a 10 never."""
    return 1 + sum(face <= needed for face in range(2, FACES))


def passing(needed: int) -> Fraction:
    """Give the chance of a test."""
    return Fraction(good_faces(needed), FACES)


def _v(*counts: int) -> Any:
    return icepool.Vector(counts)


def thrown(dice: int, needed: int) -> Any:
    """Throw so many accuracy dice: (1s, other hits, misses that are no 10)."""
    hits = good_faces(needed) - 1
    one = Die({_v(1, 0, 0): 1, _v(0, 1, 0): hits, _v(0, 0, 1): FACES - 2 - hits, _v(0, 0, 0): 1})
    return one if dice == 1 else dice @ one


def volley(dice: int, needed: int, *, again: int = 0, shielded: bool = False, once: bool = False) -> Any:
    """Give how many of so many dice hit, with misses and hits thrown again as the target and the sources say."""
    good = good_faces(needed)
    re_thrown = Die({_v(1, 0): 1, _v(0, 1): good - 1, _v(0, 0): FACES - good})

    def after(counts: Any) -> Any:
        ones, hits, misses = counts
        used = min(again, misses)
        more = used @ re_thrown if used else Die([_v(0, 0)])
        return more.map(lambda pair: settle(ones, hits, *pair), star=False)

    def settle(ones: int, hits: int, more_ones: int, more: int) -> Any:
        total = ones + hits + more_ones + more
        if not shielded:
            return total
        lucky = 1 if ones or more_ones else 0
        kept = lucky + (more_ones + more - (lucky if not ones else 0) if once else 0)
        left = total - kept
        return kept + (left @ Die({1: good, 0: FACES - good}) if left else 0)

    return thrown(dice, needed).map(after, star=False)


def casualties(hits: Any, models: int, needed: int, wounds: int = 1) -> Any:
    """Give how many models fall when hits are spread one by one over so many models that resist on a number."""
    fails = FACES - good_faces(needed)

    def fallen(count: int) -> Any:
        out: Any = 0
        for model in range(models):
            mine = count // models + (1 if model < count % models else 0)
            if mine >= wounds:
                failed = mine @ Die({1: fails, 0: FACES - fails})
                out += failed.map(lambda row: int(row >= wounds))
        return out

    return hits.map(fallen)


def damage_rolls(hits: Any, needed: int) -> Any:
    """Give how many of the hits are not resisted."""
    fails = FACES - good_faces(needed)
    return hits.map(lambda count: count @ Die({1: fails, 0: FACES - fails}) if count else 0)


def mapped(rule: Callable[[int], Any], sides: int = FACES) -> Any:
    """Ask a rule about every face of a die."""
    return icepool.d(sides).map(rule)
