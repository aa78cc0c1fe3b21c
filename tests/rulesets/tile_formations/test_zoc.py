"""Clause tests: zones of control, who has one, who may enter, and how a unit gets out."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    ContactMade,
    UnitDestroyed,
    UnitLeftZone,
    ZocExitImpossible,
    ZocLost,
    ZocRestored,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    Place,
    Placed,
    aircraft,
    alive,
    asked,
    at,
    begin,
    change,
    end_move,
    infantry,
    move,
    unit,
    vehicle,
    where,
)
from tests.rulesets.tile_formations.said_ground import (
    ACTIONS,
    FAR,
    GROUND,
    MADE,
    charge,
    made,
    over,
    plain,
    refused,
)

E: Placed = ((5, 5), infantry())
AROUND = [(x, y) for x in range(3, 8) for y in range(3, 8) if (x, y) != (5, 5)]


def facing(start: tuple[int, int], action: str = "advance", **given: Any) -> Table:
    """Set a unit of speed 4 up before the enemy at (5,5), its action begun."""
    units: dict[str, Placed] = {"a1.1": (start, infantry()), "b1.1": E}
    played = plain(units, **given)
    begin(played, "a1", action, target="b1" if action == "engage" else "")
    return played


def _closed(played: Table, tile: tuple[int, int], start: tuple[int, int]) -> bool:
    """Try whether a step from one tile to another is refused for a zone."""
    change(played, "a1.1", tile=at(*start), moved=False)
    outcome = move(played, "a1.1", tile)
    outcome.looked_at = True
    assert all(fault.reason == "enemy-zone" for fault in outcome.faults), outcome.faults
    return bool(outcome.faults)


@pytest.mark.rule("TF-ZOC-01")
@pytest.mark.parametrize(
    ("tile", "start"),
    [((3, 3), (2, 2)), ((3, 5), (2, 5)), ((3, 7), (2, 8)), ((5, 3), (5, 2)), ((5, 7), (5, 8)), ((7, 3), (8, 2)),
     ((7, 5), (8, 5)), ((7, 7), (8, 8)), ((4, 7), (4, 8)), ((7, 6), (8, 7))],
)  # fmt: skip
def test_a_zone_reaches_two_tiles(tile: tuple[int, int], start: tuple[int, int]) -> None:
    """The zone of an enemy at (5,5) is columns 3 to 7 and rows 3 to 7; the tiles around it are free."""
    assert _closed(facing(start), tile, start)
    x, y = start
    for beside in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
        if beside not in AROUND:
            assert not _closed(facing(start), beside, start)


@pytest.mark.rule("TF-ZOC-01")
def test_a_zone_ends_at_the_third_tile() -> None:
    """(7,7) lies in the zone of (5,5) and (8,5) does not."""
    played = facing((9, 5))
    assert not _closed(played, (8, 5), (9, 5))
    assert _closed(facing((8, 8)), (7, 7), (8, 8))


@pytest.mark.rule("TF-ZOC-01")
@pytest.mark.parametrize(("radius", "closed"), [(1, (4, 5)), (2, (3, 5)), (3, (2, 5))])
def test_the_reach_of_zones_is_an_option(radius: int, closed: tuple[int, int]) -> None:
    """With another radius the zone begins at another tile."""
    x, y = closed
    assert _closed(facing((x - 1, y), options={"zoc_radius": radius}), closed, (x - 1, y))
    assert not _closed(facing((x - 2, y), options={"zoc_radius": radius}), (x - 1, y), (x - 2, y))


@pytest.mark.rule("TF-ZOC-02")
@pytest.mark.parametrize("kind", [*GROUND, "AC"])
@pytest.mark.parametrize("state", ["normal", "overwatch", "broken"])
def test_ground_units_have_zones(kind: str, state: str) -> None:
    """Infantry, vehicles and war engines have zones whatever the state of their formation; aircraft have none."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), MADE[kind]())}
    played = plain(units, formations={"b1": {"state": state}})
    begin(played, "a1")
    assert _closed(played, (3, 5), (2, 5)) is (kind != "AC")


