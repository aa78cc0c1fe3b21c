"""HX-DTABLE: damage tables, and the numbers that change a damage roll."""

from __future__ import annotations

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.messages import DamageTable, Die, Sheet, TableRow
from adjudicator.rulesets.hex_orders.model.state import Game

REGULAR, PSYCHIC, LIGHT = "regular", "psychic", "light"
LIGHT_DIE = Die(sides=6, plus=0)
_RESISTED = {
    REGULAR: "HX-ABILITIES-25",
    PSYCHIC: "HX-ABILITIES-26",
    "poison": "HX-ABILITIES-27",
    "fire": "HX-ABILITIES-28",
}


def table_of(sheet: Sheet, kind: str) -> DamageTable | None:
    """HX-SPECIAL-03 Find a unit's damage table of a type; without one it is immune."""
    return next((table for table in sheet.tables if table.damage_type == kind), None)


def row_for(table: DamageTable, total: int) -> TableRow | None:
    """HX-DTABLE-03, HX-DTABLE-04 Find the row of a total: the highest that it reaches, or none."""
    reached = [row for row in table.rows if row.value <= total]
    return max(reached, key=lambda row: row.value, default=None)


def bonus_of(game: Game, unit: str, table: str) -> int:
    """HX-DTABLE-07 Give a base's future-damage bonus on one of its tables."""
    return next((bonus.by for bonus in game.units[unit].bonuses if bonus.table == table), 0)


def resistance(sheet: Sheet, kind: str) -> int:
    """HX-ABILITIES-24 Add up a unit's resistances to a type of damage."""
    return sum(row.by for row in sheet.resistances if row.damage_type == kind)


def resisted(total: Tally, sheet: Sheet, kind: str) -> Tally:
    """HX-ABILITIES-24 to 29 Take a unit's resistance to a type off a roll."""
    return total.add(-resistance(sheet, kind), _RESISTED.get(kind, "HX-ABILITIES-29"))


def with_base_modifiers(game: Game, unit: str, table: str, kind: str, total: Tally) -> Tally:
    """HX-DTABLE-02 Add what the base itself changes: the bonus of its table, its resistance to the type."""
    return resisted(total.add(bonus_of(game, unit, table), "HX-DTABLE-07"), game.sheets[unit], kind)


def add_terms(total: Tally, other: Tally) -> Tally:
    """Add another sum term by term, so that every one keeps its clause; both hold additions alone."""
    for term in other.terms:
        total = total.add(term.value, term.clause)
    return total
