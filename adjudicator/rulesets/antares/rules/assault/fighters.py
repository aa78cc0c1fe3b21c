"""The two units of an assault: who is still on the spot, and who faces whom (AN-ASSAULT-07, AN-PBS-11)."""

from __future__ import annotations

from adjudicator.rulesets.antares.model.rows import Assault
from adjudicator.rulesets.antares.model.state import Game, is_on_table


def is_present(game: Game, unit: str) -> bool:
    return is_on_table(game, unit) and not game.units[unit].fleeing


def fighters_left(game: Game) -> tuple[str, ...]:
    """AN-PBS-11 List the units of the assault that are on the spot, neither gone nor broken off, assaulter first."""
    fight = game.assault
    both = (fight.unit, fight.target) if fight is not None else ()
    return tuple(row for row in both if fight and is_present(game, row) and row not in fight.broke_off)


def other_fighter(game: Game, unit: str) -> str:
    """AN-ASSAULT-07 Name the other unit of the assault."""
    fight = game.assault
    if fight is None or unit not in (fight.unit, fight.target):
        return ""
    return fight.target if unit == fight.unit else fight.unit


def current_assault(game: Game) -> Assault:
    """Give the assault under way.

    Raises LookupError where there is none.
    """
    if game.assault is None:
        raise LookupError("no assault is under way")
    return game.assault


def opponent_of(game: Game, unit: str) -> str:
    """AN-CONS-03 Name the unit that a unit parts from; "" where it is gone or has broken off."""
    other = other_fighter(game, unit)
    return (
        other if is_on_table(game, other) and game.assault is not None and other not in game.assault.broke_off else ""
    )
