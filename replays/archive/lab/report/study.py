"""What the games of a plan say: shares with intervals, luck taken out, lengths, comparisons; statistics by statsmodels.

Floats are allowed here: nothing of this reaches an event or a digest.
"""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import Plan, variant_of
from replays.archive.lab.sequential import DRAWN, LOST, WON, Course, course_of, measured_seat, points_of

EVEN: Final = 0.5
# With fewer games the slope of luck is guessed rather than estimated.
LUCK_LEAST: Final = 20
# Above this leverage a game has the slope of luck almost to itself, and says nothing of how sure that is.
LEVERAGE_MOST: Final = 0.99
# Parts of a column that lie outside the columns before it: with less it is their sum, but for rounding.
_APART: Final = 1e-9
METHODS: Final[Mapping[str, str]] = {"wilson": "wilson", "exact": "beta"}
NAMES: Final[Mapping[str, str]] = {"wilson": "Wilson", "exact": "Clopper-Pearson"}


# Points of games, and the luck of both players in each.
Lucky = tuple[Sequence[float], Sequence[tuple[float, ...]]]


class Range(Struct, frozen=True):
    """An estimate and its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Give how wide the interval is."""
        return self.high - self.low


class Lengths(Struct, frozen=True):
    """How long games were: mean, median, least and most of one measure."""

    mean: float
    median: float
    least: int
    most: int


class Answer(Struct, frozen=True):
    """What the games of one setting say.

    `share` is that of wins among games that were won or lost, `p` the chance of a share as far from one half if it
    were one half, `corrected` that for the number of looks; both are None under a sequential test, which has decided in
    its own way (`course`). `points` count a draw as half a win; `adjusted` are those with luck taken out, and
    `explained` is the part of their variance that luck had. `score` is the mean difference of scores.
    """

    setting: str
    games: int
    failed: int
    unclear: int
    won: int
    lost: int
    drawn: int
    share: Range | None
    p: float | None
    corrected: float | None
    points: Range | None
    adjusted: Range | None
    explained: float | None
    score: Range | None
    lengths: Mapping[str, Lengths]
    course: Course | None
    seconds: float

    @property
    def decided(self) -> int:
        """Give how many games were won or lost."""
        return self.won + self.lost


class Compared(Struct, frozen=True):
    """The difference of two shares of wins, with its interval and the chance of one as large by luck alone.

    `adjusted` is that of shares of points with luck taken out: an interval alone, and no look more.
    """

    setting: str
    against: str
    difference: Range | None
    p: float | None
    corrected: float | None
    adjusted: Range | None


class Part(Struct, frozen=True):
    """The share of wins in the games of a setting that have one of the values in `alternate`; it is no look more.

    `setting` is None for all settings together.
    """

    setting: str | None
    variant: int
    share: Range | None


class Study(Struct, frozen=True):
    """Everything that the games of a plan say."""

    answers: tuple[Answer, ...]
    compared: tuple[Compared, ...]
    looks: int
    parts: tuple[Part, ...] = ()


def study_of(plan: Plan, counted: Mapping[str, Sequence[GameRow]]) -> Study:
    """Compute what the games that count say."""
    answers = [_answer(plan, name, rows) for name, rows in counted.items()]
    by_name = {answer.setting: answer for answer in answers}
    pairs = [(row.setting, row.against) for row in plan.comparisons]
    compared = [
        _compared(plan, (by_name[one], by_name[other]), [_lucky(plan, counted[name]) for name in (one, other)])
        for one, other in pairs
    ]
    corrected = holm([*(found.p for found in answers), *(found.p for found in compared)])
    return Study(
        tuple(replace(row, corrected=p) for row, p in zip(answers, corrected, strict=False)),
        tuple(replace(row, corrected=p) for row, p in zip(compared, corrected[len(answers) :], strict=True)),
        sum(p is not None for p in corrected),
        tuple(_parts(plan, counted)),
    )


def _parts(plan: Plan, counted: Mapping[str, Sequence[GameRow]]) -> Iterator[Part]:
    """Give the shares by value, of each setting and of all, where values take turns."""
    if not plan.alternate:
        return
    everything = [row for rows in counted.values() for row in rows]
    for name, rows in [*counted.items(), (None, everything)]:
        for variant in range(plan.variants):
            points = [points_of(plan, row) for row in rows if variant_of(plan, row.number) == variant]
            won, lost = points.count(WON), points.count(LOST)
            yield Part(name, variant, share_of(won, won + lost, plan.interval, plan.confidence))


