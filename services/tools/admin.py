"""The verb `admin`: what an operator does with a running service, over gRPC and with a token of role admin."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeAlias

import grpc
from google.protobuf.json_format import MessageToDict

from services.cli import DONE, WRONG, whole
from services.config import PORT, PREFIX
from services.events.plain_values import word_of
from services.parts import ADMIN_FILE
from services.rpc.methods import methods_of
from services.rpc.wire_values import words_of
from services.store.archive import PROOF
from services.tools.client import Caller, failure_text
from wargame.v1 import admin_pb2

Act: TypeAlias = "Callable[[argparse.Namespace, Operator], Coroutine[Any, Any, int]]"
SERVICE: Final = "wargame.v1.Admin"
REFUSED: Final = 5
CHUNK: Final = 256 * 1024
DAY_MS: Final = 24 * 3600 * 1000
FREEZES: Final = {number: word for word, number in words_of(admin_pb2.FreezeKind.DESCRIPTOR).items()}
STEPS: Final = {number: word for word, number in words_of(admin_pb2.ArchiveStep.DESCRIPTOR).items()}
ID_SIZE: Final = 16
# Games after which a verb that goes through all of them says how far it is.
PROGRESS: Final = 100
_LIMIT: Final = whole(1, 2**32 - 1)


class Operator(Caller):
    """Calls the methods of Admin."""

    async def do(self, name: str, **fields: Any) -> Any:
        """Call a method that takes and gives one message."""
        method = methods_of(SERVICE)[name]
        return await self.call(method, method.request(**fields))

    async def each(self, name: str, **fields: Any) -> AsyncIterator[Any]:
        """Call a method that gives many messages."""
        async for response in self.stream(methods_of(SERVICE)[name], **fields):
            yield response

    async def repair(self, parts: Callable[[], AsyncIterator[Any]]) -> Any:
        """Send the parts of a repair; `parts` begins them anew."""
        return await self.send(methods_of(SERVICE)["Repair"], parts)

    async def states(self) -> AsyncIterator[Any]:
        """Give the state of every game."""
        token = ""
        while True:
            page = await self.do("Survey", page_token=token)
            for state in page.games:
                yield state
            token = page.next_page_token
            if not token:
                return


def add(subparsers: Any) -> None:
    """Add `admin`."""
    parser = subparsers.add_parser(
        "admin",
        help="operate a running service: games, keys, quotas",
        description="Every verb that changes something needs a reason, and stands in the operators' record.",
        epilog="exit codes: 0 done, 2 wrong arguments, 5 the service refused or could not be reached",
    )
    parser.add_argument("--data", type=Path, default=Path(os.environ.get(f"{PREFIX}DATA", "adjudicator-data")))
    parser.add_argument("--address", default=f"127.0.0.1:{PORT}", help=f"address of the service (127.0.0.1:{PORT})")
    parser.add_argument("--token-file", type=Path, help=f"file with a token of role admin ({ADMIN_FILE} of --data)")
    parser.add_argument("--ca", type=Path, help="certificate of the service's authority, PEM; turns TLS on")
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    for name, help_text, act, reason in (
        ("look", "the state of a game", look, False),
        ("freeze", "let a game take no commands", _game_verb("Freeze"), True),
        ("unfreeze", "let it take commands again", _game_verb("Unfreeze"), True),
        ("close", "close a game that nobody will play to its end", _game_verb("Close", command=True), True),
        ("proof", "the kept proof of a forgotten game", proof, False),
    ):
        _verb(verbs, name, help_text, act, reason=reason).add_argument("game", type=_game, help="id, 32 hex digits")
    _add_policies(verbs)
    change = _verb(verbs, "change-key", "let games whose log key is lost go on", change_keys, reason=True)
    which = change.add_mutually_exclusive_group(required=True)
    which.add_argument("game", type=_game, nargs="?", help="id, 32 hex digits")
    which.add_argument("--all", action="store_true", help="all games whose key is lost; begun again, it goes on")
    repair = _verb(verbs, "repair", "bring back the lost end of a game's log", repair_game, reason=True)
    repair.add_argument("game", type=_game, help="id, 32 hex digits")
    repair.add_argument("--replay", type=Path, action="append", default=[], metavar="FILE", help="a replay file")
    repair.add_argument("--receipt", type=Path, action="append", default=[], metavar="FILE", help="a signed head")
    _verb(verbs, "list", "the states of all games", list_games, reason=False)
    _verb(verbs, "rebuild", "make the indexes anew from the logs", rebuild, reason=True)
    rotation = _verb(verbs, "rotate-key", "replace the key that signs heads", rotate, reason=True)
    rotation.add_argument("key", help="the verification key to replace, so that doing it twice replaces no second one")
    _verb(verbs, "record", "what operators did", show_record, reason=False)
    _verb(verbs, "quotas", "the quotas of owners", quotas, reason=False)
    quota = _verb(verbs, "quota", "set the quota of an owner", set_quota, reason=True)
    whose = quota.add_mutually_exclusive_group(required=True)
    whose.add_argument("owner", nargs="?", help="key id of the owner's token")
    whose.add_argument("--everybody", action="store_true", help="the quota of all who have none of their own")
    quota.add_argument("--open", type=_LIMIT, metavar="N", help="most open games (no limit)")
    quota.add_argument("--daily", type=_LIMIT, metavar="N", help="most games in 24 hours (no limit)")


def _add_policies(verbs: Any) -> None:
    archive = _verb(verbs, "archive", "write closed games into the archive", archive_games, reason=True)
    archive.add_argument("--remove", action="store_true", help="take them out of the store too; they can still be read")
    forget = _verb(verbs, "forget", "drop archived games for ever, and keep the proof", forget_games, reason=True)
    for parser in (archive, forget):
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("game", type=_game, nargs="?", help="id, 32 hex digits")
        which.add_argument(
            "--older-than", type=float, metavar="DAYS", help="all that are so old since their last entry"
        )
        parser.add_argument("--dry-run", action="store_true", help="say which, and do nothing")


def _verb(verbs: Any, name: str, text: str, act: Act, *, reason: bool) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=text)
    parser.set_defaults(run=run, act=act)
    if reason:
        parser.add_argument("--reason", required=True, help="why, for the record")
    return parser


def _game(text: str) -> bytes:
    """Read the id of a game."""
    try:
        game = bytes.fromhex(text)
    except ValueError:
        game = b""
    if len(game) != ID_SIZE:
        raise argparse.ArgumentTypeError(f"{text} is no id of a game: write its 32 hex digits")
    return game


def run(args: argparse.Namespace) -> int:
    """Run a verb on the service."""
    path = args.token_file or args.data / ADMIN_FILE
    try:
        token = path.read_text().strip()
        authority = args.ca.read_bytes() if args.ca else None
    except OSError as fault:
        return _fail(f"{fault}; name another file with --token-file or --ca", WRONG)
    try:
        return asyncio.run(_run(args, authority, token))
    except grpc.aio.AioRpcError as fault:
        return _fail(failure_text(args.address, fault), REFUSED)
    except OSError as fault:
        return _fail(str(fault), WRONG)


async def _run(args: argparse.Namespace, authority: bytes | None, token: str) -> int:
    credentials = None if authority is None else grpc.ssl_channel_credentials(authority)
    channel = (
        grpc.aio.insecure_channel(args.address)
        if credentials is None
        else grpc.aio.secure_channel(args.address, credentials)
    )
    async with channel:
        act: Act = args.act
        return await act(args, Operator(channel, token))


# -- one game


async def look(args: argparse.Namespace, operator: Operator) -> int:
    """Show the state of a game."""
    _show(await operator.do("Look", game=args.game))
    return DONE


def _game_verb(name: str, *, command: bool = False) -> Act:
    """Make what does something with one game and shows it then."""

    async def act(args: argparse.Namespace, operator: Operator) -> int:
        fields = {"command_id": secrets.token_bytes(ID_SIZE)} if command else {}
        _show(await operator.do(name, game=args.game, reason=args.reason, **fields))
        return DONE

    return act


async def change_keys(args: argparse.Namespace, operator: Operator) -> int:
    """Bring a game whose log key is lost under the present key, or all of them; a refused one stops no other."""
    if not args.all:
        return await _game_verb("ChangeLogKey", command=True)(args, operator)
    looked, changed, refused = 0, 0, 0
    async for state in operator.states():
        looked += 1
        if looked % PROGRESS == 0:
            _fail(f"{looked} games looked at, {changed} changed, {refused} refused", DONE)
        if not state.log_key_lost or not state.windows:
            continue  # what is over is shown without heads
        try:
            given = {"game": state.game, "reason": args.reason, "command_id": secrets.token_bytes(ID_SIZE)}
            done = await operator.do("ChangeLogKey", **given)
        except grpc.aio.AioRpcError as fault:
            if fault.code() is grpc.StatusCode.UNAVAILABLE:
                raise
            refused += 1
            _fail(f"{state.game.hex()}: {fault.code().name}: {fault.details()}", REFUSED)
        else:
            changed += 1
            _print(f"{state.game.hex()}  {done.log_key}")
    _print(f"{looked} games looked at, {changed} changed, {refused} refused")
    return REFUSED if refused else DONE


async def proof(args: argparse.Namespace, operator: Operator) -> int:
    """Print the proof of a forgotten game."""
    data = b"".join([chunk.data async for chunk in operator.each("Proof", game=args.game)])
    _print(data.decode().rstrip())
    return DONE


async def repair_game(args: argparse.Namespace, operator: Operator) -> int:
    """Repair a game."""
    receipts = [path.read_text() for path in args.receipt]
    files = [path.read_bytes() for path in args.replay]

    async def parts() -> AsyncIterator[Any]:
        yield admin_pb2.RepairPart(game=args.game, reason=args.reason, receipts=receipts)
        for data in files:
            for at in range(0, len(data), CHUNK):
                yield admin_pb2.RepairPart(replay=data[at : at + CHUNK], begins=at == 0)

    done = await operator.repair(parts)
    brought = f"entries {done.first} to {done.last} are back" if done.last >= done.first else "nothing was missing"
    _print(f"{brought}; the log of {args.game.hex()} ends at {done.last}")
    return DONE


# -- by policy


async def archive_games(args: argparse.Namespace, operator: Operator) -> int:
    """Archive a game, or all that are over and old enough."""

    async def archive(game: bytes) -> None:
        async for row in operator.each("Archive", game=game, reason=args.reason, remove=args.remove):
            _print(f"{game.hex()}  {STEPS[row.step]}  {row.archive.file}")

    def due(state: Any) -> bool:
        return bool(state.revealed) and not (state.archive.removed if args.remove else state.HasField("archive"))

    return await _by_policy(args, operator, due, archive)


async def forget_games(args: argparse.Namespace, operator: Operator) -> int:
    """Forget a game, or all archived ones that are old enough."""

    async def forget(game: bytes) -> None:
        state = await operator.do("Forget", game=game, reason=args.reason)
        _print(f"{game.hex()}  forgotten  {state.archive.file}")

    def due(state: Any) -> bool:
        return state.HasField("archive") and not state.archive.forgotten

    return await _by_policy(args, operator, due, forget)


async def _by_policy(
    args: argparse.Namespace,
    operator: Operator,
    due: Callable[[Any], bool],
    act: Callable[[bytes], Coroutine[Any, Any, None]],
) -> int:
    """Do something with one game, or with all that are due and old enough; a refused one does not stop the others."""
    if args.game is not None:
        await act(args.game)
        return DONE
    before = time.time_ns() // 1_000_000 - args.older_than * DAY_MS
    states = [state async for state in operator.states() if due(state)]
    found = [state.game for state in states if _is_begun(state) or _age_of(state).ToMilliseconds() <= before]
    refused = 0
    for game in found:
        if args.dry_run:
            _print(game.hex())
            continue
        try:
            await act(game)
        except grpc.aio.AioRpcError as fault:
            refused += 1
            _fail(f"{game.hex()}: {fault.code().name}: {fault.details()}", REFUSED)
    _print(f"{len(found) - refused} games, {refused} refused")
    return REFUSED if refused else DONE


def _is_begun(state: Any) -> bool:
    """Whether its proof is kept and it is not yet forgotten: that was cut off, and is to be ended at any age."""
    return state.archive.file.endswith(PROOF) and not state.archive.forgotten


def _age_of(state: Any) -> Any:
    """Give the time of its last entry; of a game that can not be read that of its archiving."""
    return state.last_time if state.HasField("last_time") else state.archive.time


# -- the deployment


async def list_games(_args: argparse.Namespace, operator: Operator) -> int:
    """List the states of all games."""
    async for state in operator.states():
        word = FREEZES[state.freeze.kind]
        word = word or ("revealed" if state.revealed else "finished" if state.finished else "open")
        last = time.strftime("%Y-%m-%d %H:%M", time.gmtime(state.last_time.seconds))
        _print(f"{state.game.hex()}  {state.ruleset:24} {state.entries:6}  {last}Z  {word}  {state.fault}".rstrip())
    return DONE


async def rebuild(args: argparse.Namespace, operator: Operator) -> int:
    """Make the indexes anew; games that can not be read are named as far as they were told, be it cut off."""
    last: Any = None
    unread = dict[bytes, None]()  # an earlier release names them in every message
    try:
        async for last in operator.each("RebuildIndexes", reason=args.reason):
            _fail(f"{last.done} of {last.total} games", DONE)
            unread |= dict.fromkeys(last.unread)
    finally:
        for game in unread:
            _fail(f"{game.hex()} can not be read here: look at it", REFUSED)
    _print(f"{last.total} games, {len(unread)} that can not be read here, {last.dropped} dropped")
    return DONE


async def rotate(args: argparse.Namespace, operator: Operator) -> int:
    """Replace the log key."""
    done = await operator.do("RotateLogKey", reason=args.reason, verification_key=args.key)
    _print(f"publish the new verification key:\n{done.verification_key}\n\n{done.change}")
    return DONE


async def show_record(_args: argparse.Namespace, operator: Operator) -> int:
    """Print the operators' record."""
    after, wrong = 0, 0
    while rows := (await operator.do("Record", after=after)).rows:
        for row in rows:
            wrong += not row.follows
            when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(row.time.seconds))
            game = row.game.hex() if row.game else "-"
            mark = "" if row.follows else "  ALTERED: it does not follow from the row before"
            went = word_of(admin_pb2.RecordOutcome.DESCRIPTOR, row.outcome) or "can not be read"
            went += f": {row.fault}" if row.HasField("fault") else ""
            _print(f"{row.number:6}  {when}Z  {row.by:12}  {row.verb:14}  {game}  {went}  {row.reason}{mark}")
        after = rows[-1].number
    return REFUSED if wrong else DONE


