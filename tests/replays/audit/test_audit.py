"""The audit of whole games: what passes, what stays open, what is pinned, what the report says."""

import asyncio
import json
import time
from dataclasses import replace
from typing import Any

import msgpack
import pytest

from adjudicator.kernel.record import chain
from adjudicator.registry import RULESETS
from replays.audit import checks_rules
from replays.audit.audit import LEVELS, audit, registered
from replays.audit.entries import read_entries
from replays.audit.report import CODES, FAIL, INCOMPLETE, NOTES, PASS, Findings
from replays.bundle import read_bundle
from tests.kernel.fixtures import changed, lay_for_both, plot_openly
from tests.replays.audit.steps import BODY, COMMAND, DICE, EVENTS, ID, SEALED, Case
from tests.replays.fixtures import ENGINE, Recorder, find, played, recorded, toy_rules
from tests.toy.model.messages import LayAmbush, PlotMarch

GAMES = [
    {},
    {"profile": "P0"},
    {"signed": False},
    {"dice_mode": "reported"},
    {"dice_mode": "reported", "disputes": True, "referee": True},
    {"referee": True, "appeal_window": 60},
    {"test": True},
]


@pytest.mark.parametrize("options", GAMES, ids=lambda row: " ".join(map(str, row.values())) or "usual")
@pytest.mark.parametrize("seed", [1, 4, 8])
def test_clean(seed, options):
    """A game as the service writes it passes with nothing to note."""
    report = audit(recorded(seed, **options), find=find)
    unsigned = not options.get("signed", True)
    assert [finding.code for finding in report.findings] == ["UNSIGNED_GAME"] * unsigned
    assert (report.result, report.exit_code, report.notes) == (NOTES if unsigned else PASS, int(unsigned), ())
    assert ("alone" in report.forgers) == unsigned
    assert report.levels == tuple((level, "done") for level in LEVELS)


@pytest.mark.parametrize(
    ("clause", "command"), [(lay_for_both, LayAmbush), (plot_openly, PlotMarch)], ids=["interleaved", "open at once"]
)
def test_clean_with_secrets_of_many(clause, command):
    """A game passes in which one entry holds secrets of both seats in turns, or opens its own command."""
    rules = changed({command: clause})
    recorder = played(1, rules=rules)
    data = asyncio.run(recorder.file())
    assert command.__name__ in {raw.kind for raw in read_entries(read_bundle(data), Findings())}
    report = audit(data, find=lambda _: (rules, ENGINE))
    assert (report.findings, report.result) == ((), PASS)


def test_other_order_in_a_gap():
    """What the seats hid in one gap is audited by seat; a seat's own events in another order are not those ruled."""
    rules = changed({LayAmbush: lay_for_both})
    case = Case(played(1, rules=rules))
    seq = case.place("LayAmbush") + 1
    row: Any = next(row for row in case.openings[seq] if (row[0], row[1]) == (1, 1))
    fields, whole, dice = msgpack.unpackb(row[3])
    assert [gap for gap, _ in whole] == [1, 1]
    row[3] = msgpack.packb([fields, whole[::-1], dice])
    entry = case.entries[seq - 1]
    promised = chain.sealed_hash(entry[1], 1, 1, entry[COMMAND][ID], row[2], row[3])
    entry[SEALED] = [[owner, promised if owner == 1 else old] for owner, old in entry[SEALED]]
    report = audit(case.operated(heads=True, keys=True), find=lambda _: (rules, ENGINE))
    assert [(finding.code, finding.seq) for finding in report.findings][:1] == [("EVENTS_MISMATCH", seq)]


class TestPins:
    """What the auditor brings from outside counts, not what the file says."""

    def test_own_key_is_said(self, recorder):
        """Without a pinned key the head of the report says whose word was taken."""
        data = recorded(1)
        assert any("--vkey" in text for text in audit(data, find=find).declared)
        pinned = audit(data, find=find, vkey=recorder.vkey)
        assert pinned.result == PASS
        assert not any("--vkey" in text for text in pinned.declared)

    def test_other_key(self):
        """Heads signed by another key than the pinned one are not the operator's."""
        report = audit(recorded(1), find=find, vkey=Recorder(2).vkey)
        assert {finding.code for finding in report.findings} >= {"HEAD_SIGNATURE_INVALID", "UNSIGNED_TAIL"}
        assert report.result == FAIL

    def test_engine(self):
        """A game of the pinned build passes, in either case of hex."""
        assert audit(recorded(1), find=find, engine=ENGINE.hex().upper()).result == PASS

    def test_engine_of_the_audit(self):
        """An audit with another build than the pinned one says so."""
        report = audit(recorded(1), find=lambda _: (toy_rules(), bytes(32)), engine=ENGINE.hex())
        assert [(finding.code, finding.seq) for finding in report.findings] == [("ENGINE_MISMATCH", 0)]

    def test_other_digest_is_a_note(self):
        """The same edition from other code is worth a note, and no more."""
        report = audit(recorded(1), find=lambda _: (toy_rules(), bytes(32)))
        assert (report.result, report.exit_code, len(report.notes)) == (NOTES, 1, 1)

    @pytest.mark.parametrize("build", [bytes(32), ENGINE], ids=["another build", "this build"])
    @pytest.mark.parametrize("dropped", [1, 3, 5, 6])
    def test_fields_that_were_appended_since(self, build, dropped):
        """A build that did not know the last fields of the terms left out what says nothing, and this build never does.

        The sixth from the end says which game this one takes the place of.
        """
        case = Case(played(4, rounds=1, restarts=b"r" * 16))
        del case.of("OpenGame")[COMMAND][BODY][-dropped:]
        report = audit(case.operated(heads=True, keys=True), find=lambda _: (toy_rules(), build))
        if build != ENGINE and dropped < 6:
            assert (report.result, report.findings, len(report.notes)) == (NOTES, (), 1)
        else:
            assert report.result == FAIL

    def test_manifest(self, case, codes):
        """The manifest names the game that is in the file."""
        case.engine = bytes(32)
        assert codes(case.forged()) == {"BUNDLE_MALFORMED"}


