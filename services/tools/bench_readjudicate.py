"""Re-adjudication of a whole game from its seed, as fast as it goes: for the bench."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.adjudicate import adjudicate
from adjudicator.kernel.dice import Roll
from adjudicator.kernel.docket import Docket
from adjudicator.kernel.log import Entry
from adjudicator.kernel.record import Filled, Record, decoder, fill, read_openings
from adjudicator.kernel.ruleset import Rules
from adjudicator.kernel.throws import SeededDice
from services.session import opening_of


class Differs(Exception):
    """The game came out differently: a measurement of it would mean nothing."""


def again(rules: Rules[Any], entries: list[Entry], secret: bytes) -> None:
    """Take every command again, with dice from the seed, and compare every event.

    Raises Differs.
    """
    first = decoder(rules).decode(entries[0].record)
    game: Any = rules.start(len(opening_of(entries[0]).seats))
    docket = Docket(first.game)
    read = decoder(rules).decode
    source, fixed = SeededDice(secret, bytes(32)), False
    for entry in entries:
        record = read(entry.record)
        filled = fill(rules, record, read_openings(entry.openings))
        if docket.transcript is not None and not fixed:
            source, fixed = SeededDice(secret, docket.transcript), True
        game = _one(rules, game, docket, (record, filled), source)
        docket.enter(record, filled, entry.hash)


def _one(rules: Rules[Any], game: Any, docket: Docket, taken: tuple[Record, Filled], source: SeededDice) -> Any:
    record, filled = taken
    ruling = adjudicate(rules, game, docket, record.actor.party, filled.command, source, record.time, fork=False)
    if tuple(ruling.events) != filled.events or _by_stream(ruling.rolls) != _by_stream(filled.rolls):
        raise Differs(f"entry {record.seq} came out differently")
    return ruling.game


def _by_stream(rolls: Sequence[Roll]) -> list[Roll]:
    """Order throws by stream: a record does not say how hidden and open throws were mixed."""
    return sorted(rolls, key=lambda roll: (roll.stream, roll.index))


__all__ = ["Differs", "again"]
