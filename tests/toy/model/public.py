"""What everybody may know of the toy's tables."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.public_tables import PublicTables, RedactedRow
from tests.toy.model.state import Game, March

MARCH = RedactedRow(March, public=("entry", "shown"), secret=("heading",))


def _plots(game: Game) -> dict[int, list[Any]]:
    """TOY-1.2-02 Of a plot that is not shown it is known that it is there."""
    return {seat: MARCH(march, heading=march.heading if march.shown else None) for seat, march in game.plots.items()}


public_tables = PublicTables(
    Game,
    public=("bag", "blow", "first", "pieces", "round", "rounds", "sides"),
    redacted={"plots": _plots},
    secret=("ambushes",),
)
