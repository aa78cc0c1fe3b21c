from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board.polygons import (
    doubled_area,
    is_convex,
    is_valid_polygon,
    passages,
    point_in_polygon,
    point_side,
    polygon_contains_polygon,
    polygon_faults,
    polygons_overlap,
    segment_crosses_polygon,
)
from tests.board.shapes import square

PLOT = square(0, 0, 4, 4)
ELL = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6))
COMB = ((0, 0), (10, 0), (10, 6), (8, 6), (8, 2), (6, 2), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6))
CELLS = st.tuples(st.integers(-1, 11), st.integers(-1, 11))
SHAPES = st.sampled_from((PLOT, ELL, COMB, PLOT[::-1], COMB[::-1], ((0, 0), (9, 3), (4, 8))))


def _moved(polygon, dx, dy):
    return tuple((x + dx, y + dy) for x, y in polygon)


def _quarter(polygon):
    return tuple((-y, x) for x, y in polygon)


def test_places():
    """A border belongs to its polygon, bays do not, whichever way the corners run."""
    for ring in (COMB, COMB[::-1]):
        assert [point_side(p, ring) for p in ((1, 5), (3, 5), (3, 2), (5, 6), (3, 1), (11, 1))] == [1, -1, 0, 0, 1, -1]
    assert point_in_polygon((0, 0), PLOT)
    assert not point_in_polygon((-1, 4), PLOT)
    assert [point_side((x, 2), ELL) for x in (-1, 0, 1, 2, 4, 6, 7)] == [-1, 0, 1, 0, 0, 0, -1]


def test_area_and_bends():
    """Area has the sign of the way round; only bends inwards make a polygon hollow."""
    assert (doubled_area(PLOT), doubled_area(PLOT[::-1]), doubled_area(ELL)) == (32, -32, 40)
    assert [is_convex(p) for p in (PLOT, PLOT[::-1], ELL, ((0, 0), (2, 0), (4, 0), (4, 4)))] == [
        True,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("polygon", "fault"),
    [
        (((0, 0), (1, 1)), "has 2 corners"),
        (((0, 0), (4, 0), (4, 0), (0, 4)), "corner 2 repeats corner 1"),
        (((0, 0), (4, 4), (4, 0), (0, 4)), "sides 0 and 2 meet"),
        (((0, 0), (4, 0), (2, 0), (2, 4)), "fold back at"),
        (((2, 0), (2, 4), (0, 0), (4, 0)), "fold back at"),
        (((0, 0), (8, 0), (8, 4), (4, 0), (0, 4)), "sides 0 and 2 meet"),
        (((0, 0), (2, 2), (4, 4)), "fold back at"),
    ],
)
def test_faults(polygon, fault):
    """What bounds no proper area is refused with the place of each fault."""
    assert any(fault in found for found in polygon_faults(polygon))
    assert not is_valid_polygon(polygon)


@given(SHAPES)
def test_proper_polygons(polygon):
    """Proper polygons have no faults, wherever the corners begin."""
    for k in range(len(polygon)):
        assert polygon_faults(polygon[k:] + polygon[:k]) == ()


def _stretches(start, end, polygon):
    return [(Fraction(n0, d0), Fraction(n1, d1)) for n0, d0, n1, d1 in passages(start, end, polygon)]


def test_passages():
    """A line is inside a polygon on open stretches; along a border it is outside."""
    tenths = [Fraction(k, 10) for k in range(11)]
    assert _stretches((-4, 2), (8, 2), PLOT) == [(Fraction(1, 3), Fraction(2, 3))]
    assert _stretches((-4, 0), (8, 0), PLOT) == []
    assert _stretches((-2, 2), (2, -2), PLOT) == []
    assert _stretches((1, 1), (2, 2), PLOT) == [(0, 1)]
    assert _stretches((1, 1), (1, 1), PLOT) == [(0, 1)]
    assert _stretches((0, 1), (0, 1), PLOT) == []
    assert _stretches((-2, 4), (18, 4), COMB) == [tuple(tenths[k : k + 2]) for k in (1, 3, 5)]
    assert _stretches((2, 2), (2, 6), ELL) == []
    assert _stretches((2, 2), (2, 0), ELL) == [(0, 1)]


