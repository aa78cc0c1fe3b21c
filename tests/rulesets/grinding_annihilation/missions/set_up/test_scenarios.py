"""Sizes and warfields of all scenarios, zones and markers of those after War of Control, before the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.offers import Choice
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    BattleCreated,
    BeginBattle,
    ControlDetermined,
    CreateBattle,
    DeployFormation,
    FirstPlayerSet,
    FixedMarkersPlaced,
    ObjectiveMarkerPlaced,
    Options,
    PlaceObjectiveMarker,
    RolesAssigned,
    SetWarfield,
    TroopPose,
    WarfieldClosed,
    WarfieldSet,
    ZonesAssigned,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, created, formation, mil, mustered, pose
from tests.rulesets.grinding_annihilation.steps import refused

CONTROL = "war_of_control"
EXSTINTECH, SCIENTISTS, NO_MANS, BREAK = "exstintech_recovery", "scientist_capture", "no_mans_land", "break_through"

LARGE = "large"


def creation_offers(table: Table) -> list[Any]:
    return [offer for offer in table.offers("referee") if offer.command == "CreateBattle"]


def offered_fields(offered: Any) -> dict[str, Choice]:
    return {field.field: field.values for field in offered.fields}


@pytest.mark.rule("GA-7.0-08", "GA-7.2-01")
def test_exstintech_is_not_for_large_battles():
    """Exstintech Recovery is played Small and Medium, the others in every size; no other size is offered."""
    table = Table(rules_of("grinding_annihilation"))
    large = CreateBattle(battle_size=LARGE, scenario=EXSTINTECH, options=Options())
    table.when("referee", large).rejected("GA-7.0-08", "wrong-battle-size", "battle_size")
    offered = {
        fields["scenario"].values[0]: fields["battle_size"].values
        for fields in map(offered_fields, creation_offers(table))
    }
    assert offered.pop(EXSTINTECH) == ("small", "medium")
    assert set(offered) == {CONTROL, SCIENTISTS, NO_MANS, BREAK}
    assert set(offered.values()) == {("small", "medium", "large")}


ARMIES = (formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)]))


def before_warfield(
    scenario: str,
    *,
    size: str = "small",
    low: int = 0,
    options: Mapping[str, Any] | None = None,
    dice: tuple[int, ...] = (6, 1),
) -> Table:
    """Come to the setting of the warfield."""
    table = created(size, options, scenario, dice=dice).given(*mustered(ARMIES))
    table.given(RolesAssigned(attacker=0, defender=1), ZonesAssigned(low=low, high=1 - low))
    return table.ask("warfield", "table")


@pytest.mark.rule("GA-7.0-09", "GA-7.1-01", "GA-7.2-01", "GA-7.3-01", "GA-7.4-01", "GA-7.5-01")
@pytest.mark.ruling("GA-7.0-09.2")
@pytest.mark.parametrize(
    ("scenario", "size", "length", "width"),
    [
        (CONTROL, "small", 60, 44),
        (CONTROL, "medium", 60, 44),
        (CONTROL, LARGE, 90, 44),
        (EXSTINTECH, "small", 60, 40),
        (EXSTINTECH, "medium", 60, 40),
        (SCIENTISTS, "small", 66, 44),
        (SCIENTISTS, "medium", 66, 44),
        (SCIENTISTS, LARGE, 90, 44),
        *[(scenario, size, 90, 44) for scenario in (NO_MANS, BREAK) for size in ("small", "medium", LARGE)],
    ],
)
def test_least_warfields(scenario: str, size: str, length: float, width: float):
    """A warfield an eighth of an inch too short or too narrow is refused; the least one is accepted."""
    table = before_warfield(scenario, size=size)
    for one, other in ((length - 0.125, width), (length, width - 0.125)):
        command = SetWarfield(length=mil(one), width=mil(other))
        table.when("table", command).rejected("GA-7.0-09", "small-warfield")
    outcome = table.when("table", SetWarfield(length=mil(length), width=mil(width)))
    outcome.then(WarfieldSet, length=mil(length), width=mil(width))


def warfield_laid(
    scenario: str,
    length: float = 0,
    width: float = 0,
    *,
    size: str = "small",
    low: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """Set the warfield; red attacks, has the low end where `low` is 0, and wins the roll-off for what is placed."""
    table = before_warfield(scenario, size=size, low=low, options=options)
    table.when("table", SetWarfield(length=mil(length), width=mil(width))).accepted()
    return table


def zone_boxes(table: Table) -> list[tuple[float, ...]]:
    """Give red's and blue's zone as x0, y0, x1, y1 in inches."""
    zones = table.view("referee").zones
    return [tuple(value / 1000 for value in (zone.x0, zone.y0, zone.x1, zone.y1)) for zone in zones]


def deploy_at(table: Table, at: Place, who: str = "red") -> Any:
    """Let a player set his only formation up."""
    table.given(WarfieldClosed()).ask("deploy", who)
    name = "a-r" if who == "red" else "b-b"
    return table.when(who, DeployFormation(formation=name, troops=(TroopPose(troop=f"{name}.1", pose=pose(at)),)))


@pytest.mark.rule("GA-7.2-01")
def test_exstintech_zones_lie_along_the_long_edges():
    """Each zone is 10 inches deep along a long edge, over the full length."""
    table = warfield_laid(EXSTINTECH)
    assert zone_boxes(table) == [(0, 0, 60, 10), (0, 30, 60, 40)]
    deploy_at(warfield_laid(EXSTINTECH), (30, 10.5)).rejected("GA-7.0-12", "outside-zone")
    deploy_at(warfield_laid(EXSTINTECH), (59.5, 9.5)).accepted()


@pytest.mark.rule("GA-7.2-01", "GA-7.0-07")
def test_the_high_end_is_the_other_edge():
    """Who takes the high end has the zone along the other edge."""
    assert zone_boxes(warfield_laid(EXSTINTECH, low=1)) == [(0, 30, 60, 40), (0, 0, 60, 10)]


@pytest.mark.rule("GA-7.3-01")
def test_scientist_zones():
    """Each zone is the strip of 15 inches along a short edge."""
    assert zone_boxes(warfield_laid(SCIENTISTS)) == [(0, 0, 15, 44), (51, 0, 66, 44)]
    deploy_at(warfield_laid(SCIENTISTS), (14.5, 43.5)).accepted()
    deploy_at(warfield_laid(SCIENTISTS), (14.6, 20)).rejected("GA-7.0-12", "outside-zone")


@pytest.mark.rule("GA-7.4-01")
def test_no_mans_land_leaves_the_long_edges_free():
    """Each zone reaches 20 inches from a short edge and leaves 5 inches along both long edges."""
    assert zone_boxes(warfield_laid(NO_MANS)) == [(0, 5, 20, 39), (70, 5, 90, 39)]
    deploy_at(warfield_laid(NO_MANS), (10, 5.4)).rejected("GA-7.0-12", "outside-zone")
    deploy_at(warfield_laid(NO_MANS), (10, 5.5)).accepted()


@pytest.mark.rule("GA-7.5-01")
@pytest.mark.ruling("GA-7.5-01.1", "GA-7.5-01.2")
def test_defence_lines():
    """The Defender stands in the First Defence Line, 20 to 40 inches from his edge, not in the Second behind it."""
    assert zone_boxes(warfield_laid(BREAK)) == [(0, 0, 20, 44), (50, 0, 70, 44)]
    deploy_at(warfield_laid(BREAK), (80, 20), "blue").rejected("GA-7.0-12", "outside-zone")
    deploy_at(warfield_laid(BREAK), (60, 20), "blue").accepted()
    assert zone_boxes(warfield_laid(BREAK, low=1)) == [(70, 0, 90, 44), (20, 0, 40, 44)]


@pytest.mark.rule("GA-7.5-01")
@pytest.mark.ruling("GA-7.5-01.3")
def test_the_second_line_may_be_part_of_the_zone():
    """With the option the Defender may stand in the Second Defence Line too; the markers' lines stay."""
    table = warfield_laid(BREAK, options={"second_line_is_zone": True})
    assert zone_boxes(table) == [(0, 0, 20, 44), (50, 0, 90, 44)]
    table.when("red", PlaceObjectiveMarker(marker="1", x=mil(71), y=mil(5))).rejected("GA-7.5-02", "marker-line")
    deploy_at(warfield_laid(BREAK, options={"second_line_is_zone": True}), (80, 20), "blue").accepted()


