"""Sentences: how one begins and ends, several things one after another, numbers of things, lengths, and facts."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from adjudicator.kernel.agreement import number_of

if TYPE_CHECKING:
    from adjudicator.kernel.labels import Teller

COUNTED = re.compile(r"(.*\.)([1-9][0-9]{0,5})")
FORMATTER = string.Formatter()
NOUNS = frozenset({"unit", "formation", "option", "model", "army", "enemy", "device", "piece", "part"})
"""Words before an id that say what it is."""
RUN = 3
TIMES = ("never", "once", "twice")
OWNER = re.compile(r" \(([\w.#-]+)\)'s\b")
PLURAL_OWNER = re.compile(r"(?<![sui])s's\b")
GIVEN = re.compile("(\ue000[^\ue001]*\ue001)")
"""What somebody else has written, between two marks that no text has: nothing in it is changed."""
ID = re.compile(r"[a-h]-\w|\w*[0-9.#_]")


def given(text: str) -> str:
    """Mark what somebody else has written, so that nothing in it is changed when a sentence is made of it."""
    return f"\ue000{unmarked(text)}\ue001"


def unmarked(text: str) -> str:
    """Take the marks of what was given away."""
    return text.replace("\ue000", "").replace("\ue001", "")


def outside(text: str, change: Callable[[str], str]) -> str:
    """Change a text, but for what was given."""
    return "".join(part if GIVEN.fullmatch(part) else change(part) for part in GIVEN.split(text))


def finished(text: str, ids: Collection[str] = ()) -> str:
    """Make a sentence of a phrase: a capital in front, unless an id stands there, and a full stop behind."""
    if not unmarked(text):
        return ""
    text = outside(text, lambda ours: PLURAL_OWNER.sub("s'", OWNER.sub(r"'s (\1)", ours)))
    first = text.split(" ", 1)[0].rstrip(",:;'s")
    if text[0].islower() and first not in ids and not ID.match(first):
        text = text[0].upper() + text[1:]
    text = unmarked(text)
    return text if text[-1] in ".!:" else text + "."


def listed(words: Sequence[str], last: str = "and") -> str:
    """Say several things: "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def spoken(words: Sequence[str], named: Callable[[str], str] = str) -> str:
    """Say several ids, those that count up and have the same title as a range: "guns (a.1) to guns (a.3)"."""
    said: list[str] = []
    start = 0
    for run in runs(words):
        end = start + (len(run) if len(run) == 1 else words.index(run[1], start) + 1 - start)
        for _, same in groupby(map(named, words[start:end]), _title):
            alike = list(same)
            said += [f"{alike[0]} to {alike[-1]}"] if len(alike) >= RUN else alike
        start = end
    return listed(said)


def _title(text: str) -> str:
    return text.rpartition(" (")[0]


