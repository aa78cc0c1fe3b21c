"""Facings, angles of units, fields of fire, lines through corners, and which armour is met."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model import angles
from adjudicator.rulesets.hex_orders.model.angles import angle_of, read_stat, value_at
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS, neighbours
from adjudicator.rulesets.hex_orders.model.messages import ArmourRolled, HitRolled, HitScored, LoadArmyList, RollDamage
from adjudicator.rulesets.hex_orders.roster import fields_of_fire
from adjudicator.rulesets.hex_orders.rules.gunnery import lines_of_fire
from adjudicator.rulesets.hex_orders.rules.gunnery.lines_of_fire import entries, exits
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import AROUND_D5, armed, infantry, rules, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import AHEAD, FRONT, WIDE, shooter
from tests.rulesets.hex_orders.gunnery.steps import as_declared, begin_firing, declare_shots, ways_out
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry
from tests.rulesets.hex_orders.setup.steps import deploying, place
from tests.rulesets.hex_orders.steps import fires, hold_fire, of_kind, refused, roll_declared, shot

ANGLES = ("front", "front_side_right", "back_side_right", "back", "back_side_left", "front_side_left")
SIDES = ("N", "NE", "SE", "S", "SW", "NW")


def gun_with_arc(arc, **changes):
    """Make a firer whose gun has this field of fire."""
    return shooter(weapon("gun", weapon_range=4, arc=arc, always_loaded=True, **changes))


def fires_at(arc, to, facing="N", **settings):
    """Fire at a hex from D5: whether it leaves on the edge, None where it is outside the field of fire."""
    token = ("a2", "A1", "N", infantry(), {"hidden": True})  # so red is asked whether or not it has a target
    played = begin_firing((), gun_with_arc(arc), to=to, facing=facing, more=[token], **settings)
    faults = played.refused(fires("a1", "gun", shot("b1")), "red")
    if faults:
        assert {fault.clause for fault in faults} <= {"HX-ANGLES-05", "HX-ANGLES-07", "HX-ANGLES-08", "HX-GUNNERY-18"}
        hold_fire(played)
        return None
    found = as_declared(declare_shots(played, shot("b1"))).on_edge
    hold_fire(played)
    return found


@pytest.mark.rule("HX-ANGLES-01")
def test_six_facings_and_none_between():
    """A unit faces one of the six hex sides; anything between is refused at set-up."""
    played = deploying(["standard_tank"], ["standard_tank"], [1, 6])
    who = "red" if played.window.asks == (0,) else "blue"
    name = "D2" if who == "red" else "D8"
    for side in SIDES:
        assert not played.refused(place(1, name, side), who)
    for wrong in ("between N and NE", "NNE", "E", "W", ""):
        refused(played, who, place(1, name, wrong), "HX-ANGLES-01", "not-among")


@pytest.mark.rule("HX-ANGLES-02")
def test_six_angles_clockwise_from_the_front():
    """For a unit in D5 facing N, D4 is front, E5 front-side right and so on around."""
    assert [angle_of("N", side) for side, _ in neighbours("D5")] == list(ANGLES)
    assert [name for _, name in neighbours("D5")] == list(AROUND_D5)
    for turn, facing in enumerate(SIDES):
        for number, side in enumerate(SIDES):
            assert angle_of(facing, side) == ANGLES[(number - turn) % 6]


@pytest.mark.rule("HX-ANGLES-02")
@pytest.mark.parametrize(("origin", "angle"), list(zip(AROUND_D5, ANGLES, strict=True)))
def test_a_shot_from_each_neighbour_meets_its_angle(origin, angle):
    """A target in D5 that faces N is met in the angle of the neighbour that fires."""
    played = begin_firing([1], at=origin, to="D5", looks="N")
    assert as_declared(declare_shots(played, shot("b1"))).angle == angle
    roll_declared(played)


@pytest.mark.rule("HX-ANGLES-03", "HX-ANGLES-11")
@pytest.mark.parametrize(("origin", "armour"), [("D4", 4), ("E5", 3), ("C5", 3), ("E6", 3), ("C6", 3), ("D6", 2)])
def test_four_entries_hold_for_left_and_right(origin, armour):
    """Armour 4/3/3/2 is 4 in front, 3 at either front-side and back-side, 2 in the back."""
    stat = read_stat("4/3/3/2")
    angle = dict(zip(AROUND_D5, ANGLES, strict=True))[origin]
    assert value_at(stat, angle) == armour
    played = begin_firing(
        [6, 1], shooter(weapon("gun", ap=-1, always_loaded=True)), tank(nation="elf"), at=origin, to="D5", looks="N"
    )
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(*[6] * armour)
    assert played.when("table", RollDamage()).one(ArmourRolled).armour == armour


@pytest.mark.rule("HX-ANGLES-03")
@pytest.mark.parametrize("arc", ["*/*/-", "*/*", "*/*/-/-/-"])
def test_another_number_of_entries_is_refused(arc):
    """A list whose weapon has three entries is not accepted, and neither is such a stat."""
    sheet = armed(infantry(), weapon("gun", arc=arc))
    outcome = Table(rules()).when("referee", LoadArmyList(list=army_list("elf", [entry(sheet)])))
    outcome.rejected("HX-ANGLES-03", "bad-arc")
    with pytest.raises(ValueError, match=r"."):
        read_stat("4/3/2")


@pytest.mark.rule("HX-ANGLES-04")
def test_one_entry_holds_for_every_angle():
    """Armour 2 is 2 from every side, and a gun with one * fires in every direction."""
    assert [value_at(read_stat("2"), angle) for angle in ANGLES] == [2] * 6
    for origin in AROUND_D5:
        assert fires_at("*", origin) is False
        solid = tank(nation="elf", armour=read_stat("2"))
        played = begin_firing([6, 1], shooter(weapon("gun", ap=-1, always_loaded=True)), solid, at=origin, to="D5")
        declare_shots(played, shot("b1")).accepted()
        roll_declared(played)
        played.faces(6, 6)
        assert played.when("table", RollDamage()).one(ArmourRolled).armour == 2


@pytest.mark.rule("HX-ANGLES-05")
@pytest.mark.parametrize(
    ("to", "allowed"), [("D2", True), ("F4", True), ("B4", True), ("F6", False), ("B6", False), ("D8", False)]
)
def test_a_field_of_fire_to_the_front_and_its_sides(to, allowed):
    """With */*/-/- a target through front or front-side may be fired at, one through a back-side or the back not."""
    assert (fires_at("*/*/-/-", to) is not None) is allowed


