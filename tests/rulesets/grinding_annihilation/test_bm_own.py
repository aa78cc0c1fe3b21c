"""Battle-Manoeuvres of the own turn: Grenades and Armoured Charge."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    BattleManoeuvreUsed,
    BattleManoeuvreWithdrawn,
    ChooseOrder,
    DeclareAssault,
    EffectGained,
    EffectsEnded,
    EndTurn,
    GrenadesRolled,
    MakeAssaultMove,
    MortalWoundsPending,
    MortalWoundSuffered,
    ResolveArmouredCharge,
    RollAssault,
    RollGrenades,
    SelectToShoot,
    Sight,
    UseBattleManoeuvre,
)
from tests.rulesets.grinding_annihilation.armed import armed, in_force, kind, passes, points, use
from tests.rulesets.grinding_annihilation.givens import (
    blade,
    formation,
    gun,
    line,
    living,
    moved,
    path,
    refused,
    settle,
    story,
    trooper,
    wounds_left,
)

GRENADES = ("grenades",)
CHARGE = ("armoured_charge",)

# -- Grenades


def throwers(gap=8.0, *more, keywords=("infantry", "grenades"), troops=5, powers=(), **rest):
    """Red's throwers face blue's victims across a gap; each side has troops of one wound."""
    red = formation("a-r", at=[(10, 10)], keywords=keywords)
    blue = formation("b-b", at=line(troops, 11 + gap), weapons=(), powers=powers)
    return armed(red, blue, *more, red=GRENADES, **rest)


def throw(table, seen="full", enemy="b-b"):
    """Use Grenades, with sight of all victims within reach."""
    near = tuple(living(table, enemy)[:1])
    sight = Sight(observers=("a-r.1",), troops=near, seen=seen, fact="")
    return use(table, "red", "grenades", "a-r", enemy=enemy, sights=(sight,))


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
    assert points(table, "red") == 4


@pytest.mark.rule("GA-5.4-02", "GA-5.1-02", "GA-5.0-08")
def test_grenades_may_come_to_nothing():
    """No success costs the point all the same, and the dice are not thrown again by Reorder Roll."""
    table = armed(formation("a-r", at=[(10, 10)], keywords=("grenades",)), formation("b-b", at=[(17, 10)], weapons=()),
                  red=(*GRENADES, "reorder_roll"), dice=(1, 2, 3, 1, 2, 3))  # fmt: skip
    throw(table).accepted()
    settle(table, "RollGrenades")
    table.when("red", RollGrenades(formation="a-r")).asks("shooting_turn", "red")
    assert points(table, "red") == 4


@pytest.mark.rule("GA-5.4-02", "GA-3.3-34")
def test_reinforced_health_ignores_grenades():
    """Each mortal wound of Grenades may be ignored by Reinforced Health."""
    table = throwers(7, troops=1, powers=("reinforced_health 5",), dice=(4, 1, 1, 1, 1, 1, 5))
    throw(table).accepted()
    settle(table)
    assert [each.ignored for each in story(table, MortalWoundSuffered)] == [True]
    assert living(table, "b-b") == ["b-b.1"]


@pytest.mark.rule("GA-5.4-01", "GA-2.5-11")
def test_what_is_seen_may_be_disputed():
    """Where it is settled that the victim is not seen, the use is taken back with its point."""
    table = throwers(7, referee=True)
    throw(table).accepted()
    fact = table.window.about[0]
    table.when("blue", DisputeFact(fact=fact, value="none")).accepted()
    table.when("referee", SettleDispute(fact=fact, value="none", reason="a wall")).then(BattleManoeuvreWithdrawn)
    assert points(table, "red") == 5
    assert kind(table) == "shooting_turn"
    throw(table, seen="none").rejected("GA-5.4-01", "victim-unseen")
    assert "UseBattleManoeuvre" in table.offered("red")


@pytest.mark.rule("GA-5.4-03")
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
def test_by_option_a_thrower_must_be_able_to_shoot():
    """By option a formation that advanced may not throw."""
    advanced = {"move": moved("a-r", "advance")}
    table = throwers(7, past=advanced, options={"grenades_need_shooting_eligibility": True})
    throw(table).rejected("GA-5.4-03", "has-advanced")


# -- Armoured Charge

RAM = blade("ram", s=8)


def charging(
    *more, strength=8, vigour=4, dice=(), blue=(), wounds=9, until="MakeAssaultMove", keywords=("vehicle", "walker"),
    **rest,
):  # fmt: skip
    """Red's Vehicle has rolled a good Assault against blue, and is to move."""
    red = formation("a-r", at=[(15, 10)], weapons=(blade("ram", s=strength),), keywords=keywords)
    target = formation("b-t", at=[(23, 10)], weapons=(), troop=trooper(v=vigour, w=wounds))
    table = armed(red, target, *more, phase="assault", red=CHARGE, blue=blue, dice=(6, 6, *dice), **rest)
    if until:
        table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
        table.when("red", RollAssault(formation="a-r")).accepted()
        settle(table, until)
    return table


