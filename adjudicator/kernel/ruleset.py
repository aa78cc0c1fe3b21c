"""A ruleset as the kernel sees it: four tables and four functions, merged with the kernel's own."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.kernel.bots import Choose, Create, Generator, Sight
from adjudicator.kernel.game import Fact, Tables
from adjudicator.kernel.parties import Party
from adjudicator.kernel.visible import Mask
from adjudicator.kernel.windows import Asks

G = TypeVar("G", bound=Tables)
Clause: TypeAlias = Callable[[Any, Any], None]
Reducer: TypeAlias = Callable[[Any, Any], None]
# judges what the other side holds against a stated fact: refuses it, gives the value that holds, or None for a dispute
Judge: TypeAlias = Callable[[Any, Fact, str], str | None]
# gives the clauses by which this game's disputes are rolled off although a referee is seated, if they are
RolledOff: TypeAlias = Callable[[Any], tuple[str, ...]]
SEATS_MOST = 16
Story: TypeAlias = Callable[[Sequence[str], Iterable[tuple[int, Struct]]], Sequence[str]]


def silent(_seats: Sequence[str], _moments: Iterable[tuple[int, Struct]]) -> Sequence[str]:
    """Tell nothing of a game: for rulesets that have no `story` of their own."""
    return ()


def refereed(_game: Tables) -> tuple[str, ...]:
    """Leave disputes to a seated referee: for rulesets that have no `rolled_off` of their own."""
    return ()


class Ruleset(Protocol):
    """What a package offers to be a ruleset; a package satisfies it, no class is needed.

    PACKAGE names its contract, OPENS the window that asks for the creating command, PHRASES has one phrase per event
    kind and one sentence per reason of refusal, TEXTS the clauses in our own words. A package whose fields or throws
    may be secret for everybody but the referee says REFEREE_SECRETS = True; one may offer `story`, `QUERIES`,
    SEATS (fewest and most seats of a game), JUDGES: for a kind of stated facts, the function that
    judges what is held against it; and `rolled_off`, which tells whether dice settle this game's disputes in place of
    a seated referee.
    """

    NAME: str
    EDITION: str
    PACKAGE: str
    OPENS: str
    CLAUSES: Mapping[type[Struct], Clause]
    REDUCERS: Mapping[type[Struct], Reducer]
    WINDOWS: Mapping[str, Asks]
    ANYTIME: frozenset[type[Struct]]
    MASKS: Mapping[type[Struct], Mask]
    ROLES: Mapping[type[Struct], tuple[int, ...]]
    TEXTS: Mapping[str, str]
    PHRASES: Mapping[str, str]
    REASONS: Mapping[str, str]

    def start(self, seats: int) -> Tables:
        """Make an empty game for so many seats."""

    def view(self, game: Any, party: Party) -> Struct:
        """Build what a party may see."""

    def knows(self, game: Any, party: Party, key: str) -> bool:
        """Tell whether a party may know that this id exists."""

    def invariants(self, game: Any) -> Iterable[str]:
        """Say in words what is broken."""

    def choose(self, sight: Sight, chance: Generator) -> Struct:
        """Choose a command as a bot: from what it sees and is offered alone."""

    def create(self, scenario: str, chance: Generator) -> Struct:
        """Make the creating command of a scenario for a game between bots; "" for the usual one.

        Raises KeyError for a scenario that there is not.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Generic[G]):
    """A ruleset merged with the kernel's own commands, events and windows; one is equal to itself alone."""

    name: str
    edition: str
    package: str
    opens: str
    clauses: Mapping[type[Struct], Clause]
    reducers: Mapping[type[Struct], Reducer]
    windows: Mapping[str, Asks]
    anytime: frozenset[type[Struct]]
    masks: Mapping[type[Struct], Mask]
    roles: Mapping[type[Struct], tuple[int, ...]]
    texts: Mapping[str, str]
    phrases: Mapping[str, str]
    reasons: Mapping[str, str]
    start: Callable[[int], G]
    view: Callable[[G, Party], Struct]
    knows: Callable[[G, Party, str], bool]
    invariants: Callable[[G], Iterable[str]]
    choose: Choose
    create: Create
    story: Story
    judges: Mapping[str, Judge]
    rolled_off: RolledOff
    own: frozenset[type[Struct]]
    sealing: bool
    referee_secrets: bool
    seats: tuple[int, int]

    def command(self, kind: str) -> type[Struct] | None:
        """Find a command type by its bare name."""
        return next((each for each in self.clauses if each.__name__ == kind), None)

    def seals(self, command: type[Struct]) -> bool:
        """Tell whether entries of this command always carry sealed parts."""
        return self.masks[command].seals or (self.sealing and command not in self.own)


