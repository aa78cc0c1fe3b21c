"""Calls of an organiser: the event and the game that a word on the command line stands for."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc

from services.rpc.methods import Method, methods_of
from services.rpc.wire_values import ID_SIZE
from services.tools.client import GAMES, Caller
from services.tools.event.keys import KeyRing

EVENTS: Final = "wargame.v1.Events"
REFEREE: Final = "wargame.v1.Referee"
PAGE: Final = 2_000


class NotFound(Exception):
    """No event or game answers to what was written; the message names the fix."""


class Organiser(Caller):
    """Calls the methods of Events, of Games and of Referee with one token; `keys` has what its owner signs with."""

    def __init__(self, channel: grpc.aio.Channel, token: str, keys: KeyRing | None = None) -> None:
        super().__init__(channel, token)
        self.keys = keys

    def method(self, name: str, service: str = EVENTS) -> Method:
        """Find a method."""
        return methods_of(service)[name]

    async def do(self, name: str, service: str = EVENTS, /, **fields: Any) -> Any:
        """Call a method that takes and gives one message."""
        method = self.method(name, service)
        return await self.call(method, method.request(**fields))

    async def give(self, name: str, /, **fields: Any) -> Any:
        """Call a method of Events that changes something, under an id of its own where none is given."""
        return await self.do(name, **{"command_id": new_id(), **fields})

    async def each(self, name: str, service: str = EVENTS, /, **fields: Any) -> AsyncIterator[Any]:
        """Call a method that gives many messages."""
        async for response in self.stream(self.method(name, service), **fields):
            yield response

    async def events(self) -> list[Any]:
        """List the events that the token can see."""
        found, token = [], ""
        while True:
            page = await self.do("List", page_token=token)
            found += page.events
            token = page.next_page_token
            if not token:
                return found

    async def event(self, word: str) -> bytes:
        """Find an event: by its id in hex, by its name, or without a word the only one that is open.

        Raises NotFound.
        """
        if (game := read_id(word)) is not None:
            return game
        known = await self.events()
        fits = [sheet for sheet in known if sheet.terms.name == word or (not word and not sheet.closed)]
        if len(fits) == 1:
            return bytes(fits[0].event)
        listed = "".join(f"\n  {sheet.event.hex()}  {sheet.terms.name}" for sheet in (fits or known))
        if not listed:
            raise NotFound("this token sees no event: make one with `event create`, or name another --token-file")
        if word:
            said = f"{len(fits)} events are called {word!r}" if fits else f"no event is called {word!r}"
        else:
            said = f"{len(fits)} events are open" if fits else "no event is open"
        raise NotFound(f"{said}: give the id of one with --event{listed}")

    async def games(self, event: bytes, **filters: Any) -> tuple[list[Any], Any]:
        """List the games of an event, and the position from which its feed goes on after them."""
        found, token, position = [], "", None
        while True:
            page = await self.do("Games", event=event, page_size=PAGE, page_token=token, **filters)
            found += page.games
            # what happens while pages are read stands behind the first one's position
            position = position or page.position
            token = page.next_page_token
            if not token:
                return found, position

    async def game(self, word: str, event: str) -> bytes:
        """Find a game: by its id in hex, by the end of it, or as ROUND/TABLE.

        Raises NotFound.
        """
        if (game := read_id(word)) is not None:
            return game
        rows, _ = await self.games(await self.event(event))
        named = [row for row in rows if place_of(row) == word]
        fits = named or [row for row in rows if row.game.hex().endswith(word)]
        if len(fits) == 1:
            return bytes(fits[0].game)
        many = f"{len(fits)} games are" if fits else "no game is"
        raise NotFound(
            f"{many} {word!r}: write its 32 hex digits, the last of them, or ROUND/TABLE as `event show` does"
        )

    async def terms(self, game: bytes) -> Any:
        """Ask for the public facts of a game."""
        return await self.do("Get", GAMES, game=game)


def new_id() -> bytes:
    """Make the id of a command."""
    return secrets.token_bytes(ID_SIZE)


def place_of(row: Any) -> str:
    """Write where a game of an event is played."""
    return f"{row.round}/{row.table}"


def read_id(text: str) -> bytes | None:
    """Read an id; None where it is none."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return None
    return found if len(found) == ID_SIZE else None
