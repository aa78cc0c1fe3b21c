"""Exact distributions against plain enumeration: every way the dice may fall, counted one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.kernel.distribution import (
    Distribution,
    certain,
    combined,
    die,
    follow,
    from_weights,
    mapped,
    repeated,
    sum_of,
    unpack,
)


def chances(spread):
    return {key: spread.chance(key) for key in spread.weights}


def enumerated(falls):
    """Chances of outcomes that are all equally likely."""
    counted = Counter(falls)
    return {key: Fraction(row, counted.total()) for key, row in counted.items()}


def face(found):
    return found


@pytest.mark.parametrize("faces", [1, 2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_a_die_is_its_faces(faces):
    """Every face of a die is as likely as any other, and a rule gathers faces."""
    assert chances(die(face, faces)) == enumerated(range(1, faces + 1))
    assert chances(die(lambda found: found % 3, faces)) == enumerated(found % 3 for found in range(1, faces + 1))


def test_a_die_has_six_faces():
    """A die of which nothing is said has six faces."""
    assert die(face) == die(face, 6) == Distribution(dict.fromkeys(range(1, 7), 1), 6)


def test_lowest_terms():
    """Weights have no common divisor, none is zero, and they add up to the whole; what can not come has no chance."""
    made = from_weights({"a": 4, "b": 0, "c": 6})
    assert made == Distribution({"a": 2, "c": 3}, 5)
    assert [made.chance(row) for row in "abd"] == [Fraction(2, 5), Fraction(), Fraction()]
    assert certain("a").chance("a") == 1


@given(st.integers(1, 4), st.sampled_from([2, 3, 4, 6, 8]), st.integers(1, 9))
def test_dice_add_up(count, faces, needed):
    """Sums and successes of some dice come as often as among all falls of these dice."""
    falls = list(product(range(1, faces + 1), repeat=count))
    assert chances(sum_of(count, die(face, faces), 0, add)) == enumerated(map(sum, falls))
    successes = sum_of(count, die(lambda found: found >= needed, faces), 0, add)
    assert chances(successes) == enumerated(sum(found >= needed for found in fall) for fall in falls)


def test_no_dice_are_nothing():
    """Adding up none gives nothing for certain."""
    assert sum_of(0, die(face), 0, add) == certain(0)


@given(st.sampled_from([2, 4, 6, 10]), st.sampled_from([3, 6, 8, 12]))
def test_two_that_know_nothing_of_each_other(one, other):
    """Two dice of any number of faces are compared as often so as among all pairs of faces."""
    pairs = product(range(1, one + 1), range(1, other + 1))
    made = combined(die(face, one), die(face, other), lambda own, enemy: (own > enemy) - (own < enemy))
    assert chances(made) == enumerated((own > enemy) - (own < enemy) for own, enemy in pairs)


def test_what_follows_may_depend():
    """A die as large as another one shows comes out as among all its falls, each weighed by how likely it is."""
    made = follow(die(face, 4), lambda sides: die(face, sides))
    expected = {found: sum((Fraction(1, 4 * sides) for sides in range(found, 5)), Fraction()) for found in range(1, 5)}
    assert chances(made) == expected
    assert sum(expected.values()) == 1


def test_the_same_again():
    """A die rerolled twice while it shows a one stays a one with a chance of one in so many."""

    def reroll(found):
        return die(face) if found == 1 else certain(found)

    made = repeated(die(face), reroll, 2)
    assert made.chance(1) == Fraction(1, 6) ** 3
    assert made.chance(6) == Fraction(1, 6) * (1 + Fraction(1, 6) + Fraction(1, 36))


def test_looked_at_in_another_way():
    """Outcomes that look alike are one, and the weights stay in lowest terms."""
    assert mapped(die(face, 8), lambda found: found > 6) == Distribution({False: 3, True: 1}, 4)


@given(st.lists(st.integers(0, 255), max_size=12))
def test_packed_numbers_come_out_again(weights):
    """Weights that stand side by side in one number are those above zero, by their place."""
    packed = sum(weight << 8 * place for place, weight in enumerate(weights))
    assert unpack(packed, 8) == {place: weight for place, weight in enumerate(weights) if weight}
