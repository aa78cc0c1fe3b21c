"""Commands made of offers: each domain is sampled, and what is offered in one way only is taken as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some, Values
from adjudicator.rulesets.antares.model.messages import COMMANDS

KINDS: Mapping[str, type[Struct]] = MappingProxyType({each.__name__: each for each in COMMANDS})
EMPTY: Mapping[Any, Any] = MappingProxyType({str: "", int: 0, bool: False})
WORDS: Mapping[str, bool] = MappingProxyType({"false": False, "true": True})


class Known(NamedTuple):
    """What a field of a message is: its type without None, whether it holds several, whether it may be absent."""

    inner: Any
    several: bool
    optional: bool


def sampled(offered: Offer, chance: Generator) -> Struct | None:
    """Make an offered command with any values; None where the offer does not tell what may stand in some part."""
    kind = KINDS.get(offered.command)
    try:
        return None if kind is None else _made(kind, offered.fields, chance)
    except LookupError:
        return None


@cache
def _known(kind: type[Struct]) -> Mapping[str, Known]:
    hints = get_type_hints(kind)
    return {each.name: _plain(hints[each.name]) for each in fields(kind)}


def _plain(hint: Any) -> Known:
    optional = get_origin(hint) in (UnionType, Union)
    if optional:
        hint = next(each for each in get_args(hint) if each is not NoneType)
    several = get_origin(hint) is tuple
    return Known(get_args(hint)[0] if several else hint, several, optional)


def _made(kind: type[Struct], domains: Iterable[Domain], chance: Generator) -> Struct:
    """Make a message of its domains; what is not offered is empty.

    Raises LookupError where a part is not told.
    """
    known = _known(kind)
    values: dict[str, Any] = {name: _empty(each) for name, each in known.items()}
    for domain in domains:
        each = known[domain.field]
        found = _value(domain.values, each.inner, chance)
        if each.several:
            values[domain.field] += found if isinstance(found, tuple) else (found,)
        else:
            values[domain.field] = found
    return kind(**values)


def _empty(known: Known) -> Any:
    if known.several:
        return ()
    return None if known.optional else EMPTY.get(known.inner)


def _value(values: Values, inner: Any, chance: Generator) -> Any:
    match values:
        case Choice(options) if options:
            return _read(chance.choice(options), inner)
        case Range(least, most):
            return least + chance.randrange(most - least + 1)
        case Some(options, least, most):
            return tuple(_read(each, inner) for each in _some(options, least, most, chance))
        case Shape(_, parts) if parts:
            return _made(inner, parts, chance)
    message = f"nothing tells what may stand in {values}"
    raise LookupError(message)


def _some(options: tuple[str, ...], least: int, most: int, chance: Generator) -> list[str]:
    """Take so many in any order; where all are taken they keep theirs."""
    pool, most = list(options), min(most, len(options))
    if least < len(options):
        chance.shuffle(pool)
    return pool[: least + chance.randrange(max(1, most - least + 1))]


def _read(word: str, inner: Any) -> Any:
    if inner is bool:
        return WORDS[word]
    return int(word) if inner is int else word


# -- looking into offers


def words(offered: Offer, field: str) -> tuple[str, ...]:
    """List the values that are offered for a field; none where it is not told."""
    found = next((each.values for each in offered.fields if each.field == field), None)
    return found.values if isinstance(found, Choice | Some) else ()


def is_told(offered: Offer) -> bool:
    """Tell whether every part of an offer is told."""
    return all(not isinstance(each.values, Shape) or bool(each.values.parts) for each in offered.fields)


__all__ = ["KINDS", "is_told", "sampled", "words"]