def _answer(plan: Plan, name: str, rows: Sequence[GameRow]) -> Answer:
    results = [(row, points_of(plan, row)) for row in rows]
    clear = [(row, result) for row, result in results if result is not None]
    won, lost, drawn = (sum(result == kind for _, result in clear) for kind in (WON, LOST, DRAWN))
    failed = sum(bool(row.failed) for row in rows)
    points = [result for _, result in clear]
    adjusted, explained = luck_taken_out(*_lucky(plan, rows), plan.confidence)
    course = course_of(plan.stop, points) if plan.stop is not None else None
    return Answer(
        setting=name,
        games=len(rows),
        failed=failed,
        unclear=len(rows) - failed - len(clear),
        won=won,
        lost=lost,
        drawn=drawn,
        share=share_of(won, won + lost, plan.interval, plan.confidence),
        p=even_chance(won, won + lost) if course is None else None,
        corrected=None,
        points=_within(mean_of(points, plan.confidence)),
        adjusted=_within(adjusted),
        explained=explained,
        score=mean_of(list(_differences(plan, clear)), plan.confidence),
        lengths=_lengths([row for row in rows if not row.failed]),
        course=course,
        seconds=sum(row.seconds for row in rows),
    )


def _lucky(plan: Plan, rows: Sequence[GameRow]) -> Lucky:
    """Give the points of games that say something, and the luck of each."""
    clear = [(row, result) for row in rows if (result := points_of(plan, row)) is not None]
    return [result for _, result in clear], [_luck(plan, row) for row, _ in clear]


def _luck(plan: Plan, row: GameRow) -> tuple[float, float]:
    seat = measured_seat(plan, row) or 0
    return row.luck[seat], row.luck[1 - seat]


def _differences(plan: Plan, clear: Iterable[tuple[GameRow, float]]) -> Iterable[float]:
    for row, _ in clear:
        seat = measured_seat(plan, row)
        if row.scores and seat is not None:
            yield row.scores[seat] - row.scores[1 - seat]


def _lengths(rows: Sequence[GameRow]) -> dict[str, Lengths]:
    found = {}
    for name in ("entries", "rounds", "commands", "dice"):
        values = [getattr(row, name) for row in rows]
        if any(values):
            found[name] = Lengths(statistics.fmean(values), statistics.median(values), min(values), max(values))
    return found


# -- what statsmodels computes


def share_of(won: int, decided: int, interval: str, confidence: float) -> Range | None:
    """Give a share with its interval; None where nothing was decided."""
    from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415

    if not decided:
        return None
    low, high = proportion_confint(won, decided, alpha=1 - confidence, method=METHODS[interval])
    return Range(won / decided, float(low), float(high))


def even_chance(won: int, decided: int) -> float | None:
    """Give the exact chance of a share as far from one half, if wins were as likely as losses."""
    from statsmodels.stats.proportion import binom_test  # noqa: PLC0415

    return min(1.0, float(binom_test(won, decided, prop=EVEN))) if decided else None


def mean_of(values: Sequence[float], confidence: float) -> Range | None:
    """Give a mean with its interval; None where there are fewer than two values."""
    from statsmodels.stats.weightstats import DescrStatsW  # noqa: PLC0415

    if len(values) < 2:  # noqa: PLR2004
        return None
    mean = statistics.fmean(values)
    if len(set(values)) == 1:
        return Range(mean, mean, mean)
    low, high = DescrStatsW(values).tconfint_mean(alpha=1 - confidence)
    return Range(mean, float(low), float(high))


def _within(found: Range | None) -> Range | None:
    """Cut an interval of shares at 0 and 1, beyond which there is no share."""
    return found and Range(found.value, max(0.0, found.low), min(1.0, found.high))


