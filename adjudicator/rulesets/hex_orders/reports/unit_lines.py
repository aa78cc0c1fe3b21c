"""Units in text: one line for each that is on the board, as a party may see it; lists of sides and what befell them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from types import MappingProxyType

from adjudicator.kernel.decide.parties import SEAT_LETTERS, Party
from adjudicator.rulesets.hex_orders.model.messages import Load
from adjudicator.rulesets.hex_orders.model.rows import Side, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, is_flying, is_shaken, knows_unit, on_board
from adjudicator.rulesets.hex_orders.reports.list_formatting import format_result

ARROWS = MappingProxyType({"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"})
HIDDEN = "?"
WIDE = 80
TOKENS = ("acid", "minor_acid", "fire", "poison", "bleeding")


def roster_text(game: Game, party: Party) -> Iterator[str]:
    """List the units of both sides, a line each: id, hex, facing, name, speed, then whatever is not usual."""
    units = on_board(game)
    longest = max((len(_name(game, party, unit)) for unit in units), default=0)
    for seat in sorted(game.sides):
        own = [unit for unit in units if unit.seat == seat]
        if own:
            yield f"{SEAT_LETTERS[seat]}: {_side(game.sides[seat])}"
            for unit in own:
                yield from _lines(game, party, unit, longest)


def _side(row: Side) -> str:
    edge = f", side {row.number}" if row.number else ""
    role = f", {row.role}" if row.role else ""
    return f"{' and '.join(row.nations)}{edge}{role}".replace("_", "-")


def _name(game: Game, party: Party, unit: Unit) -> str:
    return game.sheets[unit.id].name if knows_unit(party, unit) else "hidden token"


def _lines(game: Game, party: Party, unit: Unit, longest: int) -> list[str]:
    facing = ARROWS[unit.facing] if knows_unit(party, unit) else HIDDEN
    known = ", ".join(_state(game, unit)) if knows_unit(party, unit) else ""
    head = f"  {unit.id:<4}{unit.hex:<4}{facing} {_name(game, party, unit):<{longest}}  "
    line = f"{head}{known}".rstrip()
    return [line] if len(line) <= WIDE else wrap(line, WIDE, subsequent_indent=" " * len(head), break_on_hyphens=False)


def _state(game: Game, unit: Unit) -> Iterator[str]:
    yield unit.speed.replace("_", " ") + (" in the air" if is_flying(game, unit) else "")
    if unit.hidden:
        yield "hidden"
    if unit.dead:
        yield f"{len(alive(game, unit.id))} of {len(game.sheets[unit.id].models)} models"
    if unit.pinned:
        yield f"{'shaken' if is_shaken(game, unit) else 'shaken later'} ({unit.pinned} pinned)"
    yield from _arms(unit)
    yield from _hurts(unit)
    if unit.difficult:
        yield f"on the way into {unit.difficult_hex} ({unit.difficult})"


def _arms(unit: Unit) -> Iterator[str]:
    loads = [load for load in unit.loads if load.count]
    if loads:
        yield f"loaded {_counted(loads)}"
    if unit.uses:
        yield f"used {_counted(unit.uses)}"
    if unit.aim is not None:
        yield f"aims from {unit.aim.hex}"
    if unit.lost_weapons:
        yield f"lost {' and '.join(map(_plain, unit.lost_weapons))}"


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _counted(rows: Sequence[Load]) -> str:
    return " and ".join(f"{_plain(row.weapon)} {row.count}" for row in rows)


def _hurts(unit: Unit) -> Iterator[str]:
    for kind in TOKENS:
        found: int | tuple[int, ...] = getattr(unit, kind)
        if found:
            levels = "+".join(map(str, found)) if isinstance(found, tuple) else str(found)
            yield f"{kind.replace('_', ' ')} {levels}"
    if unit.armour_loss:
        yield f"armour -{unit.armour_loss}"
    for bonus in unit.bonuses:
        yield f"{bonus.table} damage +{bonus.by}"
    if unit.pending:
        yield f"waits: {' and '.join(format_result(row.result) for row in unit.pending)}"
