"""Two releases side by side on one store: each game is played by the release of its edition, whoever is called."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2
from msgspec.structs import replace as changed
from prometheus_client import generate_latest

from adjudicator import registry
from adjudicator.kernel.record.log import MemoryLog
from services import logs
from services.config import Config
from services.games.announcements import Announcement, Seal
from services.games.heartbeats import Processes
from services.operation import ports
from services.rpc.access import connections
from services.rpc.access.credentials import Role
from services.rpc.access.statuses import read_status
from services.rpc.passing import passing
from services.rpc.passing.certificates import Certificates, host_of
from services.rpc.passing.passing import CALLER
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.services.conftest import free_ports
from tests.services.fixtures import (
    FIND,
    Client,
    ToyGame,
    ToyService,
    comparable,
    fault_of,
    methods,
    open_request,
    serve_toy,
    signed_in,
    toy_rules,
)
from tests.services.rpc.test_connections import MOST, connect, is_open, noted_looks, until_looked, until_open

Code = grpc.StatusCode


def edition(name, **changes):
    """The toy as another release has it."""
    return replace(toy_rules(), edition=name, **changes)


class Store:
    """One log and store, and the releases that serve from it."""

    def __init__(self, folder):
        self.folder = folder
        self.log = MemoryLog(asyncio.Event)
        self.keys = MemoryKeys()

    @asynccontextmanager
    async def release(self, name, **settings):
        """Serve an edition."""
        rules = settings.pop("rules", None) or edition(name)
        async with serve_toy(self.folder, log=self.log, keys=self.keys, rules=rules, **settings) as service:
            # nobody is gone who does not say so, however long the machine stands still
            service.service.processes._gone = 3_600
            yield service


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path)


async def heard(*services):
    """Wait until each has heard of all others."""
    async with asyncio.timeout(20):
        for one in services:
            while len(one.service.processes.announced()) < len(services) - 1:
                await asyncio.sleep(0.02)
                await one.service.processes.look()  # as each does with its next heartbeat


def through(service, game):
    """The same game, asked for at another process."""
    there = ToyGame(service, game.opened, service.owner, ("red", "blue"))
    there.tokens = game.tokens
    return there


async def commands(game):
    """Kinds of the entries, as anybody sees them."""
    return [entry.command async for entry in game.start("Read", "red")]


async def test_each_game_where_its_edition_is(store):
    """Commands, reads and streams are passed on in both directions, and no game changes its edition by that."""
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        early, late = await one.match(), await two.match()
        for game, other in ((early, two), (late, one)):
            there = through(other, game)
            assert (await there.call("Get", "red")).terms.edition == (await game.call("Get", "red")).terms.edition
            assert (await there.call("View", "red")) == (await game.call("View", "red"))
            assert (await there.call("Offers", "red")) == (await game.call("Offers", "red"))
            watching = there.start("Watch", "blue")
            seen = [(await watching.read()).command for _ in range((await game.call("View", "red")).seq)]
            await there.call("PlotMarch", "red", heading="west")
            assert (await watching.read()).command == "PlotMarch"
            watching.cancel()
            assert await commands(there) == [*seen, "PlotMarch"]
            assert "AdoptEdition" not in await commands(game)
            data = b"".join([chunk.data async for chunk in there.start("Export", "auditor")])
            assert data == b"".join([chunk.data async for chunk in game.start("Export", "auditor")])


async def test_answers_come_back_as_they_are(store):
    """A refusal with its details, the caller's request id and its deadline are those of the process that was asked."""
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        game = await one.match()
        there = through(two, game)
        for wrong in ({"heading": "nowhere"}, {"heading": "west", "head": b"x" * 32}):
            fault = await there.refused("PlotMarch", "red", **wrong)
            assert comparable(fault) == comparable(await game.refused("PlotMarch", "red", **wrong))
            assert signed_in(fault) is not None
        command = game.request("PlotMarch", heading="west")
        metadata = (("authorization", f"Bearer {game.tokens['red']}"), ("x-request-id", "abcdef01-02"))
        call = two.stub(methods()["PlotMarch"])(command, metadata=metadata, timeout=20)
        answer = await call
        assert ("x-request-id", "abcdef01-02") in [(key, value) for key, value in await call.trailing_metadata()]
        assert await there.client.call("PlotMarch", game.tokens["red"], command) == answer
        stolen = await two.service.credentials.make(Role.REFEREE, secrets.token_bytes(16))
        with pytest.raises(grpc.aio.AioRpcError) as denied:
            await two.call("View", stolen, game.request("View"))
        assert denied.value.code() is Code.PERMISSION_DENIED


