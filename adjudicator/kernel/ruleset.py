"""A ruleset as one value: what a package brings, and the same merged with what the kernel has for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.kernel.bot import Choose, Create
from adjudicator.kernel.decide.handlers import Part, join, merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.rules import RolledOff, Rules
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.labels import NO_LABELS, Labels
from adjudicator.kernel.protocol import lifecycle, texts
from adjudicator.kernel.record.visibility import Mask
from adjudicator.kernel.summary import Summarise, no_summary

G = TypeVar("G", bound=Tables)
Query: TypeAlias = Callable[[Any, Party, Any], Struct]
SEATS_MOST = 16


def every_table(game: Tables) -> list[list[Any]]:
    """List every table whole: for rulesets in which nothing is secret."""
    return game.dump()


def refereed(_game: Tables) -> tuple[str, ...]:
    """Leave disputes to a seated referee."""
    return ()


def all_known(_game: Tables, _party: Party, _key: str) -> bool:
    """Every id is known to everybody."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset(Generic[G]):
    """What a package brings to be a ruleset.

    `package` names its contract, `messages` are the modules generated from it, `opening_window` the window that asks
    for the creating command, `phrases` has one phrase per kind of event, `reasons` one sentence per reason of refusal,
    `texts` the clauses in our own words.
    `public` lists the tables as everybody may know them: a ruleset with secrets has to give its own. `queries` are
    keyed by method. `rolled_off` tells whether dice settle this game's disputes in place of a seated referee.
    """

    name: str
    edition: str
    package: str
    opening_window: str
    rules: Part
    messages: tuple[ModuleType, ...]
    masks: Mapping[type[Struct], Mask]
    roles: Mapping[type[Struct], tuple[int, ...]]
    start: Callable[[int], G]
    view: Callable[[G, Party], Struct]
    invariants: Callable[[G], Iterable[str]]
    choose: Choose
    create: Create
    texts: Mapping[str, str]
    phrases: Mapping[str, str]
    reasons: Mapping[str, str]
    seats: tuple[int, int] = (1, SEATS_MOST)
    knows: Callable[[G, Party, str], bool] = all_known
    public: Callable[[G], list[list[Any]]] = every_table
    rolled_off: RolledOff = refereed
    referee_secrets: bool = False
    queries: Mapping[str, Query] = field(default_factory=dict)
    summarise: Summarise = no_summary
    labels: Labels = NO_LABELS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedRuleset(Rules[G]):
    """A ruleset merged with the kernel's own commands, events, windows and texts."""

    messages: tuple[ModuleType, ...]
    view: Callable[[G, Party], Struct]
    invariants: Callable[[G], Iterable[str]]
    choose: Choose
    create: Create
    texts: Mapping[str, str]
    phrases: Mapping[str, str]
    reasons: Mapping[str, str]
    queries: Mapping[str, Query]
    summarise: Summarise
    labels: Labels


def assemble(own: Ruleset[G]) -> LoadedRuleset[G]:
    """Merge a ruleset with the kernel's tables.

    Raises ValueError where a command has no handler, an event no reducer, or both have the same.
    """
    part = join(lifecycle.PART, own.rules)
    sealing = any(mask.seals for mask in own.masks.values())
    if sealing and own.public is every_table:
        raise ValueError(f"{own.name}: entries hold secrets; say in `public` what everybody may know of the tables")
    loaded = LoadedRuleset(
        name=own.name, edition=own.edition, package=own.package, opening_window=own.opening_window, seats=own.seats,
        handlers=part.handlers, reducers=part.reducers, windows=part.windows, anytime=part.anytime, judges=part.judges,
        masks=_both(lifecycle.MASKS, own.masks), roles=_both(lifecycle.ROLES, own.roles),
        texts=_both(texts.TEXTS, own.texts), phrases=_both(texts.PHRASES, own.phrases),
        reasons=_both(texts.REASONS, own.reasons),
        start=own.start, view=own.view, knows=own.knows, public=own.public, invariants=own.invariants,
        messages=own.messages,
        choose=own.choose, create=own.create, summarise=own.summarise, labels=own.labels,
        queries=MappingProxyType(dict(own.queries)), rolled_off=own.rolled_off, own=frozenset(own.rules.handlers),
        sealing=sealing, referee_secrets=own.referee_secrets,
    )  # fmt: skip
    unhandled = [kind.__name__ for kind in loaded.masks if kind not in loaded.handlers and kind not in loaded.reducers]
    if unhandled:
        raise ValueError(f"{own.name}: no handler or reducer for {', '.join(sorted(unhandled))}")
    return loaded


def _both(kernel: Mapping[Any, Any], own: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(merged(kernel, own))
