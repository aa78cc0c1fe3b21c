"""Bots: programs that play through views and offers alone, with a generator that they are handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window

T = TypeVar("T")


class Generator(Protocol):
    """Where a bot's random choices come from: never the dice of a game."""

    def randrange(self, stop: int, /) -> int:
        """Give an integer from 0 to stop - 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Give one of a sequence."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a list into another order, in place."""


class Sight(Struct, frozen=True):
    """What a bot knows: its party, its view, the open questions and what it may do."""

    party: Party
    view: Any
    windows: tuple[Window, ...]
    offers: tuple[Offer, ...]


class Turn:
    """One choice of a bot: what it sees, what it is offered, and a generator for its random choices."""

    def __init__(self, sight: Sight, chance: Generator) -> None:
        self.sight = sight
        self.offers = sight.offers
        self.chance = chance

    def offered(self, kind: str) -> list[Offer]:
        """List the offers of one kind of command."""
        return [offer for offer in self.offers if offer.command == kind]

    def first(self, kind: str) -> Offer:
        """Give the first offer of one kind of command."""
        return self.offered(kind)[0]

    def one_in(self, number: int) -> bool:
        """Tell by chance, once in so many times."""
        return self.chance.randrange(number) == 0


U = TypeVar("U", bound=Turn)
# makes the command of an offered kind to a purpose; None where nothing serves it
Plan: TypeAlias = Callable[[U], Struct | None]
# makes any command of an offer; None where its parts are not told
Sample: TypeAlias = Callable[[Offer, Generator], Struct | None]


@dataclass(frozen=True, slots=True)
class Bot(Generic[U]):
    """Chooses mostly to a purpose, now and then at random.

    `plans` are tried in their order, by kind of command; one choice in `random_one_in` is any offer with any values.
    Commands of kinds in `planned` are never sampled, since their fields depend on each other; those in `never_random`
    only where no plan serves.
    """

    turn: Callable[[Sight, Generator], U]
    sample: Sample
    plans: Mapping[str, Plan[U]]
    random_one_in: int
    planned: frozenset[str] = frozenset()
    never_random: frozenset[str] = frozenset()

    def choose(self, sight: Sight, chance: Generator) -> Struct:
        """Choose a command.

        Raises LookupError where nothing that is offered can be made up.
        """
        turn = self.turn(sight, chance)
        command = self.at_random(turn, self.planned | self.never_random) if turn.one_in(self.random_one_in) else None
        return command or self._planned(turn) or self._any(turn)

    def choose_at_random(self, sight: Sight, chance: Generator) -> Struct:
        """Choose any command that is offered, with any values; only what can not be made up is done to a purpose."""
        turn = self.turn(sight, chance)
        return self.at_random(turn, self.planned) or self._planned(turn) or self._any(turn)

    def at_random(self, turn: U, barred: frozenset[str]) -> Struct | None:
        """Take any offer with any values, but none of these kinds; None where there is none that can be made up."""
        offers = [offer for offer in turn.offers if offer.command not in barred]
        turn.chance.shuffle(offers)
        made = (self.sample(offer, turn.chance) for offer in offers)
        return next((command for command in made if command is not None), None)

    def _planned(self, turn: U) -> Struct | None:
        for kind, plan in self.plans.items():
            if turn.offered(kind):
                command = plan(turn)
                if command is not None:
                    return command
        return None

    def _any(self, turn: U) -> Struct:
        command = self.at_random(turn, self.planned)
        if command is None:
            raise LookupError(f"nothing among {[offer.command for offer in turn.offers]} can be made up")
        return command


Choose: TypeAlias = Callable[[Sight, Generator], Struct]
Create: TypeAlias = Callable[[str, Generator], Struct]
