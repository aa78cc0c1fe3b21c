from types import SimpleNamespace

import pytest

from adjudicator.kernel.dice.tally import Tally, Term, doubled_mean
from adjudicator.kernel.record.mpint import decode, encode


def test_a_tally_is_its_steps():
    """The total follows from the steps, each noted once and in order with the clause that brings it in."""
    tally = Tally.base(4, "A").add(-1, "B").times(2, "C").set(9, "D").add(3, "A")
    assert tally.total == 12
    assert [(term.clause, term.operation, term.value) for term in tally.terms] == [
        ("A", "base", 4),
        ("B", "add", -1),
        ("C", "times", 2),
        ("D", "set", 9),
        ("A", "add", 3),
    ]
    assert tally.clauses() == ("A", "B", "C", "D")


def test_zero_is_not_noted():
    """Adding nothing leaves no step."""
    assert Tally.base(4, "A").add(0, "B") == Tally.base(4, "A")


def test_bounds_are_noted_where_they_bind():
    """A floor or a ceiling is a step only where it changes the total."""
    assert Tally.base(4, "A").at_least(4, "B").at_most(4, "C").terms == (Term("A", "base", 4),)
    assert Tally.base(1, "A").at_least(2, "B") == Tally(2, (Term("A", "base", 1), Term("B", "at_least", 2)))
    assert Tally.base(9, "A").at_most(6, "B") == Tally(6, (Term("A", "base", 9), Term("B", "at_most", 6)))


def test_steps_make_a_new_tally():
    """A tally is never changed."""
    first = Tally.base(1, "A")
    first.add(5, "B")
    assert first == Tally(1, (Term("A", "base", 1),))


def test_a_tally_in_the_log():
    """In the log a tally is its total and the triples of its steps."""
    assert decode(encode(Tally.base(4, "A").add(-1, "B"))) == [3, [["A", "base", 4], ["B", "add", -1]]]


@pytest.mark.parametrize(
    ("dice", "sides", "plus", "doubled"), [(0, 0, 4, 8), (1, 6, 0, 7), (2, 3, 1, 10), (3, 10, -2, 29)]
)
def test_a_mean_is_doubled_to_be_whole(dice, sides, plus, doubled):
    """Each die brings one more than its sides, a fixed part twice itself."""
    assert doubled_mean(SimpleNamespace(dice=dice, sides=sides, plus=plus)) == doubled