def marker_places(table: Table) -> list[tuple[float, float]]:
    """Give the markers' places in inches."""
    return [(marker.x / 1000, marker.y / 1000) for marker in table.view("referee").markers]


@pytest.mark.rule("GA-7.2-02")
@pytest.mark.ruling("GA-7.2-02.2", "GA-7.2-02.3")
@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("home_and_forward", [(30, 20), (10, 5), (50, 35), (50, 15), (10, 25)]),
        ("all_forward", [(30, 20), (10, 15), (50, 25), (50, 15), (10, 25)]),
    ],
)
def test_five_caches(layout: str, expected: list[tuple[float, float]]):
    """Five markers: the centre, a diagonal pair within the zones (by option before them), and a pair before them."""
    assert marker_places(warfield_laid(EXSTINTECH, options={"exstintech_layout": layout})) == expected


@pytest.mark.rule("GA-7.3-02")
@pytest.mark.parametrize(("size", "middle"), [("small", 33), (LARGE, 45)])
def test_three_markers_across_the_middle(size: str, middle: float):
    """Three markers on the line across the middle: 5 inches from each long edge and in the centre."""
    assert marker_places(warfield_laid(SCIENTISTS, size=size)) == [(middle, 5), (middle, 22), (middle, 39)]


@pytest.mark.rule("GA-7.4-02")
@pytest.mark.ruling("GA-7.4-02.2")
@pytest.mark.parametrize(
    ("length", "expected"),
    [(0, [(28, 11), (28, 33), (62, 11), (62, 33)]), (100, [(28, 11), (28, 33), (72, 11), (72, 33)])],
)
def test_two_markers_before_each_zone(length: float, expected: list[tuple[float, float]]):
    """Four markers, two 8 inches before each zone and 11 inches from the long edges, on longer boards too."""
    assert marker_places(warfield_laid(NO_MANS, length)) == expected


