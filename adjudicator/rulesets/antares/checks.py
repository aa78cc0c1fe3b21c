"""Small checks of what is handed in: each fault names its clause, its place and the mend."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.kernel.ruling import Fault

ID = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)


def fault(clause: str, reason: str, path: str, **facts: int | str) -> Fault:
    """Make a fault."""
    return Fault(clause, reason, path, tuple(facts.items()))


def within(clause: str, path: str, found: int | None, least: int, most: int) -> Iterator[Fault]:
    """Check a number, where there is one."""
    if found is not None and not least <= found <= most:
        yield fault(clause, "number-range", path, found=found, least=least, most=most)


def among(clause: str, path: str, found: str, known: Iterable[str]) -> Iterator[Fault]:
    """Check a word that is one of a few."""
    values = tuple(known)
    if found not in values:
        yield fault(
            clause, "not-among", path, found=found or "nothing", known=" ".join(each or '""' for each in values)
        )


def all_among(clause: str, path: str, found: Sequence[str], known: Iterable[str]) -> Iterator[Fault]:
    """Check words that are each one of a few."""
    values = tuple(known)
    for number, each in enumerate(found):
        yield from among(clause, f"{path}[{number}]", each, values)


def unique(clause: str, path: str, ids: Sequence[str], pattern: re.Pattern[str] = ID) -> Iterator[Fault]:
    """Check that ids are well written and stand once."""
    for number, each in enumerate(ids):
        if pattern.fullmatch(each) is None:
            yield fault(clause, "bad-id", f"{path}[{number}]", id=each or "nothing")
        elif each in ids[:number]:
            yield fault(clause, "id-twice", f"{path}[{number}]", id=each)


def at_most(clause: str, path: str, found: Sequence[object], most: int) -> Iterator[Fault]:
    """Check that a list is not too long."""
    if len(found) > most:
        yield fault(clause, "too-many", path, found=len(found), most=most)


__all__ = ["ID", "all_among", "among", "at_most", "fault", "unique", "within"]
