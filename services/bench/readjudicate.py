"""Re-adjudication of a whole game from its seed, as fast as it goes: for the bench."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.adjudicate import History, adjudicate
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.log import Entry
from adjudicator.kernel.record.record import OpenedRecord, Record, decoder, open_record, read_opened_parts
from adjudicator.kernel.ruleset import LoadedRuleset
from services.sessions.session import terms_of


class Differs(Exception):
    """The game came out differently, so that a measurement of it would mean nothing."""


def readjudicate(rules: LoadedRuleset[Any], entries: list[Entry], secret: bytes) -> None:
    """Take every command again, with dice from the seed, and compare every event.

    Raises Differs.
    """
    first = decoder(rules).decode(entries[0].record)
    game: Any = rules.start(len(terms_of(entries[0]).seats))
    protocol = ProtocolState(first.game)
    read = decoder(rules).decode
    history = History(rules, protocol, len(terms_of(entries[0]).seats))
    source, fixed = SeededDice(secret, bytes(32)), False
    for entry in entries:
        record = read(entry.record)
        opened = open_record(rules, record, read_opened_parts(entry.openings))
        if protocol.transcript is not None and not fixed:
            source, fixed = SeededDice(secret, protocol.transcript), True
        game = _one(rules, game, protocol, (record, opened), source, history)
        protocol.enter(record, opened, entry.hash)
        history.add(record, opened)


def _one(
    rules: LoadedRuleset[Any],
    game: Any,
    protocol: ProtocolState,
    taken: tuple[Record, OpenedRecord],
    source: SeededDice,
    history: History[Any],
) -> Any:
    record, opened = taken
    ruling = adjudicate(
        rules,
        game,
        protocol,
        record.actor.party,
        opened.command,
        source,
        record.time,
        fork=False,
        by=record.actor,
        past=history.game,
    )
    if tuple(ruling.events) != opened.events or _by_stream(ruling.rolls) != _by_stream(opened.rolls):
        raise Differs(f"entry {record.seq} came out differently")
    return ruling.game


def _by_stream(rolls: Sequence[Roll]) -> list[Roll]:
    """Order throws by stream: a record does not say how hidden and open throws were mixed."""
    return sorted(rolls, key=lambda roll: (roll.stream, roll.index))
