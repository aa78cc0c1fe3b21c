"""Onslaught Overwatch (GA-5.7): what it answers, who shoots at whom, how it hits, what becomes of the mover."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    ArriveFromReserves,
    AssaultFailed,
    BattleManoeuvreUsed,
    ChooseRetreatCasualties,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareAdvance,
    DeclareAssault,
    DeclareMeleeAttacks,
    DeclareNormalMove,
    DeclareRetreat,
    DesperateRetreatTested,
    DisembarkFormation,
    EffectGained,
    EffectsEnded,
    EndMoveStep,
    EndTurn,
    FormationDestroyed,
    FormationMoved,
    FormationSelectedToShoot,
    HitsRolled,
    MakeAdvanceMove,
    MakeAssaultMove,
    MakeNormalMove,
    MakeRetreatMove,
    RemainStationary,
    RollAssault,
    RoundBegun,
    SelectToFight,
    SelectToShoot,
    ShootingEnded,
    TroopDestroyed,
    TroopPose,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import (
    INGRESS,
    OVERWATCH,
    WATCHER,
    assault_made,
    move_before_watcher,
    neighbour_of_target,
    prepare,
    prepared_battle,
    prepared_brawl,
    put_in_reserves,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    decline,
    effects_in_force,
    manoeuvre_points,
    overwatch_shots,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import blade, formation, gun, line, mil, moved, pose, trooper
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    last_event,
    melee_attacks,
    path,
    places,
    refused,
    settle,
    shots,
)


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.ruling("GA-5.7-01.1")
@pytest.mark.parametrize(("command", "dice"), [(DeclareNormalMove, ()), (DeclareAdvance, (3,))])
def test_at_the_beginning_and_at_the_end_of_a_move(command, dice):
    """A Normal move and an Advance are answered once declared and rolled, and again once made."""
    table = move_before_watcher(dice=dice)
    table.when("red", command(formation="a-r")).asks("move_started", "blue")
    decline(table, "blue").asks("make_move", "red")
    make = MakeNormalMove if command is DeclareNormalMove else MakeAdvanceMove
    table.when("red", make(formation="a-r", paths=())).asks("move_ended", "blue")
    used = use(table, "blue", "onslaught_overwatch", "b-b")
    used.then(BattleManoeuvreUsed, seat=1, formation="b-b", enemy="a-r", left=4)
    used.then(FormationSelectedToShoot, formation="b-b", overwatch="a-r")


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.ruling("GA-3.2-20.4", "GA-5.7-01.1")
def test_a_retreat_is_answered_after_its_casualties():
    """A Retreat is answered when its tests are settled and their casualties gone, and again once it is made."""
    red = formation("a-r", at=[(20, 10), (20, 11.5)])
    near = formation("b-b", at=[(21.6, 10)], weapons=(gun("pistol", "sidearm", reach=12),))
    table = prepared_battle(red, near, phase="move", blue=OVERWATCH, dice=(1,))
    ways = (path("a-r.1", (25.5, 10)), path("a-r.2", (25.5, 11.5)))
    table.when("red", DeclareRetreat(formation="a-r", paths=ways)).then(DesperateRetreatTested, failures=1)
    outcome = table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",)))
    outcome.then(TroopDestroyed, troop="a-r.1").without(FormationMoved).asks("move_started", "blue")
    assert places(table) == [(20, 11.5)]
    decline(table, "blue").asks("make_move", "red")
    result = table.when("red", MakeRetreatMove(formation="a-r", paths=(path("a-r.2", (25.5, 11.5)),)))
    result.then(FormationMoved, kind="retreat").asks("move_ended", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, overwatch="a-r")


def overwatch(formation):
    """Name an Overwatch."""
    return UseBattleManoeuvre(manoeuvre="onslaught_overwatch", formation=formation)


@pytest.mark.rule("GA-5.7-01")
def test_who_remains_stationary_is_not_answered():
    """Who Remains Stationary opens no window, and an Overwatch at it is refused."""
    table = move_before_watcher()
    table.when("red", RemainStationary(formation="a-r")).asks("move_turn", "red")
    refused(table, "blue", overwatch("b-b"), "GA-3.2-01").rejected("GA-3.2-01", "not-asked", asks="red")


@pytest.mark.rule("GA-5.7-01")
def test_moves_of_the_brawl_are_not_answered():
    """Neither closing in nor consolidating is answered: blue, with an Overwatch prepared, is asked nothing."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(ms=6),))
    near = formation("b-b", at=[(21.5, 10)], weapons=())
    watcher = formation("b-w", at=[(30, 10)], **WATCHER)
    table = prepared_brawl(red, near, watcher, blue=OVERWATCH, dice=(1,))
    table.when("red", SelectToFight(formation="a-r")).asks("close_in", "red")
    closed = table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (20.5, 10)),)))
    closed.asks("declare_melee", "red")
    assert places(table) == [(20.5, 10)]
    table.when(
        "red", DeclareMeleeAttacks(formation="a-r", attacks=melee_attacks(table, "a-r", "b-b"), sights=())
    ).accepted()
    settle(table, "Consolidate")
    done = table.when("red", Consolidate(formation="a-r", paths=(), marker=""))
    done.then(Consolidated).asks("select_to_fight")


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.ruling("GA-5.7-01.1")
def test_a_failed_assault_is_not_answered():
    """A roll of 2 does not carry over 12": the Assault fails, nobody moves and blue is asked nothing."""
    red = formation("a-r", at=[(16, 10)], weapons=())
    table = prepared_battle(
        red, formation("b-b", at=[(28, 10)], **WATCHER), phase="assault", blue=OVERWATCH, dice=(1, 1)
    )
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    failed = table.when("red", RollAssault(formation="a-r"))
    failed.then(AssaultFailed, reason="too_short").asks("assault_turn", "red")


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.ruling("GA-5.7-01.2")
def test_a_disembarking_is_answered():
    """Who gets out of a transport in its own Move turn is set up, and may be shot at."""
    watcher = formation("b-b", at=[(40, 20)], **WATCHER)
    table = prepare(battle_with_absent(squad(1), carrier(at=(20, 20)), watcher, off={"a-p": "a-t.1"}), blue=OVERWATCH)
    out = DisembarkFormation(
        formation="a-p", transport="a-t.1", troops=(TroopPose(troop="a-p.1", pose=pose((23, 20))),)
    )
    table.when("red", out).asks("enemy_set_up", "blue")
    used = use(table, "blue", "onslaught_overwatch", "b-b")
    used.then(FormationSelectedToShoot, formation="b-b", overwatch="a-p")


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.ruling("GA-5.7-01.2")
def test_reinforcements_are_answered():
    """Who arrives from Reserves in its own Move turn is set up, and may be shot at."""
    units = (formation("a-w", at=[(2, 2)]), formation("b-b", at=[(25, 20)], **WATCHER))
    table = put_in_reserves(prepared_battle(*units, phase="move", number=2, blue=OVERWATCH), "a-w")
    table.when("red", EndMoveStep()).accepted()
    arriving = ArriveFromReserves(
        formation="a-w", troops=(TroopPose(troop="a-w.1", pose=pose((2, 20))),), accept_losses=False
    )
    table.when("red", arriving).asks("enemy_set_up", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, overwatch="a-w")


