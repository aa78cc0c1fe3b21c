"""Connections of one address: beyond its share the newest are closed, and nobody else's."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

import grpc
import pytest

from services.operation.sockets import FILES, borrowed
from services.rpc.access import unread
from services.rpc.access.connections import ConnectionWatch
from services.rpc.access.unread import UnreadWatch
from tests.services.fixtures import Client, serve_toy
from wargame.v1 import games_pb2

MOST = 20


def connect(port, address, count):
    """Open connections from an address of this machine, and send nothing."""
    return [socket.create_connection(("127.0.0.1", port), source_address=(address, 0)) for _ in range(count)]


def is_open(connection):
    """Whether the other side has not ended it; what it sent is read away."""
    connection.setblocking(False)
    try:
        while True:
            if not connection.recv(65_536):
                return False
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


@pytest.fixture
def looks(monkeypatch):
    return noted_looks(monkeypatch)


def noted_looks(monkeypatch):
    """Looks over the connections that are done: the port of each."""
    done: list[int] = []
    look = ConnectionWatch.look

    def noted(watch):
        found = look(watch)
        done.append(watch._port)
        return found

    monkeypatch.setattr(ConnectionWatch, "look", noted)
    return done


async def until_looked(looks, port):
    """Wait for a look over the connections to a port that begins from here on, and until what it closed is counted.

    The second that ends has begun from here on, and the third begins once that was counted.
    """
    count = looks.count(port) + 3
    async with asyncio.timeout(60):
        while looks.count(port) < count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


async def until_open(connections, count):
    async with asyncio.timeout(30):
        while sum(map(is_open, connections)) > count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


async def test_an_address_has_its_share(tmp_path, looks):
    """One that opens a hundred connections keeps its share of them, the first; another address notices nothing."""
    async with serve_toy(tmp_path, connections=MOST) as toy_service:
        port = int(toy_service.service.address.rpartition(":")[2])
        early = connect(port, "127.0.0.2", MOST)
        await until_looked(looks, port)
        late = connect(port, "127.0.0.2", 5 * MOST)
        others = connect(port, "127.0.0.3", MOST)
        await until_open(late, 0)
        assert all(map(is_open, [*early, *others]))
        request = games_pb2.ExplainRequest(clause="WG-ASK-01")
        assert (await toy_service.call("Explain", toy_service.owner, request)).clause == "WG-ASK-01"
        async with grpc.aio.insecure_channel(
            toy_service.service.address, options=[("grpc.use_local_subchannel_pool", 1)]
        ) as channel:
            assert (await Client(channel).call("Explain", toy_service.owner, request)).clause == "WG-ASK-01"
        assert toy_service.service.interceptor.metrics.connections_closed._value.get() >= 5 * MOST
        for connection in (*early, *late, *others):
            connection.close()


async def test_a_stranger_who_calls_on_and_on_is_cut_off(tmp_path, monkeypatch, looks):
    """A connection is closed when calls without a valid token come on and on, and not where valid ones are between."""
    monkeypatch.setattr("services.rpc.access.connections.STRANGE_CALLS", 20)
    async with serve_toy(tmp_path, connections=MOST) as toy_service:
        request = games_pb2.ExplainRequest(clause="WG-ASK-01")
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        async with (
            grpc.aio.insecure_channel(toy_service.service.address, options=options) as strange,
            grpc.aio.insecure_channel(toy_service.service.address, options=options) as ours,
        ):
            closed = toy_service.service.interceptor.metrics.connections_closed._value
            for _ in range(60):
                await refused(Client(ours), request)
                await Client(ours).call("Explain", toy_service.owner, request)
            await until_looked(looks, int(toy_service.service.address.rpartition(":")[2]))
            assert closed.get() == 0
            async with asyncio.timeout(30):
                while closed.get() == 0:
                    await refused(Client(strange), request)
            assert (await Client(ours).call("Explain", toy_service.owner, request)).clause == "WG-ASK-01"


async def refused(client, request):
    """Call with a token that is none."""
    with pytest.raises(grpc.aio.AioRpcError):
        await client.call("Explain", "wg1_owner_0123456789ab_" + "A" * 43, request)


async def test_any_number_where_none_is_set(tmp_path):
    """On an address of this machine all clients are one address, and none is counted unless it is asked for."""
    async with serve_toy(tmp_path) as toy_service:
        port = int(toy_service.service.address.rpartition(":")[2])
        many = connect(port, "127.0.0.2", 300)
        await asyncio.sleep(1)
        assert all(map(is_open, many))
        for connection in many:
            connection.close()


async def test_what_is_not_ours_is_left_alone():
    """Connections to other ports, files and listening sockets are not touched."""
    with socket.create_server(("127.0.0.1", 0)) as other, socket.create_server(("127.0.0.1", 0)) as ours:
        pairs = [(socket.create_connection(other.getsockname()), other.accept()[0]) for _ in range(10)]
        mine = [(socket.create_connection(ours.getsockname()), ours.accept()[0]) for _ in range(5)]
        assert ConnectionWatch(ours.getsockname()[1], 3, print).look() == 2
        await until_open([client for client, _ in mine], 3)
        assert all(is_open(client) for client, _ in pairs)
        assert sum(is_open(client) for client, _ in mine) == 3
        for pair in (*pairs, *mine):
            for end in pair:
                end.close()


def drain(connection):
    """Read all that is there."""
    connection.setblocking(False)
    with suppress(BlockingIOError):
        while connection.recv(1_000_000):
            pass
    connection.setblocking(True)


def pass_on(sender, receiver, size):
    """Send so much, and receive all of it."""
    receiver.setblocking(True)
    sender.sendall(bytes(size))
    receiver.recv(size, socket.MSG_WAITALL)


def fill(connection):
    """Send as much as is taken without waiting."""
    connection.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            connection.send(bytes(65_536))


def test_a_slow_reader_is_not_cut_off():
    """Whoever reads nothing for a while and sends little keeps his connection, and so does who reads what he gets."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        watch = UnreadWatch({server.getsockname()[1]}, print)
        slow = socket.create_connection(server.getsockname())
        ours = server.accept()[0]
        fill(ours)
        pass_on(slow, ours, 1_000)
        assert [watch.look() for _ in range(3)] == [0, 0, 0]
        for _ in range(3):
            pass_on(slow, ours, 100_000)
            drain(slow)
            fill(ours)
            assert watch.look() == 0
        found = 0
        while not found:  # what is on its way is still taken
            pass_on(slow, ours, 100_000)
            fill(ours)  # the system may have made room meanwhile
            found = watch.look()
        # from here on nothing of what he sends is taken
        slow.sendall(bytes(1_000))
        ours.settimeout(0.3)
        with pytest.raises(TimeoutError):
            ours.recv(1_000)
        assert watch.look() == 0
        for end in (slow, ours):
            end.close()


