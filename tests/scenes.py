"""What holds of every scene, whatever the ruleset; and scenes of golden games and of kept files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from adjudicator.kernel.decide.parties import SPECTATOR, Party
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.scene import Area, Body, Line, Scene, Setting, Shot, Token, Zone, from_json, to_json, value_at
from adjudicator.kernel.scene import Path as Way
from adjudicator.registry import rules_of
from replays.bundle import Bundle, read_bundle
from replays.draw.svg import to_svg
from replays.draw.text import to_text
from replays.party_names import party_name
from tests.golden_games import Situation, situations

HISTORY = Path(__file__).parent / "replays" / "history"


class Drawn(NamedTuple):
    """A View and its scene."""

    view: Any
    scene: Scene


def setting_of(protocol: Any, game: Any, viewer: Party) -> Setting:
    """Give what a scene needs besides the View."""
    seats = tuple(seat.name for seat in protocol.open_game.seats)
    asks = tuple(party_name(party, seats) for party in game.stack[-1].asks) if game.stack else ()
    return Setting(seats, viewer, protocol.seq, asks, party_name(viewer, seats))


def maker_of(rules: LoadedRuleset[Any]) -> Any:
    """Give what draws a ruleset's games."""
    assert rules.scene is not None
    return rules.scene


def golden_scenes(path: Path, viewer: Party = SPECTATOR, stride: int = 25) -> Iterator[Drawn]:
    """Draw a golden game after the first step, then after every so many, and at the end."""
    rules = rules_of(path.parent.name)
    last = None
    for number, found in enumerate(situations(path)):
        last = found if number % stride else None
        if last is None:
            yield _drawn(rules, found, viewer)
    if last is not None:
        yield _drawn(rules, last, viewer)


def _drawn(rules: LoadedRuleset[Any], found: Situation, viewer: Party) -> Drawn:
    view = rules.view(found.game, viewer)
    return Drawn(view, maker_of(rules).scene(view, setting_of(found.protocol, found.game, viewer)))


def kept_game(name: str) -> Bundle:
    """Read a kept file of a whole game, such as "hex_orders-2026.4"."""
    return read_bundle(gzip.decompress((HISTORY / f"{name}.replay.gz").read_bytes()))


# -- what holds of every scene


def assert_holds(view: Any, scene: Scene) -> None:
    """Fail where a scene does not hold together, has not its JSON form, or names a place that its View lacks."""
    assert from_json(to_json(scene)) == scene
    ids = [drawable.id for drawable in (*scene.cells, *scene.items, *scene.marks)]
    assert len(ids) == len(set(ids)), sorted(key for key in ids if ids.count(key) > 1)
    for drawable in (*scene.cells, *scene.items, *scene.marks, *scene.board.aside):
        assert drawable.text
        for path in drawable.of_view:
            value_at(view, path)
    _assert_refers(scene, set(ids))
    for x, y in _points(scene):
        assert 0 <= x <= scene.board.width
        assert 0 <= y <= scene.board.height


def _assert_refers(scene: Scene, ids: set[str]) -> None:
    """Fail where something lies on what is not there; a mark may name a body that is gone."""
    cells = {cell.id for cell in scene.cells}
    for item in scene.items:
        if isinstance(item, Token):
            assert item.on in ids, item.id
        if isinstance(item, Zone):
            assert sum(place is not None for place in (item.poly, item.circle, item.cells)) == 1, item.id
            assert set(item.cells or ()) <= cells, item.id
        if isinstance(item, Body):
            assert item.of_view, item.id


def _points(scene: Scene) -> Iterator[tuple[int, int]]:
    """List every point that has to lie on the board; of a body all around it."""
    for cell in scene.cells:
        yield from cell.poly
    for item in scene.items:
        match item:
            case Body():
                across, down = item.width // 2, item.length // 2
                if item.facing is not None and item.shape != "circle":
                    across = down = isqrt(across * across + down * down)
                yield from ((item.x - across, item.y - down), (item.x + across, item.y + down))
            case Area() | Zone(poly=tuple()):
                yield from item.poly or ()
            case Line():
                yield from item.points
    for mark in scene.marks:
        if not isinstance(mark, Shot):
            yield from mark.points


def assert_drawn(scene: Scene) -> None:
    """Fail where a picture is not well-formed or lacks a drawable, or the text does not list each unit once."""
    picture = ET.fromstring(to_svg(scene))  # noqa: S314  (our own text)
    groups = {group.get("data-id"): group for group in picture.iter() if group.get("data-id")}
    shots = {mark.id for mark in scene.marks if isinstance(mark, Shot)}  # one at what is gone has no end
    assert set(groups) >= {drawable.id for drawable in (*scene.cells, *scene.items, *scene.marks)} - shots
    bodies = [item for item in scene.items if isinstance(item, Body)]
    for body in bodies:
        data = groups[body.id].attrib
        facing = "" if body.facing is None else str(body.facing)
        assert (data["data-x"], data["data-y"], data["data-facing"]) == (str(body.x), str(body.y), facing)
        assert (data["data-wounds"], data["data-count"]) == (str(body.wounds), str(body.count))
    lines = to_text(scene).splitlines()
    assert max(map(len, lines)) <= 100
    for unit in {body.unit for body in bodies}:
        assert sum(line.startswith(f"  {unit} ") for line in lines[_list(scene, lines) :]) == 1, unit


def _list(scene: Scene, lines: list[str]) -> int:
    """Find where the lists of units begin."""
    if not scene.sides:
        return 0
    name = scene.sides[0].name
    return next(place for place, line in enumerate(lines) if line.partition(":")[0].partition(",")[0] == name)


def assert_marks_refer(before: Scene, after: Scene) -> None:
    """Fail where a mark names what was neither there before nor is after."""
    known = {drawable.id for scene in (before, after) for drawable in (*scene.cells, *scene.items)}
    for mark in after.marks:
        match mark:
            case Way():
                assert mark.body in known, mark.id
            case Shot():
                assert {mark.from_item, mark.to_item} <= known, mark.id
