"""Slots: what needs no token leaves room for those who have one, and who shares a token shares it evenly."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.rpc.access.slots import (
    LOOKUPS_RUNNING,
    LateRefusals,
    LookupSlots,
    OpenSlots,
    Room,
    StreamSlots,
    address_of,
)
from services.rpc.errors import Limited
from tests.services.fixtures import methods, open_request, serve_toy
from wargame.v1 import games_pb2

Code = grpc.StatusCode
FLOOD = 2_100


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


async def code_of(call):
    try:
        await asyncio.wait_for(call, 20)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return Code.OK


async def test_health_watches_leave_room(tmp_path):
    """Streams of health, as many as there are, leave callers with a token their slots; abuse case 18."""
    async with serve_toy(tmp_path) as toy_service:
        options = (("grpc.use_local_subchannel_pool", 1),)
        address = toy_service.service.address
        channels = [grpc.aio.insecure_channel(address, options) for _ in range(FLOOD // 210)]
        stubs: list[Any] = [health_pb2_grpc.HealthStub(channel) for channel in channels]
        streams = [stub.Watch(health_pb2.HealthCheckRequest()) for stub in stubs for _ in range(210)]
        reads = [asyncio.ensure_future(stream.read()) for stream in streams]
        try:
            done, _ = await asyncio.wait(reads, timeout=60)
            refused = [read for read in done if read.exception() is not None]
            # what came faster than it could be looked at, the library itself has dropped
            assert {read.exception().code() for read in refused} <= {Code.RESOURCE_EXHAUSTED, Code.CANCELLED}
            assert len(reads) - len(refused) <= 256
            assert await code_of(toy_service.call("Open", toy_service.owner, open_request())) == Code.OK
            game = await toy_service.match()
            stream = game.start("Watch", "spectator", after=5)
            assert (await asyncio.wait_for(stream.read(), 20)).seq == 6
            stub: Any = health_pb2_grpc.HealthStub(toy_service.channel)
            assert await code_of(stub.Check(health_pb2.HealthCheckRequest())) == Code.OK
        finally:
            for stream in streams:
                stream.cancel()
            for channel in channels:
                await channel.close()


async def test_calls_that_send_nothing(toy_service, monkeypatch):
    """A call that never sends its message ends by itself, with or without a token."""
    monkeypatch.setattr("services.rpc.access.guard.UNARY_SECONDS", 0.2)
    for metadata, code in (((), Code.UNAUTHENTICATED), (token(toy_service.owner), Code.DEADLINE_EXCEEDED)):
        silent: Any = toy_service.channel.stream_unary(methods()["LogKey"].path)
        assert await code_of(silent(metadata=metadata)) == code


def token(text):
    return (("authorization", f"Bearer {text}"),)


async def test_bad_tokens_lock_nobody_out(tmp_path):
    """However many bad tokens an address sends, its valid ones count: those known already, and those seen first now."""
    async with serve_toy(tmp_path, limited=True) as toy_service:
        toy_service.service.interceptor._rates._clock = lambda: 1.0  # nobody gets more calls by waiting
        game, request = await toy_service.open(contributions=False), games_pb2.LogKeyRequest()
        bad = [f"wg1_seat_{number:012x}_{'A' * 43}" for number in range(30)]
        codes = [await code_of(toy_service.call("LogKey", wrong, request)) for wrong in bad]
        assert codes == [Code.UNAUTHENTICATED] * 10 + [Code.RESOURCE_EXHAUSTED] * 20
        for who in ("owner", "red", "spectator"):
            assert await code_of(toy_service.call("LogKey", game.tokens[who], request)) == Code.OK
        assert await code_of(toy_service.call("LogKey", "wrong", request)) == Code.RESOURCE_EXHAUSTED


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:192.0.2.1:50", "ipv4:192.0.2.1"),
        ("ipv6:%5B2001:db8::1%5D:50", "ipv6:2001:db8::/64"),
        ("ipv6:[2001:db8::ff:1]:51", "ipv6:2001:db8::/64"),
        ("ipv6:[::ffff:192.0.2.1]:51", "ipv4:192.0.2.1"),
        ("ipv6:[fe80::1%25eth0]:7", "ipv6:fe80::/64"),
        ("unix:", "unix:"),
        ("unix:/run/a.sock", "unix:"),
    ],
)
def test_addresses(peer, address):
    """An address is the peer without its port; a network of IPv6 is one."""
    assert address_of(peer) == address


def test_open_slots():
    """Connection, address and all have their own most; what is given back can be taken again."""
    slots = OpenSlots(Room(connection=2, address=3, total=4))
    with ExitStack() as held:
        for peer in ("ipv4:1.1.1.1:1", "ipv4:1.1.1.1:1", "ipv4:1.1.1.1:2", "ipv4:2.2.2.2:1"):
            held.enter_context(slots.take(peer))
        for peer in ("ipv4:1.1.1.1:1", "ipv4:1.1.1.1:3", "ipv4:3.3.3.3:1"):
            with pytest.raises(Limited), slots.take(peer):
                pass
    with slots.take("ipv4:1.1.1.1:1"):
        pass


class Streams:
    """Streams of one token as a test opens them; those that gave way are listed."""

    def __init__(self, most):
        self.slots = StreamSlots(most)
        self.gave_way: list[str] = []

    def open(self, held, peer):
        held.enter_context(self.slots.take("kid", peer, lambda: self.gave_way.append(peer)))

    def refused(self, peer):
        with suppress(Limited), self.slots.take("kid", peer, list):
            return False
        return True


def test_a_hog_gives_way():
    """Who holds all streams of a shared token gives way to another address, and in an address to another connection."""
    streams = Streams(4)
    with ExitStack() as held:
        for _ in range(4):
            streams.open(held, "ipv4:1.1.1.1:1")
        assert streams.refused("ipv4:1.1.1.1:1")
        streams.open(held, "ipv4:2.2.2.2:1")
        streams.open(held, "ipv4:1.1.1.1:2")
        assert streams.gave_way == ["ipv4:1.1.1.1:1", "ipv4:1.1.1.1:1"]
        streams.open(held, "ipv4:2.2.2.2:2")
        assert len(streams.gave_way) == 3
        assert streams.refused("ipv4:1.1.1.1:1")
        assert streams.refused("ipv4:2.2.2.2:3")
    assert streams.slots.count == 0


async def test_spectators_share_their_token(toy_service, monkeypatch):
    """A spectator on one connection cannot hold all streams of a game: another gets one, and the first is told."""
    game = await toy_service.match()
    monkeypatch.setattr(toy_service.service.interceptor.streams, "most", 4)
    hog = []
    for _ in range(4):  # one after the other: the last that the service took is the one that gives way
        hog.append(game.start("Watch", "spectator", after=5))
        assert (await asyncio.wait_for(hog[-1].read(), 20)).seq == 6
    options = (("grpc.use_local_subchannel_pool", 1),)
    async with grpc.aio.insecure_channel(toy_service.service.address, options) as channel:
        watch: Any = channel.unary_stream(
            methods()["Watch"].path, response_deserializer=methods()["Watch"].response.FromString
        )
        other = watch(game.request("Watch", after=5).SerializeToString(), metadata=token(game.tokens["spectator"]))
        assert (await asyncio.wait_for(other.read(), 20)).seq == 6
        assert await code_of(hog[-1].read()) == Code.RESOURCE_EXHAUSTED
        other.cancel()
    for stream in hog:
        stream.cancel()


class Lookups:
    """Look-ups that last until they are let go, by address."""

    def __init__(self, **sizes):
        self.slots = LookupSlots(**sizes)
        self.running = []
        self.go = asyncio.Event()

    def start(self, address, count):
        return [asyncio.create_task(self._look_up(f"ipv4:{address}:{port}")) for port in range(count)]

    async def _look_up(self, peer):
        async with self.slots.take(peer):
            self.running.append(peer.split(":")[1])
            await self.go.wait()


async def turn_over():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_lookups_are_so_many_at_once():
    """However many addresses send tokens that nobody knows, few of them are looked up at once."""
    lookups = Lookups()
    tasks = [task for number in range(50) for task in lookups.start(f"10.0.0.{number}", 20)]
    await turn_over()
    assert len(lookups.running) == LOOKUPS_RUNNING
    lookups.go.set()
    await asyncio.gather(*tasks)
    assert (len(lookups.running), lookups.slots.running, lookups.slots.waiting) == (1_000, 0, 0)


async def test_lookups_go_round_by_address():
    """An address with one look-up waits for one round, and not for the hundreds of another."""
    lookups = Lookups(running=1)
    many = lookups.start("10.0.0.1", 200)
    await turn_over()
    one = lookups.start("10.0.0.2", 1)
    lookups.go.set()
    await asyncio.gather(*one, *many)
    assert "10.0.0.2" in lookups.running[:3]


async def test_who_has_most_lookups_gives_way():
    """Where all that may wait do, the newest of the address with most is refused, and not who comes last."""
    lookups = Lookups(room=Room(1_000, 1_000, 10), running=1)
    many = lookups.start("10.0.0.1", 11)
    await turn_over()
    few = lookups.start("10.0.0.2", 3)
    await turn_over()
    assert [task.done() for task in many].count(True) == 3
    assert isinstance(many[-1].exception(), Limited)
    for task in (many[5], few[0]):
        task.cancel()
    lookups.go.set()
    done = await asyncio.gather(*many, *few, return_exceptions=True)
    assert [type(fault) for fault in done if fault is not None].count(Limited) == 3
    assert (lookups.slots.running, lookups.slots.waiting) == (0, 0)


async def test_late_refusals_are_so_many():
    """A refusal without a token waits, as long as not too many do: those beyond are told at once."""
    late = LateRefusals(seconds=30, most=2)
    tasks = [asyncio.create_task(late.wait()) for _ in range(3)]
    await turn_over()
    assert [task.done() for task in tasks] == [False, False, True]
    for task in tasks:
        task.cancel()
    await turn_over()
    assert late.waiting == 0


def test_a_stream_that_gave_way_and_ends_late_forgets_no_newer_streams():
    """Its token's streams were all closed meanwhile, and others opened: those still count."""
    slots = StreamSlots(2)
    with ExitStack() as late, ExitStack() as others:
        others.enter_context(slots.take("kid", "ipv4:1.1.1.1:1", list))
        late.enter_context(slots.take("kid", "ipv4:1.1.1.1:1", list))
        others.enter_context(slots.take("kid", "ipv4:2.2.2.2:1", list))
        others.close()
        with slots.take("kid", "ipv4:3.3.3.3:1", list):
            late.close()
            assert slots.count == 1
        assert slots.count == 0


@pytest.mark.parametrize(("pause", "due"), [(0.3, 1.0), (12.5, 12.5)])
@pytest.mark.parametrize("room", [Room(9, 9, 2), Room(9, 2, 9)], ids=["in all", "of an address"])
async def test_refused_look_ups_come_again_as_on_a_busy_service(room, pause, due):
    """Who is refused a look-up is told the pause of the service, a second at least, and of what there is too much."""
    lookups = Lookups(room=room, running=1, pause=lambda: pause)
    tasks = lookups.start("10.0.0.1", 5)
    await turn_over()
    refused = [task.exception() for task in tasks if task.done()]
    assert refused
    assert {(str(fault), fault.seconds) for fault in refused} == {
        ("too many tokens are being looked up: come again", due)
    }
    lookups.go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
