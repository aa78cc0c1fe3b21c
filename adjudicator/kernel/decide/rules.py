"""What decides a game: the tables and functions of a ruleset, the kernel's own among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.kernel.decide.correctable import Correctables
from adjudicator.kernel.decide.handlers import AnytimeOffers, DeskOffers, Handler, Judge, Part, Reducer, Retired, TurnOf
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.results import Concluded, conclude_plainly, every_other_seat, no_score
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import WindowKind
from adjudicator.kernel.messages import PatchItem, SeatScore
from adjudicator.kernel.record.visibility import Mask

G = TypeVar("G", bound=Tables)
# gives the clauses by which this game's disputes are rolled off although a referee is seated, if they are
RolledOff: TypeAlias = Callable[[Any], tuple[str, ...]]
# ends a game that does not end by its rules: records what the book tells of an end, and names the result
Conclude: TypeAlias = Callable[[Any, Concluded], None]
# gives what every seat has scored so far, seat 0 first; nothing where the book counts nothing
Score: TypeAlias = Callable[[Any], tuple[SeatScore, ...]]
# gives the seats that have won where a seat gives up, from game, seat and number of seats
Opponents: TypeAlias = Callable[[Any, Party, int], tuple[Party, ...]]
# says in words what does not hold of a game that holds of every one
Invariants: TypeAlias = Callable[[Any], Iterable[str]]


# looks at the open questions after a correction, from the ruling and what it has set
AfterCorrection: TypeAlias = Callable[[Any, Sequence[PatchItem]], None]

SEATS_MOST = 16


def every_table(game: Tables) -> list[list[Any]]:
    """List every table whole: for rulesets in which nothing is secret."""
    return game.dump()


def refereed(_game: Tables) -> tuple[str, ...]:
    """Leave disputes to a seated referee."""
    return ()


def nothing_broken(_game: Tables) -> Iterable[str]:
    """Nothing is said to hold of every game."""
    return ()


def asked_as_before(_ruling: object, _patch: Sequence[PatchItem]) -> None:
    """What was asked is asked again."""


def all_known(_game: Tables, _party: Party, _key: str) -> bool:
    """Every id is known to everybody."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OwnRules(Generic[G]):
    """What decides the games of one ruleset, without the kernel's part.

    `package` names its contract, `opening_window` the window that asks for the creating command, `seats` are the fewest
    and the most of a game. `public` lists the tables as everybody may know them, and `knows` tells whether a party may
    know an id: a ruleset with secrets has to give its own of both. `rolled_off` tells whether dice settle this game's
    disputes in place of a seated referee, `referee_secrets` that some secrets are for everybody but the referee.
    `conclude` ends games that do not end by their rules, `score` counts what the seats have at any time, `opponents`
    have won where a seat gives up. `correctable` lists what a ruling may set, after which the `invariants` must hold;
    `seats_correct` says that seats may agree on it: not where a refusal could tell one what the other hides.
    `after_correction` takes a question back that a correction has left without an answer.
    """

    name: str
    edition: str
    package: str
    opening_window: str
    part: Part
    masks: Mapping[type[Struct], Mask]
    roles: Mapping[type[Struct], tuple[int, ...]]
    start: Callable[[int], G]
    seats: tuple[int, int] = (1, SEATS_MOST)
    knows: Callable[[G, Party, str], bool] = all_known
    public: Callable[[G], list[list[Any]]] = every_table
    rolled_off: RolledOff = refereed
    referee_secrets: bool = False
    conclude: Conclude = conclude_plainly
    score: Score = no_score
    opponents: Opponents = every_other_seat
    invariants: Invariants = nothing_broken
    correctable: Correctables = field(default_factory=dict)
    seats_correct: bool = True
    after_correction: AfterCorrection = asked_as_before

    @property
    def sealing(self) -> bool:
        """Whether some of its entries hold secrets."""
        return any(mask.seals or mask.secret for mask in self.masks.values())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules(Generic[G]):
    """The deciding half of a ruleset; one is equal to itself alone.

    `opening_window` asks for the creating command, `seats` are the fewest and the most of a game, `public` lists the
    tables as everybody may know them, `own` are the ruleset's commands without the kernel's, `retired` those of them
    that only logs of earlier editions have, `sealing` says that some of its entries hold secrets, `referee_secrets`
    that some may be secret for everybody but the referee.
    """

    name: str
    edition: str
    package: str
    opening_window: str
    seats: tuple[int, int]
    handlers: Mapping[type[Struct], Handler]
    reducers: Mapping[type[Struct], Reducer]
    windows: Mapping[str, WindowKind]
    anytime: frozenset[type[Struct]]
    anytime_offers: Mapping[type[Struct], AnytimeOffers]
    desk_offers: Mapping[type[Struct], DeskOffers]
    masks: Mapping[type[Struct], Mask]
    roles: Mapping[type[Struct], tuple[int, ...]]
    start: Callable[[int], G]
    knows: Callable[[G, Party, str], bool]
    public: Callable[[G], list[list[Any]]]
    judges: Mapping[str, Judge]
    turns: Mapping[type[Struct], TurnOf]
    retired: Mapping[type[Struct], Retired]
    rolled_off: RolledOff
    own: frozenset[type[Struct]]
    sealing: bool
    referee_secrets: bool
    conclude: Conclude
    score: Score
    opponents: Opponents
    invariants: Invariants
    correctable: Correctables
    seats_correct: bool
    after_correction: AfterCorrection

    def command(self, kind: str) -> type[Struct] | None:
        """Find a command type by its bare name."""
        return next((found for found in self.handlers if found.__name__ == kind), None)

    @property
    def logged(self) -> tuple[type[Struct], ...]:
        """The commands that a log may hold: those that are given, and those that were."""
        return *self.handlers, *self.retired

    def logged_command(self, kind: str) -> type[Struct] | None:
        """Find a command type that a log may hold by its bare name."""
        return next((found for found in self.logged if found.__name__ == kind), None)

    def given_by(self, command: type[Struct]) -> tuple[int, ...]:
        """Give the roles that may give a command, or could before it was retired."""
        return self.retired[command].roles if command in self.retired else self.roles[command]

    def seals(self, command: type[Struct]) -> bool:
        """Tell whether entries of this command always carry sealed parts."""
        mask = self.masks[command]
        return mask.seals or mask.seals_for_referee or (self.sealing and command not in self.own)
