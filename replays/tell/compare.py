"""Where two games differ: the first entry that differs, and in what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.entries import RawEntry, read_entries
from replays.audit.report import Findings, printable
from replays.bundle import Bundle
from replays.tell.values import field_text

# commands and events by name, whose fields a difference names
Kinds: TypeAlias = Mapping[str, type[Struct]]
NO_KINDS: Final[Kinds] = MappingProxyType({})
ABSENT: Final = object()


class Difference(Struct, frozen=True):
    """The first difference of play; seq 0 where the play is the same. `other_differences` are not of the play."""

    seq: int
    differences: tuple[str, ...]
    other_differences: tuple[str, ...]


def compare(first: Bundle, second: Bundle, rules: LoadedRuleset[Any] | None = None) -> Difference:
    """Compare two games: who commanded what, the dice, the events, entry by entry.

    With the rules of the games fields of commands and events have their names, without them only their order.
    Keys, commitments, digests and other bytes, ids and times are no part of the play: they are `other_differences`.
    """
    ours, theirs = read_entries(first, Findings()), read_entries(second, Findings())
    others = tuple(_other_differences(first, second, ours, theirs))
    kinds = {kind.__name__: kind for kind in (*rules.logged, *rules.reducers)} if rules is not None else NO_KINDS
    for one, other in zip(ours, theirs, strict=False):
        differences = tuple(printable(text) for text in _of_entries(one, other, kinds))
        if differences:
            return Difference(one.seq, differences, others)
    if len(ours) != len(theirs):
        longer, name = (ours, "first") if len(ours) > len(theirs) else (theirs, "second")
        raw = longer[min(len(ours), len(theirs))]
        return Difference(raw.seq, (f"only the {name} game goes on: party {raw.party} {raw.kind}",), others)
    return Difference(0, (), others)


def _of_entries(one: RawEntry, other: RawEntry, kinds: Kinds) -> Iterator[str]:
    if (one.role, one.party) != (other.role, other.party):
        yield f"who: party {one.party} (role {one.role}), in the second party {other.party} (role {other.role})"
    yield from _of_values("command", _command(one), _command(other), kinds)
    yield from _of_lists("dice", one.dice, other.dice, _dice)
    yield from _of_events(one.events, other.events, kinds)
    if (one.state is None) != (other.state is None) or (one.state and other.state and one.state[0] != other.state[0]):
        yield "state: the public tables differ after this entry"


def _command(raw: RawEntry) -> list[Any]:
    """The names of keys in the terms are technical, as the keys themselves are."""
    keys = (
        [OpenGame.__struct_fields__.index(name) for name in ("master_key", "log_key")] if raw.kind == "OpenGame" else []
    )
    return [raw.kind, *("" if place in keys else value for place, value in enumerate(raw.arguments))]


def _of_lists(name: str, ours: Sequence[Any], theirs: Sequence[Any], format_row: Callable[[Any], str]) -> Iterator[str]:
    for place, (one, other) in enumerate(zip(ours, theirs, strict=False), start=1):
        if _play(one) != _play(other):
            yield f"{name} {place}: {format_row(one)}, in the second {format_row(other)}"
            return
    for more, which in ((ours[len(theirs) :], "first"), (theirs[len(ours) :], "second")):
        if more:
            yield f"{name} {min(len(ours), len(theirs)) + 1}: only in the {which}: {format_row(more[0])}"


def _of_events(ours: Sequence[Any], theirs: Sequence[Any], kinds: Kinds) -> Iterator[str]:
    same_clauses = all(one[1] == other[1] for one, other in zip(ours, theirs, strict=False))
    if len(ours) == len(theirs) and same_clauses:
        for place, (one, other) in enumerate(zip(ours, theirs, strict=True), start=1):
            if _play(one) != _play(other):
                yield from _of_values(f"event {place} under {' '.join(one[1])}", one[0], other[0], kinds)
                return
    yield from _of_lists("event", ours, theirs, lambda row: f"{_named(row[0], kinds)} under {' '.join(row[1])}")


def _of_values(name: str, ours: list[Any], theirs: list[Any], kinds: Kinds) -> Iterator[str]:
    """Name what differs: of two of one kind the fields, else both as they are."""
    if _play(ours) == _play(theirs):
        return
    first, second = _fields(ours, kinds), _fields(theirs, kinds)
    if first is None or second is None or ours[0] != theirs[0]:
        yield f"{name}: {_named(ours, kinds)}, in the second {_named(theirs, kinds)}"
        return
    for field in first:
        for path, one, other in differing(field, first[field], second[field]):
            yield f"{name}: {ours[0]} {path}={_text(one)}, in the second {_text(other)}"


def differing(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """Give the places at which two values of a field differ, down into messages and lists of as many of them."""
    if isinstance(one, Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            yield from differing(f"{path}.{name}", getattr(one, name), getattr(other, name))
    elif _are_messages(one) and _are_messages(other) and len(one) == len(other):
        for place, (ours, theirs) in enumerate(zip(one, other, strict=True)):
            yield from differing(f"{path}[{place}]", ours, theirs)
    elif one != other:
        yield path, one, other


def _are_messages(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(item, Struct) for item in value)


def _named(row: list[Any], kinds: Kinds) -> str:
    found = _fields(row, kinds)
    if found is None:
        return _plain(row)
    texts = {name: _text(value) for name, value in found.items()}
    return " ".join([str(row[0]), *(f"{name}={text}" for name, text in texts.items() if text)])


def _fields(row: list[Any], kinds: Kinds) -> dict[str, Any] | None:
    """Give the fields of a command or event by name; None where no such kind, or one with fewer fields, is known."""
    kind = kinds.get(row[0]) if isinstance(row[0], str) else None
    if kind is None or len(row) - 1 > len(kind.__struct_fields__):
        return None
    named = zip_longest(kind.__struct_fields__, row[1:], fillvalue=ABSENT)
    try:
        typed = convert(row, kind)
    except ValidationError:  # another edition's: what is inside of its fields stands in order
        return {str(name): _play(value) for name, value in named}
    return {name: _without_bytes(getattr(typed, name)) for name in kind.__struct_fields__}


def _text(value: Any) -> str:
    if value is ABSENT:
        return ""
    return _plain(value) if isinstance(value, list) else field_text(value, words=True)


def _play(value: Any) -> Any:
    """Bytes are keys, commitments, secrets and digests: technical, all alike here."""
    if isinstance(value, list):
        return [_play(item) for item in value]
    return b"" if isinstance(value, bytes) else value


def _without_bytes(value: Any) -> Any:
    """As in `_play`, of a value with its type: a key or a digest that differs is no difference of play."""
    if isinstance(value, bytes):
        return b""
    if isinstance(value, tuple):
        return tuple(map(_without_bytes, value))
    if isinstance(value, Struct):
        return replace(value, **{name: _without_bytes(getattr(value, name)) for name in value.__struct_fields__})
    return value


def _dice(row: list[Any]) -> str:
    faces = " ".join(map(str, row[4]))
    return f"{len(row[4])}d{row[3]} for {row[5]} of party {row[6]}: {faces} (stream {row[0]}, index {row[2]})"


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(f"[{_plain(item)}]" if isinstance(item, list) else _plain(item) for item in value)
    return value.hex()[:16] if isinstance(value, bytes) else str(value)


def _other_differences(
    first: Bundle, second: Bundle, ours: Sequence[RawEntry], theirs: Sequence[RawEntry]
) -> Iterator[str]:
    place = next((one.seq for one, other in zip(ours, theirs, strict=False) if one.data != other.data), None)
    if place is not None:
        yield f"the bytes of the entries differ from entry {place} on"
    if first.sealed != second.sealed:
        yield "the opened sealed parts differ"
    if first.heads != second.heads:
        yield "the signed heads differ"
    for name in ("ruleset", "edition", "engine"):
        if first.manifest[name] != second.manifest[name]:
            yield printable(f"{name} {first.manifest[name]}, in the second {second.manifest[name]}")
