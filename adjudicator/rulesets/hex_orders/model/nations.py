"""The nations' places in the two rankings; nations.toml has them."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decoding import read_table
from adjudicator.rulesets.hex_orders.model.options import PACKAGE


class Nation(Struct, frozen=True, forbid_unknown_fields=True):
    """A nation's places in the two rankings, 1 highest."""

    name: str
    clauses: tuple[str, ...]
    ranking_choice: int
    ranking_assault: int


NATIONS = read_table(PACKAGE, "nations.toml", Nation)


def choosing_rank(nation: str) -> int:
    """HX-CHOICE-05 Give a nation's rank for choosing, 1 highest: the highest chooses last."""
    return NATIONS[nation].ranking_choice


def assault_rank(nation: str) -> int:
    """HX-ASSAULT-21 Give a nation's rank of winning-power, 1 highest."""
    return NATIONS[nation].ranking_assault