@pytest.mark.rule("GA-5.7-02")
@pytest.mark.parametrize(("x", "offered"), [(35, True), (35.5, False)])
def test_within_twenty_four_inches(x, offered):
    """The watcher has to be within 24" of the mover at that moment, measured between bases."""
    table = move_before_watcher((x, 10), watcher=formation("b-b", at=[(10, 10)], **WATCHER))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    assert (window_kind(table) == "move_started") is offered
    if offered:
        use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, formation="b-b")
    else:
        table.ask("move_started", "blue", subject=FormationSubject("a-r"), over=True)
        use(table, "blue", "onslaught_overwatch", "b-b").rejected("GA-5.7-02", "answer-too-far", distance=mil(24.5))


@pytest.mark.rule("GA-5.7-02")
def test_who_may_not_shoot_may_not_watch():
    """A Titanic formation, one that advanced without Storm weapons, and one that retreated do not answer."""
    for words, past, clause, reason in (
        (("titanic",), None, "GA-5.7-02", "titanic"),
        (("infantry",), moved("b-b", "advance"), "GA-3.2-14", "has-advanced"),
        (("infantry",), moved("b-b", "retreat"), "GA-3.2-17", "has-retreated"),
    ):
        watcher = formation("b-b", at=[(10, 10)], keywords=words, **WATCHER)
        table = move_before_watcher(watcher=watcher, phase="assault", past={"move": past} if past else None)
        table.ask("assault_started", "blue", subject=FormationSubject("a-r"), over=True)
        refused(table, "blue", overwatch("b-b"), clause).rejected(clause, reason)
        assert manoeuvre_points(table, "blue") == 5
    storm = formation("b-b", at=[(10, 10)], weapons=(gun("storm", "storm", reach=30),))
    table = move_before_watcher(watcher=storm, phase="assault", past={"move": moved("b-b", "advance")})
    table.ask("assault_started", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, only="storm")


