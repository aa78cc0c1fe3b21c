"""Games of one scenario by offers alone: the creating command takes that scenario, everything else is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.conformance.by_offers.offer_games import OfferGame

# as printed; step by step with a referee and reported dice; with contributions to the seed
MODES: Final[tuple[dict[str, Any], ...]] = ({}, {"pace": "step", "referee": True, "reported": True}, {"profile": "P1"})


def play_to_end(path: str, scenario: str | Mapping[str, str], seed: int, **mode: Any) -> ScenarioGame:
    """Play a game of a scenario until it has a result; a refusal of what is offered fails in it."""
    game = ScenarioGame(path, scenario, seed, **mode)
    game.play()
    assert game.table.game.result is not None
    return game


class ScenarioGame(OfferGame):
    """A game of a scenario whose parties know nothing but offers.

    `scenario` is a word of the creating command's field of that name, or words of the fields by which its ruleset tells
    its scenarios apart, those of nested messages with dots; "" leaves a field out.
    """

    def __init__(self, path: str, scenario: str | Mapping[str, str], seed: int, **mode: Any) -> None:
        super().__init__(path, seed, **mode)
        self.terms = {"scenario": scenario} if isinstance(scenario, str) else dict(scenario)

    def offers(self) -> list[Any]:
        """List what the party is offered, of scenarios the one that is wanted."""
        found = super().offers()
        top = self.table.window
        if top is None or top.kind != self.table.rules.opening_window:
            return found
        return [offer for offer in found if all(narrow(offer.fields, *term) for term in self.terms.items())]


def narrow(domains: Any, field: str, word: str) -> bool:
    """Let a field take nothing but a word; False where it can not, or is not offered."""
    name, _, inner = field.partition(".")
    own = [domain for domain in domains if domain.field == name]
    if inner:
        return bool(own) and all(narrow(domain.shape.parts, inner, word) for domain in own)
    taking = [domain for domain in own if _take(domain, word)]
    if not taking and (word or not all(domain.optional for domain in own)):
        return False
    for domain in own:
        if domain not in taking:
            domains.remove(domain)
    return True


def _take(domain: Any, word: str) -> bool:
    """Narrow a domain to a word; False where it is none of its values."""
    kind = domain.WhichOneof("values")
    if kind == "shape" and not word:
        if not all(part.optional for part in domain.shape.parts):
            return False
        del domain.shape.parts[:]
        return True
    if kind == "flag" and word in {"true", "false"}:
        domain.one_of.values.append(word)
    elif kind == "range" and word.isdigit() and domain.range.least <= int(word) <= domain.range.most:
        domain.range.least = domain.range.most = int(word)
    elif kind == "one_of" and word in domain.one_of.values:
        domain.one_of.values[:] = [word]
    else:
        return False
    domain.optional = False
    return True
