"""Terms of a game and pieces of terrain (AN-TERRAIN-22): what is agreed, and every fault of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import CreateGame, GameCreated, Options
from adjudicator.rulesets.antares.roster.library import SCENARIOS
from tests.kit import Table
from tests.rulesets.antares.fixtures import created_game, creation, rules
from tests.rulesets.antares.sheets import INCH, box, natural_effect, terrain_piece, wall
from tests.rulesets.antares.steps import fault_rows


def piece_with(**changes: Any) -> Any:
    return box("p1", 30 * INCH, 20 * INCH, 4 * INCH, 4 * INCH, **changes)


def create_with(*terrain: Any) -> Any:
    return Table(rules()).when(
        "referee", CreateGame(scenario="clash", points_limit=0, terrain=terrain, options=Options())
    )


@pytest.mark.rule("AN-TERRAIN-22")
@pytest.mark.parametrize("los", ["clear", "obscuring", "blocking"])
@pytest.mark.parametrize("move", ["open", "difficult", "impassable"])
@pytest.mark.parametrize("cover", ["clear", "soft", "hard"])
def test_a_piece_has_a_class_for_sight_movement_and_cover(los, move, cover):
    """Every piece of these classes is accepted, the ledger's area of obscuring, difficult and soft among them."""
    piece = piece_with(los=los, movement=move, cover=cover)
    assert create_with(piece).one(GameCreated).terrain == (piece,)


@pytest.mark.rule("AN-TERRAIN-22")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"terrain_type": "line"}, "AN-TERRAIN-22"),
        ({"terrain_type": ""}, "AN-TERRAIN-22"),
        ({"los": "dim"}, "AN-TERRAIN-24"),
        ({"movement": "boggy"}, "AN-TERRAIN-25"),
        ({"cover": "medium"}, "AN-TERRAIN-27"),
    ],
)
def test_a_piece_of_an_unknown_type_or_class_is_refused(changes, clause):
    """A type "line" and classes that do not exist are refused under the clause that lists what exists."""
    outcome = create_with(piece_with(**changes)).rejected(clause, "not-among")
    assert len(outcome.faults) == 1


@pytest.mark.rule("AN-TERRAIN-22")
def test_obstacles_areas_buildings_and_open_ground_are_the_types():
    """Obstacle, area and none are types; a building is an area and no obstacle."""
    create_with(wall("p1", (30 * INCH, 20 * INCH), (34 * INCH, 20 * INCH))).then(GameCreated)
    create_with(piece_with(building=True, los="blocking")).then(GameCreated)
    bad = create_with(wall("p1", (30 * INCH, 20 * INCH), (34 * INCH, 20 * INCH), building=True))
    bad.rejected("AN-TERRAIN-22", "building-no-area")
    create_with(piece_with(terrain_type="none", los="clear", movement="open", cover="clear")).then(GameCreated)


@pytest.mark.rule("AN-TERRAIN-22")
def test_an_obstacle_is_a_line_of_two_points():
    """An obstacle from end to end needs two points, an area three."""
    short = terrain_piece("p1", (30 * INCH, 20 * INCH), terrain_type="obstacle")
    flat = terrain_piece("p2", (30 * INCH, 20 * INCH), (34 * INCH, 20 * INCH))
    create_with(short).rejected("AN-TERRAIN-22", "no-line")
    create_with(flat).rejected("WG-DATA-01", "bad-shape")


def test_a_game_takes_its_scenarios_terms_and_default_options() -> None:
    """A game takes its scenario's terms, terrain and points unless it names its own, and options their defaults."""
    table = created_game(options=Options(coherency=2000, presets=("block_redraw",)))
    event = table.last.one(GameCreated)
    assert event.terms == SCENARIOS["clash"].terms
    assert (event.points_limit, len(event.terrain)) == (1000, 6)
    assert event.options is not None
    assert (event.options.coherency, event.options.half_rounding, event.options.presets) == (
        2000,
        "down",
        ("block_redraw",),
    )
    assert table.game.options.coherency == 2000
    table.last.asks("armies", "red", "blue").cites("AN-TERRAIN-22")


def test_named_terrain_and_points_replace_the_scenarios() -> None:
    """Terrain and points that are named stand in place of the scenario's."""
    table = created_game(points_limit=500, terrain=(box("wood", 0, 0, 9000, 9000),))
    assert (table.game.terms.points_limit, list(table.game.terrain)) == (500, ["wood"])


