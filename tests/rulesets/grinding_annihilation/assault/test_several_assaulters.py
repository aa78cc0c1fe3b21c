"""One enemy assaulted by several formations, and several enemies by one: each Assault stands alone, and each fights."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    AttackGroupBegun,
    BrawlStepEnded,
    DeclareAssault,
    EndTurn,
    FightsFirstGained,
    FormationMoved,
    HitsRolled,
    MakeAssaultMove,
    RollAssault,
    SelectToFight,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn, begin_phase
from tests.rulesets.grinding_annihilation.brawl.steps import fighters_in_order, melee_declared
from tests.rulesets.grinding_annihilation.fixtures import blade, formation, trooper
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    fight,
    last_event,
    path,
    refused,
    select,
    settle,
    strike,
    wounds_left,
)

SECOND = formation("a-s", at=[(18, 18)], weapons=(blade(),))


def assault(table: Table, mover: str, *targets: str, to: tuple[float, float]) -> None:
    """Declare an Assault, roll for it and move."""
    table.when("red", DeclareAssault(formation=mover, targets=targets)).then(AssaultDeclared, formation=mover)
    table.when("red", RollAssault(formation=mover)).then(AssaultRolled)
    move = MakeAssaultMove(formation=mover, paths=(path(f"{mover}.1", to),))
    table.when("red", move).then(FormationMoved, kind="assault").then(FightsFirstGained, formation=mover)


@pytest.mark.rule("GA-3.4-01", "GA-3.4-07", "GA-3.4-09", "GA-3.4-15")
def test_two_formations_assault_one_enemy_one_after_the_other():
    """The second declares once the first has moved, rolls its own dice against its own gap, and has its own bonus."""
    table = assault_turn(4, 4, 3, 2, rest=(SECOND,))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).then(AssaultDeclared, needed=6000)
    second = DeclareAssault(formation="a-s", targets=("b-b",))
    refused(table, "red", second, "GA-3.4-07").rejected("GA-3.4-07", "not-asked", window="assault_roll")
    table.when("red", RollAssault(formation="a-r")).then(AssaultRolled, faces=(4, 4))
    refused(table, "red", second, "GA-3.4-10").rejected("GA-3.4-10", "not-asked", window="assault_move")
    move = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (17, 10)),))
    table.when("red", move).then(FightsFirstGained, formation="a-r")
    table.when("red", second).then(AssaultDeclared, needed=6000)
    failed = table.when("red", RollAssault(formation="a-s")).then(AssaultRolled, faces=(3, 2))
    failed.then(AssaultFailed, reason="too_short").without(FightsFirstGained)
    again = DeclareAssault(formation="a-r", targets=("b-b",))
    refused(table, "red", again, "GA-3.4-01", "GA-3.4-04").rejected("GA-3.4-01", "assault-declared")
    refused(table, "red", second, "GA-3.4-01").rejected("GA-3.4-01", "assault-declared")


@pytest.mark.rule("GA-3.4-08", "GA-3.4-06")
def test_each_target_of_one_assault_has_to_be_reached():
    """Two declared targets 8 inches off in two directions: no reach brings one formation to both."""
    table = assault_turn(6, 6, enemy=((18, 10),), other=((2, 10),))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b", "b-c"))).then(AssaultDeclared)
    table.when("red", RollAssault(formation="a-r")).then(AssaultRolled, faces=(6, 6))
    for place in ((17, 10), (3, 10)):
        move = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", place),))
        refused(table, "red", move, "GA-3.4-08").rejected("GA-3.4-08", "target-not-reached")


@pytest.mark.rule("GA-3.5-01", "GA-3.5-05", "GA-3.5-07", "GA-3.4-15", "GA-3.4-04", "GA-3.5-15")
def test_each_assaulter_fights_for_itself_and_the_assaulted_may_strike_at_both():
    """Both fight in the first step, one after the other, with dice of their own; then the enemy splits its blows."""
    tough = trooper(w=3)
    reds = [
        formation(f"a-{key}", at=[at], weapons=(blade(),), troop=tough)
        for key, at in (("r", (10, 10)), ("s", (18, 18)))
    ]
    foe = formation("b-b", at=[(18, 10)], weapons=(blade("axe", sw=2),), troop=tough)
    table = begin_phase("assault", *reds, foe, dice=(4, 4, 5, 4))
    assault(table, "a-r", "b-b", to=(17, 10))
    assault(table, "a-s", "b-b", to=(18, 11))
    table.when("red", EndTurn()).accepted()
    back = DeclareAssault(formation="b-b", targets=("a-r",))
    refused(table, "blue", back, "GA-3.4-04").rejected("GA-3.4-04", "in-threat", enemies="a-r a-s")
    table.when("blue", EndTurn()).accepted()
    # each hits on 3, wounds on 4 and is saved on 4: a-r wounds, a-s misses, and blue does to a-r what it suffered
    table.faces(3, 4, 3)
    fight(table, "a-r", until=("SelectToFight",))
    assert wounds_left(table, "b-b") == [2]
    refused(table, "red", SelectToFight(formation="a-r"), "GA-3.5-05").rejected("GA-3.5-05", "has-fought")
    table.faces(2)
    fight(table, "a-s", until=("SelectToFight",))
    assert last_event(table, BrawlStepEnded).step == "fights_first"
    table.faces(3, 4, 3, 2)
    select(table, "b-b", "blue")
    split = [strike("b-b.1", "axe", target, 1) for target in ("a-r", "a-s")]
    table.when("blue", melee_declared("b-b", *split)).accepted()
    settle(table, "Consolidate")
    assert [event.target for event in events_of(table, AttackGroupBegun)] == ["b-b", "b-b", "a-r", "a-s"]
    assert [event.faces for event in events_of(table, HitsRolled)] == [(3,), (2,), (3,), (2,)]
    assert [event.faces for event in events_of(table, WoundsRolled)] == [(4,), (4,)]
    assert (wounds_left(table, "a-r"), wounds_left(table, "a-s")) == ([2], [3])
    assert fighters_in_order(table) == ["a-r", "a-s", "b-b"]
