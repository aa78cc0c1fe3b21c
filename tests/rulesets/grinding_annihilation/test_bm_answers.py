"""Battle-Manoeuvres that answer the other player: smoke and cover, Ingress, Deployment Order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    AssaultDeclared,
    AssaultFailed,
    BattleManoeuvreUsed,
    DeclareAssault,
    DefenceRolled,
    EffectGained,
    EndTurn,
    FightsFirstGained,
    FormationArrived,
    FormationSelectedToShoot,
    HitsRolled,
    MakeAssaultMove,
    RollAssault,
    SelectToShoot,
    TroopPose,
)
from tests.rulesets.grinding_annihilation.afield import shown
from tests.rulesets.grinding_annihilation.armed import arm, armed, in_force, kind, passes, points, use
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    formation,
    gun,
    last,
    line,
    mil,
    moved,
    path,
    places,
    pose,
    refused,
    settle,
    shots,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import craters, with_terrain

OW = ("onslaught_overwatch",)
HI = ("heros_ingress",)
WATCHER: dict[str, Any] = {"weapons": (gun("long", reach=30),)}


def moving(at=(34.9, 10), *, phase="move", blue=OW, watcher=None, troop=None, **rest):
    """Red stands so that the gap to blue's watcher is what is left between x = 11 and the place."""
    red = formation("a-r", at=[at], weapons=(), troop=troop or trooper(w=2))
    other = watcher or formation("b-b", at=line(1, 10.5), **WATCHER)
    return armed(red, other, phase=phase, blue=blue, **rest)


def volley(table, *dice, shooter="b-b", target="a-r", who="blue"):
    """Declare all shots of an Overwatch and play them out."""
    table.faces(*dice)
    table.when(who, aim(table, shooter, *shots(table, shooter, target))).accepted()
    while kind(table) in {"targets_selected", "attack_group", "hit_roll", "wound_roll", "defence"}:
        asked = table.rules.windows[kind(table)]
        table.when(
            table.window.asks[0], asked.default_command(table.game, table.window, table.window.asks[0])
        ).accepted()
    return table


# -- Smokescreen and Find Cover!


def fired_at(*dice, blue, weapon=None, troop=None, keywords=("infantry", "smoke"), powers=(), **rest):
    """Red has declared shots at blue, which may answer."""
    one = formation("a-r", at=line(1, 10), weapons=(weapon or gun(rs=3, s=4),))
    two = formation("a-s", at=line(1, 10, 20), weapons=(weapon or gun(rs=3, s=4),))
    target = formation("b-b", at=line(1, 20), troop=troop or trooper(w=3), weapons=(), keywords=keywords, powers=powers)
    table = armed(one, two, target, blue=blue, dice=dice, **rest)
    return declared(table, "a-r")


def declared(table, shooter):
    table.when("red", SelectToShoot(formation=shooter, sidearms=())).accepted()
    table.when("red", aim(table, shooter, *shots(table, shooter, "b-b"))).accepted()
    return table


@pytest.mark.rule("GA-5.8-01")
def test_smoke_hides_and_covers():
    """Behind smoke a shot of RS 3+ needs a 4, and the save of 4+ is 3+; Vehicles may burn smoke as well."""
    table = fired_at(4, 6, 3, blue=("smokescreen",), keywords=("vehicle", "smoke"))
    use(table, "blue", "smokescreen", "b-b").accepted()
    passes(table, "blue")
    settle(table)
    assert last(table, HitsRolled).needed.total == 4
    assert (last(table, DefenceRolled).needed.total, last(table, DefenceRolled).saved) == (3, True)


@pytest.mark.rule("GA-5.8-01")
def test_only_a_target_with_smoke_may_burn_it():
    """A formation that was not selected, or has no Smoke, is refused."""
    table = fired_at(blue=("smokescreen",), keywords=("infantry",))
    use(table, "blue", "smokescreen", "b-spare").rejected("GA-5.8-01", "not-a-target")
    use(table, "blue", "smokescreen", "b-b").rejected("GA-5.8-01", "keyword-missing", keyword="smoke")


