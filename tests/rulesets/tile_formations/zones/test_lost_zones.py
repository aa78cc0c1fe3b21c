"""Zones that are lost by contact, and when they return."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    ContactMade,
    UnitDestroyed,
    UnitMoved,
    ZocLost,
    ZocRestored,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    ENEMY_INFANTRY,
    ENEMY_VEHICLE,
    Placed,
    at,
    infantry,
    open_ground,
    table,
    vehicle,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    change_unit,
    charge,
    end_assault,
    end_move,
    engage_with_referee,
    move,
    refused,
    report_loss,
    tile_of_unit,
    unit_row,
)
from tests.rulesets.tile_formations.zones.steps import stand_near_enemy


@pytest.mark.rule("TF-ZOC-07")
def test_contact_takes_the_zone_away() -> None:
    """The first contact opens all 25 tiles of that enemy: another unit goes where it could not a moment before."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units)
    begin_action(played, "a1", "engage", target="b1")
    refused(move(played, "a1.2", (3, 5)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    assert unit_row(played, "b1.1").zone_lost
    move(played, "a1.2", (3, 6), (3, 5)).accepted()
    assert tile_of_unit(played, "a1.2") == at(3, 5)


def _two_enemies() -> Table:
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a1.2": ((3, 2), infantry(speed=5)),
        "b1.1": ENEMY_INFANTRY,
        "b2.1": ((8, 4), infantry()),
    }
    played = open_ground(units)
    begin_action(played, "a1", "engage", target="b1")
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
    played = stand_near_enemy((2, 5), "engage", referee=True)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted().asks("assault", "referee")
    end_assault(played).then(AssaultEnded).then(ZocRestored, unit="b1.1")
    assert not unit_row(played, "b1.1").zone_lost
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 5)), "must-leave", "TF-ZOC-10")


@pytest.mark.rule("TF-ZOC-08")
def test_a_lost_zone_opens_tiles_for_others() -> None:
    """After a contact others go through that zone, but not into the zone of a second enemy without contact."""
    units = ENEMY_VEHICLE | {
        "a1.1": ((2, 5), infantry()),
        "a1.2": ((2, 4), infantry(speed=6)),
        "b2.1": ((8, 4), vehicle()),
    }
    played = table("", units)
    begin_action(played, "a1", "engage", target="b1")
    move(played, "a1.2", (3, 4), (4, 3), (5, 3)).rejected("TF-ZOC-06", "no-contact")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 6)).accepted()
    move(played, "a1.2", (3, 4), (4, 3), (5, 3), (6, 3)).rejected("TF-ZOC-06", "no-contact", enemy="b2.1")
    drawn = charge(played, "a1.2", "b2.1", (3, 4), (4, 3), (5, 3), (6, 3), (7, 3)).one(ContactMade)
    assert drawn.formations == ("a1", "b1", "b2")


@pytest.mark.rule("TF-ZOC-07")
@pytest.mark.parametrize(
    "path",
    [[(2, y), (3, y), (4, y), (5, y), (6, y), (7, y), (8, y)] for y in (3, 4, 6, 7)]
    + [[(2, 6), (3, 5), (4, 6), (5, 6), (6, 5), (7, 5), (8, 5)]],
)
def test_contact_opens_all_tiles_of_a_zone(path: list[tuple[int, int]]) -> None:
    """Each of the tiles around a contacted enemy may be gone through, which was closed to all before the contact."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a1.2": (path[0], infantry(speed=9)),
        "b1.1": ENEMY_INFANTRY,
    }
    played = engage_with_referee(units)
    for here, there in pairwise(path):
        change_unit(played, "a1.2", tile=at(*here), moved=False)
        if (max(abs(here[0] - 5), abs(here[1] - 5)), max(abs(there[0] - 5), abs(there[1] - 5))) == (3, 2):
            refused(move(played, "a1.2", there), "no-contact", "TF-ZOC-06", enemy="b1.1")
    change_unit(played, "a1.2", tile=at(*path[0]), moved=False)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    move(played, "a1.2", *path[1:]).then(UnitMoved, unit="a1.2", tile=at(*path[-1]), done=True)


@pytest.mark.rule("TF-ZOC-09")
def test_only_who_is_left_has_a_zone_again() -> None:
    """Of two contacted enemies the one that was destroyed gets no zone back when the assault is over."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY, "b1.2": ((3, 3), infantry())}
    played = engage_with_referee(units)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 4)).then(ContactMade, enemies=("b1.1", "b1.2"))
    end_move(played, "a1").asks("assault", "referee")
    report_loss(played, "b1.2").then(UnitDestroyed, unit="b1.2")
    ended = end_assault(played).accepted()
    assert [event.unit for event in ended.events if isinstance(event, ZocRestored)] == ["b1.1"]
    assert not unit_row(played, "b1.1").zone_lost
