"""Chapter TF-ZOC, lost zones: contact takes an enemy's zone away until the assault is over."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.messages import ZocLost, ZocRestored
from adjudicator.rulesets.tile_formations.model.rows import Assault
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.zones.zones import has_zone


def lose_zone(ruling: Ruling[Game], unit: str, assault: str) -> None:
    """TF-ZOC-07 TF-CHARGE-05 A unit that an enemy has contacted has no zone until the assault is over."""
    if has_zone(ruling.game, ruling.game.units[unit]):
        ruling.record(ZocLost(unit=unit, assault=assault), "TF-ZOC-07", "TF-CHARGE-05")


def zoc_lost(game: Game, event: ZocLost) -> None:
    """Take the zone away until the end of the assault."""
    game.units[event.unit] = replace(game.units[event.unit], zone_lost=event.assault)
    row = game.assaults[event.assault]
    game.assaults[event.assault] = replace(row, lost=(*row.lost, event.unit))


def restore_zones(ruling: Ruling[Game], assault: Assault) -> None:
    """TF-ZOC-09 When the assault is over, the zones that were lost in it return."""
    for unit in assault.lost:
        if not ruling.game.units[unit].out:
            ruling.record(ZocRestored(unit=unit), "TF-ZOC-09")


def zoc_restored(game: Game, event: ZocRestored) -> None:
    """Give the zone back."""
    game.units[event.unit] = replace(game.units[event.unit], zone_lost="")


PART = Part(reducers=reducers(zoc_lost, zoc_restored))
