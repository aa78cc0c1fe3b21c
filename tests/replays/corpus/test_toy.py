"""One more ruleset has a corpus as soon as it is registered: recorded, exported and judged without more code."""

import json
import subprocess
import sys

import pytest

from adjudicator import registry
from replays.corpus.files import chapter_bytes, export, read_corpus
from replays.corpus.report import rows_of, totals
from replays.corpus.running import Runner, judged
from replays.corpus.schema import schema_of
from tests.replays.corpus.validating import misfits
from tools.corpus.make import chapters_of, kept, read_recording
from tools.ruling_map import ROOT

WITH_TOY = {**registry.RULESETS, "toy": "tests.toy"}
ANSWER = [sys.executable, "-m", "tests.replays.corpus.with_toy", "corpus", "answer"]


@pytest.fixture
def recorded(tmp_path, monkeypatch):
    """Record the toy's own tests, and export what they play."""
    monkeypatch.setattr(registry, "RULESETS", WITH_TOY)
    monkeypatch.chdir(ROOT)
    plugins = ["-p", "tests.replays.corpus.with_toy", "-p", "tests.replays.corpus.recorder"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, "--corpus-to", str(tmp_path / "record")]
    subprocess.run([*command, "-p", "no:cacheprovider", "tests/rulesets/toy"], check=True, capture_output=True)
    chapters, dropped = kept(chapters_of(*read_recording(tmp_path / "record")))
    assert not dropped
    export(((row.path, chapter_bytes(row)) for row in chapters), schema_of, tmp_path / "corpus")
    return tmp_path / "corpus"


def test_the_toy_has_a_corpus(recorded):
    """Its tests make cases that fit their schema, and that the program passes in a process of its own."""
    corpus = read_corpus(recorded)
    clauses = {clause for _, case in corpus.cases() for clause in case.clauses}
    assert {"TOY-1.3-01", "TOY-2.1-01"} <= clauses
    for path in sorted((recorded / "toy").glob("TOY-*.json")):
        schema = json.loads((recorded / "toy/schema.json").read_bytes())
        assert list(misfits(json.loads(path.read_bytes()), schema, schema)) == []
    with Runner(ANSWER, corpus.editions) as runner:
        found = totals(rows_of(judged(runner, corpus.cases())))
    assert found == dict.fromkeys(found, 0) | {"passed": sum(1 for _ in corpus.cases())}
    assert found["passed"] > len(clauses)