@pytest.mark.rule("GA-5.8-02")
@pytest.mark.parametrize(("powers", "save"), [((), 3), (("ignores_cover",), 4)])
def test_smoke_works_against_the_rest_of_the_phase(powers: tuple[str, ...], save: int):
    """The next shooter finds the smoke too; Ignores Cover takes the cover away and leaves the -1 to hit."""
    table = fired_at(1, 4, 6, 4, blue=("smokescreen",), weapon=gun("flamer", *powers))
    use(table, "blue", "smokescreen", "b-b").accepted()
    passes(table, "blue")
    settle(table)
    declared(table, "a-s")
    settle(table)
    assert last(table, HitsRolled).needed.total == 4
    assert last(table, DefenceRolled).needed.total == save


@pytest.mark.rule("GA-5.8-02", "GA-5.9-01")
def test_cover_counts_once():
    """Smoke and Find Cover! together add 1 to the save and no more."""
    table = fired_at(4, 6, 3, blue=("smokescreen", "find_cover"), troop=trooper(w=3, de=5))
    use(table, "blue", "smokescreen", "b-b").accepted()
    use(table, "blue", "find_cover", "b-b").accepted()
    passes(table, "blue")
    settle(table, "RollDefence")
    defence = table.rules.command("RollDefence")
    save = defence(group=table.game.group.id, attack=1, save="armour")
    assert table.when("blue", save).one(DefenceRolled).needed.total == 4


@pytest.mark.rule("GA-5.9-01")
def test_find_cover_gives_a_save():
    """Infantry with De 5+ against AP -3 saves on 5+ by Find Cover!; a Vehicle is refused."""
    table = fired_at(6, 6, 5, blue=("find_cover",), weapon=gun("melta", ap=-3), troop=trooper(w=3, de=5))
    use(table, "blue", "find_cover", "b-b").then(BattleManoeuvreUsed, EffectGained, formation="b-b")
    assert points(table, "blue") == 3
    passes(table, "blue")
    settle(table)
    save = last(table, DefenceRolled)
    assert (save.save, save.needed.total, save.saved) == ("invulnerable", 5, True)
    table = fired_at(blue=("find_cover",), keywords=("vehicle",))
    use(table, "blue", "find_cover", "b-b").rejected("GA-5.9-01", "keyword-missing", keyword="infantry")


def why_saved(table):
    """Give the clauses of the last Defense Check."""
    told = (why for entry in reversed(table.log) for event, why in entry.events if isinstance(event, DefenceRolled))
    return set(next(told)) & {"GA-3.3-25", "GA-5.8-01", "GA-5.9-01", "GA-6.0-02", "GA-6.1-01"}


@pytest.mark.rule("GA-5.8-01", "GA-5.9-01", "GA-6.0-02")
@pytest.mark.parametrize(("used", "troop", "save", "clauses"), [
    (("smokescreen",), {"de": 5}, "armour", {"GA-6.0-02", "GA-5.8-01"}),
    (("smokescreen", "find_cover"), {"de": 5}, "armour", {"GA-6.0-02", "GA-5.8-01", "GA-5.9-01"}),
    (("smokescreen",), {"de": 3}, "armour", set()),
    (("find_cover",), {"de": 5}, "invulnerable", {"GA-3.3-25", "GA-5.9-01"}),
    (("find_cover",), {"de": 5, "inv": (4,)}, "invulnerable", {"GA-3.3-25"}),
    (("smokescreen",), {"de": 5, "inv": (4,)}, "invulnerable", {"GA-3.3-25"}),
])  # fmt: skip
def test_a_save_cites_what_it_is_owed_to(used, troop, save, clauses):
    """A Defense Check names the Battle-Manoeuvre that gave the cover, or the save, and none that changed nothing."""
    table = fired_at(4, 6, 3, blue=used, troop=trooper(w=3, **troop))
    for each in used:
        use(table, "blue", each, "b-b").accepted()
    passes(table, "blue")
    settle(table, "RollDefence")
    command = table.rules.command("RollDefence")(group=table.game.group.id, attack=1, save=save)
    table.when("blue", command).then(DefenceRolled, save=save)
    assert why_saved(table) == clauses


@pytest.mark.rule("GA-6.0-02", "GA-6.1-01", "GA-5.8-02")
@pytest.mark.parametrize("smoke", [False, True])
def test_a_save_in_terrain_cites_the_terrain(*, smoke):
    """In a crater the save names the crater's clause; smoke besides is named too, and counts no second time."""
    table = fired_at(4, 6, 3, blue=("smokescreen",), troop=trooper(w=3, de=5))
    with_terrain(table, craters(18, 8, 22, 12))
    if smoke:
        use(table, "blue", "smokescreen", "b-b").accepted()
    passes(table, "blue")
    settle(table)
    assert last(table, DefenceRolled).needed.total == 4
    assert why_saved(table) == {"GA-6.0-02", "GA-6.1-01", *(("GA-5.8-01",) if smoke else ())}


