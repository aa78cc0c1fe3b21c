"""The verb `repair`: brings back what a game's log has lost, and puts that on record."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudicator.kernel.record.log import Conflict, Entry, LogFault
from replays.bundle import BundleFault, read_bundle
from services.admin.judging import judge, known_secret, whole_file
from services.admin.record import AdminRecord
from services.cli import DONE, UNREADY, WRONG, fail
from services.config import PREFIX, Config
from services.events.log.copies import repair_event
from services.events.log.entries import is_event_entry
from services.games.keys import NOTES_KEY, Keys, existing_keys
from services.rpc.loaded_rulesets import LoadedRulesets
from services.server import NOT_READY, now_ms
from services.sessions.head_notes import FOLDER, HeadNotes
from services.sessions.repair import Judge, Repaired, RepairRefused, Sources, repair
from services.sessions.session import EditionUnreadable, Session
from services.store.archive import FOLDER as ARCHIVE
from services.store.archive import Archive, ArchivedLog
from services.store.embedded import running_url
from services.store.event_feeds import event_store
from services.store.storage import storage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.kernel.record.log import EventLog
    from adjudicator.kernel.ruleset import LoadedRuleset

RECORD_FILE: Final = "repairs.jsonl"
GAME_SIZE: Final = 16
_NOTE: Final = re.compile(r"^(?=wglog/1/head )", re.MULTILINE)


def add(subparsers: Any) -> None:
    """Add `repair`."""
    parser = subparsers.add_parser(
        "repair",
        help="bring back the lost end of the log of a game or an event",
        description="Appends the entries that a game's log has lost, byte for byte: from what this data folder and "
        "others have noted, and from replay files. What was done stands in repairs.jsonl of the data folder. Works "
        "whether the service is running or not.",
        epilog="exit codes: 0 repaired or nothing was missing, 2 wrong arguments, 3 store or keys can not be used, or "
        "what is missing is in none of the sources",
    )
    parser.add_argument("game", help="id of the game, or of the event, 32 hex digits")
    parser.add_argument("--reason", required=True, help="why, for the record")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get(f"{PREFIX}DATA", "adjudicator-data")))
    parser.add_argument("--redis-url", default=os.environ.get(f"{PREFIX}REDIS_URL", ""), metavar="URL")
    parser.add_argument("--replicas", type=int, default=0, metavar="N", help="copies to wait for (0)")
    parser.add_argument("--log-name", default=Config().log_name, help="name under which heads are signed")
    parser.add_argument("--replay", type=Path, action="append", default=[], metavar="FILE", help="a replay file")
    parser.add_argument("--notes", type=Path, action="append", default=[], metavar="FOLDER", help="other data folders")
    parser.add_argument("--receipts", type=Path, action="append", default=[], metavar="FILE", help="signed heads")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> int:
    """Repair a game."""
    try:
        game = bytes.fromhex(args.game)
    except ValueError:
        game = b""
    if len(game) != GAME_SIZE:
        return fail(f"repair: {args.game} is no id of a game: write its 32 hex digits", WRONG)
    try:
        done = asyncio.run(_repair(args, game, rulesets))
    except (RepairRefused, LogFault, Conflict, EditionUnreadable, BundleFault, UnicodeDecodeError, *NOT_READY) as fault:
        return fail(f"repair: {fault}", UNREADY)
    brought = f"entries {done.first} to {done.last} are back" if done.last >= done.first else "nothing was missing"
    print(f"{brought}; the log of {args.game} ends at {done.last}")  # noqa: T201  (a program talks on its output)
    return DONE


async def _repair(args: argparse.Namespace, game: bytes, rulesets: Mapping[str, LoadedRuleset[Any]] | None) -> Repaired:
    url = args.redis_url or running_url(args.data / "store") or ""
    config = Config(data=args.data, redis_url=url, replicas=args.replicas, log_name=args.log_name)
    keys, loaded = existing_keys(args.data, args.log_name), LoadedRulesets(rulesets)
    notes = HeadNotes(args.data / FOLDER, keys.derive(NOTES_KEY))
    sources = Sources(game, keys.verification_keys)
    _fill(sources, args, notes, keys)
    async with storage(config) as (log, store):
        record = _recorder(args, AdminRecord(store, now_ms))
        events = event_store(log, replicas=args.replicas).log
        if await _is_event(events, game, sources):
            return await repair_event(events, notes, sources, game, record)
        judging = _judging(keys, loaded)
        return await repair(
            ArchivedLog(log, Archive(args.data / ARCHIVE, store)),
            loaded.rules_of,
            notes,
            sources,
            game,
            record,
            judging,
            store,
        )


async def _is_event(events: EventLog, log: bytes, sources: Sources) -> bool:
    """Whether an id is that of an event: by its log, or where that is gone by what was noted of it."""
    if await events.exists(log):
        return True
    entry = sources.any_entry()
    return entry is not None and is_event_entry(entry)


def _judging(keys: Keys, loaded: LoadedRulesets) -> Judge:
    """Make what adjudicates a game again."""

    async def judged(entries: list[Entry], session: Session) -> list[str]:
        data = whole_file(entries, session, None)
        return await asyncio.to_thread(judge, data, loaded.find, known_secret(keys, session), signed=False)

    return judged


def _fill(sources: Sources, args: argparse.Namespace, notes: HeadNotes, keys: Keys) -> None:
    sources.add_notes(notes)
    for folder in args.notes:
        sources.add_notes(HeadNotes(folder / FOLDER, keys.derive(NOTES_KEY), foreign=True))
    for file in args.replay:
        sources.add_bundle(read_bundle(file.read_bytes()))
    for file in args.receipts:
        for receipt in _NOTE.split(file.read_text())[1:]:
            sources.add_receipt(receipt.strip("\n") + "\n")


def _recorder(args: argparse.Namespace, acts: AdminRecord) -> Callable[[Repaired], Awaitable[None]]:
    """Make what puts a repair on record, before it begins."""

    async def record(done: Repaired) -> None:
        line = {
            "time_ms": time.time_ns() // 1_000_000,
            "game": args.game,
            "first": done.first,
            "last": done.last,
            "head": done.head.hex(),
            "reason": args.reason,
            "sources": [str(path) for path in (*args.replay, *args.notes, *args.receipts)],
        }
        path = args.data / RECORD_FILE
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
        detail = f"entries {done.first} to {done.last}, head {done.head.hex()}"
        await acts.write("", "Repair", bytes.fromhex(args.game), args.reason, "begun", detail)

    return record
