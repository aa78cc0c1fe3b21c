"""Tables that a test opened are closed behind it."""

from tests.kit import tables_closed

__all__ = ["tables_closed"]
