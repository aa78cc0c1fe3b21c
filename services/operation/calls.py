"""The calls that are open: each with its request id, and a way to end those that a stop cuts off."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Final

REQUEST_ID: Final = "x-request-id"
# A client may bring its own id: hexadecimal with dashes, as a UUID is written, so that no text of its own gets logged.
_GIVEN: Final = re.compile(r"[0-9a-f-]{8,36}")
current_request: ContextVar[str] = ContextVar("current_request", default="")


class Call:
    """One open call; `ending` is what ends it from our side, `trailers` goes back behind its answer.

    `knows_all` says that its token is for every game: its holder may know which games there are.
    """

    __slots__ = ("began", "ending", "knows_all", "method", "request_id", "stream", "task", "trailers")

    def __init__(self, method: str, request_id: str, *, stream: bool) -> None:
        self.method = method
        self.request_id = request_id
        self.stream = stream
        self.began = time.perf_counter()
        self.task: asyncio.Task[Any] | None = asyncio.current_task()
        self.ending: Exception | None = None
        self.knows_all = False
        self.trailers: tuple[tuple[str, Any], ...] = ()

    @property
    def metadata(self) -> tuple[tuple[str, Any], ...]:
        """What goes back with the response."""
        return ((REQUEST_ID, self.request_id), *self.trailers)

    def end(self, error: Exception) -> None:
        """End it with the status of an error."""
        if self.ending is None and self.task is not None:
            self.ending = error
            self.task.cancel()


class OpenCalls:
    """All calls that are open."""

    def __init__(self) -> None:
        self._calls: set[Call] = set()
        self._none = asyncio.Event()
        self._none.set()
        self._closed: Exception | None = None

    def close(self, error: Exception) -> None:
        """Let no more calls do anything: whoever asks is told this error."""
        self._closed = error

    @property
    def is_closed(self) -> bool:
        """Whether calls do nothing any more."""
        return self._closed is not None

    def require_open(self) -> None:
        """Raise the error that calls were closed with, if they were."""
        if self._closed is not None:
            raise self._closed

    async def wait(self, seconds: float) -> bool:
        """Wait until no call is open, but no longer than so; whether none is."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._none.wait(), seconds)
        return not self._calls

    def begin(self, method: str, metadata: Iterable[tuple[str, Any]] | None, *, stream: bool) -> Call:
        """Enter a call; what is logged in its task from now on carries its request id."""
        call = Call(method, request_id_of(metadata), stream=stream)
        current_request.set(call.request_id)
        self._calls.add(call)
        self._none.clear()
        return call

    def finish(self, call: Call) -> None:
        """Take a call out."""
        self._calls.discard(call)
        if not self._calls:
            self._none.set()

    def end_all(self, error: Exception, *, streams_only: bool) -> int:
        """End the streams, or all calls, with the status of an error; how many there were."""
        ended = [call for call in self._calls if call.stream or not streams_only]
        for call in ended:
            call.end(error)
        return len(ended)


def request_id_of(metadata: Iterable[tuple[str, Any]] | None) -> str:
    """Give the id that a caller has brought, or a new one."""
    for key, value in metadata or ():
        if key == REQUEST_ID and isinstance(value, str) and _GIVEN.fullmatch(value):
            return value
    return secrets.token_hex(8)
