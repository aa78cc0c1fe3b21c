"""Scenes: what a View has stands in them at its place, marks tell what an entry did, and nothing else is in them.

About 3 seconds: each of five golden games is folded and drawn once.
"""

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.scene import Area, Body, Line, Measure, Path, Shot, Zone, to_json
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormations,
    ClosedIn,
    FormationMoved,
    SelectToShoot,
    TroopMove,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import TerrainView
from adjudicator.rulesets.grinding_annihilation.roster.ready_terrain import TERRAIN_PIECES, placed
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from tests.golden_scenes import (
    assert_comes_back,
    assert_ids_are_stable,
    assert_marks_fit,
    assert_numbers_stand_at_their_paths,
    draw,
    drawn_games,
    drawn_step,
    setting_of,
    ten_of,
)
from tests.rulesets.grinding_annihilation.fixtures import duel
from tests.rulesets.grinding_annihilation.steps import aim, shots

NAME = "grinding_annihilation"
games = pytest.mark.parametrize("name", sorted(SCENARIOS))


def _places(view):
    troops = (troop for formation in view.formations for troop in formation.troops)
    return {f"body:{troop.id}": (troop.pose.x, troop.pose.y) for troop in troops if troop.pose is not None}


@games
def test_ten_entries_of_a_game_are_drawn_as_their_views_have_them(name):
    """Every base stands where its troop does, with its wounds; every drawn number is one that its paths name."""
    for row in ten_of(drawn_games(NAME, name)):
        bodies = {item.id: item for item in row.scene.items if isinstance(item, Body)}
        assert {key: (body.x, body.y) for key, body in bodies.items()} == _places(row.view)
        for formation in row.view.formations:
            for troop in formation.troops:
                body = bodies.get(f"body:{troop.id}")
                assert body is None or (body.unit, body.seat, body.wounds, body.z, body.count) == (
                    formation.id,
                    formation.seat,
                    troop.wounds_left,
                    troop.pose.z,
                    1,
                )  # fmt: skip - one row of values
                assert body is None or ("battle-fatigued" in body.states) == formation.fatigued
                assert body is None or body.wounds <= body.of
        assert not any(body.hidden or body.glyph == "unknown" for body in bodies.values())
        assert_numbers_stand_at_their_paths(row)
        assert_comes_back(row.scene)


@games
def test_markers_zones_and_who_is_elsewhere_are_drawn(name):
    """Every scenario's markers stand with their range and controller, its zones with their seats."""
    for row in ten_of(drawn_games(NAME, name)):
        zones = [item for item in row.scene.items if isinstance(item, Zone)]
        markers = {zone.id: (zone.circle.x, zone.circle.y, zone.seat) for zone in zones if zone.kind == "objective"}
        assert markers == {f"zone:marker-{mark.id}": (mark.x, mark.y, mark.controller) for mark in row.view.markers}
        assert all(zone.circle.radius == row.view.marker_range for zone in zones if zone.kind == "objective")
        assert [zone.seat for zone in zones if zone.kind == "deploy"] == [zone.seat for zone in row.view.zones]
        away = {formation.id for formation in row.view.formations if formation.place != "warfield"}
        assert away <= {item.unit for item in row.scene.board.aside}
    assert drawn_games(NAME, name)[-1].scene.turn == f"Round {row.view.round} of 5"


@games
def test_marks_begin_and_end_where_the_views_have_the_bases(name):
    """Ways lead from the View before to the View after, shots name what is drawn, limits that hold are kept."""
    drawn = drawn_games(NAME, name)
    assert_ids_are_stable(drawn)
    for row in drawn:
        assert_marks_fit(row, _places)
    kinds = {type(mark) for row in drawn for mark in row.marks}
    assert kinds == {Path, Shot, Measure}


