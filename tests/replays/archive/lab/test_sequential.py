"""The sequential test: it decides where its bounds are passed, at the same game whatever the order of arrival."""

import math

import pytest

from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import Stop
from replays.archive.lab.sequential import Progress, bounds, course_of, points_of
from tests.replays.archive.lab.plans import plan

pytestmark = pytest.mark.archive
STOP = Stop(null=0.5, alternative=0.7, alpha=0.05, beta=0.1)


def row(number: int, winners: tuple[int, ...], *, failed: str = "", first: int | None = 0) -> GameRow:
    """Make the row of a game of the first of two settings."""
    return GameRow(2 * number + 1, "two turns", number, 5, ("a", "b"), first, winners, failed=failed)


def test_bounds_hold_the_error_rates():
    """The logarithms of beta and 1 / alpha: by Ville's inequality a true share passes them no more often."""
    assert bounds(STOP) == pytest.approx((math.log(0.1), math.log(20)))


def test_a_coarse_test_is_wrong_no_more_often_than_stated():
    """By every course of 40 games: 0.5 against 0.95 at 5 % and 40 %, where Wald's bounds are wrong in 6.5 %."""
    stop = Stop(null=0.5, alternative=0.95, alpha=0.05, beta=0.4)
    lower, upper = bounds(stop)
    courses, wrong = {0: 1.0}, 0.0
    for games in range(1, 41):
        reached: dict[int, float] = {}
        for wins, chance in courses.items():
            for now in (wins, wins + 1):
                ratio = now * math.log(0.95 / 0.5) + (games - now) * math.log(0.05 / 0.5)
                wrong += chance / 2 if ratio >= upper else 0
                if lower < ratio < upper:
                    reached[now] = reached.get(now, 0.0) + chance / 2
        courses = reached
    assert wrong <= 0.05


def test_decides_by_hand():
    """Nine wins in a row pass ln 20 at 0.336 each; five losses pass ln 0.1 at -0.511 each; draws count for nobody."""
    won = course_of(STOP, [1.0] * 20)
    assert (won.decision, len(won.path)) == ("alternative", 9)
    lost = course_of(STOP, [0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0])
    assert (lost.decision, len(lost.path)) == ("null", 5)
    assert lost.path[-1] == pytest.approx(5 * math.log(0.3 / 0.5))
    assert course_of(STOP, [1.0, 0.0] * 3).decision == ""


def test_whose_wins_count():
    """A win is one of whom the plan is about: the first player, a seat or a side; two winners are a draw."""
    swapped = GameRow(1, "two turns", 0, 5, ("b", "a"), 1, (1,))
    assert [points_of(plan(of=whom), swapped) for whom in ("first", "red", "blue", "a", "b")] == [1, 0, 1, 1, 0]
    assert points_of(plan(), row(0, (0, 1))) == points_of(plan(), row(0, ())) == 0.5
    assert points_of(plan(), row(0, (0,), failed="no end")) is None
    assert points_of(plan(), row(0, (0,), first=None)) is None


@pytest.mark.parametrize("order", [lambda rows: rows, lambda rows: rows[::-1], lambda rows: rows[1::2] + rows[::2]])
def test_stops_at_the_same_game_in_any_order(order):
    """Games count in their order, however they arrive: those after the decision are kept and do not count."""
    progress = Progress(plan(games=40, stop=STOP))
    for found in order([row(number, (0,)) for number in range(14)]):
        progress.add(found)
    setting = progress.settings["two turns"]
    assert (setting.decision, len(setting.counted), setting.done) == ("alternative", 9, True)
    assert not progress.due(2 * 30 + 1)
    assert progress.due(2 * 30 + 2)  # the other setting goes on


def test_a_gap_holds_the_count_back():
    """What comes after a game that is not known yet does not count yet."""
    progress = Progress(plan(games=40, stop=STOP))
    for number in (*range(1, 14),):
        progress.add(row(number, (0,)))
    assert progress.counted["two turns"] == []
    progress.add(row(0, (0,)))
    assert len(progress.counted["two turns"]) == 9


def test_error_rates_hold():
    """Over many made-up runs the test is wrong no more often than was stated."""
    from random import Random

    chance = Random(5)
    for truth, wrong, most in ((0.5, "alternative", 0.05), (0.7, "null", 0.1)):
        runs = [course_of(STOP, [float(chance.random() < truth) for _ in range(400)]).decision for _ in range(600)]
        assert runs.count(wrong) / len(runs) < most + 0.02
        assert runs.count("") == 0
