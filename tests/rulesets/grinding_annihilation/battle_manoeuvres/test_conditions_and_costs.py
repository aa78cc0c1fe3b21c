"""Battle-Manoeuvres in general (GA-5.0): who may use which when, what it costs, how long it lasts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.windows import FactsSubject
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    BattleManoeuvreUsed,
    DeclareAssault,
    DeclareNormalMove,
    DeclineReaction,
    EffectGained,
    EffectsEnded,
    EndTurn,
    MakeNormalMove,
    RollAssault,
    RollDefence,
    SelectToShoot,
    SetStandingChoices,
    ShootingEnded,
    Sight,
    SubmitRoster,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, RerollSubject
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    decline,
    effects_in_force,
    manoeuvre_points,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, created, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.steps import aim, answer_by_default, refused, settle, shots

SMOKY = ("infantry", "smoke")


def shooters_and_target(**rest):
    """Red's shooters face blue's formation, which may burn smoke and is infantry, across twelve inches."""
    red = formation("a-r", at=line(1, 10))
    two = formation("a-s", at=line(1, 10, 20))
    blue = formation("b-b", at=line(3, 23), troop=trooper(w=3), weapons=(), keywords=SMOKY)
    return prepared_battle(red, two, blue, **rest)


def declare_shots(table, shooter="a-r", who="red", target="b-b"):
    """Select a shooter and declare its shots; the answers of the target come next."""
    table.when(who, SelectToShoot(formation=shooter, sidearms=())).accepted()
    return table.when(who, aim(table, shooter, *shots(table, shooter, target)))


@pytest.mark.rule("GA-5.0-01")
def test_the_cost_is_taken_at_once():
    """Two points pay for Find Cover!, and none is left for a Smokescreen in the same window."""
    table = shooters_and_target(blue=("find_cover", "smokescreen"), points=2)
    declare_shots(table).accepted()
    use(table, "blue", "find_cover", "b-b").then(BattleManoeuvreUsed, EffectGained)
    assert manoeuvre_points(table, "blue") == 0
    use(table, "blue", "smokescreen", "b-b").rejected("GA-5.0-01", "too-few-points", cost=1, held=0)
    assert manoeuvre_points(table, "blue") == 0


@pytest.mark.rule("GA-5.0-02")
@pytest.mark.ruling("GA-5.0-02.2")
def test_points_add_up():
    """Each round pays one point to both players, and what is not spent carries over: blue has 3 at last, red 1."""
    red, blue = formation("a-r", at=line(1, 10)), formation("b-b", at=line(1, 50))
    table = battle(red, blue, phase="manoeuvres", dice=(6, 1, 6, 1))
    seen = []
    for number in (1, 2, 3):
        while (table.game.battle.round, window_kind(table)) != (number, "move_turn"):
            answer_by_default(table)
        seen.append((manoeuvre_points(table, "red"), manoeuvre_points(table, "blue")))
        spent = replace(table.game.sides[0], manoeuvre_points=manoeuvre_points(table, "red") - 1)
        table.put("sides", *(() if number == 3 else (spent,)), key="seat")
    assert seen == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.rule("GA-5.0-03")
def test_once_per_phase_for_each_player():
    """A Smokescreen used in a phase is spent for it, also against the second formation that shoots."""
    table = shooters_and_target(blue=("smokescreen",), dice=(1,))
    declare_shots(table).accepted()
    use(table, "blue", "smokescreen", "b-b").accepted()
    settle(table)
    declare_shots(table, "a-s").accepted()
    table.ask("targets_selected", "blue", subject=FactsSubject(()), over=True)
    use(table, "blue", "smokescreen", "b-b").rejected("GA-5.0-03", "used-already")


@pytest.mark.rule("GA-5.0-03", "GA-5.0-10")
@pytest.mark.ruling("GA-5.0-03.1", "GA-5.0-03.2", "GA-5.0-10.1")
@pytest.mark.parametrize(("scope", "ended"), [("phase", False), ("player_turn", True)])
def test_a_phase_holds_both_turns(scope, ended):
    """By default a phase is both player turns; by option each player turn counts for itself, for uses and effects."""
    red = formation("a-r", at=line(1, 10), troop=trooper(w=3))
    blue = formation("b-b", at=line(1, 23), troop=trooper(w=3), keywords=SMOKY)
    table = prepared_battle(red, blue, red=("reorder_roll",), blue=("smokescreen",), options={"bm_limit_scope": scope})
    declare_shots(table).accepted()
    use(table, "blue", "smokescreen", "b-b").accepted()
    decline(table, "blue")
    table.faces(2, 1)
    settle(table, "DeclineReaction")
    use(table, "red", "reorder_roll", "a-r", die=1).accepted()
    outcome = table.when("red", EndTurn())
    assert (EffectsEnded in {type(event) for event in outcome.events}) is ended
    assert bool(effects_in_force(table)) is not ended
    declare_shots(table, "b-b", "blue", "a-r").accepted()
    decline(table, "red")
    table.faces(6, 6, 2)
    settle(table, "DeclineReaction", "SelectToShoot")
    assert (window_kind(table) == "reroll") is ended


@pytest.mark.rule("GA-5.0-03")
@pytest.mark.ruling("GA-5.0-03.1")
def test_each_player_and_each_phase_counts_alone():
    """Red's use in the Shooting Phase bars neither blue's in that phase nor red's own in the Assault Phase."""
    red = formation("a-r", at=line(1, 10), troop=trooper(w=3))
    blue = formation("b-b", at=line(1, 23), troop=trooper(w=3))
    table = prepared_battle(red, blue, red=("reorder_roll",), blue=("reorder_roll",), dice=(2, 6, 6, 1, 4))
    declare_shots(table).accepted()
    decline(table, "blue")
    settle(table, "UseBattleManoeuvre")
    use(table, "red", "reorder_roll", "a-r", die=1).accepted()
    settle(table, "UseBattleManoeuvre")
    assert (window_kind(table), table.window.asks) == ("reroll", (1,))
    use(table, "blue", "reorder_roll", "b-b").then(BattleManoeuvreUsed, seat=1)
    while table.game.battle.phase != "assault":
        answer_by_default(table)
    table.faces(1, 1)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("reroll", "red")
    table.faces(1, 1)
    use(table, "red", "reorder_roll", "a-r").then(BattleManoeuvreUsed, seat=0, phase="assault")


