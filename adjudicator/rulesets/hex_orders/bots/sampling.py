"""Commands made of offers: every domain is sampled, and what is offered in one way only is taken as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, NamedTuple, TypeAlias, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some, Values
from adjudicator.kernel.messages import COMMANDS as KERNEL_COMMANDS
from adjudicator.rulesets.hex_orders.model import messages

KINDS: Mapping[str, type[Struct]] = MappingProxyType(
    {each.__name__: each for each in (*KERNEL_COMMANDS, *messages.COMMANDS)}
)
EMPTY: Mapping[Any, Any] = MappingProxyType({str: "", int: 0, bool: False})
PARTLY = frozenset({"shots", "spots", "intents", "choices"})
"""Fields whose values stand for themselves: those of an offer may be taken one by one."""

# takes one value out of a domain that has several, by the field that it is for
Taste: TypeAlias = Callable[[str, tuple[str, ...]], str]


def sampled(offered: Offer, chance: Generator, taste: Taste | None = None) -> Struct | None:
    """Make an offered command with any values, or with those that `taste` takes; None where parts are not told."""
    kind = KINDS.get(offered.command)
    if kind is None:
        return None
    try:
        return _made(kind, offered.fields, chance, taste or _any(chance))
    except LookupError:
        return None


def _any(chance: Generator) -> Taste:
    return lambda _field, values: chance.choice(values)


class Known(NamedTuple):
    """What a field of a message is."""

    inner: Any
    several: bool
    required: bool


@cache
def _fields(kind: type[Struct]) -> Mapping[str, Known]:
    """Give the fields of a message by name; their types without None."""
    return {each.name: Known(*_plain(each.type), each.required) for each in fields(kind)}


def _plain(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) in (UnionType, Union):
        hint = next(each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is tuple:
        return get_args(hint)[0], True
    return hint, False


def _made(kind: type[Struct], domains: Iterable[Domain], chance: Generator, taste: Taste) -> Struct:
    """Make a message of its domains; what is not offered is empty.

    Raises LookupError where a part that must be given is not told.
    """
    values: dict[str, Any] = {}
    lists: dict[str, list[Any]] = {}
    known = _fields(kind)
    for domain in domains:
        found = _value(domain.values, known[domain.field].inner, domain.field, chance, taste)
        if known[domain.field].several:
            lists.setdefault(domain.field, []).extend(found if isinstance(found, tuple) else (found,))
        else:
            values[domain.field] = found
    values |= {name: _kept(name, rows, chance) for name, rows in lists.items()}
    values |= {name: EMPTY[each.inner] for name, each in known.items() if each.required and name not in values}
    return kind(**values)


def _kept(name: str, rows: list[Any], chance: Generator) -> tuple[Any, ...]:
    """Keep all of what belongs together, and now and then but some of what does not."""
    if name not in PARTLY or chance.randrange(4):
        return tuple(rows)
    some = tuple(row for row in rows if chance.randrange(2))
    return some or tuple(rows[:1])


def _value(values: Values, inner: Any, field: str, chance: Generator, taste: Taste) -> Any:
    match values:
        case Choice(options) if options:
            return _read(taste(field, options) if len(options) > 1 else options[0], inner)
        case Range(least, most):
            return least + chance.randrange(most - least + 1)
        case Some(options, least, most):
            return tuple(_read(each, inner) for each in _some(options, least, most, chance))
        case Shape(_, parts):
            return _made(inner, parts, chance, taste)
    raise LookupError(f"{field} can not be made up")


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


def part(domains: Iterable[Domain], *path: str) -> Values | None:
    """Find the values of a field, or of a field of its shape; the first where there are several."""
    found: Values | None = None
    for name in path:
        found = next((each.values for each in domains if each.field == name), None)
        domains = found.parts if isinstance(found, Shape) else ()
    return found


def words(domains: Iterable[Domain], *path: str) -> tuple[str, ...]:
    """List the values that are offered for a field; numbers written out."""
    found = part(domains, *path)
    if isinstance(found, Range):
        return tuple(str(each) for each in range(found.least, found.most + 1))
    return found.values if isinstance(found, Choice | Some) else ()


def word(domains: Iterable[Domain], *path: str) -> str:
    """Give the first value that is offered for a field; empty without one."""
    return next(iter(words(domains, *path)), "")


__all__ = ["KINDS", "Taste", "part", "sampled", "word", "words"]
