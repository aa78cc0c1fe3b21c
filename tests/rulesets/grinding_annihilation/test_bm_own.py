"""Battle-Manoeuvres of the own turn and of the Brawl Phase: Grenades, Armoured Charge, Epic Momentum, Reprisal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.grinding_annihilation.messages import (
    AllocateAttack,
    ArmouredChargeRolled,
    BattleManoeuvreUsed,
    BattleManoeuvreWithdrawn,
    ChooseOrder,
    CloseIn,
    DeclareAssault,
    DeclareMeleeAttacks,
    EffectGained,
    EffectsEnded,
    EndTurn,
    FightBegun,
    FightEnded,
    GrenadesRolled,
    MakeAssaultMove,
    MortalWoundsPending,
    MortalWoundSuffered,
    ResolveArmouredCharge,
    RollAssault,
    RollGrenades,
    SelectToFight,
    SelectToShoot,
    Sight,
    UseBattleManoeuvre,
)
from tests.rulesets.grinding_annihilation.armed import armed, armed_brawl, in_force, kind, passes, points, use
from tests.rulesets.grinding_annihilation.givens import (
    Member,
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
    swings,
    trooper,
    wounds_left,
)

GRENADES = ("grenades",)
CHARGE = ("armoured_charge",)
EPIC = ("epic_momentum",)
REPRISAL = ("reprisal",)

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
    assert story(table, MortalWoundSuffered)[-1].ignored


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


def charging(*more, strength=8, vigour=4, dice=(), blue=(), wounds=9, until="MakeAssaultMove", **rest):
    """Red's Vehicle has rolled a good Assault against blue, and is to move."""
    red = formation("a-r", at=[(15, 10)], weapons=(blade("ram", s=strength),), keywords=("vehicle", "walker"))
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
    use(charging(), "red", "armoured_charge", "a-spare").rejected("GA-5.5-01", "keyword-missing")


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
    refused(table, "red", UseBattleManoeuvre(manoeuvre="armoured_charge", formation="a-r"), "GA-5.0-05", "GA-5.0-03")
    moved_in = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (23, 11)),))
    table.when("red", moved_in).accepted()
    assert (kind(table) == "armoured_charge") is owed
    if owed:
        table.faces(*(1,) * 10)
        table.when("red", run_down("b-b")).then(EffectsEnded)


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


# -- Epic Momentum


def duellists(*, leader=True, red=EPIC, blue=(), **rest):
    """Red's Leader and escorts stand against an enemy Attached formation, whose Leader is its last troop."""
    heroes = formation(
        "a-r", at=line(2, 20), weapons=(blade(sw=3),), keywords=("infantry",),
        only={1: Member(keywords=("character",))},
    )  # fmt: skip
    squad = formation("b-b", at=line(2, 21), weapons=(), troop=trooper(w=3))
    boss = formation("b-l", at=[(21, 13)], weapons=(), troop=trooper("boss", w=4), keywords=("infantry", "character"),
                     leads=("b",))  # fmt: skip
    return armed_brawl(heroes, squad, boss, red=red, blue=blue, lead={"b-l": "b-b"} if leader else None, **rest)


@pytest.mark.rule("GA-5.3-01", "GA-8.3-16")
def test_a_champion_strikes_at_a_character():
    """The selected formation's Character gains Precision, and its wounds may go to the visible enemy Character."""
    table = duellists(dice=(5, 5, 5, 5, 5, 5))
    table.when("red", SelectToFight(formation="a-r")).asks("fight_selected", "red")
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").then(BattleManoeuvreUsed, EffectGained, troop="a-r.1")
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    own = tuple(each for each in swings(table, "a-r", "b-b") if each.troop == "a-r.1")
    sight = Sight(observers=("a-r.1",), troops=("b-l.1",), seen="full", fact="")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=own, sights=(sight,))).accepted()
    settle(table, "AllocateAttack")
    assert kind(table) == "precision"
    group = table.game.group.id
    table.when("red", AllocateAttack(group=group, attack=1, troop="b-l.1")).accepted()
    assert table.game.attacks[1].allocated == "b-l.1"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)


@pytest.mark.rule("GA-5.3-01")
def test_without_an_attached_enemy_it_is_refused():
    """Against a squad without a Leader nobody is asked; another formation, or who is no Character, is refused."""
    table = duellists(leader=False)
    table.when("red", SelectToFight(formation="a-r")).asks("close_in", "red")
    table.ask("fight_selected", "red", about=("a-r",), over=True)
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").rejected("GA-5.3-01", "no-attached-enemy")
    table = duellists()
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.2").rejected("GA-5.3-01", "no-champion", may="a-r.1")
    use(table, "red", "epic_momentum", "a-pair1", troop="a-pair1.1").rejected("GA-5.3-01", "not-selected")


