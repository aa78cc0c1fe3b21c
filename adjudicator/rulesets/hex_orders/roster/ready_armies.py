"""Armies ready to be handed in: for each nation a roster for every kind of budget (data/armies)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.hex_orders.model.options import PACKAGE


class UpgradeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An upgrade that is bought; `model` counts from 1, 0 for the base or whoever comes first."""

    upgrade: str
    model: int = 0


class UnitEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that is bought."""

    kind: str
    upgrades: tuple[UpgradeEntry, ...] = ()


class FreeEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """How the armoured side divides its points."""

    mp: int = 0
    cp: int = 0
    xp: int = 0


class RosterEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A roster."""

    units: tuple[UnitEntry, ...]
    free: FreeEntry = FreeEntry()


class ReadyRosters(Struct, frozen=True, forbid_unknown_fields=True):
    """The rosters of a nation, one for each kind of budget."""

    nation: str
    standard: RosterEntry
    infantry: RosterEntry
    pure_tank: RosterEntry
    armoured: RosterEntry
    light_a: RosterEntry
    light_b: RosterEntry

    def roster(self, budget: str) -> RosterEntry:
        """Give the roster for a kind of budget."""
        found: RosterEntry = getattr(self, budget)
        return found

    def every(self) -> Iterator[UnitEntry]:
        """List every unit of every roster."""
        for budget in BUDGETS:
            yield from self.roster(budget).units


BUDGETS = ("standard", "infantry", "pure_tank", "armoured", "light_a", "light_b")


READY_ROSTERS: Mapping[str, ReadyRosters] = {
    each.nation: each for each in read_folder(PACKAGE, "armies", ReadyRosters).values()
}
