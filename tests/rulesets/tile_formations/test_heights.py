"""Clause tests: fortifications, hills, open ground, and scrub, with infantry that lies low."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import SavesRolled, ShootingDeclared
from tests.kit import Outcome
from tests.rulesets.tile_formations.givens import shock, weapon
from tests.rulesets.tile_formations.said_shots import (
    UNARMED,
    Probe,
    aim,
    barred,
    crosses,
    duel,
    fire,
    hit,
    made,
    plain,
    probe,
    probed_after,
    refused,
    save,
    shocks,
)

LONG = weapon("long", range=40)


def far(kind: str, vision: int, ground: str, distance: int, **given: Any) -> Outcome:
    """Let a unit of some vision declare a shooting over a distance; the outcome may be a refusal."""
    units: Any = {
        "a1.1": ((1, 1), made(kind, vision=vision, weapons=(LONG,))), "b1.1": ((1 + distance, 1), made("AV")),
    }  # fmt: skip
    return aim(plain(units, terrain={(1, 1): ground}, **given))


def sees(kind: str, vision: int, ground: str, most: int) -> None:
    """Check that a unit sees so far and no farther."""
    far(kind, vision, ground, most).then(ShootingDeclared)
    refused(far(kind, vision, ground, most + 1), "beyond-vision", "TF-SHOOT-05", distance=most + 1)


# -- fortifications


@pytest.mark.rule("TF-FORT-01")
def test_fortifications_for_infantry() -> None:
    """Infantry goes through fortifications at cost 1 without a test, and saves there on 1 to 4."""
    crosses("fortifications", "INF")
    assert probe("INF", "fortifications") == Probe(3, "cover", 4, (1, 2, 3, 4))


@pytest.mark.rule("TF-FORT-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_fortifications_for_vehicles(kind: str) -> None:
    """No vehicle enters fortifications."""
    barred("fortifications", kind, "TF-FORT-02")


@pytest.mark.rule("TF-FORT-03")
def test_fortifications_for_war_engines() -> None:
    """No war engine enters fortifications."""
    barred("fortifications", "WE", "TF-FORT-03")


@pytest.mark.rule("TF-FORT-04")
def test_fortifications_spare_saves_in_a_crossfire() -> None:
    """In fortifications neither cover nor armour is lowered by a crossfire; other modifiers count."""
    crossed = {"crossfire": True}
    assert probe("INF", "fortifications", declared=crossed) == Probe(3, "cover", 4, (1, 2, 3, 4))
    assert probe("INF", "fortifications", armour=5, declared=crossed) == Probe(3, "armour", 5, (1, 2, 3, 4, 5))
    weaker = weapon(dice=6, save_modifier=-1)
    assert probe("INF", "fortifications", gun=weaker, declared=crossed).value == 3


@pytest.mark.rule("TF-FORT-04")
def test_the_bastion_is_judged_unit_by_unit() -> None:
    """Of a formation in a crossfire only the unit in fortifications is spared."""
    foe = made("INF", armour=4, integrity=2, weapons=(UNARMED,))
    units: Any = {
        "a1.1": ((1, 5), made("INF", weapons=(weapon(dice=2),))), "b1.1": ((7, 5), foe), "b1.2": ((7, 6), foe),
    }  # fmt: skip
    played = plain(units, terrain={(7, 5): "fortifications"})
    fire(played, 1, 1, crossfire=True)
    rolled = [each for each in save(played, 4, 4).events if isinstance(each, SavesRolled)]
    assert [(each.unit, each.saves[0].value.total, each.saves[0].saved) for each in rolled] == [
        ("b1.1", 4, True), ("b1.2", 3, False)
    ]  # fmt: skip


@pytest.mark.rule("TF-FORT-05")
@pytest.mark.parametrize("ground", ["fortifications", "open_ground"])
def test_fortifications_do_not_spare_the_shock(ground: str) -> None:
    """The Shock of a crossfire is the same with and without fortifications."""
    played = duel(made("INF"), ground)
    assert sorted(shocks(aim(played, crossfire=True).accepted())) == [("crossfire", 1), ("under_fire", 1)]
    hit(played, 6)
    assert shock(played, "b1") == 2


# -- hills


@pytest.mark.rule("TF-HILL-01")
def test_hills_for_infantry() -> None:
    """Infantry sees 2 tiles farther from a hill, 12 for 10; it crosses at cost 1 and has no cover there."""
    sees("INF", 10, "hills", 12)
    sees("INF", 10, "open_ground", 10)
    crosses("hills", "INF")
    assert probe("INF", "hills", bare=True) == Probe(4, "none", 0, ())


@pytest.mark.rule("TF-HILL-01")
def test_vision_without_a_limit() -> None:
    """Who has no limit of vision sees as far as its weapon reaches."""
    far("INF", 0, "open_ground", 20).then(ShootingDeclared)
    far("INF", 0, "hills", 20).then(ShootingDeclared)


@pytest.mark.rule("TF-HILL-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_hills_for_vehicles(kind: str) -> None:
    """A vehicle sees 10 for 8 from a hill, and crosses it at cost 1 without a test."""
    sees(kind, 8, "hills", 10)
    sees(kind, 8, "open_ground", 8)
    crosses("hills", kind)


@pytest.mark.rule("TF-HILL-03")
def test_hills_for_war_engines() -> None:
    """A war engine sees 14 for 12 from a hill, and crosses it at cost 1 without a test."""
    sees("WE", 12, "hills", 14)
    sees("WE", 12, "open_ground", 12)
    crosses("hills", "WE")


@pytest.mark.rule("TF-GRID-03")
def test_hills_do_not_help_aircraft() -> None:
    """An aircraft over a hill sees no farther, since no column of the table is its own."""
    sees("AC", 10, "hills", 10)


@pytest.mark.rule("TF-HILL-04")
def test_infantry_lies_low_on_hills() -> None:
    """Infantry in Overwatch on a hill is hit on 3 in the place of 4, and on 4 without Overwatch."""
    assert probe("INF", "hills", low=True).to_hit == 3
    assert probe("INF", "hills", bare=True).to_hit == 4


@pytest.mark.rule("TF-HILL-05")
def test_lying_low_on_hills_is_a_cover_save() -> None:
    """Infantry in Overwatch on a hill saves on 1 or 2."""
    assert probe("INF", "hills", low=True) == Probe(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-HILL-06")
def test_lying_low_on_hills_ends_with_the_overwatch() -> None:
    """Shot at after its Overwatch shots in the same turn, infantry on a hill has neither benefit."""
    assert probed_after("hills", bare=True) == Probe(4, "none", 0, ())


# -- open ground


@pytest.mark.rule("TF-OPEN-01")
def test_open_ground_for_infantry() -> None:
    """Infantry crosses open ground at cost 1 without a test, and has no cover there."""
    crosses("open_ground", "INF")
    assert probe("INF", "open_ground", bare=True) == Probe(4, "none", 0, ())


@pytest.mark.rule("TF-OPEN-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_open_ground_for_vehicles(kind: str) -> None:
    """A vehicle crosses open ground at cost 1 without a test, and has no cover there."""
    crosses("open_ground", kind)
    assert probe(kind, "open_ground", bare=True) == Probe(4, "none", 0, ())


@pytest.mark.rule("TF-OPEN-03")
def test_open_ground_for_war_engines() -> None:
    """A war engine crosses open ground at cost 1 without a test, and has no cover there."""
    crosses("open_ground", "WE")
    assert probe("WE", "open_ground", bare=True) == Probe(4, "none", 0, ())


@pytest.mark.rule("TF-OPEN-04")
def test_infantry_lies_low_in_the_open() -> None:
    """Infantry in Overwatch on open ground is hit on 3 in the place of 4 until its Overwatch is resolved."""
    assert probe("INF", "open_ground", low=True).to_hit == 3
    assert probed_after("open_ground", bare=True).to_hit == 4


@pytest.mark.rule("TF-OPEN-05")
def test_lying_low_in_the_open_is_a_cover_save() -> None:
    """Infantry of armour 1 lying low in the open saves on 2, and on 1 after its shots."""
    assert probe("INF", "open_ground", low=True, armour=1) == Probe(3, "cover", 2, (1, 2))
    assert probed_after("open_ground", armour=1) == Probe(4, "armour", 1, (1,))


# -- scrub


@pytest.mark.rule("TF-SCRUB-01")
def test_scrub_for_infantry() -> None:
    """Infantry crosses scrub at cost 1 without a test, and saves there on 1."""
    crosses("scrub", "INF")
    assert probe("INF", "scrub") == Probe(3, "cover", 1, (1,))


@pytest.mark.rule("TF-SCRUB-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_scrub_for_vehicles(kind: str) -> None:
    """A vehicle crosses scrub at cost 1 without a test, and has no cover there."""
    crosses("scrub", kind)
    assert probe(kind, "scrub", armour=2) == Probe(4, "armour", 2, (1, 2))


@pytest.mark.rule("TF-SCRUB-03")
def test_scrub_for_war_engines() -> None:
    """A war engine crosses scrub at cost 1 without a test, and has no cover there."""
    crosses("scrub", "WE")
    assert probe("WE", "scrub", armour=2) == Probe(4, "armour", 2, (1, 2))


@pytest.mark.rule("TF-SCRUB-04")
def test_infantry_lies_low_in_scrub() -> None:
    """Infantry in Overwatch in scrub saves on 1 or 2, after its shots on 1; it is hit on 3 all along."""
    assert probe("INF", "scrub", low=True) == Probe(3, "cover", 2, (1, 2))
    assert probed_after("scrub") == Probe(3, "cover", 1, (1,))
