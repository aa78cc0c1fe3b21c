"""Following a game of any ruleset with nothing but the contract that all rulesets share."""

from __future__ import annotations

import asyncio
import random
import secrets
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2

from adjudicator import registry
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import DETAILS
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.server import serving
from services.store.redis_keys import MemoryKeys
from services.tools.client import GAMES, Caller, Player
from tests.services.fixtures import FIND
from wargame.v1 import games_pb2, protocol_pb2

STEPS = 40


def shared_contract() -> descriptor_pool.DescriptorPool:
    """A pool that knows Games and what it needs, and no ruleset."""
    known, pool, added = descriptor_pool.Default(), descriptor_pool.DescriptorPool(), set()

    def add(name: str) -> None:
        if name in added:
            return
        added.add(name)
        file = FileDescriptorProto()
        known.FindFileByName(name).CopyToProto(file)
        assert name.startswith(("wargame/v1/", "google/"))
        for needed in file.dependency:
            add(needed)
        pool.AddSerializedFile(file.SerializeToString())

    add("wargame/v1/games.proto")
    return pool


LISTS = {
    games_pb2.READY_KIND_SCENARIO: "Scenarios",
    games_pb2.READY_KIND_MAP: "Maps",
    games_pb2.READY_KIND_ARMY: "Armies",
    games_pb2.READY_KIND_CATALOGUE: "Catalogues",
    games_pb2.READY_KIND_TERRAIN: "Terrain",
}


class Stranger:
    """A client that knows Games alone."""

    def __init__(self, channel: grpc.aio.Channel, token: str, game: bytes) -> None:
        self.pool = shared_contract()
        self.channel, self.game = channel, game
        self.metadata = (("authorization", f"Bearer {token}"),)

    def _method(self, name: str) -> tuple[str, Any, Any]:
        method = self.pool.FindServiceByName(GAMES).methods_by_name[name]
        return f"/{GAMES}/{name}", GetMessageClass(method.input_type), GetMessageClass(method.output_type)

    async def call(self, name: str, /, **asked: Any) -> Any:
        """Call a method of Games."""
        path, request, reply = self._method(name)
        data = request(game=self.game, **asked).SerializeToString()
        made: Any = self.channel.unary_unary(path, response_deserializer=reply.FromString)
        return await made(data, metadata=self.metadata)

    async def refused(self, name: str, /, **asked: Any) -> tuple[grpc.StatusCode, str]:
        """Call a method that refuses: its code, and the reason in its ErrorInfo."""
        with pytest.raises(grpc.RpcError) as refusal:
            await self.call(name, **asked)
        error: Any = refusal.value
        status = status_pb2.Status.FromString(dict(error.trailing_metadata())[DETAILS])
        info = error_details_pb2.ErrorInfo()
        (_,) = [detail for detail in status.details if detail.Unpack(info)]
        return error.code(), info.reason

    def stream(self, name: str, /, **asked: Any) -> Any:
        """Begin a stream of Games."""
        path, request, reply = self._method(name)
        data = request(game=self.game, **asked).SerializeToString()
        made: Any = self.channel.unary_stream(path, response_deserializer=reply.FromString)
        return made(data, metadata=self.metadata)


async def begun(channel: grpc.aio.Channel, token: str, name: str, steps: int = STEPS) -> tuple[bytes, str]:
    """Open a game of a ruleset and let bots play some of it; gives its id and the token of seat 0."""
    rulesets, rules = LoadedRulesets(), registry.rules_of(name)
    owner = Caller(channel, token)
    seats = [protocol_pb2.Seat(name=seat, bot=True) for seat in ("red", "blue")]
    opened = await owner.open(
        games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16), ruleset=name, seats=seats, signatures=games_pb2.SIGNATURES_NONE
        )
    )
    tokens = {row.seat: row.token for row in opened.credentials if row.role == Role.SEAT}
    players = [Player(owner, rulesets, rules, opened.game, REFEREE)]
    players += [Player(Caller(channel, tokens[seat]), rulesets, rules, opened.game, seat) for seat in (0, 1)]
    chance = random.Random(f"following {name}")
    for _ in range(steps):
        for player in players:
            await player.act("", chance)
    return opened.game, tokens[0]


class Followed(NamedTuple):
    """What a stranger was told of a game, and what one who knows its ruleset was shown."""

    package: str
    read: list[Any]
    watched: list[Any]
    view: Any
    offers: Any
    first: Any
    unknown: tuple[grpc.StatusCode, str]
    twice: tuple[grpc.StatusCode, str]
    shown: Any
    mine: Any


@pytest.fixture(scope="module", params=registry.RULESETS)
def followed(request, tmp_path_factory):
    """A game of each ruleset, played and followed once."""
    return asyncio.run(follow(tmp_path_factory.mktemp("followed"), request.param))


