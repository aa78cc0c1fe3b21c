"""Tables of command handlers, reducers and windows, gathered module by module."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.kernel.decide.offers import Offer, Values
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import WindowKind

Handler: TypeAlias = Callable[[Any, Any], None]
Reducer: TypeAlias = Callable[[Any, Any], None]
# judges what the other side holds against a stated fact: refuses it, gives the value that holds, or None for a dispute
Judge: TypeAlias = Callable[[Any, Fact, str], str | None]
# what a party is offered of a command of any time, from rules, game and party
AnytimeOffers: TypeAlias = Callable[[Any, Any, Party], Sequence[Offer]]
# what a party is offered of the referee's desk, from rules, game, protocol state and party
DeskOffers: TypeAlias = Callable[[Any, Any, Any, Party], Sequence[Offer]]
# whose turn an event ends, from the game after its entry and the event
TurnOf: TypeAlias = Callable[[Any, Any], Sequence[Party]]
# what may be held against a stated fact; None where nothing may
Disputes: TypeAlias = Callable[[Any, Fact], Values | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    """A command that games of earlier editions have in their logs, and that nobody gives any more.

    `edition` is the first one without it, `roles` gave it before. It threw no dice, or it could still be waiting for
    faces of a real table, and would have to be carried out once they are known.
    """

    edition: str
    roles: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one module brings to a ruleset.

    `anytime` are commands that pass over the windows, `anytime_offers` how they are offered: without, as they are.
    `desk_offers` are those whose offers need the protocol state, and stand in place of `anytime_offers`.
    `judges` decide disputes about one kind of stated facts, `disputes` say what may be held against it. `turns` are the
    events that end what a player calls his turn, for clocks that count by it. `retired` are commands that are read from
    the logs of earlier editions and folded by their events, as any: no handler, no offer, no answer to a question.
    """

    handlers: Mapping[type[Struct], Handler] = field(default_factory=dict)
    reducers: Mapping[type[Struct], Reducer] = field(default_factory=dict)
    windows: Mapping[str, WindowKind] = field(default_factory=dict)
    anytime: frozenset[type[Struct]] = frozenset()
    anytime_offers: Mapping[type[Struct], AnytimeOffers] = field(default_factory=dict)
    desk_offers: Mapping[type[Struct], DeskOffers] = field(default_factory=dict)
    judges: Mapping[str, Judge] = field(default_factory=dict)
    disputes: Mapping[str, Disputes] = field(default_factory=dict)
    turns: Mapping[type[Struct], TurnOf] = field(default_factory=dict)
    retired: Mapping[type[Struct], Retired] = field(default_factory=dict)


def join(*parts: Part) -> Part:
    """Join the parts of a ruleset's modules.

    Raises ValueError where two of them handle the same thing.
    """
    return Part(
        handlers=MappingProxyType(merged(*(part.handlers for part in parts))),
        reducers=MappingProxyType(merged(*(part.reducers for part in parts))),
        windows=MappingProxyType(merged(*(part.windows for part in parts))),
        anytime=frozenset().union(*(part.anytime for part in parts)),
        anytime_offers=MappingProxyType(merged(*(part.anytime_offers for part in parts))),
        desk_offers=MappingProxyType(merged(*(part.desk_offers for part in parts))),
        judges=MappingProxyType(merged(*(part.judges for part in parts))),
        disputes=MappingProxyType(merged(*(part.disputes for part in parts))),
        turns=MappingProxyType(merged(*(part.turns for part in parts))),
        retired=MappingProxyType(merged(*(part.retired for part in parts))),
    )


def handlers(*functions: Handler) -> dict[type[Struct], Handler]:
    """Key command handlers by the command they are annotated with."""
    return _table(functions)


def reducers(*functions: Reducer) -> dict[type[Struct], Reducer]:
    """Key reducers by the event they are annotated with."""
    return _table(functions)


def merged(*tables: Mapping[Any, Any]) -> dict[Any, Any]:
    """Merge tables.

    Raises ValueError where the same key stands in two.
    """
    out: dict[Any, Any] = {}
    for table in tables:
        twice = [str(key) for key in table if key in out]
        if twice:
            message = f"handled twice: {', '.join(twice)}"
            raise ValueError(message)
        out.update(table)
    return out


def _table(functions: Iterable[Handler]) -> dict[type[Struct], Handler]:
    table: dict[type[Struct], Handler] = {}
    for function in functions:
        hints = typing.get_type_hints(function)
        hints.pop("return", None)
        kind = list(hints.values())[1]
        if kind in table:
            message = f"{kind.__name__} is handled twice, by {function.__name__} too"
            raise ValueError(message)
        table[kind] = function
    return table
