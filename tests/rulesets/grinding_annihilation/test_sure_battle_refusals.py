"""What is refused before and between the fights, each beside the nearest that is allowed: rosters, set-up, answers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation import orders
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    AssaultDeclared,
    BattleFormations,
    BattleManoeuvreUsed,
    BeginPhase,
    ChooseDeploymentZone,
    CommitBattleFormations,
    DeclareNoRoom,
    Embarkation,
    EndMoveStep,
    EndTurn,
    FightBegun,
    FormationArrived,
    FormationSelectedToShoot,
    PhaseBegun,
    RolesAssigned,
    SelectToFight,
    Sight,
    TroopCount,
    ZonesAssigned,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import aircraft, carrier, poses, shown, squad, writing
from tests.rulesets.grinding_annihilation.armed import armed, armed_brawl, points, use
from tests.rulesets.grinding_annihilation.givens import (
    Unit,
    battle,
    created,
    formation,
    kind_for,
    line,
    places,
    refused,
    settle,
)
from tests.rulesets.grinding_annihilation.test_army import LORD, SQUAD, army, hand_in, not_taken, row
from tests.rulesets.grinding_annihilation.test_bm_answers import reserve
from tests.rulesets.grinding_annihilation.test_setup import asked, deploying, start

# -- rosters


@pytest.mark.rule("GA-8.1-02")
def test_the_faction_has_to_exist():
    """An army of a faction that there is not is refused for that, and each formation as another faction's."""
    outcome = refused(created(), "red", army(LORD, SQUAD, faction="nobody"), "GA-8.1-02")
    outcome.rejected("GA-8.1-02", "unknown-faction", "faction")
    outcome.rejected("GA-8.1-02", "other-faction", "formations[1].catalogue")
    hand_in(army(LORD, SQUAD)).accepted()


@pytest.mark.rule("GA-8.1-06")
def test_enhancements_are_of_the_own_faction():
    """An enhancement of another faction, or of none, is refused; one of the own is accepted."""
    for strange, cost in (("praetors_laurel", 110), ("halo", 90)):
        lord = row("lord", "metrical_lord", 1, cost, enhancements=(strange,))
        not_taken(army(lord, SQUAD), "GA-8.1-06", "unknown-enhancement")
    hand_in(army(row("lord", "metrical_lord", 1, 110, enhancements=("foresight_engine",)), SQUAD)).accepted()


@pytest.mark.rule("GA-4.1-05")
def test_a_kind_of_troop_is_listed_once():
    """Five troops listed as two and three of one kind are refused; listed as five they are accepted."""
    five = row("squad", "voidforged_sentinels", 5, 65)
    split = replace(five, troops=tuple(TroopCount(profile="sentinel", count=each) for each in (0, 5)))
    not_taken(army(LORD, split), "GA-4.1-05", "profile-twice")
    hand_in(army(LORD, five)).accepted()


# -- before the battle


@pytest.mark.rule("GA-7.0-07")
def test_there_are_two_zones():
    """The zone chosen is the low one or the high one and no other."""
    table = asked(start(dice=(6, 1)).given(RolesAssigned(attacker=0, defender=1)), "ChooseDeploymentZone", "blue")
    middle = refused(table, "blue", ChooseDeploymentZone(side="middle"), "GA-7.0-07")
    middle.rejected("GA-7.0-07", "unknown-end", "side", side="middle")
    table.when("blue", ChooseDeploymentZone(side="high")).then(ZonesAssigned, low=0, high=1)


def aboard(*pairs: tuple[str, str], **rest: Any) -> CommitBattleFormations:
    """Write down who starts aboard of what."""
    embarked = tuple(Embarkation(formation=one, transport=other) for one, other in pairs)
    return CommitBattleFormations(formations=BattleFormations(embarked=embarked, **rest))


@pytest.mark.rule("GA-3.2-34", "GA-7.0-11")
def test_a_formation_starts_aboard_of_one_transport():
    """A formation written down for two transports is refused; for one of them it is accepted."""
    table = writing(squad(2), carrier(), carrier("a-u", at=(10, 30)), formation("b-b", at=[(50, 5)]))
    twice = refused(table, "red", aboard(("a-p", "a-t.1"), ("a-p", "a-u.1")), "GA-3.2-34")
    twice.rejected("GA-3.2-34", "written-twice", formation="a-p", transport="a-u.1")
    table.when("red", aboard(("a-p", "a-u.1"))).accepted()


@pytest.mark.rule("GA-4.3-01", "GA-4.3-04")
def test_aircraft_start_in_reserves_and_hover_once():
    """Aircraft do not start aboard of a transport, and hover is written down once."""
    kite = aircraft(powers=("hover",))
    table = writing(kite, carrier(allowed=("aircraft",)), formation("b-b", at=[(50, 5)]))
    flown = refused(table, "red", aboard(("a-f", "a-t.1")), "GA-4.3-01")
    flown.rejected("GA-4.3-01", "aircraft-aboard", formation="a-f")
    both = CommitBattleFormations(formations=BattleFormations(hover=("a-f", "a-f")))
    refused(table, "red", both, "GA-4.3-04").rejected("GA-4.3-04", "written-twice", formation="a-f")
    table.when("red", CommitBattleFormations(formations=BattleFormations(hover=("a-f",)))).accepted()


