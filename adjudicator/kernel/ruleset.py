"""A ruleset as one value: what decides its games, and what is told of them; and the same with the kernel's part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType, ModuleType
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.kernel import texts
from adjudicator.kernel.bot import Choose, Create
from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.offers import Domain, Values
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.rules import OwnRules, Rules
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.labels import NO_LABELS, Labels
from adjudicator.kernel.protocol.complete_rules import complete_rules
from adjudicator.kernel.protocol.editions import require_edition
from adjudicator.kernel.scene import SceneMaker
from adjudicator.kernel.summary import Summarise, no_summary

G = TypeVar("G", bound=Tables)
Query: TypeAlias = Callable[[Any, Party, Any], Struct]
# finds legal values of a field of an offered command, from game, party, field and what is chosen for earlier fields
FindPlaces: TypeAlias = Callable[[Any, Party, str, Mapping[str, str]], Iterable[Values | Domain]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset(Generic[G]):
    """What a package brings to be a ruleset.

    `rules` decide; all else tells. `messages` are the modules generated from its contract, `texts` the clauses in our
    own words, `phrases` one phrase per kind of event, `reasons` one sentence per reason of refusal. `queries` are keyed
    by method, `places` by the command whose places are found on request. `scenarios` are names that `create` takes.
    `scene` draws the games; without it they are told in words alone. `bot_view` is the view without text that only
    people read; without it bots are shown the view. In a window of a kind in `shared_windows` one answer speaks for
    all who are asked: among bots it is drawn who gives it.
    """

    rules: OwnRules[G]
    messages: tuple[ModuleType, ...]
    view: Callable[[G, Party], Struct]
    bot_view: Callable[[G, Party], Struct] | None = None
    choose: Choose
    create: Create
    scenarios: tuple[str, ...] = ()
    texts: Mapping[str, str]
    phrases: Mapping[str, str]
    reasons: Mapping[str, str]
    queries: Mapping[str, Query] = field(default_factory=dict)
    places: Mapping[str, FindPlaces] = field(default_factory=dict)
    summarise: Summarise = no_summary
    labels: Labels = NO_LABELS
    scene: SceneMaker | None = None
    shared_windows: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LoadedRuleset(Rules[G]):
    """A ruleset together with the kernel's commands, events, windows and texts."""

    messages: tuple[ModuleType, ...]
    view: Callable[[G, Party], Struct]
    bot_view: Callable[[G, Party], Struct]
    choose: Choose
    create: Create
    scenarios: tuple[str, ...]
    texts: Mapping[str, str]
    phrases: Mapping[str, str]
    reasons: Mapping[str, str]
    queries: Mapping[str, Query]
    places: Mapping[str, FindPlaces]
    summarise: Summarise
    labels: Labels
    scene: SceneMaker | None
    shared_windows: frozenset[str]


def assemble(own: Ruleset[G]) -> LoadedRuleset[G]:
    """Put a ruleset together with the kernel's part.

    Raises ValueError with everything that does not hold.
    """
    require_edition(own.rules.edition)
    rules = complete_rules(own.rules)
    decided: dict[str, Any] = {part.name: getattr(rules, part.name) for part in fields(rules)}
    told: dict[str, Any] = {part.name: getattr(own, part.name) for part in fields(own) if part.name != "rules"}
    told |= {
        "bot_view": own.bot_view or own.view,
        "texts": _both(texts.TEXTS, own.texts),
        "phrases": _both(texts.PHRASES, own.phrases),
        "reasons": _both(texts.REASONS, own.reasons),
        "queries": MappingProxyType(dict(own.queries)),
        "places": MappingProxyType(dict(own.places)),
    }
    return LoadedRuleset(**decided, **told)


def _both(kernel: Mapping[str, str], own: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(merged(kernel, own))
