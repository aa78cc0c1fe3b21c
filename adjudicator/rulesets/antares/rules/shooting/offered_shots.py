"""Weapons as they are offered: which may be fired at whom, in which modes, by which models (AN-SHOOT-11, AN-ACC-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.kernel.decide.offers import Choice, Items, Shape, Some, items, shape, where
from adjudicator.rulesets.antares.model import weapons
from adjudicator.rulesets.antares.model.messages import FiredWeapon
from adjudicator.rulesets.antares.model.state import Game, has_flag
from adjudicator.rulesets.antares.rules.shooting import shot_plans


class Way(NamedTuple):
    """How a weapon may be fired at a target: in these modes, and in each of them by these models."""

    weapon: str
    target: str
    modes: tuple[str, ...]
    models: tuple[str, ...]


def ways_at(game: Game, unit: str, target: str, kind: str) -> Iterator[Way]:
    """AN-SHOOT-11 AN-ACC-18 Go through the weapons that a unit may fire at a target."""
    for name in weapons.weapons_carried(game, unit):
        modes: list[str] = []
        models: dict[str, None] | None = None
        for mode in game.weapons[name].modes:
            laid = shot_plans.plan(game, unit, target, kind, (fired_weapon(name, mode.name),))
            if laid.faults:
                continue
            firing = [model for _, groups in laid.volleys for group in groups for model in group.models]
            models = dict.fromkeys(row for row in firing if models is None or row in models)
            modes.append(mode.name)
        if models:
            yield Way(name, target, tuple(modes), tuple(models))


def by_models(game: Game, unit: str, ways: Sequence[Way]) -> Items:
    """AN-SHOOT-11 Offer some models of a unit, each with a weapon and a target of its own."""
    rows = tuple(_rows(game, unit, ways))
    return items(*rows, least=1, most=len(rows), once=True)


def _rows(game: Game, unit: str, ways: Sequence[Way]) -> Iterator[Shape]:
    """AN-SHOOT-11 Offer each model one of its weapons, or where its unit fires all of them each one."""
    several = has_flag(game, unit, "all_weapons")
    for model in game.units[unit].models:
        own = [way for way in ways if model in way.models]
        names = dict.fromkeys(way.weapon for way in own)
        for chosen in [(name,) for name in names] if several else [tuple(names)] if names else []:
            yield _row(model, [way for way in own if way.weapon in chosen])


def _row(model: str, ways: Sequence[Way]) -> Shape:
    """Offer a model its weapons, with the targets of each and the modes that go with both."""
    names = dict.fromkeys(way.weapon for way in ways)
    targets = {name: tuple(way.target for way in ways if way.weapon == name) for name in names}
    return shape(
        FiredWeapon,
        weapon=Choice(tuple(names)),
        target=[where(Choice(found), weapon=name) for name, found in targets.items()],
        mode=[where(Choice(way.modes), weapon=way.weapon, target=way.target) for way in ways],
        models=Some((model,), 1, 1),
    )


def fired_weapon(weapon: str, mode: str = "") -> FiredWeapon:
    """Name a weapon as it is fired by all who may."""
    return FiredWeapon(weapon=weapon, mode=mode, models=(), aim=None, blind=False, target="")
