"""Battle-Manoeuvres that answer the other player: Overwatch, smoke and cover, Ingress, Deployment Order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation import overwatch as overwatch_module
from adjudicator.rulesets.grinding_annihilation.messages import (
    AllocateAttack,
    ArriveFromReserves,
    AssaultDeclared,
    AssaultFailed,
    BattleManoeuvreUsed,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    DeclareRetreat,
    DefenceRolled,
    EffectGained,
    EndTurn,
    FightsFirstGained,
    FormationSelectedToShoot,
    HitsRolled,
    MakeAssaultMove,
    MakeNormalMove,
    RemainStationary,
    RollAssault,
    RoundBegun,
    SelectToShoot,
    ShootingEnded,
    TroopDestroyed,
    TroopPose,
    UseBattleManoeuvre,
)
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
        table.when(table.window.asks[0], asked.otherwise(table.game, table.window, table.window.asks[0])).accepted()
    return table


# -- Onslaught Overwatch


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.parametrize(("command", "dice"), [(DeclareNormalMove, ()), (DeclareAdvance, (3,))])
def test_at_the_beginning_and_at_the_end_of_a_move(command, dice):
    """A Normal move and an Advance are answered once declared and rolled, and again once made."""
    table = moving(dice=dice)
    table.when("red", command(formation="a-r")).asks("move_started", "blue")
    passes(table, "blue").asks("make_move", "red")
    name = "normal" if command is DeclareNormalMove else "advance"
    make = MakeNormalMove if name == "normal" else table.rules.command("MakeAdvanceMove")
    table.when("red", make(formation="a-r", paths=())).asks("move_ended", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").then(BattleManoeuvreUsed, enemy="a-r")


@pytest.mark.rule("GA-5.7-01")
def test_a_retreat_is_answered_after_its_casualties():
    """A Retreat is answered when its tests are settled, before anybody moves."""
    red = formation("a-r", at=[(20, 10)])
    near = formation("b-b", at=[(21.6, 10)], weapons=(gun("pistol", "sidearm", reach=12),))
    table = armed(red, near, phase="move", blue=OW, dice=(3,))
    through = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (25.5, 10)),))
    table.when("red", through).asks("move_started", "blue")


@pytest.mark.rule("GA-5.7-01")
def test_what_is_no_such_move_is_not_answered():
    """Who Remains Stationary opens no window."""
    table = moving()
    table.when("red", RemainStationary(formation="a-r")).asks("move_turn", "red")


@pytest.mark.rule("GA-5.7-01", "GA-5.6-03")
def test_a_set_up_is_answered_in_the_turn_of_its_player_alone():
    """A set-up in red's Move turn may be answered by blue; one of blue's own may be answered by nobody."""
    table = moving()
    ruling: Any = Ruling(table)
    overwatch_module.enemy_set_up(ruling, "a-r")
    overwatch_module.enemy_set_up(ruling, "b-b")
    assert ruling.asked == [("enemy_set_up", (1,), ("a-r",))]
    table.ask("enemy_set_up", "blue", about=("a-r",), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, overwatch="a-r")


class Ruling:
    """Remembers what is asked."""

    def __init__(self, table):
        self.game = table.game
        self.asked = []

    def ask(self, kind, *seats, about=()):
        """Note a question."""
        self.asked.append((kind, seats, about))


@pytest.mark.rule("GA-5.7-02")
@pytest.mark.parametrize(("x", "offered"), [(35, True), (35.5, False)])
def test_within_twenty_four_inches(x, offered):
    """The watcher has to be within 24" of the mover at that moment, measured between bases."""
    table = moving((x, 10), watcher=formation("b-b", at=[(10, 10)], **WATCHER))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    assert (kind(table) == "move_started") is offered
    if not offered:
        table.ask("move_started", "blue", about=("a-r",), over=True)
        use(table, "blue", "onslaught_overwatch", "b-b").rejected("GA-5.7-02", "answer-too-far", distance=mil(24.5))


@pytest.mark.rule("GA-5.7-02")
def test_who_may_not_shoot_may_not_watch():
    """A Titanic formation, one that advanced without Storm weapons, and one that retreated do not answer."""
    for words, past, clause in (
        (("titanic",), None, "GA-5.7-02"),
        (("infantry",), moved("b-b", "advance"), "GA-3.2-14"),
        (("infantry",), moved("b-b", "retreat"), "GA-3.2-17"),
    ):
        watcher = formation("b-b", at=[(10, 10)], keywords=words, **WATCHER)
        table = moving(watcher=watcher, phase="assault", past={"move": past} if past else None)
        table.ask("move_started", "blue", about=("a-r",), over=True)
        refused(table, "blue", answer("b-b"), clause)
    storm = formation("b-b", at=[(10, 10)], weapons=(gun("storm", "storm", reach=30),))
    table = moving(watcher=storm, phase="assault", past={"move": moved("b-b", "advance")})
    table.ask("move_started", "blue", about=("a-r",), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot, only="storm")


