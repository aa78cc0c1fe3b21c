"""Chapters 3.0 and 3.1: the frame of a round, initiative, Manoeuvre Points and Battle-Fatigue."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    ArriveFromReserves,
    AssaultDeclared,
    BattleFatigueEnded,
    BattleFatigueTested,
    ControlDetermined,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    EndMoveStep,
    EndTurn,
    FirstPlayerSet,
    FormationArrived,
    FormationBattleFatigued,
    FormationRemainedStationary,
    HitsRolled,
    ManoeuvrePointsGained,
    PhaseBegun,
    PlayerTurnBegun,
    RemainStationary,
    RollFirstTurn,
    RollOffMade,
    RoundBegun,
    SelectToShoot,
    TakeBattleFatigueTest,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import field, poses
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    battle,
    blade,
    brawl,
    deployed,
    fight,
    fire,
    formation,
    gun,
    kind_for,
    last,
    line,
    refused,
    shoot,
    story,
    trooper,
)

TEST = TakeBattleFatigueTest(formation="a-r")
TIRED = FormationBattleFatigued(formation="a-r", until=2)


def seen(table: Table, formation: str = "a-r") -> Any:
    """Give what everybody sees of a formation."""
    return next(each for each in table.view("referee").formations if each.id == formation)


def losses(count: int, name: str = "a-r") -> tuple[str, ...]:
    """Name the first troops of a formation."""
    return tuple(f"{name}.{number}" for number in range(1, count + 1))


def thinned(left: int, *dice: int, **rest: Any) -> Table:
    """Let "a-r" have so many troops left of ten in red's Manoeuvres turn."""
    red = formation("a-r", at=line(10, 10, 5), troop=trooper(he=7))
    return battle(red, phase="manoeuvres", fallen=losses(10 - left), dice=dice, **rest)


# -- the frame


@pytest.mark.rule("GA-3.0-01", "GA-3.0-02", "GA-3.0-03")
def test_five_phases_in_order_with_two_turns_each():
    """A round runs through five phases; in each the first player takes his turn, then the second."""
    table = battle(phase="manoeuvres", first="blue", dice=(4, 2))
    while table.view("referee").round == 1:
        top = table.window
        assert top is not None
        settle_one(table)
    phases = [each.phase for each in story(table, PhaseBegun)]
    assert phases == ["manoeuvres", "move", "shooting", "assault", "brawl", "manoeuvres"]
    turns = [(each.phase, each.seat) for each in story(table, PlayerTurnBegun)]
    assert turns == [
        *((phase, seat) for phase in ("manoeuvres", "move", "shooting", "assault") for seat in (1, 0)),
        ("manoeuvres", 0),
    ]


def settle_one(table: Table) -> None:
    """Give the answer that silence stands for to the open question."""
    top = table.window
    assert top is not None
    otherwise = table.rules.windows[top.kind].default_command
    assert otherwise is not None
    said = otherwise(table.game, top, top.asks[0])
    assert said is not None
    table.when(top.asks[0], said).accepted()


@pytest.mark.rule("GA-3.0-01", "GA-3.0-02")
def test_nobody_acts_out_of_phase_or_turn():
    """The second player does not act before the first has ended his turn, and nobody acts out of phase."""
    table = battle(formation("b-b", at=[(30, 10)]))
    early = refused(table, "blue", SelectToShoot(formation="b-b", sidearms=()), "GA-3.3-01")
    early.rejected("GA-3.3-01", "not-asked", window="shooting_turn", asks="red")
    astray = refused(table, "red", DeclareAssault(formation="a-spare", targets=("b-b",)), "GA-3.3-01")
    astray.rejected("GA-3.3-01", "not-asked", window="shooting_turn")
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1, phase="shooting")
    table.when("blue", SelectToShoot(formation="b-b", sidearms=())).accepted()


@pytest.mark.rule("GA-3.0-05", "GA-3.1-07")
def test_fatigue_ends_with_its_players_next_manoeuvres_turn():
    """A formation stays fatigued through the other player's Manoeuvres turn and recovers when its player's begins."""
    blue = formation("b-b", at=line(4, 30))
    before = [FormationBattleFatigued(formation="b-b", until=2)]
    table = battle(blue, phase="manoeuvres", number=2, before=before, dice=(6, 1))
    assert seen(table, "b-b").fatigued
    table.when("red", EndTurn()).then(BattleFatigueEnded, formations=("b-b",))
    assert not seen(table, "b-b").fatigued


