"""Hidden units turned face up: what shows them, and what is told of them then (HX-GUNNERY-21)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import Status, UnitRevealed
from adjudicator.rulesets.hex_orders.model.rows import Orders, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying, orders_key
from adjudicator.rulesets.hex_orders.rules.orders import due_orders

SEEN = ("spotted", "assault", "end")


def reveal(ruling: Ruling[Game], unit: str, reason: str, *because: str, always: bool = False) -> None:
    """HX-GUNNERY-21 Turn a hidden unit face up and open its orders that are due; nothing for one that is seen already.

    With option hidden_reveal=spot_only only spotting and an assault do it, unless it is to be done `always`.
    """
    game = ruling.game
    row = game.units[unit]
    kept = game.options.hidden_reveal == "spot_only" and reason not in SEEN and not always
    if not row.hidden or kept:
        return
    entries = sorted({item.entry for item in _due_orders(game, unit) if item.entry})
    ruling.record(
        UnitRevealed(
            unit=unit,
            reason=reason,
            sheet=game.sheets[unit],
            status=status_of(game, row),
            orders=due_orders.due_orders_of(game, unit),
        ),
        *(because or ("HX-GUNNERY-21",)),
        "HX-GAP-09",
    )
    if entries:
        ruling.unseal(*entries, clause="HX-GAP-09")


def status_of(game: Game, row: Unit) -> Status:
    """Give what changes about a unit in play."""
    return Status(
        hex=row.hex,
        facing=row.facing,
        speed=row.speed,
        flying=is_flying(game, row),
        dead=row.dead,
        pinned=row.pinned,
        shaken_from=row.shaken_from,
        difficult_hex=row.difficult_hex,
        difficult=row.difficult,
        aim=row.aim,
        loads=row.loads,
        uses=row.uses,
        lost_weapons=row.lost_weapons,
        bonuses=row.bonuses,
        acid=row.acid,
        minor_acid=row.minor_acid,
        fire=row.fire,
        poison=row.poison,
        bleeding=row.bleeding,
        armour_loss=row.armour_loss,
        met=row.met,
        pending=row.pending,
        stuck=row.stuck,
    )


def _due_orders(game: Game, unit: str) -> list[Orders]:
    """HX-GAP-09 List the orders of a unit that are due and not shown; those of later turns stay committed."""
    last = game.turn if unit in game.running else game.turn - 1
    return [row for row in game.orders.values() if row.unit == unit and row.turn <= last and not row.shown]


def unit_revealed(game: Game, event: UnitRevealed) -> None:
    """Turn it face up; its orders that are due are shown with it."""
    for row in _due_orders(game, event.unit):
        game.orders[orders_key(row.unit, row.turn)] = replace(row, shown=True)
    game.units[event.unit] = replace(game.units[event.unit], hidden=False)


PART = Part(reducers=reducers(unit_revealed))