async def quotas(_args: argparse.Namespace, operator: Operator) -> int:
    """List the quotas."""
    _show_quotas(await operator.do("ListQuotas"))
    return DONE


async def set_quota(args: argparse.Namespace, operator: Operator) -> int:
    """Set a quota."""
    quota = admin_pb2.Quota(owner=args.owner, open_games=args.open, daily_games=args.daily)
    if args.everybody:
        quota.everybody.SetInParent()
    _show_quotas(await operator.do("SetQuota", quota=quota, reason=args.reason))
    return DONE


def _show_quotas(found: Any) -> None:
    for row in found.quotas:
        used = f"  has {row.open_now} open, {row.opened_today} of 24 hours" if row.HasField("open_now") else ""
        whose = "everybody" if row.WhichOneof("whose") == "everybody" else row.owner
        limits = f"{row.open_games or 'any'} open, {row.daily_games or 'any'} in 24 hours"
        if row.HasField("open_games") and not row.open_games:
            limits = "can not be read, and no game is opened under it: set it again"
        _print(f"{whose:12}  {limits}{used}")


def _show(state: Any) -> None:
    """Print a message field by field; bytes as hex."""
    for line in _lines(MessageToDict(state, preserving_proto_field_name=True), state, ""):
        _print(line)


def _lines(values: dict[str, Any], message: Any, indent: str) -> list[str]:
    lines = []
    for name, value in values.items():
        found = getattr(message, name)
        if isinstance(value, dict):
            lines += [f"{indent}{name}:", *_lines(value, found, indent + "  ")]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for row, part in zip(value, found, strict=True):
                lines += [f"{indent}{name}:", *_lines(row, part, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {found.hex() if isinstance(found, bytes) else value}")
    return lines


def _print(text: str) -> None:
    print(text)  # noqa: T201  (a program talks on its output)


def _fail(text: str, status: int) -> int:
    print(f"admin: {text}", file=sys.stderr)  # noqa: T201  (as above)
    return status
