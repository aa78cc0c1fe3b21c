"""Overload: how much of what is asked for is answered in time as more and more callers come, and how evenly.

`python -m services.bench.overload` starts a service of its own; every caller plays the first four commands of
one game after the other, gives each five seconds, and comes again when it is told to, or after pauses that double.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import grpc
import uvloop
from google.rpc import error_details_pb2
from msgspec import Struct

from adjudicator.kernel.dice import wgdice
from services.bench.load import bench_config, running_process
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import read_status
from services.rpc.methods import methods_of
from services.tools.client import GAMES, Caller
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

DEADLINE: Final = 5.0
CHANNELS: Final = 48
LONGEST_PAUSE: Final = 30
# Seconds between one caller and the next, and from the last until the measurement.
COMING: Final = 0.001
SETTLE: Final = 25.0
SETUP_AT_ONCE: Final = 64
RULESET: Final = "grinding_annihilation"
CLIENT: Final = (("grpc.use_local_subchannel_pool", 1),)


class Tally(Struct):
    """What became of the calls of one load: answered in time, refused, failed; `processor` is the service's time."""

    seconds: float = 0
    processor: float = 0
    answered: int = 0
    refused: int = 0
    failed: int = 0
    open_most: int = 0

    @property
    def goodput(self) -> float:
        """Answers in time, a second."""
        return self.answered / self.seconds

    @property
    def by_processor(self) -> float:
        """Answers in time, a second of the service's processor time: what other programs take does not show in it."""
        return self.answered / max(self.processor, 0.01)


