"""Open ground and scrub, and infantry that lies low there."""

from __future__ import annotations

import pytest

from tests.rulesets.tile_formations.steps import ShotResult, check_crossed, shoot_at, shoot_at_resolved


@pytest.mark.rule("TF-OPEN-01")
def test_open_ground_for_infantry() -> None:
    """Infantry crosses open ground at cost 1 without a test, and has no cover there."""
    check_crossed("open_ground", "INF")
    assert shoot_at("INF", "open_ground", bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-OPEN-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_open_ground_for_vehicles(kind: str) -> None:
    """A vehicle crosses open ground at cost 1 without a test, and has no cover there."""
    check_crossed("open_ground", kind)
    assert shoot_at(kind, "open_ground", bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-OPEN-03")
@pytest.mark.ruling("TF-OPEN-01.2")
def test_open_ground_for_war_engines() -> None:
    """A war engine crosses open ground at cost 1 without a test, and has no cover there."""
    check_crossed("open_ground", "WE")
    assert shoot_at("WE", "open_ground", bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-OPEN-04")
def test_infantry_lies_low_in_the_open() -> None:
    """Infantry in Overwatch on open ground is hit on 3 in the place of 4 until its Overwatch is resolved."""
    assert shoot_at("INF", "open_ground", low=True).to_hit == 3
    assert shoot_at_resolved("open_ground", bare=True).to_hit == 4


@pytest.mark.rule("TF-OPEN-05")
def test_lying_low_in_the_open_is_a_cover_save() -> None:
    """Infantry of armour 1 lying low in the open saves on 2, and on 1 after its shots."""
    assert shoot_at("INF", "open_ground", low=True, armour=1) == ShotResult(3, "cover", 2, (1, 2))
    assert shoot_at_resolved("open_ground", armour=1) == ShotResult(4, "armour", 1, (1,))


@pytest.mark.rule("TF-SCRUB-01")
def test_scrub_for_infantry() -> None:
    """Infantry crosses scrub at cost 1 without a test, and saves there on 1."""
    check_crossed("scrub", "INF")
    assert shoot_at("INF", "scrub") == ShotResult(3, "cover", 1, (1,))


@pytest.mark.rule("TF-SCRUB-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_scrub_for_vehicles(kind: str) -> None:
    """A vehicle crosses scrub at cost 1 without a test, and has no cover there."""
    check_crossed("scrub", kind)
    assert shoot_at(kind, "scrub", armour=2) == ShotResult(4, "armour", 2, (1, 2))


@pytest.mark.rule("TF-SCRUB-03")
def test_scrub_for_war_engines() -> None:
    """A war engine crosses scrub at cost 1 without a test, and has no cover there."""
    check_crossed("scrub", "WE")
    assert shoot_at("WE", "scrub", armour=2) == ShotResult(4, "armour", 2, (1, 2))


@pytest.mark.rule("TF-SCRUB-04")
@pytest.mark.ruling("TF-SCRUB-04.1")
def test_infantry_lies_low_in_scrub() -> None:
    """Infantry in Overwatch in scrub saves on 1 or 2, after its shots on 1; it is hit on 3 all along."""
    assert shoot_at("INF", "scrub", low=True) == ShotResult(3, "cover", 2, (1, 2))
    assert shoot_at_resolved("scrub") == ShotResult(3, "cover", 1, (1,))
