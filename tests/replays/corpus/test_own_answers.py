"""The corpus that comes with the program: what it covers, and that this adjudicator passes it in its own process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache

import msgspec
import pytest

from adjudicator.kernel.texts import TEXTS
from adjudicator.registry import RULESETS, rules_of
from replays.corpus.files import Corpus, chapter_bytes, kept_corpus, kept_files, read_corpus
from replays.corpus.games import change_form
from replays.corpus.report import rows_of, totals
from replays.corpus.running import Runner, judged
from replays.corpus.schema import index_schema, schema_of
from services.cli import main
from tests.replays.corpus.validating import misfits
from tools.corpus.make import chapters_of, read_recording
from tools.ruling_map import PREFIXES, ROOT, background, kept, marked_tests

ANSWER = [sys.executable, "-m", "services.cli", "corpus", "answer"]
CASES_A_CLAUSE = 4
# what no case can depend on: that another reading is no option, for which no command has a field
WITHOUT_A_CASE = {
    "HX-ARMY-06.3",
    "HX-ARMY-16.3",
    "HX-HUGE-01.3",
    "HX-LOS-03.5",
    "HX-LOS-04.4",
    "HX-LOS-09.3",
    "HX-LOS-13.3",
    "HX-LOS-15.3",
    "HX-MOVE-05.4",
    "HX-TURN-23.3",
}
# played and recorded anew: a test of each ruleset
SOME_TESTS = (
    "antares/rulings/test_ties.py",
    "grinding_annihilation/rulings/test_sight.py",
    "hex_orders/rulings/test_special_cases.py",
    "tile_formations/rulings/test_overwatch.py",
)


@cache
def corpus() -> Corpus:
    """Read the corpus once."""
    return kept_corpus()


def clauses_of(name):
    """List the clauses of a ruleset without the kernel's."""
    return set(rules_of(name).texts) - set(TEXTS)


def passed(cases):
    """Judge our own program; what did not pass, and how many did."""
    with Runner(ANSWER, corpus().editions) as runner:
        rows = rows_of(judged(runner, cases))
    return [(row.case.id, row.verdict) for row in rows if row.wrong], totals(rows)["passed"]


def test_every_ruleset_has_cases_of_its_edition():
    """The corpus holds for the rules as they are."""
    assert corpus().editions == {name: rules_of(name).edition for name in RULESETS}


def test_a_sample_of_each_chapter_passes():
    """The first and the last case of each chapter, answered in a process of its own."""
    sample = {case.id: (row, case) for row in corpus().chapters for case in (row.cases[0], row.cases[-1])}
    assert passed(sample.values()) == ([], len(sample))
    assert len(corpus().chapters) <= len(sample)


@pytest.mark.long
def test_every_case_passes():
    """All cases, through the runner and a process of its own."""
    cases = list(corpus().cases())
    assert passed(cases) == ([], len(cases))


def test_there_are_four_cases_a_clause():
    """So many on average, in each ruleset; every one is about a clause, and has an id of its own."""
    cases = [case for _, case in corpus().cases()]
    assert len({case.id for case in cases}) == len(cases)
    assert all(case.clauses and case.title for case in cases)
    counted = Counter(chapter.ruleset for chapter, _ in corpus().cases())
    assert {name: counted[name] // len(clauses_of(name)) >= CASES_A_CLAUSE for name in RULESETS} == dict.fromkeys(
        RULESETS, True
    )


@cache
def marked_sentences():
    """List the sentences of rulings that a test is marked with."""
    return frozenset(sentence for sentence in marked_tests(ROOT) if sentence[:2] in PREFIXES)


def test_every_ruling_that_can_be_played_has_a_case():
    """Each sentence of a ruling that a test is marked with, but for those that no command shows."""
    found = {sentence for _, case in corpus().cases() for sentence in case.rulings}
    assert marked_sentences() - found == WITHOUT_A_CASE


def test_every_ruling_has_a_case():
    """Each ruling that decides anything, whatever of its sentences no command shows."""
    known = {f"{clause}.{number}" for clause, most in kept(ROOT).items() for number in range(1, most + 1)}
    deciding = {sentence.rpartition(".")[0] for sentence in known - background(ROOT)}
    found = {sentence.rpartition(".")[0] for _, case in corpus().cases() for sentence in case.rulings}
    assert deciding - found == set()
    assert len(deciding) > 400