async def ready(service):
    ask = service.channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    return (await ask(health_pb2.HealthCheckRequest())).status == health_pb2.HealthCheckResponse.SERVING


async def until_drained(one, two):
    """Wait until another process knows that one takes nothing over any more."""
    async with asyncio.timeout(20):
        while not any(says.draining for says in two.service.processes.announced()):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    assert not await ready(one)


async def test_a_release_that_is_drained(store):
    """It opens no more games, and its games go on in the later release by an entry; its callers notice nothing."""
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        game = await one.match()
        watching = game.start("Watch", "blue")
        seen = [(await watching.read()).command for _ in range(6)]
        assert await ready(one)
        silent = await one.open(contributions=False, response_limit=2)
        await one.service.drain(0)
        await until_drained(one, two)
        opened = await one.call("Open", one.owner, open_request())
        new = ToyGame(two, opened, two.owner, ("red", "blue"))
        assert (await new.call("Get", "owner")).terms.edition == "2"
        await through(two, game).call("PlotMarch", "red", heading="west")
        await game.call("PlotMarch", "blue", heading="west")
        assert [(await watching.read()).command for _ in range(2)] == ["AdoptEdition", "PlotMarch"]
        assert (await commands(game))[:8] == [*seen, "AdoptEdition", "PlotMarch"]
        async with asyncio.timeout(20):
            while "EnforceDeadline" not in await commands(through(two, silent)):  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)
        assert "AdoptEdition" in await commands(through(two, silent))


async def test_an_upgrade_that_is_taken_back(store):
    """A later release that is drained leaves its games as they are: they wait for a release of their edition."""
    async with store.release("1") as one:
        async with store.release("2") as two:
            await heard(one, two)
            early, late = await one.match(), await two.match()
            await two.service.drain(0)
            await until_drained(two, one)
        assert (await early.call("PlotMarch", "red", heading="west")).receipt.seq == 7
        fault = await through(one, late).refused("PlotMarch", "red", heading="west")
        assert fault_of(fault) == (Code.FAILED_PRECONDITION, "edition-not-served")
        async with store.release("2") as again:
            async with asyncio.timeout(20):
                while not one.service.processes.who_serves("toy", "2"):  # noqa: ASYNC110 - no event tells
                    await asyncio.sleep(0.02)
            assert again.service.address != one.service.address
            assert (await through(one, late).call("PlotMarch", "red", heading="west")).receipt.seq == 7


async def test_a_caller_who_waits_no_longer(store):
    """A call that is passed on ends with its caller's deadline, at both processes."""
    log = store.log
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        game = await one.match()
        # by a connection that is there already
        assert (await through(two, game).call("View", "red")).seq == 6
        append, go = log.append, asyncio.Event()

        async def held(*entry):
            await go.wait()
            await append(*entry)

        log.append = held
        call = two.stub(methods()["PlotMarch"])(
            game.request("PlotMarch", heading="west"),
            metadata=(("authorization", f"Bearer {game.tokens['red']}"),),
            timeout=2,
        )
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await call
        assert fault.value.code() is Code.DEADLINE_EXCEEDED
        async with asyncio.timeout(20):
            while two.service.interceptor.admission.running:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        assert one.service.interceptor.admission.running == 1
        go.set()
        async with asyncio.timeout(20):
            while (await game.call("View", "red")).seq < 7:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)


async def ending(stream):
    """Wait for the end of a stream that gives nothing more."""
    with pytest.raises(grpc.aio.AioRpcError) as end:
        await stream.read()
    return end.value


async def test_streams_of_a_process_that_ends(store):
    """A stream ends with the word to go on from its last entry, and goes on at another process without a gap."""
    async with store.release("1") as two, AsyncExitStack() as stack:
        async with store.release("1") as one:
            await heard(one, two)
            game = await one.match()
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(one.service.address))
            watching = Client(channel).start("Watch", game.tokens["red"], game.request("Watch"))
            last = [await watching.read() for _ in range(6)][-1]
            end = asyncio.ensure_future(ending(watching))
            await one.service.drain(0)
        fault = await end
        assert fault.code() is Code.UNAVAILABLE
        assert "go on from the last entry" in (fault.details() or "")
        assert any(detail.Is(error_details_pb2.RetryInfo.DESCRIPTOR) for detail in read_status(fault).details)
        there = through(two, game)
        again = there.client.start(
            "Watch", game.tokens["red"], methods()["Watch"].request(game=game.id, hash=last.hash, after=6)
        )
        await there.call("PlotMarch", "red", heading="west")
        assert (await again.read()).seq == 7
        again.cancel()


