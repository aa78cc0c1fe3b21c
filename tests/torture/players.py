"""Players that go on whatever happens: they give commands, ask again where they got no answer, and remember it all."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Sequence
from typing import Any

import grpc

from tests.services.fixtures import Client, ToyGame, open_request
from tests.torture.history import History, Operation

Code = grpc.StatusCode
# Answers that say nothing about whether the command was written.
NO_ANSWER = frozenset({Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.CANCELLED, Code.RESOURCE_EXHAUSTED, Code.UNKNOWN})
# Answers that say that it was not.
REFUSALS = frozenset({Code.ABORTED, Code.FAILED_PRECONDITION})
# Never a blow: nobody wins, so the games last as long as the run.
COMMANDS = {"PlotMarch": "heading", "LayAmbush": "place", "DrawToken": "", "EndTurn": ""}
HEADINGS = ("north", "east", "south", "west")
ROUNDS = 1_000_000
TRY_SECONDS = 8.0
REPEATS = 0.15
CHANNEL = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
)


class Player:
    """One client at a game: a seat, connections of its own to each address, one call at a time."""

    def __init__(self, history: History, game: ToyGame, seat: str, number: int, addresses: Sequence[str]) -> None:
        self.history = history
        self.game = game
        self.seat = seat
        self.number = number
        self.channels = [grpc.aio.insecure_channel(address, CHANNEL) for address in addresses]
        self.clients = [Client(channel) for channel in self.channels]
        self.at = number
        self.random = random.Random(number)
        self.given: list[tuple[str, Any, Any]] = []

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop; a command that is under way then is brought to its end."""
        try:
            while not stop.is_set():
                offers = await self._offers(stop)
                if offers is None:
                    continue
                names = [offer.command for offer in offers.offers if offer.command in COMMANDS]
                if not names:
                    await asyncio.sleep(self.random.uniform(0, 0.02))
                    continue
                await self._command(self.random.choice(names), offers.head)
                if self.given and self.random.random() < REPEATS:
                    await self._again(*self.random.choice(self.given))
        finally:
            for channel in self.channels:
                await channel.close()

    async def _offers(self, stop: asyncio.Event) -> Any:
        operation = self.history.begin(self.game.id, self.number, "read")
        answer = await self._answer("Offers", self.game.request("Offers"), operation, stop)
        if isinstance(answer, grpc.StatusCode) or answer is None:
            return None
        operation.end("answered", answer.seq, answer.head)
        return answer

    async def _command(self, name: str, head: bytes) -> None:
        command_id, field = secrets.token_bytes(16), COMMANDS[name]
        values = {field: self.random.choice(HEADINGS)} if field else {}
        # half of the commands say what they were decided on
        decided = head if self.random.random() < 0.5 else b""
        request = self.game.request(name, command_id=command_id, head=decided, **values)
        answer = await self._submit(name, request, command_id)
        if not isinstance(answer, grpc.StatusCode):
            self.given.append((name, request, answer))

    async def _again(self, name: str, request: Any, first: Any) -> None:
        """Give an answered command once more: the answer has to be the same, to the byte."""
        answer = await self._submit(name, request, request.header.command_id)
        self.history.different += answer != first

    async def _submit(self, name: str, request: Any, command_id: bytes) -> Any:
        operation = self.history.begin(self.game.id, self.number, "append", command_id)
        answer = await self._answer(name, request, operation, None)
        if isinstance(answer, grpc.StatusCode):
            operation.end("refused")
        else:
            operation.end("answered", answer.receipt.seq, answer.receipt.hash)
        return answer

    async def _answer(self, name: str, request: Any, operation: Operation, stop: asyncio.Event | None) -> Any:
        """Ask until there is an answer: the answer, or the status of a refusal; None where it was told to stop."""
        while stop is None or not stop.is_set():
            operation.tries += 1
            client = self.clients[self.at % len(self.clients)]
            try:
                call = client.start_with(
                    name, request, (("authorization", f"Bearer {self.game.tokens[self.seat]}"),), TRY_SECONDS
                )
                return await call
            except grpc.aio.AioRpcError as error:
                if error.code() in REFUSALS and "edition" not in (error.details() or ""):
                    return error.code()
                if error.code() not in NO_ANSWER | REFUSALS:
                    self.history.faults[f"{error.code().name}: {error.details()}"] += 1
            self.at += 1
            await asyncio.sleep(self.random.uniform(0.02, 0.2))
        return None


async def open_games(history: History, address: str, owner: str, count: int, **terms: Any) -> list[ToyGame]:
    """Open so many games and set them up."""
    async with grpc.aio.insecure_channel(address, CHANNEL) as channel:
        client = Client(channel)
        games = []
        for _ in range(count):
            opened = await client.call("Open", owner, open_request(**terms))
            game = ToyGame(client, opened, owner, ("red", "blue"))
            await game.contribute("red", "blue")
            begun = await game.call("CreateMatch", "owner", rounds=ROUNDS)
            history.starts[game.id] = begun.receipt.seq, begun.receipt.hash
            games.append(game)
    return games


def seat_players(history: History, games: Sequence[ToyGame], addresses: Sequence[str], each: int = 2) -> list[Player]:
    """Seat so many players at each seat of each game."""
    seats = [(game, seat) for game in games for seat in ("red", "blue") for _ in range(each)]
    return [Player(history, game, seat, number, addresses) for number, (game, seat) in enumerate(seats)]
