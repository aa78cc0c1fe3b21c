"""Tables that a test opened are closed behind it: no face is left, every refusal was looked at."""

from tests.kit import tables_closed

__all__ = ["tables_closed"]
