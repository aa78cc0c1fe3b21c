"""An earlier edition of a ruleset, which decides otherwise: each side had ten points more to spend."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.rulesets.hex_orders.model.messages import BudgetsSet, CreateGame
from adjudicator.rulesets.hex_orders.roster.budgets import add_prices, price

EARLIER: Final = "1.0"
MORE: Final = price(mp=10)


def earlier(now: LoadedRuleset[Any]) -> LoadedRuleset[Any]:
    """Give the rules of the edition before this one."""

    def create(ruling: Ruling[Any], command: CreateGame) -> None:
        now.handlers[CreateGame](ruling, command)
        for event, clauses in list(ruling.events):
            if isinstance(event, BudgetsSet) and event.budget is not None:
                more = add_prices(event.budget, MORE)
                ruling.record(BudgetsSet(seat=event.seat, owner=event.owner, budget=more), *clauses)

    return replace(now, edition=EARLIER, handlers={**now.handlers, CreateGame: create})