def answer(formation):
    """Name an Overwatch."""
    return UseBattleManoeuvre(manoeuvre="onslaught_overwatch", formation=formation)


@pytest.mark.rule("GA-5.7-03")
def test_that_one_enemy_is_shot_at():
    """Another enemy formation is refused as a target, and the watcher may still be selected in its own turn."""
    red, more = formation("a-r", at=[(30, 10)]), formation("a-s", at=[(30, 16)])
    table = armed(red, more, formation("b-b", at=[(10, 10)], **WATCHER), phase="move", blue=OW)
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    astray = aim(table, "b-b", *shots(table, "b-b", "a-s"))
    table.when("blue", astray).rejected("GA-5.7-03", "overwatch-target", enemy="a-r")
    volley(table, 1)
    assert last(table, ShootingEnded).formation == "b-b"
    assert not table.game.formations["b-b"].shot
    assert kind(table) == "make_move"


@pytest.mark.rule("GA-5.7-03")
def test_an_enemy_near_a_friend_is_shot_by_nobody_but_monsters():
    """An enemy within Threat Range of a friend is refused; the watcher it stands at fires SideArms alone."""
    friend = formation("b-f", at=[(31.5, 10)], weapons=(gun("pistol", "sidearm", reach=12),))
    plain = formation("b-b", at=[(10, 10)], **WATCHER)
    red = formation("a-r", at=[(30, 10)])
    table = armed(red, friend, plain, phase="assault", blue=OW)
    table.ask("assault_move_ended", "blue", about=("a-r",), over=True)
    refused(table, "blue", answer("b-b"), "GA-5.7-03", "GA-3.3-13")
    use(table, "blue", "onslaught_overwatch", "b-f").then(FormationSelectedToShoot, only="sidearm")


@pytest.mark.rule("GA-5.7-04")
def test_once_in_a_round():
    """Used in the Move Phase it is refused in the Assault Phase of the round, and allowed in the next round."""
    table = moving(dice=(1,))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    volley(table)
    settle(table)
    table.set(battle=replace(table.game.battle, phase="assault"))
    table.ask("assault_started", "blue", about=("a-r",), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").rejected("GA-5.7-04", "used-already", per="round")
    table.given(RoundBegun(round=2))
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()


@pytest.mark.rule("GA-5.7-05", "GA-3.3-16")
def test_an_unmodified_six_hits_and_nothing_else():
    """With RS 2+ and Heavy a 5 misses; a 6 is a Critical Hit, with Sustained Fire two; a 5 of Annihilation misses."""
    rules: dict[str, Any] = {
        "weapons": (gun("rapid", "heavy", "sustained_fire 1", "annihilation", rs=2, sw=2, reach=30),)
    }
    table = moving(watcher=formation("b-b", at=[(10, 10)], **rules), options={"annihilation_5_always_hits": True})
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").then(EffectGained)
    volley(table, 5, 6, 1, 6)
    hits = last(table, HitsRolled)
    assert (hits.needed.total, hits.hits, hits.criticals) == (6, 2, 1)
    assert [each.outcome for each in hits.results] == ["miss", "critical"]


@pytest.mark.rule("GA-5.7-05")
@pytest.mark.parametrize(("automatic", "dice"), [(True, (1,)), (False, (5,))])
def test_weapons_without_a_skill(automatic, dice):
    """A weapon that makes no Hit roll still hits in an Overwatch; by option it needs the 6 too."""
    watcher = formation("b-b", at=[(10, 10)], weapons=(gun("flame", rs=0, reach=30),))
    table = moving(watcher=watcher, options={"overwatch_autohits": automatic})
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    volley(table, *dice)
    hits = last(table, HitsRolled)
    assert (hits.faces, hits.hits) == ((), 1) if automatic else ((5,), 0)


@pytest.mark.rule("GA-5.7-06", "GA-5.7-01")
def test_an_assault_that_can_not_reach_any_more_fails():
    """The lead troop falls to an Overwatch; the next is too far for the roll, and the Assault fails."""
    red = formation("a-r", at=[(16, 10), (14, 10)], weapons=(), troop=trooper(de=0))
    blue = formation("b-b", at=[(23.5, 10)], weapons=(gun("big", s=9, reach=30),))
    table = armed(red, blue, phase="assault", blue=OW, dice=(3, 3))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.faces(6, 6)
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "AllocateAttack")
    fell = table.when("red", AllocateAttack(group=table.game.group.id, attack=1, troop="a-r.1"))
    fell.then(TroopDestroyed, ShootingEnded, AssaultFailed, reason="too_short")
    assert table.game.action is None
    assert kind(table) == "assault_turn"


