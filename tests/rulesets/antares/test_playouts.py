"""Whole games of bots and of random choices: nothing that is offered is refused, and every game ends."""

from __future__ import annotations

import dataclasses
from functools import cache
from random import Random
from typing import Any

import pytest

from adjudicator.rulesets.antares.bots.bot import BOT
from adjudicator.rulesets.antares.model.messages import DeclareShooting, Hazard, MoveUnit, Options
from adjudicator.rulesets.antares.roster.library import FORCES, SCENARIOS
from adjudicator.rulesets.antares.rules.turn.giving_orders import ORDERS
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.antares.fixtures import table
from tests.rulesets.antares.playouts import MODES, events_in, play_game, rules_of, things_seen
from tests.rulesets.antares.random_play import play
from tests.rulesets.antares.sheets import (
    amount,
    armed_squad,
    box,
    model_kind,
    natural_effect,
    plain_squad,
    special_rule,
    squad,
    vehicle,
    wall,
)
from tests.rulesets.antares.steps import begin_step

GAME = "antares"
ENDS = ("army_broken", "destroyed", "turn_limit")

LATE = {
    "ambush_kept_after_reaction": True,
    "interrupted_break": "end_of_action",
    "pbs_break_timing": "per_volley",
    "max_follow_on_rounds": 2,
    "broken_units_flee": True,
    "ambush_assault_gap_from": "ambusher",
    "natural_ten_penalty": (natural_effect("reaction", "destroy"), natural_effect("h2h", "destroy")),
}

RIDER = squad(
    unit_type="mounted",
    movement=8000,
    flags=("can_sprint", "can_assault", "hit_and_run", "fast"),
    devices=(),
    models=("trooper",) * 3,
)

FREE = plain_squad(rules=(special_rule("free_reaction", 1, "firefight"), special_rule("free_reaction", 2, "escape")))
CLAW = model_kind(attacks=3, strike_value=amount("d3"), hazard=Hazard(strike_value=amount(1)))

BEAST = plain_squad(
    unit_type="humongous_beast",
    size="large",
    flags=("can_assault", "uses_damage_chart"),
    order_dice=2,
    models=("trooper",),
    kinds=(CLAW,),
)

TEAM = armed_squad("mortar", "carbine", count=2, unit_type="weapon_team", flags=())
SHEETS = {"x": plain_squad(), "y": RIDER, "z": FREE, "v": vehicle(), "b": BEAST, "m": TEAM}

GROUND = (
    box("wood", 18_000, 8000, 4000, 8000),
    wall("wall", (24_000, 20_000), (24_000, 34_000)),
    box("house", 18_000, 24_000, 3000, 5000, los="blocking", movement="impassable", cover="clear"),
)


def two_like_armies(seed: int, options: dict[str, object] | None) -> Table:
    """Let two like armies stand a charge apart."""
    chance = Random(seed)
    units = [
        (f"{side}-{name}", sheet, (x + chance.randint(-2000, 2000), 3000 + 7500 * number))
        for side, x in (("a", 8000), ("b", 26_000))
        for number, (name, sheet) in enumerate(SHEETS.items())
    ]
    dice: Any = seeded(seed)
    return table(dice, options, units=units, terrain=GROUND)


PLAYED: dict[tuple[int, str], tuple[Any, bytes]] = {}


async def play_to_end(seed: int, scenario: str) -> tuple[Any, bytes]:
    """Let bots play a game: how it stands in the end, and its replay file."""
    table = BotTable(GAME, seed, scenario=scenario)
    session = await table.play()
    return session.game, await table.replay()


async def played(seed: int, scenario: str) -> tuple[Any, bytes]:
    """Play a game once for all tests that look at it."""
    if (seed, scenario) not in PLAYED:
        PLAYED[seed, scenario] = await play_to_end(seed, scenario)
    return PLAYED[seed, scenario]


@pytest.mark.parametrize(
    ("seed", "scenario"),
    [
        pytest.param(seed, scenario, marks=pytest.mark.long if seed % 3 else (), id=f"{seed}-{scenario}")
        for seed, scenario in enumerate(MODES, 1)
    ],
)
async def test_bots_play_every_scenario_to_its_end(seed: int, scenario: str) -> None:
    """A game of every scenario, with the usual options and with any, ends by the rules and passes its audit."""
    game, data = await played(seed, scenario)
    assert game.result is not None
    assert game.end_reason in ENDS
    assert audit(data).result == "PASS"


async def test_a_seed_gives_a_game() -> None:
    """The same seed gives the same game, byte for byte; another seed another one."""
    first = (await played(3, "clash"))[1]
    again, other = [(await play_to_end(seed, "clash"))[1] for seed in (3, 12)]
    assert again == first
    assert other != first


@cache
def probed(seed: int, scenario: str) -> Table:
    """Let bots play a game once for all tests that look at it, trying single offers on the way."""
    return play_game(seed, scenario, probes=2)


@pytest.mark.parametrize(
    ("seed", "scenario"),
    [pytest.param(20, "clash:any", marks=pytest.mark.long), (23, "hold_the_ground"), (24, "attrition:any")],
)
def test_what_is_offered_is_not_refused(seed: int, scenario: str) -> None:
    """Whatever a bot makes of a single offer is allowed, and so is what silence stands for."""
    assert probed(seed, scenario).game.end_reason in ENDS


def test_any_legal_play_goes_too() -> None:
    """A bot that takes any offer with any values is not refused either."""
    table = Table(rules_of("attrition"), dice=seeded(4))
    driver = Driver(table, 4)
    driver.rules = dataclasses.replace(driver.rules, choose=BOT.choose_at_random)
    assert driver.play().game.end_reason in ENDS


@pytest.mark.long
def test_games_are_full_of_things() -> None:
    """In a few games every order is given, units react in several ways, and weapons of every class are fired."""
    found = (
        things_seen(play_game(38, "clash"))
        + things_seen(play_game(32, "hold_the_ground"))
        + things_seen(play_game(33, "attrition"))
    )
    assert {f"order:{order}" for order in ORDERS} <= set(found)
    assert len([key for key in found if key.startswith("reaction:")]) >= 3
    fired = {key.removeprefix("weapon:") for key in found if key.startswith("weapon:")}
    classes = {weapon.id: weapon.kind for force in FORCES.values() for weapon in force.weapons}
    assert {classes[row] for row in fired} == {"standard", "light_support", "heavy", "overhead"}
    assert [key for key in found if key.startswith("option:")]


def test_bots_move_and_shoot_by_sense() -> None:
    """Bots come nearer to each other and most of their moves and shots are not random."""
    table = probed(23, "hold_the_ground")
    kinds = [type(command) for _, command in table.commands]
    assert kinds.count(MoveUnit) > 5
    assert kinds.count(DeclareShooting) > 10
    assert any(row.place != "table" for row in table.game.units.values())
    assert list(events_in(table))
    assert table.game.options != Options()
    assert set(SCENARIOS) == {"attrition", "clash", "hold_the_ground"}


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (3, None),
        (4, LATE),
        pytest.param(4, None, marks=pytest.mark.long),
        pytest.param(3, LATE, marks=pytest.mark.long),
    ],
)
def test_what_is_offered_is_accepted(seed, options):
    """Everything that is offered, and everything that silence stands for, may be done."""
    played = two_like_armies(seed, options)
    begin_step(played, "orders")
    asked = play(played, Random(seed), 60)
    assert asked["allocation"]
    assert asked["action"]
