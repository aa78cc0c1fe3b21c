"""Which question is which: one that is asked anew, or again at its place after a rewind, is the one that it was."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, TypeAlias

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import IDS_PER_ENTRY, Stack, Window

CONSENT: Final = "consent"
# what a ruling that asks all questions anew drops, and what is a question of its own each time it is asked
DROPPED: Final = frozenset({"again", CONSENT, "roll_report", "roll_acknowledge"})
EACH_ITS_OWN: Final = frozenset({"again", CONSENT})

# where it was first asked (step of the game, depth in the stack), the kind of its window, and what it is about; of what
# is a question of its own each time the window stands for the step
Question: TypeAlias = tuple[int, int, str, tuple[str, ...]]


class Place(Struct, frozen=True, gc=False):
    """Where a game stands after an entry.

    `step` is how often play has changed what is asked, on the path of the entry; `asked` are the questions of the open
    windows, the outermost first.
    """

    step: int = 0
    asked: tuple[Question, ...] = ()

    @property
    def top(self) -> Question | None:
        """The innermost question."""
        return self.asked[-1] if self.asked else None


class Used(Struct, frozen=True, gc=False):
    """What a question has used of a seat's time, ms: what is left of its delay, and how long it stood after the flag.

    `flag` is the entry of the fall that the second is counted from.
    """

    seat: Party
    free: int
    after: int
    flag: int


class Spent(Struct, frozen=True, gc=False):
    """How long (ms) a question was innermost at a step, and what it has used of the time of seats."""

    waited: int
    used: tuple[Used, ...] = ()


class Questions:
    """What all questions have used, whether they stand or are void; grows with the log, and a fork only reads it.

    `places` has one place for every entry in order; `spent` is by the question for the step at which it was first
    asked, and for what it has used of the time of seats; by the step and the question for later steps. Nothing is
    `kept` in games in which nobody's time runs.
    """

    __slots__ = ("kept", "places", "spent")

    def __init__(self) -> None:
        self.kept = False
        self.places: list[Place] = []
        self.spent: dict[Question | tuple[int, Question], Spent] = {}

    def waited_at(self, place: Place) -> int:
        """Give how long (ms) the innermost question of a place was asked there, whether that stands or is void."""
        found = None if place.top is None else self.spent.get(_key(place.step, place.top))
        return found.waited if found is not None else 0

    def used_of(self, place: Place, seat: Party) -> Used | None:
        """Give what the innermost question has used of a seat's time; None where it was not asked before."""
        found = None if place.top is None else self.spent.get(place.top)
        return None if found is None else next((used for used in found.used if used.seat == seat), None)

    def keep(self, place: Place, waited: int, used: tuple[Used, ...]) -> None:
        """Keep how long (ms) the innermost question was asked, and what it has used of the time of these seats."""
        top = place.top
        if top is None:
            return
        key = _key(place.step, top)
        if key is not top:
            self.spent[key] = Spent(waited)
        before = self.spent.get(top)
        if before is not None:
            seats = [row.seat for row in used]
            used = (*used, *(row for row in before.used if row.seat not in seats))
        if key is top:
            self.spent[top] = Spent(waited, used)
        elif used:
            self.spent[top] = Spent(before.waited if before is not None else 0, used)

    # -- from one entry to the next

    def after_play(self, before: Place, old: Stack, new: Stack) -> Place:
        """Give the place after play, or a proposal, has changed what is asked."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(old, new, strict=False)))
        step = before.step if _of_play(old[same:]) == _of_play(new[same:]) else before.step + 1
        known = {window.id: question for window, question in zip(old[same:], before.asked[same:], strict=False)}
        opened = (known.get(window.id) or _new(step, depth, window) for depth, window in enumerate(new[same:], same))
        return Place(step, (*before.asked[:same], *opened))

    def asked_anew(self, before: Place, to: int | None, new: Stack, seq: int) -> Place:
        """Give the place after entry `seq` has asked all questions anew; where it went back to `to`, those of then."""
        base = before if to is None else self.places[to - 2] if to > 1 else Place()
        lasting = [question for question in base.asked if question[2] not in DROPPED]
        return Place(base.step, tuple(_renewed(lasting, base.step, row, seq) for row in enumerate(new)))


def _key(step: int, question: Question) -> Question | tuple[int, Question]:
    return question if question[0] == step else (step, question)


def _renewed(lasting: Sequence[Question], step: int, row: tuple[int, Window], seq: int) -> Question:
    """Give the question that a window asks anew, by the order in which they were asked anew."""
    depth, window = row
    number = window.id - seq * IDS_PER_ENTRY
    return lasting[number] if 0 <= number < len(lasting) else _new(step, depth, window)


def _new(step: int, depth: int, window: Window) -> Question:
    return window.id if window.kind in EACH_ITS_OWN else step, depth, window.kind, window.subject


def _of_play(stack: Stack) -> list[Window]:
    return [window for window in stack if window.kind != CONSENT]
