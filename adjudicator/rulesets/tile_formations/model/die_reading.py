"""Chapter TF-GRID, dice: how hit rolls and saves are read."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.model.messages import GameOptions

SIDES = 6
UNDER = "under"


def succeeds(options: GameOptions, face: int, value: int) -> bool:
    """TF-GRID-04 TF-GRID-05 Read a die: the value or less succeeds, the worst face never does.

    Where dice are read the other way round, a value n stands for 7 - n or more.
    """
    read = face if options.roll_direction == UNDER else SIDES + 1 - face
    return read <= value and not (options.natural_worst_face_fails and read == SIDES)
