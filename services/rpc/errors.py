"""Errors of the edge: what a call is refused with besides what the rules, the games and the store say themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from google.rpc import status_pb2


class Limited(Exception):
    """More than the service gives: `seconds` says when to try again, 0 that it will never do.

    `reason` is a word for the operator's figures.
    """

    def __init__(self, problem: str, seconds: float = 0, *, reason: str = "limit") -> None:
        super().__init__(problem)
        self.seconds = seconds
        self.reason = reason


class AuditFailed(Exception):
    """An audit ended without a report, by a fault of ours or of the machine: nothing is said of the file."""


class Stopping(Exception):
    """The service is told to stop, and what is under way is cut off."""


class NotDone(Exception):
    """What an operator asked for does not fit the state of things; `reason` names why, and nothing was changed."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class PositionGone(Exception):
    """A stream was to go on from a position of a feed that was made anew since."""


class StreamEnds(Stopping):
    """The service is told to stop, and its streams end."""


class StreamExpired(StreamEnds):
    """A stream from the web is as old as it may get: whoever still reads opens it again."""


class Unsupported(Exception):
    """A way to write a call that its protocol has and that is not taken here."""


class ProcessAway(Exception):
    """The process that serves what was asked for could not be reached, or went away meanwhile."""


class PassedBack(Exception):
    """A call that was passed on was refused there: `status` goes to the caller as it is, with these `trailers`."""

    def __init__(self, status: status_pb2.Status, trailers: Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__(status.message)
        self.status = status
        self.trailers = tuple(trailers)


class UnknownMethod(Exception):
    """No service of this release has the method."""

    def __init__(self) -> None:
        super().__init__("no such method here: compare your contract with the service's release")


class NotFound(Exception):
    """Something that is asked for by name does not exist; its names are public."""


class OtherHistory(Exception):
    """The reader has another history of the game than the log: `seq` and `head` are the log's end."""

    def __init__(self, seq: int, head: bytes) -> None:
        super().__init__(f"the log has another entry there, or none; its last entry is {seq}")
        self.seq = seq
        self.head = head
