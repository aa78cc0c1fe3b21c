"""The protocol state: what never goes back. Folded from records beside the game, by service and audit alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice.wgdice import PUBLIC
from adjudicator.kernel.docket.docket import Docket
from adjudicator.kernel.docket.heard import Heard
from adjudicator.kernel.docket.officials import OFFICES, Place, Signer, opened
from adjudicator.kernel.messages import (
    Asked,
    CommitContribution,
    ConfirmResult,
    EditionAdopted,
    Finished,
    LogKeyChanged,
    OpenContribution,
    OpenGame,
    ResultReached,
    Reveal,
    SeatAbsent,
    SeedFixed,
    StretchShown,
    Unsealed,
)
from adjudicator.kernel.record.record import OpenedRecord, Record

ZERO_HEAD = bytes(32)


class ProtocolState:
    """Dice indices, command ids, hashes, contributions and the course of one game.

    `seq` and `head` are those of the last entry; before the first they are 0 and 32 zero bytes. `asked` is the
    entry since which the questions stand as they do; `edition` and `log_key` are those in force; `answered` maps
    command id to seq, `hashes` entry hash to seq, `times` lists server times (ms) by seq - 1; `docket` is what the
    referee's desk knows. `stretch` is the one that open dice are of now, `stretch_dice` how many it has, since the
    time `stretch_ms`.
    """

    __slots__ = (
        "absent",
        "answered",
        "asked",
        "commitments",
        "confirmed",
        "contributions",
        "cursors",
        "docket",
        "edition",
        "finished",
        "game_id",
        "hashes",
        "head",
        "last_by",
        "log_key",
        "open_game",
        "results",
        "secret",
        "seq",
        "stretch",
        "stretch_dice",
        "stretch_ms",
        "times",
        "transcript",
        "unsealed",
    )

    def __init__(self, game_id: bytes) -> None:
        self.game_id = game_id
        self.seq = 0
        self.asked = 0
        self.head = ZERO_HEAD
        self.times: list[int] = []
        self.cursors: dict[int, int] = {}
        self.answered: dict[bytes, int] = {}
        self.hashes: dict[bytes, int] = {}
        self.last_by: dict[Party, int] = {}
        self.open_game: OpenGame | None = None
        self.edition = ""
        self.log_key = ""
        self.commitments: dict[Party, bytes] = {}
        self.contributions: dict[Party, bytes] = {}
        self.absent: dict[Party, int] = {}
        self.transcript: bytes | None = None
        self.results: dict[int, ResultReached] = {}
        self.finished: int | None = None
        self.confirmed: dict[Party, int] = {}
        self.secret: bytes | None = None
        self.stretch = 0
        self.stretch_dice = 0
        self.stretch_ms = 0
        self.unsealed: dict[int, int] = {}
        self.docket = Docket()

    @property
    def terms(self) -> OpenGame:
        """The terms that the game was opened with.

        Raises LookupError before the first entry.
        """
        if self.open_game is None:
            message = "the game is not open"
            raise LookupError(message)
        return self.open_game

    @property
    def result(self) -> ResultReached | None:
        """The result that stands; one that a rewind has voided does not."""
        path = set(self.docket.path(self.seq)) if self.docket.rewinds else self.results
        return next((self.results[seq] for seq in sorted(self.results, reverse=True) if seq in path), None)

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats in order."""
        return tuple(seat.name for seat in self.terms.seats) if self.open_game else ()

    def keys_of(self, seat: Party) -> tuple[bytes, ...]:
        """Keys that sign for a seat now; none for what is no seat."""
        taken = self.docket.seats.get(seat)
        if taken is not None:
            return taken.keys
        return self.terms.seats[seat].keys if seat < len(self.terms.seats) else ()

    def official_keys(self, role: int, token: str) -> tuple[bytes, ...]:
        """Keys that sign for an official now, by role and key id of the token that is called with."""
        office, rows = OFFICES.get(role, ""), self.officials
        found = [rows.get((office, name)) for name in dict.fromkeys((token, ""))]
        return tuple(key for row in found if row is not None for key in row.keys)

    @property
    def officials(self) -> dict[Place, Signer]:
        """Officials and their keys, by office and key id of the token."""
        return {**opened(self.terms), **self.docket.officials} if self.open_game is not None else {}

    @property
    def referee(self) -> bool:
        """Whether a referee is seated."""
        return bool(self.open_game and self.open_game.referee)

    @property
    def reported(self) -> bool:
        """Whether open dice are thrown on the real table."""
        opened = self.open_game.dice_mode if self.open_game is not None else ""
        return (self.docket.dice_source or opened) == "reported"

    @property
    def automatic(self) -> bool:
        """Whether steps without a choice happen by themselves."""
        return self.open_game is None or self.open_game.pace != "step"

    def time_of(self, seq: int) -> int:
        """Server time of an entry in ms."""
        return self.times[seq - 1]

    def enter(self, record: Record, opened: OpenedRecord, entry_hash: bytes) -> None:
        """Take one more entry into the protocol state."""
        self.seq = record.seq
        self.head = entry_hash
        self.times.append(record.time)
        self.hashes[entry_hash] = record.seq
        self.answered[record.command.id] = record.seq
        party = record.actor.party
        self.last_by[party] = record.seq
        for roll in opened.rolls:
            before, after = self.cursors.get(roll.stream, 0), roll.index + len(roll.faces)
            self.cursors[roll.stream] = max(before, after)
            if roll.stream == PUBLIC and after > before:
                self.stretch_ms = self.stretch_ms if self.stretch_dice else record.time
                self.stretch_dice += after - before
        note = _COMMANDS.get(type(opened.command))
        if note is not None:
            note(self, opened.command, party)
        for event, _ in opened.events:
            heard = _EVENTS.get(type(event))
            if heard is not None:
                heard(self, event)
        self.docket.enter(Heard(record.seq, record.time, record.actor, opened.command), opened.events, opened.rolls)


