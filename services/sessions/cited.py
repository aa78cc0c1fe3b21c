"""What a ruling rests on: a clause of the rules of its game, or an interpretation by its number.

The rules do not look at it: texts of clauses are none of what decides, and games from before have cited anything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected, fault, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.kernel.ruleset import LoadedRuleset
    from services.sessions.session import Session

RULED: Final = "WG-RULE-01"
PATH: Final = "grounds.clause"
# an interpretation of an event, for all its games; and one of a game, which has the number of its entry
OF_EVENT: Final = re.compile(r"I-([1-9][0-9]{0,8})")
OF_GAME: Final = re.compile(r"[1-9][0-9]{0,8}")


def cited_in(command: Struct) -> str:
    """Give the clause or number that a command names as what it rests on; empty where it names none."""
    return str(getattr(getattr(command, "grounds", None), "clause", ""))


def require_cited(session: Session, cited: str, path: str = PATH) -> None:
    """WG-RULE-01 A ruling rests on a clause of this game's rules, or on an interpretation that there is.

    Whether an event has an interpretation is known to its log alone. Raises Rejected.
    """
    protocol = session.protocol
    if OF_EVENT.fullmatch(cited):
        if protocol.terms.event is None:
            raise unknown_interpretation(cited, path)
    elif not OF_GAME.fullmatch(cited):
        require_clause([session.rules], cited, path)
    elif int(cited) not in protocol.docket.interpreted:
        raise unknown_interpretation(cited, path)


def require_clause(rules: Sequence[LoadedRuleset[Any]], cited: str, path: str) -> None:
    """WG-RULE-01 A clause that is named is one of these rules; none may be named.

    Raises Rejected.
    """
    if cited and not any(cited in row.texts for row in rules):
        names = ", ".join(sorted(row.name for row in rules))
        raise Rejected(fault(RULED, "clause-unknown", path, named=shown(cited), ruleset=names))


def require_given(cited: str, given: int, path: str = PATH) -> None:
    """WG-RULE-01 An interpretation of an event is named once the event has given so many.

    Raises Rejected.
    """
    number = OF_EVENT.fullmatch(cited)
    if number is not None and int(number[1]) > given:
        raise unknown_interpretation(cited, path)


def unknown_interpretation(number: str, path: str) -> Rejected:
    """Make the refusal of a number that no interpretation has."""
    return Rejected(fault(RULED, "interpretation-unknown", path, number=number))
