"""Grenades (GA-5.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleManoeuvreUsed,
    BattleManoeuvreWithdrawn,
    GrenadesRolled,
    Loan,
    MortalWoundsPending,
    MortalWoundSuffered,
    RollGrenades,
    SelectToShoot,
    Sight,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import manoeuvre_points, use, window_kind
from tests.rulesets.grinding_annihilation.fixtures import formation, line, moved
from tests.rulesets.grinding_annihilation.steps import events_of, living, refused, settle, stated_fact

GRENADES = ("grenades",)
LOAN = Loan(transport="a-t.1", troop="a-r.1", weapon="rifle")


def throwers(gap=8.0, *more, keywords=("infantry", "grenades"), troops=5, powers=(), **rest):
    """Red's throwers face blue's victims across a gap; each side has troops of one wound."""
    red = formation("a-r", at=[(10, 10)], keywords=keywords)
    blue = formation("b-b", at=line(troops, 11 + gap), weapons=(), powers=powers)
    return prepared_battle(red, blue, *more, red=GRENADES, **rest)


def throw(table, seen="full", enemy="b-b", **fields):
    """Use Grenades, with sight of all victims within reach, unless fields say otherwise."""
    near = tuple(living(table, enemy)[:1])
    sight = Sight(observers=("a-r.1",), troops=near, seen=seen, fact="")
    return use(table, "red", "grenades", "a-r", **{"enemy": enemy, "sights": (sight,), **fields})


@pytest.mark.rule("GA-5.4-01")
@pytest.mark.parametrize(("gap", "allowed"), [(8.0, True), (8.1, False)])
def test_grenades_reach_eight_inches(gap, allowed):
    """A visible enemy at 8.0" is accepted, one at 8.1" refused."""
    outcome = throw(throwers(gap))
    assert outcome.accepted() if allowed else outcome.rejected("GA-5.4-01", "out-of-throw")


@pytest.mark.rule("GA-5.4-01")
def test_who_may_throw_at_whom():
    """Unseen victims, such near a friend, throwers that have shot, stand near an enemy or have no Grenades: refused."""
    throw(throwers(), seen="none").rejected("GA-5.4-01", "victim-unseen")
    throw(throwers(6, formation("a-f", at=[(18.5, 10)]))).rejected("GA-5.4-01", "victim-in-threat")
    throw(throwers(6, formation("b-n", at=[(11.5, 10)]))).rejected("GA-5.4-01", "throws-in-threat")
    throw(throwers(keywords=("infantry",))).rejected("GA-5.4-01", "keyword-missing")
    table = throwers()
    table.put("formations", replace(table.game.formations["a-r"], shot=True))
    throw(table).rejected("GA-5.4-01", "has-shot")
    throw(throwers(), enemy="a-spare").rejected("GA-5.4-01", "not-an-enemy")


@pytest.mark.rule("GA-5.4-02")
def test_six_dice_and_mortal_wounds():
    """1, 3, 4, 4, 5 and 6 are four mortal wounds without a save: four troops of one wound fall."""
    table = throwers(7, dice=(1, 3, 4, 4, 5, 6))
    throw(table).asks("fact_stated", "blue")
    settle(table, "RollGrenades")
    rolled = table.when("red", RollGrenades(formation="a-r")).then(GrenadesRolled, MortalWoundsPending, wounds=4)
    assert rolled.one(GrenadesRolled).wounds == 4
    settle(table)
    assert len(living(table, "b-b")) == 1
    assert manoeuvre_points(table, "red") == 4


@pytest.mark.rule("GA-5.4-02", "GA-5.1-02", "GA-5.0-08")
def test_grenades_may_come_to_nothing():
    """No success costs the point all the same, and the dice are not thrown again by Reorder Roll."""
    table = prepared_battle(
        formation("a-r", at=[(10, 10)], keywords=("grenades",)),
        formation("b-b", at=[(17, 10)], weapons=()),
        red=(*GRENADES, "reorder_roll"),
        dice=(1, 2, 3, 1, 2, 3),
    )
    throw(table).accepted()
    settle(table, "RollGrenades")
    table.when("red", RollGrenades(formation="a-r")).asks("shooting_turn", "red")
    assert manoeuvre_points(table, "red") == 4


@pytest.mark.rule("GA-5.4-02", "GA-3.3-34")
def test_reinforced_health_ignores_grenades():
    """Each mortal wound of Grenades may be ignored by Reinforced Health."""
    table = throwers(7, troops=1, powers=("reinforced_health 5",), dice=(4, 1, 1, 1, 1, 1, 5))
    throw(table).accepted()
    settle(table)
    assert [event.ignored for event in events_of(table, MortalWoundSuffered)] == [True]
    assert living(table, "b-b") == ["b-b.1"]


@pytest.mark.rule("GA-5.4-01", "GA-2.5-11")
def test_what_is_seen_may_be_disputed():
    """Where it is settled that the victim is not seen, the use is taken back with its point."""
    table = throwers(7, referee=True)
    throw(table).accepted()
    fact = stated_fact(table)
    table.when("blue", DisputeFact(fact=fact, value="none")).accepted()
    table.when("referee", SettleDispute(fact=fact, value="none", reason="a wall")).then(BattleManoeuvreWithdrawn)
    assert manoeuvre_points(table, "red") == 5
    assert window_kind(table) == "shooting_turn"
    throw(table, seen="none").rejected("GA-5.4-01", "victim-unseen")
    assert "UseBattleManoeuvre" in table.offered("red")


@pytest.mark.rule("GA-5.4-03")
@pytest.mark.ruling("GA-5.4-03.2")
def test_throwing_is_not_shooting():
    """After its Grenades the formation is selected to shoot; one that advanced throws and does not shoot."""
    table = throwers(7, dice=(1,) * 6)
    throw(table).accepted()
    settle(table)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table = throwers(7, past={"move": moved("a-r", "advance")}, dice=(1,) * 6)
    throw(table).accepted()
    settle(table)
    refused(table, "red", SelectToShoot(formation="a-r", sidearms=()), "GA-3.2-14")


@pytest.mark.rule("GA-5.4-03")
@pytest.mark.ruling("GA-5.4-03.3")
def test_by_option_a_thrower_must_be_able_to_shoot():
    """By option a formation that advanced may not throw."""
    advanced = {"move": moved("a-r", "advance")}
    table = throwers(7, past=advanced, options={"grenades_need_shooting_eligibility": True})
    throw(table).rejected("GA-5.4-03", "has-advanced")


@pytest.mark.rule("GA-5.4-01")
@pytest.mark.ruling("GA-5.4-01.2")
def test_one_troop_is_near_and_sees():
    """Where one thrower is near and sees nothing, and another sees and is too far away, the Grenades are refused."""
    throwers = formation("a-r", at=[(10, 10), (10, 25)], keywords=("infantry", "grenades"))
    table = prepared_battle(throwers, formation("b-b", at=[(18, 10)], weapons=()), red=("grenades",))
    near, far = (Sight(observers=(f"a-r.{n}",), troops=("b-b.1",), seen="full", fact="") for n in (1, 2))
    blind = use(table, "red", "grenades", "a-r", enemy="b-b", sights=(replace(near, seen="none"),))
    blind.rejected("GA-5.4-01", "victim-unseen")
    both = use(table, "red", "grenades", "a-r", enemy="b-b", sights=(replace(near, seen="none"), far))
    both.rejected("GA-2.4-12", "sight-unasked")
    use(table, "red", "grenades", "a-r", enemy="b-b", sights=(near,)).then(BattleManoeuvreUsed, enemy="b-b")


@pytest.mark.rule("GA-5.0-08", "GA-5.4-01")
@pytest.mark.parametrize(
    ("field", "value"), [("troop", "a-r.1"), ("die", 1), ("sidearms", ("a-r.1",)), ("loans", (LOAN,))]
)
def test_grenades_ask_for_an_enemy_and_no_more(field, value):
    """What another Battle-Manoeuvre asks for is refused of Grenades, under their own clause; nothing is paid."""
    throw(throwers(), **{field: value}).rejected("GA-5.4-01", "not-of-manoeuvre", field, manoeuvre="grenades")


@pytest.mark.rule("GA-2.4-12")
def test_who_states_sight_names_no_fact_of_it():
    """The service names the fact that it makes of a statement; one that a seat names is refused."""
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="f1")
    throw(throwers(), sights=(sight,)).rejected("GA-2.4-12", "fact-of-service", "sights", fact="f1")
