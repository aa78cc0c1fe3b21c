"""Admission: which calls are worked on, which wait for their turn, and which are refused before any work is done."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from typing import Any, Final

from services.rpc.errors import Limited

RUNNING: Final = 32
# One game's calls follow each other: a second is made ready while the first waits for the store.
RUNNING_OF_GAME: Final = 2
# Calls that are open at once: as many as are answered in WAIT_SECONDS, between these two.
LEAST_OPEN, MOST_OPEN = 128, 1_024
WAIT_SECONDS: Final = 1.0
# Of a service that refuses calls, the pause that it asks for aims at this many tries for each call that is served.
TRIES_OF_SERVED: Final = 1.5
# The share of answers that others wait behind from which on the service counts as busy.
BUSY: Final = 0.9
LEAST_PAUSE, MOST_PAUSE = 0.5, 30.0
# The token of all callers of whom nothing is known yet.
NOBODY: Final = ""
# Tokens that may be kept although their calls have come.
FEW_TOKENS: Final = 1_024
OVERLOADED: Final = "the service has more calls than it can answer; nothing was done"


class _Waiting:
    __slots__ = ("game", "kid", "turn")

    def __init__(self, kid: str, game: bytes, turn: asyncio.Future[None]) -> None:
        self.kid = kid
        self.game = game
        self.turn = turn


class Held:
    """What a call has taken; where its caller leaves and its work goes on, it is given back when the work ends."""

    __slots__ = ("_give_back", "_work")

    def __init__(self, give_back: Callable[[], object]) -> None:
        self._give_back = give_back
        self._work: asyncio.Future[object] | None = None

    def until(self, work: asyncio.Future[Any]) -> None:
        """Hold it until this work has ended."""
        self._work = work

    def end(self) -> None:
        """Give it back, now or when the work has ended."""
        if self._work is None or self._work.done():
            self._give_back()
        else:
            self._work.add_done_callback(lambda _: self._give_back())


class SentOff:
    """Refused calls that were told to come again and have not, when they come evenly: in rounds of one of each token.

    So whoever is refused on purpose waits behind all others, and they wait for no more of its calls than of their own.
    """

    def __init__(self) -> None:
        self.calls = 0
        # calls of the rounds that are not over, how many rounds are, and calls of the first that have come
        self._rounds: deque[int] = deque()
        self._over = 0
        self._came = 0.0
        # by token: rounds up to its last call
        self._last: dict[str, int] = {}

    def come(self, calls: float) -> None:
        """Let so many come again."""
        self._came += calls
        while self._rounds and self._came >= self._rounds[0]:
            self._over += 1
            self._came -= self._rounds[0]
            self.calls -= self._rounds.popleft()
        if not self._rounds:
            self._came = 0.0
        if len(self._last) > 2 * self.calls + FEW_TOKENS or not self._rounds:
            self._last = {kid: last for kid, last in self._last.items() if last > self._over}

    def add(self, kid: str, most: float) -> float:
        """Count a call of a token; gives how many come until it has, itself too. What is beyond `most` is not kept."""
        # a round that is under way takes no more: else it might never end
        at = max(self._last.get(kid, 0) - self._over, 1 if self._came else 0)
        place = self._before(at) + (self._rounds[at] if at < len(self._rounds) else 0) + 1 - self._came
        if place > most:
            return most
        if at == len(self._rounds):
            self._rounds.append(0)
        self._rounds[at] += 1
        self._last[kid] = self._over + at + 1
        self.calls += 1
        return place

    def _before(self, at: int) -> int:
        """Count the calls of the first rounds, from the end that is nearer."""
        after = len(self._rounds) - at
        if at < after:
            return sum(islice(self._rounds, at))
        return self.calls - sum(islice(reversed(self._rounds), after))


class Load:
    """What came and what was done in the last seconds, and what follows for the calls that come; `clock()` in s."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since = clock()
        self._came: Counter[str] = Counter()
        self._done = self._busy = 0
        # when the last call was answered, where nobody waited behind it
        self._caught_up: float | None = None
        self.rate = MOST_OPEN / 2 / WAIT_SECONDS
        self.pause = self.known_pause = LEAST_PAUSE
        self._sent_off = SentOff()
        # when that was counted
        self._counted = self._since

    @property
    def open_most(self) -> int:
        """Most calls that should be open."""
        return max(LEAST_OPEN, min(MOST_OPEN, round(self.rate * WAIT_SECONDS)))

    def came(self, kid: str = NOBODY) -> None:
        """Count a call of a token that came."""
        self._came[kid] += 1
        self._turn_over()

    def done(self, *, busy: bool) -> None:
        """Count a call that was answered, and whether there was more to do."""
        self._done += 1
        self._busy += busy
        self._caught_up = None if busy else self._clock()
        self._turn_over()

    def refused(self, kid: str) -> float:
        """Count a refused call of a token; gives the seconds until the service has room for it after those before it.

        The pause of the last seconds is the least: a crowd that comes at once is spread at once, and not by pauses
        that grow while it comes again and again.
        """
        now, tries = self._clock(), TRIES_OF_SERVED * self.rate
        self._sent_off.come((now - self._counted) * tries)
        self._counted = now
        least = self.pause if kid == NOBODY else self.known_pause
        return max(least, self._sent_off.add(kid, MOST_PAUSE * tries) / tries)

    def _turn_over(self) -> None:
        passed = self._clock() - self._since
        if passed < 1:
            return
        # once all was answered there was nothing to do, and how long that was says nothing of the rate
        if self._caught_up is not None:
            passed = max(1.0, self._caught_up - self._since)
        # a call that comes after a pause in which nobody called finds nothing done, and that says nothing of it either
        asked = self._done or self._came.total() > 1
        if asked and self._busy >= BUSY * self._done:  # only then does the rate say what this process can do
            done = max(self._done / passed, 1.0)
            self.rate = (self.rate + done) / 2
            most = TRIES_OF_SERVED * done * passed
            # of each token no more than its even share: one that comes on purpose lengthens no pause but its own
            even = max(1.0, most / max(1, len(self._came)))
            known = sum(min(even, came) for kid, came in self._came.items() if kid != NOBODY)
            self.known_pause = _followed(self.known_pause, known / most)
            self.pause = max(self.known_pause, _followed(self.pause, (known + self._came[NOBODY]) / most))
        else:
            self.pause, self.known_pause = (max(LEAST_PAUSE, pause / 2) for pause in (self.pause, self.known_pause))
        self._since, self._done, self._busy, self._caught_up = self._clock(), 0, 0, None
        self._came.clear()


