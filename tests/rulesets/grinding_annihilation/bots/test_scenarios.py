"""What bots do for the points of a scenario."""

from __future__ import annotations

import random

from adjudicator.rulesets.grinding_annihilation.bots import fight_choices, move_choices, scenario_choices
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table as Seen
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, blade, formation, trooper
from tests.rulesets.grinding_annihilation.missions.fixtures import scientist_capture, scientist_named

FIGHTERS = formation("a-r", at=[(20, 26), (20, 27.5)], weapons=(blade(),))

FOES = formation("b-b", at=[(30, 26)], weapons=())


def bots_table(table: Table) -> Seen:
    """Look at a battle as red's bot."""
    return Seen(table.sight("red"))


def test_fighters_look_for_scientists_before_enemies():
    """Fighters go to the nearest marker, not to the nearest enemy; the enemy's scientist is worth hunting."""
    foes = formation("b-c", at=[(50, 10)], weapons=())
    table = scientist_capture(FIGHTERS, FOES, foes)
    assert move_choices.goal_of(bots_table(table), "a-r") == (33_000, 22_000)
    table = scientist_capture(FIGHTERS, FOES, foes, named=[scientist_named("b-c.1")])
    assert move_choices.goal_of(bots_table(table), "a-r") == (50_000, 10_000)
    usual = battle(FIGHTERS, FOES, phase="move", markers=((33, 22),))
    assert move_choices.goal_of(bots_table(usual), "a-r") == (30_000, 26_000)


def test_a_scientist_is_brought_straight_home():
    """With a scientist a formation goes into its own zone in a line, hurries, and does not assault."""
    table = scientist_capture(FIGHTERS, FOES, named=[scientist_named("a-r.1")])
    x, y = move_choices.goal_of(bots_table(table), "a-r") or (0, 0)
    assert (x < 15_000, y) == (True, 26_750)
    assert move_choices.should_advance(bots_table(table), "a-r", random.Random(1))
    near = formation("b-b", at=[(24, 26)], weapons=())
    for gained in ((), (scientist_named("a-r.1"),)):
        table = scientist_capture(FIGHTERS, near, phase="assault", named=gained)
        offers = [offer for offer in table.offers("red") if offer.command == "DeclareAssault"]
        declared = fight_choices.assault(bots_table(table), offers, random.Random(1))
        assert (declared is None) is bool(gained)


def test_who_is_fast_and_free_becomes_the_scientist():
    """Of several formations at controlled markers the bot names one in the fastest that no enemy threatens."""
    slow = formation("a-s", at=[(33, 22)], weapons=())
    fast = formation("a-f", at=[(33, 5)], troop=trooper(m=9), weapons=())
    held = formation("a-h", at=[(33, 39)], troop=trooper(m=12), weapons=())
    table = scientist_capture(slow, fast, held, formation("b-b", at=[(34.5, 39)], weapons=()))
    offers = [offer for offer in table.offers("red") if offer.command == "NameScientist"]
    assert len(offers) == 3
    assert scenario_choices.naming(bots_table(table), offers, random.Random(1)).formation == "a-f"


def test_who_controls_nothing_is_sent_to_a_marker_last():
    """A formation without Battle Effectiveness leaves the nearest marker to one that can control it."""
    idle = formation("a-a", at=[(30, 22)], troop=trooper(be=0))
    able = formation("a-b", at=[(26, 22)])
    table = scientist_capture(idle, able, FOES)
    goals = move_choices.marker_goals(bots_table(table))
    assert goals["a-b"] == (33_000, 22_000)
    assert goals["a-a"] != (33_000, 22_000)
