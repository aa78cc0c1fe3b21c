"""Chapter TF-ZOC, duty to leave: what a unit must do that stands in an enemy zone when its time has come.

What it could do is judged at full speed, whatever it declared, and over all moves that the action still has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd, iter_path_ends, path_ends
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import (
    CLEAR_OF_ZONES,
    LookAhead,
    distance_from_owners,
    is_outside_zones,
)

FREE, LEAVE, CHARGE_OR_LEAVE, WITHDRAW, IN_TIME = "", "leave", "charge_or_leave", "withdraw", "leave_in_time"


def could_leave_at_once(graph: MoveGraph) -> bool:
    """TF-ZOC-10 Tell whether a unit could be out of zones, or charge, with one move alone."""
    key = graph.search_key()
    found = graph.known.leaves.get(key)
    if found is None:
        found = graph.known.leaves[key] = graph.may_charge_from(graph.start) or any(
            end.contacts or is_outside_zones(graph, end.place) for end in iter_path_ends(graph)
        )
    return found


def _best_of(graph: MoveGraph, ends: Iterable[PathEnd]) -> str:
    """TF-ZOC-10 TF-ZOC-13 Say what is best of all ends: a charge in an engage action, a way out, or to withdraw."""
    if graph.may_charge_from(graph.start):
        return CHARGE_OR_LEAVE
    best = WITHDRAW
    for end in ends:
        if graph.mode.engaging and end.contacts:
            return CHARGE_OR_LEAVE
        if is_outside_zones(graph, end.place):
            best = LEAVE
            if not graph.mode.engaging:
                break
    return best


class LeaveDuty:
    """What a unit must do in the move that is open, as everything else stands.

    `must` is nothing, leave, charge or leave, withdraw, or, with moves to come, end where leaving in time is still
    possible. `aim` is the best that it can still come to: `CLEAR_OF_ZONES`, or a distance from the owners of the zones.
    `graph` are its steps at full speed, `found` all the ends of these in its last move.
    """

    __slots__ = ("_ahead", "_found", "aim", "graph", "left", "must")

    def __init__(self, graph: MoveGraph, found: Mapping[str, PathEnd] | None = None) -> None:
        """Judge a unit by its steps; `found` are all their ends, where they are known."""
        self.graph, self.left = graph, graph.mode.left
        self._ahead: LookAhead | None = None
        self._found: Mapping[str, PathEnd] | None = None
        self.aim, self.must = 0, FREE
        if not graph.mode.due or not graph.owners:
            return
        self.graph = graph.at_full_speed()
        if self.left:
            self.must, self.aim = IN_TIME, CLEAR_OF_ZONES if could_leave_at_once(self.graph) else self._look_ahead().aim
        else:
            self._found = found if found is not None and self.graph is graph else None
            self._judge_last_move()

    def _look_ahead(self) -> LookAhead:
        """Look at the moves to come, once it matters."""
        if self._ahead is None:
            self._ahead = LookAhead(self.graph, self.left)
        return self._ahead

    @property
    def found(self) -> Mapping[str, PathEnd]:
        """All ends that are open to it in its last move; none where that move is not judged."""
        if self._found is None:
            self._found = {} if self.must in {FREE, IN_TIME} else path_ends(self.graph)
        return self._found

    def _judge_last_move(self) -> None:
        """TF-ZOC-10 TF-ZOC-13 Say what a unit must do in its last move, given all the ends that are open to it."""
        graph, self.aim = self.graph, CLEAR_OF_ZONES
        key, kept = graph.search_key(), graph.known.duties
        if key not in kept:
            kept[key] = _best_of(graph, iter_path_ends(graph) if self._found is None else self._found.values())
        self.must = kept[key]
        if self.must == WITHDRAW:
            self.aim = max(distance_from_owners(graph, place) for place in (graph.start, *self.found))

    @property
    def clause(self) -> str:
        """The clause of the duty: who can leave leaves, who can not withdraws."""
        return "TF-ZOC-13" if self.aim < CLEAR_OF_ZONES else "TF-ZOC-12"

    def allows_end(self, place: str, contacts: tuple[str, ...]) -> bool:
        """TF-ZOC-10 Tell whether the unit may end there under what it must do."""
        if self.must == FREE or is_outside_zones(self.graph, place) or (contacts and self.graph.mode.engaging):
            return True
        if self.must == IN_TIME:
            waits = self._ahead is None and place == self.graph.start
            return waits or place in self._look_ahead().kept
        return self.must == WITHDRAW and distance_from_owners(self.graph, place) >= self.aim

    def may_stay(self) -> bool:
        """TF-ZOC-13 Tell whether the unit may be left where it is."""
        return self.allows_end(self.graph.start, ())

    def keeps_inside(self, graph: MoveGraph, found: Mapping[str, PathEnd] | None = None) -> bool:
        """TF-ZOC-12 Tell whether a unit that moves so, slower than it could, has no way to do what it must.

        `found` are all the ends of these steps, where they are known.
        """
        if graph is self.graph or self.must == FREE or self.may_stay() or graph.may_charge_from(graph.start):
            return False
        ends = path_ends(graph) if found is None else found
        return not any(self.allows_end(end.place, end.contacts) for end in ends.values())
