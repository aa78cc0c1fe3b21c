"""What the service does by itself: deadlines are enforced, appeals run out, a finished game shows its secret."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.messages import EnforceDeadline, Reveal
from adjudicator.kernel.protocol.deadlines import limit_ms
from adjudicator.kernel.protocol.roles import SERVER_ROLE
from adjudicator.kernel.record.log import Conflict, LogFault, StoreDown
from adjudicator.kernel.record.record import Actor
from adjudicator.kernel.referee.dues import Due, next_due
from services.games.command_handler import CommandHandler
from services.games.editions import ServedElsewhere
from services.games.heartbeats import Processes
from services.games.refusals import (
    CommandIdReused,
    EditionNotServed,
    GameUnknown,
    LogKeyLost,
    OtherKeys,
    Refused,
    TooLong,
)
from services.games.requests import CommandRequest
from services.games.timing.game_clocks import Gap, given_back, own_id
from services.games.timing.stretches import stretch_due
from services.logs import frames, log
from services.sessions.meter import Meter
from services.sessions.session import EditionUnreadable
from services.store.archive import GameForgotten
from services.store.freezes import GameFrozen

if TYPE_CHECKING:
    from services.sessions.session import Session
    from services.store.redis_keys import KeyStore

OPEN: Final = "{clock}:open"
RETRY_MS: Final = 5_000
LATER_MS: Final = 60_000
TICK_SECONDS: Final = 0.25
BEAT_SECONDS: Final = 1.0
# In so many games what is due is done at once: in a tournament it falls due in all games of a round at one moment.
AT_ONCE: Final = 16
_EXPECTED: Final = (
    Conflict,
    CommandIdReused,
    EditionNotServed,
    EditionUnreadable,
    GameForgotten,
    GameFrozen,
    GameUnknown,
    LogKeyLost,
    OtherKeys,
    LogFault,
    Rejected,
    StoreDown,
    TooLong,
)


class Clock:
    """Stores for every game that is not over when something is due; `now()` is in ms."""

    def __init__(
        self,
        command_handler: CommandHandler,
        keys: KeyStore,
        secret_of: Callable[[bytes], bytes],
        now: Callable[[], int],
        *,
        tick: float = TICK_SECONDS,
        meter: Meter | None = None,
        beat: float = BEAT_SECONDS,
        processes: Processes | None = None,
    ) -> None:
        self._command_handler = command_handler
        self._keys = keys
        self._secret_of = secret_of
        self._tick = tick
        self._meter = meter or Meter()
        self._beat = beat
        self._processes = processes or Processes(keys)
        self._loading: asyncio.Task[bool] | None = None
        self.now = now
        self._waiting: dict[bytes, int] = {}
        self._handed_on = False
        self._immediate: set[asyncio.Task[None]] = set()
        self._fallen_due: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def add(self, session: Session) -> None:
        """Store a new game, so that a restart finds it."""
        await self._keys.add_members(OPEN, [session.game_id])
        self.update(session)

    def update(self, session: Session) -> None:
        """Store when something is due in a game that has a new entry; what is due now is done now."""
        self._note(session)
        due = self._waiting.get(session.game_id)
        if due is not None and due <= self.now():
            del self._waiting[session.game_id]
            _keep(self._immediate, asyncio.create_task(self._act_if_due(session.game_id)))

    def _note(self, session: Session) -> None:
        """Store when something is due in a game; what is due now waits for the next tick, and for its turn there."""
        found = self._due(session)
        due = found.at if found is not None else self.registered_at(session)
        if (found is None and not due) or self._handed_on:
            self._waiting.pop(session.game_id, None)
        else:
            self._waiting[session.game_id] = due

    def registered_at(self, session: Session) -> int:
        """Say when the end of a game goes into its register: when spectators see it, as a register is public; or 0."""
        ended = session.protocol.secret is not None and self._command_handler.registrar is not None
        if not ended or not session.spectator_delay:
            return 0
        return session.seen_at if session.seen_at > self.now() else 0

    async def run(self) -> None:
        """Load the games of an earlier run, then tick for ever; take over those of processes that are gone."""
        watching = asyncio.create_task(self._watch_processes())
        try:
            while True:
                await asyncio.sleep(self._tick)
                if watching.done():
                    watching.result()  # its fault is ours: whoever looks after us has to know of it
                now = self.now()
                for game in sorted(
                    (game for game, due in self._waiting.items() if due <= now), key=self._waiting.__getitem__
                ):
                    self._waiting.pop(game, None)
                    # a game that takes long holds up no other's clock
                    _keep(self._fallen_due, asyncio.create_task(self._act_in_turn(game)))
        finally:
            tasks = [watching, *self._fallen_due, *([] if self._loading is None else [self._loading])]
            for task in tasks:
                task.cancel()
            # nothing of ours goes on behind whoever has ended us
            await asyncio.gather(*tasks, return_exceptions=True)

    def hand_on(self) -> None:
        """Do nothing any more: what is due falls to the other processes."""
        self._handed_on = True
        self._waiting.clear()

    async def aclose(self) -> None:
        """Let what is under way finish, and tell the other processes that we are gone."""
        if self._immediate:
            await asyncio.wait(self._immediate)
        with suppress(StoreDown):
            await self._processes.leave()

    async def _watch_processes(self) -> None:
        """Load every open game once, and those that fall to us again whenever a process is gone."""
        everything, due = True, True
        while True:
            try:
                due = await self._processes.beat() or due
            except Exception as error:  # noqa: BLE001  (whatever it is, games of a process that is gone must go on)
                log.error("internal error", kind=type(error).__name__, frames=frames(error))
            if self._loading is not None and self._loading.done():
                loaded, self._loading = self._loading.result(), None
                everything, due = everything and not loaded, due or not loaded
            if due and self._loading is None and not self._handed_on:
                self._loading, due = asyncio.create_task(self._load_open_games(everything=everything)), False
            await asyncio.sleep(self._beat)

    async def _load_open_games(self, *, everything: bool) -> bool:
        """Store what is due in the games that are not over; whether the store could list them."""
        try:
            games = await self._keys.common_members([OPEN])
        except StoreDown:
            return False
        except Exception as error:  # noqa: BLE001  (whatever it is, the games have to be listed again)
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
            return False
        for game in games:
            if not everything and not self._processes.is_ours(game):
                continue
            try:
                async with self._command_handler.locked(game) as session:
                    self._note(session)  # after a restart much is due at once
                    await self._end(session)
            except ServedElsewhere:
                self._waiting.pop(game, None)  # its clock runs there
            except StoreDown:
                self._waiting[game] = self.now() + RETRY_MS
            except LogFault as fault:
                log.error("game not loaded", game=game.hex(), fault=fault.name, seq=fault.seq)
            except _EXPECTED as error:
                log.warning("game not loaded", game=game.hex(), kind=type(error).__name__)
            except Exception as error:  # noqa: BLE001  (one game's fault must not stop the others)
                log.error("internal error", game=game.hex(), kind=type(error).__name__, frames=frames(error))
                self._waiting.setdefault(game, self.now() + LATER_MS)
            await asyncio.sleep(0)
        return True

    @property
    def process(self) -> str:
        """Name of this process among those of the store."""
        return self._processes.name.hex()

    @property
    def waiting(self) -> int:
        """Number of games in which something will be due."""
        return len(self._waiting)

    async def look(self, game: bytes) -> None:
        """Do what is due in a game now, such as giving back the time in which it was frozen; store what is due next."""
        await self._act_if_due(game)

    def _due(self, session: Session, frozen: Gap | None = None) -> Due | None:
        """Say what the service has to do next; None where nothing.

        `frozen` is from when to when the game was last frozen, ms: that is given back to clocks, and the time to answer
        runs anew from its end.
        """
        game, protocol = session.game, session.protocol
        if game.stack and game.stack[-1].kind == "reveal":
            window = game.stack[-1]
            secret = self._secret_of(session.game_id)
            return Due(0, Reveal(secret=secret), str(window.id)) if TABLE in window.asks else None
        back = given_back(protocol, [gap for gap in (self._processes.outage, frozen) if gap is not None])
        found = (back or next_due(session.rules, game, protocol, self.now()), stretch_due(protocol, self._secret_of))
        due = min((row for row in found if row is not None), key=lambda row: row.at, default=None)
        if due is None or frozen is None or not isinstance(due.command, EnforceDeadline):
            return due
        window, resumed = game.stack[-1], frozen[1]
        if resumed <= protocol.time_of(max(window.opened, protocol.asked)):
            return due
        limit = limit_ms(window, protocol.terms.response_limit, protocol.terms.event_terms)
        return replace(due, at=max(due.at, resumed + limit))

    async def _act_in_turn(self, game: bytes) -> None:
        async with self._turns:
            if not self._handed_on:
                await self._act_if_due(game)

    async def _act_if_due(self, game: bytes) -> None:
        """Do what is due, under a command id that every process would choose."""
        try:
            frozen = await self._command_handler.freezes.gap(game)
            async with self._command_handler.locked(game) as session:
                due, seq = self._due(session, frozen), session.protocol.seq
                if due is not None and due.at > self.now():
                    self._waiting[game] = due.at
                    return
                if due is None:
                    await self._acted(session)
                    return
                if due.at:
                    self._meter.acted((self.now() - due.at) / 1000)
            result = await self._command_handler.submit(_request(game, due))
            await self._acted(result.session)
        except ServedElsewhere:
            self._waiting.pop(game, None)
        except Refused as refusal:
            log.warning("clock refused", game=game.hex(), kind=type(refusal).__name__)
            # look again at once where something was written since, as a flag that came first
            self._waiting.setdefault(game, self.now() + (0 if refusal.seq > seq else LATER_MS))
        except _EXPECTED as error:
            log.warning("clock refused", game=game.hex(), kind=type(error).__name__)
            # what refused it may be over by then; a silent game gives no command that would ask again
            soon = isinstance(error, StoreDown | Conflict)
            self._waiting.setdefault(game, self.now() + (RETRY_MS if soon else LATER_MS))
        except Exception as error:  # noqa: BLE001  (one game's fault must not stop the others)
            log.error("internal error", game=game.hex(), kind=type(error).__name__, frames=frames(error))
            self._waiting.setdefault(game, self.now() + LATER_MS)

    async def _acted(self, session: Session) -> None:
        self.update(session)
        await self._end(session)

    async def _end(self, session: Session) -> None:
        """Let a game that is over count as open no more, once its register says so."""
        if session.protocol.secret is None or self.registered_at(session):
            return
        if not await self._registered(session):
            self._waiting[session.game_id] = self.now() + RETRY_MS
            return
        with suppress(StoreDown):
            await self._keys.drop_members(OPEN, [session.game_id])

    async def _registered(self, session: Session) -> bool:
        """Let the end of a game stand in its register; whether that is done. One that is not is tried again."""
        try:
            if self._command_handler.registrar is not None:
                await self._command_handler.registrar.ended(session)
        except LogFault as fault:
            log.error("end not registered", game=session.game_id.hex(), fault=fault.name)
            return True  # nothing comes of trying again: the operator is told
        except (Conflict, StoreDown) as fault:
            log.warning("end not registered", game=session.game_id.hex(), kind=type(fault).__name__)
            return False
        return True


def _keep(tasks: set[asyncio.Task[None]], task: asyncio.Task[None]) -> None:
    """Hold a task until it is done."""
    tasks.add(task)
    task.add_done_callback(tasks.discard)


def _request(game: bytes, due: Due) -> CommandRequest:
    return CommandRequest(game, own_id(game, due), due.command, Actor(SERVER_ROLE, TABLE, ""))
