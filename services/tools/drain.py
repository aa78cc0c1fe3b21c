"""The verb `drain`: lists the processes of a store, and lets some of them end without a caller noticing."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from services.cli import ABSENT, DONE, UNREADY, WRONG, fail
from services.config import PREFIX, Config
from services.games.announcements import Announcement, Seal
from services.games.heartbeats import Processes
from services.games.keys import existing_keys
from services.server import NOT_READY
from services.store.embedded import running_url
from services.store.redis_client import connect
from services.store.redis_keys import RedisKeys

if TYPE_CHECKING:
    from services.games.heartbeats import Processes as Others

# Seconds that streams go on, so that whoever spreads connections sees that it is not ready.
STREAMS: Final = 5
PATIENCE: Final = 120
LONGEST: Final = 3_600
_LOOK: Final = 0.5
# Two heartbeats: whoever gives none in this time is not listed.
_LISTEN: Final = 2.5
_ALIVE: Final = 2.0


def add(subparsers: Any) -> None:
    """Add `drain`."""
    parser = subparsers.add_parser(
        "drain",
        help="let processes end without a caller noticing, as in an upgrade",
        description="Without --process, --release or --all it lists the processes that serve this store. One that is "
        "drained says that it is not ready, takes no new games, hands on what is due in its games, lets calls finish, "
        "ends its streams with a hint to go on elsewhere, and ends.",
        epilog="exit codes: 0 listed or drained, 2 wrong arguments, 3 the store can not be used, or a process did not "
        "end in time, 4 there is no such process",
    )
    parser.add_argument("--process", action="append", default=[], metavar="NAME", help="this process, as listed")
    parser.add_argument("--release", default="", metavar="RELEASE", help="all processes of this release, as listed")
    parser.add_argument("--all", action="store_true", help="all processes: nobody serves any more")
    parser.add_argument(
        "--streams", type=int, default=STREAMS, metavar="SECONDS", help=f"until streams end ({STREAMS})"
    )
    parser.add_argument("--wait", type=int, default=PATIENCE, metavar="SECONDS", help=f"to wait for it ({PATIENCE})")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get(f"{PREFIX}DATA", "adjudicator-data")))
    parser.add_argument("--redis-url", default=os.environ.get(f"{PREFIX}REDIS_URL", ""), metavar="URL")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, or drain."""
    if not 0 <= args.streams <= LONGEST:
        return fail(f"drain: --streams {args.streams}: give 0 to {LONGEST} seconds", WRONG)
    url = args.redis_url or running_url(args.data / "store")
    if not url:
        return fail(
            f"drain: nobody serves from {args.data}: name its folder by --data, or its store by --redis-url", UNREADY
        )
    try:
        return asyncio.run(_run(args, url))
    except NOT_READY as fault:
        return fail(f"drain: {fault}", UNREADY)


async def _run(args: argparse.Namespace, url: str) -> int:
    async with _others(args.data, url) as others:
        there = others.announced()
        if not (args.process or args.release or args.all):
            _print("\n".join(map(_line, there)) or "no process serves this store")
            return DONE
        chosen = [says for says in there if args.all or says.release == args.release or says.name.hex() in args.process]
        missing = set(args.process) - {says.name.hex() for says in chosen}
        if missing or not chosen:
            what = ", ".join(sorted(missing)) or args.release
            return fail(f"drain: there is no {what}; `adjudicator drain` lists the processes", ABSENT)
        if not args.all and not _stay(there, chosen):
            return fail("drain: nobody would serve any more; start others before, or say --all", WRONG)
        for says in chosen:
            await others.order_to_drain(says.name, args.streams)
            _print(f"{says.name.hex()} is told to drain")
        return await _until_gone(others, [says.name for says in chosen], args.wait)


def _stay(there: Iterable[Announcement], chosen: list[Announcement]) -> list[Announcement]:
    return [says for says in there if says not in chosen and not says.draining]


async def _until_gone(others: Others, names: list[bytes], seconds: int) -> int:
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    left = list(names)
    while left and clock() < until:
        await asyncio.sleep(_LOOK)
        await others.look()
        for name in [name for name in left if name not in others.others]:
            left.remove(name)
            _print(f"{name.hex()} has ended")
    if left:
        text = ", ".join(name.hex() for name in left)
        return fail(
            f"drain: {text} did not end within {seconds} seconds; look at its log, or end it by SIGTERM", UNREADY
        )
    return DONE


@asynccontextmanager
async def _others(data: Path, url: str) -> AsyncIterator[Processes]:
    """Look for long enough to know who is alive."""
    keys = existing_keys(data, Config().log_name)
    link = await connect(url)
    try:
        others = Processes(RedisKeys(link), seal=Seal(keys.derive), gone=_ALIVE)
        await others.look()
        await asyncio.sleep(_LISTEN)
        await others.look()
        yield others
    finally:
        await link.aclose()


def _line(says: Announcement) -> str:
    editions = ", ".join(f"{name} {edition}" for name, edition in sorted(says.editions.items()))
    state = "  draining" if says.draining else ""
    return f"{says.name.hex()}  release {says.release}  {editions}  {says.address}{state}"


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201  (a program talks on its output)
