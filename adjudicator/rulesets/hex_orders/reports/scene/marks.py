"""What an entry did: ways, turns and losses of units, shots with their range, and how they came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.board.hexes import to_offset
from adjudicator.kernel.scene import Body, Mark, Path, Point, SeenEvent, Setting
from adjudicator.kernel.scene.grid_layout import centre
from adjudicator.rulesets.hex_orders.model.board_hexes import parse
from adjudicator.rulesets.hex_orders.model.messages import (
    HiddenTokenPlaced,
    ModelRemoved,
    UnitDestroyed,
    UnitMoved,
    UnitPlaced,
    UnitRetreated,
    UnitRevealed,
    UnitRotated,
    UnitShaken,
)
from adjudicator.rulesets.hex_orders.reports.messages import View
from adjudicator.rulesets.hex_orders.reports.scene.bodies import bodies, body_id
from adjudicator.rulesets.hex_orders.reports.scene.shots import shots

# kind of mark and sentence by kind of event
WHERE_IT_STANDS: Mapping[type[Struct], tuple[str, str]] = MappingProxyType(
    {
        UnitPlaced: ("place", "{unit} is placed in {hex}."),
        HiddenTokenPlaced: ("place", "{unit} is placed in {hex}, hidden."),
        UnitRotated: ("turn", "{unit} turns to face {facing}."),
        UnitRevealed: ("reveal", "{unit} is shown."),
        ModelRemoved: ("loss", "{unit} loses a model."),
        UnitShaken: ("shaken", "{unit} is shaken."),
        UnitDestroyed: ("destroyed", "{unit} is destroyed."),
    }
)


class _Stretch(NamedTuple):
    """A step of a unit: from hex to hex, how, and by which clauses."""

    origin: str
    goal: str
    kind: str
    clauses: tuple[str, ...]


def marks(before: View, after: View, events: Sequence[SeenEvent], setting: Setting) -> tuple[Mark, ...]:
    """Draw what the events of an entry did, as far as the viewer knows."""
    earlier = {body.unit: body for body in bodies(before, setting)}
    later = {body.unit: body for body in bodies(after, setting)}
    places = {unit.id: place for place, unit in enumerate(after.units)}
    return (
        *_ways(before, after, events, earlier, later, places),
        *_spots(events, later | earlier, later, places),
        *shots(before, after, events, earlier | later),
    )


# -- ways


def _ways(
    before: View,
    after: View,
    events: Sequence[SeenEvent],
    earlier: Mapping[str, Body],
    later: Mapping[str, Body],
    places: Mapping[str, int],
) -> Iterator[Path]:
    """Draw the way of every unit that moved, from where it stood to where it stands."""
    stood = {unit.id: unit.hex for unit in before.units}
    stands = {unit.id: unit.hex for unit in after.units}
    for unit, stretches in _stretches(events).items():
        first, last = stretches[0].origin, stretches[-1].goal
        start, end = earlier.get(unit), later.get(unit)
        yield Path(
            id=f"path:{unit}",
            text=f"{unit} goes from {' to '.join((first, *(stretch.goal for stretch in stretches)))}.",
            why=tuple(dict.fromkeys(clause for stretch in stretches for clause in stretch.clauses)),
            of_view=(f"units[{places[unit]}].hex",) if unit in places else (),
            body=body_id(unit),
            points=(
                _spot(start) if start is not None and stood.get(unit) == first else _middle(first),
                *(_middle(stretch.goal) for stretch in stretches[:-1]),
                _spot(end) if end is not None and stands.get(unit) == last else _middle(last),
            ),
            kind=stretches[-1].kind,
        )


def _stretches(events: Sequence[SeenEvent]) -> Mapping[str, list[_Stretch]]:
    found: dict[str, list[_Stretch]] = {}
    for event, clauses in events:
        match event:
            case UnitMoved():
                step = _Stretch(event.origin, event.hex, "move", tuple(clauses))
            case UnitRetreated():
                step = _Stretch(event.origin, event.hex, "retreat", tuple(clauses))
            case _:
                continue
        found.setdefault(event.unit, []).append(step)
    return found


def _middle(name: str) -> Point:
    return centre(*to_offset(parse(name)), hexes=True)


def _spot(body: Body) -> Point:
    return body.x, body.y


# -- what happened to a unit where it stands


def _spots(
    events: Sequence[SeenEvent], known: Mapping[str, Body], later: Mapping[str, Body], places: Mapping[str, int]
) -> Iterator[Path]:
    """Mark units that were placed, turned, shown, shaken, or lost models; those that are gone where they stood last."""
    found: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
    for event, clauses in events:
        told = _told(event)
        if told is not None:
            unit, kind, text = told
            found[unit, kind] = text, tuple(clauses)
    for (unit, kind), (text, why) in found.items():
        body = known.get(unit)
        if body is not None:
            yield Path(
                id=f"{kind}:{unit}",
                text=text,
                why=why,
                of_view=(f"units[{places[unit]}].hex",) if unit in places else (),
                body=body_id(unit),
                points=(_spot(later.get(unit, body)),),
                kind=kind,
                ghost=False,
            )


def _told(event: Any) -> tuple[str, str, str] | None:
    """Give unit, kind and sentence of an event that happens to a unit where it stands, if the viewer knows which."""
    found = WHERE_IT_STANDS.get(type(event))
    if found is None or event.unit is None:
        return None
    kind, words = found
    return event.unit, kind, words.format_map({name: getattr(event, name) for name in event.__struct_fields__})
