from math import cos, hypot, radians, sin

import msgspec
import pytest
from hypothesis import given

from adjudicator.board.bodies import Base, Body, Pose, Rect, Shape, outline, rect_polygon, round_base, turned
from tests.board.shapes import BASES, BODIES, FACINGS, box, disc, oval, quarter_turned, with_pose


def test_corners_of_a_square_facing():
    """A base facing along +x has its length along x; facing 900 it has it along y."""
    assert set(outline(box(1000, 500))) == {(0, 0), (4000, 0), (4000, 2000), (0, 2000)}
    assert set(outline(box(0, 0, facing=900))) == {(1000, 2000), (1000, -2000), (-1000, 2000), (-1000, -2000)}


def test_odd_lengths_keep_their_halves():
    """The corners of a base of odd length lie on half thousandths and are not moved."""
    assert set(outline(box(0, 0, length=1001, width=3))) == {(1001, 3), (-1001, 3), (1001, -3), (-1001, -3)}


def test_oval_tips():
    """An oval reaches its full length and width."""
    corners = outline(oval(0, 0, length=3000, width=1000))
    assert len(corners) == 16
    assert {(3000, 0), (-3000, 0), (0, 1000), (0, -1000)} <= set(corners)


def test_halves_round_away():
    """Corners that fall between two half thousandths go outwards on both sides."""
    corners = outline(oval(0, 0, length=3001, width=1001, facing=300))
    assert {(-501, 867), (501, -867)} <= set(corners)


@given(FACINGS)
def test_corners_are_true_to_a_half_unit(facing):
    """Each corner of a turned rectangle is the true one to the nearest half thousandth."""
    half, angle = hypot(3000, 1000), radians(facing / 10)
    along, across = cos(angle), sin(angle)
    true = {(3000 * along - w * across, 3000 * across + w * along) for w in (1000, -1000)}
    corners = outline(box(0, 0, length=3000, width=1000, facing=facing))
    assert all(min(hypot(x - tx, y - ty) for x, y in corners) < 0.708 for tx, ty in true)
    assert all(abs(hypot(x, y) - half) < 0.708 for x, y in corners)


@given(BODIES)
def test_quarter_turns_and_mirrors(body):
    """Turned by a right angle, an outline has just the turned corners, and half a turn changes nothing."""
    centred = with_pose(body, Pose(0, 0, 0, body.pose.facing))
    quarter = with_pose(body, quarter_turned(centred.pose))
    assert {(-y, x) for x, y in outline(centred)} == set(outline(quarter))
    assert set(outline(centred)) == set(outline(turned(centred, (body.pose.facing + 1800) % 3600)))


@given(BASES)
def test_records(base):
    """Bodies go through the bytes of a record as plain arrays and come back equal."""
    body = Body(base, 2000, Pose(-1, 2, 3, 3599))
    data = msgspec.msgpack.encode(body)
    assert msgspec.msgpack.decode(data) == [[base.length, base.width, int(base.shape)], 2000, [-1, 2, 3, 3599]]
    assert msgspec.msgpack.decode(data, type=Body) == body


@pytest.mark.parametrize(
    "row",
    [
        [[1000, 900, 1], 1, [0, 0, 0, 0]],
        [[0, 0, 1], 1, [0, 0, 0, 0]],
        [[9, 9, 4], 1, [0, 0, 0, 0]],
        [[9, 9, 1], 1, [0, 0, 0, 3600]],
        [[9, 9, 1], -1, [0, 0, 0, 0]],
        [[9, 9, 1], 1, [0, 0, 0, 0], 0],
        [[9, 9, 1], 1, [0.5, 0, 0, 0]],
    ],
)
def test_impossible_bodies(row):
    """A body with two diameters, no length, no such shape or facing, or a fraction is not read."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(row, Body)


def test_round_base_says_the_mend():
    """A round base with two diameters names them and the way out."""
    with pytest.raises(ValueError, match="1000 by 900: give one diameter"):
        Base(1000, 900, Shape.ROUND)
    assert round_base(984).round
    assert not oval(0, 0).base.round
    assert disc(0, 0).base == Base(1000, 1000, Shape.ROUND)


def test_rect_polygon():
    """A rectangle's corners run counter-clockwise from its least corner."""
    assert rect_polygon(Rect(0, 1, 2, 3)) == ((0, 1), (2, 1), (2, 3), (0, 3))
