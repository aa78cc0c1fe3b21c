"""Chapter TF-SHOOT: a formation declares its shooting, its units roll to hit, and the hits fall."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES, succeeds
from adjudicator.rulesets.tile_formations.model.look_ups import FLYING, OVERWATCH, enemy_formations, unit_type, units_of
from adjudicator.rulesets.tile_formations.model.messages import (
    DeclareShooting,
    EndAction,
    Hit,
    HitsScored,
    ResolveOverwatch,
    RollToHit,
    ShootingDeclared,
    ToHitRolled,
    Weapon,
)
from adjudicator.rulesets.tile_formations.model.rows import Shooting, Shot
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject, ShootingSubject
from adjudicator.rulesets.tile_formations.rules.formations import shock
from adjudicator.rulesets.tile_formations.rules.shooting import aiming, hit_allocation, legal_saves, shot_pairs
from adjudicator.rulesets.tile_formations.rules.shooting.aiming import Aim, ShootingRequest
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LinesOfFire

SHOOTING, TO_HIT = "shooting", "to_hit"

# -- declaring


def ask_to_shoot(ruling: Ruling[Game], formation: str) -> None:
    """TF-SHOOT-01 Ask the owner of a formation what it shoots at."""
    ruling.ask(SHOOTING, ruling.game.formations[formation].seat, subject=FormationSubject(formation))


def targets(game: Game, formation: str) -> tuple[str, ...]:
    """TF-SHOOT-05 List the enemy formations that at least one unit can hit, by id."""
    sights = LinesOfFire(game)
    enemies = enemy_formations(game, game.formations[formation].seat)
    return tuple(enemy for enemy in enemies if shot_pairs.can_hit(game, formation, enemy, sights))


def declare_shooting(ruling: Ruling[Game], command: DeclareShooting) -> None:
    """TF-SHOOT-02 TF-COVER-08 The acting formation shoots at an enemy formation that it can hit."""
    acting = action_of(ruling.game).formation
    ruling.require(command.formation in {"", acting}, "TF-SHOOT-01", "not-acting", "formation", formation=acting)
    ruling.find(ruling.game.formations, command.target, "target")
    declare(ruling, acting, command.target, command, overwatch=False)


def declare(
    ruling: Ruling[Game], formation: str, target: str, command: DeclareShooting | ResolveOverwatch, *, overwatch: bool
) -> None:
    """TF-SHOOT-01 TF-SHOCK-02 Begin a shooting: the target takes Shock, and the shooters roll to hit."""
    game = ruling.game
    action = OVERWATCH if overwatch else action_of(game).action
    request = ShootingRequest(
        formation, target, action, command.crossfire, command.air, command.sights, command.to_hit_modifier
    )
    declared = aiming.judge_shooting(game, request)
    if isinstance(declared, Fault):
        ruling.refuse_all([declared])
        return
    ruling.record(declared, "TF-SHOOT-01", "TF-COVER-08", *declared.to_hit_modifier.clauses())
    shock.add_shock(ruling, target, game.options.shock_under_fire, "under_fire", "TF-SHOCK-02")
    if declared.crossfire:
        _crossfire(ruling, target)
    if not overwatch:
        ruling.answered_all()
    ruling.ask(TO_HIT, game.formations[formation].seat, subject=ShootingSubject(formation, target))


def _crossfire(ruling: Ruling[Game], target: str) -> None:
    """TF-CROSS-03 TF-FORT-05 A formation in a crossfire takes extra Shock once, fortified or not."""
    game = ruling.game
    fortified = any(legal_saves.bastion_clause(game, unit.id) for unit in units_of(game, target))
    spared = ("TF-FORT-05",) if fortified else ()
    shock.add_shock(
        ruling, target, game.options.crossfire_extra_shock, "crossfire", "TF-CROSS-03", "TF-SHOCK-05", *spared
    )


def shooting_declared(game: Game, event: ShootingDeclared) -> None:
    """Note the shooting."""
    game.shooting = aiming.shooting_row(event)


# -- rolling


def roll_to_hit(ruling: Ruling[Game], command: RollToHit) -> None:
    """TF-SHOOT-01 Each weapon rolls its dice, unit by unit; after the last one the hits fall."""
    shooting = ruling.game.shooting
    if shooting is None:
        ruling.answered()
        return
    for unit, aims in _aiming(ruling, shooting, command):
        for aim in aims:
            _roll_weapon(ruling, unit, aim)
    after = ruling.game.shooting
    if after is not None and not aiming.units_to_shoot(ruling.game, after):
        _count_hits(ruling, after)


def _aiming(ruling: Ruling[Game], shooting: Shooting, command: RollToHit) -> list[tuple[str, tuple[Aim, ...]]]:
    """TF-COVER-08 List who shoots now, and with what at whom."""
    due = aiming.units_to_shoot(ruling.game, shooting)
    if command.unit:
        unit = ruling.find(ruling.game.units, command.unit, "unit").id
        ruling.require(unit not in shooting.shot, "TF-SHOOT-01", "has-shot", "unit", unit=unit)
        ruling.require(unit in due, "TF-SHOOT-05", "not-shooting", "unit", unit=unit)
        due = (unit,)
    if command.target:
        _require_target(ruling, shooting, due, command.target)
    return [(unit, aiming.aims_of(ruling.game, shooting, unit, command.target)) for unit in due]


def _require_target(ruling: Ruling[Game], shooting: Shooting, due: tuple[str, ...], target: str) -> None:
    row = ruling.find(ruling.game.units, target, "target")
    there = row.formation == shooting.target and not row.out
    ruling.require(there, "TF-SHOOT-01", "not-a-target", "target", unit=row.id, formation=shooting.target)
    for unit in due:
        if not any(pair.target == row.id for pair in aiming.live_pairs(ruling.game, shooting, unit)):
            ruling.refuse_all([shot_pairs.pair_fault(ruling.game, unit, row.id)])


def _roll_weapon(ruling: Ruling[Game], unit: str, aim: Aim) -> None:
    faces = ruling.roll(aim.weapon.dice, SIDES, "to-hit", by=ruling.game.units[unit].seat)
    hits = sum(succeeds(ruling.game.options, face, aim.value.total) for face in faces)
    rolled = ToHitRolled(unit=unit, target=aim.target, weapon=aim.weapon.name, value=aim.value, faces=faces, hits=hits)
    ruling.record(rolled, *aim.value.clauses(), "TF-GRID-04")


def to_hit_rolled(game: Game, event: ToHitRolled) -> None:
    """Note what was scored; the unit has shot."""
    if game.shooting is not None:
        shot = tuple(dict.fromkeys((*game.shooting.shot, event.unit)))
        scored = Shot(event.unit, event.weapon, event.target, event.hits)
        game.shooting = replace(game.shooting, shot=shot, shots=(*game.shooting.shots, scored))


# -- hits


def _count_hits(ruling: Ruling[Game], shooting: Shooting) -> None:
    """TF-SHOOT-03 Count the hits of all, and let them fall."""
    hits = tuple(_hits(ruling.game, shooting))
    scored = HitsScored(formation=shooting.formation, target=shooting.target, hits=hits)
    ruling.record(scored, "TF-SHOOT-01", *(("TF-CROSS-02",) if shooting.crossfire else ()))
    ruling.answered_all()
    hit_allocation.allocate(ruling, shooting)


def _hits(game: Game, shooting: Shooting) -> Iterator[Hit]:
    number = 0
    for shot in shooting.shots:
        for _ in range(shot.hits):
            number += 1
            yield hit_of(game, shooting, shot.unit, shot.weapon, f"h{number}")


def from_the_air(game: Game, unit: str, weapon: Weapon | None) -> bool:
    """TF-JUNGLE-04 TF-WOOD-04 Tell whether a hit comes from the air: of an aircraft, or of a weapon that counts so."""
    return unit_type(game, unit) == FLYING or (weapon is not None and weapon.air)


def hit_of(game: Game, shooting: Shooting, unit: str, weapon: str, name: str) -> Hit:
    """TF-SAVE-08 Make a hit of a weapon, with what changes the save against it."""
    fired = shot_pairs.weapon_of(game, unit, weapon)
    return Hit(
        id=name,
        unit="",
        shooter=unit,
        weapon=weapon,
        save_modifier=fired.save_modifier if fired else 0,
        air=shooting.air or from_the_air(game, unit, fired),
        crossfire=shooting.crossfire,
        save="",
    )


def hits_scored(game: Game, event: HitsScored) -> None:
    """Note the hits; nobody rolls to hit any more."""
    game.hits = {hit.id: hit for hit in event.hits}
    if game.shooting is not None:
        game.shooting = replace(game.shooting, scored=True)


# -- offers and what silence stands for


def _target_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-SHOOT-05 Offer the formations that can be shot at, and to let it be."""
    formation = subject_of(window, FormationSubject).formation
    found = targets(game, formation)
    shots = [offer(DeclareShooting, "TF-SHOOT-01", formation=Choice((formation,)), target=Choice(found))]
    return [*(shots if found else []), offer(EndAction, "TF-MOVE-06", formation=Choice((formation,)))]