@pytest.mark.rule("GA-2.2-06", "GA-7.0-13")
def test_no_room_is_declared_for_the_own_troops():
    """Who declares that there is no room names troops of that formation, each once."""
    table = deploying(formation("a-r", at=line(2, 5)), formation("b-b", at=[(55, 5)]))
    for troops in (poses("b-b", (5, 5)), (*poses("a-r", (5, 5)), *poses("a-r", (5, 7)))):
        strange = refused(table, "red", DeclareNoRoom(formation="a-r", troops=troops), "GA-2.2-06")
        strange.rejected("GA-2.2-06", "strange-troops", formation="a-r")


@pytest.mark.rule("GA-3.0-01")
@pytest.mark.parametrize("phase", ["manoeuvres", "shooting", "assault", "brawl"])
def test_no_phase_begins_out_of_its_order(phase: str):
    """After the Manoeuvres Phase no other phase begins than the Move Phase."""
    table = battle(phase="move", begin=False)
    table.ask(kind_for(table, "BeginPhase"), "table", about=("move",))
    wrong = refused(table, "table", BeginPhase(phase=phase), "GA-3.0-01")
    wrong.rejected("GA-3.0-01", "wrong-phase", phase=phase, due="move")
    table.when("table", BeginPhase(phase="move")).then(PhaseBegun, phase="move")


# -- Battle-Manoeuvres


@pytest.mark.rule("GA-5.7-01")
def test_there_is_nobody_to_answer_who_fell():
    """An Overwatch at a formation that was destroyed is refused; at one that lives it is accepted."""
    for fallen in (("a-r.1",), ()):
        units = (formation("a-r", at=[(30, 10)]), formation("b-b", at=[(10, 10)]))
        table = armed(*units, phase="assault", blue=("onslaught_overwatch",), fallen=fallen)
        table.ask("assault_started", "blue", about=("a-r",), over=True)
        used = use(table, "blue", "onslaught_overwatch", "b-b")
        if fallen:
            used.rejected("GA-5.7-01", "nobody-to-answer", enemy="a-r")
        else:
            used.then(FormationSelectedToShoot, overwatch="a-r")


@pytest.mark.rule("GA-5.10-01")
def test_there_is_nobody_to_charge_who_fell():
    """An Ingress against a formation that was destroyed is refused; against one that lives it is accepted."""
    for fallen in (("a-r.1",), ()):
        units = (formation("a-r", at=[(15, 10)]), formation("b-b", at=[(10, 10)]))
        table = armed(*units, phase="assault", blue=("heros_ingress",), fallen=fallen)
        table.ask("assault_move_ended", "blue", about=("a-r",), over=True)
        used = use(table, "blue", "heros_ingress", "b-b")
        if fallen:
            used.rejected("GA-5.10-01", "nobody-to-answer", enemy="a-r")
        else:
            used.then(AssaultDeclared, formation="b-b", targets=("a-r",))


@pytest.mark.rule("GA-5.4-01")
def test_one_troop_is_near_and_sees():
    """Where one thrower is near and sees nothing, and another sees and is too far away, the Grenades are refused."""
    throwers = formation("a-r", at=[(10, 10), (10, 25)], keywords=("infantry", "grenades"))
    table = armed(throwers, formation("b-b", at=[(18, 10)], weapons=()), red=("grenades",))
    near, far = (Sight(observers=(f"a-r.{n}",), troops=("b-b.1",), seen="full", fact="") for n in (1, 2))
    blind = use(table, "red", "grenades", "a-r", enemy="b-b", sights=(replace(near, seen="none"),))
    blind.rejected("GA-5.4-01", "victim-unseen")
    both = use(table, "red", "grenades", "a-r", enemy="b-b", sights=(replace(near, seen="none"), far))
    both.rejected("GA-2.4-12", "sight-unasked")
    use(table, "red", "grenades", "a-r", enemy="b-b", sights=(near,)).then(BattleManoeuvreUsed, enemy="b-b")


@pytest.mark.rule("GA-5.0-12", "GA-5.8-01", "GA-5.9-01", "GA-5.4-01")
@pytest.mark.parametrize(("key", "clause", "reason"), [
    ("smokescreen", "GA-5.0-05", "wrong-turn"), ("find_cover", "GA-5.0-05", "wrong-turn"),
    ("grenades", "GA-5.4-01", "wrong-time"),
])  # fmt: skip
def test_what_belongs_to_the_shooting_phase_answers_no_overwatch(key: str, clause: str, reason: str):
    """In red's Move turn red neither burns smoke, nor finds cover, nor throws Grenades when an Overwatch aims at it."""
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "smoke", "grenades"))
    table = armed(red, formation("b-b", at=[(17, 10)]), phase="move", red=(key,), blue=("onslaught_overwatch",))
    table.ask("move_started", "blue", about=("a-r",), over=True)
    use(table, "blue", "onslaught_overwatch", "b-b").asks("declare_targets", "blue")
    table.ask("targets_selected", "red", over=True)
    use(table, "red", key, "a-r", enemy="b-b").rejected(clause, reason)
    assert points(table, "red") == 5


