"""Chapter TF-ZOC, refusals: what is refused where units have to leave zones, and who is recorded as trapped."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.messages import UnitLeftZone, ZocExitImpossible
from adjudicator.rulesets.tile_formations.model.options import MARCH
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.formations import losses
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.paths import LegalPath
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, moves_to_leave
from adjudicator.rulesets.tile_formations.rules.zones import leaving
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import SharedExits
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import (
    CHARGE_OR_LEAVE,
    FREE,
    IN_TIME,
    WITHDRAW,
    LeaveDuty,
)
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around

TRAPPED = "trapped"

# -- road marches


def road_fault(game: Game, unit: Unit, moves: int) -> Fault | None:
    """TF-ZOC-12 TF-ZOC-13 Say why a unit that marches may not keep to the road.

    Off the road it could leave a zone, or get farther off, and on it not.
    """
    if not zones_around(game, unit.id):
        return None
    mode = MoveMode(MARCH, due=True, left=moves_to_leave(game, max(0, moves - 1)))
    free, bound = (LeaveDuty(MoveGraph(game, unit.id, mode._replace(road_march=road))) for road in (False, True))
    return fault(free.clause, "road-keeps-inside", "road_march", unit=unit.id) if free.aim > bound.aim else None


# -- moves


def exit_fault(graph: MoveGraph, duty: LeaveDuty, path: LegalPath) -> Fault | None:
    """TF-ZOC-10 TF-ZOC-13 A unit that has to be out of enemy zones may not end in one, if it can help it."""
    end = _end(graph, path)
    if duty.allows_end(end, path.contacts):
        return None
    if duty.must == WITHDRAW:
        nearest = min(graph.owners, key=lambda owner: graph.distance_to(end, owner))
        return fault("TF-ZOC-13", "must-withdraw", "path", enemy=nearest, distance=duty.aim)
    enemy = graph.placement_at(end).owners[0]
    if duty.must == IN_TIME:
        return fault(duty.clause, "way-out-lost", "path", enemy=enemy, left=duty.left)
    reason = "must-charge-or-leave" if duty.must == CHARGE_OR_LEAVE else "must-leave"
    return fault("TF-ZOC-10", reason, "path", enemy=enemy)


def room_fault(game: Game, graph: MoveGraph, mode: MoveMode, path: LegalPath) -> Fault | None:
    """TF-ZOC-12 A unit does not end where it takes the last way out from another that has to leave in this move."""
    if mode.left:
        return None
    mates, end = leaving.other_mates(game, graph.unit, mode), _end(graph, path)
    if not mates or end == graph.start:
        return None
    shared = SharedExits(graph, mates)
    if shared.leaves_all(end, path.contacts):
        return None
    choices = leaving.move_choices(game, graph.unit, mode)
    if any(found.place == end for found in leaving.allowed_ends(choices, mates)):
        return None
    mate = shared.shut_in(end, path.contacts)
    return fault("TF-ZOC-12", "shuts-in", "path", unit=mate) if mate else None


def _end(graph: MoveGraph, path: LegalPath) -> str:
    return path.whole[-1] if path.whole else graph.start


# -- who is not moved


def unit_that_must_move(duties: Iterable[tuple[str, LeaveDuty]]) -> str:
    """TF-ZOC-12 Name a unit that can not be left where it is; empty for none."""
    return next((unit for unit, duty in duties if not duty.may_stay()), "")


def unmoved_fault(duties: Iterable[tuple[str, LeaveDuty]]) -> Fault | None:
    """TF-ZOC-12 TF-ZOC-13 Say why a unit can not be left where it is when the move is ended."""
    reasons = {WITHDRAW: "unit-must-withdraw", IN_TIME: "unit-must-set-out"}
    for unit, duty in duties:
        if not duty.may_stay():
            return fault(duty.clause, reasons.get(duty.must, "unit-in-zone"), "formation", unit=unit)
    return None


def trapped_units(duties: Iterable[tuple[str, LeaveDuty]]) -> list[str]:
    """TF-ZOC-13 List those that can not leave in time."""
    return [unit for unit, duty in duties if duty.must not in {FREE, IN_TIME}]


def record_trapped(ruling: Ruling[Game], unit: str, enemies: tuple[str, ...]) -> None:
    """TF-ZOC-13 A unit that can neither leave nor charge stays; the options may have it destroyed."""
    destroyed = ruling.game.options.zoc_trapped_destroyed
    ruling.record(ZocExitImpossible(unit=unit, enemies=enemies, destroyed=destroyed), "TF-ZOC-13")
    if destroyed:
        losses.destroy(ruling, unit, TRAPPED, "TF-ZOC-13")


def record_zone_left(ruling: Ruling[Game], unit: str, owners: tuple[str, ...]) -> None:
    """TF-ZOC-12 Tell of a unit that set out in zones of these enemies that it is out of all zones."""
    if owners and not zones_around(ruling.game, unit):
        ruling.record(UnitLeftZone(unit=unit, enemies=owners), "TF-ZOC-12")


def unit_left_zone(_game: Game, _event: UnitLeftZone) -> None:
    """Zones follow from where units stand."""


def zoc_exit_impossible(_game: Game, _event: ZocExitImpossible) -> None:
    """What becomes of the unit has an event of its own."""


PART = Part(reducers=reducers(unit_left_zone, zoc_exit_impossible))
