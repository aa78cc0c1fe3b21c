"""Bodies, tokens and templates of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Body, Template, Token
from replays.draw.elements import add, group, label, path_of, turned
from replays.draw.glyphs import GLYPHS
from replays.draw.places import Places
from replays.draw.style import INK, PAPER, SeatStyle, seat_style
from replays.draw.svg_ground import dash
from replays.draw.words import clean

BADGES = 4
SHORT = 3  # a longer value is written beside the board


def add_body(parent: Element, body: Body, unit: int, codes: Mapping[str, str], *, named: bool) -> None:
    """Draw a body: ring of its seat, front, sign, what it has left, its states; its name below if it is `named`."""
    style, drawn = seat_style(body.seat), body_group(parent, body)
    add_counter(drawn, body, style, unit)
    size = min(body.length, body.width)
    add_sign(drawn, "unknown" if body.hidden and not body.glyph else body.glyph, size)
    if body.of > 1:
        _left(drawn, body, size, unit)
    _badges(drawn, body, codes, unit)
    if named:
        label(drawn, (0, body.length // 2 + 7 * unit), body.unit, 11 * unit, font_weight="bold", fill=style.colour)


def body_group(parent: Element, body: Body) -> Element:
    """Add the group of a body, at its place, with its values as data."""
    drawn = group(
        parent,
        body,
        x=body.x,
        y=body.y,
        z=body.z,
        facing=body.facing,
        count=body.count,
        wounds=body.wounds,
        of=body.of,
        seat=body.seat,
        unit=body.unit,
        hidden=str(body.hidden).lower(),
        states=" ".join(word.replace(" ", "_") for word in body.states),
    )
    drawn.set("transform", f"translate({body.x} {body.y})")
    return drawn


def add_counter(drawn: Element, body: Body, style: SeatStyle, unit: int) -> None:
    """Draw the base of a body around (0, 0), turned as it faces."""
    base = add(drawn, "g", transform=turned(body.facing or 0))
    thick = max(unit, min(3 * unit, min(body.length, body.width) // 10))
    _shape(base, body, 0, fill=style.tint, stroke=style.colour, stroke_width=thick, **dash(style.ring, unit))
    if style.ring == "double":
        _shape(base, body, 2 * thick, fill="none", stroke=style.colour, stroke_width=max(1, thick * 2 // 3))
    if body.facing is not None:
        half, front = max(3 * unit, body.width // 5), -(body.length // 2)
        nose = [(-half, front + half), (half, front + half), (0, front)]
        add(base, "path", d=path_of(nose, closed=True), fill=style.colour, stroke=PAPER, stroke_width=unit // 2)


def _shape(base: Element, body: Body, inset: int, **looks: object) -> None:
    width, length = max(1, body.width - 2 * inset), max(1, body.length - 2 * inset)
    match body.shape:
        case "circle":
            add(base, "circle", r=min(width, length) // 2, **looks)
        case "oval":
            add(base, "ellipse", rx=width // 2, ry=length // 2, **looks)
        case "hex":
            right, down = width // 2, length // 2
            corners = [(-right // 2, -down), (right // 2, -down), (right, 0)]
            add(base, "path", d=path_of([*corners, *((-x, -y) for x, y in corners)], closed=True), **looks)
        case _:
            round_ = min(width, length) // 10 if body.shape == "tile" else 0
            box = {"x": -(width // 2), "y": -(length // 2), "width": width, "height": length, "rx": round_}
            add(base, "rect", **box, **looks)


def add_sign(drawn: Element, glyph: str, size: int) -> None:
    """Draw the sign of what it is, or its first letters."""
    data = GLYPHS.get(glyph)
    if data is None:
        if glyph:
            label(drawn, (0, 0), clean(glyph)[:2], size * 2 // 5)
        return
    scale = f"scale({size * 32 // 10000}.{size * 32 % 10000:04})"
    add(drawn, "path", d=data, transform=scale, fill="none", stroke=INK, stroke_width=11, stroke_linejoin="round")


def _left(drawn: Element, body: Body, size: int, unit: int) -> None:
    """Write what is left of a body."""
    text = f"{body.wounds}/{body.of}"
    label(drawn, (body.width // 2 - size // 6, body.length // 2 - size // 12), text, max(9 * unit, size // 5))


def _badges(drawn: Element, body: Body, codes: Mapping[str, str], unit: int) -> None:
    """Write the codes of the states along the left edge."""
    shown = [codes[word] for word in body.states if word in codes][:BADGES]
    x, top = 4 * unit - body.width // 2, -(body.length // 2)
    for place, code in enumerate(shown):
        at = (x, top + 2 * unit + place * 12 * unit)
        add(drawn, "rect", x=at[0] - 8 * unit, y=at[1] - 6 * unit, width=16 * unit, height=12 * unit, fill=INK)
        label(drawn, at, code, 10 * unit, fill=PAPER, stroke="none")


def add_token(parent: Element, token: Token, places: Places, place: int, unit: int, codes: Mapping[str, str]) -> None:
    """Draw a marker beside what it lies on; `place` counts those on the same thing."""
    extent = places.extent(token.on)
    if extent is None:
        return
    style = seat_style(token.seat)
    drawn = group(parent, token, on=token.on, kind=token.kind, value=token.value, seat=token.seat)
    reach = min(extent.half, 400)
    text = codes.get(token.kind, token.kind[:2]) + (f" {token.value}" if 0 < len(token.value) <= SHORT else "")
    width = (4 + 5 * len(text)) * unit
    x, y = extent.at[0] + reach - width // 2, extent.at[1] - reach + (2 + 12 * place) * unit
    box = {"x": x, "y": y - 6 * unit, "width": width, "height": 11 * unit, "rx": 4 * unit}
    add(drawn, "rect", **box, fill=PAPER, stroke=style.colour, stroke_width=unit)
    label(drawn, (x + width // 2, y), text, 9 * unit, stroke="none")


def add_template(parent: Element, template: Template, unit: int) -> None:
    """Draw a template that lies on the board."""
    drawn = group(parent, template, shape=template.shape)
    looks: dict[str, object] = {
        "fill": INK,
        "fill_opacity": "0.10",
        "stroke": INK,
        "stroke_width": 2 * unit,
        "stroke_dasharray": f"{8 * unit} {4 * unit}",
    }
    if template.shape == "circle":
        (x, y), (edge_x, edge_y) = template.points[:2]
        radius = round(((edge_x - x) ** 2 + (edge_y - y) ** 2) ** 0.5)
        add(drawn, "circle", cx=x, cy=y, r=radius, **looks)
    else:
        add(drawn, "path", d=path_of(template.points, closed=True), **looks)
