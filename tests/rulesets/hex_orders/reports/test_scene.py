"""Scenes: what is drawn is what the View says, on every map, for every viewer, entry by entry."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.scene import Body, Scene, Setting, Token, Zone, to_json, value_at
from adjudicator.kernel.scene import Path as Way
from adjudicator.registry import rules_of
from adjudicator.rulesets.hex_orders.model.board_hexes import turned
from adjudicator.rulesets.hex_orders.model.state import on_board
from adjudicator.rulesets.hex_orders.reports.messages import HexView, View
from adjudicator.rulesets.hex_orders.reports.scene.scene import scene
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from replays.tell.moments import moments, seats_of
from replays.tell.scenes import SceneWriter
from tests.golden_games import golden_games, situations
from tests.scenes import assert_drawn, assert_holds, assert_marks_refer, golden_scenes, kept_game, setting_of

GAMES = golden_games("hex_orders")
FACINGS = {"N": 0, "NE": 60_000, "SE": 120_000, "S": 180_000, "SW": 240_000, "NW": 300_000}
SETTING = Setting(("red", "blue"), SPECTATOR, 1, (), "spectator")


def _spot(name: str) -> tuple[int, int]:
    """Give the centre of a hex as docs/board.md says it."""
    column, row = ord(name[0]) - ord("A"), int(name[1:]) - 1
    return 577 + 866 * column, 500 + 1000 * row + (500 if column % 2 else 0)


def _bodies(drawn: Scene) -> list[Body]:
    return [item for item in drawn.items if isinstance(item, Body)]


@pytest.mark.parametrize("viewer", [SPECTATOR, 1], ids=["spectator", "blue"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_ten_entries_of_a_golden_game(path: Path, viewer: int) -> None:
    """Every unit stands where the View says, faces so, and has so many models left; pictures and texts hold them."""
    stood = 0
    for view, drawn in golden_scenes(path, viewer):
        assert_holds(view, drawn)
        assert_drawn(drawn)
        assert {body.unit for body in _bodies(drawn)} == {unit.id for unit in view.units if unit.hex}
        crowds = Counter(unit.hex for unit in view.units)
        for body in _bodies(drawn):
            _assert_as_the_view_says(view, body, crowds)
            stood += 1
    assert stood


def _assert_as_the_view_says(view: View, body: Body, crowds: Counter[str]) -> None:
    name = value_at(view, body.of_view[0])
    x, y = _spot(name)
    assert abs(body.x - x) < 500
    assert abs(body.y - y) < 500
    if crowds[name] == 1:
        assert (body.x, body.y) == (x, y)
    if len(body.of_view) == 1:
        assert (body.hidden, body.facing, body.count, body.of, body.states) == (True, None, 0, 0, ())
        return
    facing, models, dead = (value_at(view, path) for path in body.of_view[1:])
    assert body.facing == FACINGS[facing]
    assert body.count == body.wounds == len(models) - len(dead)
    assert body.of == len(models)


@pytest.mark.parametrize("path", GAMES[:1], ids=lambda path: path.stem)
def test_markers_are_what_the_view_says(path: Path) -> None:
    """The value of a marker is the number at its path; those of others' orders show turns alone."""
    found: set[str] = set()
    for view, drawn in golden_scenes(path, 0, 10):
        for token in (item for item in drawn.items if isinstance(item, Token)):
            value = value_at(view, token.of_view[0])
            found.add(token.kind)
            if token.kind in {"smoke", "fire", "pinned", "difficult", "armour_loss"}:
                assert token.value == str(value)
            elif token.kind == "sealed_order":
                assert token.value == "+".join(map(str, value))
            elif token.kind == "loaded":
                assert token.value == str(sum(load.count for load in value))
            elif token.kind in {"order", "plotted"}:
                assert token.value.endswith(
                    " ".join((*value.movement, *value.gunnery)) if token.kind == "plotted" else ""
                )
    assert {"order", "sealed_order"} <= found


