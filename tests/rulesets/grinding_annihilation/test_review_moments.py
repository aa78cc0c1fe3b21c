"""What is found in review about the start of a round."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseOrder,
    DeadlyDemiseRolled,
    OrderChosen,
    RollOffMade,
)
from tests.kit import tables_closed
from tests.rulesets.grinding_annihilation.givens import battle, formation, settle, story, trooper

__all__ = ["tables_closed"]


@pytest.mark.rule("GA-2.5-10", "GA-3.3-38")
@pytest.mark.parametrize(("faces", "winner"), [((2, 5), "blue"), ((5, 2), "red")])
def test_demises_at_the_start_of_a_round_are_ordered_by_a_roll_off(faces: tuple[int, int], winner: str):
    """Two Deadly Demises that wait when a round starts, where nobody has the turn, are ordered by who rolls higher."""
    bombs = [formation(id, at=[at], powers=("deadly_demise 1",)) for id, at in
             (("a-x", (25, 20)), ("a-y", (22, 20)), ("a-z", (22, 22)))]  # fmt: skip
    gorgon = formation("b-b", at=[(31, 20)], troop=trooper(w=3), powers=("dread_aura 1",))
    table = battle(*bombs, gorgon, phase="brawl", dice=(6, *faces))
    settle(table, "ChooseOrder")
    assert (story(table, RollOffMade)[-1].purpose, table.game.battle.round) == ("order", 2)
    assert table.window.asks == (("red", "blue").index(winner),)
    table.faces(1, 1, 6, 1)
    table.when(winner, ChooseOrder(order=("a-z.1", "a-y.1"))).then(OrderChosen)
    settle(table, "TakeBattleFatigueTest")
    assert [each.troop for each in story(table, DeadlyDemiseRolled)] == ["a-x.1", "a-z.1", "a-y.1"]
