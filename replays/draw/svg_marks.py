"""Marks of a picture: ways with ghosts, shots, measured distances."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Body, Measure, Path, Point, Scene, Shot
from replays.draw.elements import add, group, label, path_of
from replays.draw.places import Places
from replays.draw.style import INK, PAPER, seat_style
from replays.draw.svg_bodies import add_counter
from replays.draw.words import spaced

INCH = 1000


def add_arrowheads(svg: Element) -> None:
    """Define the heads of arrows."""
    defs = add(svg, "defs")
    for name, data, fill in (("head", "M0 0L10 5L0 10Z", INK), ("shot", "M0 0L10 5L0 10L4 5Z", INK)):
        marker = add(defs, "marker", id=f"arrow-{name}", viewBox="0 0 10 10", refX=8, refY=5, orient="auto")
        marker.set("markerWidth", "4")
        marker.set("markerHeight", "4")
        add(marker, "path", d=data, fill=fill, stroke=PAPER, stroke_width="0.8")


def add_path(parent: Element, path: Path, bodies: dict[str, Body], unit: int) -> None:
    """Draw a way as an arrow, and pale where it begins the body that went."""
    drawn = group(parent, path, body=path.body, kind=path.kind)
    body = bodies.get(path.body)
    if path.ghost and body is not None and len(path.points) > 1:
        x, y = path.points[0]
        ghost = add(drawn, "g", transform=f"translate({x} {y})", opacity="0.4")
        add_counter(ghost, body, seat_style(body.seat), unit)
    data = path_of(path.points)
    line = {"d": data, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    add(drawn, "path", **line, stroke=PAPER, stroke_width=7 * unit)
    add(drawn, "path", **line, stroke=INK, stroke_width=3 * unit, marker_end="url(#arrow-head)")


def add_shot(parent: Element, shot: Shot, places: Places, unit: int) -> None:
    """Draw a shot as a dashed arrow with its result in the middle."""
    start, end = places.extent(shot.from_item), places.extent(shot.to_item)
    if start is None or end is None:
        return
    drawn = group(parent, shot, **{"from": shot.from_item, "to": shot.to_item, "result": shot.result})
    data = path_of([start.at, end.at])
    add(drawn, "path", d=data, fill="none", stroke=PAPER, stroke_width=6 * unit)
    dashes = f"{7 * unit} {4 * unit}"
    looks = {"stroke": INK, "stroke_width": 2 * unit, "stroke_dasharray": dashes, "marker_end": "url(#arrow-shot)"}
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
    label(drawn, _between(*measure.points), _measured(measure, scene), 11 * unit)


def _measured(measure: Measure, scene: Scene) -> str:
    sign = {True: "within ", False: "beyond "}[measure.ok] if measure.ok is not None else ""
    limit = f" ({sign}{length_text(measure.limit, scene)})" if measure.limit is not None else ""
    return length_text(measure.length, scene) + limit


def length_text(length: int, scene: Scene) -> str:
    """Write a length in inches or cells, with what stands behind the point where there is any."""
    whole, rest = divmod(length, INCH)
    number = f"{whole}.{rest:03}".rstrip("0").rstrip(".")
    return f'{number}"' if scene.board.kind == "inches" else f"{number} {'cell' if length == INCH else 'cells'}"


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
