"""Rulings on Battle-Manoeuvres and on the end of a battle."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    BattleManoeuvreUsed,
    DeclareNormalMove,
    DefenceRolled,
    FightBegun,
    FormationSelectedToShoot,
    SelectToFight,
    SelectToShoot,
    Sight,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle, prepared_brawl
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use, window_kind
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    assaulted,
    blade,
    brawl,
    duel,
    formation,
    gun,
    line,
    moved,
    trooper,
)
from tests.rulesets.grinding_annihilation.movement.fixtures import (
    BESIDE_TRANSPORT,
    TRANSPORT_KILLER,
    battle_with_absent,
    carrier,
    squad,
    take_off_warfield,
)
from tests.rulesets.grinding_annihilation.movement.steps import leave_wreck
from tests.rulesets.grinding_annihilation.steps import aim, events_of, fire, last_event, settle, shots


@pytest.mark.rule("GA-5.3-01")
@pytest.mark.ruling("GA-5.3-01.2")
@pytest.mark.parametrize(("x", "asked"), [(19, "fight_selected"), (18.9, "close_in")])
def test_threat_range_of_epic_momentum_is_measured_before_close_in(x: float, asked: str):
    """An Attached formation 1" away at the selection is near enough; one 1.1" away is not, though within Close In."""
    heroes = formation("a-r", at=line(2, x), weapons=(blade(),), only={1: Member(keywords=("character",))})
    escort = formation("b-b", at=line(2, 21), weapons=(), troop=trooper(w=3))
    boss = formation("b-l", at=[(21, 13)], weapons=(), keywords=("infantry", "character"), leads=("b",))
    table = prepared_brawl(
        heroes, escort, boss, red=("epic_momentum",), lead={"b-l": "b-b"}, past={"assault": assaulted("a-r", "b-b")}
    )
    table.when("red", SelectToFight(formation="a-r")).asks(asked, "red")


@pytest.mark.rule("GA-5.4-03")
@pytest.mark.ruling("GA-5.4-03.2")
@pytest.mark.parametrize("kind", ["advance", "retreat"])
def test_who_advanced_or_retreated_throws_grenades(kind: str):
    """Neither an Advance nor a Retreat of this round keeps a formation from throwing."""
    red = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades"))
    blue = formation("b-b", at=[(17, 10)], weapons=())
    table = prepared_battle(red, blue, red=("grenades",), past={"move": moved("a-r", kind)})
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact="")
    use(table, "red", "grenades", "a-r", enemy="b-b", sights=(sight,)).then(BattleManoeuvreUsed, enemy="b-b")


@pytest.mark.rule("GA-6.0-05", "GA-8.3-15")
@pytest.mark.ruling("GA-6.0-05.2")
@pytest.mark.parametrize(("seen", "needed"), [("none", 4), ("full", 5)])
def test_indirect_covers_a_vehicle_without_terrain(seen: str, needed: int):
    """The gate is for terrain alone: a Vehicle that nobody sees has cover against Indirect in the open."""
    mortar = gun("mortar", "indirect")
    table = fire(duel(6, 6, 6, gun=mortar, troop=trooper(de=5, w=9), keywords=("vehicle",)), seen=seen)
    assert last_event(table, DefenceRolled).needed.total == needed


@pytest.mark.rule("GA-3.5-06", "GA-4.2-07")
@pytest.mark.ruling("GA-3.5-06.1")
def test_the_assault_bonus_covers_the_leader_too():
    """An Attached formation that assaulted fights in the first step, though none of its troops has Fights First."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    lord = formation("a-l", at=[(20, 11.5)], weapons=(), keywords=("character",), leads=("r",))
    foe = formation("b-b", at=[(21, 10)], weapons=())
    table = brawl(red, lord, foe, lead={"a-l": "a-r"}, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="fights_first")


@pytest.mark.rule("GA-7.0-17")
@pytest.mark.ruling("GA-7.0-17.2")
@pytest.mark.parametrize(("faces", "ended"), [((1, 1, 1), True), ((1, 1, 6), False)])
def test_a_battle_waits_for_the_passengers_of_a_wreck(faces: tuple[int, ...], *, ended: bool):
    """The last formation on the warfield is a transport: its end ends the battle only if its passengers fall too."""
    blue = formation("b-b", at=[(40, 20)], weapons=(TRANSPORT_KILLER,))
    units = (squad(3), carrier(weapons=()), blue)
    table = battle_with_absent(
        *units, off={"a-p": "a-t.1"}, spares=False, phase="shooting", first="blue", dice=(6, 6, 1)
    )
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-t"))).accepted()
    settle(table, "DisembarkFromWreck")
    assert window_kind(table) == "wreck"
    assert events_of(table, BattleEnded) == []
    table.faces(*faces)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).accepted()
    settle(table)
    assert [event.reason for event in events_of(table, BattleEnded)] == (["annihilation"] if ended else [])


@pytest.mark.rule("GA-5.7-01")
@pytest.mark.ruling("GA-5.7-01.2")
def test_passengers_set_up_from_a_wreck_are_answered():
    """Who gets out of a wreck in its own Move turn is set up, and may be shot at."""
    watch = formation("b-b", at=[(40, 20)], weapons=(TRANSPORT_KILLER,), keywords=("infantry", "division"))
    other = formation("b-o", at=[(40, 24)], weapons=(gun("long", reach=30),))
    table = take_off_warfield(
        prepared_battle(
            squad(3), carrier(), watch, other, phase="move", blue=("fire_by_numbers", "onslaught_overwatch")
        ),
        {"a-p": "a-t.1"},
    )
    table.when("red", DeclareNormalMove(formation="a-t")).asks("move_started", "blue")
    use(table, "blue", "fire_by_numbers", "b-b").accepted()
    table.faces(6, 6, 1)
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-t"))).accepted()
    settle(table, "DisembarkFromWreck")
    table.faces(6, 6, 6)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).asks("enemy_set_up", "blue")
    use(table, "blue", "onslaught_overwatch", "b-o").then(FormationSelectedToShoot, overwatch="a-p")
