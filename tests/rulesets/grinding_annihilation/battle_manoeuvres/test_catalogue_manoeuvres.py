"""Battle-Manoeuvres of catalogues: core ones under another name, on narrower terms (GA-5.0-04)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.windows import FactsSubject
from adjudicator.kernel.messages import DisputeFact, SettleDispute
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    AssaultDeclared,
    BattleManoeuvreUsed,
    BattleManoeuvreWithdrawn,
    CloseIn,
    DeclareAssault,
    DeclareNormalMove,
    DefenceRolled,
    DieRerolled,
    EffectGained,
    EffectsEnded,
    EndTurn,
    FightBegun,
    FormationArrived,
    FormationSelectedToShoot,
    GrenadesRolled,
    HitsRolled,
    MortalWoundsPending,
    RollAssault,
    RollGrenades,
    RosterAccepted,
    SelectToFight,
    Sight,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, RerollSubject, RolledDie
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from tests.rulesets.grinding_annihilation.armies.fixtures import LORD_ROW, SQUAD_ROW, autereium_roster
from tests.rulesets.grinding_annihilation.armies.steps import submit_roster
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import (
    assault_made,
    brawlers,
    duellists,
    end_of_move_turn,
    neighbour_of_target,
    prepare,
    prepared_battle,
    shots_before_rolls,
    shots_declared_at,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    armoured_charge,
    arrival_of_blue,
    assault_arrives,
    decline,
    effects_in_force,
    finish_idle_fight,
    manoeuvre_points,
    overwatch_shots,
    select_idle_fight,
    until_reroll_of,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import blade, created, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.odds.steps import estimate
from tests.rulesets.grinding_annihilation.steps import events_of, last_event, living, places, settle, stated_fact

THREE = ("reorder_roll", "reprisal", "epic_momentum")

OWN = ("closed_orbit", "second_iteration")

PATH = "prepared_manoeuvres"


@pytest.mark.rule("GA-5.0-04")
@pytest.mark.ruling("GA-5.0-04.2")
def test_three_core_and_two_of_the_catalogue():
    """A roster with three core Battle-Manoeuvres and two of its own catalogues is accepted; a sixth is too many."""
    accepted = submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=(*THREE, *OWN))).one(
        RosterAccepted
    )
    assert accepted.prepared_manoeuvres == (*THREE, *OWN)
    six = submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=(*THREE, *OWN, "grenades")))
    six.rejected("GA-5.0-04", "prepared", PATH, found=6, most=5, unknown="none")


@pytest.mark.rule("GA-5.0-04")
def test_one_of_another_faction_is_refused():
    """A Battle-Manoeuvre of Kolkata's catalogues is refused to the Autereium, with who has it; its own is accepted."""
    foreign = submit_roster(
        autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=("closed_orbit", "powder_satchels"))
    )
    foreign.rejected(
        "GA-5.0-04", "foreign-manoeuvre", f"{PATH}[1]", manoeuvre="powder_satchels", faction="kolkata_alliance"
    )
    assert len(foreign.faults) == 1
    submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=("closed_orbit",))).accepted()


@pytest.mark.rule("GA-5.0-04", "GA-8.1-04")
def test_every_fault_of_what_is_prepared_is_named():
    """Unknown, foreign, twice and too many: a refusal names all of it at once."""
    wrong = (*OWN, "closed_orbit", "dance", "powder_satchels", "named_rival")
    outcome = submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=wrong))
    assert [(fault.clause, fault.reason, fault.path) for fault in outcome.faults] == [
        ("GA-5.0-04", "prepared", PATH),
        ("GA-5.0-04", "foreign-manoeuvre", f"{PATH}[4]"),
        ("GA-5.0-04", "foreign-manoeuvre", f"{PATH}[5]"),
    ]
    outcome.rejected("GA-5.0-04", "prepared", PATH, found=6, most=5, unknown="dance")
    twice = submit_roster(autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=("closed_orbit", "closed_orbit")))
    twice.rejected("GA-5.0-04", "prepared", PATH, found=2, most=5, unknown="none")


