"""Data files as messages: what a file leaves out is empty, and dice and bases are written short.

An amount is written as 2, "d5" or "2d6+1"; a base as `round = 1000`, or as its length, width and shape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from adjudicator.board.inches import Base, Shape, round_base
from adjudicator.rulesets.antares.model.messages import Amount

T = TypeVar("T", bound=Struct)
EMPTY: Mapping[type, Any] = {str: "", int: 0, bool: False, bytes: b""}
DICE = re.compile(r"(\d*)d(\d+)(?:([+-]\d+))?", re.ASCII)


def message(kind: type[T], row: Mapping[str, Any], where: str = "") -> T:
    """Make a message from a table of a data file.

    Raises ValueError that names the place where something is written that the message does not have.
    """
    hints = get_type_hints(kind)
    unknown = sorted(set(row) - set(hints))
    if unknown:
        raise ValueError(f"{where or kind.__name__}: no field is called {', '.join(unknown)}: leave it out")
    wanted = _wanted(kind, row)
    made = {name: _value(hints[name], row.get(name), f"{where}.{name}") for name in hints if name in wanted}
    return kind(**made)


def _wanted(kind: type[Struct], row: Mapping[str, Any]) -> set[str]:
    return {each.name for each in fields(kind) if each.name in row or each.default is NODEFAULT}


def _value(hint: Any, found: Any, where: str) -> Any:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
        return None if found is None else _value(hint, found, where)
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        return tuple(_value(inner, each, f"{where}[{number}]") for number, each in enumerate(found or ()))
    if hint is Amount:
        return amount(found or 0)
    if hint is Base:
        return _base(found or {})
    if isinstance(hint, type) and issubclass(hint, Struct):
        return message(hint, found or {}, where)
    if found is None:
        return EMPTY[hint]
    if type(found) is not hint:
        raise ValueError(f"{where}: {found!r} is no {hint.__name__}: write one")
    return found


def amount(found: int | str) -> Amount:
    """Read an amount.

    Raises ValueError where it is none.
    """
    if isinstance(found, int):
        return Amount(dice=0, sides=0, plus=found)
    match = DICE.fullmatch(found)
    if match is None:
        raise ValueError(f"{found!r} is no amount: write it as 2, d5 or 2d6+1")
    count, sides, plus = match.groups()
    return Amount(dice=int(count or 1), sides=int(sides), plus=int(plus or 0))


def _base(found: Mapping[str, int]) -> Base:
    if "round" in found:
        return round_base(found["round"])
    return Base(found["length"], found["width"], Shape(found["shape"]))


__all__ = ["amount", "message"]
