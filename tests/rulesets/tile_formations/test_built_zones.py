"""Zones of control, charges, contact and assaults."""

from __future__ import annotations

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    AssaultOpened,
    Charge,
    ContactMade,
    EndAssault,
    ZocExitImpossible,
    ZocLost,
    ZocRestored,
)
from adjudicator.rulesets.tile_formations.zones import zone_of, zones_around
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    aircraft,
    asked,
    at,
    begin,
    end_move,
    infantry,
    move,
    path,
    table,
    top,
    unit,
    vehicle,
)

ENEMY = {"b1.1": ((5, 5), vehicle())}


def charge(played: Table, mover: str, enemy: str, *places: tuple[int, int]) -> Outcome:
    return played.when("red", Charge(unit=mover, path=path(*places), enemy=enemy))


def test_a_zone_is_two_tiles_wide() -> None:
    """A zone is all tiles up to two away; aircraft and flagged units have none, broken ones by the options."""
    played = table("", ENEMY | {"a1.1": ((7, 7), infantry()), "b1.2": ((1, 1), aircraft())})
    assert set(zone_of(played.game, "b1.1")) == {at(x, y) for x in range(3, 8) for y in range(3, 8)}
    assert zones_around(played.game, "a1.1") == ("b1.1",)
    none: list[Placed] = [((5, 5), vehicle(flags=("no_zoc",))), ((5, 5), vehicle(), {"zone_lost": "assault-1"})]
    for placed in none:
        assert not zones_around(table("", {"a1.1": ((7, 7), infantry()), "b1.1": placed}).game, "a1.1")
    broken = {"b1": {"state": "broken"}}
    units = ENEMY | {"a1.1": ((7, 7), infantry())}
    assert zones_around(table("", units, formations=broken).game, "a1.1")
    options = {"broken_units_have_zoc": False}
    assert not zones_around(table("", units, formations=broken, options=options).game, "a1.1")


def test_zones_are_closed_unless_engaging() -> None:
    """Other actions stay out of enemy zones; an engaging unit enters one to make contact, and only so."""
    played = table("", ENEMY | {"a1.1": ((1, 5), infantry())})
    begin(played, "a1")
    move(played, "a1.1", (2, 5), (3, 5)).rejected("TF-ZOC-04", "enemy-zone", tile=at(3, 5), enemy="b1.1")
    move(played, "a1.1", (2, 5)).accepted()
    played = table("", ENEMY | {"a1.1": ((2, 5), infantry())})
    begin(played, "a1", "engage", target="b1")
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-06", "no-contact", enemy="b1.1")
    move(played, "a1.1", (3, 5), (4, 5)).then(AssaultOpened, ContactMade, ZocLost)
    assert unit(played, "b1.1").zone_lost


def test_a_lost_zone_opens_tiles_for_others() -> None:
    """After a contact others go through that zone, but not into the zone of a second enemy without contact."""
    units = ENEMY | {"a1.1": ((2, 5), infantry()), "a1.2": ((2, 4), infantry(speed=6)), "b2.1": ((8, 4), vehicle())}
    played = table("", units)
    begin(played, "a1", "engage", target="b1")
    move(played, "a1.2", (3, 4), (4, 3), (5, 3)).rejected("TF-ZOC-06", "no-contact")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 6)).accepted()
    move(played, "a1.2", (3, 4), (4, 3), (5, 3), (6, 3)).rejected("TF-ZOC-06", "no-contact", enemy="b2.1")
    drawn = charge(played, "a1.2", "b2.1", (3, 4), (4, 3), (5, 3), (6, 3), (7, 3)).one(ContactMade)
    assert drawn.formations == ("a1", "b1", "b2")


def test_an_assault_lasts_until_it_is_said_to_be_over() -> None:
    """The zones return when the other seat lets it stand that the assault is over."""
    played = table("", ENEMY | {"a1.1": ((2, 5), infantry())})
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted().asks("assault", "red", "blue")
    played.when("red", EndAssault(assault="other")).rejected("TF-CHARGE-06", "no-such-assault")
    played.when("red", EndAssault(assault="")).accepted().asks("fact_stated", "blue")
    disputed = played.faces(1, 6).when("blue", DisputeFact(fact=top(played).about[0], value="not over"))
    disputed.without(AssaultEnded).asks("assault", "red", "blue")
    played = table("", ENEMY | {"a1.1": ((2, 5), infantry())})
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted()
    played.when("blue", EndAssault(assault="assault-1")).accepted()
    ended = played.when("red", ConfirmFact(fact=top(played).about[0])).then(AssaultEnded, ZocRestored)
    ended.asks("action_end", "red")
    assert not unit(played, "a1.1").contacts


def test_a_referee_ends_an_assault_at_once() -> None:
    """A referee's word needs nobody else's."""
    played = table("", ENEMY | {"a1.1": ((2, 5), infantry())}, referee=True)
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted().asks("assault", "referee")
    played.when("referee", EndAssault(assault="")).then(AssaultEnded, ZocRestored).asks("action_end", "red")