@pytest.mark.rule("GA-5.7-02")
@pytest.mark.parametrize(
    ("words", "power", "only"),
    [(("infantry",), (), None), (("infantry",), ("sidearm",), "sidearm"), (("monstrous",), (), "")],
)
def test_a_watcher_in_threat_range(words, power, only):
    """Within Threat Range of an enemy a rifle may not answer another enemy's move; SideArms and the Monstrous may."""
    watcher = formation("b-b", at=[(10, 10)], keywords=words, weapons=(gun("gun", *power, reach=30),))
    red, near = formation("a-r", at=[(30, 10)], weapons=()), formation("a-n", at=[(11.5, 10)], weapons=())
    table = prepared_battle(red, near, watcher, phase="move", blue=OVERWATCH)
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    if window_kind(table) != "move_started":
        table.ask("move_started", "blue", subject=FormationSubject("a-r"), over=True)
    used = use(table, "blue", "onslaught_overwatch", "b-b")
    if only is None:
        used.rejected("GA-3.3-12", "locked")
    elif only:
        used.rejected("GA-5.7-03", "no-shot")
    else:
        used.then(FormationSelectedToShoot, only="")


@pytest.mark.rule("GA-5.7-03")
@pytest.mark.ruling("GA-5.7-03.1")
def test_that_one_enemy_is_shot_at():
    """Another enemy formation is refused as a target, and the watcher may still be selected in its own turn."""
    red, more = formation("a-r", at=[(30, 10)]), formation("a-s", at=[(30, 16)])
    table = prepared_battle(red, more, formation("b-b", at=[(10, 10)], **WATCHER), phase="move", blue=OVERWATCH)
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    astray = aim(table, "b-b", *shots(table, "b-b", "a-s"))
    table.when("blue", astray).rejected("GA-5.7-03", "overwatch-target", enemy="a-r")
    table.when("blue", replace(astray, formation="b-spare")).rejected("GA-5.7-03", "other-shooter")
    overwatch_shots(table, 1)
    assert last_event(table, ShootingEnded).formation == "b-b"
    assert window_kind(table) == "make_move"
    settle(table, "SelectToShoot", EndTurn=lambda *_: EndTurn())
    table.when("red", EndTurn()).asks("shooting_turn", "blue")
    table.when("blue", SelectToShoot(formation="b-b")).then(FormationSelectedToShoot, formation="b-b", overwatch=None)


@pytest.mark.rule("GA-5.7-03")
def test_an_enemy_near_a_friend():
    """An enemy within Threat Range of a friend is refused; the watcher it stands at fires SideArms alone."""
    friend = formation("b-f", at=[(31.5, 10)], weapons=(gun("pistol", "sidearm", reach=12),))
    plain = formation("b-b", at=[(10, 10)], **WATCHER)
    red = formation("a-r", at=[(30, 10)])
    table = prepared_battle(red, friend, plain, phase="assault", blue=OVERWATCH)
    table.ask("assault_move_ended", "blue", subject=FormationSubject("a-r"), over=True)
    refused(table, "blue", overwatch("b-b"), "GA-5.7-03").rejected("GA-5.7-03", "no-shot")
    use(table, "blue", "onslaught_overwatch", "b-f").then(FormationSelectedToShoot, only="sidearm")


