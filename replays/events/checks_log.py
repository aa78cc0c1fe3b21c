"""The log of an event by itself: numbers, chain, times, ids, who gave what, and its signed heads."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE, OWNER_ROLE, REFEREE_ROLE, SERVER_ROLE
from adjudicator.kernel.record.chain import read_head
from replays import notes
from replays.audit.entries import ZERO
from replays.audit.report import Findings
from replays.events.reading import EventEntry, EventFold

# A token that was revoked is refused two seconds later, and a call takes some more, ms.
GRACE_MS: Final = 10_000
REFEREES: Final = (REFEREE_ROLE, HEAD_REFEREE_ROLE)
_HEADS: Final = (OWNER_ROLE, HEAD_REFEREE_ROLE)
BY: Final[Mapping[str, Collection[int]]] = {
    "EventCreated": (OWNER_ROLE,),
    "RosterChanged": _HEADS,
    "GamesOpened": (OWNER_ROLE,),
    "TokenMade": _HEADS,
    "TokenRevoked": _HEADS,
    "ClauseInterpreted": (HEAD_REFEREE_ROLE,),
    "PersonPenalised": (*REFEREES, SERVER_ROLE),
    "GamesPaused": REFEREES,
    "GamesResumed": REFEREES,
    "EventClosed": _HEADS,
}


def check_entries(entries: Sequence[EventEntry], findings: Findings) -> EventFold:
    """Check that the entries are of one event, in order, chained, each once, with times that do not go back."""
    fold, before, time = EventFold(), ZERO, 0
    ids: set[bytes] = set()
    for number, entry in enumerate(entries, 1):
        if entry.event != entries[0].event:
            findings.add("WRONG_GAME", entry.seq, entries[0].event, entry.event)
        if entry.seq != number:
            findings.add("MISSING_ENTRY", number, f"entry {number}", f"entry {entry.seq}")
        if entry.prev != before:
            findings.add("CHAIN_BREAK", entry.seq, before, entry.prev)
        if entry.time < time:
            findings.add("TIME_REGRESSION", entry.seq, f"a time not before {time}", entry.time)
        if entry.command_id in ids:
            findings.add("COMMAND_ID_REUSED", entry.seq, "each command once", entry.command_id)
        ids.add(entry.command_id)
        before, time = entry.hash, entry.time
        _check_actor(fold, entry, findings)
        try:
            fault = fold.take(entry)
        except (msgspec.ValidationError, TypeError, ValueError, IndexError) as error:
            findings.add("BUNDLE_MALFORMED", entry.seq, f"{entry.kind} with all its fields", error)
            continue
        if fault:
            findings.add("EVENT_INVALID", entry.seq, "what may follow the entries before", fault)
    if fold.terms is None:
        findings.add("GENESIS_INVALID", 0, "an entry that creates an event", "none")
    return fold


def _check_actor(fold: EventFold, entry: EventEntry, findings: Findings) -> None:
    if entry.role not in BY.get(entry.kind, ()):
        findings.add("UNAUTHORISED_ACTOR", entry.seq, f"a role that gives {entry.kind}", f"role {entry.role}")
    elif entry.role == OWNER_ROLE and fold.owner and entry.key != fold.owner:
        findings.add("UNAUTHORISED_ACTOR", entry.seq, f"the owner {fold.owner}", entry.key)
    elif entry.role in REFEREES and (why := no_token(fold, entry.key, entry.role, entry.time)):
        findings.add("UNAUTHORISED_ACTOR", entry.seq, "a token of the event that holds", why)


def no_token(fold: EventFold, key: str, role: int, time: int) -> str:
    """Say why a key is no token of this role at a time; nothing where it is."""
    made, token = fold.tokens.get(key, (0, None))
    if token is None or token.role != role or time < made - GRACE_MS:
        return f"{key}, for which the event made none of this role by then"
    if token.expires and time > token.expires + GRACE_MS:
        return f"{key}, which had expired"
    if key in fold.revoked and time > fold.revoked[key] + GRACE_MS:
        return f"{key}, which was revoked"
    return ""


def check_event_heads(
    entries: Sequence[EventEntry], heads: Sequence[str], keys: Collection[str], findings: Findings
) -> None:
    """Check that the signed heads fit the chain and cover its end; `keys` are those that may have signed them."""
    by_seq = {entry.seq: entry.hash for entry in entries}
    signed = 0
    for note in heads:
        found = _head_of(note, keys)
        if found is None:
            findings.add("HEAD_SIGNATURE_INVALID", 0, "a note signed with the log key of the games", note)
            continue
        event, size, head = found
        signed = max(signed, size)
        if entries and event != entries[0].event:
            findings.add("HEAD_MISMATCH", size, entries[0].event, event)
        elif size > len(entries):
            findings.add("TRUNCATED_LOG", len(entries) + 1, f"{size} entries", f"{len(entries)} entries")
        elif by_seq.get(size) != head:
            findings.add("HEAD_MISMATCH", size, head, by_seq.get(size, b""))
    if entries and signed < entries[-1].seq:
        findings.add("UNSIGNED_TAIL", signed + 1, "a signed head over the last entry", "none")


def _head_of(note: str, keys: Collection[str]) -> tuple[bytes, int, bytes] | None:
    for key in keys:
        try:
            return read_head(notes.verify(key, note))
        except ValueError:
            continue
    return None
