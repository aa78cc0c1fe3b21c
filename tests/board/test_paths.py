from fractions import Fraction
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

from hypothesis import assume, example, given
from hypothesis import strategies as st

from adjudicator.board.bodies import Pose, Rect, hull_of
from adjudicator.board.gaps import flat_gap_within, height_gap, inside, overlapping, overlaps_polygon
from adjudicator.board.hulls import nearer_than, spread
from adjudicator.board.paths import (
    _pivot_step,
    along,
    climb,
    crosses,
    crosses_polygon,
    leaves,
    length_inside,
    moved,
    path_length,
    straight_length,
    stretches,
    sweeps_within,
)
from tests.board.shapes import (
    BODIES,
    COORDINATES,
    HEIGHTS,
    LEVEL_POSES,
    POSES,
    ROUND_BODIES,
    box,
    disc,
    oval,
    quarter_turned,
    square,
    to,
    with_pose,
)

PATHS = st.lists(POSES, min_size=1, max_size=3).map(tuple)
LEVEL_PATHS = st.lists(LEVEL_POSES, min_size=1, max_size=3).map(tuple)
NEAR = st.integers(0, 3000)


def test_legs_add_up():
    """Legs of three and four inches are seven exactly; a thousandth more is more."""
    assert path_length(disc(0, 0), (to(3000, 0), to(3000, 4000))) == 7000
    assert path_length(disc(0, 0), (to(3600, 4800),)) == 6000
    assert path_length(disc(0, 0), (to(1800, 2400), to(3600, 4800))) == 6000
    assert path_length(disc(0, 0), (to(6000, 1),)) == 6001
    assert path_length(disc(0, 0), ()) == 0


def test_pivots():
    """A pivot costs the arc of the outermost part, nothing on a disc, and nothing if pivots are free."""
    turn = (to(5500, 0, facing=460),)
    assert path_length(disc(0, 0), turn) == 5500
    assert 6300 < path_length(oval(0, 0), turn) == 5500 + 803
    assert path_length(oval(0, 0), turn, pivots_free=True) == 5500
    assert path_length(box(0, 0, length=6000, width=8000), (to(0, 0, facing=1800),)) == 15708
    assert path_length(box(0, 0, length=6000, width=8000, facing=3500), (to(0, 0, facing=100),)) == 1746


def test_climbs():
    """Low rises are free; higher ones count up and down, also in steps and over lesser dips."""

    def climbed(*heights):
        return climb(disc(0, 0, heights[0]), tuple(to(k, 0, z) for k, z in enumerate(heights[1:])), 2000)

    assert climbed(0, 2000, 0) == 0
    assert climbed(0, 2001, 0) == 4002
    assert climbed(0, 0, 3000, 3000) == 3000
    assert climbed(0, 3000, 0) == 6000
    assert climbed(0, 1500, 1500, 3000) == 3000
    assert climbed(0, 2000, 1900, 3900) == 3900
    assert climbed(1000, 0, 2500) == 2500
    assert climbed(6000, 7000, 6000) == 0
    assert climbed(6000, 3500, 4000, 0) == 6000
    assert climbed(0, 3000, 2000) == 3000
    assert climbed(0, 3000, 1000) == 3000
    assert climbed(3000, 0, 2000) == 3000
    assert climb(disc(0, 0), (to(0, 0, 5), to(0, 0, 2), to(0, 0, 2))) == 8
    assert climb(disc(0, 0), ()) == 0


def test_through_the_air():
    """Six inches up and eight away are ten through the air."""
    assert straight_length(disc(0, 0), (to(9999, 9999), to(8000, 0, 6000))) == 10000
    assert straight_length(disc(0, 0), (to(8000, 1, 6000),)) == 10001


def test_passing_by():
    """A path keeps or breaks a distance to the thousandth, wherever on the way."""
    other, path = disc(5000, 2000), (to(10000, 0),)
    assert sweeps_within(disc(0, 0), path, other, 1000, 5000)
    assert not sweeps_within(disc(0, 0), path, other, 999, 5000)
    assert not sweeps_within(disc(0, 0), (to(3000, 0),), other, 1000, 5000)
    assert not sweeps_within(disc(0, 0), (), other, 1000, 5000)
    assert sweeps_within(disc(5000, 0), (), other, 1000, 5000)


def test_passing_above():
    """On a rising leg only the stretch at the right height counts."""
    other = disc(8000, 0)
    assert not sweeps_within(disc(0, 0), (to(8000, 0, 8000),), other, 1999, 5000)
    assert sweeps_within(disc(0, 0), (to(8000, 0, 8000),), other, 2000, 5000)
    assert sweeps_within(disc(8000, 0, 8000), (to(0, 0),), other, 2000, 5000)
    assert not sweeps_within(disc(8000, 0, 8000), (to(0, 0),), other, 1999, 5000)
    assert not crosses(disc(0, 0), (to(7000, 0, 1000), to(9000, 0, 1000), to(16000, 0)), other)
    assert crosses(disc(0, 0), (to(7000, 0, 999), to(9000, 0, 999), to(16000, 0)), other)
    assert not crosses(disc(7500, 0, 5000), (to(7500, 0, 1000),), other)
    assert crosses(disc(7500, 0, 5000), (to(7500, 0, 999),), other)


