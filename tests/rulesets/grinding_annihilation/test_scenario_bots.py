"""Bots play every scenario to its end through views and offers alone, and no offer on the way is refused."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation import bot, bot_fights, bot_marches, bot_scenarios
from adjudicator.rulesets.grinding_annihilation.bot_table import Table as Seen
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FixedMarkersPlaced,
    MarkerCaptured,
    ObjectiveMarkerPlaced,
    ObjectiveMarkerRemoved,
    RosterAccepted,
    ScientistDelivered,
    ScientistNamed,
)
from adjudicator.rulesets.grinding_annihilation.scenario import SCENARIOS
from tests.conformance.driver import Driver
from tests.kit import Table, seeded, tables_closed
from tests.rulesets.grinding_annihilation.givens import battle, blade, formation, trooper
from tests.rulesets.grinding_annihilation.test_scientist_capture import capture, named

__all__ = ["tables_closed"]

GAME = "grinding_annihilation"
MOST = 4_000
MADE = {
    "exstintech_recovery": (FixedMarkersPlaced, ObjectiveMarkerRemoved),
    "scientist_capture": (FixedMarkersPlaced, ScientistNamed, ScientistDelivered),
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


FIGHTERS = formation("a-r", at=[(20, 26), (20, 27.5)], weapons=(blade(),))
FOES = formation("b-b", at=[(30, 26)], weapons=())


def seen(table: Table) -> Seen:
    """Look at a battle as red's bot."""
    return Seen(table.sight("red"))


def test_fighters_look_for_scientists_before_enemies():
    """Fighters go to the nearest marker, not to the nearest enemy; the enemy's scientist is worth hunting."""
    foes = formation("b-c", at=[(50, 10)], weapons=())
    table = capture(FIGHTERS, FOES, foes)
    assert bot_marches.goal_of(seen(table), "a-r") == (33_000, 22_000)
    table = capture(FIGHTERS, FOES, foes, named=[named("b-c.1")])
    assert bot_marches.goal_of(seen(table), "a-r") == (50_000, 10_000)
    usual = battle(FIGHTERS, FOES, phase="move", markers=((33, 22),))
    assert bot_marches.goal_of(seen(usual), "a-r") == (30_000, 26_000)


def test_a_scientist_is_brought_straight_home():
    """With a scientist a formation goes into its own zone in a line, hurries, and does not assault."""
    table = capture(FIGHTERS, FOES, named=[named("a-r.1")])
    x, y = bot_marches.goal_of(seen(table), "a-r") or (0, 0)
    assert (x < 15_000, y) == (True, 26_750)
    assert bot_marches.hurries(seen(table), "a-r", random.Random(1))
    near = formation("b-b", at=[(24, 26)], weapons=())
    for gained in ((), (named("a-r.1"),)):
        table = capture(FIGHTERS, near, phase="assault", named=gained)
        offers = [each for each in table.offers("red") if each.command == "DeclareAssault"]
        declared = bot_fights.assault(seen(table), offers, random.Random(1))
        assert (declared is None) is bool(gained)


def test_who_is_fast_and_free_becomes_the_scientist():
    """Of several formations at controlled markers the bot names one in the fastest that no enemy threatens."""
    slow = formation("a-s", at=[(33, 22)], weapons=())
    fast = formation("a-f", at=[(33, 5)], troop=trooper(m=9), weapons=())
    held = formation("a-h", at=[(33, 39)], troop=trooper(m=12), weapons=())
    table = capture(slow, fast, held, formation("b-b", at=[(34.5, 39)], weapons=()))
    offers = [each for each in table.offers("red") if each.command == "NameScientist"]
    assert len(offers) == 3
    assert bot_scenarios.naming(seen(table), offers, random.Random(1)).formation == "a-f"


def test_who_controls_nothing_is_sent_to_a_marker_last():
    """A formation without Battle Effectiveness leaves the nearest marker to one that can control it."""
    idle = formation("a-a", at=[(30, 22)], troop=trooper(be=0))
    able = formation("a-b", at=[(26, 22)])
    table = capture(idle, able, FOES)
    goals = bot_marches.errands(seen(table))
    assert goals["a-b"] == (33_000, 22_000)
    assert goals["a-a"] != (33_000, 22_000)