@pytest.mark.rule("GA-5.0-04")
@pytest.mark.parametrize("always", [False, True])
def test_the_option_frees_core_ones_alone(always: bool):
    """Where core Battle-Manoeuvres need not be prepared, those of catalogues still have to be."""
    table = shots_declared_at(
        blue=(), keywords=("infantry", "sentinels"), options={"core_bms_always_available": always}
    )
    table.ask("targets_selected", "blue", subject=FactsSubject(()), over=True)
    use(table, "blue", "closed_orbit", "b-b").rejected("GA-5.0-04", "not-prepared")
    if always:
        use(table, "blue", "find_cover", "b-b").accepted()
    else:
        use(table, "blue", "find_cover", "b-b").rejected("GA-5.0-04", "not-prepared")


def own_use(table, who, key, name, **fields):
    """Use one of a catalogue, and see that it says its own name and what it works as."""
    outcome = use(table, who, key, name, **fields)
    used = outcome.one(BattleManoeuvreUsed)
    assert (used.manoeuvre, used.works_as) == (key, LIBRARY.own[key].core)
    return outcome.cites("GA-5.0-04", "GA-5.0-08", LIBRARY.manoeuvres[LIBRARY.core(key)].clause)


@pytest.mark.rule("GA-5.0-04", "GA-5.9-01")
def test_closed_orbit_is_find_cover_for_sentinels():
    """For one point, not two, Sentinels gain a save of 5+ and cover; other Infantry is refused, and pays nothing."""
    table = shots_declared_at(blue=("closed_orbit",))
    use(table, "blue", "closed_orbit", "b-b").rejected("GA-5.0-04", "keyword-missing", keyword="sentinels")
    assert manoeuvre_points(table, "blue") == 5
    table = shots_declared_at(
        6,
        6,
        5,
        blue=("closed_orbit",),
        weapon=gun("melta", ap=-3),
        troop=trooper(w=3, de=5),
        keywords=("infantry", "sentinels"),
    )
    own_use(table, "blue", "closed_orbit", "b-b").then(EffectGained, manoeuvre="closed_orbit", formation="b-b")
    assert (manoeuvre_points(table, "blue"), effects_in_force(table)) == (4, [("closed_orbit", "b-b", "")])
    decline(table, "blue")
    settle(table)
    assert (last_event(table, DefenceRolled).needed.total, last_event(table, DefenceRolled).saved) == (5, True)


@pytest.mark.rule("GA-5.0-04", "GA-5.8-01")
def test_vented_boilers_are_a_smokescreen_for_vehicles():
    """A Vehicle with Smoke is hit on 4+ instead of 3+ and has cover by that name; without Smoke it is refused."""
    table = shots_declared_at(4, 6, 3, blue=("vented_boilers",), keywords=("vehicle", "smoke"))
    own_use(table, "blue", "vented_boilers", "b-b")
    decline(table, "blue")
    settle(table)
    assert (last_event(table, HitsRolled).needed.total, last_event(table, DefenceRolled).needed.total) == (4, 3)
    table = shots_declared_at(blue=("vented_boilers",), keywords=("vehicle",))
    table.ask("targets_selected", "blue", subject=FactsSubject(()), over=True)
    use(table, "blue", "vented_boilers", "b-b").rejected("GA-5.8-01", "keyword-missing", keyword="smoke")
    table = shots_declared_at(blue=("vented_boilers",), keywords=("infantry", "smoke"))
    use(table, "blue", "vented_boilers", "b-b").rejected("GA-5.0-04", "keyword-missing", keyword="vehicle")


