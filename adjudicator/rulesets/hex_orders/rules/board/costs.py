"""What a step into a hex costs (HX-TERRAIN-32)."""

from __future__ import annotations

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.messages import Sheet
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.model.terrain import (
    NUMBERS,
    SMOKE,
    TERRAIN,
    Ground,
    RuledNumber,
    features_of,
    ground_of,
    height_of_hex,
    is_smoky,
)
from adjudicator.rulesets.hex_orders.rules.board.entering import above_terrain

VEHICLES = ("vehicle", "tank", "tracked", "wheeled")
LEAST = 1


def is_vehicle(sheet: Sheet) -> bool:
    """HX-TERRAIN-14 Tell whether a base is a vehicle by its type words."""
    return any(word in sheet.types for word in VEHICLES)


def cost_tally(game: Game, unit: str, origin: str, name: str) -> Tally:
    """HX-TERRAIN-32 Give the movement points of a step, with their reasons."""
    if above_terrain(game, unit):
        return Tally.base(NUMBERS.flying.enter.by, NUMBERS.flying.enter.clause)
    sheet, cell = game.sheets[unit], game.hexes[name]
    rising = height_of_hex(game, name) > height_of_hex(game, origin)
    entry = _entry(TERRAIN[cell.terrain], sheet, rising=rising)
    tally = Tally.base(entry.by, entry.clause)
    for feature in features_of(game.options, cell):
        tally = tally.add(feature.cost, "HX-TERRAIN-03")
    if is_smoky(cell):
        tally = tally.add(SMOKE.enter.by, SMOKE.enter.clause)
    leaving = ground_of(game, origin).leaving.get(sheet.size)
    if leaving is not None:
        tally = tally.add(leaving.by, leaving.clause)
    return tally.at_least(LEAST, "HX-TERRAIN-32")


def _entry(ground: Ground, sheet: Sheet, *, rising: bool) -> RuledNumber:
    if rising and ground.rise is not None:
        return ground.rise
    if ground.vehicle is not None and is_vehicle(sheet):
        return ground.vehicle
    return ground.enter