def plural(word: str) -> str:
    """Give the plural of a word whose plural is regular."""
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def counted(number: int, word: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{number} {word if number == 1 else many or plural(word)}"


def spelled(number: int, word: str, many: str = "") -> str:
    """Say a number of things in a sentence: "no pins", "1 pin", "once"; "a test" where that is the word for one."""
    if word == "time" and 0 <= number < len(TIMES):
        return TIMES[number]
    if number == 1 and word.startswith(("a ", "an ")):
        return word
    return counted(number, word, many) if number else f"no {many or plural(word)}"


def inches(thousandths: int) -> str:
    """Format a length."""
    whole, rest = divmod(abs(thousandths), 1000)
    sign = "-" if thousandths < 0 else ""
    return f'{sign}{whole}{f".{rest:03d}".rstrip("0") if rest else ""}"'


def seconds(ms: int) -> str:
    """Format a time: "90 s", "1.5 s"."""
    whole, rest = divmod(abs(ms), 1000)
    return f"{'-' if ms < 0 else ''}{whole}{f'.{rest:03d}'.rstrip('0') if rest else ''} s"


def time(ms: int) -> str:
    """Format a time in the units that people count in, and exactly: "1 h 30 min", "1.5 s"."""
    minutes, rest = divmod(abs(ms), 60_000)
    units = (minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min")
    said = [f"{number} {unit}" for number, unit in units if number]
    if rest or not said:
        said.append(seconds(rest))
    return f"{'-' if ms < 0 else ''}{' '.join(said)}"


def degrees(tenths: int) -> str:
    """Format an angle."""
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{rest}' if rest else ''} degrees"


def ranges(numbers: Sequence[int]) -> str:
    """Say numbers, those that count up as a range: "3, 5 to 9 and 12"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return listed([word for run in found for word in _run(run)])


def _run(run: Sequence[int]) -> Sequence[str]:
    return (f"{run[0]} to {run[-1]}",) if len(run) >= RUN else tuple(map(str, run))


def at(x: int, y: int) -> str:
    """Format a place on a table."""
    return f"({inches(x)}, {inches(y)})"


MEASURES: Mapping[str, Callable[[int], str]] = MappingProxyType({"inches": inches, "degrees": degrees, "time": time})


class Fact(str):
    """A fact of a refusal as text: `{far:inches}` a length, `{turn:degrees}` an angle, `{most:time}` milliseconds.

    `{count:#unit}` is a number of what is named.

    `{units:list}` says several words one after another.
    `{weapon:words}` is written without underscores, `{why:plain}` without dashes too; an id that is to be given again
    stays as it is.
    """

    __slots__ = ("value",)
    value: int | str

    def __new__(cls, value: int | str) -> Self:
        """Make the text of a fact."""
        fact = super().__new__(cls, value)
        fact.value = value
        return fact

    def __format__(self, form: str) -> str:
        """Write it as its sentence asks."""
        if form in MEASURES and isinstance(self.value, int):
            return MEASURES[form](self.value)
        if form == "words":
            return str(self).replace("_", " ")
        if form == "list":
            return listed(str(self).replace("_", " ").split())
        if form == "plain":
            return str(self).replace("_", " ").replace("-", " ")
        one, _, many = form[1:].partition("|")
        if form.startswith("#") and isinstance(self.value, int):
            return counted(self.value, one, many)
        if form.startswith("~"):
            return one if self.value == 1 else many
        return str(self)


class _Facts(dict[str, Fact]):
    """Facts by name; one that a sentence names and that is missing stays a name in braces."""

    def __missing__(self, name: str) -> Fact:
        return Fact(f"{{{name}}}")


def filled(
    sentence: str,
    facts: Iterable[tuple[str, int | str]],
    path: str = "",
    titles: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Fill the facts of a refusal into its sentence; `{field}` is the field that it is about.

    `titles` are those that the reader knows, by id: they stand before their ids.
    """
    named = _Facts((name, Fact(value)) for name, value in facts)
    named.setdefault("field", Fact(f"`{path}`" if path else "the value"))
    said = ""
    for literal, name, form, _ in FORMATTER.parse(sentence):
        said += literal
        if name is not None:
            said += _named(named[name], name, said, titles) if not form else format(named[name], form)
    # a reason without a sentence stays the word that it is
    return finished(said, titles) if " " in said else said


def _named(fact: Fact, field: str, before: str, titles: Mapping[str, str]) -> str:
    """Write a fact of one or several ids with their titles; a title of many, or in doubt, needs a noun before it."""
    words = str(fact).replace(",", " ").split()
    if not any(word in titles for word in words):
        return str(fact)
    told = listed([f"{titles[word]} ({word})" if word in titles else word for word in words])
    single = len(words) == 1 and number_of(titles[words[0]]) is False
    if single or len(words) > 1 or before.rstrip().rsplit(" ", 1)[-1].lower() in NOUNS:
        return told
    article = "The" if not before or before.endswith((". ", ": ")) else "the"
    noun = getattr(titles[words[0]], "noun", "") or (field if field in NOUNS else "unit")
    return f"{article} {noun} {told}"


def by_seat(values: Sequence[object], teller: Teller) -> str:
    """Say values that are given seat by seat: "red 8, blue 5"."""
    return ", ".join(f"{teller.party(seat)} {value}" for seat, value in enumerate(values))


def rolled_off(faces: Sequence[int], teller: Teller, seats: int = 2) -> str:
    """Say the faces of a roll-off, seat by seat and round by round: "red 2, blue 2, then red 6, blue 1"."""
    return ", then ".join(by_seat(faces[start : start + seats], teller) for start in range(0, len(faces), seats))


def runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Shorten ids that count up, such as a.1, a.2, a.3, to the first and the last; from three of them on."""
    places = [_place(word) for word in words]
    start = 0
    while start < len(words):
        end = start + 1
        while end < len(words) and places[end] is not None and places[end] == _after(places[end - 1]):
            end += 1
        if end - start < RUN:
            yield from ((word,) for word in words[start:end])
        else:
            yield words[start], words[end - 1]
        start = end


def _place(word: str) -> tuple[str, int] | None:
    """Split an id into its stem and its number."""
    found = COUNTED.fullmatch(word)
    return None if found is None else (found[1], int(found[2]))


def _after(place: tuple[str, int] | None) -> tuple[str, int] | None:
    return None if place is None else (place[0], place[1] + 1)
