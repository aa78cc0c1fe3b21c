"""Bots play whole battles through views and offers alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Offer, Places, Some, offer
from adjudicator.kernel.record.mpint import encode
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation import bot, bot_setup
from adjudicator.rulesets.grinding_annihilation.bot_table import Table as Seen
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormationsRevealed,
    ChooseRetreatCasualties,
    ChooseRole,
    CreateBattle,
    MakeAssaultMove,
    Options,
    RosterAccepted,
    SetStandingChoices,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import View
from replays.audit.audit import audit
from services.tools.play import BotTable
from tests.kit import Table, seeded, tables_closed

__all__ = ["tables_closed"]

GAME = "grinding_annihilation"
MOST = 2_000


SEEDS = range(1, 7)
PLAYED: dict[int, Any] = {}


async def played(seed):
    """Play a game once for all tests that look at it."""
    if seed not in PLAYED:
        PLAYED[seed] = await play(seed)
    return PLAYED[seed]


async def play(seed):
    """Play a game, and give its replay file with how many commands of each kind the seats gave."""
    counts: dict[str, int] = {}

    def told(answer):
        kind = type(answer.filled.command).__name__
        counts[kind] = counts.get(kind, 0) + 1

    table = BotTable(GAME, seed, told=told)
    session = await table.play()
    return session, await table.replay(), counts


def walk(seed, steps=MOST, look=None):
    """Let bots answer every window of a table that checks each command twice."""
    table = Table(rules_of(GAME), dice=seeded(seed))
    chances = [random.Random(seed), random.Random(-seed - 1)]
    for _ in range(steps):
        window = table.window
        if window is None or window.kind in ("confirm_result", "result"):
            break
        party = window.asks[0]
        if window.kind == table.rules.opens:
            table.when(party, bot.create("", chances[0])).accepted()
            continue
        sight = table.sight(party)
        if look is not None:
            look(sight, chances[party])
        table.when(party, bot.choose(sight, chances[party])).accepted()
    return table


@pytest.mark.parametrize("seed", SEEDS)
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
    first, other = [(await played(seed))[1] for seed in SEEDS[:2]]
    assert (await play(SEEDS[0]))[1] == first != other


async def test_bots_use_what_the_rules_offer():
    """In a few battles every sort of turn is taken: moves, shots, assaults, fights, fast groups and single steps."""
    used: set[str] = set()
    for seed in SEEDS:
        used |= set((await played(seed))[2])
    assert used >= {
        "AllocateAttack", "BeginAttackGroup", "ClaimImpossible", "CloseIn",
        "CommitBattleFormations", "Consolidate", "DeclareAssault", "DeclareMeleeAttacks", "DeclareTargets",
        "DeployFormation", "MakeAssaultMove", "MakeNormalMove", "PassTerrain", "PlaceObjectiveMarker",
        "RemainStationary", "RemoveOutOfCohesion", "ResolveAttackGroup", "RollDefence", "RollHit", "RollWound",
        "SelectToFight", "SelectToShoot", "SetStandingChoices", "TakeBattleFatigueTest",
    }  # fmt: skip


def test_a_choice_rests_on_what_is_seen():
    """A bot chooses the same from a view that came over the wire, and nothing but its generator makes it differ."""
    compared = []

    def look(sight, chance):
        told = msgspec.msgpack.decode(encode(sight.view), type=View)
        state = chance.getstate()
        first = bot.choose(sight, chance)
        chance.setstate(state)
        again = bot.choose(replace(sight, view=told), chance)
        chance.setstate(state)
        assert first == again
        compared.append(type(first).__name__)

    walk(3, look=look)
    assert len(set(compared)) > 15


@pytest.mark.parametrize("name", sorted(bot_setup.ARMIES))
def test_armies_on_the_shelf_are_accepted(name):
    """Every army that a bot may hand in is accepted as it stands."""
    table = Table(rules_of(GAME))
    army = bot_setup.ARMIES[name]
    size = army.battle_size
    table.when("referee", CreateBattle(battle_size=size, scenario=bot.USUAL, options=Options())).accepted()
    accepted = table.when("red", bot_setup.submitted(army)).then(RosterAccepted).one(RosterAccepted)
    assert accepted.points == army.points


def test_leaders_join_their_escorts():
    """Battle formations attach the Leaders that the army names, but for a whim."""
    attached = []
    for seed in range(1, 7):
        table = walk(seed, steps=24)
        shown = [
            event for filled in table.log for event, _ in filled.events if isinstance(event, BattleFormationsRevealed)
        ]
        attached += [bool(event.formations.attachments) for event in shown]
    assert len(attached) == 12
    assert sum(attached) >= 9


def test_standing_choices_cover_the_army():
    """A bot's casualty order names each of its troops once, Characters last."""
    table = walk(5, steps=40)
    seen = Seen(table.sight("red"))
    said = bot.standing(seen)
    assert isinstance(said, SetStandingChoices)
    mine = [troop.id for row in seen.view.formations if row.seat == 0 for troop in row.troops]
    assert sorted(said.casualty_order) == sorted(mine)
    characters = {key for row in seen.formations for key in seen.characters(row)}
    last = said.casualty_order[-len(characters & set(mine)) :]
    assert set(last) == characters & set(mine)


def test_whims_are_offered_values():
    """A whim takes values of the offer; an offer that needs more than plain choices is left to plans."""
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
