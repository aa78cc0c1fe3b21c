"""The options of a game: defaults, what a message completes to, and look-ups in options that are rows under a name."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.options import read_options
from adjudicator.rulesets.tile_formations.model.messages import GameOptions, Options

PACKAGE = "adjudicator.rulesets.tile_formations"
NONE_LISTED = "none"
"""Says in a list of names that there are none, since an empty list stands for the default."""
OPTIONS = read_options(PACKAGE, GameOptions)
ROW_NAMES = {"class_of_type": "unit_type", "moves_per_action": "action", "action_to_hit_modifiers": "action"}
"""Options that are rows under a name, by the field of that name: a row that is given takes the default one's place."""

ADVANCE, MARCH, HOLD, ENGAGE, OVERWATCH = "advance", "march", "hold", "engage", "overwatch"
"""Actions of which some rule speaks; the options may have more."""
PASSED, FAILED = "passed", "failed"
"""Results of an action test (TF-MOVE-10)."""


def game_options(message: Options) -> GameOptions:
    """Read the options that an event holds, or complete what a command gave."""
    rows = {
        name: _completed(getattr(OPTIONS.defaults, name), getattr(message, name), key)
        for name, key in ROW_NAMES.items()
    }
    return OPTIONS.completed(message, **rows)


def _completed(default: tuple[Any, ...], rows: tuple[Any, ...], key: str) -> tuple[Any, ...]:
    """Let rows take the place of the default ones of their names; new names go to the end."""
    return tuple({getattr(row, key): row for row in (*default, *rows)}.values())


def moves_of(options: GameOptions, action: str) -> int | None:
    """TF-MOVE-04 Give the moves of an action; None for an action that there is not."""
    return next((row.number for row in options.moves_per_action if row.action == action), None)


def actions_of(options: GameOptions) -> tuple[str, ...]:
    """List the actions of a game."""
    return tuple(row.action for row in options.moves_per_action)


def takes_action_tests(options: GameOptions) -> bool:
    """TF-ROAD-05 Tell whether action tests are taken outside, and their results stated."""
    return options.action_test != NONE_LISTED


def to_hit_of(options: GameOptions, action: str) -> int:
    """TF-SHOOT-02 Give the to-hit modifier of an action."""
    return next((row.number for row in options.action_to_hit_modifiers if row.action == action), 0)


def column_of(options: GameOptions, kind: str) -> str:
    """TF-GRID-03 Give the column of the terrain table that a unit type uses, "none" for none."""
    for row in options.class_of_type:
        if row.unit_type == kind:
            return row.column
    return NONE_LISTED
