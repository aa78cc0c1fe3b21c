"""Chapter 7.0, the warfield of the scenario: its size, zones and fixed markers (GA-7.0-09)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Range, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import FixedMarkersPlaced, SetWarfield, WarfieldSet
from adjudicator.rulesets.grinding_annihilation.model.rows import Marker
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import (
    fixed_markers,
    scenario_of,
    zones_for,
)

LONGEST = 1_000 * INCH


def set_warfield(ruling: Ruling[Game], command: SetWarfield) -> None:
    """GA-7.0-09 The warfield is a rectangle at least as large as the scenario's minimum."""
    scenario = scenario_of(ruling.game)
    least = scenario.boards[ruling.game.battle.size]
    length, width = command.length or least.length, command.width or least.width
    for name, found, needed in (("length", length, least.length), ("width", width, least.width)):
        ruling.require(found >= needed, "GA-7.0-09", "small-warfield", name, side=name, least=needed, found=found)
        ruling.require(found <= LONGEST, "WG-DATA-01", "huge-warfield", name, side=name, most=LONGEST, found=found)
    zones = zones_for(ruling.game, length, width)
    ruling.record(WarfieldSet(length=length, width=width, zones=zones), "GA-7.0-09", scenario.zones.clause)
    if scenario.markers.place == "fixed":
        points = fixed_markers(ruling.game)
        ruling.record(FixedMarkersPlaced(markers=points), scenario.markers.clause, "GA-7.0-01", "GA-7.0-05")
    ruling.answered()
    ruling.ask("roll_off", TABLE)


def warfield_set(game: Game, event: WarfieldSet) -> None:
    """Note size and zones."""
    game.battle = replace(game.battle, length=event.length, width=event.width, zones=event.zones, step="markers")


def fixed_markers_placed(game: Game, event: FixedMarkersPlaced) -> None:
    """Put the markers down; terrain is next."""
    for marker in event.markers:
        game.markers[marker.marker] = Marker(id=marker.marker, x=marker.x, y=marker.y, fixed=True)
    game.battle = replace(game.battle, step="terrain")


def _warfield_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    least = scenario_of(game).boards[game.battle.size]
    sizes = {"length": Range(least.length, 2 * least.length), "width": Range(least.width, 2 * least.width)}
    return [offer(SetWarfield, "GA-7.0-09", **sizes)]


PART = Part(
    handlers=handlers(set_warfield),
    reducers=reducers(warfield_set, fixed_markers_placed),
    windows=windows(
        WindowKind("warfield", "GA-7.0-09", (SetWarfield,), _warfield_offers, always(SetWarfield(length=0, width=0)))
    ),
)
