"""The composition root: everything the service is made of, put together, started and stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from adjudicator.kernel.record.log import EventLog, StoreDown
from services import logs
from services.games.clock import Clock
from services.games.command_handler import CommandHandler
from services.games.keys import KeyFault, Keys, load_keys, read_or_make
from services.games.loaded_rulesets import LoadedRulesets
from services.games.receipts import Receipts
from services.rpc.credentials import RECHECK_SECONDS, Credentials, Role, write_token
from services.rpc.games import SERVICE, Games
from services.rpc.handlers import UMPIRE, GrpcHandlers
from services.rpc.interceptor import AccessInterceptor
from services.rpc.methods import LARGE
from services.rpc.rate_limits import Rates
from services.rpc.watch import Watch
from services.store.embedded import EmbeddedStore, StoreNotStarted
from services.store.redis_check import UnsafeStore, check_server, require_safe
from services.store.redis_client import connect
from services.store.redis_keys import KeyStore, RedisKeys
from services.store.redis_log import RedisLog

if TYPE_CHECKING:
    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.config import Config

OWNER_FILE: Final = "owner.token"
# What stands in the way of serving, each with its mend in its text.
NOT_READY: Final = (KeyFault, StoreDown, StoreNotStarted, UnsafeStore, OSError)
GRACE: Final = 5.0
RPCS: Final = 2_048
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
    """A running service: where it listens, and what tests and tools reach into."""

    def __init__(
        self, config: Config, address: str, keys: Keys, seats: Credentials, desk: CommandHandler, shelf: LoadedRulesets
    ) -> None:
        self.shelf = shelf
        self.config = config
        self.address = address
        self.keys = keys
        self.seats = seats
        self.desk = desk

    @property
    def owner_file(self) -> Path:
        """File that holds the owner's token."""
        return self.config.data / OWNER_FILE

    @property
    def owner_token(self) -> str:
        """The owner's token."""
        return self.owner_file.read_text().strip()


def now_ms() -> int:
    """Server time."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def storage(config: Config, lost: Callable[[], object] | None = None) -> AsyncIterator[tuple[EventLog, KeyStore]]:
    """Reach the store, a child of ours where none is named; `lost` is called if the child can not be kept alive.

    Raises StoreNotStarted, StoreDown, UnsafeStore.
    """
    config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        url = config.redis_url
        if not url:
            embedded = await stack.enter_async_context(EmbeddedStore(config.data / "store"))
            url = embedded.url
            if lost is not None:
                guard = asyncio.create_task(_guard(embedded, lost))
                stack.callback(guard.cancel)
        link = await connect(url)
        stack.push_async_callback(link.aclose)
        if config.unsafe_store:
            for problem in await check_server(link, replicas=config.replicas):
                logs.log.warning("unsafe store", fault=problem)
        else:
            await require_safe(link, replicas=config.replicas)
        log = RedisLog(link, replicas=config.replicas)
        stack.push_async_callback(log.aclose)
        yield log, RedisKeys(link)


async def _guard(store: EmbeddedStore, lost: Callable[[], object]) -> None:
    """Start a store that ends anew: meanwhile calls are told that it is down, and nothing acknowledged is lost."""
    try:
        while True:
            code = await store.wait()
            logs.log.error("store ended", code=code)
            await store.revive()
    except (StoreNotStarted, OSError) as fault:
        logs.log.error("store lost", kind=type(fault).__name__)
        lost()


@asynccontextmanager
async def serving(
    config: Config, log: EventLog, store: KeyStore, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None,
    *, recheck: float = RECHECK_SECONDS,
) -> AsyncIterator[Service]:  # fmt: skip
    """Serve from this log and store until the block ends; then let calls finish.

    Raises KeyFault, Unmarked, LookupError, OSError before it has listened.
    """
    keys = load_keys(config.data, config.log_name)
    seats = Credentials(store, now_ms)
    await make_owner(config.data / OWNER_FILE, seats)
    shelf, receipts = LoadedRulesets(rulesets), Receipts(keys)
    desk = CommandHandler(
        log, shelf.rules_of, keys.secret_of, now_ms, lambda: secrets.token_bytes(32), log_key=keys.verification_key
    )  # fmt: skip
    clock = Clock(desk, store, keys.secret_of, now_ms)
    gate = AccessInterceptor(seats, Rates(time.monotonic, limited=config.limits), recheck=recheck)
    games = Games(shelf, desk, store, keys, seats, receipts, clock, test_seeds=config.allow_test_seeds)
    await games.load_test_seeds()
    edge = GrpcHandlers(shelf, desk, gate, receipts, clock, Watch(shelf, desk))
    server = grpc.aio.server(options=OPTIONS, maximum_concurrent_rpcs=RPCS)
    server.add_generic_rpc_handlers((games.handler(gate), *edge.handlers()))
    ill = _add_health(server)
    names = (SERVICE, UMPIRE, *(f"{rules.package}.Play" for rules in shelf.rules.values()))
    if config.reflects:
        reflection.enable_server_reflection((*names, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    address = _listen(server, config)
    await server.start()
    ticking = asyncio.create_task(clock.run())
    try:
        yield Service(config, address, keys, seats, desk, shelf)
    finally:
        await ill.enter_graceful_shutdown()
        ticking.cancel()
        await server.stop(GRACE)
        with suppress(asyncio.CancelledError):
            await ticking
        await clock.aclose()


async def make_owner(path: Path, seats: Credentials) -> None:
    """Make the owner's token at first start; it lies in a file that only we may read.

    Raises KeyFault where others may read it, or it is none.
    """
    fresh = write_token(Role.OWNER, secrets.token_hex(6), secrets.token_bytes(32))
    token = read_or_make(path, f"{fresh}\n".encode()).decode("ascii", "replace").strip()
    try:
        await seats.adopt_owner(token)
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
        raise OSError(f"{listen} can not be listened on: it is taken, or not of this machine") from None
    finally:
        os.umask(before)
    return listen if listen.startswith("unix:") else f"{listen.rpartition(':')[0]}:{port}"


def _bind(server: grpc.aio.Server, config: Config) -> int:
    if config.tls_cert is None or config.tls_key is None:
        return server.add_insecure_port(config.listen)
    pair = (config.tls_key.read_bytes(), config.tls_cert.read_bytes())
    return server.add_secure_port(config.listen, grpc.ssl_server_credentials([pair]))


async def serve(config: Config, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> None:
    """Serve until SIGINT or SIGTERM; one line on stdout says that we are there.

    Raises StoreDown where the embedded store has ended and does not start again.
    """
    logs.configure(config.log_level)
    stopped, lost = asyncio.Event(), asyncio.Event()

    def lose() -> None:
        lost.set()
        stopped.set()

    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    async with storage(config, lose) as (log, store), serving(config, log, store, rulesets) as service:
        print(  # noqa: T201  (the one line that a person or a script waits for)
            f"adjudicator serves at {service.address}, data in {config.data}, owner's token in {service.owner_file}",
            flush=True,
        )
        _spare_the_collector()
        logs.log.info("started", address=service.address, pid=os.getpid())
        await stopped.wait()
        logs.log.info("stopping")
    if lost.is_set():
        raise StoreDown(f"the store does not start again: see {config.data / 'store' / 'store.log'}")


def _spare_the_collector() -> None:
    """Let the cycle collector look seldom, and never at what lasts: state and events hold no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


__all__ = ["NOT_READY", "Service", "make_owner", "now_ms", "serve", "serving", "storage"]
