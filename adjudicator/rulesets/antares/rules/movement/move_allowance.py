"""How far a unit may go: multiples of its M by kind of move, less by damage (AN-MOVE-01 to AN-MOVE-04, AN-DMG-15)."""

from __future__ import annotations

from adjudicator.rulesets.antares.model.state import Game, has_flag

ADVANCES = ("advance", "consolidation", "break_off")
RUN, RUSH = 2, 3


def greatest_multiple(game: Game, unit: str) -> int:
    """AN-DMG-15 Give the greatest multiple of M that a unit can use: 3 if it can sprint, else 2, less by damage."""
    limit = game.units[unit].move_limit
    if not has_flag(game, unit, "can_sprint"):
        return min(RUN, limit)
    whole = limit == RUN and not has_flag(game, unit, "uses_damage_chart")
    return RUSH if whole else limit


def multiple(kind: str, *, sprint: bool) -> int:
    """AN-MOVE-01 AN-MOVE-02 AN-MOVE-04 Give how many times M a kind of move goes."""
    if kind in ADVANCES:
        return 1
    return RUSH if sprint else RUN


def allowance(game: Game, unit: str, kind: str, *, sprint: bool = False) -> int:
    """AN-MOVE-01 AN-MOVE-02 AN-MOVE-04 AN-DMG-15 Give how far a unit may go in a kind of move."""
    return game.sheets[unit].movement * min(multiple(kind, sprint=sprint), greatest_multiple(game, unit))


def reach(game: Game, unit: str) -> int:
    """AN-ASSAULT-04 Give how far a unit can run at most, sprinting where it can."""
    sprint = has_flag(game, unit, "can_sprint")
    return allowance(game, unit, "run", sprint=sprint)
