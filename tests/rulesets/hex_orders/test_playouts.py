"""Whole games, those step by step or of reported dice checked twice: together they come to nearly everything."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from adjudicator.kernel.messages import ResultReached
from adjudicator.rulesets.hex_orders.bots import games
from adjudicator.rulesets.hex_orders.model.messages import GameEnded
from adjudicator.rulesets.hex_orders.rules.handlers import RULES
from tests.conformance.driver import MODES, Driver, rules_at
from tests.kit import seeded
from tests.rulesets.tables import DrawnInTurn, UncheckedTable

PATH = "adjudicator.rulesets.hex_orders"


class Scene(Driver):
    """A driver whose bots agree on one scenario."""

    def __init__(self, scenario, seed, way, kind=DrawnInTurn):
        super().__init__(kind(rules_at(PATH), dice=seeded(seed), **MODES[way]), seed, probes=1)
        self.scenario = scenario

    def answer(self, party, top):
        """Answer, or agree on the scenario."""
        if top.kind == self.rules.opening_window:
            return games.create(self.scenario, self.generator)
        return super().answer(party, top)


@cache
def game(scenario, seed, way="auto"):
    """Play one game to its end, once."""
    return Scene(scenario, seed, way, UncheckedTable if scenario == "infantry" else DrawnInTurn).play()


@pytest.mark.parametrize(
    ("scenario", "seed", "way"),
    [
        pytest.param("pure_tank", 1, "step", marks=pytest.mark.long),
        ("pure_tank", 2, "reported"),
        ("infantry", 3, "auto"),
        ("asymmetric", 4, "auto"),
        ("to_the_end", 6, "step"),
    ],
)
def test_games_end(scenario, seed, way):
    """A game ends once, with one result; no offer and no silence is refused on the way."""
    table = game(scenario, seed, way)
    kinds = Counter(type(event) for filled in table.log for event, _ in filled.events)
    assert kinds[GameEnded] == kinds[ResultReached] == 1
    assert table.game.ended
    assert table.game.turn <= max(table.game.options.turn_limit, 1)


def test_games_reach_most_windows():
    """In a few games nearly every window that accepts something is opened."""
    opened: set[str] = set()
    for scenario, seed in (("asymmetric", 4), ("infantry", 3), ("to_the_end", 6)):
        way = "step" if scenario == "to_the_end" else "auto"
        for filled in game(scenario, seed, way).log:
            opened |= {window.kind for event, _ in filled.events for window in getattr(event, "windows", ())}
    accepting = {kind for kind, asks in RULES.part.windows.items() if asks.accepts}
    rare = {
        "agony_order",
        "angle",
        "contributors",
        "cunning",
        "deflections",
        "exchange",
        "fear",
        "fear_dice",
        "flee",
        "free_points",
        "no_mans_land_answer",
        "package",
        "rank",
        "retreat_decision",
        "retreat_rolls",
        "role",
        "roll_side",
        "sinking",
    }
    assert accepting - opened <= rare
