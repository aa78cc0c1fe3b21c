"""Games that take the place of another one, as they are found by it: a head referee names one of them in RestartGame.

Anybody may open a game in the place of one that is not theirs, and a referee may name that too. Looked for are those of
the same owner or event alone, by an index of their own: nobody else brings ids before a referee, or crowds any out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from services.rpc.new_game import restarts_text
from services.store.archive import GameForgotten
from services.store.redis_keys import find_games

if TYPE_CHECKING:
    from services.rpc.access.reach import Opening, Reach
    from services.store.redis_keys import KeyStore

FOUND_MOST: Final = 64
PAGES_READ: Final = 8


class Replacements:
    """Finds the games that take the place of one."""

    def __init__(self, store: KeyStore, reach: Reach) -> None:
        self._store = store
        self._reach = reach

    async def of(self, game: bytes) -> tuple[bytes, ...]:
        """List the games of the same owner or event that were opened in the place of this one, the oldest first.

        Raises StoreDown.
        """
        here = await self._reach.opening(game)
        if here is None:
            return ()
        whose = [restarts_text(game, here.owner, here.event)]
        found: list[bytes] = []
        after = b""
        for _ in range(PAGES_READ):
            games, after = await find_games(self._store, whose, after)
            for other in games:
                opening = await self._opening(other)
                if opening is not None and opening.restarts == game and _is_of_the_same(opening, here):
                    found.append(other)
            if not after or len(found) >= FOUND_MOST:
                break
        return tuple(found[:FOUND_MOST])

    async def _opening(self, game: bytes) -> Opening | None:
        """Read who opened a game, None for one that was forgotten: it must not hide the others."""
        try:
            return await self._reach.opening(game)
        except GameForgotten:
            return None


def _is_of_the_same(one: Opening, other: Opening) -> bool:
    """Whether both games are of one event, or of no event and one owner."""
    return one.event == other.event and (one.event is not None or one.owner == other.owner)
