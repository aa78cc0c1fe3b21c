"""Programs that answer well or badly: each case has its verdict, and one bad answer costs no other case."""

from __future__ import annotations

import fcntl
import json
import shlex
import subprocess
import sys
import time

import pytest

from replays.corpus.report import rows_of, suspects, totals
from replays.corpus.running import WAITING, NotAsked, Runner, judged
from services.cli import main
from tests.replays.corpus.fixtures import OUTCOMES, chapter, corpus, exported, program

BAD = "TF-A-02/1"
FAILED, UNREADY, WRONG = 6, 3, 2
PATIENCE, LATE_SECONDS = 60.0, 3.0
THROW = '{"sides":6,"faces":[2],"why":"pass","roller":0,"stream":0}'


def verdicts(command, *, late="", chapters=()):
    """Judge a program by the four cases: verdict and what is said, by case; for one that is `late` few seconds do."""
    whole, found = corpus(*chapters), {}
    with Runner(command, whole.editions, PATIENCE) as runner:
        for chapter, case in whole.cases():
            runner.seconds = LATE_SECONDS if case.id == late else PATIENCE
            [(_, _, found[case.id])] = judged(runner, [(chapter, case)])
    return found


def test_right_answers_pass(tmp_path):
    """Every case passes."""
    assert {row.verdict for row in verdicts(program(tmp_path)).values()} == {"passed"}


@pytest.mark.parametrize(
    ("also", "verdict", "said"),
    [
        ("if case == BAD: print('no JSON', flush=True); continue", "nonsense", "no JSON: no JSON"),
        ("if case == BAD: print('[1]', flush=True); continue", "nonsense", "no object: [1]"),
        ("if case == BAD: os.write(1, bytes([34, 255, 34, 10])); continue", "nonsense", "no JSON"),
        ("if case == BAD: print('[' * 90000 + ']' * 90000, flush=True); continue", "nonsense", "no JSON"),
        ("while case == BAD: print('x' * 100000, end='')", "nonsense", "a line of more than 16,000,000 bytes"),
        ("while case == BAD: print('{}' * 9)", "nonsense", "no JSON"),
        ("if case == BAD: case = 'another'", "nonsense", "an answer has to name its case"),
        ("if case == BAD: outcome = {'fine': 1}", "nonsense", "an answer has `events` and `throws`"),
        ("if case == BAD: os._exit(7)", "died", "the program ended (exit code 7)"),
        ("if case == BAD: os.kill(os.getpid(), 9)", "died", "the program ended (signal 9)"),
        ("if case == BAD: time.sleep(600)", "late", "no answer within 3 s"),
        ("if case == BAD: outcome = {'unable': 'not built yet'}", "unable", "not built yet"),
    ],
)
def test_one_bad_answer_costs_no_other_case(tmp_path, also, verdict, said):
    """The case has the verdict and says why; the program is started again, and all others pass."""
    found = verdicts(program(tmp_path, also.replace("BAD", repr(BAD))), late=BAD if verdict == "late" else "")
    bad = found.pop(BAD)
    assert (bad.verdict, bad.case) == (verdict, BAD)
    assert said in bad.said
    assert {row.verdict for row in found.values()} == {"passed"}


def test_what_a_wrapped_program_leaves_behind_is_ended(tmp_path):
    """A program that a shell starts holds nobody up by the output that it keeps open, and ends with the shell."""
    file = tmp_path / "held"
    file.touch()  # before the program does, which may be too slow for that
    held = f"import fcntl; kept = open({str(file)!r}, 'w'); fcntl.flock(kept, fcntl.LOCK_EX)"
    inner = shlex.join(program(tmp_path, f"if case == {BAD!r}: {held}; time.sleep(600)"))
    found = {name: row.verdict for name, row in verdicts(["sh", "-c", f"{inner}; true"], late=BAD).items()}
    assert found.pop(BAD) == "late"
    assert set(found.values()) == {"passed"}
    assert any(is_free(file) for _ in range(1_000))


