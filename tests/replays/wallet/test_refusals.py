"""Refusals judged again: rightly refused, refused for another reason, or a move that the rules allowed."""

import asyncio
import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.record.chain import signing_bytes
from adjudicator.kernel.record.mpint import decode, encode
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.wallet.refusal import command_hash, read_refusal, write_refusal
from services.games.signing import sign
from tests.replays.fixtures import ENGINE, Recorder, toy_rules
from tests.replays.wallet.steps import LIE, based, command_row, judged, lines, refusal_rows, title, told


def until(kind):
    return lambda session: bool(session.game.stack) and session.game.stack[-1].kind == kind


def make(name, **fields):
    kind = toy_rules().command(name)
    assert kind is not None
    return kind(**fields)


def asked_and_legal(recorder):
    """Who is asked at this moment, and a command of his that the rules allow."""

    async def look():
        async with recorder.command_handler.locked(recorder.game_id) as session:
            return recorder._next(session)

    return asyncio.run(look())


@pytest.fixture
def recorder():
    """A game in which a seat has its turn."""
    made = Recorder(1)
    asyncio.run(made.play(lambda session: session.protocol.seq >= 10))
    return made


def finished(recorder):
    asyncio.run(recorder.play())
    return asyncio.run(recorder.file())


def kept(recorder, party, command, fault=None, **how):
    return asyncio.run(refusal_rows(recorder, party, command, fault, **how))


def test_rightly_refused(recorder):
    """A command that the rules refuse is told as rightly refused, with clause and reason; the game passes."""
    party, _ = asked_and_legal(recorder)
    rows = kept(recorder, 1 - party, make("EndTurn"))
    report = judged(finished(recorder), refusals=[lines([title(recorder), *rows])])
    assert (report.result, told(report), dict(report.levels)["L3"]) == ("PASS", [], "done")
    assert len(report.refusals) == 1
    assert report.refusals[0].startswith("EndTurn after entry 10 (0.wallet): rightly refused, ")


def test_a_lying_engine(recorder):
    """A legal command that was refused is found, dice or none: the rules allowed it at that head."""
    party, command = asked_and_legal(recorder)
    rows = kept(recorder, party, command, LIE)
    report = judged(finished(recorder), refusals=[lines([title(recorder), *rows])])
    assert report.result == "FAIL"
    assert told(report) == [("REFUSED_LEGAL_COMMAND", 10)]
    assert "and the rules allow it" in report.refusals[0]


@pytest.mark.parametrize("seed", range(4))
def test_lies_at_any_moment(seed):
    """At every question of a game a legal command that is refused is found as one that the rules allowed."""
    recorder, rows, lies = Recorder(seed), [], []
    for seq in range(6, 18):
        asyncio.run(recorder.play(lambda session, seq=seq: session.protocol.seq >= seq))
        party, command = asked_and_legal(recorder)
        if party in (0, 1):
            rows += kept(recorder, party, command, LIE)
            lies.append(("REFUSED_LEGAL_COMMAND", seq))
    report = judged(finished(recorder), refusals=[lines([title(recorder), *rows])])
    assert len(lies) > 5
    assert told(report) == lies


def test_secret_commands_are_opened_from_the_wallet():
    """A secret order that was refused is judged by what the wallet opens of it, and by no other."""
    recorder = Recorder(1)
    asyncio.run(recorder.play(until("plot")))
    rows = kept(recorder, 0, make("PlotMarch", heading="nowhere"))
    lied = kept(recorder, 0, make("PlotMarch", heading="north"), LIE)
    forged = [lied[0] | {"secret": based(encode(["nowhere"]))}, lied[1]]
    data = finished(recorder)
    report = judged(data, refusals=[lines([title(recorder), *rows, *lied])])
    assert [row.code for row in report.findings] == ["REFUSED_LEGAL_COMMAND"]
    assert sum("rightly refused" in line for line in report.refusals) == 1
    report = judged(data, refusals=[lines([title(recorder), *forged])])
    assert [row.code for row in report.findings] == ["REFUSAL_UNPROVEN"]


@pytest.mark.parametrize("field", ["clause", "reason", "path", "facts"])
def test_another_reason(recorder, field):
    """A refusal under another clause, reason, field or fact than is due is named with what is due."""
    party, _ = asked_and_legal(recorder)
    rows = kept(recorder, 1 - party, make("EndTurn"))
    refusal = read_refusal(_bytes(rows))
    right = refusal.faults[0]
    other = {"clause": "TOY-9", "reason": "odd", "path": "piece", "facts": (("asks", "nobody"),)}[field]
    wrong: Fault = replace(right, **{field: other})
    rows = kept(recorder, 1 - party, make("EndTurn"), wrong)
    report = judged(finished(recorder), refusals=[lines([title(recorder), *rows])])
    assert (report.result, told(report)) == ("PASS_WITH_NOTES", [("REFUSAL_MISSTATED", 10)])
    assert report.findings[0].expected.startswith(f"faults[0].{field}: ")


def _bytes(rows):
    import base64

    return base64.b64decode(rows[1]["refusal"])


