"""What the handling of commands tells whoever counts it; nobody does, unless the service is told to."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.dice.wgdice import Roll


class Meter:
    """Hears what happens, and does nothing with it."""

    def ruled(self, ruleset: str, seconds: float) -> None:
        """Hear how long the rules took over a command."""

    def committed(self, ruleset: str, rolls: Iterable[Roll]) -> None:
        """Hear of the throws of a command that was accepted."""

    def loaded(self, seconds: float) -> None:
        """Hear how long it took to read and fold a game that was not in memory."""

    def acted(self, late: float) -> None:
        """Hear how many seconds after it was due the clock has acted."""
