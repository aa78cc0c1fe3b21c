"""Editions of the rules code: which is the later."""

from __future__ import annotations

import re


def later_edition(edition: str, than: str) -> bool:
    """Whether an edition is later than another: number by number, as 2026.10 is later than 2026.9."""
    return _numbers(edition) > _numbers(than)


def _numbers(edition: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"[0-9]+", edition))
