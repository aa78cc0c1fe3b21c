"""The odds of rolls that are passed or not: Assaults that have the reach they need, and Battle-Fatigue tests."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, die, follow, mapped, sum_of
from adjudicator.kernel.messages import Chance
from adjudicator.rulesets.grinding_annihilation.model.state import D6, Game
from adjudicator.rulesets.grinding_annihilation.odds.answers import (
    chance_message,
    distribution_message,
    formation_of_id,
    raise_any,
    refuse,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    AssaultEstimate,
    BattleFatigueEstimate,
    EstimateAssaultRequest,
    EstimateBattleFatigueRequest,
)
from adjudicator.rulesets.grinding_annihilation.rules.assault import assault_roll
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_declaration import (
    lasting_faults,
    needed_reach,
    target_faults,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import fault_of_place
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase import battle_fatigue

END_OF_ASSAULT = "GA-3.4-08"


def estimate_assault(game: Game, _party: Party, asked: EstimateAssaultRequest) -> AssaultEstimate:
    """GA-3.4-07 GA-3.4-09 Work out how likely an Assault has the reach that it needs straight ahead.

    What may change before a turn of Assaults is supposed: that the formation may still be selected in it, was near
    enough at its start, did not move too far, is fresh, and stands in nobody's Threat Range (GA-3.4-01 to GA-3.4-04).
    Raises Unknown for an id that does not exist, Rejected for who never assaults and targets that could not be
    declared from here.
    """
    row = formation_of_id(game, asked.formation, "formation")
    place = fault_of_place(row)
    raise_any([place] if place is not None else list(lasting_faults(game, row)))
    for key in asked.targets:
        formation_of_id(game, key, "targets")
    raise_any(list(target_faults(game, row, asked.targets)))
    needed = needed_reach(game, row.id, asked.targets)
    reach = _assault_reach(needed, reorder=asked.reorder_roll)
    short = mapped(reach, lambda found: assault_roll.falls_short(found, needed))
    return AssaultEstimate(
        needed=needed,
        reach=distribution_message(reach),
        reached=_chance_of(short, outcome=False),
        too_short=_chance_of(short, outcome=True),
        left_out=(END_OF_ASSAULT,),
    )


def _assault_reach(needed: int, *, reorder: bool) -> Distribution[int]:
    """GA-3.4-07 GA-5.1-03 Spread the reach; a Reorder Roll throws both dice again where it is too short."""
    one = die(lambda face: assault_roll.assault_reach((face,)).total)
    reach = sum_of(assault_roll.DICE, one, 0, int.__add__)
    if not reorder:
        return reach
    return follow(reach, lambda found: reach if assault_roll.falls_short(found, needed) else certain(found))


def estimate_battle_fatigue(game: Game, _party: Party, asked: EstimateBattleFatigueRequest) -> BattleFatigueEstimate:
    """GA-3.1-05 GA-3.1-06 Work out how likely a Battle-Fatigue test is passed, were it due; `due` says if it is.

    Raises Unknown for an id that does not exist, Rejected for a destroyed formation.
    """
    row = formation_of_id(game, asked.formation, "formation")
    if not row.troops:
        refuse("GA-2.1-07", "nobody-left", "formation", formation=row.id)
    needed = battle_fatigue.best_heroism(game, row.id)
    total = sum_of(battle_fatigue.DICE, die(lambda face: face, D6), 0, int.__add__)
    return BattleFatigueEstimate(
        needed=needed,
        total=distribution_message(total),
        passed=_chance_of(mapped(total, lambda found: battle_fatigue.is_passed(found, needed)), outcome=True),
        due=battle_fatigue.has_to_test(game, row),
    )


def _chance_of(spread: Distribution[bool], *, outcome: bool) -> Chance:
    return chance_message(spread.weights.get(outcome, 0), spread.whole)