@pytest.mark.rule("GA-3.0-06")
def test_mark_of_allocated_attacks_ends_with_the_phase():
    """A mark holds through both turns of the phase and is gone in the next."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=line(2, 20))
    table = fire(battle(red, blue, dice=(3, 4, 6)))
    table.when("red", EndTurn()).accepted()
    assert [troop.marked for troop in seen(table, "b-b").troops] == [True, False]
    table.when("blue", EndTurn()).accepted()
    assert last(table, PhaseBegun).phase == "assault"
    assert [troop.marked for troop in seen(table, "b-b").troops] == [False, False]


@pytest.mark.rule("GA-3.0-08")
def test_casualties_are_gone_at_once():
    """What was destroyed in the first player's turn does not act in the second's."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)])
    table = fire(battle(red, blue, dice=(3, 4, 1)))
    table.when("red", EndTurn()).accepted()
    gone = refused(table, "blue", SelectToShoot(formation="b-b", sidearms=()), "GA-2.1-07")
    gone.rejected("GA-2.1-07", "shooter-off-field")
    table = fire(battle(red, blue, dice=(2,)))
    table.when("red", EndTurn()).accepted()
    table.when("blue", SelectToShoot(formation="b-b", sidearms=())).accepted()


@pytest.mark.rule("GA-3.0-09")
def test_turn_ends_when_all_that_is_due_is_done():
    """A turn does not end before every Battle-Fatigue test of it is taken."""
    table = thinned(4, 6, 6)
    refused(table, "red", EndTurn(), "GA-3.0-09").rejected("GA-3.0-09", "tests-due", formations="a-r")
    table.when("red", TEST).accepted()
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1)


# -- initiative and Manoeuvre Points


@pytest.mark.rule("GA-3.1-01", "GA-3.0-03", "GA-2.5-08")
def test_initiative_is_rolled_off_from_the_second_round():
    """The winner of the round's roll-off is first in it; ties are thrown again."""
    table = battle(phase="brawl", first="red", dice=(3, 3, 2, 5))
    assert last(table, RollOffMade).faces == (3, 3, 2, 5)
    assert last(table, FirstPlayerSet) == FirstPlayerSet(round=2, seat=1)
    assert last(table, PlayerTurnBegun) == PlayerTurnBegun(seat=1, phase="manoeuvres")


@pytest.mark.rule("GA-3.1-02", "GA-3.0-03", "GA-7.0-15")
def test_initiative_may_be_fixed_by_the_warfield():
    """With the option the first player of round 1 is first in every round, and nothing is rolled."""
    table = battle(phase="brawl", first="red", options={"initiative_mode": "fixed_by_warfield"})
    assert (last(table, RoundBegun).round, last(table, PlayerTurnBegun).seat) == (2, 0)
    assert story(table, RollOffMade) == []


@pytest.mark.rule("GA-3.1-02", "GA-7.0-15")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), 0), ((2, 6), 1)])
def test_first_turn_roll_is_the_initiative_of_round_one(dice: tuple[int, int], winner: int):
    """The pre-battle roll-off says who is first in round 1; no other initiative is rolled for it."""
    table = deployed(dice=dice)
    table.ask(kind_for(table, "RollFirstTurn"), "table")
    table.when("table", RollFirstTurn()).then(RollOffMade, purpose="first_turn", winner=winner)
    assert last(table, FirstPlayerSet) == FirstPlayerSet(round=1, seat=winner)
    assert (last(table, PhaseBegun).phase, last(table, PlayerTurnBegun).seat) == ("manoeuvres", winner)


@pytest.mark.rule("GA-3.1-03")
def test_both_players_gain_a_point_in_each_round():
    """At the start of each Manoeuvres Phase both players gain one point, and keep what they have."""
    table = battle(phase="manoeuvres")
    assert last(table, ManoeuvrePointsGained).totals == (1, 1)
    past = {"manoeuvres": [ManoeuvrePointsGained(points=1, totals=(1, 1))]}
    table = battle(phase="brawl", past=past, dice=(4, 2))
    assert last(table, ManoeuvrePointsGained).totals == (2, 2)


@pytest.mark.rule("GA-3.1-03")
@pytest.mark.parametrize(("options", "total"), [({"starting_mp": 2}, 3), ({"starting_mp": 2, "mp_cap": 2}, 2)])
def test_start_and_cap_are_options(options: dict[str, int], total: int):
    """The points at the start and the most that a player may hold are options."""
    table = battle(phase="manoeuvres", options=options)
    assert [side.manoeuvre_points for side in table.view("referee").sides] == [total, total]


# -- Battle-Fatigue


