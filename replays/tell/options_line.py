"""What a game is played under, in a line each: dice and pace, and which options differ from the book's."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.labels import Labels
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.options import format_value
from adjudicator.kernel.sentences import inches

DICE: Mapping[str, str] = MappingProxyType(
    {"seeded": "dice come from a seed", "reported": "dice are thrown at the table and reported"}
)
SEEDS: Mapping[str, str] = MappingProxyType(
    {"P0": "the seed is the service's alone", "P1": "every seat contributes to the seed"}
)
PACES: Mapping[str, str] = MappingProxyType(
    {"auto": "steps without a choice are taken at once", "step": "steps without a choice wait for a command"}
)


def terms_line(terms: OpenGame) -> str:
    """Say where dice come from, who contributes to the seed, and what becomes of steps that leave nothing to choose.

    A term that no release knows, as of an altered file, stands as it is.
    """
    dice = DICE.get(terms.dice_mode, f"dice {terms.dice_mode}")
    seed = SEEDS.get(terms.profile, f"profile {terms.profile}")
    return f"{dice[0].upper()}{dice[1:]}; {seed}; {PACES.get(terms.pace, f'pace {terms.pace}')}."


def options_line(options: Struct | None, labels: Labels) -> str:
    """Name the options of a game that differ from the book's, lengths in inches; "" where they are not known."""
    defaults = labels.defaults
    if options is None or defaults is None:
        return ""
    changed = [
        f"{name} = {_told(getattr(options, name), length=name in labels.option_lengths)}"
        for name in defaults.__struct_fields__
        if hasattr(options, name) and _option(getattr(options, name)) != _option(getattr(defaults, name))
    ]
    return f"Options that differ from the book: {', '.join(changed)}." if changed else "All options are the book's."


def _told(value: object, *, length: bool) -> str:
    return inches(value) if length and isinstance(value, int) else _option(value)


def _option(value: object) -> str:
    if isinstance(value, Struct):
        return _message(value)
    if isinstance(value, tuple):
        return ("; " if any(isinstance(row, Struct) for row in value) else " ").join(map(_option, value))
    return format_value(value)


def _message(value: Struct) -> str:
    """Say what an option lists: its first field, then those of the others that hold something, with their names.

    Where a number alone stands behind the first field it is written without its name.
    """
    first, *rest = value.__struct_fields__
    if len(rest) == 1 and type(number := getattr(value, rest[0])) is int:
        return f"{_option(getattr(value, first))} {number}"
    held = [(name.replace("_", " "), getattr(value, name)) for name in rest if getattr(value, name)]
    named = [name if row is True else f"{name} {_option(row)}" for name, row in held]
    head = _option(getattr(value, first))
    return f"{head} ({', '.join(named)})" if named else head