@pytest.mark.rule("HX-ANGLES-06")
@pytest.mark.parametrize(
    ("to", "angle"),
    [("D2", "front"), ("E3", "front"), ("F4", "front_side_right"), ("G4", "front_side_right"), ("D8", "back")],
)
def test_the_side_that_the_line_crosses(to, angle):
    """A target lies in the angle whose side of the firer's hex the line between the centres crosses."""
    (side,) = exits("D5", to)
    assert angle_of("N", side) == angle
    arcs = {"front": "*/-/-/-", "front_side_right": "-/*/-/-", "back": "-/-/-/*"}
    for named, arc in arcs.items():
        assert fires_at(arc, to) == (False if named == angle else None)


@pytest.mark.rule("HX-ANGLES-06")
@pytest.mark.ruling("HX-ANGLES-06.1")
def test_sides_of_every_hex_by_its_coordinates():
    """The greatest of the six differences of cube coordinates names the side; two that are equal name a corner."""
    names = [f"{column}{row}" for column in "ABCDEFG" for row in range(1, 10)]

    def cube(name):
        x = "ABCDEFG".index(name[0])
        z = int(name[1:]) - (x - x % 2) // 2
        return x, -x - z, z

    for name in names:
        if name == "D5":
            continue
        (ax, ay, az), (bx, by, bz) = cube("D5"), cube(name)
        x, y, z = bx - ax, by - ay, bz - az
        worth = {"N": y - z, "NE": x - z, "SE": x - y, "S": z - y, "SW": z - x, "NW": y - x}
        most = max(worth.values())
        assert set(exits("D5", name)) == {side for side, value in worth.items() if value == most}, name


@pytest.mark.rule("HX-ANGLES-06")
@pytest.mark.parametrize(
    ("to", "sides"),
    [
        *[("C3", "N"), ("G3", "NE"), ("G6", "SE"), ("E8", "S"), ("A7", "SW"), ("A4", "NW")],
        *[("B2", ("NW", "N")), ("F2", ("N", "NE")), ("F8", ("SE", "S"))],
    ],
)
@pytest.mark.ruling("HX-ANGLES-06.1")
def test_a_gun_to_the_front_fires_only_where_its_side_is_crossed(to, sides):
    """Turned to the side that the coordinates name it may fire, at a corner on the edge, and turned elsewhere not."""
    named = (sides,) if isinstance(sides, str) else sides
    for facing in SIDES:
        assert fires_at("*/-/-/-", to, facing) == (len(named) > 1 if facing in named else None)


