"""What an entry did: ways of units, losses where they stand, shots with their range, contacts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.kernel.scene import Body, Mark, Measure, Path, Point, SeenEvent, Setting, Shot
from adjudicator.kernel.scene.grid_layout import CELL
from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    ContactMade,
    DangerousTerrainRolled,
    HitSaved,
    ShootingDeclared,
    TerrainConverted,
    TerrainDamaged,
    ToHitRolled,
    UnitDeployed,
    UnitDestroyed,
    UnitLeftBattlefield,
    UnitMoved,
)
from adjudicator.rulesets.tile_formations.reports.messages import View
from adjudicator.rulesets.tile_formations.reports.scene.bodies import bodies, body_id
from adjudicator.rulesets.tile_formations.reports.scene.ground import cell_id, centre_of

# kind of mark and sentence by kind of event that happens to a unit where it stands
WHERE_IT_STANDS: Mapping[type[Struct], tuple[str, str]] = MappingProxyType(
    {
        UnitDeployed: ("place", "{unit} is deployed in {tile}."),
        UnitLeftBattlefield: ("leave", "{unit} leaves the battlefield."),
        DangerousTerrainRolled: ("test", "{unit} is tested by dangerous terrain: {casualties} casualties."),
        HitSaved: ("saved", "{unit} saves a hit."),
        CasualtyTaken: ("loss", "{unit} loses {points} integrity, {left} left."),
        UnitDestroyed: ("destroyed", "{unit} is destroyed."),
    }
)


class _Scenes(NamedTuple):
    """The bodies before and after, and the places of units in the View after."""

    view: View
    earlier: Mapping[str, Body]
    later: Mapping[str, Body]
    places: Mapping[str, int]


def marks(before: View, after: View, events: Sequence[SeenEvent], setting: Setting) -> tuple[Mark, ...]:
    """Draw what the events of an entry did."""
    earlier = {body.unit: body for body in bodies(before, setting)}
    later = {body.unit: body for body in bodies(after, setting)}
    scenes = _Scenes(after, earlier, later, {unit.id: place for place, unit in enumerate(after.units)})
    return (
        *_ways(before, events, scenes),
        *_spots(events, scenes),
        *_terrain(events, scenes),
        *_shots(events, scenes),
        *_ranges(events, scenes),
    )


# -- ways


def _ways(before: View, events: Sequence[SeenEvent], scenes: _Scenes) -> Iterator[Path]:
    """Draw the way of every unit that moved; a unit of several tiles by its middle."""
    stood = {unit.id: unit.tile for unit in before.units}
    found: dict[str, tuple[list[str], list[str]]] = {}
    for event, clauses in events:
        if isinstance(event, UnitMoved):
            tiles, why = found.setdefault(event.unit, ([], []))
            tiles += event.path
            why += clauses
    charging = {event.unit for event, _ in events if isinstance(event, ContactMade)}
    for unit, (tiles, why) in found.items():
        start = scenes.earlier.get(unit)
        if start is None or not tiles:
            continue
        x, y = centre_of(before, stood[unit])
        points = [
            (start.x + to_x - x, start.y + to_y - y) for to_x, to_y in (centre_of(before, tile) for tile in tiles)
        ]
        end = scenes.later.get(unit)
        yield Path(
            id=f"path:{unit}",
            text=f"{unit} goes from {' to '.join((stood[unit], *tiles))}.",
            why=tuple(dict.fromkeys(why)),
            of_view=_from(unit, scenes),
            body=body_id(unit),
            points=((start.x, start.y), *points[:-1], (end.x, end.y) if end is not None else points[-1]),
            kind="charge" if unit in charging else "move",
        )


def _from(unit: str, scenes: _Scenes) -> tuple[str, ...]:
    return (f"units[{scenes.places[unit]}].tiles",) if unit in scenes.later else ()


# -- what happened to a unit or a tile


def _spots(events: Sequence[SeenEvent], scenes: _Scenes) -> Iterator[Path]:
    """Mark units where something happened to them; those that are gone where they stood last."""
    found: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
    for event, clauses in events:
        for unit, kind, text in _told(event):
            found[unit, kind] = text, tuple(clauses)
    for (unit, kind), (text, why) in found.items():
        body = scenes.later.get(unit) or scenes.earlier.get(unit)
        if body is not None:
            yield Path(
                id=f"{kind}:{unit}",
                text=text,
                why=why,
                of_view=_from(unit, scenes),
                body=body.id,
                points=((body.x, body.y),),
                kind=kind,
                ghost=False,
            )


def _told(event: Any) -> Iterator[tuple[str, str, str]]:
    found = WHERE_IT_STANDS.get(type(event))
    if found is not None:
        kind, words = found
        yield event.unit, kind, words.format_map({name: getattr(event, name) for name in event.__struct_fields__})


def _terrain(events: Sequence[SeenEvent], scenes: _Scenes) -> Iterator[Path]:
    for event, clauses in events:
        match event:
            case TerrainDamaged():
                text = f"The terrain in {event.tile} takes {event.points} points of damage, {event.total} in all."
            case TerrainConverted():
                text = f"{event.tile} becomes {event.now.replace('_', ' ')}."
            case _:
                continue
        kind = "damage" if isinstance(event, TerrainDamaged) else "change"
        yield Path(
            id=f"{kind}:{event.tile}",
            text=text,
            why=tuple(clauses),
            body=cell_id(event.tile),
            points=(centre_of(scenes.view, event.tile),),
            kind=kind,
            ghost=False,
        )


# -- shots and contacts


def _shots(events: Sequence[SeenEvent], scenes: _Scenes) -> Iterator[Shot]:
    """Draw what was rolled together for each pair of units, and every contact that was made."""
    pairs: dict[tuple[str, str], list[tuple[ToHitRolled, Sequence[str]]]] = {}
    for event, clauses in events:
        match event:
            case ToHitRolled():
                pairs.setdefault((event.unit, event.target), []).append((event, clauses))
            case ContactMade():
                yield from (_shot(event.unit, enemy, "contact", clauses) for enemy in event.enemies)
    for (unit, target), rolled in pairs.items():
        hits, dice = sum(event.hits for event, _ in rolled), sum(len(event.faces) for event, _ in rolled)
        result = ("hit" if hits else "miss") if dice == 1 else f"{hits} of {dice} hit"
        yield _shot(unit, target, result, tuple(clause for _, clauses in rolled for clause in clauses))


def _shot(unit: str, target: str, result: str, clauses: Sequence[str]) -> Shot:
    return Shot(
        id=f"shot:{unit}:{target}" if result != "contact" else f"contact:{unit}:{target}",
        text=f"{unit} at {target}: {result}.",
        why=tuple(dict.fromkeys(clauses)),
        from_item=body_id(unit),
        to_item=body_id(target),
        result=result,
    )


def _ranges(events: Sequence[SeenEvent], scenes: _Scenes) -> Iterator[Measure]:
    """Measure the distances of a shooting that was declared, against the longest range of the unit's weapons."""
    for event, _ in events:
        if not isinstance(event, ShootingDeclared):
            continue
        for pair in event.pairs:
            start, end = scenes.later.get(pair.unit), scenes.later.get(pair.target)
            if start is not None and end is not None:
                weapons = scenes.view.units[scenes.places[pair.unit]].sheet.weapons
                limit = max((weapon.weapon_range for weapon in weapons), default=0) * CELL or None
                yield Measure(
                    id=f"measure:{pair.unit}:{pair.target}",
                    text=f"{pair.unit} is {pair.distance} tiles from {pair.target}.",
                    why=("TF-SHOOT-02",),
                    of_view=_from(pair.unit, scenes) + _from(pair.target, scenes),
                    points=(_spot(start), _spot(end)),
                    length=pair.distance * CELL,
                    limit=limit,
                    ok=None if limit is None else pair.distance * CELL <= limit,
                    clause="TF-SHOOT-02",
                )


def _spot(body: Body) -> Point:
    return body.x, body.y
