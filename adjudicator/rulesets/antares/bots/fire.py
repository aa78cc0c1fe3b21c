"""How a bot shoots: whom, with which weapons in which modes, and what it expects of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.board.inches import Point
from adjudicator.kernel.dice.tally import doubled_mean
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.bots.situation import Turn
from adjudicator.rulesets.antares.model import distances, weapons
from adjudicator.rulesets.antares.model.messages import DeclareShooting, FiredGroup, FiredWeapon
from adjudicator.rulesets.antares.model.state import Game, has_flag, stat
from adjudicator.rulesets.antares.rules.shooting import declarations, offered_shots, shot_plans

WeightedShot: TypeAlias = tuple[int, DeclareShooting]
SIDES, NETTED = 10, 8
BLIND, SPLIT = 6, 2
VALUE_RANGE, SPOT_OFFSET = 600, 2_500
NEAREST = 3

# -- what it is worth


def shot_value(game: Game, target: str, groups: Sequence[FiredGroup]) -> int:
    """Weigh some shots at a unit: hits that are likely, by how badly they hurt it; in hundredths of a wound."""
    return sum(_group_value(game, target, group) for group in groups)


def _group_value(game: Game, target: str, group: FiredGroup) -> int:
    weapon = game.weapons[group.weapon]
    model = next((game.models[row] for row in group.models if row in game.models), None)
    skill = stat(game, model.unit, "accuracy", model) if model is not None else None
    hits = NETTED if weapon.overhead is not None and weapon.overhead.kind == "net" else 2
    if weapon.overhead is not None and weapon.overhead.kind == "blast":
        hits = doubled_mean(weapon.overhead.hits)
    hurt = SIDES - (stat(game, target, "resist") or 0) + doubled_mean(weapon.strike_value) // 2 if target else 2
    return group.dice * max(1, skill or 1) * max(1, hits) * min(SIDES, max(1, hurt)) // 2


def expected_damage(turn: Turn, game: Game, unit: str, kind: str = "shooting") -> int:
    """Weigh the best shot of a unit from where it stands in this game, with all that it may fire."""
    plans = ((enemy, shot_plans.plan(game, unit, enemy, kind)) for enemy in _nearest(turn, game, unit))
    return max((shot_value(game, enemy, groups) for enemy, plan in plans for _, groups in plan.volleys), default=0)


def _nearest(turn: Turn, game: Game, unit: str) -> list[str]:
    """List the enemies that are nearest to a unit, in the game as it is or with the unit elsewhere."""
    enemies = [enemy.id for enemy in turn.enemies() if enemy.models]
    stays = game.models == turn.game.models
    gaps = {row: turn.gaps[unit, row] if stays else distances.gap(game, unit, row) for row in enemies}
    return sorted(enemies, key=lambda row: (gaps[row], row))[:NEAREST]


# -- the command


def choose_shot(turn: Turn) -> Struct | None:
    """Shoot where it hurts most, in the mode that does; now and then at anybody, blindly, or at several."""
    unit, kind = turn.word("DeclareShooting", "unit"), "shooting"
    if turn.windows[-1].kind == "reaction_shot":
        kind = declarations.shooting_kind(turn.game, unit)
    targets = sorted(turn.words("DeclareShooting", "target"))
    shots = [(value, command) for target in targets for value, command in _shots_at(turn, unit, target, kind)]
    if kind == "shooting":
        shots += _blind_shots(turn, unit) if not shots or turn.one_in(BLIND) else []
        shots += _split_shots(turn, unit, targets) if turn.one_in(SPLIT) else []
        shots += _marker_shots(turn, unit, targets)
    if not shots:
        return None
    if turn.one_in(4):
        return _any_weapon(turn, [command for _, command in shots])
    return max(shots, key=lambda row: (row[0], -shots.index(row)))[1]


def _any_weapon(turn: Turn, shots: Sequence[DeclareShooting]) -> Struct:
    """Take one of the shots, each weapon as likely as any other."""
    weapon = turn.chance.choice(sorted({_first_weapon(row) for row in shots}))
    return turn.chance.choice([row for row in shots if _first_weapon(row) == weapon])


def _first_weapon(command: DeclareShooting) -> str:
    return command.weapons[0].weapon if command.weapons else ""


def _shots_at(turn: Turn, unit: str, target: str, kind: str) -> Iterator[WeightedShot]:
    """List the ways to shoot at a target that are allowed, each with its worth; finishing off counts more."""
    if shot_plans.shot_fault(turn.game, unit, target, kind) is not None:
        return
    for fired in _weapon_choices(turn, unit):
        plan = shot_plans.plan(turn.game, unit, target, kind, fired)
        if not plan.faults:
            value = sum(shot_value(turn.game, row, groups) for row, groups in plan.volleys)
            yield value * _target_weight(turn, target), DeclareShooting(unit=unit, target=target, weapons=fired)


def _target_weight(turn: Turn, target: str) -> int:
    """Weigh a target by how near it is to breaking."""
    row = turn.game.units[target]
    return 2 + row.pins + 4 // max(1, len(row.models)) + turn.chance.randrange(3)


def _weapon_choices(turn: Turn, unit: str) -> Iterator[tuple[FiredWeapon, ...]]:
    """List what may be fired: everything, each weapon in each mode, and every weapon in a mode that is drawn."""
    game = turn.game
    names = weapons.weapons_carried(game, unit)
    modes = {name: [row.name for row in game.weapons[name].modes] for name in names}
    yield ()
    yield from ((offered_shots.fired_weapon(name, mode),) for name in names for mode in modes[name])
    if len(names) > 1:
        yield tuple(offered_shots.fired_weapon(name, turn.chance.choice(modes[name])) for name in names if modes[name])


# -- special ways


def _overhead_weapons(game: Game, unit: str) -> list[str]:
    names = weapons.weapons_carried(game, unit)
    return [name for name in names if weapons.is_overhead(game.weapons[name])]


def _blind_shots(turn: Turn, unit: str) -> Iterator[WeightedShot]:
    """AN-OH-07 Fire overhead weapons blindly at where an enemy stands."""
    game, enemies = turn.game, turn.enemies()
    for name in _overhead_weapons(game, unit) if enemies else ():
        spots = [
            Spot(x=body.pose.x, y=body.pose.y) for body in distances.bodies_of(game, turn.chance.choice(enemies).id)
        ]
        fired = tuple(replace(offered_shots.fired_weapon(name), aim=spot, blind=True) for spot in spots[:1])
        if fired and not shot_plans.plan(game, unit, "", "shooting", fired).faults:
            yield turn.chance.randrange(VALUE_RANGE), DeclareShooting(unit=unit, target="", weapons=fired)


def _marker_shots(turn: Turn, unit: str, targets: Sequence[str]) -> Iterator[WeightedShot]:
    """AN-ACC-12 AN-ACC-26 Tag an enemy, or lay a Blur around an own unit that may be shot at."""
    game = turn.game
    for name in _overhead_weapons(game, unit):
        effect = game.weapons[name].overhead
        if effect is None or effect.kind != "marker" or not targets:
            continue
        target, aim = turn.chance.choice(targets), None
        if game.device_sheets[effect.marker].kind == "blur":
            aim = _spot_in_front(turn.middle(turn.chance.choice(turn.own_units()).id), turn.middle(unit))
        fired = (replace(offered_shots.fired_weapon(name), aim=aim),)
        if not shot_plans.plan(game, unit, target, "shooting", fired).faults:
            yield turn.chance.randrange(VALUE_RANGE), DeclareShooting(unit=unit, target=target, weapons=fired)


def _spot_in_front(point: Point, seen_from: Point) -> Spot:
    """Give a spot in front of a point, where no model of those who stand there hides it."""
    dx, dy = seen_from[0] - point[0], seen_from[1] - point[1]
    far = max(1, isqrt(dx * dx + dy * dy))
    return Spot(x=point[0] + dx * SPOT_OFFSET // far, y=point[1] + dy * SPOT_OFFSET // far)


def _split_shots(turn: Turn, unit: str, targets: Sequence[str]) -> Iterator[WeightedShot]:
    """AN-SHOOT-11 Divide the fire of a unit that may, weapon by weapon."""
    game = turn.game
    if not has_flag(game, unit, "may_split_targets") or len(targets) < SPLIT:
        return
    names = weapons.weapons_carried(game, unit)
    chosen = [turn.chance.choice(targets) for _ in names]
    pairs = zip(names, chosen, strict=True)
    fired = tuple(replace(offered_shots.fired_weapon(name), target=target) for name, target in pairs)
    plan = shot_plans.plan(game, unit, chosen[0], "shooting", fired)
    if not plan.faults:
        value = sum(shot_value(game, row, groups) for row, groups in plan.volleys)
        yield 4 * value, DeclareShooting(unit=unit, target=chosen[0], weapons=fired)
