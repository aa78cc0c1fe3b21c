"""AN-REACT-37: whether a unit that would react has a shot at the unit that triggers it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rulesets.antares import eligibility, weapons
from adjudicator.rulesets.antares.messages import Spot, Weapon
from adjudicator.rulesets.antares.rows import Group, Model, Volley
from adjudicator.rulesets.antares.state import Game, kind_of, models_of


def why_not(game: Game, unit: str, target: str, kind: str) -> str | None:
    """Say why no model of a unit can shoot at another under a Fire order; None where one can.

    `kind` is as in Volley. The reason is one of eligibility.Bar, or "no-weapon".
    """
    row = Volley(id="", unit=unit, target=target, kind=kind, seat=game.units[unit].seat, groups=())
    reason = "no-weapon"
    for group in _groups(game, unit, target):
        found = eligibility.look(game, row, group, group.models[0])
        if isinstance(found, eligibility.Look):
            return None
        reason = found.reason
    return reason


def _groups(game: Game, unit: str, target: str) -> Iterator[Group]:
    """Go through what could be fired: each model with each of its weapons, overhead ones at each model of the target."""
    for model in models_of(game, unit):
        for weapon in _fireable(game, model):
            for aim in _aims(game, target) if weapons.is_overhead(weapon) else (None,):
                yield Group(
                    weapon=weapon.id, mode=weapon.modes[0].name, models=(model.id,), dice=1, aim=aim,
                    overhead=weapons.is_overhead(weapon), heavy=weapons.is_heavy(weapon),
                )  # fmt: skip


def _fireable(game: Game, model: Model) -> Iterator[Weapon]:
    rows = (game.weapons[each] for each in kind_of(game, model).weapons)
    return (each for each in rows if each.modes)


def _aims(game: Game, target: str) -> Iterator[Spot]:
    return (Spot(x=each.pose.x, y=each.pose.y) for each in models_of(game, target) if each.pose is not None)


__all__ = ["why_not"]
