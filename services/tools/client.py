"""A client of the service for our own programs: bots, demo, bench. Everything goes over gRPC, with tokens."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import cached_property
from typing import Any

import grpc
from msgspec import Struct

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import AcknowledgeRoll, CommitContribution, ConfirmResult, OpenContribution, ReportRoll
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.wallet import disk
from services.ed25519 import Signer
from services.games.signing import public_key, signed_bytes
from services.rpc.access.credentials import actor_of
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import Method, methods_of
from services.rpc.wire_values import read_party
from services.tools.wallets import KeptWallet, require_signed
from wargame.v1 import games_pb2, officials_pb2, protocol_pb2, record_pb2

GAMES = "wargame.v1.Games"
PROTOCOL = "wargame.v1.Protocol"
CHUNK = 256 * 1024
# The library's own word where a call has ended while it wrote a message of it: what the service answered is then lost.
WRITE_FAILED = "Internal error from Core"
TRIES = 8
PAUSE_SECONDS = 0.05


def failure_text(address: str, fault: grpc.aio.AioRpcError, option: str = "--address") -> str:
    """Tell a person why a call failed: what the service answered, or that there is none at what the option names."""
    details = fault.details() or ""
    # The library says so itself; a service that answers UNAVAILABLE has words of its own.
    if fault.code() is grpc.StatusCode.UNAVAILABLE and details.startswith("failed to connect"):
        return (
            f"nothing serves at {address}: start the service there (adjudicator serve), or name another with {option}"
        )
    return f"{address} answered {fault.code().name}: {details}"


class Caller:
    """Calls methods of the contract with one token."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self.channel = channel
        self.token = token
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._calls: dict[str, Any] = {}

    async def call(self, method: Method, request: Any) -> Any:
        """Call a method that takes and gives one message.

        Raises grpc.aio.AioRpcError.
        """
        return await self.begin(method, request)

    def begin(self, method: Method, request: Any) -> Any:
        """Begin such a call: what it gives is awaited; it is sent as soon as the event loop goes on."""
        made = self._calls.get(method.path)
        if made is None:
            made = self.channel.unary_unary(
                method.path,
                request_serializer=method.request.SerializeToString,
                response_deserializer=method.response.FromString,
            )
            self._calls[method.path] = made
        return made(request, metadata=self._metadata)

    def stream(self, method: Method, **fields: Any) -> Any:
        """Call a method that takes one message and gives many."""
        call = self.channel.unary_stream(
            method.path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )
        request: Any = method.request(**fields)
        return call(request, metadata=self._metadata)

    async def send(self, method: Method, messages: Callable[[], AsyncIterator[Any]]) -> Any:
        """Call a method that takes many messages and gives one; `messages` begins them anew.

        A service that refuses an upload answers before it has all of it. Where that meets a write of ours, the
        library reports INTERNAL and loses the answer; nothing was done, since what is cut short never is, and the
        call is made again to learn why.
        """
        call = self.channel.stream_unary(
            method.path,
            request_serializer=method.request.SerializeToString,
            response_deserializer=method.response.FromString,
        )
        for left in reversed(range(TRIES)):
            try:
                return await call(messages(), metadata=self._metadata)
            except grpc.aio.AioRpcError as fault:
                if not left or not (fault.details() or "").startswith(WRITE_FAILED):
                    raise
            await asyncio.sleep(PAUSE_SECONDS)
        raise AssertionError("the last try returns or raises")

    async def export(self, game: bytes) -> bytes:
        """Fetch the replay file of a game."""
        parts = [chunk.data async for chunk in self.stream(methods_of(GAMES)["Export"], game=game)]
        return b"".join(parts)

    async def audit(self, replay: bytes) -> Any:
        """Have the service audit a replay file."""

        async def chunks() -> AsyncIterator[Any]:
            for start in range(0, len(replay), CHUNK):
                yield games_pb2.Chunk(data=replay[start : start + CHUNK])

        return await self.send(methods_of(GAMES)["Audit"], chunks)

    async def open(self, request: Any) -> Any:
        """Open a game; the reply holds its id and the tokens of its seats."""
        return await self.call(methods_of(GAMES)["Open"], request)


def add_keys(request: games_pb2.OpenRequest) -> dict[Party, bytes]:
    """Let everybody sign in a new game: makes a key for each seat and official, and gives them by party.

    The referee's is that of the party of officials where one is seated, else the owner's.
    """
    keys = {seat: secrets.token_bytes(32) for seat in range(len(request.seats))}
    for seat, row in enumerate(request.seats):
        row.keys.append(public_key(keys[seat]))
    keys[REFEREE] = secrets.token_bytes(32)
    request.officials.add(office=officials_pb2.OFFICE_OWNER, keys=[public_key(keys[REFEREE])])
    if request.referee:
        keys[REFEREE] = secrets.token_bytes(32)
        request.officials.add(office=officials_pb2.OFFICE_REFEREE, keys=[public_key(keys[REFEREE])])
    return keys


