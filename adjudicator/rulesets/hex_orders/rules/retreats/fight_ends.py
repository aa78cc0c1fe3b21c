"""How units leave and enter at the end of a fight: the moves of retreats and of winners (HX-RETREAT-07 to -10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.board_hexes import turned
from adjudicator.rulesets.hex_orders.model.messages import (
    DifficultTerrainTokensLost,
    FightUnit,
    MoveOverstacked,
    UnitMoved,
    UnitRetreated,
)
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.rules.board import swamps
from adjudicator.rulesets.hex_orders.rules.damage import shaken
from adjudicator.rulesets.hex_orders.rules.retreats.retreat_hexes import Entry, RetreatGround, destinations, entries

CLICKS = {"none": 0, "left": -1, "right": 1, "about": 3}
TURNS = tuple(CLICKS)


def record_retreat(ruling: Ruling[Game], unit: str, where: str, turn: str, *because: str) -> None:
    """HX-RETREAT-08, HX-RETREAT-09 Let a unit go, or stay, where it retreats to; it may turn, and drops its tokens."""
    row = ruling.game.units[unit]
    facing = turned(row.facing, CLICKS[turn or "none"])
    event = UnitRetreated(unit=unit, origin=row.hex, hex=where, facing=facing)
    ruling.record(event, *because, *(("HX-RETREAT-08",) if facing != row.facing else ()), "HX-RETREAT-09")
    drop_tokens(ruling, unit)


def drop_tokens(ruling: Ruling[Game], unit: str) -> None:
    """HX-MOVE-05 Let a unit lose its difficult-terrain tokens."""
    if ruling.game.units[unit].difficult:
        ruling.record(DifficultTerrainTokensLost(owner=EVERYONE, unit=unit), "HX-MOVE-05", "HX-RETREAT-09")


def enter_as_winners(ruling: Ruling[Game], movers: Sequence[FightUnit], *because: str) -> None:
    """HX-ASSAULT-08, HX-TERRAIN-20 Let winners enter the hexes that they fought for, those that may; some sink in."""
    found = entries(ruling.game, movers)
    entering = [entry for entry in found if not entry.held]
    for entry in entering:
        row = ruling.game.units[entry.unit]
        event = UnitMoved(unit=row.id, origin=row.hex, hex=entry.goal, owner=EVERYONE, way="winner")
        ruling.record(event, *because)
        drop_tokens(ruling, row.id)
    _hold_back(ruling, [entry for entry in found if entry.held == "overstacked"])
    _make_room(ruling, [entry for entry in found if entry.held])
    swamps.ask_sinking(ruling, [entry.unit for entry in entering])


def _hold_back(ruling: Ruling[Game], held: Iterable[Entry]) -> None:
    """HX-RETREAT-07 Winners that would overfill the hex stay where they were and are shaken."""
    for entry in held:
        event = MoveOverstacked(owner=EVERYONE, unit=entry.unit, hex=entry.goal)
        ruling.record(event, "HX-RETREAT-07", "HX-STACK-04")
        later = ruling.game.options.overstack_shaken_from == "next_turn"
        shaken.make_shaken(ruling, entry.unit, "overstacked", "HX-RETREAT-07", "HX-STACK-04", later=later)


def _make_room(ruling: Ruling[Game], held: Iterable[Entry]) -> None:
    """HX-RETREAT-10 A winner that stays, and whose old hex is no longer open to it, goes on to the closest one."""
    for entry in held:
        ground = RetreatGround(ruling.game, entry.unit)
        here = ruling.game.units[entry.unit].hex
        if ground.enemies_in(here) or not ground.has_room(here):
            found = destinations(ruling.game, entry.unit)
            if found:
                record_retreat(ruling, entry.unit, found[0], "none", "HX-RETREAT-10")
