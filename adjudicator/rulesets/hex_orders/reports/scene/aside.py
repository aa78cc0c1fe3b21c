"""What is not on the board: units that wait, that found no room, that are destroyed; and the sides."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.scene import Aside, Setting, Side
from adjudicator.kernel.sentences import counted
from adjudicator.rulesets.hex_orders.reports.messages import SideView, View


def aside(view: View, setting: Setting) -> Iterator[Aside]:
    """List the viewer's army that waits, then those that found no room, then what is lost."""
    viewer = setting.viewer
    out = {number for side in view.sides if side.seat == viewer for number in side.not_deployed}
    for place, slot in enumerate(view.army):
        if not slot.placed or slot.slot in out:
            state = "found no room" if slot.slot in out else "waits to be placed"
            text = f"number {slot.slot}, {slot.sheet.name}, {state}."
            yield Aside(seat=viewer, text=text, of_view=(f"army[{place}].slot",))
    for place, unit in enumerate(view.destroyed):
        name = f"{unit.id}, {unit.sheet.name}," if unit.sheet is not None else unit.id
        text = f"{name} is out of the game" + (f": last in {unit.hex}." if unit.hex else ".")
        yield Aside(seat=unit.seat, text=text, unit=unit.id, of_view=(f"destroyed[{place}].id",))


def sides(view: View, setting: Setting) -> Iterator[Side]:
    """Say how each side stands."""
    known = {side.seat: side for side in view.sides}
    for seat, name in enumerate(setting.seats):
        side = known.get(seat)
        yield Side(seat=seat, name=name, text=", ".join(_standing(view, side)) if side is not None else "")


def _standing(view: View, side: SideView) -> Iterator[str]:
    yield from (nation.replace("_", " ") for nation in side.nations)
    if side.role:
        yield side.role
    if view.units or view.destroyed:
        there = sum(unit.seat == side.seat for unit in view.units)
        lost = sum(unit.seat == side.seat for unit in view.destroyed)
        yield f"{counted(there, 'unit')} on the board, {lost} lost"
    if side.tokens:
        yield f"{side.tokens} hidden"
    if side.orders_committed > view.turn or (side.orders_committed == view.turn and view.step == "orders"):
        yield f"orders final up to turn {side.orders_committed}"
    if view.draw_offered == side.seat:
        yield "offers a draw"
    if view.winner == side.seat:
        yield "has won"
