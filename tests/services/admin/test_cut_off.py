"""Verbs that are cut off: their callers leave, the service stops or dies, and what was begun is brought to its end."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import TYPE_CHECKING, Any

import grpc
import msgspec
import pytest
import pytest_asyncio

from services.admin.archiving import Archiving
from services.admin.record import RECORD
from services.events.rebuild import Untelling
from services.rpc.access.credentials import Credentials
from services.sessions.head_notes import HeadNotes
from services.store.archive import Archive
from services.store.redis_keys import MemoryKeys, RedisKeys, label_game, unlabel_games
from services.store.redis_log import RedisLog
from tests.services.admin.steps import RemovableLog, close, closed, do, each, exported, operate, record_of, refused
from tests.services.admin.test_forgotten_words import WORDS, places, told_much
from tests.services.events.steps import create
from tests.services.fixtures import methods, serve_toy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from services.store.redis_client import Link
    from tests.services.fixtures import ToyService

# What Forget does, each behind the one before.
STEPS = (
    *((RedisKeys, "add_ordered"), (Archiving, "_remove"), (Archive, "put"), (Untelling, "make_whole")),
    *((Archive, "write"), (Untelling, "untell"), (Archive, "remove"), (HeadNotes, "forget")),
    *((RedisKeys, "delete"), (Credentials, "forget"), (RedisKeys, "drop_members"), (RedisKeys, "drop_ordered")),
)


@pytest_asyncio.fixture
async def toy_service(embedded_link: Link, tmp_path: Path) -> AsyncIterator[ToyService]:
    """Serve the toy from a store of its own."""
    log, keys = RedisLog(embedded_link), RedisKeys(embedded_link)
    async with serve_toy(tmp_path / "data", log=log, keys=keys) as service:
        yield service
    await keys.aclose()
    await log.aclose()


class Killed(Exception):
    """Stands for the end of the process."""


def cut_off_after(step: Any) -> Any:
    """The same step, after which everything ends, as in a process that is killed."""

    async def later(*given: Any) -> None:
        await step(*given)
        raise Killed

    def at_once(*given: Any) -> None:
        step(*given)
        raise Killed

    return later if inspect.iscoroutinefunction(step) else at_once


@pytest.mark.parametrize(("where", "name"), STEPS)
async def test_forget_is_ended_by_the_policy(
    toy_service: ToyService, embedded_link: Link, tmp_path: Path, where: type, name: str
) -> None:
    """A game whose forgetting ended after any of its steps is found by the policy, and then no word of it is left."""
    event = await create(toy_service)
    game = await told_much(event)
    await close(toy_service, game)
    await each(toy_service, "Archive", game=game.id, reason="room")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, name, cut_off_after(getattr(where, name)))
        with pytest.raises(grpc.aio.AioRpcError):
            await do(toy_service, "Forget", game=game.id, reason="asked")
    state = await do(toy_service, "Look", game=game.id)
    assert not state.archive.forgotten
    assert state.fault or not state.archive.file.endswith(".proof")
    age = "0" if state.HasField("last_time") else "1000"
    assert await operate(toy_service, "forget", "--older-than", age, "--reason", "asked") == 0
    assert (await do(toy_service, "Look", game=game.id)).archive.forgotten
    left = await places(embedded_link, tmp_path / "data", *WORDS[:-1])
    assert not {word: found for word, found in left.items() if found}


async def test_what_was_left_of_an_archiving(toy_service: ToyService, embedded_link: Link, tmp_path: Path) -> None:
    """A draft of the file, from a process that died while it wrote, goes with the game."""
    event = await create(toy_service)
    game = await told_much(event)
    await close(toy_service, game)
    await each(toy_service, "Archive", game=game.id, reason="room")
    (file,) = (tmp_path / "data" / "archive").rglob("*.replay")
    file.with_name(f".{file.name}.0123abcd").write_bytes(file.read_bytes()[:-9])
    await do(toy_service, "Forget", game=game.id, reason="asked")
    left = await places(embedded_link, tmp_path / "data", *WORDS[:-1])
    assert not {word: found for word, found in left.items() if found}


async def test_what_an_earlier_release_has_cut_off(
    toy_service: ToyService, embedded_link: Link, tmp_path: Path
) -> None:
    """A game that left all labels before it was cut off is found by the policy once the indexes were made anew."""
    event = await create(toy_service)
    game = await told_much(event)
    await close(toy_service, game)
    await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Untelling, "untell", cut_off_after(Untelling.untell))
        with pytest.raises(grpc.aio.AioRpcError):
            await do(toy_service, "Forget", game=game.id, reason="asked")
    keys = RedisKeys(embedded_link)
    await unlabel_games(keys, [game.id])
    await keys.aclose()
    await each(toy_service, "RebuildIndexes", reason="an earlier release")
    assert await operate(toy_service, "forget", "--older-than", "1000", "--reason", "asked") == 0
    assert (await do(toy_service, "Look", game=game.id)).archive.forgotten
    left = await places(embedded_link, tmp_path / "data", *WORDS[:-1])
    assert not {word: found for word, found in left.items() if found}


class Slow(MemoryKeys):
    """Keys of which tokens are listed only once somebody lets them be."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.let = asyncio.Event(), asyncio.Event()
        self.waits = False

    async def scan(self, prefix: str) -> AsyncIterator[str]:
        if self.waits:
            self.asked.set()
            await self.let.wait()
        async for key in super().scan(prefix):
            yield key


