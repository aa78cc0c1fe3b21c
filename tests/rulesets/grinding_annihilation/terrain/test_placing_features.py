"""Terrain placed in turns and agreed on (GA-6.0-01, GA-6.5-01, GA-6.6-01, GA-7.0-10, GA-7.1-03)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import DisputeFact
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    PassTerrain,
    PlaceObjectiveMarker,
    PlaceTerrainFeature,
    TerrainFeature,
    TerrainFeatureAgreed,
    TerrainFeaturePlaced,
    WarfieldClosed,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import mil
from tests.rulesets.grinding_annihilation.steps import refused
from tests.rulesets.grinding_annihilation.terrain.fixtures import (
    barricade,
    box,
    craters,
    debris,
    hill,
    ruins,
    solid,
    terrain_step,
    woods,
)
from tests.rulesets.grinding_annihilation.terrain.steps import confirm_terrain, terrain_fact


def place_feature(table: Table, feature: TerrainFeature, who="red"):
    return table.when(who, PlaceTerrainFeature(feature=feature))


@pytest.mark.rule("GA-6.0-01")
@pytest.mark.ruling("GA-6.0-01.2")
def test_a_feature_has_exactly_one_type():
    """Without a type, with two, or with an unknown one a feature is refused."""
    table = terrain_step()
    for kind in ("", "woods ruins", "swamp"):
        place_feature(table, replace(craters(30, 20, 34, 24), terrain_type=kind)).rejected("GA-6.0-01", "terrain-type")
    outcome = place_feature(table, craters(30, 20, 34, 24)).accepted()
    assert outcome.one(TerrainFeaturePlaced).feature == "t1"
    assert confirm_terrain(table).one(TerrainFeatureAgreed).terrain.terrain_type == "craters"
    assert [row.feature.terrain_type for row in table.view("red").terrain] == ["craters"]
    assert not table.game.facts


@pytest.mark.rule("GA-6.0-01", "GA-2.5-11")
@pytest.mark.ruling("GA-6.0-01.2")
@pytest.mark.parametrize(("dice", "kind"), [((6, 1), "debris"), ((1, 6), "hill_or_building")])
def test_who_disagrees_on_a_type_rolls_off(dice, kind):
    """A dispute about the type is settled by a roll-off; the winner's view holds for the battle."""
    table = terrain_step(*dice)
    place_feature(table, debris(30, 20, 32, 22)).accepted()
    table.when("blue", DisputeFact(fact=terrain_fact(table), value="swamp")).rejected("GA-6.0-01", "terrain-value")
    table.when("blue", DisputeFact(fact=terrain_fact(table), value="hill_or_building")).accepted()
    assert table.game.terrain["t1"].feature.terrain_type == kind
    assert table.game.terrain["t1"].agreed
    assert table.window.kind == "terrain"


@pytest.mark.rule("GA-6.5-01", "GA-6.6-01")
def test_woods_and_ruins_have_a_boundary_and_nothing_else_has():
    """A wood or ruins without a boundary is refused, and a hill with one."""
    table = terrain_step()
    bare = replace(woods(30, 20, 34, 24), boundary=())
    place_feature(table, bare).rejected("GA-6.5-01", "no-boundary")
    place_feature(table, replace(bare, terrain_type="ruins")).rejected("GA-6.6-01", "no-boundary")
    place_feature(table, replace(hill(30, 20, 34, 24), boundary=box(30, 20, 34, 24))).rejected(
        "GA-6.0-01", "needless-boundary"
    )
    place_feature(table, replace(woods(30, 20, 34, 24), boundary=box(1, 1, 2, 2))).rejected(
        "GA-6.5-01", "boundary-elsewhere"
    )


@pytest.mark.rule("GA-6.5-01", "GA-6.6-01")
@pytest.mark.ruling("GA-6.5-01.2")
@pytest.mark.parametrize(("dice", "corner"), [((6, 1), 34), ((1, 6), 33)])
def test_a_disputed_boundary_is_rolled_off(dice, corner):
    """The boundary that wins the roll-off is fixed for the battle."""
    table = terrain_step(*dice)
    place_feature(table, woods(30, 20, 34, 24)).accepted()
    smaller = "woods 30000,20000 33000,20000 33000,24000 30000,24000"
    table.when("blue", DisputeFact(fact=terrain_fact(table), value=smaller)).accepted()
    feature = table.game.terrain["t1"].feature
    assert max(row.x for row in feature.boundary) == mil(corner)
    assert max(row.x for row in feature.footprint) == mil(34)


@pytest.mark.rule("GA-7.0-10")
@pytest.mark.ruling("GA-7.0-10.2")
def test_players_place_in_turns_until_both_pass():
    """The same player does not place twice in a row; after both passed in succession the warfield is closed."""
    table = terrain_step()
    place_feature(table, craters(30, 20, 34, 24)).accepted()
    confirm_terrain(table).asks("terrain", "blue")
    place_feature(table, craters(30, 26, 34, 29)).rejected("GA-7.0-10", "not-asked", asks="blue")
    assert len(table.game.terrain) == 1
    table.when("blue", PassTerrain()).accepted()
    place_feature(table, craters(30, 26, 34, 29)).accepted()
    confirm_terrain(table).asks("terrain", "blue")
    table.when("blue", PassTerrain()).asks("terrain", "red")
    table.when("red", PassTerrain()).accepted().then(WarfieldClosed)


