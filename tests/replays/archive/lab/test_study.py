"""Statistics of studies, against values that are known from elsewhere, and against games whose truth is known."""

from random import Random

import pytest

from replays.archive.lab.games import GameRow
from replays.archive.lab.report.study import (
    difference_of,
    even_chance,
    holm,
    luck_taken_out,
    mean_of,
    share_of,
    study_of,
)
from tests.replays.archive.lab.plans import plan

pytestmark = pytest.mark.archive


def ends(found):
    return (found.low, found.high)


def test_intervals_of_shares():
    """Newcombe 1998 (I) gives Wilson 0.2553 to 0.3662 and Clopper-Pearson 0.2527 to 0.3676 for 81 of 263."""
    assert ends(share_of(81, 263, "wilson", 0.95)) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert ends(share_of(81, 263, "exact", 0.95)) == pytest.approx((0.2527, 0.3676), abs=5e-5)
    assert ends(share_of(0, 20, "exact", 0.95)) == pytest.approx((0.0, 0.1684), abs=5e-5)
    assert share_of(0, 0, "wilson", 0.95) is None


def test_difference_of_shares():
    """Newcombe 1998 (II) gives 0.0524 to 0.3339 for 56 of 70 less 48 of 80."""
    found, p = difference_of((56, 70), (48, 80), 0.95)
    assert found.value == pytest.approx(0.2)
    assert ends(found) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert p == pytest.approx(0.0083, abs=1e-4)  # z = 2.64 with the pooled variance
    assert difference_of((0, 8), (0, 9), 0.95)[1] == 1.0
    assert difference_of((0, 0), (1, 9), 0.95) == (None, None)


def test_exact_chance():
    """Eight or more of ten, or two or fewer, come up with chance 112/1024 where both are as likely."""
    assert even_chance(8, 10) == pytest.approx(112 / 1024)
    assert even_chance(5, 10) == pytest.approx(1.0)
    assert even_chance(0, 0) is None


def test_means():
    """Student's interval of 1, 2, 3 is 2 with 4.3027 / sqrt 3 on each side."""
    assert ends(mean_of([1.0, 2.0, 3.0], 0.95)) == pytest.approx((2 - 2.4841, 2 + 2.4841), abs=1e-4)
    assert ends(mean_of([2.0, 2.0], 0.95)) == (2.0, 2.0)
    assert mean_of([1.0], 0.95) is None


def test_holm_by_hand():
    """The smallest of three is raised by three, the next by two, and none falls below the one before it."""
    assert holm([0.01, None, 0.04, 0.03]) == [pytest.approx(0.03), None, pytest.approx(0.06), pytest.approx(0.06)]
    assert holm([None]) == [None]


def test_luck_taken_out_estimates_the_same_and_narrower():
    """Of games that luck decides in part, the share with luck taken out is nearer to the truth; over many, unbiased."""
    chance = Random(3)
    plain, taken, covered = [], [], 0
    for _ in range(200):
        luck = [(chance.gauss(0, 2), chance.gauss(0, 2)) for _ in range(100)]
        points = [float(own - other + chance.gauss(0.6, 2) > 0) for own, other in luck]
        found, explained = luck_taken_out(points, luck, 0.95)
        plain.append(sum(points) / len(points))
        taken.append(found.value)
        covered += found.low <= 0.5688 <= found.high  # Phi(0.6 / sqrt 12)
        assert 0.1 < (explained or 0) < 0.8
    truth = 0.5688
    assert sum(taken) / len(taken) == pytest.approx(truth, abs=0.01)
    assert sum((x - truth) ** 2 for x in taken) < 0.75 * sum((x - truth) ** 2 for x in plain)
    assert 0.9 <= covered / 200 <= 0.99


def test_luck_needs_games():
    """With few games, or no throw whose chance is known, nothing is taken out."""
    assert luck_taken_out([1.0, 0.0] * 5, [(1.0, 0.5), (0.2, 0.1)] * 5, 0.95) == (None, None)
    assert luck_taken_out([1.0, 0.0] * 50, [(0.0, 0.0)] * 100, 0.95) == (None, None)


def test_a_study_by_hand():
    """Six games, of which one failed, one nobody was first in, one was drawn: two of three are won."""
    rows = [
        GameRow(1, "two turns", 0, 5, ("a", "b"), 0, (0,), scores=(5.0, 3.0), entries=10),
        GameRow(3, "two turns", 1, 5, ("b", "a"), 1, (1,), scores=(1.0, 4.0), entries=20),
        GameRow(5, "two turns", 2, 5, ("a", "b"), 0, (1,), scores=(0.0, 1.0), entries=60),
        GameRow(7, "two turns", 3, 5, ("b", "a"), 0, (), scores=(2.0, 2.0), entries=30),
        GameRow(9, "two turns", 4, 5, ("a", "b"), None, (0,), entries=30),
        GameRow(11, "two turns", 5, 5, ("b", "a"), 0, (), failed="no end"),
    ]
    study = study_of(plan(), {"two turns": rows, "one turn, other bots": []})
    answer = study.answers[0]
    assert (answer.games, answer.failed, answer.unclear) == (6, 1, 1)
    assert (answer.won, answer.lost, answer.drawn) == (2, 1, 1)
    assert answer.share.value == pytest.approx(2 / 3)
    assert answer.points.value == pytest.approx(2.5 / 4)
    assert answer.score.value == pytest.approx((2 + 3 - 1 + 0) / 4)
    assert (answer.lengths["entries"].mean, answer.lengths["entries"].most) == (30, 60)
    assert [answer.p, answer.corrected] == pytest.approx([1.0, 1.0])
    assert study.looks == 1
    assert study.answers[1].share is None
    assert study.compared[0].difference is None
