"""Bots play whole games through views and offers alone, and all that they make is allowed."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bot import Sight
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Places, Range, Shape, Some
from adjudicator.kernel.record.mpint import encode
from adjudicator.rulesets.antares import bot, bot_setup
from adjudicator.rulesets.antares.bot_offers import is_told, sampled, words
from adjudicator.rulesets.antares.bot_table import Turn, rebuilt
from adjudicator.rulesets.antares.library import ARMIES, FORCES, SCENARIOS
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    ChoosePointBlankWeapons,
    DeclareShooting,
    GameCreated,
    MoveUnit,
    Options,
    RerollMisses,
)
from adjudicator.rulesets.antares.options import OPTIONS
from adjudicator.rulesets.antares.orders import ORDERS
from adjudicator.rulesets.antares.reports.messages import View
from adjudicator.rulesets.antares.state import Game
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.antares.covered import WAYS, events_of, found_in, played, rules_of
from tests.rulesets.antares.givens import rules

GAME = "antares"
ENDS = ("army_broken", "destroyed", "turn_limit")


# -- whole games


@pytest.mark.parametrize(("seed", "scenario"), list(enumerate(WAYS, 1)))
async def test_bots_play_every_scenario_to_its_end(seed: int, scenario: str) -> None:
    """A game of every scenario, with the usual options and with any, ends by the rules and passes its audit."""
    table = BotTable(GAME, seed, scenario=scenario)
    session = await table.play()
    assert session.game.result is not None
    assert getattr(session.game, "ended", "") in ENDS
    assert audit(await table.replay()).result == "PASS"


async def test_a_seed_gives_a_game() -> None:
    """The same seed gives the same game, byte for byte; another seed another one."""
    games = []
    for seed in (11, 11, 12):
        table = BotTable(GAME, seed, scenario="attrition")
        await table.play()
        games.append(await table.replay())
    assert games[0] == games[1]
    assert games[0] != games[2]


@pytest.mark.parametrize(("seed", "scenario"), [(20, "clash:any"), (21, "hold_the_ground"), (22, "attrition:any")])
def test_what_is_offered_is_not_refused(seed: int, scenario: str) -> None:
    """Whatever a bot makes of a single offer is allowed, and so is what silence stands for."""
    assert played(seed, scenario, probes=2).game.ended in ENDS


def test_any_legal_play_goes_too() -> None:
    """A bot that takes any offer with any values is not refused either."""
    table = Table(rules_of("attrition"), dice=seeded(4))
    driver = Driver(table, 4)
    driver.rules = dataclasses.replace(driver.rules, choose=bot.choose_at_random)
    assert driver.play().game.ended in ENDS


def test_games_are_full_of_things() -> None:
    """In a few games every order is given, units react in several ways, and weapons of every class are fired."""
    found = found_in(played(31, "clash")) + found_in(played(32, "hold_the_ground")) + found_in(played(33, "attrition"))
    assert {f"order:{each}" for each in ORDERS} <= set(found)
    assert len([key for key in found if key.startswith("reaction:")]) >= 3
    fired = {key.removeprefix("weapon:") for key in found if key.startswith("weapon:")}
    classes = {each.id: each.kind for force in FORCES.values() for each in force.weapons}
    assert {classes[each] for each in fired} == {"standard", "light_support", "heavy", "overhead"}
    assert [key for key in found if key.startswith("option:")]


# -- what a choice rests on


def test_a_choice_rests_on_what_is_seen() -> None:
    """A bot chooses the same from a view that came over the wire, and nothing but its generator makes it differ."""
    compared: set[str] = set()

    def choose(sight: Sight, chance: Any) -> Struct:
        told = msgspec.msgpack.decode(encode(sight.view), type=View)
        state = chance.getstate()
        first = bot.choose(sight, chance)
        chance.setstate(state)
        assert bot.choose(replace(sight, view=told), chance) == first
        compared.add(type(first).__name__)
        return first

    driver = Driver(Table(rules_of("attrition"), dice=seeded(3)), 3)
    driver.rules = dataclasses.replace(driver.rules, choose=choose)
    driver.walk(120)
    assert len(compared) > 8


def test_the_game_is_set_up_anew_from_a_view() -> None:
    """What a bot rebuilds shows the same view again: nothing that it is shown is lost."""
    table = Table(rules_of("clash"), dice=seeded(6))
    driver = Driver(table, 6)
    for _ in range(6):
        driver.walk(20)
        view = table.view(0)
        again: Any = rules().view(rebuilt(view), 0)
        blank = {"drawn": None, "down_only": False, "contested": (), "volleys": (), "ended": "", "winner": None}
        fields = {**blank, "points": (), "actions": (), "sides": ()}
        assert replace(view, **fields) == replace(again, **fields)
        assert [each.unit for each in again.actions] == [each.unit for each in view.actions]
        assert [(each.bag, each.list, each.lost_dice) for each in again.sides] == [
            (each.bag, each.list, each.lost_dice) for each in view.sides
        ]


# -- creating and mustering


def test_there_are_no_other_scenarios() -> None:
    """A scenario, or a way to play it, that there is not is a KeyError."""
    for wrong in ("skirmish", "clash:all"):
        with pytest.raises(KeyError):
            bot.create(wrong, random.Random(0))
    assert bot.create("", random.Random(0)).scenario == "clash"


def test_any_options_are_every_option() -> None:
    """Games with any options change every option, and to every value that it can have."""
    made = [bot_setup.any_options(random.Random(seed)) for seed in range(150)]
    for name, row in OPTIONS.items():
        values = {getattr(each, name) for each in made}
        assert set(row.values) <= values, name
        assert len(values) > 2, name
    for each in made:
        table = Table(rules())
        table.when("referee", replace(bot.create("clash", random.Random(0)), options=each)).then(GameCreated)


def test_bots_bring_every_force_and_buy_more() -> None:
    """Bots hand in every ready army, as it stands and bought out, and never one that is refused."""
    seen, bought = set(), 0
    for seed in range(40):
        table = Table(rules())
        table.when("referee", bot.create("clash", random.Random(seed)))
        army = bot.choose(table.sight(0), random.Random(seed))
        event = table.when("red", army).one(ArmyAccepted)
        seen.add(event.name)
        bought += army not in ARMIES.values()
    assert seen == {each.name for each in ARMIES.values()}
    assert 10 < bought < 30


def test_an_empty_view_is_a_game_that_is_not_created() -> None:
    """Before the game is created there is nothing to rebuild."""
    table = Table(rules())
    game = rebuilt(table.view(0))
    assert isinstance(game, Game)
    assert game.terms is None
    assert Turn(table.sight(0), random.Random(0)).mine() == ()


# -- offers


def test_offers_are_sampled() -> None:
    """A command is made of its domains, parts of shapes too; what is not offered is empty."""
    shape = Shape("FiredWeapon", (Domain("weapon", Choice(("gun",))), Domain("blind", Choice(("true",)))))
    fields = (Domain("unit", Choice(("a-x",))), Domain("weapons", shape))
    made = sampled(Offer("ChoosePointBlankWeapons", fields), random.Random(0))
    assert isinstance(made, ChoosePointBlankWeapons)
    assert (made.weapons[0].weapon, made.weapons[0].blind, made.weapons[0].aim) == ("gun", True, None)
    dice = (
        Domain("volley", Choice(("v1",))),
        Domain("source", Choice(("spotter",))),
        Domain("dice", Some(("2", "4"), 1, 2)),
    )
    rerolls = [sampled(Offer("RerollMisses", dice), random.Random(seed)) for seed in range(20)]
    assert {len(each.dice) for each in rerolls if isinstance(each, RerollMisses)} == {1, 2}
    ranged = sampled(
        Offer("CarryOutReaction", (Domain("unit", Choice(("a-x",))), Domain("point", Range(7, 7)))), random.Random(0)
    )
    assert getattr(ranged, "point", 0) == 7


def test_offers_that_are_not_told_are_not_made_up() -> None:
    """Where a part is not told, or the kind is not known here, nothing is made up."""
    places = Offer("MoveUnit", (Domain("unit", Choice(("a-x",))), Domain("paths", Places(("a-x.1",), 5000))))
    for offered in (places, Offer("Finish"), Offer("DeclareShooting", (Domain("weapons", Shape("FiredWeapon")),))):
        assert sampled(offered, random.Random(0)) is None
    assert words(places, "unit") == ("a-x",)
    assert words(places, "target") == ()
    assert not is_told(Offer("MoveUnit", (Domain("paths", Shape("ModelPath")),)))


def test_a_bot_says_when_it_knows_nothing() -> None:
    """A bot that can make nothing of what is offered says so."""
    table = Table(rules())
    sight = replace(table.sight(0), offers=(Offer("Finish"),))
    with pytest.raises(LookupError, match="can be made up"):
        bot.choose(sight, random.Random(0))


def test_bots_move_and_shoot_by_sense() -> None:
    """Bots come nearer to each other and most of their moves and shots are no whims."""
    table = played(41, "clash")
    kinds = [type(command) for _, command in table.commands]
    assert kinds.count(MoveUnit) > 5
    assert kinds.count(DeclareShooting) > 10
    assert any(row.place != "table" for row in table.game.units.values())
    assert list(events_of(table))
    assert table.game.options != Options()
    assert set(SCENARIOS) == {"attrition", "clash", "hold_the_ground"}