def test_every_kind_of_terrain_is_drawn():
    """Each ready piece of terrain has its ground with its type and height, and its walls, floors and border."""
    row = drawn_games(NAME, "no_mans_land")[-1]
    pieces = [placed(entry, 5000 * n, 9000, turned=False) for n, entry in enumerate(TERRAIN_PIECES.values(), start=1)]
    terrain = tuple(TerrainView(id=f"t{n}", placed_by=0, feature=piece) for n, piece in enumerate(pieces, start=1))
    view = replace(row.view, terrain=terrain)
    setting = setting_of(("red", "blue"), rules_of(NAME).start(2), row.seq)
    scene = rules_of(NAME).scene.scene(view, setting)
    areas = {item.id: item for item in scene.items if isinstance(item, Area)}
    for n, piece in enumerate(pieces, start=1):
        ground = areas[f"area:t{n}"]
        assert ground.kind == piece.terrain_type
        assert ground.poly == tuple((spot.x, spot.y) for spot in piece.footprint)
        assert ground.height == max((solid.top for solid in piece.solids), default=0)
    assert {area.kind for area in areas.values()} == {piece.terrain_type for piece in pieces} | {
        "solid",
        "wall",
        "floor",
    }
    assert_numbers_stand_at_their_paths(row._replace(view=view, scene=scene))


def test_a_border_that_is_not_the_ground_is_a_line():
    """GA-6.5-01 The border of woods is drawn where it is not that of their ground."""
    row = drawn_games(NAME, "no_mans_land")[-1]
    woods = placed(TERRAIN_PIECES["copse"], 9000, 9000, turned=False)
    wide = replace(woods, boundary=tuple(replace(spot, x=spot.x + 100) for spot in woods.boundary))
    view = replace(row.view, terrain=(TerrainView(id="t1", placed_by=0, feature=wide),))
    scene = rules_of(NAME).scene.scene(view, setting_of(("red", "blue"), rules_of(NAME).start(2), row.seq))
    lines = [item for item in scene.items if isinstance(item, Line)]
    assert [(line.id, line.kind, len(line.points)) for line in lines] == [("line:t1", "boundary", 9)]


def test_what_is_written_in_secret_is_not_drawn():
    """GA-7.0-11 Two battles that differ in the battle formations of blue alone are drawn alike for all but blue."""
    game = duel().game
    worlds = []
    for written in (None, BattleFormations(reserves=("b-b",)), BattleFormations(strategic_reserves=("b-b",))):
        game.sides[1] = replace(game.sides[1], written=written)
        worlds.append([to_json(draw(NAME, game, viewer)) for viewer in (0, SPECTATOR)])
    assert worlds[0] == worlds[1] == worlds[2]


def test_a_shot_is_drawn_with_its_distance_and_range():
    """GA-3.3-04 A declared shot leads to the target, and its distance stands beside the range of the weapon."""
    table = duel(gap=12)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    row = drawn_step(NAME, table, lambda: table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted())
    shot, measure = row.marks
    assert (shot.from_item, shot.to_item, shot.result) == ("body:a-r.1", "body:b-b.1", "declared")
    assert (measure.length, measure.limit, measure.ok, measure.clause) == (12_000, 24_000, True, "GA-3.3-03")
    assert measure.points == ((10_500, 10_000), (22_500, 10_000))
    assert_marks_fit(row, _places)


def test_a_second_move_in_an_entry_begins_where_the_first_ended():
    """What closes in after its Assault is drawn from where it came to, not from where it stood before the entry."""
    table = duel()
    rules, setting = rules_of(NAME), setting_of(("red", "blue"), table.game, 1)
    view = rules.view(table.game, SPECTATOR)
    first, last = Pose(12_000, 10_000, 0, 0), Pose(13_000, 11_000, 0, 0)
    events = [
        (FormationMoved(formation="a-r", kind="assault", troops=(_went(first, 2000),)), ("GA-3.4-10",)),
        (ClosedIn(formation="a-r", troops=(_went(last, 1415),)), ("GA-3.5-10",)),
    ]
    marks = rules.scene.marks(view, view, events, setting)
    ways = [(mark.kind, mark.points, mark.why) for mark in marks if isinstance(mark, Path)]
    assert ways == [
        ("assault", ((10_000, 10_000), (12_000, 10_000)), ("GA-3.4-10",)),
        ("close_in", ((12_000, 10_000), (13_000, 11_000)), ("GA-3.5-10",)),
    ]
    measures = [(mark.length, mark.limit, mark.ok) for mark in marks if isinstance(mark, Measure)]
    assert measures == [(2000, None, None), (1415, 3000, True)]


def _went(pose, distance):
    return TroopMove(troop="a-r.1", pose=pose, distance=distance)
