"""What a unit fires at whom: a declaration laid out as volleys, or its faults (AN-SHOOT-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.antares import eligibility, overhead, volleys, weapons
from adjudicator.rulesets.antares.eligibility import Bar
from adjudicator.rulesets.antares.model.messages import FiredGroup, FiredWeapon, Spot, Weapon
from adjudicator.rulesets.antares.rows import Group, Model, Volley
from adjudicator.rulesets.antares.state import Game, has_flag, kind_of, models_of, standing, stat

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


class _Ask(NamedTuple):
    """Who asks to shoot at what; lines to a target are worked out once, when they are wanted."""

    game: Game
    unit: str
    target: str
    kind: str
    lines: dict[str, eligibility.Lines]

    def to(self, target: str) -> eligibility.Lines:
        """Give the lines to a target."""
        if target not in self.lines:
            self.lines[target] = eligibility.lines_of(self.game, self.unit, target)
        return self.lines[target]


class Plan(NamedTuple):
    """A declaration that was laid out: its faults, or the groups for each target; blind fire has the target ""."""

    faults: tuple[Fault, ...] = ()
    volleys: tuple[tuple[str, tuple[FiredGroup, ...]], ...] = ()


def plan(game: Game, unit: str, target: str, kind: str, fired: Sequence[FiredWeapon] = ()) -> Plan:
    """AN-SHOOT-11 Lay out what a unit fires; `fired` empty means every weapon that may be fired, in its standard mode.

    `kind` is as in ShootingDeclared. Positions are those of `game`: to ask about others give another game.
    """
    general = _general(game, unit, target, kind, fired)
    if general is not None:
        return Plan((general,))
    ask = _Ask(game, unit, target, kind, {})
    shots, faults = _named(ask, fired) if fired else _all(ask)
    return Plan(tuple(faults)) if faults else Plan((), _volleys(game, unit, shots))


def why_not(game: Game, unit: str, target: str, kind: str) -> str | None:
    """AN-REACT-37 Say why no model of a unit could shoot at a target, as a reason of refusal; None where one could."""
    general = _general(game, unit, target, kind, ())
    if general is not None:
        return general.reason
    ask = _Ask(game, unit, target, kind, {})
    bars: list[tuple[Bar, str]] = []
    for shot, bar in _attempts(ask):
        if bar is None:
            return None
        bars.append((bar, shot.weapon))
    return _worst(ask, target, bars).reason


# -- order and target


def order_of(game: Game, unit: str, kind: str) -> str:
    """AN-SHOOT-01 Give the order that shooting of this kind counts as."""
    if kind in volleys.CLOSE:
        return ADVANCE
    if kind != "shooting":
        return FIRE
    return next((each.order for each in reversed(game.actions) if each.unit == unit), "")


def _general(game: Game, unit: str, target: str, kind: str, fired: Sequence[FiredWeapon]) -> Fault | None:
    order = order_of(game, unit, kind)
    facts = (("unit", unit), ("order", order))
    if order not in (FIRE, ADVANCE):
        return Fault("AN-SHOOT-01", "order-does-not-shoot", "unit", facts)
    if kind == "shooting" and any(each.unit == unit and each.shot for each in game.actions):
        return Fault("AN-SHOOT-12", "has-shot", "unit", facts[:1])
    named = {each.target or target for each in fired if not each.blind} if fired else {target}
    faults = (_target_fault(game, unit, each) for each in sorted(named))
    return next((each for each in faults if each is not None), None)


def _target_fault(game: Game, unit: str, target: str) -> Fault | None:
    facts = (("unit", unit), ("target", target))
    if not target:
        return Fault("AN-SHOOT-11", "no-target", "target", facts[:1])
    if target not in game.units:
        return Fault("", "unknown-id", "target")
    if game.units[target].seat == game.units[unit].seat:
        return Fault("AN-SHOOT-11", "own-side", "target", facts)
    return None if standing(game, target) else Fault("AN-SHOOT-11", "target-gone", "target", facts)


# -- a weapon


def barred(game: Game, unit: str, weapon: Weapon, kind: str) -> Bar | None:
    """AN-ORDER-06 AN-PBS-02 Say why a weapon may not be fired in shooting of this kind at all; None where it may."""
    if not weapon.modes:
        return Bar("AN-SHOOT-10", "not-fired")
    if kind in volleys.CLOSE:
        return _barred_close(weapon)
    late = weapons.is_heavy(weapon) and "fires_on_advance" not in weapon.properties
    if late and order_of(game, unit, kind) == ADVANCE:
        return Bar("AN-ORDER-06", "heavy-on-advance")
    return None


def _barred_close(weapon: Weapon) -> Bar | None:
    """AN-PBS-01 AN-PBS-02 Standard weapons, and those with the property, whose minimum range is 0."""
    plain = weapon.kind == "standard" and not weapons.is_heavy(weapon)
    if not plain and "pbs" not in weapon.properties:
        return Bar("AN-PBS-02", "not-at-point-blank")
    return Bar("AN-PBS-02", "minimum-at-point-blank") if weapon.minimum else None


def _judge(ask: _Ask, shot: Shot) -> Bar | None:
    """AN-SHOOT-02 Say why one model may not fire so; None where it may."""
    game = ask.game
    if stat(game, ask.unit, "accuracy", game.models[shot.model]) is None:
        return Bar("AN-ACC-01", "no-accuracy")
    over = weapons.is_overhead(game.weapons[shot.weapon])
    group = Group(
        weapon=shot.weapon, mode=shot.mode, models=(shot.model,), dice=1, overhead=over, blind=shot.blind, aim=shot.aim
    )
    seat = game.units[ask.unit].seat
    row = Volley(id="", unit=ask.unit, target=shot.target, kind=ask.kind, seat=seat, groups=(group,))
    found = eligibility.look(game, row, group, shot.model, ask.to(shot.target))
    return found if isinstance(found, Bar) else None


def _aim_point(ask: _Ask, target: str, weapon: Weapon) -> Spot | None:
    """AN-OH-01 Choose an aim point on the target where none was named; the first where no model could fire at any.

    It is the middle of the model with most of its unit under the template, of several the first by number.
    """
    game = ask.game
    radius = weapon.overhead.radius if weapon.overhead is not None else 0
    spots = [Spot(x=each.pose.x, y=each.pose.y) for each in models_of(game, target) if each.pose is not None]
    spots.sort(key=lambda spot: -len(overhead.models_under(game, target, spot, radius)))
    carried = weapons.bearers(game, ask.unit, weapon.id)
    for spot in spots:
        shots = (Shot(target, weapon.id, "", each.id, spot) for each in carried)
        if any(_judge(ask, shot) is None for shot in shots):
            return spot
    return spots[0] if spots else None


# -- everything that may be fired


def _all(ask: _Ask) -> tuple[list[Shot], list[Fault]]:
    """AN-SHOOT-11 Let every model fire its first weapon that may be fired, or all of them where its unit does."""
    shots: list[Shot] = []
    bars: list[tuple[Bar, str]] = []
    for shot, bar in _attempts(ask):
        if bar is None:
            shots.append(shot)
        else:
            bars.append((bar, shot.weapon))
    return shots, [] if shots else [_worst(ask, ask.target, bars)]


def _attempts(ask: _Ask) -> Iterator[tuple[Shot, Bar | None]]:
    """Try the weapons of each model until one may be fired, or all of them where its unit fires all."""
    aims: dict[str, Spot | None] = {}
    several = has_flag(ask.game, ask.unit, "all_weapons")
    for model in models_of(ask.game, ask.unit):
        for name in kind_of(ask.game, model).weapons:
            shot, bar = _try(ask, model, name, aims)
            yield shot, bar
            if bar is None and not several:
                break


def _try(ask: _Ask, model: Model, name: str, aims: dict[str, Spot | None]) -> tuple[Shot, Bar | None]:
    weapon = ask.game.weapons[name]
    bar = barred(ask.game, ask.unit, weapon, ask.kind)
    if bar is None and weapons.is_overhead(weapon) and name not in aims:
        aims[name] = _aim_point(ask, ask.target, weapon)
    mode = weapon.modes[0].name if weapon.modes else ""
    shot = Shot(ask.target, name, mode, model.id, aims.get(name))
    return shot, bar or _judge(ask, shot)


def _worst(ask: _Ask, target: str, bars: Sequence[tuple[Bar, str]]) -> Fault:
    """Choose the reason that comes nearest to a shot."""
    if not bars:
        return Fault("AN-SHOOT-11", "no-weapon", "unit", (("unit", ask.unit),))
    bar, weapon = min(bars, key=lambda each: RANK.index(each[0].reason) if each[0].reason in RANK else len(RANK))
    return _fault(bar, ask, target, weapon, "target")


def _fault(bar: Bar, ask: _Ask, target: str, weapon: str, path: str) -> Fault:
    return Fault(bar.clause, bar.reason, path, (("unit", ask.unit), ("target", target), ("weapon", weapon)))


# -- what was named


def _named(ask: _Ask, fired: Sequence[FiredWeapon]) -> tuple[list[Shot], list[Fault]]:
    """AN-SHOOT-11 Lay out the weapons that were named, those with named models first."""
    shots: list[Shot] = []
    faults: list[Fault] = []
    for index, each in sorted(enumerate(fired), key=lambda pair: not pair[1].models):
        path = f"weapons[{index}]"
        fault = _weapon_fault(ask, each, path)
        if fault is None:
            made, fault = _shots(ask, each, shots, path)
            shots += made
        faults += [fault] if fault is not None else []
    return shots, faults


def _weapon_fault(ask: _Ask, fired: FiredWeapon, path: str) -> Fault | None:
    """Name the first thing wrong with a weapon as it was named."""
    game, unit, target = ask.game, ask.unit, ask.target
    weapon = game.weapons.get(fired.weapon)
    carried = any(fired.weapon in kind_of(game, each).weapons for each in models_of(game, unit))
    if weapon is None or not carried:
        return _fault(Bar("AN-SHOOT-11", "no-such-weapon"), ask, target, fired.weapon, f"{path}.weapon")
    if not weapons.bearers(game, unit, weapon.id):
        return _fault(Bar("AN-DMG-14", "weapon-disabled"), ask, target, weapon.id, f"{path}.weapon")
    bar = barred(game, unit, weapon, ask.kind)
    if bar is not None:
        return _fault(bar, ask, target, weapon.id, f"{path}.weapon")
    if weapons.mode_of(weapon, fired.mode) is None:
        return Fault("AN-ACC-18", "no-such-mode", f"{path}.mode", (("weapon", weapon.id), ("mode", fired.mode)))
    if fired.target not in ("", target) and not has_flag(game, unit, "may_split_targets"):
        return Fault("AN-SHOOT-11", "split-fire", f"{path}.target", (("unit", unit), ("target", target)))
    return _aim_fault(ask, weapon, fired, path) or _models_fault(ask, fired, path)


def _aim_fault(ask: _Ask, weapon: Weapon, fired: FiredWeapon, path: str) -> Fault | None:
    """AN-OH-01 AN-OH-07 Name what is wrong with an aim point, or with blind fire."""
    bar = None
    if not weapons.is_overhead(weapon):
        bar = Bar("AN-OH-07", "blind-direct") if fired.blind else None
        bar = bar or (Bar("AN-OH-01", "aim-for-direct") if fired.aim is not None else None)
    elif fired.blind and order_of(ask.game, ask.unit, ask.kind) != FIRE:
        bar = Bar("AN-OH-07", "blind-needs-fire")
    elif fired.blind and fired.aim is None:
        bar = Bar("AN-OH-01", "no-aim-point")
    return None if bar is None else _fault(bar, ask, ask.target, weapon.id, f"{path}.aim")


def _models_fault(ask: _Ask, fired: FiredWeapon, path: str) -> Fault | None:
    able = {each.id for each in weapons.bearers(ask.game, ask.unit, fired.weapon)}
    facts = (("unit", ask.unit), ("weapon", fired.weapon))
    for each in fired.models:
        if each not in able:
            return Fault("AN-SHOOT-11", "model-without-weapon", f"{path}.models", (*facts, ("model", each)))
        if fired.models.count(each) > 1:
            return Fault("AN-SHOOT-11", "model-fires-twice", f"{path}.models", (*facts, ("model", each)))
    return None


def _shots(ask: _Ask, fired: FiredWeapon, before: Sequence[Shot], path: str) -> tuple[list[Shot], Fault | None]:
    """AN-SHOOT-02 Let those of the models fire that may; models that fail the check lose their shots."""
    weapon = ask.game.weapons[fired.weapon]
    busy = _busy(ask.game, ask.unit, weapon.id, before)
    twice = next((each for each in fired.models if each in busy), None)
    if twice is not None:
        facts = (("unit", ask.unit), ("weapon", weapon.id), ("model", twice))
        return [], Fault("AN-SHOOT-11", "model-fires-twice", f"{path}.models", facts)
    carried = weapons.bearers(ask.game, ask.unit, weapon.id)
    wanted = fired.models or tuple(each.id for each in carried if each.id not in busy)
    if not wanted:
        return [], Fault("AN-SHOOT-11", "all-fire-others", path, (("unit", ask.unit), ("weapon", weapon.id)))
    made = _as_named(ask, weapon, fired, wanted)
    bars = [_judge(ask, each) for each in made]
    good = [shot for shot, bar in zip(made, bars, strict=True) if bar is None]
    if good:
        return good, None
    fault = _worst(ask, made[0].target, [(bar, weapon.id) for bar in bars if bar is not None])
    return [], Fault(fault.clause, fault.reason, path, fault.facts)


def _as_named(ask: _Ask, weapon: Weapon, fired: FiredWeapon, models: Sequence[str]) -> list[Shot]:
    target = "" if fired.blind else fired.target or ask.target
    aim = fired.aim
    if aim is None and weapons.is_overhead(weapon):
        aim = _aim_point(ask, target, weapon)
    mode = weapons.mode_of(weapon, fired.mode)
    name = mode.name if mode is not None else ""
    return [Shot(target, weapon.id, name, each, aim, fired.blind) for each in models]


def _busy(game: Game, unit: str, weapon: str, before: Sequence[Shot]) -> set[str]:
    """List the models that may not fire this weapon too: every one that fires, or that fires this one."""
    several = has_flag(game, unit, "all_weapons")
    return {each.model for each in before if not several or each.weapon == weapon}


# -- volleys and groups


def _volleys(game: Game, unit: str, shots: Sequence[Shot]) -> tuple[tuple[str, tuple[FiredGroup, ...]], ...]:
    """AN-SHOOT-11 Gather shots by target, and in each volley by target number, overhead weapons first."""
    targets = dict.fromkeys(each.target for each in shots)
    return tuple((each, _groups(game, unit, [shot for shot in shots if shot.target == each])) for each in targets)


def _groups(game: Game, unit: str, shots: Sequence[Shot]) -> tuple[FiredGroup, ...]:
    places = {each: index for index, each in enumerate(dict.fromkeys(each.weapon for each in shots))}
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
    each = mode.shots if mode is not None else 0
    return FiredGroup(
        weapon=weapon.id, mode=first.mode, models=tuple(shot.model for shot in shots), dice=each * len(shots),
        overhead=weapons.is_overhead(weapon), blind=first.blind, aim=first.aim, heavy=weapons.is_heavy(weapon),
    )  # fmt: skip


__all__ = ["ADVANCE", "FIRE", "Plan", "Shot", "barred", "order_of", "plan", "why_not"]
