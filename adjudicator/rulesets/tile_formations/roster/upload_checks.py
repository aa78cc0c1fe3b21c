"""Faults of uploads besides the kernel's: names that are not well written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault, fault

NAME = re.compile(r"[^\W_](?:[^\n\r\t\0]{0,59})?")
ANY_WORD = re.compile(r".*", re.DOTALL)
"""Any word at all, where what it may be is checked besides."""


def name_faults(clause: str, path: str, name: str) -> Iterator[Fault]:
    """Check a name for people: at most 60 characters in one line, a letter or digit first."""
    if NAME.fullmatch(name) is None:
        yield fault(clause, "bad-name", path, name=name[:60])
