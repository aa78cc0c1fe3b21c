"""Sides, angles, fields of fire and stats by angle."""

import pytest

from adjudicator.rulesets.hex_orders.model import angles
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS, neighbours
from adjudicator.rulesets.hex_orders.roster import fields_of_fire
from adjudicator.rulesets.hex_orders.rules.gunnery import lines_of_fire
from tests.rulesets.hex_orders.givens import field

FRONT, WIDE = "*/-/-/-", "*/*/-/-"


def ways(arc, b, facing="N", gun="", **options):
    """Give the sides and edges by which a shot from D5 may leave."""
    found = lines_of_fire.departures(field(options=options).how, arc, facing, "D5", b, gun)
    return [(each.side, each.on_edge) for each in found]


@pytest.mark.rule("HX-ANGLES-02")
def test_angles_go_clockwise_from_the_front():
    """A unit in D5 that faces N has D4 in front and C5 in its left front-side."""
    named = {name: angles.angle_of("N", facing) for facing, name in neighbours("D5")}
    assert named == {
        "D4": "front", "E5": "front_side_right", "E6": "back_side_right", "D6": "back", "C6": "back_side_left",
        "C5": "front_side_left",
    }  # fmt: skip
    assert all(angles.side_of("SE", angles.angle_of("SE", side)) == side for side in FACINGS)


@pytest.mark.rule("HX-ANGLES-03", "HX-ANGLES-04", "HX-ANGLES-11", "HX-FIXED-04")
def test_a_stat_has_four_entries_or_one():
    """4/3/3/2 holds for left and right alike; three entries are refused."""
    stat = angles.read_stat("4/3/3/2")
    assert [angles.value_at(stat, angle) for angle in angles.ANGLES] == [4, 3, 3, 2, 3, 3]
    assert {angles.value_at(angles.read_stat(2), angle) for angle in angles.ANGLES} == {2}
    assert [angles.format_stat(each) for each in (stat, angles.read_stat("2/2/2/2"))] == ["4/3/3/2", "2"]
    for odd in ("4/3/2", "4/3/3/2/3/3", "4/x/3/2", ""):
        with pytest.raises(ValueError, match="no stat by angle"):
            angles.read_stat(odd)


@pytest.mark.rule("HX-ANGLES-06")
@pytest.mark.parametrize(("b", "sides"), [("D2", ["N"]), ("E3", ["N"]), ("F4", ["NE"]), ("G4", ["NE"]), ("D8", ["S"])])
def test_a_target_lies_in_the_angle_that_the_line_crosses(b, sides):
    """The line between the centres names the side of the firer's hex."""
    assert list(lines_of_fire.exits("D5", b)) == sides


@pytest.mark.rule("HX-ANGLES-05", "HX-ANGLES-08", "HX-ANGLES-09")
def test_a_field_of_fire_allows_what_it_marks():
    """A front-only gun fires at D2 and not at F4; an all-round gun fires everywhere, nowhere on the edge."""
    assert ways(FRONT, "D2") == [("N", False)]
    assert ways(FRONT, "F4") == []
    assert ways(WIDE, "F4") == [("NE", False)]
    assert not lines_of_fire.allowed(WIDE, "N", "D5", "E7")
    every = [name for name in ("D2", "F4", "D8", "E4", "F5", "B5") if ways("*", name)]
    assert every == ["D2", "F4", "D8", "E4", "F5", "B5"]
    assert not any(edge for name in every for _, edge in ways("*/*/*/*", name))


@pytest.mark.rule("HX-ANGLES-07", "HX-FIRE-33")
def test_a_corner_is_on_the_edge_where_one_side_is_open():
    """E4 lies on the corner of front and front-side right."""
    assert ways(FRONT, "E4") == [("N", True)]
    assert ways(FRONT, "F5") == []
    assert ways(WIDE, "E4") == [("N", False), ("NE", False)]
    assert ways(WIDE, "E4", on_edge_penalty="any_corner") == [("N", True), ("NE", True)]
    assert ways(FRONT, "D2", on_edge_penalty="any_corner") == [("N", False)]
    assert ways(FRONT, "F5", facing="NE") == [("NE", True)]


