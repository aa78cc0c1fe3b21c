"""What the acts of a whole event have in common: a little play, an end, and that there may be no place for an act."""

from __future__ import annotations

from typing import Final

from tests.services.events.whole.table import Table

MOST: Final = 30


class NotHere(Exception):
    """The game that chance has made has no place for this act; another table may."""


def give_up(table: Table, seat: int) -> None:
    """Let a seat give the game up, where it has no result."""
    if table.facts().HasField("result"):
        return
    table.call("Concede", table.tokens[seat + 1], table.request("Concede"))


def play_a_little(table: Table, steps: int) -> None:
    """Play a little; NotHere where chance has ended the game by that."""
    table.begin().walk(steps)
    require_play(table)


def require_play(table: Table) -> None:
    if table.facts().HasField("result"):
        raise NotHere(f"{table.ruleset} is over already")
