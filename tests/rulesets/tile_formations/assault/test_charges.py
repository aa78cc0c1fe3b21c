"""Charge moves: who may charge, how far, and whom a charger comes into contact with."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultOpened,
    ContactMade,
    DangerousTestRequired,
    UnitDestroyed,
    ZocLost,
)
from tests.rulesets.tile_formations.fixtures import (
    ENEMY_INFANTRY,
    ENEMY_VEHICLE,
    Placed,
    at,
    infantry,
    open_ground,
    table,
    vehicle,
    war_engine,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    ask_action,
    begin_action,
    change_unit,
    charge,
    end_move,
    engage,
    engage_with_referee,
    move,
    refused,
    roll,
    tile_of_unit,
    unit_row,
)


def _row(first: int, last: int) -> list[tuple[int, int]]:
    return [(x, 5) for x in range(first, last + 1)]


@pytest.mark.rule("TF-CHARGE-01")
@pytest.mark.parametrize(("distance", "moves", "reached"), [(5, 1, True), (6, 1, False), (9, 2, True), (10, 2, False)])
@pytest.mark.ruling("TF-CHARGE-01.2", "TF-CHARGE-01.3")
def test_a_charge_goes_as_far_as_the_speed(distance: int, moves: int, reached: bool) -> None:
    """With speed 4 an enemy 5 tiles away is contacted and one 6 tiles away is not; the option makes charges longer."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "b1.1": ((1 + distance, 5), infantry())}
    played = engage(units, options={"charge_moves": moves})
    outcome = charge(played, "a1.1", "b1.1", *_row(2, distance))
    if reached:
        outcome.then(ContactMade, unit="a1.1", enemies=("b1.1",))
    else:
        refused(outcome, "exceeds-speed", "TF-CHARGE-01", cost=distance - 1, speed=4 * moves)


@pytest.mark.rule("TF-CHARGE-01")
@pytest.mark.ruling("TF-CHARGE-01.2")
def test_a_charge_is_one_move() -> None:
    """Each unit charges once, and the action has no second charge move."""
    played = engage({"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": ENEMY_INFANTRY})
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    refused(charge(played, "a1.1", "b1.1", (4, 4)), "already-moved", "TF-MOVE-07")
    end_move(played, "a1").accepted().asks("assault", "red", "blue")