@pytest.mark.rule("GA-5.7-03")
def test_a_monstrous_enemy_near_a_friend_may_be_shot():
    """An enemy that ended its Assault beside a friend of the watcher is a target if it is Monstrous."""
    friend = formation("b-f", at=[(31.5, 10)], weapons=())
    red = formation("a-r", at=[(30, 10)], keywords=("monstrous",))
    table = prepared_battle(red, friend, formation("b-b", at=[(10, 10)], **WATCHER), phase="assault", blue=OVERWATCH)
    table.ask("assault_move_ended", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, overwatch="a-r")


@pytest.mark.rule("GA-5.7-04")
def test_once_in_a_round():
    """Used in the Move Phase it is refused in the Assault Phase of the round, and allowed in the next round."""
    table = move_before_watcher(dice=(1,))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    overwatch_shots(table)
    settle(table)
    table.set(battle=replace(table.game.battle, phase="assault"))
    table.ask("assault_started", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").rejected("GA-5.7-04", "used-already", per="round")
    table.given(RoundBegun(round=2))
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()


@pytest.mark.rule("GA-5.7-05", "GA-3.3-16")
def test_an_unmodified_six_hits_and_nothing_else():
    """With RS 2+ and Heavy a 5 misses; a 6 is a Critical Hit, with Sustained Fire two; a 5 of Annihilation misses."""
    rules: dict[str, Any] = {
        "weapons": (gun("rapid", "heavy", "sustained_fire 1", "annihilation", rs=2, sw=2, reach=30),)
    }
    table = move_before_watcher(
        watcher=formation("b-b", at=[(10, 10)], **rules), options={"annihilation_5_always_hits": True}
    )
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").then(EffectGained)
    overwatch_shots(table, 5, 6, 1, 6)
    hits = last_event(table, HitsRolled)
    assert (hits.needed.total, hits.hits, hits.criticals) == (6, 2, 1)
    assert [result.outcome for result in hits.results] == ["miss", "critical"]


@pytest.mark.rule("GA-5.7-05")
@pytest.mark.ruling("GA-5.7-05.1", "GA-5.7-05.2")
@pytest.mark.parametrize(("automatic", "dice"), [(True, (1,)), (False, (5,))])
def test_weapons_without_a_skill(automatic, dice):
    """A weapon that makes no Hit roll still hits in an Overwatch; by option it needs the 6 too."""
    watcher = formation("b-b", at=[(10, 10)], weapons=(gun("flame", rs=0, reach=30),))
    table = move_before_watcher(watcher=watcher, options={"overwatch_autohits": automatic})
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    overwatch_shots(table, *dice)
    hits = last_event(table, HitsRolled)
    assert (hits.faces, hits.hits) == ((), 1) if automatic else ((5,), 0)


@pytest.mark.rule("GA-5.7-06", "GA-5.7-01")
@pytest.mark.ruling("GA-5.7-06.2")
def test_an_assault_that_can_not_reach_any_more_fails():
    """The lead troop falls to an Overwatch; the next is too far for the roll, and the Assault fails."""
    red = formation("a-r", at=[(16, 10), (14, 10)], weapons=(), troop=trooper(de=0))
    blue = formation("b-b", at=[(23.5, 10)], weapons=(gun("big", s=9, reach=30),))
    table = prepared_battle(red, blue, phase="assault", blue=OVERWATCH, dice=(3, 3))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.faces(6, 6)
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "AllocateAttack")
    fell = table.when("red", AllocateAttack(group=table.game.group.id, attack=1, troop="a-r.1"))
    fell.then(TroopDestroyed, ShootingEnded, AssaultFailed, reason="too_short")
    assert table.game.action is None
    assert window_kind(table) == "assault_turn"


