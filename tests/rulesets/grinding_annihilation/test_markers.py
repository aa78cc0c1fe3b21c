import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.rulesets.grinding_annihilation.markers import free_point
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ObjectiveMarkerPlaced,
    ObjectiveMarkerReturned,
    PlaceObjectiveMarker,
)
from adjudicator.rulesets.grinding_annihilation.rows import Marker
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import battle

XS, YS = st.integers(23_001, 36_999), st.integers(6_001, 37_999)


def placing(*options: tuple[str, object]) -> Table:
    table = battle(begin=False, phase="manoeuvres", options=dict(options))
    table.set(battle=replace(table.game.battle, round=0, selects=0, step="markers"))
    table.dice = SeededDice(bytes(32), bytes(32))
    return table.ask("place_marker", "red")


def place(table: Table, seat: str, number: int, x: int, y: int):
    return table.when(seat, PlaceObjectiveMarker(marker=str(number), x=x, y=y))


@pytest.mark.rule("GA-7.1-04")
def test_a_marker_that_leaves_no_room_goes_back_and_is_placed_elsewhere():
    """Where the next marker has no legal point the last one goes back, and not to the same point again."""
    table = placing()
    place(table, "red", 1, 30_000, 11_000).asks("place_marker", "blue")
    place(table, "blue", 2, 30_000, 22_000).asks("place_marker", "red")
    outcome = place(table, "red", 3, 30_000, 33_000).asks("place_marker", "red")
    assert outcome.one(ObjectiveMarkerReturned) == ObjectiveMarkerReturned(marker="3", seat=0)
    place(table, "red", 3, 30_000, 33_000).rejected("GA-7.1-04", "marker-same-place")
    placed = place(table, "red", 3, 36_999, 37_999).asks("place_marker", "blue")
    assert placed.one(ObjectiveMarkerPlaced).next == 1


@pytest.mark.rule("GA-7.1-02")
def test_the_own_zone_alone_may_bind():
    """With the option marker_zone_rule own a marker may lie in the enemy's zone, not in one's own."""
    table = placing(("marker_zone_rule", "own"))
    place(table, "red", 1, 23_000, 22_000).rejected("GA-7.1-02", "marker-zone", over=3000)
    place(table, "red", 1, 50_000, 22_000).accepted()


@pytest.mark.rule("GA-7.1-04")
@settings(max_examples=60)
@given(places=st.lists(st.tuples(XS, YS), min_size=1, max_size=3), tried=st.lists(st.tuples(XS, YS), max_size=20))
def test_a_free_point_is_found_exactly_where_there_is_one(places, tried):
    """The point that is found is legal, and where none is found none of any others is."""
    table = placing()
    rows = [Marker(id=str(n), x=x, y=y, seat=0) for n, (x, y) in enumerate(places, 1)]
    table.put("markers", *rows)
    number = len(rows) + 1
    found = free_point(table.game, 0)
    if found is not None:
        assert not table.refused(PlaceObjectiveMarker(marker=str(number), x=found[0], y=found[1]), "red")
        return
    for x, y in tried:
        assert table.refused(PlaceObjectiveMarker(marker=str(number), x=x, y=y), "red")
