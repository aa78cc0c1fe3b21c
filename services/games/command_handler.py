"""The command handler: one game, one lock, one command, one entry."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.past import PastNeeded, given_past
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import ChangeLogKey, OpenGame
from adjudicator.kernel.protocol.editions import later_edition
from adjudicator.kernel.protocol.roles import SERVER_ROLE
from adjudicator.kernel.record.log import Conflict, EventLog, LogFault, StoreDown, make_entry
from adjudicator.kernel.record.record import Actor, Draft, open_record
from services.games.digests import told_of
from services.games.editions import ServedElsewhere, adoption
from services.games.heartbeats import Processes
from services.games.keys import Keys
from services.games.refusals import (
    CommandIdReused,
    EditionNotServed,
    GameUnknown,
    LogKeyLost,
    OtherKeys,
    StaleHead,
    refused_on,
)
from services.games.registrar import Registrar
from services.games.requests import CommandRequest, CommandResult
from services.games.rulings import Rulings
from services.games.seated import require_seated
from services.games.signing import check_signature, key_change, require_head, require_keys
from services.games.timing.game_clocks import Gap, first_of, own_id, shown_clocks
from services.games.timing.stretches import stretch_due
from services.logs import log
from services.sessions.session import (
    EditionUnreadable,
    RulesetMissing,
    RulesOf,
    Session,
    fold_up_to,
    past_game,
    reread_entry,
    update_protocol,
)
from services.sessions.sessions import Sessions
from services.store.freezes import AppendRefused, Freezes
from services.store.redis_keys import MemoryKeys

TRIES = 3
# entries that are due by the clocks of a game, and that one command has to wait for
DUE_MOST = 50


class CommandHandler:
    """Handles the commands of all games: known ids first, then the rules, then the durable append, then the result.

    `secret_of(game id)` derives a game's dice secret; `now()` gives server time in ms; `salts()` 32 fresh bytes.
    `log_keys` are those that sign heads, None where nobody does; `freezes` knows the games that take no commands.
    """

    def __init__(
        self,
        log: EventLog,
        rules_of: RulesOf,
        secret_of: Callable[[bytes], bytes],
        now: Callable[[], int],
        salts: Callable[[], bytes],
        *,
        log_keys: Keys | None = None,
        sessions: Sessions | None = None,
        freezes: Freezes | None = None,
    ) -> None:
        self.log = log
        self.rules_of = rules_of
        self.secret_of = secret_of
        self.now = now
        self.salts = salts
        self.log_keys = log_keys
        self.freezes = freezes or Freezes(MemoryKeys())
        self.sessions = sessions or Sessions(log, rules_of)
        self._meter = self.sessions.meter
        self._engine_of: Callable[[str], bytes] | None = None
        self._others: Processes | None = None
        self.registrar: Registrar | None = None
        self.rulings = Rulings(secret_of, salts, self._meter)

    def adopt_editions(self, engine_of: Callable[[str], bytes]) -> None:
        """Let games of earlier editions go on under this build's, whose digest `engine_of` gives by ruleset."""
        self._engine_of = engine_of

    def leave_to_others(self, processes: Processes) -> None:
        """Leave games of other editions to the processes that serve them."""
        self._others = processes

    def opens_elsewhere(self, ruleset: str) -> bool:
        """Whether new games are another process's: where we take nothing new, or do not have their ruleset."""
        if self._others is None or self._others.draining:
            return self._others is not None
        try:
            self.rules_of(ruleset)
        except KeyError:
            return bool(self._others.who_serves(ruleset, None))
        return False

    def require_here(self, session: Session) -> None:
        """Refuse a game of another edition that another process serves.

        Raises ServedElsewhere.
        """
        rules, edition = session.rules, session.protocol.edition
        if edition not in ("", rules.edition) and self._is_elsewhere(rules.name, edition):
            raise ServedElsewhere(rules.name, edition, session.game_id)

    def _is_elsewhere(self, ruleset: str, edition: str | None) -> bool:
        return self._others is not None and bool(self._others.who_serves(ruleset, edition))

    @contextmanager
    def _readable(self, game_id: bytes) -> Iterator[None]:
        """Leave a log that this release can not read to the process that can."""
        try:
            yield
        except EditionUnreadable as fault:
            if not self._is_elsewhere(fault.ruleset, fault.edition):
                raise
            raise ServedElsewhere(fault.ruleset, fault.edition, game_id) from fault
        except RulesetMissing as fault:
            if not self._is_elsewhere(fault.ruleset, None):
                raise
            # of its edition where somebody serves that: a game may have gone over to a later one
            edition = fault.edition if self._is_elsewhere(fault.ruleset, fault.edition) else None
            raise ServedElsewhere(fault.ruleset, edition, game_id) from fault

    async def is_opened(self, game_id: bytes) -> bool:
        """Whether a game is there once no command opens it any more: one goes on where its caller is cancelled.

        Raises StoreDown.
        """
        async with self.sessions.lock(game_id):
            return await self.log.exists(game_id)

    # -- commands

    async def submit(self, request: CommandRequest) -> CommandResult:
        """Adjudicate a command and append its entry durably; a retry gets the first result.

        Raises Rejected, StaleHead, CommandIdReused, GameUnknown, SeatTaken, GameFrozen, GameForgotten,
        EditionNotServed, EditionUnreadable, ServedElsewhere, OtherKeys, LogKeyLost, TooLong, Conflict, LogFault,
        StoreDown; whichever it is, no entry was written and nobody saw a die, unless StoreDown says that the outcome
        is unknown: then the log has to be read.
        """
        task = asyncio.ensure_future(self._submit_locked(request))
        # an error whose caller has gone is retrieved, so that nobody warns of it
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _submit_locked(self, request: CommandRequest) -> CommandResult:
        """Hold the lock inside the task, which goes on where its caller is cancelled."""
        async with self.sessions.lock(request.game_id):
            with self._readable(request.game_id):
                return await self._submit(request)

    async def _submit(self, request: CommandRequest) -> CommandResult:
        for _ in range(TRIES + 1):
            session = await self._session_for(request.game_id, request.command)
            self.require_here(session)
            require_seated(session.protocol, request)
            self.require_keys(session, changes_key=isinstance(request.command, ChangeLogKey))
            known = session.protocol.answered.get(request.command_id)
            if known is not None:
                return await self._repeat_result(session, known, request)
            await self.freezes.require_none(request.game_id)
            if self.registrar is not None and session.protocol.seq and not session.registered:
                await self.registrar.opened(session)
            if await self._adopts(session) or await self._changes_key(session, request.command):
                continue
            time = self._time(session)
            if await self._gives_due(session, time) or await self._shows_stretch(session, time):
                continue
            try:
                self._check(session, request)
                drafted, ruling = await self._rule(session, request, time)
                require_head(session, request, ruling)
            except (Rejected, StaleHead) as refusal:
                # another process may have written what makes the command known, or allowed
                if await self.sessions.refresh(session):
                    continue
                raise refused_on(refusal, session, time, request.actor.party) from refusal
            try:
                await self._append(session, drafted, ruling)
            except Conflict:
                await self.sessions.refresh(session)
                continue
            except StoreDown as fault:
                if fault.outcome_unknown and (result := await self._find_in_log(session, request)) is not None:
                    return result
                raise
            return await self._commit(session, drafted, ruling)
        raise Conflict(session.protocol.seq, session.protocol.head)

    async def _rule(self, session: Session, request: CommandRequest, time: int) -> tuple[Draft, Ruling[Any]]:
        """Rule on a command; where that goes back, the game as it stood then is folded from the log first."""
        games = dict[int, Any]()
        while True:
            try:
                return await self.rulings.rule(session, request, time, given_past(games))
            except PastNeeded as needed:
                if needed.seq in games:
                    raise
                games[needed.seq] = await past_game(session, needed.seq, self.log.read(request.game_id))

    async def _adopts(self, session: Session) -> bool:
        """Bring a game of an earlier edition under ours, by an entry that says so; whether there is a new entry."""
        protocol, ours = session.protocol, session.rules.edition
        # a game in which nothing is open any more stays as its own edition has ended it
        if protocol.edition == ours or self._engine_of is None or not session.game.stack:
            return False
        if not later_edition(ours, protocol.edition):
            return False
        command_id, command = adoption(session, self._engine_of(session.rules.name))
        try:
            written = await self._give(session, command_id, command)
        except Rejected as refusal:
            raise EditionNotServed(protocol.edition, ours) from refusal
        if written:
            log.warning("edition adopted", game=session.game_id.hex(), edition=ours, seq=protocol.seq)
        return True

    async def _changes_key(self, session: Session, command: Struct) -> bool:
        """Bring the heads of a game under the present log key, after a rotation; whether there is a new entry."""
        change = None if isinstance(command, ChangeLogKey) else key_change(session, self.log_keys)
        if change is None:
            return False
        if await self._give(session, *change):
            log.warning("log key changed", game=session.game_id.hex(), seq=session.protocol.seq)
        return True

    async def _gives_due(self, session: Session, time: int) -> bool:
        """Write what is due by the clocks of a game before anything else is; whether there is a new entry.

        Raises Conflict where more is due than is written at once: the clock goes on with it.
        """
        if session.protocol.edition != session.rules.edition:
            return False
        gaps = [self._others.outage] if self._others is not None and self._others.outage is not None else []
        for number in range(DUE_MOST):
            due = first_of(session.protocol, gaps)
            if due is not None and due.at <= time and number == 0:
                gaps += await self._frozen(session.game_id)
                due = first_of(session.protocol, gaps)
            if due is None or due.at > time:
                return number > 0
            try:
                await self._give(session, own_id(session.game_id, due), due.command, time)
            except Rejected as refusal:
                log.error(
                    "clock refused", game=session.game_id.hex(), kind=type(due.command).__name__, why=str(refusal)
                )
                return number > 0
            time = self._time(session)
        raise Conflict(session.protocol.seq, session.protocol.head)

    async def _shows_stretch(self, session: Session, time: int) -> bool:
        """Show the secret of a stretch of dice that is used up, so that no die is drawn from it any more."""
        due = stretch_due(session.protocol, self.secret_of)
        if due is None or due.at > time or session.protocol.edition != session.rules.edition:
            return False
        return await self._give(session, own_id(session.game_id, due), due.command, time)

    async def _frozen(self, game: bytes) -> list[Gap]:
        """Give when a game was last frozen, if ever."""
        gap = await self.freezes.gap(game)
        return [] if gap is None else [gap]

    async def _give(self, session: Session, command_id: bytes, command: Struct, time: int | None = None) -> bool:
        """Give a command of the service's own; False where another process has written something first.

        Raises Rejected, LogFault, StoreDown.
        """
        request = CommandRequest(session.game_id, command_id, command, Actor(SERVER_ROLE, TABLE, ""))
        now = self._time(session) if time is None else time
        drafted, ruling = self.rulings.adjudicate(session, request, now)
        try:
            await self._append(session, drafted, ruling)
        except Conflict:
            await self.sessions.refresh(session)
            return False
        await self._commit(session, drafted, ruling)
        return True

    async def _session_for(self, game_id: bytes, command: Struct) -> Session:
        session = await self.sessions.known(game_id)
        if session is not None:
            return session
        if isinstance(command, OpenGame):
            return Session(game_id, self.rules_of(command.ruleset), len(command.seats))
        raise GameUnknown(game_id.hex())

    def _check(self, session: Session, request: CommandRequest) -> None:
        protocol = session.protocol
        if type(request.command) not in session.rules.handlers:
            raise GameUnknown(request.game_id.hex())
        if session.game.stack and protocol.open_game is not None and protocol.edition != session.rules.edition:
            raise EditionNotServed(protocol.edition, session.rules.edition)
        check_signature(session.rules, protocol, request)
        if request.head is None or protocol.seq == 0:
            return
        seen = protocol.hashes.get(request.head)
        stack = session.game.stack
        opened = stack[-1].opened if stack else 0
        # what was decided before a ruling changed the game was decided on another game
        due = max(opened, protocol.last_by.get(request.actor.party, 0), protocol.docket.changed)
        if seen is None or seen < due:
            raise StaleHead(protocol.seq, protocol.head)

    def require_keys(self, session: Session, *, changes_key: bool = False) -> None:
        """Refuse a game whose promised dice this server can not roll, or whose heads it can not sign.

        Raises OtherKeys, and LogKeyLost but for the command that `changes_key`.
        """
        require_keys(session, self.secret_of, self.log_keys, changes_key=changes_key)

    def signs(self, session: Session) -> bool:
        """Whether this server can sign the heads of a game; what is over and revealed is shown without, too.

        Raises OtherKeys, LogKeyLost.
        """
        try:
            self.require_keys(session)
        except (OtherKeys, LogKeyLost):
            if session.protocol.secret is None:
                raise
            return False
        return True

    def _time(self, session: Session) -> int:
        times = session.protocol.times
        return max(self.now(), times[-1] if times else 0)

    async def _append(self, session: Session, drafted: Draft, ruling: Ruling[Any]) -> None:
        protocol = session.protocol
        seq, sealed = protocol.seq + 1, drafted.sealed_bytes()
        told = told_of(session.rules, ruling, drafted)
        try:
            await self.log.append(session.game_id, seq, protocol.head, drafted.data, sealed, told)
        except AppendRefused:
            self.freezes.suspect(session.game_id)
            await self.freezes.require_none(session.game_id)
            raise Conflict(protocol.seq, protocol.head) from None  # it was unfrozen meanwhile: rule again

    async def _commit(self, session: Session, drafted: Draft, ruling: Ruling[Any]) -> CommandResult:
        entry = make_entry(drafted.record.seq, drafted.data, drafted.sealed_bytes())
        opened = open_record(session.rules, drafted.record, drafted.openings)
        # the fork already holds what these events lead to; only the protocol state is still to be updated
        session.game = ruling.game
        update_protocol(session, drafted.record, opened, entry.hash)
        session.unnoted.append(entry)
        self._meter.committed(session.rules.name, ruling.rolls)
        # the questions of this entry: the session may go on to what another process has written meanwhile
        stack, clocks = session.game.stack, shown_clocks(session.protocol)
        await self.sessions.committed(session)
        return CommandResult(entry, drafted.record, opened, session, stack, clocks)

    async def _repeat_result(self, session: Session, seq: int, request: CommandRequest) -> CommandResult:
        entry = await self.log.entry(session.game_id, seq)
        if entry is None:
            raise LogFault("MISSING_ENTRY", seq, f"entry {seq} was acknowledged and is gone; restore the store")
        record, opened = reread_entry(session, entry)
        if record.actor != request.actor or opened.command != request.command:
            raise CommandIdReused(seq if record.actor == request.actor else None)
        here = seq == session.protocol.seq
        stack, clocks = (session.game.stack, shown_clocks(session.protocol)) if here else (None, None)
        return CommandResult(entry, record, opened, session, stack, clocks)

    async def _find_in_log(self, session: Session, request: CommandRequest) -> CommandResult | None:
        """After an append of unknown outcome: take the result from the log, never roll again."""
        await self.sessions.refresh(session)
        session = await self._session_for(request.game_id, request.command)
        known = session.protocol.answered.get(request.command_id)
        return None if known is None else await self._repeat_result(session, known, request)

    # -- reading

    @asynccontextmanager
    async def locked(self, game_id: bytes) -> AsyncIterator[Session]:
        """Hold a game at the head of its log while reading it.

        Raises GameUnknown, EditionUnreadable, ServedElsewhere, LogFault, StoreDown.
        """
        async with self.sessions.lock(game_id):
            with self._readable(game_id):
                session = await self.sessions.current(game_id)
            if session is None:
                raise GameUnknown(game_id.hex())
            self.require_here(session)
            yield session

    async def elsewhere(self, game_id: bytes) -> ServedElsewhere | None:
        """Say where a game is served, None where that is here or there is none.

        Raises LogFault, StoreDown.
        """
        try:
            async with self.locked(game_id):
                return None
        except ServedElsewhere as found:
            return found
        except (GameUnknown, EditionUnreadable):
            return None

    async def as_of(self, game_id: bytes, seq: int) -> Session:
        """Fold a game up to an earlier entry.

        Raises GameUnknown, LogFault, StoreDown.
        """
        async with self.locked(game_id) as session:
            rules, seats = session.rules, len(session.protocol.seats)
        return await fold_up_to(Session(game_id, rules, seats), self.log, seq)
