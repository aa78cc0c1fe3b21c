"""An audit takes as long as the file is large, and reports as much as somebody reads: also over forged files."""

from __future__ import annotations

import hashlib

import msgpack
import pytest

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.chain import entry_hash, head_text
from replays import notes
from replays.audit.audit import audit
from replays.audit.report import FAIL, LONGEST, REMARKS_MOST, Findings
from replays.bundle import write_bundle
from tests.replays.audit.steps import ACTOR, BODY, COMMAND, EVENTS, ID, PREV, SEQ, SIGNATURE, TIME, Case
from tests.replays.fixtures import ENGINE, LOG_NAME, find, played

MANY = 20_000
MOST = 100


class Forger:
    """Makes a file of many entries out of the first two of a game."""

    def __init__(self):
        self.case = Case(played())
        self.opening, self.other = self.case.entries[:2]
        self.terms = self.opening[COMMAND][BODY]
        self.records: list[bytes] = []

    def add(self, fields, seq):
        fields = list(fields)
        fields[SEQ] = seq
        fields[PREV] = entry_hash(self.records[-1]) if self.records else bytes(32)
        fields[COMMAND] = [hashlib.sha256(b"%d" % seq).digest()[:16], *fields[COMMAND][1:]]
        self.records.append(msgpack.packb(fields))

    def fill(self, fields=None, count=MANY):
        if not self.records:
            self.add(self.opening, 1)
        for seq in range(len(self.records) + 1, count + 1):
            self.add(fields or self.other, seq)

    def file(self, heads=()):
        return write_bundle("toy", self.terms[2], ENGINE, self.records, heads, ())


def wrong_everywhere(forger):
    """Each entry has an actor who may not, an id of another's, and an earlier time than the one before."""
    forger.fill()
    for place in range(1, MANY):
        fields = msgpack.unpackb(forger.records[place])
        fields[TIME], fields[ACTOR], fields[COMMAND][ID] = MANY - place, [2, 9, "x"], bytes(16)
        forger.records[place] = msgpack.packb(fields)
    return forger.file()


def many_heads(forger):
    """Each size is signed, by somebody else; commands by nobody."""
    forger.fill(count=1)
    fields = list(forger.other)
    fields[SIGNATURE] = None
    forger.fill(fields)
    return forger.file([f"wglog/1/head {bytes(16).hex()}\n{size}\n\n\u2014 x AAAA\n" for size in range(MANY)])


def long_key(forger):
    """The key that all heads are verified with is as long as an entry may be."""
    forger.terms[1 + OpenGame.__struct_fields__.index("log_key")] = f"{LOG_NAME}+{'a' * 900_000}+AAAA"
    forger.fill(count=100)
    note = notes.sign(bytes(32), LOG_NAME, head_text(bytes(16), 1, bytes(32)))
    return forger.file([f"{note[:-1]}{number}\n" for number in range(MANY)])


def deep_questions(forger):
    """Each entry asks more questions on top of all those before."""
    forger.fill(count=1)
    asked = ["Asked", (1 << 50), [[7, "window", [0], []]] * 40]
    fields = list(forger.other)
    fields[EVENTS] = [[asked, []]]
    forger.fill(fields)
    return forger.file()


def many_keys(forger):
    """A seat has as many keys as an entry holds, and each signature is to be tried with all of them."""
    forger.terms[5][0][1] = [hashlib.sha256(b"%d" % number).digest() for number in range(MANY)]
    fields = list(forger.other)
    fields[SIGNATURE] = bytes(64)
    forger.fill(count=1)
    forger.fill(fields, 2_000)
    return forger.file()


def many_seats(forger):
    """There are as many seats as an entry holds, and each entry should have a part for each of them."""
    forger.terms[5] = [[f"s{number}", [], False] for number in range(MANY)]
    fields = list(forger.other)
    fields[COMMAND] = [bytes(16), None, ["PlotMarch", None], bytes(32)]
    forger.fill(count=1)
    forger.fill(fields, 10_000)
    return forger.file()


def many_acts(forger):
    """Each entry has many events of the desk, and goes back to one that is still to come."""
    forger.fill(count=1)
    acts = [
        ["RefereeCalled", 0, "q", [], 99, 99],
        ["GameStopped", "pause", 99],
        ["DiceRetired", "bone"],
        ["Penalised", 0, "caution", 0, 0],
        ["AppealLodged", 0, 1, 0],
        ["FlagFell", 0, 0, False, 0],
        ["ResultReached", [0], "won", "points", "rules", [1, 2], [], True, 0],
        ["Rewound", 1 << 40, [2], "fresh", [], None],
    ]
    fields = list(forger.other)
    fields[EVENTS] = [[act, []] for act in acts for _ in range(40)]
    forger.fill(fields, 300)
    return forger.file()


@pytest.mark.parametrize(
    "forge",
    [
        wrong_everywhere,
        many_heads,
        long_key,
        pytest.param(deep_questions, marks=pytest.mark.long),
        many_keys,
        many_seats,
        many_acts,
    ],
)
def test_forged_files(forge):
    """A forged file is audited in a time that grows with its size alone, and the report stays short."""
    report = audit(forge(Forger()), find=find, most=MOST)
    assert report.result == FAIL
    codes = [finding.code for finding in report.findings]
    assert max(map(codes.count, codes)) <= MOST
    assert all(len(text) <= LONGEST for finding in report.findings for text in (finding.expected, finding.found))


def test_the_first_of_many():
    """Of more findings than are listed the first stay, and the report says how many there were."""
    findings = Findings(3)
    for seq in (1, *range(1, 11)):
        findings.add("CHAIN_BREAK", seq, "this", "that")
    report = findings.report("", 10, (), ("L0",))
    assert [finding.seq for finding in report.findings] == [1, 2, 3]
    assert report.notes == ("CHAIN_BREAK: 7 findings more are not listed",)
    assert findings.total == 11


def test_remarks_are_short():
    """What a file says of itself is cut in number and length."""
    findings = Findings()
    findings.testimony = ["x" * 1_000_000] * (REMARKS_MOST + 5)
    report = findings.report("", 10, ("y" * 1_000_000,), ("L0",))
    assert len(report.testimony) == REMARKS_MOST + 1
    assert report.testimony[-1] == "5 lines more are not listed"
    assert max(map(len, (*report.testimony, *report.declared))) == LONGEST
