"""Deployment (WG-SETUP-02): seat by seat in turn, a whole formation at a time, each in its own zone."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.tile_formations.model.geometry import board, footprint_at, tiles_distance, tiles_of
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import HELD_BACK, WAITING, units_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DeploymentCompleted,
    DeployUnit,
    FormationHeldBack,
    HoldBack,
    UnitDeployed,
)
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from adjudicator.rulesets.tile_formations.rules.play import turns
from adjudicator.rulesets.tile_formations.rules.play.outside_results import answers_window, require_battlefield
from adjudicator.rulesets.tile_formations.rules.play.placement import free_places, place_fault, places

DEPLOY = "deploy"

# -- whose turn it is


def begin_deployment(ruling: Ruling[Game]) -> None:
    """WG-SETUP-02 Begin with the seat that acts first."""
    _next(ruling, ruling.game.options.first_seat - 1)


def _next(ruling: Ruling[Game], last: Party) -> None:
    """WG-SETUP-02 Ask the next seat for its next formation; when nothing waits, play begins."""
    seats = sorted(ruling.game.sides)
    for step in range(1, len(seats) + 1):
        seat = (last + step) % len(seats)
        key = next(_to_deploy(ruling.game, seat), None)
        if key is not None:
            ruling.ask(DEPLOY, seat, subject=FormationSubject(key))
            return
    ruling.record(DeploymentCompleted(), "WG-SETUP-02")
    turns.begin_play(ruling)


def _to_deploy(game: Game, seat: Party) -> Iterator[str]:
    """List the formations of a seat with units that wait, by number."""
    own = sorted((key for key, row in game.formations.items() if row.seat == seat), key=id_order)
    return (key for key in own if waiting(game, key))


def waiting(game: Game, formation: str) -> tuple[str, ...]:
    """List the units of a formation that wait to be deployed, by number."""
    return tuple(unit for unit in game.formations[formation].units if game.units[unit].out == WAITING)


def _asked_for(window: Window) -> str:
    """Name the formation that a window asks to deploy."""
    return subject_of(window, FormationSubject).formation


def _deployed(ruling: Ruling[Game], window: Window) -> None:
    """WG-SETUP-02 With a formation deployed, the next seat follows."""
    _next(ruling, ruling.game.formations[_asked_for(window)].seat)


def deployment_completed(game: Game, _event: DeploymentCompleted) -> None:
    """Note that everybody is there."""
    for seat, side in tuple(game.sides.items()):
        game.sides[seat] = replace(side, deployed=True)


# -- placing


def deploy_unit(ruling: Ruling[Game], command: DeployUnit) -> None:
    """WG-SETUP-02 A seat deploys the formation that it is asked for in its zone; a referee any unit, anywhere."""
    require_battlefield(ruling, "WG-SETUP-02")
    asked = answers_window(ruling, DEPLOY)
    unit = ruling.find(ruling.game.units, command.unit, "unit")
    ruling.require(asked or ruling.actor == REFEREE, "WG-SETUP-02", "not-deploying", "unit", unit=unit.id)
    if asked and ruling.window is not None:
        formation = _asked_for(ruling.window)
        ruling.require(unit.formation == formation, "WG-SETUP-02", "other-formation", "unit", formation=formation)
    ruling.require(unit.out in {WAITING, HELD_BACK}, "WG-SETUP-02", "not-waiting", "unit", unit=unit.id)
    ruling.refuse_if(place_fault(ruling.game, unit, command.tile, free=ruling.actor == REFEREE))
    ruling.record(UnitDeployed(unit=unit.id, tile=command.tile), "WG-SETUP-02", "TF-GRID-02", "TF-BLOCK-05")
    _close(ruling, unit.formation)


def _close(ruling: Ruling[Game], formation: str) -> None:
    """Close the question of a formation that is deployed, whoever has deployed it."""
    top = ruling.game.stack[-1] if ruling.game.stack else None
    if top is None or top.kind != DEPLOY or _asked_for(top) != formation:
        return
    if not waiting(ruling.game, formation):
        ruling.window = top
        ruling.answered_all()


def unit_deployed(game: Game, event: UnitDeployed) -> None:
    """Put the unit on the battlefield."""
    game.units[event.unit] = replace(game.units[event.unit], tile=event.tile, out="")
    _note_deployed(game, game.units[event.unit].seat)


def _note_deployed(game: Game, seat: Party) -> None:
    done = not any(unit.out == WAITING for unit in game.units.values() if unit.seat == seat)
    game.sides[seat] = replace(game.sides[seat], deployed=done)


# -- holding back


def hold_back(ruling: Ruling[Game], command: HoldBack) -> None:
    """WG-SETUP-02 What is not placed of a formation stays off the battlefield, until a referee deploys it."""
    formation = _asked_for(ruling.window) if ruling.window else ""
    ruling.require(
        command.formation in {"", formation}, "WG-SETUP-02", "other-formation", "formation", formation=formation
    )
    ruling.record(FormationHeldBack(formation=formation, units=waiting(ruling.game, formation)), "WG-SETUP-02")
    ruling.answered_all()


def formation_held_back(game: Game, event: FormationHeldBack) -> None:
    """Note that they are kept off."""
    for unit in event.units:
        game.units[unit] = replace(game.units[unit], out=HELD_BACK)
    _note_deployed(game, game.formations[event.formation].seat)


# -- offers and what silence stands for


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    formation = _asked_for(window)
    offers = []
    for unit in waiting(game, formation):
        tiles = places(game, unit)
        if tiles:
            offers.append(offer(DeployUnit, "WG-SETUP-02", unit=Choice((unit,)), tile=Choice(tiles)))
    return [*offers, offer(HoldBack, "WG-SETUP-02", formation=Choice((formation,)))]


def _anytime_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """WG-SETUP-02 Offer a referee every unit that waits or is held back."""
    if party != REFEREE or game.battlefield is None:
        return []
    waiting_units = sorted((key for key, row in game.units.items() if row.out in {WAITING, HELD_BACK}), key=id_order)
    found = ((unit, free_places(game, unit)) for unit in waiting_units)
    return [
        offer(DeployUnit, "WG-SETUP-02", unit=Choice((unit,)), tile=Choice(tiles)) for unit, tiles in found if tiles
    ]


def _default(game: Game, window: Window, _party: Party) -> Struct:
    """Let silence place the first unit that has room, near its formation; without room all is held back."""
    formation = _asked_for(window)
    for unit in waiting(game, formation):
        tiles = places(game, unit)
        if tiles:
            return DeployUnit(
                unit=unit, tile=min(tiles, key=lambda tile: _distance_to_formation(game, formation, unit, tile))
            )
    return HoldBack(formation=formation)


def _distance_to_formation(game: Game, formation: str, unit: str, tile: str) -> tuple[int, tuple[int, int]]:
    there = footprint_at(game, unit, tile)
    apart = (tiles_distance(game, there, tiles_of(game, row.id)) for row in units_of(game, formation))
    return min(apart, default=0), board(game).order(tile)


PART = Part(
    handlers=handlers(deploy_unit, hold_back),
    reducers=reducers(unit_deployed, formation_held_back, deployment_completed),
    windows=windows(
        WindowKind(
            DEPLOY,
            "WG-SETUP-02",
            (DeployUnit, HoldBack),
            _offers,
            _default,
            on_close=_deployed,
            subject=FormationSubject,
        )
    ),
    anytime=frozenset({DeployUnit}),
    anytime_offers={DeployUnit: _anytime_offers},
)
