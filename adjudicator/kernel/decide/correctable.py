"""What a ruling may set in the tables of a ruleset, and how: values by table, key and field, as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import EVERYONE, Party
from adjudicator.kernel.messages import PatchItem

NULL = "null"
# tells who may know a value, from game, key and field; of a row that is not there too
KnownTo: TypeAlias = Callable[[Any, str, str], Party]
# says what is wrong with a row that a patch has set, from the game after it, key and field; empty where nothing is
Wrong: TypeAlias = Callable[[Any, str, str], str]
# gives values that may be set as things stand: keys and fields with the values, each in JSON
Steps: TypeAlias = Callable[[Any], Iterable[tuple[str, str, Sequence[str]]]]


def known_to_all(_game: Any, _key: str, _field: str) -> Party:
    """Everybody may know it."""
    return EVERYONE


def no_steps(_game: Any) -> Iterable[tuple[str, str, Sequence[str]]]:
    """Offer nothing of this table; a ruling may set it all the same."""
    return ()


def nothing_wrong(_game: Any, _key: str, _field: str) -> str:
    """Nothing is checked besides the type and what holds of every game."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correctable:
    """What may be set in one table: fields of its rows, or with `whole` rows and values as a whole.

    `row` is the type of a row, or of the value where the table is a single one; `keys` the type of its keys. `known_to`
    says whose secret a value is, `steps` which values are offered: setting one of these alone breaks nothing. `wrong`
    looks at a row that was set, beside what holds of every game.
    """

    row: Any
    fields: tuple[str, ...] = ()
    keys: type = str
    whole: bool = False
    known_to: KnownTo = known_to_all
    steps: Steps = no_steps
    wrong: Wrong = nothing_wrong


Correctables: TypeAlias = Mapping[str, Correctable]


class Unfit(Exception):
    """A value can not be set; `reason` is a word for a refusal."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def written(value: Any) -> str:
    """Write a value as JSON without white space, rows as arrays of their fields."""
    return msgspec.json.encode(value).decode()


def standing(game: Any, spec: Correctable, item: PatchItem) -> str:
    """Give what stands at a place.

    Raises Unfit where nothing can stand there.
    """
    table = getattr(game, item.table)
    if not isinstance(table, dict):
        if item.key:
            raise Unfit("no-such-row")
        if table is None and item.field:
            raise Unfit("no-such-row")
        return written(getattr(table, item.field) if item.field else table)
    row = table.get(_key(spec, item.key))
    if row is None and item.field:
        raise Unfit("no-such-row")
    return written(getattr(row, item.field) if item.field else row)


def put(game: Any, spec: Correctable, item: PatchItem) -> None:
    """Set the new value of an item.

    Raises Unfit where it is not of the type that stands there, or is written otherwise than the state writes it.
    """
    table = getattr(game, item.table)
    rows = isinstance(table, dict)
    key = _key(spec, item.key)
    if rows and not item.field and item.after == NULL:
        table.pop(key, None)
        return
    value = _read(spec, item, optional=not rows)
    row = replace(table[key] if rows else table, **{item.field: value}) if item.field else value
    if not rows:
        setattr(game, item.table, row)
        return
    if isinstance(row, Struct) and str(getattr(row, "id", item.key)) != item.key:
        raise Unfit("other-key")
    table[key] = row


def _read(spec: Correctable, item: PatchItem, *, optional: bool) -> Any:
    kind = spec.row
    if item.field:
        kind = next(field.type for field in msgspec.structs.fields(kind) if field.name == item.field)
    elif optional:
        kind = kind | None
    try:
        value = msgspec.json.decode(item.after, type=kind)
    except msgspec.MsgspecError as fault:
        raise Unfit("value-unfit") from fault
    if written(value) != item.after:
        raise Unfit("value-not-canonical")
    return value


def _key(spec: Correctable, key: str) -> Any:
    if spec.keys is str:
        return key
    if not key.isdecimal() or str(int(key)) != key:
        raise Unfit("no-such-row")
    return int(key)


def faults(specs: Correctables, game: Any, kernel: Iterable[str]) -> Iterable[str]:
    """Say what a ruleset may not list: tables of the kernel, and what it does not have."""
    for name, spec in specs.items():
        if name in kernel or name not in game.ALL:
            yield f"{name} is no table that may be corrected"
        known = {field.name for field in msgspec.structs.fields(spec.row)} if spec.fields else set()
        if missing := [field for field in spec.fields if field not in known]:
            yield f"a row of {name} has no {', '.join(missing)}"
