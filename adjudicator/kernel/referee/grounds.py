"""What every ruling has in common: it says why, and it is one of a person who may give it."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.offers import Values, Words, optional, shape
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import Grounds, RulingGiven
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.roles import HEAD_REFEREE_ROLE

RULE = "WG-RULE-01"
# characters of a reason and of a clause that are offered; nothing limits them but the size of a request
REASON_MOST = 500
CLAUSE_MOST = 40


def require_grounds(ruling: Ruling[Any], grounds: Grounds) -> None:
    """WG-RULE-01 A ruling says why; what it is about has happened, in a game that is open and not closed."""
    require_open(ruling)
    ruling.require(bool(grounds.reason.strip()), RULE, "reason-missing", "grounds.reason")
    for place, seq in enumerate(grounds.about):
        ruling.require(
            1 <= seq < ruling.seq, RULE, "entry-unknown", f"grounds.about[{place}]", entry=seq, last=ruling.seq - 1
        )


def require_open(ruling: Ruling[Any]) -> None:
    """Refuse what comes before the opening or after the close."""
    ruling.require(ruling.protocol.finished is None, RULE, "closed-already")
    ruling.require(bool(ruling.game.stack), "WG-END-04", "nothing-open")


def rule(ruling: Ruling[Any], grounds: Grounds, act: str = "") -> None:
    """Record that the actor has ruled, once all is checked: the first event of every ruling.

    `act` is the kind of the command that is carried out, where that is not the one at work.
    """
    act = act or type(ruling.command).__name__
    ruling.record(RulingGiven(act=act, reason=grounds.reason, clause=grounds.clause, about=grounds.about), RULE)


def is_head(ruling: Ruling[Any]) -> bool:
    """Whether the actor may rule alone on what is grave: a head referee, or the referee of a game of no event."""
    return is_head_role(ruling.protocol, ruling.by.role)


def is_head_role(protocol: ProtocolState, role: int) -> bool:
    """Whether this role may rule alone on what is grave in this game."""
    return role == HEAD_REFEREE_ROLE or protocol.terms.event is None


def require_head(ruling: Ruling[Any], clause: str) -> None:
    """Refuse what only a head referee may rule."""
    ruling.require(is_head(ruling), clause, "head-referee-needed")


def grounds_domain() -> Values:
    """Offer grounds: a reason, and a clause where there is one."""
    return shape(Grounds, reason=Words(REASON_MOST, least=1), clause=optional(Words(CLAUSE_MOST)))