@pytest.mark.rule("WG-DATA-01")
@pytest.mark.parametrize(
    ("fields", "clause", "reason", "path"),
    [
        ({"scenario": "skirmish"}, "WG-DATA-01", "not-among", "scenario"),
        ({"points_limit": 20_001}, "WG-DATA-01", "number-range", "points_limit"),
        ({"options": Options(half_rounding="even")}, "AN-GEN-06", "option-value", "options.half_rounding"),
        ({"options": Options(coherency=24_001)}, "AN-MOVE-09", "number-range", "options.coherency"),
        ({"options": Options(mod_loss_floor=2)}, "AN-DMG-12", "number-range", "options.mod_loss_floor"),
        ({"options": Options(presets=("other",))}, "AN-OPT-04", "not-among", "options.presets[0]"),
        (
            {"options": Options(natural_one_bonus=(natural_effect("order", "cheer"),))},
            "AN-GEN-02",
            "not-among",
            "options.natural_one_bonus[0]",
        ),
        (
            {"options": Options(natural_ten_penalty=(natural_effect("luck", "add_pin"),))},
            "AN-GEN-03",
            "not-among",
            "options.natural_ten_penalty[0]",
        ),
    ],
)
def test_each_fault_of_the_terms_is_refused_with_its_place(
    fields: dict[str, Any], clause: str, reason: str, path: str
) -> None:
    """Each thing that is wrong with the terms is refused with its clause and its place."""
    assert fault_rows(Table(rules()).when("referee", creation(**fields))) == [(clause, reason, path)]


@pytest.mark.rule("WG-DATA-01")
@pytest.mark.parametrize(
    ("piece", "clause", "reason", "path"),
    [
        (box("w", 0, 0, 9000, 9000, terrain_type="bog"), "AN-TERRAIN-22", "not-among", "terrain_type"),
        (box("w", 0, 0, 9000, 9000, los="dim"), "AN-TERRAIN-24", "not-among", "los"),
        (box("w", 0, 0, 9000, 9000, movement="deep"), "AN-TERRAIN-25", "not-among", "movement"),
        (box("w", 0, 0, 9000, 9000, cover="thin"), "AN-TERRAIN-27", "not-among", "cover"),
        (box("w", 0, 0, 9000, 9000, sees_over=("all",)), "AN-TERRAIN-16", "not-among", "sees_over[0]"),
        (box("w", 0, 0, 9000, 9000, height=48_001), "AN-TERRAIN-16", "number-range", "height"),
        (box("w", 0, 0, 9000, 9000, ground=-1), "AN-TERRAIN-16", "number-range", "ground"),
        (wall("w", (0, 0), (9000, 0), building=True), "AN-TERRAIN-22", "building-no-area", "building"),
        (box("w", 0, 0, 9000, 9000, terrain_type="none"), "AN-TERRAIN-22", "open-ground-hinders", ""),
        (box("w", 70_000, 0, 9000, 9000), "WG-DATA-01", "off-the-table", "shape"),
        (wall("w", (0, 0), (0, 0)), "AN-TERRAIN-22", "no-line", "shape"),
        (replace(box("w", 0, 0, 9, 9), shape=box("w", 0, 0, 9, 9).shape[:2]), "WG-DATA-01", "bad-shape", "shape"),
    ],
)
def test_each_fault_of_a_piece_is_refused_with_its_place(piece: Any, clause: str, reason: str, path: str) -> None:
    """Each thing that is wrong with a piece of terrain is refused with its clause and its place."""
    found = fault_rows(Table(rules()).when("referee", creation(terrain=(piece,))))
    assert found == [(clause, reason, f"terrain[0].{path}" if path else "terrain[0]")]


def test_a_refusal_of_terms_names_every_fault() -> None:
    """A refusal of terms names every fault, those of pieces with one id too."""
    twice = (box("w", 0, 0, 9000, 9000, los="dim"), box("w", 9000, 0, 9000, 9000, cover="thin"))
    options = Options(lucky_rule="none", max_follow_on_rounds=21)
    found = fault_rows(Table(rules()).when("referee", creation(points_limit=99_999, terrain=twice, options=options)))
    assert [(reason, path) for _, reason, path in found] == [
        ("number-range", "points_limit"),
        ("id-twice", "terrain[1].id"),
        ("not-among", "terrain[0].los"),
        ("not-among", "terrain[1].cover"),
        ("option-value", "options.lucky_rule"),
        ("number-range", "options.max_follow_on_rounds"),
    ]
