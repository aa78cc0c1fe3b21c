"""Bots play every scenario to its end through views and offers alone, and no offer on the way is refused."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from adjudicator.kernel.parties import Party
from adjudicator.kernel.windows import Window
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation import bot
from adjudicator.rulesets.grinding_annihilation.messages import (
    FixedMarkersPlaced,
    MarkerCaptured,
    ObjectiveMarkerPlaced,
    ObjectiveMarkerRemoved,
    RosterAccepted,
    ScientistNamed,
)
from adjudicator.rulesets.grinding_annihilation.scenario import SCENARIOS
from tests.conformance.driver import Driver
from tests.kit import Table, seeded, tables_closed

__all__ = ["tables_closed"]

GAME = "grinding_annihilation"
MOST = 4_000
MADE = {
    "exstintech_recovery": (FixedMarkersPlaced, ObjectiveMarkerRemoved),
    "scientist_capture": (FixedMarkersPlaced, ScientistNamed),
    "no_mans_land": (FixedMarkersPlaced,),
    "break_through": (ObjectiveMarkerPlaced,),
}  # fmt: skip


class Scenes(Driver):
    """A driver that opens with a scenario of its own."""

    scenario = ""

    def answer(self, party: Party, top: Window) -> Struct:
        """Create the battle in the scenario, and go on as any driver does."""
        if top.kind == self.rules.opens:
            return bot.create(self.scenario, self.chance)
        return super().answer(party, top)


def played(scenario: str, seed: int) -> Table:
    driver = Scenes(Table(rules_of(GAME), dice=seeded(seed)), seed, probes=1)
    driver.scenario = scenario
    return driver.play(MOST)


@pytest.mark.parametrize("scenario", MADE)
def test_every_scenario_is_played_to_its_end(scenario: str):
    """A battle of the scenario ends by its rules, what is its own happens, and no offer or silence is refused."""
    table = played(scenario, 3)
    assert table.game.battle.scenario == scenario
    assert table.game.battle.ended in ("rounds", "annihilation")
    kinds = {type(event) for entry in table.log for event, _ in entry.events}
    assert kinds >= set(MADE[scenario])
    assert (MarkerCaptured in kinds) <= (scenario == "break_through")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_create_every_scenario_in_its_sizes(scenario: str):
    """A scenario is named by its id, with a colon and a size where that is not small; anything else is not known."""
    chance = random.Random(0)
    for size in ("small", "medium", "large"):
        if size in SCENARIOS[scenario].sizes.accepted:
            made = bot.create(f"{scenario}:{size}", chance)
            assert (made.scenario, made.battle_size) == (scenario, size)
        else:
            with pytest.raises(KeyError):
                bot.create(f"{scenario}:{size}", chance)
    assert bot.create(scenario, chance).battle_size == "small"
    with pytest.raises(KeyError):
        bot.create(f"{scenario}:huge", chance)


def test_bots_field_every_faction():
    """In a medium battle bots muster armies of that size; over some battles every faction takes the field."""
    fielded: set[str] = set()
    for seed in range(12):
        table = Table(rules_of(GAME), dice=seeded(seed))
        driver = Scenes(table, seed)
        driver.scenario = "no_mans_land:medium"
        driver.walk(3)
        rosters = [event for entry in table.log for event, _ in entry.events if isinstance(event, RosterAccepted)]
        assert all(1900 <= each.points <= 2000 for each in rosters)
        fielded |= {each.faction for each in rosters}
    assert fielded == {"autereium", "kolkata_alliance", "prestige_of_uracil", "rassa_moxol"}
