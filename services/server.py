"""The composition root: all parts of the service, put together, started and stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc

from adjudicator.kernel.record.log import EventLog, StoreDown
from services import logs
from services.audits.room import REGISTERED, AuditRoom
from services.games.clock import Clock
from services.games.command_handler import CommandHandler
from services.games.keys import KeyFault, Keys, load_keys, read_or_make
from services.games.receipts import Receipts
from services.games.server_time import ServerTime
from services.operation.calls import OpenCalls
from services.operation.health import SERVICE as HEALTH
from services.operation.health import Health, StoreWatch
from services.operation.metered_log import MeteredLog
from services.operation.metrics import Metrics
from services.operation.reflection import SERVICE as REFLECTION
from services.operation.reflection import reflection_handler
from services.operation.stop import CALLS_SHARE, end_task, on_signals
from services.rpc.access.credentials import RECHECK_SECONDS, Credentials, Role, write_token
from services.rpc.access.interceptor import AccessInterceptor
from services.rpc.access.rate_limits import Rates
from services.rpc.errors import Stopping
from services.rpc.games import SERVICE, TEST_SEEDS, Games
from services.rpc.handlers import PROTOCOL, GrpcHandlers
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import LARGE
from services.rpc.watch import Watch
from services.sessions.head_notes import FOLDER as HEADS_FOLDER
from services.sessions.head_notes import HeadNotes
from services.sessions.sessions import Sessions
from services.store.embedded import StoreNotStarted
from services.store.redis_check import UnsafeStore
from services.store.redis_keys import KeyStore
from services.store.storage import storage

if TYPE_CHECKING:
    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.config import Config

OWNER_FILE: Final = "owner.token"
# Errors that keep the service from starting, each with its fix in its text.
NOT_READY: Final = (KeyFault, StoreDown, StoreNotStarted, UnsafeStore, OSError)
CONNECTIONS: Final = 8_192
PENDING: Final = 1_000
REUSE: Final = "grpc.so_reuseport"
OPTIONS: Final = (
    ("grpc.max_receive_message_length", LARGE),
    ("grpc.max_send_message_length", 4 * LARGE),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.max_concurrent_streams", 256),
    ("grpc.max_connection_age_ms", 3_600_000),
    ("grpc.max_connection_age_grace_ms", 300_000),
    ("grpc.max_connection_idle_ms", 600_000),
    ("grpc.max_allowed_incoming_connections", CONNECTIONS),
    # beyond these the library itself drops calls before we see them, with a status that says nothing
    ("grpc.server.max_pending_requests", PENDING),
    ("grpc.server.max_pending_requests_hard_limit", 2 * PENDING),
    ("grpc.server_handshake_timeout_ms", 10_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 30_000),
    ("grpc.so_reuseport", 0),
)


@dataclass(frozen=True, slots=True)
class Service:
    """A running service: its address, and the parts that tests and tools use."""

    config: Config
    address: str
    keys: Keys
    credentials: Credentials
    command_handler: CommandHandler
    rulesets: LoadedRulesets
    interceptor: AccessInterceptor
    health: Health
    audits: AuditRoom

    @property
    def owner_file(self) -> Path:
        """File that holds the owner's token."""
        return self.config.data / OWNER_FILE

    @property
    def owner_token(self) -> str:
        """The owner's token."""
        return self.owner_file.read_text().strip()


_TIME: Final = ServerTime()


def now_ms() -> int:
    """Server time."""
    return _TIME.now()


async def _learn_seed(keys: Keys, store: KeyStore, game: bytes) -> None:
    """Read the seed of a test game that another process has opened."""
    if game not in keys.test_seeds and (seed := await store.get(TEST_SEEDS + game.hex())) is not None:
        keys.test_seeds[game] = seed


