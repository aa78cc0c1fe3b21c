"""Games of any scenario under any options: what `create` makes, with values drawn at random out of offer and data.

Options of listed values or of a number draw these. All others, lists and rows, are as a player that knows offers alone
would give them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Offer
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.options import OptionRow, OptionTable
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS
from services.rpc.conversion import Converter
from services.rpc.loaded_rulesets import LoadedRulesets
from tests.conformance.by_offers.offer_player import OfferPlayer
from tests.kit import Table

TRIES = 40
CHANGED = 3
NUMBERS_APART = 3
# where so much is allowed it is a length, or an amount that makes no game longer
FAR = 10_000


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
    names = [name for name in known.rows if not generator.randrange(CHANGED)]
    drawn = {name: any_value(known.rows[name], generator) for name in names}
    others = [name for name in names if is_of_parts(known.rows[name])]
    if others:
        drawn |= _of_parts(table, type(command).__name__, others, generator)
    options: Any = command.options  # type: ignore[attr-defined]  # its type is the ruleset's
    return replace(command, options=replace(options, **{n: value for n, value in drawn.items() if value is not None}))


def is_of_parts(row: OptionRow) -> bool:
    """Tell whether an option is a list, a row or a word of which only its offer says what it may be."""
    return row.read and not row.values and row.least is None


def _of_parts(table: Table, kind: str, names: list[str], generator: Random) -> dict[str, Any]:
    """Fill these options as an offer of a kind of command says, together with those that the offer ties them to."""
    offered = generator.choice([offer for offer in table.offers(REFEREE) if offer.command == kind])
    parts = next(domain.values for domain in offered.fields if domain.field == "options").parts
    tied = {term.field for part in parts if part.field in names for term in part.conditions if term.field[0] != "."}
    converter = _converter(table.rules)
    asked: Any = converter.to_pb(offered)
    player = OfferPlayer(table.rules.package, generator, lambda *_: b"", lambda *_: (), one_in=1)
    made: Any = converter.to_struct(player.command(asked))
    return {name: getattr(made.options, name) for name in (*names, *sorted(tied))}


@cache
def _converter(rules: LoadedRuleset[Any]) -> Converter:
    return LoadedRulesets({rules.name: rules}).converter


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
    if row.most is not None and row.most >= FAR and generator.randrange(2):
        most = generator.choice((FAR // 10, FAR, row.most))
    return generator.randint(row.least, most if row.most is None else min(row.most, most))


def _allowed(table: Table, command: Struct) -> Struct | None:
    """Take options back until the command is allowed; None where something else is refused."""
    for _ in range(TRIES):
        faults = table.refused(command, REFEREE)
        if not faults:
            return command
        named = {fault.path.split(".")[1].partition("[")[0] for fault in faults if fault.path.startswith("options.")}
        if not named:
            return None
        options: Any = command.options  # type: ignore[attr-defined]  # its type is the ruleset's
        defaults = type(options)()
        before, options = options, replace(options, **{name: getattr(defaults, name) for name in named})
        if options == before:
            return None
        command = replace(command, options=options)
    return None