@pytest.mark.rule("GA-5.0-04")
def test_only_what_was_prepared():
    """Six Battle-Manoeuvres are too many for a roster, and what was not prepared is refused."""
    table = created()
    six = tuple(LIBRARY.manoeuvres)[:6]
    roster = SubmitRoster(faction="autereium", doctrine="", formations=(), general="lord.1", prepared_manoeuvres=six)
    faults = table.refused(roster, "red")
    assert ("GA-5.0-04", "prepared") in {(fault.clause, fault.reason) for fault in faults}
    five = SubmitRoster(faction="autereium", doctrine="", formations=(), general="lord.1", prepared_manoeuvres=six[:5])
    assert "prepared" not in {row.reason for row in table.refused(five, "red")}
    field = shooters_and_target(red=("reorder_roll",))
    use(field, "red", "grenades", "a-r").rejected("GA-5.0-04", "not-prepared")
    use(field, "red", "dance", "a-r").rejected("GA-5.0-04", "unknown-manoeuvre")


@pytest.mark.rule("GA-5.0-04")
@pytest.mark.ruling("GA-5.0-04.3")
def test_core_manoeuvres_for_everybody_by_option():
    """By option the ten core Battle-Manoeuvres need not be prepared; without it they are refused."""
    for option in (True, False):
        table = shooters_and_target(options={"core_bms_always_available": option})
        declare_shots(table).accepted()
        used = use(table, "blue", "smokescreen", "b-b")
        if option:
            used.then(BattleManoeuvreUsed, manoeuvre="smokescreen", left=4)
        else:
            used.rejected("GA-5.0-04", "not-prepared")