@pytest.mark.rule("GA-5.9-02")
def test_a_better_save_stays_and_cover_does_not_help_it():
    """A troop's own 4+ stays; a 4 fails against the 5+ in spite of the cover."""
    table = fired_at(6, 6, 4, blue=("find_cover",), troop=trooper(w=3, de=0, inv=(4,)))
    use(table, "blue", "find_cover", "b-b").accepted()
    passes(table, "blue")
    settle(table)
    assert (last(table, DefenceRolled).needed.total, last(table, DefenceRolled).saved) == (4, True)
    table = fired_at(6, 6, 4, blue=("find_cover",), troop=trooper(w=3, de=0))
    use(table, "blue", "find_cover", "b-b").accepted()
    passes(table, "blue")
    settle(table)
    assert (last(table, DefenceRolled).needed.total, last(table, DefenceRolled).saved) == (5, False)


@pytest.mark.rule("GA-5.9-02")
def test_targets_stand():
    """After the answer the first group is to begin; targets are not declared anew."""
    table = fired_at(blue=("find_cover",))
    use(table, "blue", "find_cover", "b-b").accepted()
    passes(table, "blue").asks("attack_group", "red")
    anew = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    refused(table, "red", anew, "GA-3.3-39").rejected("GA-3.3-39", "not-asked", window="attack_group")


# -- Hero's Ingress


def charged(*more, dice=(6, 6), blue=HI, keywords=("infantry",), **rest):
    """Red's formation has assaulted "b-t" and stands at its base, at x = 22."""
    red = formation("a-r", at=[(15, 10)], weapons=(), keywords=keywords)
    target = formation("b-t", at=[(23, 10)], weapons=())
    table = armed(red, target, *more, phase="assault", blue=blue, dice=dice, **rest)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    settle(table, "MakeAssaultMove")
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))).accepted()
    return table


def neighbour(y=16.0, **rest):
    """Stand 5" away from where red's Assault ended, if nothing else is said."""
    return formation("b-n", at=[(22, y)], weapons=(), **rest)


@pytest.mark.rule("GA-5.10-01")
@pytest.mark.parametrize(("y", "dice", "end"), [(16, (3, 3), 11), (17, (3, 2), 12)])
def test_a_neighbour_assaults_the_assaulter(y, dice, end):
    """Right after the Assault move a neighbour within 6" declares an Assault on that enemy alone, and resolves it."""
    table = charged(neighbour(y))
    assert kind(table) == "assault_move_ended"
    outcome = use(table, "blue", "heros_ingress", "b-n").then(BattleManoeuvreUsed, AssaultDeclared, targets=("a-r",))
    outcome.asks("assault_roll", "blue")
    table.faces(*dice)
    table.when("blue", RollAssault(formation="b-n")).asks("assault_move", "blue")

    made = table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, end)),)))
    made.without(FightsFirstGained).asks("assault_turn", "red")
    assert (places(table, "b-n"), points(table, "blue")) == ([(22, end)], 4)


@pytest.mark.rule("GA-5.10-01", "GA-5.0-08")
def test_an_ingress_may_fail():
    """A roll of 2 does not carry over 5": the Assault fails and the point is gone."""
    table = charged(neighbour())
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(1, 1)
    table.when("blue", RollAssault(formation="b-n")).then(AssaultFailed, reason="too_short")
    assert points(table, "blue") == 4


@pytest.mark.rule("GA-5.10-01")
def test_not_from_farther_than_six_inches():
    """A formation 6.5" away is not asked, and refused."""
    table = charged(neighbour(17.5))
    assert kind(table) == "assault_turn"
    table.ask("assault_move_ended", "blue", about=("a-r",), over=True)
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-01", "answer-too-far", distance=mil(6.5))


