"""The exact odds of one shot, from the very functions that rule on it (HX-FIRE-03, HX-DTABLE-02)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from operator import add
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, die, follow, from_weights, mapped, repeated, sum_of
from adjudicator.kernel.messages import NamedChance
from adjudicator.rulesets.hex_orders.model import board_hexes
from adjudicator.rulesets.hex_orders.model.damage_numbers import ARMOUR
from adjudicator.rulesets.hex_orders.model.messages import Hit, Shot, Weapon
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, knows_unit
from adjudicator.rulesets.hex_orders.odds.damage_odds import (
    BaseAfter,
    Rows,
    base_after_hit,
    base_before,
    outcome_of_hit,
)
from adjudicator.rulesets.hex_orders.odds.format_odds import named_chances
from adjudicator.rulesets.hex_orders.reports.damage_rows import NO_DAMAGE
from adjudicator.rulesets.hex_orders.reports.messages import EstimateShotRequest, ShotOdds, TypedOdds
from adjudicator.rulesets.hex_orders.rules.damage import armour
from adjudicator.rulesets.hex_orders.rules.damage.casualties import models_left
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    declared_shots,
    fire_orders,
    legal_shots,
    lines_of_fire,
    open_ended_dice,
    to_hit,
)
from adjudicator.rulesets.hex_orders.rules.gunnery.declared_shots import angle_hit
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import Shooting

OUTCOMES = (armour.STOPPED, armour.REDUCED, armour.THROUGH)
Key = TypeVar("Key", bound=Hashable)


def estimate_shot(game: Game, party: Party, request: EstimateShotRequest) -> ShotOdds:
    """Estimate one shot as it would be rolled now; load, orders, and who holds are not asked.

    Raises Unknown for an id that there is not, Rejected for a shot that range, sight or field of fire do not allow,
    and for a unit that the asker does not know.
    """
    row, target = known_unit(game, party, request.unit, "unit"), known_unit(game, party, request.target, "target")
    weapon = own_weapon(game, row, request.weapon)
    shooting = _shooting(game, row, weapon, target, request)
    tally, _ = to_hit.modifiers(game, shooting, target.id)
    hit = to_hit.hit_of(game, shooting, target.id, angle_hit(game, row.hex, target, request.entry), "")
    chance, saved = hit_chance(tally.total), armour_odds(game, hit)
    harm = outcome_of_hit(game, hit, saved)
    scored = from_weights({True: chance.numerator, False: chance.denominator - chance.numerator})
    losses = _missing(scored, harm.losses, 0)
    left = models_left(game, target.id)
    return ShotOdds(
        modifiers=tally,
        hit=to_chance(chance),
        armour=() if saved is None else named_chances(saved, OUTCOMES),
        damage=_rows(harm.regular),
        shot=_rows(_missing_rows(scored, harm.regular)),
        special=tuple(TypedOdds(damage_type=kind, damage=_rows(rows)) for kind, rows in harm.special),
        losses=named_chances(losses, sorted({0, *losses.weights})),
        angle=hit.angle,
        penetration=hit.penetration,
        destroyed=to_chance(losses.chance(left) if left else Fraction(1)),
    )


def _missing(scored: Distribution[bool], harm: Distribution[Key], nothing: Key) -> Distribution[Key]:
    """Turn what a hit does into what a shot does."""
    return follow(scored, lambda scores: harm if scores else certain(nothing))


def _missing_rows(scored: Distribution[bool], rows: Rows | None) -> Rows | None:
    return None if rows is None else rows._replace(odds=_missing(scored, rows.odds, NO_DAMAGE))


def known_unit(game: Game, party: Party, unit: str, path: str) -> Unit:
    """Find a unit that somebody asks about.

    Raises Unknown for an id that there is not, Rejected for a hidden unit of the other side.
    """
    row = game.units.get(unit)
    if row is None:
        raise Unknown(Fault("", "unknown-id", path))
    if not knows_unit(party, row):
        raise Rejected(Fault("HX-GAP-09", "odds-unknown", path, (("unit", unit),)))
    return row


def own_weapon(game: Game, row: Unit, weapon: str) -> Weapon:
    """HX-ARMY-20 Find the weapon of a base that is asked about.

    Raises Rejected for one that it has not.
    """
    found = legal_shots.weapon_named(game, row, weapon)
    if isinstance(found, Fault):
        raise Rejected(found)
    return found


def _shooting(game: Game, row: Unit, weapon: Weapon, target: Unit, request: EstimateShotRequest) -> Shooting:
    models = (request.model,) if request.model else ()
    shot = Shot(model=request.model, gun=request.gun, target=target.id, exit=request.exit, entry=request.entry)
    ways = lines_of_fire.entries(row.hex, target.hex)
    fault = fault_of_shooter(game, row, weapon, models, declared_shots.fault_of_kind(weapon))
    fault = fault or declared_shots.fault_of_guns(row, weapon, (shot,))
    fault = fault or legal_shots.fault_of_target(game, row, weapon, target, request.gun)
    fault = fault or legal_shots.fault_of_line(game, row, weapon, target.hex, request.gun, request.exit)
    if fault is None and request.entry not in ("", *ways):
        fault = Fault("HX-ANGLES-12", "not-a-way-in")
    facts: dict[str, int | str] = {"unit": row.id, "target": target.id, "weapon": weapon.id, "gun": request.gun}
    refuse_odds(fault, **facts, model=request.model, exit=request.exit, ways=", ".join(ways))
    way = to_hit.best_departure(game, row, weapon, target.hex, request.gun, request.exit)
    place = legal_shots.aim_hex(game, row, weapon.id, models) if request.use_aim else ""
    aimed = legal_shots.aim_holds(game, place, target)
    if request.use_aim:
        refuse_odds(legal_shots.fault_of_aim(place, aimed=aimed), unit=row.id)
    return Shooting(
        row.id, weapon, request.model, board_hexes.distance(row.hex, target.hex), way is not None and way.on_edge, aimed
    )


def fault_of_shooter(
    game: Game, row: Unit, weapon: Weapon, models: Sequence[int], kind: Fault | None = None
) -> Fault | None:
    """Say why models, or the base, could not fire a weapon now, whatever is ordered, loaded and held back.

    `kind` is what a weapon of this kind is refused for. All is asked in the order in which a command is checked.
    """
    if row.out:
        return Fault("HX-ORDERS-04", "unit-is-gone")
    fired = fire_orders.order_that_fired(fire_orders.fired_by_order(game, row.id), weapon.id) is not None
    fault = kind or legal_shots.fault_of_models(game, row, weapon, models)
    fault = fault or legal_shots.fault_but_for_load(game, row, weapon, already_fired=fired)
    return None if fault is None else replace(fault, facts=(("speed", row.speed), *fault.facts))


def refuse_odds(fault: Fault | None, **facts: int | str) -> None:
    """Refuse to estimate what could not be done, with its own facts and these.

    Raises Rejected where there is a fault.
    """
    if fault is not None:
        raise Rejected(replace(fault, facts=tuple((facts | dict(fault.facts)).items())))


# -- the parts


def hit_chance(modifier: int) -> Fraction:
    """HX-OPEN-02 Give the chance that an open-ended d6 and a modifier reach what a hit needs."""
    return Fraction(*open_ended_dice.chance_of(to_hit.NEEDED - modifier))


def armour_odds(game: Game, hit: Hit) -> Distribution[str] | None:
    """HX-ARMOUR-09 to HX-ARMOUR-11 Spread what armour leaves of a hit; None where it does no regular damage."""
    if hit.damage is None:
        return None
    count, needed = armour.armour_dice(armour.armour_of(game, hit.target, hit.angle), hit.penetration.total)
    saves = sum_of(count, die(lambda face: int(face >= needed), ARMOUR.sides.by), 0, add)
    return mapped(saves, armour.outcome_of_armour)


def losses_of_hits(game: Game, hit: Hit, count: Distribution[int]) -> Distribution[int]:
    """HX-TURN-23 Spread the models that fall to like hits, one after the other."""
    saved, before = armour_odds(game, hit), base_before(game, hit.target)

    def fates(hits: int) -> Distribution[BaseAfter]:
        return repeated(certain(before), lambda fate: base_after_hit(game, hit, saved, fate), hits)

    return mapped(follow(count, fates), lambda fate: before.left - fate.left)


def _rows(rows: Rows | None) -> tuple[NamedChance, ...]:
    return () if rows is None else named_chances(*rows)
