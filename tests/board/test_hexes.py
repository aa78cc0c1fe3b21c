import ast
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board import hexes
from adjudicator.board.hexes import (
    DIRECTIONS,
    Hex,
    angle,
    crossed,
    direction_between,
    disc,
    distance,
    from_offset,
    nearest,
    neighbours,
    ring,
    sides_towards,
    step,
    steps_through,
    to_offset,
    turned,
)

N, NE, SE, S, SW, NW = range(6)
ORIGIN = Hex(0, 0)
BOARD = tuple(from_offset(column, row) for column in range(7) for row in range(9))
DIFFERENCES = sorted({Hex(b.q - a.q, b.r - a.r) for a in BOARD for b in BOARD} - {ORIGIN})
HEXES = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
PLACES = st.sampled_from(disc(ORIGIN, 12))
CLICKS = st.integers(-12, 12)

# The second opinion draws a hex with corners on whole numbers: wide is halved, high divided by the root
# of 3, which keeps lines straight and what they meet.
CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))  # clockwise; side n runs from corner n


def at(name):
    return from_offset("ABCDEFGHI".index(name[0]), int(name[1:]) - 1)


def names(places):
    return ["ABCDEFGHI"[column] + str(row + 1) for column, row in map(to_offset, places)]


def met(a, b):
    return ["/".join(names(crossing)) for crossing in crossed(at(a), at(b))]


def rotated(place, clicks):
    for _ in range(clicks % 6):
        place = Hex(-place.r, place.q + place.r)
    return place


def mirrored(place):
    """Swap east and west."""
    return Hex(-place.q, place.q + place.r)


def shifted(place, by):
    return Hex(place.q + by.q, place.r + by.r)


def flat(place):
    return 3 * place.q, 2 * place.r + place.q


def clipped(goal, place):
    """Clip the line from the origin by each side in turn; give its ends and whether it is inside there."""
    (dx, dy), (cx, cy) = flat(goal), flat(place)
    first, last, inside = Fraction(0), Fraction(1), True
    for (ax, ay), (bx, by) in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):
        slope = (bx - ax) * dy - (by - ay) * dx  # grows inwards
        base = (bx - ax) * (-cy - ay) - (by - ay) * (-cx - ax)
        if slope > 0:
            first = max(first, Fraction(-base, slope))
        elif slope < 0:
            last = min(last, Fraction(-base, slope))
        elif base < 0:
            return None
        else:
            inside = inside and base > 0
    return (first, last, inside) if first < last else None


def crossed_by_clipping(goal):
    """Clip the line by every hex in its box and a margin, and read the crossings off in order."""
    found: dict = {}
    for q in range(min(0, goal.q) - 2, max(0, goal.q) + 3):
        for r in range(min(0, goal.r) - 2, max(0, goal.r) + 3):
            piece = clipped(goal, Hex(q, r))
            if piece and Hex(q, r) not in (ORIGIN, goal):
                found.setdefault(piece, []).append(Hex(q, r))
    assert all(len(places) == (1 if piece[2] else 2) for piece, places in found.items())
    return tuple(tuple(found[piece]) for piece in sorted(found))


def sides_by_corners(goal):
    """Find the corners on either side of a way, or the one on it, by areas."""
    dx, dy = flat(goal)
    turns = [cx * dy - cy * dx for cx, cy in CORNERS]  # above 0: the way is clockwise of the corner
    for corner, (cx, cy) in enumerate(CORNERS):
        if turns[corner] == 0 and cx * dx + cy * dy > 0:
            return ((corner - 1) % 6, corner)
        if turns[corner] > 0 > turns[(corner + 1) % 6]:
            return (corner,)
    raise AssertionError(goal)


def test_offsets():
    """Columns and rows from 0 name every hex once, left of the board too; odd columns lie lower."""
    assert (from_offset(0, 0), from_offset(1, 0), from_offset(3, 4), from_offset(6, 8)) == (
        (0, 0),
        (1, 0),
        (3, 3),
        (6, 5),
    )
    for column in range(-5, 8):
        for row in range(-5, 8):
            assert to_offset(from_offset(column, row)) == (column, row)
            assert flat(from_offset(column, row)) == (3 * column, 2 * row + column % 2)


@pytest.mark.parametrize(
    ("centre", "around"), [("D5", ["D4", "E5", "E6", "D6", "C6", "C5"]), ("C5", ["C4", "D4", "D5", "C6", "B5", "B4"])]
)
def test_neighbours(centre, around):
    """Six hexes lie around one, clockwise from north, in lowered columns and in raised ones."""
    here = at(centre)
    assert names(neighbours(here)) == around
    assert [names([step(here, way)])[0] for way in range(6)] == around
    assert [direction_between(here, at(name)) for name in around] == [N, NE, SE, S, SW, NW]


