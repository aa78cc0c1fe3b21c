"""Where the store keeps what belongs to an event: all of it lies in the bucket of the event."""

from __future__ import annotations

import re
import secrets
from typing import Final

from services.store.freezes import bucket

# How the streams of event logs are found: what their names match, and the id in one.
EVENT_LOGS: Final = ("{b*}:event:*:log", re.compile(rb"\{b\d{3}\}:event:([0-9a-f]{32}):log"))


def event_log_key(event: bytes) -> str:
    """Name the stream of an event's own log."""
    return f"{bucket(event)}:event:{event.hex()}:log"


def told_keys(event: bytes) -> tuple[str, str, str]:
    """Name what the games of an event write for it: its feed, the rows of its games, its signs."""
    place = f"{bucket(event)}:event:{event.hex()}"
    return f"{place}:feed", f"{place}:rows", f"{place}:signs"


def fresh_epoch() -> int:
    """Make the number of a new feed."""
    return secrets.randbits(53) | 1
