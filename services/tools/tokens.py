"""The verb `token`: makes, lists and revokes tokens in the store of a data folder."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import grpc

from services.cli import ABSENT, DONE, UNREADY, WRONG, fail
from services.config import PREFIX
from services.events.service import SERVICE as EVENTS
from services.parts import OWNER_FILE
from services.rpc.access.credentials import ROLES, Credentials, Role, Row
from services.rpc.methods import Method, methods_of
from services.rpc.wire_values import timestamp_of
from services.server import NOT_READY, now_ms
from services.store.embedded import EmbeddedStore, running_url
from services.store.redis_client import connect
from services.store.redis_keys import RedisKeys
from services.tools.client import Caller, failure_text
from services.tools.link import link_of

# Actions on the tokens of an event: over a running service, whose log of the event has them.
EventAction: TypeAlias = Callable[[argparse.Namespace, Caller], Coroutine[Any, Any, int]]
Action: TypeAlias = Callable[[argparse.Namespace, Credentials], Coroutine[Any, Any, int]]
DAY_MS: Final = 24 * 3600 * 1000


def add(subparsers: Any) -> None:
    """Add `token`."""
    parser = subparsers.add_parser(
        "token",
        help="make, list and revoke tokens",
        description="Works on the store of a data folder, whether the service is running or not; with --event on the "
        "tokens of an event, by the service that runs. A revoked token is "
        "refused after two seconds, its streams end within fifteen.",
        epilog="exit codes: 0 done, 2 wrong arguments, 3 the store can not be used or the service refuses, 4 there is "
        "no such token",
    )
    data, url = os.environ.get(f"{PREFIX}DATA", "adjudicator-data"), os.environ.get(f"{PREFIX}REDIS_URL", "")
    _add_place(parser, Path(data), url)
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    make = actions.add_parser("make", help="make a token and print it, once")
    make.add_argument("role", choices=ROLES)
    make.add_argument("--game", help="id of the game, in hex; every role but owner, auditor and admin needs one")
    make.add_argument("--seat", type=int, help="seat from 0, for a player")
    make.add_argument("--name", default="", help="whose it is in the event: a person of the roster for a seat")
    make.add_argument("--affiliation", default="", help="affiliation of a referee of the event")
    make.add_argument("--days", type=float, default=0, help="days until it expires (never)")
    make.add_argument("--link", action="store_true", help="with --event: a link for a browser, too (see `link`)")
    make.set_defaults(run=run, act=make_token, act_in_event=make_event_token)
    shown = actions.add_parser("list", help="list tokens by key id; the tokens themselves are not stored")
    shown.add_argument("--game", help="of this game alone, id in hex")
    shown.set_defaults(run=run, act=list_tokens, act_in_event=list_event_tokens)
    ended = actions.add_parser("revoke", help="revoke a token")
    ended.add_argument("kid", help="its key id: the twelve hex digits in its middle")
    ended.add_argument("--reason", default="revoked by its owner", help="why, for the log of the event")
    ended.set_defaults(run=run, act=revoke_token, act_in_event=revoke_event_token)
    for action in (make, shown, ended):
        action.add_argument("--event", help="of this event, id in hex: asked of the service that runs")
        action.add_argument("--address", default="127.0.0.1:50051", help="where it runs, for --event (%(default)s)")
        action.add_argument("--token-file", type=Path, help="the owner's token, for --event (owner.token of --data)")
    for action in (make, shown, ended):  # before the action or behind it; what stands behind it counts
        _add_place(action, argparse.SUPPRESS, argparse.SUPPRESS)


def _add_place(parser: argparse.ArgumentParser, data: object, url: object) -> None:
    """Let the place of the tokens be named; these are the defaults."""
    parser.add_argument("--data", type=Path, default=data, metavar="FOLDER", help="the data folder (adjudicator-data)")
    parser.add_argument("--redis-url", default=url, metavar="URL", help="the store, if it is not in the data folder")


def run(args: argparse.Namespace) -> int:
    """Run an action on the store."""

    async def act() -> int:
        if args.event:
            return await _in_event(args)
        async with _credentials(args.data, args.redis_url) as credentials:
            action: Action = args.act
            return await action(args, credentials)

    try:
        return asyncio.run(act())
    except grpc.aio.AioRpcError as fault:
        return fail(f"token: {failure_text(args.address, fault)}", UNREADY)
    except NOT_READY as fault:
        return fail(f"token: {fault}", UNREADY)
    except ValueError as fault:
        return fail(f"token: {fault}", WRONG)


async def make_token(args: argparse.Namespace, credentials: Credentials) -> int:
    """Make one."""
    if args.link:
        return fail("token: a link is made by the service that runs: adjudicator link TOKEN_FILE", WRONG)
    game = bytes.fromhex(args.game) if args.game else None
    if args.role == "seat" and (game is None or args.seat is None):
        return fail("token: a seat's token is for one seat of one game: give --game and --seat", WRONG)
    expires = now_ms() + round(args.days * DAY_MS) if args.days else 0
    _print(await credentials.make(Role[args.role.upper()], game, args.seat, expires=expires))
    return DONE


async def list_tokens(args: argparse.Namespace, credentials: Credentials) -> int:
    """List them, the oldest first."""
    rows = [(row.made, kid, row) async for kid, row in credentials.rows()]
    for _, kid, row in sorted(rows, key=lambda found: found[:2]):
        if args.game in (None, row.game.hex() if row.game else None):
            _print(_line(kid, row))
    return DONE


async def revoke_token(args: argparse.Namespace, credentials: Credentials) -> int:
    """Revoke one."""
    if await credentials.revoke(args.kid):
        return DONE
    return fail(f"token: none of key id {args.kid} is valid; `token list` shows them", ABSENT)


async def _in_event(args: argparse.Namespace) -> int:
    """Run an action on the tokens of an event."""
    path = args.token_file or args.data / OWNER_FILE
    token = (await asyncio.to_thread(path.read_text)).strip()
    action: EventAction = args.act_in_event
    async with grpc.aio.insecure_channel(args.address) as channel:
        return await action(args, Caller(channel, token))


def _request(args: argparse.Namespace, method_name: str, /, **fields: Any) -> tuple[Method, Any]:
    method = methods_of(EVENTS)[method_name]
    return method, method.request(event=bytes.fromhex(args.event), **fields)


async def make_event_token(args: argparse.Namespace, caller: Caller) -> int:
    """Make one for an event."""
    fields: dict[str, Any] = {"command_id": secrets.token_bytes(16), "role": int(Role[args.role.upper()])}
    if args.days:
        fields["expires_time"] = timestamp_of(now_ms() + round(args.days * DAY_MS))
    made = await caller.call(*_request(args, "MakeToken", name=args.name, affiliation=args.affiliation, **fields))
    _print(made.token)
    if args.link:
        _print(await link_of(caller.channel, made.token))
    return DONE


async def list_event_tokens(args: argparse.Namespace, caller: Caller) -> int:
    """List those of an event, the oldest first."""
    for token in (await caller.call(*_request(args, "ListTokens"))).tokens:
        over = token.HasField("expires_time") and token.expires_time.ToMilliseconds() <= now_ms()
        state = "revoked" if token.HasField("revoked_time") else "expired" if over else "valid"
        made = token.made_time.ToJsonString()[:16].replace("T", " ")
        _print(f"{token.key}  {Role(token.role).name.lower():13}  {token.name or '-'}  made {made}Z  {state}")
    return DONE


async def revoke_event_token(args: argparse.Namespace, caller: Caller) -> int:
    """Revoke one of an event."""
    fields = {"command_id": secrets.token_bytes(16), "key": args.kid, "reason": args.reason}
    await caller.call(*_request(args, "RevokeToken", **fields))
    return DONE


def _line(kid: str, row: Row) -> str:
    place = row.game.hex() if row.game else f"event {row.event.hex()}" if row.event else "every game"
    seat = "" if row.seat is None else f" seat {row.seat}"
    state = "revoked" if row.revoked else "valid" if row.valid(now_ms()) else "expired"
    made = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.made / 1000))
    return f"{kid}  {Role(row.role).name.lower():9}  {place}{seat}  made {made}Z  {state}"


@asynccontextmanager
async def _credentials(data: Path, redis_url: str) -> AsyncIterator[Credentials]:
    folder = data / "store"
    url = redis_url or running_url(folder)
    if url is None:
        async with EmbeddedStore(folder) as store, _connected(store.url) as credentials:
            yield credentials
    else:
        async with _connected(url) as credentials:
            yield credentials


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Credentials]:
    link = await connect(url)
    try:
        yield Credentials(RedisKeys(link), now_ms)
    finally:
        await link.aclose()


def _print(text: str) -> None:
    print(text)  # noqa: T201  (a program talks on its output)