@pytest.mark.rule("GA-5.0-04", "GA-5.0-03", "GA-5.0-09")
def test_another_name_is_another_manoeuvre():
    """Find Cover! and Closed Orbit answer one trigger, each once in the phase: a second Closed Orbit is refused."""
    table = shots_declared_at(1, blue=("find_cover", "closed_orbit"), keywords=("infantry", "sentinels"))
    use(table, "blue", "find_cover", "b-b").accepted()
    own_use(table, "blue", "closed_orbit", "b-b").asks("targets_selected", "blue")
    assert (manoeuvre_points(table, "blue"), [effect[0] for effect in effects_in_force(table)]) == (
        2,
        ["find_cover", "closed_orbit"],
    )
    use(table, "blue", "closed_orbit", "b-b").rejected("GA-5.0-03", "used-already", per="phase")
    assert [row.manoeuvre for row in table.view("red").sides[1].manoeuvres_used] == ["find_cover", "closed_orbit"]
    decline(table, "blue")
    settle(table)
    table.when("red", EndTurn()).without(EffectsEnded)
    assert len(table.when("blue", EndTurn()).one(EffectsEnded).effects) == 2


@pytest.mark.rule("GA-5.0-04", "GA-5.0-03", "GA-5.0-10")
def test_the_scope_of_limits_holds_for_it():
    """By option its effect ends with the player's turn, as that of a core one."""
    table = shots_declared_at(
        1, blue=("closed_orbit",), keywords=("infantry", "sentinels"), options={"bm_limit_scope": "player_turn"}
    )
    own_use(table, "blue", "closed_orbit", "b-b")
    decline(table, "blue")
    settle(table)
    ended = table.when("red", EndTurn()).one(EffectsEnded)
    assert [effect.manoeuvre for effect in ended.effects] == ["closed_orbit"]


@pytest.mark.rule("GA-5.0-04", "GA-5.0-06", "GA-5.0-07", "GA-5.0-01")
def test_targets_fatigue_and_points_are_as_ever():
    """A Battle-Fatigued target, one of the enemy's, and a player without points are refused."""
    table = shots_declared_at(blue=("closed_orbit",), keywords=("infantry", "sentinels"), points=1)
    use(table, "blue", "closed_orbit", "a-r").rejected("GA-5.0-07", "not-yours")
    table.put("formations", replace(table.game.formations["b-b"], fatigued=9))
    use(table, "blue", "closed_orbit", "b-b").rejected("GA-5.0-06", "fatigued-target")
    table.put("formations", replace(table.game.formations["b-b"], fatigued=0))
    prepare(table, blue=("closed_orbit",), points=0)
    use(table, "blue", "closed_orbit", "b-b").rejected("GA-5.0-01", "too-few-points", cost=1, held=0)
    prepare(table, blue=("closed_orbit",), points=1)
    own_use(table, "blue", "closed_orbit", "b-b")


@pytest.mark.rule("GA-5.0-04", "GA-5.0-13")
@pytest.mark.parametrize(("keywords", "asked"), [(("infantry", "sentinels"), "targets_selected"), (("infantry",), "")])
def test_who_has_no_target_for_it_is_offered_nothing(keywords: tuple[str, ...], asked: str):
    """It is offered for a target with the keyword; where there is none, there is no such offer."""
    table = shots_declared_at(blue=("closed_orbit",), keywords=keywords)
    assert ("UseBattleManoeuvre" in table.offered("blue")) is bool(asked)


@pytest.mark.rule("GA-5.0-04", "GA-5.0-11")
@pytest.mark.parametrize(("category", "cost"), [("stratagem", 0), ("war_tactic", 1)])
def test_a_discount_goes_by_its_own_category(category: str, cost: int):
    """What makes Stratagems cheaper makes Closed Orbit cheaper, which is one; what is for War Tactics does not."""
    powers = (f"manoeuvre_discount {category} 3",)
    table = shots_declared_at(blue=("closed_orbit",), keywords=("infantry", "sentinels"), powers=powers)
    used = own_use(table, "blue", "closed_orbit", "b-b").one(BattleManoeuvreUsed)
    assert (used.category, used.cost.total, "GA-5.0-11" in used.cost.clauses()) == ("stratagem", cost, cost == 0)


