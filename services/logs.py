"""The service's own log: keys of an allow-list alone, so that no seed, token, command or event gets in."""

from __future__ import annotations

import logging
import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TextIO

import structlog

from services.operation.calls import current_request

if TYPE_CHECKING:
    from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

KEYS: Final = frozenset(
    {
        "address",
        "code",
        "copies",
        "count",
        "data",
        "edition",
        "event",
        "fault",
        "frames",
        "game",
        "incident",
        "kid",
        "kind",
        "level",
        "method",
        "ms",
        "pid",
        "reason",
        "request",
        "role",
        "ruleset",
        "seq",
        "signal",
        "store",
        "timestamp",
        "version",
    }
)
LEVELS: Final = ("debug", "info", "warning", "error")


def add_request(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Add the id of the request in whose course the line is written."""
    request = current_request.get()
    if request:
        event.setdefault("request", request)
    return event


def allow(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Drop every key that is not allowed; the line says how many were dropped."""
    kept = {key: value for key, value in event.items() if key in KEYS}
    if len(kept) < len(event):
        kept["count"] = len(event) - len(kept)
        kept["fault"] = "keys that may not be logged were dropped"
    return kept


class LineLogger(structlog.PrintLogger):
    """Writes lines; where nobody reads them any more, as after the pipe's other end was closed, they are lost.

    What the service does for its callers goes on without its log.
    """

    def msg(self, message: str) -> None:
        """Write a line, or nothing."""
        with suppress(OSError, ValueError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


def configure(level: str = "info", out: TextIO | None = None) -> None:
    """Write lines of JSON from this level on.

    What other libraries log goes nowhere: an exception's text may hold what a client sent.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            add_request,
            allow,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=lambda *_: LineLogger(out or sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[logging.NullHandler()], force=True)


def _logger() -> Any:
    return structlog.get_logger()


log: FilteringBoundLogger = _logger()


def frames(error: BaseException) -> list[str]:
    """List where an error came from, innermost last: no arguments, no message, since both may hold secrets."""
    found = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in found]
