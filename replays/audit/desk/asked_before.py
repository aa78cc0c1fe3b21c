"""Which question was asked before, from the events of the log alone: what rewinds and corrections ask anew is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import Asked

IDS_PER_ENTRY = 10_000
# kinds that are not asked anew, and those that are another question each time
TRANSIENT = ("again", "consent", "roll_report", "roll_acknowledge")
OWN = ("again", "consent")
# Windows that may be open besides those that are asked anew: a forged log may ask without end.
BESIDES_MOST = 64

Question = tuple[Any, ...]


class _Open:
    """An open window, by its id, with the ones that it lies on."""

    def __init__(self, window: int, question: Question, below: _Open | None) -> None:
        self.window = window
        self.question = question
        self.below = below
        self.depth: int = 1 if below is None else below.depth + 1


class Course:
    """What is asked after every entry, and how long each question was asked, whether that stands or is void."""

    def __init__(self) -> None:
        self.step = 0
        self.open: list[_Open] = []
        self.windows: dict[int, tuple[Question, Window]] = {}
        self.entries: list[tuple[int, _Open | None]] = []
        self.waited: dict[tuple[int, Question], int] = {}
        self.used: dict[tuple[Question, int], tuple[int, int, int]] = {}

    @property
    def top(self) -> Question | None:
        """The innermost question."""
        return self.open[-1].question if self.open else None

    @property
    def place(self) -> tuple[int, Question | None]:
        """The innermost question, and at which step of the game it is asked."""
        return self.step, self.top

    def waited_here(self) -> int:
        """Give how long (ms) the innermost question was asked at this step."""
        return 0 if self.top is None else self.waited.get((self.step, self.top), 0)

    def question_of(self, window: int) -> Question | None:
        """Give what an open window asks."""
        return self.windows[window][0] if window in self.windows else None

    def window_of(self, question: Question | None) -> int | None:
        """Give the open window that asks a question."""
        return next((row.window for row in reversed(self.open) if row.question == question), None)

    def asks(self, window: int, party: int) -> bool:
        """Tell whether an open window asks a party."""
        return window in self.windows and party in self.windows[window][1].asks

    def play(self, event: Asked, closed: Sequence[Window]) -> None:
        """Follow a change of what is asked; `closed` are the windows that it has taken away."""
        known = {row.window: row.question for row in self.open[event.keep :]}
        for number in known:
            self.windows.pop(number, None)
        del self.open[event.keep :]
        if _without_consent(closed) != _without_consent(event.windows):
            self.step += 1
        for window in event.windows:
            self._push(window, known.get(window.id))

    def anew(self, event: Asked, seq: int, to: int | None) -> None:
        """Follow entry `seq`, which has asked all anew; where it went back to `to`, what was asked before that."""
        step, top = self.step, self.open[-1] if self.open else None
        if to is not None:
            step, top = self.entries[to - 2] if 1 < to <= len(self.entries) + 1 else (0, None)
        lasting: list[Question] = []
        if top is not None and top.depth <= len(event.windows) + BESIDES_MOST:
            while top is not None:
                lasting.append(top.question)
                top = top.below
            lasting = [question for question in reversed(lasting) if question[2] not in TRANSIENT]
        self.step, self.open, self.windows = step, [], {}
        for window in event.windows:
            number = window.id - seq * IDS_PER_ENTRY
            self._push(window, lasting[number] if 0 <= number < len(lasting) else None)

    def _push(self, window: Window, known: Question | None) -> None:
        place = window.id if window.kind in OWN else self.step
        question = known or (place, len(self.open), window.kind, tuple(window.subject))
        self.open.append(_Open(window.id, question, self.open[-1] if self.open else None))
        self.windows[window.id] = question, window

    def end(self) -> None:
        """Note what is asked after an entry."""
        self.entries.append((self.step, self.open[-1] if self.open else None))


def _without_consent(windows: Sequence[Window]) -> list[Window]:
    return [window for window in windows if window.kind != "consent"]