def is_free(file):
    """Tell whether no process that lives holds this file."""
    with file.open("rb") as mine:
        try:
            fcntl.flock(mine, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(0.05)
            return False
    return True


def test_output_that_does_not_end_is_not_kept(tmp_path):
    """What a program prints beside its answers waits in its pipe until somebody asks, and not in the memory here."""
    lines = ["if case == 'TF-A-01/1':", "    print(json.dumps({'case': case, **outcome}), flush=True)"]
    whole = corpus()
    command = program(tmp_path, "\n".join([*lines, "    while True: print('x' * 1000)"]))
    with Runner(command, whole.editions, 30.0) as runner:
        asked = runner._program
        assert next(judged(runner, whole.cases()))[2].verdict == "passed"
        time.sleep(0.5)
        assert asked.lines.qsize() <= WAITING


def test_an_answer_too_many_is_not_taken_for_the_next(tmp_path):
    """Whoever prints more than his answer is told at the next case, and judged rightly after it."""
    also = f"if case == {'TF-A-01/1'!r}: print('{{}}', flush=True)"
    found = {name: row.verdict for name, row in verdicts(program(tmp_path, also)).items()}
    assert found.pop("TF-A-01/1") == "nonsense"
    assert set(found.values()) == {"passed"}


@pytest.mark.parametrize(
    ("change", "at", "expected", "found"),
    [
        ("outcome['events'][0]['fields']['by'] = 1", "events[0].fields.by", "0", "1"),
        ("outcome['events'][0]['fields']['by'] = False", "events[0].fields.by", "0", "false"),
        ("outcome['events'][0]['clauses'] = []", "events[0].clauses[0]", "TF-A-02", "(nothing)"),
        ("outcome['events'].append({'kind': 'More'})", "events[1]", "(nothing)", '{"kind":"More"}'),
        ("del outcome['throws'][0]['why']", "throws[0].why", "pass", "(not given)"),
        ("outcome = {'events': outcome['events'], 'throws': []}", "throws[0]", THROW, "(nothing)"),
        ("del outcome['throws']", "throws", f"[{THROW}]", "(not given)"),
        ("outcome['events'][0]['fields']['more'] = 1", "events[0].fields.more", "(nothing)", "1"),
        ("outcome = outcomes['TF-A-01/1']", "refused", 'accepted: ["Passed"]', 'refused: ["TF-A-01 too-far"]'),
    ],
)
def test_the_first_field_that_differs_is_named(tmp_path, change, at, expected, found):
    """A case that failed names the place, what was expected and what was found."""
    row = verdicts(program(tmp_path, f"if case == {BAD!r}: {change}"))[BAD]
    assert row.verdict == "failed"
    assert (row.differs.at, row.differs.expected, row.differs.found) == (at, expected, found)


def test_where_a_refusal_points_is_not_compared(tmp_path):
    """Clause, reason and facts of a refusal count; the path of the field is ours to choose."""
    assert (
        verdicts(program(tmp_path, "outcome.get('refused', [{}])[0]['path'] = 'elsewhere'"))["TF-A-01/1"].verdict
        == "passed"
    )
    told = verdicts(program(tmp_path, "outcome.get('refused', [{}])[0]['facts'] = {'distance': 4}"))["TF-A-01/1"]
    assert told.differs.at == "refused[0].facts.distance"


def test_rulesets_that_a_program_does_not_know_are_left_out(tmp_path):
    """What the greeting does not list is not asked."""
    other = chapter("antares", {"TF-A-09/1": OUTCOMES[BAD]})
    found = verdicts(program(tmp_path), chapters=(chapter(), other))
    assert found.pop("TF-A-09/1").verdict == "left out"
    assert {row.verdict for row in found.values()} == {"passed"}


def test_a_program_that_does_not_start_again_is_given_up(tmp_path):
    """Where it fails three times in a row to greet, what is left counts as lost to its end."""
    also = f"if case == {BAD!r}: os.remove(sys.argv[0]); os._exit(1)"
    found = verdicts(program(tmp_path, also))
    assert {name: row.verdict for name, row in found.items()} == {
        "TF-A-01/1": "passed",
        BAD: "died",
        "TF-A-02/2": "died",
        "TF-A-04/1": "died",
    }
    assert "did not start again" in found["TF-A-04/1"].said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["/nowhere/at/all"], "can not be run"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "exit code 3"),
        ([sys.executable, "-c", "print('hello', flush=True); input(); input()"], "no JSON: hello"),
        ([sys.executable, "-c", "print('{}', flush=True); input(); input()"], "the greeting has to name wgcorpus/1"),
    ],
)
def test_a_program_without_a_greeting_is_not_asked(command, said):
    """What can not be run, ends, or greets otherwise is refused before the first case."""
    with pytest.raises(NotAsked, match=said.replace("/", r"\/")):
        verdicts(command)


