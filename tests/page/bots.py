"""Games of bots for pages: whole ones, and short ones of every scenario, which end when a seat gives up."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.messages import Concede
from adjudicator.registry import RULESETS, rules_of
from services.games.requests import CommandResult
from services.sessions.session import Session
from services.tools.play import BotTable

SEED = 7


class ShortTable(BotTable):
    """Bots of which one gives up after so many entries."""

    def __init__(self, ruleset: str, scenario: str, most: int) -> None:
        super().__init__(ruleset, SEED, scenario=scenario)
        self.most = most
        self.count = 0

    async def submit(self, party: Party, command: Struct) -> CommandResult:
        """Count what is done."""
        self.count += 1
        return await super().submit(party, command)

    def _next(self, session: Session) -> tuple[Party, Struct] | None:
        due = super()._next(session)
        if due is None or self.count < self.most or session.game.result is not None:
            return due
        party, _ = due
        return (party, Concede()) if is_seat(party) else due


def played(table: BotTable) -> bytes:
    """Let bots play to the end; gives the replay file."""
    asyncio.run(table.play())
    return asyncio.run(table.replay())


def scenarios() -> list[tuple[str, str]]:
    """List every scenario of every ruleset."""
    return [(ruleset, scenario) for ruleset in sorted(RULESETS) for scenario in rules_of(ruleset).scenarios]
