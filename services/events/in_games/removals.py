"""Whoever was removed from an event plays no more in it: the later games count as not played, by a ruling in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from adjudicator.kernel.decide.results import NO_SHOW, VOID
from adjudicator.kernel.messages import Award, Grounds
from adjudicator.kernel.record.log import Conflict
from adjudicator.kernel.record.record import Actor
from services.events.counts import removals
from services.events.in_games.game_acts import person_at
from services.events.in_games.pauses import REFUSALS, TRIES, put_act
from services.events.in_games.seated import row_of, seated_by
from services.events.opening import derived_id
from services.games.digests import OPENED, PLAYING, STOPPED
from services.games.refusals import CommandIdReused, GameUnknown, StaleHead
from services.games.requests import CommandRequest
from services.logs import log
from services.store.archive import GameForgotten
from wargame.v1 import events_pb2

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Collection, Container

    from services.events.desk import EventDesk
    from services.events.log.state import OpenedGame
    from services.events.rebuild import Rebuild
    from services.games.command_handler import CommandHandler
    from services.games.timing.clock import Clock
    from services.rpc.access.credentials import Credential
    from services.rpc.conversion import Converter
    from services.sessions.session import Session

# the clause by which a penalty ends games
REMOVED: Final = "WG-PENALTY-03"
UNDECIDED: Final = (OPENED, PLAYING, STOPPED)


class _Due(Struct, frozen=True):
    """An award that follows from a removal; `signed` says that officials sign in its game."""

    game: bytes
    command_id: bytes
    award: Award
    actor: Actor
    head: bytes
    signed: bool


class Removals:
    """Ends the games of those who were removed; done again, it ends those that are left."""

    def __init__(
        self, desk: EventDesk, command_handler: CommandHandler, clock: Clock, converter: Converter, rebuild: Rebuild
    ) -> None:
        self._rebuild = rebuild
        self._converter = converter
        self._desk = desk
        self._command_handler = command_handler
        self._clock = clock

    async def enforce(self, event: bytes) -> None:
        """Award every game without a result in which somebody sits who was removed; LogFault, StoreDown.

        The ruling is of the referee who has removed that person. In games whose officials sign he gives it himself.
        Raises Conflict where others were faster in a game at every try: whoever sends the command again ends it.
        """
        for _ in range(TRIES - 1):
            if await self._enforce(event) is None:
                return
        outrun = await self._enforce(event)
        if outrun is not None:
            raise outrun

    async def _enforce(self, event: bytes) -> Conflict | None:
        """Award the games as they stand; what has gone on in one of them meanwhile, which is to be looked at again."""
        outrun = None
        async for due in self._due(event):
            if due.signed:
                continue  # the referee gives it, whom DueAwards tells
            try:
                given = CommandRequest(due.game, due.command_id, due.award, due.actor, due.head)
                self._clock.update((await self._command_handler.submit(given)).session)
            except (Conflict, StaleHead) as faster:
                log.warning("removal not enforced yet", game=due.game.hex(), kind=type(faster).__name__)
                outrun = Conflict(faster.seq, faster.head)
            except (CommandIdReused, *REFUSALS) as refusal:
                log.warning("removal not enforced", game=due.game.hex(), kind=type(refusal).__name__)
        return outrun

    async def due_awards(
        self, credential: Credential, request: events_pb2.DueAwardsRequest
    ) -> AsyncGenerator[bytes, None]:
        """Give the awards that a referee has to sign."""
        state = await self._desk.reached(credential, request.event)
        async for due in self._due(state.event):
            if due.signed:
                row = state.games[due.game].row
                ruled = events_pb2.RuledGame(game=due.game, round=row.round, table=row.table)
                put_act(ruled, self._converter, due.award, due.command_id, due.head)
                yield ruled.SerializeToString()

    async def _due(self, event: bytes) -> AsyncGenerator[_Due, None]:
        """Give the awards of games without a result in which somebody sits who was removed.

        By rows alone the others are left: no more games are held than there are such, however large the event is.
        """
        state = await self._desk.find(event)
        removed = removals(state, await self._rebuild.signs(state))
        if not removed:
            return
        rows = await self._desk.feeds.rows(event)
        for game in [game for game, opened in state.games.items() if _may_be_due(opened, rows.get(game), removed)]:
            try:
                async with self._command_handler.locked(game) as session:
                    names = [person_at(state, session, seat) for seat in range(len(session.protocol.seats))]
                    gone = [seat for seat, name in enumerate(names) if name in removed]
                    award, head = _award(session, gone, [removed[names[seat]] for seat in gone]), session.protocol.head
                    signed = session.protocol.terms.acts_signed
                    decided = session.game.result is not None or session.protocol.finished is not None
            except (GameForgotten, GameUnknown, *REFUSALS) as refusal:
                log.warning("removal not enforced", game=game.hex(), kind=type(refusal).__name__)
                continue
            if gone and not decided:
                command_id = derived_id("removed", event, game, *(names[seat].encode() for seat in gone))
                yield _Due(game, command_id, award, removed[names[gone[0]]][0], head, signed)


def _may_be_due(opened: OpenedGame, data: bytes | None, removed: Container[str]) -> bool:
    """Whether a game may lack a result in which somebody sits who was removed; without a row the game itself says."""
    row = row_of(data)
    if row is not None and row.seq and row.status not in UNDECIDED:
        return False
    names = seated_by(opened, data)
    return names is None or any(name in removed for name in names)


def _award(session: Session, gone: Collection[int], rulings: Collection[tuple[Actor, str]]) -> Award:
    """Make the ruling: the opponents of whoever was removed have won, as far as they were not."""
    seats = len(session.protocol.seats)
    winners = {seat for one in gone for seat in session.rules.opponents(session.game, one, seats)} - set(gone)
    places = ", ".join(dict.fromkeys(place for _, place in rulings))
    return Award(
        grounds=Grounds(reason=f"removed from the event by {places}", clause=REMOVED),
        ending=NO_SHOW if winners else VOID,
        winners=tuple(sorted(winners)),
        scores=(),
    )