@pytest.mark.rule("GA-7.1-03", "GA-7.0-05")
@pytest.mark.parametrize("scenario", [EXSTINTECH, SCIENTISTS, NO_MANS])
def test_terrain_follows_fixed_markers(scenario: str):
    """Fixed markers lie at once, nobody's, and the roll-off that follows is for terrain, with any option."""
    table = before_warfield(scenario, options={"interleave_terrain": True})
    outcome = table.when("table", SetWarfield(length=0, width=0))
    event = outcome.asks("terrain", "red").one(FixedMarkersPlaced)
    assert [marker.marker for marker in event.markers] == [str(n) for n in range(1, len(event.markers) + 1)]
    assert all(marker.controller is None and marker.fixed_by_scenario for marker in table.view("referee").markers)


@pytest.mark.rule("GA-7.5-02")
@pytest.mark.ruling("GA-7.5-02.2")
def test_each_player_places_one():
    """The roll-off's winner chooses which of the two he places, the other player places the other; terrain is next."""
    table = warfield_laid(BREAK)
    early = refused(table, "blue", PlaceObjectiveMarker(marker="1", x=mil(65), y=mil(10)), "GA-7.1-02")
    early.rejected("GA-7.1-02", "not-asked", asks="red")
    table.when("red", PlaceObjectiveMarker(marker="2", x=mil(85), y=0)).then(ObjectiveMarkerPlaced, seat=0, next=1)
    table.when("blue", PlaceObjectiveMarker(marker="2", x=mil(85), y=0)).rejected("GA-7.5-02", "other-marker")
    table.faces(2, 5)
    outcome = table.when("blue", PlaceObjectiveMarker(marker="1", x=mil(60), y=mil(44)))
    outcome.then(ObjectiveMarkerPlaced, seat=1, next=None).asks("terrain", "blue")
    assert marker_places(table) == [(60, 44), (85, 0)]
    assert table.view("referee").step == "terrain"


