"""Armies (WG-SETUP-02): a ready force or formations of one's own, taken whole or refused with every fault."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, among, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations.model.ids import formation_id, unit_id
from adjudicator.rulesets.tile_formations.model.messages import ArmyMustered, MusterArmy
from adjudicator.rulesets.tile_formations.model.rows import Formation, Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_FORCES
from adjudicator.rulesets.tile_formations.roster.unit_sheets import army_faults, complete_army
from adjudicator.rulesets.tile_formations.rules.play import deployment, upload_offers

MUSTER = "muster"


def ask_for_armies(ruling: Ruling[Game]) -> None:
    """WG-SETUP-02 Ask every seat for its army."""
    ruling.ask(MUSTER, *sorted(ruling.game.sides))


def muster_army(ruling: Ruling[Game], command: MusterArmy) -> None:
    """WG-SETUP-02 An army is a ready force, or any formations; every fault of them is named at once."""
    ruling.refuse_all(tuple(_faults(command)))
    formations = complete_army(
        ruling.game.options, READY_FORCES[command.force] if command.force else command.formations
    )
    mustered = ArmyMustered(seat=ruling.actor, force=command.force, formations=formations)
    ruling.record(mustered, "WG-SETUP-02", "TF-GRID-02", "TF-GRID-03")
    ruling.answered()


def _faults(command: MusterArmy) -> Iterator[Fault]:
    if not command.force:
        yield from army_faults(command.formations)
        return
    yield from among("WG-ARMY-01", "force", command.force[:48], READY_FORCES)
    if command.formations:
        yield fault("WG-ARMY-01", "two-armies", "formations", force=command.force[:48])


def army_mustered(game: Game, event: ArmyMustered) -> None:
    """Number formations and units in the order in which they were handed in; they wait to be deployed."""
    game.sides[event.seat] = replace(game.sides[event.seat], mustered=True)
    for number, sheet in enumerate(event.formations, 1):
        key = formation_id(event.seat, number)
        units = tuple(unit_id(key, place) for place in range(1, len(sheet.units) + 1))
        game.formations[key] = Formation(key, event.seat, sheet.name, units)
        for unit, unit_sheet in zip(units, sheet.units, strict=True):
            game.units[unit] = Unit(unit, event.seat, key, unit_sheet.integrity)
            game.sheets[unit] = unit_sheet


def _mustered(ruling: Ruling[Game], _window: Window) -> None:
    """WG-SETUP-02 With all armies there, they are deployed."""
    deployment.begin_deployment(ruling)


def _offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
    return [
        offer(MusterArmy, "WG-SETUP-02", force=Choice(tuple(READY_FORCES))),
        offer(MusterArmy, "WG-SETUP-02", formations=upload_offers.own_formations()),
    ]


def _default(_game: Game, _window: Window, party: Party) -> Struct:
    """Let silence take a ready force, each seat another one."""
    names = tuple(READY_FORCES)
    return MusterArmy(force=names[party % len(names)], formations=())


PART = Part(
    handlers=handlers(muster_army),
    reducers=reducers(army_mustered),
    windows=windows(WindowKind(MUSTER, "WG-SETUP-02", (MusterArmy,), _offers, _default, on_close=_mustered)),
)