def test_directions():
    """A direction exists between neighbours only, and turns by sixths either way."""
    assert direction_between(at("D5"), at("D5")) is None
    assert direction_between(at("D5"), at("D3")) is None
    assert [turned(N, clicks) for clicks in (-7, -1, 0, 1, 6, 8)] == [NW, NW, N, NE, N, SE]
    assert step(at("D5"), NE, 3) == at("G4")
    assert step(at("D5"), NE, -1) == at("C6")
    assert [angle(facing, N) for facing in range(6)] == [0, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [
        ("D5", "D5", 0),
        ("D5", "D4", 1),
        ("D5", "F5", 2),
        ("D5", "E3", 3),
        ("D5", "E5", 1),
        ("D5", "G5", 3),
        ("D8", "D2", 6),
        ("A1", "G4", 6),
        ("D9", "E3", 7),
        ("A3", "E6", 5),
        ("D7", "D4", 3),
        ("D9", "C9", 1),
        ("D7", "C9", 2),
        ("D7", "E9", 2),
        ("A7", "D7", 3),
        ("G7", "D7", 3),
    ],
)
def test_distances(a, b, far):
    """Range is the least number of steps, counted either way."""
    assert distance(at(a), at(b)) == distance(at(b), at(a)) == far


def test_rings():
    """A ring goes clockwise from due north, and discs are rings from the inside outwards."""
    assert names(ring(at("D5"), 1)) == ["D4", "E5", "E6", "D6", "C6", "C5"]
    twelve = ["D3", "E4", "F4", "F5", "F6", "E7", "D7", "C7", "B6", "B5", "B4", "C4"]
    assert names(ring(at("D5"), 2)) == twelve
    assert ring(at("D5"), 0) == disc(at("D5"), 0) == (at("D5"),)
    assert disc(at("D5"), 2) == (at("D5"), *ring(at("D5"), 1), *ring(at("D5"), 2))
    for radius in range(1, 6):
        assert len(set(ring(ORIGIN, radius))) == len(ring(ORIGIN, radius)) == 6 * radius
        assert {distance(ORIGIN, place) for place in ring(ORIGIN, radius)} == {radius}


@pytest.mark.parametrize("shape", [ring, disc])
def test_no_ring_below_nothing(shape):
    """A radius below 0 is an error, not an empty answer."""
    with pytest.raises(ValueError, match="radius -1 has no hexes"):
        shape(ORIGIN, -1)


def test_nearest():
    """Of several places all the nearest are kept, in the order in which they were given."""
    assert nearest(map(at, ("C6", "D2", "E6", "D6", "C7")), at("D5")) == tuple(map(at, ("C6", "E6", "D6")))
    assert nearest((), at("D5")) == ()


def test_ways_round():
    """Ways lead through allowed hexes only, so a wall lengthens them and a closed ring ends them."""
    wall = set(map(at, ("C5", "D4", "E5", "E6", "D6")))
    free = steps_through(at("D5"), lambda place: place in BOARD and place not in wall, 4)
    assert (free[at("C6")], free[at("C7")], free[at("B5")], free[at("C4")], free[at("D7")]) == (1, 2, 2, 4, 3)
    assert next(iter(free.items())) == (at("D5"), 0)
    assert list(free.values()) == sorted(free.values())
    assert max(free.values()) == 4
    assert not wall & set(free)
    assert steps_through(at("D5"), lambda place: place not in {*wall, at("C6")}, 99) == {at("D5"): 0}
    assert steps_through(at("D5"), BOARD.__contains__, 0) == {at("D5"): 0}


def test_ways_in_the_open():
    """With nothing in the way the steps are the range, nearest first, and no hex is asked about twice."""
    asked: Counter = Counter()

    def allowed(place):
        asked[place] += 1
        return distance(ORIGIN, place) <= 5

    free = steps_through(ORIGIN, allowed, 9)
    assert set(free) == set(disc(ORIGIN, 5))
    assert all(steps == distance(ORIGIN, place) for place, steps in free.items())
    assert set(asked.values()) == {1}


@pytest.mark.parametrize(
    ("to", "angles"),
    [
        ("D4", (0,)),
        ("E5", (1,)),
        ("E6", (2,)),
        ("D6", (3,)),
        ("C6", (4,)),
        ("C5", (5,)),
        ("D2", (0,)),
        ("E3", (0,)),
        ("F4", (1,)),
        ("G4", (1,)),
        ("D8", (3,)),
        ("E4", (0, 1)),
        ("F5", (1, 2)),
        ("E7", (2, 3)),
        ("C7", (3, 4)),
        ("B5", (4, 5)),
        ("C4", (5, 0)),
    ],
)
def test_angles(to, angles):
    """The line from centre to centre leaves through a side, or through a corner between two."""
    sides = sides_towards(at("D5"), at(to))
    assert tuple(angle(N, side) for side in sides) == angles
    assert tuple(angle(SW, side) for side in sides) == tuple((number + 2) % 6 for number in angles)


