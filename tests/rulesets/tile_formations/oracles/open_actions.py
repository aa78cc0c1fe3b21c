"""Who can charge or leave by which action, found anew: one unit among cliffs, by the clauses TF-ZOC-06, 12 and 13."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

Spot = tuple[int, int]
SIZE = 7
MOVES = {"advance": 1, "double": 2, "march": 3, "marshal": 1, "hold": 1}
ZONE = 2


class Place(NamedTuple):
    """A unit of some speed, its enemies, and cliffs, on a square of 7 by 7 tiles."""

    unit: Spot
    speed: int
    enemies: tuple[Spot, ...]
    cliffs: frozenset[Spot]


def distance(a: Spot, b: Spot) -> int:
    """Count tiles with diagonals."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def random_place(seed: int) -> Place:
    """Put a unit into the zone of one enemy or more, among few cliffs or many."""
    dice = Random(seed)
    tiles = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    enemies = tuple(dice.sample(tiles, dice.choice([1, 1, 2, 3])))
    inside = [tile for tile in tiles if tile not in enemies and min(distance(tile, foe) for foe in enemies) <= ZONE]
    unit, density = dice.choice(inside), dice.choice([0.2, 0.5, 0.7])
    free = {unit, *enemies}
    cliffs = frozenset(tile for tile in tiles if tile not in free and dice.random() < density)
    return Place(unit, dice.choice([0, 1, 1, 1, 2, 3]), enemies, cliffs)


def helpful_actions(place: Place) -> set[str]:
    """Name the actions by which the unit can leave all zones, or make contact."""
    steps_out = _steps_out(place)
    found = {action for action, moves in MOVES.items() if steps_out <= moves * place.speed}
    return found | ({"engage"} if min(steps_out, _steps_to_contact(place)) <= place.speed else set())


FAR = 99


def _steps_out(place: Place) -> int:
    """Count the steps to the first tile out of all zones, never nearer to an owner, nor into another zone."""
    owners = [foe for foe in place.enemies if distance(place.unit, foe) <= ZONE]
    others = [foe for foe in place.enemies if foe not in owners]

    def legal(here: Spot, there: Spot) -> bool:
        away = all(distance(there, foe) >= distance(here, foe) for foe in owners)
        return away and all(distance(there, foe) > ZONE for foe in others)

    reached = _spread(place, legal)
    return min((n for tile, n in reached.items() if min(distance(tile, foe) for foe in owners) > ZONE), default=FAR)


def _steps_to_contact(place: Place) -> int:
    """Count the steps to the first tile beside an enemy; a charge may enter zones."""

    def legal(*_: Spot) -> bool:
        return True

    reached = _spread(place, legal)
    return min(
        (n for tile, n in reached.items() if any(distance(tile, foe) == 1 for foe in place.enemies)), default=FAR
    )


def _spread(place: Place, legal: Callable[[Spot, Spot], bool]) -> dict[Spot, int]:
    """Reach tiles step by step: tile to number of steps."""
    found, queue = {place.unit: 0}, [place.unit]
    for here in queue:
        for there in _free_neighbours(place, here):
            if there not in found and legal(here, there):
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _free_neighbours(place: Place, here: Spot) -> list[Spot]:
    columns, rows = range(max(0, here[0] - 1), here[0] + 2), range(max(0, here[1] - 1), here[1] + 2)
    around = [(x, y) for x in columns for y in rows if x < SIZE and y < SIZE]
    return [tile for tile in around if tile != here and tile not in place.cliffs and tile not in place.enemies]