def clauses(*functions: Clause) -> dict[type[Struct], Clause]:
    """Key a chapter's clauses by the command they are annotated with."""
    return _table(functions)


def reducers(*functions: Reducer) -> dict[type[Struct], Reducer]:
    """Key a chapter's reducers by the event they are annotated with."""
    return _table(functions)


def merged(*tables: Mapping[Any, Any]) -> dict[Any, Any]:
    """Merge chapters' tables.

    Raises ValueError where two chapters handle the same thing.
    """
    out: dict[Any, Any] = {}
    for table in tables:
        twice = [str(key) for key in table if key in out]
        if twice:
            message = f"handled twice: {', '.join(twice)}"
            raise ValueError(message)
        out.update(table)
    return out


def assemble(module: Ruleset, kernel: Ruleset) -> Rules[Any]:
    """Merge a ruleset with the kernel's tables into what adjudication works with.

    Raises ValueError where a command has no clause or an event no reducer.
    """
    masks = merged(kernel.MASKS, module.MASKS)
    rules: Rules[Any] = Rules(
        name=module.NAME, edition=module.EDITION, package=module.PACKAGE, opens=module.OPENS,
        clauses=MappingProxyType(merged(kernel.CLAUSES, module.CLAUSES)),
        reducers=MappingProxyType(merged(kernel.REDUCERS, module.REDUCERS)),
        windows=MappingProxyType(merged(kernel.WINDOWS, module.WINDOWS)),
        anytime=kernel.ANYTIME | module.ANYTIME,
        masks=MappingProxyType(masks),
        roles=MappingProxyType(merged(kernel.ROLES, module.ROLES)),
        texts=MappingProxyType(merged(kernel.TEXTS, module.TEXTS)),
        phrases=MappingProxyType(merged(kernel.PHRASES, module.PHRASES)),
        reasons=MappingProxyType(merged(kernel.REASONS, module.REASONS)),
        start=module.start, view=module.view, knows=module.knows, invariants=module.invariants,
        choose=module.choose, create=module.create,
        story=getattr(module, "story", silent),
        judges=MappingProxyType(getattr(module, "JUDGES", {})),
        rolled_off=getattr(module, "rolled_off", refereed),
        own=frozenset(module.CLAUSES),
        sealing=any(mask.seals for mask in module.MASKS.values()),
        referee_secrets=getattr(module, "REFEREE_SECRETS", False),
        seats=getattr(module, "SEATS", (1, SEATS_MOST)),
    )  # fmt: skip
    unhandled = [kind.__name__ for kind in masks if kind not in rules.clauses and kind not in rules.reducers]
    if unhandled:
        message = f"{module.NAME}: no clause or reducer for {', '.join(sorted(unhandled))}"
        raise ValueError(message)
    return rules


def _table(functions: Iterable[Clause]) -> dict[type[Struct], Clause]:
    table: dict[type[Struct], Clause] = {}
    for function in functions:
        hints = typing.get_type_hints(function)
        hints.pop("return", None)
        kind = list(hints.values())[1]
        if kind in table:
            message = f"{kind.__name__} is handled twice, by {function.__name__} too"
            raise ValueError(message)
        table[kind] = function
    return table


__all__ = ["Clause", "Reducer", "Rules", "Ruleset", "assemble", "clauses", "merged", "reducers"]
