"""A number together with its reasons: what computes is what is recorded."""

from typing import Protocol, Self

from msgspec import Struct


class Term(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One step of a calculation: the clause that brings it in, how, and how much."""

    clause: str
    operation: str
    value: int


class Tally(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A total and the steps that led to it, each once and in order."""

    total: int
    terms: tuple[Term, ...]

    @classmethod
    def base(cls, value: int, clause: str) -> Self:
        """Begin with a printed or counted value."""
        return cls(value, (Term(clause, "base", value),))

    def add(self, value: int, clause: str) -> Self:
        """Add a bonus or penalty; nothing is noted for zero."""
        return self if value == 0 else self._then(self.total + value, Term(clause, "add", value))

    def times(self, value: int, clause: str) -> Self:
        """Multiply."""
        return self._then(self.total * value, Term(clause, "times", value))

    def at_least(self, value: int, clause: str) -> Self:
        """Raise to a floor; nothing is noted where the floor does not bind."""
        return self if self.total >= value else self._then(value, Term(clause, "at_least", value))

    def at_most(self, value: int, clause: str) -> Self:
        """Lower to a ceiling; nothing is noted where the ceiling does not bind."""
        return self if self.total <= value else self._then(value, Term(clause, "at_most", value))

    def set(self, value: int, clause: str) -> Self:
        """Replace the value by one that a rule fixes."""
        return self._then(value, Term(clause, "set", value))

    def clauses(self) -> tuple[str, ...]:
        """Clauses of all steps, each once, in order."""
        return tuple(dict.fromkeys(term.clause for term in self.terms))

    def _then(self, total: int, term: Term) -> Self:
        return type(self)(total, (*self.terms, term))


class DiceSum(Protocol):
    """A number that may be thrown for, as rulesets write it: dice of some sides added up, plus a fixed part."""

    @property
    def dice(self) -> int: ...
    @property
    def sides(self) -> int: ...
    @property
    def plus(self) -> int: ...


def doubled_mean(amount: DiceSum) -> int:
    """Give twice what a number comes to on average; doubled it is whole."""
    return 2 * amount.plus + amount.dice * (amount.sides + 1)
