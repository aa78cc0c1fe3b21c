"""Stores to test against: the embedded server, Debian's, and a cluster of three."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from services.store.embedded import EmbeddedStore, StoreNotStarted
from services.store.redis_client import connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from services.store.redis_client import Link

# What an attacker with the store's password may do, which our own user may not.
ALL_RIGHTS = {"user": "default on nopass ~* &* +@all"}
NODES = 3
CLUSTERS_TRIED = 3
SLOTS = 16384

# CI has Debian's server, and must not lose it in silence.
SERVERS = ["embedded", "cluster"]
if shutil.which("redis-server") or os.environ.get("CI") == "true":
    SERVERS.append("debian")


@pytest.fixture
def game_id(request: pytest.FixtureRequest) -> bytes:
    """Give each test a game of its own."""
    return hashlib.sha256(request.node.nodeid.encode()).digest()[:16]


@pytest_asyncio.fixture
async def embedded_store(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """Give a fresh embedded store, as the service runs it."""
    async with EmbeddedStore(tmp_path / "store") as store:
        yield store


@pytest_asyncio.fixture
async def embedded_link(embedded_store: EmbeddedStore) -> AsyncIterator[Link]:
    """Give a link to the fresh embedded store."""
    link = await connect(embedded_store.url, call_timeout=30)
    yield link
    await link.aclose()


@pytest.fixture(scope="session")
def embedded_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give an embedded store that all tests share; they may do anything to it."""
    store = EmbeddedStore(tmp_path_factory.mktemp("embedded"), settings=ALL_RIGHTS)
    yield from _running(store)


@pytest.fixture(scope="session")
def debian_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give Debian's server, with our settings."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.fail("no redis-server on the PATH: install Debian's package redis-server")
    store = EmbeddedStore(tmp_path_factory.mktemp("debian"), binary=Path(binary), settings=ALL_RIGHTS)
    yield from _running(store)


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give a cluster of three embedded servers that share the slots.

    A port that was free may be somebody else's when a server takes it: then others are tried.
    """
    for attempt in range(1, CLUSTERS_TRIED + 1):
        ports = free_ports(2 * NODES)
        stores = [_node(tmp_path_factory.mktemp("node"), *pair) for pair in zip(ports[::2], ports[1::2], strict=True)]
        try:
            asyncio.run(_form(stores, ports))
        except BaseException as fault:
            _stop(stores)
            if attempt == CLUSTERS_TRIED or not isinstance(fault, StoreNotStarted):
                raise
        else:
            break
    yield f"redis+cluster://127.0.0.1:{ports[0]}"
    _stop(stores)


def _node(folder: Path, port: int, bus: int) -> EmbeddedStore:
    return EmbeddedStore(
        folder,
        settings={
            **ALL_RIGHTS,
            "port": str(port),
            "bind": "127.0.0.1",
            "cluster-enabled": "yes",
            "cluster-port": str(bus),
            "cluster-node-timeout": "60000",
        },
    )


def _stop(stores: list[EmbeddedStore]) -> None:
    for store in stores:
        asyncio.run(store.stop())


@pytest.fixture(params=SERVERS)
def server_url(request: pytest.FixtureRequest) -> str:
    """Give every kind of server in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest_asyncio.fixture
async def link(server_url: str) -> AsyncIterator[Link]:
    """Give a link to every kind of server in turn."""
    link = await connect(server_url)
    yield link
    await link.aclose()


def free_ports(count: int) -> list[int]:
    """Find ports that nobody listens on."""
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def _running(store: EmbeddedStore) -> Iterator[str]:
    asyncio.run(store.start())
    yield store.url
    asyncio.run(store.stop())


async def _form(stores: list[EmbeddedStore], ports: list[int]) -> None:
    for number, store in enumerate(stores):
        await store.start()
        first, last = SLOTS * number // NODES, SLOTS * (number + 1) // NODES - 1
        await _ask(store, "CLUSTER", "ADDSLOTSRANGE", first, last)
        await _ask(store, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
    for port, bus in zip(ports[2::2], ports[3::2], strict=True):
        await _ask(stores[0], "CLUSTER", "MEET", "127.0.0.1", port, bus)
    for store in stores:
        while b"cluster_state:ok" not in await _ask(store, "CLUSTER", "INFO"):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


async def _ask(store: EmbeddedStore, *command: str | int) -> Any:
    async with Redis.from_url(store.url, protocol=2) as client:
        client.response_callbacks.clear()
        return await client.execute_command(*command)
