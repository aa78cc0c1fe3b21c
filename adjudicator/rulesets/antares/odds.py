"""Odds before the dice: tests, volleys and rounds of hand to hand, as exact fractions by the rules' own code."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, format_chance, mapped
from adjudicator.rulesets.antares import (
    accuracy,
    breaks,
    casualties,
    firing,
    melee,
    odds_losses,
    odds_volley,
    outcomes,
    resist,
    scoring,
)
from adjudicator.rulesets.antares.model.messages import FiredGroup
from adjudicator.rulesets.antares.odds_losses import Loss, Target
from adjudicator.rulesets.antares.reports.messages import (
    AssaultOdds,
    Chance,
    EstimateAssaultRequest,
    EstimateShootingRequest,
    GroupOdds,
    NamedChance,
    ShootingOdds,
)
from adjudicator.rulesets.antares.rows import Action, Assault, Group, Outcome, Unit, Volley
from adjudicator.rulesets.antares.scoring import BREAK_TEST, NET, net_sides
from adjudicator.rulesets.antares.state import Game, is_down, starting_models, stat

MOST_DICE = 40
BLUR = 3
K = TypeVar("K", bound=Hashable)

# -- telling


def told(chance: Fraction) -> Chance:
    """Write a chance down."""
    ratio, per_million = format_chance(chance)
    return Chance(ratio=ratio, per_million=per_million)


def named(odds: Distribution[K], order: Iterable[K] | None = None) -> tuple[NamedChance, ...]:
    """Write every outcome down, in this order or ascending."""
    keys = sorted(odds.weights, key=_place) if order is None else [each for each in order if each in odds.weights]
    return tuple(NamedChance(outcome=str(each), chance=told(odds.chance(each))) for each in keys)


def _place(key: Hashable) -> tuple[int, str]:
    return (key, "") if isinstance(key, int) else (0, str(key))


# -- asking


def unit_on_table(game: Game, key: str, path: str) -> Unit:
    """Find a unit that is asked about; Unknown, or Rejected where it does not stand on the table."""
    row = game.units.get(key)
    if row is None:
        raise Unknown(Fault("", "unknown-id", path))
    if row.place != "table":
        raise Rejected(Fault("AN-TURN-08", "not-on-table", path, (("unit", key),)))
    return row


def _refuse_heavy(groups: tuple[FiredGroup, ...]) -> None:
    dice = sum(each.dice for each in groups)
    if dice > MOST_DICE:
        raise Rejected(Fault("AN-SHOOT-11", "too-many-dice", "weapons", (("dice", dice), ("most", MOST_DICE))))


def _volley(unit: Unit, target: str, kind: str, groups: Iterable[FiredGroup]) -> Volley:
    made = tuple(
        Group(weapon=each.weapon, mode=each.mode, models=each.models, dice=each.dice, overhead=each.overhead,
              blind=each.blind, aim=each.aim, heavy=each.heavy)
        for each in groups
    )  # fmt: skip
    return Volley(id="supposed", unit=unit.id, target=target, kind=kind, seat=unit.seat, groups=made)


def _numbered(game: Game, row: Volley, blur: int = 0) -> Volley:
    numbers = accuracy.numbers(game, row, blur)
    groups = tuple(replace(group, needed=each) for group, each in zip(row.groups, numbers, strict=True))
    return replace(row, groups=groups)


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
    laid = firing.plan(twin, unit.id, request.target, kind, request.weapons)
    if laid.faults:
        raise Rejected(*laid.faults)
    groups = next((groups for target, groups in laid.volleys if target == request.target), ())
    _refuse_heavy(groups)
    return _shooting(twin, _volley(unit, request.target, kind, groups))


def _shooting(game: Game, row: Volley) -> ShootingOdds:
    blurs = range(1, BLUR + 1) if accuracy.is_blurred(game, row) else (0,)
    rows = [_numbered(game, row, blur) for blur in blurs]
    target = Target(game, rows[0])
    hits = _mixed([_landed(game, each) for each in rows])
    losses = follow(hits, target.losses)
    pinned = follow(both_of(hits, target), lambda pair: _pins(game, rows[0], *pair))
    return ShootingOdds(
        groups=tuple(_group(game, rows[0], index, target) for index in range(len(row.groups))),
        hits=named(mapped(hits, sum)),
        casualties=named(mapped(losses, lambda each: each.wounds if target.chart else each.fallen)),
        pins=named(mapped(pinned, lambda each: each[1])),
        break_test=told(_sum(pinned, lambda each: _tested(game, row.target, *each))),
        broken=told(_sum(pinned, lambda each: _broken(game, row.target, *each))),
    )


def _landed(game: Game, row: Volley) -> Distribution[tuple[int, ...]]:
    """Give the hits on the target, group by group."""
    return follow(odds_volley.hits_of(game, row), lambda vector: odds_volley.struck(game, row, vector))


def both_of(hits: Distribution[tuple[int, ...]], target: Target) -> Distribution[tuple[tuple[int, ...], Loss]]:
    """Keep the hits beside what they do."""
    return follow(hits, lambda vector: mapped(target.losses(vector), lambda loss: (vector, loss)))


def _mixed(spreads: list[Distribution[K]]) -> Distribution[K]:
    """Take one of several at random, each as likely."""
    return follow(die(lambda face: face - 1, len(spreads)), lambda place: spreads[place])


def _group(game: Game, row: Volley, index: int, target: Target) -> GroupOdds:
    group = row.groups[index]
    needed = group.needed or Tally.base(0, "AN-ACC-01")
    alone = replace(row, groups=(replace(group, dice=1),), waived=True)
    one = odds_volley.hits_of(game, alone)
    hit = Fraction(sum(weight for key, weight in one.weights.items() if key[0]), one.whole)
    model = target.models[0]
    shooter = group.models[0] if group.models else ""
    value = odds_volley.amount_spread(scoring.strike_amount(game, group, shooter))
    likeliest = min(value.weights, key=lambda each: (-value.weights[each], each))
    supposed = odds_losses.hit_of(game, row, index, shooter, likeliest)
    return GroupOdds(
        weapon=group.weapon, mode=group.mode, dice=group.dice, needed=needed, hit=told(hit),
        resist=resist.resist_tally(game, supposed, model),
        saved=told(1 - odds_losses.failing_share(odds_losses.blow(game, row, index, model))),
    )  # fmt: skip


def _pins(game: Game, row: Volley, vector: tuple[int, ...], loss: Loss) -> Distribution[tuple[Loss, int, bool]]:
    """AN-PIN-01 to AN-PIN-13 AN-BREAK-09 Give pins, over the dice of nets, and whether a munition calls for a test."""
    used = [
        game.weapons[group.weapon] for group, count in zip(row.groups, vector, strict=True) if count and group.weapon
    ]
    words = {word for each in used for word in each.properties}
    nets: Distribution[int] = certain(0)
    for weapon in {each.id: each for each in used if NET in each.properties and each.overhead is None}.values():
        nets = combined(nets, die(lambda face: face + 1, net_sides(weapon)), max)
    fallen = tuple(f"{row.target}.{number}" for number in range(loss.fallen))

    shaken = BREAK_TEST in words and not casualties.exempt(game, row.target)

    def given(net: int) -> tuple[Loss, int, bool]:
        found = Outcome(
            unit=row.target, low=loss.low, hit=loss.hit, disrupted="disruptor" in words, slung="slingnet" in words,
            net=net, wounds=loss.wounds, fallen=fallen,
        )  # fmt: skip
        return loss, outcomes.pins_of(game, found, blows=row.kind == "hand_to_hand")[0], shaken

    return mapped(nets, given)


# -- whether it breaks


def _sum(odds: Distribution[K], share: Callable[[K], Fraction]) -> Fraction:
    return sum((weight * share(key) for key, weight in odds.weights.items()), Fraction(0)) / odds.whole


def _left(game: Game, unit: str, loss: Loss) -> int:
    return len(game.units[unit].models) - loss.fallen


def _overwhelmed(game: Game, unit: str, pins: int) -> bool:
    command = stat(game, unit, "command")
    return command is not None and game.units[unit].pins + pins >= command


def _is_due(game: Game, unit: str, loss: Loss) -> bool:
    """AN-BREAK-06 AN-BREAK-07 Tell whether losses call for a break test."""
    return bool(loss.fallen) and not casualties.exempt(game, unit) and _half_lost(game, unit, loss)


def _half_lost(game: Game, unit: str, loss: Loss) -> bool:
    """AN-GEN-06 Tell whether half or more of a unit's starting models would be casualties."""
    return 2 * (starting_models(game, unit) - _left(game, unit, loss)) >= starting_models(game, unit)


