"""Bodies and polygons for the tests of the board, and a slow second opinion in fractions."""

from fractions import Fraction
from itertools import pairwise
from math import isqrt

from hypothesis import strategies as st

from adjudicator.board.bodies import Base, Body, Pose, Shape, hull_base, hull_of, oval_base, round_base

INCH = 1000
RIGHT_ANGLE = 900


def disc(x, y, z=0, *, diameter=INCH, height=INCH):
    return Body(round_base(diameter), height, Pose(x, y, z, 0))


def box(x, y, z=0, *, length=2 * INCH, width=INCH, height=INCH, facing=0):
    return Body(hull_base(length, width), height, Pose(x, y, z, facing))


def oval(x, y, z=0, *, length=2 * INCH, width=INCH, height=INCH, facing=0):
    return Body(oval_base(length, width), height, Pose(x, y, z, facing))


def to(x, y, z=0, facing=0):
    return Pose(x, y, z, facing)


def square(x0, y0, x1, y1):
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


COORDINATES = st.integers(-6000, 6000)
HEIGHTS = st.sampled_from((0, 0, 0, 500, 1000, 3000, 5000))
LIMITS = st.integers(0, 12000)
FACINGS = st.integers(0, 3599) | st.sampled_from((0, 450, 900, 1800, 2700))
POSES = st.builds(Pose, COORDINATES, COORDINATES, HEIGHTS, FACINGS)
LENGTHS = st.integers(100, 5000)
ROUND_BASES = LENGTHS.map(round_base)
BASES = ROUND_BASES | st.builds(Base, LENGTHS, LENGTHS, st.sampled_from((Shape.HULL, Shape.OVAL)))
TALL = st.integers(1, 4000)
BODIES = st.builds(Body, BASES, TALL, POSES)
ROUND_BODIES = st.builds(Body, ROUND_BASES, TALL, POSES)
LEVEL_POSES = st.builds(Pose, COORDINATES, COORDINATES, st.just(0), FACINGS)


def quarter_turned(pose):
    """Turn the whole board by a right angle about its origin."""
    return Pose(-pose.y, pose.x, pose.z, (pose.facing + RIGHT_ANGLE) % 3600)


def with_pose(body, pose):
    return Body(body.base, body.height, pose)


def shifted(body, dx, dy):
    pose = body.pose
    return with_pose(body, Pose(pose.x + dx, pose.y + dy, pose.z, pose.facing))


def _ends(corners):
    return list(pairwise((*corners, corners[0])))


def _to_segment(point, start, end):
    (px, py), (ax, ay), (bx, by) = point, start, end
    square_length = (bx - ax) ** 2 + (by - ay) ** 2
    if not square_length:
        return Fraction((px - ax) ** 2 + (py - ay) ** 2)
    at = Fraction((px - ax) * (bx - ax) + (py - ay) * (by - ay), square_length)
    at = min(max(at, Fraction(0)), Fraction(1))
    return (ax + at * (bx - ax) - px) ** 2 + (ay + at * (by - ay) - py) ** 2


def _cut(a, b, c, d):
    """Solve for the crossing of two segments; parallel ones leave it to their ends."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = ux * vy - uy * vx
    if not turn:
        return False
    s = Fraction((c[0] - a[0]) * vy - (c[1] - a[1]) * vx, turn)
    t = Fraction((c[0] - a[0]) * uy - (c[1] - a[1]) * ux, turn)
    return 0 <= s <= 1 and 0 <= t <= 1


def _winds_round(point, corners):
    """Count the turns of a border round a point by the axis it crosses."""
    x, y = point
    count = 0
    for (ax, ay), (bx, by) in _ends(corners):
        if (ay <= y) != (by <= y):
            at = ax + Fraction((y - ay) * (bx - ax), by - ay)
            count += (1 if by > ay else -1) * (at > x)
    return count != 0


def slow_squared_gap(a, b):
    """Square the distance of two bases' cores in half thousandths, and give the radii to take off."""
    (one, r), (other, s) = hull_of(a), hull_of(b)
    crossing = any(_cut(*e, *f) for e in _ends(one) for f in _ends(other))
    if crossing or _winds_round(one[0], other) or _winds_round(other[0], one):
        return Fraction(0), r + s
    found = [_to_segment(p, *e) for p in one for e in _ends(other)]
    found += [_to_segment(p, *e) for p in other for e in _ends(one)]
    return min(found), r + s


def slow_reach(a, b):
    """Square the distance of the farthest corner of a base from the core of another."""
    (one, _), (other, radius) = hull_of(a), hull_of(b)
    far = [min(_to_segment(p, *e) for e in _ends(other)) for p in one if not _winds_round(p, other)]
    return max(far, default=Fraction(0)), radius


def slow_distance(a, b):
    """Enclose the straight distance, by fine roots, in an interval far narrower than any grain."""
    squared, radii = slow_squared_gap(a, b)
    rise = abs(a.pose.z - b.pose.z)
    if squared <= radii**2:
        return Fraction(rise), Fraction(rise)
    flats = [(root - radii) / 2 for root in _root(squared)]
    return tuple(_root(flat**2 + rise**2)[k] for k, flat in enumerate(flats))


def _root(number):
    exact = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    if exact**2 == number:
        return exact, exact
    scale = 1 << 200
    whole = isqrt(number.numerator * scale**2 // number.denominator)
    return Fraction(whole, scale), Fraction(whole + 1, scale)