@pytest.mark.rule("GA-5.10-02")
def test_who_may_answer_with_an_assault():
    """The assaulted formation, one that advanced, and a tank may not; a Walker may."""
    table = charged(neighbour(), past={"move": moved("b-n", "advance")})
    assert kind(table) == "assault_turn"
    table.ask("assault_move_ended", "blue", about=("a-r",), over=True)
    use(table, "blue", "heros_ingress", "b-t").rejected("GA-5.10-02", "in-threat")
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-02", "moved-too-far")
    table = charged(neighbour(keywords=("vehicle",)))
    table.ask("assault_move_ended", "blue", about=("a-r",), over=True)
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-02", "no-walker")
    table = charged(neighbour(keywords=("vehicle", "walker")))
    use(table, "blue", "heros_ingress", "b-n").accepted()


@pytest.mark.rule("GA-5.10-03")
def test_an_ingress_gives_no_bonus_and_is_the_one_assault():
    """It counts as an Assault move but gives no Fights First, and another Assault in the own turn is refused."""
    table = charged(neighbour())
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(3, 3)
    table.when("blue", RollAssault(formation="b-n")).accepted()
    table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, 11)),))).accepted()
    row = next(each for each in table.view("red").formations if each.id == "b-n")
    assert (row.assaulted, row.fights_first) == (True, False)
    settle(table)
    table.when("red", EndTurn()).accepted()
    again = DeclareAssault(formation="b-n", targets=("a-r",))
    both = refused(table, "blue", again, "GA-3.4-01", "GA-3.4-04")
    both.rejected("GA-3.4-01", "assault-declared").rejected("GA-3.4-04", "in-threat")


@pytest.mark.rule("GA-5.10-03", "GA-3.4-01")
def test_a_failed_ingress_is_the_one_assault_too():
    """After an Ingress that failed the formation is refused in its own turn; one that did not answer is allowed."""
    table = charged(neighbour(), formation("b-o", at=[(28, 16)], weapons=()))
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(1, 1)
    table.when("blue", RollAssault(formation="b-n")).then(AssaultFailed, reason="too_short")
    table.when("red", EndTurn()).accepted()
    again = DeclareAssault(formation="b-n", targets=("a-r",))
    refused(table, "blue", again, "GA-3.4-01").rejected("GA-3.4-01", "assault-declared")
    table.when("blue", DeclareAssault(formation="b-o", targets=("a-r",))).then(AssaultDeclared, formation="b-o")


@pytest.mark.rule("GA-5.10-03")
def test_an_earlier_assault_of_the_phase_bars_an_ingress():
    """Blue goes first and fails an Assault: in red's turn that formation may not answer, another may."""
    mine = (formation("b-n", at=[(22, 16)], weapons=()), formation("b-o", at=[(22, 4)], weapons=()))
    target, red = formation("b-t", at=[(23, 10)], weapons=()), formation("a-r", at=[(15, 10)], weapons=())
    table = armed(red, target, *mine, phase="assault", first="blue", blue=HI, dice=(1, 1, 6, 6))
    table.when("blue", DeclareAssault(formation="b-n", targets=("a-r",))).accepted()
    table.when("blue", RollAssault(formation="b-n")).then(AssaultFailed, reason="too_short")
    table.when("blue", EndTurn()).accepted()
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))).accepted()
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-02", "assault-declared")
    use(table, "blue", "heros_ingress", "b-o").then(AssaultDeclared, formation="b-o", targets=("a-r",))


@pytest.mark.rule("GA-5.10-01", "GA-5.7-01")
def test_overwatch_and_ingress_answer_one_move():
    """Both answers to a Monstrous assaulter are possible, one after the other, each once."""
    watcher = formation("b-w", at=[(30, 20)])
    table = charged(neighbour(), watcher, blue=(*OW, *HI), keywords=("monstrous",))
    use(table, "blue", "onslaught_overwatch", "b-w").then(FormationSelectedToShoot, overwatch="a-r")
    volley(table, 1, shooter="b-w")
    assert kind(table) == "assault_move_ended"
    use(table, "blue", "onslaught_overwatch", "b-w").rejected("GA-5.7-04", "used-already", per="round")
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(6, 3)
    table.when("blue", RollAssault(formation="b-n")).asks("assault_move", "blue")
    table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, 11)),))).asks("assault_turn", "red")
    assert points(table, "blue") == 3


