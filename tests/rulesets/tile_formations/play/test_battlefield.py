"""Creation: terms with every fault at once, and what stands where nothing was given."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionNumber,
    AdjustShock,
    BattlefieldCreated,
    DamageTerrain,
    DeploymentZone,
    DeployUnit,
    EndTurn,
    GameOptions,
    RecordCasualties,
    ResolveOverwatch,
    SetFormationState,
    SideTerms,
    TerrainCell,
    TerrainKind,
    TerrainPlaced,
    TileTerrain,
    TypeClass,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import open_table, weapon
from tests.rulesets.tile_formations.steps import create, silence_of

WOODS = TileTerrain(tile="D4", base_terrain="woods", overlays=("minefield",))


def found_faults(outcome):
    """Give clause, reason and path of every fault."""
    outcome.looked_at = True
    return {(fault.clause, fault.reason, fault.path) for fault in outcome.faults}


def test_a_battlefield_is_created():
    """Size, terrain, armies, zones and all options are named; then every seat musters."""
    played = open_table()
    outcome = create(played, columns=10, rows=8, tiles=(WOODS,), options={"zoc_radius": 1})
    outcome.then(BattlefieldCreated, TerrainPlaced, tiles=(WOODS,)).asks("muster", "red", "blue")
    event = outcome.events[0]
    assert isinstance(event, BattlefieldCreated)
    assert (event.columns, event.rows, event.base_terrain, event.map_name) == (10, 8, "open_ground", "")
    assert event.sides == (SideTerms(name="red", side=1), SideTerms(name="blue", side=2))
    assert all(getattr(event.options, name) is not None for name in OPTIONS.rows)
    assert event.options.zoc_radius == 1
    assert {row.name for row in event.terrain} == set(TERRAIN_KINDS)
    assert played.game.options == GameOptions(**{name: getattr(event.options, name) for name in OPTIONS.rows})
    assert played.game.cells["D4"].overlays == ("minefield",)


@pytest.mark.parametrize("who", ["red", "referee"])
@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (AdjustShock(formation="a1", amount=1, reason=""), "TF-SHOCK-01"),
        (DamageTerrain(tile="A1", points=1), "TF-BUILD-04"),
        (DeployUnit(unit="a1.1", tile="A1"), "WG-SETUP-02"),
        (EndTurn(), "WG-TURN-01"),
        (RecordCasualties(unit="a1.1", points=1, causes_shock=False), "TF-CHARGE-06"),
        (ResolveOverwatch(formation="a1", target="b1", crossfire=False, air=False, to_hit_modifier=0), "TF-OW-03"),
        (SetFormationState(formation="a1", state="broken"), "TF-ZOC-02"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_nothing_is_done_to_a_game_without_a_battlefield(command, clause, who):
    """Whatever may be done at any time waits for the battlefield, under the command's own clause."""
    played = open_table(referee=True)
    played.when(who, command).rejected(clause, "not-begun")


def test_zones_lie_along_the_edges():
    """Without a zone seat 0 has the first 3 rows, seat 1 the last 3, and seats 2 and 3 columns."""
    played = open_table(4)
    create(played, columns=8, rows=8).accepted()
    zones = [side.zone for side in played.game.sides.values()]
    assert [len(zone) for zone in zones] == [24, 24, 24, 24]
    assert [(zone[0], zone[-1]) for zone in zones] == [("A1", "H3"), ("A6", "H8"), ("A1", "C8"), ("F1", "H8")]


def test_zones_of_a_small_battlefield_do_not_meet():
    """On few rows a zone takes at most half of them."""
    played = open_table()
    create(played, columns=3, rows=3).accepted()
    assert [side.zone for side in played.game.sides.values()] == [("A1", "B1", "C1"), ("A3", "B3", "C3")]


def test_a_ready_map():
    """A ready map gives size, terrain and zones; tiles and zones that are given take the place of its own."""
    played = open_table()
    own = DeploymentZone(seat=0, tiles=("B2", "A1"))
    create(played, map_name="old_fort", tiles=(replace(WOODS, tile="G6"),), zones=(own,)).accepted()
    drawn = READY_MAPS["old_fort"]
    assert (played.game.battlefield.columns, played.game.battlefield.title) == (drawn.columns, drawn.title)
    assert played.game.cells["G6"].base == "woods"
    assert played.game.sides[0].zone == ("A1", "B2")
    assert played.game.sides[1].zone == drawn.zones[1].tiles


def test_a_map_in_text():
    """A map may be brought along as text, with kinds of terrain of its own."""
    sand = replace(TERRAIN_KINDS["marsh"], name="quicksand")
    played = open_table()
    create(played, text="sign q: quicksand\n. q\n. .", terrain=(sand,)).accepted()
    assert played.game.cells["B1"].base == "quicksand"
    assert played.game.kinds["quicksand"] == sand


def test_a_tile_may_keep_what_the_map_has_below():
    """A tile without a base terrain keeps that of the map."""
    played = open_table()
    create(
        played, map_name="crossroads", tiles=(TileTerrain(tile="D3", base_terrain="", overlays=("barricade",)),)
    ).accepted()
    assert played.game.cells["D3"].base == "woods"


