"""What is refused while a game is paused or adjourned (WG-STOP-02)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.docket.docket import Docket
from adjudicator.kernel.docket.stops import ADJOURNMENT, Stop
from adjudicator.kernel.messages import AnswerAbsent, AnswerDraw, EnforceDeadline, OfferDraw, TakeBack

HALT = "WG-STOP-02"
# commands of any time that go on with the game
_GO_ON: frozenset[type[Struct]] = frozenset((AnswerAbsent, EnforceDeadline, TakeBack))
_DRAWS: frozenset[type[Struct]] = frozenset((OfferDraw, AnswerDraw))
# questions that are not of the game, and are answered while it stands still
_BESIDE = frozenset({"consent"})


def halted_by(rules: Any, game: Tables, docket: Docket, kind: type[Struct]) -> Stop | None:
    """Give the pause or adjournment in which this kind of command is refused, None where it may be given."""
    halt = docket.halt
    if halt is None or not _goes_on(rules, game, halt, kind):
        return None
    return halt


def _goes_on(rules: Any, game: Tables, halt: Stop, kind: type[Struct]) -> bool:
    if kind in _DRAWS:
        return halt.kind != ADJOURNMENT
    if kind in rules.own or kind in _GO_ON:
        return True
    beside = bool(game.stack) and game.stack[-1].kind in _BESIDE
    return kind not in rules.anytime and not beside


def require_goes_on(ruling: Ruling[Any], kind: type[Struct]) -> None:
    """WG-STOP-02 Nothing is played or answered while the game is paused or adjourned."""
    halt = halted_by(ruling.rules, ruling.game, ruling.protocol.docket, kind)
    ruling.require(halt is None, HALT, "game-stopped", entry=halt.seq if halt else 0)
