"""Penalties: what a referee gives a seat, and what follows from it by the terms, in one entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, offer, where
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.results import FORFEIT, VOID
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.penalties import counted
from adjudicator.kernel.messages import Penalise, Penalised, PenaltyRule
from adjudicator.kernel.protocol import terms
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.scoring import PENALTY_SCORE
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, rule
from adjudicator.kernel.referee.results.revisions import end_by_ruling, revise

PENALTY = "WG-PENALTY-01"
LOST = "WG-PENALTY-03"
KINDS = (terms.CAUTION, terms.YELLOW, terms.RED, *terms.MEASURED, *terms.FINAL)
TIMES = (terms.TIME, terms.TIME_OTHER)
SCORED = (terms.POINTS, terms.POINTS_OTHER)
# the most that is offered, in hundredths of a point or in ms; a ruling may name more
AMOUNT_OFFERED = 10_000_000


def penalise(ruling: Ruling[Tables], command: Penalise) -> None:
    """WG-PENALTY-01 A referee gives a seat a penalty; what follows from so many stands in the terms."""
    require_grounds(ruling, command.grounds)
    seat = command.seat
    known = seat is not None and seat < len(ruling.protocol.seats)
    ruling.require(known, PENALTY, "seat-unknown", "seat", seats=len(ruling.protocol.seats))
    ruling.require(command.kind, PENALTY, "penalty-missing", "kind")
    measured = command.kind in terms.MEASURED
    ruling.require(measured == bool(command.amount), PENALTY, "amount-unfit", "amount", kind=command.kind)
    timed = command.kind not in TIMES or _has_clock(ruling.protocol)
    ruling.require(timed, PENALTY, "no-clock", "kind")
    before = {row.kind: row.count for row in command.before}
    ruling.require(len(before) == len(command.before), PENALTY, "counted-twice", "before")
    assert seat is not None  # noqa: S101  (required above; says so to the type checker)
    rule(ruling, command.grounds)
    given = _give(ruling, seat, (command.kind, command.amount), before)
    if any(kind in terms.FINAL for kind in given):
        _lose(ruling, seat)
    elif ruling.game.result is not None and any(kind in SCORED for kind in given):
        revise(ruling, PENALTY_SCORE)


def _give(ruling: Ruling[Tables], seat: Party, first: tuple[str, int], before: Mapping[str, int]) -> list[str]:
    """Record a penalty and all that follow from it; gives their kinds."""
    given: list[str] = []
    due = [(*first, 0)]
    rules = terms.penalty_rules(ruling.protocol.terms)
    while due:
        kind, amount, number = due.pop(0)
        ruling.record(Penalised(seat=seat, kind=kind, amount=amount, rule=number), PENALTY)
        given.append(kind)
        for place, row in enumerate(rules, start=1):
            waits = any(other == place for _, _, other in due)
            if row.kind == kind and not waits and _follows(ruling, seat, place, row, before):
                due.append((row.then, row.amount, place))
    return given


def _follows(ruling: Ruling[Tables], seat: Party, place: int, row: PenaltyRule, before: Mapping[str, int]) -> bool:
    """Whether so many are reached now; what was reached in an earlier game of the event has followed there."""
    mine = [penalty for penalty in counted(ruling.docket) if penalty.seat == seat]
    earlier = before.get(row.kind, 0) if row.scope == terms.EVENT_SCOPE else 0
    own = sum(penalty.kind == row.kind for penalty in mine)
    fired = any(penalty.rule == place for penalty in mine)
    return not fired and earlier < row.count <= earlier + own


def _lose(ruling: Ruling[Tables], seat: Party) -> None:
    """WG-PENALTY-03 The opponents have won that have not lost the game themselves; where none is left it is void."""
    path = {*ruling.protocol.docket.path(ruling.protocol.seq), ruling.seq}
    lost = {row.seat for row in counted(ruling.docket) if row.kind in terms.FINAL and row.seq in path}
    seats = len(ruling.protocol.seats)
    winners = tuple(other for other in ruling.rules.opponents(ruling.game, seat, seats) if other not in lost)
    end_by_ruling(ruling, FORFEIT if winners else VOID, winners, LOST)


def _has_clock(protocol: ProtocolState) -> bool:
    event_terms = protocol.terms.event_terms
    return event_terms is not None and event_terms.clock is not None


# -- offers


def _penalty_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    if protocol.finished is not None or not game.stack:
        return []
    kinds = [kind for kind in KINDS if kind not in TIMES or _has_clock(protocol)]
    seats = Choice(tuple(map(str, range(len(protocol.seats)))))
    return [
        offer(
            Penalise, PENALTY, grounds=grounds_domain(), seat=seats, kind=Choice(tuple(kinds)), amount=_amounts(kinds)
        )
    ]


def _amounts(kinds: Sequence[str]) -> Domain:
    measured = tuple(kind for kind in kinds if kind in terms.MEASURED)
    return where(Range(1, AMOUNT_OFFERED), kind=measured)


# -- reducers


def penalised(_game: Tables, _event: Penalised) -> None:
    """The docket keeps it."""


PENALTIES = Part(
    handlers=handlers(penalise),
    reducers=reducers(penalised),
    anytime=frozenset({Penalise}),
    desk_offers={Penalise: _penalty_offers},
)
