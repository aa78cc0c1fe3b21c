"""The composition root: all parts of the service, put together, started and stopped."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grpc

from adjudicator.kernel.record.log import EventLog, StoreDown
from replays.register.policy import PolicyInvalid
from services import logs
from services.admin.parts import AdminParts
from services.admin.service import SERVICE as ADMIN
from services.admin.service import Admin
from services.audits.room import REGISTERED, AuditRoom
from services.boards.service import SERVICE as BOARDS
from services.boards.service import Boards
from services.events.rebuild import Untelling
from services.events.service import SERVICE as EVENTS
from services.events.service import Events
from services.games.command_handler import CommandHandler
from services.games.heartbeats import Processes
from services.games.keys import KeyFault, Keys
from services.games.timing.clock import Clock
from services.operation.calls import OpenCalls
from services.operation.health import SERVICE as HEALTH
from services.operation.health import Health, StoreWatch
from services.operation.metrics import Metrics
from services.operation.ports import listen, listen_to_processes, options
from services.operation.reflection import SERVICE as REFLECTION
from services.operation.reflection import reflection_handler
from services.operation.sockets import listed, place_of, shut_connections, shut_listeners
from services.operation.stop import CALLS_SHARE, COMMANDS_SHARE, FLUSH_SECONDS, end_task, end_within, on_signals
from services.operation.works import Work, at_work
from services.parts import ADMIN_FILE, OWNER_FILE, Parts, make_parts
from services.register.shown import ShownRegister
from services.rpc.access import connections
from services.rpc.access.credentials import RECHECK_SECONDS, Credentials
from services.rpc.access.interceptor import AccessInterceptor
from services.rpc.errors import Stopping, StreamEnds
from services.rpc.games import SERVICE, Games
from services.rpc.handlers import PROTOCOL, REFEREE, GrpcHandlers
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import NoMethods
from services.rpc.passing.passing import UnknownMethods
from services.rpc.watch import Watch
from services.slices import share_interpreter
from services.store.embedded import StoreNotStarted
from services.store.event_feeds import event_store
from services.store.redis_check import UnsafeStore
from services.store.redis_keys import KeyStore
from services.store.storage import storage
from services.web.links import SERVICE as LINKS
from services.web.links import Links

if TYPE_CHECKING:
    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.config import Config
    from services.web.server import WebServer

# Errors that keep the service from starting, each with its fix in its text.
NOT_READY: Final = (KeyFault, PolicyInvalid, StoreDown, StoreNotStarted, UnsafeStore, OSError)
# Processor time of an audit that an operator's verb needs, in seconds.
ADMIN_AUDIT_SECONDS: Final = 600
# How long a process that drains tries to say so, where it has not longer.
TELL_SECONDS: Final = 2.0


class WorkEnded(Exception):
    """Something that goes on beside the calls has ended by a fault: the process is of no use, and is started anew."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service: its address, and the parts that tests and tools use."""

    config: Config
    address: str
    parts: Parts
    health: Health
    audits: AuditRoom
    web: WebServer | None

    @property
    def keys(self) -> Keys:
        """Keys of the deployment."""
        return self.parts.keys

    @property
    def credentials(self) -> Credentials:
        """Tokens."""
        return self.parts.credentials

    @property
    def command_handler(self) -> CommandHandler:
        """What commands go through."""
        return self.parts.command_handler

    @property
    def rulesets(self) -> LoadedRulesets:
        """Rulesets by name."""
        return self.parts.rulesets

    @property
    def interceptor(self) -> AccessInterceptor:
        """What stands before every method."""
        return self.parts.interceptor

    @property
    def processes(self) -> Processes:
        """The processes of the store."""
        return self.parts.processes

    async def drain(self, seconds: float) -> None:
        """Take nothing new, hand on what is due, and let callers go elsewhere for so long.

        Where the store is away the others hear of it from the next heartbeat that gets there, or from our end.
        """
        logs.log.info("draining")
        until = asyncio.get_running_loop().time() + seconds
        self.health.stop()
        self.parts.clock.hand_on()
        try:
            async with asyncio.timeout(max(seconds, TELL_SECONDS)):
                await self.processes.drain()
        except (StoreDown, TimeoutError) as fault:
            logs.log.warning("store down", kind=type(fault).__name__)
        await asyncio.sleep(until - asyncio.get_running_loop().time())

    async def drain_when_told(self, told: Callable[[float], object] = lambda _: None) -> None:
        """Drain once somebody orders it by the store; `told` is given the seconds that it may take."""
        await self.processes.ordered.wait()
        seconds = self.processes.seconds
        told(max(seconds, TELL_SECONDS) + self.config.grace)
        await self.drain(seconds)

    @property
    def owner_file(self) -> Path:
        """File that holds the owner's token."""
        return self.config.data / OWNER_FILE

    @property
    def admin_token(self) -> str:
        """The operator's token."""
        return (self.config.data / ADMIN_FILE).read_text().strip()

    @property
    def owner_token(self) -> str:
        """The owner's token."""
        return self.owner_file.read_text().strip()


