"""The entry that an event stands in, as the docket hears of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.record.record import Actor


class EntryNote(Struct, frozen=True):
    """What rulings about an entry have to know: who gave what, the kinds of its events, and where it threw dice.

    `command` and `rolls` are kept of entries with dice alone.
    """

    actor: Actor
    kind: type[Struct]
    events: tuple[type[Struct], ...]
    command: Struct | None = None
    rolls: tuple[Roll, ...] = ()


class Heard(Struct, frozen=True):
    """Number, server time (ms), actor and command of an entry."""

    seq: int
    time: int
    actor: Actor
    command: Struct


# takes what an event says into the docket; checks nothing, looks nothing up
DocketReducer: TypeAlias = Callable[[Any, Any, Heard], None]
DocketReducers: TypeAlias = Mapping[type[Struct], DocketReducer]
