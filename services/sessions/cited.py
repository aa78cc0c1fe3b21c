"""What a ruling rests on: a clause of the rules of its game, or an interpretation by its number.

The rules do not look at it: texts of clauses are none of what decides, and games from before have cited anything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected, fault, shown

if TYPE_CHECKING:
    from services.sessions.session import Session

RULED: Final = "WG-RULE-01"
PATH: Final = "grounds.clause"
# an interpretation of an event, for all its games; and one of a game, which has the number of its entry
OF_EVENT: Final = re.compile(r"I-([1-9][0-9]{0,8})")
OF_GAME: Final = re.compile(r"[1-9][0-9]{0,8}")


def cited_in(command: Struct) -> str:
    """Give the clause or number that a command names as what it rests on; empty where it names none."""
    return str(getattr(getattr(command, "grounds", None), "clause", ""))


def require_cited(session: Session, command: Struct) -> None:
    """WG-RULE-01 A ruling rests on a clause of this game's rules, or on an interpretation that there is.

    Whether an event has an interpretation is known to its log alone. Raises Rejected.
    """
    cited, protocol = cited_in(command), session.protocol
    if not cited or cited in session.rules.texts:
        return
    if OF_EVENT.fullmatch(cited):
        if protocol.terms.event is None:
            raise unknown_interpretation(cited)
        return
    if not OF_GAME.fullmatch(cited):
        raise Rejected(fault(RULED, "clause-unknown", PATH, named=shown(cited), ruleset=session.rules.name))
    if int(cited) not in protocol.docket.interpreted:
        raise unknown_interpretation(cited)


def unknown_interpretation(number: str) -> Rejected:
    """Make the refusal of a number that no interpretation has."""
    return Rejected(fault(RULED, "interpretation-unknown", PATH, number=number))
