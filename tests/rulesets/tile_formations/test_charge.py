"""Clause tests: charge moves, contact, and the assault that they open."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    AssaultHits,
    AssaultOpened,
    CasualtyTaken,
    ContactEnded,
    ContactMade,
    DangerousTestRequired,
    ResolveOverwatch,
    RollSaves,
    RollToHit,
    SavesRolled,
    UnitDestroyed,
    ZocLost,
    ZocRestored,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    asked,
    at,
    begin,
    end_move,
    infantry,
    move,
    roll,
    unit,
    vehicle,
    where,
)
from tests.rulesets.tile_formations.said_ground import charge, lost, made, over, plain, refused

E: Placed = ((5, 5), infantry())


def engaged(units: dict[str, Placed], **given: Any) -> Table:
    """Set units up and let a1 engage b1."""
    played = plain(units, **given)
    begin(played, "a1", "engage", target="b1")
    return played


def _row(first: int, last: int) -> list[tuple[int, int]]:
    return [(x, 5) for x in range(first, last + 1)]


@pytest.mark.rule("TF-CHARGE-01")
@pytest.mark.parametrize(("distance", "moves", "reached"), [(5, 1, True), (6, 1, False), (9, 2, True), (10, 2, False)])
def test_a_charge_goes_as_far_as_the_speed(distance: int, moves: int, reached: bool) -> None:
    """With speed 4 an enemy 5 tiles away is contacted and one 6 tiles away is not; the option makes charges longer."""
    units: dict[str, Placed] = {"a1.1": ((1, 5), infantry()), "b1.1": ((1 + distance, 5), infantry())}
    played = engaged(units, options={"charge_moves": moves})
    outcome = charge(played, "a1.1", "b1.1", *_row(2, distance))
    if reached:
        outcome.then(ContactMade, unit="a1.1", enemies=("b1.1",))
    else:
        refused(outcome, "exceeds-speed", "TF-CHARGE-01", cost=distance - 1, speed=4 * moves)


@pytest.mark.rule("TF-CHARGE-01")
def test_a_charge_is_one_move() -> None:
    """Each unit charges once, and the action has no second charge move."""
    played = engaged({"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": E})
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    refused(charge(played, "a1.1", "b1.1", (4, 4)), "already-moved", "TF-MOVE-07")
    end_move(played, "a1").accepted().asks("assault", "red", "blue")


@pytest.mark.rule("TF-CHARGE-01")
def test_a_charge_obeys_the_rules_of_movement() -> None:
    """A charge goes around what is impassable, takes dangerous terrain tests, and makes contact after them."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), vehicle()), "b1.1": E}
    played = engaged(units, terrain={(3, 5): "buildings", (3, 4): "woods"})
    refused(charge(played, "a1.1", "b1.1", (3, 5), (4, 5)), "impassable", "TF-BUILD-02", tile=at(3, 5))
    tested = charge(played, "a1.1", "b1.1", (3, 4), (4, 5)).then(DangerousTestRequired, tile=at(3, 4))
    tested.without(ContactMade)
    roll(played, "a1.1", 5).then(ContactMade, unit="a1.1")
    played = engaged(units, terrain={(3, 4): "woods"})
    charge(played, "a1.1", "b1.1", (3, 4), (4, 5)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed, unit="a1.1").without(ContactMade, ZocLost, AssaultOpened)


