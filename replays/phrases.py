"""Events in words: a ruleset's phrases filled with the names of seats, faces in a row, totals with their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from msgspec import Struct

from adjudicator.kernel.ruleset import Rules
from adjudicator.kernel.tally import Tally, Term
from replays.names import party_name
from replays.values import HIDDEN, fields_text

PARTIES = frozenset({
    "actor", "attacker", "by", "controller", "defender", "first", "high", "low", "owner", "party", "player", "roller",
    "seat", "seats", "winner", "winners",
})  # fmt: skip
SIGNS = {"add": "{:+d}", "times": "times {}", "at_least": "at least {}", "at_most": "at most {}", "set": "set to {}"}


class Shown(str):
    """A value as text, whose parts can be named in a phrase: `{needed.total}`."""

    __slots__ = ("_parts",)
    _parts: Mapping[str, Shown]

    def __new__(cls, text: str, parts: Mapping[str, Shown] | None = None) -> Self:
        """Give the text its parts."""
        made = super().__new__(cls, text)
        made._parts = parts or {}
        return made

    def __getattr__(self, name: str) -> Shown:
        """Find a part; AttributeError for one that there is not."""
        try:
            return self._parts[name]
        except KeyError:
            raise AttributeError(name) from None


class Speaker:
    """Says what happened, in the words of one ruleset and with the names of one game's seats.

    `lengths` names the fields that hold thousandths of an inch.
    """

    def __init__(self, rules: Rules[Any], names: Sequence[str], lengths: Iterable[str] = ()) -> None:
        self.rules = rules
        self.names = names
        self.lengths = frozenset(lengths)

    def sentence(self, event: Struct, phrase: str | None = None) -> str:
        """Say an event; "" for one that is not worth telling."""
        kind = type(event)
        template = self.rules.phrases.get(kind.__name__) if phrase is None else phrase
        if template is not None:
            try:
                return template.format_map(self._parts(event))
            except (AttributeError, IndexError, KeyError, ValueError):
                # a phrase that does not fit its event is the ruleset's fault: say the event itself
                pass
        return f"{kind.__name__} {fields_text(event, self.rules.masks[kind].secret)}".rstrip()

    def _parts(self, message: Struct) -> dict[str, Shown]:
        secret = self.rules.masks[type(message)].secret if type(message) in self.rules.masks else ()
        parts = {}
        for index, name in enumerate(message.__struct_fields__):
            value = getattr(message, name)
            parts[name] = Shown(HIDDEN) if value is None and index in secret else self._shown(name, value)
        return parts

    def _shown(self, name: str, value: Any) -> Shown:
        if isinstance(value, Tally):
            return Shown(self._number(name, value.total), {"total": Shown(self._number(name, value.total))})
        if isinstance(value, Struct):
            parts = self._parts(value)
            return Shown(" ".join(parts.values()), parts)
        if isinstance(value, tuple | list):
            return Shown(self._listed(name, value))
        if isinstance(value, bool):
            return Shown("yes" if value else "no")
        if isinstance(value, int):
            return Shown(party_name(value, self.names) if name in PARTIES else self._number(name, value))
        return Shown(value.hex()[:16] if isinstance(value, bytes) else "none" if value in (None, "") else str(value))

    def _listed(self, name: str, values: Sequence[Any]) -> str:
        sign = " " if all(isinstance(each, int) for each in values) and name not in PARTIES else ", "
        return sign.join(self._shown(name, each) for each in values) or "none"

    def _number(self, name: str, value: int) -> str:
        return inches(value) if name in self.lengths else str(value)

    def reasons(self, event: Struct) -> list[str]:
        """Say how every number of an event that was worked out came about."""
        said = []
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, Tally) and len(value.terms) > 1:
                said.append(f"{name} {self._number(name, value.total)}: {', '.join(map(self._term, value.terms))}")
        return said

    def _term(self, term: Term) -> str:
        sign = SIGNS.get(term.operation, term.operation + " {}").format(term.value)
        return f"{sign} ({term.clause})"


def inches(thousandths: int) -> str:
    """Write a length."""
    whole, rest = divmod(abs(thousandths), 1000)
    sign = "-" if thousandths < 0 else ""
    return f'{sign}{whole}{f".{rest:03d}".rstrip("0") if rest else ""}"'


__all__ = ["PARTIES", "Shown", "Speaker", "inches"]
