"""The ground of a picture: hatches, cells, areas, lines, zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Area, Cell, Line, Point, Scene, Zone
from replays.draw.elements import add, group, label, path_of
from replays.draw.hatches import LINES, TILE
from replays.draw.places import Places, cell_name, middle
from replays.draw.style import GREY, INK, PAPER, SeatStyle, Terrain, seat_style, terrain_style
from replays.draw.words import spaced

HATCH_INK = "#6E6A62"
DASHES = {"solid": "", "double": "", "dashed": "10 6", "dotted": "2 6"}
SQUARE = 4  # corners
INCH, LETTER = 1000, 5
ROAD = "#C4AF88"
# colour, thickness in points and dashes of lines; another kind is plain
LINES_OF: Mapping[str, tuple[str, int, str]] = MappingProxyType(
    {
        "wall": ("#B9B4A8", 4, "9 2"),
        "hedge": ("#DCE8D2", 4, "3 2"),
        "obstacle": (PAPER, 2, "6 4"),
        "boundary": (PAPER, 1, "3 3"),
    }
)


def dash(ring: str, unit: int) -> dict[str, object]:
    """Give the dashes of a ring's pattern in units of the board."""
    pattern = DASHES[ring]
    return {"stroke_dasharray": " ".join(str(int(part) * unit) for part in pattern.split())} if pattern else {}


def words_of_ground(scene: Scene) -> list[str]:
    """List the kinds of ground of a scene, each once, by name."""
    return sorted(
        {cell.terrain for cell in scene.cells} | {item.kind for item in scene.items if isinstance(item, Area)}
    )


def add_hatches(svg: Element, words: Iterable[str], unit: int) -> None:
    """Define a pattern for every hatch that is used."""
    defs = add(svg, "defs")
    for hatch in sorted({terrain_style(word).hatch for word in words} - {""}):
        pattern = add(defs, "pattern", id=f"hatch-{hatch}", patternUnits="userSpaceOnUse", width=TILE, height=TILE)
        pattern.set("patternTransform", f"scale({unit})")
        for line in LINES[hatch]:
            add(pattern, "path", d=line, fill="none", stroke=HATCH_INK, stroke_width=1)


# within zones, by the ring of their seat, in a tile of HATCHED by HATCHED points: no hue is needed to tell sides apart
HATCHED = 16
ZONE_LINES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "solid": ("M0 16L16 0M-4 4L4 -4M12 20L20 12", "butt"),
        "double": ("M0 0L16 16M-4 12L4 20M12 -4L20 4", "butt"),
        "dashed": ("M0 8H10", "butt"),
        "dotted": ("M8 8h.1", "round"),
    }
)


def add_zone_hatches(svg: Element, scene: Scene, unit: int) -> None:
    """Define the hatch of every seat that has a zone."""
    seats = {item.seat for item in scene.items if isinstance(item, Zone) and item.seat is not None}
    defs = add(svg, "defs")
    for style in dict.fromkeys(seat_style(seat) for seat in sorted(seats)):
        pattern = add(defs, "pattern", id=_zone_hatch(style), patternUnits="userSpaceOnUse", width=HATCHED)
        pattern.set("height", str(HATCHED))
        pattern.set("patternTransform", f"scale({unit})")
        line, cap = ZONE_LINES[style.ring]
        thick = 1 if cap == "butt" else 3
        add(pattern, "path", d=line, fill="none", stroke=style.colour, stroke_width=thick, stroke_linecap=cap)


def _zone_hatch(style: SeatStyle) -> str:
    return f"zone-{style.ring}"


def add_ground(parent: Element, data: str, style: Terrain, **attributes: object) -> None:
    """Draw a shape in the looks of its ground."""
    add(parent, "path", d=data, fill=style.fill, **attributes)
    if style.hatch:
        add(parent, "path", d=data, fill=f"url(#hatch-{style.hatch})", stroke="none")


def add_cell(parent: Element, cell: Cell, unit: int, codes: Mapping[str, str]) -> None:
    """Draw a cell with its name, and codes for what lies on it."""
    drawn = group(parent, cell, terrain=cell.terrain, overlays=" ".join(cell.overlays), level=cell.level)
    add_ground(drawn, path_of(cell.poly, closed=True), terrain_style(cell.terrain), stroke="#B9B4A8", stroke_width=unit)
    x = middle(cell.poly)[0]
    top = min(corner for _, corner in cell.poly)
    name = cell_name(cell) + (f" +{cell.level}" if cell.level > 0 else "")
    if len(cell.poly) == SQUARE:
        left = min(corner for corner, _ in cell.poly)
        label(drawn, (left + 3 * unit, top + 7 * unit), name, 9 * unit, fill=GREY, text_anchor="start")
    else:
        label(drawn, (x, top + 8 * unit), name, 9 * unit, fill=GREY)
    shown = [codes[overlay] for overlay in cell.overlays if overlay in codes]
    low = max(corner for _, corner in cell.poly) - 8 * unit
    for place, code in enumerate(shown):
        at = (x + (2 * place - len(shown) + 1) * 9 * unit, low)
        box = {"x": at[0] - 8 * unit, "y": at[1] - 6 * unit, "width": 16 * unit, "height": 12 * unit}
        add(drawn, "rect", **box, fill=PAPER, stroke=INK, stroke_width=unit)
        label(drawn, at, code, 10 * unit, stroke="none")


