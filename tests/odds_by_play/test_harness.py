"""The comparison of odds with play finds what is wrong and lets pass what is right."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from adjudicator.kernel.dice.wgdice import PUBLIC, Throw
from tests.conformance.driver import Driver, rules_at
from tests.kit import Table, seeded
from tests.odds_by_play.every_play import FEW, every_play
from tests.odds_by_play.harness import PLAYS, Line, Situation, compare, positions, settled, two_sided

DIE = Throw(PUBLIC, 0, 0, 6, 1, "a test", 0)
TWO_OF_FOUR = Throw(PUBLIC, 0, 0, 4, 2, "a test", 0)


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
    with pytest.raises(AssertionError, match=r"1: odds 0\.8333, played 0\.1667   <--"):
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
    """Every play has other dice; the first few try whether every way can be played."""
    seen: list[tuple[int, ...]] = []

    def once(line):
        seen.append(tuple(line.dice.throw(DIE)[0] for _ in range(20)))
        return 0

    compare(Situation("dice", {0: Fraction(1)}, once, table()))
    assert len(seen) == len(set(seen)) == PLAYS + FEW


def test_every_way_is_played_once():
    """A die that on a six is followed by two others falls in 5 + 4 * 4 ways, each with its chance."""

    def play(dice):
        (face,) = dice.throw(DIE)
        return (face, *dice.throw(TWO_OF_FOUR)) if face == 6 else (face,)

    single = {(face,): Fraction(1, 6) for face in range(1, 6)}
    double = {(6, first, second): Fraction(1, 96) for first in range(1, 5) for second in range(1, 5)}
    assert every_play(play, 21) == single | double
    assert every_play(play, 20) is None


def test_ties_without_end_are_not_followed():
    """What is thrown again as long as it shows a one is left to random plays."""

    def play(dice):
        while dice.throw(DIE) == (1,):
            pass
        return 0

    assert every_play(play, 1_000) is None
    compare(Situation("until no one", {0: Fraction(1)}, lambda line: play(line.dice), table()))


def test_nearly_right_odds_are_found_by_every_way():
    """What no number of plays would show is shown where every way is played."""
    wrong = {1: Fraction(10**9 + 1, 6 * 10**9), 2: Fraction(10**9 - 1, 6 * 10**9)}
    with pytest.raises(AssertionError, match="every play there is"):
        compare(thrown({face: Fraction(1, 6) for face in range(3, 7)} | wrong))


def test_plays_that_do_not_follow_from_their_dice():
    """A play that throws by a will of its own is no play."""
    sides = iter((6, 6, 4))
    with pytest.raises(AssertionError, match="does not follow from its dice"):
        every_play(lambda dice: dice.throw(Throw(PUBLIC, 0, 0, next(sides), 1, "a test", 0)), 9)


def test_positions_are_those_of_the_game():
    """A walk that checks nothing comes by the positions of a game that is checked at every command."""
    whole = Table(rules_at("tests.toy"), dice=seeded(5))
    driver = Driver(whole, 5, any_options=True)
    for found, _ in zip(positions("tests.toy", 5), range(12), strict=False):
        driver.walk(1)
        assert found.game.dump() == whole.game.dump()
        assert (found.protocol.seq, len(found.log)) == (whole.protocol.seq, len(whole.log))


def test_a_position_is_the_same_whatever_was_done_to_it():
    """What an estimate does to a position is not seen by the next one that is given the same."""
    before = [found.game.dump() for found in positions("tests.toy", 6, most=8)]
    for found in positions("tests.toy", 6, most=8):
        found.set(stack=())
    assert [found.game.dump() for found in positions("tests.toy", 6, most=8)] == before


def test_plays_go_on_from_where_a_line_stands():
    """A table that a line has settled stands as the line does, and the line's own table as before."""
    given = table()
    before, line = given.game.dump(), Line(given, Random(1))
    line.game.stack = ()
    made = settled(given, line)
    assert (made.game.dump(), made.window) == (line.game.dump(), line.window)
    assert (given.game.dump(), made.game.dump() != before) == (before, True)
