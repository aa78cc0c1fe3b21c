"""The dearest legal request of each ruleset: every command and question is inflated to its limits in turn.

`python -m services.bench.dearest [RULESET ...]` plays battles between bots against a service in this process. At
states along the way it sends every method that takes and gives one message: as bots give it, with its lists made as
long as a request may be (of their own items, and of ids that the view shows), with large numbers, and with both. What
counts is the processor time that one step of the event loop took at most, since everybody waits that long.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Self

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE, is_seat
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import RULESETS
from services import logs
from services.bench.load import PROTOCOL, _choose, _request, bench_config
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import Method, methods_of
from services.server import Service, serving
from services.store.redis_keys import MemoryKeys
from services.tools.client import Caller
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

LARGE_NUMBER: Final = 1_000_000_000
LONGEST_LIST: Final = 16_384
NESTED_LIST: Final = 8
DEPTH: Final = 4
IDS_MOST: Final = 400
CALL_SECONDS: Final = 30.0
KEPT: Final = 6
AGAIN: Final = 3


class Found(Struct, frozen=True):
    """What one request cost, in ms: processor time of the longest step of the event loop, and the whole call."""

    step: float
    whole: float
    method: str
    way: str
    size: int
    outcome: str


class StepTimer:
    """Knows the processor time of the longest step of the event loop, of a loop of asyncio's own.

    Processor time, so that what other programs take does not show in it.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self._run = asyncio.events.Handle._run  # noqa: SLF001 - the one place that every step goes through

    def __enter__(self) -> Self:
        """Begin to look."""
        run, timer = self._run, self

        def timed(self: asyncio.events.Handle) -> None:
            began = time.thread_time()
            try:
                run(self)
            finally:
                timer.longest = max(timer.longest, time.thread_time() - began)

        asyncio.events.Handle._run = timed  # type: ignore[method-assign]  # noqa: SLF001 - as above
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.events.Handle._run = self._run  # type: ignore[method-assign]  # noqa: SLF001 - as above


class Inflater:
    """Makes requests large: lists longer, numbers greater, with the ids of a game."""

    def __init__(self, ids: list[str]) -> None:
        self._ids = ids or ["x"]

    def ways(self, method: Method, base: Message, fixed: Callable[[Any], None]) -> Iterator[tuple[str, bytes]]:
        """Give the request in every way, as (name of the way, bytes); `fixed` sets what names the game."""
        for way in ("as it is", "lists", "lists of ids", "numbers", "lists and numbers"):
            data = self._fitting(method, base, way, fixed)
            if data is not None:
                yield way, data

    def _fitting(self, method: Method, base: Message, way: str, fixed: Callable[[Any], None]) -> bytes | None:
        """Make lists as long as the method takes them."""
        length = LONGEST_LIST
        while length:
            message = method.request()
            message.CopyFrom(base)
            self._inflate(message, way, length, 0)
            fixed(message)
            if message.ByteSize() <= method.most:
                return bytes(message.SerializeToString())
            length //= 2
        return None

    def _inflate(self, message: Message, way: str, length: int, depth: int) -> None:
        for field in message.DESCRIPTOR.fields:
            if field.name == "header" or depth > DEPTH:
                continue
            if field.is_repeated:
                if "lists" in way:
                    self._lengthen(message, field, way, length, depth)
            elif field.message_type is not None:
                if message.HasField(field.name) or not field.containing_oneof:
                    self._inflate(getattr(message, field.name), way, NESTED_LIST, depth + 1)
            elif "numbers" in way and field.cpp_type in _NUMBERS and not field.containing_oneof:
                setattr(message, field.name, LARGE_NUMBER)
            elif field.cpp_type == FieldDescriptor.CPPTYPE_STRING and "ids" in way and field.type == _TEXT:
                setattr(message, field.name, self._ids[depth % len(self._ids)])

    def _lengthen(self, message: Message, field: Any, way: str, length: int, depth: int) -> None:
        items = getattr(message, field.name)
        if field.message_type is not None:
            if field.message_type.GetOptions().map_entry:
                return
            if not items:
                self._inflate(items.add(), way, NESTED_LIST, depth + 1)
            first = list(items)
            for at in range(length - len(items)):
                items.add().CopyFrom(first[at % len(first)])
            return
        values: list[Any] = list(items)
        if field.type == _TEXT and ("ids" in way or not values):
            values = self._ids
        elif field.type == FieldDescriptor.TYPE_BYTES:
            values = values or [bytes(16)]
        elif not values:
            values = [field.enum_type.values[-1].number if field.enum_type else 1]
        del items[:]
        items.extend(values[at % len(values)] for at in range(length))