@pytest.mark.rule("GA-5.7-06")
def test_a_formation_that_falls_in_the_middle_of_its_assault():
    """Where nobody is left the Assault fails, and the turn goes on."""
    red = formation("a-r", at=[(16, 10)], weapons=(), troop=trooper(de=0))
    blue = formation("b-b", at=[(23.5, 10)], weapons=(gun("big", s=9, reach=30),))
    table = prepared_battle(red, blue, phase="assault", blue=OVERWATCH, dice=(6, 6, 6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    overwatch_shots(table)
    assert last_event(table, AssaultFailed).reason == "destroyed"
    assert window_kind(table) == "assault_turn"


@pytest.mark.rule("GA-5.7-06")
def test_survivors_make_what_is_left_of_the_move():
    """After an Overwatch at the start of a Normal move the survivors move on."""
    red = formation("a-r", at=line(2, 30), weapons=(), troop=trooper(de=0))
    table = prepared_battle(red, formation("b-b", at=[(10, 10)], **WATCHER), phase="move", blue=OVERWATCH, dice=(6, 6))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "MakeNormalMove")
    assert window_kind(table) == "make_move"
    (left,) = table.game.formations["a-r"].troops
    there = (34, table.game.troops[left].pose.y / 1000)
    table.when("red", MakeNormalMove(formation="a-r", paths=(path(left, there),))).then(FormationMoved, kind="normal")
    assert places(table) == [there]


@pytest.mark.rule("GA-5.10-01", "GA-5.7-01")
def test_overwatch_and_ingress_answer_one_move():
    """Both answers to a Monstrous assaulter are possible, one after the other, each once."""
    watcher = formation("b-w", at=[(30, 20)])
    table = assault_made(neighbour_of_target(), watcher, blue=(*OVERWATCH, *INGRESS), keywords=("monstrous",))
    use(table, "blue", "onslaught_overwatch", "b-w").then(FormationSelectedToShoot, overwatch="a-r")
    overwatch_shots(table, 1, shooter="b-w")
    assert window_kind(table) == "assault_move_ended"
    use(table, "blue", "onslaught_overwatch", "b-w").rejected("GA-5.7-04", "used-already", per="round")
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(6, 3)
    table.when("blue", RollAssault(formation="b-n")).asks("assault_move", "blue")
    table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, 11)),))).asks("assault_turn", "red")
    assert manoeuvre_points(table, "blue") == 3


