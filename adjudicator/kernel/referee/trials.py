"""Commands that are tried before they are due: on a fork, and with dice that are none of the game's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.dice.wgdice import PUBLIC, Throw
from adjudicator.kernel.record.mpint import encode


class OtherDice:
    """Faces that are none of the game's: what a command is tried with tells nothing."""

    def __init__(self) -> None:
        self._dice = SeededDice(bytes(32), bytes(32))

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Give any faces."""
        return self._dice.throw(replace(ask, stream=PUBLIC))


class NotCarriedOut(Exception):
    """A command that the contract's own checks would not have let pass brings the rules to stumble."""


def try_out(ruling: Ruling[Any], given: Struct, party: Party, prepare: Callable[[Ruling[Any]], Party]) -> None:
    """Carry a command out on a fork; `prepare` readies the trial and gives as whom it is given.

    Raises Rejected as the command would, and NotCarriedOut for whatever else goes wrong: its values come from outside
    of the contract's own checks, and nothing that waits to be given may stop the game then.
    """
    trial = Ruling(
        ruling.rules, ruling.game.fork(), ruling.protocol, party, OtherDice(), ruling.time, ruling.by, ruling.past
    )
    trial.command = given
    try:
        trial.run(given, prepare(trial), ruling.rules.handlers[type(given)])
        for event, _ in trial.events:
            encode(event)
    except (Rejected, MemoryError):
        raise
    except Exception as fault:
        raise NotCarriedOut from fault
