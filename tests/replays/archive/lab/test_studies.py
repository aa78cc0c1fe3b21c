"""The worked study: its plans can be played, and the figures of its page are those of the games that are kept."""

import re
from pathlib import Path

import msgspec
import pytest

from adjudicator.registry import RULESETS
from replays.archive.lab.games import GameRow, play
from replays.archive.lab.plan import Plan, game_of, read_plan
from replays.archive.lab.prepared import Prepared
from replays.archive.lab.report.page import LUCK_STAYS, page_of
from replays.archive.lab.report.study import share_of, study_of
from replays.archive.lab.report.words import chance_words, difference_words, range_words
from replays.archive.lab.sequential import Progress

pytestmark = pytest.mark.archive
DOCS = Path(__file__).parents[4] / "docs"
PLANS = sorted(DOCS.joinpath("studies").glob("*.toml"))
every_plan = pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)


def kept(path: Path) -> tuple[Plan, list[GameRow]]:
    """Give a plan with the games that were played of it, as many for each setting as there are."""
    plan = read_plan(path)
    head, *lines = path.with_suffix(".games.jsonl").read_bytes().splitlines()
    assert msgspec.json.decode(head)["plan"] == plan.digest
    rows = [msgspec.json.decode(line, type=GameRow) for line in lines]
    return msgspec.structs.replace(plan, games=len(rows) // len(plan.settings)), rows


def test_every_ruleset_has_a_plan():
    """Each ruleset is asked, three options of each, in settings of their own."""
    plans = {plan.ruleset: plan for plan in map(read_plan, PLANS)}
    assert sorted(plans) == sorted(RULESETS)
    assert [len(plan.comparisons) for plan in plans.values()] == [3] * 4


@every_plan
def test_a_sample_of_it_is_played(path):
    """The first and the last setting are played to a result."""
    prepared = Prepared(read_plan(path))
    for number in (1, len(prepared.plan.settings)):
        row = play(prepared, game_of(prepared.plan, number))
        assert row.failed == ""
        assert row.rounds >= 1
        assert (row.first is not None) == (prepared.plan.of == "first")


@every_plan
def test_the_figures_of_the_page(path):
    """What the page of the study says of each setting and comparison is what the games that are kept say."""
    plan, rows = kept(path)
    assert [row.seed for row in rows] == [game_of(plan, row.number).seed for row in rows]
    study = study_of(plan, Progress(plan, rows).counted)
    text = DOCS.joinpath("explanation/first-player.md").read_text(encoding="utf-8")
    for answer in study.answers:
        line = (
            f"| {answer.setting} | {answer.won} | {answer.lost} | {answer.drawn} | {range_words(answer.share)} "
            f"| {chance_words(answer.corrected)} | {range_words(answer.adjusted)} |"
        )
        assert line in text
    won, decided = (sum(getattr(answer, name) for answer in study.answers) for name in ("won", "decided"))
    together = range_words(share_of(won, decided, plan.interval, plan.confidence))
    assert f"All settings together: {together} of {decided} games that were won or lost." in text
    for row in study.compared:
        found = (
            f"| {row.setting} | {row.against} | {difference_words(row.difference)} | {chance_words(row.corrected)} |"
        )
        assert found in text


@every_plan
def test_its_report(path):
    """The report of what is kept has every setting, every game and no fault."""
    plan, rows = kept(path)
    progress = Progress(plan, rows)
    counts = frozenset(row.number for found in progress.counted.values() for row in found)
    study = study_of(plan, progress.counted)
    page = page_of(plan, path.read_text(encoding="utf-8"), str(path), study, rows, counts)
    assert len(re.findall("<td><code>adjudicator archive play ", page)) == len(rows) == len(counts)
    assert "nan" not in page
    assert "\N{HORIZONTAL ELLIPSIS}" not in page, "a name is cut off"
    assert (LUCK_STAYS in page) == all(answer.adjusted is None for answer in study.answers)
    assert (">luck taken out<" in page) != (LUCK_STAYS in page)
