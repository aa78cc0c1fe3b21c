"""Scenes: what is drawn is what the View says, on every map and shape of tile, entry by entry."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.scene import Body, Line, Scene, Setting, Token, Zone, value_at
from adjudicator.kernel.scene import Path as Way
from adjudicator.registry import rules_of
from adjudicator.rulesets.tile_formations.reports.messages import TileView
from adjudicator.rulesets.tile_formations.reports.scene.scene import scene
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS as MAPS
from replays.tell.moments import moments, seats_of
from replays.tell.scenes import SceneWriter
from tests.golden_games import golden_games
from tests.scenes import assert_drawn, assert_holds, assert_marks_refer, golden_scenes, kept_game

GAMES = golden_games("tile_formations")
SETTING = Setting(("red", "blue"), SPECTATOR, 1, (), "spectator")


def _spot(view: Any, name: str) -> tuple[int, int]:
    """Give the centre of a tile as docs/board.md says it."""
    letters = name.rstrip("0123456789")
    column, row = ord(letters) - ord("A"), int(name[len(letters) :]) - 1
    if view.tile_shape == "hex":
        return 577 + 866 * column, 500 + 1000 * row + (500 if column % 2 else 0)
    return 500 + 1000 * column, 500 + 1000 * row


def _bodies(drawn: Scene) -> list[Body]:
    return [item for item in drawn.items if isinstance(item, Body)]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_entries_of_a_golden_game(path: Path) -> None:
    """Every unit stands over its tiles with the integrity that it has; who is gone is listed beside the board."""
    stood = entries = 0
    for view, drawn in golden_scenes(path, stride=25 if path.stem == "hosts_at_the_fort" else 8):
        entries += 1
        assert_holds(view, drawn)
        assert_drawn(drawn)
        assert {body.unit for body in _bodies(drawn)} == {unit.id for unit in view.units if unit.tiles}
        assert [row.unit for row in drawn.board.aside] == [unit.id for unit in view.units if not unit.tiles]
        crowds = Counter(tile for unit in view.units for tile in unit.tiles)
        for body in _bodies(drawn):
            tiles, left, whole = (value_at(view, path) for path in body.of_view)
            assert (body.wounds, body.of) == (left, whole)
            spots = [_spot(view, tile) for tile in tiles]
            x = (min(x for x, _ in spots) + max(x for x, _ in spots)) // 2
            y = (min(y for _, y in spots) + max(y for _, y in spots)) // 2
            alone = all(crowds[tile] == 1 for tile in tiles)
            assert abs(body.x - x) < (1 if alone else 500)
            assert abs(body.y - y) < (1 if alone else 500)
            stood += 1
        for token in (item for item in drawn.items if isinstance(item, Token) and item.kind in {"shock", "damage"}):
            assert token.value == str(value_at(view, token.of_view[0]))
    assert stood
    assert entries >= 10


def test_a_whole_game_entry_by_entry() -> None:
    """What moved has a way tile by tile, what shot and was hit is marked with its clauses."""
    bundle, rules = kept_game("tile_formations-2026.5"), rules_of("tile_formations")
    writer = SceneWriter(rules, seats_of(bundle, rules), SPECTATOR)
    before: Scene | None = None
    kinds: Counter[str] = Counter()
    for moment in moments(bundle, rules, SPECTATOR):
        view: Any = writer.take(moment)
        after = writer.scene(moment)
        assert_holds(view, after)
        if before is not None:
            assert_marks_refer(before, after)
            kinds.update(mark.kind if isinstance(mark, Way) else type(mark).__name__ for mark in after.marks)
            _assert_ways(before, after)
        assert all(mark.why for mark in after.marks)
        before = after
    assert {kind: kinds[kind] for kind in ("place", "move", "Shot", "loss")} == KINDS


KINDS = {"place": 17, "move": 12, "Shot": 6, "loss": 1}


def _assert_ways(before: Scene, after: Scene) -> None:
    stood, stands = ({body.id: body for body in _bodies(drawn)} for drawn in (before, after))
    ways = {mark.body: mark for mark in after.marks if isinstance(mark, Way) and len(mark.points) > 1}
    for key in stands.keys() & stood.keys():
        moved = abs(stood[key].x - stands[key].x) > 500 or abs(stood[key].y - stands[key].y) > 500
        assert key in ways or not moved, key
        if key in ways:
            assert ways[key].points[0] == (stood[key].x, stood[key].y)
            assert ways[key].points[-1] == (stands[key].x, stands[key].y)


@pytest.mark.parametrize("shape", ["square8", "square4", "hex"])
@pytest.mark.parametrize("name", sorted(MAPS))
def test_every_map_is_drawn(name: str, shape: str) -> None:
    """A ready map has all its tiles with terrain and what lies on it, and its roads as lines."""
    ready = MAPS[name]
    tiles = tuple(
        TileView(tile=row.tile, base_terrain=row.base_terrain, overlays=row.overlays, damage=0) for row in ready.tiles
    )
    base = rules_of("tile_formations")
    empty: Any = base.view(base.start(2), SPECTATOR)
    view = replace(
        empty, tile_shape=shape, columns=ready.columns, rows=ready.rows, base_terrain=ready.base, tiles=tiles
    )
    drawn = scene(view, SETTING)
    assert_holds(view, drawn)
    assert_drawn(drawn)
    assert len(drawn.cells) == ready.columns * ready.rows
    terrain = {cell.id: (cell.terrain, cell.overlays) for cell in drawn.cells}
    for row in ready.tiles:
        assert terrain[f"cell:{row.tile}"] == (row.base_terrain, row.overlays)
    roads = {row.tile for row in ready.tiles if "roads" in row.overlays}
    joined = {tile for item in drawn.items if isinstance(item, Line) for tile in item.id.split(":")[1:]}
    assert joined == roads
    assert drawn.board.steps == ("corner" if shape == "square8" else "edge")


def test_zones() -> None:
    """Where armies deploy is drawn until the first turn, zones of control from then on: within reach of own units."""
    seen = set()
    for view, drawn in golden_scenes(GAMES[0], stride=10):
        zones = [item for item in drawn.items if isinstance(item, Zone)]
        seen |= {zone.kind for zone in zones}
        assert {zone.kind for zone in zones} <= ({"control"} if view.turn else {"deploy"})
        for zone in (zone for zone in zones if zone.kind == "control"):
            own = [tile for unit in view.units if unit.seat == zone.seat and unit.has_zone for tile in unit.tiles]
            assert {f"cell:{tile}" for tile in own} <= set(zone.cells or ())
    assert seen == {"deploy", "control"}
