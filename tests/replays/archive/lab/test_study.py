"""Statistics of studies, against values that are known from elsewhere, and against games whose truth is known."""

import re
from random import Random
from xml.etree.ElementTree import fromstring

import pytest

from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import game_of
from replays.archive.lab.report.page import page_of
from replays.archive.lab.report.plots import difference_plot, share_plot
from replays.archive.lab.report.study import (
    difference_of,
    even_chance,
    holm,
    luck_taken_out,
    luckless_difference,
    mean_of,
    share_of,
    study_of,
)
from replays.archive.lab.report.words import answer_words, compared_words, difference_words
from replays.draw.style import INK
from tests.replays.archive.lab.plans import SMALL, plan

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


def lucky_games(chance, strength):
    """Make up points of games that luck decides in part, and the luck of each."""
    luck = [(chance.gauss(0, 2), chance.gauss(0, 2)) for _ in range(100)]
    return [float(own - other + chance.gauss(strength, 2) > 0) for own, other in luck], luck


def test_luck_taken_out_of_differences():
    """The difference of two settings with luck taken out is as right as that of points, and narrower, over many."""
    chance = Random(4)
    plain, taken, covered = [], [], 0
    truth = 0.5688 - 0.5  # Phi(0.6 / sqrt 12) less Phi(0)
    for _ in range(200):
        one, other = (lucky_games(chance, strength) for strength in (0.6, 0.0))
        found = luckless_difference(one, other, 0.95)
        plain.append(sum(one[0]) / len(one[0]) - sum(other[0]) / len(other[0]))
        taken.append(found.value)
        covered += found.low <= truth <= found.high
        alone = [luck_taken_out(points, luck, 0.95)[0].value for points, luck in (one, other)]
        assert found.value == pytest.approx(alone[0] - alone[1])
    assert sum(taken) / len(taken) == pytest.approx(truth, abs=0.015)
    assert sum((x - truth) ** 2 for x in taken) < 0.75 * sum((x - truth) ** 2 for x in plain)
    assert 0.9 <= covered / 200 <= 0.99


def test_luck_taken_out_of_differences_needs_both():
    """Where luck can not be taken out of one of two settings, it is taken out of neither."""
    chance = Random(6)
    luck = [(chance.gauss(0, 2), chance.gauss(0, 2)) for _ in range(40)]
    one = ([float(own > other) for own, other in luck], luck)
    assert luckless_difference(one, one, 0.95).value == pytest.approx(0.0)
    for other in (([1.0, 0.0] * 5, luck[:10]), ([1.0] * 40, luck), (one[0], [(0.0, 0.0)] * 40)):
        assert luckless_difference(one, other, 0.95) is None


