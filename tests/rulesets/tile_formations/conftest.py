"""Every table of these tests is closed at its end: no face is left, every refusal was looked at."""

from tests.kit import tables_closed

__all__ = ["tables_closed"]
