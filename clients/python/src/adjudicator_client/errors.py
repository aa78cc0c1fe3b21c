"""Errors of the client. None of them shows a token, a key or a secret field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import record_pb2


class ClientError(Exception):
    """Any error of this package."""


class Failed(ClientError):
    """A call ended with a status: `code` is its name, `reason` the service's word for it, `text` for people."""

    def __init__(self, code: str, reason: str, text: str) -> None:
        super().__init__(f"{code}{f' ({reason})' if reason else ''}: {text}")
        self.code = code
        self.reason = reason
        self.text = text


class Denied(Failed):
    """The token is none, or may not do this."""


class Invalid(Failed):
    """The request was not understood: `path` is the field, as the message has it."""

    def __init__(self, code: str, reason: str, text: str, path: str) -> None:
        super().__init__(code, reason, text)
        self.path = path


class Refused(Failed):
    """The rules or the state of the game refuse. What stands here is of the first fault; `faults` has all.

    `seq` and `head` name the entry after which it was refused, where the service says so. `signed` is the refusal as
    the service has signed it, where it has; a wallet keeps it, and an audit judges it again.
    """

    def __init__(self, code: str, refusal: record_pb2.Refusal, text: str) -> None:
        first = refusal.faults[0]
        super().__init__(code, first.reason, first.text or text)
        self.signed: record_pb2.SignedRefusal | None = None
        self.faults = tuple(refusal.faults)
        self.seq = refusal.seq
        self.head = refusal.head
        self.clause = first.clause
        self.path = first.path
        self.facts: Mapping[str, int | str] = {
            row.name: row.number if row.HasField("number") else row.text for row in first.details
        }

    def __str__(self) -> str:
        """Say the clause, the reason and the sentence."""
        return f"{self.clause or self.code} {self.reason}: {self.text}"


class Stale(Refused):
    """The command was decided on a game that has changed: what was seen does not hold any more.

    What has come since was read and verified before this was raised. `seq` and `head` are the last entry; `rewinds` are
    the entries since the one that the command was decided on that went back, each with the first entry that it made
    void. Ask for offers and view anew, and decide again: the same command is not sent again by itself.
    """

    def __init__(self, code: str, refusal: record_pb2.Refusal, text: str) -> None:
        super().__init__(code, refusal, text)
        self.rewinds: Mapping[int, int] = {}

    def __str__(self) -> str:
        """Say the reason, the sentence, and what went back."""
        back = "".join(f"; entry {seq} went back before entry {to}" for seq, to in self.rewinds.items())
        return f"{super().__str__()}{back}"


class Unanswered(ClientError):
    """No answer came within the patience: the service is away, or the way to it. What was sent may have been done."""

    def __init__(self, address: str, tries: int, seconds: float, last: str) -> None:
        super().__init__(f"no answer from {address} in {seconds:.1f} s and {tries} tries; the last ended with {last}")
        self.address = address
        self.tries = tries
        self.seconds = seconds
        self.last = last


class NotProven(ClientError):
    """What the service said does not verify. `check` names what was checked, `seq` the entry, 0 for the whole."""

    def __init__(self, check: str, game: bytes, seq: int, expected: str, found: str) -> None:
        super().__init__(f"{check} in game {game.hex()} at entry {seq}: expected {expected}, found {found}")
        self.check = check
        self.game = game
        self.seq = seq
        self.expected = expected
        self.found = found


class OfferFault(ClientError):
    """An offer does not fit the contract, or an answer does not fit the offer: `place` is the field."""

    def __init__(self, place: str, text: str) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place
        self.text = text