@pytest.mark.rule("WG-DATA-01")
def test_every_fault_of_the_battlefield_at_once():
    """Sizes, tiles, zones and sides are all looked at before anything is refused."""
    tiles = (
        TileTerrain(tile="Z99", base_terrain="roads", overlays=("woods",)),
        WOODS,
        WOODS,
        TileTerrain(tile="A1", base_terrain="", overlays=("roads", "roads")),
    )
    zones = (DeploymentZone(seat=5, tiles=()), DeploymentZone(seat=0, tiles=("A1", "A1", "Q1")))
    wrong = found_faults(
        create(
            open_table(),
            columns=8,
            rows=8,
            base_terrain="roads",
            tiles=tiles,
            zones=zones,
            sides=(SideTerms(name="x\ny", side=1), SideTerms(name="", side=1)),
        )
    )
    assert wrong == {
        ("TF-TERRAIN-08", "not-among", "base_terrain"),
        ("TF-GRID-01", "no-such-place", "tiles[0].tile"),
        ("TF-TERRAIN-08", "not-among", "tiles[0].base_terrain"),
        ("TF-TERRAIN-08", "not-among", "tiles[0].overlays[0]"),
        ("TF-TERRAIN-08", "id-twice", "tiles[2].tile"),
        ("TF-TERRAIN-08", "id-twice", "tiles[3].overlays[1]"),
        ("WG-SETUP-02", "number-range", "zones[0].seat"),
        ("WG-SETUP-02", "no-zone", "zones[0].tiles"),
        ("WG-SETUP-02", "no-such-place", "zones[1].tiles[2]"),
        ("WG-SETUP-02", "id-twice", "zones[1].tiles"),
        ("WG-DATA-01", "bad-name", "sides[0].name"),
        ("TF-BLOCK-06", "one-side", "sides"),
    }


@pytest.mark.parametrize(
    ("fields", "reason", "path"),
    [
        ({"columns": 0}, "number-range", "columns"),
        ({"rows": 101}, "number-range", "rows"),
        ({"map_name": "nowhere"}, "not-among", "map_name"),
        ({"map_name": "crossroads", "text": "."}, "two-maps", "text"),
        ({"map_name": "crossroads", "columns": 5}, "two-sizes", "columns"),
        ({"text": ". ?"}, "no-such-sign", "text"),
        ({"sides": (SideTerms(name="", side=0),) * 3}, "sides-count", "sides"),
    ],
)
def test_faults_of_sizes_and_maps(fields, reason, path):
    """A battlefield has one source and a size."""
    assert (reason, path) in {(reason, path) for _, reason, path in found_faults(create(open_table(), **fields))}


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("tile_shape", "round", "option-value"),
        ("stacking_limit", 0, "number-range"),
        ("default_footprint", (1,), "two-numbers"),
        ("default_footprint", (1, 9), "number-range"),
        ("class_of_type", (TypeClass(unit_type="ELF", column="infantry"),), "not-among"),
        ("class_of_type", (TypeClass(unit_type="AC", column="sky"),), "not-among"),
        ("moves_per_action", (ActionNumber(action="overwatch", number=1),), "number-range"),
        ("moves_per_action", (ActionNumber(action="engage", number=0),), "number-range"),
        ("moves_per_action", (ActionNumber(action="Run!", number=1),), "bad-id"),
        ("moves_per_action", (ActionNumber(action="run", number=1), ActionNumber(action="run", number=2)), "id-twice"),
        ("action_to_hit_modifiers", (ActionNumber(action="run", number=-1),), "not-among"),
        ("action_to_hit_modifiers", (ActionNumber(action="march", number=-9),), "number-range"),
        ("failed_action", "run", "not-among"),
        ("shooting_actions", ("run",), "not-among"),
        ("exit_edges", ("up",), "not-among"),
        ("screen_types", ("none", "AV"), "not-among"),
        ("default_weapon", weapon(dice=99), "number-range"),
        ("first_seat", 2, "number-range"),
        ("turn_limit", 1000, "number-range"),
    ],
)
def test_faults_of_options(option, value, reason):
    """Every option has its values or its range; what is said of actions is said of actions that there are."""
    wrong = found_faults(create(open_table(), options={option: value}))
    assert {row for _, row, _ in wrong} == {reason}
    assert all(path.startswith(f"options.{option}") for _, _, path in wrong)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("screen_types", ("none",)),
        ("shooting_actions", ("none",)),
        ("failed_action", "hold"),
        ("default_vision", 0),
        ("moves_per_action", (ActionNumber(action="run", number=2),)),
        ("exit_edges", ("north", "south")),
    ],
)
def test_options_that_are_allowed(option, value):
    """Lists may be empty by the word none, and games may have actions of their own."""
    create(open_table(), options={option: value}).accepted()


def test_faults_of_own_terrain():
    """A row of the terrain table with an effect that there is not is refused."""
    slow = TerrainCell(movement="slow", cover=0, vision=0)
    kind: TerrainKind = replace(TERRAIN_KINDS["marsh"], name="mud", vehicles=slow)
    assert "TF-TERRAIN-01" in {clause for clause, _, _ in found_faults(create(open_table(), terrain=(kind,)))}


def test_seats_that_are_not_named_have_sides_of_their_own():
    """Who is left out of the sides has one that nobody has, and the seat's name."""
    played = open_table(3)
    created = create(played, columns=8, rows=8, sides=(SideTerms(name="North", side=2),)).one(BattlefieldCreated)
    assert created.sides == (
        SideTerms(name="North", side=2),
        SideTerms(name=created.sides[1].name, side=1),
        SideTerms(name=created.sides[2].name, side=3),
    )
    assert all(row.name for row in created.sides)


def test_sides_are_numbered():
    """Who names no side has one of its own; a name stands for the seat's."""
    played: Table = open_table(3)
    sides = (SideTerms(name="North", side=2), SideTerms(name="", side=0), SideTerms(name="", side=2))
    create(played, sides=sides).accepted()
    assert [(side.name, side.side) for side in played.game.sides.values()] == [("North", 2), ("blue", 1), ("green", 2)]


def test_silence_takes_a_ready_map():
    """What silence stands for at the start is accepted."""
    played = open_table()
    played.when("referee", silence_of(played)).then(BattlefieldCreated, map_name=next(iter(READY_MAPS)))
