"""Events as sentences: a ruleset's phrases filled with the names of seats, faces, and totals with their reasons."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Self

from msgspec import Struct

from adjudicator.kernel.agreement import MARKED, agreed, in_doubt, is_many, names_many
from adjudicator.kernel.dice.tally import Tally, Term
from adjudicator.kernel.labels import NO_LABELS, Labels
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import finished, given, inches, listed, outside, plural, spelled, spoken, unmarked
from adjudicator.kernel.texts import QUESTIONS, THROWS
from replays.memory import Memory
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
NOUNS = {"formation": "formation", "part": "formation"}
"""What a subject is called that may be one or many, by its field; all others are units."""
MANY = 12
"""Messages with more fields than this are written with the name of each."""

WORDS = re.compile(r"[a-z]+(?:_[a-z]+)+")
PLAIN = re.compile(r"[\w.#:/+,-]+")
"""A word of the contract, or an id; all else was written by somebody."""
WORDED = re.compile(r"[A-Za-z ]+")
SIGNS = {"add": "{:+d}", "times": "times {}", "at_least": "at least {}", "at_most": "at most {}", "set": "set to {}"}


class FormattedValue(str):
    """A value as text, whose parts can be named in a phrase: `{needed.total}`.

    Words behind a colon go before it, and all is left out where the value is empty: `{word: with }`. Of a truth value
    the words alone are written, where it is true. Words behind a bar are written instead of what is left out:
    `{passed:passed|failed}`. `{pins:#pin}` counts: "1 pin", "2 pins", "no pins"; `{dice:#die|dice}` where the plural
    is another word, `{tests:#a test|tests}` where one is not written as a number. `{pins:, with #pin}` counts behind
    words, and is left out for none. `{units:~has|have}` writes the first for one and the second for many.
    `{troop.of: of }` names what a troop is of, where its entry has not named that before.
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
        """Write it behind some words, or what stands for nothing."""
        if not words:
            return str(self)
        first, _, second = words.partition("|")
        if first.startswith("~"):
            return second if self.many else first[1:]
        before, counts, noun = first.partition("#")
        if counts:
            return second if before and not self._value else before + self._counted(noun, "" if before else second)
        if not self._value:
            return second
        return first if self.flag else first + self

    def _counted(self, noun: str, many: str) -> str:
        value = self._value
        return spelled(value, noun, many) if isinstance(value, int) else f"{self} {many or plural(noun)}"

    @property
    def many(self) -> bool:
        """Whether it names many: another number than one, a list, or a title of many."""
        value = self._value
        if isinstance(value, str) and value != HIDDEN:
            text = unmarked(self)
            return names_many(text) or (WORDED.fullmatch(text) is not None and is_many(text))
        return names_many(self) if isinstance(value, tuple) and len(value) == 1 else value != 1

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

    It remembers what earlier events said: titles of ids and where things were; so events are given in their order.
    """

    def __init__(self, rules: LoadedRuleset[Any], names: Sequence[str], labels: Labels = NO_LABELS) -> None:
        self.rules = rules
        self.labels = labels
        self.memory = Memory(names, labels)
        self._kind = ""
        self._ours = False

    def format_event(self, event: Struct, phrase: str | None = None, *, whole: bool = False) -> str:
        """Format an event as a sentence, or by a phrase of its own; "" for one that is not reported.

        A secret that is absent is told by the ruleset's words for it; with `whole` no secret is left, so that an absent
        field is empty.
        """
        kind = type(event)
        secret = () if whole or kind not in self.rules.masks else self.rules.masks[kind].secret
        self._kind = kind.__name__
        self.memory.meet(event)
        template, more = self._template(event, secret) if phrase is None else (phrase, {})
        text = self._filled(event, template, more, secret)
        self.memory.keep(event)
        if text is None:
            return f"{kind.__name__} {fields_text(event, secret)}".rstrip()
        return unmarked(text) if phrase is not None else finished(text, self.memory.ids)

    def _filled(
        self, event: Struct, template: str | None, more: Mapping[str, object], secret: Sequence[int]
    ) -> str | None:
        """Fill a phrase in; None for one that does not fit its event, which is the ruleset's fault."""
        if template is None:
            return None
        try:
            # what a phrase leaves out is not formatted, so that its title is still to be told
            fields = {name for _, name, _, _ in PHRASES.parse(template) if name}
            named = {name.partition(".")[0] for name in fields}
            parts = self._parts(event, secret, named)
            parts |= {name: self._with_whole(name, word) for name, word in _parted(event, fields)}
            self._ours = True
            parts |= {name: self._shown(name, value) for name, value in more.items() if name in named}
            return self.memory.titled(_agreeing(template, parts))
        except (IndexError, KeyError, ValueError):
            return None
        finally:
            self._ours = False

    def _template(self, event: Struct, secret: Sequence[int]) -> tuple[str | None, Mapping[str, object]]:
        """Choose the phrase of an event, with further values; a variant is for those who may know all of it."""
        usual = self.rules.phrases.get(type(event).__name__)
        said = self.memory.said(event)
        if said is not None:
            return said
        absent = [getattr(event, event.__struct_fields__[index]) is None for index in secret]
        if secret and all(absent):
            return self.labels.secret.get(type(event).__name__, usual), {}
        choose = self.labels.variants.get(type(event))
        if choose is None or any(absent):
            return usual, {}
        key, more = choose(event, self.memory)
        return (self.labels.sentences.get(key) if key else usual), more

    def format_question(self, kind: str, subject: Sequence[str], parties: Sequence[int]) -> str:
        """Say whom a question asks, and what; it may be read by itself, so that titles stand in it again."""
        self.memory.tell_anew()
        who = listed([self.memory.party(party) for party in parties])
        about = listed([self._word("subject", word) for word in subject if word])
        usual = kind.replace("_", " ") + (f" ({about})" if about else "")
        shown = {"about": FormattedValue(about, about)}
        # a phrase says all words together, or one by one
        self.memory.tell_anew()
        shown |= {f"word{number}": self._shown("subject", word) for number, word in enumerate(subject)}
        phrase = self.labels.questions.get(kind) or QUESTIONS.get(kind)
        try:
            text = usual
            if phrase is not None:
                text = _agreeing(phrase, shown)
        except (IndexError, KeyError, ValueError):
            # an altered file may hold a question about anything
            text = usual
        return finished(f"{who} {'are' if len(parties) > 1 else 'is'} to {text}", self.memory.ids)

    def throw_name(self, why: str) -> str:
        """Say what dice are thrown for."""
        return self.labels.throws.get(why) or THROWS.get(why) or why.replace("-", " ").replace("_", " ")

    def _parts(
        self, message: Struct, secret: Sequence[int] = (), named: Collection[str] | None = None
    ) -> dict[str, FormattedValue]:
        parts = {}
        for index, name in enumerate(message.__struct_fields__):
            if named is not None and name not in named:
                continue
            value = getattr(message, name)
            hidden = value is None and index in secret
            parts[name] = self._unknown(name) if hidden else self._shown(name, value)
        return parts

    def _with_whole(self, name: str, word: str) -> FormattedValue:
        """Give an id with what it is a part of, where that is still to be told: `{troop.of: of }`."""
        whole = self.memory.whole(word)
        return FormattedValue(self._plain(name, word), word, {"of": FormattedValue(whole, whole)})

    def _unknown(self, name: str) -> FormattedValue:
        return FormattedValue(self.labels.words.get(f"{name}.?", HIDDEN), HIDDEN)

    def _shown(self, name: str, value: Any) -> FormattedValue:
        if isinstance(value, Tally):
            total = self._shown(name, value.total)
            return FormattedValue(total, value.total, {"total": total})
        if isinstance(value, Struct):
            parts = self._parts(value)
            grouped = self.labels.lists.get(type(value))
            return FormattedValue(grouped((value,)) if grouped else self._nested(value, parts), value, parts)
        if isinstance(value, tuple | list):
            return FormattedValue(self._listed(name, value), tuple(value))
        if name in PARTIES and isinstance(value, int):
            # where a field of a party's name holds a number, a phrase can ask for it: {by.number}
            named = self._plain(name, value)
            return FormattedValue(named, named, {"number": FormattedValue(str(value), value)})
        if isinstance(value, str):
            place = self.memory.kept.get(f"place:{value}", "")
            return FormattedValue(self._plain(name, value), value, {"place": FormattedValue(place, place)})
        return FormattedValue(self._plain(name, value), value)

    def _plain(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return self.memory.party(value) if name in PARTIES else self._number(name, value)
        if isinstance(value, bytes):
            return value.hex()[:16]
        return "none" if value in (None, "") else self._word(name, str(value))

    def _word(self, name: str, text: str) -> str:
        """Write a word as the ruleset does, or else without underscores; ids with a number or a dash stay."""
        if name == "why":
            return self.throw_name(text)
        words = self.labels.words
        label = words.get(f"{self._kind}.{name}.{text}", words.get(f"{name}.{text}", words.get(text)))
        if label is not None:
            return label
        if WORDS.fullmatch(text):
            return text.replace("_", " ")
        return self.memory.name(text) if self._ours or PLAIN.fullmatch(text) else given(text)

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
        grouped = self.labels.lists.get(type(values[0])) if values else None
        if grouped is not None:
            return grouped(values)
        if values and all(isinstance(value, str) for value in values):
            return spoken(values, lambda word: self._plain(name, word))
        texts = [self._shown(name, value) for value in values]
        if all(isinstance(value, int) for value in values) and name not in PARTIES:
            return " ".join(texts) or "none"
        return "; ".join(texts) if any(", " in text for text in texts) else listed(texts) or "none"

    def _number(self, name: str, value: int) -> str:
        return inches(value) if name in self.labels.lengths else str(value)

    def reasons(self, event: Struct) -> list[str]:
        """Format how every computed number of an event came about."""
        reasons = []
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, Tally) and len(value.terms) > 1:
                terms = ", ".join(map(self._term, value.terms))
                reasons.append(f"{name.replace('_', ' ')} {self._number(name, value.total)}: {terms}")
        return reasons

    def _term(self, term: Term) -> str:
        sign = SIGNS.get(term.operation, term.operation + " {}").format(term.value)
        return f"{sign} ({term.clause})"


