"""Games that take no commands: frozen by their operator, or archived. The store itself refuses their appends."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec
from msgspec import Struct

from services.store.redis_keys import Time

if TYPE_CHECKING:
    from services.store.redis_keys import KeyStore

FROZEN_GAMES: Final = "{admin}:frozen"
FROZEN: Final = "frozen"
ARCHIVED: Final = "archived"
# How the keys of games begin, whatever their bucket.
BUCKETS: Final = "{b"
_BUCKETS: Final = 256


def bucket(game_id: bytes) -> str:
    """Name the bucket of a game, as the hash tag that begins all of its keys."""
    return f"{BUCKETS}{zlib.crc32(game_id) % _BUCKETS:03d}}}"


def freeze_key(game_id: bytes) -> str:
    """Name the key that says why a game gets no entries."""
    return f"{bucket(game_id)}:frozen:{game_id.hex()}"


def resumed_key(game_id: bytes) -> str:
    """Name the key that says when a game was unfrozen, and since when it had been frozen."""
    return f"{bucket(game_id)}:resumed:{game_id.hex()}"


class Freeze(Struct, frozen=True):
    """Why a game takes no commands: since when (ms), by which key id, the reason; `state` FROZEN or ARCHIVED."""

    time: Time
    kid: str
    reason: str
    state: Literal["frozen", "archived"] = FROZEN


class AppendRefused(Exception):
    """The store took no entry, since the game is frozen; nothing was written."""


class GameFrozen(Exception):
    """The game takes no commands."""

    def __init__(self, freeze: Freeze) -> None:
        way = "wait until its operator unfreezes it" if freeze.state == FROZEN else "it is over, and can be read"
        super().__init__(f"the game is {freeze.state} ({freeze.reason}) and takes no commands: {way}")
        self.freeze = freeze


class FreezeDamaged(GameFrozen):
    """Nobody can read the row that says why a game takes no commands, or when it took them again: it takes none."""

    def __init__(self, key: str) -> None:
        super().__init__(Freeze(0, "", "what its operator noted of that can not be read"))
        self.key = key


class Fence(Protocol):
    """A log that can itself refuse the entries of a game, whoever brings them; StoreDown from all."""

    async def freeze(self, game_id: bytes) -> None:
        """Refuse them from now on."""
        ...

    async def unfreeze(self, game_id: bytes) -> None:
        """Take them again."""
        ...


class Freezes:
    """The frozen games of a store, as this process knows them; with a `fence` the log itself refuses their entries."""

    def __init__(self, keys: KeyStore, fence: Fence | None = None) -> None:
        self._keys = keys
        self._fence = fence
        self._known: set[bytes] = set()

    async def load(self) -> None:
        """Read which games are frozen; StoreDown."""
        self._known = set(await self._keys.common_members([FROZEN_GAMES]))

    def suspect(self, game: bytes) -> None:
        """Look a game up before its next command."""
        self._known.add(game)

    async def of(self, game: bytes) -> Freeze | None:
        """Give the freeze of a game, None where it takes commands.

        Raises FreezeDamaged, StoreDown.
        """
        data = await self._keys.get(freeze_key(game))
        try:
            return None if data is None else read_freeze(data)
        except (ValueError, RecursionError) as fault:  # the latter by lists within lists, very deep
            raise FreezeDamaged(freeze_key(game)) from fault

    async def is_archived(self, game: bytes) -> bool:
        """Whether a freeze says that its game is archived; one that can not be read says nothing. StoreDown."""
        try:
            freeze = await self.of(game)
        except FreezeDamaged:
            return False
        return freeze is not None and freeze.state == ARCHIVED

    async def require_none(self, game: bytes) -> None:
        """Refuse a game that takes no commands.

        Raises GameFrozen, which FreezeDamaged is too, StoreDown.
        """
        if game not in self._known:
            return
        freeze = await self.of(game)
        if freeze is not None:
            raise GameFrozen(freeze)
        self._known.discard(game)

    async def freeze(self, game: bytes, freeze: Freeze) -> bool:
        """Freeze a game; whether nobody had before. StoreDown."""
        self._known.add(game)
        first = await self._keys.put_if_absent(freeze_key(game), msgspec.msgpack.encode(freeze))
        await self.fence(game)
        await self._keys.add_members(FROZEN_GAMES, [game])
        return first

    async def archive(self, game: bytes, freeze: Freeze) -> None:
        """Let a game take no commands for ever, frozen before or not; StoreDown."""
        self._known.add(game)
        await self._keys.set(freeze_key(game), msgspec.msgpack.encode(freeze))
        await self.fence(game)
        await self._keys.add_members(FROZEN_GAMES, [game])

    async def fence(self, game: bytes) -> None:
        """Let the log itself refuse the entries of a game that is frozen; StoreDown."""
        if self._fence is not None:
            await self._fence.freeze(game)

    async def unfreeze(self, game: bytes, now: int) -> bool:
        """Let a game take commands again; whether it was frozen. The time to answer runs anew. StoreDown.

        Of a freeze that nobody can read no time is given back.
        """
        try:
            freeze = await self.of(game)
        except FreezeDamaged:
            freeze = None
        await self._keys.set(resumed_key(game), b"%d %d" % (now, now if freeze is None else freeze.time))
        if self._fence is not None:
            await self._fence.unfreeze(game)
        thawed = await self._keys.delete(freeze_key(game))
        await self._keys.drop_members(FROZEN_GAMES, [game])
        self._known.discard(game)
        return thawed

    async def resumed(self, game: bytes) -> int:
        """Give when a game was last unfrozen, ms, 0 for never.

        Raises FreezeDamaged, StoreDown.
        """
        gap = await self.gap(game)
        return gap[1] if gap is not None else 0

    async def gap(self, game: bytes) -> tuple[int, int] | None:
        """Give from when to when a game was last frozen, ms; None where it never was.

        Both are the same where an earlier release has let it go on. Raises FreezeDamaged, StoreDown.
        """
        noted = await self._keys.get(resumed_key(game)) or b""
        try:
            return read_gap(noted)
        except ValueError as fault:
            raise FreezeDamaged(resumed_key(game)) from fault


def read_freeze(data: bytes) -> Freeze:
    """Read the row of a freeze; ValueError, RecursionError."""
    return msgspec.msgpack.decode(data, type=Freeze)


def read_gap(noted: bytes) -> tuple[int, int] | None:
    """Read from when to when a game was last frozen, None where nothing is noted; ValueError."""
    times = [int(time) for time in noted.split()]
    return (times[-1], times[0]) if times else None