def test_the_page_of_the_form_has_the_figures():
    """How many cases need what, and which sentences of rulings have none, stands there as it is."""
    needs: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for chapter in corpus().chapters:
        kind = {name: kind_of(step) for name, step in chapter.steps.items()}
        for case in chapter.cases:
            kinds = {kind[name] for name in case.setup}
            needs.update({"all", *kinds})
            needs["both"] += kinds >= {"events", "tables"}
            alone[chapter.ruleset] += not kinds & {"events", "tables"}
    hexes, *others = alone.pop("hex_orders"), *sorted(alone.values())
    marked = len(marked_sentences())
    page = (ROOT / "docs/corpus-format.md").read_text()
    for figure in (
        f"| {sum(alone.values()) + hexes:,} of {needs['all']:,} need nothing else |",
        f"| {needs['both']:,} need these, and tables too |",
        f"| {needs['tables']:,} need these: ",
        f"Of hex_orders {hexes} cases need commands alone, of the others {others[0]} to {others[-1]} each.",
        f"{marked - len(WITHOUT_A_CASE)} of the {marked} sentences",
    ):
        assert figure in page, figure
    listed = re.findall(
        r"[A-Z]{2}-[A-Z]+-\d+\.\d+", page[page.index("## Rulings") : page.index("## Where a case begins")]
    )
    assert sorted(listed) == sorted(WITHOUT_A_CASE)


def kind_of(step):
    """Tell what a step is: a command, events or tables."""
    fields = msgspec.json.decode(step, type=dict[str, msgspec.Raw])
    return next(name for name in ("command", "events", "tables") if name in fields)


def test_the_guide_names_what_there_is():
    """What the guide gives as examples for --only are cases."""
    guide = (ROOT / "docs/how-to/judge-your-adjudicator.md").read_text()
    (sentence,) = re.findall(r"the sentence of a ruling such as `(\S+)`", guide)
    (beginning,) = set(re.findall(r"--only (\S+)", guide))
    assert all(sentence in case.rulings for _, case in corpus().cases(sentence))
    assert passed(corpus().cases(sentence)) == ([], len(list(corpus().cases(sentence))))
    assert list(corpus().cases(sentence))
    assert list(corpus().cases(beginning))


def test_the_tests_play_what_the_corpus_has(tmp_path):
    """Tests that are recorded anew give cases that are there, with the same outcome."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.replays.corpus.recorder"]
    files = [f"tests/rulesets/{name}" for name in SOME_TESTS]
    subprocess.run([*command, "--corpus-to", str(tmp_path), *files], cwd=ROOT, check=True, capture_output=True)
    found = {_played(case) for chapter in chapters_of(*read_recording(tmp_path)) for case in chapter.cases}
    assert found - {_played(case) for _, case in corpus().cases()} == set(), "run make corpus"
    assert len(found) > len(SOME_TESTS)


def _played(case):
    return case.game, case.setup, bytes(case.command), bytes(case.expected)


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_chapter_fits_its_schema(name):
    """What is exported is what the schema says, and the schema takes no other field."""
    schema = schema_of(name)
    shortest = min((row for row in corpus().chapters if row.ruleset == name), key=lambda row: len(row.cases))
    chapter = json.loads(chapter_bytes(shortest))
    assert list(misfits(chapter, schema, schema)) == []
    chapter["cases"][0]["command"]["fields"]["more"] = 1
    assert list(misfits(chapter, schema, schema))


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_the_schema_says_with_what_a_game_begins(name):
    """Each table that a setup changes is named, with its first value; with three seats it is the same."""
    tables = schema_of(name)["$defs"]["tables"]
    changed = {table for row in corpus().chapters if row.ruleset == name for table in tables_in(row)}
    assert changed <= set(tables["properties"])
    for seats in (2, 3):
        game = rules_of(name).start(seats)
        begun = {table: change_form(None, getattr(game, table)) for table in game.ALL}
        assert {table: row["default"] for table, row in tables["properties"].items()} == begun


def tables_in(chapter):
    """List the tables that a chapter's steps change."""
    return {table for step in chapter.steps.values() for table in json.loads(bytes(step)).get("tables", ())}


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_the_schema_says_what_rows_are(name):
    """Rows of planted tables come with what their type says of them, which no contract does."""
    rows = schema_of(name)["$defs"]
    planted = {kind for row in corpus().chapters if row.ruleset == name for kind in kinds_in(row)}
    assert planted
    assert [kind for kind in sorted(planted) if not rows[kind].get("description")] == []


def kinds_in(chapter):
    """List the types of the rows that a chapter's steps plant."""
    return {kind for step in chapter.steps.values() for kind in re.findall(r'"@type":"(\w+)"', bytes(step).decode())}


@pytest.mark.long
def test_every_chapter_fits_its_schema():
    """All of it."""
    for path, data in kept_files():
        schema = schema_of(path.partition("/")[0])
        assert list(misfits(json.loads(data), schema, schema)) == [], path


def test_what_is_exported_is_read(tmp_path, capsys):
    """The verb writes every case, and the index fits its schema."""
    assert main(["corpus", "export", str(tmp_path / "corpus")]) == 0
    count = sum(1 for _ in corpus().cases())
    assert sum(int(line.split()[1]) for line in capsys.readouterr().out.splitlines()[:-1]) == count
    assert sum(1 for _ in read_corpus(tmp_path / "corpus").cases()) == count
    schema = json.loads((tmp_path / "corpus/schema.json").read_bytes())
    assert schema == json.loads(json.dumps(index_schema()))
    assert list(misfits(json.loads((tmp_path / "corpus/corpus.json").read_bytes()), schema, schema)) == []
