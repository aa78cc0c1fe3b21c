"""Odds of a round of hand to hand, as exact fractions by the rules' own code."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, combined, follow, mapped
from adjudicator.rulesets.antares.model.rows import Assault, Unit
from adjudicator.rulesets.antares.model.state import Game, is_down
from adjudicator.rulesets.antares.odds import hit_distribution
from adjudicator.rulesets.antares.odds.format_odds import to_chance, to_chances
from adjudicator.rulesets.antares.odds.loss_distribution import Target
from adjudicator.rulesets.antares.odds.shooting_odds import _pins, _refuse_heavy, _sum, _volley, both_of, unit_on_table
from adjudicator.rulesets.antares.reports.messages import AssaultOdds, EstimateAssaultRequest
from adjudicator.rulesets.antares.rules.assault import hand_to_hand
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers


def estimate_assault(game: Game, _party: Party, request: EstimateAssaultRequest) -> AssaultOdds:
    """AN-H2H-01 AN-H2H-11 Tell what the first round of hand to hand would do, as the units stand now.

    Raises Unknown for an id that does not exist, Rejected for units of one side.
    """
    unit = unit_on_table(game, request.unit, "unit")
    other = unit_on_table(game, request.target, "target")
    if unit.seat == other.seat:
        raise Rejected(fault("AN-ASSAULT-01", "assault-on-a-friend", "target", target=other.id))
    twin = game.fork()
    twin.assault = Assault(unit=unit.id, target=other.id, contact=True, round=1)
    fought = _fought(twin, unit, other)
    loses = _sum(fought, lambda pair: Fraction(int(_compared(twin, unit, other, *pair) > 0)))
    draws = _sum(fought, lambda pair: Fraction(int(_compared(twin, unit, other, *pair) == 0)))
    return AssaultOdds(
        own=to_chances(mapped(fought, lambda pair: pair[0][0])),
        enemy=to_chances(mapped(fought, lambda pair: pair[1][0])),
        win=to_chance(1 - loses - draws),
        draw=to_chance(draws),
        loss=to_chance(loses),
    )


def _fought(game: Game, unit: Unit, other: Unit) -> Distribution[tuple[tuple[int, int], tuple[int, int]]]:
    """AN-H2H-01 AN-H2H-02 Let both strike at once, or one that alone is Down after the other with what it has left.

    Each of a pair is what the assaulter, and what the target, suffers: models lost, pins.
    """
    late = [row.id for row in (unit, other) if is_down(game, row.id)]
    if len(late) != 1:
        return combined(_struck(game, other, unit), _struck(game, unit, other), lambda own, enemy: (own, enemy))
    first, last = (other, unit) if late[0] == unit.id else (unit, other)
    swapped = first.id == other.id
    return follow(
        _struck(game, first, last),
        lambda done: mapped(
            _struck(_without(game, last, done[0]), last, first), lambda back: (done, back) if swapped else (back, done)
        ),
    )


def _without(game: Game, unit: Unit, fallen: int) -> Game:
    """Take away the models that are hit first."""
    twin = game.fork()
    twin.units[unit.id] = replace(twin.units[unit.id], models=unit.models[fallen:])
    return twin


def _struck(game: Game, unit: Unit, enemy: Unit) -> Distribution[tuple[int, int]]:
    """AN-H2H-03 AN-H2H-10 Give what a unit's attacks do to its foe: models lost, and pins."""
    groups = hand_to_hand.groups_of(game, unit.id)
    if not groups:
        return certain((0, 0))
    _refuse_heavy(groups)
    row = accuracy_modifiers.with_numbers(game, _volley(unit, enemy.id, "hand_to_hand", groups))
    twin = game.fork()
    target = Target(twin, row)
    pairs = both_of(hit_distribution.hits_of(twin, row), target)
    pinned = follow(pairs, lambda pair: _pins(twin, row, *pair))
    return mapped(pinned, lambda found: (found[0].fallen, found[1]))


def _compared(game: Game, unit: Unit, other: Unit, own: tuple[int, int], enemy: tuple[int, int]) -> int:
    """AN-H2H-11 AN-H2H-12 Compare pins as the option says: above 0 where the assaulter has more."""
    total = game.options.h2h_compare == "total"
    return own[1] - enemy[1] + (unit.pins - other.pins if total else 0)
