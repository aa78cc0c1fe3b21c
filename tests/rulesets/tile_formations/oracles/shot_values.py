"""The hit value and the save of a shot, found anew by the ledger's clauses from a table written out here."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

Spot = tuple[int, int]
SIZE: Final = 9
# kind of terrain: what it hides, cover value of infantry
BASES: Final[dict[str, tuple[str, int]]] = {
    "buildings": ("both", 3),
    "cliffs": ("through", 0),
    "fortifications": ("both", 4),
    "hills": ("through", 0),
    "jungle": ("both", 3),
    "marsh": ("none", 1),
    "open_ground": ("none", 0),
    "river": ("none", 1),
    "ruins": ("both", 3),
    "scrub": ("none", 1),
    "woods": ("both", 2),
}
OVERLAYS: Final[dict[str, tuple[str, int]]] = {
    "roads": ("none", 0),
    "barricade": ("none", 0),
    "bunkers": ("both", 4),
    "fieldworks": ("both", 3),
    "gun_emplacements": ("both", 3),
    "minefield": ("none", 0),
}
KINDS: Final = BASES | OVERLAYS
OPEN: Final = ("open_ground",)
LOW_GROUND: Final = ("hills", "open_ground", "scrub")


class Bystander(NamedTuple):
    """A unit that does not shoot."""

    kind: str
    own: bool
    obscures: bool


class Shot(NamedTuple):
    """A shot at one unit, everything that counts for it, and the options it is read by."""

    attacker: Spot
    target: Spot
    kind: str
    armour: int
    low: bool
    crossfire: bool
    air: bool
    terrain: dict[Spot, tuple[str, ...]]
    bystanders: dict[Spot, Bystander]
    options: dict[str, Any]


def random_shot(seed: int) -> Shot:
    """Make a shot up."""
    dice = Random(seed)
    tiles = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    attacker, target = dice.sample(tiles, 2)
    return Shot(
        attacker,
        target,
        dice.choice(["INF", "INF", "INF", "AV", "LV", "WE"]),
        dice.choice([0, 0, 1, 2, 3, 4, 5]),
        dice.random() < 0.4,
        dice.random() < 0.4,
        dice.random() < 0.4,
        _random_terrain(dice, tiles, target),
        _random_bystanders(dice, tiles, (attacker, target)),
        _random_options(dice),
    )


def _random_terrain(dice: Random, tiles: list[Spot], target: Spot) -> dict[Spot, tuple[str, ...]]:
    density, found = dice.choice([0.05, 0.1, 0.3, 0.5]), {}
    for tile in tiles:
        if dice.random() < (0.7 if tile == target else density):
            above = (dice.choice(list(OVERLAYS)),) if dice.random() < 0.3 else ()
            found[tile] = (dice.choice(list(BASES)), *above)
    return found


def _random_bystanders(dice: Random, tiles: list[Spot], fighters: tuple[Spot, Spot]) -> dict[Spot, Bystander]:
    beside = [tile for tile in tiles if distance(tile, fighters[1]) == 1 and tile not in fighters]
    others = [tile for tile in tiles if tile not in fighters and tile not in beside]
    spots = [*dice.sample(beside, 2), *dice.sample(others, dice.choice([0, 1, 4]))]
    kinds = ("AV", "AV", "LV", "WE", "INF")
    return {spot: Bystander(dice.choice(kinds), dice.random() < 0.7, dice.random() < 0.2) for spot in spots}


def _random_options(dice: Random) -> dict[str, Any]:
    return {
        "tile_line_ties": dice.choice(["shooter", "target"]),
        "los_block_tiles": dice.choice([0, 1, 2, 2, 3]),
        "screen_types": dice.choice([("AV",), ("AV", "LV"), ("WE",)]),
        "overlay_keeps_lie_low": dice.random() < 0.5,
        "modifiers_affect_cover": dice.random() < 0.7,
    }


def distance(a: Spot, b: Spot) -> int:
    """Count tiles with diagonals."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def is_blocked(shot: Shot) -> bool:
    """TF-COVER-07: sight is lost behind as many obscuring tiles as the option says, 0 for never."""
    most = shot.options["los_block_tiles"]
    return bool(most) and _hiding_between(shot) >= most