@pytest.mark.rule("GA-7.0-10")
@pytest.mark.ruling("GA-7.0-10.3")
def test_a_marker_is_not_buried():
    """Nobody could stand where a barricade or a wall without a floor is on a marker; on a hill or floor one can."""
    table = terrain_step()
    place_feature(table, barricade(23, 9, 25, 11)).rejected("GA-7.0-10", "marker-buried", marker="1")
    wall = ruins(23, 9, 25, 11, solids=(solid((23.9, 9, 24.1, 11), 4, kind="wall"),))
    place_feature(table, wall).rejected("GA-7.0-10", "marker-buried", marker="1")
    place_feature(table, hill(23, 9, 25, 11)).accepted()
    confirm_terrain(table)
    place_feature(
        table, ruins(35, 9, 37, 11, solids=(solid((35, 9, 37, 11), 3, 2.8, kind="floor"),)), "blue"
    ).accepted()
    confirm_terrain(table, "red")


@pytest.mark.rule("GA-7.0-10")
@pytest.mark.ruling("GA-7.0-10.4")
def test_no_more_than_max_terrain():
    """With max_terrain 1 the second feature is refused and not offered."""
    table = terrain_step(options={"max_terrain": 1})
    place_feature(table, craters(30, 20, 34, 24)).accepted()
    confirm_terrain(table)
    assert table.offered("blue") == ["PassTerrain"]
    place_feature(table, craters(30, 26, 34, 29), "blue").rejected("GA-7.0-10", "enough-terrain", placed=1)


@pytest.mark.rule("GA-7.0-10", "GA-6.0-01")
@pytest.mark.parametrize(
    ("feature", "clause", "reason"),
    [
        (craters(58, 20, 62, 24), "GA-6.0-01", "terrain-outline"),
        (replace(craters(30, 20, 34, 24), footprint=box(30, 20, 34, 24)[:2]), "GA-6.0-01", "terrain-outline"),
        (replace(craters(30, 20, 34, 24), solids=(solid((30, 20, 34, 24), 1),)), "GA-6.1-01", "solid-craters"),
        (replace(hill(30, 20, 34, 24), solids=(solid((30, 20, 34, 24), 3, kind="wall"),)), "GA-6.0-01", "solid-kind"),
        (replace(hill(30, 20, 34, 24), solids=(solid((30, 20, 34, 24), 3, 3),)), "GA-6.0-01", "solid-height"),
        (replace(hill(30, 20, 34, 24), solids=(solid((30, 20, 35, 24), 3),)), "GA-6.0-01", "solid-outside"),
        (replace(hill(30, 20, 34, 24), solids=25 * (solid((30, 20, 34, 24), 3),)), "GA-6.0-01", "many-solids"),
        (hill(27, 17, 31, 21), "GA-7.0-10", "terrain-overlaps"),
    ],
)
def test_what_can_be_wrong_with_a_feature(feature, clause, reason):
    """A feature has a proper outline on the warfield, solids of its kind inside it, and room of its own."""
    table = terrain_step()
    place_feature(table, hill(26, 16, 29, 19)).accepted()
    confirm_terrain(table)
    refused(table, "blue", PlaceTerrainFeature(feature=feature), clause).rejected(clause, reason)
    place_feature(table, replace(hill(30, 20, 34, 24), solids=24 * (solid((30, 20, 34, 24), 3),)), "blue").accepted()


FOUR = ((24, 10), (36, 10), (24, 30), (36, 30))


@pytest.mark.rule("GA-7.1-03")
@pytest.mark.ruling("GA-7.1-03.2")
def test_markers_come_first():
    """With three markers placed no terrain is placed, with four it is."""
    table = terrain_step(step="markers", markers=FOUR[:3])
    place_feature(table, craters(30, 20, 34, 24)).rejected("GA-7.1-03", "markers-first")
    table.faces(6, 1)
    x, y = FOUR[3]
    table.when("red", PlaceObjectiveMarker(marker="4", x=mil(x), y=mil(y))).asks("terrain", "red")
    place_feature(table, craters(30, 20, 34, 24)).then(TerrainFeaturePlaced)


@pytest.mark.rule("GA-7.1-03")
@pytest.mark.ruling("GA-7.1-03.3")
def test_markers_and_terrain_in_turns_by_option():
    """By interleave_terrain a turn is a marker or a feature; each places two markers, the fourth ends it."""
    table = terrain_step(step="markers", markers=FOUR[:2], options={"interleave_terrain": True})
    place_feature(table, craters(30, 20, 34, 24)).accepted()
    confirm_terrain(table).asks("place_marker", "blue")
    x, y = FOUR[3]
    table.when("blue", PlaceObjectiveMarker(marker="3", x=mil(x), y=mil(y))).asks("place_marker", "red")
    place_feature(table, craters(30, 2, 34, 5)).accepted()
    confirm_terrain(table).asks("terrain", "blue")
    table.when("blue", PassTerrain()).asks("place_marker", "red")
    x, y = FOUR[2]
    last = table.when("red", PlaceObjectiveMarker(marker="4", x=mil(x), y=mil(y))).accepted()
    last.then(WarfieldClosed).asks("formations", "red", "blue")
