"""The program `adjudicator replay`: what it prints and how it ends."""

import argparse
import json
import re

import pytest

from replays import cli
from replays.audit.audit import audit, registered
from replays.audit.finding_help import HELP
from replays.audit.report import CODES, Findings
from replays.cli import add, report_lines
from tests.replays.audit.test_combining import adopting, later
from tests.replays.fixtures import ENGINE, find, recorded, toy_rules


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run `replay` with files written from bytes; gives status, output and complaints."""
    for name in ("run_audit", "run_show", "run_story", "run_diff", "run_stats"):
        monkeypatch.setattr(cli, name, _with_toy(getattr(cli, name)))

    def go(*words):
        parser = argparse.ArgumentParser()
        add(parser.add_subparsers())
        args = parser.parse_args(["replay", *(_argument(word, tmp_path) for word in words)])
        status = args.run(args)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


def _with_toy(function):
    return lambda args: function(args, find)


def _argument(word, folder):
    if isinstance(word, str):
        return word
    path = folder / f"{abs(hash(word))}.replay"
    path.write_bytes(word)
    return str(path)


class TestAudit:
    def test_pass(self, run, recorder):
        """A sound game passes with status 0, and the report says what was declared and what stays open."""
        status, out, _ = run("audit", recorded(1), "--vkey", recorder.vkey)
        assert status == 0
        assert out.startswith(
            f"PASS  game {recorder.game_id.hex()}, 30 entries; to forge it takes the log key, and the "
        )
        assert "    ruleset toy, edition 1\n" in out
        assert "  L2 the rules: done\n" in out
        assert "blue states f12.0: cover of b1 is cover" in out
        assert out.rstrip().endswith("who sat at the keyboard")
        assert "\x1b" not in out

    def test_fail(self, run, case):
        """A failure names the primary finding first: code, entry, expected, found, what it means, what to do."""
        case.with_dice(-1)[7 + 1][0][4][0] = 2
        status, out, _ = run("audit", case.operated(heads=True, keys=True))
        assert status == 2
        lines = out.splitlines()
        at = next(place for place, line in enumerate(lines) if line.startswith("DICE_NOT_FROM_SEED at entry 27"))
        assert lines[at + 1] == "    expected  faces [6] at index 7"
        assert lines[at + 2] == "    found     faces [2]"
        assert lines[at + 3].strip() == HELP["DICE_NOT_FROM_SEED"][0]
        assert "further findings" in out
        assert "EVENTS_MISMATCH at entry 27" in out

    def test_incomplete(self, run, case):
        """What could not be checked ends with status 3."""
        case.openings = {}
        status, out, _ = run("audit", case.forged())
        assert status == 3
        assert "L2 the rules: sealed parts from entry 1 on are not opened" in out

    def test_with(self, run, tmp_path):
        """Reports of other builds on the same file are added to that of this one; one of another file is refused."""
        data, first = adopting()
        report, stranger, none = (tmp_path / name for name in ("later.json", "other.json", "none.json"))
        report.write_text(json.dumps(audit(data, find=later).as_json()))
        stranger.write_text(json.dumps(audit(recorded(1), find=find).as_json()))
        none.write_text("PASS")
        assert run("audit", data)[0] == 3
        status, out, _ = run("audit", data, "--with", str(report))
        assert (status, "L2 the rules: done" in out) == (0, True)
        assert f"entries {first} to " in out
        for path, problem in ((stranger, "reports of the same file"), (none, "is no report of an audit")):
            status, out, err = run("audit", data, "--with", str(path))
            assert (status, out, problem in err) == (4, "", True)
        status, _, err = run("audit", data, "--with", str(tmp_path / "lost.json"))
        assert (status, "can not be read" in err) == (4, True)

    def test_levels(self, run, case):
        """A level is run with those below it."""
        case.entries[15][11][0] = bytes(32)
        data = case.operated(heads=True, keys=True)
        assert run("audit", data, "--level", "L1")[0] == 0
        assert run("audit", data)[0] == 2

    def test_notes(self, tmp_path, capsys):
        """Notes end with status 1 and stand in the report."""
        path = tmp_path / "game.replay"
        path.write_bytes(recorded(1))
        parser = argparse.ArgumentParser()
        add(parser.add_subparsers())
        args = parser.parse_args(["replay", "audit", str(path)])
        assert cli.run_audit(args, lambda _: (toy_rules(), bytes(32))) == 1
        assert "played with other code or data of edition 1" in capsys.readouterr().out

    def test_json(self, run):
        """The report for machines is JSON."""
        status, out, _ = run("audit", recorded(1), "--json", "--engine", ENGINE.hex())
        assert (status, json.loads(out)["result"]) == (0, "PASS")

    @pytest.mark.parametrize(
        ("words", "problem"),
        [
            (("--vkey", "nobody+1234"), "--vkey or --engine"),
            (("--engine", "xy"), "--vkey or --engine"),
            (("--engine", "ab"), "64 hex digits"),
        ],
    )
    def test_unusable_arguments(self, run, words, problem):
        """Keys and digests that can be none are refused before anything is checked."""
        status, _, err = run("audit", recorded(1), *words)
        assert status == 4
        assert problem in err

    def test_no_file(self, run):
        """A file that is not there is named."""
        status, _, err = run("audit", "nowhere.replay")
        assert status == 4
        assert "nowhere.replay can not be read" in err

    def test_no_replay(self, run):
        """What is no replay file fails."""
        status, out, _ = run("audit", b"not a zip")
        assert status == 2
        assert "BUNDLE_MALFORMED in the file" in out

    def test_many_findings(self):
        """A cascade is cut short for people."""
        findings = Findings()
        for seq in range(100):
            findings.add("CHAIN_BREAK", seq + 1, "", "")
        lines = [line for _, line in report_lines(findings.report("", 100, (), ("L0",)))]
        assert sum("CHAIN_BREAK" in line for line in lines) == 21
        assert any("79 more" in line for line in lines)

    def test_every_code_has_a_meaning(self):
        """Every code of the audit says what it means and what to do."""
        assert set(HELP) == set(CODES)
        assert all(means.endswith(".") and fix.endswith(".") for means, fix in HELP.values())


class TestOthers:
    def test_show(self, run):
        """A game is printed entry by entry."""
        status, out, _ = run("show", recorded(1), "--from", "21", "--to", "23", "--plain")
        assert status == 0
        assert "blue    Strike piece=b1 target=r2" in out
        assert "Blue throws 1d6 for strike: 6." in out
        assert "entries 1" not in out

    def test_show_altered(self, run, case):
        """A file that was altered is printed, with a warning and another status."""
        data = case.forged()
        status, out, err = run("show", data[:10] + b"\1" + data[11:])
        assert status == 2
        assert "was altered" in err
        assert out.startswith("game ")

    def test_show_seat(self, run):
        """A seat that is not there is refused."""
        status, _, err = run("show", recorded(1), "--seat", "green")
        assert status == 4
        assert "the seats are red, blue" in err

    def test_transcript(self, run):
        """The exact text of a game is printed."""
        status, out, _ = run("show", recorded(1), "--transcript")
        assert status == 0
        assert re.search(r"\n= [0-9a-f]{16}\n$", out)

    def test_story(self, run):
        """A game is told with who played, and of a file that is none it is said what to name instead."""
        status, out, _ = run("story", recorded(1))
        assert (status, out) == (0, "toy, red against blue, 30 entries\n")
        status, _, problem = run("story", b"nothing")
        assert (status, "is no replay file" in problem) == (4, True)

    def test_diff(self, run):
        """Equal games end with 0, others with 1 and the entry where they differ."""
        assert run("diff", recorded(1), recorded(1)) == (0, "the same play\n", "")
        status, out, _ = run("diff", recorded(1), recorded(2))
        assert status == 1
        assert out.startswith("the games differ from entry 4 on\n")

    def test_stats(self, run):
        """Dice are counted, for people and for machines."""
        status, out, _ = run("stats", recorded(1))
        assert status == 0
        assert "blue: 4 d6" in out
        assert json.loads(run("stats", recorded(1), "--json")[1])["source"] == "seeded"

    @pytest.mark.parametrize("verb", ["show", "stats", "diff"])
    def test_no_replay(self, run, verb):
        """What is no replay file is refused."""
        words = (verb, b"nothing", *((b"nothing",) if verb == "diff" else ()))
        status, _, err = run(*words)
        assert status == 4
        assert "is no replay file" in err

    def test_verbs_can_be_added(self):
        """The service adds verbs of its own."""
        parser = argparse.ArgumentParser()
        verbs = add(parser.add_subparsers())
        verbs.add_parser("export").set_defaults(run=len)
        args = parser.parse_args(["replay", "export"])
        assert args.run is len


def test_the_toy_is_not_registered():
    """The program itself knows the rulesets of its build alone."""
    assert registered("toy") is None
