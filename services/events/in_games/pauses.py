"""All games of an event are paused, and go on: each by a ruling of its own, under an id that follows from the one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.messages import Grounds, PauseGame, ResumeGame
from adjudicator.kernel.record.log import Conflict, LogFault
from services.events.in_games.seated import row_of
from services.events.log.entries import GamesPaused, GamesResumed
from services.events.log.scopes import is_assigned
from services.events.messages import read_clause, read_reason
from services.events.opening import derived_id
from services.games.command_handler import CommandHandler
from services.games.digests import OPENED, PLAYING, STOPPED
from services.games.editions import ServedElsewhere
from services.games.refusals import (
    CommandIdReused,
    EditionNotServed,
    GameUnknown,
    LogKeyLost,
    OtherKeys,
    Refused,
    StaleHead,
    TooLong,
)
from services.games.requests import CommandRequest
from services.games.timing.clock import Clock
from services.rpc.access.credentials import Denied
from services.rpc.access.reach import require_accepted
from services.rpc.access.statuses import status_of
from services.rpc.errors import NotDone
from services.rpc.redaction import put_receipt
from services.sessions.cited import OF_GAME, PATH
from services.sessions.session import EditionUnreadable, Session
from services.slices import at_once
from services.store.archive import GameForgotten
from services.store.freezes import GameFrozen
from wargame.v1 import events_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.protocol.protocol_state import ProtocolState
    from services.events.desk import EventDesk
    from services.events.in_games.game_acts import GameActs
    from services.events.log.state import EventState
    from services.games.receipts import Receipts
    from services.rpc.access.credentials import Credential
    from services.rpc.conversion import Converter

# A game is read anew so often where its players are faster than a ruling.
TRIES: Final = 4
# what one game may say against it, while the others are paused
REFUSALS: Final = (
    Conflict,
    Denied,
    EditionNotServed,
    EditionUnreadable,
    GameFrozen,
    LogFault,
    LogKeyLost,
    NotDone,
    OtherKeys,
    Rejected,
    ServedElsewhere,
    TooLong,
)

# a log that the store has lost, as by a copy that was too old
NOT_THERE: Final = "the store has no log of this game: tell its operator, who can restore it from a backup"


class Pauses:
    """Serves Pause and Resume."""

    def __init__(
        self,
        desk: EventDesk,
        acts: GameActs,
        command_handler: CommandHandler,
        receipts: Receipts,
        clock: Clock,
        converter: Converter,
        require_cited: Callable[[EventState, bytes | None, str], Awaitable[None]],
    ) -> None:
        self._converter = converter
        self._require_cited_outside = require_cited
        self._desk = desk
        self._acts = acts
        self._command_handler = command_handler
        self._receipts = receipts
        self._clock = clock

    async def pause(self, credential: Credential, request: events_pb2.PauseEventRequest) -> AsyncGenerator[bytes, None]:
        """Pause every game that is played; a retry pauses those that the first try did not get to."""
        async for ruled in self._rule(credential, request, PauseGame, (OPENED, PLAYING), GamesPaused):
            yield ruled

    async def resume(
        self, credential: Credential, request: events_pb2.ResumeEventRequest
    ) -> AsyncGenerator[bytes, None]:
        """Let every game that was paused with others go on; what a ruling of its own has stopped stays so."""
        async for ruled in self._rule(credential, request, ResumeGame, (STOPPED,), GamesResumed):
            yield ruled

    async def _rule(
        self,
        credential: Credential,
        request: Any,
        kind: type[PauseGame | ResumeGame],
        statuses: tuple[int, ...],
        body_of: type[GamesPaused | GamesResumed],
    ) -> AsyncGenerator[bytes, None]:
        state = await self._desk.reached(credential, request.event)
        reason, clause = read_reason(request.reason), read_clause(request.clause)
        known = state.given.get(request.command_id)
        games = getattr(known.body, "games", ()) if known else await self._games(state, credential, request, statuses)
        if kind is ResumeGame and known is None:
            pauses = _pauses(state)
            games = [game for game in games if game in pauses]
        rounds = {state.games[game].row.round for game in games if game in state.games}
        if known is not None and request.rounds and not rounds <= set(request.rounds):
            raise CommandIdReused(known.seq if known.actor == credential.actor else None)
        grounds = Grounds(reason=reason, clause=clause)
        if known is None and clause:
            await self._require_cited(state, games, clause)
            if not games:
                await self._require_cited_outside(state, None, clause)
        body = body_of(tuple(games), reason, clause)
        state, _ = await self._desk.give(request.event, request.command_id, credential.actor, body)
        pauses = _pauses(state)

        async def give(game: bytes) -> events_pb2.RuledGame:
            command_id = derived_id(kind.__name__, request.command_id, game)
            return await self._give(state, credential, game, command_id, kind, grounds, pauses.get(game, ()))

        # not one after the other: the last table would play on for as long as all the others take
        async for ruled in at_once(give, tuple(games)):
            yield ruled.SerializeToString()

    async def _require_cited(self, state: EventState, games: Sequence[bytes], clause: str) -> None:
        """WG-RULE-01 Refuse a clause that one of the games does not know, before any of them or the event records it.

        Games of a ruleset have the same texts here, so one of them is asked; an interpretation of a game is its own,
        and each is asked. Raises Refused. What else is wrong with a game is said in its row.
        """
        if OF_GAME.fullmatch(clause):
            async for _ in at_once(lambda game: self._knows(game, clause), games):
                pass
            return
        asked = set[str]()
        for game in games:
            ruleset = state.games[game].row.ruleset
            if ruleset not in asked and await self._knows(game, clause):
                asked.add(ruleset)

    async def _knows(self, game: bytes, clause: str) -> bool:
        """Whether a game knows a clause, False where it can not say.

        Raises Refused.
        """
        try:
            await self._acts.require_cited(game, clause, PATH)
        except Refused:
            raise
        except (GameForgotten, GameUnknown, *REFUSALS):
            return False
        return True

    async def _games(
        self, state: EventState, credential: Credential, request: Any, statuses: tuple[int, ...]
    ) -> list[bytes]:
        """List the games that are meant, of those that the caller is for."""
        token = state.tokens.get(credential.kid)
        rows = await self._desk.feeds.rows(state.event)
        # one whose row is lost or can not be read says itself how it stands
        known = {game: row for game, data in rows.items() if (row := row_of(data)) is not None}
        return [
            game
            for game, opened in state.games.items()
            if (game not in known or not known[game].seq or known[game].status in statuses)
            and (not request.rounds or opened.row.round in request.rounds)
            and is_assigned(token.made if token else None, opened.row)
        ]

    async def _give(
        self,
        state: EventState,
        credential: Credential,
        game: bytes,
        command_id: bytes,
        kind: type[PauseGame | ResumeGame],
        grounds: Grounds,
        pauses: Sequence[bytes],
    ) -> events_pb2.RuledGame:
        """Give the ruling in one game; what the game says against it stands in its row and stops no other game."""
        row = state.games[game].row
        ruled = events_pb2.RuledGame(game=game, round=row.round, table=row.table)

        async def give() -> None:
            await self._put_ruling(ruled, state, credential, command_id, kind, grounds, pauses)

        try:
            for _ in range(TRIES - 1):
                with suppress(StaleHead):  # a player was faster: the ruling is of the game as it stands now
                    await give()
                    return ruled
            await give()
        except GameUnknown:
            ruled.refused = NOT_THERE
        except (GameForgotten, StaleHead, *REFUSALS) as refusal:
            ruled.refused = status_of(refusal).message
        return ruled

    async def _put_ruling(
        self,
        ruled: events_pb2.RuledGame,
        state: EventState,
        credential: Credential,
        command_id: bytes,
        kind: type[PauseGame | ResumeGame],
        grounds: Grounds,
        pauses: Sequence[bytes],
    ) -> None:
        """Rule in a game as it stands now; a throw that was awaited counts once the game goes on."""
        game = ruled.game
        partial = await self._acts.is_partial(state.event, game, credential.kid)
        async with self._command_handler.locked(game) as session:
            known, protocol = session.protocol.answered.get(command_id), session.protocol
            command = _command(kind, grounds, session)
            if partial:
                require_accepted(session, credential.kid)
        if known is None and kind is ResumeGame:
            _require_paused(pauses, game, protocol)
        if known is not None:
            entry = await self._command_handler.log.entry(game, known)
            if entry is not None:
                put_receipt(ruled.receipt, self._receipts, protocol, known, entry.hash)
            return
        if protocol.terms.acts_signed:
            put_act(ruled, self._converter, command, command_id, protocol.head)
            return
        actor = credential.within(game, None).actor
        result = await self._command_handler.submit(CommandRequest(game, command_id, command, actor, protocol.head))
        self._clock.update(result.session)
        put_receipt(ruled.receipt, self._receipts, result.session.protocol, result.entry.seq, result.entry.hash)


def put_act(ruled: events_pb2.RuledGame, converter: Converter, command: Struct, command_id: bytes, head: bytes) -> None:
    """Give an act to the referee, who signs it: in this game the service rules in nobody's name."""
    request: Any = converter.to_pb(command)
    request.header.game, request.header.command_id, request.header.head = ruled.game, command_id, head
    ruled.act.Pack(request)


def _pauses(state: EventState) -> dict[bytes, list[bytes]]:
    """List by game the commands that have paused it together with others."""
    found = defaultdict[bytes, list[bytes]](list)
    for command_id, given in state.given.items():
        for game in given.body.games if isinstance(given.body, GamesPaused) else ():
            found[game].append(command_id)
    return dict(found)


def _require_paused(commands: Sequence[bytes], game: bytes, protocol: ProtocolState) -> None:
    """Refuse to resume what a ruling of its own has stopped; `commands` have paused the game together with others.

    Raises NotDone.
    """
    pauses = {protocol.answered.get(derived_id(PauseGame.__name__, given, game)) for given in commands}
    halt = protocol.docket.halt
    if halt is not None and halt.seq not in pauses:
        text = f"a ruling of its own stops this game, that of entry {halt.seq}: resume it by ResumeGame in that game"
        raise NotDone("STOPPED_ALONE", text)


def _command(kind: type[PauseGame | ResumeGame], grounds: Grounds, session: Session) -> Struct:
    if kind is PauseGame:
        return PauseGame(grounds=grounds)
    return ResumeGame(grounds=grounds, dice="count" if session.game.suspended is not None else "")