def _default_shooting(_game: Game, window: Window, _party: Party) -> Struct:
    return EndAction(formation=subject_of(window, FormationSubject).formation)


def _roll_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-COVER-08 Offer to roll for all that have still to shoot, or for one at one of its targets."""
    offers = [offer(RollToHit, "TF-SHOOT-01")]
    shooting = game.shooting
    for unit in aiming.units_to_shoot(game, shooting) if shooting is not None else ():
        found = tuple(pair.target for pair in aiming.live_pairs(game, shooting, unit)) if shooting is not None else ()
        offers.append(offer(RollToHit, "TF-COVER-08", unit=Choice((unit,)), target=Choice(found)))
    return offers


def _default_roll(_game: Game, _window: Window, _party: Party) -> Struct:
    return RollToHit(unit="", target="")


PART = Part(
    handlers=handlers(declare_shooting, roll_to_hit),
    reducers=reducers(shooting_declared, to_hit_rolled, hits_scored),
    windows=windows(
        WindowKind(
            SHOOTING,
            "TF-SHOOT-01",
            (DeclareShooting, EndAction),
            _target_offers,
            _default_shooting,
            subject=FormationSubject,
        ),
        WindowKind(TO_HIT, "TF-SHOOT-01", (RollToHit,), _roll_offers, _default_roll, subject=ShootingSubject),
    ),
)
