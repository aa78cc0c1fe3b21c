"""What the table's own steps lead to: every command is ruled by the rules themselves, over every face of every die.

Positions that are alike are one, so that a step is ruled once for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Subject, Window
from adjudicator.kernel.dice.wgdice import Throw
from adjudicator.kernel.distribution import Distribution, certain, die, follow, mapped
from adjudicator.kernel.protocol.complete_rules import complete_rules
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.rules.handlers import RULES

L = TypeVar("L", bound=Hashable)
COMPLETE = complete_rules(RULES)
CHANGING = ("units", "models", "sides", "devices", "volleys", "hits", "volley_results")


class FaceNeededError(LookupError):
    """A die that was not given yet is thrown."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"a die of {sides} sides is thrown")
        self.sides = sides


class GivenDice:
    """Faces that are given beforehand, in order."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.used = 0

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the next faces.

        Raises FaceNeededError where there are too few.
        """
        start, self.used = self.used, self.used + ask.count
        if self.used > len(self.faces):
            raise FaceNeededError(ask.sides)
        return self.faces[start : self.used]


class Steps(ProtocolState):
    """The course of no game in particular, in which every step of the table waits for its command."""

    __slots__ = ()

    @property
    def automatic(self) -> bool:
        """No step happens by itself."""
        return False


class Position:
    """A game, equal to another where what the table's steps can change is the same."""

    def __init__(self, game: Game, seq: int = 0) -> None:
        self.game = game
        self.seq = seq
        windows = tuple((row.kind, row.asks, row.subject) for row in game.stack)
        tables = tuple(tuple(getattr(game, name).items()) for name in CHANGING)
        self.key = (windows, tables, game.assault, game.actions, game.reactions)
        self.hash = hash(self.key)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key


def asked(game: Game, *windows: tuple[str, Subject]) -> Position:
    """Ask the table for these steps, the last first; the game itself is left as it is."""
    return opened(game, lambda ruling: _ask(ruling, [(kind, subject, TABLE) for kind, subject in windows]))


def opened(game: Game, ask: Callable[[Ruling[Game]], None]) -> Position:
    """Give the game with nothing but these questions, and what needs nobody's choice settled."""
    twin = game.fork()
    twin.stack, twin.result = (), None
    ruling = Ruling(COMPLETE, twin, Steps(b""), TABLE, GivenDice(()), 0)
    ask(ruling)
    while (top := ruling.top()) is not None and not top[0].asks:
        ruling.game.stack = ruling.game.stack[:-1]
        if top[1].on_close is not None:
            top[1].on_close(ruling, top[0])
    return Position(ruling.game, 1)


def _ask(ruling: Ruling[Game], windows: Iterable[tuple[str, Subject, Party]]) -> None:
    for kind, subject, party in windows:
        waits = COMPLETE.windows[kind].default_command is None
        ruling.ask(kind, *(() if waits else (party,)), subject=subject)


def played(start: Position, until: Callable[[Game], bool] = lambda _game: False) -> Distribution[Position]:
    """Take the steps, with what silence stands for where somebody is asked, until nothing is asked or as told."""

    def over(game: Game) -> bool:
        return not game.stack or until(game)

    def go_on(position: Position) -> Distribution[Position]:
        if over(position.game):
            return certain(position)
        command = _command(position.game, position.game.stack[-1])
        return mapped(_ruled(position, command, lambda _events: None), lambda pair: pair[0])

    found = certain(start)
    while not all(over(position.game) for position in found.weights):
        found = follow(found, go_on)
    return found


def ruled(
    game: Game,
    window: tuple[str, Subject],
    read: Callable[[list[Struct]], L],
    party: Party = TABLE,
    command: Struct | None = None,
) -> Distribution[tuple[Position, L]]:
    """Let one command answer a window, over all faces: the position that follows, and what is read of its events.

    Without a command what silence stands for is taken.
    """
    position = opened(game, lambda ruling: _ask(ruling, [(*window, party)]))
    given = _command(position.game, position.game.stack[-1]) if command is None else command
    return _ruled(position, given, read)


def _ruled(position: Position, command: Struct, read: Callable[[list[Struct]], L]) -> Distribution[tuple[Position, L]]:
    party = position.game.stack[-1].asks[0]

    def given(faces: tuple[int, ...]) -> Distribution[tuple[Position, L]]:
        protocol = Steps(b"")
        protocol.seq = position.seq
        try:
            ruling: Ruling[Any] = adjudicate(COMPLETE, position.game, protocol, party, command, GivenDice(faces), 0)
        except FaceNeededError as needed:
            return follow(die(lambda face: face, needed.sides), lambda face: given((*faces, face)))
        found = read([event for event, _ in ruling.events])
        return certain((Position(ruling.game, position.seq + 1), found))

    return given(())


def _command(game: Game, top: Window) -> Struct:
    """Give what silence stands for.

    Raises LookupError for a window in which silence stands for nothing.
    """
    found = COMPLETE.windows[top.kind].default_command
    command = found(game, top, top.asks[0]) if found is not None else None
    if command is None:
        message = f"silence stands for nothing in {top.kind}"
        raise LookupError(message)
    return command
