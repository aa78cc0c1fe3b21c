"""Chapter 3.4, what an Assault move has to be: all targets reached, every troop closer, base to base where it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.board.inches import Body
from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.model.rows import Action
from adjudicator.rulesets.grinding_annihilation.model.state import Game, living
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import contact_shown
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of, nearest
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.claims import troop_claimed
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_checks import end_faults, path_faults, threat_faults
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import (
    ASSAULT,
    Plan,
    naming_faults,
    plan_of,
    reach_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.barricades import assault_across


def assault_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.4-08 Find what is wrong with an Assault move, but for what is asked of each troop by itself."""
    action = assault_under_way(game)
    yield from path_faults(game, plan, ASSAULT, reach_of(action.reaches))
    yield from end_faults(game, plan, ASSAULT)
    yield from threat_faults(game, plan, "GA-3.4-08", spared=action.targets)
    ends = list(plan.after.values())
    for key in living_targets(game):
        theirs = bodies_of(game, key)
        if not (any_threat(ends, theirs) or assault_across(game, ends, theirs)):
            yield Fault("GA-3.4-08", "target-not-reached", "paths", (("target", key),))


def closer_faults(game: Game, plan: Plan) -> Iterator[Fault]:
    """GA-3.4-11 A troop that cannot get closer stays put; that it cannot has to be claimed."""
    for key in not_closer(game, plan):
        if key in plan.moving or not troop_claimed(game, plan.formation, key, "closer"):
            yield Fault("GA-3.4-11", "not-closer", "paths", (("troop", key),))


def not_closer(game: Game, plan: Plan) -> list[str]:
    """GA-3.4-11 List the troops that end no closer to any target formation than they began."""
    targets = [bodies_of(game, key) for key in living_targets(game)]
    return [
        key
        for key, before in plan.before.items()
        if not any(nearest(plan.after[key], target) < nearest(before, target) for target in targets)
    ]


def target_bodies(game: Game) -> list[Body]:
    """List the bodies of its targets."""
    return [body for key in living_targets(game) for body in bodies_of(game, key)]


def living_targets(game: Game) -> list[str]:
    """GA-5.7-06 List the targets of the Assault that still stand."""
    return [key for key in assault_under_way(game).targets if living(game, key)]


def reach_now(game: Game) -> int:
    """GA-3.4-07 Give how far each troop may move."""
    reach = assault_under_way(game).reach
    return 0 if reach is None else reach.total


def assault_under_way(game: Game) -> Action:
    """Give the Assault."""
    assert game.action is not None  # noqa: S101  (an Assault is judged while it is under way)
    return game.action


# -- end states against claims


def assault_end_faults(
    game: Game, formation: str, what: str, claimed: Sequence[str], paths: Sequence[TroopPath]
) -> Iterator[Fault]:
    """GA-2.4-13 Find what is wrong with an end state that is held against a claim about an Assault."""
    fault = list(naming_faults(game, formation, paths))
    yield from fault
    if fault:
        return
    plan = plan_of(game, formation, paths)
    yield from assault_faults(game, plan)
    if what == "contact":
        yield from contact_shown(game, plan, claimed, plan.before, target_bodies(game), reach_now(game))
    named = claimed or tuple(plan.before)
    if what == "closer" and all(key in not_closer(game, plan) for key in named):
        yield Fault("GA-2.4-13", "shows-nothing", "value", (("troops", " ".join(named)),))
