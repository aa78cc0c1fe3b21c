"""Whether a unit may walk a path, what it costs and which tests it takes, found anew from a table written out here."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

Spot = tuple[int, int]
SIZE: Final = 8
CLASSES: Final = {"INF": 0, "LV": 1, "AV": 1, "WE": 2}
# kind of terrain: movement effect on infantry, vehicles, war engines - n none, d dangerous, i impassable
BASES: Final = {
    "buildings": "nii",
    "cliffs": "iii",
    "fortifications": "nii",
    "hills": "nnn",
    "jungle": "nid",
    "marsh": "ddd",
    "open_ground": "nnn",
    "river": "din",
    "ruins": "ndd",
    "scrub": "nnn",
    "woods": "ndd",
}
OVERLAYS: Final = {
    "roads": "nnn",
    "barricade": "dnn",
    "bunkers": "idi",
    "fieldworks": "ndn",
    "gun_emplacements": "iin",
    "minefield": "ddd",
}
EFFECTS: Final = BASES | OVERLAYS
HELD: Final = {("bunkers", 0), ("gun_emplacements", 0), ("gun_emplacements", 1)}
IMPEDING: Final = {"barricade", "fieldworks"}
OPEN: Final = ("open_ground",)


class Other(NamedTuple):
    """Another unit on the battlefield."""

    kind: str
    foe: bool
    zone: bool


class Walk(NamedTuple):
    """A unit, its path, what lies and stands around it, and the options it is judged by."""

    kind: str
    speed: int
    climbs: bool
    cautious: bool
    start: Spot
    path: tuple[Spot, ...]
    terrain: dict[Spot, tuple[str, ...]]
    others: dict[Spot, Other]
    options: dict[str, Any]


def random_walk(seed: int) -> Walk:
    """Make a walk up: most of its steps avoid what is closed."""
    dice = Random(seed)
    tiles = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    terrain, start = _random_terrain(dice, tiles), dice.choice(tiles)
    cautious = dice.random() < 0.4
    kind, climbs, options = dice.choice(["INF", "INF", "LV", "AV", "WE"]), dice.random() < 0.3, _random_options(dice)
    walk = Walk(kind, dice.choice([1, 1, 2, 3, 4, 6]), climbs, cautious, start, (), terrain, {}, options)
    walk = walk._replace(others=_random_others(dice, tiles, start))
    steps = 1 if cautious and dice.random() < 0.7 else dice.choice([1, 1, 2, 2, 3, 4, 6])
    return walk._replace(path=_random_path(dice, walk, steps))


def _random_terrain(dice: Random, tiles: list[Spot]) -> dict[Spot, tuple[str, ...]]:
    density, roads, found = dice.choice([0.1, 0.3, 0.6]), dice.choice([0.1, 0.1, 0.8]), {}
    for tile in tiles:
        base = dice.choice(list(BASES)) if dice.random() < density else "open_ground"
        above = ("roads",) if dice.random() < roads else ()
        if dice.random() < 0.4:
            above = (*above, dice.choice(list(OVERLAYS)[1:]))
        found[tile] = (base, *above)
    return found


def _random_others(dice: Random, tiles: list[Spot], start: Spot) -> dict[Spot, Other]:
    found: dict[Spot, Other] = {}
    for tile in dice.sample([tile for tile in tiles if tile != start], dice.choice([1, 3, 14])):
        foe = not found or dice.random() < 0.5
        found[tile] = Other(
            dice.choice(["INF", "AV", "WE"]), foe, foe and dice.random() < 0.3 and distance(tile, start) > 2
        )
    return found


def _random_options(dice: Random) -> dict[str, Any]:
    return {
        "road_overrides_base": dice.random() < 0.7,
        "road_start_counts": dice.random() < 0.6,
        "impeded_mode": dice.choice(["tile_cost", "tile_cost", "halve_move"]),
        "minimum_move": dice.choice(["cautious", "all"]),
        "light_vehicles_impeded": dice.random() < 0.5,
        "danger_test_scope": dice.choice(["feature", "feature", "tile"]),
        "minefield_bars_cautious": dice.random() < 0.6,
        "no_diagonal_squeeze": dice.random() < 0.5,
        "cover_and_impassable": dice.choice(["occupy", "deploy_only", "no_entry"]),
    }


def _random_path(dice: Random, walk: Walk, steps: int) -> tuple[Spot, ...]:
    here, found = walk.start, []
    for _ in range(steps):
        columns, rows = range(here[0] - 1, here[0] + 2), range(here[1] - 1, here[1] + 2)
        around = [(x, y) for x in columns for y in rows if 0 <= x < SIZE and 0 <= y < SIZE and (x, y) != here]
        free = [tile for tile in around if "i" not in effects(walk, tile).values() and not _is_foe(walk, tile)]
        here = dice.choice(free if free and dice.random() < 0.8 else around)
        found.append(here)
    return tuple(found)


def distance(a: Spot, b: Spot) -> int:
    """Count tiles with diagonals."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def is_open(walk: Walk) -> bool:
    """Tell whether neither the ledger nor this oracle leaves the walk undecided: it starts where the unit may stand."""
    halved = walk.options["impeded_mode"] == "halve_move" and _impedes(walk, walk.start)
    return "i" not in effects(walk, walk.start).values() and not halved


