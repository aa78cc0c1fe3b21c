"""The verbs `backup` and `restore`, beside a running service or without one."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from services.admin.backup import Backup, BackupRefused, Source
from services.admin.record import AdminRecord
from services.admin.restore import Restore, check_backup, copied_keys, keys_to_place, place_keys
from services.cli import DONE, UNREADY, WRONG, fail
from services.config import PREFIX, Config
from services.events.log.copies import EventCopies
from services.games.keys import NOTES_KEY, existing_keys
from services.register.copies import RegisterCopies
from services.rpc.loaded_rulesets import LoadedRulesets
from services.server import NOT_READY, now_ms
from services.sessions.head_notes import FOLDER, HeadNotes
from services.sessions.sessions import Sessions
from services.store.archive import FOLDER as ARCHIVE
from services.store.archive import Archive, ArchivedLog
from services.store.embedded import running_url
from services.store.event_feeds import event_store
from services.store.freezes import Freezes
from services.store.redis_log import RedisLog
from services.store.register_logs import register_log
from services.store.storage import storage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.admin.restore import Restored

INCOMPLETE: Final = 6


def add(subparsers: Any) -> None:
    """Add `backup` and `restore`."""
    backup = subparsers.add_parser(
        "backup",
        help="copy every game and event into a folder, and audit the copies",
        description="Copies every game, the logs of events, tokens, quotas and the archive, while it runs. The "
        "folder gets its name once it is whole; begun again, a backup goes on where it ended. Keys are left out unless "
        "--keys is given: without them nobody can go on with the games, with them whoever has the backup knows all "
        "dice to come.",
        epilog="exit codes: 0 whole, 2 wrong arguments, or a folder that is there or in use, 3 store or keys can not "
        "be used, 6 some games have a fault, or rows beside them can not be read: they are named",
    )
    restore = subparsers.add_parser(
        "restore",
        help="bring a backup back into a store",
        description="Appends what the store lacks, byte for byte, and changes nothing that is there. Games of which "
        "more was signed than the backup has stay frozen until `adjudicator repair` has brought back the rest. Can be "
        "done again, and while the service runs.",
        epilog="exit codes: 0 all games are there, 2 wrong arguments, 3 store, keys or backup can not be used, 6 some "
        "games were left alone or are frozen, or rows beside them can not be read: they are named",
    )
    for parser, act in ((backup, run_backup), (restore, run_restore)):
        parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the backup")
        parser.add_argument("--data", type=Path, default=Path(os.environ.get(f"{PREFIX}DATA", "adjudicator-data")))
        parser.add_argument("--redis-url", default=os.environ.get(f"{PREFIX}REDIS_URL", ""), metavar="URL")
        parser.add_argument("--replicas", type=int, default=0, metavar="N", help="copies to wait for (0)")
        parser.add_argument("--log-name", default=Config().log_name, help="name under which heads are signed")
        parser.set_defaults(run=act)
    backup.add_argument("--keys", action="store_true", help="copy master secret, log keys and the first tokens too")
    restore.add_argument("--keys", action="store_true", help="take the keys of the backup into an empty data folder")


def run_backup(args: argparse.Namespace, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> int:
    """Make a backup."""

    async def act() -> int:
        async with _target(args, rulesets) as (source, _):
            copying = Backup(source, args.folder, with_keys=args.keys, tell=_tell)
            manifest = await copying.run()
            count = f"{len(manifest.games)} games, {len(manifest.events)} events"
            detail = f"{count}, {len(manifest.faults)} with a fault, {len(copying.unread)} rows unread"
            # what was found is told before the record is written: that may fail, and the backup is there
            for game, fault in sorted(manifest.faults.items()):
                fail(f"backup: {game}: {fault}", INCOMPLETE)
            for key, way in sorted(copying.unread.items()):
                fail(f"backup: the row {key} in the store can not be read, and is copied as it is: {way}", INCOMPLETE)
            keys = (
                "with its keys: keep it as secret as they are" if args.keys else "WITHOUT KEYS: keep master.secret too"
            )
            _print(f"{detail}, in {args.folder}, {keys}")
            await AdminRecord(source.store, now_ms).write("", "Backup", None, "", "done", detail)
        return INCOMPLETE if manifest.faults or copying.unread else DONE

    return _run("backup", act, WRONG)


def run_restore(args: argparse.Namespace, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> int:
    """Restore a backup."""

    async def act() -> int:
        # all that can refuse the backup comes before anything is written
        keys_to_place(args.folder, args.data, wanted=args.keys)
        name = args.log_name
        keys = copied_keys(args.folder, name) if args.keys else existing_keys(args.data, name)
        checked = await asyncio.to_thread(check_backup, args.folder, keys, _tell)
        place_keys(args.folder, args.data, wanted=args.keys)
        async with _target(args, rulesets) as (target, notes):
            _, done = await Restore(target, notes, args.folder, _tell).run(checked)
            detail = f"{len(done.restored)} restored, {len(done.there)} there, {len(done.refused)} left alone"
            detail += f", {len(done.unread)} rows unread"
            _tell_restored(done)
            _print(f"{detail}, {len(done.behind)} frozen; then: adjudicator admin rebuild --reason ...")
            await AdminRecord(target.store, now_ms).write("", "Restore", None, "", "done", detail)
        return INCOMPLETE if done.refused or done.behind or done.unread else DONE

    return _run("restore", act, UNREADY)


def _tell_restored(done: Restored) -> None:
    """Tell what did not come back as it was, and the way on."""
    for game, why in sorted(done.refused.items()):
        fail(f"restore: {game.hex()} was left alone: {why}", INCOMPLETE)
    for key, why in sorted(done.unread.items()):
        fail(f"restore: {key}: {why}", INCOMPLETE)
    for game in done.behind:
        way = "bring back the rest with `adjudicator repair`, from replay files, receipts and other data folders"
        fail(f"restore: {game.hex()} is frozen, since more of it was signed than is there: {way}", INCOMPLETE)


def _run(verb: str, act: Callable[[], Coroutine[Any, Any, int]], refused: int) -> int:
    """Run a verb; `refused` is its exit code where the backup can not be made or used."""
    try:
        return asyncio.run(act())
    except (BackupRefused, *NOT_READY) as fault:
        return fail(f"{verb}: {fault}", refused if isinstance(fault, BackupRefused) else UNREADY)


@asynccontextmanager
async def _target(
    args: argparse.Namespace, rulesets: Mapping[str, LoadedRuleset[Any]] | None
) -> AsyncIterator[tuple[Source, HeadNotes]]:
    """Open the store of a data folder, whether its service runs or not."""
    url = args.redis_url or running_url(args.data / "store") or ""
    config = Config(data=args.data, redis_url=url, replicas=args.replicas, log_name=args.log_name)
    keys, loaded = existing_keys(args.data, args.log_name), LoadedRulesets(rulesets)
    notes = HeadNotes(args.data / FOLDER, keys.derive(NOTES_KEY))
    async with storage(config) as (log, store):
        archive = Archive(args.data / ARCHIVE, store)
        archived = ArchivedLog(log, archive)
        sessions = Sessions(archived, loaded.rules_of, notes=notes)
        freezes = Freezes(store, log if isinstance(log, RedisLog) else None)
        registers = RegisterCopies(register_log(log, replicas=args.replicas), notes)
        events = EventCopies(event_store(log, replicas=args.replicas).log, store, notes, keys)
        yield Source(args.data, archived, store, sessions, keys, loaded, archive, freezes, events, registers), notes


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201  (a program talks on its output)


def _print(text: str) -> None:
    print(text)  # noqa: T201  (as above)
