"""A service in this process, with a store in memory and the toy ruleset, and a client of it.

async def test_something(toy_service):
    game = await toy_service.open()                     # an opened game of the toy, both seats' contributions given
    await game.call("CreateMatch", "owner", rounds=1)
    with pytest.raises(grpc.aio.AioRpcError) as fault: ...
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, cast

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message_factory import GetMessageClass

import wargame.v1
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.record.log import EventLog, MemoryLog
from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from replays.wallet.refusal import read_refusal
from services import logs, server
from services.config import Config
from services.operation.stop import FLUSH_SECONDS
from services.rpc.access.guard import UNARY_SECONDS
from services.rpc.access.statuses import read_status, refusal_of
from services.rpc.methods import Method, methods_of
from services.rpc.wire_values import words_of
from services.server import Service, serving
from services.store.redis_keys import KeyStore, MemoryKeys
from tests.toy import RULESET
from wargame.v1 import games_pb2, protocol_pb2, record_pb2

ROOT = Path(__file__).parents[2]
GAMES, PROTOCOL, PLAY, ADMIN = "wargame.v1.Games", "wargame.v1.Protocol", "wargame.toy.v1.Play", "wargame.v1.Admin"
REFEREE, EVENTS = "wargame.v1.Referee", "wargame.v1.Events"


def _services() -> tuple[str, ...]:
    """Name every service of the contract that all rulesets share, and that of the toy."""
    files = [import_module(f"wargame.v1.{row.name}") for row in iter_modules(wargame.v1.__path__)]
    shared = {service.full_name for file in files for service in file.DESCRIPTOR.services_by_name.values()}
    return (*sorted(shared), PLAY)


SERVICES = _services()
FIND = "tests.services.audited:find"
SEED = b"\x11" * 32
# seconds that a stream of a client here lasts
STREAM_SECONDS = 60.0
WORDS: dict[str, dict[str, Any]] = {
    "pace": {"auto": protocol_pb2.PACE_AUTO, "step": protocol_pb2.PACE_STEP},
    "dice_mode": {"seeded": protocol_pb2.DICE_MODE_SEEDED, "reported": protocol_pb2.DICE_MODE_REPORTED},
    "profile": {"P0": protocol_pb2.PROFILE_P0, "P1": protocol_pb2.PROFILE_P1},
}


@cache
def toy_rules() -> LoadedRuleset[Any]:
    """Assemble the toy and make its contract known."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "toy.binpb")
        paths = sorted(path.name for path in (ROOT / "tests/toy/proto/wargame/toy/v1").glob("*.proto"))
        command = [
            sys.executable,
            "-m",
            "grpc_tools.protoc",
            "-Iproto",
            "-Itests/toy/proto",
            f"--descriptor_set_out={made}",
            *(f"wargame/toy/v1/{name}" for name in paths),
        ]
        subprocess.run(command, cwd=ROOT, check=True)
        files = {file.name: file for file in FileDescriptorSet.FromString(made.read_bytes()).file}
    for name in ("commands", "events", "view", "play"):
        descriptor_pool.Default().AddSerializedFile(files[f"wargame/toy/v1/{name}.proto"].SerializeToString())
    return assemble(RULESET)


@cache
def methods() -> dict[str, Method]:
    """List every method by name, but for those of events, whose names others have too."""
    return {method.name: method for method in all_methods() if method.service != EVENTS}


@cache
def all_methods() -> tuple[Method, ...]:
    """List every method of the contract."""
    toy_rules()
    return tuple(method for service in SERVICES for method in methods_of(service).values())


def fault_of(error: grpc.aio.AioRpcError) -> tuple[grpc.StatusCode, str]:
    """Code and first reason of a refused call."""
    faults = refusal_from(error).faults
    return error.code(), faults[0].reason if faults else ""


def refusal_from(error: grpc.aio.AioRpcError) -> record_pb2.Refusal:
    """The refusal in a call's status."""
    return refusal_of(read_status(error))


def signed_in(error: Any) -> record_pb2.SignedRefusal | None:
    """The signed refusal in a call's status; None where there is none."""
    found = record_pb2.SignedRefusal()
    return found if any(detail.Unpack(found) for detail in _status_of(error).details) else None


def _status_of(error: Any) -> Any:
    return read_status(error) if isinstance(error, grpc.aio.AioRpcError) else error


