"""Clause tests: the terrain table cell by cell, and what every option is where nothing is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionNumber,
    ArmyMustered,
    BattlefieldCreated,
    TerrainKind,
    TypeClass,
)
from tests.rulesets.tile_formations.creating import create, formation, muster, opened
from tests.rulesets.tile_formations.givens import infantry, weapon
from tests.rulesets.tile_formations.said_shots import aim, made, plain, refused

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
SLOWED = ["AV", "INF", "LV"]
SPECIAL: dict[str, dict[str, Any]] = {
    "buildings": {"destructible_into": "ruins"}, "cliffs": {"climbable": True}, "fortifications": {"bastion": True},
    "jungle": {"canopy": True}, "roads": {"road": True}, "woods": {"canopy": True}, "barricade": {"impeded": SLOWED},
    "bunkers": {"bastion": True}, "fieldworks": {"impeded": SLOWED}, "gun_emplacements": {"gun_shield": True},
    "minefield": {"danger_faces": [5, 6], "bars_second_roll": True},
}  # fmt: skip
NOTHING: dict[str, Any] = {
    "destructible_into": "", "climbable": False, "bastion": False, "canopy": False, "road": False, "impeded": [],
    "gun_shield": False, "danger_faces": [], "bars_second_roll": False,
}  # fmt: skip


def begun(**options: Any) -> BattlefieldCreated:
    """Create a battlefield and give the event that tells its terms."""
    return create(opened(), options=options).one(BattlefieldCreated)


def kinds() -> dict[str, TerrainKind]:
    """Give the kinds of terrain that a battlefield has where it brings none along."""
    return {kind.name: kind for kind in begun().terrain}


@pytest.mark.rule("TF-TERRAIN-01")
def test_there_are_these_kinds_of_terrain() -> None:
    """A battlefield has the twelve kinds of normal and the five of special terrain, and no other."""
    assert sorted(kinds()) == sorted(TABLE)


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize("name", TABLE)
def test_every_cell_is_that_of_the_table(name: str) -> None:
    """Each kind has the movement effect, cover value and vision that the table has for each of the three classes."""
    kind = kinds()[name]
    cells = [(cell.move, cell.cover, cell.vision) for cell in (kind.infantry, kind.vehicles, kind.war_engines)]
    assert (kind.layer, kind.obscuring, kind.lie_low, *cells) == TABLE[name]


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize("name", TABLE)
def test_every_kind_has_its_special_rules_and_no_others(name: str) -> None:
    """What is special about a kind is said of it alone: what it becomes, whom it slows, which faces hurt."""
    kind = kinds()[name]
    found = {each: getattr(kind, each) for each in NOTHING}
    assert {each: sorted(value) if isinstance(value, tuple) else value for each, value in found.items()} == (
        NOTHING | SPECIAL.get(name, {})
    )


MOVES = {"advance": 1, "double": 2, "march": 3, "engage": 1, "marshal": 1, "hold": 1, "overwatch": 0}
COLUMNS = {"INF": "infantry", "LV": "vehicles", "AV": "vehicles", "WE": "war_engines", "AC": "none"}
USUAL: list[tuple[str, str, Any]] = [
    ("TF-GRID-01", "tile_shape", "square8"), ("TF-GRID-02", "default_footprint", (1, 1)),
    ("TF-GRID-03", "class_of_type", set(COLUMNS.items())),
    ("TF-GRID-04", "roll_direction", "under"), ("TF-GRID-05", "natural_worst_face_fails", True),
    ("TF-GRID-06", "tile_line_ties", "shooter"), ("TF-MOVE-10", "failed_action", ""),
    ("TF-MOVE-04", "moves_per_action", set(MOVES.items())),
    ("TF-ROAD-05", "action_test", "external"), ("TF-MOVE-09", "exit_edges", ()), ("TF-BLOCK-05", "stacking_limit", 1),
    ("TF-BLOCK-06", "no_diagonal_squeeze", False), ("TF-ZOC-01", "zoc_radius", 2),
    ("TF-ZOC-02", "broken_units_have_zoc", True), ("TF-ZOC-06", "charge_contact", "any_enemy"),
    ("TF-ZOC-12", "leave_zone_by", "last_move"), ("TF-ZOC-13", "zoc_trapped_destroyed", False),
    ("TF-CHARGE-01", "charge_moves", 1), ("TF-CHARGE-03", "engage_target_required", True),
    ("TF-COHESION-02", "coherency_tiles", 2), ("TF-COHESION-07", "cohesion_after_charge", True),
    ("TF-TERRAIN-07", "cover_and_impassable", "occupy"), ("TF-TERRAIN-08", "road_overrides_base", True),
    ("TF-DANGER-03", "danger_dice_from", "current"), ("TF-DANGER-08", "danger_test_scope", "feature"),
    ("TF-DANGER-10", "cautious_scope", "test"), ("TF-COVER-04", "cover_to_hit_cap", -1),
    ("TF-COVER-07", "los_block_tiles", 2), ("TF-COVER-08", "cover_scope", "pair"),
    ("TF-SAVE-08", "modifiers_affect_cover", True), ("TF-SCREEN-04", "screen_types", ("AV", "LV")),
    ("TF-SCREEN-03", "screen_arc", "line"), ("TF-BUILD-04", "building_integrity", 0),
    ("TF-BUILD-04", "building_damage_per_fight", 1), ("TF-BUILD-05", "collapse_casualties", 0),
    ("TF-ROAD-01", "roads_impassable", False), ("TF-ROAD-04", "road_start_counts", True),
    ("TF-BARR-04", "impeded_mode", "tile_cost"), ("TF-MINE-05", "minefield_bars_cautious", True),
    ("TF-OW-04", "overwatch_window", "after_each_move"), ("TF-OW-02", "overlay_keeps_lie_low", True),
    ("TF-CROSS-01", "crossfire_geometry", False), ("TF-CROSS-01", "crossfire_range", 12),
    ("TF-CROSS-02", "crossfire_save_modifier", -1), ("TF-CROSS-03", "crossfire_extra_shock", 1),
    ("TF-SHOOT-01", "default_weapon", (1, 4, 4, 4, 12, 0, False)), ("TF-SAVE-07", "default_armour", 0),
    ("TF-HILL-01", "default_vision", 0),
    ("TF-SHOOT-02", "action_to_hit_modifiers", {("double", -1), ("marshal", -1)}),
    ("TF-SHOOT-03", "hit_allocation", "even_from_nearest"), ("TF-SHOCK-02", "shock_under_fire", 1),
    ("TF-SHOCK-03", "shock_per_unit_destroyed", 1),
]  # fmt: skip
"""The clause, the name and the usual value of each option; 0 and "" stand for none."""


def plainly(name: str, value: Any) -> Any:
    """Take the rows of an option apart, so that they can be compared."""
    if name == "default_weapon":
        hits = value.to_hit
        return value.dice, hits.infantry, hits.vehicles, hits.war_engines, value.range, value.save_modifier, value.air
    rows: dict[type, tuple[str, str]] = {ActionNumber: ("action", "number"), TypeClass: ("type", "column")}
    if isinstance(value, tuple) and value and type(value[0]) in rows:
        first, second = rows[type(value[0])]
        return {(getattr(each, first), getattr(each, second)) for each in value}
    return value


@pytest.mark.parametrize(
    ("name", "usual"), [pytest.param(*rest, marks=pytest.mark.rule(clause), id=rest[0]) for clause, *rest in USUAL]
)
def test_an_option_has_its_usual_value(name: str, usual: Any) -> None:
    """Where the terms say nothing of an option, the battlefield is created with its usual value."""
    assert plainly(name, getattr(begun().options, name)) == usual


@pytest.mark.rule("TF-HILL-01")
@pytest.mark.parametrize(("options", "vision"), [({}, 0), ({"default_vision": 10}, 10)])
def test_vision_has_a_default(options: dict[str, int], vision: int) -> None:
    """A unit whose data says nothing of vision has that of the option, which is 0, no limit, by default."""
    played = opened()
    create(played, options=options).accepted()
    army = muster(played, "red", formation(infantry(vision=None), infantry(vision=7))).one(ArmyMustered)
    assert [each.vision for each in army.formations[0].units] == [vision, 7]


@pytest.mark.rule("TF-HILL-01")
@pytest.mark.parametrize(("ground", "most"), [("open_ground", 10), ("hills", 12)])
def test_the_default_vision_bounds_shooting(ground: str, most: int) -> None:
    """With a default vision of 10 a unit without data sees 10 tiles, and 12 from a hill."""
    shooter = made("INF", vision=None, weapons=(weapon(range=40),))
    for distance in (most, most + 1):
        units: Any = {"a1.1": ((1, 1), shooter), "b1.1": ((1 + distance, 1), made("AV"))}
        outcome = aim(plain(units, terrain={(1, 1): ground}, options={"default_vision": 10}))
        if distance == most:
            outcome.accepted()
        else:
            refused(outcome, "beyond-vision", "TF-SHOOT-05", distance=distance)
