"""What windows are about: one typed subject for each kind of question that has one."""

from __future__ import annotations

from adjudicator.kernel.decide.windows import Subject


class RollSideSubject(Subject, frozen=True):
    """What the sides roll for: "side" or "asymmetric_role"."""

    question: str


class ProposalSubject(Subject, frozen=True):
    """The side, 1 or 2, that may propose features for NoMansLand."""

    number: int


class OrdersSubject(Subject, frozen=True):
    """The turn in which orders are written, 0 before the first."""

    turn: int


class ChoosersSubject(Subject, frozen=True):
    """Groups that are still to be asked in a window, as "seat:nation:label"."""

    window: str
    groups: tuple[str, ...]


class ChoosingSubject(Subject, frozen=True):
    """The nation that chooses, every nation where it is empty, and the round of choosing or the fight."""

    nation: str = ""
    label: str = ""


class UnitSubject(Subject, frozen=True):
    """A unit."""

    unit: str


class UnitsSubject(Subject, frozen=True):
    """Units."""

    units: tuple[str, ...]


class ExchangeSubject(Subject, frozen=True):
    """An exchange of hexes."""

    exchange: str


class ScopeSubject(Subject, frozen=True):
    """On whom hex effects act: "gunnery", "movement" or "assault"."""

    scope: str


class AgonySubject(Subject, frozen=True):
    """The number of an agony step."""

    step: int


class AgonyOrderSubject(Subject, frozen=True):
    """The number of an agony step, and the tokens whose order matters."""

    step: int
    tokens: tuple[str, ...]


class FightsSubject(Subject, frozen=True):
    """The fights of a step: with the word "again" those of the surrounded, during the retreats."""

    surrounded: tuple[str, ...] = ()


class FightSubject(Subject, frozen=True):
    """A fight."""

    fight: str


class FightStepSubject(Subject, frozen=True):
    """A fight, and the number of its step that is due."""

    fight: str
    step: int


class FightUnitSubject(Subject, frozen=True):
    """A fight and a unit in it."""

    fight: str
    unit: str


class RetreatsSubject(Subject, frozen=True):
    """The fights, and the winners of earlier ones, that retreats are about; none for all fights of the step."""

    fights_and_winners: tuple[str, ...] = ()
