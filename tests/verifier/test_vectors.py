"""The vectors against implementations of the format: those that agree, and those with one wrong value."""

import json
import sys

import pytest

from replays.vectors.against import NoAnswer, differences, kept
from replays.vectors.answers import OPERATIONS, answer
from services.cli import main
from tests.verifier.others import javascript_verifier
from tools.format_tables import FILES, tables, written
from tools.format_vectors import FILE, vectors

ANSWERS = """
import json, sys
from replays.vectors.answers import answer
for line in sys.stdin:
    asked = json.loads(line)
    out = answer(asked["op"], asked["in"]) if asked["op"] != "verify" else KEPT[asked["id"]]
    CHANGE
    print(json.dumps({"id": asked["id"], "out": out}), flush=True)
"""


@pytest.fixture
def implementation(tmp_path):
    """Write an implementation that answers as we do, but for one change."""

    def write(change="pass"):
        whole = {number: row.out for number, row in enumerate(kept(), start=1) if row.op == "verify"}
        path = tmp_path / "implementation.py"
        path.write_text(f"KEPT = {whole!r}\n" + ANSWERS.replace("CHANGE", change))
        return [sys.executable, str(path)]

    return write


def test_fresh():
    """Vectors and tables are what the code says."""
    assert FILE.read_text() == vectors()
    for path in FILES:
        assert path.read_text() == written(tables()) + "\n"


def test_every_operation_has_vectors():
    """Each operation has vectors, and their names are their own."""
    assert {row.op for row in kept()} == {*OPERATIONS, "verify"}
    assert len({row.name for row in kept()}) == len(kept())


def test_some_are_refused():
    """What is no MP-int, no head and no signed note has to be refused."""
    refused = {row.op for row in kept() if row.out == {"refused": True}}
    assert refused >= {"mpint", "note", "head", "key_change"}


def test_own_answers(implementation):
    """What we compute is what the vectors say."""
    assert list(differences(implementation(), kept())) == []


@pytest.mark.parametrize(
    ("op", "name", "change"),
    [
        ("draw", "limit", "if asked['op'] == 'draw': out['limit'] = 2 ** 32"),
        ("settings", "hashed", "if asked['op'] == 'settings': out['hashed'] += '00'"),
        ("sealed", "hash", "if asked['op'] == 'sealed': out['hash'] = '00' * 32"),
        ("path", "void", "if asked['op'] == 'path': del out['void']"),
        ("entry", "seq", "if asked['op'] == 'entry': out['seq'] = str(out['seq'])"),
    ],
)
def test_one_value_wrong(implementation, op, name, change):
    """An implementation that goes wrong at one value is told which, in all vectors that have it."""
    found = list(differences(implementation(change), kept()))
    assert {row.value for row in found} == {name}
    assert {row.vector for row in found} <= {row.name for row in kept() if row.op == op}


def test_true_is_not_one(implementation):
    """A value of another kind that happens to be equal is another value."""
    change = "if asked['op'] == 'signature': out['good'] = int(out['good'])"
    assert {row.value for row in differences(implementation(change), kept())} == {"good"}


@pytest.mark.parametrize(
    ("script", "words", "seconds"),
    [
        ("import sys; sys.stdin.readline(); print('words', flush=True)", "no JSON", 60),
        ("import sys; sys.stdin.readline()", "ended", 60),
        ("import sys; sys.stdin.readline(); print('{\"id\": 7}', flush=True)", "name its request", 60),
        ("import time; time.sleep(3600)", "within 1 s", 1),
    ],
)
def test_no_answer(script, words, seconds):
    """A command that falls silent, ends or writes something else is named as that."""
    with pytest.raises(NoAnswer, match=words):
        list(differences([sys.executable, "-c", script], kept()[:1], seconds=seconds))


def test_no_command():
    """A command that there is not is named."""
    with pytest.raises(NoAnswer, match="can not be run"):
        list(differences(["/nothing/here"], kept()[:1]))


def test_errors_are_differences():
    """An operation that an implementation has not is a difference, and the others are asked."""
    script = (
        'import sys\nfor n, _ in enumerate(sys.stdin, 1): print(\'{"id": %d, "error": "not here"}\' % n, flush=True)'
    )
    found = list(differences([sys.executable, "-c", script], kept()[:3]))
    assert [row.found for row in found] == ["not here"] * 3


def test_command_line(implementation, capsys):
    """The verb ends with 0 where all are equal, with 2 and the value where some differ, with 4 where nobody answers."""
    command = implementation("if asked['op'] == 'path': out['path'] = []")
    assert main(["replay", "vectors", "--only", "path", "--against", " ".join(command)]) == 2
    said = capsys.readouterr().out
    assert "path: no rewind, path: expected [1, 2, 3], found []" in said
    assert main(["replay", "vectors", "--only", "path", "--against", " ".join(command), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["vectors"] == len([row for row in kept() if row.op == "path"])
    assert main(["replay", "vectors", "--only", "path", "--against", "/nothing/here"]) == 4
    assert main(["replay", "vectors", "--only", "draw", "--against", " ".join(implementation())]) == 0


def test_answers_refuse():
    """What has to be refused is refused, and not stumbled over."""
    assert answer("mpint", {"bytes": "80"}) == {"refused": True}
    assert answer("path", {"rewinds": {}, "entries": 2}) == {"path": [1, 2], "void": []}


@pytest.mark.verifier
def test_go(go_command):
    """The verifier in Go computes every value on the way as the vectors say."""
    assert list(differences([*go_command, "--lines"], kept())) == []


@pytest.mark.verifier
def test_javascript():
    """So does the one in JavaScript: of whole files as far as it looks, whose first finding is of L0."""
    assert list(differences([*javascript_verifier(), "--lines"], kept())) == []
