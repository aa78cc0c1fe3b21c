"""The board in characters: cells with their ground and who is in them, or a coarse grid of a table in inches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from adjudicator.kernel.scene import Area, Body, Cell, Scene, Zone
from replays.draw.places import Places, cell_name, middle
from replays.draw.style import seat_style, terrain_style
from replays.draw.words import clean, spaced, wrapped

WIDE = 100
LEAST, MOST = 3, 9
NAMED = 7  # a cell of so many characters has its name in it
INCH = 1000
ARROWS = ("↑", "↗", "→", "↘", "↓", "↙", "←", "↖")
EIGHTH = 45_000


def board_lines(scene: Scene) -> list[str]:
    """Draw the board; nothing while there is none."""
    if not scene.board.width:
        return ["There is no board yet."]
    lines = _grid(scene) if scene.cells else _table(scene)
    return [*lines, "", *wrapped("   ".join(_legend(scene)), WIDE)]


# -- cells


def _grid(scene: Scene) -> list[str]:
    """Draw cells in columns; of hexes every second one lies a line lower."""
    centres = {cell.id: middle(cell.poly) for cell in scene.cells}
    columns = {x: place for place, x in enumerate(sorted({x for x, _ in centres.values()}))}
    rows = {y: place for place, y in enumerate(sorted({y for _, y in centres.values()}))}
    staggered = len(rows) > 1 and len(scene.cells) < len(columns) * len(rows)
    beside = 0 if WIDE // len(columns) > NAMED else 4
    width = max(LEAST, min(MOST, (WIDE - beside) // len(columns) - 1))
    lines = [[" "] * (beside + len(columns) * (width + 1)) for _ in range((1 if staggered else 2) * len(rows) + 2)]
    crowds, signs = crowds_of(scene), signs_of(scene)
    for cell in scene.cells:
        x, y = centres[cell.id]
        left = beside + columns[x] * (width + 1)
        top = rows[y] * (1 if staggered else 2)
        _write(lines[top], left, _ground(cell, signs[cell.terrain], width, named=not beside), width)
        _write(lines[top + 1], left, _crowd(crowds.get(cell.id, ()), width), width)
        if beside and columns[x] == 0:
            _write(lines[top], 0, cell_name(cell).lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), beside)
    drawn = ["".join(line).rstrip() for line in lines]
    heading = [" " * beside + " ".join(name.ljust(width) for name in _columns(scene, centres))] if beside else []
    return [*(line.rstrip() for line in heading), *_without_end(drawn)]


def _columns(scene: Scene, centres: Mapping[str, tuple[int, int]]) -> list[str]:
    """Name the columns by the letters of their first cells."""
    first: dict[int, str] = {}
    for cell in scene.cells:
        first.setdefault(centres[cell.id][0], cell_name(cell).rstrip("0123456789"))
    return [first[x] for x in sorted(first)]


def _write(line: list[str], at: int, text: str, width: int) -> None:
    line[at : at + min(width, len(text))] = text[:width]


def _ground(cell: Cell, own: str, width: int, *, named: bool) -> str:
    sign = own + "".join("=" if word == "roads" else "+" for word in cell.overlays)
    return f"{cell_name(cell)} {sign}"[:width] if named else sign[:width]


def crowds_of(scene: Scene) -> Mapping[str, Sequence[Body]]:
    """List the bodies in each cell, by the cell's id; one over several cells is in all that its shape covers."""
    places = Places(scene)
    found: dict[str, list[Body]] = {}
    for body in (item for item in scene.items if isinstance(item, Body)):
        for key in cells_under(body, places):
            found.setdefault(key, []).append(body)
    return found


def cells_under(body: Body, places: Places) -> list[str]:
    """List the cells whose centre a body covers, or the one that it stands in."""
    across, down = body.width // 2, body.length // 2
    covered = [
        key
        for key, (x, y) in places.centres.items()
        if body.shape == "tile" and abs(x - body.x) <= across and abs(y - body.y) <= down
    ]
    nearest = places.cell_at((body.x, body.y))
    return covered or ([nearest] if nearest is not None else [])