def test_crossing_segments():
    """To pass through is to cross; to touch a corner or run along a side is not."""
    assert segment_crosses_polygon((3, 1), (3, 7), ELL)
    assert not segment_crosses_polygon((3, 2), (3, 7), ELL)
    assert not segment_crosses_polygon((0, 8), (8, 0), ((4, 4), (8, 4), (8, 8)))
    assert segment_crosses_polygon((0, 9), (9, 0), ((4, 4), (8, 4), (8, 8)))


@given(SHAPES, CELLS, CELLS)
def test_passages_against_places(polygon, start, end):
    """Points between the ends of stretches are inside, points between stretches are not."""
    found = _stretches(start, end, polygon)
    for k in range(1, 120):
        at = Fraction(2 * k + 1, 241)
        n, d = at.as_integer_ratio()
        point = tuple(p * (d - n) + q * n for p, q in zip(start, end, strict=True))
        inside = point_side(point, tuple((x * d, y * d) for x, y in polygon)) > 0
        assert inside is any(low < at < high for low, high in found)


@given(SHAPES, CELLS, CELLS)
def test_passages_backwards(polygon, start, end):
    """A line is as long inside a polygon from either end and at any turn of the board."""

    def total(a, b, ring):
        return sum(high - low for low, high in _stretches(a, b, ring))

    here = total(start, end, polygon)
    assert here == total(end, start, polygon) == total(start, end, polygon[::-1])
    there, yonder = _quarter((start, end))
    assert here == total(there, yonder, _quarter(polygon))


def test_overlap():
    """Polygons overlap by area: equal ones do, neighbours do not, nor what fits in a bay."""
    assert polygons_overlap(PLOT, PLOT[2:] + PLOT[:2])
    assert polygons_overlap(PLOT, ((0, 0), (2, 0), (4, 0), (4, 4), (0, 4))[::-1])
    assert not polygons_overlap(PLOT, _moved(PLOT, 4, 0))
    assert polygons_overlap(PLOT, _moved(PLOT, 3, 3))
    assert not polygons_overlap(ELL, square(2, 2, 6, 6))
    assert not polygons_overlap(COMB, square(2, 2, 4, 6))
    assert polygons_overlap(COMB, square(2, 1, 4, 6))
    assert polygons_overlap(square(-9, -9, 20, 20), COMB)
    assert polygons_overlap(COMB, square(1, 1, 2, 2))


def test_containment():
    """A polygon contains itself and what reaches its border, not what spans its bays."""
    assert polygon_contains_polygon(ELL, ELL[::-1])
    assert polygon_contains_polygon(ELL, square(0, 0, 2, 6))
    assert not polygon_contains_polygon(ELL, square(0, 0, 3, 3))
    assert not polygon_contains_polygon(COMB, square(2, 2, 4, 6))
    assert not polygon_contains_polygon(COMB, square(0, 0, 10, 6))
    assert polygon_contains_polygon(square(0, 0, 10, 6), COMB)
    assert not polygon_contains_polygon(PLOT, _moved(PLOT, 9, 9))
    assert not polygon_contains_polygon(PLOT, _moved(PLOT, 4, 0))


@given(SHAPES, SHAPES, st.integers(-6, 6), st.integers(-6, 6))
def test_overlap_by_cells(a, b, dx, dy):
    """On polygons along the grid, overlap and containment are what their cells say."""
    b = _moved(b, dx, dy)
    grid = [(x, y) for x in range(-17, 37, 2) for y in range(-17, 37, 2)]

    def cells(polygon):
        return {p for p in grid if point_side(p, tuple((2 * x, 2 * y) for x, y in polygon)) > 0}

    mine, theirs = cells(a), cells(b)
    slanted = len(a) == 3 or len(b) == 3
    assert polygons_overlap(a, b) is polygons_overlap(b, a)
    assert polygons_overlap(a, b) >= bool(mine & theirs)
    assert slanted or polygons_overlap(a, b) is bool(mine & theirs)
    assert slanted or polygon_contains_polygon(a, b) is (theirs <= mine)
    assert polygon_contains_polygon(a, b) <= (theirs <= mine)