async def follow(folder: Path, name: str) -> Followed:
    config = Config(listen="127.0.0.1:0", data=folder)
    async with (
        serving(config, MemoryLog(), MemoryKeys(), find=FIND) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        game, token = await begun(channel, service.owner_token, name)
        stranger = Stranger(channel, token, game)
        read = [entry async for entry in stranger.stream("Read")]
        watching = stranger.stream("Watch", after=1)
        watched = [await watching.read() for _ in read[1:]]
        watching.cancel()
        view, offers = await stranger.call("View"), await stranger.call("Offers")
        first = await stranger.call("View", after=1)
        unknown = await stranger.refused("FindPlaces", command="Misspelt", field="paths")
        twice = await stranger.refused("FindPlaces", chosen=[{"field": "unit"}, {"field": "unit"}])
        package = registry.rules_of(name).package
        typed = methods_of(f"{package}.Play")["View"]
        mine: Any = await Caller(channel, token).call(typed, typed.request(game=game))
    shown = typed.response.FromString(view.view.value)
    return Followed(package, read, watched, view, offers, first, unknown, twice, shown, mine)


def test_a_client_that_knows_no_ruleset(followed):
    """Watch, Read, Offers and View of Games serve every ruleset: entries name their events, and a type tells whose."""
    package, read, watched, view, offers, first, unknown, twice, shown, mine = followed
    assert [entry.seq for entry in read] == list(range(1, len(read) + 1))
    assert watched == read[1:]
    events = [ruled for entry in read for ruled in entry.ruled]
    assert all(ruled.name and ruled.clauses for ruled in events)
    assert {ruled.event.TypeName() for ruled in events} == {f"{package}.Event", "wargame.v1.ProtocolEvent"}
    assert (view.seq, view.head) == (offers.seq, offers.head) == (read[-1].seq, read[-1].hash)
    assert view.view.TypeName() == f"{package}.View"
    assert shown == mine
    assert (view.windows, view.clocks) == (offers.windows, offers.clocks)
    assert view.clocks.time == read[-1].time
    assert (first.seq, first.clocks.time) == (1, read[0].time)
    assert [window.kind for window in first.windows] != [window.kind for window in view.windows]
    assert unknown in ((grpc.StatusCode.FAILED_PRECONDITION, reason) for reason in ("NOT_AMONG", "NO_PLACES_TO_FIND"))
    assert twice == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID")


@pytest.mark.parametrize("name", registry.RULESETS)
async def test_what_lies_ready_is_read_without_its_ruleset(tmp_path, name):
    """ListReady names what lies ready, with its row in the list of its ruleset; ReadReady gives each one whole."""
    rules = registry.rules_of(name)
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with (
        serving(config, MemoryLog(), MemoryKeys(), find=FIND) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        game, token = await begun(channel, service.owner_token, name, steps=0)
        stranger = Stranger(channel, token, game)
        sheets = (await stranger.call("ListReady")).sheets
        items = [await stranger.call("ReadReady", kind=row.kind, name=row.name) for row in sheets]
        with pytest.raises(grpc.aio.AioRpcError) as unknown:
            await stranger.call("ReadReady", kind=games_pb2.READY_KIND_ARMY, name="x")
        with pytest.raises(grpc.aio.AioRpcError) as unsaid:
            await stranger.call("ReadReady", name=sheets[0].name)
        army = next(item for item in items if item.sheet.kind == games_pb2.READY_KIND_ARMY)
        typed = methods_of(f"{rules.package}.Play")["ReadArmy"]
        mine: Any = await Caller(channel, token).call(typed, typed.request(game=game, name=army.sheet.name))
    listed = {query for query in rules.queries if query.startswith("List")}
    assert {f"List{LISTS[row.kind]}" for row in sheets} == listed
    assert [item.sheet for item in items] == list(sheets)
    assert all(row.name and row.title and row.clause in rules.texts for row in sheets)
    assert {row.sheet.TypeName().rpartition(".")[0] for row in sheets} == {rules.package}
    assert typed.response.FromString(army.content.value) == mine
    assert (unknown.value.code(), unsaid.value.code()) == (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INVALID_ARGUMENT)


def test_the_name_of_an_event_is_its_arm(followed):
    """The name that stands beside an event is that of the one arm that is set."""
    pool = descriptor_pool.Default()
    for ruled in (ruled for entry in followed.read for ruled in entry.ruled):
        event: Any = GetMessageClass(pool.FindMessageTypeByName(ruled.event.TypeName())).FromString(ruled.event.value)
        assert getattr(event, event.WhichOneof("kind")).DESCRIPTOR.name == ruled.name