def _followed(pause: float, tries: float) -> float:
    """Let a pause follow how many times too many came, at most twofold at once."""
    return max(LEAST_PAUSE, min(MOST_PAUSE, pause * max(0.5, min(2.0, tries))))


class Admission:
    """Even shares by token, and by game for each token."""

    def __init__(self, clock: Callable[[], float], *, running: int = RUNNING, of_game: int = RUNNING_OF_GAME) -> None:
        self.load = Load(clock)
        self._most_running = running
        self._most_of_game = of_game
        self._open: Counter[str] = Counter()
        self._open_total = 0
        self._running_games: Counter[bytes] = Counter()
        self.running = 0
        self.waiting = 0
        self._queues: OrderedDict[str, OrderedDict[bytes, deque[_Waiting]]] = OrderedDict()

    @contextmanager
    def open(self, kid: str) -> Iterator[Held]:
        """Hold a place for a call of this token, from its first byte on until what it began has ended.

        Raises Limited where the token has its share of a service that has no more to give.
        """
        refused = not self.has_room(kid)
        self.load.came(kid)
        if refused:
            raise self.overloaded(kid)
        self._open[kid] += 1
        self._open_total += 1
        held = Held(lambda: self._close(kid))
        try:
            yield held
        finally:
            held.end()

    def has_room(self, kid: str) -> bool:
        """Whether one more call of this token may be open."""
        most = self.load.open_most
        share = most // 2 if self._open_total < most else max(1, most // max(1, len(self._open)))
        return self._open[kid] < share and not self.is_full

    @asynccontextmanager
    async def turn(self, kid: str, game: bytes) -> AsyncIterator[Held]:
        """Wait until it is this call's turn; a caller that leaves leaves the queue, but not what it began."""
        if self.running >= self._most_running or self.waiting or self._is_busy(game):
            await self._wait(kid, game)
        else:
            self._start(game)
        held = Held(lambda: self._finish(game))
        try:
            yield held
        finally:
            held.end()

    @property
    def is_full(self) -> bool:
        """Whether there is no room for anybody, that kept for others included."""
        return self._open_total >= 2 * self.load.open_most

    def require_room(self) -> None:
        """Refuse a caller of whom nothing is known yet where there is no room.

        Raises Limited.
        """
        if self.is_full:
            self.load.came()
            raise self.overloaded()

    def overloaded(self, kid: str = NOBODY) -> Limited:
        """Make the refusal of a call that is not begun; the pauses of many callers are spread."""
        return Limited(OVERLOADED, self.pause(kid), reason="overload")

    def pause(self, kid: str = NOBODY) -> float:
        """Say after how many seconds a caller that is refused should come again."""
        return self.load.refused(kid) * random.uniform(0.5, 1.5)

    def _close(self, kid: str) -> None:
        self._open_total -= 1
        self._open[kid] -= 1
        if not self._open[kid]:
            del self._open[kid]

    async def _wait(self, kid: str, game: bytes) -> None:
        waiting = _Waiting(kid, game, asyncio.get_running_loop().create_future())
        self._queues.setdefault(kid, OrderedDict()).setdefault(game, deque()).append(waiting)
        self.waiting += 1
        self._give_turns()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled():
                self._finish(game)
            else:
                self._forget(waiting)
            raise

    def _is_busy(self, game: bytes) -> bool:
        """Whether a game has as many calls under way as it may; what is of no game always goes on."""
        return bool(game) and self._running_games[game] >= self._most_of_game

    def _forget(self, waiting: _Waiting) -> None:
        games = self._queues.get(waiting.kid)
        if games is None or waiting not in games.get(waiting.game, ()):
            return
        games[waiting.game].remove(waiting)
        self._tidy(waiting.kid, waiting.game)
        self.waiting -= 1

    def _tidy(self, kid: str, game: bytes) -> None:
        games = self._queues[kid]
        if not games[game]:
            del games[game]
        if not games:
            del self._queues[kid]

    def _start(self, game: bytes) -> None:
        self.running += 1
        self._running_games[game] += 1

    def _finish(self, game: bytes) -> None:
        self.running -= 1
        self._running_games[game] -= 1
        if not self._running_games[game]:
            del self._running_games[game]
        self.load.done(busy=self.waiting > 0)
        self._give_turns()

    def _give_turns(self) -> None:
        while self.running < self._most_running:
            waiting = self._next()
            if waiting is None:
                return
            self.waiting -= 1
            if not waiting.turn.done():
                self._start(waiting.game)
                waiting.turn.set_result(None)

    def _next(self) -> _Waiting | None:
        """Take the next call: token by token in turn, and for each game by game; a busy game is passed over."""
        for kid, games in self._queues.items():
            for game, queue in games.items():
                if self._is_busy(game):
                    continue
                waiting = queue.popleft()
                games.move_to_end(game)
                self._queues.move_to_end(kid)
                self._tidy(kid, game)
                return waiting
        return None
