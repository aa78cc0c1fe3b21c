"""What was asked before every entry, from the events of the log alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import Asked
from replays.audit.entries import RawEntry


def stacks(entries: Sequence[RawEntry]) -> Iterator[tuple[RawEntry, list[Window]]]:
    """Give every entry with the windows that were open before it, from the events of the log alone.

    It is one list for all of them, and good until the next: a forged log may ask more and more.
    """
    stack: list[Window] = []
    for raw in entries:
        yield raw, stack
        fields = raw.event("Asked")
        if fields is None:
            continue
        try:
            asked = msgspec.convert(["Asked", *fields], Asked)
        except msgspec.ValidationError:
            continue
        stack[asked.keep :] = asked.windows
