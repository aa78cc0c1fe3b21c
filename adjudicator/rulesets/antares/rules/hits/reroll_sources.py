"""Sources of re-rolls of misses: spotters, combat arrays, Tectorists, and weapons that look for their target again."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.rulesets.antares.model import distances, volleys
from adjudicator.rulesets.antares.model.messages import DeviceSheet
from adjudicator.rulesets.antares.model.rows import Device, Volley
from adjudicator.rulesets.antares.model.state import INCH, Game, is_on_table
from adjudicator.rulesets.antares.rules.shooting import line_of_sight

RETARGET = "retarget"
CLAUSE: Mapping[str, str] = MappingProxyType(
    {"spotter": "AN-REROLL-01", "combat_array": "AN-REROLL-02", "tectorist": "AN-REROLL-03", RETARGET: "AN-HIT-08"}
)
ONE, ALL = "one_per_source", "all"
TECTORIST_REACH = 15 * INCH


def sources_for(game: Game, row: Volley) -> dict[str, str]:
    """AN-REROLL-01 AN-REROLL-02 AN-REROLL-03 List the kinds of source that may re-roll now, and how many misses each.

    "one_per_source" or "all". A kind that has re-rolled before, or finds no miss, is not listed.
    """
    if row.rerolls_declined or row.kind == volleys.HAND_TO_HAND:
        return {}
    fresh = (name for name in CLAUSE if name not in row.used_sources and candidates(game, row, name))
    found = ((name, _extent(game, row, name)) for name in fresh)
    return {name: how for name, how in found if how}


def most_dice(game: Game, row: Volley, source: str, how: str) -> int:
    """Say how many misses a source may re-roll."""
    return 1 if how == ONE else len(candidates(game, row, source))


def candidates(game: Game, row: Volley, source: str = "") -> tuple[int, ...]:
    """AN-REROLL-01 AN-REROLL-11 AN-HIT-07 List the misses that may be thrown again, by number: no dud, none twice.

    Dice of blind fire never, those of other overhead fire by the option. A weapon that looks for its target again
    serves its own direct dice alone.
    """
    dice = (
        die
        for die in volleys.dice_of(row)
        if die.result in volleys.MISS_RESULTS and die.number not in row.rerolled_dice
    )
    return tuple(die.number for die in dice if _serves(game, row, row.groups[die.group].weapon, die.group, source))


def _serves(game: Game, row: Volley, weapon: str, index: int, source: str) -> bool:
    group = row.groups[index]
    if source == RETARGET:
        return not group.overhead and "retarget_on_miss" in game.weapons[weapon].properties
    return not group.blind and (not group.overhead or game.options.miss_reroll_overhead)


def _extent(game: Game, row: Volley, name: str) -> str:
    """Say how many misses a kind of source re-rolls; "" where none of the kind is there."""
    if name == RETARGET:
        return ALL
    if not row.target or not is_on_table(game, row.target):
        return ""
    sheets = [_sheet(game, device) for device in _devices(game, row, name)]
    extents = {sheet.miss_rerolls or game.options.miss_rerolls for sheet in sheets}
    return ALL if ALL in extents else ONE if extents else ""


def _sheet(game: Game, device: Device) -> DeviceSheet:
    return game.device_sheets[device.sheet]


def _devices(game: Game, row: Volley, name: str) -> list[Device]:
    rows = (game.devices[key] for key in sorted(game.devices))
    found = [item for item in rows if _sheet(game, item).kind == name and item.seat == row.seat]
    return [item for item in found if item.state == "working" and _qualifies(game, row, name, item)]


def _qualifies(game: Game, row: Volley, name: str, device: Device) -> bool:
    if name == "tectorist":
        return distances.device_within(game, device, row.target, TECTORIST_REACH)
    if device.unit != row.unit and _sheet(game, device).scope != "side":
        return False
    vorl = game.sheets[row.unit].faction == "vorl"
    return (name != "combat_array" or vorl) and line_of_sight.device_sees(game, device, row.target)
