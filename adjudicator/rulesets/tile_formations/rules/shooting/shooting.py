"""Chapter TF-SHOOT: the units of a formation that shoots roll to hit, and the hits fall."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.tile_formations.model.die_reading import SIDES, succeeds
from adjudicator.rulesets.tile_formations.model.ids import hit_id
from adjudicator.rulesets.tile_formations.model.look_ups import FLYING, unit_type
from adjudicator.rulesets.tile_formations.model.messages import Hit, HitsScored, RollToHit, ToHitRolled, Weapon
from adjudicator.rulesets.tile_formations.model.rows import Shooting, Shot
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.subjects import ShootingSubject
from adjudicator.rulesets.tile_formations.rules.shooting import aiming, hit_allocation, shot_pairs
from adjudicator.rulesets.tile_formations.rules.shooting.aiming import Aim
from adjudicator.rulesets.tile_formations.rules.shooting.declaring import TO_HIT

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
        ours = ruling.game.units[unit].formation == shooting.formation
        ruling.require(unit in due, "TF-SHOOT-05" if ours else "TF-SHOOT-01", "not-shooting", "unit", unit=unit)
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
            yield hit_of(game, shooting, shot.unit, shot.weapon, hit_id(number))


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


def _roll_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-COVER-08 Offer to roll for all that have still to shoot, or for one at one of its targets."""
    offers = [offer(RollToHit, "TF-SHOOT-01")]
    shooting = game.shooting
    for unit in aiming.units_to_shoot(game, shooting) if shooting is not None else ():
        found = tuple(pair.target for pair in aiming.live_pairs(game, shooting, unit)) if shooting is not None else ()
        offers.append(offer(RollToHit, "TF-COVER-08", unit=Choice((unit,)), target=Choice(found)))
    return offers


PART = Part(
    handlers=handlers(roll_to_hit),
    reducers=reducers(to_hit_rolled, hits_scored),
    windows=windows(
        WindowKind(
            TO_HIT,
            "TF-SHOOT-01",
            (RollToHit,),
            _roll_offers,
            always(RollToHit(unit="", target="")),
            subject=ShootingSubject,
        )
    ),
)