@pytest.mark.rule("GA-5.0-04", "GA-5.7-02", "GA-5.7-04")
def test_fire_by_numbers_is_an_overwatch_of_the_division():
    """In the Move Phase the Division shoots at a mover on sixes alone, once in the round; others are refused."""
    red = formation("a-r", at=[(34.9, 10)], weapons=(), troop=trooper(w=2))
    watch = formation("b-b", at=[(10.5, 10)], weapons=(gun("long", reach=30),), keywords=("infantry", "division"))
    other = formation("b-o", at=[(10.5, 14)], weapons=(gun("long", reach=30),))
    table = prepared_battle(red, watch, other, phase="move", blue=("fire_by_numbers",))
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "fire_by_numbers", "b-o").rejected("GA-5.0-04", "keyword-missing", keyword="division")
    own_use(table, "blue", "fire_by_numbers", "b-b").then(FormationSelectedToShoot, overwatch="a-r")
    overwatch_shots(table, 5)
    assert (last_event(table, HitsRolled).needed.total, last_event(table, HitsRolled).hits) == (6, 0)
    assert effects_in_force(table) == [("fire_by_numbers", "b-b", "")]
    table.ask("move_started", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "fire_by_numbers", "b-b").rejected("GA-5.7-04", "used-already", per="round")


@pytest.mark.rule("GA-5.0-04", "GA-5.7-01")
def test_a_narrower_phase():
    """Fire by Numbers is of the Move Phase alone: at an Assault its terms refuse it, and the core one is allowed."""
    red = formation("a-r", at=[(18, 10)], weapons=())
    watch = formation("b-b", at=[(10.5, 10)], weapons=(gun("long", reach=30),), keywords=("infantry", "division"))
    table = prepared_battle(red, watch, phase="assault", blue=("fire_by_numbers", "onslaught_overwatch"), dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).asks("assault_started", "blue")
    use(table, "blue", "fire_by_numbers", "b-b").rejected("GA-5.0-04", "wrong-time", phases="move")
    use(table, "blue", "onslaught_overwatch", "b-b").then(FormationSelectedToShoot)
    table = prepared_battle(red, watch, phase="shooting", blue=("fire_by_numbers",))
    table.ask("move_started", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "fire_by_numbers", "b-b").rejected("GA-5.7-01", "wrong-time", phases="move")


@pytest.mark.rule("GA-5.0-04", "GA-5.4-01", "GA-5.4-02")
def test_powder_satchels_are_grenades_of_sappers():
    """Sappers with Grenades throw both in one phase, others no satchels; the mortal wounds say what they come from."""
    others = prepared_battle(
        formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades")),
        formation("b-b", at=line(5, 18), weapons=()),
        red=("grenades", "powder_satchels"),
    )
    found = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    missing = use(others, "red", "powder_satchels", "a-r", enemy="b-b", sights=(found,))
    missing.rejected("GA-5.0-04", "keyword-missing", keyword="sappers")
    use(others, "red", "grenades", "a-r", enemy="b-b", sights=(found,)).accepted()
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades", "sappers"))
    table = prepared_battle(
        red, formation("b-b", at=line(5, 18), weapons=()), red=("grenades", "powder_satchels"), dice=(4, 1, 1, 1, 1, 1)
    )
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    own_use(table, "red", "powder_satchels", "a-r", enemy="b-b", sights=(sight,))
    settle(table, "RollGrenades")
    rolled = table.when("red", RollGrenades(formation="a-r")).then(GrenadesRolled, MortalWoundsPending, wounds=1)
    assert rolled.one(GrenadesRolled).manoeuvre == "powder_satchels"
    assert rolled.one(MortalWoundsPending).source == "powder_satchels"
    settle(table, "SelectToShoot")
    assert len(living(table, "b-b")) == 4
    use(table, "red", "powder_satchels", "a-r", enemy="b-b").rejected("GA-5.0-03", "used-already")
    thrown = use(table, "red", "grenades", "a-r", enemy="b-b", sights=(replace(sight, troops=("b-b.2",)),))
    assert thrown.one(BattleManoeuvreUsed).works_as is None
    settle(table, "RollGrenades")
    table.faces(1, 1, 1, 1, 1, 1)
    assert table.when("red", RollGrenades(formation="a-r")).one(GrenadesRolled).manoeuvre is None


