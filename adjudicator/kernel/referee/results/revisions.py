"""Results that rest on a ruling: of a game that has none, or in the place of the one that stands."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.results import BY_RULING, Concluded, conclude_plainly
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import SeatScore
from adjudicator.kernel.protocol.scoring import without_added


def end_by_ruling(
    ruling: Ruling[Any],
    ending: str,
    winners: tuple[Party, ...],
    clause: str,
    *,
    counted: tuple[SeatScore, ...] | None = None,
    played: bool = True,
) -> None:
    """Name the result by the ruling at work; the book tells of an end only where the game had none."""
    if ruling.game.result is None:
        ruling.rules.conclude(ruling, Concluded(ending, winners, BY_RULING, clause, counted, played, ruling.seq))
        return
    scores = _counted(ruling) if counted is None else counted
    conclude_plainly(ruling, Concluded(ending, winners, BY_RULING, clause, scores, played, ruling.seq))


def revise(ruling: Ruling[Any], clause: str) -> None:
    """Name the result that stands once more, with the penalties that there are now; it rests on the ruling at work."""
    result = ruling.protocol.result
    assert result is not None  # noqa: S101  (only a result that stands is revised; says so to the type checker)
    ruling.finish(
        result.winners,
        result.outcome,
        result.ending,
        clause,
        by=result.by,
        counted=_counted(ruling),
        played=result.played,
        ruling=ruling.seq,
    )


def count_anew(ruling: Ruling[Any], clause: str) -> None:
    """Name a result that stands once more after a correction, with the scores of the game as it stands now.

    Scores that a ruling has named stay; nothing where the game has no result.
    """
    result = ruling.protocol.result
    if ruling.game.result is None or result is None:
        return
    ruling.finish(
        result.winners,
        result.outcome,
        result.ending,
        clause,
        by=result.by,
        counted=_counted(ruling) if result.by == BY_RULING else None,
        played=result.played,
        ruling=ruling.seq,
    )


def _counted(ruling: Ruling[Any]) -> tuple[SeatScore, ...]:
    """Give the scores of the result that stands, without what its ending and penalties added."""
    result = ruling.protocol.result
    return () if result is None else without_added(result.scores)