async def abandoned(toy_service: ToyService, keys: Slow) -> bytes:
    """Let a game be forgotten by a caller who leaves before that is done."""
    game = await closed(toy_service)
    await each(toy_service, "Archive", game=game.id, reason="room")
    keys.waits = True
    request = methods()["Forget"].request(game=game.id, reason="asked")
    call = toy_service.start("Forget", toy_service.admin, request)
    await keys.asked.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    return bytes(game.id)


async def left(toy_service: ToyService) -> None:
    """Wait until the service has let go of the call whose caller has left."""
    assert await toy_service.service.interceptor.calls.wait(60)


async def test_a_caller_who_leaves(tmp_path: Path) -> None:
    """What was begun goes on without its caller, and the record tells that it is done."""
    keys = Slow()
    async with serve_toy(tmp_path, log=RemovableLog(), keys=keys) as toy_service:
        game = await abandoned(toy_service, keys)
        await left(toy_service)
        assert (await record_of(toy_service))[-1][:3] == ("Forget", game, "begun")
        keys.let.set()
        async with asyncio.timeout(60):
            while (await record_of(toy_service))[-1][:3] != ("Forget", game, "done"):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        assert (await do(toy_service, "Look", game=game)).archive.forgotten


@pytest.mark.parametrize("in_time", [True, False])
async def test_a_stop(tmp_path: Path, in_time: bool) -> None:
    """The stop waits for what was begun, and cuts it off where its grace is over: the record tells which."""
    keys, log = Slow(), RemovableLog()
    async with serve_toy(tmp_path, log=log, keys=keys, grace=60 if in_time else 2) as toy_service:
        game = await abandoned(toy_service, keys)
        if in_time:
            asyncio.get_running_loop().call_later(0.2, keys.let.set)
    keys.waits = False
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        last = (await record_of(toy_service))[-1][:3]
        assert last == ("Forget", game, "done" if in_time else "failed: CancelledError")
        assert (await do(toy_service, "Look", game=game)).archive.forgotten is in_time
        assert await operate(toy_service, "forget", "--older-than", "1000", "--reason", "asked") == 0
        assert (await do(toy_service, "Look", game=game)).archive.forgotten


