"""The number that an accuracy die, or an attack in hand to hand, has to reach, with all its reasons (AN-ACC).

Ranges and intervening terrain are settled for the whole volley by what is true of most of its models (AN-SHOOT-07),
or model by model by the option: then every group is one model's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model import volleys, weapons
from adjudicator.rulesets.antares.model.messages import Weapon
from adjudicator.rulesets.antares.model.rows import Group, Volley
from adjudicator.rulesets.antares.model.state import Game, models_of, stat
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import accuracy_devices, eligibility
from adjudicator.rulesets.antares.rules.shooting.eligibility import ShotConditions
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority

Terms: TypeAlias = Iterator[tuple[int, str]]
Conditions: TypeAlias = Sequence[tuple[ShotConditions, ...]]
LONG, EXTREME, RAPID, OVERHEAD, SMALL, CREW, TERRAIN = -1, -2, -1, -1, -1, -2, -2
DAMPENER, BATTER = "kinetic_dampener", "batter_shield"
BASE = "AN-ACC-01"


def numbers(game: Game, row: Volley, blur: int = 0) -> tuple[Tally, ...]:
    """AN-ACC-01 AN-ACC-02 Give the number of every group of a volley; `blur` is the D3 of a Blur, 0 for none."""
    if row.kind == volleys.HAND_TO_HAND:
        return tuple(_strength(game, row, group) for group in row.groups)
    conditions = [eligibility.conditions_in(game, row, group) for group in row.groups]
    return tuple(_number(game, row, index, conditions, blur) for index in range(len(row.groups)))


def with_numbers(game: Game, row: Volley, blur: int = 0) -> Volley:
    """AN-ACC-01 Give a volley with the number of every group."""
    found = zip(row.groups, numbers(game, row, blur), strict=True)
    return replace(row, groups=tuple(replace(group, needed=needed) for group, needed in found))


def _number(game: Game, row: Volley, index: int, conditions: Conditions, blur: int) -> Tally:
    group = row.groups[index]
    if group.blind:
        return Tally.base(1, "AN-OH-08")
    tally = Tally.base(_base(game, row, group, "accuracy"), BASE)
    for value, clause in _terms(game, row, index, conditions):
        tally = tally.add(value, clause)
    return tally.add(-blur, "AN-ACC-26")


def _base(game: Game, row: Volley, group: Group, name: str) -> int:
    model = next((game.models[item] for item in group.models if item in game.models), None)
    return stat(game, row.unit, name, model) or 0


def _terms(game: Game, row: Volley, index: int, conditions: Conditions) -> Terms:
    group = row.groups[index]
    weapon = game.weapons[group.weapon]
    yield from _order(game, row, group)
    yield from _target(game, row)
    yield accuracy_devices.flitter_bonus(game, row), "AN-ACC-06"
    found = (
        accuracy_devices.overhead_markers(game, row, group)
        if group.overhead
        else accuracy_devices.direct_markers(game, row)
    )
    for clause, bonus in found:
        yield bonus, clause
    yield -game.units[row.unit].pins, "AN-ACC-15"
    yield from _range(game, row, index, conditions, weapon)
    yield from _mode(group, weapon)
    if group.overhead:
        yield OVERHEAD, "AN-ACC-19"
    if weapons.is_short_of_crew(game, row.unit, weapon):
        yield CREW, "AN-ACC-21"
    yield from _between(game, row, index, conditions)


# -- order, target, weapon


def _order(game: Game, row: Volley, group: Group) -> Terms:
    """AN-ACC-03 AN-ORDER-02 AN-PBS-01 AN-REACT-18 The aimed bonus under Fire, or as under Fire."""
    standing = row.kind == "stand_and_shoot" and game.options.stand_and_shoot_aimed
    heavy = group.heavy and not game.options.aimed_bonus_for_heavy
    if (hit_scoring.under_fire(game, row) or standing) and not group.overhead and not heavy:
        yield 1, "AN-ACC-03"


def _target(game: Game, row: Volley) -> Terms:
    """AN-ACC-04 AN-ACC-05 AN-ACC-20 The size of the target."""
    size = game.sheets[row.target].size if row.target else ""
    if size == "large":
        yield 1, "AN-ACC-04"
    elif size == "huge":
        yield 1, "AN-ACC-05"
    elif size == "small":
        yield SMALL, "AN-ACC-20"


def _mode(group: Group, weapon: Weapon) -> Terms:
    """AN-ACC-18 Rapid fire, and what the mode brings itself."""
    mode = weapons.mode_of(weapon, group.mode)
    if mode is not None:
        yield mode.accuracy, "AN-ACC-18"
        yield RAPID if mode.rapid else 0, "AN-ACC-18"


# -- range


def _range(game: Game, row: Volley, index: int, conditions: Conditions, weapon: Weapon) -> Terms:
    """AN-ACC-16 AN-ACC-24 AN-SHOOT-07 The band that most models with the weapon shoot over.

    What is beyond long range is beyond short range too: where neither band alone holds most of the models, those in
    the extreme band count for the long one.
    """
    if row.kind in volleys.CLOSE:
        return
    own = _of_weapon(game, row, index, conditions)
    bands = [weapons.range_band(weapon, item.distance) for item in own]
    extreme = sum(band == "extreme" for band in bands)
    if is_majority(extreme, len(bands)):
        yield EXTREME, "AN-ACC-24"
    elif is_majority(extreme + sum(band == "long" for band in bands), len(bands)):
        yield LONG, "AN-ACC-16"


def _of_weapon(game: Game, row: Volley, index: int, conditions: Conditions) -> list[ShotConditions]:
    """Gather the models that settle the range of a group: all of the volley with its weapon, or its own."""
    group = row.groups[index]
    if group.overhead or eligibility.one_by_one(game):
        return list(conditions[index])
    alike = (place for place, item in enumerate(row.groups) if item.weapon == group.weapon)
    return [condition for place in alike for condition in conditions[place]]


# -- what lies between


def _between(game: Game, row: Volley, index: int, conditions: Conditions) -> Terms:
    """AN-ACC-17 AN-ACC-22 AN-ACC-25 AN-TERRAIN-12 Terrain and fields, or their sum as people state it."""
    if row.penalty is not None:
        yield row.penalty, "AN-ACC-22"
        return
    own = _of_line(game, row, index, conditions)
    if row.kind not in volleys.CLOSE and _through_terrain(game, row, own):
        yield TERRAIN, "AN-ACC-22"
    for kind, clause, usual in ((DAMPENER, "AN-ACC-17", 1), (BATTER, "AN-ACC-25", 2)):
        if is_majority(sum(kind in item.fields for item in own), len(own)):
            yield accuracy_devices.field_penalty(game, kind, usual), clause


def _of_line(game: Game, row: Volley, index: int, conditions: Conditions) -> list[ShotConditions]:
    """Gather the models that settle terrain and fields: all that shoot directly, or those of the group."""
    if row.groups[index].overhead or eligibility.one_by_one(game):
        return list(conditions[index])
    return [
        condition for place, group in enumerate(row.groups) if not group.overhead for condition in conditions[place]
    ]


def _through_terrain(game: Game, row: Volley, own: list[ShotConditions]) -> bool:
    """AN-TERRAIN-12 Tell whether more than half of the shooters see more than half of the target through terrain."""
    enemies = len(models_of(game, row.target)) if row.target else 1
    return is_majority(sum(is_majority(item.through, enemies) for item in own), len(own))


def is_blurred(game: Game, row: Volley) -> bool:
    """AN-ACC-26 Tell whether a Blur lies near: near the target, or whom the option says."""
    if row.kind == volleys.HAND_TO_HAND:
        return False
    who = {"target": (row.target,), "shooter": (row.unit,), "either": (row.target, row.unit)}
    return any(accuracy_devices.in_blur(game, item) for item in who[game.options.blur_applies_to] if item)


# -- hand to hand


def _strength(game: Game, row: Volley, group: Group) -> Tally:
    """AN-H2H-03 AN-H2H-04 AN-H2H-05 Str, and 1 for the assaulter in round one or the winner of it in later rounds."""
    tally = Tally.base(_base(game, row, group, "strength"), "AN-H2H-03")
    fight = game.assault
    if fight is None:
        return tally
    if fight.round <= 1:
        return tally.add(int(row.unit == fight.unit or fight.countercharge), "AN-H2H-04")
    return tally.add(int(row.unit == fight.first_winner), "AN-H2H-05")
