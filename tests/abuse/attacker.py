"""One attacker, a process of its own: `python -m tests.abuse.attacker ATTACK ADDRESS < FACTS` until it is ended.

The facts are JSON: what the attacker may have, `token` of a spectator and `game`, `seat` token of a seat, and `file`, a
path to a forged replay file.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import struct
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.abuse.outcomes import FAULTS, TOLD, note
from tests.services.fixtures import Client, methods
from wargame.v1 import games_pb2

OWN = (("grpc.use_local_subchannel_pool", 1),)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
PING, HEADERS, RST_STREAM, SETTINGS = 6, 1, 3, 4
CALLERS = 64
WATCHES = 2_048
BAD_TOKEN = "wg1_seat_{:012x}_{}"
CHUNK = 60_000


class Attack:
    """What an attacker knows."""

    def __init__(self, address: str, facts: dict[str, Any]) -> None:
        self.address = address
        self.facts = facts
        self.game = bytes.fromhex(facts["game"])
        self.file = Path(facts["file"]).read_bytes()

    def channel(self) -> grpc.aio.Channel:
        """Open a connection of its own."""
        return grpc.aio.insecure_channel(self.address, OWN)

    def client(self) -> Client:
        """Make a client with a connection of its own."""
        return Client(self.channel())

    async def socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a bare connection that speaks HTTP/2."""
        host, _, port = self.address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(PREFACE + frame(SETTINGS, 0, 0, b""))
        await writer.drain()
        return reader, writer


def frame(kind: int, flags: int, stream: int, body: bytes) -> bytes:
    """Make a frame of HTTP/2."""
    return struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + body


def headers(path: str) -> bytes:
    """Write the headers of a call, each in full."""
    rows = {
        b":method": b"POST",
        b":scheme": b"http",
        b":path": path.encode(),
        b":authority": b"localhost",
        b"content-type": b"application/grpc",
        b"te": b"trailers",
    }
    return b"".join(b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value for name, value in rows.items())


async def forever(work: Callable[[], Awaitable[Any]]) -> None:
    """Do it again and again, whatever comes of it."""
    while True:
        try:
            await work()
        except FAULTS as fault:
            note(fault)
        else:
            note(None)
        await asyncio.sleep(0)


async def many(count: int, work: Callable[[], Awaitable[Any]]) -> None:
    """Do it so many times at once, for good."""
    await asyncio.gather(*(forever(work) for _ in range(count)))


async def health_watches(attack: Attack) -> None:
    """Open as many streams of health as there are slots for calls, on many connections, without a token."""
    channels = [attack.channel() for _ in range(16)]

    async def one() -> None:
        stub: Any = health_pb2_grpc.HealthStub(channels[secrets.randbelow(len(channels))])
        async for _ in stub.Watch(health_pb2.HealthCheckRequest()):
            pass

    await many(WATCHES, one)


async def bad_tokens(attack: Attack) -> None:
    """Guess tokens, from the address that honest callers come from too."""
    client = attack.client()

    async def one() -> None:
        token = BAD_TOKEN.format(secrets.randbelow(1 << 48), secrets.token_urlsafe(32))
        await client.call("LogKey", token, games_pb2.LogKeyRequest())

    await many(CALLERS, one)


async def forged_uploads(attack: Attack) -> None:
    """Upload files of many forged entries to be audited."""
    client, data = attack.client(), attack.file

    async def one() -> None:
        chunks = [games_pb2.Chunk(data=data[at : at + CHUNK]) for at in range(0, len(data), CHUNK)]
        report = await client.call("Audit", attack.facts["seat"], iter(chunks))
        TOLD[games_pb2.Verdict.Name(report.verdict)] += 1

    await many(4, one)


async def flood_of_reads(attack: Attack) -> None:
    """Ask far more than is answered, with one valid token."""
    clients = [attack.client() for _ in range(8)]

    async def one() -> None:
        client = clients[secrets.randbelow(len(clients))]
        await client.call("View", attack.facts["token"], methods()["View"].request(game=attack.game))

    await many(1_000, one)


async def flood_of_commands(attack: Attack) -> None:
    """Give commands that are refused: wrong window, wrong seat, unknown pieces, huge numbers."""
    clients = [attack.client() for _ in range(8)]

    async def one() -> None:
        method = methods()["Strike"]
        header = {"game": attack.game, "command_id": secrets.token_bytes(16)}
        request = method.request(header=header, piece="r" * 60_000, target=secrets.token_hex(8))
        await clients[secrets.randbelow(len(clients))].call("Strike", attack.facts["seat"], request)

    await many(500, one)


