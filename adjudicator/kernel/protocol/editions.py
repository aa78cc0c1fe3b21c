"""Editions of the rules code: how they are written, and which is the later."""

from __future__ import annotations

import re
from typing import Final

# One to four numbers below ten thousand, as in 2026.10: no two names have one place in the order.
EDITION: Final = re.compile(r"(?:0|[1-9][0-9]{0,3})(?:\.(?:0|[1-9][0-9]{0,3})){0,3}", re.ASCII)


def is_edition(name: object) -> bool:
    """Whether this is written as an edition is."""
    return isinstance(name, str) and EDITION.fullmatch(name) is not None


def require_edition(name: str) -> None:
    """Refuse what is not written as an edition is.

    Raises ValueError.
    """
    if not is_edition(name):
        message = (
            f"edition {name[:40]!r}: write one to four numbers with dots between, as 2026.10; no words, no leading 0"
        )
        raise ValueError(message)


def later_edition(edition: str, than: str) -> bool:
    """Whether an edition is later than another: number by number, as 2026.10 is later than 2026.9.

    What is not written as an edition is has no place in the order.
    """
    return is_edition(edition) and is_edition(than) and _numbers(edition) > _numbers(than)


def _numbers(edition: str) -> tuple[int, ...]:
    return tuple(int(number) for number in edition.split("."))
