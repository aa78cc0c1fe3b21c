"""A client of the service for our own programs: bots, demo, bench. Everything goes over gRPC, with tokens."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any

import grpc
from msgspec import Struct

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import AcknowledgeRoll, CommitContribution, ConfirmResult, OpenContribution, ReportRoll
from adjudicator.kernel.ruleset import LoadedRuleset
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import Method, methods_of
from services.rpc.wire_values import read_party
from wargame.v1 import games_pb2, record_pb2

GAMES = "wargame.v1.Games"
PROTOCOL = "wargame.v1.Protocol"
CHUNK = 256 * 1024


def failure_text(address: str, fault: grpc.aio.AioRpcError) -> str:
    """Tell a person why a call failed: what the service answered, or that there is none."""
    details = fault.details() or ""
    # The library says so itself; a service that answers UNAVAILABLE has words of its own.
    if fault.code() is grpc.StatusCode.UNAVAILABLE and details.startswith("failed to connect"):
        return (
            f"nothing serves at {address}: start the service there (adjudicator serve), or name another with --address"
        )
    return f"{address} answered {fault.code().name}: {details}"


class Caller:
    """Calls methods of the contract with one token."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self.channel = channel
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._calls: dict[str, Any] = {}

    async def call(self, method: Method, request: Any) -> Any:
        """Call a method that takes and gives one message.

        Raises grpc.aio.AioRpcError.
        """
        made = self._calls.get(method.path)
        if made is None:
            made = self.channel.unary_unary(
                method.path,
                request_serializer=method.request.SerializeToString,
                response_deserializer=method.response.FromString,
            )
            self._calls[method.path] = made
        return await made(request, metadata=self._metadata)

    def stream(self, method: Method, **fields: Any) -> Any:
        """Call a method that takes one message and gives many."""
        call = self.channel.unary_stream(
            method.path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )
        request: Any = method.request(**fields)
        return call(request, metadata=self._metadata)

    async def send(self, method: Method, messages: AsyncIterator[Any]) -> Any:
        """Call a method that takes many messages and gives one."""
        call = self.channel.stream_unary(
            method.path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )
        return await call(messages, metadata=self._metadata)

    async def export(self, game: bytes) -> bytes:
        """Fetch the replay file of a game."""
        parts = [chunk.data async for chunk in self.stream(methods_of(GAMES)["Export"], game=game)]
        return b"".join(parts)

    async def audit(self, replay: bytes) -> Any:
        """Have the service audit a replay file."""

        async def chunks() -> AsyncIterator[Any]:
            for start in range(0, len(replay), CHUNK):
                yield games_pb2.Chunk(data=replay[start : start + CHUNK])

        return await self.send(methods_of(GAMES)["Audit"], chunks())

    async def open(self, request: Any) -> Any:
        """Open a game; the reply holds its id and the tokens of its seats."""
        return await self.call(methods_of(GAMES)["Open"], request)


class Player:
    """One party of one game: sees its view and offers, gives its commands."""

    def __init__(
        self, caller: Caller, rulesets: LoadedRulesets, rules: LoadedRuleset[Any], game: bytes, party: Party
    ) -> None:
        self.caller = caller
        self.party = party
        self.game = game
        self._converter = rulesets.converter
        self._rules = rules
        self._play = methods_of(f"{rules.package}.Play")
        self._games = methods_of(GAMES)
        self._protocol = methods_of(PROTOCOL)
        self._contribution = secrets.token_bytes(32)
        self.head = b""

    async def offers(self) -> Any:
        """Ask what this party may do now."""
        method = self._games["Offers"]
        reply = await self.caller.call(method, method.request(game=self.game))
        self.head = reply.head
        return reply

    async def view(self) -> Any:
        """Ask for the game as this party may see it."""
        method = self._play["View"]
        return self._converter.to_struct(await self.caller.call(method, method.request(game=self.game)))

    async def give(self, command: Struct, command_id: bytes | None = None) -> Any:
        """Give a command, decided on the last head that was seen.

        Raises grpc.aio.AioRpcError where it is refused.
        """
        name = type(command).__name__
        method = self._protocol.get(name) or self._play[name]
        request: Any = self._converter.to_pb(command)
        header = record_pb2.Header(game=self.game, command_id=command_id or secrets.token_bytes(16), head=self.head)
        request.header.CopyFrom(header)
        reply = await self.caller.call(method, request)
        self.head = reply.receipt.hash
        return reply

    async def act(self, scenario: str, chance: Generator) -> Any:
        """Answer the open question as a bot where it asks this party; None where it does not, or nothing is open."""
        reply = await self.asked()
        return None if reply is None else await self.give(await self.proposal(reply, scenario, chance))

    async def asked(self) -> Any:
        """Give the offers where the open question asks this party, else None."""
        reply = await self.offers()
        return reply if reply.windows and self.party in map(read_party, reply.windows[-1].asks) else None

    async def proposal(self, reply: Any, scenario: str, chance: Generator) -> Struct:
        """Make the command that a bot would give to these offers."""
        kind = reply.windows[-1].kind
        if kind == "contribute":
            return CommitContribution(commitment=wgdice.seat_commit(self.game, self.party, self._contribution))
        if kind == "open_contribution":
            return OpenContribution(contribution=self._contribution)
        if kind == "roll_report":
            count, sides = (int(part) for part in reply.windows[-1].subject[1].split("d"))
            return ReportRoll(faces=tuple(chance.randrange(sides) + 1 for _ in range(count)), dice_set="bot dice")
        if kind == "roll_acknowledge":
            return AcknowledgeRoll()
        if kind == "confirm_result":
            return ConfirmResult()
        if self.party == REFEREE and kind == self._rules.opening_window:
            return self._rules.create(scenario, chance)
        windows = tuple(self._converter.to_struct(window) for window in reply.windows)
        offers = tuple(self._converter.to_struct(offer) for offer in reply.offers)
        return self._rules.choose(Sight(self.party, await self.view(), windows, offers), chance)
