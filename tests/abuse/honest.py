"""Honest callers: each plays a game of its own at an even pace, does what the service tells it, and counts the time."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.rpc import error_details_pb2

from services.rpc.access.statuses import CODES, DETAILS, read_status
from tests.services.fixtures import Client, ToyGame
from tests.services.web.fixtures import Web, WebFault

Code = grpc.StatusCode
# What a client tries again, as gRPC's own retries and our RetryInfo say.
AGAIN = frozenset({Code.RESOURCE_EXHAUSTED, Code.UNAVAILABLE, Code.CANCELLED, Code.DEADLINE_EXCEEDED})
PACE_SECONDS = 0.1
TRIES = 40
CALL_SECONDS = 5.0


@dataclass(slots=True)
class Times:
    """Seconds that answers took, with every try, and what was not answered."""

    seconds: list[float] = field(default_factory=list)
    tries: int = 0
    failed: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Seconds that so many of a hundred answers stay under."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class WebClient(Client):
    """Calls as a browser makes them, with errors as gRPC's own client has them."""

    def __init__(self, address: str) -> None:
        self.web = Web(address)

    async def call(self, name: str, token: str | None, request: Any) -> Any:
        """Call and wait for the answer."""
        return await self.start_with(name, request, (("authorization", f"Bearer {token}"),))

    async def start_with(self, name: str, request: Any, metadata: Any, seconds: float | None = None) -> Any:
        """Call with this metadata and wait for the answer."""
        token = dict(metadata)["authorization"].removeprefix("Bearer ")
        limit = CALL_SECONDS if seconds is None else seconds
        try:
            async with asyncio.timeout(limit):
                return await self.web.unary(name, token, request, connect_timeout_ms=str(int(1000 * limit)))
        except WebFault as fault:
            trailers = grpc.aio.Metadata((DETAILS, fault.status.SerializeToString()))
            code, text = CODES[fault.status.code], fault.status.message
        except (TimeoutError, OSError, EOFError, IndexError) as error:
            trailers, code, text = grpc.aio.Metadata(), Code.UNAVAILABLE, type(error).__name__
        raise grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailers, text)


async def ask(client: Client, game: ToyGame, who: str, name: str, request: Any, times: Times) -> Any:
    """Ask until there is an answer, and note how long that took; None where there was none at all."""
    began, said = time.perf_counter(), ""
    for tries in range(TRIES):
        times.tries += 1
        try:
            metadata = (("authorization", f"Bearer {game.tokens[who]}"),)
            answer = await client.start_with(name, request, metadata, CALL_SECONDS)
        except grpc.aio.AioRpcError as error:
            said = f"{name}: {error.code().name} {error.details()}"
            if error.code() not in AGAIN:
                break
            await asyncio.sleep(_pause(error) or random.uniform(0.05, 0.1) * min(2**tries, 20))
        else:
            times.seconds.append(time.perf_counter() - began)
            return answer
    times.failed.append(said)
    return None


def _pause(error: grpc.aio.AioRpcError) -> float:
    info = error_details_pb2.RetryInfo()
    for detail in read_status(error).details:
        detail.Unpack(info)
    return float(info.retry_delay.ToMilliseconds()) / 1000


async def play(client: Client, game: ToyGame, times: Times, stop: asyncio.Event) -> None:
    """Play both seats of a game, one call after the other, at an even pace."""
    chance = random.Random(game.id)
    while not stop.is_set():
        for who in ("red", "blue"):
            answer = await ask(client, game, who, "Offers", game.request("Offers"), times)
            names = {"PlotMarch", "DrawToken", "EndTurn"} & {offer.command for offer in answer.offers} if answer else ()
            if names:
                name = chance.choice(sorted(names))
                values: dict[str, Any] = {"heading": "west"} if name == "PlotMarch" else {}
                request = game.request(name, command_id=secrets.token_bytes(16), **values)
                await ask(client, game, who, name, request, times)
            await asyncio.sleep(PACE_SECONDS)
