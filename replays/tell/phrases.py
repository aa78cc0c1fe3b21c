"""Events as sentences: a ruleset's phrases filled with the names of seats, faces, and totals with their reasons."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self, TypeAlias

from msgspec import Struct

from adjudicator.kernel.dice.tally import Tally, Term
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.party_names import party_name
from replays.tell.values import HIDDEN, fields_text

PARTIES = frozenset(
    {
        "actor",
        "attacker",
        "by",
        "contester",
        "controller",
        "defender",
        "first",
        "high",
        "low",
        "owner",
        "party",
        "player",
        "roller",
        "seat",
        "seats",
        "winner",
        "winners",
    }
)
SIDES = frozenset({"owner", "seat"})  # which need not be named besides
NOTHING: Mapping[Any, Any] = MappingProxyType({})
Listed: TypeAlias = Callable[[Sequence[Any]], str]
MANY = 12
"""Messages with more fields than this are written with the name of each."""

WORDS = re.compile(r"[a-z]+(?:_[a-z]+)+")
COUNTED = re.compile(r"(.*\.)([1-9][0-9]{0,5})")
RUN = 3
SIGNS = {"add": "{:+d}", "times": "times {}", "at_least": "at least {}", "at_most": "at most {}", "set": "set to {}"}


class FormattedValue(str):
    """A value as text, whose parts can be named in a phrase: `{needed.total}`.

    Words behind a colon go before it, and all is left out where the value is empty: `{word: with }`. Of a truth value
    the words alone are written, where it is true.
    """

    __slots__ = ("_parts", "_value")
    _parts: Mapping[str, FormattedValue]
    _value: object

    def __new__(cls, text: str, value: object = True, parts: Mapping[str, FormattedValue] | None = None) -> Self:
        """Make the text of a value, with its parts."""
        formatted = super().__new__(cls, text)
        formatted._value = value
        formatted._parts = parts or {}
        return formatted

    @property
    def empty(self) -> bool:
        """Whether the value is left out: no word, no list, not true. A number is never left out."""
        return self._value in (None, "", ()) or self._value is False

    @property
    def flag(self) -> bool:
        """Whether it is a truth value."""
        return isinstance(self._value, bool)

    def __format__(self, words: str) -> str:
        """Write it behind some words, or nothing."""
        if not words:
            return str(self)
        return "" if not self._value else words if self.flag else words + self

    def part(self, name: str) -> FormattedValue:
        """Find a part, hidden where the whole is; KeyError for one that does not exist."""
        return self if self._value is HIDDEN else self._parts[name]


class PhraseFormatter(string.Formatter):
    """Fills phrases in: a name behind a dot is a part of a value, never an attribute of a text, such as `count`."""

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        """Find the value that a placeholder names; KeyError."""
        name, *parts = field_name.split(".")
        value = kwargs[name]
        for part in parts:
            value = value.part(part)
        return value, name


PHRASES = PhraseFormatter()


class EventFormatter:
    """Says what happened, in the words of one ruleset and with the names of one game's seats.

    `lengths` names the fields that hold thousandths of an inch, `words` says what values are called, `lists` how
    messages of a kind are written together, one alone too.
    """

    def __init__(
        self,
        rules: LoadedRuleset[Any],
        names: Sequence[str],
        lengths: Iterable[str] = (),
        words: Mapping[str, str] = NOTHING,
        lists: Mapping[type[Struct], Listed] = NOTHING,
    ) -> None:
        self.rules = rules
        self.names = names
        self.lengths = frozenset(lengths)
        self.words = words
        self.lists = lists

    def format_event(self, event: Struct, phrase: str | None = None, *, whole: bool = False) -> str:
        """Format an event as a sentence; "" for one that is not reported.

        A secret that is absent is a question mark; with `whole` no secret is left, so that an absent field is empty.
        """
        kind = type(event)
        secret = () if whole or kind not in self.rules.masks else self.rules.masks[kind].secret
        template = self.rules.phrases.get(kind.__name__) if phrase is None else phrase
        if template is not None:
            try:
                return PHRASES.vformat(template, (), self._parts(event, secret))
            except (IndexError, KeyError, ValueError):
                # a phrase that does not fit its event is the ruleset's fault: write the event's fields
                pass
        return f"{kind.__name__} {fields_text(event, secret)}".rstrip()

    def _parts(self, message: Struct, secret: Sequence[int] = ()) -> dict[str, FormattedValue]:
        parts = {}
        for index, name in enumerate(message.__struct_fields__):
            value = getattr(message, name)
            hidden = value is None and index in secret
            parts[name] = FormattedValue(HIDDEN, HIDDEN) if hidden else self._shown(name, value)
        return parts

    def _shown(self, name: str, value: Any) -> FormattedValue:
        if isinstance(value, Tally):
            total = self._shown(name, value.total)
            return FormattedValue(total, value.total, {"total": total})
        if isinstance(value, Struct):
            parts = self._parts(value)
            grouped = self.lists.get(type(value))
            return FormattedValue(grouped((value,)) if grouped else self._nested(value, parts), value, parts)
        if isinstance(value, tuple | list):
            return FormattedValue(self._listed(name, value), tuple(value))
        if name in PARTIES and isinstance(value, int):
            # where a field of a party's name holds a number, a phrase can ask for it: {by.number}
            return FormattedValue(self._plain(name, value), value, {"number": FormattedValue(str(value), value)})
        return FormattedValue(self._plain(name, value), value)

    def _plain(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return party_name(value, self.names) if name in PARTIES else self._number(name, value)
        if isinstance(value, bytes):
            return value.hex()[:16]
        return "none" if value in (None, "") else self._word(str(value))

    def _word(self, text: str) -> str:
        """Write a word as the ruleset does, or else without underscores; ids with a number or a dash stay."""
        label = self.words.get(text)
        return label if label is not None else text.replace("_", " ") if WORDS.fullmatch(text) else text

    def _nested(self, message: Struct, parts: Mapping[str, FormattedValue]) -> str:
        """Write a message within an event: its first field, and the others with their names.

        Of two fields the second is written without its name; where the first is a number, or one of many, all are
        named.
        """
        (first, head), *others = parts.items()
        if len(parts) > MANY or (isinstance(getattr(message, first), int) and first not in PARTIES):
            return ", ".join(_named(name, part) for name, part in parts.items() if not part.empty) or "none"
        if len(others) <= 1:
            return " ".join([head, *(part for _, part in others if part.flag or not part.empty)])
        rest = ", ".join(_named(name, part) for name, part in others if not part.empty)
        return f"{head} ({rest})" if rest else head

    def _listed(self, name: str, values: Sequence[Any]) -> str:
        grouped = self.lists.get(type(values[0])) if values else None
        if grouped is not None:
            return grouped(values)
        texts = [self._shown(name, value) for value in values]
        if all(isinstance(value, str) for value in values):
            return ", ".join(runs(texts)) or "none"
        if all(isinstance(value, int) for value in values) and name not in PARTIES:
            return " ".join(texts) or "none"
        return ("; " if any(", " in text for text in texts) else ", ").join(texts) or "none"

    def _number(self, name: str, value: int) -> str:
        return inches(value) if name in self.lengths else str(value)

    def reasons(self, event: Struct) -> list[str]:
        """Format how every computed number of an event came about."""
        reasons = []
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, Tally) and len(value.terms) > 1:
                reasons.append(f"{name} {self._number(name, value.total)}: {', '.join(map(self._term, value.terms))}")
        return reasons

    def _term(self, term: Term) -> str:
        sign = SIGNS.get(term.operation, term.operation + " {}").format(term.value)
        return f"{sign} ({term.clause})"


def runs(words: Sequence[str]) -> Iterator[str]:
    """Shorten ids that count up, such as a.1, a.2, a.3, to "a.1 to a.3"; from three of them on."""
    places = [_place(word) for word in words]
    start = 0
    while start < len(words):
        end = start + 1
        while end < len(words) and places[end] is not None and places[end] == _after(places[end - 1]):
            end += 1
        yield from words[start:end] if end - start < RUN else (f"{words[start]} to {words[end - 1]}",)
        start = end


def _place(word: str) -> tuple[str, int] | None:
    """Split an id into its stem and its number."""
    found = COUNTED.fullmatch(word)
    return None if found is None else (found[1], int(found[2]))


def _after(place: tuple[str, int] | None) -> tuple[str, int] | None:
    return None if place is None else (place[0], place[1] + 1)


def _named(name: str, part: FormattedValue) -> str:
    words = name.replace("_", " ")
    return part if name in SIDES else words if part.flag else f"{words} {part}"


def inches(thousandths: int) -> str:
    """Format a length."""
    whole, rest = divmod(abs(thousandths), 1000)
    sign = "-" if thousandths < 0 else ""
    return f'{sign}{whole}{f".{rest:03d}".rstrip("0") if rest else ""}"'
