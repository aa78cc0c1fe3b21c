"""What a result adds to what the book counts: what its ending is worth (WG-END-09), and penalties (WG-PENALTY-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from adjudicator.kernel.decide.results import COUNTLESS
from adjudicator.kernel.messages import ScorePart, SeatScore
from adjudicator.kernel.protocol.terms import POINTS, POINTS_OTHER, ending_terms

if TYPE_CHECKING:
    from adjudicator.kernel.decide.parties import Party
    from adjudicator.kernel.docket.penalties import Penalty
    from adjudicator.kernel.messages import OpenGame

WORTH = "WG-END-09"
PENALTY_SCORE = "WG-PENALTY-02"
# parts that a result adds, which a revised one adds anew
ADDED = (WORTH, PENALTY_SCORE)
Part = tuple[int, ScorePart]


def final_scores(
    counted: tuple[SeatScore, ...],
    opening: OpenGame,
    how: tuple[str, tuple[Party, ...]],
    penalties: Iterable[Penalty],
    opponents: Callable[[Party], Sequence[Party]],
) -> tuple[SeatScore, ...]:
    """Add to what was counted what the ending is worth, then penalties; `how` are the ending and who has won.

    Nothing stays nothing where nothing is added; a game that counts for nothing scores nothing.
    """
    if how[0] in COUNTLESS:
        return ()
    seats = len(opening.seats)
    worth = _worth(counted, opening, *how)
    taken = [part for row in penalties for part in _penalty(row, opponents)]
    return _with_parts(_with_parts(counted, worth, seats), taken, seats)


def without_added(scores: tuple[SeatScore, ...]) -> tuple[SeatScore, ...]:
    """Give the scores of an earlier result as they were counted, before anything was added to them."""
    return tuple(_summed(row, [part for part in row.parts if part.clause not in ADDED]) for row in scores)


def _worth(counted: Sequence[SeatScore], opening: OpenGame, ending: str, winners: Sequence[Party]) -> Iterable[Part]:
    """WG-END-09 Say what winners are raised to and losers lowered to; a game that nobody has won is left alone."""
    row = ending_terms(opening, ending)
    if row is None or not winners:
        return
    for seat in range(len(opening.seats)):
        total = counted[seat].total if counted else 0
        if seat in winners and row.winner_least is not None and total < row.winner_least:
            yield seat, ScorePart(name="win by its ending", value=row.winner_least - total, clause=WORTH)
        if seat not in winners and row.loser_most is not None and total > row.loser_most:
            yield seat, ScorePart(name="loss by its ending", value=row.loser_most - total, clause=WORTH)


def _penalty(row: Penalty, opponents: Callable[[Party], Sequence[Party]]) -> Iterable[Part]:
    """WG-PENALTY-02 Points are taken from the seat, or given to its opponents."""
    if row.kind == POINTS:
        yield row.seat, ScorePart(name="penalty", value=-row.amount, clause=PENALTY_SCORE)
    elif row.kind == POINTS_OTHER:
        for seat in opponents(row.seat):
            yield seat, ScorePart(name="penalty of an opponent", value=row.amount, clause=PENALTY_SCORE)


def _with_parts(scores: tuple[SeatScore, ...], parts: Iterable[Part], seats: int) -> tuple[SeatScore, ...]:
    added = list(parts)
    if not added:
        return scores
    rows = scores or tuple(SeatScore(total=0) for _ in range(seats))
    return tuple(
        _summed(row, [*row.parts, *(part for other, part in added if other == seat)]) for seat, row in enumerate(rows)
    )


def _summed(row: SeatScore, parts: Sequence[ScorePart]) -> SeatScore:
    return replace(row, total=sum(part.value for part in parts), parts=tuple(parts))
