"""Entries and results as a party may see them: what is hidden is absent, and what is all hidden is not sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from adjudicator.kernel.decide.parties import EVERYONE, Party
from adjudicator.kernel.decide.state import Tables, listed
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.wgdice import REPORTED, Roll, owner_of_stream
from adjudicator.kernel.messages import EVENTS
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.log import Entry
from adjudicator.kernel.record.record import COMMAND_PART, OpenedPart, OpenedRecord, Record, read_opened_parts
from adjudicator.kernel.record.visibility import hidden_fields, owner_of
from adjudicator.kernel.ruleset import LoadedRuleset
from services.games.receipts import Receipts
from services.games.timing.game_clocks import ShownClocks
from services.rpc.conversion import Converter
from services.rpc.wire_values import Invalid, put_party, put_span, put_time, timestamp_of
from wargame.v1 import play_pb2, protocol_pb2, record_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

CLOCKS_KEPT: Final = 256  # of the games that were told of last


def put_windows(target: Any, windows: Iterable[Window]) -> None:
    """Write the open questions."""
    for window in windows:
        shown = target.add(id=window.id, kind=window.kind, subject=window.subject)
        for party in window.asks:
            put_party(shown.asks.add(), party)


def put_clocks(target: Any, shown: ShownClocks) -> None:
    """Write the clocks: the same for every viewer, and so made once for all who are told of an entry."""
    target.CopyFrom(_clocks_of(shown))


@lru_cache(CLOCKS_KEPT)
def _clocks_of(shown: ShownClocks) -> Message:
    """Give the message of clocks, which nobody changes."""
    target = record_pb2.Clocks()
    put_time(target.time, shown.time)
    if shown.silence is not None:
        put_time(target.silence_time, shown.silence)
    target.absent.extend(shown.absent)
    for seat, row in enumerate(shown.seats):
        clock = target.seats.add(seat=seat, running=row.running, flag=row.flagged)
        put_span(clock.bank, row.bank)
        put_span(clock.free, row.free)
        if row.due is not None:
            put_time(clock.due_time, row.due)
    return target


def put_rolls(target: Any, rolls: Iterable[Roll], viewer: Party, *, all_open: bool = False) -> None:
    """Write the throws that the viewer may see."""
    for roll in rolls:
        owner = owner_of_stream(roll.stream)
        if all_open or owner in (EVERYONE, viewer):
            shown = target.add(epoch=roll.epoch, index=roll.index, sides=roll.sides, faces=roll.faces, why=roll.why)
            shown.reported = roll.stream == REPORTED
            put_party(shown.owner, owner)
            put_party(shown.roller, roll.roller)


def open_parts(
    record: Record, openings: Sequence[OpenedPart], protocol: ProtocolState, viewer: Party
) -> list[OpenedPart]:
    """List the openings of an entry that the viewer may have in the present state of the game."""
    if protocol.secret is not None:
        return list(openings)
    unsealed = record.seq in protocol.unsealed
    return [opened for opened in openings if opened.owner == viewer or (unsealed and opened.part == COMMAND_PART)]


def inspected_tables(protocol: ProtocolState, key: str, seq: int) -> tuple[str, ...]:
    """Name the tables that who has this key inspects at an entry.

    Raises Invalid where that entry is no inspection of his, whatever else it is.
    """
    found = protocol.docket.inspected.get(seq)
    if found is None or found.key != key:
        raise Invalid("entry", "is none in which you have said what you inspect: give Inspect first")
    return found.tables


def put_tables(target: Any, game: Tables, names: Iterable[str]) -> None:
    """Write tables whole, hidden rows too: for who has said that he looks at them."""
    for name in names:
        target.add(name=name, value=msgspec.json.encode(listed(getattr(game, name))).decode())


class EntryRedactor:
    """Shows entries of one ruleset's games."""

    def __init__(self, converter: Converter, rules: LoadedRuleset[Any], event: type[Message]) -> None:
        """`event` is the message that holds any event of the ruleset."""
        self._converter = converter
        self._masks = rules.masks
        self._holders = {kind: protocol_pb2.ProtocolEvent if kind in EVENTS else event for kind in rules.masks}

    def put_ruled(self, target: Any, opened: OpenedRecord, viewer: Party, *, all_open: bool = False) -> None:
        """Write what happened, in order, numbered by what the viewer sees of it."""
        place = 0
        for event, clauses in opened.events:
            kind = type(event)
            mask = self._masks[kind]
            hidden = () if all_open or not mask.secret else hidden_fields(mask, owner_of(mask, event), viewer)
            if hidden and mask.whole:
                continue
            shown = self._converter.event_to_pb(event, self._holders[kind], hidden)
            target.add(name=kind.__name__, clauses=clauses, place=place).event.Pack(shown)
            place += 1

    def entry(
        self,
        entry: Entry,
        record: Record,
        opened: OpenedRecord,
        protocol: ProtocolState,
        viewer: Party,
        *,
        records: bool,
    ) -> play_pb2.Entry:
        """Write an entry; after the reveal nothing in it is hidden."""
        all_open = protocol.secret is not None
        shown = play_pb2.Entry(
            seq=entry.seq,
            time=timestamp_of(record.time),
            command=type(record.command.body).__name__,
            command_id=record.command.id,
            hash=entry.hash,
        )
        actor = record.actor
        shown.actor.role, shown.actor.key = actor.role, actor.key  # type: ignore[assignment]
        put_party(shown.actor.party, actor.party)
        self.put_ruled(shown.ruled, opened, viewer, all_open=all_open)
        put_rolls(shown.rolls, opened.rolls, viewer, all_open=all_open)
        if records:
            shown.record = entry.record
        for part in open_parts(record, read_opened_parts(entry.openings), protocol, viewer):
            opening = shown.openings.add(part=part.part, salt=part.salt, data=part.data)
            put_party(opening.owner, part.owner)
        return shown


def put_receipt(target: Any, receipts: Receipts, protocol: ProtocolState, seq: int, entry_hash: bytes) -> None:
    """Write the proof of an entry of a game, under the log key in force in it."""
    target.seq, target.hash = seq, entry_hash
    target.note = receipts.note(protocol.game_id, seq, entry_hash, protocol.log_key)
