"""Exact distributions against those counted by hand and by icepool, and the correction for many looks."""

from fractions import Fraction
from itertools import product

import icepool
import pytest

from replays.luck import exact
from replays.luck.exact import Spread, holm, of_places, of_successes, of_sums, two_sided

THIRD, HALF, SURE, NEVER = Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(0)
MIXED = [Fraction(good, 6) for good in (1, 2, 3, 4, 5)] * 3 + [Fraction(21, 36), Fraction(1, 54), THIRD]


def by_number(spread):
    return {total: spread.chance(total) for total in range(spread.least, spread.most + 1) if spread.chance(total)}


def by_icepool(die):
    return {face: Fraction(count, die.denominator()) for face, count in die.items() if count}


def test_two_throws_by_hand():
    """Of chances 1/3 and 1/2: none 1/3, one 1/2, both 1/6."""
    spread = of_successes([THIRD, HALF])
    assert by_number(spread) == {0: THIRD, 1: HALF, 2: Fraction(1, 6)}
    assert (spread.mean(), spread.at_most(1), spread.at_least(1)) == (Fraction(5, 6), Fraction(5, 6), Fraction(2, 3))


def test_tails_by_hand():
    """All or none of four coins come in one of 16, eight or more of ten in 56 of 1,024."""
    coins = of_successes([HALF] * 4)
    assert (coins.at_least(4), coins.at_most(0)) == (Fraction(1, 16), Fraction(1, 16))
    assert of_successes([Fraction(1, 6), HALF]).at_least(1) == 1 - Fraction(5, 12)
    assert of_successes([HALF] * 10).at_least(8) == Fraction(56, 1024)


def test_what_is_certain_adds_no_doubt():
    """A throw that can not fail and one that can not succeed move the number and nothing else."""
    assert by_number(of_successes([SURE, NEVER, HALF])) == {1: HALF, 2: HALF}
    assert by_number(of_successes([])) == {0: SURE}


def test_every_outcome_counted():
    """The distribution is what adding up every outcome of the throws gives."""
    chances = [THIRD, HALF, Fraction(5, 6), Fraction(1, 54)]
    due = dict.fromkeys(range(5), NEVER)
    for outcome in product((0, 1), repeat=4):
        weight = SURE
        for success, chance in zip(outcome, chances, strict=True):
            weight *= chance if success else 1 - chance
        due[sum(outcome)] += weight
    assert by_number(of_successes(chances)) == due


def test_successes_by_icepool():
    """Throws of many chances: the same distribution as a library that knows nothing of ours."""
    coins = [icepool.Die({0: chance.denominator - chance.numerator, 1: chance.numerator}) for chance in MIXED]
    assert by_number(of_successes(MIXED)) == by_icepool(sum(coins, icepool.Die([0])))


def test_sums_by_icepool():
    """Dice of several sides that add up: the same distribution as the library's."""
    die = 3 @ icepool.d6 + 2 @ icepool.d3 + icepool.d10
    assert by_number(of_sums([6, 6, 6, 3, 3, 10])) == by_icepool(die)
    assert of_sums([6, 6]).at_least(11) == Fraction(3, 36)


def test_tails_beyond_the_ends():
    """Past either end a tail is nothing or all."""
    spread = of_sums([6])
    assert (spread.at_most(0), spread.at_least(1), spread.at_least(7), spread.at_most(9)) == (NEVER, SURE, NEVER, SURE)
    assert spread.chance(7) == 0


def test_of_very_many_throws_weights_are_rounded_far_behind_any_digit(monkeypatch):
    """Rounded weights give the chances of exact ones to a hundred decimal places."""
    chances = MIXED * 40
    whole = of_successes(chances)
    monkeypatch.setattr(exact, "EXACT_LIMIT", 50)
    rounded = of_successes(chances)
    assert rounded != whole
    assert rounded.whole.bit_length() <= exact.BITS
    worst = max(abs(rounded.chance(total) - whole.chance(total)) for total in range(len(chances) + 1))
    assert worst < Fraction(1, 10**100)


def test_two_sided_is_twice_the_smaller_tail():
    """It is never more than certain."""
    assert two_sided(Fraction(1, 10), Fraction(19, 20)) == Fraction(1, 5)
    assert two_sided(Fraction(3, 5), Fraction(7, 10)) == 1
    assert two_sided(0.01, 1.0) == pytest.approx(0.02)


def test_holm_by_hand():
    """0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02: the example of the textbooks, in its order."""
    given = [Fraction(1, 100), Fraction(4, 100), Fraction(3, 100), Fraction(5, 1000)]
    assert holm(given) == [Fraction(3, 100), Fraction(6, 100), Fraction(6, 100), Fraction(2, 100)]
    assert holm([]) == []
    assert holm([HALF, HALF]) == [SURE, SURE]


def test_a_spread_is_read_from_its_least():
    """Weights begin at the least total."""
    spread = Spread(3, (1, 2, 1), 4)
    assert (spread.most, spread.mean(), spread.chance(4), spread.chance(2)) == (5, Fraction(4), HALF, NEVER)


def test_places_by_icepool():
    """Sums of places of unlike orders are those of dice with such faces."""
    orders = [(2, 3, 1), (1, 1), (1, 0, 4, 5), (2, 3, 1)]
    dice = [icepool.Die(dict(enumerate(weights))) for weights in orders]
    assert by_number(of_places(orders)) == by_icepool(sum(dice[1:], dice[0]))
    assert by_number(of_places([])) == {0: SURE}


def test_very_many_places_are_near_enough(monkeypatch):
    """Rounded weights, of more throws than are computed exactly, differ from the exact ones by next to nothing."""
    orders = [(2, 3, 1), (1, 2)] * 40
    true = of_places(orders)
    monkeypatch.setattr(exact, "EXACT_LIMIT", 10)
    rounded = of_places(orders)
    assert abs(rounded.at_least(90) - true.at_least(90)) < Fraction(1, 10**100)