def test_who_stands_in_a_zone_has_to_leave_it() -> None:
    """A unit in an enemy zone leaves it in its action, away from its owner, or charges."""
    played = table("", ENEMY | {"a1.1": ((4, 5), infantry())})
    asked(played, "a1", "overwatch").rejected("TF-ZOC-11", "in-enemy-zone", unit="a1.1")
    begin(played, "a1")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone", unit="a1.1")
    move(played, "a1.1", (3, 5)).rejected("TF-ZOC-10", "must-leave", enemy="b1.1")
    move(played, "a1.1", (4, 4), (4, 3)).rejected("TF-ZOC-10", "must-leave")
    move(played, "a1.1", (3, 4), (4, 4), (3, 4), (2, 4)).rejected("TF-ZOC-12", "nearer")
    silent = played.rules.windows["formation_move"].default_command
    command = silent(played.game, top(played), 0) if silent else None
    assert command is not None
    assert not played.refused(command, "red")
    move(played, "a1.1", (3, 5), (2, 5)).cites("TF-ZOC-12")
    end_move(played, "a1").accepted()


def test_on_a_march_the_last_move_counts() -> None:
    """A unit has to be out of the zones when the last move ends, or after the first by the options."""
    units = ENEMY | {"a1.1": ((4, 5), infantry(speed=1))}
    played = table("", units)
    begin(played, "a1", "march")
    move(played, "a1.1", (3, 5)).accepted()
    end_move(played, "a1").accepted()
    end_move(played, "a1").accepted()
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    move(played, "a1.1", (2, 5)).accepted()
    played = table("", units | {"a1.1": ((3, 5), infantry(speed=1))}, options={"leave_zone_by": "first_move"})
    begin(played, "a1", "march")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")


def test_who_can_not_leave_stays() -> None:
    """Where no way leads out and no charge is possible, staying as far off as can be is accepted."""
    drawing = "C C C . .\nC . C . .\nC C C . .\n. . . . .\n. . . . ."
    units = {"a1.1": ((1, 1), infantry()), "b1.1": ((3, 1), vehicle())}
    played = table(drawing, units)
    begin(played, "a1")
    end_move(played, "a1").then(ZocExitImpossible, unit="a1.1", enemies=("b1.1",), destroyed=False)
    played = table(drawing, units, options={"zoc_trapped_destroyed": True})
    begin(played, "a1")
    end_move(played, "a1").then(ZocExitImpossible, destroyed=True)
    assert unit(played, "a1.1").out == "trapped"
    played = table("", {"a1.1": ((3, 1), infantry(speed=1)), "b1.1": ((4, 1), vehicle())})
    begin(played, "a1")
    end_move(played, "a1").rejected("TF-ZOC-13", "unit-must-withdraw", unit="a1.1")
    move(played, "a1.1", (3, 2)).rejected("TF-ZOC-13", "must-withdraw", distance=2)
    move(played, "a1.1", (2, 1)).then(ZocExitImpossible)
    end_move(played, "a1").without(ZocExitImpossible)


def test_a_charge_names_what_it_reaches() -> None:
    """A charge belongs to an engage action and ends beside the enemy that it names, within its speed."""
    played = table("", ENEMY | {"a1.1": ((0, 5), infantry(speed=4))})
    begin(played, "a1")
    charge(played, "a1.1", "b1.1", (1, 5)).rejected("TF-CHARGE-01", "not-engaging")
    asked(played, "a1", "engage").rejected("TF-CHARGE-03", "target-needed")
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (1, 5), (2, 5)).rejected("TF-CHARGE-02", "no-contact")
    charge(played, "a1.1", "a1.1", (1, 5), (2, 5)).rejected("TF-CHARGE-02", "not-an-enemy")
    charge(played, "a1.1", "b1.1", (1, 5), (2, 5), (3, 5), (4, 5)).accepted()
    played = table("", ENEMY | {"a1.1": ((0, 4), infantry(speed=3))})
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (1, 5), (2, 5), (3, 5), (4, 5)).rejected("TF-CHARGE-01", "exceeds-speed")


def test_a_charge_meets_all_beside_it() -> None:
    """A charger is in contact with every enemy beside it, and all of them lose their zones."""
    played = table("", ENEMY | {"b2.1": ((3, 3), vehicle()), "a1.1": ((4, 1), infantry())})
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (5, 2), (5, 3), (4, 4)).then(ContactMade, enemies=("b1.1", "b2.1"))
    assert unit(played, "b1.1").zone_lost
    assert unit(played, "b2.1").zone_lost


def test_a_unit_beside_an_enemy_charges_without_a_step() -> None:
    """Who is in contact already may charge where it stands."""
    played = table("", ENEMY | {"a1.1": ((4, 5), infantry())})
    begin(played, "a1", "engage", target="b1")
    end_move(played, "a1").rejected("TF-ZOC-12", "unit-in-zone")
    charge(played, "a1.1", "b1.1").then(ContactMade, enemies=("b1.1",))
    end_move(played, "a1").accepted().asks("assault")
