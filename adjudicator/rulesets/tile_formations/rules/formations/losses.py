"""Integrity and its loss: casualties, units destroyed, and what follows from it (TF-DANGER-04, TF-SAVE-09)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Flag, Offer, Range, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.messages import CasualtyTaken, RecordCasualties, UnitDestroyed
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.assault import contacts
from adjudicator.rulesets.tile_formations.rules.formations import shock
from adjudicator.rulesets.tile_formations.rules.play import outside_results
from adjudicator.rulesets.tile_formations.rules.play.outside_values import (
    MOST_CASUALTIES,
    Casualties,
    held,
    judge_of,
    read_casualties,
)

OUTSIDE_CAUSE = "outside"
MOST_OFFERED = 6
WAITED = ("shooting", "assault")


def take_casualties(
    ruling: Ruling[Game], unit: str, points: int, cause: str, *clauses: str, shocks: bool = False, morale: bool = True
) -> None:
    """TF-DANGER-04 Take points of integrity; at 0 the unit is destroyed, by the clauses that took them."""
    grounds = tuple(dict.fromkeys((*clauses, "TF-DANGER-04")))
    left = max(0, ruling.game.units[unit].integrity - points)
    taken = ruling.game.units[unit].integrity - left
    if taken:
        ruling.record(CasualtyTaken(unit=unit, points=taken, left=left, cause=cause), *grounds)
    if left == 0:
        destroy(ruling, unit, cause, *grounds, shocks=shocks, morale=morale)


def destroy(
    ruling: Ruling[Game], unit: str, cause: str, *clauses: str, shocks: bool = False, morale: bool = True
) -> None:
    """TF-SHOCK-03 TF-CHARGE-07 Remove a unit, by these clauses; the enemy's work adds Shock, contacts end with it."""
    row = ruling.game.units[unit]
    if row.out:
        return
    ruling.record(UnitDestroyed(unit=unit, cause=cause, morale=morale), *clauses)
    contacts.end_contacts(ruling, unit)
    if shocks:
        amount = ruling.game.options.shock_per_unit_destroyed
        shock.add_shock(ruling, row.formation, amount, "unit_destroyed", "TF-SHOCK-03", "TF-SAVE-09")


def casualty_taken(game: Game, event: CasualtyTaken) -> None:
    """Lower the integrity; casualties that waited for it are taken."""
    game.units[event.unit] = replace(game.units[event.unit], integrity=event.left)
    if event.cause in WAITED:
        game.unsaved_hits.pop(event.unit, None)


def unit_destroyed(game: Game, event: UnitDestroyed) -> None:
    """Take the unit off the board, and what waits for it; its contacts end with events of their own."""
    game.units[event.unit] = game.units[event.unit].taken_off(event.cause)
    if game.unit_move is not None and game.unit_move.unit == event.unit:
        game.unit_move = None
    if game.danger_test is not None and game.danger_test.unit == event.unit:
        game.danger_test = None
    game.unsaved_hits.pop(event.unit, None)
    game.hits = {key: hit for key, hit in game.hits.items() if hit.unit != event.unit}


# -- losses that were decided outside


def record_casualties(ruling: Ruling[Game], command: RecordCasualties) -> None:
    """TF-CHARGE-06 TF-SHOCK-03 Losses that were decided outside are stated, with or without Shock."""
    outside_results.require_battlefield(ruling, "TF-CHARGE-06")
    unit = ruling.find(ruling.game.units, command.unit, "unit")
    ruling.require(not unit.out, "TF-CHARGE-06", "unit-gone", "unit", unit=unit.id)
    ruling.require(command.points >= 1, "TF-CHARGE-06", "no-points", "points")
    fair, bounds = command.points <= MOST_CASUALTIES, {"least": 1, "most": MOST_CASUALTIES}
    ruling.require(fair, "TF-CHARGE-06", "number-range", "points", found=command.points, **bounds)
    value = Casualties(command.points, command.causes_shock).format()
    if outside_results.holds_at_once(ruling, "casualties", (unit.id,), value, "TF-CHARGE-06"):
        apply_casualties(ruling, (unit.id,), value)


def apply_casualties(ruling: Ruling[Game], subjects: tuple[str, ...], value: str) -> None:
    """TF-CHARGE-06 Let stated losses take effect, where the unit is still there."""
    stated, unit = read_casualties(value), ruling.game.units[subjects[0]]
    if stated is None or not stated.points or unit.out:
        return
    take_casualties(ruling, unit.id, stated.points, OUTSIDE_CAUSE, "TF-CHARGE-06", shocks=stated.shocks)


def _anytime_offers(_rules: object, game: Game, _party: Party) -> list[Offer]:
    """TF-CHARGE-06 Offer losses of every unit on the battlefield."""
    units = tuple(sorted((key for key, unit in game.units.items() if not unit.out), key=id_order))
    points, shocks = Range(1, MOST_OFFERED), optional(Flag())
    found = offer(RecordCasualties, "TF-CHARGE-06", unit=Choice(units), points=points, causes_shock=shocks)
    return [found] if units else []


RESULTS = {"casualties": apply_casualties}


PART = Part(
    handlers=handlers(record_casualties),
    reducers=reducers(casualty_taken, unit_destroyed),
    anytime=frozenset({RecordCasualties}),
    anytime_offers={RecordCasualties: _anytime_offers},
    disputes={"casualties": held(*(str(points) for points in range(MOST_OFFERED + 1)))},
    judges={"casualties": judge_of("TF-CHARGE-06", "points, and shock if they bring any", read_casualties)},
)