@pytest.mark.rule("GA-3.4-02", "GA-5.10-01")
@pytest.mark.parametrize(("x", "near"), [(10, True), (9.6, False)])
def test_who_comes_closer_later_makes_nobody_eligible(x, near):
    """12.4" from the nearest enemy at the start is too far, though an Ingress brings one within 11" in that turn."""
    table = charged(neighbour(), formation("a-q", at=[(x, 10)], weapons=()))
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(4, 3)
    table.when("blue", RollAssault(formation="b-n")).accepted()
    made = MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (20.9, 11), (21, 10)),))
    table.when("blue", made).asks("assault_turn", "red")
    assert places(table, "b-n") == [(21, 10)]
    declared = table.when("red", DeclareAssault(formation="a-q", targets=("b-n",)))
    if near:
        assert declared.one(AssaultDeclared).distances == (10_000,)
    else:
        declared.rejected("GA-3.4-02", "not-near-at-start")


# -- Deployment Order


def reserve(table, key="b-w", place="strategic_reserves"):
    """Take a formation off the warfield into Reserves."""
    row = table.game.formations[key]
    for troop in row.troops:
        table.put("troops", replace(table.game.troops[troop], pose=None))
    table.put("formations", replace(row, place=place))
    return table


def late(number, blue=("deployment_order",)):
    """Red is about to end the Move turn of a round; blue has a formation in Strategic Reserves."""
    units = (formation("a-r", at=[(20, 20)]), formation("b-b", at=[(50, 20)]), formation("b-w", at=[(58, 30)]))
    table = reserve(armed(*units, phase="move", number=number, blue=blue))
    table.when("red", table.rules.command("EndMoveStep")()).accepted()
    return table


@pytest.mark.rule("GA-5.6-01")
def test_a_reserve_arrives_at_the_end_of_the_opponents_move_turn():
    """In round 2, after red's Reinforcements, blue's Strategic Reserve comes in at an edge, as after a Normal move."""
    table = late(2)
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    outcome = use(table, "blue", "deployment_order", "b-w").then(BattleManoeuvreUsed)
    outcome.asks("ordered_arrival", "blue")
    table.when("blue", arriving((29, 20))).rejected("GA-8.2-05", "far-from-edges")
    table.when("blue", arriving((26, 40))).then(FormationArrived, formation="b-w", origin="strategic_reserves", round=2)
    assert shown(table, "b-w").move_kind == "normal"
    assert (places(table, "b-w"), points(table, "blue")) == ([(26, 40)], 4)


@pytest.mark.rule("GA-5.6-01")
def test_not_in_another_phase_and_not_for_who_is_there():
    """In red's Shooting turn it is refused; so is a formation on the warfield."""
    table = fired_at(blue=("deployment_order", "find_cover"))
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "wrong-time")
    table = late(2)
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "not-in-reserves", place="warfield")


@pytest.mark.rule("GA-5.6-02")
def test_not_before_its_round():
    """In round 1 a Strategic Reserve may not come; nothing is spent, and nobody is asked."""
    table = late(1)
    table.when("red", EndTurn()).accepted()
    assert kind(table) != "move_turn_ending"
    table.ask("move_turn_ending", "blue", over=True)
    table.set(battle=replace(table.game.battle, turn=0))
    use(table, "blue", "deployment_order", "b-w").rejected("GA-5.6-02", "too-early")
    assert points(table, "blue") == 5


def arriving(at):
    """Let blue's formation in Reserves arrive here."""
    there = (TroopPose(troop="b-w.1", pose=pose(at)),)
    return ArriveFromReserves(formation="b-w", troops=there, accept_losses=False)


@pytest.mark.rule("GA-5.6-03")
def test_nobody_answers_an_arrival_in_his_own_turn():
    """An arrival 19" before red's rifles is answered by nobody: it happens in red's own Move turn."""
    table = late(2)
    arm(table, red=OW, blue=("deployment_order",))
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-w").accepted()
    table.when("blue", arriving((22, 40))).then(FormationArrived).asks("move_turn", "blue")
    table = late(2)
    arm(table, red=OW, blue=("deployment_order",))
    table.when("red", EndTurn()).accepted()
    table.ask("enemy_set_up", "red", about=("b-b",), over=True)
    use(table, "red", "onslaught_overwatch", "a-r").rejected("GA-5.0-05", "wrong-turn")


@pytest.mark.rule("GA-5.6-03")
def test_passengers_are_not_ordered_apart_from_their_transport():
    """Deployment Order names the transport, not a formation aboard of it."""
    table = late(2)
    reserve(table, "b-b", "embarked")
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "not-in-reserves", place="embarked")
    assert in_force(table) == []