@pytest.mark.rule("GA-5.3-02")
def test_only_the_champion_is_precise():
    """The escorts' wounds are allocated by the target's player; unseen, the champion's are too."""
    table = duellists(dice=(5,) * 6)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").accepted()
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    fellow = tuple(each for each in swings(table, "a-r", "b-b") if each.troop == "a-r.2")
    sight = Sight(observers=("a-r.2",), troops=("b-l.1",), seen="full", fact="")
    strange = DeclareMeleeAttacks(formation="a-r", attacks=fellow, sights=(sight,))
    table.when("red", strange).rejected("GA-2.4-12", "sight-unasked")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=fellow, sights=())).accepted()
    settle(table, "AllocateAttack")
    assert kind(table) == "allocate"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)
    table = duellists(dice=(5,) * 6)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").accepted()
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    own = tuple(each for each in swings(table, "a-r", "b-b") if each.troop == "a-r.1")
    blind = Sight(observers=("a-r.1",), troops=("b-l.1",), seen="none", fact="")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=own, sights=(blind,))).accepted()
    settle(table, "AllocateAttack")
    assert kind(table) == "allocate"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)


# -- Reprisal


def brawlers(*more, red=(), blue=REPRISAL, **rest):
    """Red's "a-r" and "a-s" stand against blue's "b-b" and "b-s"; nobody hurts anybody."""
    pairs = [
        formation(f"{side}-{name}", at=[(x, y)], weapons=(), **rest.pop(f"{side}_{name}", {}))
        for name, y in (("r", 10), ("s", 16))
        for side, x in (("a", 20), ("b", 21))
    ]
    return armed_brawl(*pairs, *more, red=red, blue=blue, **rest)


def fights(table, formation, who):
    """Select a formation and let it do nothing, up to the answer to its fight."""
    table.when(who, SelectToFight(formation=formation)).accepted()
    return idle(table)


def idle(table):
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    return table


@pytest.mark.rule("GA-5.2-01", "GA-5.2-02")
def test_a_reprisal_fights_next_whatever_the_step():
    """In the Fights First step, after red's first charger, blue's formation without Fights First fights at once."""
    first = {"powers": ("fights_first",)}
    table = brawlers(a_r=first, a_s=first)
    assert table.game.brawl.step == "fights_first"
    fights(table, "a-r", "red")
    assert kind(table) == "fight_ended"
    outcome = use(table, "blue", "reprisal", "b-s").then(BattleManoeuvreUsed, FightBegun, formation="b-s")
    assert outcome.one(FightBegun).reprisal
    assert points(table, "blue") == 3
    idle(table)
    assert story(table, FightEnded)[-1].formation == "b-s"
    assert (table.game.brawl.step, kind(table), table.window.asks) == ("fights_first", "select_to_fight", (0,))
    fights(table, "a-s", "red")
    settle(table, "SelectToFight")
    assert table.game.brawl.step == "remaining"
    refused(table, table.window.asks[0], SelectToFight(formation="b-s"))


@pytest.mark.rule("GA-5.2-02")
def test_a_reprisal_takes_the_place_of_the_next_selection():
    """After red's fight and blue's Reprisal it is red's turn to select."""
    table = brawlers()
    fights(table, "a-r", "red")
    use(table, "blue", "reprisal", "b-s").accepted()
    idle(table)
    assert (kind(table), table.window.asks) == ("select_to_fight", (0,))


@pytest.mark.rule("GA-5.2-01")
def test_who_may_answer_with_a_fight():
    """A formation that has fought, and one 3" from the nearest enemy, are refused; it need not be near who fought."""
    table = brawlers(formation("b-far", at=[(24, 24)], weapons=()))
    fights(table, "a-r", "red")
    table.put("formations", replace(table.game.formations["b-r"], fought=True))
    use(table, "blue", "reprisal", "b-r").rejected("GA-5.2-01", "has-fought")
    use(table, "blue", "reprisal", "b-far").rejected("GA-5.2-01", "no-enemy-near")
    use(table, "blue", "reprisal", "b-s").accepted()
    idle(table)


@pytest.mark.rule("GA-5.2-03")
def test_a_reprisal_may_answer_a_reprisal():
    """Red answers blue's Reprisal with its own; a second one of blue in the phase is refused."""
    table = brawlers(red=REPRISAL)
    fights(table, "a-r", "red")
    use(table, "blue", "reprisal", "b-s").accepted()
    idle(table)
    assert (kind(table), table.window.asks, table.window.about) == ("fight_ended", (0,), ("b-s",))
    use(table, "red", "reprisal", "a-s").accepted()
    idle(table)
    assert (kind(table), table.window.asks) == ("select_to_fight", (1,))
    table.ask("fight_ended", "blue", about=("a-s",), over=True)
    use(table, "blue", "reprisal", "b-r").rejected("GA-5.0-03", "used-already")


@pytest.mark.rule("GA-5.2-03")
def test_a_reprisal_keeps_to_who_may_fight():
    """An Aircraft near enemies none of which can Fly is no target of a Reprisal."""
    table = brawlers(b_s={"keywords": ("aircraft", "fly", "vehicle")})
    fights(table, "a-r", "red")
    refused(table, "blue", UseBattleManoeuvre(manoeuvre="reprisal", formation="b-s"), "GA-5.2-03", "GA-5.2-01")


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
