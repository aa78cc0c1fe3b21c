"""The games of a running service as files to work through, each fetched when it is read."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import grpc

from replays.archive.work.sources import Source
from replays.files import Unusable
from services.rpc.methods import methods_of
from services.tools.client import GAMES, Caller, failure_text
from services.tools.fetch import channel_to

PAGE = 200


def games_of_service(args: argparse.Namespace) -> Sequence[Source]:
    """List the games of the service that is named, each fetched when it is read.

    Raises Unusable where the service refuses or is not there.
    """
    try:
        token = args.token or args.token_file.read_text().strip()
        authority = args.ca.read_bytes() if args.ca else None
    except OSError as fault:
        raise Unusable(f"{fault}; give --token, or name another file with --token-file or --ca") from fault
    service = _Service(args.service, authority, token)
    return [Source(f"{args.service}/{game.hex()}", service.reader(game)) for game in service.games()]


class _Service:
    def __init__(self, address: str, authority: bytes | None, token: str) -> None:
        self._address, self._authority, self._token = address, authority, token

    def games(self) -> list[bytes]:
        """Give the ids of all games, oldest first."""
        found: list[bytes] = self._run(_listed)
        return found

    def reader(self, game: bytes) -> Callable[[], bytes]:
        """Give what fetches a game."""

        async def fetch(caller: Caller) -> bytes:
            return await caller.export(game)

        def read() -> bytes:
            data: bytes = self._run(fetch)
            return data

        return read

    def _run(self, ask: Callable[[Caller], Any]) -> Any:
        async def asked() -> Any:
            async with channel_to(self._address, self._authority) as channel:
                return await ask(Caller(channel, self._token))

        try:
            return asyncio.run(asked())
        except grpc.aio.AioRpcError as fault:
            raise Unusable(failure_text(self._address, fault, "--service")) from fault


async def _listed(caller: Caller) -> list[bytes]:
    method = methods_of(GAMES)["List"]
    found: list[bytes] = []
    token = ""
    while True:
        request: Any = method.request(page_size=PAGE, page_token=token)
        page = await caller.call(method, request)
        found += [row.game for row in page.games]
        token = page.next_page_token
        if not token:
            return found
