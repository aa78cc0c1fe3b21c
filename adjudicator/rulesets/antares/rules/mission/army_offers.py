"""Armies as they are offered: the ready ones, and units of each force list that may stand together (AN-WIN-01)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_shape
from adjudicator.kernel.decide.offers import Choice, Offer, Some, Words, items, offer, optional
from adjudicator.rulesets.antares.model.messages import ArmyUnit, ForceEntry, ForceList, KindCount, SubmitArmy
from adjudicator.rulesets.antares.model.state import Game, terms_of
from adjudicator.rulesets.antares.roster.library import FORCES, force_of
from adjudicator.rulesets.antares.roster.mustering import LONGEST_NAME, army_faults, unit_points

COPIES = 2


def own_army_offers(game: Game) -> Iterator[Offer]:
    """AN-WIN-01 Offer some units of each force list, so few that they stay within the points whichever are taken."""
    for name in sorted({*FORCES, *game.forces}):
        force = force_of(game, name)
        limit = terms_of(game).points_limit
        units = [] if force is None else [unit for unit in _units(force) if _stands_alone(game, force, unit)]
        if force is None or not units:
            continue
        dearest = max(unit.points for unit in units)
        # an option that leaves no room for a unit is not offered, so that one unit at least always is
        options = {row.id: row.points for row in force.options if not limit or row.points + dearest <= limit}
        rest = max(options.values(), default=0)
        most = min(len(units), (limit - rest) // max(1, dearest)) if limit else len(units)
        if most:
            bought = {"options": optional(Some(tuple(options), 0, 1))} if options else {}
            shapes = (exact_shape(unit) for unit in units)
            yield offer(
                SubmitArmy,
                "AN-WIN-01",
                list=Choice((name,)),
                name=optional(Words(LONGEST_NAME)),
                units=items(*shapes, least=1, most=most, once=True),
                **bought,
            )


def _stands_alone(game: Game, force: ForceList, unit: ArmyUnit) -> bool:
    army = SubmitArmy(list=force.id, name="", units=(unit,), options=())
    return not any(army_faults(game, force, army, terms_of(game).points_limit))


def _units(force: ForceList) -> Iterator[ArmyUnit]:
    """AN-WIN-01 Name each unit that a list sells, with the fewest models, plain and with its first upgrade."""
    number = 0
    for entry in force.entries:
        upgrades = ((), tuple(upgrade.id for upgrade in entry.upgrades[:1]))
        for bought in upgrades[: entry.most or COPIES]:
            number += 1
            yield _unit(entry, f"unit{number}", bought)


def _unit(entry: ForceEntry, name: str, upgrades: tuple[str, ...]) -> ArmyUnit:
    models = tuple(KindCount(kind=row.kind.name, count=row.least) for row in entry.models if row.least)
    unit = ArmyUnit(id=name, entry=entry.sheet.kind, models=models, upgrades=upgrades, points=0)
    return replace(unit, points=unit_points(entry, unit))
