"""Chapter TF-MOVE, paths: a declared path is judged whole, before any die (TF-DANGER-13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.board.tiles import EDGES
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.speed import has_minimum_move, pays, speed_of
from adjudicator.rulesets.tile_formations.rules.terrain.passage import impeded_clause
from adjudicator.rulesets.tile_formations.rules.zones.zone_steps import owner_missed


class LegalPath(NamedTuple):
    """A path that is allowed: tiles entered, the edge it leaves by (empty for none), its speed and its cost.

    `contacts` are enemies that are met at its end; with some it is a charge.
    """

    tiles: tuple[str, ...]
    edge: str
    speed: Tally
    cost: Tally
    contacts: tuple[str, ...]

    @property
    def whole(self) -> tuple[str, ...]:
        """Its tiles, and the edge that it leaves by."""
        return (*self.tiles, self.edge) if self.edge else self.tiles


def judge_path(graph: MoveGraph, declared: Sequence[str], enemy: str = "") -> LegalPath | Fault:
    """Judge a declared path: the way it is, or why it is not allowed. `enemy` is a unit that it has to contact."""
    tiles, edge = _split_edge(graph, declared)
    off_board = _board_fault(graph, tiles, edge)
    if off_board is not None:
        return off_board
    end = tiles[-1] if tiles else graph.start
    contacts = graph.contacts(end) if graph.mode.engaging and not edge else ()
    wrong = _steps_fault(graph, tiles, edge, charging=bool(contacts)) or _contact_fault(graph, tiles, contacts, enemy)
    if wrong is not None:
        return _missing_contact_fault(graph, tiles, wrong, contacts)
    return _within_speed(graph, tiles, edge, contacts)


def _split_edge(graph: MoveGraph, declared: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Take the starting tile off the front of a path, and an edge off its end; one text may name several tiles."""
    words = " ".join(declared).split()
    tiles = tuple(words[1:] if words and words[0] == graph.start else words)
    return (tiles[:-1], tiles[-1]) if tiles and tiles[-1] in EDGES else (tiles, "")


def _board_fault(graph: MoveGraph, tiles: Sequence[str], edge: str) -> Fault | None:
    """TF-MOVE-02 TF-MOVE-03 TF-MOVE-09 Look for tiles that do not follow each other, and edges that are closed.

    A path may turn as it likes.
    """
    here = graph.start
    for there in tiles:
        if there not in graph.field or graph.placement(there) is None:
            return fault("TF-MOVE-09", "off-the-battlefield", "path", tile=there[:20])
        if there not in graph.field.neighbours(here):
            return fault("TF-MOVE-02", "not-adjacent", "path", tile=there, here=here)
        here = there
    if edge and not may_leave_by(graph, here, edge):
        return fault("TF-MOVE-09", "edge-closed", "path", edge=edge, here=here)
    return None


def may_leave_by(graph: MoveGraph, place: str, edge: str) -> bool:
    """TF-MOVE-09 Tell whether a unit may leave the battlefield there, over an edge that the options open."""
    at = {row for tile in graph.placement_at(place).tiles for row in graph.field.edges(tile)}
    return edge in graph.game.options.exit_edges and edge in at


def _steps_fault(graph: MoveGraph, tiles: Sequence[str], edge: str, *, charging: bool) -> Fault | None:
    """TF-MOVE-02 Look for the first step that is not allowed; leaving over an edge is a step on, not a stay."""
    for number, there in enumerate(tiles):
        here = tiles[number - 1] if number else graph.start
        wrong = graph.pass_fault(here) if number else None
        wrong = wrong or graph.step_fault(here, there, charging=charging)
        if wrong is not None:
            return wrong
    if not tiles:
        return None
    return graph.pass_fault(tiles[-1]) if edge else graph.stay_fault(tiles[-1])


def _contact_fault(graph: MoveGraph, tiles: Sequence[str], contacts: tuple[str, ...], enemy: str) -> Fault | None:
    """TF-CHARGE-02 TF-ZOC-06 A charge ends in contact with the enemy that it names, or whose zone it entered."""
    if enemy and enemy not in contacts:
        entered = any(graph.placement_at(tile).owners for tile in tiles)
        return fault("TF-ZOC-06" if entered else "TF-CHARGE-02", "no-contact", "path", enemy=enemy)
    missed = owner_missed(graph, tiles, contacts) if contacts else ""
    return fault("TF-ZOC-06", "no-contact", "path", enemy=missed) if missed else None


def _missing_contact_fault(graph: MoveGraph, tiles: Sequence[str], wrong: Fault, contacts: tuple[str, ...]) -> Fault:
    """TF-ZOC-06 Say of an engaging unit that it entered a zone without contact, where that alone is wrong."""
    if wrong.reason != "enemy-zone" or contacts or not graph.mode.engaging:
        return wrong
    other = _steps_fault(graph, tiles, "", charging=True)
    return other or fault("TF-ZOC-06", "no-contact", "path", enemy=dict(wrong.facts)["enemy"])


# -- what it costs


def _within_speed(graph: MoveGraph, tiles: tuple[str, ...], edge: str, contacts: tuple[str, ...]) -> LegalPath | Fault:
    """TF-MOVE-01 Compare cost and speed."""
    cost, impeded = _cost(graph, tiles, edge)
    on_road = all(graph.placement_at(tile).road for tile in tiles)
    road = bool(tiles) and not edge and graph.may_use_road(graph.start) and on_road
    speed = speed_of(graph.game, graph.unit, graph.mode, road=road, impeded=impeded)
    mode, single = graph.mode, len(tiles) + bool(edge) <= 1
    if not pays(speed.total, cost.total, minimum=single and has_minimum_move(graph.game, mode)):
        clause = "TF-DANGER-09" if mode.cautious else "TF-CHARGE-01" if mode.engaging else "TF-MOVE-01"
        return fault(clause, "exceeds-speed", "path", cost=cost.total, speed=speed.total)
    return LegalPath(tiles, edge, speed, cost, contacts)


def _cost(graph: MoveGraph, tiles: Sequence[str], edge: str) -> tuple[Tally, str | None]:
    """TF-MOVE-02 Add up what the tiles of a path cost, and name the first terrain that slows the unit down."""
    cost, first, here = Tally.base(len(tiles) + bool(edge), "TF-MOVE-02"), None, graph.start
    extra: dict[str, int] = {}
    for there in tiles:
        price, slow = graph.step_cost(here, there)
        if slow:
            first = first or slow
            clause = impeded_clause(graph.game, graph.sheet, slow)
            extra[clause] = extra.get(clause, 0) + price - 1
        here = there
    for clause, more in extra.items():
        cost = cost.add(more, clause)
    return cost, first