class TestOpen:
    """What can not be checked yet, or not here, is incomplete: neither passed nor failed."""

    @staticmethod
    def running(until, seat=None, **options):
        async def play():
            recorder = await Recorder(1, **options).play(until)
            return await recorder.file(seat)

        return asyncio.run(play())

    def test_running_game(self):
        """A running game is incomplete, since its secret is not out."""
        report = audit(self.running(lambda session: session.protocol.seq >= 12), find=find)
        assert (report.result, report.exit_code) == (INCOMPLETE, 3)
        assert [level for level, state in report.levels if state != "done"] == ["L0"]

    def test_closed_and_unconfirmed(self):
        """A closed game whose seats still have to confirm owes no secret yet."""
        data = self.running(lambda session: session.game.stack[-1].kind == "confirm_result")
        assert audit(data, find=find).result == INCOMPLETE

    @pytest.mark.parametrize("seat", [0, 1, 254])
    def test_redacted(self, seat):
        """With one seat's openings bytes and order are checked, and the rules up to the first part that is closed."""
        data = self.running(lambda session: session.protocol.seq >= 26, seat)
        report = audit(data, find=find)
        assert report.findings == ()
        assert report.result == INCOMPLETE
        assert dict(report.levels)["L1"] == "done"
        assert "sealed parts" in dict(report.levels)["L2"]

    def test_redacted_after_the_reveal(self, case):
        """A game that is over, without the openings, is incomplete at L2 alone."""
        case.openings = {}
        report = audit(case.forged(), find=find)
        assert [level for level, state in report.levels if state != "done"] == ["L2"]
        assert (report.result, report.findings) == (INCOMPLETE, ())

    def test_unknown_ruleset(self):
        """A ruleset that this build has not leaves L2 open."""
        report = audit(recorded(1))
        assert (report.result, dict(report.levels)["L2"]) == (INCOMPLETE, "ruleset toy is not in this build")

    def test_broken_ruleset(self):
        """A ruleset that can not be loaded leaves L2 open, and the audit goes on."""

        def broken(name):
            raise ImportError(name)

        assert audit(recorded(1), find=broken).result == INCOMPLETE

    def test_other_edition(self):
        """An edition that is not in this build leaves L2 open, and names both."""
        newer = replace(toy_rules(), edition="2")
        report = audit(recorded(1), find=lambda _: (newer, ENGINE))
        assert report.result == INCOMPLETE
        assert dict(report.levels)["L2"] == "edition 1 is not in this build, which has 2"

    @pytest.mark.parametrize(
        ("edition", "problem"),
        [
            ("2026.11-rc1", "(not an edition)"),
            (b"\x00" * 1_000_000, "(not an edition)"),
            ([["2"] * 1000] * 100, "(not an edition)"),
            ("9" * 10_000, "(not an edition)"),
            ("0.9", "0.9"),
        ],
    )
    def test_a_forged_adoption(self, case, edition, problem):
        """An edition that is none, or no later one, is a finding; its text goes no further."""
        forged = case.copy()
        forged.entries[-1][COMMAND][BODY] = ["AdoptEdition", edition, bytes(32)]
        report = audit(forged.operated(heads=True, keys=True), find=find)
        assert report.result == FAIL
        found = [finding for finding in report.findings if finding.expected == "an edition later than 1"]
        assert [(finding.code, finding.found) for finding in found] == [("ILLEGAL_COMMAND_ACCEPTED", problem)]
        assert len(str(report.as_json())) < 50_000

    def test_many_forged_adoptions(self, case, monkeypatch):
        """Of many editions the first are named, and the others counted."""
        forged = case.copy()
        forged.entries[-1][COMMAND][BODY] = ["AdoptEdition", "2", bytes(32)]
        data, last = forged.operated(heads=True, keys=True), len(forged.entries)
        for most, text in ((1, f"edition 2 (from entry {last} on)"), (0, "1 more")):
            monkeypatch.setattr(checks_rules, "PLACES_MOST", most)
            assert dict(audit(data, find=find).levels)["L2"] == f"{text} is not in this build, which has 1"

    def test_engine_of_an_adopted_edition(self, case):
        """A pinned build has to be that of every edition that the game went on under, not of its opening alone."""
        forged = case.copy()
        forged.entries[-1][COMMAND][BODY] = ["AdoptEdition", "2", b"\x07" * 32]
        data = forged.operated(heads=True, keys=True)
        for engine, seqs in ((ENGINE.hex(), [len(forged.entries)]), ([ENGINE.hex(), "07" * 32], [])):
            found = audit(data, find=find, engine=engine).findings
            assert [finding.seq for finding in found if finding.code == "ENGINE_MISMATCH"] == seqs

    def test_levels(self, case):
        """What was not asked for is not run."""
        case.entries[15][11][0] = bytes(32)
        found = audit(case.operated(heads=True, keys=True), find=find, levels=("L0", "L1"))
        assert (found.result, [level for level, _ in found.levels]) == (PASS, ["L0", "L1"])


