"""Whether a command would be refused: its handler's checks alone, up to the first die or event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeVar

from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.rules import OwnRules
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.dice_sources import ReportedDice
from adjudicator.kernel.protocol.protocol_state import ProtocolState

C = TypeVar("C", bound=Struct)
NO_GAME = bytes(16)


class _AllChecked(Exception):
    """The checks of a handler are behind it."""


class _Trial(Ruling[Any]):
    """A ruling that ends where it would throw a die, record an event, or ask."""

    def _end(self, *_: Any, **__: Any) -> NoReturn:
        raise _AllChecked

    roll = record = ask = answered = answered_all = _end


def is_allowed(rules: OwnRules[Any], game: Any, party: Party, command: Struct) -> bool:
    """Tell whether a command would be accepted as an answer to the innermost window of a game, which stays as it is."""
    trial = _Trial(rules, game, ProtocolState(NO_GAME), party, ReportedDice(()), 0)  # type: ignore[arg-type]  # knows
    trial.window = game.stack[-1]
    handler: Callable[[Any, Any], None] = rules.part.handlers[type(command)]
    try:
        trial.run(command, party, handler)
    except _AllChecked:
        return True
    except (Rejected, Unknown):
        return False
    return True


def allowed(rules: OwnRules[Any], game: Any, party: Party, commands: Iterable[C], most: int) -> Iterator[C]:
    """Go through those of some commands that would be accepted, each once, at most so many."""
    found: list[C] = []
    for command in commands:
        if command not in found and is_allowed(rules, game, party, command):
            found.append(command)
            yield command
        if len(found) == most:
            return
