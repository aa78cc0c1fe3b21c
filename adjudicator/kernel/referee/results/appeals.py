"""Appeals: lodged by a seat while the time for them runs, taken back, upheld or overturned; or nobody wants one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Words, offer, optional
from adjudicator.kernel.decide.parties import REFEREE, Party, is_seat
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.docket.appeals import APPEAL, LEAST_MS, LODGED, appeals_close
from adjudicator.kernel.messages import (
    Appeal,
    AppealLodged,
    AppealOverturned,
    AppealSettled,
    AppealWaived,
    UpholdRuling,
    WaiveAppeal,
    WithdrawAppeal,
)
from adjudicator.kernel.protocol.lifecycle import close
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import REASON_MOST, grounds_domain, require_grounds, rule
from adjudicator.kernel.referee.results.overturning import may_uphold

LODGE = "WG-APPEAL-01"
REVIEW = "WG-APPEAL-02"
ONCE = "WG-APPEAL-03"
TIME = "WG-APPEAL-04"
# rulings that decide nothing about the game
IDLE: Final = frozenset({"AddNote", "Inspect", "UpholdRuling"})


def appeal(ruling: Ruling[Tables], command: Appeal) -> None:
    """WG-APPEAL-01 While the time for it runs a seat may appeal, once about each matter."""
    window = _require_time(ruling, LODGE)
    ruling.require(ruling.protocol.referee, LODGE, "no-referee-to-appeal-to")
    ruling.require(bool(command.reason.strip()), LODGE, "reason-missing", "reason")
    left = appeals_close(ruling.protocol, window) - ruling.time
    ruling.require(left > 0, TIME, "appeals-over")
    about = standing_result(ruling.protocol) if command.about is None else command.about
    docket = ruling.protocol.docket
    known = about in _matters(ruling.protocol)
    ruling.require(known, LODGE, "nothing-to-appeal", "about", entry=about)
    ruling.require((ruling.actor, about) not in docket.appealed, LODGE, "appealed-already", "about", entry=about)
    final = about in docket.overturned or about in docket.overturned.values()
    ruling.require(not final, ONCE, "overturned-once", "about", entry=about)
    ruling.record(AppealLodged(seat=ruling.actor, about=about, left_ms=left), LODGE)
    ruling.ask(LODGED, REFEREE)


def withdraw_appeal(ruling: Ruling[Tables], _command: WithdrawAppeal) -> None:
    """WG-APPEAL-01 A seat may take its appeal back until it is ruled on."""
    lodged = ruling.protocol.docket.appeal
    ruling.require(lodged is not None and lodged.seat == ruling.actor, LODGE, "no-appeal-of-yours")
    _settle(ruling, "withdrawn", LODGE)


def waive_appeal(ruling: Ruling[Tables], _command: WaiveAppeal) -> None:
    """WG-APPEAL-04 Once every seat has said that it will not appeal the game closes."""
    _require_time(ruling, TIME)
    ruling.record(AppealWaived(seat=ruling.actor), TIME)
    if len(ruling.docket.waived) == len(ruling.protocol.seats):
        ruling.game.stack = ()
        close(ruling)


def uphold_ruling(ruling: Ruling[Tables], command: UpholdRuling) -> None:
    """WG-APPEAL-02 A referee who has not given the ruling upholds it; what was appealed against stands."""
    require_grounds(ruling, command.grounds)
    lodged = ruling.protocol.docket.appeal
    assert lodged is not None  # noqa: S101  (the window asks for it; says so to the type checker)
    ruling.require(may_uphold(ruling.protocol, ruling.by.role, ruling.by.key), REVIEW, "own-ruling")
    rule(ruling, command.grounds)
    _settle(ruling, "upheld", REVIEW)


def _lapse(ruling: Ruling[Tables], _window: Window) -> None:
    """WG-APPEAL-04 What no referee has ruled on in time stands."""
    _settle(ruling, "lapsed", TIME)


def _require_time(ruling: Ruling[Tables], clause: str) -> Window:
    """Give the window in which a seat may appeal; refuse whoever may not."""
    ruling.require(is_seat(ruling.actor), clause, "not-a-seat")
    stack = ruling.game.stack
    ruling.require(not stack or stack[-1].kind != LODGED, clause, "appeal-lodged")
    ruling.require(bool(stack) and stack[-1].kind == APPEAL, clause, "no-time-for-appeals")
    ruling.require(ruling.actor not in ruling.protocol.docket.waived, clause, "waived-already")
    return stack[-1]


def _settle(ruling: Ruling[Tables], end: str, clause: str) -> None:
    """Let the time for appeals run on: what was left, and at least five minutes."""
    lodged = ruling.docket.appeal
    assert lodged is not None  # noqa: S101  (only a lodged appeal is settled; says so to the type checker)
    window = next(row for row in ruling.game.stack if row.kind == APPEAL)
    # a result that was revised meanwhile has all of its time before it
    left = 1000 * ruling.protocol.terms.appeal_window if window.opened > lodged.seq else lodged.left_ms
    ruling.record(AppealSettled(appeal=lodged.seq, end=end, left_ms=max(left, LEAST_MS)), clause)
    ruling.game.stack = tuple(row for row in ruling.game.stack if row.kind != LODGED)


def standing_result(protocol: ProtocolState) -> int:
    """Give the entry of the result that stands; 0 where none does."""
    path = set(protocol.docket.path(protocol.seq))
    return max((seq for seq in protocol.results if seq in path), default=0)


def _matters(protocol: ProtocolState) -> tuple[int, ...]:
    """List what may be appealed against: the result, and rulings that decided something."""
    ruled = (seq for seq, noted in protocol.docket.rulings.items() if noted.act not in IDLE)
    return tuple(sorted({standing_result(protocol), *ruled}))


# -- offers


def _appeal_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    if not _may_answer(game, protocol, party) or not protocol.referee:
        return []
    docket = protocol.docket
    final = {*docket.overturned, *docket.overturned.values()}
    open_to = [seq for seq in _matters(protocol) if seq not in final and (party, seq) not in docket.appealed]
    if not open_to:
        return []
    about: Choice | Domain = Choice(tuple(map(str, open_to)))
    if standing_result(protocol) in open_to:
        about = optional(about)
    return [offer(Appeal, LODGE, reason=Words(REASON_MOST, least=1), about=about)]


def _withdraw_offers(_rules: Any, _game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    lodged = protocol.docket.appeal
    return [offer(WithdrawAppeal, LODGE)] if lodged is not None and lodged.seat == party else []


def _waive_offers(_rules: Any, game: Tables, protocol: ProtocolState, party: Party) -> Sequence[Offer]:
    return [offer(WaiveAppeal, TIME)] if _may_answer(game, protocol, party) else []


def _uphold_offers(_game: Tables, _window: Window, _party: Party) -> Sequence[Offer]:
    return [offer(UpholdRuling, REVIEW, grounds=grounds_domain())]


def _may_answer(game: Tables, protocol: ProtocolState, party: Party) -> bool:
    open_now = bool(game.stack) and game.stack[-1].kind == APPEAL
    return open_now and is_seat(party) and party not in protocol.docket.waived


# -- reducers


def appeal_lodged(_game: Tables, _event: AppealLodged) -> None:
    """The docket keeps it."""


def appeal_settled(_game: Tables, _event: AppealSettled) -> None:
    """The docket keeps it."""


def appeal_overturned(_game: Tables, _event: AppealOverturned) -> None:
    """The docket keeps it."""


def appeal_waived(_game: Tables, _event: AppealWaived) -> None:
    """The docket keeps it."""


APPEALS = Part(
    handlers=handlers(appeal, withdraw_appeal, waive_appeal, uphold_ruling),
    reducers=reducers(appeal_lodged, appeal_settled, appeal_overturned, appeal_waived),
    windows=windows(WindowKind(LODGED, REVIEW, (UpholdRuling,), _uphold_offers, on_close=_lapse, silence_passes=True)),
    anytime=frozenset({Appeal, WithdrawAppeal, WaiveAppeal}),
    desk_offers={Appeal: _appeal_offers, WithdrawAppeal: _withdraw_offers, WaiveAppeal: _waive_offers},
)