@asynccontextmanager
async def serving(
    config: Config,
    log: EventLog,
    store: KeyStore,
    rulesets: Mapping[str, LoadedRuleset[Any]] | None = None,
    *,
    recheck: float = RECHECK_SECONDS,
    find: str = REGISTERED,
) -> AsyncIterator[Service]:
    """Serve from this log and store until the block ends; then let calls finish. `find` finds rulesets for audits.

    Raises KeyFault, Unmarked, LookupError, OSError before it has listened.
    """
    keys = load_keys(config.data, config.log_name)
    credentials = Credentials(store, now_ms)
    await make_owner_token(config.data / OWNER_FILE, credentials)
    loaded, receipts = LoadedRulesets(rulesets), Receipts(keys)
    notes = HeadNotes(config.data / HEADS_FOLDER)
    metrics = Metrics()
    command_handler = _command_handler(config, MeteredLog(log, metrics), store, keys, loaded, notes, metrics)
    clock = Clock(command_handler, store, keys.secret_of, now_ms, meter=metrics)
    rates = Rates(time.monotonic, limited=config.limits)
    interceptor = AccessInterceptor(credentials, rates, recheck=recheck, metrics=metrics)
    audits = AuditRoom(metrics, find=find)
    games = Games(loaded, command_handler, store, keys, credentials, receipts, clock, audits)
    await games.load(allow=config.allow_test_seeds)
    watch = Watch(loaded, command_handler)
    grpc_handlers = GrpcHandlers(loaded, command_handler, interceptor, receipts, clock, watch)
    _show_state(metrics, interceptor, command_handler, clock, watch)
    names = (SERVICE, PROTOCOL, *(f"{rules.package}.Play" for rules in loaded.by_name.values()))
    health = Health(names, metrics)
    server = grpc.aio.server(options=_options(config))
    server.add_generic_rpc_handlers(
        (games.handler(interceptor), *grpc_handlers.handlers(), health.handler(interceptor))
    )
    if config.reflects:
        server.add_generic_rpc_handlers((reflection_handler(interceptor, (*names, HEALTH, REFLECTION)),))
    address = _listen(server, config)
    works = (StoreWatch(health, store.probe, metrics), clock, notes)
    try:
        async with _at_work(work.run for work in works), _showing(metrics, config):
            try:
                await server.start()
                yield Service(config, address, keys, credentials, command_handler, loaded, interceptor, health, audits)
            finally:
                health.stop()
                await _stop(server, interceptor.calls, config.grace * CALLS_SHARE)
                await audits.aclose()
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(clock.aclose(), 1)
        notes.sync()


def _command_handler(
    config: Config,
    log: EventLog,
    store: KeyStore,
    keys: Keys,
    loaded: LoadedRulesets,
    notes: HeadNotes,
    metrics: Metrics,
) -> CommandHandler:
    sessions = Sessions(
        log, loaded.rules_of, notes=notes, learn=lambda game: _learn_seed(keys, store, game), meter=metrics
    )
    salts = partial(secrets.token_bytes, 32)
    command_handler = CommandHandler(
        log, loaded.rules_of, keys.secret_of, now_ms, salts, log_key=keys.verification_key, sessions=sessions
    )
    if config.adopt_editions:
        command_handler.adopt_editions(loaded.engine)
    return command_handler


