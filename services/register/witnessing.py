"""A witness: it cosigns the checkpoints of registers that it knows, as long as each goes on from the one before.

Its state is one file, which is on the disk before a cosignature is given: what it has signed it never goes back on.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import re
from typing import TYPE_CHECKING, Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays import notes
from replays.register.checkpoint import cosign, witness_key
from replays.register.tree import EMPTY_ROOT
from replays.register.witness import (
    PATH,
    REQUEST_MOST,
    SIZE_TYPE,
    Known,
    Refused,
    check_request,
    origin_of,
    read_request,
)
from services.games.keys import SIZE, KeyFault, read_or_make
from services.logs import log
from services.register.serving import TEXT, answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

# What the name of a register has behind that of its service.
_SUFFIX: Final = re.compile(r"/(event/[0-9a-f]{32}|day/[0-9]{4}-[0-9]{2}-[0-9]{2})$")
KEY_FILE: Final = "witness.key"
STATE_FILE: Final = "witness.json"


class StateUnusable(Exception):
    """The state of a witness can not be read: without it nothing is cosigned; the text says what to do."""


class Witness:
    """Cosigns checkpoints; `logs` gives the register keys by origin, `seconds()` the time.

    Of the service that one of the keys `of_all` is of, all registers are known: they are signed with one key.
    """

    def __init__(
        self, folder: Path, name: str, logs: Mapping[str, str], seconds: Callable[[], int], of_all: Sequence[str] = ()
    ) -> None:
        """Take the key and the state in a folder, made with the first use.

        Raises KeyFault, StateUnusable, OSError.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._key = read_or_make(folder / KEY_FILE, os.urandom(SIZE))
        if len(self._key) != SIZE:
            raise KeyFault(f"{folder / KEY_FILE} has {len(self._key)} bytes and must have {SIZE}")
        self._path = folder / STATE_FILE
        self._name = name
        self._logs = dict(logs)
        self._services = {_SUFFIX.sub("", origin): public for origin, public in map(notes.key_of, of_all)}
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self.vkey = witness_key(name, Ed25519PrivateKey.from_private_bytes(self._key).public_key().public_bytes_raw())
        self._read()

    def _read(self) -> dict[str, Any]:
        if not self._path.exists():
            return {}
        try:
            found: dict[str, Any] = json.loads(self._path.read_bytes())
            for row in found.values():
                Known(int(row["size"]), bytes.fromhex(row["root"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
            text = f"{self._path} can not be read ({fault}): bring it from a copy; a witness that forgets is none"
            raise StateUnusable(text) from fault
        return found

    def _key_of(self, origin: str) -> str | None:
        """Give the key of a register, None where it is not known."""
        service = _SUFFIX.sub("", origin)
        if origin in self._logs or service == origin or service not in self._services:
            return self._logs.get(origin)
        return notes.verify_key(origin, self._services[service])

    async def add(self, body: bytes) -> str:
        """Cosign a checkpoint: the line of the signature.

        Raises Refused, OSError, StateUnusable.
        """
        request = read_request(body)
        origin = origin_of(request)
        async with self._lock:
            with self._path.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                known = self._read()
                row = known.get(origin)
                last = Known(0, EMPTY_ROOT) if row is None else Known(int(row["size"]), bytes.fromhex(row["root"]))
                checkpoint = check_request(request, self._key_of(origin), last)
                known[origin] = {"size": checkpoint.size, "root": checkpoint.root.hex()}
                self._write(known)
        return cosign(self._key, self._name, notes.split(request.note)[0], self._seconds())

    def _write(self, known: Mapping[str, Any]) -> None:
        draft = self._path.with_name(f".{self._path.name}.new")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(json.dumps(known, sort_keys=True, indent=1).encode())
            out.flush()
            os.fsync(out.fileno())
        draft.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request of ASGI."""
        if scope["type"] != "http":
            return
        headers = [(b"content-type", TEXT)]
        if scope["method"] != "POST" or scope["path"] != PATH:
            await answer(send, 404, headers, b"")
            return
        try:
            line = await self.add(await _body(receive))
            status, data = 200, f"{line}\n".encode()
        except Refused as refusal:
            status, data = refusal.status, f"{refusal}\n".encode()
            if refusal.size is not None:
                headers, data = [(b"content-type", SIZE_TYPE.encode())], f"{refusal.size}\n".encode()
            log.warning("not cosigned", status=status, why=str(refusal)[:200])
        except (OSError, StateUnusable) as fault:
            status, data = 500, b""
            log.error("not cosigned", kind=type(fault).__name__)
        await answer(send, status, headers, data)


async def _body(receive: Any) -> bytes:
    data = bytearray()
    while True:
        message = await receive()
        data += message.get("body", b"")
        if len(data) > REQUEST_MOST:
            raise Refused(400, f"a request of more than {REQUEST_MOST} bytes")
        if not message.get("more_body"):
            return bytes(data)
