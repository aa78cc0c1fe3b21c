"""A board in inches as a picture: bases to scale, what is told of a unit on one plate beside it, rulers in inches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import isqrt
from xml.etree.ElementTree import Element

from adjudicator.kernel.scene import Area, Body, Line, Measure, Path, Point, Scene, Shot, Template, Token, Zone
from replays.draw.elements import add, group, label, path_of
from replays.draw.glyphs import GLYPHS
from replays.draw.places import Places
from replays.draw.plates import Box, Plates, around
from replays.draw.style import INK, PAPER, SeatStyle, seat_style
from replays.draw.svg_bodies import add_counter, add_sign, add_template, body_group
from replays.draw.svg_ground import add_area, add_line, add_zone
from replays.draw.svg_marks import GONE, add_shot, measure_text
from replays.draw.words import spaced

INCH = 1000
SIGN, LARGE = 18, 40  # points that a base needs across for a sign, and for its wounds while none is lost
LETTER, BOLD, NAME, ROW = 6, 7, 11, 13  # widths of letters, size of a name, height of a row, in points
BADGES = 5
HALF_TURN, ASKEW = 180_000, 15_000
APART = 12  # a plate that stands farther off has a line to its unit
STAR = 12  # half the size of a star and of its number, in points
SHARES = (50, 25, 75, 37, 62)  # where along them rulers are told, in per cent
TICKS = 60  # a ruler with more inches has no ticks


def add_inches(board: Element, scene: Scene, places: Places, codes: Mapping[str, str], unit: int) -> None:
    """Draw everything on a board in inches, from the ground to the plates."""
    bodies = [item for item in scene.items if isinstance(item, Body)]
    units, stand = _units(bodies), {body.id for body in bodies}
    for item in scene.items:
        if isinstance(item, Area):
            add_area(board, item, unit)
    for item in scene.items:
        if isinstance(item, Line):
            add_line(board, item, unit)
        elif isinstance(item, Zone):
            add_zone(board, item, places, unit)
    for members in units.values():
        _links(board, members, unit)
    for body in bodies:
        _base(board, body, unit)
    for item in scene.items:
        if isinstance(item, Template):
            add_template(board, item, unit)
    _marks(board, scene, places, unit)
    _plates(board, scene, units, codes, unit)
    for item in scene.items:
        if isinstance(item, Token) and item.on not in stand:
            _marker(board, item, places, unit)


def _units(bodies: Sequence[Body]) -> Mapping[str, list[Body]]:
    found: dict[str, list[Body]] = {}
    for body in bodies:
        found.setdefault(body.unit, []).append(body)
    return found


# -- bases


def _base(board: Element, body: Body, unit: int) -> None:
    """Draw a base to scale, its sign where there is room, what it has left, and how high it stands."""
    drawn = body_group(board, body)
    add_counter(drawn, body, seat_style(body.seat), unit)
    size = min(body.length, body.width)
    if size >= SIGN * unit:
        add_sign(drawn, body.glyph, size)
    if body.of > 1 and (body.wounds < body.of or size >= LARGE * unit):
        low = 0 if size < LARGE * unit else size // 3
        label(drawn, (0, low), f"{body.wounds}/{body.of}", (8 if size < LARGE * unit else 11) * unit)
    if body.z:
        label(drawn, (0, -(size // 2) - 5 * unit), f'+{_inches(body.z)}"', 8 * unit)


def _links(board: Element, members: Sequence[Body], unit: int) -> None:
    """Join the bases of a unit, each to the nearest that is joined already: gaps in it show."""
    if len(members) < 2:  # noqa: PLR2004 - one base alone is joined to nothing
        return
    style = seat_style(members[0].seat)
    data = "".join(path_of(pair) for pair in _tree([(body.x, body.y) for body in members]))
    add(board, "path", d=data, fill="none", stroke=style.colour, stroke_width=2 * unit, stroke_opacity="0.45")


def _tree(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Give the shortest lines that join all points."""
    near = dict.fromkeys(points[1:], points[0])
    while near:
        point = min(near, key=lambda row: (_square(row, near[row]), row))
        yield near.pop(point), point
        near = {row: point if _square(row, point) < _square(row, joined) else joined for row, joined in near.items()}


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _inches(length: int) -> str:
    whole, rest = divmod(length, INCH)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".")