_TEXT: Final = FieldDescriptor.TYPE_STRING
_NUMBERS: Final = frozenset(
    {
        FieldDescriptor.CPPTYPE_INT32,
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT32,
        FieldDescriptor.CPPTYPE_UINT64,
    }
)


def texts_of(message: Message) -> Iterator[str]:
    """Give every text in a message."""
    for field, value in message.ListFields():
        for item in value if field.is_repeated else [value]:
            if isinstance(item, Message):
                yield from texts_of(item)
            elif isinstance(item, str):
                yield item


class Search:
    """One battle of a ruleset, and the requests that are sent along the way."""

    def __init__(self, service: Service, channel: grpc.aio.Channel, ruleset: str, seed: int) -> None:
        self.service = service
        self.channel = channel
        self.ruleset = ruleset
        self.seed = seed.to_bytes(32, "big")
        self.rulesets = LoadedRulesets()
        self.play = methods_of(f"wargame.{ruleset}.v1.Play")
        self.asked = [
            method
            for method in (*self.play.values(), *methods_of(PROTOCOL).values())
            if not (method.takes_stream or method.gives_stream)
        ]
        self.bases: dict[str, Message] = {}
        self.found: dict[tuple[str, str], Found] = {}
        self.sent: dict[tuple[str, str], tuple[Method, bytes, str]] = {}
        self.ids: list[str] = []

    async def run(self, steps: int, states: int) -> list[Found]:
        """Play so many commands, search at so many states on the way; the dearest first."""
        request = games_pb2.OpenRequest(command_id=self.seed[-16:], ruleset=self.ruleset, test_seed=self.seed)
        request.signatures = games_pb2.SIGNATURES_NONE
        request.seats.extend(protocol_pb2.Seat(name=name, bot=True) for name in ("red", "blue"))
        opened = await Caller(self.channel, self.service.owner_token).open(request)
        self.game = opened.game
        self.tokens = {made.seat: made.token for made in opened.credentials if made.role == Role.SEAT}
        self.tokens[REFEREE] = self.service.owner_token
        chance, every = random.Random(int.from_bytes(self.seed, "big")), max(1, steps // states)
        for step in range(steps):
            if not await self._step(step, chance):
                break
            if step % every == every - 1 or step < AGAIN:
                await self._search()
        return await self._dearest()

    async def _step(self, step: int, chance: random.Random) -> bool:
        """Let a bot give one command, and keep it to be inflated; whether there was one."""
        async with self.service.command_handler.locked(self.game) as session:
            chosen = _choose(session, self.seed, chance)
        if chosen is None:
            return False
        party, command = chosen
        _, data, method = _request(self.rulesets, session, self.game, command, os.urandom(32), step)
        self.bases[method.path] = method.request.FromString(data)
        # the first of each kind is looked at where it is legal
        await self._ways(method, party, only_base=False)
        outcome, _ = await self._call(method, data, self.tokens[party])
        return outcome in ("OK", "FAILED_PRECONDITION", "ABORTED")

    async def _search(self) -> None:
        view = self.play["View"]
        _, data = await self._call(view, view.request(game=self.game).SerializeToString(), self.tokens[0])
        if data is not None:
            self.ids = sorted(set(texts_of(view.response.FromString(data))))[:IDS_MOST]
        async with self.service.command_handler.locked(self.game) as session:
            asks = session.game.stack[-1].asks if session.game.stack else ()
        for method in self.asked:
            party = next((party for party in asks if is_seat(party)), 0)
            await self._ways(method, party, only_base=not method.request.DESCRIPTOR.fields[1:])

    async def _ways(self, method: Method, party: int, *, only_base: bool) -> None:
        base = self.bases.get(method.path) or method.request()
        for way, data in Inflater(self.ids).ways(method, base, self._name_game):
            plain = way == "as it is"
            if (only_base and not plain) or (plain and method.command):
                continue
            await self._try(method, way, data, self.tokens.get(party, self.tokens[REFEREE]))

    def _name_game(self, message: Any) -> None:
        fields = message.DESCRIPTOR.fields_by_name
        if "header" in fields:
            message.header.CopyFrom(record_pb2.Header(game=self.game, command_id=os.urandom(16)))
        elif "game" in fields:
            message.game = self.game

    async def _try(self, method: Method, way: str, data: bytes, token: str) -> None:
        found = await self._measured(method, way, data, token)
        known = self.found.get((method.path, way))
        if known is None or found.step > known.step:
            self.found[method.path, way] = found
            self.sent[method.path, way] = method, data, token

    async def _measured(self, method: Method, way: str, data: bytes, token: str) -> Found:
        with StepTimer() as timer:
            began = time.perf_counter()
            outcome, _ = await self._call(method, data, token)
            whole = time.perf_counter() - began
        return Found(1e3 * timer.longest, 1e3 * whole, method.name, way, len(data), outcome)

    async def _call(self, method: Method, data: bytes, token: str) -> tuple[str, bytes | None]:
        call: Any = self.channel.unary_unary(method.path)
        try:
            answer = await call(data, metadata=(("authorization", f"Bearer {token}"),), timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError as error:
            return error.code().name, None
        return "OK", answer

    async def _dearest(self) -> list[Found]:
        """Send the dearest again, and keep the least of what it cost: what the machine did meanwhile drops out."""
        ordered = sorted(self.found, key=lambda key: -self.found[key].step)[: 2 * KEPT]
        for key in ordered:
            method, data, token = self.sent[key]
            for _ in range(AGAIN):
                message = method.request.FromString(data)
                self._name_game(message)
                again = await self._measured(method, key[1], message.SerializeToString(), token)
                if again.outcome == self.found[key].outcome and again.step < self.found[key].step:
                    self.found[key] = again
        return sorted((self.found[key] for key in ordered), key=lambda row: -row.step)[:KEPT]


@asynccontextmanager
async def quiet() -> Any:
    """Let no collection of cycles fall into a measurement."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def search(ruleset: str, seed: int, steps: int, states: int) -> list[Found]:
    """Search one battle of a ruleset."""
    with TemporaryDirectory(prefix="adjd") as name:
        config = bench_config(Path(name))
        async with (
            serving(config, MemoryLog(asyncio.Event), MemoryKeys()) as service,
            grpc.aio.insecure_channel(service.address) as channel,
            quiet(),
        ):
            return await Search(service, channel, ruleset, seed).run(steps, states)


def main() -> int:
    """Search and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*", default=sorted(RULESETS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=300, help="commands of the battle")
    parser.add_argument("--states", type=int, default=8, help="states on the way at which everything is tried")
    args = parser.parse_args()
    logs.configure("error")
    for ruleset in args.rulesets:
        found = asyncio.run(search(ruleset, args.seed, args.steps, args.states))
        print(f"{ruleset}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
        for row in found:
            print(
                f"  {row.step:8.1f} ms in one step, {row.whole:8.1f} ms in all: {row.method}, {row.way},"
                f" {row.size} bytes, {row.outcome}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