@pytest.mark.rule("TF-CHARGE-01")
def test_a_charge_obeys_the_rules_of_movement() -> None:
    """A charge goes around what is impassable, takes dangerous terrain tests, and makes contact after them."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), vehicle()), "b1.1": ENEMY_INFANTRY}
    played = engage(units, terrain={(3, 5): "buildings", (3, 4): "woods"})
    refused(charge(played, "a1.1", "b1.1", (3, 5), (4, 5)), "impassable", "TF-BUILD-02", tile=at(3, 5))
    tested = charge(played, "a1.1", "b1.1", (3, 4), (4, 5)).then(DangerousTestRequired, tile=at(3, 4))
    tested.without(ContactMade)
    roll(played, "a1.1", 5).then(ContactMade, unit="a1.1")
    played = engage(units, terrain={(3, 4): "woods"})
    charge(played, "a1.1", "b1.1", (3, 4), (4, 5)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed, unit="a1.1").without(ContactMade, ZocLost, AssaultOpened)


@pytest.mark.rule("TF-CHARGE-01")
def test_only_an_engage_charges() -> None:
    """A charge under another action is refused."""
    played = open_ground({"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY})
    begin_action(played, "a1")
    outcome = charge(played, "a1.1", "b1.1", (3, 5), (4, 5))
    refused(outcome, "not-engaging", "TF-CHARGE-01")


@pytest.mark.rule("TF-CHARGE-02")
@pytest.mark.ruling("TF-CHARGE-02.2")
def test_contact_is_adjacency() -> None:
    """(4,4) touches (5,5); a charge that ends two tiles away is none."""
    played = engage({"a1.1": ((2, 4), infantry()), "b1.1": ENEMY_INFANTRY})
    refused(charge(played, "a1.1", "b1.1", (3, 4)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (3, 4), (4, 4)).then(ContactMade, unit="a1.1", enemies=("b1.1",))
    assert unit_row(played, "a1.1").contacts == ("b1.1",)
    assert unit_row(played, "b1.1").contacts == ("a1.1",)


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_is_with_every_enemy_beside() -> None:
    """A charger at (4,4) contacts enemies at (5,5) and at (3,3), and both lose their zones."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY, "b1.2": ((3, 3), infantry())}
    played = engage(units)
    outcome = charge(played, "a1.1", "b1.1", (3, 5), (4, 4))
    outcome.then(ContactMade, unit="a1.1", enemies=("b1.1", "b1.2"))
    assert [event.unit for event in outcome.events if isinstance(event, ZocLost)] == ["b1.1", "b1.2"]


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_follows_the_grid() -> None:
    """Without diagonals a unit at (4,4) does not touch (5,5)."""
    options = {"tile_shape": "square4"}
    played = engage({"a1.1": ((3, 4), infantry()), "b1.1": ENEMY_INFANTRY}, options=options)
    refused(charge(played, "a1.1", "b1.1", (4, 4)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (4, 4), (4, 5)).then(ContactMade)


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_is_where_the_move_ends() -> None:
    """A unit that passes an enemy and ends two tiles from it has made no contact."""
    played = engage({"a1.1": ((2, 4), infantry()), "b1.1": ENEMY_INFANTRY})
    refused(charge(played, "a1.1", "b1.1", (3, 4), (4, 4), (4, 3)), "no-contact", "TF-ZOC-06")
    refused(move(played, "a1.1", (3, 4), (4, 4), (4, 3)), "no-contact", "TF-ZOC-06")


@pytest.mark.rule("TF-CHARGE-02")
def test_a_unit_beside_its_enemy_charges_on_the_spot() -> None:
    """A charge of no step makes contact where the unit stands."""
    played = engage({"a1.1": ((4, 4), infantry()), "b1.1": ENEMY_INFANTRY})
    charge(played, "a1.1", "b1.1").then(ContactMade, unit="a1.1", enemies=("b1.1",)).then(ZocLost, unit="b1.1")
    end_move(played, "a1").accepted().asks("assault", "red", "blue")


@pytest.mark.rule("TF-CHARGE-03")
@pytest.mark.ruling("TF-CHARGE-03.2")
def test_an_engage_names_its_target() -> None:
    """Without a target an engage is refused, so is one on a formation that is no enemy, and a target elsewhere."""
    played = open_ground({"a1.1": ((2, 5), infantry()), "a2.1": ((11, 5), infantry()), "b1.1": ENEMY_INFANTRY})
    refused(ask_action(played, "a1", "engage"), "target-needed", "TF-CHARGE-03")
    refused(ask_action(played, "a1", "engage", target="a2"), "not-an-enemy", "TF-CHARGE-03")
    refused(ask_action(played, "a1", "advance", target="b1"), "no-target-here", "TF-CHARGE-03")
    begin_action(played, "a1", "engage", target="b1")
    played = open_ground(
        {"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY}, options={"engage_target_required": False}
    )
    begin_action(played, "a1", "engage")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ContactMade)


@pytest.mark.rule("TF-CHARGE-03")
@pytest.mark.ruling("TF-CHARGE-03.2")
def test_other_formations_are_drawn_in() -> None:
    """Contact with a unit of another formation is allowed, and the assault has both."""
    played = engage({"a1.1": ((2, 4), infantry()), "b1.1": ENEMY_INFANTRY, "b2.1": ((5, 3), infantry())})
    made_contact = charge(played, "a1.1", "b1.1", (3, 4), (4, 4)).one(ContactMade)
    assert made_contact.enemies == ("b1.1", "b2.1")
    assert made_contact.formations == ("a1", "b1", "b2")
    played = engage({"a1.1": ((2, 4), infantry()), "b1.1": ((11, 5), infantry()), "b2.1": ((5, 5), infantry())})
    drawn = charge(played, "a1.1", "b2.1", (3, 4), (4, 4)).one(ContactMade)
    assert {"a1", "b2"} <= set(drawn.formations)


@pytest.mark.rule("TF-CHARGE-04")
def test_a_unit_may_move_without_contact() -> None:
    """Another unit may end at distance 3 from an enemy who is not contacted, and not at distance 2."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "a1.2": ((1, 5), infantry()), "b1.1": ENEMY_INFANTRY}
    played = engage(units)
    refused(move(played, "a1.2", (2, 4), (3, 4)), "no-contact", "TF-ZOC-06")
    move(played, "a1.2", (2, 4)).accepted()
    assert tile_of_unit(played, "a1.2") == at(2, 4)


@pytest.mark.rule("TF-CHARGE-05")
def test_chargers_move_one_after_the_other() -> None:
    """A path past an enemy that was refused a moment before is open once the first charger has contacted it."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a1.2": ((2, 6), infantry(speed=6)),
        "b1.1": ENEMY_INFANTRY,
    }
    played = engage(units)
    past = [(3, 7), (4, 7), (5, 7), (6, 7), (7, 7), (8, 7)]
    refused(move(played, "a1.2", *past), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    move(played, "a1.2", *past).accepted()
    assert tile_of_unit(played, "a1.2") == at(8, 7)


@pytest.mark.rule("TF-CHARGE-01", "TF-CHARGE-02", "TF-CHARGE-03")
def test_a_charge_names_what_it_reaches() -> None:
    """A charge belongs to an engage action and ends beside the enemy that it names, within its speed."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((0, 5), infantry(speed=4))})
    begin_action(played, "a1")
    charge(played, "a1.1", "b1.1", (1, 5)).rejected("TF-CHARGE-01", "not-engaging")
    ask_action(played, "a1", "engage").rejected("TF-CHARGE-03", "target-needed")
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (1, 5), (2, 5)).rejected("TF-CHARGE-02", "no-contact")
    charge(played, "a1.1", "a1.1", (1, 5), (2, 5)).rejected("TF-CHARGE-02", "not-an-enemy")
    charge(played, "a1.1", "b1.1", (1, 5), (2, 5), (3, 5), (4, 5)).accepted()
    played = table("", ENEMY_VEHICLE | {"a1.1": ((0, 4), infantry(speed=3))})
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (1, 5), (2, 5), (3, 5), (4, 5)).rejected("TF-CHARGE-01", "exceeds-speed")


@pytest.mark.rule("TF-CHARGE-02", "TF-ZOC-07")
def test_a_charge_meets_all_beside_it() -> None:
    """A charger is in contact with every enemy beside it, and all of them lose their zones."""
    played = table("", ENEMY_VEHICLE | {"b2.1": ((3, 3), vehicle()), "a1.1": ((4, 1), infantry())})
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (5, 2), (5, 3), (4, 4)).then(ContactMade, enemies=("b1.1", "b2.1"))
    assert unit_row(played, "b1.1").zone_lost
    assert unit_row(played, "b2.1").zone_lost


@pytest.mark.rule("TF-CHARGE-02")
def test_a_unit_beside_an_enemy_charges_without_a_step() -> None:
    """Who is in contact already may charge where it stands."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((4, 5), infantry())})
    begin_action(played, "a1", "engage", target="b1")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    charge(played, "a1.1", "b1.1").then(ContactMade, enemies=("b1.1",))
    end_move(played, "a1").accepted().asks("assault")


@pytest.mark.rule("TF-CHARGE-02")
@pytest.mark.rule("TF-GRID-02")
def test_contact_with_a_large_unit_is_with_its_nearest_tile() -> None:
    """Beside any tile of a 2 by 2 enemy is contact; its zone begins two tiles from that side."""
    units: dict[str, Placed] = {"a1.1": ((10, 6), infantry()), "b1.1": ((5, 5), war_engine(columns=2, rows=2))}
    played = open_ground(units)
    begin_action(played, "a1", "engage", target="b1")
    refused(move(played, "a1.1", (9, 6), (8, 6)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (9, 6), (8, 6), (7, 7)).then(ContactMade, enemies=("b1.1",))


@pytest.mark.rule("TF-CHARGE-02")
def test_a_charge_without_contact_is_none_where_there_is_no_zone() -> None:
    """A charge that ends two tiles from an enemy without a zone is no contact either; a move there is allowed."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), zoneless("INF"))}
    played = engage_with_referee(units)
    refused(charge(played, "a1.1", "b1.1", (3, 5)), "no-contact", "TF-CHARGE-02", enemy="b1.1")
    move(played, "a1.1", (3, 5)).without(ContactMade)
    assert unit_row(played, "a1.1").contacts == ()


@pytest.mark.rule("TF-CHARGE-02")
def test_a_charge_names_an_enemy_that_stands() -> None:
    """Neither an own unit nor one that is destroyed can be charged."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a1.2": ((2, 6), infantry()),
        "b1.1": ENEMY_INFANTRY,
        "b1.2": ("L12", infantry()),
    }
    played = engage_with_referee(units)
    change_unit(played, "b1.2", out="shooting", tile="", integrity=0)
    for other in ("a1.2", "b1.2"):
        refused(charge(played, "a1.1", other, (3, 5), (4, 5)), "not-an-enemy", "TF-CHARGE-02", enemy=other)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ContactMade, enemies=("b1.1",))


@pytest.mark.rule("TF-CHARGE-03")
def test_a_target_has_units_left() -> None:
    """A formation whose units are all off the battlefield can not be engaged."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "b1.1": ENEMY_INFANTRY,
        "b2.1": ("", infantry(), {"out": "shooting", "integrity": 0}),
    }
    played = open_ground(units)
    refused(ask_action(played, "a1", "engage", target="b2"), "not-an-enemy", "TF-CHARGE-03", enemy="b2")
    begin_action(played, "a1", "engage", target="b1")
