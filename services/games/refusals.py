"""Why the service does not take a command, or does not show a game."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Rejected, Unknown
from services.sessions.session import Session


class Refused(Rejected):
    """A refusal together with the state it was ruled on; `unknown` where an id is not known to the actor."""

    def __init__(self, refusal: Rejected, session: Session) -> None:
        super().__init__(*refusal.faults)
        self.unknown = isinstance(refusal, Unknown)
        self.rules = session.rules
        self.seq = session.protocol.seq
        self.head = session.protocol.head


class StaleHead(Exception):
    """The command was decided on an older state than it needs; `head` is the present one."""

    def __init__(self, seq: int, head: bytes) -> None:
        super().__init__(f"the game is at entry {seq}; read it and decide again")
        self.seq = seq
        self.head = head


class CommandIdReused(Exception):
    """The command id stands for another command; `seq` is its entry where it is the same actor's."""

    def __init__(self, seq: int | None) -> None:
        place = "" if seq is None else f", entry {seq}"
        super().__init__(f"this command id was used for another command{place}; make a new id")
        self.seq = seq


class SeatTaken(Exception):
    """Another person plays the seat of the caller's token."""


class GameUnknown(Exception):
    """There is no such game."""


class EditionNotServed(Exception):
    """The game is of an edition of the rules code that this server does not have."""

    def __init__(self, game: str, server: str) -> None:
        super().__init__(f"the game is of edition {game}, this server has {server}: use a server of that release")
        self.game = game
        self.server = server


class OtherKeys(Exception):
    """The game was opened with another master secret than this server has: its dice would not be those promised."""

    def __init__(self) -> None:
        super().__init__(
            "the game was opened with another master secret than this server has: "
            "serve it with the data folder that it was opened with"
        )


class LogKeyLost(Exception):
    """Heads of the game are signed with a key that this server does not have."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"heads of this game are signed with {key}, which this server does not have: serve it with the data folder "
            "and log name that it was opened with, or, where the key is lost, let its operator change it with "
            "`adjudicator admin change-key`"
        )


class TooLong(Exception):
    """The game holds as many entries as a game may."""
