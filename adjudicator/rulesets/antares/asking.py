"""Questions that the table answers by itself, and what is offered in them."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.offers import Offer, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.windows import Asks, Then, Window
from adjudicator.rulesets.antares.state import Game


def table_step(
    kind: str, clause: str, command: type[Struct], *others: type[Struct], then: Then | None = None
) -> Asks:
    """Make a window in which the service goes on with a command without fields; people may take the step as well.

    `others` are accepted besides, and not offered.
    """

    def offers(_game: Game, _window: Window, _party: Party) -> list[Offer]:
        return [offer(command, clause)]

    def otherwise(_game: Game, _window: Window, _party: Party) -> Struct:
        return command()

    return Asks(kind, clause, (command, *others), offers, otherwise, then)


__all__ = ["table_step"]
