"""Entries as they are read: what a message tells of one is what its record says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator_client.contract.wargame.v1 import play_pb2, protocol_pb2, rewinds_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.events import check_events
from adjudicator_client.proof.dice import PUBLIC, REPORTED
from adjudicator_client.proof.logged import party_of
from adjudicator_client.proof.records import Opening, Record, read_record

EVERYONE: Final = 253
REFEREE: Final = 254


def read_entry(entry: play_pb2.Entry, game: bytes, seq: int) -> Record:
    """Read the record of an entry, which must be this one, and compare the message with it.

    Raises NotProven.
    """
    openings = [Opening(party_of(row.owner), row.part, row.salt, row.data) for row in entry.openings]
    if entry.seq != seq:
        raise NotProven("MISSING_ENTRY", game, seq, f"entry {seq}", f"entry {entry.seq}")
    record = read_record(entry.record, game, seq, openings)
    actor = [entry.actor.role, party_of(entry.actor.party), entry.actor.key]
    time = entry.time.seconds * 1000 + entry.time.nanos // 1_000_000
    pairs: dict[str, tuple[Any, Any]] = {
        "hash": (record.hash, entry.hash),
        "time": (record.time, time),
        "actor": (record.actor, actor),
        "command": (record.kind, entry.command),
        "command_id": (record.id, entry.command_id),
        "rolls": (_rows_of_record(record), _rows_of_message(entry)),
    }
    for name, (expected, found) in pairs.items():
        if expected != found and name == "rolls" and record.openings:  # some may be for the reader alone
            raise NotProven("ENTRY_MISMATCH", game, seq, "rolls of the record and its open parts", "others")
        if expected != found:
            raise NotProven("ENTRY_MISMATCH", game, seq, f"{name} {_shown(expected)}", _shown(found))
    check_events(entry.ruled, record)
    return record


def rewound(entry: play_pb2.Entry) -> rewinds_pb2.Rewound | None:
    """Give the rewind in an entry: from which entry on the game went back, and what that has made void; None for none.

    What was offered and shown before it does not hold any more.
    """
    for ruled in entry.ruled:
        event = protocol_pb2.ProtocolEvent()
        if ruled.name == "Rewound" and ruled.event.Unpack(event):
            return event.rewound
    return None


def check_sent(record: Record, sent: tuple[Sequence[Any], bytes | None] | None, actor: Sequence[Any]) -> None:
    """See to it that a command that was sent stands in the log as it was sent; None where it was not sent from here.

    `actor` is the role and the party that have sent it; a role of 0 is none that is known.

    Raises NotProven.
    """
    if sent is None:
        return
    command, signature = list(sent[0]), sent[1]
    if actor[0] and record.actor[:2] != list(actor[:2]):
        raise NotProven("COMMAND_MISMATCH", record.game, record.seq, f"{command[2][0]} of who sent it", "of another")
    if record.command != command or (signature is not None and record.signature != signature):
        raise NotProven("COMMAND_MISMATCH", record.game, record.seq, f"{command[2][0]} as it was sent", "another")


def check_answer(reply: Any, entry: play_pb2.Entry, record: Record, command_id: bytes) -> None:
    """See to it that the answer to a command is that of its entry: the command's id, dice and events.

    Raises NotProven.
    """
    if record.id != command_id:
        expected = f"command {command_id.hex()}"
        raise NotProven("RECEIPT_MISMATCH", record.game, record.seq, expected, f"command {record.id.hex()}")
    for name in ("rolls", "ruled"):
        if name in reply.DESCRIPTOR.fields_by_name and list(getattr(reply, name)) != list(getattr(entry, name)):
            raise NotProven("ANSWER_MISMATCH", record.game, record.seq, f"the {name} of the entry", "others")


def _rows_of_record(record: Record) -> list[tuple[Any, ...]]:
    """List the throws that a reader of these openings sees."""
    return sorted(
        (_owner(row[0]), *row[1:4], tuple(row[4]), row[5], row[6], row[0] == REPORTED) for row in record.all_dice()
    )


def _rows_of_message(entry: play_pb2.Entry) -> list[tuple[Any, ...]]:
    return sorted(
        (
            party_of(roll.owner),
            roll.epoch,
            roll.index,
            roll.sides,
            tuple(roll.faces),
            roll.why,
            party_of(roll.roller),
            roll.reported,
        )
        for roll in entry.rolls
    )


def _owner(stream: int) -> int:
    """Tell whose the dice of a stream are."""
    if stream in {PUBLIC, REPORTED}:
        return EVERYONE
    return stream - 1 if stream <= EVERYONE else REFEREE


def _shown(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
