"""Pauses and adjournments: the game stands still until it is resumed, or for as long as it may (WG-STOP-01 to 03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.stops import ADJOURNMENT, CALL, PAUSE, Stop
from adjudicator.kernel.messages import AdjournGame, CallClosed, EndStop, GameStopped, PauseGame, ResumeGame, StopEnded
from adjudicator.kernel.protocol.deadlines import stop_terms
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import grounds_domain, require_grounds, rule
from adjudicator.kernel.referee.stopping.gate import HALT
from adjudicator.kernel.referee.stopping.sealed import take_sealed
from adjudicator.kernel.referee.stopping.table_dice import throw_again

LIMIT = "WG-STOP-01"
AWAY = "WG-STOP-03"


def pause_game(ruling: Ruling[Tables], command: PauseGame) -> None:
    """WG-STOP-02 A referee stops the game before its dice are fixed or while it is played."""
    require_grounds(ruling, command.grounds)
    _require_play(ruling, HALT)
    rule(ruling, command.grounds)
    until = ruling.time + stop_terms(ruling.protocol.terms.event_terms).pause_ms
    ruling.record(GameStopped(kind=PAUSE, until_ms=until), HALT, LIMIT)


def adjourn_game(ruling: Ruling[Tables], command: AdjournGame) -> None:
    """WG-STOP-03 A referee adjourns a game that is played; those that are asked may seal their next command."""
    require_grounds(ruling, command.grounds)
    _require_play(ruling, AWAY)
    protocol = ruling.protocol
    ruling.require(protocol.transcript is not None or protocol.terms.profile == "P0", AWAY, "not-yet-played")
    most = stop_terms(protocol.terms.event_terms).adjourn_ms
    ruling.require(command.for_ms <= most, AWAY, "too-long", "for_ms", most=most)
    rule(ruling, command.grounds)
    until = ruling.time + (command.for_ms or most)
    ruling.record(GameStopped(kind=ADJOURNMENT, until_ms=until), AWAY, LIMIT)


def resume_game(ruling: Ruling[Tables], command: ResumeGame) -> None:
    """WG-STOP-02 The game goes on; an awaited throw counts or is made again, and sealed commands are taken."""
    require_grounds(ruling, command.grounds)
    halt = ruling.protocol.docket.halt
    ruling.require(halt is not None, HALT, "not-stopped")
    assert halt is not None  # noqa: S101  (required above; says so to the type checker)
    awaited = ruling.game.suspended is not None
    ruling.require(awaited or not command.dice, HALT, "no-throw-awaited", "dice")
    ruling.require(command.dice or not awaited, HALT, "throw-awaited", "dice")
    rule(ruling, command.grounds)
    _go_on(ruling, halt, by_limit=False)
    if command.dice == "rethrow":
        throw_again(ruling)


def end_stop(ruling: Ruling[Tables], command: EndStop) -> None:
    """WG-STOP-01 The service ends a stop, or a call that nobody answers, once its time is over."""
    docket = ruling.protocol.docket
    call = next((call for call in docket.calls if call.seq == command.stop), None)
    stop = next((stop for stop in docket.stops if stop.seq == command.stop), None)
    due = min([*([call.lapses] if call else []), *([stop.until] if stop else [])], default=0)
    ruling.require(due, LIMIT, "no-such-stop", "stop", entry=command.stop)
    ruling.require(ruling.time >= due, LIMIT, "stop-not-due", "stop", seconds=-((ruling.time - due) // 1000))
    if call is not None and ruling.time >= call.lapses:
        ruling.record(CallClosed(call=call.seq, end="lapsed"), LIMIT)
    elif stop is not None and stop.kind == CALL:
        ruling.record(StopEnded(stop=stop.seq, kind=CALL, by_limit=True), LIMIT)
    elif stop is not None:
        _go_on(ruling, stop, by_limit=True)


def _go_on(ruling: Ruling[Tables], halt: Stop, *, by_limit: bool) -> None:
    ruling.record(StopEnded(stop=halt.seq, kind=halt.kind, by_limit=by_limit), LIMIT if by_limit else HALT)
    take_sealed(ruling)


def _require_play(ruling: Ruling[Tables], clause: str) -> None:
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")
    ruling.require(ruling.game.result is None, clause, "result-stands")
    ruling.require(ruling.protocol.docket.halt is None, clause, "stopped-already")


# -- offers


def _may_stop(game: Tables, protocol: ProtocolState) -> bool:
    return bool(game.stack) and game.result is None and protocol.docket.halt is None


def _pause_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    return [offer(PauseGame, HALT, grounds=grounds_domain())] if _may_stop(game, protocol) else []


def _adjourn_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    played = protocol.transcript is not None or protocol.terms.profile == "P0"
    if not played or not _may_stop(game, protocol):
        return []
    most = stop_terms(protocol.terms.event_terms).adjourn_ms
    return [offer(AdjournGame, AWAY, grounds=grounds_domain(), for_ms=Range(0, most))]


def _resume_offers(_rules: Any, game: Tables, protocol: ProtocolState, _party: Party) -> Sequence[Offer]:
    if protocol.docket.halt is None:
        return []
    if game.suspended is None:
        return [offer(ResumeGame, HALT, grounds=grounds_domain())]
    return [offer(ResumeGame, HALT, grounds=grounds_domain(), dice=Choice(("count", "rethrow")))]


# -- reducers


def game_stopped(_game: Tables, _event: GameStopped) -> None:
    """The docket keeps it."""


def stop_ended(_game: Tables, _event: StopEnded) -> None:
    """The docket keeps it."""


PAUSES = Part(
    handlers=handlers(pause_game, adjourn_game, resume_game, end_stop),
    reducers=reducers(game_stopped, stop_ended),
    anytime=frozenset({PauseGame, AdjournGame, ResumeGame, EndStop}),
    desk_offers={PauseGame: _pause_offers, AdjournGame: _adjourn_offers, ResumeGame: _resume_offers},
)