def test_comparisons_with_luck_taken_out_are_told():
    """A comparison gives the points with luck taken out beside the wins, labelled, and no further look is made."""
    chance = Random(7)
    rows: dict[str, list[GameRow]] = {"two turns": [], "one turn, other bots": []}
    for number in range(80):
        name = list(rows)[number % 2]
        luck = (chance.gauss(0, 2), chance.gauss(0, 2))
        won = (0,) if luck[0] > luck[1] + chance.gauss(0, 1) else (1,)
        rows[name].append(GameRow(number + 1, name, number // 2, 5, ("a", "b"), 0, won, luck=luck, entries=9))
    study = study_of(plan(), rows)
    [found] = study.compared
    assert found.adjusted is not None
    assert found.adjusted.width < found.difference.width
    assert study.looks == 3
    page = page_of(plan(), "", "plan.toml", study, [*rows["two turns"]], frozenset())
    assert "<th>difference of points, luck taken out</th>" in page
    assert f"<td>{difference_words(found.adjusted)}</td>" in page
    assert f"Points with luck taken out: {difference_words(found.adjusted)}." in page


@pytest.mark.parametrize(
    ("won", "of", "axis"),
    [
        (520, 1000, ["40 %", "45 %", "50 %", "55 %", "60 %"]),
        (390, 1000, ["30 %", "40 %", "50 %", "60 %", "70 %"]),
        (19, 20, ["0 %", "25 %", "50 %", "75 %", "100 %"]),
    ],
)
def test_shares_are_drawn_as_large_as_they_can_be(won, of, axis):
    """The axis of shares has one half in its middle, drawn dark, and goes as far as the widest interval."""
    first = [game(number, 0 if number <= won else 1) for number in range(1, of + 1)]
    study = study_of(plan(), {"two turns": first, "one turn, other bots": []})
    svg = fromstring(share_plot(plan(), study))  # noqa: S314  (our own)
    texts = [part for part in svg.iter() if part.tag.endswith("text")]
    assert [part.text for part in texts if part.text.endswith(" %")] == axis
    lines = [part for part in svg if part.tag.endswith("line")]
    assert [part.get("stroke") == INK for part in lines] == [False, False, True, False, False]
    whisker = next(part for part in svg.iter() if part.tag.endswith("}g") or part.tag == "g")
    places = [float(part.attrib[name]) for part in whisker if part.tag.endswith("line") for name in ("x1", "x2")]
    assert float(lines[0].attrib["x1"]) <= min(places) < max(places) <= float(lines[-1].attrib["x1"])


def test_differences_are_drawn_as_large_as_they_can_be():
    """The axis of differences has nought in its middle, and goes ten points to either side where that is enough."""
    even = [game(number, 0 if number % 2 else 1) for number in range(1, 5001)]
    axes = []
    for won in (2600, 3500):
        more = [game(number, 0 if number <= won else 1) for number in range(1, 5001)]
        svg = fromstring(difference_plot(study_of(plan(), {"two turns": even, "one turn, other bots": more})))  # noqa: S314  (our own)
        texts = [part.text for part in svg.iter() if part.tag.endswith("text")]
        axes.append([text for text in texts if text.lstrip("+-").isdecimal()])
    assert axes == [["-10", "-5", "0", "+5", "+10"], ["-30", "-15", "0", "+15", "+30"]]


def test_games_left_out_have_columns_of_their_own():
    """A table of settings adds up: games without an end and those in which nobody was first are counted in it."""
    first = [game(1, 0), game(2, 1), game(3, 0, failed="it broke off"), game(4, 0, nobody=True)]
    rows = {"two turns": first, "one turn, other bots": [game(5, 0)]}
    page = page_of(plan(), "", "plan.toml", study_of(plan(), rows), first, frozenset({1, 2, 3, 4, 5}))
    assert "<th>drawn</th><th>without an end</th><th>nobody first</th><th>share of wins</th>" in page
    assert "<td>two turns</td><td>4</td><td>1</td><td>1</td><td>0</td><td>1</td><td>1</td>" in page
    assert "<td>one turn, other bots</td><td>1</td><td>1</td><td>0</td><td>0</td><td>0</td><td>0</td>" in page
    whole = {"two turns": first[:2], "one turn, other bots": [game(5, 0)]}
    page = page_of(plan(), "", "plan.toml", study_of(plan(), whole), first[:2], frozenset({1, 2, 5}))
    assert "<th>drawn</th><th>share of wins</th>" in page


def game(number, winner, *, failed="", nobody=False):
    """Make up a game that this seat won, or that has no result."""
    first, winners = (None if nobody else 0), () if failed else (winner,)
    return GameRow(number, "two turns", number, 5, ("a", "b"), first, winners, entries=9, failed=failed)


def test_luck_needs_games():
    """With few games, or no throw whose chance is known, nothing is taken out."""
    assert luck_taken_out([1.0, 0.0] * 5, [(1.0, 0.5), (0.2, 0.1)] * 5, 0.95) == (None, None)
    assert luck_taken_out([1.0, 0.0] * 50, [(0.0, 0.0)] * 100, 0.95) == (None, None)


def test_one_game_with_luck_is_not_taken_for_certainty(recwarn):
    """Where one game alone has the slope of luck to itself, no share is given, and nothing is written of it."""
    points, luck = [1.0] * 29 + [0.0], [(0.0, 0.0)] * 29 + [(0.5, 0.0)]
    assert luck_taken_out(points, luck, 0.95) == (None, None)
    chance = Random(8)
    other = lucky_games(chance, 0.0)
    pairs = (((points, luck), other), (other, (points, luck)))
    for first, second in pairs:
        assert luckless_difference(first, second, 0.95) is None
    assert recwarn.list == []


def test_luck_of_both_that_is_the_same_is_taken_out_once(recwarn):
    """Where the luck of one player follows from that of the other, one of them is taken out, as if it were alone."""
    chance = Random(9)
    points, luck = lucky_games(chance, 0.3)
    alone = [(own,) for own, _ in luck]
    for double in ([(own, -own) for own, _ in luck], [(own, own / 3 + 0.1) for own, _ in luck]):
        found, explained = luck_taken_out(points, double, 0.95)
        wanted, part = luck_taken_out(points, alone, 0.95)
        assert [found.value, *ends(found), explained] == pytest.approx([wanted.value, *ends(wanted), part])
        difference = luckless_difference((points, double), (points[::-1], double), 0.95)
        wanted = luckless_difference((points, alone), (points[::-1], alone), 0.95)
        assert [difference.value, *ends(difference)] == pytest.approx([wanted.value, *ends(wanted)])
    assert recwarn.list == []


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


def study_of_counts(one: tuple[int, int], other: tuple[int, int], **changed):
    """Give what games won and lost say of the small plan's two settings, and the plan."""
    asked, numbers = plan(**changed), iter(range(1, 1000))
    rows = {
        setting.name: [
            GameRow(next(numbers), setting.name, 0, 5, ("a", "b"), 0, (winner,), entries=9)
            for winner, count in ((0, won), (1, lost))
            for _ in range(count)
        ]
        for setting, (won, lost) in zip(asked.settings, (one, other), strict=True)
    }
    return asked, study_of(asked, rows)


def test_an_interval_and_a_test_that_differ_are_told():
    """Where an interval leaves out what a test does not, no other rows are blamed, and nothing is said to be even."""
    asked, study = study_of_counts((7, 1), (0, 0), comparisons=())
    assert answer_words(asked, study.answers[0]).endswith(
        "The interval leaves out one half, the exact test does not show an advantage (p 0.070, corrected)."
    )
    asked, study = study_of_counts((0, 6), (3, 3))
    assert compared_words(asked, study.compared[0]).endswith(
        ": the interval leaves out 0, the score test does not show a difference (p 0.111, corrected)."
    )


def test_what_other_rows_explain_is_told():
    """A difference that alone would be shown, and is not among so many rows, is told as one that luck explains."""
    asked, study = study_of_counts((6, 4), (10, 0))
    assert study.compared[0].p < 0.05 <= study.compared[0].corrected
    assert ": alone that would be a difference; among so many rows luck explains one like it (p 0.0" in compared_words(
        asked, study.compared[0]
    )
    asked, study = study_of_counts((4, 4), (4, 4))
    assert ": no difference is shown (p 1.000, corrected)." in compared_words(asked, study.compared[0])


def test_shares_by_value():
    """Where values take turns each has a share of its own, in each setting and in all: one of another seat is seen."""
    given = plan(SMALL.replace("games = 4", "games = 8\nalternate = { first_seat = [0, 1] }"))
    names = [setting.name for setting in given.settings]
    rows: dict[str, list[GameRow]] = {name: [] for name in names}
    for number in range(1, given.size + 1):
        game = game_of(given, number)
        name = names[game.setting]
        # whoever is first, the second seat wins; in the other setting one game of each four is a draw
        winners = () if game.setting and game.index % 4 == 0 else (1,)
        sides = ("b", "a") if game.swapped else ("a", "b")
        rows[name].append(GameRow(number, name, game.index, game.seed, sides, game.variant, winners, outcome="won"))
    study = study_of(given, rows)
    assert [(part.setting, part.variant, part.share.value) for part in study.parts] == [
        (name, variant, float(variant)) for name in (*names, None) for variant in (0, 1)
    ]
    assert ends(study.parts[2].share) == ends(share_of(0, 2, "wilson", 0.95))
    assert study.looks == study_of(plan(), rows).looks
    page = page_of(given, "", "plan.toml", study, [row for name in names for row in rows[name]], frozenset())
    cells = re.findall(r"<tr><td>([^<]*)</td><td>(\d+\.\d %)[^<]*</td><td>(\d+\.\d %)[^<]*</td></tr>", page)
    assert cells == [(name, "0.0 %", "100.0 %") for name in (*names, "all settings")]
    assert "<th>first_seat = 0</th><th>first_seat = 1</th>" in page
    assert page.count(f"<td>{names[0]}, first_seat = 1</td>") == 4
    assert "first_seat" not in page_of(plan(), "", "plan.toml", study_of(plan(), rows), [], frozenset())