def test_a_long_message_in_one_look_is_not_too_much():
    """One look may meet an honest client within a long message, while a frame of ours waits: the next tells."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        watch = UnreadWatch({server.getsockname()[1]}, print)
        honest = socket.create_connection(server.getsockname())
        ours = server.accept()[0]
        for _ in range(2):
            while not any(seen.too_much for seen in watch._known.values()):
                pass_on(honest, ours, 100_000)
                fill(ours)  # the system may have made room meanwhile
                assert watch.look() == 0
            drain(honest)
            assert watch.look() == 0
        for end in (honest, ours):
            end.close()


def muted(watch, slow, ours):
    """Send and read nothing until the watch mutes the connection."""
    while not watch.look():
        pass_on(slow, ours, 100_000)
        fill(ours)


def test_who_gets_the_number_of_a_connection_keeps_his_own(monkeypatch):
    """A connection that is opened under the number of one that was muted, while that is closed, is left alone."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        watch = UnreadWatch({server.getsockname()[1]}, print)
        slow, honest = (socket.create_connection(server.getsockname()) for _ in range(2))
        ours, kept = server.accept()[0], server.accept()[0]
        fill(ours)
        assert watch.look() == 0
        muted(watch, slow, ours)
        files = watch._files

        def files_then_another_connection():
            yield from files()
            os.dup2(kept.fileno(), ours.fileno())  # as the library closes one and accepts the next

        monkeypatch.setattr(watch, "_files", files_then_another_connection)
        monkeypatch.setattr(unread, "MUTED_MOST", 0)  # whoever is muted is closed at the next look
        assert watch.look() == 0
        honest.sendall(b"is heard")
        assert kept.recv(100) == b"is heard"
        assert is_open(honest)
        for end in (slow, honest, ours, kept):
            end.close()


def test_what_was_borrowed_is_what_was_looked_at():
    """A file that is another by now is not given, and nothing is left open."""
    first, second = socket.socketpair()
    with first, second:
        inode = os.fstat(first.fileno()).st_ino
        borrowed(first.fileno(), inode).close()
        os.dup2(second.fileno(), first.fileno())
        assert files_of(os.fstat(second.fileno()).st_ino) == 2
        with pytest.raises(OSError, match="another file has this number by now"):
            borrowed(first.fileno(), inode)
        assert files_of(os.fstat(second.fileno()).st_ino) == 2


def files_of(inode):
    """Count the numbers of one file; other files come and go on threads of the library."""
    found = 0
    for name in FILES.iterdir():
        with suppress(OSError):
            found += os.fstat(int(name.name)).st_ino == inode
    return found