@pytest.mark.rule("GA-5.0-04", "GA-5.4-01", "GA-2.5-11")
def test_a_use_that_falls_is_taken_back():
    """Where it is settled that the victim is not seen, the use of Powder Satchels does not count and costs nothing."""
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades", "sappers"))
    table = prepared_battle(red, formation("b-b", at=[(17, 10)], weapons=()), red=("powder_satchels",), referee=True)
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    own_use(table, "red", "powder_satchels", "a-r", enemy="b-b", sights=(sight,))
    fact = stated_fact(table)
    table.when("blue", DisputeFact(fact=fact, value="none")).accepted()
    settled = table.when("referee", SettleDispute(fact=fact, value="none", reason="a wall"))
    assert settled.one(BattleManoeuvreWithdrawn).manoeuvre == "powder_satchels"
    assert (manoeuvre_points(table, "red"), table.view("red").sides[0].manoeuvres_used) == (5, ())


def charge_turn(*dice, red=("open_throttle",)):
    """Red's walking Vehicle of Strength 8 stands at the beginning of its Assault turn before a troop of many wounds."""
    one = formation("a-r", at=[(15, 10)], weapons=(blade("ram", s=8),), keywords=("vehicle", "walker"))
    tank = formation("a-t", at=[(15, 20)], weapons=(), keywords=("vehicle",))
    other = formation("b-t", at=[(23, 10)], weapons=(), troop=trooper(v=8, w=20))
    return prepared_battle(one, tank, other, phase="assault", red=red, dice=dice)


def assault_and_arrive(table):
    """Assault and arrive at the enemy's base."""
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    settle(table, "MakeAssaultMove")
    return assault_arrives(table)


@pytest.mark.rule("GA-5.0-04", "GA-5.5-01", "GA-5.5-02")
def test_open_throttle_is_an_armoured_charge_of_walkers():
    """A Walker runs the enemy down with as many dice as its Strength; a Vehicle that is none is refused."""
    table = charge_turn(6, 6, *(5,) * 2, *(1,) * 6)
    use(table, "red", "open_throttle", "a-t").rejected("GA-5.0-04", "keyword-missing", keyword="walker")
    own_use(table, "red", "open_throttle", "a-r").then(EffectGained, manoeuvre="open_throttle")
    assault_and_arrive(table).asks("armoured_charge", "red")
    struck = table.when("red", armoured_charge()).then(ArmouredChargeRolled, EffectsEnded, MortalWoundsPending)
    assert (struck.one(ArmouredChargeRolled).manoeuvre, struck.one(ArmouredChargeRolled).wounds) == ("open_throttle", 2)
    assert (struck.one(MortalWoundsPending).source, effects_in_force(table)) == ("open_throttle", [])


@pytest.mark.rule("GA-5.0-04", "GA-5.5-03")
def test_two_charges_are_two_throws():
    """Bought with an Armoured Charge for the same formation it is thrown besides: each once, each by its own name."""
    table = charge_turn(6, 6, *(1,) * 7, 5, *(1,) * 8, red=("armoured_charge", "open_throttle"))
    use(table, "red", "armoured_charge", "a-r").accepted()
    own_use(table, "red", "open_throttle", "a-r")
    assault_and_arrive(table).asks("armoured_charge", "red")
    table.when("red", armoured_charge()).then(ArmouredChargeRolled, manoeuvre=None, wounds=1)
    settle(table, "ResolveArmouredCharge")
    assert effects_in_force(table) == [("open_throttle", "a-r", "")]
    table.when("red", armoured_charge()).then(ArmouredChargeRolled, manoeuvre="open_throttle", wounds=0)
    assert (effects_in_force(table), window_kind(table)) == ([], "assault_turn")


