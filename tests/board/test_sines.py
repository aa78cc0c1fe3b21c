from decimal import Decimal, localcontext

from adjudicator.board.sines import FULL_TURN, UNIT, ahead, cosine, sine


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


def test_ahead():
    """A distance at an angle goes to the nearest thousandth along either axis, and opposite ways agree."""
    assert [ahead(1_000, angle) for angle in (0, 900, 1800, 2700)] == [(1_000, 0), (0, 1_000), (-1_000, 0), (0, -1_000)]
    assert ahead(1, 600) == (1, 1)  # half a thousandth goes away from 0
    assert ahead(1_000, 450) == (707, 707)
    assert all(
        ahead(777, angle + FULL_TURN // 2) == tuple(-part for part in ahead(777, angle)) for angle in range(FULL_TURN)
    )
