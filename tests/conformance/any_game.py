"""Games of any scenario under any options: what `create` makes, with values drawn at random out of offer and data."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Offer
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.options import OptionRow, OptionTable
from adjudicator.registry import RULESETS
from tests.kit import Table

TRIES = 40
CHANGED = 3
NUMBERS_APART = 3


def any_opening(table: Table, generator: Random) -> Struct:
    """Make a creating command of any scenario, a third of its options drawn at random, that is not refused.

    Options that can not stand together with others are taken back one by one, by the paths of the refusal. Before it,
    the ruleset may want to hand in a list: then that command is given.
    """
    for _ in range(TRIES):
        made = _any_values(table.rules.create("", generator), generator.choice(table.offers(REFEREE)), generator)
        if not hasattr(made, "options"):
            return made
        command = _allowed(table, _with_options(table, made, generator))
        if command is not None:
            return command
    raise AssertionError(f"{TRIES} ways to create a game of {table.rules.name} were refused")


def _any_values(command: Struct, offered: Offer, generator: Random) -> Struct:
    """Take any of the offered values where an offer of this kind of command lists them."""
    if offered.command != type(command).__name__:
        return command
    lists = {domain.field: domain.values.values for domain in offered.fields if isinstance(domain.values, Choice)}
    return replace(command, **{name: generator.choice(values) for name, values in lists.items()})


def _with_options(table: Table, command: Struct, generator: Random) -> Struct:
    known = option_table(table)
    drawn = {name: any_value(row, generator) for name, row in known.rows.items() if not generator.randrange(CHANGED)}
    options: Any = command.options  # type: ignore[attr-defined]  # its type is the ruleset's
    return replace(command, options=replace(options, **{n: value for n, value in drawn.items() if value is not None}))


def option_table(table: Table) -> OptionTable[Any]:
    """Give the options of a table's ruleset, of which one that has none has no module."""
    name = f"{RULESETS[table.rules.name]}.model.options"
    found: OptionTable[Any] = import_module(name).OPTIONS if find_spec(name) else OptionTable({}, None)
    return found


def any_value(row: OptionRow, generator: Random) -> Any:
    """Draw a value of an option; None where it is a list of anything, or not read in this edition."""
    if not row.read:
        return None
    if row.values:
        return generator.choice(row.values)
    if row.least is None:
        return None
    most = max(row.least, row.default if isinstance(row.default, int) else row.least) + NUMBERS_APART
    return generator.randint(row.least, most if row.most is None else min(row.most, most))


def _allowed(table: Table, command: Struct) -> Struct | None:
    """Take options back until the command is allowed; None where something else is refused."""
    for _ in range(TRIES):
        faults = table.refused(command, REFEREE)
        if not faults:
            return command
        named = {fault.path.split(".")[1] for fault in faults if fault.path.startswith("options.")}
        if not named:
            return None
        options: Any = command.options  # type: ignore[attr-defined]  # its type is the ruleset's
        defaults = type(options)()
        command = replace(command, options=replace(options, **{name: getattr(defaults, name) for name in named}))
    return None
