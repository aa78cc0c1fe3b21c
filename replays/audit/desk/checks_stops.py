"""Level L1 of the audit: calls, pauses, adjournments, and what the service ends. Needs no rules engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.ruling import AFTER_THE_END
from adjudicator.kernel.docket.stops import ADJOURNMENT, CALL, PAUSE
from adjudicator.kernel.messages import CallReferee, GameTerms, OpenGame
from adjudicator.kernel.protocol.deadlines import referee_ms, stop_terms
from adjudicator.kernel.protocol.dice_reports import set_name
from adjudicator.kernel.protocol.lifecycle import PART
from adjudicator.kernel.referee.desk import DESK
from replays.audit.desk.followed import Desk, desks
from replays.audit.entries import RawEntry
from replays.audit.open_questions import stacks
from replays.audit.report import Findings

# what may be given while a game is paused or adjourned, and in an adjournment alone
BESIDE = {kind.__name__ for kind in (PART.anytime | DESK.anytime)} - {
    "EnforceDeadline",
    "TakeBack",
    "OfferDraw",
    "AnswerDraw",
}
_ADJOURNED = frozenset({"OfferDraw", "AnswerDraw"})
_ANSWERS = frozenset({"AnswerProposal"})
# what ends a call
CLOSES = ("AnswerCall", "WithdrawCall", "EndStop")


def check_stops(entries: Sequence[RawEntry], terms: OpenGame, findings: Findings) -> None:
    """Stops are as long as the terms say, nothing is played in them, and what was sealed is taken or void."""
    for (raw, desk), (_, stack) in zip(desks(entries), stacks(entries), strict=True):
        over = bool(stack) and stack[-1].kind in AFTER_THE_END
        for check in (_halted, _called, _stopped, _ended, _sealed):
            due = check(raw, desk, terms.event_terms, over=over)
            if due is not None:
                findings.add("STOP_INVALID", raw.seq, due, raw.kind)
        _retired(raw, desk, findings)


def _halted(raw: RawEntry, desk: Desk, _terms: GameTerms | None, *, over: bool) -> str | None:
    halt = desk.halt
    if halt is None or over or raw.kind in BESIDE or raw.kind in _ANSWERS:
        return None
    if raw.kind in _ADJOURNED and halt.kind == ADJOURNMENT:
        return None
    return f"nothing to be played in the {halt.kind} of entry {halt.seq}"


def _called(raw: RawEntry, desk: Desk, terms: GameTerms | None, *, over: bool) -> str | None:
    fields = raw.event("RefereeCalled")
    if fields is None:
        return None
    stops = stop_terms(terms)
    lapses = raw.time + referee_ms(terms)
    counts = desk.called.get(raw.party, 0) < stops.calls and desk.halt is None and not over
    until = min(raw.time + stops.call_ms, lapses) if counts and stops.call_ms else 0
    fits = raw.kind == CallReferee.__name__ and fields[0] == raw.party and list(fields[3:5]) == [until, lapses]
    return None if fits else f"a call of its seat until {until}, {lapses}"


def _stopped(raw: RawEntry, desk: Desk, terms: GameTerms | None, *, over: bool) -> str | None:
    fields = raw.event("GameStopped")
    if fields is None:
        return None
    stops, kind = stop_terms(terms), fields[0]
    asked = raw.arguments[1] if raw.kind == "AdjournGame" and len(raw.arguments) > 1 else 0
    most = stops.pause_ms if kind == PAUSE else stops.adjourn_ms
    lasts = asked or most
    due = {"PauseGame": PAUSE, "AdjournGame": ADJOURNMENT}.get(raw.kind)
    fits = kind == due and fields[1] == raw.time + lasts and lasts <= most
    if fits and not over and desk.halt is None:
        return None
    return f"a stop until {raw.time + lasts} at most, of a game that is played"


def _ended(raw: RawEntry, desk: Desk, _terms: GameTerms | None, *, over: bool) -> str | None:
    """Stops and calls that are ended are open, and it is who may end them that does, the service when they are due."""
    ends = [_entry(event[0]) for event in raw.events if event[0][0] == "StopEnded"]
    closed = [_entry(event[0]) for event in raw.events if event[0][0] == "CallClosed"]
    if any(seq not in desk.halts and seq not in desk.waits for seq in ends) or any(
        seq not in desk.calls for seq in closed
    ):
        return "a stop or call that is open"
    if (ends and raw.kind not in ("ResumeGame", "EndStop")) or (closed and raw.kind not in CLOSES):
        return "nobody but a referee, the caller or the service to end a stop or call"
    if raw.kind != "EndStop":
        return None
    number = raw.arguments[0] if raw.arguments else None
    due = [desk.calls[number]] if number in desk.calls else []
    due += [desk.waits[number]] if number in desk.waits else []
    due += [desk.halts[number].until] if number in desk.halts else []
    return None if due and raw.time >= min(due) else f"a stop that is due: {min(due, default='none')}"


def _entry(fields: Sequence[Any]) -> int:
    """Give the entry that an event names first, 0 where it names none."""
    return fields[1] if len(fields) > 1 and isinstance(fields[1], int) else 0


def _sealed(raw: RawEntry, desk: Desk, _terms: GameTerms | None, *, over: bool) -> str | None:
    """Where an adjournment ends every sealed command is opened and taken, or void; a ruling may make it void before."""
    taken = [list(event[0][1:3]) for event in raw.events if event[0][0] == "SealedTaken"]
    void = [list(event[0][1:3]) for event in raw.events if event[0][0] == "SealedVoid"]
    ends = raw.event("StopEnded")
    going_on = ends is not None and len(ends) > 1 and ends[1] != CALL
    if not going_on and not taken and not void:
        return None
    held = [[row.seq, party] for party, row in sorted(desk.envelopes.items())]
    if not going_on:
        changed = _kept(raw, desk)
        fits = changed is not None and not taken and all(row in held and row[0] not in changed for row in void)
        return None if fits else "sealed commands to stay shut"
    valid = set(desk.valid().values())
    opened = {seq for event in raw.events if event[0][0] == "Unsealed" for seq in event[0][1]}
    if sorted(taken + void) != sorted(held) or not all(row[0] in valid and row[0] in opened for row in taken):
        return f"sealed commands {held} to be taken or void, {sorted(valid)} at most to be opened"
    return None


def _kept(raw: RawEntry, desk: Desk) -> frozenset[int] | None:
    """Give the sealed commands that hold after a ruling that changes the game; None for any other entry."""
    fields = raw.event("Rewound")
    if fields is not None:
        return desk.kept(_entry(["Rewound", *fields]))
    return frozenset() if raw.event("Corrected") is not None else None


def _retired(raw: RawEntry, desk: Desk, findings: Findings) -> None:
    name = raw.arguments[1] if raw.kind == "ReportRoll" and len(raw.arguments) > 1 else ""
    if isinstance(name, str) and set_name(name) in desk.retired:
        findings.add("DICE_SOURCE_VIOLATION", raw.seq, "dice that are in use", name)
