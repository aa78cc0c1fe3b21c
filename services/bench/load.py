"""Load for the bench: battles recorded beforehand as serialised requests, sent to a running service."""

from __future__ import annotations

import asyncio
import hashlib
import random
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import CommitContribution, ConfirmResult, OpenContribution
from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.server import Service, serving
from services.sessions.head_notes import FOLDER as HEADS_FOLDER
from services.sessions.session import Session
from services.store.storage import storage
from services.tools.client import Caller
from services.tools.play import sight_of
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

PROTOCOL = "wargame.v1.Protocol"


class Recorded(Struct, frozen=True):
    """One battle: how it is opened, and every request of its players as (method, bytes, token)."""

    opening: bytes
    game: bytes
    requests: tuple[tuple[str, bytes, str], ...]


class Figures(Struct, frozen=True):
    """What a load measured: requests a second, and latencies in ms."""

    rate: float
    p50: float
    p99: float
    count: int


def bench_config(folder: Path) -> Config:
    """Settings of the service under load: as in production, but that games may be played from a given seed."""
    return Config(listen=f"unix:{folder}/service.sock", data=folder, allow_test_seeds=True, log_level="error")


async def record(
    folder: Path, ruleset: str, games: int, commands: int, on_progress: Callable[[int], None]
) -> list[Recorded]:
    """Let bots play the beginnings of so many battles, against the service's own code and keys."""
    config = bench_config(folder)
    recorded = []
    async with (
        storage(config) as (_, store),
        serving(config, MemoryLog(asyncio.Event), store) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        owner = Caller(channel, service.owner_token)
        for number in range(games):
            recorded.append(await _record_one(service, owner, ruleset, number, commands))
            on_progress(number + 1)
    # the same battles are played anew, on another log: nothing of the first run was signed for it
    shutil.rmtree(folder / HEADS_FOLDER)
    return recorded


async def _record_one(service: Service, owner: Caller, ruleset: str, number: int, commands: int) -> Recorded:
    seed = hashlib.sha256(f"bench {number}".encode()).digest()
    request = games_pb2.OpenRequest(
        command_id=seed[:16],
        ruleset=ruleset,
        pace=protocol_pb2.PACE_AUTO,
        dice_mode=protocol_pb2.DICE_MODE_SEEDED,
        profile=protocol_pb2.PROFILE_P1,
        test_seed=seed,
        signatures=games_pb2.SIGNATURES_NONE,
        seats=[protocol_pb2.Seat(name=name, bot=True) for name in ("red", "blue")],
    )
    opened = await owner.open(request)
    tokens = {made.seat: made.token for made in opened.credentials if made.role == Role.SEAT}
    tokens[REFEREE] = service.owner_token
    rulesets = LoadedRulesets()
    requests: list[tuple[str, bytes, str]] = []
    generator = random.Random(number)
    for step in range(commands):
        async with service.command_handler.locked(opened.game) as session:
            chosen = _choose(session, seed, generator)
        if chosen is None:
            break
        party, command = chosen
        path, data, method = _request(rulesets, session, opened.game, command, seed, step)
        await owner_call(owner, tokens[party], method, data)
        requests.append((path, data, tokens[party]))
    return Recorded(request.SerializeToString(), opened.game, tuple(requests))


async def owner_call(owner: Caller, token: str, method: Any, data: bytes) -> Any:
    """Send serialised bytes with this token."""
    call: Any = owner.channel.unary_unary(method.path)
    return await call(data, metadata=(("authorization", f"Bearer {token}"),))


def _choose(session: Session, seed: bytes, generator: random.Random) -> tuple[int, Struct] | None:
    if not session.game.stack or session.game.stack[-1].kind == "reveal":
        return None
    window = session.game.stack[-1]
    party, game = window.asks[0], session.game_id
    contribution = hashlib.sha256(seed + bytes([party])).digest()
    fixed = {
        "contribute": CommitContribution(commitment=wgdice.seat_commit(game, min(party, 1), contribution)),
        "open_contribution": OpenContribution(contribution=contribution),
        "confirm_result": ConfirmResult(),
    }.get(window.kind)
    if fixed is not None:
        return party, fixed
    if window.kind == session.rules.opening_window:
        return party, session.rules.create("", generator)
    return party, session.rules.choose(sight_of(session, party), generator)


def _request(
    rulesets: LoadedRulesets, session: Session, game: bytes, command: Struct, seed: bytes, step: int
) -> tuple[str, bytes, Any]:
    name = type(command).__name__
    method = methods_of(PROTOCOL).get(name) or methods_of(f"{session.rules.package}.Play")[name]
    request: Any = rulesets.converter.to_pb(command)
    command_id = hashlib.sha256(seed + step.to_bytes(4, "big")).digest()[:16]
    request.header.CopyFrom(record_pb2.Header(game=game, command_id=command_id))
    return method.path, request.SerializeToString(), method


@asynccontextmanager
async def running_process(*arguments: str) -> AsyncIterator[int]:
    """Run a server of our own until the block ends; gives its process id once it has printed a line."""
    made = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
    try:
        assert made.stdout is not None  # noqa: S101  (asked for above; says so to the type checker)
        line = await asyncio.wait_for(made.stdout.readline(), 120)
        if not line:
            message = f"{arguments[0]} did not start"
            raise OSError(message)
        yield made.pid
    finally:
        with suppress(ProcessLookupError):  # it has ended by itself, which the message above is about
            made.terminate()
        await made.wait()


async def measure(jobs: list[list[Callable[[], Awaitable[Any]]]]) -> Figures:
    """Run so many workers at once, each its jobs one after the other; gives the rate and the latencies."""
    times: list[float] = []

    async def worker(mine: list[Callable[[], Awaitable[Any]]]) -> None:
        for job in mine:
            began = time.perf_counter()
            await job()
            times.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(worker(mine) for mine in jobs))
    took = time.perf_counter() - began
    times.sort()
    return Figures(len(times) / took, 1e3 * times[len(times) // 2], 1e3 * times[int(len(times) * 0.99)], len(times))


def caller(channel: grpc.aio.Channel, path: str, data: bytes, token: str) -> Callable[[], Awaitable[Any]]:
    """Make a job of one request."""
    call: Any = channel.unary_unary(path)
    metadata = (("authorization", f"Bearer {token}"),) if token else ()

    async def job() -> Any:
        return await call(data, metadata=metadata)

    return job
