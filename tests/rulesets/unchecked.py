"""A table that checks nothing twice, for tests of something else in long games: kit's own tables and playouts do."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.record import OpenedRecord
from tests.kit import Table


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
