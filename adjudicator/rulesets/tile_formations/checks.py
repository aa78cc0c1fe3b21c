"""Faults of uploads: numbers out of range, words that are not known, names that are not well written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from adjudicator.kernel.ruling import Fault

NAME = re.compile(r"[^\W_](?:[^\n\r\t\0]{0,59})?")
ID = re.compile(r"[a-z][a-z0-9_]{0,47}", re.ASCII)


def fault(clause: str, reason: str, path: str, **facts: int | str) -> Fault:
    """Make a fault."""
    return Fault(clause, reason, path, tuple(facts.items()))


def within(clause: str, path: str, found: int, least: int, most: int) -> Iterator[Fault]:
    """Check a number."""
    if not least <= found <= most:
        yield fault(clause, "number-range", path, found=found, least=least, most=most)


def among(clause: str, path: str, found: str, known: Iterable[str]) -> Iterator[Fault]:
    """Check a word that is one of a few."""
    words = tuple(known)
    if found not in words:
        yield fault(clause, "not-among", path, found=found[:48], known=" ".join(word[:48] for word in words))


def named(clause: str, path: str, name: str) -> Iterator[Fault]:
    """Check a name for people: at most 60 characters in one line, a letter or digit first."""
    if NAME.fullmatch(name) is None:
        yield fault(clause, "bad-name", path, name=name[:60])


def unique(clause: str, path: str, words: Sequence[str]) -> Iterator[Fault]:
    """Check that nothing stands twice."""
    for number, each in enumerate(words):
        if each in words[:number]:
            yield fault(clause, "given-twice", f"{path}[{number}]", found=each[:48])


__all__ = ["ID", "among", "fault", "named", "unique", "within"]
