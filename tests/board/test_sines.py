from decimal import Decimal, localcontext

from adjudicator.board.sines import FULL_TURN, UNIT, cosine, sine


def _series(angle, pi):
    x = pi * angle / 1800
    total = term = x
    n = 1
    while abs(term) > Decimal("1e-30"):
        n += 2
        term *= -x * x / (n * (n - 1))
        total += term
    return total


def test_table():
    """Every sine of the table is the true one to the nearest billionth."""
    with localcontext() as context:
        context.prec = 40
        pi = Decimal("3.14159265358979323846264338327950288419")
        assert [sine(k) for k in range(901)] == [round(_series(k, pi) * UNIT) for k in range(901)]


def test_quarters():
    """Right angles and thirds are exact, all round and beyond a full turn."""
    assert [sine(k) for k in (0, 300, 900, 1800, 2700, 3300, 3600)] == [0, UNIT // 2, UNIT, 0, -UNIT, -UNIT // 2, 0]
    assert all(cosine(k) == sine(k + 900) == -cosine(k + 1800) == cosine(-k) for k in range(FULL_TURN))
    assert all(abs(sine(k) ** 2 + cosine(k) ** 2 - UNIT**2) <= 2 * UNIT for k in range(FULL_TURN))
