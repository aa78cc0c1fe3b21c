"""The docket: what never goes back. Folded from records beside the game, by service and audit alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.messages import (
    Asked,
    CommitContribution,
    ConfirmResult,
    Finished,
    OpenContribution,
    OpenGame,
    ResultReached,
    Reveal,
    SeatAbsent,
    SeedFixed,
    Unsealed,
)
from adjudicator.kernel.parties import Party
from adjudicator.kernel.record import Filled, Record

ZERO_HEAD = bytes(32)


class Docket:
    """Dice indices, command ids, hashes, contributions and the course of one game.

    `seq` and `head` are those of the last entry; before the first they are 0 and 32 zero bytes. `asked` is the
    entry since which the questions stand as they do; `answered` maps command id to seq, `hashes` entry hash to seq,
    `times` lists server times (ms) by seq - 1.
    """

    __slots__ = (
        "absent", "answered", "asked", "commitments", "confirmed", "contributions", "cursors", "finished", "game_id",
        "hashes", "head", "last_by", "opening", "result", "secret", "seq", "times", "transcript", "unsealed",
    )  # fmt: skip

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
        self.opening: OpenGame | None = None
        self.commitments: dict[Party, bytes] = {}
        self.contributions: dict[Party, bytes] = {}
        self.absent: dict[Party, int] = {}
        self.transcript: bytes | None = None
        self.result: ResultReached | None = None
        self.finished: int | None = None
        self.confirmed: dict[Party, int] = {}
        self.secret: bytes | None = None
        self.unsealed: dict[int, int] = {}

    @property
    def opened(self) -> OpenGame:
        """The opening.

        Raises LookupError before the first entry.
        """
        if self.opening is None:
            message = "the game is not open"
            raise LookupError(message)
        return self.opening

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats in order."""
        return tuple(seat.name for seat in self.opened.seats) if self.opening else ()

    @property
    def referee(self) -> bool:
        """Whether a referee is seated."""
        return bool(self.opening and self.opening.referee)

    @property
    def reported(self) -> bool:
        """Whether open dice are thrown on the real table."""
        return bool(self.opening and self.opening.dice_mode == "reported")

    @property
    def automatic(self) -> bool:
        """Whether steps without a choice happen by themselves."""
        return self.opening is None or self.opening.pace != "step"

    def time_of(self, seq: int) -> int:
        """Server time of an entry in ms."""
        return self.times[seq - 1]

    def enter(self, record: Record, filled: Filled, entry_hash: bytes) -> None:
        """Take one more entry into the docket."""
        self.seq = record.seq
        self.head = entry_hash
        self.times.append(record.time)
        self.hashes[entry_hash] = record.seq
        self.answered[record.command.id] = record.seq
        party = record.actor.party
        self.last_by[party] = record.seq
        for roll in filled.rolls:
            self.cursors[roll.stream] = roll.index + len(roll.faces)
        note = _COMMANDS.get(type(filled.command))
        if note is not None:
            note(self, filled.command, party)
        for event, _ in filled.events:
            heard = _EVENTS.get(type(event))
            if heard is not None:
                heard(self, event)


def _opened(docket: Docket, command: OpenGame, _party: Party) -> None:
    docket.opening = command


def _committed(docket: Docket, command: CommitContribution, party: Party) -> None:
    docket.commitments[party] = command.commitment


def _contributed(docket: Docket, command: OpenContribution, party: Party) -> None:
    docket.contributions[party] = command.contribution


def _confirmed(docket: Docket, _command: ConfirmResult, party: Party) -> None:
    docket.confirmed[party] = docket.seq


def _revealed(docket: Docket, command: Reveal, _party: Party) -> None:
    docket.secret = command.secret


def _asked(docket: Docket, _event: Asked) -> None:
    docket.asked = docket.seq


def _fixed(docket: Docket, event: SeedFixed) -> None:
    docket.transcript = event.transcript


def _ended(docket: Docket, event: ResultReached) -> None:
    docket.result = event


def _closed(docket: Docket, _event: Finished) -> None:
    docket.finished = docket.seq


def _absent(docket: Docket, event: SeatAbsent) -> None:
    docket.absent[event.seat] = docket.seq


def _unsealed(docket: Docket, event: Unsealed) -> None:
    for seq in event.entries:
        docket.unsealed[seq] = docket.seq


_COMMANDS: dict[type, Callable[[Docket, Any, Party], None]] = {
    OpenGame: _opened,
    CommitContribution: _committed,
    OpenContribution: _contributed,
    ConfirmResult: _confirmed,
    Reveal: _revealed,
}
_EVENTS: dict[type, Callable[[Docket, Any], None]] = {
    Asked: _asked,
    SeedFixed: _fixed,
    ResultReached: _ended,
    Finished: _closed,
    SeatAbsent: _absent,
    Unsealed: _unsealed,
}

__all__ = ["ZERO_HEAD", "Docket"]
