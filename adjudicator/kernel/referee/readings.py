"""What a referee notes for referees alone, looks at, and says of the meaning of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Octets, Offer, Some, Words, offer, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import (
    AddPrivateNote,
    ClauseInterpreted,
    Grounds,
    Inspect,
    Inspected,
    Interpret,
    PrivateNoteAdded,
)
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import (
    CLAUSE_MOST,
    REASON_MOST,
    grounds_domain,
    require_grounds,
    require_head,
    require_open,
    rule,
)

NOTE = "WG-NOTE-01"
INSPECT = "WG-INSPECT-01"
INTERPRET = "WG-INTERPRET-01"
# every private note is of this size, so that none tells anything by its own
NOTE_BYTES: Final = 1024


def add_private_note(ruling: Ruling[Tables], command: AddPrivateNote) -> None:
    """WG-NOTE-01 A referee notes something for referees alone; all notes are of one size."""
    require_open(ruling)
    found = len(command.text or b"")
    ruling.require(found == NOTE_BYTES, NOTE, "note-size", "text", expected=NOTE_BYTES, found=found)
    ruling.record(PrivateNoteAdded(), NOTE)


def inspect(ruling: Ruling[Tables], command: Inspect) -> None:
    """WG-INSPECT-01 A referee names the tables that are looked at, before any is shown."""
    require_grounds(ruling, command.grounds)
    names = tables_of(ruling.game)
    ruling.require(bool(command.tables), INSPECT, "tables-missing", "tables", known=", ".join(names))
    for place, name in enumerate(command.tables):
        path = f"tables[{place}]"
        ruling.require(name in names, INSPECT, "table-unknown", path, known=", ".join(names))
        ruling.require(name not in command.tables[:place], INSPECT, "table-twice", path, table=name)
    rule(ruling, command.grounds)
    ruling.record(Inspected(tables=command.tables), INSPECT)


def interpret(ruling: Ruling[Tables], command: Interpret) -> None:
    """WG-INTERPRET-01 A head referee says what a clause means, for this game from here on."""
    require_grounds(ruling, command.grounds)
    require_head(ruling, INTERPRET)
    ruling.require(bool(command.grounds.clause.strip()), INTERPRET, "clause-missing", "grounds.clause")
    ruling.require(bool(command.text.strip()), INTERPRET, "meaning-missing", "text")
    rule(ruling, command.grounds)
    ruling.record(ClauseInterpreted(clause=command.grounds.clause, text=command.text), INTERPRET)


def tables_of(game: Tables) -> tuple[str, ...]:
    """Name the tables of a ruleset's game; the kernel's own hold nothing hidden."""
    return tuple(name for name in game.ALL if name not in Tables.ALL)


# -- offers


def _note_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    return [offer(AddPrivateNote, NOTE, text=Octets(NOTE_BYTES))] if _is_open(game, protocol) else []


def _inspect_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    names = tables_of(game)
    if not names or not _is_open(game, protocol):
        return []
    return [offer(Inspect, INSPECT, grounds=grounds_domain(), tables=Some(names, 1, len(names)))]


def _interpret_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    if not _is_open(game, protocol):
        return []
    grounds = shape(Grounds, reason=Words(REASON_MOST, least=1), clause=Words(CLAUSE_MOST, least=1))
    return [offer(Interpret, INTERPRET, grounds=grounds, text=Words(REASON_MOST, least=1))]


def _is_open(game: Tables, protocol: ProtocolState) -> bool:
    return protocol.finished is None and bool(game.stack)


# -- reducers


def private_note_added(_game: Tables, _event: PrivateNoteAdded) -> None:
    """It changes nothing."""


def inspected(_game: Tables, _event: Inspected) -> None:
    """The docket keeps it."""


def clause_interpreted(_game: Tables, _event: ClauseInterpreted) -> None:
    """The docket keeps it."""


READINGS = Part(
    handlers=handlers(add_private_note, inspect, interpret),
    reducers=reducers(private_note_added, inspected, clause_interpreted),
    anytime=frozenset({AddPrivateNote, Inspect, Interpret}),
    desk_offers={AddPrivateNote: _note_offers, Inspect: _inspect_offers, Interpret: _interpret_offers},
)
