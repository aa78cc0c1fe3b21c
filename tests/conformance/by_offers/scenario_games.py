"""Games of one scenario by offers alone: the creating command takes that scenario, everything else is drawn."""

from __future__ import annotations

from typing import Any

from tests.conformance.by_offers.offer_games import OfferGame


class ScenarioGame(OfferGame):
    """A game of a scenario whose parties know nothing but offers."""

    def __init__(self, path: str, scenario: str, seed: int, **mode: Any) -> None:
        super().__init__(path, seed, **mode)
        self.scenario = scenario

    def offers(self) -> list[Any]:
        """List what the party is offered, of scenarios the one that is wanted."""
        found = super().offers()
        top = self.table.window
        if top is None or top.kind != self.table.rules.opening_window:
            return found
        wanted = [offer for offer in found if any(self._takes(domain) for domain in offer.fields)]
        for domain in (domain for offer in wanted for domain in offer.fields if domain.field == "scenario"):
            domain.one_of.values[:] = [self.scenario]
        return wanted

    def _takes(self, domain: Any) -> bool:
        return bool(domain.field == "scenario" and self.scenario in domain.one_of.values)
