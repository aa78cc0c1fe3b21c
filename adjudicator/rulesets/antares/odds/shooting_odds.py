"""Odds of a volley before the dice, as exact fractions by the rules' own code.

Dice, templates and resist tests are distributions (hit_distribution, template_distribution, loss_distribution); what
follows from them, pins, the damage chart and breaks, is played on by the rules themselves (positions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Rejected, Unknown, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import NO_SUBJECT
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, mapped
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import FiredGroup, Hit
from adjudicator.rulesets.antares.model.rows import Action, Group, Unit, Volley, VolleyEffect, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, is_on_table
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.odds import hit_distribution, loss_distribution, template_distribution
from adjudicator.rulesets.antares.odds.damage_distribution import Damage, with_harm
from adjudicator.rulesets.antares.odds.format_odds import K, to_chances
from adjudicator.rulesets.antares.odds.loss_distribution import Loss, Target
from adjudicator.rulesets.antares.odds.positions import Position, asked, played
from adjudicator.rulesets.antares.odds.template_distribution import Struck
from adjudicator.rulesets.antares.reports.messages import EstimateShootingRequest, GroupOdds, ShootingOdds
from adjudicator.rulesets.antares.rules.assault.point_blank import out_of_fight_fault
from adjudicator.rulesets.antares.rules.damage import resist_tests
from adjudicator.rulesets.antares.rules.damage.break_tests import TEST
from adjudicator.rulesets.antares.rules.damage.nets import NET, net_sides
from adjudicator.rulesets.antares.rules.hits import hit_rerolls
from adjudicator.rulesets.antares.rules.hits.hit_scoring import BREAK_TEST
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers, shot_plans

MOST_DICE = 40
BLUR = 3


class Suffered(NamedTuple):
    """What a volley has done to its target once pins and the damage chart are settled, before anything breaks."""

    position: Position
    gained: int


# -- asking


def known_unit(game: Game, key: str, path: str) -> Unit:
    """Find a unit that is asked about, wherever it is.

    Raises Unknown for an id that does not exist.
    """
    row = game.units.get(key)
    if row is None:
        raise Unknown(fault("", "unknown-id", path))
    return row


def unit_on_table(game: Game, key: str, path: str, clause: str = "AN-TURN-08") -> Unit:
    """Find a unit that is asked about, and that acts or is acted on by this clause.

    Raises Unknown for an id that does not exist, Rejected for a unit that does not stand on the table.
    """
    row = known_unit(game, key, path)
    if row.place != "table":
        raise Rejected(fault(clause, "not-on-table", path, unit=key))
    return row


def refuse_plan(laid: shot_plans.ShotPlan) -> None:
    """Refuse what a declaration would be refused for.

    Raises Unknown for an id that does not exist, Rejected for all else that is wrong.
    """
    if laid.faults:
        raise (Unknown if laid.faults[0].reason == "unknown-id" else Rejected)(*laid.faults)


def volley_of(unit: Unit, target: str, kind: str, groups: Iterable[FiredGroup]) -> Volley:
    """Make up a volley."""
    fired = tuple(map(volleys.group_of, groups))
    return Volley(id=f"supposed-{unit.id}", unit=unit.id, target=target, kind=kind, seat=unit.seat, groups=fired)


# -- shooting


def estimate_shooting(game: Game, _party: Party, request: EstimateShootingRequest) -> ShootingOdds:
    """AN-ACC-01 AN-RESIST-01 Tell what a volley would do, were it rolled now without reactions.

    That the unit is given this order, or shoots at point blank range, is supposed; blind fire is no volley at anybody.
    Raises Unknown for an id that does not exist, Rejected for shooting that would be refused and for what can not be
    told exactly.
    """
    unit = unit_on_table(game, request.unit, "unit")
    twin = game.fork()
    order = "advance" if request.point_blank else request.order
    twin.actions = (*twin.actions, Action(unit=unit.id, seat=unit.seat, order=order, kind="order"))
    kind = "point_blank" if request.point_blank else "shooting"
    elsewhere = out_of_fight_fault(unit.id, request.target, request.weapons) if request.point_blank else None
    if elsewhere is not None:
        raise Rejected(elsewhere)
    laid = shot_plans.plan(twin, unit.id, request.target, kind, request.weapons)
    refuse_plan(laid)
    groups = next((groups for target, groups in laid.volleys if target and target == request.target), ())
    if not groups:
        raise Rejected(fault("WG-ODDS-01", "odds-of-no-volley", "target", target=request.target or "none"))
    loss_distribution.refuse_naturals(game, "resist")
    dice = sum(group.dice for group in groups)
    if dice > MOST_DICE:
        raise Rejected(fault("WG-ODDS-01", "too-many-dice", "weapons", dice=dice, most=MOST_DICE))
    return _shooting(twin, volley_of(unit, request.target, kind, groups))


def _shooting(game: Game, whole: Volley) -> ShootingOdds:
    sighted = any(group.dice and not group.blind for group in whole.groups)
    blurs = range(1, BLUR + 1) if sighted and accuracy_modifiers.is_blurred(game, whole) else (0,)
    rows = [loss_distribution.runs_of(game, accuracy_modifiers.with_numbers(game, whole, blur)) for blur in blurs]
    game.volleys = {rows[0].id: rows[0]}
    target = Target(game, whole.target)
    placed = is_placed(game, rows[0])
    struck = _mixed([follow(hit_distribution.scores_of(game, row, placed=placed), _strikes(game, row)) for row in rows])
    results = follow(struck, lambda found: _losses(game, rows[0], target, found))
    damage = Damage(game, whole.target)
    suffered = follow(results, lambda found: _suffered(game, rows[0], target, damage, *found))
    due = mapped(suffered, lambda found: found.position)
    tests = _until(due, lambda now: is_tested(now, whole.target))
    ended = _until(tests, lambda _now: False)
    return ShootingOdds(
        groups=tuple(_group(game, whole, rows, index, target) for index in range(len(whole.groups))),
        hits=to_chances(mapped(struck, lambda found: sum(found.hits))),
        casualties=to_chances(mapped(results, lambda found: len(found[1].rolls) or sum(found[1].fallen))),
        pins=to_chances(mapped(suffered, lambda found: found.gained)),
        break_test=to_chance(chance_of(tests, lambda found: is_tested(found.game, whole.target))),
        broken=to_chance(chance_of(ended, lambda found: _has_broken(game, found.game, whole.target))),
    )


def is_placed(game: Game, row: Volley) -> bool:
    """AN-HIT-03 Tell whether it matters which hit of a volley is the lucky one: where hits differ in what they do."""
    return len({loss_distribution.worth_of(game, row, group) for group in row.groups}) > 1


def _strikes(game: Game, row: Volley) -> Callable[[hit_distribution.Score], Distribution[Struck]]:
    return lambda score: template_distribution.struck(game, row, score)


def _mixed(spreads: list[Distribution[K]]) -> Distribution[K]:
    """Take one of several at random, each as likely."""
    return follow(die(lambda face: face - 1, len(spreads)), lambda place: spreads[place])


def _losses(game: Game, row: Volley, target: Target, struck: Struck) -> Distribution[tuple[Struck, Loss]]:
    hits, values = hits_of(game, row, struck.hits, struck.lucky)
    return mapped(target.losses(hits, values), lambda loss: (struck, loss))


def hits_of(game: Game, row: Volley, counts: tuple[int, ...], lucky: int) -> tuple[tuple[Hit, ...], tuple[Amount, ...]]:
    """Make up so many hits of every run, in order of their dice, and give their strike values."""
    hits: list[Hit] = []
    values: list[Amount] = []
    for index, (group, count) in enumerate(zip(row.groups, counts, strict=True)):
        for number in range(count):
            last = index == lucky and number == count - 1
            hits.append(loss_distribution.hit_of(game, row, group, f"{row.id}.{index:03}-{number:03}", lucky=last))
            values.append(loss_distribution.strike_value(game, group))
    return tuple(hits), tuple(values)


# -- what follows


def _suffered(
    game: Game, row: Volley, target: Target, damage: Damage, struck: Struck, loss: Loss
) -> Distribution[Suffered]:
    """AN-PIN-01 to AN-PIN-15 AN-DMG-02 Let damage be rolled and pins be applied by the rules."""
    harmed = damage.after(rolls_of(loss, row.seat))
    games = mapped(harmed, lambda harm: Position(with_harm(harm, target.unit)))
    after = combined(games, _nets(game, row, struck), lambda found, net: (found, net))
    return follow(after, lambda pair: _settled(pair[0].game, row, target, struck, loss, pair[1]))


def rolls_of(loss: Loss, seat: Party) -> tuple[tuple[str, str, Party], ...]:
    """List the damage rolls of a loss, and who makes them."""
    return tuple((weapon, model, seat) for weapon, model in loss.rolls)


def _settled(game: Game, row: Volley, target: Target, struck: Struck, loss: Loss, net: int) -> Distribution[Suffered]:
    twin = game.fork()
    twin.stack, twin.hits, twin.volleys = (), {}, {row.id: row}
    hit = any(struck.hits)
    words = hit_distribution.words_of(game, row, struck.hits)
    shaken = struck.shaken or BREAK_TEST in words
    twin.volley_results = {}
    start = Position(twin)
    if hit or net or shaken:
        result = result_of(target, loss, words, hit=hit, net=net, shaken=shaken)
        twin.volley_results = {target.unit: result}
        start = asked(twin, ("action_end", UnitSubject(row.unit)), ("pins", NO_SUBJECT))
    settled = played(start, lambda now: not now.volleys)
    before = target.game.units[target.unit].pins
    return mapped(settled, lambda found: Suffered(found, _gained(found.game, target.unit, before)))


def _gained(game: Game, unit: str, before: int) -> int:
    return game.units[unit].pins - before if is_on_table(game, unit) else 0


def result_of(
    target: Target, loss: Loss, words: frozenset[str], *, hit: bool, net: int = 0, shaken: bool = False
) -> VolleyResult:
    """Make up what the volleys did to a unit."""
    effect = VolleyEffect(
        volley="",
        resisted_low=loss.low,
        disrupted="disruptor" in words,
        slung="slingnet" in words,
        net_pins=net,
        wounds=loss.wounds + len(loss.rolls),
    )
    return VolleyResult(
        unit=target.unit,
        hit=hit,
        effects=(effect,),
        removed_models=loss_distribution.fallen_models(target, loss),
        shaken=shaken,
    )


def _nets(game: Game, row: Volley, struck: Struck) -> Distribution[int]:
    """AN-PIN-11 AN-PIN-12 AN-REROLL-09 Throw for nets, with a template or without one; the largest counts."""
    used = {group.weapon for group, count in zip(row.groups, struck.hits, strict=True) if count and not group.overhead}
    thrown = [game.weapons[name] for name in sorted(used) if name and NET in game.weapons[name].properties]
    shielded = bool(hit_rerolls.protection(game, row.target, row))
    direct = _most([net_sides(weapon) for weapon in thrown])
    under = _most([net_sides(game.weapons[name]) for name, count in struck.nets for _ in range(count)])
    if shielded:
        direct = mapped(direct, lambda pins: hit_rerolls.protected_pins(game, pins))
        under = mapped(under, lambda pins: template_distribution.halved_pins(game, pins))
    return combined(direct, under, max)


def _most(sides: list[int]) -> Distribution[int]:
    found: Distribution[int] = certain(0)
    for size in sides:
        found = combined(found, die(lambda face: face + 1, size), max)
    return found


def _until(found: Distribution[Position], until: Callable[[Game], bool]) -> Distribution[Position]:
    return follow(found, lambda position: played(position, until))


def is_tested(game: Game, unit: str) -> bool:
    """AN-BREAK-16 Tell whether a unit is about to take a break test."""
    top = game.stack[-1] if game.stack else None
    return top is not None and top.kind == TEST and top.subject == (unit,)


def is_there(game: Game, unit: str) -> bool:
    """AN-BREAK-05 Tell whether a unit is neither gone nor fleeing."""
    return is_on_table(game, unit) and not game.units[unit].fleeing


def _has_broken(before: Game, after: Game, unit: str) -> bool:
    """AN-BREAK-05 Tell whether a unit broke or was destroyed in between: who flees already breaks no more."""
    return not is_on_table(after, unit) if before.units[unit].fleeing else not is_there(after, unit)


def chance_of(odds: Distribution[K], holds: Callable[[K], bool]) -> Fraction:
    """Give how likely something holds."""
    return Fraction(sum(weight for key, weight in odds.weights.items() if holds(key)), odds.whole)


# -- group by group


def _group(game: Game, whole: Volley, rows: list[Volley], index: int, target: Target) -> GroupOdds:
    group = replace(whole.groups[index], needed=_needed(rows, whole.groups[index]))
    one = _one_die(game, whole, rows, group)
    model = target.models[0]
    value = loss_distribution.strike_value(game, group)
    spread = loss_distribution.amount_spread(value)
    likeliest = min(spread.weights, key=lambda found: (-spread.weights[found], found))
    hit = replace(loss_distribution.hit_of(game, whole, group, "supposed"), strike_value=likeliest, model=model.id)
    tests = loss_distribution.tested(target.game, hit, model, value, chart=False)
    return GroupOdds(
        weapon=group.weapon,
        mode=group.mode,
        dice=group.dice,
        needed=group.needed or Tally.base(0, "AN-ACC-01"),
        hit=to_chance(one),
        resist=resist_tests.resist_tally(target.game, hit, model),
        saved=to_chance(chance_of(tests, lambda found: not found.failed)),
    )


def _needed(rows: list[Volley], group: Group) -> Tally | None:
    return next((run.needed for run in rows[0].groups if _same(run, group)), None)


def _one_die(game: Game, whole: Volley, rows: list[Volley], group: Group) -> Fraction:
    """Give how likely one die of a group hits, without re-rolls of misses."""
    found = []
    for row in rows:
        run = next(item for item in row.groups if _same(item, group))
        alone = replace(whole, groups=(replace(run, dice=1, models=run.models[:1]),), rerolls_declined=True)
        found.append(hit_distribution.scores_of(game, alone, placed=False))
    return chance_of(_mixed(found), lambda score: score.hits[0] > 0)


def _same(run: Group, group: Group) -> bool:
    return (run.weapon, run.mode, run.aim, run.heavy) == (group.weapon, group.mode, group.aim, group.heavy) and (
        not group.models or set(run.models) <= set(group.models)
    )
