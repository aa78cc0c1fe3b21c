"""Odds of a volley before the dice, as exact fractions by the rules' own code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, Unknown, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, mapped
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import FiredGroup
from adjudicator.rulesets.antares.model.rows import Action, Unit, Volley, VolleyResult
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.odds import hit_distribution, loss_distribution
from adjudicator.rulesets.antares.odds.format_odds import K, to_chance, to_chances
from adjudicator.rulesets.antares.odds.loss_distribution import Loss, Target
from adjudicator.rulesets.antares.reports.messages import EstimateShootingRequest, GroupOdds, ShootingOdds
from adjudicator.rulesets.antares.rules.damage import break_tests, casualties, pins, resist_tests
from adjudicator.rulesets.antares.rules.damage.nets import NET, net_sides
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.hits.hit_scoring import BREAK_TEST
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers, shot_plans

MOST_DICE = 40
BLUR = 3


# -- asking


def unit_on_table(game: Game, key: str, path: str) -> Unit:
    """Find a unit that is asked about; Unknown, or Rejected where it does not stand on the table."""
    row = game.units.get(key)
    if row is None:
        raise Unknown(fault("", "unknown-id", path))
    if row.place != "table":
        raise Rejected(fault("AN-TURN-08", "not-on-table", path, unit=key))
    return row


def _refuse_heavy(groups: tuple[FiredGroup, ...]) -> None:
    dice = sum(group.dice for group in groups)
    if dice > MOST_DICE:
        raise Rejected(fault("AN-SHOOT-11", "too-many-dice", "weapons", dice=dice, most=MOST_DICE))


def _volley(unit: Unit, target: str, kind: str, groups: Iterable[FiredGroup]) -> Volley:
    fired = tuple(map(volleys.group_of, groups))
    return Volley(id="supposed", unit=unit.id, target=target, kind=kind, seat=unit.seat, groups=fired)


# -- shooting


def estimate_shooting(game: Game, _party: Party, request: EstimateShootingRequest) -> ShootingOdds:
    """AN-ACC-01 AN-RESIST-01 Tell what a volley would do, were it rolled now without reactions.

    Raises Unknown for an id that does not exist, Rejected for shooting that would be refused.
    """
    unit = unit_on_table(game, request.unit, "unit")
    unit_on_table(game, request.target, "target")
    twin = game.fork()
    order = "advance" if request.point_blank else request.order
    twin.actions = (*twin.actions, Action(unit=unit.id, seat=unit.seat, order=order, kind="order"))
    kind = "point_blank" if request.point_blank else "shooting"
    laid = shot_plans.plan(twin, unit.id, request.target, kind, request.weapons)
    if laid.faults:
        raise Rejected(*laid.faults)
    groups = next((groups for target, groups in laid.volleys if target == request.target), ())
    _refuse_heavy(groups)
    return _shooting(twin, _volley(unit, request.target, kind, groups))


def _shooting(game: Game, row: Volley) -> ShootingOdds:
    blurs = range(1, BLUR + 1) if accuracy_modifiers.is_blurred(game, row) else (0,)
    rows = [accuracy_modifiers.with_numbers(game, row, blur) for blur in blurs]
    target = Target(game, rows[0])
    hits = _mixed([_landed(game, item) for item in rows])
    losses = follow(hits, target.losses)
    pinned = follow(both_of(hits, target), lambda pair: _pins(game, rows[0], *pair))
    return ShootingOdds(
        groups=tuple(_group(game, rows[0], index, target) for index in range(len(row.groups))),
        hits=to_chances(mapped(hits, sum)),
        casualties=to_chances(mapped(losses, lambda found: found.wounds if target.chart else found.fallen)),
        pins=to_chances(mapped(pinned, lambda found: found[1])),
        break_test=to_chance(_sum(pinned, lambda found: _tested(game, row.target, *found))),
        broken=to_chance(_sum(pinned, lambda found: _broken(game, row.target, *found))),
    )


def _landed(game: Game, row: Volley) -> Distribution[tuple[int, ...]]:
    """Give the hits on the target, group by group."""
    return follow(hit_distribution.hits_of(game, row), lambda vector: hit_distribution.struck(game, row, vector))


def both_of(hits: Distribution[tuple[int, ...]], target: Target) -> Distribution[tuple[tuple[int, ...], Loss]]:
    """Keep the hits beside what they do."""
    return follow(hits, lambda vector: mapped(target.losses(vector), lambda loss: (vector, loss)))


def _mixed(spreads: list[Distribution[K]]) -> Distribution[K]:
    """Take one of several at random, each as likely."""
    return follow(die(lambda face: face - 1, len(spreads)), lambda place: spreads[place])


def _group(game: Game, row: Volley, index: int, target: Target) -> GroupOdds:
    group = row.groups[index]
    needed = group.needed or Tally.base(0, "AN-ACC-01")
    alone = replace(row, groups=(replace(group, dice=1),), rerolls_declined=True)
    one = hit_distribution.hits_of(game, alone)
    hit = Fraction(sum(weight for key, weight in one.weights.items() if key[0]), one.whole)
    model = target.models[0]
    shooter = group.models[0] if group.models else ""
    value = hit_distribution.amount_spread(hit_scoring.strike_amount(game, group, shooter))
    likeliest = min(value.weights, key=lambda found: (-value.weights[found], found))
    supposed = loss_distribution.hit_of(game, row, index, shooter, likeliest)
    return GroupOdds(
        weapon=group.weapon,
        mode=group.mode,
        dice=group.dice,
        needed=needed,
        hit=to_chance(hit),
        resist=resist_tests.resist_tally(game, supposed, model),
        saved=to_chance(1 - loss_distribution.failing_share(loss_distribution.blow(game, row, index, model))),
    )


def _pins(game: Game, row: Volley, vector: tuple[int, ...], loss: Loss) -> Distribution[tuple[Loss, int, bool]]:
    """AN-PIN-01 to AN-PIN-13 AN-BREAK-09 Give pins, over the dice of nets, and whether a munition calls for a test."""
    used = [
        game.weapons[group.weapon] for group, count in zip(row.groups, vector, strict=True) if count and group.weapon
    ]
    words = {word for item in used for word in item.properties}
    nets: Distribution[int] = certain(0)
    for weapon in {item.id: item for item in used if NET in item.properties and item.overhead is None}.values():
        nets = combined(nets, die(lambda face: face + 1, net_sides(weapon)), max)
    fallen = tuple(f"{row.target}.{number}" for number in range(loss.fallen))

    shaken = BREAK_TEST in words and not casualties.is_exempt(game, row.target)

    def given(net: int) -> tuple[Loss, int, bool]:
        found = VolleyResult(
            unit=row.target,
            resisted_low=loss.low,
            hit=loss.hit,
            disrupted="disruptor" in words,
            slung="slingnet" in words,
            net_pins=net,
            wounds=loss.wounds,
            removed_models=fallen,
        )
        return loss, pins.pins_of(game, found, blows=row.kind == "hand_to_hand")[0], shaken

    return mapped(nets, given)


# -- whether it breaks


def _sum(odds: Distribution[K], share: Callable[[K], Fraction]) -> Fraction:
    return sum((weight * share(key) for key, weight in odds.weights.items()), Fraction(0)) / odds.whole


def _left(game: Game, unit: str, loss: Loss) -> int:
    return len(game.units[unit].models) - loss.fallen


def _is_due(game: Game, unit: str, loss: Loss) -> bool:
    """AN-BREAK-06 AN-BREAK-07 Tell whether losses call for a break test."""
    return bool(loss.fallen) and not casualties.is_exempt(game, unit) and casualties.half_lost(game, unit, loss.fallen)


def _tested(game: Game, unit: str, loss: Loss, pins: int, shaken: bool) -> Fraction:
    stands = _left(game, unit, loss) > 0 and not break_tests.breaks_by_pins(game, unit, pins)
    return Fraction(int(stands and (shaken or _is_due(game, unit, loss))))


def _broken(game: Game, unit: str, loss: Loss, pins: int, shaken: bool) -> Fraction:
    """AN-BREAK-03 AN-BREAK-12 Give how likely a unit is gone; what the damage chart does is not counted."""
    if _left(game, unit, loss) <= 0 or break_tests.breaks_by_pins(game, unit, pins):
        return Fraction(1)
    if not casualties.half_lost(game, unit, loss.fallen):
        # whoever fails a test that something else calls for goes Down (AN-BREAK-14)
        return Fraction(0)
    needed = break_tests.break_tally(game, unit).total - pins
    return (1 - loss_distribution.pass_chance(needed)) * _tested(game, unit, loss, pins, shaken)
