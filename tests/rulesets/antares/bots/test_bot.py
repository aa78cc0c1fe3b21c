"""What a bot's choices rest on: views and offers alone."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.bots import Sight
from adjudicator.kernel.mpint import encode
from adjudicator.kernel.offers import Choice, Domain, Offer, Places, Range, Shape, Some
from adjudicator.rulesets.antares import bot, bot_setup
from adjudicator.rulesets.antares.bot_offers import is_told, sampled, words
from adjudicator.rulesets.antares.bot_table import Turn, rebuilt
from adjudicator.rulesets.antares.library import ARMIES
from adjudicator.rulesets.antares.messages import ArmyAccepted, ChoosePointBlankWeapons, GameCreated, RerollMisses, View
from adjudicator.rulesets.antares.options import OPTIONS
from adjudicator.rulesets.antares.state import Game
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.antares.fixtures import rules
from tests.rulesets.antares.playouts import rules_of


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
