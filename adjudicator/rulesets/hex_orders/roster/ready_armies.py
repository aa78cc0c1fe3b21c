"""Armies ready to be handed in: for each nation a roster for every kind of budget (data/armies)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.kernel.decoding import Decoder, read_folder
from adjudicator.rulesets.hex_orders.model.messages import FreePoints, Purchase, Roster
from adjudicator.rulesets.hex_orders.model.options import PACKAGE

BUDGETS = ("standard", "infantry", "pure_tank", "armoured", "light_a", "light_b")


class ReadyRoster(NamedTuple):
    """What is bought, and how the armoured side divides its free points for it."""

    units: tuple[Purchase, ...]
    free: FreePoints


def _rosters(row: Mapping[str, Any]) -> Mapping[str, ReadyRoster]:
    """Read the rosters of a nation by kind of budget; KeyError where one is missing."""
    return MappingProxyType({budget: _roster(row[budget], f"{row['nation']}.{budget}") for budget in BUDGETS})


def _roster(row: Mapping[str, Any], where: str) -> ReadyRoster:
    decoder, units = Decoder(), {key: value for key, value in row.items() if key != "free"}
    free = decoder.message(FreePoints, row.get("free", {}), f"{where}.free")
    return ReadyRoster(decoder.message(Roster, units, where).units, free)


READY_ROSTERS: Mapping[str, Mapping[str, ReadyRoster]] = MappingProxyType(
    {row["nation"]: _rosters(row) for row in read_folder(PACKAGE, "armies", dict[str, Any]).values()}
)
