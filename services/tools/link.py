"""The verb `link`: a link that opens the pages of a running service in a browser, once, with what a token may do."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import Any, Final

import grpc

from services.cli import DONE, UNREADY, WRONG, fail
from services.rpc.methods import methods_of
from services.tools.client import Caller, failure_text

LINKS: Final = "wargame.v1.Links"


def add(subparsers: Any) -> None:
    """Add `link`."""
    parser = subparsers.add_parser(
        "link",
        help="make a link that opens the pages in a browser, once",
        description="Prints a link that is good for one browser, once, within half an hour. What the browser may do is "
        "what the token may do: give each seat the link of its own token, and show it to nobody else.",
        epilog="exit codes: 0 done, 2 wrong arguments, 3 the service refuses or is not there",
    )
    parser.add_argument("token_file", type=Path, metavar="TOKEN_FILE", help="file that holds the token")
    parser.add_argument("--address", default="127.0.0.1:50051", help="where the service runs (%(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make a link."""
    try:
        token = args.token_file.read_text().strip()
    except OSError as fault:
        return fail(f"link: {fault}; name a file that holds a token", WRONG)

    async def make() -> str:
        async with grpc.aio.insecure_channel(args.address) as channel:
            return await link_of(channel, token)

    try:
        print(asyncio.run(make()))  # noqa: T201  (a program talks on its output)
    except grpc.aio.AioRpcError as fault:
        return fail(f"link: {failure_text(args.address, fault)}", UNREADY)
    return DONE


async def link_of(channel: grpc.aio.Channel, token: str) -> str:
    """Make a link with a token.

    Raises grpc.aio.AioRpcError.
    """
    method = methods_of(LINKS)["MakeLink"]
    made = await Caller(channel, token).call(method, method.request())
    return str(made.link)


async def link_if_any(channel: grpc.aio.Channel, token: str) -> str:
    """Make a link with a token; empty where the service has no pages.

    Raises grpc.aio.AioRpcError.
    """
    try:
        return await link_of(channel, token)
    except grpc.aio.AioRpcError as fault:
        if fault.code() in (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.UNIMPLEMENTED):
            return ""
        raise