def _tested(game: Game, unit: str, loss: Loss, pins: int, shaken: bool) -> Fraction:
    stands = _left(game, unit, loss) > 0 and not _overwhelmed(game, unit, pins)
    return Fraction(int(stands and (shaken or _is_due(game, unit, loss))))


def _broken(game: Game, unit: str, loss: Loss, pins: int, shaken: bool) -> Fraction:
    """AN-BREAK-03 AN-BREAK-12 Give how likely a unit is gone; what the damage chart does is not counted."""
    if _left(game, unit, loss) <= 0 or _overwhelmed(game, unit, pins):
        return Fraction(1)
    if not _half_lost(game, unit, loss):
        # whoever fails a test that something else calls for goes Down (AN-BREAK-14)
        return Fraction(0)
    needed = breaks.break_tally(game, unit).total - pins
    return (1 - odds_losses.pass_chance(needed)) * _tested(game, unit, loss, pins, shaken)


# -- hand to hand


def estimate_assault(game: Game, _party: Party, request: EstimateAssaultRequest) -> AssaultOdds:
    """AN-H2H-01 AN-H2H-11 Tell what the first round of hand to hand would do, as the units stand now.

    Raises Unknown for an id that does not exist, Rejected for units of one side.
    """
    unit = unit_on_table(game, request.unit, "unit")
    other = unit_on_table(game, request.target, "target")
    if unit.seat == other.seat:
        raise Rejected(Fault("AN-ASSAULT-01", "assault-on-a-friend", "target", (("target", other.id),)))
    twin = game.fork()
    twin.assault = Assault(unit=unit.id, target=other.id, contact=True, round=1)
    fought = _fought(twin, unit, other)
    loses = _sum(fought, lambda pair: Fraction(int(_compared(twin, unit, other, *pair) > 0)))
    draws = _sum(fought, lambda pair: Fraction(int(_compared(twin, unit, other, *pair) == 0)))
    return AssaultOdds(
        own=named(mapped(fought, lambda pair: pair[0][0])), enemy=named(mapped(fought, lambda pair: pair[1][0])),
        win=told(1 - loses - draws), draw=told(draws), loss=told(loses),
    )  # fmt: skip


