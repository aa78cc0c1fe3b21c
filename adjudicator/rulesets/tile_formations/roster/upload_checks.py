"""Faults of uploads besides the kernel's: names that are not well written, words that stand twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.faults import Fault, fault

NAME = re.compile(r"[^\W_](?:[^\n\r\t\0]{0,59})?")


def name_faults(clause: str, path: str, name: str) -> Iterator[Fault]:
    """Check a name for people: at most 60 characters in one line, a letter or digit first."""
    if NAME.fullmatch(name) is None:
        yield fault(clause, "bad-name", path, name=name[:60])


def duplicate_faults(clause: str, path: str, words: Sequence[str]) -> Iterator[Fault]:
    """Check that nothing stands twice."""
    for number, word in enumerate(words):
        if word in words[:number]:
            yield fault(clause, "given-twice", f"{path}[{number}]", found=word[:48])