@pytest.mark.rule("GA-7.5-02")
@pytest.mark.ruling("GA-7.5-02.3")
@pytest.mark.parametrize(
    ("marker", "x", "fits"),
    [
        ("1", 59.9, False),
        ("1", 60, True),
        ("1", 70, True),
        ("1", 70.1, False),
        ("2", 79, False),
        ("2", 80, True),
        ("2", 90, True),
    ],
)
def test_markers_lie_deep_in_their_lines(marker: str, x: float, fits: bool):
    """The First lies 10 inches from Neutral Territory, the Second 10 inches from the First Line, edges regardless."""
    outcome = warfield_laid(BREAK).when("red", PlaceObjectiveMarker(marker=marker, x=mil(x), y=0))
    outcome.then(ObjectiveMarkerPlaced, marker=marker) if fits else outcome.rejected("GA-7.5-02", "marker-line", "x")


@pytest.mark.rule("GA-7.5-02")
def test_lines_turn_with_the_defender():
    """Where the Defender has the low end his lines lie there."""
    table = warfield_laid(BREAK, low=1)
    table.when("red", PlaceObjectiveMarker(marker="1", x=mil(19.9), y=0)).rejected("GA-7.5-02", "marker-line")
    table.when("red", PlaceObjectiveMarker(marker="1", x=mil(30), y=0)).accepted()
    table.faces(2, 5)
    table.when("blue", PlaceObjectiveMarker(marker="2", x=mil(10), y=0)).accepted()


DEFENCE_LINES = (("1", 65_000), ("2", 85_000))


@pytest.mark.rule("GA-7.5-03", "GA-7.0-05")
def test_the_defender_begins_with_both_markers():
    """When the battle begins the Defender controls both markers; in other scenarios nobody controls any."""
    for scenario, controller in ((BREAK, 1), (NO_MANS, None)):
        table = warfield_laid(scenario)
        if scenario == BREAK:
            table.given(*(ObjectiveMarkerPlaced(marker=key, seat=0, x=x, y=9, next=None) for key, x in DEFENCE_LINES))
        table.given(WarfieldClosed(), FirstPlayerSet(round=1, seat=0)).ask("begin_battle", "table")
        outcome = table.when("table", BeginBattle()).then(BattleBegun)
        kinds: list[type[Struct]] = [type(event) for event in outcome.events]
        assert (ControlDetermined in kinds) == (scenario == BREAK)
        assert {marker.controller for marker in table.view("referee").markers} == {controller}


@pytest.mark.rule("GA-7.0-20", "GA-7.5-08")
@pytest.mark.ruling("GA-7.0-20.3", "GA-7.5-08.3")
@pytest.mark.parametrize(("scenario", "default"), [(SCIENTISTS, False), (NO_MANS, False), (BREAK, True)])
def test_default_of_annihilation_depends_on_the_scenario(scenario: str, default: bool):
    """Whether a destroyed army loses is an option whose default is the scenario's; what is said holds."""
    for given_terms, expected in ((None, default), (True, True), (False, False)):
        table = Table(rules_of("grinding_annihilation"))
        command = CreateBattle(battle_size="small", scenario=scenario, options=Options(annihilation_wins=given_terms))
        assert table.when("referee", command).one(BattleCreated).options.annihilation_wins is expected


@pytest.mark.rule("GA-2.1-01")
def test_unknown_scenarios_are_refused():
    """A scenario that there is not is refused."""
    command = CreateBattle(battle_size="small", scenario="tea_party", options=Options())
    outcome = refused(Table(rules_of("grinding_annihilation")), "referee", command, "GA-2.1-01")
    outcome.rejected("GA-2.1-01", "unknown-scenario", scenario="tea_party")


@pytest.mark.rule("GA-7.0-08", "GA-8.1-01")
@pytest.mark.parametrize("scenario", [EXSTINTECH, "war_of_control", SCIENTISTS, NO_MANS, BREAK])
@pytest.mark.parametrize(("size", "points"), [("small", 1000), ("medium", 2000), (LARGE, 3000)])
def test_sizes_of_each_scenario(scenario: str, size: str, points: int):
    """Every scenario accepts every size but Exstintech Recovery the Large one; the size fixes the points of both."""
    table = Table(rules_of("grinding_annihilation"))
    outcome = table.when("referee", CreateBattle(battle_size=size, scenario=scenario, options=Options()))
    if (scenario, size) == (EXSTINTECH, LARGE):
        outcome.rejected("GA-7.0-08", "wrong-battle-size", "battle_size")
    else:
        outcome.then(BattleCreated, battle_size=size, scenario=scenario, points_limit=points)
