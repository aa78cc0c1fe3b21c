"""The public part of the tables: what the masks of the contract let a spectator know, as the state hash covers it.

Something that was secret and is told by no event stays out, even where it hardly matters any more: a unit that is
turned face up shows what it is and its orders of this turn, not what it did before behind its token.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.public_tables import PublicTables, RedactedRow
from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.messages import Hit, Sheet
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit, Declared, Fight, Orders, Side, Unit
from adjudicator.rulesets.hex_orders.model.state import Game

# -- which field of a row is what

SIDE = RedactedRow(
    Side,
    public=("nations", "number", "role", "package", "huge_shown", "army", "area", "orders", "placed"),
    secret=("budget", "free", "huge"),
)
UNIT = RedactedRow(
    Unit,
    public=(
        "id",
        "seat",
        "hex",
        "facing",
        "speed",
        "hidden",
        "out",
        "dead",
        "pinned",
        "shaken_from",
        "difficult_hex",
        "difficult",
        "aim",
        "loads",
        "uses",
        "lost_weapons",
        "bonuses",
        "acid",
        "minor_acid",
        "fire",
        "poison",
        "bleeding",
        "armour_loss",
        "pending",
        "stuck",
        "chosen",
    ),
    secret=("met", "hexes_left", "turn_of_met"),
)
ORDERS = RedactedRow(
    Orders, public=("unit", "seat", "turn", "final", "shown"), secret=("movement", "gunnery", "entry", "defaulted")
)
DECLARED = RedactedRow(
    Declared,
    public=(
        "id",
        "kind",
        "seat",
        "unit",
        "weapon",
        "models",
        "shots",
        "target",
        "entry",
        "needed",
        "on_edge",
        "aimed",
        "range",
        "successes",
    ),
    secret=("aim_hex",),
)
FIGHT = RedactedRow(
    Fight,
    public=(
        "id",
        "hex",
        "units",
        "contributors",
        "contributors_of",
        "angles",
        "kept",
        "groups",
        "deflections",
        "advantage",
        "left",
        "hits",
        "light",
        "over",
    ),
    secret=("committed", "allocated"),
)

# -- sides and what they bring


def _sides(game: Game) -> dict[int, Any]:
    return {seat: _side(game, row) for seat, row in game.sides.items()}


def _side(game: Game, row: Side) -> list[Any]:
    """HX-ARMY-05, HX-HUGE-01 Say of what is committed in secret only that it is there, until it is told."""
    set_up = game.turn > 0 or not game.step
    return SIDE(
        row,
        budget=row.budget if row.free is None or set_up else None,
        free=row.free is not None,
        huge=row.huge if row.huge_shown else row.huge is not None,
    )


def _armies(game: Game) -> dict[str, ArmyUnit]:
    """HX-SETUP-16 Tell of an army only which open units found no room; its numbers and its length stay secret."""
    return {key: slot for key, slot in game.armies.items() if slot.out and not _behind_token(slot)}


def _behind_token(slot: ArmyUnit) -> bool:
    """HX-SETUP-15 Tell whether a unit is set up behind a token in the end; huge ones are not."""
    return (slot.sheet.hidden or "hidden" in slot.sheet.types) and slot.sheet.size != "huge"


# -- units and their orders


def _units(game: Game) -> dict[str, Any]:
    return {key: _token(row) if row.hidden else _open_unit(game, row) for key, row in game.units.items()}


def _token(row: Unit) -> list[Any]:
    """HX-GAP-09 Of a hidden unit everybody sees its token and its hex."""
    return [row.id, row.seat, row.hex]


def _open_unit(game: Game, row: Unit) -> list[Any]:
    """HX-GAP-09 Leave out when a unit last met an effect, if that was before this turn: it may have been hidden."""
    if row.turn_of_met == game.turn:
        return UNIT(row, met=row.met, hexes_left=row.hexes_left, turn_of_met=row.turn_of_met)
    return UNIT(row, met=(), hexes_left=(), turn_of_met=0)


def _sheets(game: Game) -> dict[str, Sheet]:
    return {key: sheet for key, sheet in game.sheets.items() if not game.units[key].hidden}


def _orders(game: Game) -> dict[str, Any]:
    rows = ((key, row) for key, row in game.orders.items() if _is_public(game, row))
    return {key: _shown(row) if row.shown else _committed(row) for key, row in rows}


def _is_public(game: Game, row: Orders) -> bool:
    """HX-ORDERS-05 Tell whether everybody knows at least that these orders are there.

    Those of earlier turns are left out: of a unit that was hidden then they are told only if they were plotted singly.
    """
    unit = game.units[row.unit]
    return row.final and row.turn >= game.turn and not unit.hidden and not unit.out


def _committed(row: Orders) -> list[Any]:
    """HX-ORDERS-04 Orders that are not yet due are known to be there, no more."""
    return ORDERS(row)


def _shown(row: Orders) -> list[Any]:
    return ORDERS(row, movement=row.movement, gunnery=row.gunnery, entry=row.entry, defaulted=row.defaulted)


# -- what is under way


def _declared(game: Game) -> dict[str, Any]:
    """HX-GAP-09 Leave out what hidden units spot."""
    return {key: _declaration(row) for key, row in game.declared.items() if row.kind == "held" or ids.is_open(key)}


def _declaration(row: Declared) -> list[Any]:
    """HX-GUNNERY-17 Leave out where the aim was taken, for the firer may have been hidden then."""
    return DECLARED(row)


def _hits(game: Game) -> dict[str, Hit]:
    """HX-GAP-09 Leave out hits on hidden units: they tell how these face."""
    return {key: hit for key, hit in game.hits.items() if ids.is_open(key)}


def _fights(game: Game) -> dict[str, Any]:
    return {key: _fight(row) for key, row in game.fights.items()}


def _fight(row: Fight) -> list[Any]:
    """HX-ASSAULT-14, HX-ASSAULT-23 Leave out answers that wait for the other side's; `hits` has what was told."""
    return FIGHT(row)


# Secret are designs until they are laid out; and choices and replaced orders, of which no row says who was hidden then.
public_tables = PublicTables(
    Game,
    public=(
        "attempts",
        "ended",
        "exchanges",
        "fired_at",
        "hexes",
        "lists",
        "options",
        "order",
        "proposal",
        "rank",
        "retreats",
        "setup",
        "step",
        "terms",
        "turn",
        "winner",
    ),
    redacted={
        "armies": _armies,
        "declared": _declared,
        "fights": _fights,
        "hits": _hits,
        "orders": _orders,
        "sheets": _sheets,
        "sides": _sides,
        "units": _units,
    },
    secret=("areas", "choices", "running"),
)
