"""Shots of an entry: declared with their range, and how they came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.board.hexes import to_offset
from adjudicator.kernel.scene import Body, Mark, Measure, Point, SeenEvent, Shot
from adjudicator.kernel.scene.grid_layout import CELL, centre
from adjudicator.rulesets.hex_orders.model.board_hexes import parse
from adjudicator.rulesets.hex_orders.model.messages import (
    AllocationsRevealed,
    AreaAttackDeclared,
    AreaDiceRolled,
    HexEffectFired,
    HexEffectRolled,
    HitRolled,
    SpotDeclared,
    SpotFailed,
    TargetChosen,
)
from adjudicator.rulesets.hex_orders.reports.messages import View
from adjudicator.rulesets.hex_orders.reports.scene.bodies import body_id
from adjudicator.rulesets.hex_orders.reports.scene.ground import cell_id


class _Came(NamedTuple):
    """How a shot from a unit at a target came out; a target is an id in the scene."""

    unit: str
    target: str
    good: int
    of: int
    word: str
    clauses: tuple[str, ...]


def shots(before: View, after: View, events: Sequence[SeenEvent], bodies: Mapping[str, Body]) -> Iterator[Mark]:
    """Draw shots: what was rolled together for each pair, and what was declared with its range."""
    sources = _sources(before, after)
    pairs: dict[tuple[str, str, str], list[_Came]] = {}
    for event, clauses in events:
        for came in _came(event, tuple(clauses), sources):
            if came.unit in bodies:
                pairs.setdefault((came.unit, came.target, came.word), []).append(came)
    for (unit, target, word), all_of in pairs.items():
        good, of = sum(came.good for came in all_of), sum(came.of for came in all_of)
        result = word if not of else ("hit" if good else "miss") if of == 1 else f"{good} of {of} hit"
        yield Shot(
            id=f"shot:{word}:{unit}:{target}",
            text=f"{unit} at {target.partition(':')[2]}: {result}.",
            why=tuple(dict.fromkeys(clause for came in all_of for clause in came.clauses)),
            from_item=body_id(unit),
            to_item=target,
            result=result,
        )
    for event, _ in events:
        yield from _measured(event, after, bodies)


def _sources(before: View, after: View) -> Mapping[str, tuple[str, str]]:
    """Give unit and target of every declared shot, by its id."""
    return {shot.id: (shot.unit, shot.target) for view in (before, after) for shot in view.shots}


def _came(event: object, clauses: tuple[str, ...], sources: Mapping[str, tuple[str, str]]) -> Iterator[_Came]:
    match event:
        case TargetChosen():
            for target in dict.fromkeys(shot.target for shot in event.shots):
                yield _Came(event.unit, body_id(target), 0, 0, "declared", clauses)
        case AreaAttackDeclared() | HexEffectFired():
            yield _Came(event.unit, cell_id(event.hex), 0, 0, "declared", clauses)
        case HitRolled():
            yield _Came(event.unit, body_id(event.target), int(event.hit), 1, "rolled", clauses)
        case AreaDiceRolled(shot=str(shot), target=str(target)) if shot in sources and event.faces is not None:
            of = len(event.faces.faces)
            yield _Came(sources[shot][0], body_id(target), event.successes or 0, of, "rolled", clauses)
        case HexEffectRolled() if event.shot in sources:
            unit, target = sources[event.shot]
            yield _Came(unit, cell_id(target), 0, 0, "placed" if event.placed else "missed", clauses)
        case SpotDeclared(unit=str(unit), token=str(token)):
            yield _Came(unit, body_id(token), 0, 0, "spots", clauses)
        case SpotFailed(unit=str(unit), token=str(token)):
            yield _Came(unit, body_id(token), 0, 0, "not seen", clauses)
        case AllocationsRevealed():
            for hit in event.hits:
                unit = hit.group.partition(".")[0]
                yield _Came(unit, body_id(hit.target), 1, 1, "assault", clauses)


# -- ranges


def _measured(event: object, after: View, bodies: Mapping[str, Body]) -> Iterator[Measure]:
    """HX-FIRE-19 Measure the range of what was declared; a weapon fires up to twice its range."""
    match event:
        case TargetChosen():
            for shot in {shot.target: shot for shot in event.shots}.values():
                if shot.target in bodies:
                    spot = bodies[shot.target].x, bodies[shot.target].y
                    yield from _range(event.unit, event.weapon, shot.target, spot, shot.distance, after, bodies)
        case AreaAttackDeclared() | HexEffectFired():
            spot = centre(*to_offset(parse(event.hex)), hexes=True)
            yield from _range(event.unit, event.weapon, event.hex, spot, event.distance, after, bodies)


def _range(
    unit: str, weapon: str, target: str, spot: Point, distance: int, after: View, bodies: Mapping[str, Body]
) -> Iterator[Measure]:
    firer = bodies.get(unit)
    if firer is None or not distance:
        return
    sheets = (row.sheet for row in after.units if row.id == unit and row.sheet is not None)
    reach = next((arm.weapon_range for sheet in sheets for arm in sheet.weapons if arm.id == weapon), None)
    limit = 2 * CELL * reach if reach is not None else None
    yield Measure(
        id=f"measure:{unit}:{weapon}:{target}",
        text=f"{unit} is {distance} hexes from {target}.",
        why=("HX-FIRE-19",),
        points=((firer.x, firer.y), spot),
        length=distance * CELL,
        limit=limit,
        ok=None if limit is None else distance * CELL <= limit,
        clause="HX-FIRE-19",
    )
