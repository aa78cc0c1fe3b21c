"""Who may enter a zone of control."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import AssaultOpened, ContactMade, ZocLost
from tests.rulesets.tile_formations.fixtures import (
    ENEMY_INFANTRY,
    ENEMY_VEHICLE,
    MOVING_ACTIONS,
    Placed,
    at,
    infantry,
    open_ground,
    table,
    zoneless,
)
from tests.rulesets.tile_formations.steps import begin_action, charge, move, refused, tile_of_unit, unit_row
from tests.rulesets.tile_formations.zones.steps import stand_near_enemy


@pytest.mark.rule("TF-ZOC-04")
@pytest.mark.parametrize("action", MOVING_ACTIONS)
def test_an_enemy_zone_is_closed(action: str) -> None:
    """Under any action but an engage a unit moves to (2,5) and not to (3,5), where the zone of (5,5) begins."""
    played = stand_near_enemy((1, 5), action)
    refused(move(played, "a1.1", (2, 5), (3, 5)), "enemy-zone", "TF-ZOC-04", tile=at(3, 5), enemy="b1.1")
    refused(move(played, "a1.1", (2, 4), (3, 3), (2, 2)), "enemy-zone", "TF-ZOC-04", tile=at(3, 3))
    move(played, "a1.1", (2, 5)).accepted()


@pytest.mark.rule("TF-ZOC-05")
def test_a_charge_enters_a_zone() -> None:
    """An engaging unit goes through the zone into contact."""
    played = stand_near_enemy((2, 5), "engage")
    charge(played, "a1.1", "b1.1", (2, 5), (3, 5), (4, 5)).then(ContactMade, unit="a1.1", enemies=("b1.1",))
    assert tile_of_unit(played, "a1.1") == at(4, 5)


@pytest.mark.rule("TF-ZOC-06")
def test_a_zone_is_entered_for_contact_only() -> None:
    """With speed 1 the zone can be entered but no enemy reached: refused, as a charge and as a move."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}
    played = open_ground(units)
    begin_action(played, "a1", "engage", target="b1")
    refused(charge(played, "a1.1", "b1.1", (2, 5), (3, 5)), "no-contact", "TF-ZOC-06")
    refused(move(played, "a1.1", (2, 5), (3, 5)), "no-contact", "TF-ZOC-06", enemy="b1.1")
    played = stand_near_enemy((2, 5), "engage")
    refused(move(played, "a1.1", (3, 4), (2, 3)), "no-contact", "TF-ZOC-06")


@pytest.mark.rule("TF-ZOC-06")
@pytest.mark.parametrize(("contact", "allowed"), [("any_enemy", True), ("zone_owner", False)])
@pytest.mark.ruling("TF-ZOC-06.2", "TF-ZOC-06.3")
def test_which_enemy_has_to_be_contacted(contact: str, allowed: bool) -> None:
    """Contact with any enemy will do, or only with one whose zone was entered."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY, "b1.2": ((2, 2), zoneless("INF"))}
    played = open_ground(units, options={"charge_contact": contact})
    begin_action(played, "a1", "engage", target="b1")
    outcome = charge(played, "a1.1", "b1.2", (3, 4), (3, 3))
    if allowed:
        outcome.then(ContactMade, enemies=("b1.2",))
    else:
        refused(outcome, "no-contact", "TF-ZOC-06")
        charge(played, "a1.1", "b1.1", (3, 4), (4, 4)).then(ContactMade, enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-04", "TF-ZOC-06")
def test_zones_are_closed_unless_engaging() -> None:
    """Other actions stay out of enemy zones; an engaging unit enters one to make contact, and only so."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((1, 5), infantry())})
    begin_action(played, "a1")
    move(played, "a1.1", (2, 5), (3, 5)).rejected("TF-ZOC-04", "enemy-zone", tile=at(3, 5), enemy="b1.1")
    move(played, "a1.1", (2, 5)).accepted()
    played = table("", ENEMY_VEHICLE | {"a1.1": ((2, 5), infantry())})
    begin_action(played, "a1", "engage", target="b1")
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-06", "no-contact", enemy="b1.1")
    move(played, "a1.1", (3, 5), (4, 5)).then(AssaultOpened, ContactMade, ZocLost)
    assert unit_row(played, "b1.1").zone_lost
