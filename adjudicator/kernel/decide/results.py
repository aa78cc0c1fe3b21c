"""How games end: what a result says in every ruleset, and what a ruleset brings for ends that are not by its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from adjudicator.kernel.messages import SeatScore

if TYPE_CHECKING:
    from adjudicator.kernel.decide.parties import Party

# words of the contract's enums Ending and ResultBy
CONCEDED, AGREED, VOID = "conceded", "agreed", "void"
FORFEIT, NO_SHOW, ADJUDICATED, TIME_CALLED, RESTARTED = "forfeit", "no_show", "adjudicated", "time_called", "restarted"
FLAG = "flag"
# endings of games that count for nothing
COUNTLESS = (VOID, RESTARTED)
BY_RULES, BY_SEATS, BY_RULING, BY_CLOCK = "rules", "seats", "ruling", "clock"
DRAW = "draw"
RULED = "ruled"


class Concluded(Struct, frozen=True):
    """An end that does not follow from a rulebook: how, who has won, on whose word, by which clause.

    Nobody has won a draw, nor a game that counts for nothing. `counted` are the scores where a ruling names them,
    else those of the game as it stands; `ruling` is the entry of that ruling, or 0.
    """

    ending: str
    winners: tuple[int, ...]
    by: str
    clause: str
    counted: tuple[SeatScore, ...] | None = None
    played: bool = True
    ruling: int = 0

    @property
    def outcome(self) -> str:
        """The word of the result."""
        if self.ending in (CONCEDED, *COUNTLESS):
            return self.ending
        return "won" if self.winners else DRAW

    @property
    def reason(self) -> str:
        """Why the game is over, as rulesets put it: given up, agreed, or ruled."""
        return self.ending if self.ending in (CONCEDED, AGREED) else RULED


def conclude_plainly(ruling: Any, concluded: Concluded) -> None:
    """Name the result, and tell nothing of the book besides."""
    ruling.finish(
        concluded.winners,
        concluded.outcome,
        concluded.ending,
        concluded.clause,
        by=concluded.by,
        counted=concluded.counted,
        played=concluded.played,
        ruling=concluded.ruling,
    )


def every_other_seat(_game: Any, seat: Party, seats: int) -> tuple[Party, ...]:
    """Everybody else has won."""
    return tuple(other for other in range(seats) if other != seat)


def no_score(_game: Any) -> tuple[SeatScore, ...]:
    """Nothing is counted."""
    return ()


def places_of(winners: tuple[int, ...], ending: str, seats: int) -> tuple[int, ...]:
    """WG-END-08 Give the place of every seat: winners share the first, a draw is all first, a void game has none."""
    if ending in COUNTLESS:
        return ()
    return tuple(1 if not winners or seat in winners else len(winners) + 1 for seat in range(seats))


def hundredths(count: int) -> int:
    """Give a whole number as scores hold it."""
    return 100 * count
