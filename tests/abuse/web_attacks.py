"""Attackers from the web, each a process of its own: `python -m tests.abuse.web_attacks ATTACK ADDRESS < FACTS`."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import secrets
import sys
from typing import Any

from tests.abuse.attacker import BAD_TOKEN, Attack, many
from tests.abuse.outcomes import TOLD
from tests.services.fixtures import methods
from tests.services.web.fixtures import Web, frame
from wargame.v1 import games_pb2

HOLD_SECONDS = 8


def web_of(attack: Attack) -> Web:
    """Give a client of the web edge."""
    return Web(attack.address)


def asked(name: str, token: str, kind: str, *more: str) -> bytes:
    """Write the head of a request."""
    rows = ["host: x", f"content-type: {kind}", f"authorization: Bearer {token}", *more]
    return f"POST {methods()[name].path} HTTP/1.1\r\n".encode() + "\r\n".join([*rows, "", ""]).encode()


async def web_connections(attack: Attack) -> None:
    """Open connections and say nothing, and open more."""

    async def one() -> None:
        reader, writer = await web_of(attack).connect()
        with contextlib.closing(writer):
            await asyncio.wait_for(reader.read(), HOLD_SECONDS)

    await many(1_500, one)


async def web_slow_headers(attack: Attack) -> None:
    """Send headers letter by letter."""

    async def one() -> None:
        _, writer = await web_of(attack).connect()
        with contextlib.closing(writer):
            for letter in asked("LogKey", "none", "application/proto"):
                writer.write(bytes((letter,)))
                await writer.drain()
                await asyncio.sleep(0.3)

    await many(800, one)


async def web_slow_bodies(attack: Attack) -> None:
    """Begin calls with a token and send their messages letter by letter."""
    head = asked("View", attack.facts["token"], "application/json", "content-length: 60000")

    async def one() -> None:
        reader, writer = await web_of(attack).connect()
        with contextlib.closing(writer):
            writer.write(head)
            while not reader.at_eof():
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.3)

    await many(800, one)


async def web_slow_readers(attack: Attack) -> None:
    """Ask for much, many times on one connection, and read none of it."""
    body = methods()["View"].request(game=attack.game).SerializeToString()
    head = asked("View", attack.facts["token"], "application/proto", f"content-length: {len(body)}")

    async def one() -> None:
        _, writer = await web_of(attack).connect()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        with contextlib.closing(writer):
            async with asyncio.timeout(HOLD_SECONDS):
                while True:
                    writer.write((head + body) * 50)
                    await writer.drain()

    await many(64, one)


async def web_watches(attack: Attack) -> None:
    """Hold every stream that the game's spectators have, and read none of them."""
    body = frame(methods()["Watch"].request(game=attack.game).SerializeToString())
    head = asked("Watch", attack.facts["token"], "application/connect+proto", f"content-length: {len(body)}")

    async def one() -> None:
        _, writer = await web_of(attack).connect()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        with contextlib.closing(writer):
            writer.write(head + body)
            await asyncio.sleep(HOLD_SECONDS)

    await many(500, one)


async def web_bad_tokens(attack: Attack) -> None:
    """Guess tokens."""

    async def one() -> None:
        token = BAD_TOKEN.format(secrets.randbelow(1 << 48), secrets.token_urlsafe(32))
        await web_of(attack).unary("LogKey", token, games_pb2.LogKeyRequest())

    await many(64, one)


async def web_garbage(attack: Attack) -> None:
    """Send messages that are too large, too deep, packed too well, or no messages, and no HTTP at all."""
    packed = gzip.compress(bytes(64_000_000))
    deep = b'{"header":' * 9_000
    wide = b'{"labels":[' + b'{"key":"a","value":"b"},' * 20_000 + b"{}]}"
    kinds: list[dict[str, Any]] = [
        {"request": packed, "content_encoding": "gzip"},
        {"request": deep, "codec": "json"},
        {"request": wide, "codec": "json"},
        {"request": os.urandom(60_000)},
        {"request": bytes(4_000_000)},
    ]
    names = [name for name, method in methods().items() if not (method.takes_stream or method.gives_stream)]

    async def one() -> None:
        if not secrets.randbelow(6):
            _, writer = await web_of(attack).connect()
            with contextlib.closing(writer):
                writer.write(os.urandom(20_000))
                await writer.drain()
            return
        name = names[secrets.randbelow(len(names))]
        given = dict(kinds[secrets.randbelow(len(kinds))])
        await web_of(attack).unary(name, attack.facts["seat"], given.pop("request"), **given)

    await many(32, one)


async def web_bad_invites(attack: Attack) -> None:
    """Guess what links hold, with bodies of any size, and fetch pages and lists of sessions in between."""
    own = {"origin": f"http://{attack.address}", "connect-protocol-version": "1", "content-type": "application/json"}
    cookie = "; ".join(f"wgs-{number:08x}=wgs1_{'0' * 12}_{number:032x}_{'A' * 43}" for number in range(60))

    async def one() -> None:
        web = web_of(attack)
        match secrets.randbelow(4):
            case 0:
                await web.send("/sessions", {**own, "cookie": cookie}, method="GET")
            case 1:
                await web.send(f"/assets/{secrets.token_hex(4)}.js", {}, method="GET")
            case 2:
                answer, _ = await web.send("/join", own, b'{"invite":"' + os.urandom(40_000).hex().encode() + b'"}')
                TOLD[f"join: {answer.status}"] += 1
            case _:
                guess = json.dumps({"invite": f"wgi1_{secrets.token_urlsafe(32)}"}).encode()
                answer, _ = await web.send("/join", own, guess)
                TOLD[f"join: {answer.status}"] += 1

    await many(64, one)


ATTACKS = {
    attack.__name__: attack
    for attack in (
        web_connections,
        web_slow_headers,
        web_slow_bodies,
        web_slow_readers,
        web_watches,
        web_bad_tokens,
        web_garbage,
        web_bad_invites,
    )
}


def main() -> None:
    """Attack until the process is ended."""
    # as an attacker on another machine, it takes no processor time from the service
    os.nice(19)
    name, address = sys.argv[1:]
    asyncio.run(ATTACKS[name](Attack(address, json.loads(sys.stdin.read()))))


if __name__ == "__main__":
    main()
