"""The exact odds of single rolls, each from the function that rules on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add
from types import MappingProxyType
from typing import TypeAlias

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, certain, die, from_weights, sum_of
from adjudicator.rulesets.hex_orders.model import board_hexes
from adjudicator.rulesets.hex_orders.model.messages import DamageRolled
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.odds.damage_odds import text_of_roll
from adjudicator.rulesets.hex_orders.odds.format_odds import named_chances, number_chances, word_chances
from adjudicator.rulesets.hex_orders.odds.shooting_odds import (
    fault_of_shooter,
    hit_chance,
    known_unit,
    own_weapon,
    refuse_odds,
)
from adjudicator.rulesets.hex_orders.odds.what_if import WhatIf, branches, spread
from adjudicator.rulesets.hex_orders.reports.damage_rows import NO_DAMAGE
from adjudicator.rulesets.hex_orders.reports.messages import EstimateRollRequest, RollOdds
from adjudicator.rulesets.hex_orders.rules.assault import fear
from adjudicator.rulesets.hex_orders.rules.assault.fights import fear_of, retreat_number
from adjudicator.rulesets.hex_orders.rules.board import swamps
from adjudicator.rulesets.hex_orders.rules.board.entering import may_get_stuck
from adjudicator.rulesets.hex_orders.rules.damage import agony, damage_tables
from adjudicator.rulesets.hex_orders.rules.gunnery import legal_shots, open_ended_dice, to_hit
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effect_fire, hex_effects
from adjudicator.rulesets.hex_orders.rules.retreats.pre_assault_retreats import RETREAT_DIE

YES, NO, STUCK, FREE = "yes", "no", "stuck", "free"
Estimate: TypeAlias = Callable[[Game, Party, Unit, EstimateRollRequest], RollOdds]


def estimate_roll(game: Game, party: Party, request: EstimateRollRequest) -> RollOdds:
    """Estimate one roll as it would be made now.

    Raises Unknown for an id that there is not, Rejected for a roll that nobody would make, and for a unit that the
    asker does not know.
    """
    estimate = ROLLS.get(request.roll)
    if estimate is None:
        raise Unknown(Fault("", "unknown-id", "roll"))
    row = known_unit(game, party, request.unit, "unit")
    if row.out:
        refuse_odds(Fault("HX-TURN-15", "unit-is-gone"), unit=row.id)
    return estimate(game, party, row, request)


def _yes_or_no(dice: int, terms: Tally, odds: Distribution[bool]) -> RollOdds:
    named = from_weights({YES: odds.weights.get(True, 0), NO: odds.weights.get(False, 0)})
    return RollOdds(dice=dice, sides=open_ended_dice.SIDES, terms=terms, outcomes=named_chances(named, (YES, NO)))


def _reached(terms: Tally) -> Distribution[bool]:
    chance = hit_chance(terms.total)
    return from_weights({True: chance.numerator, False: chance.denominator - chance.numerator})


def _stuck(game: Game, _party: Party, row: Unit, _request: EstimateRollRequest) -> RollOdds:
    """HX-TERRAIN-20 A unit on tracks or wheels leaves a swamp."""
    if not may_get_stuck(game, row.id, row.hex):
        refuse_odds(Fault("HX-TERRAIN-20", "no-such-roll"), unit=row.id)
    odds = die(lambda face: STUCK if swamps.is_stuck_on(game, row.id, face) else FREE, swamps.DIE)
    terms = Tally.base(0, "HX-TERRAIN-20")
    return RollOdds(dice=1, sides=swamps.DIE, terms=terms, outcomes=named_chances(odds, (STUCK, FREE)))


def _spot(game: Game, party: Party, row: Unit, request: EstimateRollRequest) -> RollOdds:
    """HX-GUNNERY-19 A unit looks for a token; what the token adds is known to its own side alone.

    That the unit has a part Spot left is supposed.
    """
    token, weapon = game.units.get(request.target), to_hit.default_weapon(game, row.id)
    if token is None:
        raise Unknown(Fault("", "unknown-id", "target"))
    fault = Fault("HX-GUNNERY-19", "no-usual-weapon") if weapon is None else None
    if weapon is not None:
        fault = legal_shots.fault_of_token(game, row, weapon, token)
    facts: dict[str, int | str] = {"unit": row.id, "token": token.id, "target": token.id, "gun": ""}
    refuse_odds(fault, **facts, weapon=weapon.id if weapon is not None else "")
    known_unit(game, party, request.target, "target")
    terms, _ = to_hit.spot_modifiers(game, row, token)
    return _yes_or_no(1, terms, _reached(terms))


def _effect(game: Game, _party: Party, row: Unit, request: EstimateRollRequest) -> RollOdds:
    """HX-HEXFX-17 A model fires an effect into a hex."""
    weapon = own_weapon(game, row, request.weapon)
    if not board_hexes.on_map(game, request.hex):
        raise Unknown(Fault("", "unknown-id", "hex"))
    models = (request.model,) if request.model else ()
    kind = None if weapon.hex_effect is not None else Fault("HX-HEXFX-17", "no-effect-weapon")
    fault = fault_of_shooter(game, row, weapon, models, kind)
    fault = fault or hex_effect_fire.fault_of_hex(game, row, weapon, request.hex)
    facts: dict[str, int | str] = {"unit": row.id, "weapon": weapon.id, "target": request.hex, "gun": ""}
    refuse_odds(fault, **facts, model=request.model, exit="")
    shooting = hex_effect_fire.shooting_at(game, row, weapon, models, request.hex, use_aim=request.use_aim)
    if request.use_aim:
        refuse_odds(hex_effect_fire.fault_of_aim(game, row, weapon, models, shooting), unit=row.id)
    if weapon.automatic:
        return _yes_or_no(0, Tally.base(0, "HX-HEXFX-17"), certain(True))
    terms, _ = to_hit.modifiers(game, shooting, None)
    return _yes_or_no(1, terms, _reached(terms))


def _retreat(game: Game, _party: Party, row: Unit, _request: EstimateRollRequest) -> RollOdds:
    """HX-ABILITIES-01, HX-ABILITIES-04 A base tries to retreat before an assault; that it is in a fight is supposed."""
    needed = retreat_number(game, row.id)
    if needed is None:
        refuse_odds(Fault("HX-ABILITIES-04", "no-such-roll"), unit=row.id)
    least = needed or 0
    return _yes_or_no(1, Tally.base(least, "HX-ABILITIES-01"), die(lambda face: face >= least, RETREAT_DIE))


def _meeting(game: Game, _party: Party, row: Unit, request: EstimateRollRequest) -> RollOdds:
    """HX-HEXFX-06, HX-HEXFX-07, HX-HEXFX-11, HX-HEXFX-12, HX-HEXFX-16 A unit meets what lies in a hex."""
    if not board_hexes.on_map(game, request.hex):
        raise Unknown(Fault("", "unknown-id", "hex"))
    effects = game.hexes[request.hex].effects
    acts = effects is not None and hex_effects.acts_on(game, row, effects, hex_effects.KIND_OF[request.roll])
    test = hex_effects.effect_test(game, row.id, request.roll, effects) if acts and effects is not None else None
    if test is None:
        raise Rejected(Fault("HX-HEXFX-03", "no-such-roll", "", (("unit", row.id),)))
    least = test.needed.total
    hurt = sum_of(test.dice, die(lambda face: int(face >= least), test.sides), 0, add)
    return RollOdds(dice=test.dice, sides=test.sides, terms=test.needed, outcomes=number_chances(hurt, 0))


def _fear(game: Game, party: Party, row: Unit, request: EstimateRollRequest) -> RollOdds:
    """HX-ABILITIES-06 A unit with fear frightens an enemy base."""
    target = known_unit(game, party, request.target, "target")
    if not fear_of(game, row.id):
        refuse_odds(Fault("HX-ABILITIES-06", "no-such-roll"), unit=row.id)
    _check_enemy(row, target, "HX-ABILITIES-06")
    return _psychic(game, target, fear_of(game, row.id), lambda ruling: fear.roll_fear(ruling, row.id, target.id))


def _terror(game: Game, party: Party, row: Unit, request: EstimateRollRequest) -> RollOdds:
    """HX-ABILITIES-05 A unit with one kind of terror strikes an enemy in its range."""
    target = known_unit(game, party, request.target, "target")
    _check_enemy(row, target, "HX-ABILITIES-05")
    found = agony.terrors_of(game, row)
    near = len(found) == 1 and board_hexes.distance(row.hex, target.hex) <= found[0].x
    if not near:
        refuse_odds(Fault("HX-ABILITIES-05", "no-such-roll"), unit=row.id)
    return _psychic(game, target, found[0].sides, lambda ruling: agony.strike(ruling, row, target, found[0]))


def _check_enemy(row: Unit, target: Unit, clause: str) -> None:
    """HX-TURN-24 Refuse who is gone, and by the clause of an ability that frightens enemies whoever is a friend."""
    if target.out:
        refuse_odds(Fault("HX-TURN-24", "target-is-gone", "target"), target=target.id)
    if target.seat == row.seat:
        refuse_odds(Fault(clause, "no-such-roll", "target"), unit=target.id)


def _psychic(game: Game, target: Unit, sides: int, act: Callable[[WhatIf], None]) -> RollOdds:
    """HX-SPECIAL-03 Read a die on the psychic table of an enemy base."""
    if damage_tables.table_of(game.sheets[target.id], damage_tables.PSYCHIC) is None:
        refuse_odds(Fault("HX-SPECIAL-03", "no-such-roll"), unit=target.id)
    odds = spread(
        (chance, text_of_roll(ruling.game, ruling.happened(DamageRolled)[0])) for chance, ruling in branches(game, act)
    )
    terms = Tally.base(0, "HX-SPECIAL-02")
    return RollOdds(dice=1, sides=sides, terms=terms, outcomes=word_chances(odds, NO_DAMAGE))


ROLLS: Mapping[str, Estimate] = MappingProxyType(
    {
        "stuck": _stuck,
        "spot": _spot,
        "hex-effect": _effect,
        "pre-assault-retreat": _retreat,
        **dict.fromkeys(hex_effects.EFFECT_OF, _meeting),
        "fear": _fear,
        "terror": _terror,
    }
)
