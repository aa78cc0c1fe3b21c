"""A battle's scenario, size, roles and warfield (GA-7.0-06 to -09)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import (
    ConfirmFact,
    DisputeFact,
    DisputeRolledOff,
    FactDisputed,
    FactStated,
    SettleDispute,
)
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleCreated,
    BeginPhase,
    ChooseDeploymentZone,
    ChooseRole,
    CreateBattle,
    Options,
    PassTerrain,
    RolesAssigned,
    RollForRoles,
    RollOffMade,
    SetWarfield,
    SubmitRoster,
    WarfieldSet,
    ZonesAssigned,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.fixtures import RAID
from tests.rulesets.grinding_annihilation.fixtures import created
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import (
    armies_mustered,
    ask_for,
    table_without_battle,
    warfield_set,
)
from tests.rulesets.grinding_annihilation.missions.set_up.steps import deploy_formation
from tests.rulesets.grinding_annihilation.steps import events_of, last_event, refused


@pytest.mark.rule("GA-2.1-01", "GA-7.0-06")
def test_nothing_goes_before_the_scenario():
    """Without a scenario neither rosters nor deployments are taken."""
    table = Table(rules_of("grinding_annihilation"))
    roster = SubmitRoster(faction="autereium", doctrine="", formations=(), general="", prepared_manoeuvres=())
    for who, command in (
        ("red", roster),
        ("red", deploy_formation("a-r", (5, 5))),
        ("table", BeginPhase(phase="manoeuvres")),
    ):
        refused(table, who, command, "GA-2.1-01").rejected("GA-2.1-01", "not-asked", asks="the referee")
    table.when("referee", CreateBattle(battle_size="small", scenario="war_of_control", options=Options())).accepted()
    early = refused(table, "red", deploy_formation("a-r", (5, 5)), "GA-8.1-04")
    early.rejected("GA-8.1-04", "not-asked", window="rosters")
    faults = table.refused(roster, "red")
    assert faults
    assert "not-asked" not in {fault.reason for fault in faults}


@pytest.mark.rule("GA-7.0-08")
@pytest.mark.parametrize(("size", "scenario"), [("large", "exstintech_recovery"), ("huge", "war_of_control")])
def test_size_has_to_be_one_of_the_scenarios(size: str, scenario: str):
    """A size that is not known, or not of the scenario, is refused."""
    table = Table(rules_of("grinding_annihilation"))
    command = CreateBattle(battle_size=size, scenario=scenario, options=Options())
    refused(table, "referee", command, "GA-7.0-08").rejected("GA-7.0-08", "wrong-battle-size")


SCENARIOS = ("war_of_control", "exstintech_recovery", "scientist_capture", "no_mans_land", "break_through")


@pytest.mark.rule("GA-7.0-08", "GA-2.1-01")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sizes_of_each_scenario(scenario: str):
    """Every scenario accepts Small and Medium, and all but Exstintech Recovery Large."""
    for size in ("small", "medium", *(() if scenario == "exstintech_recovery" else ("large",))):
        table = Table(rules_of("grinding_annihilation"))
        table.when("referee", CreateBattle(battle_size=size, scenario=scenario, options=Options())).then(
            BattleCreated, battle_size=size, scenario=scenario
        )


@pytest.mark.rule("GA-7.0-06", "GA-7.1-03")
def test_steps_are_done_in_order():
    """While terrain is placed nobody deploys, and while markers are placed nobody places terrain."""
    table = ask_for(warfield_set(), "PassTerrain", "red")
    early = refused(table, "red", deploy_formation("a-r", (5, 5)), "GA-7.0-10")
    early.rejected("GA-7.0-10", "not-asked", window="terrain")
    table.when("red", PassTerrain()).accepted()
    table = ask_for(warfield_set(), "PlaceObjectiveMarker", "red")
    early = refused(table, "red", PassTerrain(), "GA-7.1-02")
    early.rejected("GA-7.1-02", "not-asked", window="place_marker")


@pytest.mark.rule("GA-7.0-07", "GA-2.5-08")
@pytest.mark.ruling("GA-7.0-07.2")
@pytest.mark.parametrize(("dice", "winner"), [((5, 3), "red"), ((4, 4, 2, 6), "blue"), ((3, 3, 5, 2), "red")])
def test_roles_and_sides(dice: tuple[int, ...], winner: str):
    """The winner of a roll-off takes a role, the other player a side; a tie is thrown again."""
    table = ask_for(armies_mustered(dice=dice), "RollForRoles", "table")
    other = "blue" if winner == "red" else "red"
    rolled = table.when("table", RollForRoles()).one(RollOffMade)
    assert (rolled.faces, rolled.winner) == (dice, ("red", "blue").index(winner))
    refused(table, other, ChooseRole(role="attacker"), "GA-7.0-07").rejected("GA-7.0-07", "not-asked", asks=winner)
    refused(table, winner, ChooseRole(role="spectator"), "GA-7.0-07").rejected("GA-7.0-07", "unknown-role")
    roles = table.when(winner, ChooseRole(role="defender")).one(RolesAssigned)
    assert (roles.defender, roles.attacker) == (rolled.winner, 1 - rolled.winner)
    zone = refused(table, winner, ChooseDeploymentZone(side="low"), "GA-7.0-07")
    zone.rejected("GA-7.0-07", "not-asked", asks=other)
    table.faces(6, 1)  # for the markers
    sides = table.when(other, ChooseDeploymentZone(side="high")).one(ZonesAssigned)
    assert (sides.high, sides.low) == (1 - rolled.winner, rolled.winner)


@pytest.mark.rule("GA-7.0-09", "GA-7.1-01")
@pytest.mark.ruling("GA-7.0-09.2")
@pytest.mark.parametrize(
    ("size", "length", "width", "accepted"),
    [
        ("medium", 60, 44, True),
        ("medium", 58, 44, False),
        ("medium", 60, 43, False),
        ("large", 60, 44, False),
        ("large", 90, 44, True),
        ("small", 72, 48, True),
    ],
)
def test_warfield_is_as_large_as_the_scenario_says(size: str, length: int, width: int, *, accepted: bool):
    """The warfield has at least the scenario's size for the battle's size; zones are 20 inches deep."""
    table = armies_mustered(size=size).given(RolesAssigned(attacker=0, defender=1), ZonesAssigned(low=1, high=0))
    table.faces(*((6, 1) if accepted else ()))
    ask_for(table, "SetWarfield", "table")
    command = SetWarfield(length=1000 * length, width=1000 * width)
    if not accepted:
        refused(table, "table", command, "GA-7.0-09").rejected("GA-7.0-09", "small-warfield")
        return
    zones = {zone.seat: zone for zone in table.when("table", command).one(WarfieldSet).zones}
    assert (zones[1].x0, zones[1].x1, zones[1].y1) == (0, 20_000, 1000 * width)
    assert (zones[0].x0, zones[0].x1) == (1000 * length - 20_000, 1000 * length)


@pytest.mark.rule("GA-7.0-09")
@pytest.mark.parametrize(("length", "width", "side"), [(2**32 - 1, 0, "length"), (0, 1_000_001, "width")])
def test_a_warfield_ends_somewhere(length, width, side):
    """A warfield beyond every table is refused; before that its coordinates would not go over the wire."""
    table = table_without_battle(6, 1)
    table.play(
        ("red", RAID),
        ("blue", RAID),
        ("red", RollForRoles()),
        ("red", ChooseRole(role="attacker")),
        ("blue", ChooseDeploymentZone(side="low")),
    )
    table.when("red", SetWarfield(length=length, width=width)).rejected("WG-DATA-01", "huge-warfield", side, side=side)
    table.when("red", SetWarfield(length=1_000_000, width=1_000_000)).accepted()


@pytest.mark.rule("GA-7.0-07")
def test_there_are_two_zones():
    """The zone chosen is the low one or the high one and no other."""
    table = ask_for(
        armies_mustered(dice=(6, 1)).given(RolesAssigned(attacker=0, defender=1)), "ChooseDeploymentZone", "blue"
    )
    middle = refused(table, "blue", ChooseDeploymentZone(side="middle"), "GA-7.0-07")
    middle.rejected("GA-7.0-07", "unknown-end", "side", side="middle")
    table.when("blue", ChooseDeploymentZone(side="high")).then(ZonesAssigned, low=0, high=1)


def armies_handed_in(*dice: int, roles: str = "agreed", **rest: Any) -> Table:
    """Let both players hand an army in."""
    table = created(options={"roles": roles}, dice=dice, **rest)
    return table.play(("red", RAID), ("blue", RAID)).table


@pytest.mark.rule("GA-7.0-07")
@pytest.mark.ruling("GA-7.0-07.3")
def test_roles_are_rolled_for_unless_agreed():
    """By default the armies are followed by a roll-off; agreed roles are stated without a die."""
    table = armies_handed_in(2, 6, roles="roll_off")
    assert last_event(table, RollOffMade).winner == 1
    assert table.window.asks == (1,)
    table = armies_handed_in()
    assert events_of(table, RollOffMade) == []
    assert (table.window.kind, table.window.asks) == ("choose_role", (0,))


@pytest.mark.rule("GA-7.0-07")
@pytest.mark.ruling("GA-7.0-07.3")
@pytest.mark.parametrize(("role", "attacker"), [("attacker", 0), ("defender", 1)])
def test_agreed_roles_stand_once_they_are_confirmed(role: str, attacker: int):
    """The first player states his role; the other lets it stand and chooses the zone."""
    table = armies_handed_in(6, 1)
    table.when("red", ChooseRole(role="spectator")).rejected("GA-7.0-07", "unknown-role")
    stated = table.when("red", ChooseRole(role=role)).without(RolesAssigned)
    fact = stated.one(FactStated)
    assert (fact.kind, fact.value, fact.by) == ("role", role, 0)
    stated.asks("fact_stated", "blue")
    table.when("blue", ConfirmFact(fact=fact.fact)).then(RolesAssigned, attacker=attacker).asks("choose_zone", "blue")
    assert table.game.facts == {}
    table.when("blue", ChooseDeploymentZone(side="low")).then(ZonesAssigned, low=1)


@pytest.mark.rule("GA-7.0-07", "GA-2.5-11")
@pytest.mark.parametrize(("dice", "attacker", "chooses"), [((5, 3), 0, "blue"), ((4, 4, 2, 6), 1, "red")])
def test_roles_that_are_not_agreed_are_rolled_off(dice: tuple[int, ...], attacker: int, chooses: str):
    """The other player may hold the other role against it; who loses the roll-off about it chooses the zone."""
    table = armies_handed_in(*dice)
    fact = table.when("red", ChooseRole(role="attacker")).one(FactStated).fact
    table.when("blue", DisputeFact(fact=fact, value="attacker")).rejected("GA-7.0-07", "same-role")
    table.when("blue", DisputeFact(fact=fact, value="first")).rejected("GA-7.0-07", "unknown-role")
    disputed = table.when("blue", DisputeFact(fact=fact, value="defender"))
    disputed.then(FactDisputed, value="defender").then(DisputeRolledOff, faces=dice)
    disputed.then(RolesAssigned, attacker=attacker).asks("choose_zone", chooses)


@pytest.mark.rule("GA-7.0-07", "GA-2.5-11")
def test_a_referee_settles_roles_by_a_role():
    """Where a referee is seated he says which role it is, and nothing else."""
    table = armies_handed_in(referee=True)
    fact = table.when("red", ChooseRole(role="attacker")).one(FactStated).fact
    table.when("blue", DisputeFact(fact=fact, value="defender")).asks("dispute", "referee")
    table.when("referee", SettleDispute(fact=fact, value="both", reason="")).rejected("GA-7.0-07", "unknown-role")
    settled = table.when("referee", SettleDispute(fact=fact, value="attacker", reason=""))
    settled.then(RolesAssigned, attacker=0).asks("choose_zone", "blue")
