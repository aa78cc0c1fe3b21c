"""The battlefield in text, for terminals and transcripts: tiles with what lies in them, and a list of units.

A tile takes two lines: its terrain in the symbols of drawn maps, and below it a unit. Of hexes every second column lies
half a tile lower, as on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.board.tiles import name_of, tile_of
from adjudicator.kernel.texts import wrap_entries
from adjudicator.rulesets.tile_formations.model.geometry import tiles_of, units_by_tile
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import LEFT, NORMAL, units_of
from adjudicator.rulesets.tile_formations.model.messages import UnitSheet
from adjudicator.rulesets.tile_formations.model.rows import Battlefield, Cell, Formation, Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.roster.map_symbols import BASE, format_cell, symbols_of

WIDE = 80
LEAST, MOST = 3, 7
HEX = "hex"
DAMAGED = "!"


def board_text(game: Game) -> str:
    """Draw the battlefield and list the units; empty before there is one."""
    if game.battlefield is None:
        return ""
    lying = (kind for cell in game.cells.values() for kind in (cell.base, *cell.overlays))
    symbols = symbols_of([game.battlefield.base, *lying])
    picture = _picture(game, game.battlefield, symbols)
    return "\n".join([*_title(game), *picture, "", *_legend(game, game.battlefield, symbols), *_roster(game)])


def _title(game: Game) -> Iterator[str]:
    if game.ended:
        yield f"Turn {game.turn}: {game.ended.replace('_', ' ')}"
    elif game.turn:
        acts = game.action
        yield f"Turn {game.turn}: {acts.formation} {acts.action.replace('_', ' ')}" if acts else f"Turn {game.turn}"


# -- the picture


def _picture(game: Game, field: Battlefield, symbols: Mapping[str, str]) -> Iterator[str]:
    """Draw all tiles on a grid of characters."""
    width = max(LEAST, min(MOST, (WIDE - 4) // field.columns - 1))
    beside = len(str(field.rows)) + 1
    low = int(game.options.tile_shape == HEX and field.columns > 1)
    lines = [[" "] * (beside + field.columns * (width + 1)) for _ in range(2 * field.rows + low)]
    there = units_by_tile(game)
    for column in range(field.columns):
        left, down = beside + column * (width + 1), low * (column % 2)
        for row in range(field.rows):
            name = name_of(column, row)
            ground = _ground(game.cells.get(name), field.base, symbols)
            _write(lines[2 * row + down], left, ground, width)
            _write(lines[2 * row + down + 1], left, _mark(there.get(name, ()), width), width)
    for row in range(field.rows):
        _write(lines[2 * row], 0, str(row + 1), beside)
    names = (name_of(column, 0)[:-1].ljust(width) for column in range(field.columns))
    yield (" " * beside + " ".join(names)).rstrip()
    drawn = ["".join(line).rstrip() for line in lines]
    yield from drawn if drawn[-1] else drawn[:-1]


def _write(line: list[str], at: int, text: str, width: int) -> None:
    line[at : at + min(width, len(text))] = text[:width]


def _ground(cell: Cell | None, base: str, symbols: Mapping[str, str]) -> str:
    if cell is None:
        return BASE
    return format_cell(cell.base, cell.overlays, base, symbols) + (DAMAGED if cell.damage else "")


def _mark(units: Sequence[Unit], width: int) -> str:
    """Write who is in a tile: a unit, or where there is no room its formation; several are counted."""
    if not units:
        return ""
    more = f"+{len(units) - 1}" if len(units) > 1 else ""
    whole = units[0].id + more
    return whole if len(whole) <= width else units[0].formation + more


def _legend(game: Game, field: Battlefield, symbols: Mapping[str, str]) -> Iterator[str]:
    """Explain the symbols that stand on this battlefield."""
    used = {field.base} | {kind for cell in game.cells.values() for kind in (cell.base, *cell.overlays)}
    words = [f"{BASE} {_words(field.base)}"]
    words += [f"{sign} {_words(kind)}" for kind, sign in symbols.items() if kind in used and kind != field.base]
    if any(cell.damage for cell in game.cells.values()):
        words.append(f"{DAMAGED} damaged")
    yield from wrap_entries(words, WIDE)


def _words(kind: str) -> str:
    return kind.replace("_", " ")


# -- the units


def _roster(game: Game) -> Iterator[str]:
    """List the formations of every army, and below each its units on the battlefield, a line each."""
    for seat, side in sorted(game.sides.items()):
        own = sorted((key for key, row in game.formations.items() if row.seat == seat), key=id_order)
        if own:
            yield ""
            yield f"{side.name}, side {side.side}"
            for key in own:
                yield from _formation(game, game.formations[key])


def _formation(game: Game, row: Formation) -> Iterator[str]:
    """Write a formation with what is not usual about it, and how many of its units are gone."""
    there = units_of(game, row.id)
    state = [row.state] if row.state != NORMAL else []
    state += [f"Shock {row.shock}"] if row.shock else []
    state += ["has acted"] if game.turn and row.acted == game.turn and not game.ended else []
    state += _absent(game, row)
    yield f"  {row.id} {row.name}{': ' if state else ''}{', '.join(state)}"
    for unit in there:
        yield f"    {unit.id:<6}{unit.tile:<5}{', '.join(_unit(game, unit))}"


def _absent(game: Game, row: Formation) -> list[str]:
    """Count the units that are not there, by why."""
    counts: dict[str, int] = {}
    for unit in row.units:
        why = game.units[unit].out
        if why:
            where = why.replace("_", " ") if why in {"waiting", "held_back", LEFT} else "lost"
            counts[where] = counts.get(where, 0) + 1
    return [f"{count} {where}" for where, count in counts.items()]


def _unit(game: Game, unit: Unit) -> Iterator[str]:
    sheet = game.sheets[unit.id]
    yield f"{sheet.name} ({sheet.unit_type})"
    yield f"integrity {unit.integrity}" + (f" of {sheet.integrity}" if unit.integrity < sheet.integrity else "")
    yield from _place(game, sheet, unit)
    if unit.cautious:
        yield "moves cautiously"
    if unit.contacts:
        yield f"in contact with {' and '.join(unit.contacts)}"
    if unit.zone_lost:
        yield "without its zone of control"


def _place(game: Game, sheet: UnitSheet, unit: Unit) -> Iterator[str]:
    """Name all tiles of a unit that occupies several."""
    if sheet.columns * sheet.rows > 1:
        tiles = sorted(tiles_of(game, unit.id), key=tile_of)
        yield f"occupies {' '.join(tiles)}"
