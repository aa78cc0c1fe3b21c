"""A service that is used for hours holds no more at the end than when all its places were first taken.

`SOAK_MINUTES` (60) says for how long; `SOAK_OUT` names a file for the samples, one line of JSON each ten seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import statistics
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import RULESETS, rules_of
from services.bench.load import running_process
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import GAMES, Caller, Player
from wargame.v1 import games_pb2, protocol_pb2

MINUTES = float(os.environ.get("SOAK_MINUTES", "60"))
TABLES = 6
SESSIONS = 12
SAMPLE_SECONDS = 10.0
# The first part, in which caches and games in memory fill up, is not looked at.
WARM_SHARE = 0.4
GROWTH_MOST = 1.1
# Connections come and go while it is counted.
SLACK = 24
pytestmark = [pytest.mark.soak, pytest.mark.timeout(60 * MINUTES + 600)]


class Soak:
    """Bots at tables, watchers, and people who ask for lists, exports, audits and with wrong tokens."""

    def __init__(self, address: str, owner: str) -> None:
        self.address = address
        self.owner = owner
        self.rulesets = LoadedRulesets()
        self.commands = 0
        self.games = 0
        self.others = 0
        self.stop = asyncio.Event()

    def channel(self) -> grpc.aio.Channel:
        """Open a connection of its own."""
        return grpc.aio.insecure_channel(self.address, (("grpc.use_local_subchannel_pool", 1),))

    async def table(self, number: int) -> None:
        """Play one game after the other, each ruleset in turn, each game over a connection of its own."""
        names = sorted(RULESETS)
        for game in count(number):
            if self.stop.is_set():
                return
            async with self.channel() as channel:
                await self._game(channel, names[game % len(names)], random.Random(f"{number} {game}"))
            self.games += 1

    async def _game(self, channel: grpc.aio.Channel, ruleset: str, chance: random.Random) -> None:
        owner = Caller(channel, self.owner)
        seats = [protocol_pb2.Seat(name=name, bot=True) for name in ("red", "blue")]
        request = games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16), ruleset=ruleset, seats=seats, signatures=games_pb2.SIGNATURES_NONE
        )
        opened, rules = await owner.open(request), rules_of(ruleset)
        tokens = {made.seat: made.token for made in opened.credentials if made.role == Role.SEAT}
        players = [Player(owner, self.rulesets, rules, opened.game, REFEREE)]
        players += [
            Player(Caller(channel, token), self.rulesets, rules, opened.game, seat) for seat, token in tokens.items()
        ]
        spectator = next(made.token for made in opened.credentials if made.role == Role.SPECTATOR)
        watching = asyncio.create_task(self._watch(rules.package, opened.game, spectator))
        try:
            while not self.stop.is_set():
                replies = [await player.act("", chance) for player in players]
                self.commands += (given := sum(reply is not None for reply in replies))
                if not given:
                    break
            await self._use(owner, players[-1].caller, opened.game)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self, package: str, game: bytes, token: str) -> None:
        """Watch a game, leaving and coming back all the time."""
        method = methods_of(GAMES)["Watch"]
        while True:
            async with self.channel() as channel:
                call: Any = channel.unary_stream(
                    method.path, request_serializer=method.request.SerializeToString, response_deserializer=bytes
                )
                request = method.request(game=game)
                with suppress(grpc.aio.AioRpcError, TimeoutError):
                    async with asyncio.timeout(5):
                        async for _ in call(request, metadata=(("authorization", f"Bearer {token}"),)):
                            pass
            self.others += 1

    async def _use(self, owner: Caller, seat: Caller, game: bytes) -> None:
        """Export and audit a game, list games, and call with a token that there is none of."""
        await seat.audit(await seat.export(game))
        method = methods_of("wargame.v1.Games")["List"]
        await owner.call(method, games_pb2.ListRequest(page_size=10))
        with suppress(grpc.aio.AioRpcError):
            await Caller(owner.channel, "wg1_seat_000000000000_" + 43 * "a").call(method, games_pb2.ListRequest())
        self.others += 4


def line(samples: list[dict[str, Any]], name: str) -> tuple[float, float]:
    """Median of the first and of the last third of what is looked at."""
    rows = [sample[name] for sample in samples[int(WARM_SHARE * len(samples)) :]]
    third = max(1, len(rows) // 3)
    return statistics.median(rows[:third]), statistics.median(rows[-third:])


async def test_what_is_held_stays_as_it_is(tmp_path, monkeypatch):
    """Memory, descriptors, tasks and threads of the service are flat while games are played, watched and audited."""
    state, address = tmp_path / "state.json", f"unix:{tmp_path}/service.sock"
    settings = {"LISTEN": address, "DATA": tmp_path / "data", "LOG_LEVEL": "error"}
    for name, value in settings.items():
        monkeypatch.setenv(f"ADJUDICATOR_{name}", str(value))
    monkeypatch.setenv("SOAK_STATE", str(state))
    monkeypatch.setenv("SOAK_SESSIONS", str(SESSIONS))
    samples: list[dict[str, Any]] = []
    out = Path(os.environ.get("SOAK_OUT", tmp_path / "samples.jsonl")).open("w")  # noqa: ASYNC230, SIM115
    async with running_process(sys.executable, "-m", "tests.soak.server"):
        soak = Soak(address, (tmp_path / "data" / "owner.token").read_text().strip())
        tables = [asyncio.create_task(soak.table(number)) for number in range(TABLES)]
        began = time.monotonic()
        while (passed := time.monotonic() - began) < 60 * MINUTES:
            await asyncio.sleep(SAMPLE_SECONDS)
            sample = {"seconds": round(passed), "commands": soak.commands, "games": soak.games, "others": soak.others}
            samples.append({**sample, **json.loads(state.read_text())})
            print(json.dumps(samples[-1]), file=out, flush=True)
            for table in tables:
                if table.done():
                    table.result()
        soak.stop.set()
        await asyncio.gather(*tables)
    out.close()
    print(f"\n{MINUTES:g} minutes: {soak.commands} commands, {soak.games} games, {soak.others} other calls")
    for name in ("memory_kb", "descriptors", "tasks", "threads", "objects"):
        first, last = line(samples, name)
        print(f"  {name}: {first:,.0f} to {last:,.0f}")
        assert last <= GROWTH_MOST * first + (SLACK if name != "memory_kb" else 0), name