@pytest.mark.rule("GA-5.0-05")
def test_own_turn_and_opponents_turn():
    """In red's Shooting turn red may not burn smoke, and blue may not throw Grenades."""
    table = shooters_and_target(red=("smokescreen",), blue=("grenades", "smokescreen"))
    use(table, "red", "smokescreen", "a-r").rejected("GA-5.0-05", "wrong-turn")
    declare_shots(table).accepted()
    use(table, "blue", "grenades", "b-b", enemy="a-r").rejected("GA-5.0-05", "wrong-turn")


MANOEUVRES_BY_TURN = {
    "own": ("grenades", "armoured_charge"),
    "opponent": ("deployment_order", "onslaught_overwatch", "smokescreen", "find_cover", "heros_ingress"),
    "either": ("reorder_roll", "reprisal", "epic_momentum"),
}


@pytest.mark.rule("GA-5.0-05")
@pytest.mark.ruling("GA-5.0-05.2", "GA-5.0-05.3")
@pytest.mark.parametrize(("side", "key"), [(side, key) for side, keys in MANOEUVRES_BY_TURN.items() for key in keys])
def test_whose_turn_each_is_for(side, key):
    """In red's turn blue is refused what is for the own turn, red what answers the opponent; the rest is for both."""
    table = shooters_and_target(red=(key,), blue=(key,))
    declare_shots(table).accepted()
    table.set(battle=replace(table.game.battle, phase=LIBRARY.manoeuvres[key].phases[0]))
    for who, name, barred in (("red", "a-r", side == "opponent"), ("blue", "b-b", side == "own")):
        about = () if key in {"smokescreen", "find_cover"} else ("a-r",)
        table.ask("targets_selected", who, subject=FactsSubject(about), over=True)
        found = table.refused(UseBattleManoeuvre(manoeuvre=key, formation=name), who)
        assert (("GA-5.0-05", "wrong-turn") in {(row.clause, row.reason) for row in found}) is barred


def fatigue(table, formation):
    """Let a formation be Battle-Fatigued."""
    table.put("formations", replace(table.game.formations[formation], fatigued=9))


@pytest.mark.rule("GA-5.0-06", "GA-3.1-11")
@pytest.mark.ruling("GA-3.1-11.1")
def test_a_fatigued_formation_is_not_affected():
    """Nothing that its own player uses affects a Battle-Fatigued formation, and the refusal costs nothing."""
    table = shooters_and_target(blue=("smokescreen", "find_cover"))
    declare_shots(table).accepted()
    fatigue(table, "b-b")
    use(table, "blue", "smokescreen", "b-b").rejected("GA-5.0-06", "fatigued-target")
    assert manoeuvre_points(table, "blue") == 5
    fresh = replace(table.game.formations["b-b"], fatigued=0)
    table.put("formations", fresh)
    use(table, "blue", "smokescreen", "b-b").accepted()


@pytest.mark.rule("GA-5.0-06", "GA-3.1-11")
def test_a_fatigued_formation_may_be_harmed():
    """The enemy's Grenades may be thrown at a Battle-Fatigued formation."""
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades"))
    table = prepared_battle(red, formation("b-b", at=[(17, 10)], weapons=()), red=("grenades",), blue=("smokescreen",))
    fatigue(table, "b-b")
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    thrown = use(table, "red", "grenades", "a-r", enemy="b-b", sights=(sight,))
    thrown.then(BattleManoeuvreUsed, formation="a-r", enemy="b-b")