def test_a_whole_game_entry_by_entry() -> None:
    """Ids stay, what moved has a way from where it stood to where it stands, and marks name what is or was there."""
    bundle, rules = kept_game("hex_orders-2026.4"), rules_of("hex_orders")
    writer = SceneWriter(rules, seats_of(bundle, rules), SPECTATOR)
    before: Scene | None = None
    ways = 0
    for moment in moments(bundle, rules, SPECTATOR):
        view: Any = writer.take(moment)
        after = writer.scene(moment)
        assert_holds(view, after)
        if before is not None:
            assert_marks_refer(before, after)
            ways += _assert_ways(before, after)
        before = after
    assert ways == 57


def _assert_ways(before: Scene, after: Scene) -> int:
    """Fail where a unit is in another hex without a way that ends there."""
    stood, stands = ({body.id: body for body in _bodies(drawn)} for drawn in (before, after))
    ways = {mark.body: mark for mark in after.marks if isinstance(mark, Way) and len(mark.points) > 1}
    for key, body in stands.items():
        if key in ways:
            assert ways[key].points[-1] == (body.x, body.y)
        elif key in stood:
            assert abs(stood[key].x - body.x) < 500, key
    return len(ways)


@pytest.mark.parametrize("name", sorted(MAPS))
def test_every_map_is_drawn(name: str) -> None:
    """A ready map has all its hexes with their terrain, and the areas of both sides before the first turn."""
    ready = MAPS[name]
    view = _view(ready.columns, ready.rows, tuple(ready.terrain))
    drawn = scene(view, SETTING)
    assert_holds(view, drawn)
    assert_drawn(drawn)
    assert len(drawn.cells) == ready.columns * ready.rows
    terrain = {cell.id: cell.terrain for cell in drawn.cells}
    for row in ready.terrain:
        assert terrain[f"cell:{row.hex}"] == row.terrain


def _view(columns: int, rows: int, terrain: tuple[Any, ...]) -> View:
    hexes = tuple(HexView(hex=row.hex, terrain=row.terrain, overlays=row.overlays) for row in terrain)
    base = rules_of("hex_orders")
    empty: Any = base.view(base.start(2), SPECTATOR)
    view: View = replace(empty, columns=columns, rows=rows, hexes=hexes)
    return view


def test_the_areas_are_drawn_until_the_first_turn() -> None:
    """Both areas are zones of their seats while units are placed, and none is left afterwards."""
    seen = set()
    for view, drawn in golden_scenes(GAMES[1], stride=10):
        zones = [item for item in drawn.items if isinstance(item, Zone)]
        if view.turn:
            assert not zones
        elif zones:
            seen |= {(zone.seat, len(zone.cells or ())) for zone in zones}
    assert seen == {(0, 3 * 7), (1, 3 * 7)}


def test_a_secret_changes_no_scene_of_others() -> None:
    """What a unit behind a token is, how it faces and what it is ordered changes its owner's scene and no other."""
    rules = rules_of("hex_orders")
    pairs = 0
    for game, protocol in situations(next(path for path in GAMES if path.stem == "entrenched_standard")):
        hidden = [unit for unit in on_board(game) if unit.hidden]
        if not hidden or protocol.seq % 7:
            continue
        other = game.fork()
        for unit in hidden:
            other.units[unit.id] = replace(unit, facing=turned(unit.facing, 1), dead=(1,), pinned=2, fire=1)
            other.sheets[unit.id] = replace(game.sheets[unit.id], name="another", types=("beast",))
        owners = {unit.seat for unit in hidden}
        for viewer in (0, 1, SPECTATOR):
            views: list[Any] = [rules.view(world, viewer) for world in (game, other)]
            one, two = (to_json(scene(view, setting_of(protocol, game, viewer))) for view in views)
            assert (one == two) == (viewer not in owners), (protocol.seq, viewer)
            pairs += one == two
    assert pairs > 10
