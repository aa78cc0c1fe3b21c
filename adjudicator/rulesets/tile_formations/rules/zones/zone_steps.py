"""Chapter TF-ZOC, steps: which steps enemy zones of control forbid, and whom a charge into them has to contact."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.rules.movement.places import Placement, UnitPlaces

ZONE_OWNER = "zone_owner"


def zone_fault(places: UnitPlaces, here: str, there: str, placement: Placement) -> Fault | None:
    """TF-ZOC-04 TF-ZOC-12 No enemy zone is entered; who leaves one may not come nearer to its owner."""
    if not places.owners:
        enemy = next(iter(placement.owners), "")
        return fault("TF-ZOC-04", "enemy-zone", "path", tile=there, enemy=enemy) if enemy else None
    for owner in placement.owners:
        if owner not in places.owners:
            return fault("TF-ZOC-12", "another-zone", "path", tile=there, enemy=owner)
    for owner in places.owners:
        if places.distance_to(there, owner) < places.distance_to(here, owner):
            return fault("TF-ZOC-12", "nearer", "path", tile=there, enemy=owner)
    return None


def contacts_decided_by_zones(places: UnitPlaces) -> bool:
    """TF-ZOC-06 Tell whether the zones that a charge enters decide whom it has to contact."""
    return places.game.options.charge_contact == ZONE_OWNER


def owners_met(places: UnitPlaces, path: Iterable[str]) -> tuple[str, ...]:
    """TF-ZOC-06 List whose zones a charge enters, where that decides whom it has to contact."""
    if not contacts_decided_by_zones(places):
        return ()
    return tuple(dict.fromkeys(owner for place in path for owner in places.placement_at(place).owners))


def owner_missed(places: UnitPlaces, path: Iterable[str], contacts: Iterable[str]) -> str:
    """TF-ZOC-06 Name an enemy whose zone a charge enters without contact to an owner of one; empty for none."""
    owners = owners_met(places, path)
    return "" if set(owners) & set(contacts) else next(iter(owners), "")
