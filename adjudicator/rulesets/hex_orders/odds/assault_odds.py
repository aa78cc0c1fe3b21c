"""The odds of an assault as exact fractions, from the dice that the fight itself would roll (HX-ASSAULT-20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import add

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.distribution import Distribution, certain, combined, die, sum_of
from adjudicator.rulesets.hex_orders.model.board_hexes import facing_between
from adjudicator.rulesets.hex_orders.model.messages import DiceKept, FightUnit
from adjudicator.rulesets.hex_orders.model.rows import Fight, Unit
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, is_shaken, other_seat, units_in
from adjudicator.rulesets.hex_orders.odds.shooting_odds import to_chance
from adjudicator.rulesets.hex_orders.reports.messages import (
    AssaultOdds,
    EstimateAssaultRequest,
    FightingBase,
    NamedChance,
)
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import (
    SIDES,
    Pool,
    assault_dice,
    assault_pools,
    default_kept,
    deflection_dice,
    half_of,
)
from adjudicator.rulesets.hex_orders.rules.assault.fights import (
    angle_in,
    default_contributors,
    feared_in,
    rolling_bases,
)
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits_after_moves
from adjudicator.rulesets.hex_orders.rules.orders.choosing_order import stronger_nation
from adjudicator.rulesets.hex_orders.rules.retreats.retreat_hexes import cannot_share_hex

MORE, TIE = 1, 0


def estimate_assault(game: Game, party: Party, request: EstimateAssaultRequest) -> AssaultOdds:
    """Estimate a fight for a hex as if the attackers went forward into it now.

    Of more defenders than may roll the first ones do; who is attacked from several sides uses the foremost angle, and
    who is shaken and fears keeps the first half of its dice; what fear would roll before the fight is left out.
    Between sides of one nation a tie counts half, unless their rank is known. Raises Unknown for an id that there is
    not, Rejected for attackers that can not fight there together and for units that the asker does not know.
    """
    fight = _fight(game, party, request)
    seat = game.units[request.attackers[0]].seat
    own, enemy = (_successes_left(game, fight, row) for row in (seat, other_seat(seat)))
    more = combined(own, enemy, _compared)
    return AssaultOdds(
        own=_named_chances(own),
        enemy=_named_chances(enemy),
        advantage=to_chance(_advantage(game, fight, seat, more)),
        tie=to_chance(more.chance(TIE)),
        bases=tuple(_bases(game, fight, seat)),
    )


# -- the fight


def _fight(game: Game, party: Party, request: EstimateAssaultRequest) -> Fight:
    movers = [_attacker(game, party, request, index) for index in range(len(request.attackers))]
    if not movers or len({row.seat for row in movers}) > 1 or len(set(request.attackers)) < len(movers):
        raise Rejected(Fault("HX-ASSAULT-14", "attackers-of-one-side", "attackers"))
    if not fits_after_moves(game, request.attackers):
        raise Rejected(Fault("HX-ASSAULT-14", "too-many-bases", "attackers", (("units", len(movers)),)))
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
    fight = replace(bare, contributors=chosen, contributors_of=SEATS)
    return replace(fight, kept=tuple(_kept(game, fight)))


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
        raise Rejected(Fault("HX-ASSAULT-10", "not-beside", path, (("unit", unit), ("hex", request.hex))))
    return row


def _check_known(party: Party, row: Unit, path: str) -> None:
    if row.hidden and party not in (row.seat, REFEREE):
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
    for seat in (first, other_seat(first)):
        dice = assault_dice(game, fight, seat)
        for row in rolling_bases(game, fight, seat):
            own = sum(pool.dice for pool in dice if pool.group.unit == row.unit)
            less = any(unit == row.unit for unit, _, _ in fight.kept)
            yield FightingBase(unit=row.unit, angle=angle_in(game, fight, row)[0], dice=own, halved=less)


def _named_chances(left: Distribution[int]) -> tuple[NamedChance, ...]:
    return tuple(
        NamedChance(outcome=str(count), chance=to_chance(left.chance(count))) for count in sorted(left.weights)
    )
