"""Which steps a unit may take in its move, and what they cost: declared paths and the search follow the same steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.model.derived import keep
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import NONE
from adjudicator.rulesets.tile_formations.rules.danger.path_tests import due_on_step
from adjudicator.rulesets.tile_formations.rules.movement import blocking
from adjudicator.rulesets.tile_formations.rules.movement.places import UnitPlaces
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.terrain.terrain_steps import held_fault, terrain_fault
from adjudicator.rulesets.tile_formations.rules.zones.zone_steps import zone_fault


class Step(NamedTuple):
    """What the ground makes of a step: its cost, what slows it down, how many tests it brings, if it keeps to roads."""

    cost: int
    impeded: str
    tests: int
    road: bool


Steps: TypeAlias = Mapping[str, Step]
"""Steps from one place by where they lead, clockwise from north."""
ZONES_KEPT = 64
"""For so many sets of zones that a unit sets out in, and of roads, steps are kept."""
_same_step = lru_cache(maxsize=1024)(Step)
"""Many steps are the same: one object stands for them all."""


class MoveGraph(UnitPlaces):
    """What the rules say about the steps of one unit in one move."""

    __slots__ = ("_charging", "_free", "_moving", "_stops")

    def __init__(self, game: Game, unit: str, mode: MoveMode) -> None:
        super().__init__(game, unit, mode)
        self._stops = self.known.stops
        self._free: dict[str, Steps] = self.ground.free_steps.setdefault(mode.road_march, {})

    def from_place(self, place: str) -> MoveGraph:
        """Suppose that the unit set out from another place, at full speed, and everything else as it stands."""
        other = copy(self)
        other.start, other.mode = place, self.mode.at_full_speed()
        other.set_out(self.placement_at(place).owners)
        return other

    def set_out(self, owners: tuple[str, ...]) -> None:
        """Set out in the zones of these enemies, which decide what steps are allowed."""
        super().set_out(owners)
        march = self.mode.road_march
        kept = self.ground.steps
        self._charging: dict[str, Steps] = keep(kept, march, dict[str, Steps], ZONES_KEPT)
        self._moving: dict[str, Steps] = keep(kept, (march, owners), dict[str, Steps], ZONES_KEPT)

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
        return blocking.pass_fault(self, place) or held_fault(self, place)

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

    def steps_from(self, here: str, *, charging: bool) -> Steps:
        """List the steps that the unit may take from a place, all in short."""
        kept = self._charging if charging else self._moving
        found = kept.get(here)
        if found is None:
            found = kept[here] = self._charging_from(here) if charging else self._moving_from(here)
        return found

    def _moving_from(self, here: str) -> Steps:
        steps = self.steps_from(here, charging=True)
        at = self.placement_at
        return _kept_of(steps, [there for there in steps if zone_fault(self, here, there, at(there)) is None])

    def _charging_from(self, here: str) -> Steps:
        steps, at = self._on_ground(here), self.placement_at
        allowed = [there for there in steps if blocking.enemy_fault(at(there), there) is None]
        if blocking.minds_squeezing(self):
            allowed = [there for there in allowed if blocking.squeeze_fault(self, here, there) is None]
        return _kept_of(steps, allowed)

    def _on_ground(self, here: str) -> Steps:
        """List the steps that the terrain allows, wherever other units are."""
        found = self._free.get(here)
        if found is None:
            near = [there for there in self.field.neighbours(here) if self.placement(there) is not None]
            found = self._free[here] = {
                there: self._step(here, there) for there in near if terrain_fault(self, here, there) is None
            }
        return found

    def _step(self, here: str, there: str) -> Step:
        cost, impeded = self.step_cost(here, there)
        return _same_step(cost, impeded, len(due_on_step(self, here, there)), self.placement_at(there).road)

    def must_stop(self, place: str) -> bool:
        """Tell whether the unit may not move on from a place."""
        found = self._stops.get(place)
        if found is None:
            found = self._stops[place] = self.pass_fault(place) is not None
        return found


def _kept_of(steps: Steps, allowed: Sequence[str]) -> Steps:
    """Leave out what is not allowed; the same mapping is given where all is, since most places are alike."""
    return {there: steps[there] for there in allowed} if len(allowed) < len(steps) else steps
