"""The composition root: all parts of the service, put together, started and stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from adjudicator.kernel.record.log import EventLog, StoreDown
from services import logs
from services.games.clock import Clock
from services.games.command_handler import CommandHandler
from services.games.head_notes import FOLDER as HEADS_FOLDER
from services.games.head_notes import HeadNotes
from services.games.keys import KeyFault, Keys, load_keys, read_or_make
from services.games.loaded_rulesets import LoadedRulesets
from services.games.receipts import Receipts
from services.games.server_time import ServerTime
from services.rpc.credentials import RECHECK_SECONDS, Credentials, Role, write_token
from services.rpc.games import SERVICE, TEST_SEEDS, Games
from services.rpc.handlers import PROTOCOL, GrpcHandlers
from services.rpc.interceptor import AccessInterceptor
from services.rpc.methods import LARGE
from services.rpc.rate_limits import Rates
from services.rpc.watch import Watch
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
GRACE: Final = 5.0
RPCS: Final = 2_048
REUSE: Final = "grpc.so_reuseport"
OPTIONS: Final = (
    ("grpc.max_receive_message_length", LARGE),
    ("grpc.max_send_message_length", 4 * LARGE),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.max_concurrent_streams", 256),
    ("grpc.max_connection_age_ms", 3_600_000),
    ("grpc.max_connection_age_grace_ms", 300_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 30_000),
    ("grpc.so_reuseport", 0),
)


class Service:
    """A running service: its address, and the parts that tests and tools use."""

    def __init__(
        self,
        config: Config,
        address: str,
        keys: Keys,
        credentials: Credentials,
        command_handler: CommandHandler,
        rulesets: LoadedRulesets,
    ) -> None:
        self.rulesets = rulesets
        self.config = config
        self.address = address
        self.keys = keys
        self.credentials = credentials
        self.command_handler = command_handler

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
) -> AsyncIterator[Service]:
    """Serve from this log and store until the block ends; then let calls finish.

    Raises KeyFault, Unmarked, LookupError, OSError before it has listened.
    """
    keys = load_keys(config.data, config.log_name)
    credentials = Credentials(store, now_ms)
    await make_owner_token(config.data / OWNER_FILE, credentials)
    loaded, receipts = LoadedRulesets(rulesets), Receipts(keys)
    notes = HeadNotes(config.data / HEADS_FOLDER)
    command_handler = CommandHandler(
        log,
        loaded.rules_of,
        keys.secret_of,
        now_ms,
        lambda: secrets.token_bytes(32),
        log_key=keys.verification_key,
        notes=notes,
        learn=lambda game: _learn_seed(keys, store, game),
    )
    if config.adopt_editions:
        command_handler.adopt_editions(loaded.engine)
    clock = Clock(command_handler, store, keys.secret_of, now_ms)
    interceptor = AccessInterceptor(credentials, Rates(time.monotonic, limited=config.limits), recheck=recheck)
    games = Games(
        loaded, command_handler, store, keys, credentials, receipts, clock, test_seeds=config.allow_test_seeds
    )
    await games.load_test_seeds()
    watch = Watch(loaded, command_handler)
    grpc_handlers = GrpcHandlers(loaded, command_handler, interceptor, receipts, clock, watch)
    server = grpc.aio.server(options=_options(config), maximum_concurrent_rpcs=RPCS)
    server.add_generic_rpc_handlers((games.handler(interceptor), *grpc_handlers.handlers()))
    health_servicer = _add_health(server)
    names = (SERVICE, PROTOCOL, *(f"{rules.package}.Play" for rules in loaded.by_name.values()))
    if config.reflects:
        reflection.enable_server_reflection((*names, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    address = _listen(server, config)
    await server.start()
    clock_task = asyncio.create_task(clock.run())
    notes_task = asyncio.create_task(notes.run())
    try:
        yield Service(config, address, keys, credentials, command_handler, loaded)
    finally:
        await health_servicer.enter_graceful_shutdown()
        clock_task.cancel()
        notes_task.cancel()
        await server.stop(GRACE)
        with suppress(asyncio.CancelledError):
            await clock_task
        await clock.aclose()
        notes.sync()


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


def _add_health(server: grpc.aio.Server) -> health.aio.HealthServicer:
    servicer = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    return servicer


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
    """Serve until SIGINT or SIGTERM; one line on stdout says that the service is ready."""
    logs.configure(config.log_level)
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with storage(config, supervised=True) as (log, store), serving(config, log, store, rulesets) as service:
        print(  # noqa: T201  (the one line that a person or a script waits for)
            f"adjudicator serves at {service.address}, data in {config.data}, owner's token in {service.owner_file}",
            flush=True,
        )
        _tune_garbage_collector()
        logs.log.info("started", address=service.address, pid=os.getpid())
        await stopped.wait()
        logs.log.info("stopping")


def _tune_garbage_collector() -> None:
    """Run the cycle collector seldom, and never over what lasts: state and events hold no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