def add_area(parent: Element, area: Area, unit: int) -> None:
    """Draw a piece of terrain; its kind and height stand at its upper edge where there is room."""
    drawn = group(parent, area, kind=area.kind, height=area.height)
    add_ground(drawn, path_of(area.poly, closed=True), terrain_style(area.kind), stroke=INK, stroke_width=2 * unit)
    whole, rest = divmod(area.height, INCH)
    high = f' {whole}{f".{rest:03}".rstrip("0") if rest else ""}"' if area.height else ""
    text = spaced(area.kind) + high
    if max(x for x, _ in area.poly) - min(x for x, _ in area.poly) > LETTER * len(text) * unit:
        top = min(y for _, y in area.poly)
        label(drawn, (middle(area.poly)[0], top + 9 * unit), text, 10 * unit)


def add_line(parent: Element, line: Line, unit: int) -> None:
    """Draw a wall, a road, an edge."""
    drawn = group(parent, line, kind=line.kind)
    data = path_of(line.points)
    if line.kind in {"road", "roads"}:
        add(drawn, "path", d=data, fill="none", stroke=ROAD, stroke_width=8 * unit, stroke_linecap="round")
        return
    colour, thick, dashes = LINES_OF.get(line.kind, (INK, 3, ""))
    pattern = " ".join(str(int(part) * unit) for part in dashes.split())
    looks: dict[str, object] = {"stroke_dasharray": pattern} if pattern else {}
    add(drawn, "path", d=data, fill="none", stroke=INK, stroke_width=(thick + 2) * unit)
    add(drawn, "path", d=data, fill="none", stroke=colour, stroke_width=thick * unit, **looks)
    if line.kind != "boundary":
        x, y = line.points[len(line.points) // 2]
        before_x, before_y = line.points[len(line.points) // 2 - 1]
        label(drawn, ((x + before_x) // 2, (y + before_y) // 2 - 10 * unit), spaced(line.kind), 10 * unit)


# -- zones


def add_zone(parent: Element, zone: Zone, places: Places, unit: int) -> None:
    """Draw a zone: its outline in the pattern of its seat, an objective with a star."""
    style = seat_style(zone.seat)
    drawn = group(parent, zone, kind=zone.kind, seat=zone.seat)
    faint = zone.kind == "control"
    hatch: dict[str, object] = {"fill": f"url(#{_zone_hatch(style)})", "fill_opacity": "0.35", "stroke": "none"}
    hatched = zone.seat is not None
    shape: dict[str, object] = {
        "fill": "none" if faint else style.colour,
        "fill_opacity": "0.10",
        "stroke": style.colour,
        "stroke_width": unit if faint else 3 * unit,
        **dash("dotted" if faint else style.ring, unit),
    }
    if zone.circle is not None:
        circle = {"cx": zone.circle.x, "cy": zone.circle.y, "r": zone.circle.radius}
        for looks in [hatch, shape] if hatched else [shape]:
            add(drawn, "circle", **circle, **looks)
    elif zone.poly is not None:
        for looks in [hatch, shape] if hatched else [shape]:
            add(drawn, "path", d=path_of(zone.poly, closed=True), **looks)
    else:
        _cells(drawn, zone, places, shape)
        polys = [places.cells[key].poly for key in zone.cells or () if key in places.cells]
        if hatched and polys:
            add(drawn, "path", d="".join(path_of(poly, closed=True) for poly in polys), **hatch)
    extent = places.extent(zone.id)
    if zone.kind == "objective" and extent is not None:
        _star(drawn, extent.at, unit, style.tint)


def _cells(drawn: Element, zone: Zone, places: Places, shape: dict[str, object]) -> None:
    polys = [places.cells[key].poly for key in zone.cells or () if key in places.cells]
    for poly in polys:
        add(drawn, "path", d=path_of(poly, closed=True), fill=shape["fill"], fill_opacity=shape["fill_opacity"])
    data = "".join(path_of(edge) for edge in outline(polys))
    add(drawn, "path", d=data, **(shape | {"fill": "none", "stroke_linecap": "round"}))


def outline(polys: Sequence[Sequence[Point]]) -> list[tuple[Point, Point]]:
    """List the edges that belong to one of the polygons only."""
    counts: dict[tuple[Point, Point], int] = {}
    for poly in polys:
        for start, end in zip(poly, (*poly[1:], poly[0]), strict=True):
            edge = (start, end) if start <= end else (end, start)
            counts[edge] = counts.get(edge, 0) + 1
    return [edge for edge, count in counts.items() if count == 1]


def _star(drawn: Element, at: Point, unit: int, fill: str) -> None:
    star = "M0 -10L3 -3L10 -3L4 2L6 9L0 5L-6 9L-4 2L-10 -3L-3 -3Z"
    place = f"translate({at[0]} {at[1]}) scale({unit})"
    add(drawn, "path", d=star, transform=place, fill=fill, stroke=INK, stroke_width=1)
