"""Level L1 of the audit: calls, pauses, adjournments, and what the service ends. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.ruling import AFTER_THE_END
from adjudicator.kernel.docket.docket import Docket
from adjudicator.kernel.docket.stops import ADJOURNMENT, PAUSE, is_valid
from adjudicator.kernel.messages import CallReferee, GameTerms, OpenGame
from adjudicator.kernel.protocol.deadlines import referee_ms, stop_terms
from adjudicator.kernel.protocol.dice_reports import same_set
from adjudicator.kernel.protocol.lifecycle import PART
from adjudicator.kernel.referee.desk import DESK
from replays.audit.entries import RawEntry
from replays.audit.open_questions import dockets, stacks
from replays.audit.report import Findings

# what may be given while a game is paused or adjourned, and in an adjournment alone
_BESIDE = {kind.__name__ for kind in (PART.anytime | DESK.anytime)} - {
    "EnforceDeadline",
    "TakeBack",
    "OfferDraw",
    "AnswerDraw",
}
_ADJOURNED = frozenset({"OfferDraw", "AnswerDraw"})
_ANSWERS = frozenset({"AnswerProposal"})


def check_stops(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Stops are as long as the terms say, nothing is played in them, and what was sealed is taken or void."""
    for (raw, docket), (_, stack) in zip(dockets(entries), stacks(entries), strict=True):
        over = bool(stack) and stack[-1].kind in AFTER_THE_END
        for check in (_halted, _called, _stopped, _ended, _sealed):
            due = check(raw, docket, terms.event_terms, over=over)
            if due is not None:
                findings.add("STOP_INVALID", raw.seq, due, raw.kind)
        _retired(raw, docket, findings)


def _halted(raw: RawEntry, docket: Docket, _terms: GameTerms | None, *, over: bool) -> str | None:
    halt = docket.halt
    if halt is None or over or raw.kind in _BESIDE or raw.kind in _ANSWERS:
        return None
    if raw.kind in _ADJOURNED and halt.kind == ADJOURNMENT:
        return None
    return f"nothing to be played in the {halt.kind} of entry {halt.seq}"


def _called(raw: RawEntry, docket: Docket, terms: GameTerms | None, *, over: bool) -> str | None:
    fields = raw.event("RefereeCalled")
    if fields is None:
        return None
    stops = stop_terms(terms)
    lapses = raw.time + referee_ms(terms)
    counts = docket.called.get(raw.party, 0) < stops.calls and docket.halt is None and not over
    until = min(raw.time + stops.call_ms, lapses) if counts and stops.call_ms else 0
    fits = raw.kind == CallReferee.__name__ and fields[0] == raw.party and list(fields[3:5]) == [until, lapses]
    return None if fits else f"a call of its seat until {until}, {lapses}"


def _stopped(raw: RawEntry, docket: Docket, terms: GameTerms | None, *, over: bool) -> str | None:
    fields = raw.event("GameStopped")
    if fields is None:
        return None
    stops, kind = stop_terms(terms), fields[0]
    asked = raw.arguments[1] if raw.kind == "AdjournGame" and len(raw.arguments) > 1 else 0
    most = stops.pause_ms if kind == PAUSE else stops.adjourn_ms
    lasts = asked or most
    due = {"PauseGame": PAUSE, "AdjournGame": ADJOURNMENT}.get(raw.kind)
    fits = kind == due and fields[1] == raw.time + lasts and lasts <= most
    if fits and not over and docket.halt is None:
        return None
    return f"a stop until {raw.time + lasts} at most, of a game that is played"


def _ended(raw: RawEntry, docket: Docket, _terms: GameTerms | None, *, over: bool) -> str | None:
    if raw.kind != "EndStop":
        return None
    number = raw.arguments[0] if raw.arguments else None
    due = [call.lapses for call in docket.calls if call.seq == number]
    due += [stop.until for stop in docket.stops if stop.seq == number]
    return None if due and raw.time >= min(due) else f"a stop that is due: {min(due, default='none')}"


def _sealed(raw: RawEntry, docket: Docket, _terms: GameTerms | None, *, over: bool) -> str | None:
    """Where an adjournment ends, every sealed command is taken and opened, or void."""
    taken = [list(event[0][1:3]) for event in raw.events if event[0][0] == "SealedTaken"]
    void = [list(event[0][1:3]) for event in raw.events if event[0][0] == "SealedVoid"]
    valid = [[row.seq, party] for party, row in sorted(docket.envelopes.items()) if is_valid(docket, row)]
    held = [[row.seq, party] for party, row in sorted(docket.envelopes.items())]
    ends = raw.event("StopEnded")
    going_on = ends is not None and len(ends) > 1 and ends[1] != "call"
    opened = [seq for event in raw.events if event[0][0] == "Unsealed" for seq in event[0][1]]
    if not going_on:
        return None if not taken and not void else "sealed commands to stay shut"
    if sorted(taken + void) != sorted(held) or not all(row in valid and row[0] in opened for row in taken):
        return f"sealed commands {held} to be taken or void, {valid} of them at most to be opened"
    return None


def _retired(raw: RawEntry, docket: Docket, findings: Findings) -> None:
    name = raw.arguments[1] if raw.kind == "ReportRoll" and len(raw.arguments) > 1 else ""
    if isinstance(name, str) and any(same_set(name, retired) for retired in docket.retired):
        findings.add("DICE_SOURCE_VIOLATION", raw.seq, "dice that are in use", name)
