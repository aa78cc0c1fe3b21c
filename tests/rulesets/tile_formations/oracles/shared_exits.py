"""How many units can leave enemy zones together, by the clauses alone: every order, every end, every charge.

TF-BLOCK-01 to 05, TF-ZOC-05 to 08, TF-ZOC-10, TF-ZOC-12, TF-CHARGE-02: on squares with diagonals, among cliffs.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

Spot = tuple[int, int]
SIZE: Final = 9
ZONE: Final = 2


class Mover(NamedTuple):
    """A unit that has to leave: where it stands, how far it goes, whether it is infantry."""

    spot: Spot
    speed: int
    infantry: bool


class Crowd(NamedTuple):
    """Units in enemy zones among cliffs, and whether their action is an engage action."""

    movers: tuple[Mover, ...]
    enemies: tuple[Spot, ...]
    cliffs: frozenset[Spot]
    engaging: bool


class _Board(NamedTuple):
    """Where everybody stands; `zoned` are enemies that still have a zone."""

    units: tuple[Mover, ...]
    zoned: tuple[Spot, ...]


def distance(a: Spot, b: Spot) -> int:
    """Count tiles with diagonals."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def random_crowd(seed: int, *, engaging: bool) -> Crowd:
    """Put two to four units, slow and fast, into the zones of one enemy or two, among few cliffs or many."""
    dice = Random(seed)
    tiles = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    enemies = tuple(
        dice.sample([tile for tile in tiles if min(tile) > 1 and max(tile) < SIZE - 2], dice.choice([1, 1, 2]))
    )
    inside = [tile for tile in tiles if any(0 < distance(tile, foe) <= ZONE for foe in enemies) and tile not in enemies]
    movers = tuple(
        Mover(spot, dice.choice([1, 1, 2, 3, 4]), dice.random() < 0.4)
        for spot in dice.sample(inside, dice.choice([2, 3, 3, 4]))
    )
    density = dice.choice([0.5, 0.65, 0.75, 0.85])
    kept = {*enemies, *(mover.spot for mover in movers)}
    cliffs = frozenset(tile for tile in tiles if tile not in kept and dice.random() < density)
    return Crowd(movers, enemies, cliffs, engaging)


def random_queue(seed: int) -> Crowd:
    """Put four units, nearly all vehicles, one beside another into the zone of one enemy, among many cliffs."""
    dice, foe = Random(seed), (4, 4)
    tiles = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    inside = [tile for tile in tiles if 0 < distance(tile, foe) <= ZONE]
    spots = [dice.choice([tile for tile in inside if distance(tile, foe) == ZONE])]
    while len(spots) < 4:
        beside = [tile for tile in inside if tile not in spots and any(distance(tile, spot) == 1 for spot in spots)]
        spots.append(dice.choice(beside))
    dice.shuffle(spots)
    movers = tuple(Mover(spot, dice.choice([1, 2, 3, 4]), dice.random() < 0.1) for spot in spots)
    kept, outside = {foe, *spots}, dice.choice([0.55, 0.65, 0.7, 0.75])
    density = {tile: outside if distance(tile, foe) > ZONE else 0.85 for tile in tiles}
    return Crowd(movers, (foe,), frozenset(t for t in tiles if t not in kept and dice.random() < density[t]), False)


def most_out(crowd: Crowd) -> int:
    """Count the most units that can be out of zones, or have charged, after each has moved once at most."""
    known: dict[tuple[_Board, tuple[int, ...]], int] = {}
    waiting = tuple(range(len(crowd.movers)))
    return _best(crowd, _Board(crowd.movers, crowd.enemies), waiting, known)


def _best(
    crowd: Crowd, board: _Board, waiting: tuple[int, ...], known: dict[tuple[_Board, tuple[int, ...]], int]
) -> int:
    key = (board, waiting)
    if key not in known:
        rest = [unit for unit in waiting if _owners(board, board.units[unit].spot)]
        found = len(crowd.movers) - len(rest)
        for unit in rest:
            others = tuple(other for other in waiting if other != unit)
            for after in _moves(crowd, board, unit):
                found = max(found, _best(crowd, after, others, known))
                if found == len(crowd.movers):
                    break
        known[key] = found
    return known[key]


def _moves(crowd: Crowd, board: _Board, unit: int) -> Iterator[_Board]:
    """List what a way out of a unit, or its charge, leaves behind."""
    mover = board.units[unit]
    owners = _owners(board, mover.spot)
    if crowd.engaging:
        for spot in _reached(crowd, board, unit, ()):
            met = [foe for foe in crowd.enemies if distance(spot, foe) == 1]
            if met:
                yield _after(board, unit, spot, met)
    for spot in _reached(crowd, board, unit, owners):
        if not _owners(board, spot):
            yield _after(board, unit, spot, [])


def _after(board: _Board, unit: int, spot: Spot, met: list[Spot]) -> _Board:
    units = (*board.units[:unit], board.units[unit]._replace(spot=spot), *board.units[unit + 1 :])
    return _Board(units, tuple(foe for foe in board.zoned if foe not in met))


def _owners(board: _Board, spot: Spot) -> tuple[Spot, ...]:
    return tuple(foe for foe in board.zoned if distance(foe, spot) <= ZONE)


def _reached(crowd: Crowd, board: _Board, unit: int, owners: tuple[Spot, ...]) -> list[Spot]:
    """List where a unit can end: away from owners and into no other zone; without owners, as a charge goes."""
    mover = board.units[unit]
    steps, queue = {mover.spot: 0}, [mover.spot]
    standing = {other.spot: other for number, other in enumerate(board.units) if number != unit}
    for here in queue:
        for there in _around(here) if steps[here] < mover.speed else ():
            blocked = there in crowd.cliffs or there in crowd.enemies or there in steps
            met = standing.get(there)
            if blocked or (met is not None and not (mover.infantry or met.infantry)):
                continue
            if owners and not _leads_away(board, owners, here, there):
                continue
            steps[there] = steps[here] + 1
            queue.append(there)
    return [spot for spot in queue if spot not in standing]


def _leads_away(board: _Board, owners: tuple[Spot, ...], here: Spot, there: Spot) -> bool:
    nearer = any(distance(there, foe) < distance(here, foe) for foe in owners)
    return not nearer and all(foe in owners for foe in _owners(board, there))


def _around(here: Spot) -> list[Spot]:
    columns, rows = range(max(0, here[0] - 1), here[0] + 2), range(max(0, here[1] - 1), here[1] + 2)
    return [(x, y) for x in columns for y in rows if x < SIZE and y < SIZE and (x, y) != here]
