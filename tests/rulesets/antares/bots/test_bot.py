"""What a bot's choices rest on: views and offers alone."""

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
from adjudicator.kernel.sampling import is_told, words_of
from adjudicator.rulesets.antares.bots import setup
from adjudicator.rulesets.antares.bots.bot import BOT
from adjudicator.rulesets.antares.bots.situation import SAMPLER, Turn, game_of_view
from adjudicator.rulesets.antares.model.messages import ArmyAccepted, ChoosePointBlankWeapons, GameCreated, RerollMisses
from adjudicator.rulesets.antares.model.options import OPTIONS
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.reports.messages import View
from adjudicator.rulesets.antares.roster.library import ARMIES
from tests.conformance.driver import Driver
from tests.kit import Table, seeded
from tests.rulesets.antares.fixtures import rules
from tests.rulesets.antares.playouts import rules_of


def test_a_choice_rests_on_what_is_seen() -> None:
    """A bot chooses the same from a view that came over the wire, and nothing but its generator makes it differ."""
    compared: set[str] = set()

    def choose(sight: Sight, chance: Any) -> Struct:
        decoded = msgspec.msgpack.decode(encode(sight.view), type=View)
        state = chance.getstate()
        first = BOT.choose(sight, chance)
        chance.setstate(state)
        assert BOT.choose(replace(sight, view=decoded), chance) == first
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
        again: Any = rules().view(game_of_view(view), 0)
        blank = {"drawn": None, "down_only": False, "contested": (), "volleys": (), "ended": "", "winner": None}
        fields = {**blank, "points": (), "actions": (), "sides": ()}
        assert replace(view, **fields) == replace(again, **fields)
        assert [action.unit for action in again.actions] == [action.unit for action in view.actions]
        assert [(side.bag, side.list, side.lost_dice) for side in again.sides] == [
            (side.bag, side.list, side.lost_dice) for side in view.sides
        ]


def test_there_are_no_other_scenarios() -> None:
    """A scenario, or a way to play it, that there is not is a KeyError."""
    for wrong in ("skirmish", "clash:all"):
        with pytest.raises(KeyError):
            setup.create(wrong, random.Random(0))
    assert setup.create("", random.Random(0)).scenario == "clash"


def test_any_options_are_every_option() -> None:
    """Games with any options change every option, and to every value that it can have."""
    options = [setup.any_options(random.Random(seed)) for seed in range(150)]
    for name, row in OPTIONS.rows.items():
        values = {getattr(item, name) for item in options}
        assert set(row.values or ()) <= values, name
        assert len(values) > 2, name
    for item in options:
        table = Table(rules())
        table.when("referee", replace(setup.create("clash", random.Random(0)), options=item)).then(GameCreated)


def test_bots_bring_every_force_and_buy_more() -> None:
    """Bots hand in every ready army, as it stands and bought out, and never one that is refused."""
    seen, bought = set(), 0
    for seed in range(40):
        table = Table(rules())
        table.when("referee", setup.create("clash", random.Random(seed)))
        army = BOT.choose(table.sight(0), random.Random(seed))
        event = table.when("red", army).one(ArmyAccepted)
        seen.add(event.name)
        bought += army not in ARMIES.values()
    assert seen == {row.name for row in ARMIES.values()}
    assert 10 < bought < 30


def test_an_empty_view_is_a_game_that_is_not_created() -> None:
    """Before the game is created there is nothing to rebuild."""
    table = Table(rules())
    game = game_of_view(table.view(0))
    assert isinstance(game, Game)
    assert game.terms is None
    assert Turn(table.sight(0), random.Random(0)).own_units() == ()


def test_offers_are_sampled() -> None:
    """A command is made of its domains, parts of shapes too; what is not offered is empty."""
    shape = Shape("FiredWeapon", (Domain("weapon", Choice(("gun",))), Domain("blind", Choice(("true",)))))
    fields = (Domain("unit", Choice(("a-x",))), Domain("weapons", shape))
    command = SAMPLER.sampled(Offer("ChoosePointBlankWeapons", fields), random.Random(0))
    assert isinstance(command, ChoosePointBlankWeapons)
    assert (command.weapons[0].weapon, command.weapons[0].blind, command.weapons[0].aim) == ("gun", True, None)
    dice = (
        Domain("volley", Choice(("v1",))),
        Domain("source", Choice(("spotter",))),
        Domain("dice", Some(("2", "4"), 1, 2)),
    )
    rerolls = [SAMPLER.sampled(Offer("RerollMisses", dice), random.Random(seed)) for seed in range(20)]
    assert {len(reroll.dice) for reroll in rerolls if isinstance(reroll, RerollMisses)} == {1, 2}
    ranged = SAMPLER.sampled(
        Offer("CarryOutReaction", (Domain("unit", Choice(("a-x",))), Domain("point", Range(7, 7)))), random.Random(0)
    )
    assert getattr(ranged, "point", 0) == 7


def test_offers_that_are_not_told_are_not_made_up() -> None:
    """Where a part is not told, or the kind is not known here, nothing is made up."""
    places = Offer("MoveUnit", (Domain("unit", Choice(("a-x",))), Domain("paths", Places(("a-x.1",), 5000))))
    for offered in (places, Offer("Surrender"), Offer("DeclareShooting", (Domain("weapons", Shape("FiredWeapon")),))):
        assert SAMPLER.sampled(offered, random.Random(0)) is None
    assert words_of(places.fields, "unit") == ("a-x",)
    assert words_of(places.fields, "target") == ()
    assert not is_told(Offer("MoveUnit", (Domain("paths", Shape("ModelPath")),)))


def test_a_bot_says_when_it_knows_nothing() -> None:
    """A bot that can make nothing of what is offered says so."""
    table = Table(rules())
    sight = replace(table.sight(0), offers=(Offer("Surrender"),))
    with pytest.raises(LookupError, match="can be made up"):
        BOT.choose(sight, random.Random(0))
