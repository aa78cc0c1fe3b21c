"""Rulings on commands: each adjudicated on a fork of its game, with the entry that it would become."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.past import Past, no_past
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import EditionAdopted, OpenGame
from adjudicator.kernel.record.record import Draft, EntryMetadata, draft
from services.games.refusals import TooLong
from services.games.requests import CommandRequest
from services.games.timing.stretches import seeded_dice
from services.sessions.meter import Meter
from services.sessions.session import Session
from services.sessions.state_hashes import state_hashes
from services.slices import SLICE_SECONDS, aside

ENTRIES_MOST = 50_000
# Beyond these only what ends the game, and what follows its end.
ENTRIES_TO_CLOSE = 1_000
# What is left of a kind's longest ruling with every ruling after it.
FADING = 0.9


class Rulings:
    """Rules on commands; `secret_of(game id)` derives a game's dice secret, `salts()` gives 32 fresh bytes."""

    def __init__(self, secret_of: Callable[[bytes], bytes], salts: Callable[[], bytes], meter: Meter) -> None:
        self._secret_of = secret_of
        self._salts = salts
        self._meter = meter
        self._dearest: dict[type[Struct], float] = {}

    async def rule(
        self, session: Session, request: CommandRequest, time: int, past: Past[Any] = no_past
    ) -> tuple[Draft, Ruling[Any]]:
        """Adjudicate; beside the event loop where the command is large, or those of its kind have taken long."""
        kind = type(request.command)
        dearest = self._dearest.get(kind, 0.0)
        if request.large or dearest > SLICE_SECONDS:
            return await aside(self.adjudicate, session, request, time, past)
        return self.adjudicate(session, request, time, past)

    def _note_seconds(self, kind: type[Struct], seconds: float) -> None:
        """Keep what a kind of command has taken at most; it fades, so that one slow ruling is forgotten in time."""
        dearest = max(seconds, FADING * self._dearest.get(kind, 0.0))
        if dearest > SLICE_SECONDS:
            self._dearest[kind] = dearest
        else:
            self._dearest.pop(kind, None)

    def adjudicate(
        self, session: Session, request: CommandRequest, time: int, past: Past[Any] = no_past
    ) -> tuple[Draft, Ruling[Any]]:
        """Adjudicate, and draft the entry; Rejected, TooLong, PastNeeded."""
        protocol, rules = session.protocol, session.rules
        secret = self._secret_of(request.game_id)
        source = seeded_dice(protocol, secret)
        began, used = perf_counter(), thread_time()
        try:
            ruling = adjudicate(
                rules,
                session.game,
                protocol,
                request.actor.party,
                request.command,
                source,
                time,
                by=request.actor,
                past=past,
            )
        finally:
            self._note_seconds(type(request.command), thread_time() - used)
        self._meter.ruled(rules.name, perf_counter() - began)
        if ruling.rolls and protocol.transcript is None:
            message = "dice were rolled before the contributions were closed"
            raise AssertionError(message)
        seats = len(request.command.seats) if isinstance(request.command, OpenGame) else len(protocol.seats)
        _require_room(protocol.seq, ruling)
        metadata = EntryMetadata(
            request.game_id,
            protocol.head,
            time,
            request.actor,
            request.command_id,
            request.head,
            request.signature,
            request.salt,
        )
        state = state_hashes(rules, ruling, secret, protocol.transcript)
        command, events, rolls = request.command, ruling.events, ruling.rolls
        return draft(rules, metadata, ruling.seq, command, events, rolls, seats, state, self._salts), ruling


def _require_room(seq: int, ruling: Ruling[Any]) -> None:
    """Refuse an entry too many; a game that is full can still be ended, though by no die.

    Raises TooLong.
    """
    adopts = any(isinstance(event, EditionAdopted) for event, _ in ruling.events)
    over = adopts or (ruling.game.result is not None and not ruling.rolls)
    if seq >= ENTRIES_MOST + ENTRIES_TO_CLOSE * over:
        raise TooLong(f"the game holds {seq} entries, the most a game may have: end it")
