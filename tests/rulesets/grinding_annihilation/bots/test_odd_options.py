"""Bots play on under odd options: nothing they give is refused, and a referee's bot settles what players dispute."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import (
    DisputeFact,
    DisputeRolledOff,
    FactDisputed,
    FactSettled,
    FactStated,
    SettleDispute,
)
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.bots import bot
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    CloseIn,
    CreateBattle,
    MakeAssaultMove,
    Options,
    RolesAssigned,
    RollOffMade,
    SetWarfield,
)
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.grinding_annihilation.concepts.steps import fact_of, sight_stated
from tests.rulesets.grinding_annihilation.steps import events_of
from tests.rulesets.tables import UncheckedTable

DISTANCES = {"close_in_base_contact": True, "pivot_cost": "free", "scouts_min_enemy_distance": 9000}

NO_REFEREE = {**DISTANCES, "impossibility": "solver", "roles": "agreed", "dispute_by": "roll_off"}

WOUNDS = {"auto_wound_optional": True, "precision_steers_mortals": True}

GAME = "grinding_annihilation"

MOST = 4_000


class DisputingChance(random.Random):
    """Whims of somebody who disputes every other statement."""

    def randrange(self, start: int, *rest: Any) -> int:
        """Make what comes up once in forty times come up every other time."""
        return super().randrange(2 if start == 40 else start, *rest)


class OptionsDriver(Driver):
    """A driver that creates a battle with these options and leaves facts and disputes to the bots too."""

    options: Mapping[str, Any] = MappingProxyType({})
    scenario = bot.USUAL

    def answer(self, party: Party, top: Window) -> Struct:
        if top.kind == self.rules.opening_window:
            return CreateBattle(battle_size="small", scenario=self.scenario, options=Options(**self.options))
        if top.kind in ("fact_stated", "dispute"):
            return self.rules.choose(self.table.sight(party), self.generator)
        return super().answer(party, top)


def played_with_options(
    seed: int, options: dict[str, Any], scenario: str = bot.USUAL, *, kind: type[Table] = Table, **rest: Any
) -> Table:
    """Play a battle to its end; every command is accepted, and so is what single offers and silence come to."""
    driver = OptionsDriver(kind(rules_of(GAME), dice=seeded(seed), **rest), seed, probes=1)
    driver.generator = DisputingChance(seed)
    driver.options, driver.scenario = options, scenario
    return driver.play(MOST)


def commands_given(table: Table, kind: type[Struct]) -> list[Struct]:
    """List the commands of one kind."""
    return [command for _, command in table.commands if isinstance(command, kind)]


@pytest.mark.parametrize(
    ("seed", "options", "scenario"),
    [
        pytest.param(4, DISTANCES, "scientist_capture", marks=pytest.mark.long),
        (11, DISTANCES, "break_through"),
        pytest.param(12, NO_REFEREE, "war_of_control", marks=pytest.mark.long),
        pytest.param(21, {**NO_REFEREE, **WOUNDS}, "exstintech_recovery", marks=pytest.mark.long),
        (21, {**WOUNDS, "assault_move_optional": True}, "no_mans_land"),
    ],
)
def test_no_command_of_a_bot_is_refused(seed: int, options: dict[str, Any], scenario: str):
    """Contact owed in closing in, free pivots, Scouts kept away, claims judged by the service: bots keep to it all."""
    table = played_with_options(seed, options, scenario)
    assert table.game.battle.ended in ("rounds", "annihilation")
    assert commands_given(table, CloseIn)
    assert commands_given(table, MakeAssaultMove)
    if options.get("roles") == "agreed":
        assert len(events_of(table, RolesAssigned)) == 1
        assert "roles" not in [event.purpose for event in events_of(table, RollOffMade)]
    if options is NO_REFEREE:
        assert commands_given(table, ClaimImpossible)


@pytest.mark.parametrize("kind", [UncheckedTable, pytest.param(Table, marks=pytest.mark.long)])
def test_a_bot_as_the_referee(kind: type[Table]):
    """It lays out the least warfield, and settles every dispute: one of sight by a word of sight."""
    table = played_with_options(21, {}, kind=kind, referee=True)
    assert commands_given(table, SetWarfield) == [SetWarfield(length=60_000, width=44_000)]
    assert len(commands_given(table, DisputeFact)) == len(commands_given(table, SettleDispute)) > 3
    assert events_of(table, DisputeRolledOff) == []
    stated = {event.fact: {event.value} for event in events_of(table, FactStated)}
    for disputed in events_of(table, FactDisputed):
        stated[disputed.fact].add(disputed.value)
    sights = {event.fact for event in events_of(table, FactStated) if event.kind == "sight"}
    settled = {event.fact: event.value for event in events_of(table, FactSettled)}
    assert sights & settled.keys()
    assert {settled[fact] for fact in sights & settled.keys()} <= {"none", "under_half", "visible", "full"}
    # for one of the two, whatever the dispute is about
    assert all(value in stated[fact] for fact, value in settled.items())
    assert len(settled) == len(events_of(table, FactDisputed))


@pytest.mark.parametrize("seed", range(4))
def test_a_dispute_is_settled_for_one_of_the_two(seed: int):
    """The referee's bot sees what either side holds, and rules for the one or the other."""
    table = sight_stated(referee=True)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).asks("dispute", "referee")
    (fact,) = table.view("referee").facts
    assert (fact.value, fact.other, fact.status) == ("full", "none", "disputed")
    ruled = bot.BOT.choose(table.sight(REFEREE), random.Random(seed))
    assert isinstance(ruled, SettleDispute)
    assert ruled.value in ("full", "none")
    table.when("referee", ruled).then(FactSettled, value=ruled.value)
