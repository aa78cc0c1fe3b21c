"""The terms of a game of an event: what stands where nothing is said, and what may not stand there."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.messages import EndingTerms, OpenGame, PenaltyRule

CAUTION, YELLOW, RED = "caution", "yellow", "red"
POINTS, POINTS_OTHER = "points", "points_other"
TIME, TIME_OTHER = "time", "time_other"
LOSS, REMOVAL = "loss", "removal"
# penalties that have an amount, and those that end the game
MEASURED: Final = (POINTS, POINTS_OTHER, TIME, TIME_OTHER)
FINAL: Final = (LOSS, REMOVAL)
EVENT_SCOPE: Final = "event"
AGREE_REFEREE, AGREE_NEVER = "referee", "never"

USUAL_PENALTIES: Final = (
    PenaltyRule(kind=CAUTION, count=2, scope="game", then=YELLOW, amount=0),
    PenaltyRule(kind=YELLOW, count=2, scope="game", then=RED, amount=0),
    PenaltyRule(kind=RED, count=1, scope="game", then=LOSS, amount=0),
    PenaltyRule(kind=RED, count=2, scope=EVENT_SCOPE, then=REMOVAL, amount=0),
)


def penalty_rules(opening: OpenGame) -> tuple[PenaltyRule, ...]:
    """Give the rules of penalties in force: in a game of an event that names none the usual ones."""
    named = opening.event_terms.penalties if opening.event_terms is not None else ()
    return named or (USUAL_PENALTIES if opening.event is not None else ())


def penalties_hold(rules: tuple[PenaltyRule, ...]) -> bool:
    """Whether rules of penalties can be applied: each names all that it needs, and no kind follows from itself."""
    whole = all(row.kind and row.then and row.count and bool(row.amount) == (row.then in MEASURED) for row in rules)
    follows = {kind: {row.then for row in rules if row.kind == kind} for kind in {row.kind for row in rules}}
    reached = set(follows)
    while reached:
        ends = {kind for kind in reached if not follows[kind] & reached}
        if not ends:
            return False
        reached -= ends
    return whole


def ending_terms(opening: OpenGame, ending: str) -> EndingTerms | None:
    """Give what the terms say of an ending; None where they say nothing."""
    rows = opening.event_terms.endings if opening.event_terms is not None else ()
    return next((row for row in rows if row.ending == ending), None)


def is_refused(opening: OpenGame, ending: str) -> bool:
    """Whether the seats may not end the game so by themselves."""
    row = ending_terms(opening, ending)
    return row is not None and row.refused


def agreeing(opening: OpenGame) -> str:
    """Give the word that says whether seats may agree on a draw; empty where they may."""
    return opening.event_terms.agree if opening.event_terms is not None else ""