@pytest.mark.rule("TF-ZOC-02")
@pytest.mark.parametrize(
    ("placed", "state", "options", "closed"),
    [
        (((5, 5), infantry(flags=("no_zoc",))), "normal", {}, False),
        (("", infantry(), {"out": "shooting", "integrity": 0}), "normal", {}, False),
        (((5, 5), infantry()), "broken", {"broken_units_have_zoc": False}, False),
        (((5, 5), infantry()), "normal", {"broken_units_have_zoc": False}, True),
    ],
)
def test_some_units_have_no_zone(placed: Placed, state: str, options: dict[str, bool], closed: bool) -> None:
    """Flagged and destroyed units have no zone, broken formations none where the option says so."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": placed, "b2.1": FAR}
    played = plain(units, options=options, formations={"b1": {"state": state}})
    begin(played, "a1")
    assert _closed(played, (3, 5), (2, 5)) is closed


@pytest.mark.rule("TF-ZOC-03")
def test_terrain_and_units_do_not_bound_a_zone() -> None:
    """A cliff, a wood or another unit between leaves a tile at distance 2 in the zone."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "b1.1": E, "b1.2": ((4, 6), made("AV")), "a2.1": ((4, 4), made("INF")),
    }  # fmt: skip
    for ground in ("cliffs", "woods", "buildings"):
        played = plain(units, terrain={(4, 5): ground})
        begin(played, "a1")
        assert _closed(played, (3, 5), (2, 5))


@pytest.mark.rule("TF-ZOC-03")
def test_own_zones_do_not_matter() -> None:
    """A unit goes where it likes around units of its own side, and of an allied army."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "a2.1": ((5, 5), vehicle()), "c1.1": ((3, 7), vehicle()), "b1.1": FAR,
    }  # fmt: skip
    played = plain(units, seats=3, sides=(1, 2, 1))
    begin(played, "a1")
    move(played, "a1.1", (3, 5), (4, 6)).accepted()


@pytest.mark.rule("TF-ZOC-04")
@pytest.mark.parametrize("action", ACTIONS)
def test_an_enemy_zone_is_closed(action: str) -> None:
    """Under any action but an engage a unit moves to (2,5) and not to (3,5), where the zone of (5,5) begins."""
    played = facing((1, 5), action)
    refused(move(played, "a1.1", (2, 5), (3, 5)), "enemy-zone", "TF-ZOC-04", tile=at(3, 5), enemy="b1.1")
    refused(move(played, "a1.1", (2, 4), (3, 3), (2, 2)), "enemy-zone", "TF-ZOC-04", tile=at(3, 3))
    move(played, "a1.1", (2, 5)).accepted()


@pytest.mark.rule("TF-ZOC-05")
def test_a_charge_enters_a_zone() -> None:
    """An engaging unit goes through the zone into contact."""
    played = facing((2, 5), "engage")
    charge(played, "a1.1", "b1.1", (2, 5), (3, 5), (4, 5)).then(ContactMade, unit="a1.1", enemies=("b1.1",))
    assert where(played, "a1.1") == at(4, 5)


@pytest.mark.rule("TF-ZOC-06")
def test_a_zone_is_entered_for_contact_only() -> None:
    """With speed 1 the zone can be entered but no enemy reached: refused, as a charge and as a move."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry(speed=1)), "b1.1": E}
    played = plain(units)
    begin(played, "a1", "engage", target="b1")
    refused(charge(played, "a1.1", "b1.1", (2, 5), (3, 5)), "no-contact", "TF-ZOC-06")
    refused(move(played, "a1.1", (2, 5), (3, 5)), "no-contact", "TF-ZOC-06", enemy="b1.1")
    played = facing((2, 5), "engage")
    refused(move(played, "a1.1", (3, 4), (2, 3)), "no-contact", "TF-ZOC-06")