async def test_a_stream_whose_caller_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archiving that ends with its caller stands in the record as failed."""
    reads, let = asyncio.Event(), threading.Event()
    loop, write = asyncio.get_running_loop(), Archive.write

    def slowly(self: Archive, path: Path, data: bytes) -> bytes:
        loop.call_soon_threadsafe(reads.set)
        let.wait(60)
        return write(self, path, data)

    async with serve_toy(tmp_path, log=RemovableLog()) as toy_service:
        game = await closed(toy_service)
        monkeypatch.setattr(Archive, "write", slowly)
        request = methods()["Archive"].request(game=game.id, reason="room")
        call = toy_service.start("Archive", toy_service.admin, request)
        await reads.wait()
        call.cancel()
        async with asyncio.timeout(60):
            while (await record_of(toy_service))[-1][2] != "failed: CancelledError":  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        let.set()


async def _nothing(*_given: Any) -> None:
    pass


@pytest.mark.parametrize("is_in_memory", [True, False])
@pytest.mark.parametrize(
    ("where", "name", "step"),
    [
        *((where, name, getattr(where, name)) for where, name in ((Archiving, "_remove"), (Archive, "put"))),
        *((where, name, getattr(where, name)) for where, name in ((Archive, "write"), (Archive, "remove"))),
        (Archiving, "_drop", _nothing),
    ],
)
async def test_nobody_reads_a_game_of_which_the_proof_is_kept(
    toy_service: ToyService, where: type, name: str, step: Any, is_in_memory: bool
) -> None:
    """A forgetting that was cut off leaves a whole archived game, or one that nobody reads, in memory or not."""
    game = await closed(toy_service)
    await each(toy_service, "Archive", game=game.id, reason="room")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, name, cut_off_after(step))
        with pytest.raises(grpc.aio.AioRpcError):
            await do(toy_service, "Forget", game=game.id, reason="asked")
    if not is_in_memory:
        toy_service.service.command_handler.sessions.drop(game.id)
    is_kept = (await do(toy_service, "Look", game=game.id)).archive.file.endswith(".replay")
    if is_kept:
        assert await exported(game)
    else:
        with pytest.raises(grpc.aio.AioRpcError, match="was forgotten"):
            await exported(game)


async def test_a_log_that_is_shorter_than_its_archive(tmp_path: Path) -> None:
    """A game of which the store has lost entries since is not forgotten, and nothing says that it is."""
    log = RemovableLog()
    async with serve_toy(tmp_path, log=log) as toy_service:
        game = await closed(toy_service)
        await each(toy_service, "Archive", game=game.id, reason="room")
        lost = log.entries(game.id).pop()
        toy_service.service.command_handler.sessions.drop(game.id)
        for _ in range(2):
            assert (await refused(do(toy_service, "Forget", game=game.id, reason="asked")))[1] == "not-removed"
        state = await do(toy_service, "Look", game=game.id)
        assert state.archive.file.endswith(".replay")
        assert (await refused(_all_of(toy_service, "Proof", game.id)))[1] == "not-forgotten"
        log.entries(game.id).append(lost)
        assert (await do(toy_service, "Forget", game=game.id, reason="asked")).archive.forgotten


async def _all_of(toy_service: ToyService, name: str, game: bytes) -> None:
    await each(toy_service, name, game=game)


async def test_the_fault_of_a_log_hides_no_forgetting(tmp_path: Path) -> None:
    """Of a game whose forgetting was cut off it is told that, though its log has a fault too."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await closed(toy_service)
        await each(toy_service, "Archive", game=game.id, reason="room")
        archive = Archive(tmp_path / "archive", keys)
        row = await archive.of(game.id)
        assert row is not None
        await archive.put(game.id, msgspec.structs.replace(row, forgotten=True))
        await label_game(keys, game.id, ())
        del log.entries(game.id)[2]
        toy_service.service.command_handler.sessions.drop(game.id)
        assert "begun to forget" in (await do(toy_service, "Look", game=game.id)).fault


class SlowRecord(MemoryKeys):
    """Keys of which a row of the record is written at once, and answered only once somebody lets it be."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.let = asyncio.Event(), asyncio.Event()
        self.waits = False

    async def put_if_absent(self, key: str, value: bytes, ttl: int | None = None) -> bool:
        done = await super().put_if_absent(key, value, ttl)
        if self.waits and key.startswith(RECORD):
            self.waits = False
            self.written.set()
            await self.let.wait()
        return done


@pytest.mark.parametrize(("name", "ends"), [("Freeze", "done"), ("Archive", "failed: CancelledError")])
async def test_a_caller_who_leaves_at_once(tmp_path: Path, name: str, ends: str) -> None:
    """What stands in the record as begun has an end there too, though its caller leaves while that is written."""
    keys = SlowRecord()
    async with serve_toy(tmp_path, log=RemovableLog(), keys=keys) as toy_service:
        game = await toy_service.match()
        keys.waits = True
        call = toy_service.start(name, toy_service.admin, methods()[name].request(game=game.id, reason="room"))
        await keys.written.wait()
        call.cancel()
        await left(toy_service)
        keys.let.set()
        async with asyncio.timeout(60):
            while (await record_of(toy_service))[-1][2] != ends:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        assert [row[2] for row in await record_of(toy_service)] == ["begun", ends]
