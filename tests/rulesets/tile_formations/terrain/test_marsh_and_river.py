"""Marsh and river."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    DangerousTestRequired,
    ShockAdded,
    UnitDestroyed,
    UnitMoved,
)
from tests.rulesets.tile_formations.fixtures import VEHICLES, at
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    check_casualties,
    check_crossed,
    check_impassable,
    move,
    shoot_at,
    stand_before,
)


@pytest.mark.rule("TF-MARSH-01")
def test_cover_of_marsh() -> None:
    """Infantry in marsh is hit on 3 in the place of 4, and saves on 1."""
    assert shoot_at("INF", "marsh") == ShotResult(3, "cover", 1, (1,))


@pytest.mark.rule("TF-MARSH-02")
def test_marsh_for_infantry() -> None:
    """Infantry of integrity 1 that rolls a 6 in marsh is destroyed without Shock."""
    check_casualties("marsh", "INF", (6,), 1).then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain").without(
        ShockAdded
    )


@pytest.mark.rule("TF-MARSH-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_marsh_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that rolls a 5 in marsh passes, and with a 6 does not."""
    check_casualties("marsh", kind, (5,), 0)
    check_casualties("marsh", kind, (6,), 1)


@pytest.mark.rule("TF-MARSH-04")
def test_marsh_for_war_engines() -> None:
    """A war engine of integrity 3 rolls 1, 2, 6 in marsh and loses 1 point."""
    check_casualties("marsh", "WE", (1, 2, 6), 1)


@pytest.mark.rule("TF-RIVER-01")
def test_cover_of_a_river() -> None:
    """Infantry in a river saves on 1."""
    assert shoot_at("INF", "river") == ShotResult(3, "cover", 1, (1,))


@pytest.mark.rule("TF-RIVER-02")
def test_a_river_for_infantry() -> None:
    """Infantry of integrity 2 rolls 6, 4 in a river and loses 1 point."""
    check_casualties("river", "INF", (6, 4), 1)


@pytest.mark.rule("TF-RIVER-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_a_river_for_vehicles(kind: str) -> None:
    """No vehicle enters a river but over a bridge, a road that lies on it."""
    check_impassable("river", kind, "TF-RIVER-03")
    bridge = stand_before("river+roads", kind)
    move(bridge, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(4, 2)).without(DangerousTestRequired)


@pytest.mark.rule("TF-RIVER-04")
def test_a_river_for_war_engines() -> None:
    """A war engine crosses a river at cost 1 without a test."""
    check_crossed("river", "WE")
