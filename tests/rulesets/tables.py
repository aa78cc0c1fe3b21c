"""Tables that check less than the kit's: with one picture of the board after a command, or with nothing twice."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR, Party
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.record import OpenedRecord
from tests.kit import Table

FIRST = 2
"""The entry of the first command after a game was opened: the board is drawn for seat 0 then."""


class DrawnInTurn(Table):
    """A game in memory, checked twice, whose board is drawn as text for one party in turn after each command.

    Seats come first. Everything else of the views is checked for all of them: the pictures take longer than all that,
    and are alike.
    """

    def _compare(self, command: Struct) -> None:
        whole = self.rules
        parties = (*range(len(self.opening.seats)), REFEREE, SPECTATOR)
        due = parties[(self.protocol.seq - FIRST) % len(parties)]

        def view(game: Any, party: Party) -> Struct:
            return whole.view(game, party) if party == due else whole.bot_view(game, party)

        self.rules = changed(whole, view=view)
        try:
            super()._compare(command)
        finally:
            self.rules = whole


class UncheckedTable(Table):
    """A game in memory without the kit's double checks, which other tests make."""

    def _compare(self, command: Struct) -> None:
        """Nothing is checked twice."""

    def _enter(self, ruling: Any, made: Any, command: Struct) -> None:
        record = made.record
        opened = OpenedRecord(command, tuple(ruling.events), tuple(ruling.rolls), whole=True)
        self.protocol.enter(record, opened, entry_hash(made.data))
        self.game = ruling.game
        suspended = self.game.suspended
        if suspended is not None and suspended.seq == 0:
            self.game.suspended = replace(suspended, seq=record.seq)
        self.drafts.append(made)
        self.log.append(opened)
        self.ruled, self.opened, self.rolls = opened.events, opened, tuple(ruling.rolls)
