"""What holds of every state of the toy."""

from __future__ import annotations

from collections.abc import Iterable

from tests.toy.model.state import Game


def invariants(game: Game) -> Iterable[str]:
    """Say in words what is broken."""
    for seat, side in game.sides.items():
        if side.shields < 0 or side.actions < 0:
            yield f"seat {seat} has {side.shields} shields and {side.actions} actions"
    if game.round > game.rounds:
        yield f"round {game.round} of {game.rounds}"