@pytest.mark.rule("GA-5.0-04", "GA-5.6-01", "GA-5.6-02")
def test_second_wave_is_a_deployment_order_for_infantry():
    """Infantry in Reserves arrives at the end of the opponent's Move turn of round 2; others are refused."""
    table = end_of_move_turn(2, blue=("second_wave",))
    table.put("parts", replace(table.game.parts["b-w"], keywords=("bestial",)))
    table.when("red", EndTurn()).without(BattleManoeuvreUsed)
    assert window_kind(table) != "move_turn_ending"
    table = end_of_move_turn(2, blue=("second_wave",))
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    own_use(table, "blue", "second_wave", "b-w").asks("ordered_arrival", "blue")
    table.when("blue", arrival_of_blue((26, 40))).then(FormationArrived, formation="b-w")
    assert places(table, "b-w") == [(26, 40)]


@pytest.mark.rule("GA-5.0-04", "GA-5.6-01")
def test_second_wave_for_others_is_refused():
    """A formation in Reserves without the keyword is refused by the catalogue's terms, at no cost."""
    table = end_of_move_turn(2, blue=("second_wave", "deployment_order"))
    table.put("parts", replace(table.game.parts["b-w"], keywords=("bestial",)))
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    use(table, "blue", "second_wave", "b-w").rejected("GA-5.0-04", "keyword-missing", keyword="infantry")
    assert manoeuvre_points(table, "blue") == 5
    use(table, "blue", "deployment_order", "b-w").accepted()


@pytest.mark.rule("GA-5.0-04", "GA-5.2-01", "GA-5.2-02")
def test_answered_insult_is_a_reprisal_of_the_thessar():
    """After red's fight blue's Thessar fight at once; a formation that is none is refused."""
    table = brawlers(blue=("answered_insult",), b_s={"keywords": ("infantry", "thessar")})
    select_idle_fight(table, "a-r", "red")
    use(table, "blue", "answered_insult", "b-r").rejected("GA-5.0-04", "keyword-missing", keyword="thessar")
    own_use(table, "blue", "answered_insult", "b-s").then(FightBegun, formation="b-s", reprisal=True)
    assert manoeuvre_points(table, "blue") == 3
    finish_idle_fight(table)


@pytest.mark.rule("GA-5.0-04", "GA-5.3-01", "GA-5.3-02")
@pytest.mark.parametrize("warden", [True, False])
def test_named_rival_is_epic_momentum_of_wardens(warden: bool):
    """A Warden's Character gains Precision for its fight; the player of one that is none is not even asked."""
    table = duellists(red=("named_rival",))
    if warden:
        table.put("parts", replace(table.game.parts["a-r"], keywords=("infantry", "warden")))
    selected = table.when("red", SelectToFight(formation="a-r"))
    if warden:
        selected.asks("fight_selected", "red")
        own_use(table, "red", "named_rival", "a-r", troop="a-r.1").then(EffectGained, troop="a-r.1")
        assert effects_in_force(table) == [("named_rival", "a-r", "a-r.1")]
        table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    else:
        selected.asks("close_in", "red")
        table.ask("fight_selected", "red", subject=FormationSubject("a-r"), over=True)
        use(table, "red", "named_rival", "a-r", troop="a-r.1").rejected("GA-5.0-04", "keyword-missing")


@pytest.mark.rule("GA-5.0-04", "GA-5.10-01")
def test_an_oath_is_an_ingress_of_the_thessar():
    """A neighbour of the Thessar answers an Assault with its own; another formation is refused."""
    table = assault_made(neighbour_of_target(keywords=("infantry", "thessar")), blue=("oath_to_the_fallen",))
    use(table, "blue", "oath_to_the_fallen", "b-t").rejected("GA-5.0-04", "keyword-missing", keyword="thessar")
    own_use(table, "blue", "oath_to_the_fallen", "b-n").then(AssaultDeclared, targets=("a-r",))
    assert window_kind(assault_made(neighbour_of_target(), blue=("oath_to_the_fallen",))) == "assault_turn"


