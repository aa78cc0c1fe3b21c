"""Luck by player and kind: counts, exact tails, the correction for the number of looks, and the words for all that."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from adjudicator.kernel.labels import Chance, Outcome
from replays.luck.players import EVERYTHING, UNUSUAL, luck_of
from replays.luck.report import luck_json, luck_lines, throw_lines, without_line
from replays.luck.throws import GameThrows, Judged, Ranked, Summed
from replays.luck.words import once_in, row_words, verdict

HALF: tuple[int, int] = (1, 2)


def game(judged=(), summed=(), without=None, seats=("red", "blue"), ruleset="toy", ranked=(), because=None):
    rest = without or {}, tuple(ranked), because or {}
    return GameThrows("00" * 16, ruleset, seats, 40, tuple(judged), tuple(summed), *rest)


def damages(who, *places):
    """Give rolls on a table: nothing in 2 of 6, one dies in 3 of 6, two in 1 of 6."""
    seat, names = ("red", "blue").index(who), ("nothing", "one dies", "two die")
    rows = [Outcome(seat, place, (2, 3, 1), names, "damage", (2 * place + 1,)) for place in places]
    return [Ranked(4, who, "damage", row) for row in rows]


def throws(who, name, results, chance=HALF):
    seat, (good, of) = ("red", "blue").index(who), chance
    return [Judged(3, who, name, Chance(seat, good, of, success, faces=(1,))) for success in results]


def row_of(luck, who, what):
    return next(row for row in luck.rows if (row.who, row.what) == (who, what))


class TestRows:
    def test_a_row_for_every_player_and_kind(self):
        """Every kind has a row, several kinds of a player one more for all; dice that add up stand by themselves."""
        red = throws("red", "hits", [True, True, False]) + throws("red", "wounds", [False], (1, 3))
        luck = luck_of([game([*red, *throws("blue", "hits", [True])], [Summed(5, "blue", "damage", 6, (6, 5))])])
        found = [(row.who, row.what, row.counts, row.throws, row.got) for row in luck.rows]
        assert found == [
            ("red", "hits", "successes", 3, 2),
            ("red", "wounds", "successes", 1, 0),
            ("red", EVERYTHING, "successes", 4, 2),
            ("blue", "hits", "successes", 1, 1),
            ("blue", "damage", "pips", 2, 11),
        ]
        assert row_of(luck, "red", EVERYTHING).expected == Fraction(3, 2) + Fraction(1, 3)
        assert (luck.judged, luck.summed) == (5, 2)

    def test_sums_are_equal(self):
        """What a player got and was to expect in all is the sum over the kinds."""
        generator = random.Random(3)
        judged = [
            throw
            for who in ("red", "blue")
            for name in ("hits", "wounds", "saves")
            for throw in throws(who, name, [generator.random() < 1 / 3 for _ in range(9)], (1, 3))
        ]
        luck = luck_of([game(judged)])
        for who in ("red", "blue"):
            kinds = [row for row in luck.rows if row.who == who and row.what != EVERYTHING]
            whole = row_of(luck, who, EVERYTHING)
            assert whole.got == sum(row.got for row in kinds)
            assert whole.expected == sum(row.expected for row in kinds)

    def test_games_of_one_player_are_added_up(self):
        """Over several games players are told apart by name, and rulesets are kept apart."""
        one, other = throws("red", "hits", [True]), throws("red", "hits", [False, True])
        luck = luck_of([game(one), game(other), game(one, ruleset="other")])
        assert [(row.ruleset, row.throws, row.got) for row in luck.rows] == [("toy", 3, 2), ("other", 1, 1)]
        assert luck.games == 3
        assert "red, hits (other): " in "\n".join(luck_lines(luck))

    def test_the_number_of_looks_counts(self):
        """The same ten of ten at a half is unusual alone, and not among so many rows that one was to be expected."""
        odd = throws("red", "hits", [True] * 10)
        alone = luck_of([game(odd)])
        assert alone.rows[0].corrected == Fraction(2, 1024)
        assert [row.what for row in alone.unusual] == ["hits"]
        others = [throw for number in range(40) for throw in throws("blue", f"kind {number}", [True, False])]
        among = luck_of([game([*odd, *others])])
        assert row_of(among, "red", "hits").corrected == len(among.rows) * Fraction(2, 1024)
        assert among.unusual == ()

    def test_false_alarms(self):
        """Of reports on fair dice no more say that something is unusual than they say of themselves."""
        generator = random.Random(17)
        alarms, reports = 0, 600
        for _ in range(reports):
            judged = [
                throw
                for who in ("red", "blue")
                for name, (good, of) in (("hits", (3, 6)), ("wounds", (4, 6)), ("saves", (2, 6)))
                for throw in throws(who, name, [generator.randrange(of) < good for _ in range(30)], (good, of))
            ]
            alarms += bool(luck_of([game(judged)]).unusual)
        assert 0 < alarms <= reports * UNUSUAL

    def test_results_in_an_order(self):
        """Two rolls of 2/6, 3/6 and 1/6: steps above the worst come in 4, 12, 13, 6 and 1 of 36."""
        luck = luck_of([game(ranked=[*damages("red", 2, 1), *damages("blue", 0)])])
        red, blue = luck.rows
        assert [(row.who, row.counts, row.throws, row.got) for row in luck.rows] == [
            ("red", "steps", 2, 3),
            ("blue", "steps", 1, 0),
        ]
        assert [red.spread.chance(steps) for steps in range(5)] == [Fraction(n, 36) for n in (4, 12, 13, 6, 1)]
        assert (red.expected, red.tail, blue.tail) == (Fraction(5, 3), Fraction(7, 36), Fraction(1, 3))
        assert (luck.judged, luck.summed, luck.ranked) == (0, 0, 3)

    def test_tables_of_several_kinds_add_up(self):
        """Over throws of unlike tables each has its own results: 1/2 and 1/2 with 2/6, 3/6 and 1/6."""
        coin = Ranked(5, "red", "damage", Outcome(0, 1, (1, 1), ("none", "all"), "damage", (6,)))
        (row,) = luck_of([game(ranked=[*damages("red", 0), coin])]).rows
        assert [row.spread.chance(steps) for steps in range(4)] == [Fraction(n, 12) for n in (2, 5, 4, 1)]


class TestWords:
    @pytest.mark.parametrize(
        ("chance", "words"),
        [
            (Fraction(1, 12), "1 of 12 games"),
            (Fraction(2, 25), "1 of 12 games"),
            (Fraction(1, 3), "33 of 100 games"),
            (Fraction(1, 123456), "1 of 120,000 games"),
            (Fraction(999, 1000), "nearly all games"),
            (0.001, "1 of 1,000 games"),
            (Fraction(0), "none of any number of games"),
        ],
    )
    def test_how_often(self, chance, words):
        """Chances are said as counts of games, small ones in two digits."""
        assert once_in(chance) == words

    def test_a_row(self):
        """A row says what came, what was to be expected, and how often so much or so little comes."""
        luck = luck_of([game(throws("red", "hits", [True, False, False, False]))])
        words = "1 success of 4 throws, 2.0 expected; a game as unlucky as this or more comes in 31 of 100 games"
        assert row_words(luck.rows[0], 1) == words
        several = (
            "1 success of 4 throws, 2.0 expected; a set of 5 games as unlucky as this or more comes in 31 of 100 sets"
        )
        assert row_words(luck.rows[0], 5) == several
        lucky = luck_of([game(summed=[Summed(2, "red", "damage", 6, (6, 5))])]).rows[0]
        assert row_words(lucky, 1) == (
            "11 pips of 2 dice, 7.0 expected; a game as lucky as this or more comes in 1 of 12 games"
        )

    def test_a_row_of_results(self):
        """Results in an order are counted in steps above the worst ones."""
        (row,) = luck_of([game(ranked=damages("red", 2, 1))]).rows
        assert row_words(row, 1) == (
            "3 steps above the worst results of 2 throws, 1.7 expected; a game as lucky as this or more comes in "
            "19 of 100 games"
        )

    def test_a_throw_with_its_result(self):
        """A throw says what came, how likely just that was, and that or better; machines have every result."""
        played = game(ranked=damages("red", 1))
        assert next(iter(throw_lines(played))) == (
            "    4 red, damage: 3: one dies; chance of just that 1/2, of that or better 2/3"
        )
        told_before = [Ranked(4, "red", "bleeding", row.outcome._replace(faces=())) for row in damages("red", 1)]
        assert next(iter(throw_lines(game(ranked=told_before)))) == (
            "    4 red, bleeding: one dies; chance of just that 1/2, of that or better 2/3"
        )
        (plain,) = luck_json(luck_of([played]), [played])["throws"]
        assert (plain["result"], plain["chance"], plain["or_better"], plain["faces"]) == ("one dies", "1/2", "2/3", [3])
        assert plain["results"] == [["nothing", "1/3"], ["one dies", "1/2"], ["two die", "1/6"]]

    def test_a_row_without_surprise(self):
        """What was to be expected, and what could not be otherwise, is said to be so."""
        luck = luck_of([game(throws("red", "hits", [True, False]) + throws("blue", "hits", [True], (6, 6)))])
        assert row_words(luck.rows[0], 1).endswith("1.0 expected: just what was to be expected")
        assert row_words(luck.rows[1], 1).endswith("nothing else could come")

    def test_the_verdict(self):
        """It names how much was looked at, and what stays unusual after that; without odds it says that."""
        usual = luck_of([game(throws("red", "hits", [True, False]))])
        assert verdict(usual) == "nothing here is unusual given that 1 thing was looked at"
        odd = luck_of([game(throws("red", "hits", [False] * 20) + throws("blue", "hits", [True, False]))])
        assert verdict(odd).startswith(
            "unusual even given that 2 things were looked at: red, hits (unlucky: with fair dice so far out in at most "
            "1 of 260,000 such reports)"
        )
        assert verdict(luck_of([game(without={"the roll-off": 2})])).startswith("no throw of these games has odds")

    def test_dice_without_odds(self):
        """They are counted, by what they were thrown for."""
        luck = luck_of([game(without={"the roll-off": 2}), game(without={"damage": 5, "the roll-off": 1})])
        assert without_line(luck.without) == "8 dice without odds: 5 for damage, 3 for the roll-off"
        assert without_line({}) == "no die without odds"

    def test_dice_without_odds_for_a_reason(self):
        """Why they have none is said behind what they were thrown for, once for all that have that reason."""
        because = {"the shift": "no place is better", "the drift": "no place is better", "the die": "it is drawn"}
        first = game(without={"the shift": 2, "damage": 1}, because=because)
        second = game(without={"the die": 1, "the drift": 3}, because=because)
        luck = luck_of([first, second])
        due = "7 dice without odds: 3 for the drift, 2 for the shift (no place is better), 1 for damage"
        assert without_line(luck.without, luck.because) == f"{due}, 1 for the die (it is drawn)"
        assert list(luck_lines(luck))[-2] == f"{due}, 1 for the die (it is drawn)"
        assert luck_json(luck, [first, second])["without_odds_because"] == because

    def test_for_machines(self):
        """Every throw stands there with its chance as a ratio, and every row with both tails."""
        played = game(throws("red", "hits", [True], (4, 6)), [Summed(7, "blue", "damage", 6, (6, 5))])
        plain = luck_json(luck_of([played]), [played])
        assert [(throw["entry"], throw["chance"]) for throw in plain["throws"]] == [(3, "2/3"), (7, "1/18")]
        assert plain["luck"][1]["at_least"] == pytest.approx(3 / 36)
        assert plain["luck"][1]["at_most"] == pytest.approx(35 / 36)
        assert plain["luck"][1]["corrected"] == pytest.approx(4 * 3 / 36)
        assert (plain["correction"], plain["looks"]) == ("Holm", 2)
