"""Report labels: how a ruleset wants its games told to people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import add
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.dice.wgdice import Roll
from adjudicator.kernel.distribution import die, sum_of

NOTHING: Mapping[Any, Any] = MappingProxyType({})
# says several messages of one kind together
Listed: TypeAlias = Callable[[Sequence[Any]], str]


class Chance(NamedTuple):
    """A throw that succeeds or fails: whose it was, `good` chances out of `of`, and how it came out.

    `kind` is the name of the throw. `needed` is the number to reach with its steps, to reach from above where `low`
    says so; `faces` are the dice.
    """

    seat: int
    good: int
    of: int
    success: bool
    kind: str = ""
    needed: Tally | None = None
    low: bool = False
    faces: tuple[int, ...] = ()

    @property
    def ratio(self) -> Fraction:
        """Give how likely success was."""
        return Fraction(self.good, self.of)


class Outcome(NamedTuple):
    """A throw whose results stand in an order, such as the rows of a table, and of which none is the success.

    `names` are the results, from the worst for the seat whose throw it was; `weights` say how likely each is, `place`
    which of them came. `kind` and `faces` are those of a Chance.
    """

    seat: int
    place: int
    weights: tuple[int, ...]
    names: tuple[str, ...]
    kind: str = ""
    faces: tuple[int, ...] = ()


Odds: TypeAlias = Chance | Outcome


class Known:
    """What chances may rest on besides their event: its throws, and what was noted of earlier events of the game.

    `rolls` are the throws that are told with the event. `roller` and `why` are who made the first of them and what
    for, -1 and "" where there is none.
    """

    def __init__(self) -> None:
        self.rolls: Sequence[Roll] = ()
        self.noted: dict[tuple[str, ...], Any] = {}

    @property
    def roller(self) -> int:
        """Give who threw."""
        return self.rolls[0].roller if self.rolls else -1

    @property
    def why(self) -> str:
        """Give what was thrown for."""
        return self.rolls[0].why if self.rolls else ""


Luck: TypeAlias = Callable[[Struct, Known], Iterator[Odds]]


class Teller(Protocol):
    """What a sentence may use besides its event: who acts, what is asked, and what earlier events of the game said."""

    @property
    def actor(self) -> int:
        """Give the party whose entry is told."""
        ...

    @property
    def subject(self) -> Sequence[str]:
        """Give what the question that the entry answers was about."""
        ...

    @property
    def kept(self) -> Mapping[str, str]:
        """Give what the ruleset noted of earlier events."""
        ...

    def party(self, party: int) -> str:
        """Name a party."""
        ...

    def name(self, word: str) -> str:
        """Name what has an id: its title before it where it was not told in this entry before."""
        ...

    def names(self, words: Sequence[str]) -> str:
        """Name several."""
        ...


# gives (id, title) of what an event names
Titles: TypeAlias = Callable[[Struct], Iterable[tuple[str, str]]]
# gives (seat, name) of each seat's faction, army or nation that an event names
Armies: TypeAlias = Callable[[Any], Iterable[tuple[int, str]]]
# gives (key, text) of what a later sentence needs; `place:ID` is where something stands
Noted: TypeAlias = Callable[[Struct], Iterable[tuple[str, str]]]
# chooses the sentence of an event by its key, "" for the usual one, and gives further values for it
Variant: TypeAlias = Callable[[Any, Teller], tuple[str, Mapping[str, object]]]
# says a fact about the table in words, from its kind, subjects and value; None where there is no sentence for it
FactSentence: TypeAlias = Callable[[str, Sequence[str], str, Teller], str | None]


class Labels(Struct, frozen=True):
    """How events, throws, questions and facts are told, and which throws matter.

    `headings` are phrases by kind of event, `lengths` the fields in thousandths of an inch. `words` says what values
    are called: `Event.field.value`, `field.value`, or the value alone; `field.?` is what the reader may not know.
    `lists` says messages of a kind together. `luck` gives every throw of an event that succeeds or fails, or whose
    results have an order, where their exact chances are known from this and earlier events; it is asked about every
    event, in order. `sums` are the names of throws whose faces add up, the more the better for who throws, `costs`
    those of which less is better. `without` says of throws that have no odds, or not always, why. `titles` and
    `notes` gather what later sentences name; `variants` chooses among `sentences` where one phrase does not do, and
    `secret` has the phrases for readers who may not know the secrets of an event. `throws` says what dice are thrown
    for, `draws` from what the throws draw that have as many sides as is left there, and `beside` the kinds of events
    before which they are told, both by the throw's name. `questions` are phrases by kind of window, `defaults` the
    options as the book has them, `option_lengths` those in thousandths of an inch. `armies` gives, by kind of event,
    which faction, army or nation each seat plays.
    """

    headings: Mapping[str, str] = NOTHING
    lengths: frozenset[str] = frozenset()
    words: Mapping[str, str] = NOTHING
    lists: Mapping[type[Struct], Listed] = NOTHING
    luck: Luck | None = None
    sums: frozenset[str] = frozenset()
    costs: frozenset[str] = frozenset()
    without: Mapping[str, str] = NOTHING
    titles: Titles | None = None
    notes: Noted | None = None
    variants: Mapping[type[Struct], Variant] = NOTHING
    sentences: Mapping[str, str] = NOTHING
    secret: Mapping[str, str] = NOTHING
    throws: Mapping[str, str] = NOTHING
    draws: Mapping[str, str] = NOTHING
    beside: Mapping[str, str] = NOTHING
    questions: Mapping[str, str] = NOTHING
    fact: FactSentence | None = None
    defaults: Struct | None = None
    option_lengths: frozenset[str] = frozenset()
    armies: Mapping[type[Struct], Armies] = NOTHING


NO_LABELS = Labels()


def at_least(needed: int, sides: int) -> int:
    """Count the faces of a die that reach a number."""
    return min(sides, max(0, sides + 1 - needed))


def outcome_of(seat: int, kind: str, face: int, places: Sequence[int], names: Sequence[str]) -> Outcome:
    """Give the outcome of one die whose faces, from 1 on, lead to these places of these results."""
    weights = tuple(places.count(place) for place in range(len(names)))
    return Outcome(seat, places[face - 1], weights, tuple(names), kind, (face,))


def reversed_order(outcome: Outcome) -> Outcome:
    """Give an outcome whose best result is the worst one: what was thrown against the thrower's own side."""
    place = len(outcome.names) - 1 - outcome.place
    return outcome._replace(place=place, weights=outcome.weights[::-1], names=outcome.names[::-1])


def summed_against(seat: int, kind: str, sides: int, faces: tuple[int, ...]) -> Outcome:
    """Give the outcome of dice that add up against the one who throws them: the least sum is the best."""
    spread = sum_of(len(faces), die(int, sides), 0, add).weights
    totals = sorted(spread, reverse=True)
    weights, names = tuple(spread[total] for total in totals), tuple(map(str, totals))
    return Outcome(seat, totals.index(sum(faces)), weights, names, kind, faces)


def rolled_off(rolls: Sequence[Roll], winner: int) -> Iterator[Chance]:
    """Give each rival's chance to win a roll-off, by its throws: their dice are alike, ties are thrown again by all.

    So nobody is ahead of another, and one of them wins in the end: with two rivals each does in 1 of 2.
    """
    faces: dict[int, tuple[int, ...]] = {}
    for roll in rolls:
        faces[roll.roller] = (*faces.get(roll.roller, ()), *roll.faces)
    if winner in faces:
        for rival, own in faces.items():
            yield Chance(rival, 1, len(faces), rival == winner, rolls[0].why, faces=own)