@pytest.mark.rule("TF-ZOC-06")
@pytest.mark.parametrize(("contact", "allowed"), [("any_enemy", True), ("zone_owner", False)])
def test_which_enemy_has_to_be_contacted(contact: str, allowed: bool) -> None:
    """Contact with any enemy will do, or only with one whose zone was entered."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": E, "b1.2": ((2, 2), made("INF"))}
    played = plain(units, options={"charge_contact": contact})
    begin(played, "a1", "engage", target="b1")
    outcome = charge(played, "a1.1", "b1.2", (3, 4), (3, 3))
    if allowed:
        outcome.then(ContactMade, enemies=("b1.2",))
    else:
        refused(outcome, "no-contact", "TF-ZOC-06")
        charge(played, "a1.1", "b1.1", (3, 4), (4, 4)).then(ContactMade, enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-07")
def test_contact_takes_the_zone_away() -> None:
    """The first contact opens all 25 tiles of that enemy: another unit goes where it could not a moment before."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": E}
    played = plain(units)
    begin(played, "a1", "engage", target="b1")
    refused(move(played, "a1.2", (3, 5)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    assert unit(played, "b1.1").zone_lost
    move(played, "a1.2", (3, 6), (3, 5)).accepted()
    assert where(played, "a1.2") == at(3, 5)


def _two_enemies() -> Table:
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "a1.2": ((3, 2), infantry(speed=5)), "b1.1": E, "b2.1": ((8, 4), infantry()),
    }  # fmt: skip
    played = plain(units)
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    return played


@pytest.mark.rule("TF-ZOC-08")
def test_later_units_go_through_the_former_zone() -> None:
    """After the contact a second charger goes through (4,4), which only that zone closed, on to the enemy at (8,4)."""
    played = _two_enemies()
    path = [(3, 3), (4, 4), (5, 4), (6, 4), (7, 4)]
    charge(played, "a1.2", "b2.1", *path).then(ContactMade, unit="a1.2", enemies=("b2.1",)).then(ZocLost, unit="b2.1")


@pytest.mark.rule("TF-ZOC-08")
def test_the_zone_of_a_second_enemy_stays_closed() -> None:
    """Tiles that lie also in the zone of an enemy who is not contacted are closed, and the others open."""
    played = _two_enemies()
    refused(move(played, "a1.2", (3, 3), (4, 4), (5, 4), (6, 3)), "no-contact", "TF-ZOC-06", enemy="b2.1")
    move(played, "a1.2", (3, 3), (4, 4), (5, 3)).accepted()


@pytest.mark.rule("TF-ZOC-09")
def test_zones_return_after_the_assault() -> None:
    """When the assault is over, the enemy has its zone again."""
    played = facing((2, 5), "engage", referee=True)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted().asks("assault", "referee")
    over(played).then(AssaultEnded).then(ZocRestored, unit="b1.1")
    assert not unit(played, "b1.1").zone_lost
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 5)), "must-leave", "TF-ZOC-10")