@pytest.mark.rule("HX-ANGLES-07")
@pytest.mark.ruling("HX-ANGLES-07.2")
def test_a_corner_with_one_legal_angle_is_on_the_edge():
    """With */-/-/- the shot from D5 at E4 is allowed on the edge, the one at F5 refused."""
    assert set(exits("D5", "E4")) == {"N", "NE"}
    assert fires_at("*/-/-/-", "E4") is True
    assert fires_at("*/-/-/-", "F5") is None


@pytest.mark.rule("HX-ANGLES-07")
@pytest.mark.ruling("HX-ANGLES-07.1", "HX-ANGLES-07.2", "HX-ANGLES-07.3")
def test_a_corner_with_two_legal_angles_is_not():
    """With */*/-/- the shot at E4 has no penalty, unless every corner costs by option."""
    assert fires_at("*/*/-/-", "E4") is False
    assert fires_at("*/*/-/-", "E4", on_edge_penalty="any_corner") is True
    assert fires_at("*/*/-/-", "F5") is True
    assert fires_at("*/*/-/-", "D2", on_edge_penalty="any_corner") is False


@pytest.mark.rule("HX-ANGLES-08")
@pytest.mark.ruling("HX-ANGLES-08.2")
def test_the_front_only_field():
    """A gun with */-/-/- fires at D2 and not at F4."""
    assert fires_at("*/-/-/-", "D2") is False
    assert fires_at("*/-/-/-", "F4") is None
    assert AHEAD.arc == "*/-/-/-"


@pytest.mark.rule("HX-ANGLES-09")
@pytest.mark.ruling("HX-ANGLES-09.2")
def test_the_all_round_field():
    """With */*/*/* every target in sight is within the field, and none is on its edge."""
    for column in "ABCDEFG":
        for row in range(2, 9):
            name = f"{column}{row}"
            if name not in {"D5", "D4"}:
                assert fires_at("*/*/*/*", name, at="D5") is False


@pytest.mark.rule("HX-ANGLES-10")
@pytest.mark.parametrize(("looks", "angle"), [("S", "front"), ("N", "back"), ("SE", "front_side_right")])
def test_the_angle_through_which_the_line_enters(looks, angle):
    """A shot from D5 at D2 enters by S, and meets the angle that the target has there."""
    assert entries("D5", "D2") == ("S",)
    played = begin_firing([5], to="D2", looks=looks)
    assert as_declared(declare_shots(played, shot("b1"))).angle == angle
    assert roll_declared(played).one(HitScored).hit.angle == angle


@pytest.mark.rule("HX-ANGLES-11")
@pytest.mark.parametrize(("looks", "armour"), [("N", 2), ("S", 4), ("SE", 3), ("SW", 3), ("NE", 3), ("NW", 3)])
def test_the_armour_of_that_angle(looks, armour):
    """From D5 at D2 armour 4/3/3/2 counts 2 for a target that faces N, and 4 for one that faces S."""
    played = begin_firing(
        [6, 1], shooter(weapon("gun", ap=-1, always_loaded=True)), tank(nation="elf"), to="D2", looks=looks
    )
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(*[6] * armour)
    assert played.when("table", RollDamage()).one(ArmourRolled).armour == armour


@pytest.mark.rule("HX-ANGLES-12")
def test_the_attacker_chooses_at_a_corner_of_the_target():
    """From D5 at E4 a target that faces S may be met in front or at its front-side right, and nothing is taken off."""
    assert set(entries("D5", "E4")) == {"S", "SW"}
    for side, angle in (("S", "front"), ("SW", "front_side_right"), ("", "front_side_right")):
        played = begin_firing([5], target=tank(nation="elf"), to="E4", looks="S")
        assert as_declared(declare_shots(played, shot("b1", entry=side))).angle == angle
        outcome = roll_declared(played)
        assert outcome.one(HitRolled).modifiers.total == 0
        assert outcome.one(HitScored).hit.angle == angle


@pytest.mark.rule("HX-ANGLES-12")
@pytest.mark.ruling("HX-ANGLES-12.2")
def test_in_one_hex_the_attacker_chooses_any_angle():
    """A flyer above the firer may be met in any angle, through any legal field of fire."""
    above = replace(tank(nation="elf"), types=("vehicle", "flying"))
    for arc in ("*/-/-/-", "-/-/-/*"):
        found = set()
        for side in SIDES:
            played = begin_firing([1], gun_with_arc(arc), above, to="D5", looks="S")
            found.add(as_declared(declare_shots(played, shot("b1", entry=side))).angle)
            assert not of_kind(roll_declared(played).events, HitScored)
        assert found == set(ANGLES)


