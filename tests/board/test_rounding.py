from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as some

from adjudicator.board.rounding import to_nearest, towards_zero

numbers = some.integers(-(10**15), 10**15)
denominators = some.integers(1, 10**9)


@given(numbers, denominators)
def test_to_nearest(numerator, denominator):
    """The result is at most half away, a half goes away from 0, and mirror images agree."""
    found = to_nearest(numerator, denominator)
    off = abs(Fraction(numerator, denominator)) - abs(found)
    assert Fraction(-1, 2) <= off < Fraction(1, 2)
    assert to_nearest(-numerator, denominator) == -found


@given(numbers, denominators)
def test_towards_zero(numerator, denominator):
    """The result is less than one off, never longer, and mirror images agree."""
    found = towards_zero(numerator, denominator)
    assert 0 <= abs(Fraction(numerator, denominator)) - abs(found) < 1
    assert towards_zero(-numerator, denominator) == -found
    assert not found or (found > 0) == (numerator > 0)


def test_halves():
    """Halves go away from 0."""
    assert [to_nearest(n, 2) for n in (-3, -1, 0, 1, 3, 4)] == [-2, -1, 0, 1, 2, 2]
    assert [towards_zero(n, 2) for n in (-3, -1, 0, 1, 3, 4)] == [-1, 0, 0, 0, 1, 2]