@asynccontextmanager
async def _at_work(works: Iterable[Callable[[], Coroutine[Any, Any, None]]]) -> AsyncIterator[None]:
    """Let what goes on beside the calls run."""
    tasks = [asyncio.create_task(work()) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            await end_task(task, 1)


def _show_state(
    metrics: Metrics, interceptor: AccessInterceptor, command_handler: CommandHandler, clock: Clock, watch: Watch
) -> None:
    """Show what is there at a moment, when somebody reads the figures."""
    admission = interceptor.admission
    metrics.watch("calls_running", "unary calls under way", lambda: admission.running)
    metrics.watch("calls_waiting", "unary calls that wait for their turn", lambda: admission.waiting)
    metrics.watch("retry_seconds", "pause that callers of a busy service are asked for", lambda: admission.load.pause)
    metrics.watch("streams", "open streams of callers with a token", lambda: interceptor.streams.count)
    metrics.watch("sessions", "games in memory", lambda: command_handler.sessions.count)
    metrics.watch("clock_waiting", "games in which something will be due", lambda: clock.waiting)
    metrics.watch("watchers", "streams that watch a game", lambda: watch.watchers)
    metrics.watch("watch_queue", "entries that wait for the slowest watcher", lambda: watch.longest_queue)


@asynccontextmanager
async def _showing(metrics: Metrics, config: Config) -> AsyncIterator[None]:
    """Serve the figures where the settings say so."""
    if config.metrics:
        metrics.serve(config.metrics)
    try:
        yield
    finally:
        metrics.close()


async def _stop(server: grpc.aio.Server, calls: OpenCalls, grace: float) -> None:
    """Take no more calls, end the streams, let the others finish; those that do not are cut off and told so."""
    stopping = asyncio.create_task(server.stop(2 * grace))
    await asyncio.sleep(0)
    calls.end_all(Stopping(), streams_only=True)
    await asyncio.wait({stopping}, timeout=grace)
    if not stopping.done():
        logs.log.warning("calls cut off", count=calls.end_all(Stopping(), streams_only=False))
        await asyncio.wait({stopping}, timeout=1)
    if not stopping.done():
        await server.stop(None)


def _options(config: Config) -> list[tuple[str, int]]:
    """Let other processes listen on the same address where the settings say so."""
    kept = [(name, value) for name, value in OPTIONS if name != REUSE]
    return [*kept, (REUSE, int(config.shared))]


async def make_owner_token(path: Path, credentials: Credentials) -> None:
    """Make the owner's token at first start, in a file that only this user may read.

    Raises KeyFault where others may read it, or it holds no owner's token.
    """
    fresh = write_token(Role.OWNER, secrets.token_hex(6), secrets.token_bytes(32))
    token = read_or_make(path, f"{fresh}\n".encode()).decode("ascii", "replace").strip()
    try:
        await credentials.adopt_owner(token)
    except ValueError as fault:
        raise KeyFault(f"{path}: {fault}") from None


def _listen(server: grpc.aio.Server, config: Config) -> str:
    listen = config.listen
    before = os.umask(0o177)
    try:
        port = _bind(server, config)
    except RuntimeError:
        raise OSError(f"{listen} can not be listened on: it is in use, or not an address of this machine") from None
    finally:
        os.umask(before)
    return listen if listen.startswith("unix:") else f"{listen.rpartition(':')[0]}:{port}"


def _bind(server: grpc.aio.Server, config: Config) -> int:
    if config.tls_cert is None or config.tls_key is None:
        return server.add_insecure_port(config.listen)
    pair = (config.tls_key.read_bytes(), config.tls_cert.read_bytes())
    return server.add_secure_port(config.listen, grpc.ssl_server_credentials([pair]))


async def serve(config: Config, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> None:
    """Serve until SIGINT or SIGTERM, also while it is still starting; one line on stdout says that it is ready."""
    logs.configure(config.log_level)
    _raise_descriptor_limit()
    started, stopped = asyncio.Event(), asyncio.Event()
    on_signals(stopped.set, config.grace)
    running = asyncio.create_task(_run(config, rulesets, started, stopped))
    stopping = asyncio.create_task(stopped.wait())
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if not started.is_set() and not running.done():
        await end_task(running, config.grace)
    stopping.cancel()
    if not running.cancelled():
        await running


async def _run(
    config: Config, rulesets: Mapping[str, LoadedRuleset[Any]] | None, started: asyncio.Event, stopped: asyncio.Event
) -> None:
    async with storage(config, supervised=True) as (log, store), serving(config, log, store, rulesets) as service:
        started.set()
        print(  # noqa: T201  (the one line that a person or a script waits for)
            f"adjudicator serves at {service.address}, data in {config.data}, owner's token in {service.owner_file}",
            flush=True,
        )
        _tune_garbage_collector()
        logs.log.info("started", address=service.address, pid=os.getpid())
        await stopped.wait()
        logs.log.info("stopping")


def _raise_descriptor_limit() -> None:
    """Let connections have as many descriptors as the system gives: notes and logs need some beside them."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _tune_garbage_collector() -> None:
    """Run the cycle collector seldom, and never over what lasts: state and events hold no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
