"""What a unit fires at whom: a declaration laid out as volleys, or its faults (AN-SHOOT-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model import volleys, weapons
from adjudicator.rulesets.antares.model.messages import FiredGroup, FiredWeapon, Weapon
from adjudicator.rulesets.antares.model.rows import Group, Model, Volley
from adjudicator.rulesets.antares.model.state import Game, has_flag, is_on_table, kind_of, models_of, stat
from adjudicator.rulesets.antares.rules.shooting import eligibility, overhead_fire

FIRE, ADVANCE = "fire", "advance"
RANK = ("no-line-of-sight", "below-minimum", "out-of-range", "no-aim-point", "no-crew")


class Shot(NamedTuple):
    """One model that fires one weapon."""

    target: str
    weapon: str
    mode: str
    model: str
    aim: Spot | None = None
    blind: bool = False


class _Request(NamedTuple):
    """Who wants to shoot at what, with what lies between."""

    game: Game
    unit: str
    target: str
    kind: str
    known: dict[str, eligibility.Between]

    def between(self, target: str) -> eligibility.Between:
        """Give what lies between the unit and a target."""
        if target not in self.known:
            self.known[target] = eligibility.Between(self.game, self.unit, target)
        return self.known[target]


class ShotPlan(NamedTuple):
    """A declaration that was laid out: its faults, or the groups for each target; blind fire has the target ""."""

    faults: tuple[Fault, ...] = ()
    volleys: tuple[tuple[str, tuple[FiredGroup, ...]], ...] = ()


def plan(game: Game, unit: str, target: str, kind: str, fired: Sequence[FiredWeapon] = ()) -> ShotPlan:
    """AN-SHOOT-11 Lay out what a unit fires; `fired` empty means every weapon that may be fired, in its standard mode.

    `kind` is as in ShootingDeclared. Positions are those of `game`: to ask about others give another game.
    """
    general = _general(game, unit, target, kind, fired)
    if general is not None:
        return ShotPlan((general,))
    request = _Request(game, unit, target, kind, {})
    shots, faults = _named(request, fired) if fired else _all(request)
    if fired and not faults:
        faults = _idle_target_faults(game, unit, target, fired)
    return ShotPlan(tuple(faults)) if faults else ShotPlan((), _volleys(game, unit, shots))


def shot_fault(game: Game, unit: str, target: str, kind: str) -> Fault | None:
    """AN-REACT-37 Say why no model of a unit could shoot at a target; None where one could."""
    general = _general(game, unit, target, kind, ())
    if general is not None:
        return general
    request = _Request(game, unit, target, kind, {})
    faults: list[tuple[Fault, str]] = []
    for shot, found in _attempts(request):
        if found is None:
            return None
        faults.append((found, shot.weapon))
    return _worst(request, target, faults)


# -- order and target


def order_of(game: Game, unit: str, kind: str) -> str:
    """AN-SHOOT-01 Give the order that shooting of this kind counts as."""
    if kind in volleys.CLOSE:
        return ADVANCE
    if kind != "shooting":
        return FIRE
    return next((action.order for action in reversed(game.actions) if action.unit == unit), "")


def _general(game: Game, unit: str, target: str, kind: str, fired: Sequence[FiredWeapon]) -> Fault | None:
    order = order_of(game, unit, kind)
    if order not in (FIRE, ADVANCE):
        return fault("AN-SHOOT-01", "order-does-not-shoot", "unit", unit=unit, order=order)
    if kind == "shooting" and any(action.unit == unit and action.shot for action in game.actions):
        return fault("AN-ORDER-02" if order == FIRE else "AN-ORDER-05", "has-shot", "unit", unit=unit)
    named = {row.target or target for row in fired if not row.blind} if fired else {target}
    faults = (_target_fault(game, unit, row) for row in sorted(named))
    return next((row for row in faults if row is not None), None)


def _idle_target_faults(game: Game, unit: str, target: str, fired: Sequence[FiredWeapon]) -> list[Fault]:
    """AN-SHOOT-11 AN-OH-07 Say that no weapon fires at a target that is named: each has its own, or fires blind."""
    if not target or any(not row.blind and row.target in ("", target) for row in fired):
        return []
    if target not in game.units:
        return [fault("", "unknown-id", "target")]
    return [fault("AN-SHOOT-11", "target-not-fired-at", "target", unit=unit, target=target)]


def _target_fault(game: Game, unit: str, target: str) -> Fault | None:
    if not target:
        return fault("AN-SHOOT-11", "no-target", "target", unit=unit)
    if target not in game.units:
        return fault("", "unknown-id", "target")
    if game.units[target].seat == game.units[unit].seat:
        return fault("AN-SHOOT-11", "own-side", "target", unit=unit, target=target)
    return (
        None if is_on_table(game, target) else fault("AN-SHOOT-02", "target-gone", "target", unit=unit, target=target)
    )


# -- a weapon


def weapon_fault(game: Game, unit: str, weapon: Weapon, kind: str) -> Fault | None:
    """AN-ORDER-06 AN-PBS-02 Say why a weapon may not be fired in shooting of this kind at all; None where it may."""
    if not weapon.modes:
        return fault("AN-SHOOT-10", "not-fired")
    if kind in volleys.CLOSE:
        return _close_fault(weapon)
    late = weapons.is_heavy(weapon) and "fires_on_advance" not in weapon.properties
    if late and order_of(game, unit, kind) == ADVANCE:
        return fault("AN-ORDER-06", "heavy-on-advance")
    return None


def _close_fault(weapon: Weapon) -> Fault | None:
    """AN-PBS-01 AN-PBS-02 Standard weapons, and those with the property, whose minimum range is 0."""
    plain = weapon.kind == "standard" and not weapons.is_heavy(weapon)
    if not plain and "pbs" not in weapon.properties:
        return fault("AN-PBS-02", "not-at-point-blank")
    return fault("AN-PBS-02", "minimum-at-point-blank") if weapon.minimum else None


def _judge(request: _Request, shot: Shot) -> Fault | None:
    """AN-SHOOT-02 Say why one model may not fire so; None where it may."""
    game = request.game
    if stat(game, request.unit, "accuracy", game.models[shot.model]) is None:
        return fault("AN-ACC-01", "no-accuracy")
    over = weapons.is_overhead(game.weapons[shot.weapon])
    group = Group(
        weapon=shot.weapon, mode=shot.mode, models=(shot.model,), dice=1, overhead=over, blind=shot.blind, aim=shot.aim
    )
    seat = game.units[request.unit].seat
    row = Volley(id="", unit=request.unit, target=shot.target, kind=request.kind, seat=seat, groups=(group,))
    found = eligibility.conditions_of(game, row, group, shot.model, request.between(shot.target))
    return found if isinstance(found, Fault) else None


def _aim_point(request: _Request, target: str, weapon: Weapon) -> Spot | None:
    """AN-OH-01 Choose an aim point on the target where none was named; the first where no model could fire at any.

    It is the middle of the model with most of its unit under the template, of several the first by number.
    """
    game = request.game
    radius = weapon.overhead.radius if weapon.overhead is not None else 0
    spots = [Spot(x=model.pose.x, y=model.pose.y) for model in models_of(game, target) if model.pose is not None]
    spots.sort(key=lambda spot: -len(overhead_fire.models_under(game, target, spot, radius)))
    carried = weapons.bearers(game, request.unit, weapon.id)
    for spot in spots:
        shots = (Shot(target, weapon.id, "", row.id, spot) for row in carried)
        if any(_judge(request, shot) is None for shot in shots):
            return spot
    return spots[0] if spots else None


# -- everything that may be fired


def _all(request: _Request) -> tuple[list[Shot], list[Fault]]:
    """AN-SHOOT-11 Let every model fire its first weapon that may be fired, or all of them where its unit does."""
    shots: list[Shot] = []
    faults: list[tuple[Fault, str]] = []
    for shot, found in _attempts(request):
        if found is None:
            shots.append(shot)
        else:
            faults.append((found, shot.weapon))
    return shots, [] if shots else [_worst(request, request.target, faults)]


def _attempts(request: _Request) -> Iterator[tuple[Shot, Fault | None]]:
    """Try the weapons of each model until one may be fired, or all of them where its unit fires all."""
    aims: dict[str, Spot | None] = {}
    several = has_flag(request.game, request.unit, "all_weapons")
    for model in models_of(request.game, request.unit):
        for name in kind_of(request.game, model).weapons:
            shot, found = _try(request, model, name, aims)
            yield shot, found
            if found is None and not several:
                break


def _try(request: _Request, model: Model, name: str, aims: dict[str, Spot | None]) -> tuple[Shot, Fault | None]:
    weapon = request.game.weapons[name]
    found = weapon_fault(request.game, request.unit, weapon, request.kind)
    if found is None and weapons.is_overhead(weapon) and name not in aims:
        aims[name] = _aim_point(request, request.target, weapon)
    mode = weapon.modes[0].name if weapon.modes else ""
    shot = Shot(request.target, name, mode, model.id, aims.get(name))
    return shot, found or _judge(request, shot)


def _worst(request: _Request, target: str, faults: Sequence[tuple[Fault, str]]) -> Fault:
    """Choose the reason that comes nearest to a shot."""
    if not faults:
        return fault("AN-SHOOT-11", "no-weapon", "unit", unit=request.unit)
    found, weapon = min(faults, key=lambda row: RANK.index(row[0].reason) if row[0].reason in RANK else len(RANK))
    return _at(found, request, target, weapon, "target")


def _at(found: Fault, request: _Request, target: str, weapon: str, path: str) -> Fault:
    return fault(found.clause, found.reason, path, unit=request.unit, target=target, weapon=weapon)


# -- what was named


def _named(request: _Request, fired: Sequence[FiredWeapon]) -> tuple[list[Shot], list[Fault]]:
    """AN-SHOOT-11 Lay out the weapons that were named, those with named models first."""
    shots: list[Shot] = []
    faults: list[Fault] = []
    for index, row in sorted(enumerate(fired), key=lambda pair: not pair[1].models):
        path = f"weapons[{index}]"
        found = _naming_fault(request, row, path)
        if found is None:
            named, found = _shots(request, row, shots, path)
            shots += named
        faults += [found] if found is not None else []
    return shots, faults


def _naming_fault(request: _Request, fired: FiredWeapon, path: str) -> Fault | None:
    """Name the first thing wrong with a weapon as it was named."""
    game, unit, target = request.game, request.unit, request.target
    weapon = game.weapons.get(fired.weapon)
    carried = any(fired.weapon in kind_of(game, model).weapons for model in models_of(game, unit))
    if weapon is None or not carried:
        return _at(fault("AN-SHOOT-11", "no-such-weapon"), request, target, fired.weapon, f"{path}.weapon")
    if not weapons.bearers(game, unit, weapon.id):
        return _at(fault("AN-DMG-14", "weapon-disabled"), request, target, weapon.id, f"{path}.weapon")
    found = weapon_fault(game, unit, weapon, request.kind)
    if found is not None:
        return _at(found, request, target, weapon.id, f"{path}.weapon")
    if weapons.mode_of(weapon, fired.mode) is None:
        return fault("AN-ACC-18", "no-such-mode", f"{path}.mode", weapon=weapon.id, mode=fired.mode)
    if fired.target not in ("", target) and not has_flag(game, unit, "may_split_targets"):
        return fault("AN-SHOOT-11", "split-fire", f"{path}.target", unit=unit, target=target)
    return _aim_fault(request, weapon, fired, path) or _models_fault(request, fired, path)


def _aim_fault(request: _Request, weapon: Weapon, fired: FiredWeapon, path: str) -> Fault | None:
    """AN-OH-01 AN-OH-07 Name what is wrong with an aim point, or with blind fire."""
    found = None
    if not weapons.is_overhead(weapon):
        found = fault("AN-OH-07", "blind-direct") if fired.blind else None
        found = found or (fault("AN-OH-01", "aim-for-direct") if fired.aim is not None else None)
    elif fired.blind and order_of(request.game, request.unit, request.kind) != FIRE:
        found = fault("AN-OH-07", "blind-needs-fire")
    elif fired.blind and fired.aim is None:
        found = fault("AN-OH-01", "no-aim-point")
    return None if found is None else _at(found, request, request.target, weapon.id, f"{path}.aim")


def _models_fault(request: _Request, fired: FiredWeapon, path: str) -> Fault | None:
    able = {bearer.id for bearer in weapons.bearers(request.game, request.unit, fired.weapon)}
    facts = {"unit": request.unit, "weapon": fired.weapon}
    for model in fired.models:
        if model not in able:
            return fault("AN-SHOOT-11", "model-without-weapon", f"{path}.models", **facts, model=model)
        if fired.models.count(model) > 1:
            return fault("AN-SHOOT-11", "model-fires-twice", f"{path}.models", **facts, model=model)
    return None


def _shots(request: _Request, fired: FiredWeapon, before: Sequence[Shot], path: str) -> tuple[list[Shot], Fault | None]:
    """AN-SHOOT-02 Let those of the models fire that may; models that fail the check lose their shots."""
    weapon = request.game.weapons[fired.weapon]
    busy = _busy(request.game, request.unit, weapon.id, before)
    twice = next((model for model in fired.models if model in busy), None)
    if twice is not None:
        return [], fault(
            "AN-SHOOT-11", "model-fires-twice", f"{path}.models", unit=request.unit, weapon=weapon.id, model=twice
        )
    carried = weapons.bearers(request.game, request.unit, weapon.id)
    wanted = fired.models or tuple(row.id for row in carried if row.id not in busy)
    if not wanted:
        return [], fault("AN-SHOOT-11", "all-fire-others", path, unit=request.unit, weapon=weapon.id)
    named = _as_named(request, weapon, fired, wanted)
    faults = [_judge(request, row) for row in named]
    good = [shot for shot, found in zip(named, faults, strict=True) if found is None]
    if good:
        return good, None
    worst = _worst(request, named[0].target, [(found, weapon.id) for found in faults if found is not None])
    return [], replace(worst, path=path)


def _as_named(request: _Request, weapon: Weapon, fired: FiredWeapon, models: Sequence[str]) -> list[Shot]:
    target = "" if fired.blind else fired.target or request.target
    aim = fired.aim
    if aim is None and weapons.is_overhead(weapon):
        aim = _aim_point(request, target, weapon)
    mode = weapons.mode_of(weapon, fired.mode)
    name = mode.name if mode is not None else ""
    return [Shot(target, weapon.id, name, model, aim, fired.blind) for model in models]


def _busy(game: Game, unit: str, weapon: str, before: Sequence[Shot]) -> set[str]:
    """List the models that may not fire this weapon too: every one that fires, or that fires this one."""
    several = has_flag(game, unit, "all_weapons")
    return {row.model for row in before if not several or row.weapon == weapon}


# -- volleys and groups


def _volleys(game: Game, unit: str, shots: Sequence[Shot]) -> tuple[tuple[str, tuple[FiredGroup, ...]], ...]:
    """AN-SHOOT-11 Gather shots by target, and in each volley by target number, overhead weapons first."""
    targets = dict.fromkeys(row.target for row in shots)
    return tuple((target, _groups(game, unit, [shot for shot in shots if shot.target == target])) for target in targets)


def _groups(game: Game, unit: str, shots: Sequence[Shot]) -> tuple[FiredGroup, ...]:
    places = {row: index for index, row in enumerate(dict.fromkeys(row.weapon for row in shots))}
    alone = eligibility.one_by_one(game)

    def key(shot: Shot) -> tuple[bool, int, str, int, tuple[int, int], bool, int]:
        over = weapons.is_overhead(game.weapons[shot.weapon])
        skill = stat(game, unit, "accuracy", game.models[shot.model]) or 0
        aim = (shot.aim.x, shot.aim.y) if shot.aim is not None else (0, 0)
        number = game.units[unit].models.index(shot.model) if alone else 0
        return not over, places[shot.weapon], shot.mode, skill, aim, shot.blind, number

    ordered = sorted(shots, key=lambda shot: (*key(shot), game.units[unit].models.index(shot.model)))
    return tuple(_group(game, tuple(rows)) for _, rows in groupby(ordered, key=key))


def _group(game: Game, shots: Sequence[Shot]) -> FiredGroup:
    first = shots[0]
    weapon = game.weapons[first.weapon]
    mode = weapons.mode_of(weapon, first.mode)
    shots_per_model = mode.shots if mode is not None else 0
    return FiredGroup(
        weapon=weapon.id,
        mode=first.mode,
        models=tuple(shot.model for shot in shots),
        dice=shots_per_model * len(shots),
        overhead=weapons.is_overhead(weapon),
        blind=first.blind,
        aim=first.aim,
        heavy=weapons.is_heavy(weapon),
    )
