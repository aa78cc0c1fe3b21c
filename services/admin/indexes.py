"""The indexes, made anew from the logs: games by label, which of them are not over, and what events were told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from adjudicator.kernel.record.log import LogFault
from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.games.timing.clock import OPEN
from services.logs import log
from services.rpc.new_game import index_texts
from services.sessions.session import EditionUnreadable, owner_of, terms_of
from services.store.archive import GameForgotten
from services.store.redis_keys import KeyStore, indexed_games, label_game, unlabel_games

if TYPE_CHECKING:
    from services.games.command_handler import CommandHandler
    from services.games.timing.clock import Clock

STEP: Final = 50
DROPPED: Final = 1000
# Unread games that one message names: more of them may be more than a caller takes in one.
NAMED: Final = 100_000


class Progress(NamedTuple):
    """How far it is: games done and in all, and ids dropped that are no games; at the end, games not read or known.

    What is not known of a game that another edition serves is whether it is over.
    """

    done: int
    total: int
    unread: tuple[bytes, ...]
    dropped: int


async def rebuild(
    command_handler: CommandHandler, store: KeyStore, clock: Clock, reset: Callable[[bytes], Awaitable[None]]
) -> AsyncGenerator[Progress, None]:
    """Enter every game under its labels and on the clock, and drop what is no game.

    The last message names the games that could not be read here, or that another edition serves, which alone knows
    whether they are over; each of them once. Where they are too many for one message, several messages at the end name
    them. Raises StoreDown.
    """
    games = sorted([game async for game in command_handler.log.games()])
    unread: list[bytes] = []
    events: set[bytes] = set()
    for done, game in enumerate(games, 1):
        try:
            event, is_known = await _enter(command_handler, store, clock, game)
            events.update((event,) if event is not None else ())
            unread += [] if is_known else [game]
        except (LogFault, EditionUnreadable, GameUnknown, GameForgotten) as fault:
            log.error("game not indexed", game=game.hex(), kind=type(fault).__name__)
            unread.append(game)
        if done % STEP == 0:
            yield Progress(done, len(games), (), 0)
    known = set(games)
    stale = [game async for game in indexed_games(store) if game not in known]
    dropped = 0
    for first in range(0, len(stale), DROPPED):
        some, damaged = await _unknown(command_handler, stale[first : first + DROPPED])
        unread += damaged
        await unlabel_games(store, some)
        await store.drop_members(OPEN, some)
        dropped += len(some)
        yield Progress(len(games), len(games), (), dropped)
    for event in sorted(events):
        await reset(event)  # whoever asks for the event next has it made anew
        yield Progress(len(games), len(games), (), dropped)
    for first in range(0, max(1, len(unread)), NAMED):
        yield Progress(len(games), len(games), tuple(unread[first : first + NAMED]), dropped)


async def _unknown(command_handler: CommandHandler, games: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Give those that have no log, and those of which the archive's note is damaged, so that nobody knows.

    Others were opened meanwhile, or are archived; many are asked for at once.
    """
    found, damaged = [], []
    for at in range(0, len(games), STEP):
        some = games[at : at + STEP]
        there = await asyncio.gather(*(_exists(command_handler, game) for game in some))
        found += [game for game, is_there in zip(some, there, strict=True) if is_there is False]
        damaged += [game for game, is_there in zip(some, there, strict=True) if is_there is None]
    return found, damaged


async def _exists(command_handler: CommandHandler, game: bytes) -> bool | None:
    """Whether a game has a log; None where that can not be read."""
    try:
        return await command_handler.log.exists(game)
    except LogFault as fault:
        log.error("game not indexed", game=game.hex(), kind=type(fault).__name__)
        return None


async def _enter(
    command_handler: CommandHandler, store: KeyStore, clock: Clock, game: bytes
) -> tuple[bytes | None, bool]:
    """Enter a game; give the event that it is of, and whether it is known if the game is over."""
    first = await command_handler.log.entry(game, 1)
    if first is None:
        raise GameUnknown(game.hex())
    await label_game(store, game, index_texts(terms_of(first), owner_of(first)))
    is_known = True
    try:
        async with command_handler.locked(game) as session:
            is_open = session.protocol.secret is None or bool(clock.registered_at(session))
            if is_open:
                await clock.add(session)
    except ServedElsewhere:
        # only whoever serves it knows whether it is over, unless it is archived: what is entered wrongly counts against
        # its owner for good
        is_known = await command_handler.freezes.is_archived(game)
        is_open = not is_known
    if not is_open:
        await store.drop_members(OPEN, [game])
    return terms_of(first).event, is_known
