"""The boards of a game for one party, drawn when they are asked for, the latest kept for all who look on as it."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from adjudicator.kernel.scene import to_json
from replays.page.boards import totals
from replays.page.document import look
from replays.page.packing import difference
from replays.tell.moments import Moment
from replays.tell.scenes import SceneWriter
from services.slices import Paced
from wargame.v1 import boards_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.decide.parties import Party
    from services.boards.course import Course

# Boards of a party that are kept, the latest: those who watch are never further apart for long.
KEPT: Final = 4
Plain = dict[str, Any]


class Drawn(Struct, frozen=True):
    """The board after an entry: as a value, as JSON, and as JSON of what differs from the one an entry before.

    `change` is None where that one is not known. All but `plain` and `look`, which is JSON, are parts of a BoardStep.
    """

    seq: int
    plain: Plain
    scene: bytes
    change: bytes | None
    look: str
    counts: bytes


class Drawing:
    """Draws a game for one party; of a ruleset that draws none there is nothing."""

    def __init__(self, course: Course, viewer: Party, paced: Paced[str]) -> None:
        self._course = course
        self._viewer = viewer
        self._paced = paced
        self._kept: OrderedDict[int, Drawn] = OrderedDict()
        self._lock = asyncio.Lock()
        self._writer: tuple[int, SceneWriter] | None = None

    async def drawn(self, seq: int) -> Drawn | None:
        """Give the board after an entry that was reached; those who want it at once share it.

        Raises LogFault, StoreDown.
        """
        async with self._lock, aclosing(self.several(seq, seq)) as boards:
            return await anext(boards)

    async def several(self, first: int, last: int) -> AsyncGenerator[Drawn | None, None]:
        """Give the boards after these entries, which were reached.

        Raises LogFault, StoreDown.
        """
        at = first
        while at <= last and (self._course.rules.scene is None or at in self._kept):
            yield self._kept.get(at)
            at += 1
        if at > last:
            return
        writer, before = self._writer_at(at - 1), self._kept.get(at - 1)
        # the entry before the first is looked at: marks are against its View
        start = at if writer.view is not None else max(at - 1, 1)
        async with aclosing(self._course.moments(start, last)) as moments:
            async for moment in moments:
                draw = partial(_draw, writer, moment, before, first=at)
                before = await self._paced.work(self._course.rules.name, draw)
                if moment.seq >= at and before is not None:
                    self._keep(before)
                    yield before
        self._writer = last, writer

    def _writer_at(self, seq: int) -> SceneWriter:
        """Take the writer that has drawn this entry last, or a fresh one."""
        found, self._writer = self._writer, None
        if found is not None and found[0] == seq:
            return found[1]
        return SceneWriter(self._course.rules, self._course.names, self._viewer)

    def _keep(self, drawn: Drawn) -> None:
        self._kept[drawn.seq] = drawn
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _draw(writer: SceneWriter, moment: Moment, before: Drawn | None, *, first: int) -> Drawn | None:
    """Draw the board after an entry; one before the first is only looked at, for the marks of the next."""
    view = writer.take(moment)
    if moment.seq < first:
        return before
    return drawn_of(writer, moment, view, before)


def drawn_of(writer: SceneWriter, moment: Moment, view: Struct, before: Drawn | None = None) -> Drawn:
    """Draw the moment that was taken last."""
    scene = writer.scene(moment)
    text = to_json(scene)
    plain: Plain = json.loads(text)
    return Drawn(
        moment.seq,
        plain,
        _part(scene=text.decode()),
        None if before is None else _part(change=_json(difference(before.plain, plain))),
        _json(look([{"key": plain}])),
        _part(counts=_counts(totals(view, scene, writer.seats))),
    )


def _counts(rows: Iterable[tuple[str, int]]) -> Iterator[boards_pb2.Count]:
    for name, value in rows:
        words, _, seat = name.rpartition(" ")
        yield boards_pb2.Count(name=words, seat=int(seat), value=value)


def _json(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _part(**fields: Any) -> bytes:
    return boards_pb2.BoardStep(**fields).SerializeToString()