# -- marks


def _marks(board: Element, scene: Scene, places: Places, unit: int) -> None:
    bodies = {item.id: item for item in scene.items if isinstance(item, Body)}
    told: set[tuple[str, str]] = set()
    measures = [mark for mark in scene.marks if isinstance(mark, Measure)]
    for mark in scene.marks:
        match mark:
            case Path():
                key = (mark.body.rpartition(".")[0], mark.kind)
                _path(board, mark, bodies.get(mark.body), unit, named=key not in told)
                told.add(key)
            case Shot():
                add_shot(board, mark, places, unit)
    for place, measure in enumerate(measures):
        _ruler(board, measure, scene, unit, SHARES[place % len(SHARES)])


def _path(board: Element, path: Path, body: Body | None, unit: int, *, named: bool) -> None:
    """Draw a way thinly, since many bases go side by side; the word for what happens on one place once for a unit."""
    drawn = group(board, path, body=path.body, kind=path.kind)
    if len(path.points) == 1:
        _spot(drawn, path, body, unit, named=named)
        return
    if path.ghost and body is not None:
        x, y = path.points[0]
        ghost = add(drawn, "g", transform=f"translate({x} {y})", opacity="0.4")
        add_counter(ghost, body, seat_style(body.seat), unit)
    line = {"d": path_of(path.points), "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    add(drawn, "path", **line, stroke=PAPER, stroke_width=4 * unit)
    looks: dict[str, object] = {"stroke": INK, "stroke_width": 2 * unit, "marker_end": "url(#arrow-head)"}
    if path.kind == "planned":
        looks["stroke_dasharray"] = f"{unit} {4 * unit}"
    add(drawn, "path", **line, **looks)


def _spot(drawn: Element, path: Path, body: Body | None, unit: int, *, named: bool) -> None:
    """Draw a halo round what something happens to, a cross over what is gone."""
    x, y = path.points[0]
    half = max(body.length, body.width) // 2 if body is not None else 6 * unit
    if path.kind in GONE:
        cross = f"M{x - half} {y - half}L{x + half} {y + half}M{x - half} {y + half}L{x + half} {y - half}"
        add(drawn, "path", d=cross, fill="none", stroke=PAPER, stroke_width=6 * unit)
        add(drawn, "path", d=cross, fill="none", stroke=INK, stroke_width=3 * unit)
    else:
        looks: dict[str, object] = {"fill": "none", "stroke": INK, "stroke_width": 2 * unit}
        add(drawn, "circle", cx=x, cy=y, r=half + 3 * unit, stroke_dasharray=f"{2 * unit} {2 * unit}", **looks)
    if named:
        _told(drawn, (x, y - half - 12 * unit), spaced(path.kind), unit)


def _ruler(board: Element, measure: Measure, scene: Scene, unit: int, share: int) -> None:
    """Draw a measured distance as a ruler: ends, a tick for every inch, its length and limit at a share of its way."""
    drawn = group(board, measure, length=measure.length, limit=measure.limit, ok=str(measure.ok).lower())
    (x, y), (end_x, end_y) = measure.points
    far = max(1, isqrt(_square(*measure.points)))
    across, down = end_x - x, end_y - y
    ticks = [*range(0, far, INCH), far] if far <= TICKS * INCH else [0, far]
    data = path_of(measure.points)
    for at in ticks:
        half = (6 if at in (0, far) else 3) * unit
        middle = (x + across * at // far, y + down * at // far)
        side = (down * half // far, -across * half // far)
        data += path_of(((middle[0] - side[0], middle[1] - side[1]), (middle[0] + side[0], middle[1] + side[1])))
    add(drawn, "path", d=data, fill="none", stroke=PAPER, stroke_width=3 * unit)
    dashes = {"stroke_dasharray": f"{3 * unit} {3 * unit}"} if measure.ok is False else {}
    add(drawn, "path", d=data, fill="none", stroke=INK, stroke_width=unit, **dashes)
    at = (x + across * share // 100, y + down * share // 100 + 14 * unit)
    _told(drawn, at, measure_text(measure, scene), unit)


def _told(drawn: Element, at: Point, text: str, unit: int) -> None:
    """Write a text on paper of its own."""
    wide = (BOLD * len(text) + 6) * unit
    box = {"x": at[0] - wide // 2, "y": at[1] - 7 * unit, "width": wide, "height": 14 * unit, "rx": 3 * unit}
    add(drawn, "rect", **box, fill=PAPER, fill_opacity="0.9", stroke=INK, stroke_width=unit // 2)
    label(drawn, at, text, NAME * unit, font_weight="bold", stroke="none")


# -- plates


def _plates(board: Element, scene: Scene, units: Mapping[str, list[Body]], codes: Mapping[str, str], unit: int) -> None:
    """Write beside each unit its name, how many bases it has, its states and its tokens."""
    tokens: dict[str, list[Token]] = {}
    owner = {body.id: body.unit for members in units.values() for body in members}
    for item in scene.items:
        if isinstance(item, Token) and item.on in owner:
            tokens.setdefault(owner[item.on], []).append(item)
    boxes = {key: [_box(body, unit) for body in members] for key, members in units.items()}
    taken = [*(box for members in boxes.values() for box in members), *_mark_boxes(scene, unit), *_stars(scene, unit)]
    plates = Plates(Box(0, 0, scene.board.width // unit, scene.board.height // unit), taken)
    for key, members in units.items():
        plate = _Plate(members, tokens.get(key, ()), codes)
        box = plates.place(around(boxes[key]), plate.width, plate.height)
        plate.draw(board, box, unit)
        if box.overlap(around(boxes[key]).grown(APART)) == 0:
            near = min(boxes[key], key=lambda found: (_square(found.middle, box.middle), found))
            _leader(board, box, near, plate.style, unit)


def _leader(board: Element, box: Box, near: Box, style: SeatStyle, unit: int) -> None:
    """Lead from the edge of a plate that stands apart to the nearest base."""
    x, y = near.middle
    start = (min(max(x, box.left), box.right) * unit, min(max(y, box.top), box.bottom) * unit)
    add(board, "path", d=path_of((start, (x * unit, y * unit))), stroke=style.colour, stroke_width=unit, fill="none")


def _box(body: Body, unit: int) -> Box:
    """Enclose a base; one that faces askew as if it faced straight, but on all sides alike."""
    wide = high = max(body.length, body.width)
    turn = (body.facing or 0) % HALF_TURN
    if min(turn, HALF_TURN - turn) < ASKEW:
        wide, high = body.width, body.length
    elif abs(turn - HALF_TURN // 2) < ASKEW:
        wide, high = body.length, body.width
    right, down = wide // 2, high // 2
    return Box((body.x - right) // unit, (body.y - down) // unit, (body.x + right) // unit, (body.y + down) // unit)


def _mark_boxes(scene: Scene, unit: int) -> Iterator[Box]:
    """Give where the ends and the texts of marks stand."""
    for mark in scene.marks:
        points = mark.points if isinstance(mark, Path | Measure) else ()
        for x, y in points:
            yield Box(x // unit - 4, y // unit - 4, x // unit + 4, y // unit + 4)
        for (x, y), (end_x, end_y) in pairwise(points):
            at = ((x + end_x) // 2 // unit, (y + end_y) // 2 // unit)
            half = 40 if isinstance(mark, Measure) else 4
            yield Box(at[0] - half, at[1] - 4, at[0] + half, at[1] + (18 if isinstance(mark, Measure) else 4))


def _stars(scene: Scene, unit: int) -> Iterator[Box]:
    """Give where the stars of objectives and their numbers stand, which are on the upper rim."""
    for item in scene.items:
        if isinstance(item, Zone) and item.circle is not None:
            x, y, rim = item.circle.x // unit, item.circle.y // unit, item.circle.radius // unit
            yield Box(x - STAR, y - STAR, x + STAR, y + STAR)
            yield Box(x - STAR, y - rim - STAR, x + STAR, y - rim + STAR)


class _Plate:
    """What is written of a unit: its name and number of bases, below them its states and tokens."""

    def __init__(self, members: Sequence[Body], tokens: Sequence[Token], codes: Mapping[str, str]) -> None:
        first = members[0]
        self.style: SeatStyle = seat_style(first.seat)
        self.unit = first.unit
        self.glyph = first.glyph
        short = first.unit.partition("-")[2] if first.unit[1:2] == "-" else first.unit
        self.name = f"{self.style.letter} {short}" + (
            f" \N{MULTIPLICATION SIGN}{len(members)}" if len(members) > 1 else ""
        )
        states = dict.fromkeys(word for body in members for word in body.states)
        values = {token.value for token in tokens}
        self.badges = [codes[word] for word in states if word in codes and word not in values][:BADGES]
        self.tokens = [(token, self._text(token, codes)) for token in tokens]
        first_row = BOLD * len(self.name) + 8 + (16 if self.glyph in GLYPHS else 0)
        second = 17 * len(self.badges) + sum(LETTER * len(text) + 9 for _, text in self.tokens)
        self.width = max(first_row, second + 4)
        self.height = 2 * ROW + 2 if second else ROW + 2

    @staticmethod
    def _text(token: Token, codes: Mapping[str, str]) -> str:
        """Write a word as it is, a number or a long value with the code of its kind."""
        if token.value.isalpha() and len(token.value) <= 2 * LETTER:
            return spaced(token.value)
        code = codes.get(token.kind, token.kind[:2])
        return f"{code} {token.value}" if token.value.isdecimal() else code

    def draw(self, board: Element, box: Box, unit: int) -> None:
        """Draw it in its box."""
        drawn = add(board, "g", "", data_plate=self.unit)
        left, top = box.left * unit, box.top * unit
        wide, high = (box.right - box.left) * unit, (box.bottom - box.top) * unit
        looks: dict[str, object] = {"fill": PAPER, "fill_opacity": "0.9", "stroke": self.style.colour}
        add(drawn, "rect", x=left, y=top, width=wide, height=high, rx=2 * unit, stroke_width=unit, **looks)
        x = left + 3 * unit
        if self.glyph in GLYPHS:
            sign = add(drawn, "g", transform=f"translate({x + 6 * unit} {top + 7 * unit})")
            add_sign(sign, self.glyph, 18 * unit)
            x += 16 * unit
        middle = top + 7 * unit
        text = {"text_anchor": "start", "font_weight": "bold", "fill": self.style.colour, "stroke": "none"}
        label(drawn, (x, middle), self.name, NAME * unit, **text)
        self._second_row(drawn, left + 2 * unit, top + ROW * unit, unit)

    def _second_row(self, drawn: Element, x: int, top: int, unit: int) -> None:
        middle = top + 6 * unit
        for code in self.badges:
            add(drawn, "rect", x=x, y=top, width=16 * unit, height=12 * unit, fill=INK)
            label(drawn, (x + 8 * unit, middle), code, 10 * unit, fill=PAPER, stroke="none")
            x += 17 * unit
        for token, text in self.tokens:
            wide = (LETTER * len(text) + 7) * unit
            held = group(drawn, token, on=token.on, kind=token.kind, value=token.value, seat=token.seat)
            box = {"x": x, "y": top, "width": wide, "height": 12 * unit, "rx": 5 * unit}
            add(held, "rect", **box, fill=PAPER, stroke=self.style.colour, stroke_width=unit)
            label(held, (x + wide // 2, middle), text, 10 * unit, stroke="none")
            x += wide + 2 * unit


def _marker(board: Element, token: Token, places: Places, unit: int) -> None:
    """Write the marker of a zone on its upper rim."""
    extent = places.extent(token.on)
    if extent is None:
        return
    drawn = group(board, token, on=token.on, kind=token.kind, value=token.value, seat=token.seat)
    text = token.value if token.kind == "marker" else f"{spaced(token.kind)} {token.value}".strip()
    style = seat_style(token.seat)
    x, y = extent.at[0], extent.at[1] - extent.half
    wide = (BOLD * len(text) + 9) * unit
    box = {"x": x - wide // 2, "y": y - 9 * unit, "width": wide, "height": 18 * unit, "rx": 8 * unit}
    add(drawn, "rect", **box, fill=PAPER, stroke=style.colour, stroke_width=2 * unit)
    label(drawn, (x, y), text, 12 * unit, font_weight="bold", fill=style.colour, stroke="none")
