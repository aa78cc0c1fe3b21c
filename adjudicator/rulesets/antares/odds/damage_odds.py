"""Odds of rolls on the damage chart, and of what they leave of a unit (AN-DMG)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Rejected, within
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import follow, mapped
from adjudicator.rulesets.antares.model.state import Game, is_on_table
from adjudicator.rulesets.antares.odds.damage_distribution import Damage, with_harm
from adjudicator.rulesets.antares.odds.format_odds import to_chances
from adjudicator.rulesets.antares.odds.positions import Position, opened, played
from adjudicator.rulesets.antares.odds.shooting_odds import chance_of, is_tested, is_there, unit_on_table
from adjudicator.rulesets.antares.odds.stat_test_odds import damage_rolls_of
from adjudicator.rulesets.antares.reports.messages import DamageOdds, EstimateDamageRequest
from adjudicator.rulesets.antares.rules.damage.break_tests import push_checks

MOST_ROLLS = 6


def estimate_damage(game: Game, _party: Party, request: EstimateDamageRequest) -> DamageOdds:
    """AN-DMG-02 AN-DMG-03 AN-DMG-18 Tell what damage rolls would do to a unit, and whether it would break.

    Raises Unknown for an id that does not exist, Rejected for a unit without a damage chart.
    """
    unit = unit_on_table(game, request.unit, "unit", "AN-DMG-02").id
    rolls = damage_rolls_of(game, unit, request.weapon, 1)
    wrong = list(within("WG-ODDS-01", "rolls", request.rolls, 1, MOST_ROLLS))
    if wrong:
        raise Rejected(*wrong)
    rolls = damage_rolls_of(game, unit, request.weapon, request.rolls)
    harmed = mapped(Damage(game, unit, detailed=True).after(rolls), lambda harm: Position(with_harm(harm, unit)))
    before = game.units[unit]
    gone = replace(before, models=(), dice=0)
    there = mapped(harmed, lambda found: found.game.units[unit] if is_on_table(found.game, unit) else gone)
    checked = follow(harmed, lambda found: played(opened(found.game, push_checks), lambda now: is_tested(now, unit)))
    ended = follow(checked, played)
    weapons, breaches = len(before.disabled_weapons), before.resist_loss
    return DamageOdds(
        models=to_chances(mapped(there, lambda row: len(before.models) - len(row.models))),
        pins=to_chances(mapped(there, lambda row: row.pins - before.pins)),
        dice=to_chances(mapped(there, lambda row: row.dice)),
        breaches=to_chances(mapped(there, lambda row: row.resist_loss - breaches)),
        moves=to_chances(mapped(there, lambda row: row.move_limit)),
        weapons=to_chances(mapped(there, lambda row: len(row.disabled_weapons) - weapons)),
        destroyed=to_chance(chance_of(harmed, lambda found: not is_on_table(found.game, unit))),
        break_test=to_chance(chance_of(checked, lambda found: is_tested(found.game, unit))),
        gone=to_chance(chance_of(ended, lambda found: not is_there(found.game, unit))),
    )