class TestReport:
    """The report names what matters first, and what rests on people's word."""

    def test_primary(self, case):
        """The primary finding is the earliest, and in one entry format before chain before dice before meaning."""
        case.with_dice(-1)[DICE][0][4][0] -= 1
        entry = case.with_dice(-1)
        report = audit(case.operated(), find=find)
        assert report.primary == report.findings[0]
        assert (report.findings[0].seq, report.findings[0].code) == (entry[2], "DICE_NOT_FROM_SEED")
        case.bytes[8] = b"\x90"
        assert audit(case.operated(), find=find).findings[0].code == "BUNDLE_MALFORMED"

    def test_order_of_codes(self):
        """Findings of one entry are ranked by what they are about, warnings last."""
        findings = Findings()
        for code in ("EVENTS_MISMATCH", "HEAD_CADENCE", "DICE_REUSED", "CHAIN_BREAK"):
            findings.add(code, 4, "", "")
        findings.add("STATE_HASH_MISMATCH", 3, "", "")
        report = findings.report("", 4, (), LEVELS)
        assert [finding.code for finding in report.findings] == [
            "STATE_HASH_MISMATCH",
            "CHAIN_BREAK",
            "DICE_REUSED",
            "EVENTS_MISMATCH",
            "HEAD_CADENCE",
        ]

    def test_stated(self):
        """Reports, statements and who confirmed them are listed."""
        report = audit(recorded(1, dice_mode="reported"), find=find)
        testimony = "\n".join(report.testimony)
        assert "reports faces" in testimony
        assert "acknowledges the reported faces" in testimony
        facts = "\n".join(audit(recorded(1), find=find).testimony)
        assert "blue states f12.0: cover of b1 is cover" in facts
        assert "red confirms f12.0" in facts

    def test_json(self):
        """The report is plain values, with every level and the limits of every audit."""
        plain = json.loads(json.dumps(audit(recorded(1), find=find).as_json()))
        assert plain["result"] == PASS
        assert plain["levels"] == {"L0": "done", "L1": "done", "L2": "done"}
        assert len(plain["limits"]) >= 6

    def test_nothing_for_the_terminal_to_obey(self, case):
        """Text out of a file is shown, never sent to the terminal as it is."""
        case.of("Strike")[COMMAND][BODY][1] = "b1\x1b[2J"
        shown = json.dumps(
            [finding.found for finding in audit(case.operated(heads=True, keys=True), find=find).findings]
        )
        assert "\\u001b" not in shown

    def test_event_and_clauses(self, case):
        """An event under another clause is another event."""
        case.of("Strike")[EVENTS][1][1] = ["TOY-2.4-04"]
        report = audit(case.operated(heads=True, keys=True), find=find)
        assert report.findings[0].code == "EVENTS_MISMATCH"
        assert "TOY-2.4-03" in report.findings[0].expected

    def test_codes_are_known(self):
        """Every code has its level and its kind."""
        assert all(level in (*LEVELS, "L3") for level, _ in CODES.values())


def test_registered():
    """A ruleset of this build is found with the digest of its code and data; others are not."""
    assert registered("no such ruleset") is None
    assert RULESETS


@pytest.mark.slow
def test_long_game():
    """A game of some thousand entries passes, and the seconds that takes are printed."""
    data = asyncio.run(played(1, rounds=400, peaceful=True, entries_most=9_000).file())
    before = time.perf_counter()
    report = audit(data, find=find)
    print(f"{report.entries} entries in {time.perf_counter() - before:.2f} s")
    assert report.result == PASS
    assert report.entries > 2_000


def test_case_is_the_file():
    """The tool that alters games changes nothing by itself."""
    case = Case(played(1))
    assert case.copy().forged() == case.copy().operated() == case.copy().operated(heads=True, keys=True) == recorded(1)
