"""Chapter TF-SHOOT: what a shooting is, from its declaration to the value that each weapon needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH, allied, terrain_class, units_of
from adjudicator.rulesets.tile_formations.model.messages import ShootingDeclared, ShotPair, SightFact, Weapon
from adjudicator.rulesets.tile_formations.model.options import to_hit_of
from adjudicator.rulesets.tile_formations.model.rows import Shooting
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.shooting import cover, crossfire, shot_pairs
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import SIGHTS, LinesOfFire

MOST_MODIFIER = 6


class ShootingRequest(NamedTuple):
    """A shooting as somebody would have it; `action` is the one whose modifiers count, empty for none."""

    formation: str
    target: str
    action: str
    crossfire: bool = False
    air: bool = False
    sights: tuple[SightFact, ...] = ()
    to_hit_modifier: int = 0


class Aim(NamedTuple):
    """A weapon, the unit that it shoots at and the value that hits."""

    weapon: Weapon
    target: str
    value: Tally


# -- declared


def judge_shooting(game: Game, request: ShootingRequest) -> ShootingDeclared | Fault:
    """TF-SHOOT-05 Judge a shooting: what it would be, or why it can not be."""
    fault = _target_fault(game, request) or _statement_fault(game, request)
    if fault is not None:
        return fault
    found = shot_pairs.pairs_of(game, request.formation, request.target, LinesOfFire(game, request.sights))
    if not found:
        return shot_pairs.no_pairs_fault(game, request.formation, request.target)
    modifier = Tally.base(0, "TF-SHOOT-01").add(to_hit_of(game.options, request.action), "TF-SHOOT-02")
    return ShootingDeclared(
        formation=request.formation,
        target=request.target,
        overwatch=request.action == OVERWATCH,
        crossfire=crossfire.in_crossfire(game, request.target, found, stated=request.crossfire),
        air=request.air,
        sights=request.sights,
        to_hit_modifier=modifier.add(request.to_hit_modifier, "TF-SHOOT-02"),
        pairs=found,
    )


def _target_fault(game: Game, request: ShootingRequest) -> Fault | None:
    mine, other = game.formations[request.formation], game.formations[request.target]
    if not units_of(game, mine.id):
        return Fault("TF-SHOOT-01", "formation-gone", "formation", (("formation", mine.id),))
    if allied(game, mine.seat, other.seat):
        clause = "TF-OW-04" if request.action == OVERWATCH else "TF-SHOOT-01"
        return Fault(clause, "not-an-enemy", "target", (("enemy", other.id),))
    if not units_of(game, other.id):
        return Fault("TF-SHOOT-01", "not-an-enemy", "target", (("enemy", other.id),))
    return None


def _statement_fault(game: Game, request: ShootingRequest) -> Fault | None:
    """TF-COVER-06 TF-SHOOT-02 Look for facts from outside that can not be."""
    if abs(request.to_hit_modifier) > MOST_MODIFIER:
        facts = (("modifier", request.to_hit_modifier), ("most", MOST_MODIFIER))
        return Fault("TF-SHOOT-02", "modifier-range", "to_hit_modifier", facts)
    for number, fact in enumerate(request.sights):
        place = f"sights[{number}]"
        if fact.sight not in SIGHTS:
            facts_ = (("sight", fact.sight[:40]), ("known", " ".join(SIGHTS)))
            return Fault("TF-COVER-06", "no-such-sight", f"{place}.sight", facts_)
        for name, unit, formation in (("unit", fact.unit, request.formation), ("target", fact.target, request.target)):
            if unit and unit not in game.formations[formation].units:
                return Fault("TF-COVER-06", "not-of-formation", f"{place}.{name}", (("formation", formation),))
    return None


def shooting_row(event: ShootingDeclared) -> Shooting:
    """Make the row of a shooting that is declared."""
    return Shooting(
        event.formation,
        event.target,
        event.overwatch,
        event.crossfire,
        event.air,
        event.sights,
        event.to_hit_modifier.total,
        event.pairs,
    )


# -- shots


def live_pairs(game: Game, shooting: Shooting, unit: str = "") -> tuple[ShotPair, ...]:
    """List pairs whose units are both on the battlefield: all, or those of a shooter."""
    mine = (pair for pair in shooting.pairs if unit in {"", pair.unit})
    return tuple(pair for pair in mine if not game.units[pair.unit].out and not game.units[pair.target].out)


def units_to_shoot(game: Game, shooting: Shooting) -> tuple[str, ...]:
    """TF-SHOOT-01 List the units that have still to shoot, by id."""
    units = dict.fromkeys(pair.unit for pair in live_pairs(game, shooting))
    return tuple(unit for unit in units if unit not in shooting.shot)


def aims_of(game: Game, shooting: Shooting, unit: str, target: str = "") -> tuple[Aim, ...]:
    """TF-COVER-08 List the weapons of a unit that can shoot, each at the unit it hits best, or at the one named."""
    found = [pair for pair in live_pairs(game, shooting, unit) if target in {"", pair.target}]
    sights = LinesOfFire(game, shooting.sights)
    return tuple(
        aim for weapon in shot_pairs.weapons_of(game, unit) if (aim := _best_aim(game, shooting, sights, weapon, found))
    )


def _best_aim(
    game: Game, shooting: Shooting, sights: LinesOfFire, weapon: Weapon, found: Sequence[ShotPair]
) -> Aim | None:
    near = sorted(found, key=lambda pair: pair.distance)
    able = [pair for pair in near if shot_pairs.reaches(game, weapon, pair.target, pair.distance)]
    values = [Aim(weapon, pair.target, hit_value(game, shooting, sights, weapon, pair)) for pair in able]
    return max(values, key=lambda aim: aim.value.total, default=None)


def hit_value(game: Game, shooting: Shooting, sights: LinesOfFire, weapon: Weapon, pair: ShotPair) -> Tally:
    """TF-SHOOT-01 TF-SHOOT-02 Work out the value that hits: the weapon's, cover as it was judged, other modifiers."""
    plain = shot_pairs.printed_value(weapon, terrain_class(game, pair.target))
    base = Tally.base(plain, "TF-SHOOT-01")
    value = cover.apply_cover(game, base, pair.target, sights.look(pair.unit, pair.target))
    if value.total != plain + pair.cover:
        value = value.set(plain + pair.cover, "TF-COVER-08")
    return value.add(shooting.to_hit_modifier, "TF-SHOOT-02")
