"""Bots play battles of every scenario to their end through views and offers; no offer on the way is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.bots import bot, set_up_choices
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FixedMarkersPlaced,
    MarkerCaptured,
    ObjectiveMarkerPlaced,
    ObjectiveMarkerRemoved,
    RosterAccepted,
    ScientistDelivered,
    ScientistNamed,
)
from adjudicator.rulesets.grinding_annihilation.roster import ready_armies
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.grinding_annihilation.bots.steps import play_with_bots
from tests.rulesets.tables import UncheckedTable

SEEDS = range(1, 7)

PLAYED: dict[int, Any] = {}

GAME = "grinding_annihilation"


async def play(seed):
    """Play a game, and give its replay file with how many commands of each kind the seats gave."""
    counts: dict[str, int] = {}

    def told(answer):
        kind = type(answer.opened.command).__name__
        counts[kind] = counts.get(kind, 0) + 1

    table = BotTable(GAME, seed, on_result=told)
    session = await table.play()
    return session, await table.replay(), counts


async def played(seed):
    """Play a game once for all tests that look at it."""
    if seed not in PLAYED:
        PLAYED[seed] = await play(seed)
    return PLAYED[seed]


@pytest.mark.parametrize("seed", [*SEEDS[:2], *(pytest.param(seed, marks=pytest.mark.long) for seed in SEEDS[2:])])
async def test_bots_play_to_a_victor(seed):
    """A battle between bots ends by the rules, no command of it is refused, and its audit passes."""
    session, data, counts = await played(seed)
    assert session.game.result is not None
    assert session.game.battle.ended in ("rounds", "annihilation")
    assert session.game.battle.phase == "over"
    assert sum(counts.values()) < 1_000
    assert audit(data).result == "PASS"


async def test_a_seed_gives_a_game():
    """The same seed gives the same game, byte for byte; another seed another one."""
    other, first = [(await played(seed))[1] for seed in SEEDS[:2]]
    assert (await play(SEEDS[1]))[1] == first != other


USED = {
    "AllocateAttack",
    "BeginAttackGroup",
    "ClaimImpossible",
    "CloseIn",
    "CommitBattleFormations",
    "Consolidate",
    "DeclareAssault",
    "DeclareMeleeAttacks",
    "DeclareTargets",
    "DeployFormation",
    "MakeAssaultMove",
    "MakeNormalMove",
    "PassTerrain",
    "PlaceObjectiveMarker",
    "RemainStationary",
    "RemoveOutOfCohesion",
    "ResolveAttackGroup",
    "RollDefence",
    "RollHit",
    "RollWound",
    "SelectToFight",
    "SelectToShoot",
    "SetStandingChoices",
    "TakeBattleFatigueTest",
}

BATTLES = 30
"""Dice follow from the build: what is rare may be missing from a few battles, and is not from so many."""


@pytest.mark.long
async def test_bots_use_what_the_rules_offer():
    """In some battles every sort of turn is taken: moves, shots, assaults, fights, fast groups and single steps."""
    missing = set(USED)
    for seed in range(1, BATTLES + 1):
        missing -= set((await played(seed))[2])
        if not missing:
            break
    assert not missing


MADE = {
    "exstintech_recovery": (FixedMarkersPlaced, ObjectiveMarkerRemoved),
    "scientist_capture": (FixedMarkersPlaced, ScientistNamed, ScientistDelivered),
    "no_mans_land": (FixedMarkersPlaced,),
    "break_through": (ObjectiveMarkerPlaced,),
}

MOST = 4_000


class ScenarioDriver(Driver):
    """A driver that opens with a scenario of its own."""

    scenario = ""

    def answer(self, party: Party, top: Window) -> Struct:
        """Create the battle in the scenario, and go on as any driver does."""
        if top.kind == self.rules.opening_window:
            return bot.create(self.scenario, self.generator)
        return super().answer(party, top)


def played_scenario(scenario: str, seed: int, kind: type[Table]) -> Table:
    driver = ScenarioDriver(kind(rules_of(GAME), dice=seeded(seed)), seed, probes=1)
    driver.scenario = scenario
    return driver.play(MOST)


UNCHECKED = {"scientist_capture", "no_mans_land"}
"""Scenarios whose games are checked twice as they are played by offers."""


@pytest.mark.parametrize("scenario", MADE)
def test_every_scenario_is_played_to_its_end(scenario: str):
    """A battle of the scenario ends by its rules, what is its own happens, and no offer or silence is refused."""
    table = played_scenario(scenario, 3, UncheckedTable if scenario in UNCHECKED else Table)
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
            result = bot.create(f"{scenario}:{size}", chance)
            assert (result.scenario, result.battle_size) == (scenario, size)
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
        table = UncheckedTable(rules_of(GAME), dice=seeded(seed))
        driver = ScenarioDriver(table, seed)
        driver.scenario = "no_mans_land:medium"
        driver.walk(3)
        rosters = [event for entry in table.log for event, _ in entry.events if isinstance(event, RosterAccepted)]
        assert all(1900 <= roster.points <= 2000 for roster in rosters)
        fielded |= {roster.faction for roster in rosters}
    assert fielded == {"autereium", "kolkata_alliance", "prestige_of_uracil", "rassa_moxol"}


ARMIES_WITH_RESERVES = ("autereium_descent", "kolkata_sortie")


@pytest.mark.parametrize(("seed", "kind"), [(2, UncheckedTable), pytest.param(3, Table, marks=pytest.mark.long)])
def test_bots_play_with_reserves(seed: int, kind: type[Table], monkeypatch: pytest.MonkeyPatch):
    """Battles of armies with transports, Aircraft, Scouts and Reserves go to their end; no command is refused."""
    monkeypatch.setattr(set_up_choices, "ARMIES", {name: ready_armies.ARMIES[name] for name in ARMIES_WITH_RESERVES})
    table = play_with_bots(seed, kind=kind)
    used = {type(command).__name__ for _, command in table.commands}
    assert table.game.battle.ended in ("rounds", "annihilation")
    assert used >= {"ArriveFromReserves", "MoveAircraft"}