def arrive(table):
    return table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),)))


def run_down(enemy="b-t", weapon="ram", troop="a-r.1"):
    return ResolveArmouredCharge(formation="a-r", enemy=enemy, troop=troop, weapon=weapon, profile=0)


@pytest.mark.rule("GA-5.5-01")
def test_the_last_chance_is_before_the_move():
    """It may be bought in the turn, before the roll and after it; once the move is made it is too late."""
    for stage in ("", "RollAssault", "MakeAssaultMove"):
        table = charging(until="")
        if stage:
            table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
        if stage == "MakeAssaultMove":
            table.when("red", RollAssault(formation="a-r")).accepted()
        else:
            table.dice.faces.clear()
        use(table, "red", "armoured_charge", "a-r").then(BattleManoeuvreUsed, EffectGained)
    arrive(table).asks("armoured_charge", "red")
    table.faces(*(1,) * 10)
    table.when("red", run_down()).accepted()
    use(charging(), "red", "armoured_charge", "a-spare").rejected("GA-5.5-01", "keyword-missing", keyword="vehicle")


@pytest.mark.rule("GA-5.5-01")
def test_after_the_move_it_is_too_late():
    """Who buys nothing before the move rolls nothing for it, though the enemy is within Threat Range."""
    table = charging()
    arrive(table).asks("assault_turn", "red")
    table.when("red", run_down()).rejected("GA-3.4-01", "not-asked")
    use(table, "red", "armoured_charge", "a-r").rejected("GA-5.5-01", "assault-move-over", formation="a-r")
    table.when("red", EndTurn()).accepted()
    table.when("blue", EndTurn()).without(EffectsEnded)
    assert story(table, ArmouredChargeRolled) == []


@pytest.mark.rule("GA-5.5-01", "GA-5.5-03", "GA-5.10-03")
@pytest.mark.parametrize("scope", ["phase", "player_turn"])
@pytest.mark.parametrize("keywords", [("vehicle",), ("vehicle", "walker")])
@pytest.mark.parametrize("until", ["", "MakeAssaultMove"])
def test_it_is_not_bought_where_no_assault_move_is_to_come(until, keywords, scope):
    """Once its one Assault of the phase is over a Vehicle is refused, a Walker too: no Ingress is left to it either."""
    table = charging(until=until, keywords=keywords, options={"bm_limit_scope": scope})
    if until:
        arrive(table).asks("assault_turn", "red")
        assert "UseBattleManoeuvre" not in table.offered("red")
        use(table, "red", "armoured_charge", "a-r").rejected("GA-5.5-01", "assault-move-over", formation="a-r")
        assert points(table, "red") == 5
    else:
        table.dice.faces.clear()
        use(table, "red", "armoured_charge", "a-r").then(BattleManoeuvreUsed, EffectGained)


