"""How a ruling overturns what was appealed against: it names the appeal (WG-APPEAL-03)."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.offers import Domain, Range
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.docket.appeals import OpenAppeal
from adjudicator.kernel.messages import AppealOverturned
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.referee.grounds import is_head_role

OVERTURN = "WG-APPEAL-03"
REVIEW = "WG-APPEAL-02"


def require_overturn(ruling: Ruling[Any], seq: int | None) -> OpenAppeal | None:
    """WG-APPEAL-03 While an appeal is lodged a ruling that changes the game names it; gives the appeal.

    `seq` is the ruling's field `overturns`. For every ruling that ends, restarts, rewinds or corrects the game.
    """
    lodged = ruling.protocol.docket.appeal
    if lodged is None:
        ruling.require(seq is None, OVERTURN, "no-appeal-lodged", "overturns")
        return None
    ruling.require(seq == lodged.seq, OVERTURN, "appeal-not-named", "overturns", appeal=lodged.seq)
    ruling.require(may_overturn(ruling.protocol, ruling.by.role, ruling.by.key), REVIEW, "own-ruling")
    return lodged


def overturn(ruling: Ruling[Any], appeal: OpenAppeal | None) -> None:
    """Record that the ruling at work overturns what this appeal is about; nothing where there is none."""
    if appeal is not None:
        ruling.record(AppealOverturned(appeal=appeal.seq, about=appeal.about), OVERTURN)


def may_overturn(protocol: ProtocolState, role: int, key: str) -> bool:
    """WG-APPEAL-02 Whether a referee may overturn what the lodged appeal is about: his own ruling only as head."""
    return is_head_role(protocol, role) or not _is_author(protocol, key)


def may_uphold(protocol: ProtocolState, role: int, key: str) -> bool:
    """WG-APPEAL-02 Whether a referee may uphold it: his own ruling only as head, and as the only one in the game."""
    alone = all(noted.key == key for noted in protocol.docket.rulings.values())
    return not _is_author(protocol, key) or (is_head_role(protocol, role) and alone)


def _is_author(protocol: ProtocolState, key: str) -> bool:
    """Whether who has this key has given the ruling that the appeal is about; a result by the rules is nobody's."""
    lodged = protocol.docket.appeal
    about = None if lodged is None else protocol.docket.rulings.get(lodged.about)
    return about is not None and about.key == key


def overturning_domain(protocol: ProtocolState) -> list[Domain]:
    """Offer the appeal that a ruling overturns: the one that is lodged; nothing where none is."""
    appeal = protocol.docket.appeal
    return [] if appeal is None else [Domain("", Range(appeal.seq, appeal.seq))]
