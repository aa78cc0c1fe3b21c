"""Markers: what a unit carries, its orders where they are known, what lies in a hex, fights and declared shots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.kernel.scene import Token
from adjudicator.rulesets.hex_orders.model.messages import Effects, Status
from adjudicator.rulesets.hex_orders.reports.messages import UnitView, View
from adjudicator.rulesets.hex_orders.reports.scene.bodies import body_id
from adjudicator.rulesets.hex_orders.reports.scene.ground import cell_id

EFFECTS = ("smoke", "fire", "poison", "acid")
COUNTED = ("pinned", "fire", "acid", "minor_acid", "armour_loss", "difficult")
LEVELS = ("poison", "bleeding")


class _Marker(NamedTuple):
    kind: str
    value: str
    path: str
    clause: str = ""
    number: str = ""


def tokens(view: View) -> Iterator[Token]:
    """Draw every marker that the viewer may see."""
    for place, row in enumerate(view.hexes):
        if row.effects is not None:
            yield from _effects(row.hex, row.effects, f"hexes[{place}].effects")
    plotted = _plotted(view)
    for place, unit in enumerate(view.units):
        yield from _of_unit(unit, f"units[{place}]", plotted.get(unit.id, ()))
    yield from _fights(view)
    yield from _declared(view)


# -- hexes


def _effects(name: str, effects: Effects, path: str) -> Iterator[Token]:
    for kind in EFFECTS:
        count: int = getattr(effects, kind)
        if count:
            yield Token(
                id=f"token:{name}:{kind}",
                text=f"{kind.capitalize()} with {count} markers lies in {name}.",
                why=("HX-HEXFX-04",),
                of_view=(f"{path}.{kind}",),
                on=cell_id(name),
                kind=kind,
                value=str(count),
            )


def _fights(view: View) -> Iterator[Token]:
    for place, fight in enumerate(view.fights):
        yield Token(
            id=f"token:{fight.id}",
            text=f"{fight.hex} is fought over" + (", and the fight is over." if fight.over else "."),
            why=("HX-ASSAULT-07",),
            of_view=(f"fights[{place}].hex", f"fights[{place}].over"),
            on=cell_id(fight.hex),
            kind="fight",
            value="over" if fight.over else "",
            seat=fight.advantage,
        )


# -- units


def _of_unit(unit: UnitView, path: str, plotted: Sequence[_Marker]) -> Iterator[Token]:
    found = [*plotted]
    if unit.status is not None:
        found += _of_status(unit.status, f"{path}.status")
    for place, orders in enumerate(unit.orders):
        text = " ".join((orders.movement, *orders.gunnery))
        found.append(_Marker("order", text, f"{path}.orders[{place}]", "HX-ORDERS-05"))
    if unit.committed and not plotted:
        turns = "+".join(map(str, unit.committed))
        found.append(_Marker("sealed_order", turns, f"{path}.committed", "HX-ORDERS-04"))
    for marker in found:
        yield Token(
            id=f"token:{unit.id}:{marker.kind}{marker.number}",
            text=f"{unit.id}: {marker.kind.replace('_', ' ')} {marker.value}.",
            why=(marker.clause,) if marker.clause else (),
            of_view=(marker.path,),
            on=body_id(unit.id),
            kind=marker.kind,
            value=marker.value,
            seat=unit.seat,
        )


def _of_status(status: Status, path: str) -> Iterator[_Marker]:
    for kind in COUNTED:
        count: int = getattr(status, kind)
        if count:
            yield _Marker(kind, str(count), f"{path}.{kind}")
    for kind in LEVELS:
        levels: tuple[int, ...] = getattr(status, kind)
        if levels:
            yield _Marker(kind, "+".join(map(str, levels)), f"{path}.{kind}")
    loads = sum(load.count for load in status.loads)
    if loads:
        yield _Marker("loaded", str(loads), f"{path}.loads", "HX-GUNNERY-11")
    if status.aim is not None:
        yield _Marker("aim", status.aim.hex, f"{path}.aim.hex", "HX-GUNNERY-15")
    if status.pending:
        yield _Marker("damage_waits", str(len(status.pending)), f"{path}.pending", "HX-TURN-15")


def _plotted(view: View) -> Mapping[str, Sequence[_Marker]]:
    """List the orders that the viewer wrote, and that are not yet due, by unit."""
    found: dict[str, list[_Marker]] = {}
    for place, plot in enumerate(view.own_orders):
        text = " ".join((*plot.movement, *plot.gunnery))
        marker = _Marker("plotted", f"{plot.turn}: {text}", f"own_orders[{place}]", "HX-ORDERS-02", f":{plot.turn}")
        found.setdefault(plot.unit, []).append(marker)
    return found


def _declared(view: View) -> Iterator[Token]:
    """Mark who fires at what, until the dice are rolled."""
    for place, shot in enumerate(view.shots):
        yield Token(
            id=f"token:{shot.id}",
            text=f"{shot.unit} fires at {shot.target}" + (f" with {shot.weapon}." if shot.weapon else "."),
            why=("HX-GUNNERY-18",),
            of_view=(f"shots[{place}].unit", f"shots[{place}].target"),
            on=body_id(shot.unit),
            kind="fires_at",
            value=shot.target,
        )