def luck_taken_out(
    points: Sequence[float], luck: Sequence[tuple[float, ...]], confidence: float
) -> tuple[Range | None, float | None]:
    """Give the mean of points with luck taken out, and the part of their variance that luck had.

    Luck is a control variate: its expectation is 0 exactly, so that the intercept of a regression on it estimates the
    same mean. (None, None) where there are too few games, or too few with luck, or nothing to take out.
    """
    rows = _variates(points, luck)
    if not rows:
        return None, None
    design = [(1.0, *row) for row in rows]
    found, fitted = _fitted(points, design, 0, confidence)
    return found, float(fitted.rsquared)


def luckless_difference(one: Lucky, other: Lucky, confidence: float) -> Range | None:
    """Give the difference of two means of points with luck taken out of both; None where it can not be.

    One regression, in which each setting has a mean and slopes of its own: the same as two, with one interval.
    """
    ours, theirs = _variates(*one), _variates(*other)
    if not ours or not theirs:
        return None
    design = [
        *((1.0, 1.0, *row, *(0.0 for _ in theirs[0])) for row in ours),
        *((1.0, 0.0, *(0.0 for _ in ours[0]), *row) for row in theirs),
    ]
    found, _ = _fitted([*one[0], *other[0]], design, 1, confidence)
    return Range(found.value, max(-1.0, found.low), min(1.0, found.high))


def _fitted(points: Sequence[float], design: Any, column: int, confidence: float) -> tuple[Range, Any]:
    """Regress points on a design; gives the coefficient of a column with its interval, and everything else."""
    from statsmodels.api import OLS  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        fitted = OLS(points, design).fit(cov_type="HC3", use_t=True)
        low, high = fitted.conf_int(alpha=1 - confidence)[column]
    return Range(float(fitted.params[column]), float(low), float(high)), fitted


def _variates(points: Sequence[float], luck: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Give what luck is taken out by, game by game.

    Nothing where there are too few games, nothing to take out, or one game alone would say how luck counts: the
    interval (HC3) takes what each game is off without itself, and such a game is never off.
    """
    import numpy as np  # noqa: PLC0415

    if len(points) < LUCK_LEAST or len(set(points)) == 1:
        return []
    base = np.full((len(points), 1), len(points) ** -0.5)  # orthonormal, beginning with the mean
    columns = []
    for column in zip(*luck, strict=True):
        values = np.array(column)
        rest = values - base @ (base.T @ values)
        rest -= base @ (base.T @ rest)  # once more, for rounding
        apart = np.linalg.norm(rest)
        if apart > _APART * np.linalg.norm(values):
            base = np.column_stack([base, rest / apart])
            columns.append(column)
    if (base**2).sum(axis=1).max() > LEVERAGE_MOST:
        return []
    return list(zip(*columns, strict=True))


def _compared(plan: Plan, answers: tuple[Answer, Answer], lucky: Sequence[Lucky]) -> Compared:
    one, other = answers
    difference, p = difference_of((one.won, one.decided), (other.won, other.decided), plan.confidence)
    return Compared(
        setting=one.setting,
        against=other.setting,
        difference=difference,
        p=p if plan.stop is None else None,
        corrected=None,
        adjusted=luckless_difference(lucky[0], lucky[1], plan.confidence),
    )


def difference_of(one: tuple[int, int], other: tuple[int, int], confidence: float) -> tuple[Range | None, float | None]:
    """Give the difference of two shares with Newcombe's interval, and the p-value of the score test."""
    from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep  # noqa: PLC0415

    if not one[1] or not other[1]:
        return None, None
    low, high = confint_proportions_2indep(*one, *other, method="newcomb", compare="diff", alpha=1 - confidence)
    value = one[0] / one[1] - other[0] / other[1]
    if one[0] + other[0] in (0, one[1] + other[1]):  # all were won, or none: nothing differs
        return Range(value, float(low), float(high)), 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it divides for ratios too, which nobody asked for
        test: Any = test_proportions_2indep(*one, *other, method="score", compare="diff")
    return Range(value, float(low), float(high)), float(test.pvalue)


def holm(found: Sequence[float | None]) -> list[float | None]:
    """Raise p-values for their number, as Holm does; what is None was no look and stays None."""
    from statsmodels.stats.multitest import multipletests  # noqa: PLC0415

    values = [p for p in found if p is not None]
    raised = iter(multipletests(values, method="holm")[1] if values else ())
    return [None if p is None else float(next(raised)) for p in found]
