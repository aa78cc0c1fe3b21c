"""Marks of a picture: ways with ghosts, shots, measured distances."""

from __future__ import annotations

from math import isqrt
from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Body, Measure, Path, Point, Scene, Shot
from replays.draw.elements import add, group, label, path_of
from replays.draw.places import Extent, Places
from replays.draw.style import INK, PAPER, seat_style
from replays.draw.svg_bodies import add_counter
from replays.draw.words import spaced

INCH = 1000
GONE = frozenset({"destroyed", "leave"})


def add_arrowheads(svg: Element) -> None:
    """Define the heads of arrows."""
    defs = add(svg, "defs")
    marker = add(defs, "marker", id="arrow-head", viewBox="0 0 10 10", refX=8, refY=5, orient="auto")
    marker.set("markerWidth", "4")
    marker.set("markerHeight", "4")
    add(marker, "path", d="M0 0L10 5L0 10Z", fill=INK, stroke=PAPER, stroke_width="0.8")


def add_path(parent: Element, path: Path, bodies: dict[str, Body], unit: int) -> None:
    """Draw a way as an arrow, and pale where it begins the body that went."""
    drawn = group(parent, path, body=path.body, kind=path.kind)
    body = bodies.get(path.body)
    if len(path.points) == 1:
        _spot(drawn, path, body, unit)
        return
    if path.ghost and body is not None:
        x, y = path.points[0]
        ghost = add(drawn, "g", transform=f"translate({x} {y})", opacity="0.4")
        add_counter(ghost, body, seat_style(body.seat), unit)
    data = path_of([*path.points[:-1], _end(path, body)])
    line = {"d": data, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    add(drawn, "path", **line, stroke=PAPER, stroke_width=7 * unit)
    add(drawn, "path", **line, stroke=INK, stroke_width=3 * unit, marker_end="url(#arrow-head)")


def _end(path: Path, body: Body | None) -> Point:
    """Give where the arrow ends: at the edge of the body, if that stands at the end of its way."""
    last = path.points[-1]
    if body is None or (body.x, body.y) != last:
        return last
    return _towards(Extent(last, min(body.length, body.width) // 3), path.points[-2])


def _spot(drawn: Element, path: Path, body: Body | None, unit: int) -> None:
    """Draw what happened where something stands: a halo with the word, a cross over what is gone."""
    x, y = path.points[0]
    half = max(body.length, body.width) // 2 if body is not None else 14 * unit
    if path.kind in GONE:
        cross = f"M{x - half} {y - half}L{x + half} {y + half}M{x - half} {y + half}L{x + half} {y - half}"
        add(drawn, "path", d=cross, fill="none", stroke=PAPER, stroke_width=8 * unit)
        add(drawn, "path", d=cross, fill="none", stroke=INK, stroke_width=4 * unit)
    else:
        looks: dict[str, object] = {"fill": "none", "stroke": INK, "stroke_width": 2 * unit}
        add(drawn, "circle", cx=x, cy=y, r=half * 4 // 3, stroke_dasharray=f"{2 * unit} {3 * unit}", **looks)
    label(drawn, (x, y - half * 4 // 3), spaced(path.kind), 10 * unit, font_weight="bold")


def add_shot(parent: Element, shot: Shot, places: Places, unit: int) -> None:
    """Draw a shot as a dashed arrow with its result in the middle."""
    start, end = places.extent(shot.from_item), places.extent(shot.to_item)
    if start is None or end is None:
        return
    drawn = group(parent, shot, **{"from": shot.from_item, "to": shot.to_item, "result": shot.result})
    data = path_of([_towards(start, end.at), _towards(end, start.at)])
    add(drawn, "path", d=data, fill="none", stroke=PAPER, stroke_width=6 * unit)
    dashes = f"{7 * unit} {4 * unit}"
    looks = {"stroke": INK, "stroke_width": 3 * unit, "stroke_dasharray": dashes, "marker_end": "url(#arrow-head)"}
    add(drawn, "path", d=data, fill="none", **looks)
    if shot.result:
        label(drawn, _between(start.at, end.at), spaced(shot.result), 12 * unit, font_weight="bold")


def add_measure(parent: Element, measure: Measure, scene: Scene, unit: int) -> None:
    """Draw a measured distance with its length and whether it is within the limit."""
    drawn = group(parent, measure, length=measure.length, limit=measure.limit, ok=str(measure.ok).lower())
    looks: dict[str, object] = {"stroke": INK, "stroke_width": 2 * unit, "fill": "none"}
    if measure.ok is False:
        looks["stroke_dasharray"] = f"{2 * unit} {4 * unit}"
    add(drawn, "path", d=path_of(measure.points), **looks)
    x, y = _between(*measure.points)
    label(drawn, (x, y + 13 * unit), measure_text(measure, scene), 10 * unit)


def measure_text(measure: Measure, scene: Scene) -> str:
    """Write a measured length with its limit."""
    sign = {True: "within ", False: "beyond "}[measure.ok] if measure.ok is not None else ""
    limit = f" ({sign}{length_text(measure.limit, scene)})" if measure.limit is not None else ""
    return length_text(measure.length, scene) + limit


def length_text(length: int, scene: Scene) -> str:
    """Write a length in inches or cells, with what stands behind the point where there is any."""
    whole, rest = divmod(length, INCH)
    number = f"{whole}.{rest:03}".rstrip("0").rstrip(".")
    return f'{number}"' if scene.board.kind == "inches" else f"{number} {'cell' if length == INCH else 'cells'}"


def _towards(extent: Extent, to: Point) -> Point:
    """Give the point at the edge of something in the direction of another; its middle where that is too near."""
    (x, y), half = extent
    across, down = to[0] - x, to[1] - y
    far = isqrt(across * across + down * down)
    if far <= 2 * half:
        return x, y
    return x + across * half // far, y + down * half // far


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
