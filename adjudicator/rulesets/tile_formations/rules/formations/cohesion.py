"""Chapter TF-COHESION: which units of a formation hang together, and who is lost after a move."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.geometry import tiles_distance, tiles_of
from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.messages import OutOfFormationDestroyed
from adjudicator.rulesets.tile_formations.model.options import ENGAGE
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.rules.formations import losses

OUT_OF_FORMATION = "out_of_formation"
Body = tuple[str, ...]


def is_checked(game: Game) -> bool:
    """TF-COHESION-05 TF-COHESION-07 Tell whether the move under way ends with the check; charges may have none."""
    return action_of(game).action != ENGAGE or game.options.cohesion_after_charge


def bodies(game: Game, formation: str) -> tuple[Body, ...]:
    """TF-COHESION-02 TF-COHESION-08 List the bodies of a formation: units linked by chains of short gaps, by number.

    A single unit is one body.
    """
    places = {unit.id: tiles_of(game, unit.id) for unit in units_of(game, formation)}
    left, found = list(places), []
    while left:
        body, waiting = [left[0]], [left.pop(0)]
        while waiting:
            here = places[waiting.pop()]
            near = [row for row in left if tiles_distance(game, here, places[row]) <= game.options.coherency_tiles]
            left = [row for row in left if row not in near]
            body += near
            waiting += near
        found.append(tuple(place for place in places if place in body))
    return tuple(found)


def largest(found: tuple[Body, ...]) -> Body | None:
    """Give the one largest body; None where several are as large."""
    most = max((len(body) for body in found), default=0)
    best = [body for body in found if len(body) == most]
    return best[0] if len(best) == 1 else None


def body_to_keep(ruling: Ruling[Game], formation: str, keep: tuple[str, ...]) -> Body:
    """TF-COHESION-03 The owner says which body is the formation; without a word it is the largest one."""
    found = bodies(ruling.game, formation)
    if keep:
        chosen = next((body for body in found if set(body) == set(keep)), None)
        ruling.require(chosen is not None, "TF-COHESION-03", "not-one-body", "keep", units=" ".join(keep)[:200])
        return chosen or ()
    best = largest(found)
    ruling.require(best is not None or not found, "TF-COHESION-03", "choose-a-body", "keep", bodies=len(found))
    return best or ()


def leave_behind(ruling: Ruling[Game], formation: str, kept: Body) -> None:
    """TF-COHESION-01 TF-COHESION-04 Units out of formation are destroyed, without save and without Shock."""
    lost = tuple(unit.id for unit in units_of(ruling.game, formation) if unit.id not in kept)
    if not lost:
        return
    ruling.record(OutOfFormationDestroyed(formation=formation, units=lost, kept=kept), "TF-COHESION-01")
    for unit in lost:
        losses.destroy(ruling, unit, OUT_OF_FORMATION, "TF-COHESION-01", "TF-COHESION-04", "TF-SHOCK-04")


def out_of_formation_destroyed(_game: Game, _event: OutOfFormationDestroyed) -> None:
    """The loss of each unit has an event of its own."""


PART = Part(reducers=reducers(out_of_formation_destroyed))
