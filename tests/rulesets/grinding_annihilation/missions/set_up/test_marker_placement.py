"""Objective markers placed in turns (GA-7.1-02 to -04)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    PassTerrain,
    PlaceObjectiveMarker,
    PlaceTerrainFeature,
    RollOff,
    RollOffMade,
    WarfieldClosed,
    WarfieldSet,
    Zone,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Marker
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.marker_places import free_point
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import ROLES_AND_ENDS, Place, battle, created, window_kind_of
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import warfield_set
from tests.rulesets.grinding_annihilation.missions.set_up.steps import marker_refused, offered_boxes, place_marker
from tests.rulesets.grinding_annihilation.steps import events_of, last_event, refused
from tests.rulesets.grinding_annihilation.terrain.fixtures import craters


def markers_rolled_for(*dice: int) -> Table:
    """Roll off for the first marker."""
    table = warfield_set(dice=dice)
    table.ask(window_kind_of(table, "RollOff"), "table")
    table.when("table", RollOff(purpose="markers")).accepted()
    return table


@pytest.mark.rule("GA-7.1-02")
@pytest.mark.ruling("GA-7.1-02.2")
def test_four_markers_in_turns():
    """Four markers are placed in turns, the roll-off's winner first, apart from edges, zones and each other."""
    table = markers_rolled_for(2, 5)
    marker_refused(table, "red", "1", 30, 22, "not-asked")
    for x, y, reason in (
        (30, 6, "marker-edge"),
        (30, 38, "marker-edge"),
        (23, 22, "marker-zone"),
        (37, 22, "marker-zone"),
        (22, 22, "marker-zone"),
        (5, 5, "marker-edge"),
    ):
        marker_refused(table, "blue", "1", x, y, reason)
    for x, y in ((30_000, 6_001), (30_000, 37_999), (23_001, 22_000), (36_999, 22_000)):
        command = PlaceObjectiveMarker(marker="1", x=x, y=y)
        assert table.refused(command, "blue") == ()
    place_marker(table, "blue", 1, 30, 22).then(ObjectiveMarkerPlaced, next=0)
    marker_refused(table, "red", "2", 30, 31, "marker-near")
    marker_refused(table, "red", "4", 30, 31.5, "other-marker")
    place_marker(table, "red", 2, 30, 31.5).then(ObjectiveMarkerPlaced, next=1)
    place_marker(table, "blue", 3, 30, 12.5).then(ObjectiveMarkerPlaced, next=0)
    table.faces(6, 1)
    placed = place_marker(table, "red", 4, 36.9, 37.9).one(ObjectiveMarkerPlaced)
    assert (placed.seat, placed.next) == (0, None)
    assert [event.seat for event in events_of(table, ObjectiveMarkerPlaced)] == [1, 0, 1, 0]


@pytest.mark.rule("GA-7.1-02")
@pytest.mark.parametrize("placed", [(), ((30, 22),), ((30, 22), (30, 31.5)), ((26.1, 15), (33, 21.5), (30, 31.5))])
def test_every_point_that_is_offered_for_a_marker_is_legal(placed: tuple[Place, ...]):
    """Boxes are offered of which no point is too near a marker; only points close to a circle's rim are in none."""
    table = markers_rolled_for(6, 1)
    for number, (x, y) in enumerate(placed, 1):
        place_marker(table, ("red", "blue")[1 - number % 2], number, x, y).accepted()
    who, key = ("red", "blue")[len(placed) % 2], str(len(placed) + 1)
    if key == "4":
        table.faces(6, 1)  # for terrain
    found = offered_boxes(table, who)
    assert 1 <= len(found) <= 40
    for x0, y0, x1, y1 in found:
        for x, y in ((x0, y0), (x0, y1), (x1, y0), (x1, y1), ((x0 + x1) // 2, (y0 + y1) // 2)):
            assert table.refused(PlaceObjectiveMarker(marker=key, x=x, y=y), who) == ()
    for x, y in product(range(22_400, 38_000, 800), range(5_600, 38_900, 800)):
        offered = any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in found)
        legal = not table.refused(PlaceObjectiveMarker(marker=key, x=x, y=y), who)
        far = all((x - 1000 * a) ** 2 + (y - 1000 * b) ** 2 > 11_500**2 for a, b in placed)
        assert offered <= legal
        assert (legal and far) <= offered
    place_marker(table, who, int(key), found[0][0] / 1000, found[0][1] / 1000).then(ObjectiveMarkerPlaced)


@pytest.mark.rule("GA-7.1-04")
def test_a_marker_taken_back_is_offered_elsewhere():
    """The place from which a marker was taken back lies in no box, though all around it is free."""
    table = markers_rolled_for(6, 1)
    table.set(battle=replace(table.game.battle, returned=(30_000, 22_000)))
    found = offered_boxes(table, "red")
    assert not any(x0 <= 30_000 <= x1 and y0 <= 22_000 <= y1 for x0, y0, x1, y1 in found)
    for x, y in ((29_999, 22_000), (30_001, 22_000), (30_000, 21_999), (30_000, 22_001)):
        assert any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in found)


@pytest.mark.rule("GA-7.1-04")
def test_marker_that_leaves_no_room_is_taken_back():
    """Where no legal point is left for the next marker, the last one is taken back and placed again."""
    table = markers_rolled_for(6, 1)
    place_marker(table, "red", 1, 30, 11).accepted()
    place_marker(table, "blue", 2, 30, 22).accepted()
    place_marker(table, "red", 3, 30, 33).accepted()
    while not events_of(table, ObjectiveMarkerReturned):
        top = table.window
        assert top is not None
        table.when(top.asks[0], table.rules.windows[top.kind].default_command(table.game, top, top.asks[0])).accepted()  # type: ignore[misc,arg-type]
    assert last_event(table, ObjectiveMarkerReturned) == ObjectiveMarkerReturned(marker="3", seat=0)
    place_marker(table, "red", 3, 30, 31.5).accepted()


