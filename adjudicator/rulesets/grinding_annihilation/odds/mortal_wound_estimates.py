"""The odds of what causes mortal wounds by itself: Grenades, Armoured Charges, Deadly Demise and wrecks."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, die, follow, mapped, sum_of
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import (
    EMBARKED,
    WARFIELD,
    Game,
    ability_of,
    any_has,
    troops_of,
)
from adjudicator.rulesets.grinding_annihilation.odds.answers import (
    chance_message,
    check_sides,
    formation_of_id,
    raise_any,
    refuse,
)
from adjudicator.rulesets.grinding_annihilation.odds.attack_distributions import amount_distribution
from adjudicator.rulesets.grinding_annihilation.odds.losses import losses_of
from adjudicator.rulesets.grinding_annihilation.odds.what_if import remaining_of, with_remaining
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    ArmouredChargeEstimate,
    DeadlyDemiseEstimate,
    EstimateArmouredChargeRequest,
    EstimateDeadlyDemiseRequest,
    EstimateGrenadesRequest,
    EstimateWreckRequest,
    GrenadesEstimate,
    WreckEstimate,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import armoured_charge, grenades
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.effects import CHARGE
from adjudicator.rulesets.grinding_annihilation.rules.concepts.own_formations import fault_of_place
from adjudicator.rulesets.grinding_annihilation.rules.movement import wrecks
from adjudicator.rulesets.grinding_annihilation.rules.shooting.declared_attacks import vigour
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.deadly_demise import (
    demise_amount,
    sets_off,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import in_demise_reach
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.mortal_wounds import (
    DEMISE,
    EMERGENCY,
    WRECK,
)

NO_ROOM = "GA-3.2-47"

# -- Grenades and Armoured Charges


def estimate_grenades(game: Game, _party: Party, asked: EstimateGrenadesRequest) -> GrenadesEstimate:
    """GA-5.4-02 Work out what Grenades would do.

    That they may be thrown now, and there, is supposed: points, turn, reach, sight and Threat Ranges are not asked.
    Raises Unknown for an id that does not exist, Rejected for who has no Grenades or is no enemy.
    """
    row = formation_of_id(game, asked.formation, "formation")
    place = fault_of_place(row, "GA-5.0-07")
    raise_any([place] if place is not None else list(grenades.keyword_faults(game, row)))
    enemy = formation_of_id(game, asked.enemy, "enemy")
    raise_any(list(grenades.enemy_faults(game, row, enemy)))
    one = die(lambda face: grenades.grenade_wounds((face,)))
    wounds = sum_of(grenades.DICE, one, 0, int.__add__)
    return GrenadesEstimate(losses=losses_of(game, enemy.id, wounds, grenades.GRENADES))


def estimate_armoured_charge(game: Game, _party: Party, asked: EstimateArmouredChargeRequest) -> ArmouredChargeEstimate:
    """GA-5.5-02 Work out what an Armoured Charge would do.

    That it was bought, and that the enemy stands within Threat Range after the move, is supposed. Raises Unknown for
    an id that does not exist, Rejected for who is no Vehicle, no enemy or has no such weapon.
    """
    row, enemy = formation_of_id(game, asked.formation, "formation"), formation_of_id(game, asked.enemy, "enemy")
    check_sides(game, row, enemy, "enemy", "GA-5.5-01")
    _check_charge(game, row, asked)
    dice = armoured_charge.charge_dice(game, asked.weapon, asked.profile, vigour(game, enemy).total)
    strikes = sum_of(dice.total, die(lambda face: int(armoured_charge.charge_strikes(face))), 0, int.__add__)
    wounds = mapped(strikes, armoured_charge.charge_wounds)
    return ArmouredChargeEstimate(dice=dice, losses=losses_of(game, enemy.id, wounds, CHARGE))


def _check_charge(game: Game, row: Formation, asked: EstimateArmouredChargeRequest) -> None:
    """GA-5.5-01 A Vehicle formation charges with a melee weapon of one of its troops."""
    if not any_has(game, row.id, armoured_charge.VEHICLE):
        refuse("GA-5.5-01", "keyword-missing", "formation", formation=row.id, keyword=armoured_charge.VEHICLE)
    weapon = game.weapons.get(asked.weapon)
    carried = any(asked.weapon in troop.weapons for troop in troops_of(game, row.id))
    if weapon is None or not weapon.melee or not carried or asked.profile >= len(weapon.profiles):
        refuse("GA-5.5-01", "no-charge-weapon", "weapon", weapon=asked.weapon)


# -- Deadly Demise


def estimate_deadly_demise(game: Game, _party: Party, asked: EstimateDeadlyDemiseRequest) -> DeadlyDemiseEstimate:
    """GA-3.3-36 GA-3.3-37 Work out what the Deadly Demise of a troop does where it stands.

    Raises Unknown for an id that does not exist, Rejected for who has none or is off the warfield.
    """
    troop = game.troops.get(asked.troop)
    if troop is None:
        raise Unknown(Fault("", "unknown-id", "troop"))
    if ability_of(game, troop, "deadly_demise") is None:
        refuse("GA-3.3-36", "no-demise", "troop", troop=troop.id)
    if troop.pose is None:
        refuse("GA-2.1-07", "off-warfield", "troop", id=troop.id)
    set_off = die(sets_off)
    near, after = in_demise_reach(game, troop), _without(game, troop)
    return DeadlyDemiseEstimate(
        set_off=chance_message(set_off.weights.get(True, 0), set_off.whole),
        losses=tuple(losses_of(after, key, _demise_wounds(game, troop, set_off), DEMISE) for key in near),
    )


def _without(game: Game, troop: Troop) -> Game:
    """Destroy the troop in a fork."""
    left = tuple(row for row in remaining_of(game, troop.formation) if row[0] != troop.id)
    return with_remaining(game, troop.formation, left)


def _demise_wounds(game: Game, troop: Troop, set_off: Distribution[bool]) -> Distribution[int]:
    """GA-3.3-37 Spread the mortal wounds that one formation within reach suffers."""
    amount = amount_distribution(demise_amount(game, troop))
    return follow(set_off, lambda found: amount if found else certain(0))


# -- wrecks


def estimate_wreck(game: Game, _party: Party, asked: EstimateWreckRequest) -> WreckEstimate:
    """GA-3.2-44 GA-3.2-46 Work out what a formation suffers that gets out of a wreck, where all of it find room.

    Raises Unknown for an id that does not exist, Rejected for a formation that is not embarked.
    """
    row = formation_of_id(game, asked.formation, "formation")
    if row.place != EMBARKED:
        refuse("GA-3.2-43", "not-embarked", "formation", formation=row.id)
    hurts = wrecks.HURTS[asked.emergency]
    out = game.fork()
    out.formations[row.id] = replace(row, place=WARFIELD)
    one = die(lambda face: wrecks.wreck_wounds((face,), hurts))
    wounds = sum_of(len(row.troops), one, 0, int.__add__)
    losses = losses_of(out, row.id, wounds, EMERGENCY if asked.emergency else WRECK)
    left_out = (*losses.left_out, *((NO_ROOM,) if asked.emergency else ()))
    return WreckEstimate(hurts=hurts, losses=replace(losses, left_out=left_out))
