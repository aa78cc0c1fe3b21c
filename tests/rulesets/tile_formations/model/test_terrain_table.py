"""The terrain table cell by cell."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import TerrainKind
from adjudicator.rulesets.tile_formations.model.terrain_table import ROWS
from tests.rulesets.tile_formations.fixtures import rules
from tests.rulesets.tile_formations.model.fixtures import created


@pytest.mark.rule("TF-TERRAIN-01")
def test_every_clause_of_the_table_has_a_text() -> None:
    """Every cell and special rule names a clause of its own chapter that exists."""
    for name, row in ROWS.items():
        cells = (row.infantry, row.vehicles, row.war_engines)
        clauses = {clause for cell in cells for clause in (cell.clause, cell.cover_clause) if clause}
        clauses |= set(row.rules.values())
        assert clauses <= set(rules().texts), name
        assert len({clause.split("-")[1] for clause in clauses}) == 1, name
        assert all(cell.cover_clause for cell in cells if cell.cover)


NONE, DANGEROUS, IMPASSABLE = ("none", 0, 0), ("dangerous", 0, 0), ("impassable", 0, 0)


FARTHER = ("none", 0, 2)


def cover(value: int, move: str = "none") -> tuple[str, int, int]:
    """Make a cell with a cover value."""
    return move, value, 0


# name: layer, what it obscures, whether infantry lies low, cells of infantry, vehicles and war engines
TABLE: dict[str, tuple[Any, ...]] = {
    "buildings": ("base", "both", False, cover(3), IMPASSABLE, IMPASSABLE),
    "cliffs": ("base", "through", False, IMPASSABLE, IMPASSABLE, IMPASSABLE),
    "fortifications": ("base", "both", False, cover(4), IMPASSABLE, IMPASSABLE),
    "hills": ("base", "through", True, FARTHER, FARTHER, FARTHER),
    "jungle": ("base", "both", False, cover(3), IMPASSABLE, DANGEROUS),
    "marsh": ("base", "none", False, cover(1, "dangerous"), DANGEROUS, DANGEROUS),
    "open_ground": ("base", "none", True, NONE, NONE, NONE),
    "river": ("base", "none", False, cover(1, "dangerous"), IMPASSABLE, NONE),
    "roads": ("overlay", "none", False, NONE, NONE, NONE),
    "ruins": ("base", "both", False, cover(3), DANGEROUS, DANGEROUS),
    "scrub": ("base", "none", True, cover(1), NONE, NONE),
    "woods": ("base", "both", False, cover(2), DANGEROUS, DANGEROUS),
    "barricade": ("overlay", "none", False, DANGEROUS, NONE, NONE),
    "bunkers": ("overlay", "both", False, cover(4, "impassable"), DANGEROUS, IMPASSABLE),
    "fieldworks": ("overlay", "both", False, cover(3), DANGEROUS, NONE),
    "gun_emplacements": ("overlay", "both", False, cover(3, "impassable"), cover(2, "impassable"), NONE),
    "minefield": ("overlay", "none", False, DANGEROUS, DANGEROUS, DANGEROUS),
}


SLOWED = ["AV", "INF"]


SPECIAL: dict[str, dict[str, Any]] = {
    "buildings": {"destructible_into": "ruins"},
    "cliffs": {"climbable": True},
    "fortifications": {"bastion": True},
    "jungle": {"canopy": True},
    "roads": {"road": True},
    "woods": {"canopy": True},
    "barricade": {"impeded": SLOWED},
    "bunkers": {"bastion": True},
    "fieldworks": {"impeded": SLOWED},
    "gun_emplacements": {"gun_shield": True},
    "minefield": {"danger_faces": [5, 6], "bars_second_roll": True},
}


NOTHING: dict[str, Any] = {
    "destructible_into": "",
    "climbable": False,
    "bastion": False,
    "canopy": False,
    "road": False,
    "impeded": [],
    "gun_shield": False,
    "danger_faces": [],
    "bars_second_roll": False,
}


def kinds() -> dict[str, TerrainKind]:
    """Give the kinds of terrain that a battlefield has where it brings none along."""
    return {kind.name: kind for kind in created().terrain}


@pytest.mark.rule("TF-TERRAIN-01")
def test_there_are_these_kinds_of_terrain() -> None:
    """A battlefield has the twelve kinds of normal and the five of special terrain, and no other."""
    assert sorted(kinds()) == sorted(TABLE)


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize("name", TABLE)
def test_every_cell_is_that_of_the_table(name: str) -> None:
    """Each kind has the movement effect, cover value and vision that the table has for each of the three classes."""
    kind = kinds()[name]
    cells = [(cell.movement, cell.cover, cell.vision) for cell in (kind.infantry, kind.vehicles, kind.war_engines)]
    assert (kind.layer, kind.obscuring, kind.lie_low, *cells) == TABLE[name]


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize("name", TABLE)
def test_every_kind_has_its_special_rules_and_no_others(name: str) -> None:
    """What is special about a kind is said of it alone: what it becomes, whom it slows, which faces hurt."""
    kind = kinds()[name]
    found = {row: getattr(kind, row) for row in NOTHING}
    assert {key: sorted(value) if isinstance(value, tuple) else value for key, value in found.items()} == (
        NOTHING | SPECIAL.get(name, {})
    )