@pytest.mark.rule("GA-3.1-05")
@pytest.mark.parametrize(("left", "due"), [(5, False), (4, True)])
def test_formations_below_half_are_tested(left: int, *, due: bool):
    """Every formation Below Half-Strength is tested, once; others are not."""
    table = thinned(left, *((6, 6) if due else ()))
    if not due:
        refused(table, "red", TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")
        table.when("red", EndTurn()).accepted()
        return
    table.when("red", TEST).then(BattleFatigueTested, formation="a-r", faces=(6, 6), passed=True)
    refused(table, "red", TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")


@pytest.mark.rule("GA-3.1-05", "GA-8.4-02")
@pytest.mark.parametrize(("left", "due"), [(6, False), (5, True)])
def test_single_troop_is_tested_by_its_wounds(left: int, *, due: bool):
    """A single troop of 12 wounds is tested with 5 left, not with 6."""
    red = formation("a-r", at=[(10, 10)], troop=trooper(w=12))
    table = battle(red, phase="manoeuvres", wounds={"a-r.1": left}, dice=(6, 6) if due else ())
    if due:
        table.when("red", TEST).then(BattleFatigueTested, formation="a-r")
    else:
        refused(table, "red", TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")


@pytest.mark.rule("GA-3.1-06", "GA-4.1-02", "GA-4.2-07", "GA-2.5-01")
@pytest.mark.parametrize(("dice", "passed"), [((2, 4), True), ((2, 3), False)])
def test_fatigue_test_against_the_best_heroism(dice: tuple[int, int], *, passed: bool):
    """Two dice have to reach the lowest Heroism of the formation, the Leader's included."""
    red = formation("a-r", at=line(9, 10, 5), troop=trooper(he=7))
    chief = formation(
        "a-chief", at=[(11.5, 5)], troop=trooper("chief", he=6), keywords=("character",), powers=("leader",),
        leads=("r",),
    )  # fmt: skip
    fallen = tuple(f"a-r.{number}" for number in range(4, 10))
    table = battle(red, chief, lead={"a-chief": "a-r"}, phase="manoeuvres", fallen=fallen, dice=dice)
    tested = table.when("red", TEST).one(BattleFatigueTested)
    assert (tested.faces, tested.total.total, tested.needed, tested.passed) == (dice, sum(dice), 6, passed)
    assert seen(table).fatigued is not passed


@pytest.mark.rule("GA-3.1-06")
def test_best_heroism_is_that_of_the_living():
    """A better Heroism that fell counts no more."""
    brave = {1: Member(profile=trooper("brave", he=3))}
    red = formation("a-r", at=line(5, 10), troop=trooper(he=7), only=brave)
    table = battle(red, phase="manoeuvres", fallen=losses(3), dice=(3, 3))
    assert table.when("red", TEST).one(BattleFatigueTested).needed == 7


@pytest.mark.rule("GA-3.1-07")
def test_fatigue_ends_and_is_tested_for_again():
    """At its player's next Manoeuvres turn the fatigue ends, and who is still below half tests again."""
    table = thinned(4, 6, 1, 6, 6, number=2, before=[TIRED])
    assert last(table, BattleFatigueEnded).formations == ("a-r",)
    table.when("red", TEST).then(BattleFatigueTested, passed=True)
    assert not seen(table).fatigued
    table = thinned(4, 6, 1, 1, 1, number=2, before=[TIRED])
    table.when("red", TEST).then(FormationBattleFatigued, formation="a-r", until=3)


@pytest.mark.rule("GA-3.1-08", "GA-7.0-03")
@pytest.mark.parametrize(("past", "level"), [([], 10), ([TIRED], 0)])
def test_fatigued_troops_control_nothing(past: list[FormationBattleFatigued], level: int):
    """While fatigued every troop has a Battle Effectiveness of 0."""
    red = formation("a-r", at=line(5, 30, 8), troop=trooper(be=2))
    table = battle(red, markers=((30, 11),), past={"manoeuvres": past})
    control = table.when("red", EndTurn()).one(ControlDetermined)
    assert control.markers[0].levels == (level, 0)


@pytest.mark.rule("GA-3.1-10")
def test_fatigued_formations_neither_advance_nor_assault():
    """A fatigued formation does not Advance or assault; it may move, stay, shoot and fight."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)])
    past = {"manoeuvres": [TIRED]}
    table = battle(red, blue, phase="move", past=past)
    advance = refused(table, "red", DeclareAdvance(formation="a-r"), "GA-3.1-10")
    advance.rejected("GA-3.1-10", "battle-fatigued")
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    table = battle(red, blue, phase="move", past=past)
    table.when("red", RemainStationary(formation="a-r")).accepted()
    table = battle(red, blue, phase="assault", past=past)
    assault = refused(table, "red", DeclareAssault(formation="a-r", targets=("b-b",)), "GA-3.1-10")
    assault.rejected("GA-3.1-10", "battle-fatigued")
    battle(red, blue, past=past).when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    fighters = (formation("a-r", at=[(20, 10)], weapons=(blade(ms=3),)), formation("b-b", at=[(21, 10)], weapons=()))
    fight(brawl(*fighters, past=past, dice=(3, 1)))


@pytest.mark.rule("GA-3.1-10")
def test_the_same_formation_when_fresh():
    """Fresh, the formation that is refused an Advance and an Assault while fatigued is allowed both."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)])
    table = battle(red, blue, phase="move", dice=(3,))
    table.when("red", DeclareAdvance(formation="a-r")).then(AdvanceRolled, formation="a-r", face=3)
    table = battle(red, blue, phase="assault")
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).then(AssaultDeclared, targets=("b-b",))


@pytest.mark.rule("GA-3.1-12")
@pytest.mark.parametrize(("dice", "hits"), [((5,), 0), ((6, 1), 1)])
def test_a_fatigued_formation_shoots_on_sixes(dice: tuple[int, ...], hits: int):
    """With RS 3+ a fatigued formation misses on an unmodified 5 and hits on a 6."""
    table = shoot(*dice, past={"manoeuvres": [TIRED]})
    assert (last(table, HitsRolled).needed.total, last(table, HitsRolled).hits) == (6, hits)


@pytest.mark.rule("GA-3.1-12")
def test_a_fatigued_formation_strikes_as_ever():
    """With MS 3+ a fatigued formation still hits on a 3."""
    fighters = (formation("a-r", at=[(20, 10)], weapons=(blade(ms=3),)), formation("b-b", at=[(21, 10)], weapons=()))
    table = fight(brawl(*fighters, past={"manoeuvres": [TIRED]}, dice=(3, 1)))
    assert (last(table, HitsRolled).needed.total, last(table, HitsRolled).hits) == (3, 1)


@pytest.mark.rule("GA-3.1-12")
def test_modifiers_still_count_while_fatigued():
    """With Heavy a fatigued formation hits on an unmodified 5, and misses on a 4."""
    past = {"manoeuvres": [TIRED], "move": [FormationRemainedStationary(formation="a-r")]}
    table = shoot(5, 1, gun=gun("cannon", "heavy", rs=3), past=past)
    assert last(table, HitsRolled).hits == 1
    table = shoot(4, gun=gun("cannon", "heavy", rs=3), past=past)
    assert last(table, HitsRolled).hits == 0


@pytest.mark.rule("GA-3.1-12")
@pytest.mark.parametrize(("option", "faces"), [(False, ()), (True, (5,))])
def test_fatigue_and_weapons_without_skill(faces: tuple[int, ...], *, option: bool):
    """Weapons without RS hit by themselves also while fatigued, unless the option gives them a 6+."""
    past, options = {"manoeuvres": [TIRED]}, {"fatigue_affects_auto_hit": option}
    table = shoot(*(faces or (1,)), gun=gun("flame", rs=0), past=past, options=options)
    assert last(table, HitsRolled).faces == faces
    assert last(table, HitsRolled).hits == (0 if option else 1)


@pytest.mark.rule("GA-3.2-30")
def test_move_step_then_reinforcements():
    """Of three Reserve Formations one is set up once the move step is closed; nobody moves then, and the turn ends."""
    late = {f"a-{name}": "strategic_reserves" for name in ("u", "v", "w")}
    units = (formation(name, at=[(2, 2 + 3 * n)]) for n, name in enumerate(late))
    table = field(*units, off=late, number=2)
    arrival = ArriveFromReserves(formation="a-v", troops=poses("a-v", (2, 20)), accept_losses=False)
    early = refused(table, "red", arrival, "GA-3.2-01")
    early.rejected("GA-3.2-01", "not-asked", window="move_turn")
    table.when("red", EndMoveStep()).accepted()
    table.when("red", arrival).then(FormationArrived, formation="a-v")
    move = refused(table, "red", DeclareNormalMove(formation="a-spare"), "GA-3.2-30")
    move.rejected("GA-3.2-30", "not-asked")
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1, phase="move")
    assert {each: seen(table, each).place for each in late} == {**late, "a-v": "warfield"}