# -- Reprisal


def pairs(**rest: Any) -> Table:
    """Let two unarmed pairs stand against each other in a Brawl Phase in which red selects first."""
    units: list[Unit] = [
        formation(f"{side}-{name}", at=[(x, y)], weapons=())
        for name, y in (("r", 10), ("s", 16))
        for side, x in (("a", 20), ("b", 21))
    ]
    return armed_brawl(*units, **rest)


@pytest.mark.rule("GA-5.2-01")
@pytest.mark.parametrize(("red", "blue", "asked_next"), [
    ((), ("reprisal",), ("fight_ended", (1,))), (("reprisal",), (), ("select_to_fight", (1,))),
])  # fmt: skip
def test_a_reprisal_answers_an_enemys_fight(red: tuple[str, ...], blue: tuple[str, ...], asked_next: Any):
    """After red's fight blue may answer with a Reprisal; red itself, with one prepared, may not."""
    table = pairs(red=red, blue=blue)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    assert table.window is not None
    assert (table.window.kind, table.window.asks) == asked_next


@pytest.mark.rule("GA-5.2-01", "GA-5.0-01")
@pytest.mark.parametrize(("held", "enough"), [(2, True), (1, False)])
def test_a_reprisal_costs_two(held: int, enough: bool):
    """With two points blue's formation fights and none is left; with one the Reprisal is refused and one is kept."""
    table = pairs(blue=("reprisal",), points=held)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    if not enough:
        table.ask("fight_ended", "blue", about=("a-r",), over=True)
    used = use(table, "blue", "reprisal", "b-s")
    if enough:
        used.then(BattleManoeuvreUsed, left=0).then(FightBegun, formation="b-s", reprisal=True)
    else:
        used.rejected("GA-5.0-01", "too-few-points", cost=2, held=1)
    assert points(table, "blue") == (0 if enough else 1)


# -- Deployment Order


def ordered(place: str = "reserves", number: int = 1) -> Table:
    """End red's Move turn of a round; blue's "b-w" is in Reserves, with the ability that put it there."""
    waiting = formation("b-w", at=[(58, 30)], powers=("reserve_troop",))
    table = armed(formation("a-r", at=[(20, 20)]), waiting, phase="move", number=number, blue=("deployment_order",))
    reserve(table, place=place)
    table.when("red", EndMoveStep()).accepted()
    return table


def arrival(*at: tuple[float, float]) -> ArriveFromReserves:
    """Set blue's formation up."""
    return ArriveFromReserves(formation="b-w", troops=poses("b-w", *at), accept_losses=False)


@pytest.mark.rule("GA-5.6-01", "GA-5.6-02")
def test_who_is_ordered_comes_by_the_rule_that_put_it_in_reserves():
    """A Reserve Troop is ordered to the middle of the warfield in round 1; a Strategic Reserve is not, nor so early."""
    table = ordered()
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    use(table, "blue", "deployment_order", "b-w").asks("ordered_arrival", "blue")
    table.when("blue", arrival((30, 20))).rejected("GA-4.2-02", "near-enemies")
    table.when("blue", arrival((30.2, 20))).then(FormationArrived, formation="b-w", origin="reserves", round=1)
    assert (places(table, "b-w"), shown(table, "b-w").move_kind) == ([(30.2, 20)], "normal")
    ordered("strategic_reserves").when("red", EndTurn()).asks("move_turn", "blue")
    table = ordered("strategic_reserves", number=2)
    table.when("red", EndTurn()).accepted()
    use(table, "blue", "deployment_order", "b-w").accepted()
    table.when("blue", arrival((38, 20))).rejected("GA-8.2-05", "far-from-edges")
    table.when("blue", arrival((38, 40))).then(FormationArrived, origin="strategic_reserves", round=2)


@pytest.mark.rule("GA-5.6-01")
def test_nobody_is_ordered_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch):
    """Where the formation could be set up nowhere the order is refused and costs nothing."""
    table = ordered()
    table.when("red", EndTurn()).asks("move_turn_ending", "blue")
    monkeypatch.setattr(orders, "can_arrive", lambda *_: False)
    use(table, "blue", "deployment_order", "b-w").rejected("GA-5.6-01", "no-room-to-arrive")
    assert points(table, "blue") == 5
    monkeypatch.undo()
    use(table, "blue", "deployment_order", "b-w").then(BattleManoeuvreUsed, formation="b-w", left=4)
