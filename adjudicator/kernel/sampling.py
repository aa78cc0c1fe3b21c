"""Commands made of offers: every domain is sampled, and what is offered in one way only is taken as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import (
    Choice,
    Condition,
    Domain,
    Flag,
    Items,
    List,
    Lists,
    Offer,
    Places,
    Range,
    Shape,
    Some,
    Values,
    Words,
)
from adjudicator.kernel.messages import COMMANDS as KERNEL_COMMANDS

# takes one value out of a domain that has several, by the field that it is for
Preference: TypeAlias = Callable[[str, tuple[str, ...]], str]
EMPTY: Mapping[Any, Any] = MappingProxyType({str: "", int: 0, bool: False})


class NotOffered(LookupError):
    """An offer does not say what may stand in a part of its command."""


class _Field(NamedTuple):
    """What a field of a message is; its type without None."""

    inner: Any
    several: bool
    required: bool


class Sampler:
    """Makes commands of a ruleset (and of the kernel) from offers.

    `partly` names fields whose values stand for themselves: those of an offer may be taken one by one. With
    `split_texts` one text may hold several values of a field, divided by blanks. A shape without parts is one that is
    not told, but for messages named in `empty`, which may hold nothing.
    """

    def __init__(
        self,
        commands: Iterable[type[Struct]],
        partly: frozenset[str] = frozenset(),
        *,
        split_texts: bool = False,
        empty: frozenset[str] = frozenset(),
    ) -> None:
        self.kinds = {kind.__name__: kind for kind in (*KERNEL_COMMANDS, *commands)}
        self.partly = partly
        self.empty = empty
        self.split_texts = split_texts

    def sampled(self, offered: Offer, chance: Generator, prefer: Preference | None = None) -> Struct | None:
        """Make an offered command with any values, or with those that `prefer` takes; None where parts are not told.

        Raises ValueError for an offer of a field that the command does not have.
        """
        kind = self.kinds.get(offered.command)
        if kind is None:
            return None
        try:
            return _Sampling(self, chance, prefer or _any(chance)).made(kind, offered.fields, {})
        except NotOffered:
            return None


class _Sampling:
    """One command in the making; `whole` holds what is chosen so far, of messages within it too."""

    def __init__(self, sampler: Sampler, chance: Generator, prefer: Preference) -> None:
        self.sampler = sampler
        self.chance = chance
        self.prefer = prefer
        self.whole: dict[str, Any] | None = None

    def made(self, kind: type[Struct], domains: Iterable[Domain], values: dict[str, Any]) -> Struct:
        """Make a message of its domains; what is not offered is empty.

        Raises NotOffered where a part that must be given is not told.
        """
        self.whole = values if self.whole is None else self.whole
        known = _fields(kind)
        for name, several in _by_field(domains).items():
            if name not in known:
                raise ValueError(f"{kind.__name__} has no field {name}: correct the offer")
            holding = [domain for domain in several if all(self.holds(row, values) for row in domain.conditions)]
            if holding:
                self.fill(name, known[name], holding, values)
        left = {name: field for name, field in known.items() if field.required and name not in values}
        values |= {name: () if field.several else _empty(field.inner, name) for name, field in left.items()}
        return kind(**values)

    def fill(self, name: str, field: _Field, holding: list[Domain], values: dict[str, Any]) -> None:
        """Put into a field what one of its domains says, or leave it out where that may be."""
        apart = field.several and not any(isinstance(domain.values, Items | Lists) for domain in holding)
        domain = holding[0] if apart or len(holding) == 1 else self.chance.choice(holding)
        if domain.optional and (isinstance(domain.values, Words) or self.chance.randrange(2)):
            return
        if not field.several:
            values[name] = self.value(domain.values, field.inner, name, values)
        elif apart:
            rows = [row for one in holding for row in self.several(self.value(one.values, field.inner, name, {}))]
            values[name] = self.kept(name, rows)
        else:
            values[name] = self.value(domain.values, field.inner, name, {})

    def holds(self, condition: Condition, values: Mapping[str, Any]) -> bool:
        """Tell whether one of the values stands in the field that a condition names; in a list, with one member."""
        found: list[Any] = [self.whole if condition.field.startswith(".") else values]
        for name in condition.field.lstrip(".").split("."):
            found = [row.get(name) if isinstance(row, dict) else getattr(row, name, None) for row in _members(found)]
        return any(_word(row) in condition.values for row in found)

    def several(self, found: Any) -> tuple[Any, ...]:
        """Give the members that one domain of a list stands for."""
        if isinstance(found, tuple):
            return found
        return tuple(found.split()) if self.sampler.split_texts and isinstance(found, str) else (found,)

    def kept(self, name: str, rows: list[Any]) -> tuple[Any, ...]:
        """Keep all of what belongs together, and now and then but some of what does not."""
        if name not in self.sampler.partly or self.chance.randrange(4):
            return tuple(rows)
        some = tuple(row for row in rows if self.chance.randrange(2))
        return some or tuple(rows[:1])

    def value(self, values: Values, inner: Any, field: str, beside: dict[str, Any]) -> Any:
        """Take a value of a domain.

        Raises NotOffered where it is not told.
        """
        match values:
            case Some(options, least, most):
                return tuple(_read(word, inner) for word in _some(options, least, most, self.chance))
            case Shape(message, parts) if parts or message in self.sampler.empty:
                return self.made(inner, parts, beside.setdefault(field, {}))
            case Lists(rows) if rows:
                return tuple(_read(word, inner) for word in self.one_list(rows, field))
            case Items():
                return self.members(values, inner, field)
            case Places(spots=spots) if spots:
                return self.value(self.chance.choice(spots).values, inner, field, beside)
        return self.single(values, inner, field)

    def one_list(self, rows: Sequence[List], field: str) -> tuple[str, ...]:
        """Take one of several lists; a preference sees each as one text."""
        texts = [" ".join(row.values) for row in rows]
        return rows[texts.index(self.prefer(field, tuple(texts))) if len(texts) > 1 else 0].values

    def single(self, values: Values, inner: Any, field: str) -> Any:
        """Take a value that has no parts.

        Raises NotOffered where it is not told.
        """
        match values:
            case Choice(options) if options:
                return _read(self.prefer(field, options) if len(options) > 1 else options[0], inner)
            case Range(least, most):
                return least + self.chance.randrange(most - least + 1)
            case Flag():
                return self.chance.randrange(2) == 0
            case Words(_, least):
                return "x" * least
        raise NotOffered(f"{field} can not be made up")

    def members(self, items: Items, inner: Any, field: str) -> tuple[Any, ...]:
        """Take the members of a list."""
        whole = items.once and field in self.sampler.partly and self.chance.randrange(4)
        count = items.most if whole else items.least + self.chance.randrange(items.most - items.least + 1)
        if items.once:
            at = list(range(len(items.of)))
            self.chance.shuffle(at)
            taken = [items.of[place] for place in sorted(at[:count])]
        else:
            taken = [self.chance.choice(items.of) for _ in range(count)]
        return tuple(self.value(domain.values, inner, field, {}) for domain in taken)


def _members(rows: Iterable[Any]) -> Iterable[Any]:
    """Go through messages, and through the members of lists of them."""
    for row in rows:
        yield from row if isinstance(row, tuple) else (row,)


def _by_field(domains: Iterable[Domain]) -> dict[str, list[Domain]]:
    found: dict[str, list[Domain]] = {}
    for domain in domains:
        found.setdefault(domain.field, []).append(domain)
    return found


def _word(value: Any) -> str:
    """Write a value as it stands in a domain; an empty one is empty text."""
    if value is None or value == ():
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _empty(inner: Any, name: str) -> Any:
    if inner not in EMPTY:
        raise NotOffered(f"{name} must be given and is not offered")
    return EMPTY[inner]


def _any(chance: Generator) -> Preference:
    return lambda _field, values: chance.choice(values)


@cache
def _fields(kind: type[Struct]) -> Mapping[str, _Field]:
    """Give the fields of a message by name."""
    return {field.name: _Field(*_plain(field.type), field.required) for field in fields(kind)}


def _plain(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) in {UnionType, Union}:
        hint = next(inner for inner in get_args(hint) if inner is not NoneType)
    if get_origin(hint) is tuple:
        return get_args(hint)[0], True
    return (str if get_origin(hint) is Literal else hint), False


def _some(options: tuple[str, ...], least: int, most: int, chance: Generator) -> list[str]:
    """Take so many in any order; all of them keep theirs."""
    most = min(most, len(options))
    if least == len(options):
        return list(options)
    pool = list(options)
    chance.shuffle(pool)
    return pool[: least + chance.randrange(max(1, most - least + 1))]


def _read(word: str, inner: Any) -> Any:
    return word == "true" if inner is bool else int(word) if inner is int else word


# -- looking into offers


def values_of(domains: Iterable[Domain], *path: str) -> Values | None:
    """Find the values of a field, or of a field of its shape; the first where there are several."""
    found: Values | None = None
    for name in path:
        found = next((domain.values for domain in domains if domain.field == name), None)
        domains = found.parts if isinstance(found, Shape) else ()
    return found


def words_of(domains: Iterable[Domain], *path: str) -> tuple[str, ...]:
    """List the values that are offered for a field, each once, of a list those of its members; numbers written out."""
    found = values_of(domains, *path[:1])
    if isinstance(found, Items):
        members = (row.values for row in found.of)
        below = [_words(row) if len(path) == 1 else words_of(_parts(row), *path[1:]) for row in members]
        return tuple(dict.fromkeys(word for words in below for word in words))
    return _words(found) if len(path) == 1 else words_of(_parts(found), *path[1:])


def _parts(values: Values | None) -> tuple[Domain, ...]:
    return values.parts if isinstance(values, Shape) else ()


def _words(found: Values | None) -> tuple[str, ...]:
    if isinstance(found, Range):
        return tuple(str(number) for number in range(found.least, found.most + 1))
    if isinstance(found, Lists):
        return tuple(" ".join(row.values) for row in found.lists)
    return found.values if isinstance(found, Choice | Some) else ()


def word_of(domains: Iterable[Domain], *path: str) -> str:
    """Give the first value that is offered for a field; empty without one."""
    return next(iter(words_of(domains, *path)), "")


def is_told(offered: Offer) -> bool:
    """Tell whether an offer says what may stand in every part."""
    return all(not isinstance(domain.values, Shape) or bool(domain.values.parts) for domain in offered.fields)
