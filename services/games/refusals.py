"""Why the service does not take a command, or does not show a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.titles import OF_A_SIDE, titles_in

if TYPE_CHECKING:
    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.games.signed_refusals import SignedRefusal
    from services.sessions.session import Session


class RuledOn(Struct, frozen=True):
    """What the refusal of a command was ruled by: the rules, the log key in force, the server time in ms."""

    rules: LoadedRuleset[Any]
    log_key: str
    time: int


class Worded(Rejected):
    """A refusal and the rules that have the words for it; `titles` are those that its reader knows, by id."""

    titles: Mapping[str, str] = MappingProxyType({})

    def __init__(self, refusal: Rejected, rules: LoadedRuleset[Any]) -> None:
        super().__init__(*refusal.faults)
        self.rules = rules


class Refused(Worded):
    """A refusal together with the state it was ruled on; `unknown` where an id is not known to the actor.

    `titles` are those that the reader sees in the game, by id, where `viewer` says who reads.

    `ruled` and `signed` are there where what was refused is a command.
    """

    def __init__(self, refusal: Rejected, session: Session, viewer: Party | None = None) -> None:
        super().__init__(refusal, session.rules)
        self.unknown = isinstance(refusal, Unknown)
        self.seq = session.protocol.seq
        self.head = session.protocol.head
        self.titles = titles_known(refusal.faults, session, viewer)
        self.ruled: RuledOn | None = None
        self.signed: SignedRefusal | None = None


def titles_known(faults: Iterable[Fault], session: Session, viewer: Party | None) -> Mapping[str, str]:
    """Give the titles that a party sees, where faults name what could have one; a view is made for these alone."""
    names = (word for fault in faults for _, value in fault.facts for word in str(value).replace(",", " ").split())
    if viewer in (None, TABLE) or not any(OF_A_SIDE.fullmatch(word) for word in names):
        return {}
    return titles_in(session.rules.view(session.game, viewer))


class StaleHead(Exception):
    """The command was decided on an older state than it needs; `head` is the present one."""

    def __init__(self, seq: int, head: bytes) -> None:
        super().__init__(f"the game is at entry {seq}; read it and decide again")
        self.faults = (Fault("", "stale-head", "header.head"),)
        self.seq = seq
        self.head = head
        self.ruled: RuledOn | None = None
        self.signed: SignedRefusal | None = None


def refused_on(
    refusal: Rejected | StaleHead, session: Session, time: int, viewer: Party | None = None
) -> Refused | StaleHead:
    """Give the refusal of a command with what it takes to sign it; `viewer` is who gave it."""
    refused = refusal if isinstance(refusal, StaleHead) else Refused(refusal, session, viewer)
    refused.ruled = RuledOn(session.rules, session.protocol.log_key, time)
    return refused


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