def test_stale_heads(recorder):
    """That a command was given on an old head is judged too: truly old, or a lie."""
    party, command = asked_and_legal(recorder)
    old = kept(recorder, party, command, head=b"\x09" * 32)
    lie = kept(recorder, party, command, Fault("", "stale-head", "header.head"))
    data = finished(recorder)
    report = judged(data, refusals=[lines([title(recorder), *old])])
    assert (report.result, "rightly refused, stale-head" in report.refusals[0]) == ("PASS", True)
    assert told(judged(data, refusals=[lines([title(recorder), *lie])])) == [("REFUSED_LEGAL_COMMAND", 10)]


@pytest.mark.parametrize("years", [-1, 1])
def test_a_time_that_was_not(recorder, years):
    """A refusal dated before the entry that it was ruled on, or after the one that came next, says a wrong time."""
    party, _ = asked_and_legal(recorder)
    rows = kept(recorder, 1 - party, make("EndTurn"), time=recorder.now + years * 31_536_000_000)
    report = judged(finished(recorder), refusals=[lines([title(recorder), *rows])])
    assert told(report) == [("REFUSAL_MISSTATED", 10)]
    assert report.findings[0].expected.startswith("time: ")


def test_on_a_head_that_is_not_there(recorder):
    """A refusal is a signed head too: ruled on an entry that the log does not have, it shows another history."""
    party, _ = asked_and_legal(recorder)
    rows = kept(recorder, 1 - party, make("EndTurn"))
    other = Recorder(1, secret=b"\x77" * 32)
    report = judged(finished(other), refusals=[lines([title(recorder), *rows])])
    assert ("RECEIPT_NOT_IN_LOG", 10) in told(report)
    short = Recorder(1)
    asyncio.run(short.play(lambda session: session.protocol.seq >= 8))
    report = judged(asyncio.run(short.file()), refusals=[lines([title(recorder), *rows])])
    assert ("TRUNCATED_LOG", 9) in told(report)


@pytest.mark.parametrize("what", ["signature", "refusal", "command", "log_key", "no command", "plain signature"])
def test_unproven(recorder, what):
    """A refusal counts with the signature of the log key under its own domain, and with its own command alone."""
    party, command = asked_and_legal(recorder)
    rows = kept(recorder, party, command, LIE)
    if what == "signature":
        rows[1]["signature"] = "00" * 64
    elif what == "refusal":
        rows[1]["refusal"] = based(write_refusal(replace(read_refusal(_bytes(rows)), seq=9)))
    elif what == "command":
        signed = decode(_command(rows))
        signed[2][0] = b"\x01" * 16
        rows[0] = command_row(encode(signed))
    elif what == "log_key":
        rows[1]["log_key"] = "someone"
    elif what == "no command":
        rows = rows[1:]
    else:
        rows[1]["signature"] = sign(recorder.log_key, _bytes(rows)).hex()
    report = judged(finished(recorder), refusals=[lines([title(recorder), *rows])])
    assert report.result == "PASS_WITH_NOTES"
    assert {row.code for row in report.findings} == {"REFUSAL_UNPROVEN"}


def _command(rows):
    import base64

    return base64.b64decode(rows[0]["command"])


def test_the_hash_is_that_of_what_is_signed(recorder):
    """The command of a refusal is found by the hash of the bytes that its signature covers."""
    party, _ = asked_and_legal(recorder)
    rows = kept(recorder, 1 - party, make("EndTurn"))
    assert read_refusal(_bytes(rows)).command == command_hash(signing_bytes(_command(rows)))


def test_what_can_not_be_judged(recorder):
    """Below level L2, and where the file stops to be readable for the rules, the report says so."""
    party, command = asked_and_legal(recorder)
    held = lines([title(recorder), *kept(recorder, party, command, LIE)])
    data = finished(recorder)
    report = judged(data, refusals=[held], levels=("L0", "L1"))
    assert (report.result, "can not be judged" in dict(report.levels)["L3"]) == ("INCOMPLETE", True)
    other = Recorder(2)
    report = judged(finished(other), refusals=[held])
    assert dict(report.levels)["L3"] == "none of the wallets is of this game"


def test_a_later_edition_accuses_nobody(recorder):
    """A build whose edition cites another clause finds nothing wrong, and says whose refusals it can not judge."""
    party, _ = asked_and_legal(recorder)
    cited = Fault("WG-END-04", "not-asked")
    held = lines([title(recorder), *kept(recorder, 1 - party, make("EndTurn"), cited)])
    data = finished(recorder)
    assert told(judged(data, refusals=[held])) == [("REFUSAL_MISSTATED", 10)]
    wallets: Any = read_held(held, "0.wallet")
    report = audit(data, find=lambda _: (dataclasses.replace(toy_rules(), edition="2"), ENGINE), refusals=wallets)
    assert (report.result, told(report)) == ("INCOMPLETE", [])
    assert dict(report.levels)["L2"] == "edition 1 is not in this build, which has 2"
    assert "refusals after entry 10 can not be judged" in dict(report.levels)["L3"]


def test_limits_are_listed(recorder):
    """The report says what it can not show of refusals."""
    report = judged(finished(recorder))
    assert any("refused without an answer" in limit for limit in report.limits)
