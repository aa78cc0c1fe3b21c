"""The comparison of odds with play finds what is wrong and lets pass what is right."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from adjudicator.kernel.dice.wgdice import PUBLIC, Throw
from tests.conformance.driver import rules_at
from tests.kit import Table
from tests.odds_by_play.harness import PLAYS, Line, Situation, compare, positions, two_sided

DIE = Throw(PUBLIC, 0, 0, 6, 1, "a test", 0)


def table():
    """An open game of the toy."""
    return Table(rules_at("tests.toy"))


def thrown(odds):
    """One six-sided die, told by its face."""
    return Situation("a die", odds, lambda line: line.dice.throw(DIE)[0], table())


def test_right_odds_pass():
    """Fair faces go with fair odds."""
    compare(thrown({face: Fraction(1, 6) for face in range(1, 7)}))


def test_wrong_odds_are_found():
    """A face that is said to come twice as often is named with odds and count."""
    odds = {1: Fraction(5, 6), 2: Fraction(1, 30), **{face: Fraction(1, 30) for face in range(3, 7)}}
    with pytest.raises(AssertionError, match=r"1: odds 0\.8333, played 0\.\d+   <--"):
        compare(thrown(odds))


def test_what_has_no_chance_must_not_come():
    """One play of an outcome without a chance is one too many."""
    with pytest.raises(AssertionError, match=r"6: odds 0\.0000"):
        compare(thrown({face: Fraction(1, 5) for face in range(1, 6)}))


def test_chances_add_up():
    """Odds that do not add up to one are refused before any play."""
    with pytest.raises(AssertionError, match="add up to 5/6"):
        compare(thrown({face: Fraction(1, 6) for face in range(1, 6)}))


@pytest.mark.parametrize(("found", "plays"), [(0, 10), (3, 10), (10, 10), (7, 9)])
def test_tail_is_exact(found, plays):
    """Twice the binomial tail on the side of the count."""
    chance = Fraction(1, 3)
    side = range(found, plays + 1) if found >= plays * chance else range(found + 1)
    exact = 2 * sum(comb(plays, n) * chance**n * (1 - chance) ** (plays - n) for n in side)
    assert two_sided(found, plays, 1 / 3) == pytest.approx(min(1.0, float(exact)))


def test_a_line_leaves_its_table_alone():
    """Whatever a line plays, the table has the same state and entries as before."""
    for table in positions("tests.toy", 3):
        before = table.game.dump(), table.protocol.seq, len(table.log)
        line = Line(table, Random(1))
        for _ in range(5):
            if line.window is None or line.rules.windows[line.window.kind].default_command is None:
                break
            line.default()
        assert (table.game.dump(), table.protocol.seq, len(table.log)) == before


def test_plays_differ():
    """Every play has other dice."""
    seen: list[tuple[int, ...]] = []

    def once(line):
        seen.append(tuple(line.dice.throw(DIE)[0] for _ in range(20)))
        return 0

    compare(Situation("dice", {0: Fraction(1)}, once, table()))
    assert len(set(seen)) == PLAYS