def hit_value(shot: Shot, usual: int) -> int:
    """TF-COVER-04: the usual value, or one less where there is any reason."""
    inside = any(KINDS[kind][0] == "both" for kind in _terrain(shot, shot.target))
    reasons = (cover_value(shot), inside, _hiding_between(shot), _is_screened(shot), _lies_low(shot))
    return usual - bool(any(reasons))


def save_value(shot: Shot) -> int | None:
    """TF-SAVE-04: the higher of armour and cover after modifiers; None where there is neither."""
    change = save_change(shot)
    values = [shot.armour + change] if shot.armour else []
    if cover_value(shot):
        values.append(cover_value(shot) + (change if shot.options["modifiers_affect_cover"] else 0))
    return max(values, default=None)


def cover_value(shot: Shot) -> int:
    """TF-SAVE-06, TF-SAVE-10, TF-GUN-03: the best cover value of the target's tile."""
    kinds = _terrain(shot, shot.target)
    if shot.kind == "INF":
        return max(*(KINDS[kind][1] for kind in kinds), 2 if _lies_low(shot) else 0)
    return 2 if shot.kind in ("AV", "LV") and "gun_emplacements" in kinds else 0


def save_change(shot: Shot) -> int:
    """TF-CROSS-02, TF-FORT-04, TF-WOOD-04: what a crossfire and the canopy change."""
    kinds = _terrain(shot, shot.target)
    crossed = shot.crossfire and not {"fortifications", "bunkers"} & set(kinds)
    return (1 if shot.air and {"woods", "jungle"} & set(kinds) else 0) - (1 if crossed else 0)


def _terrain(shot: Shot, tile: Spot) -> tuple[str, ...]:
    return shot.terrain.get(tile, OPEN)


def _lies_low(shot: Shot) -> bool:
    """TF-OW-02: infantry in Overwatch on the three kinds of ground, under overlays too by the option."""
    base, *above = _terrain(shot, shot.target)
    bare = shot.options["overlay_keeps_lie_low"] or not above
    return shot.low and shot.kind == "INF" and base in LOW_GROUND and bare


def _hiding_between(shot: Shot) -> int:
    """TF-GRID-06, TF-COVER-06: count the steps of the line that hide what lies behind them."""
    counts = all if shot.options["tile_line_ties"] == "shooter" else any
    return sum(counts(_hides(shot, tile) for tile in step) for step in line(shot.attacker, shot.target))


def _hides(shot: Shot, tile: Spot) -> bool:
    bystander = shot.bystanders.get(tile)
    return any(KINDS[kind][0] != "none" for kind in _terrain(shot, tile)) or bool(bystander and bystander.obscures)


def _is_screened(shot: Shot) -> bool:
    """TF-SCREEN-01, 03, 04: an own unit of a type that shields stands beside infantry, on the line."""
    counts = all if shot.options["tile_line_ties"] == "shooter" else any
    return any(counts(_screens(shot, tile) for tile in step) for step in line(shot.attacker, shot.target))


def _screens(shot: Shot, tile: Spot) -> bool:
    bystander = shot.bystanders.get(tile)
    beside = shot.kind == "INF" and distance(tile, shot.target) == 1
    return bool(beside and bystander and bystander.own and bystander.kind in shot.options["screen_types"])


def is_mixed(shot: Shot) -> bool:
    """Tell whether one of two tiles beside a point midway hides and the other screens: no clause tells which counts."""
    return any(
        len(step) > 1 and any(_hides(shot, tile) for tile in step) and any(_screens(shot, tile) for tile in step)
        for step in line(shot.attacker, shot.target)
    )


def line(a: Spot, b: Spot) -> list[list[Spot]]:
    """TF-GRID-06: the tile or the two tiles of each step but the last."""
    steps = distance(a, b)
    points = [
        [here + Fraction((there - here) * n, steps) for here, there in zip(a, b, strict=True)] for n in range(1, steps)
    ]
    return [[(x, y) for x in _nearest(point[0]) for y in _nearest(point[1])] for point in points]


def _nearest(value: Fraction) -> list[int]:
    below, rest = value.numerator // value.denominator, value % 1
    return [below, below + 1] if rest == Fraction(1, 2) else [below + (rest > Fraction(1, 2))]