def test_crossing():
    """To pass over a base is to cross it; to slide along it is not."""
    other = disc(5000, 1000)
    assert not crosses(disc(0, 0), (to(10000, 0),), other)
    assert crosses(disc(0, 1), (to(10000, 1),), other)
    assert not crosses(box(0, 0), (to(10000, 0),), box(5000, 1000))
    assert crosses(box(0, 1), (to(10000, 1),), box(5000, 1000))
    assert not crosses(box(0, 0), (to(10000, 0),), disc(5000, 1000))
    assert crosses(box(0, 0), (to(10000, 1),), disc(5000, 1000, diameter=1001))


def test_pivot_then_slide():
    """A base turns before it slides, so a turn in a narrow place meets what stands there."""
    post = disc(0, 1200, diameter=500)
    assert not crosses(box(0, 0), (to(5000, 0),), post)
    assert crosses(box(0, 0), (to(5000, 0, facing=900),), post)
    assert not crosses(box(0, 0), (to(5000, 0), to(5000, 0, facing=900)), post)
    assert not crosses(box(0, 0), (to(0, 0, facing=150),), disc(0, 1500))
    assert crosses(box(0, 0), (to(0, 0, facing=1700),), disc(0, 1500))
    assert not crosses(box(0, 0), (to(0, 0, facing=150),), disc(1100, 1100, diameter=500))


def test_clear_of_a_pivot():
    """What stands two thousandths clear of the circle of the corners is not met by any pivot."""
    post = disc(1637, 1637, diameter=500)
    assert not crosses(box(0, 0, length=4000), (to(0, 0, facing=900),), post)
    assert crosses(box(0, 0, length=4000), (to(0, 0, facing=900),), disc(1633, 1633, diameter=500))


def test_leaving():
    """A base leaves the board when any part of it is outside at any moment, also in a turn."""
    board = Rect(0, 0, 20000, 20000)
    assert not leaves(disc(500, 500), (to(500, 19500), to(19500, 19500)), board)
    assert leaves(disc(500, 500), (to(499, 9000), to(500, 19500)), board)
    assert leaves(disc(400, 500), (), board)
    long = box(1000, 10000, facing=900, length=4000)
    assert not leaves(long, (to(1000, 12000, facing=900),), board)
    assert leaves(long, (to(1000, 10000, facing=2700),), board)
    assert leaves(long, (to(1000, 10000, facing=2699),), board)


def test_ground():
    """A path covers ground with any part of its base, and is measured inside by its centre."""
    wood = square(4000, -1000, 8000, 1000)
    assert crosses_polygon(disc(0, 1499), (to(10000, 1499),), wood)
    assert not crosses_polygon(disc(0, 1500), (to(10000, 1500),), wood)
    assert length_inside(disc(0, 0), (to(10000, 0),), wood) == 4000
    assert length_inside(disc(0, 0), (to(6000, 0), to(6000, 0, 3000), to(6000, 5000)), wood) == 3000
    assert length_inside(disc(0, 0), (to(10000, 1),), wood) == 4001
    assert length_inside(disc(0, 1000), (to(10000, 1000),), wood) == 0


@given(BODIES, PATHS)
def test_length_bounds(body, path):
    """A path is at least as long as its legs and at most those and the arcs, within one thousandth."""
    poses = (body.pose, *path)
    legs = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(poses))
    turns = sum(min((b.facing - a.facing) % 3600, (a.facing - b.facing) % 3600) for a, b in pairwise(poses))
    reach = hypot(body.base.length, body.base.width) / 2
    if body.base.shape != 2:
        reach = 0 if body.base.round else max(body.base.length, body.base.width) / 2
    true = legs + reach * turns * pi / 1800
    assert true - 1e-6 <= path_length(body, path) <= true + 1.001
    assert path_length(body, path, pivots_free=True) <= path_length(body, path)


@given(BODIES, PATHS)
def test_reversed_length(body, path):
    """A path is as long backwards."""
    back = (*path[-2::-1], body.pose)
    there = moved(body, path)
    for measure in (path_length, straight_length, climb):
        assert measure(body, path) == measure(there, back)


