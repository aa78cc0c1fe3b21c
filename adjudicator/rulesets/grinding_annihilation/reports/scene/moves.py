"""Moves of formations as marks: the way of every base, how far the farthest went, who arrived and who fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.scene import Mark
from adjudicator.kernel.sentences import inches
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    ClosedIn,
    Consolidated,
    FormationArrived,
    FormationDeployed,
    FormationDisembarked,
    FormationEmbarked,
    FormationLeftWarfield,
    FormationMoved,
    MoveDeclared,
    ReachesChanged,
    TroopDestroyed,
    TroopMove,
    TroopPath,
    TroopPose,
    TroopRemovedForCohesion,
)
from adjudicator.rulesets.grinding_annihilation.reports.scene.ground import Warfield
from adjudicator.rulesets.grinding_annihilation.rules.brawl.fight_moves import REACH

WORDS = {
    "advance": "advances",
    "assault": "assaults",
    "close_in": "closes in",
    "consolidate": "consolidates",
    "retreat": "retreats",
    "scouts": "scouts ahead",
}


def move_marks(event: Struct, why: tuple[str, ...], ground: Warfield, reaches: dict[str, int]) -> Iterator[Mark]:
    """Draw the moves of an event, and note on the ground where the bases stand after it, and how far they may go."""
    match event:
        case FormationMoved():
            yield from _moved(event.troops, event.kind, why, ground, reaches)
        case ClosedIn() | Consolidated():
            kind = "close_in" if isinstance(event, ClosedIn) else "consolidate"
            yield from _moved(
                event.troops, kind, why, ground, dict.fromkeys((row.troop for row in event.troops), REACH)
            )
        case MoveDeclared() | AdvanceRolled() | ReachesChanged():
            reaches |= {row.troop: row.reach.total for row in event.reaches}
            if isinstance(event, MoveDeclared):
                yield from _planned(event.paths, event.kind, why, ground)
        case FormationDeployed() | FormationArrived() | FormationDisembarked():
            yield from _set_up(event, why, ground)
        case FormationEmbarked():
            yield from _left(event.formation, f"gets aboard {event.transport}", event.transport, why, ground)
        case FormationLeftWarfield():
            yield from _left(event.formation, "leaves the warfield", "", why, ground)
        case TroopDestroyed() | TroopRemovedForCohesion():
            place = ground.at(event.troop)
            if place is not None:
                yield ground.path(event.troop, (place,), "destroyed", f"{event.troop} is destroyed here.", why)


def _moved(
    troops: Sequence[TroopMove], kind: str, why: tuple[str, ...], ground: Warfield, limits: dict[str, int]
) -> Iterator[Mark]:
    """Draw the way of each base; the record has its two ends and how long it was, no corners between them."""
    longest = max(troops, key=lambda row: row.distance, default=None)
    for row in troops:
        start, end = ground.at(row.troop), (row.pose.x, row.pose.y)
        if start is None:
            continue
        said = f"{row.troop} {WORDS.get(kind, 'moves')} {inches(row.distance)}"
        if row is longest and start != end:
            limit = limits.get(row.troop)
            told = f"{said} of {inches(limit)}." if limit is not None else f"{said}."
            yield ground.ahead(row.troop, (start, end), row.distance, limit, told, why)
        ground.put(row.troop, row.pose)
        yield ground.path(row.troop, (start, end), kind, f"{said}.", why)


def _planned(paths: Sequence[TroopPath], kind: str, why: tuple[str, ...], ground: Warfield) -> Iterator[Mark]:
    for row in paths:
        start = ground.at(row.troop)
        if start is not None:
            points = (start, *((pose.x, pose.y) for pose in row.path))
            yield ground.path(row.troop, points, "planned", f"{row.troop} is to {kind} this way.", why, ghost=False)


def _set_up(
    event: FormationDeployed | FormationArrived | FormationDisembarked, why: tuple[str, ...], ground: Warfield
) -> Iterator[Mark]:
    start, kind, said = None, "deploy", "is set up here"
    if isinstance(event, FormationArrived):
        kind, said = "arrive", "arrives here"
    elif isinstance(event, FormationDisembarked):
        start, kind, said = ground.at(event.transport), "disembark", f"gets out of {event.transport}"
    rows: Sequence[TroopPose] = event.troops
    for row in rows:
        ground.put(row.troop, row.pose)
        end = (row.pose.x, row.pose.y)
        points = (end,) if start is None else (start, end)
        yield ground.path(row.troop, points, kind, f"{row.troop} {said}.", why, ghost=False)


def _left(unit: str, said: str, transport: str, why: tuple[str, ...], ground: Warfield) -> Iterator[Mark]:
    goal = ground.at(transport)
    for troop in ground.standing(unit):
        start = ground.at(troop)
        if start is not None:
            points = (start,) if goal is None else (start, goal)
            kind = "embark" if transport else "leave"
            yield ground.path(troop, points, kind, f"{troop} {said}.", why, ghost=False)
