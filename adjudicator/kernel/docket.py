"""The docket: what never goes back. Folded from records beside the game, by service and audit alike."""

from __future__ import annotations

from adjudicator.kernel.messages import (
    CommitContribution,
    ConfirmResult,
    DeclareAbsent,
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

    `seq` and `head` are those of the last entry; before the first they are 0 and 32 zero bytes. `answered` maps
    command id to seq, `hashes` entry hash to seq, `times` lists server times (ms) by seq - 1.
    """

    __slots__ = (
        "absent", "answered", "commitments", "confirmed", "contributions", "cursors", "finished", "game_id",
        "hashes", "head", "last_by", "opening", "result", "secret", "seq", "times", "transcript", "unsealed",
    )  # fmt: skip

    def __init__(self, game_id: bytes) -> None:
        self.game_id = game_id
        self.seq = 0
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
        self._command(filled.command, party)
        for event, _ in filled.events:
            self._event(event)

    def _command(self, command: object, party: Party) -> None:
        match command:
            case OpenGame():
                self.opening = command
            case CommitContribution():
                self.commitments[party] = command.commitment
            case OpenContribution():
                self.contributions[party] = command.contribution
            case ConfirmResult():
                self.confirmed[party] = self.seq
            case Reveal():
                self.secret = command.secret
            case DeclareAbsent():
                self.absent[command.seat] = self.seq

    def _event(self, event: object) -> None:
        kind = type(event)
        if kind is SeedFixed:
            self.transcript = event.transcript  # type: ignore[attr-defined]
        elif kind is ResultReached:
            self.result = event  # type: ignore[assignment]
        elif kind is Finished:
            self.finished = self.seq
        elif kind is SeatAbsent:
            self.absent[event.seat] = self.seq  # type: ignore[attr-defined]
        elif kind is Unsealed:
            for seq in event.entries:  # type: ignore[attr-defined]
                self.unsealed[seq] = self.seq


__all__ = ["ZERO_HEAD", "Docket"]