@pytest.mark.rule("GA-5.7-06")
def test_a_formation_that_falls_in_the_middle_of_its_assault():
    """Where nobody is left the Assault fails, and the turn goes on."""
    red = formation("a-r", at=[(16, 10)], weapons=(), troop=trooper(de=0))
    blue = formation("b-b", at=[(23.5, 10)], weapons=(gun("big", s=9, reach=30),))
    table = armed(red, blue, phase="assault", blue=OW, dice=(6, 6, 6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    volley(table)
    assert last(table, AssaultFailed).reason == "destroyed"
    assert kind(table) == "assault_turn"


@pytest.mark.rule("GA-5.7-06")
def test_survivors_make_what_is_left_of_the_move():
    """After an Overwatch at the start of a Normal move the survivors move on; a formation that fell moves no more."""
    red = formation("a-r", at=line(2, 30), weapons=(), troop=trooper(de=0))
    table = armed(red, formation("b-b", at=[(10, 10)], **WATCHER), phase="move", blue=OW, dice=(6, 6))
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "MakeNormalMove")
    assert kind(table) == "make_move"
    (left,) = table.game.formations["a-r"].troops
    there = (34, table.game.troops[left].pose.y / 1000)
    table.when("red", MakeNormalMove(formation="a-r", paths=(path(left, there),))).accepted()


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
def test_smoke_works_against_the_rest_of_the_phase():
    """The next shooter finds the smoke too; Ignores Cover takes the cover away and leaves the -1 to hit."""
    table = fired_at(1, 4, 6, 4, blue=("smokescreen",), weapon=gun("flamer", "ignores_cover"))
    use(table, "blue", "smokescreen", "b-b").accepted()
    passes(table, "blue")
    settle(table)
    declared(table, "a-s")
    settle(table)
    assert last(table, HitsRolled).needed.total == 4
    assert last(table, DefenceRolled).needed.total == 4


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
    use(table, "blue", "find_cover", "b-b").then(EffectGained)
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


@pytest.mark.rule("GA-6.0-02", "GA-6.1-01")
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
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b")))


# -- Hero's Ingress


def charged(*more, dice=(6, 6), blue=HI, **rest):
    """Red's formation has assaulted "b-t" and stands at its base, at x = 22."""
    red = formation("a-r", at=[(15, 10)], weapons=())
    target = formation("b-t", at=[(23, 10)], weapons=())
    table = armed(red, target, *more, phase="assault", blue=blue, dice=dice, **rest)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    settle(table, "MakeAssaultMove")
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))).accepted()
    return table


def neighbour(y=15.5, **rest):
    return formation("b-n", at=[(22, y)], weapons=(), **rest)


@pytest.mark.rule("GA-5.10-01")
def test_a_neighbour_assaults_the_assaulter():
    """Right after the Assault move a neighbour within 6" declares an Assault on that enemy alone, and resolves it."""
    table = charged(neighbour())
    assert kind(table) == "assault_move_ended"
    outcome = use(table, "blue", "heros_ingress", "b-n").then(BattleManoeuvreUsed, AssaultDeclared, targets=("a-r",))
    outcome.asks("assault_roll", "blue")
    table.faces(3, 2)
    table.when("blue", RollAssault(formation="b-n")).asks("assault_move", "blue")
    made = table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, 11)),)))
    made.without(FightsFirstGained).asks("assault_turn", "red")


@pytest.mark.rule("GA-5.10-01", "GA-5.0-08")
def test_an_ingress_may_fail():
    """A roll of 2 does not carry over 4.5": the Assault fails and the point is gone."""
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
    refused(table, "blue", again, "GA-3.4-01")


@pytest.mark.rule("GA-5.10-01", "GA-5.7-01")
def test_overwatch_and_ingress_answer_one_move():
    """Both answers are possible, each once; an Ingress itself is answered by nobody."""
    watcher = formation("b-w", at=[(30, 20)])
    table = charged(neighbour(), watcher, blue=(*OW, *HI))
    arm(table, red=(*OW, *HI), blue=(*OW, *HI))
    assert {each.command for each in table.offers("blue")} == {"DeclineReaction", "UseBattleManoeuvre"}
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(6, 3)
    table.when("blue", RollAssault(formation="b-n")).asks("assault_move", "blue")
    table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, 11)),))).accepted()
    assert kind(table) == "assault_turn"


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
    there = (TroopPose(troop="b-w.1", pose=pose((59, 40))),)
    table.when("blue", ArriveFromReserves(formation="b-w", troops=there, accept_losses=False)).accepted()
    assert table.game.formations["b-w"].move == "normal"


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


@pytest.mark.rule("GA-5.6-03")
def test_nobody_answers_an_arrival_in_his_own_turn():
    """Red may not answer with an Overwatch in its own Move turn, and passengers are not targeted apart."""
    table = late(2)
    arm(table, red=OW, blue=("deployment_order",))
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-w").accepted()
    settle(table)
    refused(table, "red", UseBattleManoeuvre(manoeuvre="onslaught_overwatch", formation="a-r"))
    table = late(2)
    reserve(table, "b-b", "embarked")
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-b").rejected("GA-5.6-01", "not-in-reserves", place="embarked")
    assert in_force(table) == []