def is_legal(walk: Walk) -> bool:
    """Every step and the end of the path are legal, and the speed pays for it."""
    steps = list(zip((walk.start, *walk.path[:-1]), walk.path, strict=True))
    entered = all(_may_enter(walk, there, last=n == len(steps)) for n, (_, there) in enumerate(steps, 1))
    squeezed = walk.options["no_diagonal_squeeze"] and any(_is_squeezed(walk, *step) for step in steps)
    return entered and not squeezed and walk.path[-1] not in walk.others and _is_paid(walk)


def effects(walk: Walk, tile: Spot) -> dict[str, str]:
    """TF-TERRAIN-08, TF-CLIFF-04: the effect of each terrain of a tile, a road in the place of its base."""
    base, *above = walk.terrain.get(tile, OPEN)
    kinds = above if "roads" in above and walk.options["road_overrides_base"] else [base, *above]
    found = {kind: EFFECTS[kind][CLASSES[walk.kind]] for kind in kinds}
    return found | ({"cliffs": "d"} if "cliffs" in found and walk.climbs and walk.kind == "INF" else {})


def _may_enter(walk: Walk, tile: Spot, *, last: bool) -> bool:
    """TF-BLOCK-01 to 04, TF-ZOC-04, TF-TERRAIN-03 and 07: what stands, reaches and lies there lets the unit in."""
    closed = [kind for kind, effect in effects(walk, tile).items() if effect == "i"]
    held = last and walk.options["cover_and_impassable"] == "occupy"
    if closed and not (held and all((kind, CLASSES[walk.kind]) in HELD for kind in closed)):
        return False
    other = walk.others.get(tile)
    passable = other is None or (not other.foe and "INF" in (walk.kind, other.kind))
    return passable and not any(row.zone and distance(tile, spot) <= 2 for spot, row in walk.others.items())


def _is_foe(walk: Walk, tile: Spot) -> bool:
    return tile in walk.others and walk.others[tile].foe


def _is_squeezed(walk: Walk, here: Spot, there: Spot) -> bool:
    """TF-BLOCK-06: a diagonal step between two enemies."""
    diagonal = here[0] != there[0] and here[1] != there[1]
    return diagonal and _is_foe(walk, (here[0], there[1])) and _is_foe(walk, (there[0], here[1]))


def _is_paid(walk: Walk) -> bool:
    """TF-MOVE-08, TF-DANGER-12: the speed pays for the path, or it is the one tile of a least move."""
    least = walk.cautious or walk.options["minimum_move"] == "all"
    return cost(walk) <= speed(walk) or (least and len(walk.path) == 1)


def cost(walk: Walk) -> int:
    """TF-BARR-04, TF-BARR-05: 2 points for a tile that impedes, unless it halves the move."""
    by_tile = walk.options["impeded_mode"] == "tile_cost"
    return sum(2 if by_tile and _impedes(walk, tile) else 1 for tile in walk.path)


def speed(walk: Walk) -> int:
    """TF-MOVE-08: base speed, 2 more on roads alone, halved through what impedes, and 1 where it is cautious."""
    judged = (walk.start, *walk.path) if walk.options["road_start_counts"] else walk.path
    found = walk.speed + (2 if all("roads" in walk.terrain.get(tile, OPEN) for tile in judged) else 0)
    if walk.options["impeded_mode"] == "halve_move" and any(_impedes(walk, tile) for tile in walk.path):
        found = max(1, found // 2)
    return 1 if walk.cautious else found


def _impedes(walk: Walk, tile: Spot) -> bool:
    """TF-GRID-03: infantry and armoured vehicles are slowed, light ones by the option."""
    slowed = walk.kind in ("INF", "AV") or (walk.kind == "LV" and walk.options["light_vehicles_impeded"])
    return slowed and bool(IMPEDING & set(walk.terrain.get(tile, OPEN)))


def danger_on_way(walk: Walk) -> list[tuple[Spot, str, bool]]:
    """TF-DANGER-01, 02, 08: the tests by tile and kind, and whether each is rolled twice."""
    found, before = [], set[str]()
    for tile in (walk.start, *walk.path):
        here = {kind for kind, effect in effects(walk, tile).items() if effect == "d"}
        due = here if walk.options["danger_test_scope"] == "tile" else here - before
        found += [(tile, kind, _is_rolled_twice(walk, kind)) for kind in sorted(due)]
        before = here
    return found


def _is_rolled_twice(walk: Walk, kind: str) -> bool:
    """TF-DANGER-10, TF-MINE-05: caution rolls twice, in minefields by the option alone."""
    return walk.cautious and not (kind == "minefield" and walk.options["minefield_bars_cautious"])