class Opened(Struct, frozen=True):
    """A game that is opened: its id and the tokens of its seats."""

    game: bytes
    tokens: tuple[str, str]

    def commands(self) -> Iterator[tuple[str, bytes, str]]:
        """Give its first commands as (method, bytes, token)."""
        methods = methods_of("wargame.v1.Protocol")
        mine = [hashlib.sha256(self.game + bytes([seat])).digest() for seat in (0, 1)]
        for step in range(4):
            seat, name = step % 2, ("CommitContribution", "OpenContribution")[step // 2]
            given = {"commitment": wgdice.seat_commit(self.game, seat, mine[seat])}
            if name == "OpenContribution":
                given = {"contribution": mine[seat]}
            command_id = hashlib.sha256(self.game + bytes([step])).digest()[:16]
            header = record_pb2.Header(game=self.game, command_id=command_id)
            request = methods[name].request(header=header, **given)
            yield methods[name].path, request.SerializeToString(), self.tokens[seat]


class Load:
    """Callers that share a few connections."""

    def __init__(self, channels: list[grpc.aio.Channel]) -> None:
        self._channels = channels
        self._next = 0
        self._open = 0
        self.tally = Tally()

    async def call(self, path: str, data: bytes, token: str) -> float | None:
        """Call once: None where it was answered in time, else the seconds to wait before the next try."""
        self._next += 1
        call: Any = self._channels[self._next % len(self._channels)].unary_unary(path)
        self._open += 1
        self.tally.open_most = max(self.tally.open_most, self._open)
        try:
            await call(data, metadata=(("authorization", f"Bearer {token}"),), timeout=DEADLINE)
        except grpc.aio.AioRpcError as error:
            return self._pause(error)
        finally:
            self._open -= 1
        self.tally.answered += 1
        return None

    def _pause(self, error: grpc.aio.AioRpcError) -> float:
        if error.code() != grpc.StatusCode.RESOURCE_EXHAUSTED:
            self.tally.failed += 1
            return 0.0
        self.tally.refused += 1
        info = error_details_pb2.RetryInfo()
        for detail in read_status(error).details:
            detail.Unpack(info)
        return float(info.retry_delay.ToMilliseconds()) / 1000

    async def run(self, jobs: Sequence[Iterator[tuple[str, bytes, str]]], settle: float, seconds: float) -> Tally:
        """Let a caller work through each of these jobs; what is measured begins once all have come and settled."""
        tasks = [asyncio.create_task(self._caller(job, COMING * at)) for at, job in enumerate(jobs)]
        await asyncio.sleep(COMING * len(jobs) + settle)
        self.tally = Tally()
        began, used = time.perf_counter(), _processor_seconds()
        await asyncio.sleep(seconds)
        tally, tally.seconds = self.tally, time.perf_counter() - began
        tally.processor = _processor_seconds() - used
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return tally

    async def _caller(self, job: Iterator[tuple[str, bytes, str]], after: float) -> None:
        await asyncio.sleep(after)
        for step in job:
            for tries in count():
                pause = await self.call(*step)
                if pause is None:
                    break
                # as gRPC's own retries do where the service does not say for how long
                await asyncio.sleep(pause or min(LONGEST_PAUSE, 2**tries) * random.uniform(0.8, 1.2))


def _processor_seconds() -> float:
    """Give the processor time of the programs that this one has started, on Linux; elsewhere 0."""
    ticks = 0
    for children in Path("/proc/self/task").glob("*/children"):
        for pid in children.read_text().split():
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def open_games(channel: grpc.aio.Channel, token: str, count: int) -> list[Opened]:
    """Open so many games."""
    owner, numbers, opened = Caller(channel, token), iter(range(count)), []

    async def worker() -> None:
        for _ in numbers:
            request = games_pb2.OpenRequest(
                command_id=hashlib.sha256(b"%d" % time.time_ns()).digest()[:16],
                ruleset=RULESET,
                signatures=games_pb2.SIGNATURES_NONE,
            )
            request.seats.extend(protocol_pb2.Seat(name=name) for name in ("red", "blue"))
            reply = await owner.open(request)
            seats = {made.seat: made.token for made in reply.credentials if made.role == Role.SEAT}
            opened.append(Opened(reply.game, (seats[0], seats[1])))

    await asyncio.gather(*(worker() for _ in range(SETUP_AT_ONCE)))
    return opened


@asynccontextmanager
async def service(folder: Path) -> AsyncIterator[tuple[list[grpc.aio.Channel], str]]:
    """Run a service of its own; connections to it, and the owner's token."""
    address = bench_config(folder).listen
    words = ("serve", "--listen", address, "--data", str(folder), "--log-level", "error")
    async with running_process(sys.executable, "-m", "services.cli", *words), AsyncExitStack() as stack:
        made = [grpc.aio.insecure_channel(address, CLIENT) for _ in range(CHANNELS)]
        channels = [await stack.enter_async_context(channel) for channel in made]
        yield channels, (folder / "owner.token").read_text().strip()


async def goodput(folder: Path, callers: int, seconds: float, games: int) -> Tally:
    """Measure with so many callers: each has its share of the games, and gives a command of one after the other."""
    async with service(folder) as (channels, token):
        opened = await open_games(channels[0], token, games)
        commands = [list(game.commands()) for game in opened]
        jobs = [chain.from_iterable(zip(*commands[at::callers], strict=True)) for at in range(callers)]
        return await Load(channels).run(jobs, SETTLE, seconds)


async def evenness(folder: Path, callers: int, seconds: float, games: int) -> list[int]:
    """Count the answers of each game, to reads of so many callers spread over the games."""
    counts: Counter[bytes] = Counter()
    method = methods_of(GAMES)["Offers"]

    def reads(game: Opened) -> Iterator[tuple[str, bytes, str]]:
        request = method.request(game=game.game).SerializeToString()
        while True:
            yield method.path, request, game.tokens[0]
            counts[game.game] += 1

    async with service(folder) as (channels, token):
        opened = await open_games(channels[0], token, games)
        tally = await Load(channels).run([reads(opened[at % games]) for at in range(callers)], SETTLE, seconds)
    print(f"{callers:6} readers: {tally}", flush=True)
    return sorted(counts[game.game] for game in opened)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("callers", nargs="*", type=int, default=[64, 1_000, 10_000])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--games", type=int, default=4_000)
    args = parser.parse_args()
    for callers in args.callers:
        with TemporaryDirectory(prefix="adjo") as name:
            tally = uvloop.run(goodput(Path(name), callers, args.seconds, max(args.games, callers)))
        found = (
            f"{tally.goodput:.0f} answered in time a second, {tally.by_processor:.0f} a second of its processor time"
        )
        print(f"{callers:6} callers: {found}, {tally}", flush=True)
    with TemporaryDirectory(prefix="adjo") as name:
        counts = uvloop.run(evenness(Path(name), 1_000, args.seconds, 50))
    five, ninety_five = counts[len(counts) // 20], counts[-1 - len(counts) // 20]
    print(f"answers of a game, p5 {five}, p95 {ninety_five}", flush=True)


if __name__ == "__main__":
    main()