async def test_nobody_else_takes_anything_over(store):
    """Where all are drained, new games are refused with a pause."""
    async with store.release("1") as one:
        await one.service.drain(0)
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await one.call("Open", one.owner, open_request())
        assert fault.value.code() is Code.UNAVAILABLE
        assert read_status(fault.value).details


@asynccontextmanager
async def ghost(store, derive, address, called=None, **changes):
    """A process that says something and is not there."""
    process = Processes(store.keys, seal=Seal(derive), name=called)
    says = Announcement(process.name, "release", {"toy": "1"}, address)
    await process.announce(changed(says, **changes))
    await process.beat()
    yield process
    await process.leave()


async def test_a_process_that_does_not_answer(store):
    """A game of a process that can not be reached waits for it, with a pause, until it is gone; then it goes on."""
    async with store.release("1") as one:
        game = await one.match()
        derive = one.service.keys.derive
    async with store.release("2") as two:
        async with ghost(store, derive, f"127.0.0.1:{free_ports(1)[0]}"):
            await heard_of(two)
            fault = await through(two, game).refused("PlotMarch", "red", heading="west")
            assert fault.code() is Code.UNAVAILABLE
            assert any(detail.Is(error_details_pb2.RetryInfo.DESCRIPTOR) for detail in read_status(fault).details)
        async with asyncio.timeout(20):
            while two.service.processes.announced():  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.05)
        assert (await through(two, game).call("PlotMarch", "red", heading="west")).receipt.seq == 8


class Mute(grpc.GenericRpcHandler):
    """Takes every call and never answers."""

    def __init__(self):
        self.calls = 0

    def service(self, _details):
        async def wait(_requests, _context):
            self.calls += 1
            await asyncio.Event().wait()

        return grpc.stream_stream_rpc_method_handler(wait)


async def test_a_process_that_is_stuck(store, monkeypatch):
    """One that takes calls and never answers costs a part of a call's time; another is asked, and it is left out."""
    monkeypatch.setattr(passing, "LAST_SECONDS", 600)
    monkeypatch.setattr(passing, "BEGIN_SECONDS", 3)
    mute, listening = Mute(), grpc.aio.server()
    listening.add_generic_rpc_handlers((mute,))
    async with store.release("1") as one, store.release("2") as two:
        game = await one.match()
        derive = one.service.keys.derive
        weight = hashlib.sha256(one.service.processes.name + game.id).digest()
        names = (bytes([number]) * 8 for number in range(256))
        name = next(name for name in names if hashlib.sha256(name + game.id).digest() > weight)
        port = listening.add_secure_port("127.0.0.1:0", Certificates(derive, name).server())
        await listening.start()
        async with ghost(store, derive, f"127.0.0.1:{port}", called=name):
            await heard_of(two, 2)
            command = game.request("PlotMarch", heading="west")
            metadata = (("authorization", f"Bearer {game.tokens['red']}"),)
            answer = await two.start_with("PlotMarch", command, metadata)
            assert (answer.receipt.seq, mute.calls) == (7, 1)
            assert (await through(two, game).call("View", "red")).seq == 7
            assert mute.calls == 1
        async with ghost(store, derive, f"127.0.0.1:{port}", called=name):
            two.service.interceptor.passing._failed.clear()
            await heard_of(two, 2)
            watching = through(two, game).start("Watch", "blue")
            assert [(await watching.read()).seq for _ in range(7)][-1] == 7
            assert mute.calls == 2
            watching.cancel()
    await listening.stop(None)


async def test_a_process_that_stood_still():
    """Whoever was taken for gone says again what it serves as soon as it goes on."""
    keys, seal, passed = MemoryKeys(), Seal(lambda _: b"\x05" * 32), [0.0]
    one, two = (Processes(keys, seal=seal, now=lambda: passed[0]) for _ in range(2))
    await one.announce(Announcement(one.name, "release", {"toy": "1"}, "127.0.0.1:1"))
    await one.beat()
    await two.beat()
    assert [says.name for says in two.who_serves("toy", "1")] == [one.name]
    passed[0] += 4
    await two.beat()
    assert two.others == []
    await one.beat()
    await two.beat()
    assert [says.name for says in two.who_serves("toy", "1")] == [one.name]


