"""Aircraft, and Vehicles that are damaged."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import Ability, Alteration
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, ability, battle, formation, gun, trooper

ENEMY_OF_AIRCRAFT = formation("b-b", at=[(50, 40)])

AIRCRAFT_PROFILE = replace(trooper("flyer", m=20, v=8, w=8, base=2), at_least=True)

AIRCRAFT_KEYWORDS = ("vehicle", "fly", "aircraft")


def aircraft(id: str = "a-f", at: Place = (10, 10), **rest: Any) -> Unit:
    """Make an Aircraft of one troop."""
    words = rest.pop("keywords", AIRCRAFT_KEYWORDS)
    return formation(id, at=[at], troop=rest.pop("troop", AIRCRAFT_PROFILE), keywords=words, **rest)


def plane(at: Place = (10, 10), id: str = "a-f", **rest: Any) -> Unit:
    return aircraft(id, at=at, **rest)


VEHICLE_PROFILE = trooper("hull", w=5, be=3, m=8)


def damaged_ability(x: int = 2, hit: int = 0, move: int = 0, be: int = 0) -> Ability:
    """Make an ability that alters a profile while X wounds or fewer are left."""
    return replace(ability("damaged", x), alters=Alteration(hit=hit, movement=move, effectiveness=be))


def tank(name: str = "a-r", at: Any = ((10, 10),), *powers: Any, **rest: Any) -> Any:
    """Make a Vehicle of five wounds."""
    fields: dict[str, Any] = {"troop": VEHICLE_PROFILE, "keywords": ("vehicle",), "weapons": (gun(),)} | rest
    return formation(name, at=at, powers=powers or (damaged_ability(hit=-1),), **fields)


def damaged_vehicle(left: int, *powers: Any, phase: str = "shooting", more: tuple = (), **rest: Any) -> Table:
    """Let a Vehicle with so many wounds left face an enemy twelve inches away."""
    enemy = formation("b-b", at=[(23, 10)], weapons=(), troop=trooper(w=9))
    fields = {key: rest.pop(key) for key in ("dice", "options", "markers", "number") if key in rest}
    return battle(
        tank("a-r", ((10, 10),), *powers, **rest), enemy, *more, phase=phase, wounds={"a-r.1": left}, **fields
    )
