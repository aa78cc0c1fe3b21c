"""What is not on the battlefield: units that wait, that are held back, have left or are lost; and the armies."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.scene import Aside, Setting, Side
from adjudicator.kernel.sentences import counted
from adjudicator.rulesets.tile_formations.reports.messages import SideView, View

WAITING = "waiting"
STAYED_AWAY = {"waiting": "waits to be deployed", "held_back": "is held back", "left": "has left the battlefield"}


def aside(view: View) -> Iterator[Aside]:
    """List units without a place, with why."""
    for place, unit in enumerate(view.units):
        if not unit.tiles:
            why = STAYED_AWAY.get(unit.why_gone, f"is lost: {unit.why_gone.replace('_', ' ')}")
            text = f"{unit.id}, {unit.sheet.name}, {why}."
            yield Aside(seat=unit.seat, text=text, unit=unit.id, of_view=(f"units[{place}].why_gone",))


def sides(view: View, setting: Setting) -> Iterator[Side]:
    """Say how each army stands."""
    known = {side.seat: side for side in view.sides}
    for seat, name in enumerate(setting.seats):
        side = known.get(seat)
        yield Side(seat=seat, name=name, text=", ".join(_standing(view, side, name)) if side is not None else "")


def _standing(view: View, side: SideView, seat_name: str) -> Iterator[str]:
    if side.name != seat_name:
        yield side.name
    yield f"side {side.side}"
    if not side.mustered:
        yield "no army yet"
        return
    there = sum(bool(unit.tiles) for unit in view.units if unit.seat == side.seat)
    yield f"{counted(there, 'unit')} on the board, integrity {side.integrity}"
    if not view.turn and side.deployed:
        yield "deployed"
    if view.active == side.seat:
        yield "acts"
    if view.draw_offered == side.seat:
        yield "offers a draw"
    if side.seat in view.winners:
        yield "has won"
