"""The odds of an assault as exact fractions, from the dice that the fight itself would roll (HX-ASSAULT-20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import add

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, mapped, sum_of
from adjudicator.rulesets.hex_orders.model.board_hexes import facing_between
from adjudicator.rulesets.hex_orders.model.messages import DiceKept, FightUnit
from adjudicator.rulesets.hex_orders.model.rounding import half_of
from adjudicator.rulesets.hex_orders.model.rows import Fight, Unit
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, is_shaken, knows_unit, other_seat, units_in
from adjudicator.rulesets.hex_orders.odds.format_odds import number_chances
from adjudicator.rulesets.hex_orders.odds.what_if import WhatIf, branches, spread
from adjudicator.rulesets.hex_orders.reports.messages import AssaultOdds, EstimateAssaultRequest, FightingBase
from adjudicator.rulesets.hex_orders.rules.assault import fear
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import (
    SIDES,
    Pool,
    assault_dice,
    assault_pools,
    default_kept,
    deflection_dice,
)
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    angle_in,
    attacked_from,
    default_contributors,
    feared_in,
    retreat_number,
    rolling_bases,
    too_many,
)
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import stronger_nation
from adjudicator.rulesets.hex_orders.rules.retreats.retreat_hexes import cannot_share_hex

MORE, TIE = 1, 0


def estimate_assault(game: Game, party: Party, request: EstimateAssaultRequest) -> AssaultOdds:
    """Estimate a fight for a hex as if the attackers went forward into it now.

    Fear is rolled first. Of more bases of a side than may roll the first ones by id do (HX-ASSAULT-14); who is attacked
    from several sides uses the foremost angle, and who is shaken and fears keeps the first half of its dice; what else
    may come before the dice is named in `left_out`. Between sides of one nation a tie counts half, unless their rank is
    known. Raises Unknown for an id that there is not, Rejected for attackers that can not fight there together and for
    units that the asker does not know.
    """
    fight = _fight(game, party, request)
    seat = game.units[request.attackers[0]].seat
    kept = follow(_after_fear(game, fight), lambda rows: _kept_by_both(game, fight, rows, seat))
    more = mapped(kept, lambda pair: _compared(*pair))
    return AssaultOdds(
        own=number_chances(mapped(kept, lambda pair: pair[0])),
        enemy=number_chances(mapped(kept, lambda pair: pair[1])),
        advantage=to_chance(_advantage(game, fight, seat, more)),
        tie=to_chance(more.chance(TIE)),
        bases=tuple(_bases(game, fight, seat)),
        left_out=tuple(_left_out(game, fight)),
    )


# -- fear


def _after_fear(game: Game, fight: Fight) -> Distribution[tuple[Unit, ...]]:
    """HX-ABILITIES-06 Spread how the bases stand once fear was rolled: shaken, or as they are now."""
    twin = game.fork()
    twin.fights = {fight.id: fight}
    feared: dict[str, list[str]] = {}
    for _, unit, target in fear.fear_rolls(twin):
        feared.setdefault(target, []).append(unit)
    bases = (_base_after_fear(game, target, units) for target, units in feared.items())
    return reduce(lambda bases_, one: combined(bases_, one, lambda rows, row: (*rows, row)), bases, certain(()))


def _base_after_fear(game: Game, target: str, units: Sequence[str]) -> Distribution[Unit]:
    def act(ruling: WhatIf) -> None:
        for unit in units:
            fear.roll_fear(ruling, unit, target)

    found = ((chance, ruling.game.units[target]) for chance, ruling in branches(game, act, len(units)))
    shaken = ((chance, (row.pinned, row.shaken_from)) for chance, row in found)
    return mapped(spread(shaken), lambda pinned: replace(game.units[target], pinned=pinned[0], shaken_from=pinned[1]))


def _kept_by_both(game: Game, fight: Fight, rows: Iterable[Unit], seat: Party) -> Distribution[tuple[int, int]]:
    """Spread the successes that both sides keep where bases stand like this."""
    twin = game.fork()
    twin.units = {**twin.units, **{row.id: row for row in rows}}
    afraid = replace(fight, kept=tuple(_kept(twin, fight)))
    own, enemy = (_successes_left(twin, afraid, side) for side in (seat, other_seat(seat)))
    return combined(own, enemy, lambda one, other: (one, other))


def _left_out(game: Game, fight: Fight) -> Iterator[str]:
    """Name the clauses by which somebody may choose otherwise, or something else may come first."""
    if any(retreat_number(game, row.unit) is not None for row in fight.units):
        yield "HX-ABILITIES-01"
    feared = [seat for seat in SEATS if feared_in(game, fight, seat)]
    bases = [row for seat in feared for row in rolling_bases(game, fight, seat)]
    if any(len(assault_pools(game, row.unit, angle_in(game, fight, row)[0])) > 1 for row in bases):
        yield "HX-ABILITIES-09"
    if any(len(attacked_from(game, fight, row)) > 1 for row in fight.units):
        yield "HX-ASSAULT-13"
    if any(too_many(game, fight, seat) for seat in SEATS):
        yield "HX-ASSAULT-14"
    effects = game.hexes[fight.hex].effects
    if bases and effects is not None and effects.poison:
        yield "HX-HEXFX-07"
    if game.options.damage_effect_timing == "immediate":
        yield "HX-TURN-24"


# -- the fight


def _fight(game: Game, party: Party, request: EstimateAssaultRequest) -> Fight:
    movers = [_attacker(game, party, request, index) for index in range(len(request.attackers))]
    if not movers or len({row.seat for row in movers}) > 1 or len(set(request.attackers)) < len(movers):
        raise Rejected(Fault("HX-ASSAULT-03", "attackers-of-one-side", "attackers"))
    enemies = [
        row
        for row in units_in(game, request.hex)
        if row.seat != movers[0].seat and any(cannot_share_hex(game, row, mover) for mover in movers)
    ]
    if not enemies:
        raise Rejected(Fault("HX-ASSAULT-03", "no-enemy-there", "hex", (("hex", request.hex),)))
    for row in enemies:
        _check_known(party, row, "hex")
    rows = (*(_row(row, request.hex) for row in movers), *(_row(row, "") for row in enemies))
    bare = Fight("f0", request.hex, rows)
    chosen = tuple(unit for seat in SEATS for unit in default_contributors(game, bare, seat))
    return replace(bare, contributors=chosen, contributors_of=SEATS)


def _kept(game: Game, fight: Fight) -> Iterator[tuple[str, str, int]]:
    """HX-ABILITIES-08 Let shaken bases keep the first half of their dice against a unit with fear."""
    for seat in SEATS:
        for row in rolling_bases(game, fight, seat) if feared_in(game, fight, seat) else ():
            if is_shaken(game, game.units[row.unit]):
                pools = assault_pools(game, row.unit, angle_in(game, fight, row)[0])
                stay = default_kept(pools, half_of(sum(pool.dice for pool in pools)))
                yield from ((row.unit, one.group, one.dice) for one in stay or (DiceKept(group="", dice=0),))


def _attacker(game: Game, party: Party, request: EstimateAssaultRequest, index: int) -> Unit:
    unit, path = request.attackers[index], f"attackers[{index}]"
    row = game.units.get(unit)
    if row is None or row.out:
        raise Unknown(Fault("", "unknown-id", path))
    if request.hex not in game.hexes:
        raise Unknown(Fault("", "unknown-id", "hex"))
    _check_known(party, row, path)
    if facing_between(row.hex, request.hex) is None:
        raise Rejected(Fault("HX-ORDERS-17", "not-beside", path, (("unit", unit), ("hex", request.hex))))
    return row


def _check_known(party: Party, row: Unit, path: str) -> None:
    if not knows_unit(party, row):
        raise Rejected(Fault("HX-GAP-09", "odds-unknown", path, (("unit", row.id),)))


def _row(row: Unit, goal: str) -> FightUnit:
    return FightUnit(unit=row.id, seat=row.seat, origin=row.hex, goal=goal, reverse=False)


# -- the odds


def count_odds(pools: Sequence[Pool]) -> Distribution[int]:
    """Spread the successes of these dice."""
    counted = certain(0)
    for pool in pools:
        counted = combined(counted, sum_of(pool.dice, _one_die(pool.group.to_hit), 0, add), add)
    return counted


def _one_die(to_hit: int) -> Distribution[int]:
    return die(lambda face: int(face >= to_hit), SIDES)


def _successes_left(game: Game, fight: Fight, seat: Party) -> Distribution[int]:
    """HX-ASSAULT-18 Spread the successes left, after the enemy's deflections."""
    hits = count_odds(assault_dice(game, fight, seat))
    shields = count_odds(deflection_dice(game, fight, other_seat(seat)))
    return combined(hits, shields, lambda scored, stopped: max(0, scored - stopped))


def _advantage(game: Game, fight: Fight, seat: Party, more: Distribution[int]) -> Fraction:
    """HX-ASSAULT-20, HX-ASSAULT-21 Add up where the attackers keep more, and ties that their nation wins."""
    stronger = stronger_nation(game, [unit.unit for unit in fight.units])
    decided = game.rank if stronger is None else stronger
    return more.chance(MORE) + more.chance(TIE) * (Fraction(1, 2) if decided is None else int(decided == seat))


def _compared(own: int, enemy: int) -> int:
    return (own > enemy) - (own < enemy)


def _bases(game: Game, fight: Fight, first: Party) -> Iterator[FightingBase]:
    """List who rolls, with what fear takes already from those that are shaken."""
    kept = tuple(_kept(game, fight))
    for seat in (first, other_seat(first)):
        dice = assault_dice(game, replace(fight, kept=kept), seat)
        for row in rolling_bases(game, fight, seat):
            own = sum(pool.dice for pool in dice if pool.group.unit == row.unit)
            less = any(unit == row.unit for unit, _, _ in kept)
            yield FightingBase(unit=row.unit, angle=angle_in(game, fight, row)[0], dice=own, halved=less)