@pytest.mark.rule("GA-7.1-03", "GA-7.0-10")
@pytest.mark.ruling("GA-7.1-03.2")
def test_terrain_follows_the_fourth_marker():
    """With four markers a roll-off says who places terrain first; when both pass the warfield is closed."""
    table = markers_rolled_for(6, 1)
    for number, (who, y) in enumerate((("red", 7), ("blue", 17), ("red", 27)), 1):
        place_marker(table, who, number, 30, y).accepted()
    early = refused(table, "blue", PlaceTerrainFeature(feature=craters(24, 34, 28, 38)), "GA-7.1-03")
    early.rejected("GA-7.1-03", "markers-first")
    table.faces(2, 3)
    place_marker(table, "blue", 4, 30, 37).then(RollOffMade, purpose="terrain", winner=1)
    refused(table, "red", PassTerrain(), "GA-7.0-10").rejected("GA-7.0-10", "not-asked", asks="blue")
    table.when("blue", PassTerrain()).without(WarfieldClosed)
    refused(table, "blue", PassTerrain(), "GA-7.0-10").rejected("GA-7.0-10", "not-asked", asks="red")
    table.when("red", PassTerrain()).then(WarfieldClosed)


def marker_step(*options: tuple[str, object]) -> Table:
    table = battle(begin=False, phase="manoeuvres", options=dict(options))
    table.set(battle=replace(table.game.battle, round=0, selects=0, step="markers"))
    table.dice = SeededDice(bytes(32), bytes(32))
    return table.ask("place_marker", "red")


def place_marker_at(table: Table, seat: str, number: int, x: int, y: int):
    return table.when(seat, PlaceObjectiveMarker(marker=str(number), x=x, y=y))


@pytest.mark.rule("GA-7.1-04")
@pytest.mark.ruling("GA-7.1-04.2")
def test_a_marker_that_leaves_no_room_goes_back_and_is_placed_elsewhere():
    """Where the next marker has no legal point the last one goes back, and not to the same point again."""
    table = marker_step()
    place_marker_at(table, "red", 1, 30_000, 11_000).asks("place_marker", "blue")
    place_marker_at(table, "blue", 2, 30_000, 22_000).asks("place_marker", "red")
    outcome = place_marker_at(table, "red", 3, 30_000, 33_000).asks("place_marker", "red")
    assert outcome.one(ObjectiveMarkerReturned) == ObjectiveMarkerReturned(marker="3", seat=0)
    place_marker_at(table, "red", 3, 30_000, 33_000).rejected("GA-7.1-04", "marker-same-place")
    placed = place_marker_at(table, "red", 3, 36_999, 37_999).asks("place_marker", "blue")
    assert placed.one(ObjectiveMarkerPlaced).next == 1


@pytest.mark.rule("GA-7.1-02")
@pytest.mark.ruling("GA-7.1-02.3")
def test_the_own_zone_alone_may_bind():
    """With the option marker_zone_rule own a marker may lie in the enemy's zone, not in one's own."""
    table = marker_step(("marker_zone_rule", "own"))
    place_marker_at(table, "red", 1, 23_000, 22_000).rejected("GA-7.1-02", "marker-zone", over=3000)
    place_marker_at(table, "red", 1, 50_000, 22_000).accepted()


XS, YS = st.integers(23_001, 36_999), st.integers(6_001, 37_999)


@pytest.mark.rule("GA-7.1-04")
@settings(max_examples=60)
@given(places=st.lists(st.tuples(XS, YS), min_size=1, max_size=3), tried=st.lists(st.tuples(XS, YS), max_size=20))
def test_a_free_point_is_found_exactly_where_there_is_one(places, tried):
    """The point that is found is legal, and where none is found none of any others is."""
    table = marker_step()
    rows = [Marker(id=str(n), x=x, y=y, seat=0) for n, (x, y) in enumerate(places, 1)]
    table.put("markers", *rows)
    number = len(rows) + 1
    found = free_point(table.game, 0)
    if found is not None:
        assert not table.refused(PlaceObjectiveMarker(marker=str(number), x=found[0], y=found[1]), "red")
        return
    for x, y in tried:
        assert table.refused(PlaceObjectiveMarker(marker=str(number), x=x, y=y), "red")


@pytest.mark.rule("GA-7.1-02")
@pytest.mark.parametrize(
    ("at", "where"), [((30_000, 6_000), "y"), ((30_000, 38_000), "y"), ((-1, 22_000), "x"), ((2**31 - 1, 22_000), "x")]
)
def test_a_marker_too_near_to_an_edge_is_told_which_way(at: tuple[int, int], where: str):
    """A marker exactly 6" from an edge, or off the warfield, is refused at the coordinate that is wrong."""
    table = created()
    zones = tuple(Zone(seat=seat, x0=x, y0=0, x1=x + 20_000, y1=44_000) for seat, x in ((0, 0), (1, 40_000)))
    table.given(*ROLES_AND_ENDS, WarfieldSet(length=60_000, width=44_000, zones=zones)).ask("place_marker", "red")
    command = PlaceObjectiveMarker(marker="1", x=at[0], y=at[1])
    table.when("red", command).rejected("GA-7.1-02", "marker-edge", where, over=6_000)