def _fought(game: Game, unit: Unit, other: Unit) -> Distribution[tuple[tuple[int, int], tuple[int, int]]]:
    """AN-H2H-01 AN-H2H-02 Let both strike at once, or one that alone is Down after the other with what it has left.

    Each of a pair is what the assaulter, and what the target, suffers: models lost, pins.
    """
    late = [each.id for each in (unit, other) if is_down(game, each.id)]
    if len(late) != 1:
        return combined(_struck(game, other, unit), _struck(game, unit, other), lambda own, enemy: (own, enemy))
    first, last = (other, unit) if late[0] == unit.id else (unit, other)
    swapped = first.id == other.id
    return follow(
        _struck(game, first, last),
        lambda done: mapped(
            _struck(_without(game, last, done[0]), last, first),
            lambda back: (done, back) if swapped else (back, done),
        ),
    )


def _without(game: Game, unit: Unit, fallen: int) -> Game:
    """Take away the models that are hit first."""
    twin = game.fork()
    twin.units[unit.id] = replace(twin.units[unit.id], models=unit.models[fallen:])
    return twin


def _struck(game: Game, unit: Unit, foe: Unit) -> Distribution[tuple[int, int]]:
    """AN-H2H-03 AN-H2H-10 Give what a unit's attacks do to its foe: models lost, and pins."""
    groups = melee.groups_of(game, unit.id)
    if not groups:
        return certain((0, 0))
    _refuse_heavy(groups)
    row = _numbered(game, _volley(unit, foe.id, "hand_to_hand", groups))
    twin = game.fork()
    target = Target(twin, row)
    pairs = both_of(odds_volley.hits_of(twin, row), target)
    pinned = follow(pairs, lambda pair: _pins(twin, row, *pair))
    return mapped(pinned, lambda each: (each[0].fallen, each[1]))


def _compared(game: Game, unit: Unit, other: Unit, own: tuple[int, int], enemy: tuple[int, int]) -> int:
    """AN-H2H-11 AN-H2H-12 Compare pins as the option says: above 0 where the assaulter has more."""
    total = game.how.h2h_compare == "total"
    return own[1] - enemy[1] + (unit.pins - other.pins if total else 0)


__all__ = ["estimate_assault", "estimate_shooting", "named", "told", "unit_on_table"]
