"""Options as they are handed in: every fault of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec.structs import replace

from adjudicator.board.tiles import EDGES
from adjudicator.kernel.decide.faults import ID, Fault, among, bad_id, fault, unique, within
from adjudicator.kernel.options import OptionRow
from adjudicator.rulesets.tile_formations.model.look_ups import OVERWATCH
from adjudicator.rulesets.tile_formations.model.messages import Options
from adjudicator.rulesets.tile_formations.model.options import ENGAGE, NONE_LISTED, OPTIONS, actions_of, game_options
from adjudicator.rulesets.tile_formations.model.terrain_table import CLASSES
from adjudicator.rulesets.tile_formations.roster.unit_sheets import MOST_FOOTPRINT, TYPES, weapon_faults
from adjudicator.rulesets.tile_formations.roster.upload_checks import ANY_WORD

MOST_MOVES, MOST_MODIFIER = 6, 6
Check: TypeAlias = Callable[[OptionRow, str, Any], Iterator[Fault]]


def option_faults(options: Options, seats: int) -> Iterator[Fault]:
    """Name everything that is wrong with options that were given."""
    yield from OPTIONS.value_faults(options)
    for name, check in CHECKS.items():
        value = getattr(options, name)
        if value is not None and value != ():
            yield from check(OPTIONS.rows[name], f"options.{name}", value)
    yield from _first_seat(options, seats)
    yield from _action_faults(options)


def _footprint(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-GRID-02 A footprint is two numbers."""
    if len(value) != len(row.default):
        yield fault(row.clause, "two-numbers", path, found=len(value))
    for number, item in enumerate(value):
        yield from within(row.clause, f"{path}[{number}]", item, 1, MOST_FOOTPRINT)


def _classes(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-GRID-03 Types have one column each."""
    for number, item in enumerate(value):
        yield from among(row.clause, f"{path}[{number}].unit_type", item.unit_type, TYPES)
        yield from among(row.clause, f"{path}[{number}].column", item.column, (*CLASSES, NONE_LISTED))
    yield from unique(row.clause, path, [item.unit_type for item in value], ANY_WORD, of=".unit_type")


def _moves(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-MOVE-04 TF-OW-01 Actions have names and moves; Overwatch is without movement, engaging is not."""
    for number, item in enumerate(value):
        if ID.fullmatch(item.action) is None:
            yield bad_id(row.clause, f"{path}[{number}].action", item.action)
        least, most = {OVERWATCH: (0, 0), ENGAGE: (1, MOST_MOVES)}.get(item.action, (0, MOST_MOVES))
        clause = "TF-OW-01" if item.action == OVERWATCH else row.clause
        yield from within(clause, f"{path}[{number}].number", item.number, least, most)
    yield from unique(row.clause, path, [item.action for item in value], ANY_WORD, of=".action")


def _modifiers(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-SHOOT-02 Actions have modifiers to hit."""
    for number, item in enumerate(value):
        yield from within(row.clause, f"{path}[{number}].number", item.number, -MOST_MODIFIER, MOST_MODIFIER)
    yield from unique(row.clause, path, [item.action for item in value], ANY_WORD, of=".action")


def _edges(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-MOVE-09 Edges have names."""
    yield from _names(row, path, value, EDGES)


def _types(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-SCREEN-04 Types that shield, or none."""
    yield from _names(row, path, value, TYPES if value != (NONE_LISTED,) else (NONE_LISTED,))


def _names(row: OptionRow, path: str, value: Sequence[str], known: Sequence[str]) -> Iterator[Fault]:
    for number, item in enumerate(value):
        yield from among(row.clause, f"{path}[{number}]", item, known)
    yield from unique(row.clause, path, value, ANY_WORD)


def _weapon(_row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-SHOOT-01 Check the weapon of units without data."""
    yield from weapon_faults(value, path)


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "default_footprint": _footprint,
        "class_of_type": _classes,
        "moves_per_action": _moves,
        "action_to_hit_modifiers": _modifiers,
        "exit_edges": _edges,
        "screen_types": _types,
        "default_weapon": _weapon,
    }
)


def _first_seat(options: Options, seats: int) -> Iterator[Fault]:
    """WG-TURN-01 The seat that acts first is one of the game's."""
    yield from within(OPTIONS.rows["first_seat"].clause, "options.first_seat", options.first_seat or 0, 0, seats - 1)


def _action_faults(options: Options) -> Iterator[Fault]:
    """TF-MOVE-04 TF-MOVE-10 What is said of actions is said of actions that there are."""
    known = actions_of(game_options(replace(Options(), moves_per_action=options.moves_per_action)))
    if options.failed_action:
        yield from among("TF-MOVE-10", "options.failed_action", options.failed_action, known)
    for number, row in enumerate(options.action_to_hit_modifiers):
        yield from among("TF-SHOOT-02", f"options.action_to_hit_modifiers[{number}].action", row.action, known)
    shooting = options.shooting_actions
    for number, name in enumerate(shooting if shooting != (NONE_LISTED,) else ()):
        yield from among("TF-MOVE-04", f"options.shooting_actions[{number}]", name, known)
    yield from unique("TF-MOVE-04", "options.shooting_actions", shooting, ANY_WORD)
