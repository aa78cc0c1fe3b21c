"""Terms of a game: its options and armies, with every fault at once, and what stands where nothing was given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec.structs import replace

from adjudicator.board.tiles import EDGES
from adjudicator.kernel.decide.faults import ID, Fault, among, bad_id, fault, within
from adjudicator.rulesets.tile_formations.checks import named, unique
from adjudicator.rulesets.tile_formations.course import ENGAGE
from adjudicator.rulesets.tile_formations.kinds import CLASSES
from adjudicator.rulesets.tile_formations.model.messages import Options, SideTerms
from adjudicator.rulesets.tile_formations.options import NO_ONE, OPTIONS, How, OptionRow, actions_of, how_of
from adjudicator.rulesets.tile_formations.sheets import MOST_FOOTPRINT, TYPES, weapon_faults
from adjudicator.rulesets.tile_formations.state import OVERWATCH

MOST_MOVES, MOST_MODIFIER, MOST_SIDES = 6, 6, 9
Check: TypeAlias = Callable[[OptionRow, str, Any], Iterator[Fault]]


# -- options


def option_faults(options: Options, seats: int) -> Iterator[Fault]:
    """Name everything that is wrong with options that were given."""
    for name, row in OPTIONS.items():
        value, path = getattr(options, name), f"options.{name}"
        if value is None or value == ():
            continue
        if row.values and not _is_among(value, row.values):
            known = " ".join(_word(each) for each in row.values)
            yield fault(row.clause, "option-value", path, option=name, found=_word(value)[:40], known=known)
        if row.least is not None and row.most is not None:
            yield from within(row.clause, path, value, row.least, row.most)
        check = CHECKS.get(name)
        if check is not None:
            yield from check(row, path, value)
    yield from _first_seat(options, seats)
    yield from _action_faults(options)


def _is_among(value: object, values: Sequence[object]) -> bool:
    return any(value == each and type(value) is type(each) for each in values)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _footprint(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-GRID-02 A footprint is two numbers."""
    if len(value) != len(row.default):
        yield fault(row.clause, "two-numbers", path, found=len(value))
    for number, each in enumerate(value):
        yield from within(row.clause, f"{path}[{number}]", each, 1, MOST_FOOTPRINT)


def _classes(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-GRID-03 Types have one column each."""
    for number, each in enumerate(value):
        yield from among(row.clause, f"{path}[{number}].type", each.type, TYPES)
        yield from among(row.clause, f"{path}[{number}].column", each.column, (*CLASSES, NO_ONE))
    yield from unique(row.clause, path, [each.type for each in value])


def _moves(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-MOVE-04 TF-OW-01 Actions have names and moves; Overwatch is without movement, engaging is not."""
    for number, each in enumerate(value):
        if ID.fullmatch(each.action) is None:
            yield bad_id(row.clause, f"{path}[{number}].action", each.action)
        least, most = {OVERWATCH: (0, 0), ENGAGE: (1, MOST_MOVES)}.get(each.action, (0, MOST_MOVES))
        clause = "TF-OW-01" if each.action == OVERWATCH else row.clause
        yield from within(clause, f"{path}[{number}].number", each.number, least, most)
    yield from unique(row.clause, path, [each.action for each in value])


def _modifiers(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-SHOOT-02 Actions have modifiers to hit."""
    for number, each in enumerate(value):
        yield from within(row.clause, f"{path}[{number}].number", each.number, -MOST_MODIFIER, MOST_MODIFIER)
    yield from unique(row.clause, path, [each.action for each in value])


def _edges(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-MOVE-09 Edges have names."""
    yield from _names(row, path, value, EDGES)


def _types(row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-SCREEN-04 Types that shield, or none."""
    yield from _names(row, path, value, TYPES if value != (NO_ONE,) else (NO_ONE,))


def _names(row: OptionRow, path: str, value: Sequence[str], known: Sequence[str]) -> Iterator[Fault]:
    for number, each in enumerate(value):
        yield from among(row.clause, f"{path}[{number}]", each, known)
    yield from unique(row.clause, path, value)


def _weapon(_row: OptionRow, path: str, value: Any) -> Iterator[Fault]:
    """TF-SHOOT-01 Check the weapon of units without data."""
    yield from weapon_faults(value, path)


CHECKS: Mapping[str, Check] = MappingProxyType({
    "default_footprint": _footprint, "class_of_type": _classes, "moves_per_action": _moves,
    "action_to_hit_modifiers": _modifiers, "exit_edges": _edges, "screen_types": _types, "default_weapon": _weapon,
})  # fmt: skip


def _first_seat(options: Options, seats: int) -> Iterator[Fault]:
    """TF-PLAY-02 The seat that acts first is one of the game's."""
    yield from within(OPTIONS["first_seat"].clause, "options.first_seat", options.first_seat or 0, 0, seats - 1)


def _action_faults(options: Options) -> Iterator[Fault]:
    """TF-MOVE-04 TF-MOVE-10 What is said of actions is said of actions that there are."""
    known = actions_of(how_of(replace(Options(), moves_per_action=options.moves_per_action)))
    if options.failed_action:
        yield from among("TF-MOVE-10", "options.failed_action", options.failed_action, known)
    for number, each in enumerate(options.action_to_hit_modifiers):
        yield from among("TF-SHOOT-02", f"options.action_to_hit_modifiers[{number}].action", each.action, known)
    shooting = options.shooting_actions
    for number, name in enumerate(shooting if shooting != (NO_ONE,) else ()):
        yield from among("TF-MOVE-04", f"options.shooting_actions[{number}]", name, known)
    yield from unique("TF-MOVE-04", "options.shooting_actions", shooting)


def complete_options(options: Options) -> Options:
    """Write every option out."""
    return options_of(how_of(options))


def options_of(how: How) -> Options:
    """Write the options of a game out."""
    return Options(**{name: getattr(how, name) for name in OPTIONS})


# -- armies


def side_faults(sides: Sequence[SideTerms], seats: int) -> Iterator[Fault]:
    """TF-BLOCK-06 Every seat has an army, and there are at least two sides."""
    if sides and len(sides) != seats:
        yield fault("TF-BLOCK-06", "sides-count", "sides", found=len(sides), seats=seats)
        return
    for seat, side in enumerate(sides):
        if side.name:
            yield from named("TF-BLOCK-06", f"sides[{seat}].name", side.name)
        yield from within("TF-BLOCK-06", f"sides[{seat}].side", side.side, 0, MOST_SIDES)
    numbers = [side.side for side in sides]
    if numbers and all(number == numbers[0] != 0 for number in numbers):
        yield fault("TF-BLOCK-06", "one-side", "sides", side=numbers[0])


def complete_sides(sides: Sequence[SideTerms], names: Sequence[str]) -> tuple[SideTerms, ...]:
    """TF-BLOCK-06 Number every side: who names none has one of its own."""
    given = sides or [SideTerms(name="", side=0) for _ in names]
    taken = {each.side for each in given}
    free = [number for number in range(1, MOST_SIDES + len(names) + 1) if number not in taken]
    return tuple(
        SideTerms(name=each.name or name, side=each.side or free.pop(0))
        for each, name in zip(given, names, strict=True)
    )


__all__ = ["complete_options", "complete_sides", "option_faults", "options_of", "side_faults"]