@pytest.mark.rule("GA-5.5-01", "GA-3.4-01")
def test_a_failed_assault_was_the_one_of_the_phase():
    """A Walker whose Assault roll was too low buys no Armoured Charge afterwards, and keeps its point."""
    table = charging(until="")
    table.dice.faces[:] = [1, 1]
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assert table.window.kind == "assault_turn"
    use(table, "red", "armoured_charge", "a-r").rejected("GA-5.5-01", "assault-move-over", formation="a-r")
    assert points(table, "red") == 5


@pytest.mark.rule("GA-5.5-01", "GA-2.5-09")
def test_the_dice_come_first_if_nothing_else_is_said():
    """Where the player whose turn it is says nothing of the order, the dice of the charge come before the answers."""
    table = charging(formation("b-n", at=[(22, 15)], weapons=()), blue=("heros_ingress",))
    use(table, "red", "armoured_charge", "a-r").accepted()
    arrive(table).asks("order", "red")
    table.when("blue", ChooseOrder(order=("answers", "armoured_charge"))).rejected("GA-2.5-09", "not-asked")
    settle(table, "ResolveArmouredCharge", "UseBattleManoeuvre")
    assert kind(table) == "armoured_charge"
    table.faces(*(1,) * 10)
    table.when("red", run_down()).asks("assault_move_ended", "blue")


@pytest.mark.rule("GA-5.5-01", "GA-5.0-08")
def test_bought_for_nothing():
    """A Vehicle that rolls too low makes no Assault move: no dice, and the point is spent."""
    table = charging(until="")
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.dice.faces[:] = [1, 1]
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assert (kind(table), points(table, "red")) == ("assault_turn", 4)
    assert in_force(table) == [("armoured_charge", "a-r", "")]


@pytest.mark.rule("GA-5.5-02")
def test_strength_and_two_more_over_vigour():
    """S 8 against V 4 is ten dice, and of eight successes six are mortal wounds; S 8 against V 8 is eight dice."""
    table = charging(dice=(5, 5, 6, 6, 5, 5, 6, 6, 4, 1))
    use(table, "red", "armoured_charge", "a-r").accepted()
    arrive(table).accepted()
    outcome = table.when("red", run_down()).then(ArmouredChargeRolled, EffectsEnded, MortalWoundsPending)
    rolled = outcome.one(ArmouredChargeRolled)
    assert (rolled.dice.total, rolled.vigour, rolled.wounds) == (10, 4, 6)
    settle(table)
    assert wounds_left(table, "b-t") == [3]
    table = charging(vigour=8, dice=(5, *(4,) * 7))
    use(table, "red", "armoured_charge", "a-r").accepted()
    arrive(table).accepted()
    rolled = table.when("red", run_down()).one(ArmouredChargeRolled)
    assert (rolled.dice.total, rolled.wounds) == (8, 1)
    settle(table)


@pytest.mark.rule("GA-5.5-01")
def test_an_enemy_near_and_a_weapon_carried():
    """The enemy stands within Threat Range, and the weapon is a melee weapon of the charging formation."""
    table = charging()
    use(table, "red", "armoured_charge", "a-r").accepted()
    arrive(table).accepted()
    table.when("red", run_down("b-spare")).rejected("GA-5.5-01", "not-charged")
    table.when("red", run_down(weapon="rifle")).rejected("GA-5.5-01", "no-charge-weapon")
    table.faces(*(1,) * 10)
    table.when("red", run_down()).asks("assault_turn", "red")


@pytest.mark.rule("GA-5.5-01", "GA-5.0-09", "GA-2.5-09")
@pytest.mark.parametrize("first", ["armoured_charge", "answers"])
def test_dice_and_answers_in_the_order_of_whose_turn_it_is(first):
    """The dice of the charge and the other player's answers are of one moment; red says what comes first."""
    table = charging(formation("b-n", at=[(22, 15)], weapons=()), blue=("heros_ingress",))
    use(table, "red", "armoured_charge", "a-r").accepted()
    arrive(table).asks("order", "red")
    other = "answers" if first == "armoured_charge" else "armoured_charge"
    table.when("red", ChooseOrder(order=(first, other))).accepted()
    assert kind(table) == ("armoured_charge" if first == "armoured_charge" else "assault_move_ended")
    if first == "answers":
        passes(table, "blue").asks("armoured_charge", "red")
    table.faces(*(1,) * 10)
    table.when("red", run_down()).accepted()
    assert kind(table) == ("assault_turn" if first == "answers" else "assault_move_ended")


