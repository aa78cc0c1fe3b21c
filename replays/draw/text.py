"""A scene as text for a terminal of 100 columns and for who hears it: what happened, the board, the units by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from adjudicator.kernel.scene import Body, Point, Scene, Side, Token, Zone
from replays.draw.outlines import gap, gap_to_point
from replays.draw.places import Places, cell_name
from replays.draw.text_board import WIDE, arrow, board_lines, cells_under
from replays.draw.words import NO_CAPTION, Caption, clean, sentence_of, spaced, wrapped

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
INCH = 1000


def to_text(scene: Scene, caption: Caption = NO_CAPTION) -> str:
    """Write a scene."""
    lines = [*_head(scene, caption), "", *board_lines(scene)]
    places = Places(scene)
    distances = _Distances(scene, places)
    for side in scene.sides:
        lines += ["", *_side(scene, side, places, distances)]
    if scene.board.aside:
        lines += ["", "Off the board", *(line for row in scene.board.aside for line in _item(row.text))]
    zones = [item for item in scene.items if isinstance(item, Zone)]
    if zones:
        lines += ["", "Zones", *(line for zone in zones for line in _item(zone.text))]
    loose = [item for item in scene.items if isinstance(item, Token) and item.on in places.cells]
    if loose:
        lines += ["", "Markers", *(line for token in loose for line in _item(token.text))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _item(text: str) -> list[str]:
    return wrapped(f"  {text}", WIDE, "    ")


def _head(scene: Scene, caption: Caption) -> Iterator[str]:
    if caption.title:
        yield from wrapped(caption.title, WIDE)
    yield from wrapped(", ".join(spaced(text) for text in (scene.turn, scene.phase) if text), WIDE)
    yield from wrapped(f"{sentence_of(scene.asks)}.", WIDE)
    if caption.question:
        yield from wrapped(caption.question, WIDE)
    yield from wrapped(f"As {scene.viewer} sees it after entry {scene.seq}.", WIDE)
    told = caption.happened or tuple(" ".join([mark.text, *(f"[{why}]" for why in mark.why)]) for mark in scene.marks)
    if told:
        yield from ("", f"What entry {scene.seq} did:")
        yield from (line for text in told for line in _item(text))


# -- units by side


def _side(scene: Scene, side: Side, places: Places, distances: _Distances) -> Iterator[str]:
    """List the units of a side, each once, with its place and what is near."""
    units: dict[str, list[Body]] = {}
    for item in scene.items:
        if isinstance(item, Body) and item.seat == side.seat:
            units.setdefault(item.unit, []).append(item)
    move = ", asked now" if side.name in scene.asks else ""
    yield from wrapped(f"{side.name}{move}" + (f": {side.text}" if side.text else ""), WIDE, "  ")
    if not units:
        yield "  nothing on the board"
    for bodies in units.values():
        yield from _item("; ".join(_unit(scene, bodies, places, distances)))


def _unit(scene: Scene, bodies: Sequence[Body], places: Places, distances: _Distances) -> Iterator[str]:
    first = bodies[0]
    what = spaced(first.glyph) if first.glyph and not first.hidden else "hidden" if first.hidden else ""
    yield " ".join(filter(None, (clean(first.unit), what, "in" if places.cells else "at", _where(bodies, places))))
    if first.facing is not None and len(bodies) == 1:
        yield f"faces {COMPASS[(first.facing + 22_500) // 45_000 % 8]} {arrow(first.facing)}"
    if any(body.of > 1 for body in bodies):
        yield f"{sum(body.wounds for body in bodies)} of {sum(body.of for body in bodies)} left"
    elif len(bodies) > 1:
        yield f"{len(bodies)} models"
    states = list(dict.fromkeys(word for body in bodies for word in body.states))
    if states:
        yield ", ".join(map(spaced, states))
    ids = {body.id for body in bodies}
    yield from (_token(item) for item in scene.items if isinstance(item, Token) and item.on in ids)
    yield from distances.told(bodies)


def _token(token: Token) -> str:
    return f"{spaced(token.kind)} {clean(token.value)}".strip()


def _where(bodies: Sequence[Body], places: Places) -> str:
    if places.cells:
        keys = dict.fromkeys(key for body in bodies for key in cells_under(body, places))
        return " ".join(cell_name(places.cells[key]) for key in keys)
    x, y = _centre(bodies)
    return f'{_tenths(x)}", {_tenths(y)}"'


def _centre(bodies: Sequence[Body]) -> Point:
    return sum(body.x for body in bodies) // len(bodies), sum(body.y for body in bodies) // len(bodies)


def _tenths(length: int) -> str:
    return f"{length / INCH:.1f}"


class _Distances:
    """How far units are from objectives and from the nearest enemy: steps between cells, inches from edge to edge."""

    def __init__(self, scene: Scene, places: Places) -> None:
        self._scene = scene
        self._places = places
        self._steps: dict[str, Mapping[str, int]] = {}
        self._bodies = [item for item in scene.items if isinstance(item, Body)]
        self._objectives = [item for item in scene.items if isinstance(item, Zone) and item.kind == "objective"]

    def told(self, bodies: Sequence[Body]) -> Iterator[str]:
        """Say the distances of a unit."""
        for zone in self._objectives:
            extent = self._places.extent(zone.id)
            if extent is not None:
                name = spaced(zone.id.partition(":")[2])
                yield f"{self._far(bodies, extent.at)} to {name}"
        enemies = [body for body in self._bodies if body.seat != bodies[0].seat]
        if enemies:
            nearest = min(enemies, key=partial(self._length, bodies))
            at = (nearest.x, nearest.y)
            yield f"nearest enemy {clean(nearest.unit)}, {self._far(bodies, at, nearest)}"

    def _far(self, bodies: Sequence[Body], to: Point, enemy: Body | None = None) -> str:
        near = min(bodies, key=lambda body: _square((body.x, body.y), to))
        start = (near.x, near.y)
        steps = self._between(start, to)
        way = _compass(start, to)
        if steps is None:
            gaps = (gap_to_point(body, to) if enemy is None else gap(body, enemy) for body in bodies)
            return f'{_tenths(min(gaps))}" {way}'.rstrip()
        return f"{steps} {'cell' if steps == 1 else 'cells'} {way}" if steps else "in the same cell"

    def _length(self, bodies: Sequence[Body], enemy: Body) -> tuple[int, int]:
        far = min(_square((body.x, body.y), (enemy.x, enemy.y)) for body in bodies)
        if not self._places.cells:
            return min(gap(body, enemy) for body in bodies), far
        steps = min(self._between((body.x, body.y), (enemy.x, enemy.y)) or 0 for body in bodies)
        return steps, far

    def _between(self, start: Point, to: Point) -> int | None:
        """Count steps from the cell of one point to that of another; None on a board without cells."""
        here, there = self._places.cell_at(start), self._places.cell_at(to)
        if here is None or there is None:
            return None
        if here not in self._steps:
            self._steps[here] = self._places.steps(here)
        return self._steps[here].get(there)


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _compass(start: Point, to: Point) -> str:
    """Name the direction from one point to another; up is north."""
    across, down = to[0] - start[0], to[1] - start[1]
    if not (across or down):
        return ""
    tall, wide = abs(down), abs(across)
    vertical = ("S" if down > 0 else "N") if tall * 12 >= wide * 5 else ""
    horizontal = ("E" if across > 0 else "W") if wide * 12 >= tall * 5 else ""
    return vertical + horizontal