def now_ms() -> int:
    """Time of the machine's clock, for tools; a service has its own."""
    return time.time_ns() // 1_000_000


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
    parts = await make_parts(config, log, store, LoadedRulesets(rulesets))
    clock, interceptor, metrics = parts.clock, parts.interceptor, parts.metrics
    audits = AuditRoom(metrics, find=find)
    interceptor.recheck = recheck
    games = _games(parts, store, audits)
    events = Events(parts, games, store, event_store(log, replicas=config.replicas))
    admin = _admin(parts, store, log, games, events, find)
    await games.load(allow=config.allow_test_seeds, is_alone=parts.processes.all_announce)
    watch = Watch(parts.rulesets, parts.command_handler, games.reach, games.seen)
    _show_state(metrics, interceptor, parts.command_handler, clock, watch, events)
    health = Health(_names(parts.rulesets), metrics)
    server = grpc.aio.server(options=options(config))
    handlers = tuple(_handlers(parts, games, admin, watch, health, events, links := Links(parts.credentials, config)))
    server.add_generic_rpc_handlers((*_reflection(config, parts), *handlers))
    address = listen(server, config)
    service = Service(config, address, parts, health, audits, web := _web(config, handlers, parts, links, health))
    works: list[Work] = [StoreWatch(health, store.probe, metrics), clock, parts.notes]
    try:
        peers = listen_to_processes(server, config, parts.certificates)
        closed = metrics.connections_closed.inc
        works += connections.watches(
            address, peers, config.connections_of_address, interceptor.proven, interceptor.strangers, closed
        )
        await parts.announce(peers)
        async with at_work(works, health.fail), _showing(metrics, config):
            try:
                await server.start()
                if web is not None:
                    await web.start()
                yield service
            finally:
                await _end(service, server, admin, peers)
    finally:
        with suppress(TimeoutError):
            await asyncio.wait_for(clock.aclose(), 1)
        if web is not None:
            await web.close()
        await events.aclose()
        await parts.aclose()


def _games(parts: Parts, store: KeyStore, audits: AuditRoom) -> Games:
    """Make what serves games as such."""
    receipts, clock = parts.receipts, parts.clock
    games = Games(parts.rulesets, parts.command_handler, store, parts.keys, parts.credentials, receipts, clock, audits)
    games.register = ShownRegister(parts.registers)
    return games


def _names(loaded: LoadedRulesets) -> tuple[str, ...]:
    """Name the services."""
    return (
        SERVICE,
        PROTOCOL,
        REFEREE,
        ADMIN,
        EVENTS,
        BOARDS,
        LINKS,
        *(f"{rules.package}.Play" for rules in loaded.by_name.values()),
    )


def _admin(parts: Parts, store: KeyStore, log: EventLog, games: Games, events: Events, find: str) -> Admin:
    """Make what serves the operator."""
    audits = AuditRoom(parts.metrics, find=find, at_once=1, seconds=ADMIN_AUDIT_SECONDS)
    return Admin(
        AdminParts(
            parts.command_handler,
            store,
            parts.keys,
            parts.credentials,
            parts.clock,
            parts.notes,
            parts.archive,
            audits,
            games.quotas,
            Untelling(events.desk, events.rebuild),
            getattr(log, "remove", None),
            log.exists,
        )
    )


def _web(
    config: Config, handlers: Iterable[grpc.GenericRpcHandler], parts: Parts, links: Links, health: Health
) -> WebServer | None:
    """Give the same handlers to browsers, and pages, where the settings say so."""
    if not config.web:
        return None
    # the library of its protocols is long to import, and nobody else needs it
    from services.web.pages import Pages  # noqa: PLC0415
    from services.web.server import WebServer  # noqa: PLC0415

    pages = Pages(parts.credentials, parts.rates, parts.metrics, config.web_url)
    closed = parts.metrics.connections_closed.inc
    web = WebServer(config, handlers, pages, closed, parts.files, lambda: health.fault)
    links.address = web.address
    parts.metrics.watch("web_connections", "open connections of the web edge", lambda: web.connections)
    return web


