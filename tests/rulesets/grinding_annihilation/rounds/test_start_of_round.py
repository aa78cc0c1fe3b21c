"""Rules of the start of a round, in the order of a roll-off (GA-2.5-10)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseOrder,
    DeadlyDemiseRolled,
    MortalWoundSuffered,
    OrderChosen,
    RollOffMade,
    RoundRuleResolved,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import window_kind
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, trooper
from tests.rulesets.grinding_annihilation.steps import events_of, settle, wounds_left


def next_round(*dice, both=True):
    """Round 1 ends: red has a regenerating troop that blue's aura would kill, both at the start of round 2."""
    red = formation("a-r", at=[(20, 10)], troop=trooper(w=3), powers=("regeneration 1",))
    blue = formation("b-b", at=[(25, 10)], troop=trooper(w=3), powers=("dread_aura 1",) if both else ())
    more = (formation("a-s", at=[(40, 30)], troop=trooper(w=3), powers=("regeneration 1",)),) if not both else ()
    hurt = {"a-r.1": 1} | ({"a-s.1": 1} if not both else {})
    table = battle(red, blue, *more, phase="brawl", wounds=hurt, dice=dice)
    return settle(table, "ChooseOrder", "TakeBattleFatigueTest")


@pytest.mark.rule("GA-2.5-10")
@pytest.mark.parametrize(("dice", "winner"), [((4, 6), "blue"), ((6, 4), "red")])
def test_a_roll_off_orders_the_start_of_a_round(dice, winner):
    """Both players have a rule of the start of the round: the winner of a roll-off orders both."""
    table = next_round(*dice)
    assert window_kind(table) == "order"
    assert table.window.asks == (("red", "blue").index(winner),)
    assert events_of(table, RollOffMade)[-1].purpose == "order"
    first = ("dread_aura:b-b", "regeneration:a-r") if winner == "blue" else ("regeneration:a-r", "dread_aura:b-b")
    table.faces(6, 1)
    table.when(winner, ChooseOrder(order=first)).accepted()
    settle(table, "TakeBattleFatigueTest", "SelectToShoot")
    assert len(table.game.formations["a-r"].troops) == (0 if winner == "blue" else 1)
    assert len(events_of(table, MortalWoundSuffered)) == 1
    resolved = [event.rule for event in events_of(table, RoundRuleResolved)]
    assert resolved == (["dread_aura"] if winner == "blue" else ["regeneration", "dread_aura"])


@pytest.mark.rule("GA-2.5-10")
def test_one_player_alone_needs_no_roll_off():
    """Rules of one player only are ordered by that player."""
    table = next_round(both=False)
    assert (window_kind(table), table.window.asks) == ("order", (0,))
    table.faces(6, 1)
    table.when("red", ChooseOrder(order=("regeneration:a-s", "regeneration:a-r"))).accepted()
    assert [event.formation for event in events_of(table, RoundRuleResolved)] == ["a-s", "a-r"]
    settle(table)
    assert wounds_left(table, "a-r") == [2]


@pytest.mark.rule("GA-2.5-10", "GA-3.3-38")
@pytest.mark.parametrize(("faces", "winner"), [((2, 5), "blue"), ((5, 2), "red")])
def test_demises_at_the_start_of_a_round_are_ordered_by_a_roll_off(faces: tuple[int, int], winner: str):
    """Two Deadly Demises that wait when a round starts, where nobody has the turn, are ordered by who rolls higher."""
    bombs = [
        formation(id, at=[at], powers=("deadly_demise 1",))
        for id, at in (("a-x", (25, 20)), ("a-y", (22, 20)), ("a-z", (22, 22)))
    ]
    gorgon = formation("b-b", at=[(31, 20)], troop=trooper(w=3), powers=("dread_aura 1",))
    table = battle(*bombs, gorgon, phase="brawl", dice=(6, *faces))
    settle(table, "ChooseOrder")
    assert (events_of(table, RollOffMade)[-1].purpose, table.game.battle.round) == ("order", 2)
    assert table.window.asks == (("red", "blue").index(winner),)
    table.faces(1, 1, 6, 1)
    table.when(winner, ChooseOrder(order=("a-z.1",))).rejected("GA-2.5-10", "order-incomplete")
    ordered = table.when(winner, ChooseOrder(order=("a-z.1", "a-y.1"))).then(OrderChosen).cites("GA-2.5-10")
    assert "GA-2.5-09" not in {clause for _, clauses in ordered.table.ruled for clause in clauses}
    settle(table, "TakeBattleFatigueTest")
    assert [event.troop for event in events_of(table, DeadlyDemiseRolled)] == ["a-x.1", "a-z.1", "a-y.1"]


@pytest.mark.rule("GA-2.5-10")
def test_the_order_of_a_moment_outlasts_orders_within_it():
    """Deadly Demises that one rule sets off are ordered in their turn; the rules after it keep the order chosen."""
    tough = trooper(w=3)
    red = (
        formation("a-d", at=[(20, 10)], troop=tough, powers=("dread_aura 1",)),
        formation("a-s", at=[(40, 30)], troop=tough, powers=("regeneration 1",)),
        formation("a-t", at=[(45, 35)], troop=tough, powers=("regeneration 1",)),
    )
    mines = (
        formation("b-m", at=[(24, 10)], powers=("deadly_demise 1",), weapons=()),
        formation("b-n", at=[(20, 14)], powers=("deadly_demise 1",), weapons=()),
    )
    table = battle(*red, *mines, phase="brawl", wounds={"a-s.1": 1, "a-t.1": 1})
    settle(table, "ChooseOrder", "TakeBattleFatigueTest")
    table.faces(1, 1, 6, 1)
    chosen = ("dread_aura:a-d", "regeneration:a-t", "regeneration:a-s")
    table.when("red", ChooseOrder(order=chosen)).accepted()
    settle(table, "TakeBattleFatigueTest", "SelectToShoot", "EndTurn")
    assert [event.formation for event in events_of(table, RoundRuleResolved)] == ["a-d", "a-t", "a-s"]
