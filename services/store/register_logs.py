"""Where the store keeps the leaves of registers: a log for each register, apart from those of games and events."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from adjudicator.kernel.record.log import EventLog, MemoryLog
from replays.notes import KEY_ID_SIZE, read_signature
from services.store.freezes import bucket
from services.store.redis_log import RedisLog

if TYPE_CHECKING:
    from services.store.redis_keys import KeyStore

# How the streams of registers are found: what their names match, and the id in one.
REGISTER_LOGS: Final = ("{b*}:register:*:log", re.compile(rb"\{b\d{3}\}:register:([0-9a-f]{32}):log"))
# Lines of witnesses on a checkpoint, by the id of its register and its size.
COSIGNED: Final = "{register}:cosigned:"

_IN_MEMORY: WeakKeyDictionary[EventLog, EventLog] = WeakKeyDictionary()


def register_log_key(register: bytes) -> str:
    """Name the stream of a register."""
    return f"{bucket(register)}:register:{register.hex()}:log"


def register_log(log: EventLog, *, replicas: int = 0) -> EventLog:
    """Give what has the registers beside the games of this log."""
    if isinstance(log, RedisLog):
        return RedisLog(log.link, replicas=replicas, key_of=register_log_key, found_by=REGISTER_LOGS)
    if not isinstance(log, MemoryLog):
        raise TypeError(f"{type(log).__name__} has no place for registers: use RedisLog or MemoryLog")
    if log not in _IN_MEMORY:
        _IN_MEMORY[log] = MemoryLog(asyncio.Event)
    return _IN_MEMORY[log]


async def cosigned_lines(store: KeyStore, register: bytes, size: int) -> list[str]:
    """Give the lines of witnesses on a checkpoint, but for those that can not be read; StoreDown."""
    data = await store.get(f"{COSIGNED}{register.hex()}:{size}")
    return [] if data is None else latest_lines(read_cosigned(data)[0])


async def put_cosigned(store: KeyStore, register: bytes, size: int, lines: list[str]) -> None:
    """Keep the lines of witnesses on a checkpoint; StoreDown."""
    await store.set(f"{COSIGNED}{register.hex()}:{size}", write_cosigned(lines))


def latest_lines(lines: list[str]) -> list[str]:
    """Give the last line of each key that has signed: a note takes few, and who is asked again signs anew."""
    found: dict[tuple[str, bytes], str] = {}
    for line in lines:
        name, data = read_signature(line)
        found[name, data[:KEY_ID_SIZE]] = line
    return list(found.values())


def write_cosigned(lines: list[str]) -> bytes:
    """Write lines of witnesses as they are kept."""
    return "\n".join(lines).encode()


def read_cosigned(data: bytes) -> tuple[list[str], bool]:
    """Read the lines of witnesses: those that are signatures, and whether all of them are."""
    lines = data.split(b"\n")
    found = [line.decode() for line in lines if _is_signature(line)]
    return found, len(found) == len(lines)


def _is_signature(line: bytes) -> bool:
    try:
        read_signature(line.decode())
    except ValueError:
        return False
    return True