def comparable(error: Any) -> tuple[Any, ...]:
    """A status, or a call's, without what no two refusals share: head, time and hash of the command, the signature."""
    status, signed = _status_of(error), signed_in(error)
    kept = [(row.type_url, row.value) for row in status.details if not row.Is(record_pb2.SignedRefusal.DESCRIPTOR)]
    if signed is None:
        return status.code, status.message, kept
    refusal = read_refusal(signed.refusal)
    told = refusal.game, refusal.seq, refusal.faults, refusal.left, len(signed.refusal), len(signed.salt)
    return status.code, status.message, kept, told, signed.log_key


def event_in(ruled: Any) -> Any:
    """The message in a Ruled: of the ruleset or of the kernel, with the event in its arm."""
    name = ruled.event.TypeName()
    return GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name)).FromString(ruled.event.value)


class Client:
    """Calls by method name and token."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel

    def stub(self, method: Method) -> Any:
        kinds = {
            (False, False): self.channel.unary_unary,
            (False, True): self.channel.unary_stream,
            (True, False): self.channel.stream_unary,
        }
        make = kinds[method.takes_stream, method.gives_stream]
        parse = method.response.FromString
        return make(method.path, request_serializer=_bytes, response_deserializer=parse)

    def start(self, name: str, token: str | None, request: Any) -> Any:
        """Begin a call."""
        return self.start_with(name, request, () if token is None else (("authorization", f"Bearer {token}"),))

    def start_with(self, name: str, request: Any, metadata: Any, seconds: float | None = None) -> Any:
        """Begin a call with this metadata; a stream lasts for as long as tests wait for what it is to bring."""
        method = methods()[name]
        if seconds is None:
            seconds = STREAM_SECONDS if method.gives_stream or method.takes_stream else 3 * UNARY_SECONDS
        return self.stub(method)(request, metadata=metadata, timeout=seconds)

    async def call(self, name: str, token: str | None, request: Any) -> Any:
        """Call and wait for the answer."""
        return await self.start(name, token, request)


class ToyGame:
    """A game with its tokens: `call` gives a command or read as somebody."""

    def __init__(self, client: Client, opened: Any, owner: str, names: tuple[str, ...]) -> None:
        self.client = client
        self.opened = opened
        self.id: bytes = opened.game
        self.tokens = {"owner": owner}
        for credential in opened.credentials:
            name = (
                names[credential.seat]
                if credential.HasField("seat")
                else {2: "referee", 4: "spectator", 5: "auditor"}[credential.role]
            )
            self.tokens[name] = credential.token

    def request(self, name: str, *, command_id: bytes | None = None, head: bytes = b"", **fields: Any) -> Any:
        """Make a request for this game."""
        method = methods()[name]
        if not method.command:
            return method.request(game=self.id, **fields)
        header = {"game": self.id, "command_id": command_id or secrets.token_bytes(16), "head": head}
        return method.request(header=header, **fields)

    async def call(self, name: str, who: str, **fields: Any) -> Any:
        """Call a method as somebody."""
        return await self.client.call(name, self.tokens[who], self.request(name, **fields))

    def start(self, name: str, who: str, **fields: Any) -> Any:
        """Begin a stream as somebody."""
        return self.client.start(name, self.tokens[who], self.request(name, **fields))

    async def contribute(self, *names: str) -> None:
        """Commit and open a contribution for these seats, in seat order."""
        mine = [hashlib.sha256(name.encode()).digest() for name in names]
        for seat, name in enumerate(names):
            await self.call("CommitContribution", name, commitment=wgdice.seat_commit(self.id, seat, mine[seat]))
        for seat, name in enumerate(names):
            await self.call("OpenContribution", name, contribution=mine[seat])

    async def play_on(self, *names: str, moves: int = 500) -> None:
        """Let seats take offers by chance, each the same in every run, until nothing is left to do."""
        generator = random.Random(self.id)
        for _ in range(moves):
            offers = {name: (await self.call("Offers", name)).offers for name in names}
            asked = [name for name in names if offers[name]]
            if not asked:
                return
            offer = generator.choice(offers[asked[0]])
            known = methods()[offer.command].request.DESCRIPTOR.fields_by_name
            values = {field.field: _value(field, known[field.field], generator) for field in offer.fields}
            await self.call(offer.command, asked[0], **values)
        raise AssertionError("the game does not end")

    async def refused(self, name: str, who: str, **fields: Any) -> grpc.aio.AioRpcError:
        """Call something that must be refused."""
        try:
            await self.call(name, who, **fields)
        except grpc.aio.AioRpcError as error:
            return error
        raise AssertionError(f"{name} by {who} was taken")


def _bytes(request: Any) -> bytes:
    return request if isinstance(request, bytes) else cast("bytes", request.SerializeToString())


def _value(domain: Any, field: Any, generator: random.Random) -> Any:
    if domain.HasField("words"):
        return "otherwise"
    if not domain.HasField("one_of"):
        return generator.randint(domain.range.least, domain.range.most)
    word = generator.choice(domain.one_of.values)
    if field.enum_type is not None:
        return words_of(field.enum_type)[word]
    return word if field.type == field.TYPE_STRING else int(word)


class ToyService(Client):
    """A service and a client of it."""

    ruleset = "toy"
    package = "wargame.toy.v1"

    def __init__(self, service: Service, channel: grpc.aio.Channel, log: EventLog) -> None:
        super().__init__(channel)
        self.service = service
        self.owner = service.owner_token
        self.admin = service.admin_token
        self.log = log

    async def open(
        self, *, names: tuple[str, ...] = ("red", "blue"), contributions: bool = True, **terms: Any
    ) -> ToyGame:
        """Open a game of the toy."""
        request = open_request(names, **terms)
        game = ToyGame(self, await self.call("Open", self.owner, request), self.owner, names)
        if contributions and request.profile != protocol_pb2.PROFILE_P0:
            await game.contribute(*names)
        return game

    async def match(self, **terms: Any) -> ToyGame:
        """Open a match of one round that has begun."""
        game = await self.open(**terms)
        await game.call("CreateMatch", "owner", rounds=1)
        return game

    async def begin(self, game: ToyGame) -> None:
        """Create the match of a game, and bring it to its first turn."""
        await game.call("CreateMatch", "owner", rounds=1)
        for name in ("red", "blue"):
            await game.call("PlotMarch", name, heading="west")

    async def throw(self, game: ToyGame) -> None:
        """Let the seat whose turn it is throw a die."""
        for name in ("red", "blue"):
            if (await game.call("Offers", name)).offers:
                await game.call("DrawToken", name)
                return
        raise AssertionError("no seat is asked")


def open_request(names: tuple[str, ...] = ("red", "blue"), **terms: Any) -> Any:
    """Make the terms of a game of the toy."""
    unsigned = {"signatures": games_pb2.SIGNATURES_NONE}
    given: dict[str, Any] = {"command_id": secrets.token_bytes(16), "ruleset": "toy", **unsigned, **terms}
    for name, kind in WORDS.items():
        if isinstance(given.get(name), str):
            given[name] = kind[given[name]]
    for name in ("response_limit", "appeal_window"):
        if name in given:
            given[name] = Duration(seconds=given[name])
    seats = given.pop("seats", [protocol_pb2.Seat(name=name) for name in names])
    return games_pb2.OpenRequest(seats=seats, **given)


@asynccontextmanager
async def serve_toy(
    folder: Path,
    *,
    log: EventLog | None = None,
    keys: KeyStore | None = None,
    rules: LoadedRuleset[Any] | None = None,
    recheck: float = 15.0,
    find: str = FIND,
    flush: bool = False,
    **settings: Any,
) -> AsyncIterator[ToyService]:
    """Serve the toy on a free port.

    Where no call is open at the end, and no browser can have one, no last answer is waited for, unless one has to be:
    calls that are sent and not taken in are not among those that are open.
    """
    logs.configure("error")
    log = log or MemoryLog(asyncio.Event)
    config = Config(**{"listen": "127.0.0.1:0", "data": folder, "allow_test_seeds": True, **settings})
    rulesets = {"toy": rules or toy_rules()}
    try:
        async with serving(config, log, keys or MemoryKeys(), rulesets, recheck=recheck, find=find) as service:
            async with grpc.aio.insecure_channel(service.address) as channel:
                yield ToyService(service, channel, log)
            if not (flush or service.interceptor.calls._calls or service.web):
                vars(server)["FLUSH_SECONDS"] = 0.0
    finally:
        vars(server)["FLUSH_SECONDS"] = FLUSH_SECONDS