@pytest.mark.rule("TF-ZOC-10")
def test_a_unit_in_a_zone_leaves_it() -> None:
    """From (4,5) an advance may end at (2,5), out of the zone of (5,5), and not at (3,5)."""
    played = facing((4, 5))
    refused(move(played, "a1.1", (3, 5)), "must-leave", "TF-ZOC-10", enemy="b1.1")
    refused(move(played, "a1.1"), "must-leave", "TF-ZOC-10", enemy="b1.1")
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-10")
def test_or_it_charges() -> None:
    """Engaging, it may charge the enemy instead, or leave the zone as well; staying in it uncontacted is refused."""
    played = facing((3, 5), "engage")
    refused(move(played, "a1.1", (3, 6)), "must-charge-or-leave", "TF-ZOC-10")
    charge(played, "a1.1", "b1.1", (4, 5)).then(ContactMade)
    played = facing((3, 5), "engage")
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-11")
@pytest.mark.parametrize(("action", "options"), [("overwatch", {}), ("hold", {"moves_per_action": {"hold": 0}})])
def test_a_formation_in_a_zone_takes_an_action_with_a_move(action: str, options: dict[str, dict[str, int]]) -> None:
    """With one unit two tiles from an enemy, overwatch and other actions without a move are refused."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "a1.2": ((3, 5), infantry()), "b1.1": E}
    played = plain(units, options=options)
    refused(asked(played, "a1", action), "in-enemy-zone", "TF-ZOC-11", unit="a1.2")
    change(played, "a1.2", tile=at(2, 5))
    asked(played, "a1", action).accepted()


@pytest.mark.rule("TF-ZOC-11")
def test_other_units_do_as_they_like() -> None:
    """Only the unit in the zone has to go; another may stay where it is."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "a1.2": ((3, 5), infantry()), "b1.1": E}
    played = plain(units)
    begin(played, "a1")
    move(played, "a1.2", (2, 5)).accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_leaves_without_going_nearer() -> None:
    """From (4,5) steps to (3,5) and (2,5) lead out of the zone of (5,5), those to (4,4) and (4,3) do not."""
    refused(move(facing((4, 5)), "a1.1", (4, 4), (4, 3)), "must-leave", "TF-ZOC-10")
    move(facing((4, 5)), "a1.1", (4, 4), (4, 3), (4, 2)).then(UnitLeftZone)
    refused(move(facing((3, 5)), "a1.1", (4, 4), (3, 3), (2, 2)), "nearer", "TF-ZOC-12", tile=at(4, 4), enemy="b1.1")
    move(facing((4, 5)), "a1.1", (3, 5), (2, 5)).then(UnitLeftZone)


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_that_leaves_enters_no_other_zone() -> None:
    """On its way out it stays out of the zone of an enemy in whose zone it did not start."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "b1.1": E, "b1.2": ((2, 8), infantry())}
    played = plain(units)
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 6), (2, 5)), "another-zone", "TF-ZOC-12", tile=at(3, 6), enemy="b1.2")
    move(played, "a1.1", (3, 5), (2, 5)).then(UnitLeftZone, enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-12")
def test_a_zone_once_left_is_not_entered_again() -> None:
    """A unit that is out of the zone may not go back into it in the same action."""
    played = facing((4, 5), "double")
    move(played, "a1.1", (3, 5), (2, 5)).accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04")


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize(("by", "waits"), [("last_move", True), ("first_move", False)])
def test_a_unit_is_out_by_the_last_move(by: str, waits: bool) -> None:
    """In a double it may still stand in the zone after the first move, unless the option wants it out by then."""
    played = facing((4, 5), "double", options={"leave_zone_by": by})
    first = move(played, "a1.1", (3, 5))
    if not waits:
        refused(first, "must-leave", "TF-ZOC-10")
        move(played, "a1.1", (3, 5), (2, 5)).accepted()
        return
    first.accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", (3, 6)), "must-leave", "TF-ZOC-10")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    move(played, "a1.1", (2, 5)).then(UnitLeftZone)
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
@pytest.mark.parametrize("action", ["advance", "engage"])
def test_the_last_move_does_not_end_with_a_unit_inside(action: str) -> None:
    """A unit that could leave, and has not charged, has to be moved before the last move ends."""
    played = facing((4, 5), action)
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    move(played, "a1.1", (3, 5), (2, 5)).accepted()
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_leaves_two_zones_at_once() -> None:
    """A unit in the zones of two enemies goes nearer to neither, and is out of both at the end."""
    units: dict[str, Placed] = {"a1.1": ((5, 7), infantry()), "b1.1": E, "b1.2": ((7, 8), infantry())}
    played = plain(units)
    begin(played, "a1")
    refused(move(played, "a1.1", (6, 8), (6, 9)), "nearer", "TF-ZOC-12", enemy="b1.2")
    refused(move(played, "a1.1", (5, 8)), "must-leave", "TF-ZOC-10")
    move(played, "a1.1", (4, 8)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1", "b1.2"))


CLOSED = {(x, y): "cliffs" for x in (2, 3, 4) for y in (4, 5, 6) if (x, y) != (3, 5)}


@pytest.mark.rule("TF-ZOC-13")
@pytest.mark.parametrize("destroyed", [False, True])
def test_a_unit_that_is_shut_in_may_stay(destroyed: bool) -> None:
    """Surrounded by cliffs two tiles from an enemy a unit stays, and is destroyed only where the option says so."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry()), "b1.1": E, "a2.1": ((11, 2), infantry())}
    played = plain(units, terrain=CLOSED, options={"zoc_trapped_destroyed": destroyed})
    begin(played, "a1")
    ended = end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=destroyed)
    if destroyed:
        ended.then(UnitDestroyed, unit="a1.1", cause="trapped")
        assert alive(played) == ["a2.1", "b1.1"]
    else:
        ended.without(UnitDestroyed)
        assert where(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-13")
def test_a_unit_that_is_shut_in_charges_where_it_can() -> None:
    """Shut in beside an enemy, an engaging unit has to charge it; nobody is excused who can."""
    walls: dict[Place, str] = {(x, y): "cliffs" for x in (3, 4) for y in (4, 5, 6) if (x, y) != (4, 5)}
    played = facing((4, 5), "engage", terrain={**walls, (5, 4): "cliffs", (5, 6): "cliffs"})
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12", unit="a1.1")
    charge(played, "a1.1", "b1.1").then(ContactMade, unit="a1.1")
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-13")
def test_a_unit_that_can_not_leave_gets_as_far_as_it_can() -> None:
    """Where only a tile farther off within the zone can be reached, it has to be taken."""
    walls: dict[Place, str] = {
        (x, y): "cliffs" for x in range(2, 6) for y in range(4, 7) if (x, y) not in ((3, 5), (4, 5), (5, 5))
    }
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry()), "b1.1": E}
    played = plain(units, terrain=walls)
    begin(played, "a1")
    refused(end_move(played, "a1"), "unit-must-withdraw", "TF-ZOC-13", unit="a1.1")
    refused(move(played, "a1.1"), "must-withdraw", "TF-ZOC-13", distance=2)
    move(played, "a1.1", (3, 5)).then(ZocExitImpossible, unit="a1.1")
    end_move(played, "a1").accepted()
    assert where(played, "a1.1") == at(3, 5)


@pytest.mark.rule("TF-ZOC-02")
def test_aircraft_enter_zones_no_more_than_others() -> None:
    """Aircraft have no zone themselves, but a unit of any type stays out of an enemy's."""
    played = plain({"a1.1": ((2, 5), aircraft()), "b1.1": E})
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 5)), "enemy-zone", "TF-ZOC-04")
