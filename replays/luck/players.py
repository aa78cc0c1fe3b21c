"""What came of each player's throws of each kind, against what was to be expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from adjudicator.kernel.labels import NOTHING, Outcome
from replays.luck.exact import Spread, holm, of_places, of_successes, of_sums, two_sided
from replays.luck.throws import GameThrows

UNUSUAL = Fraction(1, 20)
EVERYTHING = "everything"
SUCCESSES, PIPS, STEPS = "successes", "pips", "steps"


class Row(Struct, frozen=True):
    """One thing that was looked at: a player's throws of a kind, what they came to, and how likely each number is.

    `counts` says what is counted: successes, pips of dice that add up, or, of throws whose results have an order, how
    many results each was above the worst one that it could have had.

    `corrected` is the chance of something as far out on either side, raised for the number of looks.
    """

    who: str
    ruleset: str
    what: str
    counts: str
    throws: int
    got: int
    spread: Spread
    corrected: Fraction

    @property
    def expected(self) -> Fraction:
        """Give what was to be expected."""
        return self.spread.mean()

    @property
    def tail(self) -> Fraction:
        """Give the chance of as much or more where more came than expected, else of as little or less."""
        return self.spread.at_least(self.got) if self.got > self.expected else self.spread.at_most(self.got)


class Luck(Struct, frozen=True):
    """Every look at some games, by player and kind, and the dice that have no odds, by what they were thrown for.

    `because` says why those have none, by the same names.
    """

    games: int
    rows: tuple[Row, ...]
    judged: int
    summed: int
    without: Mapping[str, int]
    ranked: int = 0
    because: Mapping[str, str] = NOTHING

    @property
    def unusual(self) -> tuple[Row, ...]:
        """Give the rows that stay unusual when the number of looks is counted in, the most unusual first."""
        found = (row for row in self.rows if row.corrected < UNUSUAL)
        return tuple(sorted(found, key=lambda row: row.corrected))


def luck_of(games: Sequence[GameThrows]) -> Luck:
    """Look at the throws of some games; players are told apart by the names of their seats."""
    chances: dict[tuple[str, str], dict[str, list[tuple[Fraction, bool]]]] = {}
    dice: dict[tuple[str, str], dict[str, list[tuple[int, int]]]] = {}
    results: dict[tuple[str, str], dict[str, list[Outcome]]] = {}
    without: Counter[str] = Counter()
    because: dict[str, str] = {}
    players = dict.fromkeys((who, game.ruleset) for game in games for who in game.seats)
    for game in games:
        for throw in game.judged:
            kinds = chances.setdefault((throw.who, game.ruleset), {})
            kinds.setdefault(throw.name, []).append((throw.chance.ratio, throw.chance.success))
        for thrown in game.summed:
            faces = dice.setdefault((thrown.who, game.ruleset), {}).setdefault(thrown.name, [])
            faces.extend((thrown.sides, face) for face in thrown.faces)
        for placed in game.ranked:
            kinds_of_results = results.setdefault((placed.who, game.ruleset), {})
            kinds_of_results.setdefault(placed.name, []).append(placed.outcome)
        without.update(game.without)
        because.update(game.because)
    rows = []
    for who, ruleset in dict.fromkeys([*players, *chances, *results, *dice]):
        own = chances.get((who, ruleset), {})
        rows += [_successes(who, ruleset, what, found) for what, found in own.items()]
        if len(own) > 1:
            rows.append(_successes(who, ruleset, EVERYTHING, [throw for found in own.values() for throw in found]))
        rows += [_steps(who, ruleset, what, found) for what, found in results.get((who, ruleset), {}).items()]
        rows += [_pips(who, ruleset, what, found) for what, found in dice.get((who, ruleset), {}).items()]
    judged, summed, ranked = (
        sum(row.throws for row in rows if _counts_once(row, unit)) for unit in (SUCCESSES, PIPS, STEPS)
    )
    return Luck(len(games), tuple(_corrected(rows)), judged, summed, dict(without.most_common()), ranked, because)


def _counts_once(row: Row, unit: str) -> bool:
    return row.counts == unit and row.what != EVERYTHING


def _successes(who: str, ruleset: str, what: str, throws: Sequence[tuple[Fraction, bool]]) -> Row:
    spread = of_successes(chance for chance, _ in throws)
    got = sum(success for _, success in throws)
    return Row(who, ruleset, what, SUCCESSES, len(throws), got, spread, Fraction(1))


def _steps(who: str, ruleset: str, what: str, results: Sequence[Outcome]) -> Row:
    spread = of_places(result.weights for result in results)
    return Row(who, ruleset, what, STEPS, len(results), sum(one.place for one in results), spread, Fraction(1))


def _pips(who: str, ruleset: str, what: str, dice: Sequence[tuple[int, int]]) -> Row:
    spread = of_sums(sides for sides, _ in dice)
    return Row(who, ruleset, what, PIPS, len(dice), sum(face for _, face in dice), spread, Fraction(1))


def _corrected(rows: Sequence[Row]) -> Iterable[Row]:
    found = [two_sided(row.spread.at_most(row.got), row.spread.at_least(row.got)) for row in rows]
    for row, chance in zip(rows, holm(found), strict=True):
        yield Row(row.who, row.ruleset, row.what, row.counts, row.throws, row.got, row.spread, chance)
