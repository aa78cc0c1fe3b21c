"""The steps of Boards that a party is sent of a game in memory: what is told of an entry, and the board after it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from replays.tell.moments import Moment
from replays.tell.scenes import SceneWriter
from services.boards.drawing import drawn_of
from services.boards.telling import Telling

# drawn after one entry in so many: the marks of an entry say what its events say, which are told of every one
ONE_IN = 4


class ShownBoards:
    """The boards of one game for one party; it looks after every entry."""

    def __init__(self, table: Any, viewer: int) -> None:
        course: Any = SimpleNamespace(rules=table.rules, names=table.protocol.seats)
        self.telling = Telling(course, viewer)
        self.writer = SceneWriter(table.rules, table.protocol.seats, viewer) if table.rules.scene is not None else None

    def shown(self, table: Any) -> list[bytes]:
        """Give all that is sent of the last entry, in bytes."""
        made = table.drafts[-1]
        found = [self.telling.tell(made.record, made.openings)]
        if self.writer is not None:
            moment = Moment(made.record.seq, made.record, made.openings, table.game, table.protocol)
            view = self.writer.take(moment)
            if moment.seq % ONE_IN == 0:
                drawn = drawn_of(self.writer, moment, view)
                found += [drawn.scene, drawn.counts, drawn.look.encode()]
        return found
