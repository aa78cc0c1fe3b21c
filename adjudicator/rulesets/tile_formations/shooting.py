"""Chapter TF-SHOOT: a formation declares its shooting, its units roll to hit, and the hits fall."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import allocation, pairs, saving, shock, volleys
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
from adjudicator.rulesets.tile_formations.reading import SIDES, succeeds
from adjudicator.rulesets.tile_formations.rows import Shot, Volley
from adjudicator.rulesets.tile_formations.sight import Sights
from adjudicator.rulesets.tile_formations.state import (
    FLYING,
    OVERWATCH,
    Game,
    action_of,
    enemies_of,
    order_of_ids,
    type_of,
    units_of,
)
from adjudicator.rulesets.tile_formations.volleys import Aim, Asked

SHOOTING, TO_HIT = "shooting", "to_hit"

# -- declaring


def begin(ruling: Ruling[Game], formation: str) -> None:
    """TF-SHOOT-01 Ask the owner of a formation what it shoots at."""
    ruling.ask(SHOOTING, ruling.game.formations[formation].seat, about=(formation,))


def targets(game: Game, formation: str, *, overwatch: bool = False) -> tuple[str, ...]:
    """TF-SHOOT-05 List the enemy formations that at least one unit can hit, by id; in Overwatch they are the same."""
    foes = enemies_of(game, game.formations[formation].seat)
    enemies = sorted((row.id for row in game.formations.values() if row.seat in foes), key=order_of_ids)
    sights = Sights(game)
    return tuple(each for each in enemies if pairs.can_hit(game, formation, each, sights))


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
    asked = Asked(formation, target, action, command.crossfire, command.air, command.sights, command.to_hit_modifier)
    declared = volleys.judged(game, asked)
    if isinstance(declared, Fault):
        ruling.refuse_all([declared])
        return
    ruling.record(declared, "TF-SHOOT-01", "TF-COVER-08", *declared.to_hit_modifier.clauses())
    shock.add(ruling, target, game.how.shock_under_fire, "under_fire", "TF-SHOCK-02")
    if declared.crossfire:
        _crossfire(ruling, target)
    if not overwatch:
        ruling.answered_all()
    ruling.ask(TO_HIT, game.formations[formation].seat, about=(formation, target))


def _crossfire(ruling: Ruling[Game], target: str) -> None:
    """TF-CROSS-03 TF-FORT-05 A formation in a crossfire takes extra Shock once, fortified or not."""
    game = ruling.game
    fortified = any(saving.bastion(game, unit.id) for unit in units_of(game, target))
    spared = ("TF-FORT-05",) if fortified else ()
    shock.add(ruling, target, game.how.crossfire_extra_shock, "crossfire", "TF-CROSS-03", "TF-SHOCK-05", *spared)


def shooting_declared(game: Game, event: ShootingDeclared) -> None:
    """Note the shooting."""
    game.volley = volleys.volley_of(event)


# -- rolling


def roll_to_hit(ruling: Ruling[Game], command: RollToHit) -> None:
    """TF-SHOOT-01 Each weapon rolls its dice, unit by unit; after the last one the hits fall."""
    volley = ruling.game.volley
    if volley is None:
        ruling.answered()
        return
    for unit, aims in _aiming(ruling, volley, command):
        for aim in aims:
            _throw(ruling, unit, aim)
    after = ruling.game.volley
    if after is not None and not volleys.waiting(ruling.game, after):
        _scored(ruling, after)


def _aiming(ruling: Ruling[Game], volley: Volley, command: RollToHit) -> list[tuple[str, tuple[Aim, ...]]]:
    """TF-COVER-08 List who shoots now, and with what at whom."""
    due = volleys.waiting(ruling.game, volley)
    if command.unit:
        unit = ruling.find(ruling.game.units, command.unit, "unit").id
        ruling.require(unit not in volley.shot, "TF-SHOOT-01", "has-shot", "unit", unit=unit)
        ruling.require(unit in due, "TF-SHOOT-05", "not-shooting", "unit", unit=unit)
        due = (unit,)
    if command.target:
        _require_target(ruling, volley, due, command.target)
    return [(unit, volleys.aims(ruling.game, volley, unit, command.target)) for unit in due]


def _require_target(ruling: Ruling[Game], volley: Volley, due: tuple[str, ...], target: str) -> None:
    row = ruling.find(ruling.game.units, target, "target")
    there = row.formation == volley.target and not row.out
    ruling.require(there, "TF-SHOOT-01", "not-a-target", "target", unit=row.id, formation=volley.target)
    for unit in due:
        if not any(pair.target == row.id for pair in volleys.live_pairs(ruling.game, volley, unit)):
            ruling.refuse_all([pairs.why_not(ruling.game, unit, row.id)])


def _throw(ruling: Ruling[Game], unit: str, aim: Aim) -> None:
    faces = ruling.roll(aim.weapon.dice, SIDES, "to-hit", by=ruling.game.units[unit].seat)
    hits = sum(succeeds(ruling.game.how, face, aim.value.total) for face in faces)
    rolled = ToHitRolled(unit=unit, target=aim.target, weapon=aim.weapon.name, value=aim.value, faces=faces, hits=hits)
    ruling.record(rolled, *aim.value.clauses(), "TF-GRID-04")


def to_hit_rolled(game: Game, event: ToHitRolled) -> None:
    """Note what was scored; the unit has shot."""
    if game.volley is not None:
        shot = tuple(dict.fromkeys((*game.volley.shot, event.unit)))
        scored = Shot(event.unit, event.weapon, event.target, event.hits)
        game.volley = replace(game.volley, shot=shot, shots=(*game.volley.shots, scored))


# -- hits


def _scored(ruling: Ruling[Game], volley: Volley) -> None:
    """TF-SHOOT-03 Count the hits of all, and let them fall."""
    hits = tuple(_hits(ruling.game, volley))
    scored = HitsScored(formation=volley.formation, target=volley.target, hits=hits)
    ruling.record(scored, "TF-SHOOT-01", *(("TF-CROSS-02",) if volley.crossfire else ()))
    ruling.answered_all()
    allocation.allocate(ruling, volley)


def _hits(game: Game, volley: Volley) -> Iterator[Hit]:
    number = 0
    for shot in volley.shots:
        for _ in range(shot.hits):
            number += 1
            yield hit_of(game, volley, shot.unit, shot.weapon, f"h{number}")


def from_the_air(game: Game, unit: str, weapon: Weapon | None) -> bool:
    """TF-JUNGLE-04 TF-WOOD-04 Tell whether a hit comes from the air: of an aircraft, or of a weapon that counts so."""
    return type_of(game, unit) == FLYING or (weapon is not None and weapon.air)


def hit_of(game: Game, volley: Volley, unit: str, weapon: str, name: str) -> Hit:
    """TF-SAVE-08 Make a hit of a weapon, with what changes the save against it."""
    made = pairs.weapon_of(game, unit, weapon)
    return Hit(
        id=name, unit="", shooter=unit, weapon=weapon, save_modifier=made.save_modifier if made else 0,
        air=volley.air or from_the_air(game, unit, made), crossfire=volley.crossfire, save="",
    )  # fmt: skip


def hits_scored(game: Game, event: HitsScored) -> None:
    """Note the hits; nobody rolls to hit any more."""
    game.hits = {hit.id: hit for hit in event.hits}
    if game.volley is not None:
        game.volley = replace(game.volley, scored=True)


# -- what may be said


def _shootings(game: Game, window: Window, _party: Party) -> list[Offer]:
    """TF-SHOOT-05 Offer the formations that can be shot at, and to let it be."""
    (formation,) = window.about
    found = targets(game, formation)
    shots = [offer(DeclareShooting, "TF-SHOOT-01", formation=Choice((formation,)), target=Choice(found))]
    return [*(shots if found else []), offer(EndAction, "TF-MOVE-06", formation=Choice((formation,)))]


def _no_shooting(_game: Game, window: Window, _party: Party) -> Struct:
    return EndAction(formation=window.about[0])


def _rolls(game: Game, _window: Window, _party: Party) -> list[Offer]:
    """TF-COVER-08 Offer to roll for all that have still to shoot, or for one at one of its targets."""
    offers = [offer(RollToHit, "TF-SHOOT-01")]
    volley = game.volley
    for unit in volleys.waiting(game, volley) if volley is not None else ():
        found = tuple(pair.target for pair in volleys.live_pairs(game, volley, unit)) if volley is not None else ()
        offers.append(offer(RollToHit, "TF-COVER-08", unit=Choice((unit,)), target=Choice(found)))
    return offers


def _roll(_game: Game, _window: Window, _party: Party) -> Struct:
    return RollToHit(unit="", target="")


CLAUSES = handlers(declare_shooting, roll_to_hit)
REDUCERS = reducers(shooting_declared, to_hit_rolled, hits_scored)
WINDOWS = windows(
    WindowKind(SHOOTING, "TF-SHOOT-01", (DeclareShooting, EndAction), _shootings, _no_shooting),
    WindowKind(TO_HIT, "TF-SHOOT-01", (RollToHit,), _rolls, _roll),
)

__all__ = ["CLAUSES", "REDUCERS", "SHOOTING", "TO_HIT", "WINDOWS", "begin", "declare", "hit_of", "targets"]
