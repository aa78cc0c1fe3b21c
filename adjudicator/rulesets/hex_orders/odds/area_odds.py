"""The exact odds of an area attack, from the very functions that rule on it (HX-AREA)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from operator import add

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, die, sum_of
from adjudicator.rulesets.hex_orders.model import board_hexes
from adjudicator.rulesets.hex_orders.model.messages import FireAreaWeapon, Weapon
from adjudicator.rulesets.hex_orders.model.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, knows_unit
from adjudicator.rulesets.hex_orders.odds.format_odds import number_chances
from adjudicator.rulesets.hex_orders.odds.shooting_odds import (
    fault_of_shooter,
    known_unit,
    losses_of_hits,
    own_weapon,
    refuse_odds,
)
from adjudicator.rulesets.hex_orders.reports.messages import AreaAttackOdds, AreaTargetOdds, EstimateAreaAttackRequest
from adjudicator.rulesets.hex_orders.rules.damage.casualties import models_left
from adjudicator.rulesets.hex_orders.rules.gunnery import area_attacks, legal_shots, lines_of_fire, open_ended_dice
from adjudicator.rulesets.hex_orders.rules.gunnery.to_hit import hit_of


def estimate_area_attack(game: Game, party: Party, request: EstimateAreaAttackRequest) -> AreaAttackOdds:
    """HX-AREA-01 Estimate an area attack as it would be rolled now, with like attacks that were declared already.

    Load and orders are not asked; of bases behind tokens only the asker's own are told. Raises Unknown for an id that
    there is not, Rejected for an attack that range, sight or field of fire do not allow, and for a unit that the asker
    does not know.
    """
    row = known_unit(game, party, request.unit, "unit")
    weapon = own_weapon(game, row, request.weapon)
    _check(game, row, weapon, request)
    twin, whole = _declared(game, row, weapon, request)
    return AreaAttackOdds(targets=tuple(_targets(twin, party, whole, weapon)))


def _check(game: Game, row: Unit, weapon: Weapon, request: EstimateAreaAttackRequest) -> None:
    if not board_hexes.on_map(game, request.hex):
        raise Unknown(Fault("", "unknown-id", "hex"))
    kind = None if weapon.area else Fault("HX-AREA-01", "no-area-weapon")
    fault = fault_of_shooter(game, row, weapon, request.models, kind)
    fault = fault or area_attacks.fault_of_area(game, row, weapon, request.hex)
    ways = lines_of_fire.entries(row.hex, request.hex)
    if fault is None and request.entry not in ("", *ways):
        fault = Fault("HX-ANGLES-12", "not-a-way-in")
    facts: dict[str, int | str] = {"unit": row.id, "weapon": weapon.id, "target": request.hex, "gun": ""}
    refuse_odds(fault, **facts, ways=", ".join(ways))


def _declared(game: Game, row: Unit, weapon: Weapon, request: EstimateAreaAttackRequest) -> tuple[Game, Declared]:
    """Declare the attack on a fork of the game."""
    command = FireAreaWeapon(
        unit=row.id,
        weapon=weapon.id,
        models=request.models,
        hex=request.hex,
        entry=request.entry,
        use_aim=request.use_aim,
    )
    twin = game.fork()
    event = area_attacks.declared_attack(twin, row, weapon, command)
    if command.use_aim:
        refuse_odds(area_attacks.fault_of_aim(game, row, weapon, command, event), unit=row.id)
    area_attacks.area_attack_declared(twin, event)
    return twin, area_attacks.whole_attack(twin, twin.declared[event.id])


def _targets(game: Game, party: Party, whole: Declared, weapon: Weapon) -> Iterator[AreaTargetOdds]:
    shooting = area_attacks.shooting_of(game, whole, weapon)
    for target in legal_shots.enemies_in(game, whole.seat, whole.target):
        if not knows_unit(party, target):
            continue
        needed = area_attacks.face_needed(game, whole, weapon, target.id)
        dice = len(alive(game, target.id))
        hits = sum_of(dice, _one_die(needed.total), 0, add)
        angle = area_attacks.hit_angle(game, whole, target)
        losses = losses_of_hits(game, hit_of(game, shooting, target.id, angle, ""), hits)
        left = models_left(game, target.id)
        yield AreaTargetOdds(
            target=target.id,
            needed=needed,
            dice=dice,
            hits=number_chances(hits),
            losses=number_chances(losses, 0),
            destroyed=to_chance(losses.chance(left) if left else Fraction(1)),
            angle=angle,
        )


def _one_die(least: int) -> Distribution[int]:
    return die(lambda face: int(face >= least), open_ended_dice.SIDES)