def _reflection(config: Config, parts: Parts) -> Iterator[grpc.GenericRpcHandler]:
    """Describe the services to clients of gRPC, where the settings say so."""
    if config.reflects:
        yield reflection_handler(parts.interceptor, (*_names(parts.rulesets), HEALTH, REFLECTION))


def _handlers(
    parts: Parts, games: Games, admin: Admin, watch: Watch, health: Health, events: Events, links: Links
) -> Iterator[grpc.GenericRpcHandler]:
    """Make the handlers of all services; the last takes what this release does not know."""
    interceptor = parts.interceptor
    play = GrpcHandlers(
        parts.rulesets, parts.command_handler, interceptor, parts.receipts, parts.clock, watch, games.reach
    )
    yield games.handler(interceptor, play.following() | parts.precedents.handlers(interceptor))
    yield events.handler(interceptor)
    yield admin.handler(interceptor)
    yield Boards(parts.command_handler, watch).handler(interceptor)
    yield links.handler(interceptor)
    yield from play.handlers()
    yield health.handler(interceptor)
    if interceptor.passing is not None:
        yield UnknownMethods(interceptor.passing, interceptor.unknown)
    yield NoMethods(interceptor.unimplemented)


async def _end(service: Service, server: grpc.aio.Server, admin: Admin, peers: str) -> None:
    """Let what is under way finish."""
    service.health.stop()
    places = [place_of(address) for address in (service.address, peers)]
    await _stop(server, service.web, service.interceptor.calls, places, service.config.grace * CALLS_SHARE)
    rest = service.config.grace * COMMANDS_SHARE
    await asyncio.gather(service.interceptor.aclose(rest), admin.aclose(rest))
    await service.audits.aclose()


def _show_state(
    metrics: Metrics,
    interceptor: AccessInterceptor,
    command_handler: CommandHandler,
    clock: Clock,
    watch: Watch,
    events: Events,
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
    metrics.watch("followers", "streams that follow an event", lambda: events.following.followers)
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


async def _stop(
    server: grpc.aio.Server, web: WebServer | None, calls: OpenCalls, places: Collection[int | str], grace: float
) -> None:
    """Take no more calls, end the streams, let the others finish; those that do not are cut off and told so.

    The library's own stop is the last step, when there is nothing left that it could answer with CANCELLED.
    """
    if listed():
        shut_listeners(places)
    if web is not None:
        web.stop_listening()
    calls.close(Stopping())
    calls.end_all(StreamEnds(), streams_only=True)
    if not await calls.wait(grace):
        logs.log.warning("calls cut off", count=calls.end_all(Stopping(), streams_only=False))
        await calls.wait(1)
    await asyncio.sleep(FLUSH_SECONDS)
    if listed():
        shut_connections(places)
    if web is not None:
        await web.close()
    await server.stop(None)


async def serve(config: Config, rulesets: Mapping[str, LoadedRuleset[Any]] | None = None) -> bool:
    """Serve until SIGINT or SIGTERM, also while it is still starting, or until it is drained; whether it was drained.

    One line on stdout says that it is ready. Raises WorkEnded, after the ordinary stop.
    """
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
    return False if running.cancelled() else await running


async def _run(
    config: Config, rulesets: Mapping[str, LoadedRuleset[Any]] | None, started: asyncio.Event, stopped: asyncio.Event
) -> bool:
    async with storage(config, supervised=True) as (log, store), serving(config, log, store, rulesets) as service:
        started.set()
        print(  # noqa: T201  (the one line that a person or a script waits for)
            f"adjudicator serves at {service.address}, {_web_place(service)}data in {config.data}, "
            f"owner's token in {service.owner_file}",
            flush=True,
        )
        _tune_garbage_collector()
        share_interpreter()
        logs.log.info("started", address=service.address, pid=os.getpid())
        draining = asyncio.create_task(service.drain_when_told(end_within))
        stopping, failing = asyncio.create_task(stopped.wait()), asyncio.create_task(service.health.failed.wait())
        await asyncio.wait({draining, stopping, failing}, return_when=asyncio.FIRST_COMPLETED)
        drained, fault = draining.done(), service.health.fault
        failed = failing.done() and not drained and not stopping.done()
        for task in (draining, stopping, failing):
            task.cancel()
        if failed:
            end_within(config.grace)
            logs.log.error("stopping", reason=fault)
        else:
            logs.log.info("stopping")
    if failed:
        raise WorkEnded(f"{fault}, and its work is nobody's: start the process again; the log says why it has ended")
    return drained


def _web_place(service: Service) -> str:
    return f"browsers at {service.web.address}, " if service.web is not None else ""


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