@pytest.mark.rule("TF-CHARGE-01")
def test_only_an_engage_charges() -> None:
    """A charge under another action is refused."""
    played = plain({"a1.1": ((2, 5), infantry()), "b1.1": E})
    begin(played, "a1")
    outcome = charge(played, "a1.1", "b1.1", (3, 5), (4, 5))
    refused(outcome, "not-engaging", "TF-CHARGE-01")


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_is_adjacency() -> None:
    """(4,4) touches (5,5); a charge that ends two tiles away is none."""
    played = engaged({"a1.1": ((2, 4), infantry()), "b1.1": E})
    refused(charge(played, "a1.1", "b1.1", (3, 4)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (3, 4), (4, 4)).then(ContactMade, unit="a1.1", enemies=("b1.1",))
    assert unit(played, "a1.1").contacts == ("b1.1",)
    assert unit(played, "b1.1").contacts == ("a1.1",)


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_is_with_every_enemy_beside() -> None:
    """A charger at (4,4) contacts enemies at (5,5) and at (3,3), and both lose their zones."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": E, "b1.2": ((3, 3), infantry())}
    played = engaged(units)
    outcome = charge(played, "a1.1", "b1.1", (3, 5), (4, 4))
    outcome.then(ContactMade, unit="a1.1", enemies=("b1.1", "b1.2"))
    assert [event.unit for event in outcome.events if isinstance(event, ZocLost)] == ["b1.1", "b1.2"]


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_follows_the_grid() -> None:
    """Without diagonals a unit at (4,4) does not touch (5,5)."""
    options = {"tile_shape": "square4"}
    played = engaged({"a1.1": ((3, 4), infantry()), "b1.1": E}, options=options)
    refused(charge(played, "a1.1", "b1.1", (4, 4)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (4, 4), (4, 5)).then(ContactMade)


@pytest.mark.rule("TF-CHARGE-02")
def test_contact_is_where_the_move_ends() -> None:
    """A unit that passes an enemy and ends two tiles from it has made no contact."""
    played = engaged({"a1.1": ((2, 4), infantry()), "b1.1": E})
    refused(charge(played, "a1.1", "b1.1", (3, 4), (4, 4), (4, 3)), "no-contact", "TF-ZOC-06")
    refused(move(played, "a1.1", (3, 4), (4, 4), (4, 3)), "no-contact", "TF-ZOC-06")


@pytest.mark.rule("TF-CHARGE-02")
def test_a_unit_beside_its_enemy_charges_on_the_spot() -> None:
    """A charge of no step makes contact where the unit stands."""
    played = engaged({"a1.1": ((4, 4), infantry()), "b1.1": E})
    charge(played, "a1.1", "b1.1").then(ContactMade, unit="a1.1", enemies=("b1.1",)).then(ZocLost, unit="b1.1")
    end_move(played, "a1").accepted().asks("assault", "red", "blue")


@pytest.mark.rule("TF-CHARGE-03")
def test_an_engage_names_its_target() -> None:
    """Without a target an engage is refused, so is one on a formation that is no enemy, and a target elsewhere."""
    played = plain({"a1.1": ((2, 5), infantry()), "a2.1": ((11, 5), infantry()), "b1.1": E})
    refused(asked(played, "a1", "engage"), "target-needed", "TF-CHARGE-03")
    refused(asked(played, "a1", "engage", target="a2"), "not-an-enemy", "TF-CHARGE-03")
    refused(asked(played, "a1", "advance", target="b1"), "no-target-here", "TF-CHARGE-03")
    begin(played, "a1", "engage", target="b1")
    played = plain({"a1.1": ((2, 5), infantry()), "b1.1": E}, options={"engage_target_required": False})
    begin(played, "a1", "engage")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ContactMade)


@pytest.mark.rule("TF-CHARGE-03")
def test_other_formations_are_drawn_in() -> None:
    """Contact with a unit of another formation is allowed, and the assault has both."""
    played = engaged({"a1.1": ((2, 4), infantry()), "b1.1": E, "b2.1": ((5, 3), infantry())})
    made_contact = charge(played, "a1.1", "b1.1", (3, 4), (4, 4)).one(ContactMade)
    assert made_contact.enemies == ("b1.1", "b2.1")
    assert made_contact.formations == ("a1", "b1", "b2")
    played = engaged({"a1.1": ((2, 4), infantry()), "b1.1": ((11, 5), infantry()), "b2.1": ((5, 5), infantry())})
    drawn = charge(played, "a1.1", "b2.1", (3, 4), (4, 4)).one(ContactMade)
    assert {"a1", "b2"} <= set(drawn.formations)


@pytest.mark.rule("TF-CHARGE-04")
def test_a_unit_may_move_without_contact() -> None:
    """Another unit may end at distance 3 from an enemy who is not contacted, and not at distance 2."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "a1.2": ((1, 5), infantry()), "b1.1": E}
    played = engaged(units)
    refused(move(played, "a1.2", (2, 4), (3, 4)), "no-contact", "TF-ZOC-06")
    move(played, "a1.2", (2, 4)).accepted()
    assert where(played, "a1.2") == at(2, 4)


@pytest.mark.rule("TF-CHARGE-05")
def test_chargers_move_one_after_the_other() -> None:
    """A path past an enemy that was refused a moment before is open once the first charger has contacted it."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry(speed=6)), "b1.1": E}
    played = engaged(units)
    past = [(3, 7), (4, 7), (5, 7), (6, 7), (7, 7), (8, 7)]
    refused(move(played, "a1.2", *past), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    move(played, "a1.2", *past).accepted()
    assert where(played, "a1.2") == at(8, 7)


def _fighting(ground: str = "woods", armour: int = 1) -> Table:
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry(armour=armour, integrity=3))}
    played = engaged(units, terrain={(5, 5): ground}, referee=True)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(AssaultOpened, formation="a1")
    end_move(played, "a1").accepted().asks("assault", "referee")
    return played


@pytest.mark.rule("TF-CHARGE-06")
def test_an_assault_is_open_until_it_is_declared_over() -> None:
    """The contacts open one assault, which the referee ends; there is none to end before or after."""
    played = engaged({"a1.1": ((2, 5), infantry()), "b1.1": E}, referee=True)
    refused(over(played), "no-assault-open", "TF-CHARGE-06")
    played = _fighting()
    assert [each.over for each in played.game.assaults.values()] == [False]
    over(played).then(AssaultEnded)
    assert not [each for each in played.game.assaults.values() if not each.over]
    refused(over(played), "no-assault-open", "TF-CHARGE-06")


@pytest.mark.rule("TF-CHARGE-06")
def test_hits_of_an_assault_are_saved_as_others() -> None:
    """Two hits on infantry of armour 1 in woods are saved by its cover of 2: on a 2, not on a 3."""
    played = _fighting()
    played.when("referee", AssaultHits(unit="b1.1", hits=2, save_modifier=0)).asks("saves", "blue")
    rolled = played.faces(2, 3).when("blue", RollSaves(unit="")).accepted()
    saves = rolled.one(SavesRolled).saves
    assert [(each.save, each.value.total, each.saved) for each in saves] == [("cover", 2, True), ("cover", 2, False)]
    rolled.then(CasualtyTaken, unit="b1.1", points=1, left=2, cause="assault")
    assert len(played.game.assaults) == 1
    rolled.asks("assault", "referee")


@pytest.mark.rule("TF-CHARGE-06")
def test_losses_of_an_assault_are_told() -> None:
    """Losses that were decided outside are told and taken without any die, while the assault is open."""
    played = _fighting()
    lost(played, "b1.1", 2).then(CasualtyTaken, unit="b1.1", points=2, left=1)
    assert not played.rolls
    over(played).then(AssaultEnded)


@pytest.mark.rule("TF-CHARGE-07")
def test_contact_ends_with_a_unit_but_the_zone_stays_lost() -> None:
    """Where a charger is destroyed the contact is over; its enemy's tiles stay open until the assault is over."""
    units: dict[str, Placed] = {"a1.1": ((3, 4), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": E}
    played = engaged(units, referee=True)
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    lost(played, "a1.1").then(UnitDestroyed, unit="a1.1").then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert unit(played, "b1.1").contacts == ()
    assert unit(played, "b1.1").zone_lost
    move(played, "a1.2", (3, 6)).accepted()
    end_move(played, "a1").accepted().asks("assault", "referee")
    over(played).then(ZocRestored, unit="b1.1")


@pytest.mark.rule("TF-CHARGE-07")
def test_a_charger_may_fall_to_overwatch() -> None:
    """Overwatch that destroys the charger after its move ends the contact; the zone returns with the assault's end."""
    units: dict[str, Placed] = {
        "a1.1": ((3, 4), infantry()), "a1.2": ((2, 4), infantry()), "b1.1": E, "b2.1": ((9, 4), infantry()),
    }  # fmt: skip
    played = engaged(units, referee=True, formations={"b2": {"state": "overwatch"}})
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    end_move(played, "a1").accepted().asks("overwatch", "blue")
    shooting = ResolveOverwatch(formation="b2", target="a1", crossfire=False, air=False, to_hit_modifier=0)
    played.when("blue", shooting).accepted()
    played.faces(1).when("blue", RollToHit(unit="b2.1", target="a1.1")).accepted()
    saves = played.when("red", RollSaves(unit=""))
    saves.then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert unit(played, "b1.1").zone_lost
    saves.asks("assault", "referee")
    over(played).then(ZocRestored, unit="b1.1")


@pytest.mark.rule("TF-CHARGE-07")
def test_contact_ends_with_the_enemy_too() -> None:
    """Where the contacted enemy is destroyed, the contact is over and the charger stays where it is."""
    units: dict[str, Placed] = {"a1.1": ((3, 4), infantry()), "b1.1": E, "b1.2": ((11, 5), made("INF"))}
    played = engaged(units, referee=True)
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    lost(played, "b1.1").then(UnitDestroyed, unit="b1.1").then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert unit(played, "a1.1").contacts == ()
    assert where(played, "a1.1") == at(4, 4)
