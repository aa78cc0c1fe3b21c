"""`replay export`: fetch a game's replay file from a running service."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

import grpc

from replays import cli
from services.tools.client import Caller, failure_text

GAME_SIZE = 16


def add(subparsers: Any) -> None:
    """Add `replay` with all its verbs to the program."""
    verbs = cli.add(subparsers)
    parser = verbs.add_parser(
        "export",
        help="fetch a game's replay file from a running service",
        description="Fetches the replay file that the token's holder may have: everything once the secret is revealed.",
        epilog="exit codes: 0 written, 2 wrong arguments, 5 the service refused or could not be reached",
    )
    parser.add_argument("game", help="id of the game, 32 hex digits")
    parser.add_argument("--out", type=Path, required=True, help="where to write the replay file")
    parser.add_argument("--address", default="127.0.0.1:50051", help="address of the service (127.0.0.1:50051)")
    parser.add_argument(
        "--token-file", type=Path, default=Path("adjudicator-data/owner.token"), help="file with a token"
    )
    parser.add_argument(
        "--ca", type=Path, default=None, help="certificate of the service's authority, PEM; turns TLS on"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Fetch and write."""
    try:
        game = bytes.fromhex(args.game)
    except ValueError:
        game = b""
    if len(game) != GAME_SIZE:
        return _fail(f"{args.game} is no id of a game: write its 32 hex digits", 2)
    try:
        token = args.token_file.read_text().strip()
        authority = args.ca.read_bytes() if args.ca else None
    except OSError as fault:
        return _fail(f"{fault}; name another file with --token-file or --ca", 2)
    try:
        data = asyncio.run(_fetch(args.address, authority, token, game))
    except grpc.aio.AioRpcError as fault:
        return _fail(failure_text(args.address, fault), 5)
    args.out.write_bytes(data)
    print(f"{len(data)} bytes written to {args.out}")  # noqa: T201  (a program talks on its output)
    return 0


async def _fetch(address: str, authority: bytes | None, token: str, game: bytes) -> bytes:
    async with channel_to(address, authority) as channel:
        return await Caller(channel, token).export(game)


def channel_to(address: str, authority: bytes | None) -> grpc.aio.Channel:
    """Open a channel; the authority's certificate turns TLS on."""
    if authority is None:
        return grpc.aio.insecure_channel(address)
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(authority))


def _fail(text: str, status: int) -> int:
    print(f"replay export: {text}", file=sys.stderr)  # noqa: T201  (as above)
    return status