@pytest.mark.rule("GA-3.1-11", "GA-5.0-06")
@pytest.mark.ruling("GA-3.1-11.1")
@pytest.mark.parametrize(("tired", "asked"), [(True, "shooting_turn"), (False, "reroll")])
def test_a_fatigued_formation_has_nothing_thrown_again(tired, asked):
    """The Hit roll of a Battle-Fatigued formation opens no window for a Reorder Roll, that of another does."""
    table = shooters_and_target(red=("reorder_roll",), dice=(1,))
    if tired:
        fatigue(table, "a-r")
    declare_shots(table).accepted()
    decline(table, "blue")
    settle(table, "UseBattleManoeuvre")
    assert window_kind(table) == asked
    if tired:
        table.ask(
            "reroll",
            "red",
            subject=RerollSubject("hit", "a-r", table.game.group.id if table.game.group else ""),
            over=True,
        )
        use(table, "red", "reorder_roll", "a-r", die=1).rejected("GA-5.0-06", "fatigued-target")
    assert manoeuvre_points(table, "red") == 5


@pytest.mark.rule("GA-5.0-07")
@pytest.mark.ruling("GA-5.0-07.1")
def test_the_target_stands_on_the_warfield():
    """An own formation off the warfield, and an enemy's, are no targets."""
    table = shooters_and_target(blue=("smokescreen",))
    declare_shots(table).accepted()
    use(table, "blue", "smokescreen", "a-r").rejected("GA-5.0-07", "not-yours")
    row = table.game.formations["b-spare"]
    for troop in row.troops:
        table.put("troops", replace(table.game.troops[troop], pose=None))
    table.put("formations", replace(row, place="reserves"))
    use(table, "blue", "smokescreen", "b-spare").rejected("GA-5.0-07", "not-on-warfield", place="reserves")
    table.put("formations", replace(row, place="embarked"))
    use(table, "blue", "smokescreen", "b-spare").rejected("GA-5.0-07", "not-on-warfield", place="embarked")
    use(table, "blue", "smokescreen", "b-b").accepted()


@pytest.mark.rule("GA-5.0-08")
def test_a_refusal_is_free_and_a_use_counts():
    """A refused use neither costs nor counts; an accepted one is paid for though nothing comes of it."""
    table = shooters_and_target(blue=("smokescreen", "find_cover"), dice=(1,))
    declare_shots(table).accepted()
    use(table, "blue", "smokescreen", "b-spare").rejected("GA-5.8-01", "not-a-target")
    assert manoeuvre_points(table, "blue") == 5
    use(table, "blue", "smokescreen", "b-b").accepted()
    settle(table)
    assert manoeuvre_points(table, "blue") == 4
    assert [row.manoeuvre for row in table.view("red").sides[1].manoeuvres_used] == ["smokescreen"]


@pytest.mark.rule("GA-5.0-09")
@pytest.mark.ruling("GA-5.0-09.2")
def test_acting_does_not_close_a_window_and_passing_does():
    """Smoke and Find Cover! both answer one trigger; once the owner has passed, a late answer is refused."""
    table = shooters_and_target(blue=("smokescreen", "find_cover"))
    declare_shots(table).accepted()
    use(table, "blue", "smokescreen", "b-b").asks("targets_selected", "blue")
    use(table, "blue", "find_cover", "b-b").accepted()
    assert [effect[0] for effect in effects_in_force(table)] == ["smokescreen", "find_cover"]
    table = shooters_and_target(blue=("smokescreen",))
    declare_shots(table).accepted()
    decline(table, "blue").asks("attack_group", "red")
    late = UseBattleManoeuvre(manoeuvre="smokescreen", formation="b-b")
    refused(table, "blue", late, "GA-3.3-39").rejected("GA-3.3-39", "not-asked", window="attack_group", asks="red")


@pytest.mark.rule("GA-5.0-09")
def test_windows_may_be_declined_ahead():
    """Who declines a kind of window ahead is not asked, though something is prepared."""
    table = shooters_and_target(blue=("smokescreen",))
    choices = SetStandingChoices(casualty_order=(), save_preference="better", windows_declined=("targets_selected",))
    table.when("blue", choices).accepted()
    declare_shots(table).asks("attack_group", "red")


