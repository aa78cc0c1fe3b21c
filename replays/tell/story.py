"""A game told in a few lines: who played what, what came of it, entry numbers where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import MsgspecError, Struct

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.record import decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import counted
from replays.bundle import Bundle
from replays.tell.options_line import options_line


def story(bundle: Bundle, rules: LoadedRuleset[Any]) -> list[str]:
    """Tell a game.

    Raises ValueError where an entry can not be read.
    """
    seats, events = _read(bundle, rules)
    opening = f"{rules.name}, {' against '.join(seats)}, {counted(len(bundle.records), 'entry', 'entries')}"
    return [opening, *told_of(events, seats, rules)]


def told_of(events: Sequence[tuple[int, Struct]], seats: Sequence[str], rules: LoadedRuleset[Any]) -> list[str]:
    """Tell what came of a game from its events, as (entry, event), under the options that it was played with."""
    options = next((found for _, event in events if (found := getattr(event, "options", None)) is not None), None)
    played = options_line(options if isinstance(options, Struct) else None, rules.labels)
    return [*([played] if played else []), *rules.summarise(seats, events)]


def events_of(bundle: Bundle, rules: LoadedRuleset[Any]) -> list[tuple[int, Struct]]:
    """List the events of a replay file as (entry, event).

    Raises ValueError where an entry can not be read.
    """
    return _read(bundle, rules)[1]


def _read(bundle: Bundle, rules: LoadedRuleset[Any]) -> tuple[tuple[str, ...], list[tuple[int, Struct]]]:
    read = decoder(rules)
    seats: tuple[str, ...] = ()
    events: list[tuple[int, Struct]] = []
    for place, record in enumerate(bundle.records, start=1):
        try:
            entry = read.decode(record)
        except MsgspecError as fault:
            raise ValueError(f"entry {place} can not be read under this release: {fault}") from fault
        if isinstance(entry.command.body, OpenGame):
            seats = tuple(seat.name for seat in entry.command.body.seats)
        events.extend((entry.seq, event) for event, _ in entry.events)
    return seats, events