@pytest.mark.rule("GA-5.0-04", "GA-5.1-01", "GA-2.5-05", "GA-5.0-09")
def test_two_uses_throw_two_dice_of_a_roll_again():
    """After a Reorder Roll the Second Iteration may have another die of the roll thrown again, not the same one."""
    both = ("reorder_roll", "second_iteration")
    table = until_reroll_of(shots_before_rolls(red=both, guns=2, troops=2, dice=(2, 1, 3, 4, 3, 3)), "hit")
    use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled, ability="reorder_roll").asks("reroll", "red")
    use(table, "red", "second_iteration", "a-r", die=1).rejected("GA-5.1-04", "no-such-die", found=1, may="2")
    assert manoeuvre_points(table, "red") == 4
    own_use(table, "red", "second_iteration", "a-r", die=2).then(DieRerolled, ability="second_iteration", roll="hit")
    assert window_kind(table) != "reroll"
    settle(table, "SelectToShoot")
    assert [event.roll for event in events_of(table, DieRerolled)] == ["hit", "hit"]


@pytest.mark.rule("GA-5.0-04", "GA-5.1-01", "GA-2.5-05")
def test_wounds_are_thrown_again_by_two_uses():
    """Two Wound dice of a plain weapon are thrown again by two uses, each die once."""
    both = ("reorder_roll", "second_iteration")
    table = until_reroll_of(shots_before_rolls(red=both, guns=2, troops=2, dice=(3, 3, 2, 1, 4, 4, 6, 6)), "wound")
    use(table, "red", "second_iteration", "a-r", die=2).asks("reroll", "red")
    use(table, "red", "reorder_roll", "a-r", die=2).rejected("GA-5.1-04", "no-such-die", found=2, may="1")
    use(table, "red", "reorder_roll", "a-r", die=1).then(DieRerolled, ability="reorder_roll", roll="wound")
    settle(table, "SelectToShoot")
    assert [die.face for event in events_of(table, DieRerolled) for die in event.dice] == [4, 4]


@pytest.mark.rule("GA-5.0-04", "GA-5.1-01")
def test_the_second_iteration_is_not_of_every_phase():
    """It throws a Hit roll again, but no Assault roll: there its own terms refuse it, and nobody is asked."""
    table = until_reroll_of(shots_before_rolls(red=("second_iteration",), dice=(2, 1)), "hit")
    own_use(table, "red", "second_iteration", "a-r", die=1)
    table = charge_turn(1, 1, red=("second_iteration",))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assert window_kind(table) != "reroll"
    dice = (RolledDie(1, 1), RolledDie(2, 1))
    table.ask("reroll", "red", subject=RerollSubject("assault", "a-r", dice=dice), over=True)
    use(table, "red", "second_iteration", "a-r").rejected("GA-5.0-04", "wrong-time", phases="shooting brawl")


@pytest.mark.rule("GA-5.0-04", "GA-5.9-01")
def test_it_may_be_supposed():
    """Odds suppose Closed Orbit as Find Cover!: a save of 5+; what no Battle-Manoeuvre is like is refused."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(ap=-3),))
    table = prepared_battle(red, formation("b-b", at=[(20, 10)], weapons=(), troop=trooper(de=6)))
    answer = estimate(table, manoeuvres=("closed_orbit",)).groups[0]
    assert (answer.save, answer.save_needed.total) == ("invulnerable", 5)
    assert estimate(table).groups[0].save == "armour"


@pytest.mark.rule("GA-5.0-04")
def test_manoeuvres_that_are_refused_are_named():
    """A refusal of what was prepared says how many there are and which are unknown."""
    outcome = created().when("red", autereium_roster(LORD_ROW, SQUAD_ROW, prepared_manoeuvres=("grenades", "grenades")))
    outcome.rejected("GA-5.0-04", "prepared", "prepared_manoeuvres", found=2, most=5, unknown="none")