@given(ROUND_BODIES, LEVEL_PATHS, ROUND_BODIES, NEAR)
def test_discs_against_fractions(body, path, other, limit):
    """The nearest moment of a disc's path on level ground is that of a slow search in fractions."""
    body = with_pose(body, Pose(body.pose.x, body.pose.y, 0, 0))
    radii = body.base.length + other.base.length
    nearest = min(_slow_leg(a, b, other.pose) for a, b in pairwise((body.pose, *path)))
    in_band = other.pose.z <= 1000
    assert sweeps_within(body, path, other, limit, 1000) is (in_band and 4 * nearest <= (radii + 2 * limit) ** 2)
    meets = other.pose.z < body.height
    assert crosses(body, path, other) is (meets and 4 * nearest < radii**2)


def _slow_leg(a, b, p):
    length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    at = Fraction((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y), length) if length else Fraction(0)
    at = min(max(at, Fraction(0)), Fraction(1))
    return (a.x + at * (b.x - a.x) - p.x) ** 2 + (a.y + at * (b.y - a.y) - p.y) ** 2


def _moments(body, path):
    """Stop a body at the whole moments of its path: pivots by degrees, slides by sixteenths."""
    for a, b in pairwise((body.pose, *path)):
        turn = (b.facing - a.facing + 1799) % 3600 - 1799
        if not body.base.round:
            for k in range(0, abs(turn), 40):
                facing = (a.facing + (k if turn > 0 else -k)) % 3600
                yield with_pose(body, Pose(a.x, a.y, a.z, facing))
        for k in range(17):
            x, y, z = (p + (q - p) * k // 16 for p, q in ((a.x, b.x), (a.y, b.y), (a.z, b.z)))
            yield with_pose(body, Pose(x, y, z, b.facing))


SIXTEENTHS = st.builds(
    lambda x, y, z, facing: Pose(16 * (x // 16), 16 * (y // 16), 16 * (z // 16), facing),
    COORDINATES,
    COORDINATES,
    HEIGHTS,
    st.integers(0, 3599),
)


@given(BODIES, st.lists(SIXTEENTHS, min_size=2, max_size=3), BODIES, NEAR, st.sampled_from((0, 1000, 5000)))
def test_moments_are_swept(body, poses, other, limit, vertical):
    """What holds at some moment of a path holds for the path: nothing slips through."""
    body, path = with_pose(body, poses[0]), tuple(poses[1:])
    for moment in _moments(body, path):
        if flat_gap_within(moment, other, limit) and height_gap(moment, other) <= vertical:
            assert sweeps_within(body, path, other, limit, vertical)
        if overlapping(moment, other):
            assert crosses(body, path, other)


@given(BODIES, st.lists(SIXTEENTHS, min_size=2, max_size=3))
def test_ground_is_swept(body, poses):
    """What a base covers at some moment its path covers, and where it stands outside it leaves."""
    body, path = with_pose(body, poses[0]), tuple(poses[1:])
    board, ground = Rect(-6000, -6000, 6000, 6000), ((0, 0), (3000, 0), (3000, 3000), (2000, 1000))
    moments = tuple(_moments(body, path))
    assert leaves(body, path, board) >= any(not inside(moment, board) for moment in moments)
    assert crosses_polygon(body, path, ground) >= any(overlaps_polygon(moment, ground) for moment in moments)


@given(BODIES, LEVEL_PATHS, BODIES, NEAR)
def test_no_false_alarm(body, path, other, limit):
    """A sweep is found only where some moment comes as near, but for the grain of a pivot."""
    assume(sweeps_within(body, path, other, limit, 10000))
    poses = (body.pose, *path)
    step = max(max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in pairwise(poses)) // 16 + 1
    grain = 2 * step + (body.base.length + body.base.width) * 40 * 2 // 1000 + 10
    assert any(flat_gap_within(moment, other, limit + grain) for moment in _moments(body, path))


@given(BODIES, PATHS, BODIES, NEAR)
def test_sweeps_turned_and_monotone(body, path, other, limit):
    """Turning the board changes no answer, larger limits find no less, and crossing is coming near."""
    turned = [with_pose(b, quarter_turned(b.pose)) for b in (body, other)]
    turned_path = tuple(quarter_turned(pose) for pose in path)
    found = sweeps_within(body, path, other, limit, 3000)
    assert found is sweeps_within(turned[0], turned_path, turned[1], limit, 3000)
    assert found <= sweeps_within(body, path, other, limit + 500, 3500)
    crossed = crosses(body, path, other)
    assert crossed is crosses(turned[0], turned_path, turned[1])
    assert crossed <= sweeps_within(body, path, other, 0, 10000)
    assert not sweeps_within(body, path, other, -1, 0)


@given(ROUND_BODIES, PATHS, BODIES, NEAR)
def test_reversed_sweeps(body, path, other, limit):
    """A disc meets the same things on its way back."""
    there, back = moved(body, path), (*path[-2::-1], body.pose)
    assert sweeps_within(body, path, other, limit, 3000) is sweeps_within(there, back, other, limit, 3000)
    assert crosses(body, path, other) is crosses(there, back, other)


@example(body=box(0, 0, length=20000, width=20000), facing=0, turn=25, back=False)
@example(body=box(0, 0, length=20000, width=5000), facing=123, turn=25, back=True)
@given(body=BODIES, facing=st.integers(0, 3599), turn=st.integers(1, 25), back=st.booleans())
def test_pivot_steps_hold_their_arcs(body, facing, turn, back):
    """The hull of a pivot step holds the true arc of every corner and hardly more."""
    assume(not body.base.round)
    body = with_pose(body, Pose(0, 0, 0, facing))
    corners = _pivot_step(body.base, facing, (facing - turn if back else facing + turn) % 3600)
    half = hypot(body.base.length, body.base.width)
    assert all(hypot(x, y) <= half * 1.00025 + 4 for x, y in corners)
    for k in range(0, 10 * turn + 1, 5):
        angle = radians((facing + (-k if back else k) / 10) / 10)
        for length in (body.base.length, -body.base.length):
            across = body.base.width if body.base.shape == 2 else 0
            tip = (length * cos(angle) - across * sin(angle), length * sin(angle) + across * cos(angle))
            spot = ((round(1000 * tip[0]), round(1000 * tip[1])),)
            wide = tuple((1000 * x, 1000 * y) for x, y in corners)
            assert nearer_than(spread(spot, wide), 800, touching=True)


def test_moved():
    """A body that moved stands at the last waypoint, or where it stood."""
    body = disc(0, 0)
    assert moved(body, ()) == body
    assert moved(body, (to(1, 2), to(3, 4, 5, 6))).pose == to(3, 4, 5, 6)
    assert hull_of(moved(body, (to(1, 2),))).corners == ((2, 4),)


def test_part_of_a_path():
    """A path is cut off where the centre has slid so far: nothing of it at 0, all of it at its length or beyond."""
    body = disc(0, 0)
    path = (to(3000, 4000), to(3000, 10000, 1000, 900))
    assert along(body, path, 0) == () == along(body, (), 500)
    assert along(body, path, 2500) == (to(1500, 2000),)
    assert along(body, path, 5000) == path[:1]
    assert along(body, path, 8000) == (to(3000, 4000), to(3000, 7000, 500, 900))
    assert along(body, path, 11_000) == along(body, path, 99_000) == path


@given(BODIES, LEVEL_PATHS, st.integers(0, 40_000))
def test_parts_are_as_long_as_asked(body, path, distance):
    """A part of a path is as long as was asked, to a thousandth, or it is the whole."""
    body = with_pose(body, to(body.pose.x, body.pose.y))
    part, whole = along(body, path, distance), path_length(body, path, pivots_free=True)
    assert part == path if distance >= whole else abs(path_length(body, part, pivots_free=True) - distance) <= 2


def test_stretches_over_ground():
    """A base covers ground from where its rim comes to it to where its rim has left it."""
    body, wood = disc(0, 0), square(3000, -2000, 5000, 2000)
    assert stretches(body, (to(10_000, 0),), wood) == ((2500, 5500),)
    assert stretches(body, (to(2500, 0),), wood) == ()
    assert stretches(body, (to(4000, 0),), wood) == ((2500, 4000),)
    assert stretches(disc(4000, 0), (to(10_000, 0),), wood) == ((0, 1500),)
    assert stretches(body, (to(10_000, 0), to(0, 0)), wood) == ((2500, 5500), (14_500, 17_500))
    assert stretches(body, (to(4000, 0), to(4000, 9000)), wood) == ((2500, 6500),)


def test_stretches_over_lines_and_bays():
    """Two corners are a line; a bay is left and entered again."""
    assert stretches(disc(0, 0), (to(9000, 0),), ((6000, -50), (6000, 50))) == ((5500, 6500),)
    assert stretches(box(0, 0), (to(9000, 0),), ((6000, -9000), (6000, 9000))) == ((5000, 7000),)
    bay = ((2000, -2000), (3000, -2000), (3000, 0), (6000, 0), (6000, -2000), (7000, -2000), (7000, 3000), (2000, 3000))
    assert stretches(disc(0, -1000), (to(10_000, -1000),), bay) == ((1500, 3500), (5500, 7500))


@given(ROUND_BODIES, LEVEL_PATHS, st.integers(0, 30_000))
def test_stretches_against_places(body, path, distance):
    """Where a base stands on ground in the middle of its way, that place is on one of its stretches."""
    wood = square(-2500, -1500, 1000, 3000)
    body = with_pose(body, to(body.pose.x, body.pose.y))
    here = moved(body, along(body, path, distance))
    progress = min(distance, path_length(body, path))
    covers = any(low - 2 <= progress <= high + 2 for low, high in stretches(body, path, wood))
    assert covers or not overlaps_polygon(here, wood)
