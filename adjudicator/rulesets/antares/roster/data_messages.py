"""How data files write messages: dice and bases are written short.

An amount is written as 2, "d5" or "2d6+1"; a base as `round = 1000`, or as its length, width and shape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.board.inches import Base, Shape, round_base
from adjudicator.kernel.decoding import Decoder
from adjudicator.kernel.messages import Amount

DICE = re.compile(r"(\d*)d(\d+)(?:([+-]\d+))?", re.ASCII)


def read_amount(found: int | str | None) -> Amount:
    """Read an amount.

    Raises ValueError where it is none.
    """
    if found is None or isinstance(found, int):
        return Amount(dice=0, sides=0, plus=found or 0)
    match = DICE.fullmatch(found)
    if match is None:
        raise ValueError(f"{found!r} is no amount: write it as 2, d5 or 2d6+1")
    count, sides, plus = match.groups()
    return Amount(dice=int(count or 1), sides=int(sides), plus=int(plus or 0))


def _read_base(found: Mapping[str, int]) -> Base:
    if "round" in found:
        return round_base(found["round"])
    return Base(found["length"], found["width"], Shape(found["shape"]))


DECODER = Decoder({Amount: read_amount, Base: _read_base})
