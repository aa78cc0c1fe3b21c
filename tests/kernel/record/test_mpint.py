import math

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.kernel.record.mpint import MAX_DEPTH, MAX_INTEGER, NotMpint, decode, encode

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary(max_size=300)
)
VALUES = st.recursive(SCALARS, st.lists, max_leaves=40)
EDGES = [edge + step for power in (5, 7, 8, 15, 16, 31, 32) for edge in (2**power, -(2**power)) for step in (-1, 0, 1)]


class Unit(msgspec.Struct, frozen=True, array_like=True):
    id: str
    at: tuple[int, int]
    target: str | None = None


def nested(depth):
    return [nested(depth - 1)] if depth else 1


class TestSpelling:
    @pytest.mark.parametrize(
        ("value", "digits"),
        [
            (None, "c0"),
            (False, "c2"),
            (True, "c3"),
            (0, "00"),
            (-32, "e0"),
            (-33, "d0df"),
            (128, "cc80"),
            (65_536, "ce00010000"),
            (MAX_INTEGER, "cf001fffffffffffff"),
            (-MAX_INTEGER, "d3ffe0000000000001"),
            ("é", "a2c3a9"),
            (b"\x00", "c40100"),
            ([1, ["a", b""]], "920192a161c400"),
            (Unit("u1", (5, -1)), "93a2753192" + "05ff" + "c0"),
        ],
    )
    def test_bytes(self, value, digits):
        """Each value has the one spelling that is written down here."""
        assert encode(value).hex() == digits

    @given(VALUES)
    def test_another_writer(self, value):
        """A writer of MessagePack that is not ours spells every value with the same bytes."""
        assert encode(value) == msgpack.packb(value, use_bin_type=True)

    @pytest.mark.parametrize("number", EDGES)
    def test_shortest_integer(self, number):
        """An integer takes the fewest bytes that hold it, on both sides of every step."""
        assert encode(number) == msgpack.packb(number)

    @pytest.mark.parametrize("size", [15, 16, 31, 32, 255, 256, 65_535, 65_536])
    def test_shortest_length(self, size):
        """A length takes the fewest bytes that hold it, on both sides of every step."""
        for value in ("x" * size, b"x" * size, [None] * size):
            assert encode(value) == msgpack.packb(value)

    @given(VALUES)
    def test_reading_back(self, value):
        """What was written reads back as it was."""
        assert decode(encode(value)) == value

    def test_set(self):
        """The order in which a set was opened does not reach the bytes."""
        words = [f"unit-{number}" for number in range(50)]
        assert encode(set(words)) == encode(sorted(words))


class TestRefusals:
    @pytest.mark.parametrize(
        ("value", "place"),
        [
            (1.5, r"float 1.5 at \$$"),
            (math.inf, r"float inf at \$$"),
            ([1, [2, {"a": 1}]], r"dict .* at \$\[1\]\[1\]$"),
            ([MAX_INTEGER + 1], r"int 9007199254740992 at \$\[0\]$"),
            (-MAX_INTEGER - 1, r"int -9007199254740992 at \$$"),
            (2**64, "ints"),
            (object(), "object"),
            ("\ud800", "surrogates"),
            (msgspec.msgpack.Ext(1, b""), r"Ext .* at \$$"),
            (nested(MAX_DEPTH + 1), r"list \[1\] at \$(\[0\]){16}$"),
        ],
    )
    def test_value(self, value, place):
        """What the profile has no place for is refused, by what it is and where."""
        with pytest.raises(NotMpint, match=place):
            encode(value)

    def test_keyed_struct(self):
        """A Struct that would be written with its names is refused, since names have an order."""
        keyed = msgspec.defstruct("Keyed", [("a", int)])
        with pytest.raises(NotMpint, match="dict"):
            encode([keyed(1)])

    def test_deepest(self):
        """Sixteen arrays in one another are still within the profile."""
        assert decode(encode(nested(MAX_DEPTH))) == nested(MAX_DEPTH)

    @pytest.mark.parametrize(
        "data", [b"", b"\x92\x01", b"\x01\x01", b"\xc1", b"\xa1\xff", b"\xcb" + bytes(8), b"\x80", b"\x91" * 5000]
    )
    def test_bytes(self, data):
        """Bytes that are cut, surplus or spell something else are refused."""
        with pytest.raises(NotMpint):
            decode(data)
