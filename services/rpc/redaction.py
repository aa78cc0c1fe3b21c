"""Entries and answers as a party may see them: what is hidden is absent, and what is all hidden is not sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from google.protobuf.message import Message

from adjudicator.kernel.dice import REPORTED, Roll
from adjudicator.kernel.docket import Docket
from adjudicator.kernel.log import Entry
from adjudicator.kernel.parties import EVERYONE, REFEREE, Party, is_seat
from adjudicator.kernel.record import COMMAND_PART, Filled, Opening, Record, read_openings
from adjudicator.kernel.ruleset import Rules
from adjudicator.kernel.visible import hidden_fields, owner_of
from adjudicator.kernel.windows import Window
from services.receipts import Receipts
from services.wire import Wire
from wargame.v1 import record_pb2

REFEREE_STREAM: Final = 0xFFF0


def put_windows(target: Any, windows: Iterable[Window]) -> None:
    """Write the open questions."""
    for window in windows:
        target.add(id=window.id, kind=window.kind, asks=window.asks, about=window.about)


def put_rolls(target: Any, rolls: Iterable[Roll], viewer: Party, *, all_open: bool = False) -> None:
    """Write the throws that the viewer may see."""
    for roll in rolls:
        if all_open or _roller(roll) in (EVERYONE, viewer):
            target.add(
                stream=roll.stream, epoch=roll.epoch, index=roll.index, sides=roll.sides, faces=roll.faces,
                why=roll.why, roller=roll.roller,
            )  # fmt: skip


def open_to(record: Record, openings: Sequence[Opening], docket: Docket, viewer: Party) -> list[Opening]:
    """List the openings of an entry that the viewer may have as the game stands."""
    if docket.secret is not None:
        return list(openings)
    unsealed = record.seq in docket.unsealed
    return [each for each in openings if each.owner == viewer or (unsealed and each.part == COMMAND_PART)]


class Projector:
    """Shows entries of one ruleset's games."""

    def __init__(self, wire: Wire, rules: Rules[Any], event: type[Message], entry: type[Message]) -> None:
        self._wire = wire
        self._masks = rules.masks
        self._event = event
        self._entry = entry

    def put_ruled(self, target: Any, filled: Filled, viewer: Party, *, all_open: bool = False) -> None:
        """Write what happened, in order, numbered by what the viewer sees of it."""
        place = 0
        for event, clauses in filled.events:
            mask = self._masks[type(event)]
            hidden = () if all_open or not mask.secret else hidden_fields(mask, owner_of(mask, event), viewer)
            if hidden and mask.whole:
                continue
            shown = self._wire.event_to_pb(event, self._event, hidden)
            target.add(event=shown, clauses=clauses, place=place)
            place += 1

    def entry(
        self, entry: Entry, record: Record, filled: Filled, docket: Docket, viewer: Party, *, records: bool
    ) -> Message:
        """Write an entry; after the reveal nothing in it is hidden."""
        all_open = docket.secret is not None
        shown: Any = self._entry(
            seq=entry.seq, time_ms=record.time, command=type(record.command.body).__name__,
            command_id=record.command.id, hash=entry.hash,
        )  # fmt: skip
        actor = record.actor
        shown.actor.CopyFrom(record_pb2.Actor(role=actor.role, party=actor.party, key=actor.key))
        self.put_ruled(shown.ruled, filled, viewer, all_open=all_open)
        put_rolls(shown.rolls, filled.rolls, viewer, all_open=all_open)
        if records:
            shown.record = entry.record
        for each in open_to(record, read_openings(entry.openings), docket, viewer):
            shown.openings.add(owner=each.owner, part=each.part, salt=each.salt, data=each.data)
        return shown  # type: ignore[no-any-return]


def put_receipt(target: Any, receipts: Receipts, game: bytes, seq: int, entry_hash: bytes) -> None:
    """Write the proof of an entry."""
    target.seq, target.hash = seq, entry_hash
    target.note = receipts.note(game, seq, entry_hash)


def _roller(roll: Roll) -> Party:
    if roll.stream in (0, REPORTED):
        return EVERYONE
    seat = roll.stream - 1
    return seat if is_seat(seat) else REFEREE


__all__ = ["Projector", "open_to", "put_receipt", "put_rolls", "put_windows"]
