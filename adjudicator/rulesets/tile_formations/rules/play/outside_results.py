"""What comes from outside the page: the referee's word counts at once, a seat's when the others let it stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import FactsSubject
from adjudicator.kernel.protocol.facts import FactSubject
from adjudicator.rulesets.tile_formations.model.look_ups import enemy_seats
from adjudicator.rulesets.tile_formations.model.state import Game

ApplyResult: TypeAlias = Callable[[Ruling[Game], tuple[str, ...], str], None]
"""Records what follows from a fact, by its subjects and value; does nothing for a value that it can not read."""

OUTSIDE_RESULT = "outside"


def holds_at_once(ruling: Ruling[Game], kind: str, subjects: tuple[str, ...], value: str, clause: str) -> bool:
    """WG-FACT-03 Tell whether a fact holds at once; else state it, and what follows from it comes when it stands."""
    if ruling.actor == REFEREE:
        return True
    fact = ruling.state_fact(kind, subjects, value, clause)
    ruling.ask(OUTSIDE_RESULT, subject=FactSubject(fact))
    ask_to_confirm(ruling, fact)
    return False


def require_battlefield(ruling: Ruling[Game], clause: str) -> None:
    """WG-SETUP-02 Refuse what outside rules do to a game without a battlefield, under the clause of the command."""
    ruling.require(ruling.game.battlefield is not None, clause, "not-begun")


def ask_to_confirm(ruling: Ruling[Game], *facts: str) -> None:
    """WG-FACT-03 Ask the enemies of the seat that stated facts, and the referee, to confirm or dispute them."""
    referee = (REFEREE,) if ruling.protocol.referee else ()
    ruling.ask("fact_stated", *enemy_seats(ruling.game, ruling.actor), *referee, subject=FactsSubject(facts))


def answers_window(ruling: Ruling[Game], kind: str) -> bool:
    """Tell whether the innermost question is of this kind and asks the actor, and let the command answer it.

    For commands that may be given at any time and answer a question besides.
    """
    top = ruling.game.stack[-1] if ruling.game.stack else None
    if top is None or top.kind != kind or ruling.actor not in top.asks:
        return False
    ruling.window = top
    return True
