"""Halves, rounded down (HX-GAP-05)."""

from __future__ import annotations


def half_of(count: int) -> int:
    """HX-GAP-05 Give half of something, rounded down: dice that fear takes, a bonus after a death."""
    return count // 2
