"""Battle-Manoeuvres and rules of a moment put to the test: orders, owners, limits, answers inside answers."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseOrder,
    DeclareAssault,
    DeclareNormalMove,
    EffectsEnded,
    MakeAssaultMove,
    RollAssault,
    RoundRuleResolved,
    ShootingEnded,
)
from tests.rulesets.grinding_annihilation.armed import armed, in_force, kind, points, use
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    battle,
    blade,
    formation,
    gun,
    path,
    settle,
    shots,
    story,
    trooper,
)


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
    assert [each.formation for each in story(table, RoundRuleResolved)] == ["a-d", "a-t", "a-s"]


@pytest.mark.rule("GA-5.7-04", "GA-5.0-03", "GA-5.0-10")
@pytest.mark.parametrize("scope", ["phase", "player_turn"])
def test_overwatch_is_used_once_in_a_round_and_its_sixes_end_with_the_phase(scope):
    """Whatever the scope of other limits, a second Overwatch of the round is refused; its effect ends in time."""
    red = (formation("a-r", at=[(30, 10)], weapons=()), formation("a-s", at=[(30, 20)], weapons=()))
    watch = formation("b-b", at=[(10, 10)], weapons=(gun("long", reach=30),))
    table = armed(*red, watch, phase="move", blue=("onslaught_overwatch",), options={"bm_limit_scope": scope})
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b")).then(ShootingEnded)
    assert (points(table, "blue"), in_force(table)) == (4, [("onslaught_overwatch", "b-b", "")])
    settle(table, "DeclareNormalMove")
    table.when("red", DeclareNormalMove(formation="a-s")).asks("make_move", "red")
    open_now = table.windows
    table.ask("move_started", "blue", about=("a-s",), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").rejected("GA-5.7-04", "used-already", per="round")
    table.set(stack=open_now)
    settle(table, "SelectToShoot")
    assert in_force(table) == []
    assert len(story(table, EffectsEnded)) == 1


@pytest.mark.rule("GA-5.7-06", "GA-5.0-12")
def test_a_mover_that_falls_to_an_overwatch_leaves_nothing_behind():
    """The last troop of an assaulting formation falls before it moves: no action, no pause and no answer is left."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    blue = formation("b-b", at=[(26, 10)], weapons=(gun("cannon", s=10, ap=-5),))
    table = armed(red, blue, phase="assault", blue=("onslaught_overwatch",), dice=(6, 6, 6, 6, 1))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "DeclareAssault", "EndTurn", "SelectToFight")
    game = table.game
    assert (game.action, game.paused, game.declaration) == (None, (), None)
    assert game.formations["a-r"].place == "destroyed"


@pytest.mark.rule("GA-5.10-01", "GA-5.0-09")
def test_an_ingress_is_answered_by_nobody():
    """The enemy whose turn it is, though near enough, has no Overwatch and no Ingress to answer an Ingress with."""
    both = ("onslaught_overwatch", "heros_ingress")
    red = (formation("a-r", at=[(20, 10)], weapons=(blade(),)), formation("a-q", at=[(20, 15)]))
    blue = (
        formation("b-b", at=[(26, 10)], weapons=()),
        formation("b-c", at=[(25, 14)], weapons=(), keywords=("monstrous",)),
    )
    table = armed(*red, *blue, phase="assault", red=both, blue=both, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    settle(table, "MakeAssaultMove")
    move = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (25, 10)),))
    table.when("red", move).asks("assault_move_ended", "blue")
    use(table, "blue", "heros_ingress", "b-c").accepted()
    table.faces(6, 6)
    table.when("blue", RollAssault(formation="b-c")).asks("assault_move", "blue")
    counter = MakeAssaultMove(formation="b-c", paths=(path("b-c.1", (25, 11)),))
    table.when("blue", counter).accepted()
    assert kind(table) == "assault_turn"
    assert not table.game.formations["b-c"].fights_first
    for manoeuvre in both:
        table.ask("assault_move_ended", "red", about=("b-c",), over=True)
        use(table, "red", manoeuvre, "a-q").rejected("GA-5.0-05", "wrong-turn")
