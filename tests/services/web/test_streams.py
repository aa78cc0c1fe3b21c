"""Streams from the web: messages go out when they are there, streams do not wait for each other, readers may leave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from services.rpc.methods import Method
from services.web import app
from tests.services.fixtures import ToyService, methods, toy_rules
from tests.services.web.fixtures import SECONDS, Web, frame, serve_web

toy_rules()
KINDS = ("connect+proto", "connect+json", "grpc-web+proto")
# As many entries as a page reads at once, and more streams than a browser opens to a host.
MESSAGES, STREAMS = 30, 8


@pytest.fixture
async def both(tmp_path):
    async with serve_web(tmp_path) as found:
        yield found


class Opened:
    """Streams of one method, whose handler is the test's."""

    def __init__(self, web: Web, method: Method, token: str, kind: str, request: bytes) -> None:
        self._headers = {"content-type": f"application/{kind}", "authorization": f"Bearer {token}"}
        self._body = b"{}" if "json" in kind else request
        self._path = method.path
        self._web = web

    def one(self) -> Any:
        """Open one."""
        return self._web.request(self._path, self._headers, [frame(self._body)])


async def opened(both: tuple[ToyService, Web], monkeypatch: pytest.MonkeyPatch, kind: str, serve: Any) -> Opened:
    """Have every call served by this handler of a stream."""
    toy, web = both
    game, method = await toy.match(), methods()["Export"]
    served = toy.service.interceptor.server_stream(method, serve)
    monkeypatch.setattr(app.WebApp, "_find", lambda *_: served)
    return Opened(web, method, game.tokens["auditor"], kind, game.request("Export").SerializeToString())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(SECONDS):
        while not is_so():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


async def taken(frames: AsyncIterator[tuple[int, bytes]]) -> int:
    """Take the next frame of a stream; give its flags."""
    async with asyncio.timeout(SECONDS):
        flags, _ = await anext(frames)
        return flags


@pytest.mark.parametrize("kind", KINDS)
async def test_a_message_is_sent_when_it_is_there(both, monkeypatch, kind):
    """A message reaches its reader before there is a next one, and with the last of them nothing is held back."""
    more = asyncio.Event()

    async def in_step(*_call):
        for _ in range(MESSAGES):
            yield b""
            await more.wait()
            more.clear()

    async with (await opened(both, monkeypatch, kind, in_step)).one() as answer:
        await answer.begin()
        frames = answer.frames()
        for _ in range(MESSAGES):
            assert await taken(frames) == 0
            more.set()
        assert await taken(frames) != 0
        with pytest.raises(StopAsyncIteration):
            await anext(frames)


@pytest.mark.parametrize("kind", KINDS)
async def test_streams_at_once(both, monkeypatch, kind):
    """Streams at once go on together, message by message, and all of them end."""
    toy, _ = both
    at_once = asyncio.Barrier(STREAMS)

    async def together(*_call):
        for _ in range(MESSAGES):
            await at_once.wait()
            yield b""

    calls = await opened(both, monkeypatch, kind, together)

    async def read() -> list[int]:
        async with calls.one() as answer:
            await answer.begin()
            return [flags async for flags, _ in answer.frames()]

    async with asyncio.timeout(SECONDS):
        found = await asyncio.gather(*[read() for _ in range(STREAMS)])
    for flags in found:
        assert (flags[:-1], flags[-1] != 0) == ([0] * MESSAGES, True)
    await until(lambda: not toy.service.interceptor.streams.count)


@pytest.mark.parametrize("size", [0, 4 * 1024 * 1024])
@pytest.mark.parametrize("kind", KINDS)
async def test_readers_that_leave(both, monkeypatch, kind, size):
    """Who leaves a stream, quiet or in the middle of much, has its handler ended and frees slot and connection."""
    toy, _ = both
    held, ended = 0, 0

    async def endless(*_call):
        nonlocal held, ended
        held += 1
        try:
            yield b""
            if size:
                yield b"\x0a" + varint(size) + bytes(size)
            await asyncio.Event().wait()
        finally:
            ended += 1

    calls = await opened(both, monkeypatch, kind, endless)
    for turn in range(1, 4):
        async with AsyncExitStack() as stack:
            for _ in range(STREAMS):
                answer: Any = await stack.enter_async_context(calls.one())
                await answer.begin()
                assert await taken(answer.frames()) == 0
                answer.writer.transport.pause_reading()
            assert (held, ended) == (turn * STREAMS, (turn - 1) * STREAMS)
            assert toy.service.interceptor.streams.count == STREAMS
        await until(lambda: ended == held)
        await until(lambda: not toy.service.interceptor.streams.count)
        await until(lambda: not toy.service.web.connections)


def varint(value: int) -> bytes:
    """Write a number as protobuf does."""
    found = b""
    while value >= 0x80:
        found, value = found + bytes([value & 0x7F | 0x80]), value >> 7
    return found + bytes([value])