def test_both_sides_of_a_corner():
    """A line through corners leaves the one hex and enters the other by two sides each."""
    assert sides_towards(at("D5"), at("F5")) == (NE, SE)
    assert sides_towards(at("F5"), at("D5")) == (SW, NW)


def test_no_side_towards_itself():
    """Nothing lies in the direction of itself, and asking is an error."""
    with pytest.raises(ValueError, match="two different hexes"):
        sides_towards(at("D5"), at("D5"))


@pytest.mark.parametrize(
    ("a", "b", "between"),
    [
        ("D5", "D5", []),
        ("D5", "D4", []),
        ("D5", "E5", []),
        ("D5", "D2", ["D4", "D3"]),
        ("D9", "E3", ["D8", "D7", "E7", "D6", "E6", "D5", "E5", "E4"]),
        ("D5", "F5", ["E5/E6"]),
        ("B5", "F5", ["C5/C6", "D5", "E5/E6"]),
        ("A1", "C1", ["B0/B1"]),
        ("A3", "E6", ["B3", "C4", "C5", "D5"]),
        ("D8", "E3", ["D7", "D6", "E6", "D5", "E5", "E4"]),
        ("D5", "E4", ["D4/E5"]),
    ],
)
def test_crossings(a, b, between):
    """A line crosses hexes it enters and pairs it runs between, but none that it meets in a corner."""
    assert met(a, b) == between
    assert met(b, a) == between[::-1]


def test_crossings_by_clipping():
    """For any two hexes of a board the crossings are those found by cutting the line at every side."""
    for goal in DIFFERENCES:
        assert crossed(ORIGIN, goal) == crossed_by_clipping(goal)


def test_sides_by_corners():
    """For any two hexes of a board the side is the one between whose corners the line leaves."""
    for goal in DIFFERENCES:
        assert sides_towards(ORIGIN, goal) == sides_by_corners(goal)


@given(HEXES, HEXES)
def test_lines_either_way(a, b):
    """The way back crosses the same in reverse, and sides face each other."""
    assert crossed(b, a) == crossed(a, b)[::-1]
    if a != b:
        assert sides_towards(b, a) == tuple(turned(side, 3) for side in sides_towards(a, b))


@given(HEXES, HEXES)
def test_lines_hang_together(a, b):
    """From one end to the other each crossing touches the next, nearest first, and none comes twice."""
    chain = ((a,), *crossed(a, b), (b,)) if a != b else ((a,),)
    for here, there in pairwise(chain):
        assert all(distance(one, other) == 1 for one in here for other in there)
    places = [place for crossing in chain for place in crossing]
    assert len(places) == len(set(places))
    assert all(distance(a, place) + distance(place, b) <= distance(a, b) + 1 for place in places)
    assert all(distance(*crossing) == 1 for crossing in chain if len(crossing) == 2)


@given(PLACES, PLACES, HEXES)
def test_shift(a, b, by):
    """Nothing depends on where on the field it happens."""
    c, d = shifted(a, by), shifted(b, by)
    assert crossed(c, d) == tuple(tuple(shifted(p, by) for p in crossing) for crossing in crossed(a, b))
    assert distance(c, d) == distance(a, b)
    assert a == b or sides_towards(c, d) == sides_towards(a, b)


@given(PLACES, PLACES, CLICKS)
def test_rotation(a, b, clicks):
    """A field turned by sixths turns directions, sides and lines with it."""
    c, d = rotated(a, clicks), rotated(b, clicks)
    assert distance(c, d) == distance(a, b)
    assert list(map(set, crossed(c, d))) == [{rotated(p, clicks) for p in pair} for pair in crossed(a, b)]
    assert a == b or sides_towards(c, d) == tuple(turned(side, clicks) for side in sides_towards(a, b))
    assert [rotated(way, clicks) for way in DIRECTIONS] == [step(ORIGIN, turned(way, clicks)) for way in range(6)]


@given(PLACES, PLACES)
def test_mirror(a, b):
    """A field seen in a mirror swaps left and right in sides and lines, and leaves ranges alone."""
    c, d = mirrored(a), mirrored(b)
    assert distance(c, d) == distance(a, b)
    assert list(map(set, crossed(c, d))) == [set(map(mirrored, pair)) for pair in crossed(a, b)]
    assert a == b or sides_towards(c, d) == tuple(-side % 6 for side in reversed(sides_towards(a, b)))


@given(HEXES, HEXES, HEXES)
def test_detours(a, b, c):
    """A way by a third place is never shorter, and one step changes a range by one at most."""
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)
    assert all(abs(distance(place, b) - distance(a, b)) <= 1 for place in neighbours(a))
    assert a == b or min(distance(place, b) for place in neighbours(a)) == distance(a, b) - 1


def test_whole_numbers_only():
    """The hexes are counted: no number with a point, no division into one, and a sorted list of names."""
    for node in ast.walk(ast.parse(Path(str(hexes.__file__)).read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not isinstance(node, ast.Div)
    assert all(hasattr(hexes, name) for name in hexes.__all__)
