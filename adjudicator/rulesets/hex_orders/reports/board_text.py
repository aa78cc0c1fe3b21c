"""The board in text, for terminals and transcripts: hexes with what lies in them, who is there, and a list of units.

A hex takes two lines: its name, terrain and markers, and below them its units. Every second column lies half a hex
lower, as on the board. Up to nine columns fit into eighty characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.texts import wrap_entries
from adjudicator.rulesets.hex_orders.model.messages import Effects
from adjudicator.rulesets.hex_orders.model.rows import BoardHex, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, is_shaken, knows_unit, on_board
from adjudicator.rulesets.hex_orders.reports.unit_lines import ARROWS, HIDDEN, WIDE, roster_text

TERRAIN = MappingProxyType(
    {
        "clear": "",
        "mountains": "M",
        "hills": "h",
        "forest": "f",
        "swamp": "s",
        "building": "B",
        "ruins": "r",
        "rough": "o",
    }
)
MARKERS = MappingProxyType({"smoke": "S", "fire": "F", "poison": "P", "acid": "A"})
SHAKEN, OVERLAY, UNKNOWN, CUT = "!", "+", "*", "~"
LEAST, MOST = 7, 9


def board_text(game: Game, party: Party) -> str:
    """Draw the board as a party may see it, and list the units; empty before there is one."""
    if game.terms is None or not game.hexes:
        return ""
    columns, rows = game.terms.columns, game.terms.rows
    width = max(LEAST, min(MOST, (WIDE - 1) // columns - 1))
    lines = _Canvas(columns, rows, width)
    crowds = _crowds(game, party)
    for name, cell in game.hexes.items():
        lines.put(name, _fitted(_ground(name, cell), width), _crowd(crowds.get(name, []), width))
    return "\n".join([*_title(game), *lines.text(), "", *_legend(game), "", *roster_text(game, party)])


def _title(game: Game) -> Iterator[str]:
    if game.turn:
        yield f"Turn {game.turn}: {(game.ended or game.step or 'orders').replace('_', ' ')}"


# -- lines


class _Canvas:
    """A grid of characters with the sides of all hexes."""

    def __init__(self, columns: int, rows: int, width: int) -> None:
        self.width = width
        self.lines = [[" "] * (columns * (width + 1) + 1) for _ in range(2 * rows + 2)]

    def put(self, name: str, ground: str, crowd: str) -> None:
        """Draw a hex with its two lines of text."""
        column, row = ord(name[0]) - ord("A"), int(name[1:]) - 1
        left, top = column * (self.width + 1), 1 + 2 * row + column % 2
        if row == 0:
            self._write(top - 1, left + 1, "_" * self.width)
        self._write(top, left, f"/{ground:<{self.width}}\\")
        self._write(top + 1, left, f"\\{crowd:_<{self.width}}/")

    def _write(self, line: int, at: int, text: str) -> None:
        self.lines[line][at : at + len(text)] = text

    def text(self) -> Iterator[str]:
        """Give the lines."""
        return ("".join(line).rstrip() for line in self.lines)


def _fitted(words: list[str], width: int) -> str:
    """Write words with blanks where there is room, else without, and mark what is cut off."""
    spaced, tight = " ".join(words), "".join(words)
    text = spaced if len(spaced) <= width else tight
    return text if len(text) <= width else text[: width - 1] + CUT


def _crowd(units: list[str], width: int) -> str:
    """Write units side by side; those that do not fit are counted."""
    for count in range(len(units), 0, -1):
        more = [f"+{len(units) - count}"] if count < len(units) else []
        text = "_".join([*units[:count], *more])
        if len(text) <= width:
            return text
    return ""


# -- hexes


def _ground(name: str, cell: BoardHex) -> list[str]:
    """Write a hex: its name, its terrain, and what lies in it."""
    terrain = TERRAIN.get(cell.terrain, UNKNOWN) + (OVERLAY if cell.overlays else "")
    marks = "".join(f"{MARKERS[kind]}{count}" for kind, count in _effects(cell.effects))
    return [name, *filter(None, (terrain, marks))]


def _effects(effects: Effects | None) -> Iterator[tuple[str, int]]:
    for kind in MARKERS if effects is not None else ():
        count: int = getattr(effects, kind)
        if count:
            yield kind, count


def _crowds(game: Game, party: Party) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in on_board(game):
        found.setdefault(unit.hex, []).append(_unit(game, party, unit))
    return found


def _unit(game: Game, party: Party, unit: Unit) -> str:
    """HX-GAP-09 Write a unit with its facing; of the enemy's hidden unit only its token."""
    if not knows_unit(party, unit):
        return f"{unit.id}{HIDDEN}"
    return f"{unit.id}{ARROWS[unit.facing]}{SHAKEN if is_shaken(game, unit) else ''}{HIDDEN if unit.hidden else ''}"


def _legend(game: Game) -> Iterator[str]:
    """Explain the signs that stand on this board."""
    cells = game.hexes.values()
    used = {cell.terrain for cell in cells}
    ground = [f"{sign} {name}" for name, sign in TERRAIN.items() if sign and name in used]
    lying = {kind for cell in cells for kind, _ in _effects(cell.effects)}
    ground += [f"{sign}n {kind} with n markers" for kind, sign in MARKERS.items() if kind in lying]
    for name in sorted({name for cell in cells for name in cell.overlays}):
        where = " ".join(hex_ for hex_, cell in game.hexes.items() if name in cell.overlays)
        ground.append(f"{OVERLAY} {name} ({where})")
    yield from wrap_entries(ground or ["all clear"], WIDE)
    yield f"arrow: facing   {HIDDEN} hidden   {SHAKEN} shaken   +1 one more unit: see the list"
