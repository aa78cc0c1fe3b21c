"""Which steps a unit may take in its move, and what they cost: declared paths and the search follow the same steps."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import NONE
from adjudicator.rulesets.tile_formations.rules.danger.path_tests import due_on_step
from adjudicator.rulesets.tile_formations.rules.movement import blocking
from adjudicator.rulesets.tile_formations.rules.movement.places import UnitPlaces
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.terrain.terrain_steps import held_fault, terrain_fault
from adjudicator.rulesets.tile_formations.rules.zones.zone_steps import zone_fault


class Step(NamedTuple):
    """A step in short, for searches: who may take it, its cost, what slows it down, and how many tests it brings."""

    moving: bool
    charging: bool
    cost: int
    impeded: str
    tests: int


NO_STEP = Step(False, False, 0, "", 0)


class MoveGraph(UnitPlaces):
    """What the rules say about the steps of one unit in one move."""

    __slots__ = ("_steps", "_stops")

    def __init__(self, game: Game, unit: str, mode: MoveMode) -> None:
        super().__init__(game, unit, mode)
        self._stops = self.known.stops

    def from_place(self, place: str) -> MoveGraph:
        """Suppose that the unit set out from another place, at full speed, and everything else as it stands."""
        other = copy(self)
        other.start, other.mode = place, self.mode.at_full_speed()
        other.set_out(self.placement_at(place).owners)
        return other

    def set_out(self, owners: tuple[str, ...]) -> None:
        """Set out in the zones of these enemies, which decide what steps are allowed."""
        super().set_out(owners)
        self._steps: dict[tuple[str, str], Step] = self.known.steps.setdefault((self.mode.road_march, owners), {})

    def at_full_speed(self) -> MoveGraph:
        """Suppose that the unit moved at full speed."""
        return self if self.mode == self.mode.at_full_speed() else self.from_place(self.start)

    def search_key(self) -> tuple[object, ...]:
        """List what the ends of its paths follow from, besides what is known of its places."""
        mode = self.mode
        return mode.engaging, mode.cautious, mode.road_march, self.start, self.owners

    # -- steps

    def step_fault(self, here: str, there: str, *, charging: bool) -> Fault | None:
        """Say why the unit may not step from a place to one beside it; None where it may."""
        placement = self.placement(there)
        if placement is None:
            return fault("TF-MOVE-09", "off-the-battlefield", "path", tile=there)
        return (
            blocking.enemy_fault(placement, there)
            or terrain_fault(self, here, there)
            or blocking.squeeze_fault(self, here, there)
            or (None if charging else zone_fault(self, here, there, placement))
        )

    def pass_fault(self, place: str) -> Fault | None:
        """Say why the unit may not move on from a place that it has just entered."""
        return blocking.pass_fault(self.placement_at(place), place) or held_fault(self, place)

    def stay_fault(self, place: str) -> Fault | None:
        """Say why the unit may not end its move in a place."""
        return blocking.stay_fault(self, place)

    def step_cost(self, here: str, there: str) -> tuple[int, str]:
        """TF-MOVE-02 TF-BARR-04 Give the cost of a step, and the terrain that slows it down, empty for none."""
        entered = self.entered(here, there)
        if len(entered) == 1:
            only = self.passage(entered[0])
            return only.cost, only.impeded
        found = [self.passage(tile) for tile in entered]
        slow = next((row.impeded for row in found if row.impeded), "")
        return max((row.cost for row in found), default=1), slow

    def may_use_road(self, place: str) -> bool:
        """TF-ROAD-04 Tell whether a unit that sets out there may have the road bonus."""
        return self.column != NONE and (self.placement_at(place).road or not self.game.options.road_start_counts)

    # -- the same in short, looked at once

    def step(self, here: str, there: str) -> Step:
        """Say in short what a step is."""
        key = (here, there)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = self._step(here, there)
        return found

    def _step(self, here: str, there: str) -> Step:
        placement = self.placement(there)
        if placement is None or self.step_fault(here, there, charging=True) is not None:
            return NO_STEP
        cost, impeded = self.step_cost(here, there)
        moving = zone_fault(self, here, there, placement) is None
        return Step(moving, True, cost, impeded, len(due_on_step(self, here, there)))

    def must_stop(self, place: str) -> bool:
        """Tell whether the unit may not move on from a place."""
        found = self._stops.get(place)
        if found is None:
            found = self._stops[place] = self.pass_fault(place) is not None
        return found