@pytest.mark.rule("GA-5.7-04", "GA-5.0-03", "GA-5.0-10")
@pytest.mark.parametrize("scope", ["phase", "player_turn"])
def test_overwatch_is_used_once_in_a_round_and_its_sixes_end_with_the_phase(scope):
    """Whatever the scope of other limits, a second Overwatch of the round is refused; its effect ends in time."""
    red = (formation("a-r", at=[(30, 10)], weapons=()), formation("a-s", at=[(30, 20)], weapons=()))
    watch = formation("b-b", at=[(10, 10)], weapons=(gun("long", reach=30),))
    table = prepared_battle(*red, watch, phase="move", blue=("onslaught_overwatch",), options={"bm_limit_scope": scope})
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b")).then(ShootingEnded)
    assert (manoeuvre_points(table, "blue"), effects_in_force(table)) == (4, [("onslaught_overwatch", "b-b", "")])
    settle(table, "DeclareNormalMove")
    table.when("red", DeclareNormalMove(formation="a-s")).asks("make_move", "red")
    open_now = table.windows
    table.ask("move_started", "blue", subject=FormationSubject("a-s"), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").rejected("GA-5.7-04", "used-already", per="round")
    table.set(stack=open_now)
    settle(table, "SelectToShoot")
    assert effects_in_force(table) == []
    assert len(events_of(table, EffectsEnded)) == 1


@pytest.mark.rule("GA-5.7-06", "GA-5.0-12")
def test_a_mover_that_falls_to_an_overwatch_leaves_nothing_behind():
    """The last troop of an assaulting formation falls before it moves: no action, no pause and no answer is left."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    blue = formation("b-b", at=[(26, 10)], weapons=(gun("cannon", s=10, ap=-5),))
    table = prepared_battle(red, blue, phase="assault", blue=("onslaught_overwatch",), dice=(6, 6, 6, 6, 1))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "DeclareAssault", "EndTurn", "SelectToFight")
    game = table.game
    assert (game.action, game.paused, game.declaration) == (None, (), None)
    assert game.formations["a-r"].place == "destroyed"


@pytest.mark.rule("GA-5.7-01")
def test_there_is_nobody_to_answer_who_fell():
    """An Overwatch at a formation that was destroyed is refused; at one that lives it is accepted."""
    for fallen in (("a-r.1",), ()):
        units = (formation("a-r", at=[(30, 10)]), formation("b-b", at=[(10, 10)]))
        table = prepared_battle(*units, phase="assault", blue=("onslaught_overwatch",), fallen=fallen)
        table.ask("assault_started", "blue", subject=FormationSubject("a-r"), over=True)
        used = use(table, "blue", "onslaught_overwatch", "b-b")
        if fallen:
            used.rejected("GA-5.7-01", "nobody-to-answer", enemy="a-r")
        else:
            used.then(FormationSelectedToShoot, overwatch="a-r")


@pytest.mark.rule("GA-5.7-06", "GA-3.2-20")
def test_a_formation_that_falls_before_it_moves_fell_to_the_overwatch():
    """A Normal move whose formation an Overwatch destroyed ends under that rule, not that of Desperate Retreats."""
    table = move_before_watcher(troop=trooper(w=1))
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    overwatch_shots(table, 6, 6, 1)
    moved_nobody = next(why for entry in table.log for event, why in entry.events if isinstance(event, FormationMoved))
    assert moved_nobody == ("GA-5.7-06",)
    fallen = next(why for entry in table.log for event, why in entry.events if isinstance(event, FormationDestroyed))
    assert fallen == ("GA-8.4-05",)


@pytest.mark.rule("GA-5.7-06", "GA-3.4-08")
def test_an_assault_without_a_target_left_fails_for_want_of_it():
    """The only target shoots in Overwatch and its Hazard weapon destroys it: the Assault fails without a target."""
    red = formation("a-r", at=[(16, 10)], weapons=(), troop=trooper(w=3))
    target = formation("b-b", at=[(24, 10)], weapons=(gun("risky", "hazard", reach=30),))
    table = prepared_battle(red, target, phase="assault", blue=OVERWATCH, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.faces(1, 1)
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table)
    assert last_event(table, AssaultFailed).reason == "no_target"
    failed = next(why for entry in table.log for event, why in entry.events if isinstance(event, AssaultFailed))
    assert failed == ("GA-5.7-06", "GA-3.4-08")


@pytest.mark.rule("GA-5.7-06", "GA-3.2-21")
def test_survivors_of_a_retreat_that_fall_before_they_move_fell_to_the_overwatch():
    """A test of a Retreat costs one troop, an Overwatch's mortal wounds the other: the second fell to the Overwatch."""
    red = formation("a-r", at=[(20, 10), (20, 11.5)])
    near = formation("b-b", at=[(21.6, 10)], weapons=(gun("pistol", "sidearm", "devastating", reach=12),))
    table = prepared_battle(red, near, phase="move", blue=OVERWATCH, dice=(1,))
    ways = (path("a-r.1", (25.5, 10)), path("a-r.2", (25.5, 11.5)))
    table.when("red", DeclareRetreat(formation="a-r", paths=ways)).then(DesperateRetreatTested, failures=1)
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",))).asks("move_started", "blue")
    answer = UseBattleManoeuvre(manoeuvre="onslaught_overwatch", formation="b-b", sidearms=("b-b.1",))
    table.when("blue", answer).accepted()
    overwatch_shots(table, 6, 6)
    settle(table, "SelectToMove", "EndMoveStep")
    moved_nobody = next(why for entry in table.log for event, why in entry.events if isinstance(event, FormationMoved))
    assert moved_nobody == ("GA-5.7-06",)
    assert table.game.formations["a-r"].place == "destroyed"
