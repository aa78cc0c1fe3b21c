"""Serves Boards: the steps of a game, and those that come, each put together of parts that others are given too."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING, Final

import grpc

from adjudicator.kernel.record.log import LogFault
from adjudicator.kernel.record.record import read_opened_parts
from replays.page.packing import KEYFRAME
from replays.tell.moments import Moment
from replays.tell.scenes import SceneWriter
from services.boards.course import Course, entry_part, state_part
from services.boards.drawing import Drawing, Drawn, drawn_of
from services.boards.telling import Telling
from services.rpc.access.seen_games import delay_of
from services.rpc.methods import methods_of
from services.rpc.watch import last_of
from services.sessions.session import reread_entry
from services.slices import Paced
from wargame.v1 import boards_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.decide.parties import Party
    from services.games.command_handler import CommandHandler
    from services.rpc.access.credentials import Credential
    from services.rpc.access.interceptor import AccessInterceptor, ServerStreamCall
    from services.rpc.watch import Watch
    from services.sessions.session import Session

SERVICE: Final = "wargame.v1.Boards"
# Games whose course is kept though nobody looks at them any more.
KEPT: Final = 32


class Looked:
    """A game that is looked at: its course, and what is told and drawn to each party."""

    def __init__(self, course: Course, paced: Paced[str]) -> None:
        self.course = course
        self._paced = paced
        self._parties: dict[Party, tuple[Telling, Drawing]] = {}
        self.readers = 0

    def party(self, viewer: Party) -> tuple[Telling, Drawing]:
        """Give what is told and drawn to a party."""
        if viewer not in self._parties:
            self._parties[viewer] = Telling(self.course, viewer), Drawing(self.course, viewer, self._paced)
        return self._parties[viewer]


class Joiner:
    """Puts the steps of one stream together: what its reader has had before is not sent again."""

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole
        self._last = 0
        self._since = 0
        self._look = ""

    def board(self, drawn: Drawn | None) -> bytes:
        """Write the board of the next step."""
        if drawn is None:
            return b""
        self._since += 1
        change = drawn.change if self._last == drawn.seq - 1 and self._since < KEYFRAME and not self._whole else None
        if change is None:
            self._since = 0
        self._last = drawn.seq
        found = (drawn.scene if change is None else change) + drawn.counts
        if drawn.look != self._look:
            self._look = drawn.look
            found += boards_pb2.BoardStep(look=drawn.look).SerializeToString()
        return found

    def forget(self) -> None:
        """Send the next board whole."""
        self._last = 0


class Boards:
    """Serves Boards of games of every ruleset."""

    def __init__(self, command_handler: CommandHandler, watch: Watch) -> None:
        self._command_handler = command_handler
        self._watch = watch
        self._looked: OrderedDict[tuple[bytes, bool], Looked] = OrderedDict()
        self._paced: Paced[str] = Paced()

    def handler(self, interceptor: AccessInterceptor) -> grpc.GenericRpcHandler:
        """Make the handler of the service."""
        methods = methods_of(SERVICE)
        calls: dict[str, ServerStreamCall] = {"WatchBoards": self.watch, "ReadBoards": self.read}
        handlers = {name: interceptor.server_stream(methods[name], call) for name, call in calls.items()}
        return grpc.method_handlers_generic_handler(SERVICE, handlers)

    async def read(self, credential: Credential, request: boards_pb2.ReadBoardsRequest) -> AsyncGenerator[bytes, None]:
        """Give the steps after `after` up to `up_to`."""
        session, credential = await self._watch.session_of(credential, request.game)
        last = last_of(session, request)
        with self._looking(session, credential) as looked:
            await looked.course.reach(last)
            telling, drawing = looked.party(credential.viewer)
            first = {boards_pb2.DRAWN_LAST: last, boards_pb2.DRAWN_NONE: last + 1}.get(request.drawn, request.after + 1)
            joiner = Joiner(whole=request.whole)
            async with aclosing(drawing.several(first, last)) as boards:
                for seq in range(request.after + 1, last + 1):
                    board = joiner.board(await anext(boards)) if seq >= first else b""
                    yield looked.course.public(seq) + await telling.told(seq) + board

    async def watch(
        self, credential: Credential, request: boards_pb2.WatchBoardsRequest
    ) -> AsyncGenerator[bytes, None]:
        """Give the steps after `after`, or the board as it stands, and then those that come."""
        session, narrowed = await self._watch.session_of(credential, request.game)
        joiner = Joiner(whole=request.whole)
        with self._looking(session, narrowed) as looked:
            if not request.HasField("after"):
                request.after, request.hash = session.protocol.seq, session.protocol.head
                yield await self._as_it_stands(session, narrowed.viewer, joiner)
            async with aclosing(self._watch.entries(credential, request)) as steps:
                async for step in steps:
                    seq = step.entry.seq
                    await looked.course.reach(seq)
                    telling, drawing = looked.party(step.credential.viewer)
                    told, drawn = await telling.told(seq), await drawing.drawn(seq)
                    yield looked.course.public(seq) + told + joiner.board(drawn)

    async def _as_it_stands(self, session: Session, viewer: Party, joiner: Joiner) -> bytes:
        """Write the board after the last entry without what came before it, so that nobody waits for that."""
        # the session goes on meanwhile: first what is of this entry
        seq, game, state = session.protocol.seq, session.game.fork(), state_part(session)
        entry = await self._command_handler.log.entry(session.game_id, seq)
        if entry is None:
            raise LogFault("MISSING_ENTRY", seq, f"entry {seq} was read before and is gone; restore the store")
        record, _ = reread_entry(session, entry)
        found = entry_part(entry, record) + state
        if session.rules.scene is None:
            return found
        writer = SceneWriter(session.rules, session.protocol.seats, viewer)
        moment = Moment(seq, record, read_opened_parts(entry.openings), game, session.protocol)
        drawn = await self._paced.work(session.rules.name, lambda: drawn_of(writer, moment, writer.take(moment)))
        found += joiner.board(drawn)
        joiner.forget()  # it has no marks: what comes next differs from another board than this
        return found

    @contextmanager
    def _looking(self, session: Session, credential: Credential) -> Iterator[Looked]:
        """Give a game that somebody looks at; it is kept while he does, and the latest besides.

        Who sees it late has another course than who sees it as it stands: nothing later can be in it.
        """
        key = session.game_id, delay_of(session, credential) > 0
        looked = self._looked.get(key)
        if looked is None:
            looked = self._looked[key] = Looked(Course(self._command_handler.log, session), self._paced)
        self._looked.move_to_end(key)
        looked.readers += 1
        try:
            yield looked
        finally:
            looked.readers -= 1
            idle = [at for at, row in self._looked.items() if not row.readers]
            for at in idle[: max(0, len(idle) - KEPT)]:
                del self._looked[at]