async def test_more_calls_than_a_connection_takes(store, monkeypatch):
    """Streams that are passed on leave room for other calls."""
    most = [(name, 4 if name == "grpc.max_concurrent_streams" else value) for name, value in ports.OPTIONS]
    async with store.release("2") as two:
        monkeypatch.setattr(ports, "OPTIONS", most)
        monkeypatch.setattr(passing, "CALLS_OF_CONNECTION", 3)
        async with store.release("1") as one:
            await heard(one, two)
            there = through(two, await one.match())
            watching = [there.start("Watch", "blue") for _ in range(6)]
            for stream in watching:
                assert (await asyncio.wait_for(stream.read(), 20)).seq == 1
            assert (await there.call("View", "red")).seq == 6
            for stream in watching:
                stream.cancel()


async def test_a_proxy_is_not_between_processes(store, monkeypatch):
    """A machine whose programs reach the outside by a proxy passes calls on all the same."""
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        there = through(two, await one.match())
        for name in ("grpc_proxy", "https_proxy", "http_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{free_ports(1)[0]}")
        for name in ("no_grpc_proxy", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        assert (await there.call("View", "red")).seq == 6


async def heard_of(service, count=1):
    async with asyncio.timeout(20):
        while len(service.service.processes.announced()) < count:
            await asyncio.sleep(0.02)
            await service.service.processes.look()


class Impostor(grpc.GenericRpcHandler):
    """Whoever gets tokens that were not meant for it."""

    def __init__(self):
        self.calls = []

    def service(self, details):
        self.calls.append(details.invocation_metadata)


async def test_tokens_go_to_processes_of_the_deployment_alone(store, tmp_path):
    """Without its secret nobody can announce a process, nor stand in for one whose announcement is left behind."""
    async with store.release("1") as one:
        game = await one.match()
        derive = one.service.keys.derive
    impostor, listening = Impostor(), grpc.aio.server()
    listening.add_generic_rpc_handlers((impostor,))
    foreign = Certificates(lambda _: b"\x05" * 32, b"impostor")
    port = listening.add_secure_port("127.0.0.1:0", foreign.server())
    plain = listening.add_insecure_port("127.0.0.1:0")
    await listening.start()
    async with store.release("2") as two:
        async with ghost(store, lambda _: b"\x05" * 32, f"127.0.0.1:{port}") as process:
            await two.service.processes.look()
            assert process.name in two.service.processes.others
            assert two.service.processes.announced() == []
        for address in (port, plain):
            async with ghost(store, derive, f"127.0.0.1:{address}"):
                await heard_of(two)
                assert (await through(two, game).refused("View", "red")).code() is Code.UNAVAILABLE
            async with asyncio.timeout(20):
                while two.service.processes.announced():  # noqa: ASYNC110 - no event tells
                    await asyncio.sleep(0.05)
        assert (await through(two, game).call("View", "red")).seq == 6
    assert impostor.calls == []
    await listening.stop(None)


async def test_the_door_for_processes(store):
    """It opens to processes of the deployment alone, and what comes through it is not passed on again."""
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        game = await one.match()
        [says] = one.service.processes.announced()
        derive = one.service.keys.derive
        name = ("grpc.ssl_target_name_override", host_of(says.name))
        metadata = (("authorization", f"Bearer {game.tokens['red']}"), (CALLER, "ipv4%3A192.0.2.7%3A1234"))
        for credentials, code in (
            (Certificates(lambda _: b"\x05" * 32, b"stranger").channel(), Code.UNAVAILABLE),
            (grpc.ssl_channel_credentials(Certificates(derive, b"x")._root), Code.UNAVAILABLE),
            (Certificates(derive, b"y" * 8).channel(), Code.UNAVAILABLE),
        ):
            async with grpc.aio.secure_channel(says.address, credentials, options=(name,)) as channel:
                view: Any = channel.unary_unary("/wargame.toy.v1.Play/View")
                with pytest.raises(grpc.aio.AioRpcError) as fault:
                    await view(game.request("View").SerializeToString(), metadata=metadata, timeout=60)
                assert fault.value.code() is code
        # the last of them was let in, and told that it has come to the wrong process
        assert read_status(fault.value).details
        # the same words from outside are words: the call is passed on as any other is
        view = two.channel.unary_unary("/wargame.toy.v1.Play/View")
        assert await view(game.request("View").SerializeToString(), metadata=metadata, timeout=60)


async def test_the_door_for_processes_can_not_be_filled(store, monkeypatch):
    """Who shows no certificate has few connections there, and takes none from the processes of his address."""
    monkeypatch.setattr(connections, "UNPROVEN", MOST)
    looks = noted_looks(monkeypatch)
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        there = through(two, await one.match())
        watching = there.start("Watch", "blue")
        assert (await watching.read()).seq == 1
        [says] = two.service.processes.announced()
        port = int(says.address.rpartition(":")[2])
        early = connect(port, "127.0.0.1", MOST)
        await until_looked(looks, port)
        late = [*connect(port, "127.0.0.1", 3 * MOST), *connect(port, "127.0.0.2", 3 * MOST)]
        await until_open(late, MOST)
        assert all(map(is_open, early))
        await there.call("PlotMarch", "red", heading="west")
        assert [(await watching.read()).seq for _ in range(6)][-1] == 7
        watching.cancel()
        for connection in (*early, *late):
            connection.close()


def raw(service) -> Any:
    """Calls whose types nobody knows."""
    return service.channel.unary_unary


async def test_what_only_a_later_release_knows(store):
    """A ruleset, and with it methods, that this release does not have are served where they are."""
    logs.configure("error")
    more = {"toy": edition("2"), "tile_formations": registry.rules_of("tile_formations")}
    config = Config(listen="127.0.0.1:0", data=store.folder)
    async with (
        store.release("1") as one,
        serving(config, store.log, store.keys, more, find=FIND) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        two = ToyService(service, channel, store.log)
        await heard(one, two)
        request = open_request(ruleset="tile_formations")
        opened = await one.call("Open", one.owner, request)
        assert await one.call("Open", one.owner, request) == opened
        data = methods()["Get"].request(game=opened.game).SerializeToString()
        token = next(row.token for row in opened.credentials if row.HasField("seat"))
        metadata = (("authorization", f"Bearer {token}"),)
        shown = [
            await raw(there)("/wargame.tile_formations.v1.Play/View")(data, metadata=metadata, timeout=20)
            for there in (one, two)
        ]
        assert shown[0] == shown[1]
        watch = one.channel.unary_stream("/wargame.v1.Games/Watch")(data, metadata=metadata, timeout=20)
        assert await watch.read()
        watch.cancel()
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await raw(one)("/wargame.tile_formations.v1.Play/Nothing")(data, metadata=metadata, timeout=20)
        assert fault.value.code() is Code.UNIMPLEMENTED
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await raw(one)("/wargame.tile_formations.v1.Play/View")(data, timeout=20)
        assert fault.value.code() is Code.UNAUTHENTICATED
        # callers make figures of what they name only where it is known
        figures = generate_latest(one.service.interceptor.metrics.registry)
        assert b"Nothing" not in figures
        assert b'method="unknown"' in figures


NOWHERE = "/wargame.v1.Games/Nowhere"


async def status_of_silence(service, path, token):
    """What a caller is told who opens a call of this method and sends nothing."""
    call = service.channel.stream_stream(path)(metadata=(("authorization", f"Bearer {token}"),), timeout=10)
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call.read()
    return comparable(fault.value)


async def test_a_call_that_only_others_know_holds_its_slot_no_longer_than_any_other(store, monkeypatch):
    """Who sends no message is told so by us, as soon and in the same words as of a method that we know."""
    monkeypatch.setattr("services.rpc.access.interceptor.MESSAGE_SECONDS", 0.3)
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        known = await status_of_silence(one, "/wargame.v1.Games/Watch", one.owner)
        assert await status_of_silence(one, NOWHERE, one.owner) == known


async def test_a_call_whose_caller_has_not_said_all_gets_the_refusal_of_the_other_release(store):
    """It is passed on with its first message, and over once it is refused there."""
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        call = one.channel.stream_stream(NOWHERE)(metadata=(("authorization", f"Bearer {one.owner}"),), timeout=10)
        await call.write(b"one")
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await call.read()
        assert fault.value.code() is Code.UNIMPLEMENTED
        assert read_status(fault.value).details
