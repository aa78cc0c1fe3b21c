"""Elements of an SVG, made with an XML library: what stands in an attribute or a text is escaped by it."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from adjudicator.kernel.scene import Drawable, Point
from replays.draw.style import INK
from replays.draw.words import clean


def add(parent: Element, tag: str, text: str = "", /, **attributes: object) -> Element:
    """Add an element; a name's low lines become hyphens, and characters that have no sign are replaced."""
    values = {name.strip("_").replace("_", "-"): clean(str(value)) for name, value in attributes.items()}
    element = SubElement(parent, tag, values)
    element.text = clean(text) or None
    return element


def root(width: int, height: int, title: str, description: str) -> Element:
    """Begin a picture of so many units."""
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", "role": "img"})
    svg.set("font-family", "Helvetica, Arial, 'Liberation Sans', sans-serif")
    add(svg, "title", title)
    add(svg, "desc", description)
    return svg


def as_text(svg: Element) -> str:
    """Write a picture."""
    return tostring(svg, encoding="unicode") + "\n"


def group(parent: Element, drawable: Drawable, **data: object) -> Element:
    """Add the group of a drawable: its id, its values as data, its sentence as title."""
    values = {f"data_{name.strip('_')}": "" if value is None else value for name, value in data.items()}
    element = add(parent, "g", "", data_id=drawable.id, **values)
    if drawable.why:
        element.set("data-why", clean(" ".join(drawable.why)))
    add(element, "title", " ".join([drawable.text, *(f"[{clause}]" for clause in drawable.why)]))
    return element


def path_of(points: Sequence[Point], *, closed: bool = False) -> str:
    """Write the data of a path through points."""
    return "M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if closed else "")


def turned(thousandths: int) -> str:
    """Write the transform that turns by thousandths of a degree."""
    return f"rotate({thousandths // 1000}.{thousandths % 1000:03})"


def label(parent: Element, at: Point, text: str, size: int, **attributes: object) -> Element:
    """Write a text with its middle at a point, on a light edge, so that it can be read over anything."""
    given: dict[str, object] = {
        "text_anchor": "middle",
        "dominant_baseline": "central",
        "fill": INK,
        "stroke": "#FFFFFF",
        "stroke_width": max(1, size // 4),
        "paint_order": "stroke",
        "stroke_linejoin": "round",
    }
    return add(parent, "text", text, x=at[0], y=at[1], font_size=size, **(given | attributes))