async def spectator_takes_all_streams(attack: Attack) -> None:
    """Hold every stream that the game's spectators have, and take each that gets free."""
    clients = [attack.client() for _ in range(4)]

    async def one() -> None:
        client = clients[secrets.randbelow(len(clients))]
        request = methods()["Watch"].request(game=attack.game)
        async for _ in client.start("Watch", attack.facts["token"], request):
            pass

    await many(500, one)


async def slow_readers(attack: Attack) -> None:
    """Ask for all entries, again and again, and read none of them."""

    async def one() -> None:
        client = attack.client()
        try:
            request = methods()["Watch"].request(game=attack.game)
            calls = [client.start("Watch", attack.facts["token"], request) for _ in range(16)]
            await asyncio.sleep(5)
            for call in calls:
                call.cancel()
        finally:
            await client.channel.close()

    await many(4, one)


async def calls_that_send_nothing(attack: Attack) -> None:
    """Begin calls and never send their message."""
    clients = [attack.client() for _ in range(8)]
    metadata = (("authorization", f"Bearer {attack.facts['token']}"),)

    async def one() -> None:
        client = clients[secrets.randbelow(len(clients))]
        call: Any = client.channel.stream_unary(methods()["LogKey"].path)(metadata=metadata)
        await asyncio.wait_for(call, 10)

    await many(800, one)


async def garbage(attack: Attack) -> None:
    """Send messages that are too large, deep or strange."""
    clients = [attack.client() for _ in range(4)]
    deep = b""
    for _ in range(10_000):
        deep = b"\x0a" + bytes(_varint(len(deep))) + deep
    bodies = [deep[:64_000], b"\xff" * 64_000, b"\x08\x01" * 30_000, bytes(8_000_000), os.urandom(60_000)]
    names = [name for name, method in methods().items() if not (method.takes_stream or method.gives_stream)]

    async def one() -> None:
        client = clients[secrets.randbelow(len(clients))]
        name = names[secrets.randbelow(len(names))]
        await client.call(name, attack.facts["seat"], bodies[secrets.randbelow(len(bodies))])

    await many(32, one)


def _varint(number: int) -> list[int]:
    found = []
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return [*found, number]


async def pings(attack: Attack) -> None:
    """Send nothing but pings."""

    async def one() -> None:
        _, writer = await attack.socket()
        with contextlib.closing(writer):
            while True:
                writer.write(frame(PING, 0, 0, bytes(8)) * 200)
                await writer.drain()

    await many(4, one)


async def rapid_resets(attack: Attack) -> None:
    """Begin calls and reset them at once."""
    call = headers(methods()["LogKey"].path)

    async def one() -> None:
        _, writer = await attack.socket()
        with contextlib.closing(writer):
            for stream in range(1, 20_001, 2):
                reset = frame(RST_STREAM, 0, stream, struct.pack(">I", 8))
                writer.write(frame(HEADERS, 4, stream, call) + reset)
                await writer.drain()

    await many(4, one)


async def connections(attack: Attack) -> None:
    """Open connections and say nothing, hold them, and open more."""
    host, _, port = attack.address.rpartition(":")

    async def one() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        with contextlib.closing(writer):
            await asyncio.wait_for(reader.read(1_000), 5)
            await asyncio.wait_for(reader.read(), 5)

    await many(2_000, one)


async def flood_of_exports(attack: Attack) -> None:
    """Ask for replay files again and again."""
    clients = [attack.client() for _ in range(4)]

    async def one() -> None:
        client = clients[secrets.randbelow(len(clients))]
        request = methods()["Export"].request(game=attack.game)
        async for _ in client.start("Export", attack.facts["token"], request):
            pass

    await many(64, one)


ATTACKS = {
    attack.__name__: attack
    for attack in (
        health_watches,
        bad_tokens,
        forged_uploads,
        flood_of_reads,
        flood_of_commands,
        spectator_takes_all_streams,
        slow_readers,
        calls_that_send_nothing,
        garbage,
        pings,
        rapid_resets,
        connections,
        flood_of_exports,
    )
}


def main() -> None:
    """Attack until the process is ended."""
    # as an attacker on another machine, it takes no processor time from the service
    os.nice(19)
    name, address = sys.argv[1:]
    attack = Attack(address, json.loads(sys.stdin.read()))
    asyncio.run(ATTACKS[name](attack))


if __name__ == "__main__":
    main()
