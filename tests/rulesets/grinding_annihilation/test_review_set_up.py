"""What is found in review about setting formations up: before the battle, and from Reserves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.grinding_annihilation import setting
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    CommitBattleFormations,
    DeclareNoRoom,
    DeployFormation,
    EndBattle,
    EnhancementChoice,
    GearChoice,
    PlaceObjectiveMarker,
    TroopCount,
    TroopDestroyed,
    TroopPose,
    VictorDetermined,
    WarfieldSet,
    Zone,
)
from tests.kit import tables_closed
from tests.rulesets.grinding_annihilation.afield import aircraft, carrier, poses, squad, writing, written
from tests.rulesets.grinding_annihilation.afield import silence as silent
from tests.rulesets.grinding_annihilation.givens import ENDS, ability, created, formation, refused
from tests.rulesets.grinding_annihilation.test_army import LORD, SQUAD, army
from tests.rulesets.grinding_annihilation.test_army import row as roster_row
from tests.rulesets.grinding_annihilation.test_reserves import arrive, arriving, ending
from tests.rulesets.grinding_annihilation.test_review_offers import crowded, silence

__all__ = ["tables_closed"]


@pytest.mark.rule("GA-2.2-06", "GA-8.2-07")
def test_an_arrival_loses_nobody_who_has_room(monkeypatch: pytest.MonkeyPatch):
    """Where three of five have room, two alone do not arrive: the losses accepted are those without room."""
    monkeypatch.setattr(setting, "room", lambda *_: poses("a-p", (5, 5), (5, 6.5), (5, 8)))
    table = arriving(2, troops=5)
    table.when("red", arrive((5, 5), (5, 6.5), losses=True)).rejected("GA-2.2-06", "room-for-more", "troops", most=3)
    table.when("red", arrive((2, 5), (2, 6.5), (2, 8), losses=True)).then(TroopDestroyed, troop="a-p.5")


@pytest.mark.rule("GA-7.0-13", "GA-2.2-06")
def test_no_room_is_declared_for_those_without():
    """Where two of five find room in the zone, those two are set up and only the others are destroyed."""
    table = crowded(1_500, 5)
    row = table.game.formations["a-f"]
    gone = next(key for key in row.troops if table.game.troops[key].pose == Pose(10_000, 10_000, 0, 0))
    table.set(troops={key: each for key, each in table.game.troops.items() if key != gone})
    table.put("formations", replace(row, troops=tuple(each for each in row.troops if each != gone)))
    two = silence(table)
    assert isinstance(two, DeclareNoRoom)
    for troops in ((), two.troops[:1]):
        said = replace(two, troops=troops)
        table.when("red", said).rejected("GA-7.0-13", "room-for-more", "troops", formation="a-r", most=2)
    other = tuple(replace(each, troop=f"a-r.{number}") for number, each in enumerate(two.troops, 4))
    assert isinstance(other[0], TroopPose)
    table.when("red", replace(two, troops=other)).then(TroopDestroyed, troop="a-r.1", cause="no_room")


@pytest.mark.rule("GA-4.2-05", "GA-7.0-13")
@pytest.mark.parametrize("afield", [True, False])
def test_infiltrators_are_not_lost_while_the_warfield_has_room(*, afield: bool):
    """A crowded zone destroys no Infiltrators, who have room elsewhere; silence sets them up there."""
    table = crowded(1_500, 3)
    part = table.game.parts["a-r"]
    table.put("parts", replace(part, abilities=(ability("infiltrators"),) if afield else ()))
    if not afield:
        assert silence(table) == DeclareNoRoom(formation="a-r", troops=())
        return
    refused(table, "red", DeclareNoRoom(formation="a-r", troops=()), "GA-7.0-13").rejected("GA-7.0-13", "room-left")
    said = silence(table)
    assert isinstance(said, DeployFormation)
    table.when("red", said).accepted()
    assert len(said.troops) == 3
    assert all(20_000 < each.pose.x < 31_000 for each in said.troops)


# -- Aircraft that count towards the quarter

COUNTED = {"aircraft_count_to_reserve_limit": True}


@pytest.mark.rule("GA-8.2-03", "GA-4.3-01", "GA-8.2-02")
@pytest.mark.parametrize(("kites", "counted", "accepted"), [(2, True, True), (3, True, False), (3, False, True)])
def test_aircraft_that_can_not_all_be_in_reserves_are_not_mustered(kites: int, *, counted: bool, accepted: bool):
    """By the option an army whose Aircraft alone cost more than a quarter is refused: it could not be set up."""
    rows = [roster_row(f"kite{n}", "shear_kite", 1, 105, profile="kite") for n in range(kites)]
    table = created(options={"aircraft_count_to_reserve_limit": counted})
    said = table.when("red", army(LORD, *rows))
    if accepted:
        said.accepted()
    else:
        said.rejected("GA-8.2-02", "aircraft-over-quarter", "formations", points=315, limit=250)


@pytest.mark.rule("GA-8.2-03", "GA-4.3-04")
def test_silence_lets_aircraft_hover_that_have_no_place_in_reserves():
    """Where Aircraft count and cost too much, silence lets those hover that can, and is not refused."""
    kite, barge = aircraft(), aircraft("a-h", powers=("hover",))
    barge = barge._replace(row=replace(barge.row, points=200))
    table = writing(kite, barge, formation("b-b", at=[(50, 5)]), options=COUNTED)
    said = silent(table)
    assert isinstance(said, CommitBattleFormations)
    assert said.formations is not None
    assert (said.formations.reserves, said.formations.hover) == (("a-f",), ("a-h",))
    table.when("red", said).accepted()


# -- rosters


@pytest.mark.rule("GA-8.1-04", "GA-4.1-06", "GA-8.1-06")
def test_a_wrong_size_hides_no_other_fault():
    """With the wrong number of troops, options and enhancements of the formation are refused along with it."""
    gear = tuple(GearChoice(option=each, troops=()) for each in ("none", "veil", "veil"))
    chosen = tuple(EnhancementChoice(troop=1, enhancement="foresight_engine") for _ in range(2))
    wrong = replace(SQUAD, troops=(TroopCount(profile="sentinel", count=2**31),), gear=gear, enhancements=chosen)
    found = {(each.reason, each.path) for each in created().refused(army(LORD, wrong), "red")}
    assert found >= {
        ("wrong-size", "formations[1].troops"), ("unknown-option", "formations[1].gear[0]"),
        ("option-twice", "formations[1].gear[2]"), ("no-character-troop", "formations[1].enhancements[0].troop"),
        ("enhanced-twice", "formations[1].enhancements[1].troop"),
    }  # fmt: skip


@pytest.mark.rule("GA-8.1-01", "GA-8.1-04")
def test_wrong_points_hide_no_army_that_costs_too_much():
    """An army that costs too much by its catalogues is told so at once, whatever points its roster claims."""
    squads = [replace(SQUAD, id=f"squad{number}", points=1) for number in range(8)]
    said = created().when("red", army(LORD, *squads))
    said.rejected("GA-8.1-01", "over-limit", "formations", points=1130, limit=1000)
    said.rejected("GA-8.1-04", "wrong-points", "formations[1].points", points=130, found=1)
    dear = [replace(SQUAD, id=f"squad{number}", points=300) for number in range(4)]
    reasons = {each.reason for each in created().refused(army(LORD, *dear), "red")}
    assert reasons == {"wrong-points"}


@pytest.mark.rule("GA-5.0-04")
def test_manoeuvres_that_are_refused_are_named():
    """A refusal of what was prepared says how many there are and which are unknown."""
    said = created().when("red", army(LORD, SQUAD, prepared_manoeuvres=("grenades", "grenades")))
    said.rejected("GA-5.0-04", "prepared", "prepared_manoeuvres", found=2, most=5, unknown="none")


@pytest.mark.rule("GA-4.2-07", "GA-7.0-11")
def test_a_leader_that_joins_is_named_by_its_escort():
    """Who writes an attached Leader down for Reserves or a transport is told to name the Escort."""
    leader = formation("a-l", at=[(8, 8)], keywords=("infantry", "character"), leads=("p",), powers=("leader",))
    table = writing(squad(1), leader, carrier(), formation("b-b", at=[(50, 5)]))
    joined = {"a-l": "a-p"}
    for said in (written(lead=joined, strategic=("a-l",)), written(lead=joined, aboard={"a-l": "a-t.1"})):
        table.when("red", said).rejected("GA-4.2-07", "goes-with-escort", formation="a-l", escort="a-p")
    table.when("red", written(lead=joined, aboard={"b-b": "a-t.1"})).rejected("", "unknown-id")
    table.when("red", written(lead=joined, strategic=("a-p",))).accepted()


@pytest.mark.rule("GA-8.1-07", "GA-7.0-18")
@pytest.mark.parametrize(("worth", "points"), [(0, (0, 0)), (2, (0, 2))])
def test_a_general_that_never_arrives_is_destroyed(worth: int, points: tuple[int, int]):
    """With the option a General left in Reserves counts as destroyed before the victor is determined."""
    chief = formation("a-aa", at=[(5, 5)], keywords=("infantry", "character"))
    units = (chief, formation("a-z", at=[(5, 9)]), formation("b-b", at=[(30, 22)]))
    table = ending(*units, off={"a-aa": "strategic_reserves"}, options={"general_kill_tp": worth})
    table.when("table", EndBattle()).then(VictorDetermined, points=points, destroyed=(), winner=1 if worth else None)


@pytest.mark.rule("GA-7.1-02")
@pytest.mark.parametrize(("at", "where"), [((30_000, 6_000), "y"), ((30_000, 38_000), "y"), ((-1, 22_000), "x"),
                                           ((2**31 - 1, 22_000), "x")])  # fmt: skip
def test_a_marker_too_near_to_an_edge_is_told_which_way(at: tuple[int, int], where: str):
    """A marker exactly 6" from an edge, or off the warfield, is refused at the coordinate that is wrong."""
    table = created()
    zones = tuple(Zone(seat=seat, x0=x, y0=0, x1=x + 20_000, y1=44_000) for seat, x in ((0, 0), (1, 40_000)))
    table.given(*ENDS, WarfieldSet(length=60_000, width=44_000, zones=zones)).ask("place_marker", "red")
    said = PlaceObjectiveMarker(marker="1", x=at[0], y=at[1])
    table.when("red", said).rejected("GA-7.1-02", "marker-edge", where, over=6_000)
