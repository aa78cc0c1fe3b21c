"""Commands of games that have to fit what stands outside of their game: the event, its roster, another game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Rejected, fault
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import Penalise, RestartGame, Substitute
from adjudicator.kernel.protocol.terms import EVENT_SCOPE
from adjudicator.kernel.referee.seats import same_name
from services.events.counts import penalties_in_games, penalties_outside, penalty_rules
from services.events.log.scopes import outside
from services.events.tokens import referee_of
from services.games.refusals import GameUnknown, Refused
from services.rpc.wire_values import ID_SIZE
from services.sessions.cited import OF_EVENT, PATH, cited_in, require_cited, require_given
from services.sessions.session import terms_of

if TYPE_CHECKING:
    from services.events.desk import EventDesk
    from services.events.log.state import EventState
    from services.events.rebuild import Rebuild
    from services.events.seen_late import SeenLate
    from services.games.command_handler import CommandHandler
    from services.rpc.access.seen_games import SeenGames
    from services.sessions.session import Session

CHECKED: Final = (Penalise, RestartGame, Substitute)

NOT_NAMED: Final = (
    "This token is for some games of its event, whose log does not name this one yet: "
    "try again in a moment, or use the token of a head referee."
)


class GameActs:
    """Checks commands before they go to their game; one that stands in its log already is not checked again."""

    def __init__(
        self, desk: EventDesk, command_handler: CommandHandler, seen: SeenGames, late: SeenLate, rebuild: Rebuild
    ) -> None:
        self._desk = desk
        self._rebuild = rebuild
        self._seen = seen
        self._late = late
        self._command_handler = command_handler

    async def require_fits(self, game: bytes, command_id: bytes, command: Struct) -> None:
        """Refuse what does not fit.

        Raises Refused, LogFault, StoreDown.
        """
        if not isinstance(command, CHECKED) and not cited_in(command):
            return
        try:
            async with self._command_handler.locked(game) as session:
                known, event = command_id in session.protocol.answered, session.protocol.terms.event
        except GameUnknown:
            return  # whoever takes the command says so
        if known:
            return
        await self._require_cited(session, cited_in(command), PATH)
        if (found := await self._fault(game, event, command)) is not None:
            raise Refused(Rejected(found), session)

    async def require_cited(self, game: bytes, cited: str, path: str) -> None:
        """Refuse what rests on a clause that a game does not have, or on an interpretation that there is not.

        Raises GameUnknown, Refused, LogFault, StoreDown.
        """
        async with self._command_handler.locked(game) as session:
            pass
        await self._require_cited(session, cited, path)

    async def _require_cited(self, session: Session, cited: str, path: str) -> None:
        event = session.protocol.terms.event
        try:
            require_cited(session, cited, path)
            if event is not None and OF_EVENT.fullmatch(cited):
                require_given(cited, len((await self._desk.find(event)).interpretations), path)
        except Rejected as refusal:
            raise Refused(refusal, session) from refusal

    async def _fault(self, game: bytes, event: bytes | None, command: Struct) -> Fault | None:
        if isinstance(command, RestartGame):
            return await self._of_new_game(game, command.new_game)
        if event is None:
            return None
        state = await self._desk.find(event)
        if isinstance(command, Penalise) and command.seat is not None:
            return await self._of_before(state, game, command, command.seat)
        return await self._of_substitute(state, game, command) if isinstance(command, Substitute) else None

    async def substitutes(self, event: bytes, game: bytes) -> tuple[str, ...]:
        """List who may take a seat of a game over: of the roster, and neither of this game nor a referee."""
        state = await self._desk.known(event)
        if game not in state.games:
            state = await self._desk.find(event)
        async with self._command_handler.locked(game) as session:
            protocol = session.protocol
            here = [*protocol.seats, *(person for _, person in protocol.docket.players)]
            here += [person_at(state, session, seat) for seat in range(len(protocol.seats))]
            here += [state.name_of(note.actor.key) for note in protocol.docket.entries if note.actor.party == REFEREE]
        free = (name for name, member in state.roster.items() if not member.withdrawn)
        free = (name for name in free if referee_of(state, name, ()) is None and state.seat_of(game, name) is None)
        return tuple(name for name in free if not any(same_name(name, other) for other in here))

    async def _of_substitute(self, state: EventState, game: bytes, command: Substitute) -> Fault | None:
        """Find who is not on the roster, plays or has played there, or referees the event or has refereed the game."""
        member = state.roster.get(command.person)
        if referee_of(state, command.person, command.keys) is not None:
            return fault("WG-SEAT-01", "referee-of-event", "person")
        if member is None or member.withdrawn:
            return fault("WG-SEAT-01", "person-unknown", "person")
        async with self._command_handler.locked(game) as session:
            seats = range(len(session.protocol.seats))
            playing = {person_at(state, session, seat) for seat in seats}
            ruled = {note.actor.key for note in session.protocol.docket.entries if note.actor.party == REFEREE}
        if command.person in playing or state.seat_of(game, command.person) not in (None, command.seat):
            return fault("WG-SEAT-01", "person-played-here", "person")
        if command.person in {state.name_of(key) for key in ruled}:
            return fault("WG-SEAT-01", "person-refereed-here", "person")
        return None

    async def _of_new_game(self, game: bytes, new_game: bytes) -> Fault | None:
        """Find a game that is not there, or that does not name this one; it may be of another owner."""
        if len(new_game) != ID_SIZE or new_game == game:
            return None  # the rules say what is wrong with it
        first = await self._command_handler.log.entry(new_game, 1)
        if first is not None and terms_of(first).restarts == game:
            return None
        return fault("WG-RESTART-01", "new-game-missing", "new_game")

    async def _of_before(self, state: EventState, game: bytes, command: Penalise, seat: int) -> Fault | None:
        """Find that a penalty says something else of earlier ones than the event does."""
        counted = {rule.kind for rule in penalty_rules(state) if rule.scope == EVENT_SCOPE}
        said = Counter({row.kind: row.count for row in command.before})
        due = await self.before(state, game, seat)
        if all(said[kind] == due[kind] for kind in counted | set(said)):
            return None
        listed = ", ".join(f"{count} {kind}" for kind, count in sorted(due.items())) or "none"
        return fault("WG-PENALTY-01", "before-other", "before", given=listed)

    async def before(self, state: EventState, game: bytes, seat: int, delay: int = 0) -> Counter[str]:
        """Count what the person at a seat has had elsewhere in the event, by kind, as it is seen so late."""
        if delay:
            person = person_at(state, await self._seen.late(game, delay), seat)
        else:
            async with self._command_handler.locked(game) as session:
                person = person_at(state, session, seat)
        signs = self._late.signs(await self._rebuild.signs(state), delay)
        return penalties_in_games(state, person, signs, game) + penalties_outside(state, person)

    async def outside(self, event: bytes, game: bytes, kid: str) -> str:
        """Say that a token is for other games of its event, and whose is for this one; nothing where it is."""
        state = await self._desk.known(event)
        if kid not in state.tokens or game not in state.games:
            state = await self._desk.find(event)
        token, opened = state.tokens.get(kid), state.games.get(game)
        if opened is None:  # it is being opened: whoever is for some tables alone waits until it is known whose it is
            scoped = token is not None and (token.made.rounds or token.made.tables)
            return NOT_NAMED if scoped else ""
        return outside(token.made if token else None, opened.row)

    async def is_partial(self, event: bytes, game: bytes, kid: str) -> bool:
        """Whether a token is of a referee who has the affiliation or a key of somebody in a game."""
        state = await self._desk.known(event)
        if kid not in state.tokens or game not in state.games:
            state = await self._desk.find(event)
        token, opened = state.tokens.get(kid), state.games.get(game)
        if token is None or opened is None:
            return False
        keys, affiliation = set(token.made.keys), token.made.affiliation
        async with self._command_handler.locked(game) as session:
            names = [person_at(state, session, seat) for seat in range(len(opened.row.seats))]
            held = {key for row in session.protocol.terms.seats for key in row.keys}
            held |= {key for row in session.protocol.docket.seats.values() for key in row.keys}
        members = [state.roster[name].person for name in names if name in state.roster]
        held |= {key for member in members for key in member.keys}
        return bool(keys & held) or (bool(affiliation) and any(row.affiliation == affiliation for row in members))


def person_at(state: EventState, session: Session, seat: int) -> str:
    """Name who plays a seat by now: by the pairing, or who has taken it over; nobody where there is no such seat."""
    taken = session.protocol.docket.seats.get(seat)
    if taken is not None:
        return taken.person
    opened = state.games.get(session.game_id)
    seats = opened.row.seats if opened is not None else ()
    return seats[seat].person if 0 <= seat < len(seats) else ""