@pytest.mark.rule("GA-5.0-10")
def test_effects_last_to_the_end_of_the_phase():
    """What blue gained in red's Shooting turn is in force in blue's, and gone when the Assault Phase begins."""
    table = shooters_and_target(blue=("find_cover",), dice=(1,))
    declare_shots(table).accepted()
    use(table, "blue", "find_cover", "b-b").accepted()
    settle(table)
    table.when("red", EndTurn()).without(EffectsEnded)
    assert effects_in_force(table) == [("find_cover", "b-b", "")]
    table.when("blue", EndTurn()).then(EffectsEnded)
    assert effects_in_force(table) == []


CATEGORIES = {
    "war_tactic": {"reorder_roll", "onslaught_overwatch", "find_cover"},
    "epic_feat": {"epic_momentum"},
    "gear": {"grenades", "smokescreen"},
    "stratagem": {"reprisal", "armoured_charge", "deployment_order", "heros_ingress"},
}


@pytest.mark.rule("GA-5.0-11")
def test_every_manoeuvre_has_a_category():
    """The ten core Battle-Manoeuvres fall into four categories."""
    for category, keys in CATEGORIES.items():
        assert {key for key, row in LIBRARY.manoeuvres.items() if row.category == category} == keys


@pytest.mark.rule("GA-5.0-11")
def test_a_category_may_be_made_cheaper():
    """A rule that makes Gear cheaper takes a Smokescreen down to nothing and leaves Find Cover! at two points."""
    red = formation("a-r", at=line(1, 10))
    blue = formation("b-b", at=line(3, 23), weapons=(), keywords=SMOKY, powers=("manoeuvre_discount gear 3",))
    table = prepared_battle(red, blue, blue=("smokescreen", "find_cover"), points=2)
    declare_shots(table).accepted()
    used = use(table, "blue", "smokescreen", "b-b").one(BattleManoeuvreUsed)
    assert (used.cost.total, used.left, used.category) == (0, 2, "gear")
    used = use(table, "blue", "find_cover", "b-b").one(BattleManoeuvreUsed)
    assert (used.cost.total, used.left, used.category) == (2, 0, "war_tactic")


@pytest.mark.rule("GA-5.0-12")
@pytest.mark.ruling("GA-5.0-12.2")
def test_the_interrupted_player_waits_and_still_chooses():
    """During an Overwatch the mover may not move, but makes the saves of his own formation, and throws them again."""
    red = formation("a-r", at=line(2, 10), troop=trooper(w=2))
    blue = formation("b-b", at=line(1, 23))
    table = prepared_battle(
        red, blue, phase="move", red=("reorder_roll",), blue=("onslaught_overwatch",), dice=(6, 6, 3, 6)
    )
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b", sidearms=()).asks("declare_targets", "blue")
    too_soon = MakeNormalMove(formation="a-r", paths=())
    refused(table, "red", too_soon, "GA-3.3-03").rejected("GA-3.3-03", "not-asked", asks="blue")
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "AllocateAttack", "RollDefence")
    group = table.game.group.id
    table.when("red", AllocateAttack(group=group, attack=1, troop="a-r.2")).asks("defence", "red")
    table.when("red", RollDefence(group=group, attack=1, save="")).asks("reroll", "red")
    use(table, "red", "reorder_roll", "a-r").then(BattleManoeuvreUsed, ShootingEnded).asks("make_move", "red")
    table.when("red", MakeNormalMove(formation="a-r", paths=())).accepted()


@pytest.mark.rule("GA-5.0-12")
def test_windows_of_the_shooting_phase_stay_closed_in_an_overwatch():
    """Smoke and Find Cover! do not answer an Overwatch: it is no Shooting Phase."""
    red = formation("a-r", at=line(2, 10), keywords=SMOKY)
    blue = formation("b-b", at=line(1, 23))
    table = prepared_battle(red, blue, phase="move", blue=("onslaught_overwatch",), red=("smokescreen", "find_cover"))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).asks("targets_selected", "red")
    use(table, "red", "smokescreen", "a-r").rejected("GA-5.0-05", "wrong-turn")