@pytest.mark.rule("HX-ANGLES-02")
def test_angles_go_clockwise_from_the_front():
    """A unit in D5 that faces N has D4 in front and C5 in its left front-side."""
    named = {name: angles.angle_of("N", facing) for facing, name in neighbours("D5")}
    assert named == {
        "D4": "front",
        "E5": "front_side_right",
        "E6": "back_side_right",
        "D6": "back",
        "C6": "back_side_left",
        "C5": "front_side_left",
    }
    assert all(angles.side_of("SE", angles.angle_of("SE", side)) == side for side in FACINGS)


@pytest.mark.rule("HX-ANGLES-03", "HX-ANGLES-04", "HX-ANGLES-11", "HX-FIXED-04")
def test_a_stat_has_four_entries_or_one():
    """4/3/3/2 holds for left and right alike; three entries are refused."""
    stat = angles.read_stat("4/3/3/2")
    assert [angles.value_at(stat, angle) for angle in angles.ANGLES] == [4, 3, 3, 2, 3, 3]
    assert {angles.value_at(angles.read_stat(2), angle) for angle in angles.ANGLES} == {2}
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
    assert ways_out(FRONT, "D2") == [("N", False)]
    assert ways_out(FRONT, "F4") == []
    assert ways_out(WIDE, "F4") == [("NE", False)]
    assert not lines_of_fire.is_in_field_of_fire(WIDE, "N", "D5", "E7")
    every = [name for name in ("D2", "F4", "D8", "E4", "F5", "B5") if ways_out("*", name)]
    assert every == ["D2", "F4", "D8", "E4", "F5", "B5"]
    assert not any(edge for name in every for _, edge in ways_out("*/*/*/*", name))


@pytest.mark.rule("HX-ANGLES-07", "HX-FIRE-33")
def test_a_corner_is_on_the_edge_where_one_side_is_open():
    """E4 lies on the corner of front and front-side right."""
    assert ways_out(FRONT, "E4") == [("N", True)]
    assert ways_out(FRONT, "F5") == []
    assert ways_out(WIDE, "E4") == [("N", False), ("NE", False)]
    assert ways_out(WIDE, "E4", on_edge_penalty="any_corner") == [("N", True), ("NE", True)]
    assert ways_out(FRONT, "D2", on_edge_penalty="any_corner") == [("N", False)]
    assert ways_out(FRONT, "F5", facing="NE") == [("NE", True)]


@pytest.mark.rule("HX-ANGLES-10", "HX-ANGLES-12", "HX-FIRE-33")
def test_the_side_that_is_entered_names_the_angle_hit():
    """A shot from D5 enters D2 by S, E4 by S or SW, and F5 by SW or NW."""
    hit = {facing: lines_of_fire.impacts(facing, "D5", "D2") for facing in ("S", "N", "SE")}
    assert {facing: [row.angle for row in found] for facing, found in hit.items()} == {
        "S": ["front"],
        "N": ["back"],
        "SE": ["front_side_right"],
    }
    corner = lines_of_fire.impacts("S", "D5", "E4")
    assert [tuple(row) for row in corner] == [("S", "front"), ("SW", "front_side_right")]
    assert lines_of_fire.weakest_impact(angles.read_stat("4/3/3/2"), corner).side == "SW"
    assert set(lines_of_fire.impacts("SW", "D5", "F5")) == {("SW", "front"), ("NW", "front_side_right")}


@pytest.mark.rule("HX-ANGLES-12")
def test_within_a_hex_every_angle_will_do():
    """Between the air and the ground of one hex any open angle fires and any angle is hit, never on the edge."""
    assert ways_out(WIDE, "D5", on_edge_penalty="any_corner") == [("N", False), ("NE", False), ("NW", False)]
    assert len(lines_of_fire.impacts("N", "D5", "D5")) == 6


@pytest.mark.rule("HX-ANGLES-03", "HX-FIXED-04")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("*", None),
        ("-/*/-/*", None),
        ("x1", None),
        ("x2/x1/x1/-", None),
        ("*/-/-", "HX-ANGLES-03"),
        ("*/*/-/-/-/*", "HX-FIXED-04"),
        ("*/x1/-/-", "HX-FIXED-03"),
        ("x0/-/-/-", "HX-FIXED-03"),
        ("*-", "HX-ANGLES-05"),
        ("", "HX-ANGLES-05"),
        ("y/-/-/-", "HX-ANGLES-05"),
        ("*/y/-/-", "HX-ANGLES-05"),
    ],
)
def test_a_field_of_fire_is_well_written_or_refused(text, clause):
    """One entry or four, of * and - or of xN and -; left and right cannot differ."""
    assert fields_of_fire.fault_of_arc(text) == clause
    if clause is not None:
        with pytest.raises(ValueError, match=clause):
            fields_of_fire.read_arc(text)
