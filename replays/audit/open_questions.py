"""What was open before every entry: the questions, and what the desk knew, from the events of the log alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.docket.docket import REDUCERS, Docket
from adjudicator.kernel.docket.heard import Heard
from adjudicator.kernel.messages import Asked, SealNext
from adjudicator.kernel.record.record import Actor
from replays.audit.entries import RawEntry

# what is asked is in `stacks`: a docket would copy the questions of every entry, and a forged log may ask without end
_KINDS = {kind.__name__: kind for kind in REDUCERS if kind is not Asked}


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


def dockets(entries: Sequence[RawEntry]) -> Iterator[tuple[RawEntry, Docket]]:
    """Give every entry with the docket before it, from the events of the log alone; good until the next."""
    docket = Docket()
    for raw in entries:
        yield raw, docket
        heard = Heard(raw.seq, raw.time, Actor(raw.role, raw.party, raw.key), SealNext(kind=None, fields=None))
        for kind, *fields in (event[0] for event in raw.events):
            if kind not in _KINDS:
                continue
            try:
                event = msgspec.convert([kind, *fields], _KINDS[kind])
            except msgspec.ValidationError:
                continue  # what can not be read is a finding at L2
            docket.hear(event, heard)
