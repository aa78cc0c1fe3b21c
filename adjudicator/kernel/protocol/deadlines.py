"""When a question may be ended by the service: time in which the clocks were stopped is nobody's (WG-STOP-01)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.docket import clocks
from adjudicator.kernel.docket.appeals import LODGED
from adjudicator.kernel.messages import GameTerms, StopTerms
from adjudicator.kernel.protocol.protocol_state import ProtocolState

SEEDING = ("contribute", "open_contribution")
# questions that wait for the referee alone, and that the service ends when the referee is silent
OF_THE_REFEREE = ("dispute", "consent", LODGED)
# Seconds to confirm a result, and to give a contribution in a game that sets no limit.
CONFIRM_SECONDS = 600
CONTRIBUTE_SECONDS = 24 * 3600
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
USUAL_STOPS = StopTerms(call_ms=10 * MINUTE_MS, calls=3, pause_ms=HOUR_MS, adjourn_ms=24 * HOUR_MS)


def stop_terms(terms: GameTerms | None) -> StopTerms:
    """Give how long a game may stand still; what an event does not say is as usual, and no stop is without a limit."""
    if terms is None or terms.stops is None:
        return USUAL_STOPS
    said = terms.stops
    pause, adjourn = said.pause_ms or USUAL_STOPS.pause_ms, said.adjourn_ms or USUAL_STOPS.adjourn_ms
    return replace(said, pause_ms=pause, adjourn_ms=adjourn)


def referee_ms(terms: GameTerms | None) -> int:
    """Give the time that a referee has for an answer, in ms."""
    return (terms.referee_ms if terms is not None else 0) or HOUR_MS


def time_to_answer(kind: str, limit: int) -> int:
    """Seconds until silence may be ended by the service, 0 for never; nobody can withhold the seed or the secret."""
    if kind == "confirm_result":
        return CONFIRM_SECONDS
    return limit or (CONTRIBUTE_SECONDS if kind in SEEDING else 0)


def limit_ms(window: Window, response_limit: int, terms: GameTerms | None) -> int:
    """Time until the service may end a question, in ms; 0 for never. `response_limit` is in seconds."""
    if window.kind in OF_THE_REFEREE and window.asks == (REFEREE,):
        return referee_ms(terms)
    if window.kind == "consent" and terms is not None and not response_limit:
        return referee_ms(terms)  # no clock runs for it, and a proposal may not hold a game of an event for ever
    return 1000 * time_to_answer(window.kind, response_limit)


def left_ms(protocol: ProtocolState, window: Window, now: int) -> int | None:
    """Time that is left to answer a question, in ms; None where nothing limits it."""
    limit = limit_ms(window, protocol.terms.response_limit, protocol.terms.event_terms)
    if limit == 0:
        return None
    # the time to answer runs from the entry that asked these questions
    return limit - clocks.waited(protocol.docket, now)