def test_failing_cases_name_where_to_begin(tmp_path):
    """Of the clauses that failing cases are about, cite or rely on, the one that fails most often comes first."""
    whole = corpus()
    command = program(tmp_path, "if case.startswith('TF-A-02'): outcome = {'unable': 'x'}")
    with Runner(command, whole.editions) as runner:
        rows = rows_of(judged(runner, whole.cases()))
    assert totals(rows) | {"passed": 2, "unable": 2} == totals(rows)
    assert [(row.clause, row.wrong, row.cases) for row in suspects(rows)] == [("TF-A-02", 2, 2)]
    assert all("TF-A-03" in row.mentions for row in rows)


def test_the_verb_tells_and_ends_with_a_code(tmp_path, capsys):
    """The table names what failed; the exit code says whether all passed."""
    folder = str(exported(tmp_path / "corpus"))
    assert main(["corpus", "run", folder, "--", *program(tmp_path)]) == 0
    assert "4 cases" not in capsys.readouterr().err
    also = "if case.startswith('TF-A-02'): outcome = {'refused': []}"
    assert main(["corpus", "run", folder, "--", *program(tmp_path, also)]) == FAILED
    text = capsys.readouterr().out
    assert f"{BAD} failed: Title of {BAD}." in text
    assert "  TF-A-02: 2 of 2" in text
    assert "2 of the 2 cases that mention it" in text
    assert main(["corpus", "run", folder, "--only", "TF-A-01", "--json", "--", *program(tmp_path, also)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(case["id"], case["verdict"]) for case in told["cases"]] == [("TF-A-01/1", "passed")]
    assert told["clauses"] == {"TF-A-01": {"passed": 1}}
    assert told["program"] == "mine"


def test_the_verb_refuses_what_can_not_be_judged(tmp_path, capsys):
    """No corpus and no case are wrong arguments; a program without an answer has a code of its own."""
    folder = str(exported(tmp_path / "corpus"))
    assert main(["corpus", "run", str(tmp_path), "--", "true"]) == WRONG
    assert main(["corpus", "run", folder, "--only", "XX-1", "--", "true"]) == WRONG
    assert main(["corpus", "run", folder, "--", "/nowhere/at/all"]) == UNREADY
    assert main(["corpus", "run", folder, "--", *program(tmp_path)]) == 0
    other = str(exported(tmp_path / "other", chapter("antares")))
    assert main(["corpus", "run", other, "--", *program(tmp_path)]) == UNREADY
    said = capsys.readouterr().err.splitlines()
    assert "name a folder that adjudicator corpus export has written" in said[0]
    assert said[-1] == "adjudicator corpus run: the program knows none of the rulesets of these cases"


def test_a_run_tells_how_far_it_is(tmp_path, capsys, monkeypatch):
    """Where nobody looks at a terminal a line now and then says how many cases are judged and how long it may take."""
    monkeypatch.setattr("replays.archive.work.progress.EVERY", 0.0)
    command = ["corpus", "run", str(exported(tmp_path / "corpus")), "--", *program(tmp_path)]
    assert main(command) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(", about ")[0] for line in told] == [f"judged: {number} of 4" for number in range(1, 5)]
    command.insert(3, "--quiet")
    assert main(command) == 0
    assert capsys.readouterr().err == ""


def test_it_tells_so_without_the_packages_of_an_extra():
    """Progress needs nothing but what every installation has."""
    loaded = "import sys, replays.archive.work.progress; print({'distributed', 'duckdb', 'pyarrow'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True)
    assert found.stdout == "set()\n"
