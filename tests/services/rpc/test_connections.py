"""Connections of one address: beyond its share the newest are closed, and nobody else's."""

from __future__ import annotations

import asyncio
import socket

import grpc

from services.rpc.access.connections import ConnectionWatch
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


async def until_open(connections, count):
    async with asyncio.timeout(30):
        while sum(map(is_open, connections)) > count:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


async def test_an_address_has_its_share(tmp_path):
    """One that opens a hundred connections keeps its share of them, the first; another address notices nothing."""
    async with serve_toy(tmp_path, connections=MOST) as toy_service:
        port = int(toy_service.service.address.rpartition(":")[2])
        early = connect(port, "127.0.0.2", MOST)
        await asyncio.sleep(1)
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


async def test_any_number_where_none_is_set(tmp_path):
    """On an address of this machine all clients are one address, and none is counted unless it is asked for."""
    async with serve_toy(tmp_path) as toy_service:
        port = int(toy_service.service.address.rpartition(":")[2])
        many = connect(port, "127.0.0.2", 300)
        await asyncio.sleep(1)
        assert all(map(is_open, many))
        for connection in many:
            connection.close()


def test_what_is_not_ours_is_left_alone():
    """Connections to other ports, files and listening sockets are not touched."""
    with socket.create_server(("127.0.0.1", 0)) as other, socket.create_server(("127.0.0.1", 0)) as ours:
        pairs = [(socket.create_connection(other.getsockname()), other.accept()[0]) for _ in range(10)]
        mine = [(socket.create_connection(ours.getsockname()), ours.accept()[0]) for _ in range(5)]
        assert ConnectionWatch(ours.getsockname()[1], 3, print).look() == 2
        assert all(is_open(client) for client, _ in pairs)
        assert sum(is_open(client) for client, _ in mine) == 3
        for pair in (*pairs, *mine):
            for end in pair:
                end.close()
