"""The terms of a game's clocks, as its opening fixes them."""

from __future__ import annotations

from typing import Any, Final

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import OpenGame

CLOCK: Final = "WG-CLOCK-01"
# the longest time in the terms of a clock, in ms: a year
MOST_MS: Final = 366 * 24 * 3_600_000
TIMES: Final = ("bank_ms", "increment_ms", "delay_ms", "cap_ms", "after_flag_ms", "grace_ms", "least_ms")


def require_clock_terms(ruling: Ruling[Any], command: OpenGame) -> None:
    """WG-CLOCK-01 Clocks need steps that are taken by themselves, and times that can be counted."""
    terms = command.event_terms
    if terms is None:
        return
    for name in ("no_show_ms", "time_called_ms"):
        _require_ms(ruling, f"event_terms.{name}", getattr(terms, name), 0)
    if terms.clock is None:
        return
    ruling.require(command.pace != "step", CLOCK, "clock-needs-auto", "pace")
    for name in TIMES:
        least = 1 if name == "bank_ms" else 0
        _require_ms(ruling, f"event_terms.clock.{name}", getattr(terms.clock, name), least)


def _require_ms(ruling: Ruling[Any], path: str, found: int, least: int) -> None:
    ruling.require(least <= found <= MOST_MS, CLOCK, "clock-number", path, field=path, least=least, most=MOST_MS)