class Player:
    """One party of one game: sees its view and offers, gives its commands, signed where it has a key."""

    def __init__(
        self,
        caller: Caller,
        rulesets: LoadedRulesets,
        rules: LoadedRuleset[Any],
        game: bytes,
        party: Party,
        key: bytes | None = None,
        contribution: bytes | None = None,
    ) -> None:
        self.caller = caller
        self.key = key
        self.party = party
        self._signer = None if key is None else Signer(key)
        self.game = game
        self._converter = rulesets.converter
        self._rules = rules
        self._play = methods_of(f"{rules.package}.Play")
        self._games = methods_of(GAMES)
        self._protocol = methods_of(PROTOCOL)
        self._contribution = contribution or secrets.token_bytes(32)
        self.head = b""
        self.wallet: KeptWallet | None = None
        self._watch: Any = None
        self._follows = False

    async def keep(self, wallet: KeptWallet, *, unregistered: bool = False) -> None:
        """Keep what comes and goes in a wallet from here on, the proof that the game stands in a register included.

        Raises NotProven.
        """
        self.wallet = wallet
        found = await self.caller.call(self._games["Get"], games_pb2.GetRequest(game=self.game))
        wallet.terms(found.terms)
        wallet.receipt(found.receipt, record=await self._record(found.receipt.seq))
        due = found.HasField("registration") or not unregistered
        if due and found.terms.profile == protocol_pb2.PROFILE_P1:
            wallet.registered(found.registration, found.terms.log_key, await self._record(1))
        self._follow(found.receipt)

    async def follow(self) -> None:
        """Read from here on each command's entry once it is answered, as the clients do that verify what they get."""
        self._follow((await self.caller.call(self._games["Get"], games_pb2.GetRequest(game=self.game))).receipt)

    def _follow(self, seen: Any) -> None:
        self._follows = True
        self._watch = self.caller.stream(
            self._games["Watch"], game=self.game, after=seen.seq, hash=seen.hash, records=True
        )

    async def offers(self) -> Any:
        """Ask what this party may do now."""
        method = self._games["Offers"]
        reply = await self.caller.call(method, method.request(game=self.game))
        self.head = reply.head
        if self.wallet is not None:
            self.wallet.head(reply.seq, reply.head)
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
        covered = b"" if self._signer is None and self.wallet is None else self._covered(header, command)
        if self._signer is not None:
            header.signature = self._signer.sign(covered)
        request.header.CopyFrom(header)
        if self.wallet is not None:
            reply = await self._kept(self.wallet, method, request, command, covered)
        else:
            reply = await self.caller.call(method, request)
            if self._follows:
                require_signed(self.game, reply.receipt, await self._watched(reply.receipt.seq))
        self.head = reply.receipt.hash
        return reply

    async def _kept(self, wallet: KeptWallet, method: Method, request: Any, command: Struct, covered: bytes) -> Any:
        """Give a command whose player keeps a wallet; `covered` are the bytes that its signature covers."""
        header = request.header
        if isinstance(command, CommitContribution):
            wallet.contribution(self.party, self._contribution, command.commitment)
        wallet.command(command, header, covered)
        call = self.caller.begin(method, request)
        await asyncio.sleep(0)  # the command is sent, and no thread begins while it is
        on_disk = wallet.begin_put_on_disk()
        try:
            reply = await call
            # what the answer says is kept first: the command stands although its line may not be on the disk
            self.head = reply.receipt.hash
            record = await self._watched(reply.receipt.seq)
            wallet.receipt(reply.receipt, header.command_id, record)
            if not record:  # else it is compared by now
                require_signed(self.game, reply.receipt, record)
        except grpc.aio.AioRpcError as fault:
            wallet.refused(fault)
            raise
        finally:
            await disk.done(on_disk)
        return reply

    async def _watched(self, seq: int) -> bytes:
        """Give the record of an entry that has just come: from the stream of entries, which costs less than a call.

        Where the stream has ended it is read.
        """
        with suppress(grpc.aio.AioRpcError):
            while self._watch is not None:
                entry = await self._watch.read()
                if entry is grpc.aio.EOF:
                    break
                if entry.seq >= seq:
                    return bytes(entry.record) if entry.seq == seq else await self._record(seq)
        self._watch = None
        return await self._record(seq)

    async def _record(self, seq: int) -> bytes:
        """Read the record of an entry, for the wallet."""
        entries = self.caller.stream(self._games["Read"], game=self.game, after=seq - 1, up_to=seq, records=True)
        return b"".join([entry.record async for entry in entries])

    @cached_property
    def _actor(self) -> Actor:
        return actor_of(self.caller.token, self.party)

    def _covered(self, header: record_pb2.Header, command: Struct) -> bytes:
        """Write what a signature of this command covers; its secrets are sealed with a salt of ours."""
        if self._rules.masks[type(command)].secret:
            header.salt = secrets.token_bytes(32)
        head, salt = header.head or None, header.salt or None
        return signed_bytes(self._rules.masks, self.game, self._actor, header.command_id, head, command, salt)

    async def act(self, scenario: str, chance: Generator) -> Any:
        """Answer the open question as a bot where it asks this party; None where it does not, or nothing is open."""
        reply = await self.asked()
        if reply is None or self._leaves(reply):
            return None
        return await self.give(await self.proposal(reply, scenario, chance))

    def _leaves(self, reply: Any) -> bool:
        """Whether a referee, who has nothing to decide there, leaves a question to the seats that it asks too."""
        asks = [read_party(party) for party in reply.windows[-1].asks]
        return self.party == REFEREE and len(asks) > 1 and not reply.offers

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
