"""Throws beside the events that tell of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll
from adjudicator.kernel.messages import Corrected, ResultReached, Rewound, ThrowDrawn
from adjudicator.kernel.record.record import OpenedRecord
from adjudicator.kernel.texts import BESIDE

Told: TypeAlias = tuple[Struct | None, Sequence[str]]


class Drawn:
    """Throws of the table that were drawn from the seed, since their rollers were silent.

    The log has each twice: as the row that was drawn, and as faces of the command that waited for it, now or later.
    """

    def __init__(self) -> None:
        self._waiting: list[Roll] = []

    def without(self, opened: OpenedRecord) -> list[Roll]:
        """Give the throws of an entry, each drawn one once: where it was drawn."""
        drawn = [event.faces for event, _ in opened.events if isinstance(event, ThrowDrawn)]
        self._waiting += [roll for roll in opened.rolls if roll.stream == PUBLIC and roll.faces in drawn]
        found = [roll for roll in opened.rolls if not self._is_again(roll)]
        if any(isinstance(event, Corrected | ResultReached | Rewound) for event, _ in opened.events):
            self._waiting = []  # the command that waited is dropped
        return found

    def _is_again(self, roll: Roll) -> bool:
        same = (row for row in self._waiting if roll.stream == REPORTED and _throw(row) == _throw(roll))
        drawn = next(same, None)
        if drawn is not None:
            self._waiting.remove(drawn)
        return drawn is not None


def _throw(roll: Roll) -> tuple[int, tuple[int, ...], str, int]:
    return roll.sides, roll.faces, roll.why, roll.roller


def beside(
    events: Sequence[tuple[Struct, Sequence[str]]], rolls: Sequence[Roll], places: Mapping[str, str]
) -> Iterator[tuple[Told, Sequence[Roll]]]:
    """Give each event of an entry with the throws that it tells of, in order.

    `places` names by the throw's name the kinds of events that hold its faces, as `Event`, where its fields of faces
    are meant, or `Event.field`; those of the table's own throws are added. A throw whose faces no event holds stands
    with the first event of those kinds that has none of its name yet, and where there is no such event, first of all.
    """
    left = list(rolls)
    places = {**BESIDE, **places}
    told = [_take(event, left, places) for event, _ in events]
    _place_rest([event for event, _ in events], told, left, places)
    if left:
        yield (None, ()), left
    yield from zip(events, told, strict=True)


def _take(event: Struct, left: list[Roll], places: Mapping[str, str]) -> list[Roll]:
    """Take the throws of an event from those that are left."""
    found: list[Roll] = []
    held: dict[frozenset[str], Counter[int]] = {}
    for roll in tuple(left):
        fields = _fields(type(event).__name__, places.get(roll.why, ""))
        if fields is None:
            continue
        there = held.setdefault(fields, Counter(_faces(event, fields)))
        if not Counter(roll.faces) <= there:
            break
        there.subtract(roll.faces)
        found.append(roll)
        left.remove(roll)
    return found


def _place_rest(
    events: Sequence[Struct], told: Sequence[list[Roll]], left: list[Roll], places: Mapping[str, str]
) -> None:
    """Put throws beside events that say what came of them and not their faces, as of a length or a value."""
    for roll in tuple(left):
        of_kind = [
            rolls
            for event, rolls in zip(events, told, strict=True)
            if _fields(type(event).__name__, places.get(roll.why, "")) is not None
        ]
        free = [rolls for rolls in of_kind if all(row.why != roll.why for row in rolls)]
        if of_kind:
            (free or of_kind)[0].append(roll)
            left.remove(roll)


def _fields(kind: str, places: str) -> frozenset[str] | None:
    """Name the fields of a kind of event that hold a throw's faces: none for those of faces; None for no such event."""
    named = [place.partition(".") for place in places.split()]
    found = [field for event, _, field in named if event == kind]
    return frozenset(filter(None, found)) if found else None


def _faces(value: object, fields: frozenset[str], *, counts: bool = False) -> Iterator[int]:
    """Give the faces that a message holds, nested ones too."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _faces(getattr(value, name), fields, counts=name in fields if fields else "face" in name)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _faces(item, fields, counts=counts)
    elif counts and isinstance(value, int) and not isinstance(value, bool):
        yield value
