"""A replay file folded entry by entry: the game as it stood after each, and what a party was shown of the entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import History, fold_one
from adjudicator.kernel.decide.parties import SPECTATOR, Party, is_seat
from adjudicator.kernel.messages import OpenGame, Unsealed
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.record import COMMAND_PART, OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.bundle import Bundle
from replays.party_names import party_name


class MomentFault(ValueError):
    """A file can not be folded, or not as this party; the text names the entry, what is wrong and how to go on."""


class Moment(Struct, frozen=True):
    """An entry, and the game after it.

    `game` and `protocol` change with the next moment: take what is needed of them before. `parts` are the openings of
    the entry that the file holds.
    """

    seq: int
    record: Record
    parts: tuple[OpenedPart, ...]
    game: Any
    protocol: ProtocolState


def seats_of(bundle: Bundle, rules: LoadedRuleset[Any]) -> tuple[str, ...]:
    """Name the seats of a game, in order.

    Raises MomentFault where the file does not begin with the opening of a game.
    """
    return tuple(seat.name for seat in _terms(bundle, rules).seats)


def viewer_of(name: str | None, seats: Sequence[str]) -> Party:
    """Find who looks on: a seat by name or number, "spectator", or None for a spectator whatever seats are called.

    Raises MomentFault for a name that nobody has.
    """
    if name is None:
        return SPECTATOR
    if name in seats:
        return list(seats).index(name)
    if name == party_name(SPECTATOR, seats):
        return SPECTATOR
    if name.isdecimal() and int(name) < len(seats):
        return int(name)
    raise MomentFault(f"--as: nobody is called {name!r} here; write one of {', '.join([*seats, 'spectator'])}")


def _terms(bundle: Bundle, rules: LoadedRuleset[Any]) -> OpenGame:
    terms = _record(rules, bundle.records[0], 1).command.body if bundle.records else None
    if not isinstance(terms, OpenGame):
        raise MomentFault("entry 1 opens no game: take the whole file as it was exported")
    return terms


def moments(bundle: Bundle, rules: LoadedRuleset[Any], viewer: Party) -> Iterator[Moment]:
    """Fold a file along its path, for a party that looks on.

    Raises MomentFault where an entry can not be read or folded, or where the file lacks what the viewer knew.
    """
    seats = len(_terms(bundle, rules).seats)
    game: Any = rules.start(seats)
    protocol: ProtocolState | None = None
    history: History[Any] | None = None
    for seq, data in enumerate(bundle.records, start=1):
        record = _record(rules, data, seq)
        if protocol is None or history is None:
            protocol = ProtocolState(record.game)
            history = History(rules, protocol, seats)
        parts = tuple(OpenedPart(*row) for row in bundle.openings(seq))
        _require_own_parts(record, parts, viewer, seq)
        opened = _opened(rules, record, parts, seq)
        try:
            game = fold_one(rules, game, protocol, record, opened, entry_hash(data), history.game)
        except Exception as fault:
            raise MomentFault(_why_not(seq, opened, fault)) from fault
        history.add(record, opened)
        yield Moment(seq, record, parts, game, protocol)


def _record(rules: LoadedRuleset[Any], data: bytes, seq: int) -> Record:
    try:
        return decoder(rules).decode(data)
    except Exception as fault:
        raise MomentFault(
            f"entry {seq} can not be read under this release: {fault}; `replay audit` tells why"
        ) from fault


def _opened(rules: LoadedRuleset[Any], record: Record, parts: Sequence[OpenedPart], seq: int) -> OpenedRecord:
    try:
        return open_record(rules, record, parts)
    except Exception as fault:
        raise MomentFault(f"entry {seq} has sealed parts that can not be read: {fault}; see `replay audit`") from fault


def _why_not(seq: int, opened: OpenedRecord, fault: Exception) -> str:
    if not opened.whole:
        return f"entry {seq} needs sealed parts that this file does not open: export the game again after the reveal"
    return f"entry {seq} does not follow from those before it ({fault!r}): see `replay audit`"


def _require_own_parts(record: Record, parts: Sequence[OpenedPart], viewer: Party, seq: int) -> None:
    """Refuse to show a seat less than it was shown."""
    if not is_seat(viewer):
        return
    held = {(part.owner, part.part) for part in parts}
    rest = any(owner == viewer for owner, _ in record.sealed) and not any(owner == viewer for owner, _ in held)
    command = record.command.seal is not None and record.actor.party == viewer and (viewer, COMMAND_PART) not in held
    if rest or command:
        message = f"entry {seq}: this file does not hold what that seat knew: take the seat's own file, or one exported"
        raise MomentFault(f"{message} after the reveal, or look as spectator")


# -- what a party was shown


def shown(rules: LoadedRuleset[Any], moment: Moment, viewer: Party) -> OpenedRecord:
    """Open an entry as far as a party could read it when it came.

    That is its own secrets, and a command that was opened at once.
    """
    return open_record(rules, moment.record, [part for part in moment.parts if may_see(moment.record, part, viewer)])


def may_see(record: Record, part: OpenedPart, viewer: Party) -> bool:
    """Tell whether a party had this part when the entry came: an own secret, or a command that was open at once."""
    if viewer == part.owner:
        return True
    opened = (event.entries for event, _ in record.events if isinstance(event, Unsealed))
    return part.part == COMMAND_PART and any(record.seq in entries for entries in opened)


def asked(moment: Moment, seats: Sequence[str]) -> tuple[str, ...]:
    """Name the parties whom the innermost question asks."""
    stack = moment.game.stack
    return tuple(party_name(party, seats) for party in stack[-1].asks) if stack else ()
