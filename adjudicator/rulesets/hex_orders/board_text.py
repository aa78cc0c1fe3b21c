"""The board in text, for terminals and transcripts: terrain, what lies in a hex, who is there and faces where.

A hex takes two lines. Every second column lies half a hex lower, as on the board; rows are numbered at the left for
the columns A, C, E, ...
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from adjudicator.kernel.parties import Party
from adjudicator.rulesets.hex_orders.messages import Effects
from adjudicator.rulesets.hex_orders.rows import Cell, Unit
from adjudicator.rulesets.hex_orders.state import Game, is_shaken, on_board

TERRAIN = MappingProxyType({
    "clear": ".", "mountains": "M", "hills": "h", "forest": "f", "swamp": "s", "building": "B", "ruins": "r",
    "rough": "o",
})  # fmt: skip
ARROWS = MappingProxyType({"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"})
HIDDEN, SHAKEN, OVERLAY = "?", "!", "+"
LEAST = 6
LEGEND = (
    ". clear, M mountains, h hills, f forest, s swamp, B building, r ruins, o rough, + overlay",
    "S smoke, F fire, P poison, A acid and their markers; an arrow is a facing, ? a hidden unit, ! a shaken one",
)


def board_text(game: Game, party: Party) -> str:
    """Draw the board as a party may see it; empty before there is one."""
    if game.terms is None or not game.hexes:
        return ""
    crowds = _crowds(game, party)
    cells = {name: (_ground(name, cell), " ".join(crowds.get(name, ()))) for name, cell in game.hexes.items()}
    width = max(LEAST, *(len(text) for pair in cells.values() for text in pair)) + 2
    columns = [chr(ord("A") + number) for number in range(game.terms.columns)]
    lines = (_line(cells, columns, number, width) for number in range(2 * game.terms.rows + 1))
    head = "   " + "".join(column.ljust(width) for column in columns)
    return "\n".join(line.rstrip() for line in (head, *lines, *LEGEND))


def _line(cells: dict[str, tuple[str, str]], columns: list[str], number: int, width: int) -> str:
    """Draw one line: hexes of even columns begin a line later than the others."""
    label = f"{number // 2 + 1:<3}" if number % 2 == 0 and f"A{number // 2 + 1}" in cells else "   "
    halves = (_half(cells, column, number - place % 2) for place, column in enumerate(columns))
    return label + "".join(half.ljust(width) for half in halves)


def _half(cells: dict[str, tuple[str, str]], column: str, number: int) -> str:
    row, half = divmod(number, 2)
    return cells.get(f"{column}{row + 1}", ("", ""))[half]


def _ground(name: str, cell: Cell) -> str:
    """Write a hex: its name, its terrain, and what lies in it."""
    marks = "".join(_marks(cell.effects)) if cell.effects else ""
    return f"{name}{TERRAIN.get(cell.terrain, '*')}{OVERLAY if cell.overlays else ''}{marks}"


def _marks(effects: Effects) -> Iterator[str]:
    for sign, markers in (("S", effects.smoke), ("F", effects.fire), ("P", effects.poison), ("A", effects.acid)):
        if markers:
            yield f"{sign}{markers}"


def _crowds(game: Game, party: Party) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in on_board(game):
        found.setdefault(unit.hex, []).append(_unit(game, party, unit))
    return found


def _unit(game: Game, party: Party, unit: Unit) -> str:
    """HX-GAP-09 Write a unit with its facing; of the enemy's hidden unit only its token."""
    if unit.hidden and unit.seat != party:
        return f"{unit.id}{HIDDEN}"
    return f"{unit.id}{ARROWS[unit.facing]}{SHAKEN if is_shaken(game, unit) else ''}{HIDDEN if unit.hidden else ''}"


__all__ = ["ARROWS", "LEGEND", "TERRAIN", "board_text"]