@pytest.mark.rule("GA-5.0-13")
@pytest.mark.ruling("GA-5.0-13.2")
def test_everything_is_open():
    """Prepared Battle-Manoeuvres, points, uses and effects are shown to the other player and to spectators alike."""
    table = shooters_and_target(blue=("smokescreen", "find_cover"), points=3)
    declare_shots(table).accepted()
    use(table, "blue", "smokescreen", "b-b").accepted()
    for who in ("red", "blue", "spectator"):
        side = table.view(who).sides[1]
        assert side.prepared_manoeuvres == ("smokescreen", "find_cover")
        assert side.manoeuvre_points == 2
        assert [effect.manoeuvre for effect in table.view(who).effects] == ["smokescreen"]


@pytest.mark.rule("GA-5.0-13")
@pytest.mark.ruling("GA-5.0-13.2")
@pytest.mark.parametrize(("x", "held", "asked"), [(34, 1, "move_started"), (34, 0, "make_move"), (36, 1, "make_move")])
def test_a_window_without_a_legal_use_is_skipped(x, held, asked):
    """Where the watcher is too far away, or points are short, nobody is asked; else blue is."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(x, 10)])
    table = prepared_battle(red, blue, phase="move", blue=("onslaught_overwatch",), points=held)
    table.when("red", DeclareNormalMove(formation="a-r")).asks(asked)


@pytest.mark.rule("GA-5.0-13")
def test_a_window_about_sight_offers_no_use_that_is_not_legal():
    """Where no target may burn smoke, or points are short, the target's player is asked of sight alone."""
    red = formation("a-r", at=line(1, 10))
    plain = formation("b-b", at=line(3, 23), weapons=(), keywords=("vehicle",))
    table = prepared_battle(red, plain, blue=("smokescreen", "find_cover"))
    declare_shots(table).asks("targets_selected", "blue")
    assert "UseBattleManoeuvre" not in table.offered("blue")
    table = shooters_and_target(blue=("smokescreen",), points=0)
    declare_shots(table).asks("targets_selected", "blue")
    assert "UseBattleManoeuvre" not in table.offered("blue")
    table = shooters_and_target(blue=("smokescreen",), points=1)
    declare_shots(table).asks("targets_selected", "blue")
    assert "UseBattleManoeuvre" in table.offered("blue")


def test_another_window_cannot_be_declined():
    """To decline names the window that is open."""
    table = shooters_and_target(blue=("smokescreen",))
    declare_shots(table).accepted()
    table.when("blue", DeclineReaction(window=3)).rejected("GA-5.0-09", "not-this-window")


def test_heavy_guns_hit_as_ever():
    """A formation without Battle-Manoeuvres shoots on as before."""
    red = formation("a-r", at=line(1, 10), weapons=(gun("big", "heavy"),))
    table = battle(red, formation("b-b", at=line(1, 23), weapons=()), dice=(1,))
    declare_shots(table).accepted()
    assert window_kind(settle(table)) == "shooting_turn"


@pytest.mark.rule("GA-5.0-12", "GA-5.8-01", "GA-5.9-01", "GA-5.4-01")
@pytest.mark.ruling("GA-5.0-12.3")
@pytest.mark.parametrize(
    ("key", "clause", "reason"),
    [
        ("smokescreen", "GA-5.0-05", "wrong-turn"),
        ("find_cover", "GA-5.0-05", "wrong-turn"),
        ("grenades", "GA-5.4-01", "wrong-time"),
    ],
)
def test_what_belongs_to_the_shooting_phase_answers_no_overwatch(key: str, clause: str, reason: str):
    """In red's Move turn red neither burns smoke, nor finds cover, nor throws Grenades when an Overwatch aims at it."""
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "smoke", "grenades"))
    table = prepared_battle(
        red, formation("b-b", at=[(17, 10)]), phase="move", red=(key,), blue=("onslaught_overwatch",)
    )
    table.ask("move_started", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").asks("declare_targets", "blue")
    table.ask("targets_selected", "red", subject=FactsSubject(()), over=True)
    use(table, "red", key, "a-r", enemy="b-b").rejected(clause, reason)
    assert manoeuvre_points(table, "red") == 5
