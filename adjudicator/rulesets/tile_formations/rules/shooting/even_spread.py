"""Chapter TF-SHOOT, hits: on which units hits may fall, and how they fall evenly, the nearest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.rulesets.tile_formations.model.messages import Hit
from adjudicator.rulesets.tile_formations.model.rows import Shooting
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.shooting import shot_pairs


def units_in_reach(game: Game, shooting: Shooting, shooter: str, weapon: str) -> tuple[str, ...]:
    """TF-SHOOT-03 TF-SHOOT-05 List the units that hits of a weapon may fall on, the nearest to the attackers first."""
    fired = shot_pairs.weapon_of(game, shooter, weapon)
    if fired is None:
        return ()
    reachable = {
        pair.target
        for pair in shooting.pairs
        if pair.unit == shooter and shot_pairs.reaches(game, fired, pair.target, pair.distance)
    }
    return tuple(
        unit for unit in shot_pairs.nearest_first(shooting.pairs) if unit in reachable and not game.units[unit].out
    )


class HitKind(NamedTuple):
    """What matters of a hit where it falls: the units that it may fall on, and what it does to their saves."""

    units: tuple[str, ...]
    save_modifier: int
    air: bool


def hit_kinds(game: Game, shooting: Shooting, hits: Sequence[Hit]) -> dict[str, HitKind]:
    """Say of each hit what matters where it falls; hits that can fall on nobody are left out."""
    found = {
        hit.id: HitKind(units_in_reach(game, shooting, hit.shooter, hit.weapon), hit.save_modifier, hit.air)
        for hit in hits
    }
    return {key: row for key, row in found.items() if row.units}


def spread_evenly(open_hits: Mapping[str, HitKind]) -> dict[str, str]:
    """TF-SHOOT-03 Spread hits, one for each unit before any takes a second; the nearest takes more.

    Hits that may fall on fewer units come first, then those that are saved more easily, then those that came first. A
    hit that finds no room moves another one on.
    """
    waiting = sorted(open_hits, key=lambda hit: _rank(open_hits[hit]))
    there: dict[str, list[str]] = {unit: [] for row in open_hits.values() for unit in row.units}
    room = 0
    while waiting:
        room += 1
        waiting = _place_round(open_hits, there, waiting, room)
    allocation = {hit: unit for unit, hits in there.items() for hit in hits}
    return {hit: allocation[hit] for hit in open_hits}


def _place_round(
    open_hits: Mapping[str, HitKind], there: dict[str, list[str]], waiting: list[str], room: int
) -> list[str]:
    """Place what there is room for; where one hit found none, the next one that may fall on the same units does not."""
    left: list[str] = []
    full: set[tuple[str, ...]] = set()
    for hit in waiting:
        units = open_hits[hit].units
        if units in full or not _place(open_hits, there, hit, room, set()):
            full.add(units)
            left.append(hit)
    return left


def _rank(kind: HitKind) -> tuple[int, tuple[str, ...], int, bool]:
    return len(kind.units), kind.units, -kind.save_modifier, not kind.air


def _place(open_hits: Mapping[str, HitKind], there: dict[str, list[str]], hit: str, room: int, tried: set[str]) -> bool:
    """Place a hit where there is room, else where another one can be moved on."""
    units = open_hits[hit].units
    free = next((unit for unit in units if len(there[unit]) < room), None)
    if free is not None:
        there[free].append(hit)
        return True
    for unit in units:
        if unit not in tried:
            tried.add(unit)
            moved = next((row for row in reversed(there[unit]) if _place(open_hits, there, row, room, tried)), None)
            if moved is not None:
                there[unit].remove(moved)
                there[unit].append(hit)
                return True
    return False