def _crowd(bodies: Sequence[Body], width: int) -> str:
    for count in range(len(bodies), 0, -1):
        more = [f"+{len(bodies) - count}"] if count < len(bodies) else []
        text = " ".join([*map(_name, bodies[:count]), *more])
        if len(text) <= width:
            return text
    return _name(bodies[0])[: width - 1] + "~" if bodies else ""


def _name(body: Body) -> str:
    return clean(body.unit) + (arrow(body.facing) if body.facing is not None else "?" if body.hidden else "")


def arrow(facing: int) -> str:
    """Give the arrow nearest to a facing."""
    return ARROWS[(facing + EIGHTH // 2) // EIGHTH % len(ARROWS)]


# -- inches


def _table(scene: Scene) -> list[str]:
    """Draw a table: a character is so many inches wide, a line twice as many high."""
    step = max(1, -(-scene.board.width // (INCH * (WIDE - 4)))) * INCH
    high, across = -(-scene.board.height // (2 * step)), -(-scene.board.width // step)
    lines = [[" "] * across for _ in range(high)]
    signs = signs_of(scene)
    for area in (item for item in scene.items if isinstance(item, Area)):
        for row, line in enumerate(lines):
            for column in range(across):
                if _within(((column * 2 + 1) * step // 2, (row * 2 + 1) * step), area.poly):
                    line[column] = signs[area.kind]
    marks = [(item, "*") for item in scene.items if isinstance(item, Zone) and item.kind == "objective"]
    for zone, sign in marks:
        extent = Places(scene).extent(zone.id)
        if extent is not None:
            _put(lines, extent.at, step, sign)
    for body in (item for item in scene.items if isinstance(item, Body)):
        _put(lines, (body.x, body.y), step, seat_style(body.seat).letter)
    edge = "+" + "-" * across + "+"
    return [edge, *(f"|{''.join(line)}|" for line in lines), edge]


def _put(lines: list[list[str]], at: tuple[int, int], step: int, sign: str) -> None:
    row = min(len(lines) - 1, max(0, at[1] // (2 * step)))
    lines[row][min(len(lines[0]) - 1, max(0, at[0] // step))] = sign


def _within(point: tuple[int, int], poly: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a point is in a polygon: a ray to the right crosses its edges an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(poly, (*poly[1:], poly[0]), strict=True):
        if (ay > y) != (by > y) and (x - ax) * abs(by - ay) < (bx - ax) * (y - ay) * (1 if by > ay else -1):
            inside = not inside
    return inside


# -- its signs


def signs_of(scene: Scene) -> Mapping[str, str]:
    """Give each kind of ground of a board a sign of its own; on a table none is a capital, which are sides there.

    Each keeps its usual sign, but where several share one: then the first that begins with it, and the others take
    letters of their names.
    """
    words = {cell.terrain for cell in scene.cells} | {item.kind for item in scene.items if isinstance(item, Area)}
    usual = {word: (sign := terrain_style(word).sign, sign.lower())[not scene.cells] for word in words}
    found: dict[str, str] = {}
    for word in sorted(words, key=lambda word: (not word.lower().startswith(usual[word].lower()), word)):
        letters = [letter for letter in clean(word).lower() + ascii_lowercase if letter.isalpha()]
        free = (sign for sign in (usual[word], *letters) if sign not in found.values())
        found[word] = next(free, usual[word])
    return found


def _legend(scene: Scene) -> Iterator[str]:
    """Explain the signs that stand on this board."""
    for word, sign in sorted(signs_of(scene).items()):
        yield f"{sign} {spaced(word)}"
    for word in sorted({word for cell in scene.cells for word in cell.overlays}):
        where = " ".join(cell_name(cell) for cell in scene.cells if word in cell.overlays)
        yield "= roads" if word == "roads" else f"+ {spaced(word)} ({where})"
    if not scene.cells:
        yield from (f"{seat_style(side.seat).letter} {clean(side.name)}" for side in scene.sides)
        if any(isinstance(item, Zone) and item.kind == "objective" for item in scene.items):
            yield "* objective"
        yield "distances: from edge to edge"
    elif any(isinstance(item, Body) and item.facing is not None for item in scene.items):
        yield "arrow: facing"


def _without_end(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines.pop()
    return lines
