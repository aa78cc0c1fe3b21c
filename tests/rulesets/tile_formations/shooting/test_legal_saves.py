"""Which save a unit takes against a hit, and what changes it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import Hit, UnitSheet
from adjudicator.rulesets.tile_formations.rules.shooting.legal_saves import save_taken
from tests.rulesets.tile_formations.fixtures import (
    PLAIN_HIT,
    aircraft,
    battlefield,
    infantry,
    light_vehicle,
    vehicle,
    war_engine,
)


def save_against(
    made: UnitSheet, terrain: str = "open_ground", *, low: bool = False, options: Any = None, **hit: Any
) -> Any:
    """Give the name and value of the save that a unit takes in that terrain."""
    state = {"b1": {"state": "overwatch"}} if low else {}
    game = battlefield("", {"b1.1": ("B2", made)}, terrain={"B2": terrain}, formations=state, options=options)
    changed = {name: hit.get(name, getattr(PLAIN_HIT, name)) for name in PLAIN_HIT.__struct_fields__}
    name, value = save_taken(game, "b1.1", Hit(**changed))
    return name, value.total


@pytest.mark.rule("TF-SAVE-04", "TF-SAVE-06")
@pytest.mark.parametrize(
    ("terrain", "made", "expected"),
    [
        ("buildings", infantry(), ("cover", 3)),
        ("fortifications", infantry(), ("cover", 4)),
        ("jungle", infantry(), ("cover", 3)),
        ("marsh", infantry(), ("cover", 1)),
        ("river", infantry(), ("cover", 1)),
        ("ruins", infantry(), ("cover", 3)),
        ("scrub", infantry(), ("cover", 1)),
        ("woods", infantry(), ("cover", 2)),
        ("+bunkers", infantry(), ("cover", 4)),
        ("+fieldworks", infantry(), ("cover", 3)),
        ("+gun_emplacements", infantry(), ("cover", 3)),
        ("+gun_emplacements", vehicle(), ("cover", 2)),
        ("+gun_emplacements", light_vehicle(armour=1), ("cover", 2)),
        ("+gun_emplacements", war_engine(), ("none", 0)),
        ("ruins", vehicle(armour=4), ("armour", 4)),
        ("ruins", vehicle(), ("none", 0)),
        ("woods", infantry(armour=5), ("armour", 5)),
        ("fortifications", infantry(armour=2), ("cover", 4)),
        ("open_ground", infantry(), ("none", 0)),
        ("hills", infantry(), ("none", 0)),
        ("ruins", aircraft(), ("none", 0)),
    ],
)
def test_the_higher_save_is_taken(terrain: str, made: UnitSheet, expected: tuple[str, int]) -> None:
    """Infantry, and vehicles behind a gun shield, take the better of armour and cover; the rest has armour alone."""
    assert save_against(made, terrain) == expected


@pytest.mark.rule("TF-SAVE-08")
def test_what_changes_a_save() -> None:
    """Crossfire, the canopy against air attacks and weapons change either save, unless options spare cover."""
    assert save_against(infantry(), "woods", crossfire=True) == ("cover", 1)
    assert save_against(infantry(), "woods", air=True) == ("cover", 3)
    assert save_against(war_engine(armour=4), "jungle", air=True) == ("armour", 5)
    assert save_against(war_engine(armour=4), "jungle") == ("armour", 4)
    assert save_against(vehicle(armour=4), "ruins", air=True) == ("armour", 4)
    assert save_against(vehicle(armour=4), crossfire=True) == ("armour", 3)
    assert save_against(vehicle(armour=4), crossfire=True, options={"crossfire_save_modifier": -2}) == ("armour", 2)
    assert save_against(infantry(armour=4), save_modifier=-2) == ("armour", 2)
    assert save_against(infantry(), "woods", save_modifier=-1, options={"modifiers_affect_cover": False}) == (
        "cover",
        2,
    )
    assert save_against(infantry(armour=2), "woods", save_modifier=1, options={"modifiers_affect_cover": False}) == (
        "armour",
        3,
    )
    assert save_against(infantry(armour=1), crossfire=True) == ("armour", 0)
    assert save_against(infantry(), save_modifier=3) == ("none", 0)
    assert save_against(infantry(armour=None), options={"default_armour": 2}) == ("armour", 2)
    assert save_against(aircraft(armour=3), "woods", air=True) == ("armour", 3)


@pytest.mark.rule("TF-FORT-04", "TF-BUNK-05")
def test_fortifications_spare_the_crossfire_modifier() -> None:
    """In fortifications and bunkers a crossfire does not lower saves."""
    for terrain in ("fortifications", "+bunkers", "woods+bunkers"):
        assert save_against(infantry(), terrain, crossfire=True) == ("cover", 4)
    assert save_against(infantry(armour=5), "fortifications", crossfire=True) == ("armour", 5)
    assert save_against(vehicle(armour=3), "+bunkers", crossfire=True) == ("armour", 3)
