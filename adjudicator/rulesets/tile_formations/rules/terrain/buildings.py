"""Chapter TF-BUILD: terrain that can be destroyed wears down while it is fought over, and becomes ruins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.geometry import board, tiles_of
from adjudicator.rulesets.tile_formations.model.look_ups import units_on_board
from adjudicator.rulesets.tile_formations.model.messages import (
    DamageTerrain,
    TerrainConverted,
    TerrainDamaged,
    TerrainKind,
)
from adjudicator.rulesets.tile_formations.model.rows import Cell
from adjudicator.rulesets.tile_formations.model.state import Game, battlefield_of
from adjudicator.rulesets.tile_formations.model.tile_terrain import cell_at, kinds_at
from adjudicator.rulesets.tile_formations.rules.formations import losses
from adjudicator.rulesets.tile_formations.rules.play import outside_results
from adjudicator.rulesets.tile_formations.rules.play.outside_values import MOST_DAMAGE, held, judge_of, read_points

FIGHTING, REFEREE = "fighting", "referee"
COLLAPSE = "collapse"
MOST_OFFERED = 6


def destructible(game: Game, tile: str) -> TerrainKind | None:
    """TF-BUILD-04 Give what can be destroyed in a tile; None where there is nothing."""
    return next((kind for kind in kinds_at(game, tile) if kind.destructible_into), None)


def damage_by_fighting(ruling: Ruling[Game], tiles: Sequence[str]) -> None:
    """TF-BUILD-04 A round of fighting in these tiles damages buildings, where the options say what they stand."""
    options, field = ruling.game.options, board(ruling.game)
    if options.building_integrity and options.building_damage_per_fight:
        for tile in sorted(set(tiles), key=field.order):
            if destructible(ruling.game, tile) is not None:
                _damage(ruling, tile, options.building_damage_per_fight, FIGHTING)


def casualties_if_fought(game: Game, unit: str, tiles: Iterable[str]) -> int:
    """TF-BUILD-05 Count what a unit would lose to buildings that fall under it when these tiles are fought in."""
    points, options = game.options.building_damage_per_fight, game.options
    if not (options.building_integrity and points):
        return 0
    inside = [tile for tile in tiles_of(game, unit) if tile in tiles and destructible(game, tile) is not None]
    falling = [tile for tile in inside if _falls(game, cell_at(game, tile).damage + points, FIGHTING)]
    return options.collapse_casualties * len(falling)


def _damage(ruling: Ruling[Game], tile: str, points: int, cause: str) -> None:
    total = cell_at(ruling.game, tile).damage + points
    ruling.record(TerrainDamaged(tile=tile, points=points, total=total, cause=cause), "TF-BUILD-04")
    if _falls(ruling.game, total, cause):
        _collapse(ruling, tile)


def _falls(game: Game, total: int, cause: str) -> bool:
    """TF-BUILD-04 Tell whether a building falls at so much damage: by the option, else by a word from outside."""
    limit = game.options.building_integrity
    return total >= limit if limit else cause == REFEREE


def _collapse(ruling: Ruling[Game], tile: str) -> None:
    """TF-BUILD-05 What is destroyed becomes ruins at once; who is inside stays there."""
    kind = destructible(ruling.game, tile)
    if kind is None:
        return
    ruling.record(TerrainConverted(tile=tile, was=kind.name, now=kind.destructible_into), "TF-BUILD-05")
    inside = [unit.id for unit in units_on_board(ruling.game) if tile in tiles_of(ruling.game, unit.id)]
    points = ruling.game.options.collapse_casualties
    for unit in inside if points else ():
        losses.take_casualties(ruling, unit, points, COLLAPSE, "TF-BUILD-05")


def terrain_damaged(game: Game, event: TerrainDamaged) -> None:
    """Note the damage."""
    game.cells[event.tile] = replace(cell_at(game, event.tile), damage=event.total)


def terrain_converted(game: Game, event: TerrainConverted) -> None:
    """Change the kind; the new one is whole."""
    cell = cell_at(game, event.tile)
    base = event.now if cell.base == event.was else cell.base
    overlays = tuple(event.now if name == event.was else name for name in cell.overlays)
    game.cells[event.tile] = Cell(base, overlays)
    if game.cells[event.tile] == Cell(battlefield_of(game).base):
        del game.cells[event.tile]


def damage_terrain(ruling: Ruling[Game], command: DamageTerrain) -> None:
    """TF-BUILD-04 Damage is stated; where the options do not say what a building stands, it falls."""
    outside_results.require_battlefield(ruling, "TF-BUILD-04")
    game = ruling.game
    on_it = command.tile in board(game)
    ruling.require(on_it, "TF-BUILD-04", "off-the-battlefield", "tile", tile=command.tile[:20])
    ruling.require(destructible(game, command.tile), "TF-BUILD-04", "nothing-to-destroy", "tile", tile=command.tile)
    ruling.require(command.points >= 1, "TF-BUILD-04", "no-points", "points")
    fair = command.points <= MOST_DAMAGE
    bounds = {"least": 1, "most": MOST_DAMAGE}
    ruling.require(fair, "TF-BUILD-04", "number-range", "points", found=command.points, **bounds)
    if outside_results.holds_at_once(ruling, "damage", (command.tile,), str(command.points), "TF-BUILD-04"):
        apply_damage(ruling, (command.tile,), str(command.points))


def apply_damage(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-BUILD-04 Let stated damage take effect, where there is still something to destroy."""
    points, (tile,) = read_points(value), subjects
    if points and destructible(ruling.game, tile) is not None:
        _damage(ruling, tile, points, REFEREE)


def _anytime_offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """TF-BUILD-04 Offer damage to whatever can be destroyed."""
    tiles = () if game.battlefield is None else tuple(tile for tile in sorted(game.cells) if destructible(game, tile))
    points = Range(1, MOST_OFFERED)
    return [offer(DamageTerrain, "TF-BUILD-04", tile=Choice(tiles), points=points)] if tiles else []


RESULTS = {"damage": apply_damage}


PART = Part(
    handlers=handlers(damage_terrain),
    reducers=reducers(terrain_damaged, terrain_converted),
    anytime=frozenset({DamageTerrain}),
    anytime_offers={DamageTerrain: _anytime_offers},
    disputes={"damage": held(*(str(points) for points in range(MOST_OFFERED + 1)))},
    judges={"damage": judge_of("TF-BUILD-04", "points", read_points)},
)
