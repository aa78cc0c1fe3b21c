"""What a credential may do now: the top window's offers, and what may be done at any time."""

from __future__ import annotations

import re
from typing import Final

from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import DeclareAbsent
from services.rpc.access.credentials import Credential
from services.sessions.session import Session

CLAUSE: Final = re.compile(r"[A-Z]{2,3}-[A-Z0-9.]+-\d+")
SEEDING: Final = ("contribute", "open_contribution")


def offers(session: Session, party: Party) -> list[Offer]:
    """List what a party may answer to the innermost window; a step of the table may be taken by anybody."""
    stack = session.game.stack
    if not stack:
        return []
    window = stack[-1]
    acting = window.acting(party)
    kind = session.rules.windows[window.kind]
    if acting not in window.asks or kind.offers is None:
        return []
    return list(kind.offers(session.game, window, acting))


def anytime(session: Session, credential: Credential) -> list[Offer]:
    """List the commands that need no window and that this role may give."""
    rules, game = session.rules, session.game
    found = []
    for kind in sorted(rules.anytime, key=lambda command: command.__name__):
        over = game.result is not None and kind in rules.own
        idle = not game.stack or (kind is DeclareAbsent and game.stack[-1].kind not in SEEDING)
        if not over and not idle and credential.role in rules.roles.get(kind, ()):
            clause = CLAUSE.match(rules.handlers[kind].__doc__ or "")
            found.append(Offer(kind.__name__, (), clause[0] if clause else ""))
    return found