def _opened(protocol: ProtocolState, command: OpenGame, _party: Party) -> None:
    protocol.open_game = command
    protocol.edition = command.edition
    protocol.log_key = command.log_key


def _committed(protocol: ProtocolState, command: CommitContribution, party: Party) -> None:
    protocol.commitments[party] = command.commitment


def _contributed(protocol: ProtocolState, command: OpenContribution, party: Party) -> None:
    protocol.contributions[party] = command.contribution


def _confirmed(protocol: ProtocolState, _command: ConfirmResult, party: Party) -> None:
    protocol.confirmed[party] = protocol.seq


def _revealed(protocol: ProtocolState, command: Reveal, _party: Party) -> None:
    protocol.secret = command.secret


def _asked(protocol: ProtocolState, _event: Asked) -> None:
    protocol.asked = protocol.seq


def _fixed(protocol: ProtocolState, event: SeedFixed) -> None:
    protocol.transcript = event.transcript


def _ended(protocol: ProtocolState, event: ResultReached) -> None:
    protocol.results[protocol.seq] = event


def _closed(protocol: ProtocolState, _event: Finished) -> None:
    protocol.finished = protocol.seq


def _absent(protocol: ProtocolState, event: SeatAbsent) -> None:
    protocol.absent[event.seat] = protocol.seq


def _adopted(protocol: ProtocolState, event: EditionAdopted) -> None:
    protocol.edition = event.edition


def _key_changed(protocol: ProtocolState, event: LogKeyChanged) -> None:
    protocol.log_key = event.log_key


def _stretch_shown(protocol: ProtocolState, event: StretchShown) -> None:
    protocol.stretch = event.epoch + 1
    protocol.stretch_dice = 0


def _unsealed(protocol: ProtocolState, event: Unsealed) -> None:
    for seq in event.entries:
        protocol.unsealed[seq] = protocol.seq


_COMMANDS: dict[type, Callable[[ProtocolState, Any, Party], None]] = {
    OpenGame: _opened,
    CommitContribution: _committed,
    OpenContribution: _contributed,
    ConfirmResult: _confirmed,
    Reveal: _revealed,
}
_EVENTS: dict[type, Callable[[ProtocolState, Any], None]] = {
    Asked: _asked,
    SeedFixed: _fixed,
    ResultReached: _ended,
    Finished: _closed,
    SeatAbsent: _absent,
    StretchShown: _stretch_shown,
    Unsealed: _unsealed,
    EditionAdopted: _adopted,
    LogKeyChanged: _key_changed,
}
