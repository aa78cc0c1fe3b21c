"""Armoured vehicles, as the page speaks of them, are the type AV alone, unless an option says otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import MoveDeclared
from tests.rulesets.tile_formations.fixtures import SHEETS_BY_TYPE, gunner, unarmed, wide_ground, zoneless
from tests.rulesets.tile_formations.steps import (
    come_and_declare,
    cover_modifier,
    danger_tests,
    lone_unit,
    move,
    refused,
    roll,
)

IMPEDING = ("+barricade", "+fieldworks")


def cost_of_step(kind: str, ground: str, **options: Any) -> int:
    """Let a unit of integrity 1 step into a tile, and give what it costs."""
    played = lone_unit(SHEETS_BY_TYPE[kind](), terrain={(3, 2): ground}, options=options)
    went = move(played, "a1.1", (3, 2))
    for _ in danger_tests(went):
        roll(played, "a1.1", 1)
    return went.one(MoveDeclared).cost.total


@pytest.mark.rule("TF-GRID-03", "TF-BARR-05", "TF-FIELD-05")
@pytest.mark.ruling("TF-GRID-03.3")
@pytest.mark.parametrize("ground", IMPEDING)
@pytest.mark.parametrize(("kind", "usual", "counted"), [("INF", 2, 2), ("AV", 2, 2), ("LV", 1, 2), ("WE", 1, 1)])
def test_who_pays_for_impeding_terrain(kind: str, usual: int, counted: int, ground: str) -> None:
    """A light vehicle pays 1 point, and 2 as an armoured one does where the option counts it; nobody else changes."""
    assert cost_of_step(kind, ground) == usual
    assert cost_of_step(kind, ground, light_vehicles_impeded=False) == usual
    assert cost_of_step(kind, ground, light_vehicles_impeded=True) == counted


@pytest.mark.rule("TF-BARR-05")
@pytest.mark.ruling("TF-GRID-03.3")
@pytest.mark.parametrize(("kind", "options", "cost"), [("AV", {}, 6), ("LV", {}, 4), ("LV", {"on": True}, 6)])
def test_two_barricades_and_two_open_tiles(kind: str, options: dict[str, bool], cost: int) -> None:
    """They cost an armoured vehicle 6 points and a light one 4, or 6 by the option."""
    on = {"light_vehicles_impeded": True} if options else {}
    ground: Any = {(3, 2): "+barricade", (4, 2): "+barricade"}
    played = lone_unit(SHEETS_BY_TYPE[kind](speed=cost - 1), terrain=ground, options=on)
    way = [(x, 2) for x in range(3, 7)]
    refused(move(played, "a1.1", *way), "exceeds-speed", "TF-MOVE-01", cost=cost, speed=cost - 1)
    played = lone_unit(SHEETS_BY_TYPE[kind](speed=cost), terrain=ground, options=on)
    assert move(played, "a1.1", *way).one(MoveDeclared).cost.total == cost


@pytest.mark.rule("TF-BARR-05")
@pytest.mark.ruling("TF-GRID-03.3")
@pytest.mark.parametrize(("options", "reaches"), [({}, 4), ({"light_vehicles_impeded": True}, 2)])
def test_halved_moves_spare_light_vehicles_too(options: dict[str, bool], reaches: int) -> None:
    """Where impeding terrain halves the move, that of a light vehicle is whole, and halved by the option."""
    options = {"impeded_mode": "halve_move", **options}  # type: ignore[dict-item]
    played = lone_unit(SHEETS_BY_TYPE["LV"](speed=4), terrain={(3, 2): "+barricade"}, options=options)
    way = [(x, 2) for x in range(3, 8)]
    refused(move(played, "a1.1", *way[: reaches + 1]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *way[:reaches]).accepted()


@pytest.mark.rule("TF-BARR-02")
@pytest.mark.ruling("TF-BARR-02.2")
def test_no_effect_means_no_danger_and_no_cover() -> None:
    """An armoured vehicle in a barricade takes no test and has no cover, and pays 2 points all the same."""
    went = move(lone_unit(SHEETS_BY_TYPE["AV"](), terrain={(3, 2): "+barricade"}), "a1.1", (3, 2))
    assert not danger_tests(went)
    assert went.one(MoveDeclared).cost.total == 2
    units: Any = {"a1.1": ((1, 5), gunner()), "b1.1": ((7, 5), zoneless("AV"))}
    assert cover_modifier(come_and_declare(wide_ground(units, terrain={(7, 5): "+barricade"}))) == 0


@pytest.mark.rule("TF-SCREEN-04")
@pytest.mark.ruling("TF-SCREEN-04.2", "TF-SCREEN-04.3")
@pytest.mark.parametrize(
    ("who", "kind", "types", "modifier"),
    [
        ("b2.1", "AV", (), -1),
        ("b2.1", "LV", (), 0),
        ("b2.1", "WE", (), 0),
        ("a2.1", "AV", (), 0),
        ("b2.1", "LV", ("AV", "LV"), -1),
        ("b2.1", "AV", ("AV", "LV"), -1),
        ("b2.1", "AV", ("LV",), 0),
        ("a2.1", "LV", ("AV", "LV"), 0),
    ],
)
def test_own_armoured_vehicles_shield(who: str, kind: str, types: tuple[str, ...], modifier: int) -> None:
    """Own vehicles of the type AV shield infantry beside them, or own units of the types that the option names."""
    units: Any = {"a1.1": ((1, 5), gunner()), "b1.1": ((5, 5), unarmed()), who: ((4, 5), zoneless(kind))}
    options = {"screen_types": types} if types else {}
    assert cover_modifier(come_and_declare(wide_ground(units, options=options))) == modifier
