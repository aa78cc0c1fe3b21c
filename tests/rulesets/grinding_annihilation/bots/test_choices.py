"""Bots choose through views and offers alone."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Offer, Places, Some, offer
from adjudicator.kernel.record.mpint import encode
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.bots import bot, terrain_choices
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table as Known
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table as Seen
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormationsRevealed,
    ChooseRetreatCasualties,
    ChooseRole,
    Consolidate,
    CreateBattle,
    MakeAssaultMove,
    Options,
    PassTerrain,
    RosterAccepted,
    SetStandingChoices,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import View
from adjudicator.rulesets.grinding_annihilation.roster import ready_armies
from tests.kit import Table
from tests.rulesets.grinding_annihilation.bots.steps import play_with_bots
from tests.rulesets.grinding_annihilation.brawl.fixtures import consolidating
from tests.rulesets.grinding_annihilation.terrain.fixtures import terrain_step
from tests.rulesets.grinding_annihilation.terrain.steps import confirm_terrain
from tests.rulesets.grinding_annihilation.troops.fixtures import damaged_ability, damaged_vehicle


def test_a_choice_rests_on_what_is_seen():
    """A bot chooses the same from a view that came over the wire, and nothing but its generator makes it differ."""
    compared = []

    def look(sight, chance):
        found = msgspec.msgpack.decode(encode(sight.view), type=View)
        state = chance.getstate()
        first = bot.BOT.choose(sight, chance)
        chance.setstate(state)
        second = bot.BOT.choose(replace(sight, view=found), chance)
        chance.setstate(state)
        assert first == second
        compared.append(type(first).__name__)

    play_with_bots(3, look=look)
    assert len(set(compared)) > 15


GAME = "grinding_annihilation"


@pytest.mark.parametrize("name", sorted(ready_armies.ARMIES))
def test_ready_armies_are_accepted(name):
    """Every army that a bot may hand in is accepted as it stands."""
    table = Table(rules_of(GAME))
    army = ready_armies.ARMIES[name]
    size = army.battle_size
    table.when("referee", CreateBattle(battle_size=size, scenario=bot.USUAL, options=Options())).accepted()
    accepted = table.when("red", ready_armies.submitted(army)).then(RosterAccepted).one(RosterAccepted)
    assert accepted.points == army.points


def test_leaders_join_their_escorts():
    """Battle formations attach the Leaders that the army names, but for a random choice."""
    attached = []
    for seed in range(1, 7):
        table = play_with_bots(seed, steps=24)
        shown = [
            event for filled in table.log for event, _ in filled.events if isinstance(event, BattleFormationsRevealed)
        ]
        attached += [bool(event.formations.attachments) for event in shown]
    assert len(attached) == 12
    assert sum(attached) >= 9


def test_standing_choices_cover_the_army():
    """A bot's casualty order names each of its troops once, Characters last."""
    table = play_with_bots(5, steps=40)
    seen = Seen(table.sight("red"))
    command = bot.standing(seen)
    assert isinstance(command, SetStandingChoices)
    mine = [troop.id for row in seen.view.formations if row.seat == 0 for troop in row.troops]
    assert sorted(command.casualty_order) == sorted(mine)
    characters = {key for row in seen.formations for key in seen.characters(row)}
    last = command.casualty_order[-len(characters & set(mine)) :]
    assert set(last) == characters & set(mine)


def test_whims_are_offered_values():
    """A random choice takes values of the offer; an offer that needs more than plain choices is left to plans."""
    chance = random.Random(1)
    role = offer(ChooseRole, "GA-7.0-07", role=Choice(("attacker", "defender")))
    assert {bot.sampled(role, chance) for _ in range(30)} == {ChooseRole(role="attacker"), ChooseRole(role="defender")}
    casualties = offer(
        ChooseRetreatCasualties, "GA-3.2-20", formation=Choice(("a-x",)), troops=Some(("1", "2", "3"), 2, 2)
    )
    for _ in range(30):
        chosen = bot.sampled(casualties, chance)
        assert isinstance(chosen, ChooseRetreatCasualties)
        assert len(set(chosen.troops)) == 2
    assert bot.sampled(offer(MakeAssaultMove, "GA-3.4-10", paths=Places(("a-x.1",), 7_000)), chance) is None
    assert bot.sampled(Offer("ChooseRole", (), "GA-7.0-07"), chance) is None


def test_bots_know_it():
    """A bot plans with the Move and the Battle Effectiveness that are left."""
    powers = (damaged_ability(move=-3000, be=-3),)
    for left, known in ((3, (8000, True)), (2, (5000, False))):
        view = Known(damaged_vehicle(left, *powers).sight("red"))
        assert (view.moves("a-r"), view.effective("a-r")) == known


@pytest.mark.parametrize("seed", range(12))
def test_bots_place_what_is_accepted(seed):
    """What a bot places is accepted, whatever stands already."""
    table, chance, seats = terrain_step(), random.Random(seed), ("red", "blue")
    for turn in range(6):
        who = seats[turn % 2]
        command = terrain_choices.terrain(Seen(table.sight(who)), chance, offered=True)
        table.when(who, command).accepted()
        if isinstance(command, PassTerrain):
            break
        confirm_terrain(table, seats[1 - turn % 2])


@pytest.mark.parametrize(("at", "moved"), [((15.724, 14.892), 0), ((15.725, 14.891), 1)])
def test_a_marker_by_less_than_a_thousandth_out_of_range_is_none(at, moved):
    """A bot consolidates to a marker only where that ends in its range, and not where it falls short by a fraction."""
    table = consolidating(((20, 10),), (30, 10), markers=(at,))
    chosen = bot.BOT.choose(table.sight(table.window.asks[0]), random.Random(1))
    assert isinstance(chosen, Consolidate)
    assert len(chosen.paths) == moved
    table.when("red", chosen).accepted()
