"""Cosignatures: each new checkpoint is brought to the witnesses of the policy, and what they sign is kept."""

from __future__ import annotations

import asyncio
import http.client
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from adjudicator.kernel.record.log import StoreDown
from replays.register.checkpoint import cosignatures, with_cosignatures
from replays.register.witness import PATH, write_request
from services.logs import log
from services.store.register_logs import cosigned_lines, latest_lines, put_cosigned

if TYPE_CHECKING:
    from replays.register.policy import Policy, Witness
    from services.register.writing import Register
    from services.store.redis_keys import KeyStore

# How long a witness may take, and what waits for witnesses waits for them, in seconds.
SECONDS: Final = 5.0
PATIENCE: Final = 1.0
AGAIN_SECONDS: Final = 30.0
ANSWER_MOST: Final = 16 * 1024
_OK, _CONFLICT = 200, 409
# Later checkpoints that are looked at for one that enough witnesses have cosigned.
LATER_MOST: Final = 64


class Cosigning:
    """Brings checkpoints to witnesses."""

    def __init__(self, policy: Policy, store: KeyStore) -> None:
        self._policy = policy
        self._store = store
        self._known: dict[tuple[str, bytes], int] = {}
        self._lines: dict[tuple[bytes, int], list[str]] = {}
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._asked_again: dict[bytes, asyncio.Event] = {}
        self._news = asyncio.Event()

    @property
    def _asked(self) -> list[Witness]:
        return [row for row in self._policy.witnesses if row.url]

    def start(self, register: Register) -> None:
        """Bring the latest checkpoint to the witnesses, now or once they have answered for the one before."""
        if not self._asked:
            return
        log_id = register.state.log_id
        if log_id in self._tasks:
            self._asked_again[log_id].set()
            return
        self._asked_again[log_id] = asyncio.Event()
        self._tasks[log_id] = task = asyncio.create_task(self._run(register))
        task.add_done_callback(lambda _: self._tasks.pop(log_id, None))

    async def aclose(self) -> None:
        """Ask nobody any more."""
        for task in list(self._tasks.values()):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def _run(self, register: Register) -> None:
        log_id = register.state.log_id
        while True:
            self._asked_again[log_id] = asyncio.Event()
            size = register.state.size
            await asyncio.gather(*(self._ask(register, size, witness) for witness in self._asked))
            self._wake()
            more = self._asked_again.setdefault(log_id, asyncio.Event())
            if not await self._met(register, size):
                with suppress(TimeoutError):
                    await asyncio.wait_for(more.wait(), AGAIN_SECONDS)
            elif not more.is_set():
                return

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def _ask(self, register: Register, size: int, witness: Witness) -> None:
        """Bring a checkpoint to a witness, and keep its signature."""
        place = witness.url, register.state.log_id
        note = register.checkpoint(size).note
        try:
            for _ in range(2):
                old = min(self._known.get(place, 0), size)
                body = write_request(old, register.state.tree.consistency(old, size), note)
                status, kind, answer = await asyncio.wait_for(self._post(witness, body), SECONDS)
                if status == _CONFLICT and answer.strip().isdecimal() and int(answer) <= size:
                    self._known[place] = int(answer)
                    continue
                break
            if status != _OK or witness.vkey not in cosignatures(note + answer, [witness.vkey]):
                log.warning("not cosigned", witness=witness.name, status=status, kind=kind)
                return
            # what it sends besides, as lines under the names of others, takes no place of theirs
            own = [line for line in answer.splitlines() if cosignatures(f"{note}{line}\n", [witness.vkey])]
        except (OSError, TimeoutError, ValueError, http.client.HTTPException) as fault:
            log.warning("not cosigned", witness=witness.name, kind=type(fault).__name__)
            return
        self._known[place] = size
        await self._keep(register, size, own)

    @staticmethod
    async def _post(witness: Witness, body: bytes) -> tuple[int, str, str]:
        return await asyncio.to_thread(post, witness.url + PATH, body)

    async def _keep(self, register: Register, size: int, lines: list[str]) -> None:
        key = register.state.log_id, size
        found = latest_lines([*self._lines.get(key, []), *lines])
        with suppress(StoreDown):
            there = await cosigned_lines(self._store, *key)
            found = latest_lines([*there, *found])
            await put_cosigned(self._store, *key, found)
        self._lines[key] = found
        register.cosigned(size, found)

    async def note(self, register: Register, size: int) -> str:
        """Give the checkpoint of a size with what witnesses have signed of it."""
        key = register.state.log_id, size
        if key not in self._lines and self._policy.witnesses:
            with suppress(StoreDown):
                if lines := await cosigned_lines(self._store, *key):
                    self._lines[key] = lines
        return with_cosignatures(register.checkpoint(size).note, self._lines.get(key, []))

    async def _met(self, register: Register, size: int) -> bool:
        keys = [row.vkey for row in self._policy.witnesses]
        return len(cosignatures(await self.note(register, size), keys)) >= self._policy.quorum

    async def best(self, register: Register, index: int) -> tuple[int, str]:
        """Give the first checkpoint above a leaf that enough witnesses have cosigned, else the first: size and note."""
        ends = [end for end in register.state.ends if end > index]
        for end in ends[:LATER_MOST] if self._policy.quorum else []:
            if await self._met(register, end):
                return end, await self.note(register, end)
        return ends[0], await self.note(register, ends[0])

    async def wait(self, register: Register, index: int) -> bool:
        """Wait until enough witnesses have cosigned a checkpoint above a leaf, for a second at most; whether they have.

        Who has none then gets the proof without: the audit says so.
        """
        if not self._policy.quorum:
            return True
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            news = self._news
            size, _ = await self.best(register, index)
            if await self._met(register, size):
                return True
            left = until - loop.time()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), left)


def post(url: str, body: bytes) -> tuple[int, str, str]:
    """Send a request: status, type and text of the answer; OSError, HTTPException, UnicodeError."""
    place = urlsplit(url)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    connection = kind(place.hostname or "", place.port, timeout=SECONDS)
    try:
        connection.request("POST", place.path, body, {"Content-Type": "text/plain; charset=utf-8"})
        answer = connection.getresponse()
        data = answer.read(ANSWER_MOST)
        return answer.status, answer.headers.get_content_type(), data.decode()
    finally:
        connection.close()
