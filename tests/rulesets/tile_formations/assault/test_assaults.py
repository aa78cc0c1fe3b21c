"""An assault from its first contact to its declared end, and how contacts end."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import ConfirmFact, DisputeFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    AssaultHits,
    AssaultOpened,
    CasualtyTaken,
    Charge,
    ContactEnded,
    ContactMade,
    EndAssault,
    RecordCasualties,
    ResolveOverwatch,
    RollSaves,
    RollToHit,
    SavesRolled,
    UnitDestroyed,
    UnitLeftBattlefield,
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
    path,
    table,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    change_unit,
    charge,
    end_action,
    end_assault,
    end_move,
    engage,
    engage_with_referee,
    move,
    open_assault,
    open_fact,
    refused,
    report_hits,
    report_loss,
    roll_saves,
    tile_of_unit,
    unit_row,
)


def _fight_tiles(ground: str = "woods", armour: int = 1) -> Table:
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry(armour=armour, integrity=3))}
    played = engage(units, terrain={(5, 5): ground}, referee=True)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(AssaultOpened, formation="a1")
    end_move(played, "a1").accepted().asks("assault", "referee")
    return played


@pytest.mark.rule("TF-CHARGE-06")
@pytest.mark.ruling("TF-CHARGE-06.2")
def test_an_assault_is_open_until_it_is_declared_over() -> None:
    """The contacts open one assault, which the referee ends; there is none to end before or after."""
    played = engage({"a1.1": ((2, 5), infantry()), "b1.1": ENEMY_INFANTRY}, referee=True)
    refused(end_assault(played), "no-assault-open", "TF-CHARGE-06")
    played = _fight_tiles()
    assert [assault.over for assault in played.game.assaults.values()] == [False]
    end_assault(played).then(AssaultEnded)
    assert not [assault for assault in played.game.assaults.values() if not assault.over]
    refused(end_assault(played), "no-assault-open", "TF-CHARGE-06")


@pytest.mark.rule("TF-CHARGE-06")
@pytest.mark.ruling("TF-CHARGE-06.2")
def test_hits_of_an_assault_are_saved_as_others() -> None:
    """Two hits on infantry of armour 1 in woods are saved by its cover of 2: on a 2, not on a 3."""
    played = _fight_tiles()
    played.when("referee", AssaultHits(unit="b1.1", hits=2, save_modifier=0)).asks("saves", "blue")
    rolled = played.faces(2, 3).when("blue", RollSaves(unit="")).accepted()
    saves = rolled.one(SavesRolled).saves
    assert [(save.save, save.value.total, save.saved) for save in saves] == [("cover", 2, True), ("cover", 2, False)]
    rolled.then(CasualtyTaken, unit="b1.1", points=1, left=2, cause="assault")
    assert len(played.game.assaults) == 1
    rolled.asks("assault", "referee")


@pytest.mark.rule("TF-CHARGE-06")
@pytest.mark.ruling("TF-CHARGE-06.2")
def test_losses_of_an_assault_are_stated() -> None:
    """Losses that were decided outside are stated and taken without any die, while the assault is open."""
    played = _fight_tiles()
    report_loss(played, "b1.1", 2).then(CasualtyTaken, unit="b1.1", points=2, left=1)
    assert not played.rolls
    end_assault(played).then(AssaultEnded)


@pytest.mark.rule("TF-CHARGE-07")
@pytest.mark.ruling("TF-CHARGE-07.2")
def test_contact_ends_with_a_unit_but_the_zone_stays_lost() -> None:
    """Where a charger is destroyed the contact is over; its enemy's tiles stay open until the assault is over."""
    units: dict[str, Placed] = {"a1.1": ((3, 4), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": ENEMY_INFANTRY}
    played = engage(units, referee=True)
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    report_loss(played, "a1.1").then(UnitDestroyed, unit="a1.1").then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert unit_row(played, "b1.1").contacts == ()
    assert unit_row(played, "b1.1").zone_lost
    move(played, "a1.2", (3, 6)).accepted()
    end_move(played, "a1").accepted().asks("assault", "referee")
    end_assault(played).then(ZocRestored, unit="b1.1")


@pytest.mark.rule("TF-CHARGE-07")
@pytest.mark.ruling("TF-CHARGE-07.2", "TF-OW-04.2")
def test_a_charger_may_fall_to_overwatch() -> None:
    """Overwatch that destroys the charger after its move ends the contact; the zone returns with the assault's end."""
    units: dict[str, Placed] = {
        "a1.1": ((3, 4), infantry()),
        "a1.2": ((2, 4), infantry()),
        "b1.1": ENEMY_INFANTRY,
        "b2.1": ((9, 4), infantry()),
    }
    played = engage(units, referee=True, formations={"b2": {"state": "overwatch"}})
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    end_move(played, "a1").accepted().asks("overwatch", "blue")
    shooting = ResolveOverwatch(formation="b2", target="a1", crossfire=False, air=False, to_hit_modifier=0)
    played.when("blue", shooting).accepted()
    played.faces(1).when("blue", RollToHit(unit="b2.1", target="a1.1")).accepted()
    saves = played.when("red", RollSaves(unit=""))
    saves.then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert unit_row(played, "b1.1").zone_lost
    saves.asks("assault", "referee")
    end_assault(played).then(ZocRestored, unit="b1.1")


@pytest.mark.rule("TF-CHARGE-07")
def test_contact_ends_with_the_enemy_too() -> None:
    """Where the contacted enemy is destroyed, the contact is over and the charger stays where it is."""
    units: dict[str, Placed] = {
        "a1.1": ((3, 4), infantry()),
        "b1.1": ENEMY_INFANTRY,
        "b1.2": ((11, 5), zoneless("INF")),
    }
    played = engage(units, referee=True)
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    report_loss(played, "b1.1").then(UnitDestroyed, unit="b1.1").then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert unit_row(played, "a1.1").contacts == ()
    assert tile_of_unit(played, "a1.1") == at(4, 4)


@pytest.mark.rule("TF-CHARGE-06")
def test_there_is_no_assault_to_end() -> None:
    """Before an assault opens and after it is over, its end is refused since none is open."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry())}
    played = table("", units, referee=True)
    begin_action(played, "a1", "engage", target="b1")
    played.when("referee", EndAssault(assault="")).rejected("TF-CHARGE-06", "no-assault-open", "assault")
    played.when("red", EndAssault(assault="assault-1")).rejected("TF-CHARGE-06", "no-assault-open", "assault")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    waits = played.when("referee", EndAssault(assault=""))
    waits.rejected("TF-CHARGE-06", "assault-not-asked", "assault", assault="assault-1")
    end_move(played, "a1").accepted().asks("assault", "referee")
    played.when("red", EndAssault(assault="")).rejected("TF-CHARGE-06", "assault-not-asked")
    played.when("referee", EndAssault(assault="assault-2")).rejected("TF-CHARGE-06", "no-such-assault")
    played.when("referee", EndAssault(assault="assault-1")).then(AssaultEnded).asks("action_end", "red")
    played.when("referee", EndAssault(assault="")).rejected("TF-CHARGE-06", "no-assault-open", "assault")


@pytest.mark.rule("TF-MOVE-09")
def test_who_leaves_the_battlefield_is_in_contact_with_nobody() -> None:
    """With two moves of an engage action a charger may leave over an open edge; its contact ends."""
    units: dict[str, Placed] = {
        "a1.1": ((5, 1), infantry()),
        "a1.2": ((9, 9), infantry()),
        "b1.1": ((5, 3), infantry()),
    }
    options = {"moves_per_action": {"engage": 2}, "exit_edges": ("north",), "coherency_tiles": 20}
    played = table("", units, options=options, referee=True)
    begin_action(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((5, 2)), enemy="b1.1")).then(ContactMade)
    end_move(played, "a1").accepted()
    gone = move(played, "a1.1", (5, 1), (5, 0), "north").then(UnitLeftBattlefield, unit="a1.1")
    gone.then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert not played.game.units["b1.1"].contacts


@pytest.mark.rule("TF-CHARGE-06", "TF-ZOC-09")
def test_an_assault_lasts_until_it_is_said_to_be_over() -> None:
    """The zones return when the other seat lets it stand that the assault is over."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((2, 5), infantry())})
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted().asks("assault", "red", "blue")
    played.when("red", EndAssault(assault="other")).rejected("TF-CHARGE-06", "no-such-assault")
    played.when("red", EndAssault(assault="")).accepted().asks("fact_stated", "blue")
    disputed = played.faces(1, 6).when("blue", DisputeFact(fact=open_fact(played), value="not over"))
    disputed.without(AssaultEnded).asks("assault", "red", "blue")
    played = table("", ENEMY_VEHICLE | {"a1.1": ((2, 5), infantry())})
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted()
    played.when("blue", EndAssault(assault="assault-1")).accepted()
    ended = played.when("red", ConfirmFact(fact=open_fact(played))).then(AssaultEnded, ZocRestored)
    ended.asks("action_end", "red")
    assert not unit_row(played, "a1.1").contacts


@pytest.mark.rule("TF-CHARGE-06", "TF-ZOC-09")
def test_a_referee_ends_an_assault_at_once() -> None:
    """A referee's word needs nobody else's."""
    played = table("", ENEMY_VEHICLE | {"a1.1": ((2, 5), infantry())}, referee=True)
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    end_move(played, "a1").accepted().asks("assault", "referee")
    played.when("referee", EndAssault(assault="")).then(AssaultEnded, ZocRestored).asks("action_end", "red")


@pytest.mark.rule("TF-CHARGE-06")
def test_the_assault_that_is_open_is_ended() -> None:
    """An assault that there is not can not be ended; each assault of a game is one of its own."""
    played = open_assault(zoneless("INF", integrity=9, flags=()), "open_ground")
    refused(played.when("referee", EndAssault(assault="assault-2")), "no-such-assault", "TF-CHARGE-06")
    played.when("referee", EndAssault(assault="assault-1")).then(AssaultEnded, assault="assault-1")
    change_unit(played, "a1.1", tile=at(2, 5))
    begin_action(played, "a1", "engage", target="b1")
    again = played.when("red", Charge(unit="a1.1", path=(at(3, 5), at(4, 5)), enemy="b1.1"))
    again.then(AssaultOpened, assault="assault-2").then(ZocLost, unit="b1.1", assault="assault-2")
    end_move(played, "a1").asks("assault", "referee")
    refused(played.when("referee", EndAssault(assault="assault-1")), "no-such-assault", "TF-CHARGE-06")
    played.when("referee", EndAssault(assault="")).then(AssaultEnded, assault="assault-2")


@pytest.mark.rule("TF-CHARGE-06")
def test_no_hits_fall_on_who_is_gone() -> None:
    """A unit that was destroyed in the assault takes no more hits, and a stated loss of it is refused."""
    played = open_assault(zoneless("INF", integrity=1), "open_ground")
    report_hits(played, 1)
    roll_saves(played).then(UnitDestroyed, unit="b1.1", cause="assault").asks("assault", "referee")
    hits = AssaultHits(unit="b1.1", hits=1, save_modifier=0)
    refused(played.when("referee", hits), "not-in-assault", "TF-CHARGE-06", unit="b1.1")
    stated = RecordCasualties(unit="b1.1", points=1, causes_shock=False)
    refused(played.when("referee", stated), "unit-gone", "TF-CHARGE-06", unit="b1.1")


@pytest.mark.rule("TF-CHARGE-06")
def test_a_stated_loss_has_points() -> None:
    """A loss of nothing is refused; one of more than the unit has destroys it for as many points as it had."""
    played = open_assault(zoneless("INF", integrity=2), "open_ground")
    none = RecordCasualties(unit="b1.1", points=0, causes_shock=False)
    refused(played.when("referee", none), "no-points", "TF-CHARGE-06")
    more = RecordCasualties(unit="b1.1", points=5, causes_shock=False)
    played.when("referee", more).then(CasualtyTaken, points=2, left=0).then(UnitDestroyed, cause="outside")


@pytest.mark.rule("TF-CHARGE-06")
def test_hits_are_stated_of_who_fights() -> None:
    """In an assault hits fall on units of its formations, and on no unit that is not in it; at least one."""
    played = open_assault(zoneless("INF", integrity=2), "open_ground")
    outside = AssaultHits(unit="b9.1", hits=1, save_modifier=0)
    refused(played.when("referee", outside), "not-in-assault", "TF-CHARGE-06", unit="b9.1")
    none = AssaultHits(unit="b1.1", hits=0, save_modifier=0)
    refused(played.when("referee", none), "hits-range", "TF-CHARGE-06")
    report_hits(played, 1).asks("saves", "blue")
    roll_saves(played).then(CasualtyTaken, unit="b1.1", points=1, left=1, cause="assault")


@pytest.mark.rule("TF-CHARGE-07")
def test_other_contacts_outlast_a_unit() -> None:
    """Where one of two chargers is destroyed, its contact alone is over."""
    units: dict[str, Placed] = {"a1.1": ((3, 4), infantry()), "a1.2": ((3, 6), infantry()), "b1.1": ENEMY_INFANTRY}
    played = engage_with_referee(units)
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    charge(played, "a1.2", "b1.1", (4, 6)).then(ContactMade, unit="a1.2").without(ZocLost)
    assert unit_row(played, "b1.1").contacts == ("a1.1", "a1.2")
    gone = report_loss(played, "a1.1").then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert [event.unit for event in gone.events if isinstance(event, ContactEnded)] == ["a1.1"]
    assert (unit_row(played, "b1.1").contacts, unit_row(played, "a1.2").contacts) == (("a1.2",), ("b1.1",))


@pytest.mark.rule("TF-CHARGE-06")
def test_no_contact_outlasts_the_assault() -> None:
    """When the assault is over, the units are in contact no more."""
    played = engage_with_referee({"a1.1": ((3, 4), infantry()), "b1.1": ENEMY_INFANTRY})
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    end_move(played, "a1").asks("assault", "referee")
    end_assault(played).asks("action_end", "red")
    assert (unit_row(played, "a1.1").contacts, unit_row(played, "b1.1").contacts) == ((), ())
    end_action(played, "a1").accepted()
