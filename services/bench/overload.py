"""Overload: how much of what is asked for is answered in time as more and more callers come, and how evenly.

`python -m services.bench.overload` starts a service of its own; every caller plays the first four commands of
one game after the other, gives each five seconds, and comes again when it is told to, or after pauses that double.
The callers are those of the generator in `services/bench/loadgen`, which needs Go: ten thousand of them in Python
are slower than the service.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import grpc
import uvloop
from msgspec import Struct

from adjudicator.kernel.dice import wgdice
from services.bench.load import bench_config, running_process
from services.bench.native import Call, NoGo, build, processor_seconds, write_requests
from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from services.tools.client import GAMES, Caller
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

DEADLINE: Final = 5.0
CONNECTIONS: Final = 48
# Seconds between one caller and the next, and from the last until the measurement.
COMING: Final = 0.001
SETTLE: Final = 25.0
SETUP_AT_ONCE: Final = 64
RULESET: Final = "grinding_annihilation"
# Games of the measurement game by game.
GAMES_READ: Final = 50


class Tally(Struct):
    """What became of the calls of one load: answered in time, refused, failed; `processor` is the service's time.

    `ended` is how many callers had nothing more to send when the measurement ended: where these are many, the load was
    less than it says.
    """

    seconds: float = 0
    processor: float = 0
    answered: int = 0
    refused: int = 0
    failed: int = 0
    open_most: int = 0
    ended: int = 0

    @property
    def goodput(self) -> float:
        """Answers in time, a second."""
        return self.answered / self.seconds

    @property
    def by_processor(self) -> float:
        """Answers in time, a second of the service's processor time: what other programs take does not show in it."""
        return self.answered / max(self.processor, 0.01)


class Spans(NamedTuple):
    """Seconds from the last caller to the measurement, and how long that takes."""

    settle: float
    seconds: float


class Served(NamedTuple):
    """A service of our own: where it listens, its process, a connection to it and the owner's token."""

    address: str
    pid: int
    channel: grpc.aio.Channel
    token: str


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


async def drive(
    program: Path, folder: Path, service: Served, jobs: Sequence[Iterable[Call]], again: bool, spans: Spans
) -> tuple[Tally, list[int]]:
    """Let a caller work through each of these jobs, or through them again and again; gives the answers of each too.

    What is measured begins once all have come and settled. RuntimeError where all have ended their jobs.
    """
    settings = {
        "address": service.address,
        "connections": CONNECTIONS,
        "file": str(write_requests(folder, jobs)),
        "deadline": DEADLINE,
        "coming": COMING,
        "settle": spans.settle,
        "seconds": spans.seconds,
        "again": again,
    }
    words = (str(program), "drive", json.dumps(settings))
    made = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    used = []
    assert made.stdout is not None  # noqa: S101  (asked for above; says so to the type checker)
    for word in (b"begun\n", b"ended\n"):
        if await made.stdout.readline() != word:
            await made.wait()
            raise RuntimeError("the load generator has ended")
        used.append(processor_seconds(service.pid))
    found = json.loads((await made.communicate())[0])
    answers = found.pop("answers")
    if found["ended"] == len(jobs):
        raise RuntimeError("nobody had anything more to send before the end: give more --games")
    return Tally(processor=used[1] - used[0], **found), answers


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
            reply = await _opened(owner, request)
            seats = {made.seat: made.token for made in reply.credentials if made.role == Role.SEAT}
            opened.append(Opened(reply.game, (seats[0], seats[1])))

    await asyncio.gather(*(worker() for _ in range(SETUP_AT_ONCE)))
    return opened


async def _opened(owner: Caller, request: games_pb2.OpenRequest) -> Any:
    """Open a game, and send the same again where the machine is too slow for the deadline."""
    while True:
        try:
            return await owner.open(request)
        except grpc.aio.AioRpcError as error:
            if error.code() not in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED):
                raise
            await asyncio.sleep(1)


@asynccontextmanager
async def service(folder: Path) -> AsyncIterator[Served]:
    """Run a service of its own."""
    address = bench_config(folder).listen
    words = ("serve", "--listen", address, "--data", str(folder), "--log-level", "error")
    async with (
        running_process(sys.executable, "-m", "services.cli", *words) as pid,
        grpc.aio.insecure_channel(address) as channel,
    ):
        yield Served(address, pid, channel, (folder / "owner.token").read_text().strip())


async def goodput(program: Path, folder: Path, callers: int, games: int, spans: Spans) -> Tally:
    """Measure with so many callers: each has its share of the games, and gives a command of one after the other."""
    async with service(folder) as served:
        opened = await open_games(served.channel, served.token, games)
        commands = [list(game.commands()) for game in opened]
        jobs = [chain.from_iterable(zip(*commands[at::callers], strict=True)) for at in range(callers)]
        return (await drive(program, folder, served, jobs, again=False, spans=spans))[0]


async def evenness(program: Path, folder: Path, callers: int, games: int, spans: Spans) -> tuple[Tally, list[int]]:
    """Count the answers of each game, to reads of so many callers spread over the games."""
    method = methods_of(GAMES)["Offers"]
    async with service(folder) as served:
        opened = await open_games(served.channel, served.token, games)
        asked = [(method.path, method.request(game=row.game).SerializeToString(), row.tokens[0]) for row in opened]
        jobs = [[asked[at % games]] for at in range(callers)]
        tally, answers = await drive(program, folder, served, jobs, again=True, spans=spans)
    return tally, sorted(sum(answers[at::games]) for at in range(games))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("callers", nargs="*", type=int, default=[64, 1_000, 10_000])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--settle", type=float, default=SETTLE, help="seconds from the last caller to the measurement")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--readers", type=int, default=1_000, help="callers who read game by game; 0 for none")
    args = parser.parse_args()
    spans = Spans(args.settle, args.seconds)
    with TemporaryDirectory(prefix="adjl") as built:
        try:
            program = build(Path(built))
        except NoGo as fault:
            print(fault, file=sys.stderr)
            return 2
        for callers in args.callers:
            with TemporaryDirectory(prefix="adjo") as name:
                tally = uvloop.run(goodput(program, Path(name), callers, max(args.games, callers), spans))
            found = f"{tally.goodput:.0f} answered in time a second, {tally.by_processor:.0f} of its processor time"
            print(f"{callers:6} callers: {found}, {tally}", flush=True)
        if args.readers:
            with TemporaryDirectory(prefix="adjo") as name:
                tally, counts = uvloop.run(evenness(program, Path(name), args.readers, GAMES_READ, spans))
            five, ninety_five = counts[len(counts) // 20], counts[-1 - len(counts) // 20]
            print(f"{args.readers:6} readers: {tally}", flush=True)
            print(f"answers of a game, p5 {five}, p95 {ninety_five}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
