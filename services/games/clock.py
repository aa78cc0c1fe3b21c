"""What the service does by itself: silence is ended, appeals run out, and a finished game shows its secret."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.messages import EnforceDeadline, Finish, Reveal
from adjudicator.kernel.record.log import Conflict, LogFault, StoreDown
from adjudicator.kernel.record.record import Actor
from services.games.command_handler import (
    SERVER_ROLE,
    CommandHandler,
    CommandIdReused,
    CommandRequest,
    EditionNotServed,
    GameUnknown,
    KeysElsewhere,
    TooLong,
)
from services.logs import log
from services.rpc.errors import places

if TYPE_CHECKING:
    from msgspec import Struct

    from services.games.session import Session
    from services.store.redis_keys import KeyStore

OPEN: Final = "{clock}:open"
CONFIRM_SECONDS: Final = 600
RETRY_MS: Final = 5_000
TICK_SECONDS: Final = 0.25
_EXPECTED: Final = (
    Conflict, CommandIdReused, EditionNotServed, GameUnknown, KeysElsewhere, LogFault, Rejected, StoreDown, TooLong,
)  # fmt: skip


class Clock:
    """Knows of every game that is not over when something is due; `now()` is in ms."""

    def __init__(
        self, desk: CommandHandler, keys: KeyStore, secret_of: Callable[[bytes], bytes], now: Callable[[], int],
        *, tick: float = TICK_SECONDS,
    ) -> None:  # fmt: skip
        self._desk = desk
        self._keys = keys
        self._secret_of = secret_of
        self._tick = tick
        self.now = now
        self._due: dict[bytes, int] = {}
        self._at_once: set[asyncio.Task[None]] = set()

    async def opened(self, session: Session) -> None:
        """Remember a new game, so that a restart finds it."""
        await self._keys.add_members(OPEN, [session.game_id])
        self.saw(session)

    def saw(self, session: Session) -> None:
        """Note when something is due in a game that has moved on; what is due now is done now."""
        due = self._due_at(session)
        if due is None:
            self._due.pop(session.game_id, None)
        elif due <= self.now():
            self._due.pop(session.game_id, None)
            task = asyncio.create_task(self._act(session.game_id))
            self._at_once.add(task)
            task.add_done_callback(self._at_once.discard)
        else:
            self._due[session.game_id] = due

    async def run(self) -> None:
        """Look up the games of an earlier run, then tick for ever."""
        recalled = False
        while True:
            recalled = recalled or await self._recall()
            await asyncio.sleep(self._tick)
            now = self.now()
            for game in [game for game, due in self._due.items() if due <= now]:
                del self._due[game]
                await self._act(game)

    async def aclose(self) -> None:
        """Let what is under way finish."""
        if self._at_once:
            await asyncio.wait(self._at_once)

    async def _recall(self) -> bool:
        """Note what is due in the games of earlier runs; whether the store could tell which they are."""
        try:
            games = await self._keys.common_members([OPEN])
        except StoreDown:
            return False
        for game in games:
            try:
                async with self._desk.at(game) as session:
                    self.saw(session)
            except StoreDown:
                self._due[game] = self.now() + RETRY_MS
            except _EXPECTED as error:
                log.warning("game not recalled", game=game.hex(), kind=type(error).__name__)
            await asyncio.sleep(0)
        return True

    def _due_at(self, session: Session) -> int | None:
        """Time at which the service has something to do, in ms; None where it has not."""
        game, protocol = session.game, session.protocol
        if not game.stack:
            return None
        window = game.stack[-1]
        # the time to answer runs since the questions stand as they do
        opened = protocol.time_of(max(window.opened, protocol.asked))
        if window.kind in ("result", "reveal"):
            return 0 if TABLE in window.asks else None
        if window.kind == "appeal":
            return opened + 1000 * protocol.terms.appeal_window if TABLE in window.asks else None
        if window.kind == "confirm_result":
            return opened + 1000 * CONFIRM_SECONDS
        # a question for which silence stands for nothing waits: ended, it would leave nobody anything to do
        answered = session.rules.windows[window.kind].may_lapse
        limit = protocol.terms.response_limit
        return opened + 1000 * limit if limit and answered else None

    def _command(self, session: Session) -> Struct:
        window = session.game.stack[-1]
        if window.kind == "reveal":
            return Reveal(secret=self._secret_of(session.game_id))
        if window.kind in ("result", "appeal"):
            return Finish()
        return EnforceDeadline(window=window.id)

    async def _act(self, game: bytes) -> None:
        """Do what is due, under a command id that every process would choose."""
        try:
            async with self._desk.at(game) as session:
                due = self._due_at(session)
                if due is None or due > self.now():
                    self.saw(session)
                    return
                command, window = self._command(session), session.game.stack[-1].id
            answer = await self._desk.submit(_ask(game, window, command))
        except _EXPECTED as error:
            log.warning("clock refused", game=game.hex(), kind=type(error).__name__)
            if isinstance(error, StoreDown | Conflict):
                self._due[game] = self.now() + RETRY_MS
        except Exception as error:  # noqa: BLE001  (one game's fault must not stop the others)
            log.error("bug", game=game.hex(), kind=type(error).__name__, places=places(error))
        else:
            await self._acted(answer.session)

    async def _acted(self, session: Session) -> None:
        self.saw(session)
        if session.protocol.secret is not None:
            with suppress(StoreDown):
                await self._keys.drop_members(OPEN, [session.game_id])


def _ask(game: bytes, window: int, command: Struct) -> CommandRequest:
    named = f"{type(command).__name__} {window}".encode()
    command_id = hashlib.sha256(b"adjudicator/1/clock\0" + game + named).digest()[:16]
    return CommandRequest(game, command_id, command, Actor(SERVER_ROLE, TABLE, ""))


__all__ = ["CONFIRM_SECONDS", "OPEN", "Clock"]
