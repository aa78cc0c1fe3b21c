"""What a service is made of besides the wire: keys, games, processes, and who may call."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from replays.register.policy import Policy, read_policy
from services.games.announcements import Announcement, Seal
from services.games.command_handler import CommandHandler
from services.games.heartbeats import Processes
from services.games.keys import NOTES_KEY, KeyFault, Keys, load_keys, read_or_make
from services.games.receipts import Receipts
from services.games.timing.clock import Clock
from services.games.timing.server_time import ServerTime, SharedTime
from services.operation.metered_log import MeteredLog
from services.operation.metrics import Metrics
from services.precedents.serving import Precedents
from services.register.registers import Registers
from services.register.serving import RegisterFiles
from services.rpc.access.credentials import Credentials, Role, write_token
from services.rpc.access.interceptor import AccessInterceptor
from services.rpc.access.rate_limits import Rates
from services.rpc.games import TEST_SEEDS, learn_seed
from services.rpc.passing.certificates import Certificates
from services.rpc.passing.passing import Passing
from services.sessions.head_notes import FOLDER as HEADS_FOLDER
from services.sessions.head_notes import HeadNotes
from services.sessions.sessions import Sessions
from services.store.archive import FOLDER as ARCHIVE_FOLDER
from services.store.archive import Archive, ArchivedLog
from services.store.freezes import Freezes
from services.store.redis_log import RedisLog
from services.store.register_logs import register_log

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import EventLog
    from services.config import Config
    from services.rpc.loaded_rulesets import LoadedRulesets
    from services.store.redis_keys import KeyStore

OWNER_FILE: Final = "owner.token"
SESSIONS_KEY: Final = "browser sessions"
ADMIN_FILE: Final = "admin.token"


@dataclass(frozen=True, slots=True)
class Parts:
    """What a service is made of besides the wire."""

    keys: Keys
    credentials: Credentials
    command_handler: CommandHandler
    rulesets: LoadedRulesets
    interceptor: AccessInterceptor
    clock: Clock
    processes: Processes
    certificates: Certificates
    receipts: Receipts
    notes: HeadNotes
    archive: Archive
    metrics: Metrics
    rates: Rates
    registers: Registers | None
    precedents: Precedents

    @property
    def files(self) -> RegisterFiles | None:
        """The registers as files, each brought up to its log when it is asked for."""
        registers = self.registers
        return None if registers is None else RegisterFiles(registers.folder, registers.refresh)

    async def aclose(self) -> None:
        """Let what goes into registers get there, processes end, and what was noted on to the disk."""
        if self.registers is not None:
            await self.registers.aclose()
        await self.precedents.room.aclose()
        self.notes.sync()

    async def announce(self, address: str) -> None:
        """Say to the other processes what is served here, and where; StoreDown."""
        loaded, began = self.rulesets, self.clock.now()
        says = Announcement(self.processes.name, loaded.release, loaded.editions, address, began)
        await self.processes.announce(says)


async def make_parts(config: Config, log: EventLog, store: KeyStore, loaded: LoadedRulesets) -> Parts:
    """Put together what does not know the wire."""
    keys, own_time, metrics = load_keys(config.data, config.log_name), ServerTime(), Metrics()
    seal = Seal(keys.derive)
    processes = Processes(store, seal=seal, time=SharedTime(store, own_time, seal))
    await processes.begin(believe_clock=config.believe_clock)
    credentials = Credentials(store, own_time.now, keys.derive(SESSIONS_KEY))
    await make_token_file(config.data / OWNER_FILE, Role.OWNER, credentials)
    await make_token_file(config.data / ADMIN_FILE, Role.ADMIN, credentials)
    notes = HeadNotes(config.data / HEADS_FOLDER, keys.derive(NOTES_KEY))
    archive = Archive(config.data / ARCHIVE_FOLDER, store)
    # only the store itself can refuse what other processes append
    freezes = Freezes(store, log if isinstance(log, RedisLog) else None)
    if isinstance(log, RedisLog):
        log.link.copies.confirmed, log.link.copies.missing = metrics.copies.observe, metrics.copies_missing.inc
    metered = MeteredLog(ArchivedLog(log, archive), metrics)
    command_handler = _command_handler(config, metered, store, keys, loaded, notes, metrics, own_time.now)
    command_handler.freezes = freezes
    command_handler.leave_to_others(processes)
    clock = Clock(command_handler, store, keys.secret_of, own_time.now, meter=metrics, processes=processes)
    registers = _registers(config, log, store, keys, notes, own_time.now)
    command_handler.registrar = registers
    certificates = Certificates(keys.derive, processes.name)
    passing = Passing(processes, certificates, command_handler.elsewhere, metrics.passed_on.inc)
    rates = Rates(time.monotonic, limited=config.limits)
    interceptor = AccessInterceptor(credentials, rates, metrics=metrics, passing=passing)
    return Parts(
        keys,
        credentials,
        command_handler,
        loaded,
        interceptor,
        clock,
        processes,
        certificates,
        Receipts(keys),
        notes,
        archive,
        metrics,
        rates,
        registers,
        Precedents(config.precedents, loaded),
    )


def _registers(
    config: Config, log: EventLog, store: KeyStore, keys: Keys, notes: HeadNotes, now: Callable[[], int]
) -> Registers | None:
    """Keep the public registers, where the settings say so.

    Raises PolicyInvalid, OSError where the policy of witnesses can not be read.
    """
    if not config.register:
        return None
    policy = read_policy(config.witnesses.read_text()) if config.witnesses is not None else Policy()
    return Registers(register_log(log, replicas=config.replicas), notes, store, keys, config.data, policy, now)


def _command_handler(
    config: Config,
    log: EventLog,
    store: KeyStore,
    keys: Keys,
    loaded: LoadedRulesets,
    notes: HeadNotes,
    metrics: Metrics,
    now: Callable[[], int],
) -> CommandHandler:
    sessions = Sessions(
        log, loaded.rules_of, notes=notes, learn=lambda game: _learn_seed(keys, store, game), meter=metrics
    )
    salts = partial(secrets.token_bytes, 32)
    command_handler = CommandHandler(log, loaded.rules_of, keys.secret_of, now, salts, log_keys=keys, sessions=sessions)
    if config.adopt_editions:
        command_handler.adopt_editions(loaded.engine)
    return command_handler


async def make_token_file(path: Path, role: Role, credentials: Credentials) -> None:
    """Make the owner's or operator's token at first start, in a file that only this user may read.

    Raises KeyFault where others may read it, or it holds no token of this role.
    """
    fresh = write_token(role, secrets.token_hex(6), secrets.token_bytes(32))
    token = read_or_make(path, f"{fresh}\n".encode()).decode("ascii", "replace").strip()
    try:
        await credentials.adopt(token, role)
    except ValueError as fault:
        raise KeyFault(f"{path}: {fault}") from None


async def _learn_seed(keys: Keys, store: KeyStore, game: bytes) -> None:
    """Read the seed of a test game that another process has opened."""
    if game not in keys.test_seeds and (seed := await store.get(TEST_SEEDS + game.hex())) is not None:
        learn_seed(keys, TEST_SEEDS + game.hex(), seed)
