"""The chances of the throws of a game, entry by entry: the page of a game and its statistics have them from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.labels import Known, Odds, rolled_off
from adjudicator.kernel.messages import DisputeRolledOff
from adjudicator.kernel.ruleset import LoadedRuleset


class Chances:
    """Asks a ruleset for the chances of each event of one game, in order."""

    def __init__(self, rules: LoadedRuleset[Any]) -> None:
        self._luck = rules.labels.luck
        self.known = Known()

    def of(self, event: Struct, rolls: Sequence[Roll]) -> tuple[Odds, ...]:
        """Give the chances of an event's throws; `rolls` are those that are told with it (replays.tell.throws)."""
        if self._luck is None:
            return ()
        self.known.rolls = rolls
        if isinstance(event, DisputeRolledOff):
            return tuple(rolled_off(rolls, event.winner))
        return tuple(self._luck(event, self.known))