@pytest.mark.rule("HX-ANGLES-10", "HX-ANGLES-12", "HX-FIRE-33")
def test_the_side_that_is_entered_names_the_angle_hit():
    """A shot from D5 enters D2 by S, E4 by S or SW, and F5 by SW or NW."""
    hit = {facing: lines_of_fire.impacts(facing, "D5", "D2") for facing in ("S", "N", "SE")}
    assert {facing: [each.angle for each in found] for facing, found in hit.items()} == {
        "S": ["front"], "N": ["back"], "SE": ["front_side_right"],
    }  # fmt: skip
    corner = lines_of_fire.impacts("S", "D5", "E4")
    assert [tuple(each) for each in corner] == [("S", "front"), ("SW", "front_side_right")]
    assert lines_of_fire.weakest(angles.read_stat("4/3/3/2"), corner).side == "SW"
    assert set(lines_of_fire.impacts("SW", "D5", "F5")) == {("SW", "front"), ("NW", "front_side_right")}


@pytest.mark.rule("HX-ANGLES-12")
def test_within_a_hex_every_angle_will_do():
    """Between the air and the ground of one hex any open angle fires and any angle is hit, never on the edge."""
    assert ways(WIDE, "D5", on_edge_penalty="any_corner") == [("N", False), ("NE", False), ("NW", False)]
    assert len(lines_of_fire.impacts("N", "D5", "D5")) == 6


@pytest.mark.rule("HX-FIXED-01", "HX-FIXED-03")
def test_a_fixed_system_has_guns_by_angle():
    """x2/x1/x1/- has six guns and none behind; each gun has its own angle alone."""
    arc = "x2/x1/x1/-"
    assert dict(fields_of_fire.guns_of(arc)) == {
        "front": 2, "front_side_right": 1, "back_side_right": 1, "back_side_left": 1, "front_side_left": 1,
    }  # fmt: skip
    assert ways(arc, "D2", gun="front") == [("N", False)]
    assert ways(arc, "D2", gun="front_side_left") == []
    assert ways(arc, "D8", gun="back") == []
    assert ways(arc, "D2") == []
    assert fields_of_fire.guns_of(FRONT) == ()


@pytest.mark.rule("HX-FIXED-05")
def test_a_corner_is_the_edge_of_either_gun():
    """Front guns and the right-hand gun reach E4 on the edge, the left-hand gun does not."""
    arc = "x2/x1/-/-"
    found = {gun: ways(arc, "E4", gun=gun) for gun in ("front", "front_side_right", "front_side_left")}
    assert found == {"front": [("N", True)], "front_side_right": [("NE", True)], "front_side_left": []}


@pytest.mark.rule("HX-ANGLES-03", "HX-FIXED-04")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("*", None), ("-/*/-/*", None), ("x1", None), ("x2/x1/x1/-", None), ("*/-/-", "HX-ANGLES-03"),
        ("*/*/-/-/-/*", "HX-FIXED-04"), ("*/x1/-/-", "HX-FIXED-03"), ("x0/-/-/-", "HX-FIXED-03"),
        ("*-", "HX-ANGLES-05"), ("", "HX-ANGLES-05"), ("y/-/-/-", "HX-ANGLES-05"), ("*/y/-/-", "HX-ANGLES-05"),
    ],
)  # fmt: skip
def test_a_field_of_fire_is_well_written_or_refused(text, clause):
    """One entry or four, of * and - or of xN and -; left and right cannot differ."""
    assert fields_of_fire.fault_of_arc(text) == clause
    if clause is not None:
        with pytest.raises(ValueError, match=clause):
            fields_of_fire.read_arc(text)