def _agreeing(phrase: str, parts: Mapping[str, FormattedValue]) -> str:
    """Fill a phrase in, whose marked words agree with its subject, those in words of our own for values too."""
    many = _subject_is_many(phrase, parts)
    return outside(_neutral(phrase, parts) + PHRASES.vformat(phrase, (), parts), lambda ours: agreed(ours, many=many))


def _neutral(phrase: str, parts: Mapping[str, FormattedValue]) -> str:
    """Give what goes before a subject of which nobody can say if it is one or many: "the unit Xs (a1) takes~"."""
    literal, subject, spec, _ = next(iter(PHRASES.parse(phrase)), ("", None, "", None))
    if literal or spec or not subject or MARKED.search(phrase) is None:
        return ""
    return f"the {NOUNS.get(subject, 'unit')} " if in_doubt(PHRASES.get_field(subject, (), parts)[0]) else ""


def _parted(event: Struct, fields: Collection[str]) -> Iterator[tuple[str, str]]:
    """Give the fields of which a phrase says what they are a part of; not those that are secret."""
    for name in sorted(fields):
        value = getattr(event, name, None)
        if f"{name}.of" in fields and isinstance(value, str):
            yield name, value


def _subject_is_many(phrase: str, parts: Mapping[str, FormattedValue]) -> bool:
    """Tell whether what a phrase begins with is many: the verbs and pronouns that are marked in it agree with that."""
    subject = next((name for _, name, _, _ in PHRASES.parse(phrase) if name), None)
    value: FormattedValue | None = None if subject is None else PHRASES.get_field(subject, (), parts)[0]
    return value is not None and value.many


def _named(name: str, part: FormattedValue) -> str:
    words = name.replace("_", " ")
    return part if name in SIDES else words if part.flag else f"{words} {part}"