@pytest.mark.rule("GA-5.5-03")
@pytest.mark.parametrize(("scope", "owed"), [("phase", True), ("player_turn", False)])
def test_it_waits_for_the_next_assault_move_of_the_phase(scope, owed):
    """Bought by the first player and not used, it works in an Ingress of the same phase; by option it has ended."""
    red = formation("a-r", at=[(22, 15.5)], weapons=(RAM,), keywords=("vehicle", "walker"))
    mine = formation("a-t", at=[(22, 10)], weapons=())
    blue = formation("b-b", at=[(29, 10)], weapons=(), troop=trooper(w=9))
    table = armed(red, mine, blue, phase="assault", red=(*CHARGE, "heros_ingress"), options={"bm_limit_scope": scope})
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.when("red", EndTurn()).accepted()
    table.faces(6, 6)
    table.when("blue", DeclareAssault(formation="b-b", targets=("a-t",))).accepted()
    table.when("blue", RollAssault(formation="b-b")).accepted()
    table.when("blue", MakeAssaultMove(formation="b-b", paths=(path("b-b.1", (23, 10)),))).accepted()
    use(table, "red", "heros_ingress", "a-r").accepted()
    table.faces(6, 6)
    table.when("red", RollAssault(formation="a-r")).accepted()
    again = UseBattleManoeuvre(manoeuvre="armoured_charge", formation="a-r")
    refused(table, "red", again, "GA-5.0-05").rejected("GA-5.0-05", "wrong-turn")
    moved_in = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (23, 11)),))
    table.when("red", moved_in).accepted()
    assert (kind(table) == "armoured_charge") is owed
    if owed:
        table.faces(*(1,) * 10)
        table.when("red", run_down("b-b")).then(ArmouredChargeRolled, EffectsEnded)
    assert in_force(table) == []


@pytest.mark.rule("GA-5.5-03")
def test_only_in_the_own_assault_turn():
    """In the enemy's Assault turn, for an Ingress, it can not be bought."""
    red = formation("a-r", at=[(15, 10)], weapons=())
    blue = formation("b-b", at=[(22, 15)], weapons=(RAM,), keywords=("vehicle", "walker"))
    target = formation("b-t", at=[(23, 10)], weapons=())
    table = armed(red, blue, target, phase="assault", blue=(*CHARGE, "heros_ingress"), dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    arrive(table).asks("assault_move_ended", "blue")
    use(table, "blue", "armoured_charge", "b-b").rejected("GA-5.0-05", "wrong-turn")


def test_nothing_is_owed_where_nobody_has_a_weapon():
    """A Vehicle without a melee weapon charges nobody, and the effect is over after its move."""
    red = formation("a-r", at=[(15, 10)], weapons=(gun(),), keywords=("vehicle",))
    table = armed(red, formation("b-t", at=[(23, 10)], weapons=()), phase="assault", red=CHARGE, dice=(6, 6))
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    arrive(table).then(EffectsEnded).asks("assault_turn", "red")


@pytest.mark.rule("GA-5.0-13", "GA-5.5-01")
def test_no_order_is_asked_for_where_nobody_can_answer():
    """Where the other player has an answer prepared but nobody to give it, the dice of the charge are next."""
    table = charging(blue=("heros_ingress",))
    use(table, "red", "armoured_charge", "a-r").accepted()
    arrive(table).asks("armoured_charge", "red")
    table.faces(*(1,) * 10)
    table.when("red", run_down()).asks("assault_turn", "red")
