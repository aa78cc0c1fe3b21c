"""One register: leaves go in by the batch, each once, and a checkpoint is signed after each batch.

The order of leaves is that of the register's log in the store, which takes one entry at a time from whatever process;
the tree follows from it, and so no two checkpoints of one size differ. A note outside the store remembers the last
entry that was signed for: a store that has lost it is brought up from that note, or nothing is signed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from adjudicator.kernel.record.log import Conflict, LogFault, StoreDown, make_entry
from replays.register.checkpoint import sign_checkpoint, with_cosignatures
from replays.register.leaves import LOG_OWNER, Begun, Body, KeyAdded, KeyRotated, write_leaf
from services.logs import log
from services.register.files import write_register
from services.register.state import RegisterName, RegisterState
from services.sessions.noted_logs import bring_up

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from adjudicator.kernel.record.log import EventLog
    from replays.register.checkpoint import Checkpoint
    from replays.register.policy import Policy
    from services.games.keys import Keys
    from services.sessions.head_notes import HeadNotes

TRIES: Final = 8
BATCH_BYTES: Final = 512 * 1024
# How long what another process has added may be unknown to a reader, in seconds.
FRESH_SECONDS: Final = 1.0

# How soon after each other batches are written and files brought up, at most, in seconds: what comes at once goes
# together, and what comes alone waits for nothing.
GATHER_SECONDS: Final = 0.005
PUBLISH_SECONDS: Final = 0.1

Find = Callable[[RegisterState], int | None]


class Wanted(Struct, frozen=True):
    """Leaves that are to stand in the register, unless `find` gives the place of some that say the same.

    `told` is the entry of the event's log that they are made of, 0 for none.
    """

    bodies: tuple[Body, ...]
    find: Find
    told: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """What all registers of a deployment share."""

    log: EventLog
    notes: HeadNotes
    folder: Path
    now: Callable[[], int]
    policy: Policy
    keys: Keys
    sign_key: Callable[[str, str], str]


class Register:
    """One register; `key` signs its checkpoints under the name `origin`."""

    def __init__(self, name: RegisterName, place: Place, key: Ed25519PrivateKey, origin: str, vkey: str) -> None:
        self.state = RegisterState(name)
        self.origin = origin
        self.vkey = vkey
        self._place = place
        self._key = key
        self._lock = asyncio.Lock()
        self._waiting: list[tuple[Wanted, asyncio.Future[int]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._written = 0
        self._wrote = self._published = float("-inf")
        self._later: asyncio.Task[None] | None = None
        self._looked = float("-inf")
        self.grown: Callable[[Register], None] = lambda _: None

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return self._place.folder / self.state.name.path

    @property
    def is_written(self) -> bool:
        """Whether leaves of it are on their way to its log or its files."""
        return any(task is not None and not task.done() for task in (self._writer, self._later))

    def checkpoint(self, size: int) -> Checkpoint:
        """Sign a checkpoint of a size that is noted: always the same one."""
        return sign_checkpoint(self._key, self.origin, size, self.state.tree.root(size))

    async def put(self, wanted: Wanted) -> int:
        """Let leaves stand in the register, once, whoever asks; where `find` finds them.

        What comes while a batch is being written goes into the next. Raises LogFault, Conflict, StoreDown.
        """
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return await asyncio.shield(done)

    async def refresh(self, *, now: bool = True) -> RegisterState:
        """Bring it up to its log, its files too; where not `now`, at most once a second.

        Raises LogFault, StoreDown.
        """
        loop = asyncio.get_running_loop()
        async with self._lock:
            if now or loop.time() - self._looked > FRESH_SECONDS:
                await self._bring_up()
                await self._publish()
        return self.state

    def cosigned(self, size: int, lines: Sequence[str]) -> None:
        """Show what witnesses have signed, where that is still the latest checkpoint."""
        if size != self.state.size:
            return
        note = with_cosignatures(self.checkpoint(size).note, lines)
        try:
            write_register(self.folder, self.state, note, self._place.sign_key(self.origin, self.vkey))
        except OSError as fault:
            log.error("register not written", folder=str(self.folder), fault=fault.strerror)

    async def aclose(self) -> None:
        """Let what is being written finish."""
        tasks = [task for task in (self._writer, self._later) if task is not None]
        if tasks:
            await asyncio.wait(tasks)

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            if loop.time() - self._wrote < 10 * GATHER_SECONDS:
                await asyncio.sleep(GATHER_SECONDS)
            self._wrote = loop.time()
            some = self._take_batch()
            try:
                async with self._lock:
                    places = await self._write([wanted for wanted, _ in some])
            except Exception as fault:  # noqa: BLE001  (whoever waits is told, whatever it is)
                for _, done in some:
                    if not done.done():
                        done.set_exception(fault)
                        done.exception()  # its caller may have left
                continue
            for (_, done), place in zip(some, places, strict=True):
                if not done.done():
                    done.set_result(place)

    def _take_batch(self) -> list[tuple[Wanted, asyncio.Future[int]]]:
        """Take what fits into an entry."""
        size, count = 0, 0
        for wanted, _ in self._waiting:
            size += sum(len(write_leaf(0, body)) for body in wanted.bodies)
            if count and size > BATCH_BYTES:
                break
            count += 1
        some, self._waiting = self._waiting[:count], self._waiting[count:]
        return some

    async def _write(self, wanted: Sequence[Wanted]) -> list[int]:
        """Append the leaves that are not there yet; the index of each. Called with the lock held."""
        for _ in range(TRIES):
            await self._bring_up()
            fresh = self._fresh(wanted)
            if not fresh:
                break
            time = max(self._place.now(), self.state.time)
            leaves = [write_leaf(time, body) for body in self._before()]
            leaves += [write_leaf(time, body) for item in fresh for body in item.bodies]
            record = self.state.record(leaves, max(item.told for item in fresh))
            try:
                await self._place.log.append(self.state.log_id, self.state.seq + 1, self.state.head, record, None)
            except Conflict:
                continue  # another process was first
            except StoreDown as fault:
                if not fault.outcome_unknown:
                    raise
                continue  # it may stand there: the next look tells
            self.state.take(make_entry(self.state.seq + 1, record, None))
            await self._bring_up()
        found = [item.find(self.state) for item in wanted]
        if any(place is None for place in found):
            raise Conflict(self.state.seq, self.state.head)
        await self._publish_soon()
        return [place for place in found if place is not None]

    def _fresh(self, wanted: Sequence[Wanted]) -> list[Wanted]:
        """Leave out what is there, and what is asked for twice."""
        fresh: dict[tuple[Body, ...], Wanted] = {}
        for item in wanted:
            if item.find(self.state) is None:
                fresh.setdefault(item.bodies, item)
        return list(fresh.values())

    def _before(self) -> list[Body]:
        """Give what stands before new leaves: the beginning, or the present key of heads where that is another."""
        name, policy, keys = self.state.name, self._place.policy, self._place.keys
        if not self.state.seq:
            begun = Begun(name.scope, name.event, name.day, policy.quorum, tuple(row.vkey for row in policy.witnesses))
            return [begun, KeyAdded(LOG_OWNER, (keys.verification_key,))]
        if self.state.log_key == keys.verification_key:
            return []
        return [KeyRotated(LOG_OWNER, keys.verification_key, "\n".join(keys.changes_from(self.state.log_key)))]

    async def _bring_up(self) -> None:
        """Fold what was appended since and note it; what the store has lost is brought back from beside the note."""
        try:
            await bring_up(self.state, self._place.log, self._place.notes)
        except LogFault as fault:
            if fault.name != "TRUNCATED_LOG" or not await self._bring_back():
                raise
            await bring_up(self.state, self._place.log, self._place.notes)
        self._looked = asyncio.get_running_loop().time()

    async def _bring_back(self) -> bool:
        """Append again what was signed for and the store lacks, byte for byte; whether that was possible."""
        kept = [entry for entry in self._place.notes.entries(self.state.log_id) if entry.seq > self.state.seq]
        for entry in kept:
            before = self.state.seq, self.state.head
            try:
                self.state.take(entry)
            except LogFault:
                return False
            with suppress(Conflict):
                await self._place.log.append(self.state.log_id, before[0] + 1, before[1], entry.record, None)
        if kept:
            log.warning("register brought back", register=self.state.name.path, entries=len(kept))
        return bool(kept)

    async def _publish_soon(self) -> None:
        """Write the files, or let them be written in a moment together with what comes until then."""
        left = self._published + PUBLISH_SECONDS - asyncio.get_running_loop().time()
        if left <= 0:
            await self._publish()
        elif self._later is None or self._later.done():
            self._later = asyncio.create_task(self._publish_later(left))

    async def _publish_later(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        async with self._lock:
            await self._publish()

    async def _publish(self) -> None:
        """Write the files; a disk that takes none is told of and stops nobody: they follow from the log."""
        size = self.state.size
        if size == self._written or not size:
            return
        note, key_note = self.checkpoint(size).note, self._place.sign_key(self.origin, self.vkey)
        anew = not self._written
        try:
            if anew:
                await asyncio.to_thread(write_register, self.folder, self.state, note, key_note, anew=True)
            else:
                write_register(self.folder, self.state, note, key_note)
        except OSError as fault:
            log.error("register not written", folder=str(self.folder), fault=fault.strerror)
            return
        self._written, self._published = size, asyncio.get_running_loop().time()
        self.grown(self)
