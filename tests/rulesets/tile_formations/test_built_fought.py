"""Buildings wear down where an assault was fought, whoever fell; its end, and what a unit is destroyed by."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.kinds import KINDS
from adjudicator.rulesets.tile_formations.maps import parse
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    AssaultHits,
    CasualtyTaken,
    Charge,
    ContactEnded,
    ContactMade,
    DamageTerrain,
    DeclareShooting,
    EndAssault,
    RecordCasualties,
    RollSaves,
    RollToHit,
    TerrainConverted,
    TerrainDamaged,
    UnitDestroyed,
    UnitLeftBattlefield,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    Place,
    Placed,
    alive,
    at,
    begin,
    end_move,
    infantry,
    move,
    path,
    roll,
    table,
    top,
    vehicle,
)

STANDS: dict[str, Any] = {"building_integrity": 4}
HOUSE: dict[Place, Any] = {(5, 5): "buildings"}


def charged(terrain: dict[Place, Any], *, options: dict[str, Any] = STANDS, **given: Any) -> Table:
    """Let a1.1 charge b1.1 at (5,5) from the west, up to the open assault that the referee is asked about."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry(integrity=2)), "a1.2": ((0, 5), infantry()), "b1.1": ((5, 5), infantry(integrity=2)),
        "b1.2": ((9, 5), infantry()),
    }  # fmt: skip
    units |= given.pop("more", {})
    played = table("", units, terrain=terrain, options={"coherency_tiles": 20, **options}, referee=True, **given)
    begin(played, "a1", "engage", target="b1")
    charge = Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")
    made = played.when("red", charge).then(ContactMade, unit="a1.1", enemies=("b1.1",))
    assert made.one(ContactMade).tiles == (at(4, 5), at(5, 5))
    end_move(played, "a1").asks("assault", "referee")
    return played


def lost(played: Table, unit: str, points: int) -> Outcome:
    """Let the referee tell a loss."""
    return played.when("referee", RecordCasualties(unit=unit, points=points, causes_shock=True)).accepted()


def over(played: Table) -> Outcome:
    """Let the referee end the assault."""
    return played.when("referee", EndAssault(assault="")).accepted()


def damaged(outcome: Outcome) -> list[tuple[str, int, int, str]]:
    """List the damage that terrain took: tile, points, total, cause."""
    found = [each for each in outcome.events if isinstance(each, TerrainDamaged)]
    return [(each.tile, each.points, each.total, each.cause) for each in found]


# -- fighting in buildings


@pytest.mark.parametrize("fallen", [(), ("b1.1",), ("a1.1",), ("a1.1", "b1.1")])
def test_a_building_is_damaged_whoever_falls(fallen: tuple[str, ...]) -> None:
    """TF-BUILD-04: the building that was fought in takes its point once, whether who fought stands or fell."""
    played = charged(HOUSE)
    for unit in fallen:
        lost(played, unit, 2).then(UnitDestroyed, unit=unit)
    assert damaged(over(played).then(AssaultEnded)) == [(at(5, 5), 1, 1, "fighting")]


def test_a_defender_that_falls_to_hits_was_fought() -> None:
    """TF-BUILD-04: two unsaved hits, 6 and 6 against cover, take the defender; its building is damaged all the same."""
    played = charged(HOUSE)
    played.when("referee", AssaultHits(unit="b1.1", hits=2, save_modifier=0)).accepted().asks("saves", "blue")
    played.faces(6, 6).when("blue", RollSaves(unit="")).then(UnitDestroyed, unit="b1.1").without(TerrainDamaged)
    assert damaged(over(played)) == [(at(5, 5), 1, 1, "fighting")]


def test_attacker_and_defender_fight_in_their_tiles() -> None:
    """TF-BUILD-04: the attacker's building is damaged as the defender's is, by column; nobody else's is."""
    places: dict[Place, Any] = {(4, 5): "buildings", (5, 5): "buildings", (9, 5): "buildings", (3, 5): "buildings"}
    played = charged(places)
    lost(played, "a1.1", 2)
    assert damaged(over(played)) == [(at(4, 5), 1, 1, "fighting"), (at(5, 5), 1, 1, "fighting")]


def test_a_building_is_damaged_once_a_fight() -> None:
    """TF-BUILD-04: two chargers and one defender fight one fight in its building, and the next assault another."""
    more: dict[str, Placed] = {"a1.3": ((2, 6), infantry())}
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), **more, "b1.1": ((5, 5), infantry(integrity=2))}
    played = table("", units, terrain=HOUSE, options={**STANDS, "building_damage_per_fight": 2}, referee=True)
    for total in (2, 4):
        begin(played, "a1", "engage", target="b1")
        for unit, way in (("a1.1", ((3, 5), (4, 5))), ("a1.3", ((3, 6), (4, 6)))):
            steps = path(*way) if total == 2 else ()
            played.when("red", Charge(unit=unit, path=steps, enemy="b1.1")).then(ContactMade)
        end_move(played, "a1").accepted()
        ended = over(played)
        assert damaged(ended) == [(at(5, 5), 2, total, "fighting")]
    ended.then(TerrainConverted, tile=at(5, 5), was="buildings", now="ruins")


def test_a_contact_that_ended_before_the_next_is_kept() -> None:
    """TF-BUILD-04: buildings of contacts that were made and lost on the way count with those that still stand."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "a1.2": ((6, 8), infantry()), "b1.1": ((5, 5), infantry()),
        "b2.1": ((8, 7), infantry()),
    }  # fmt: skip
    terrain: dict[Place, Any] = {**HOUSE, (8, 7): "buildings"}
    played = table("", units, terrain=terrain, options={**STANDS, "coherency_tiles": 20}, referee=True)
    begin(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    lost(played, "b1.1", 1).then(ContactEnded, unit="a1.1", enemy="b1.1")
    played.when("red", Charge(unit="a1.2", path=path((7, 8)), enemy="b2.1")).then(ContactMade, tiles=("H9", "I8"))
    end_move(played, "a1").accepted()
    assert damaged(over(played)) == [(at(5, 5), 1, 1, "fighting"), (at(8, 7), 1, 1, "fighting")]


def test_a_building_that_fell_on_the_way_is_ruins() -> None:
    """TF-BUILD-05: a tile that has become ruins during the assault is damaged no more at its end."""
    played = charged(HOUSE)
    played.when("referee", DamageTerrain(tile=at(5, 5), points=4)).then(TerrainConverted, now="ruins")
    assert damaged(over(played)) == []


def test_a_seat_ends_it_as_the_referee_does() -> None:
    """TF-PLAY-03: without a referee the building is damaged when the other seat has let the end stand."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry(integrity=2))}
    played = table("", {**units, "b2.1": ((11, 11), infantry())}, terrain=HOUSE, options=STANDS)
    begin(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    end_move(played, "a1").asks("assault", "red", "blue")
    played.when("red", RecordCasualties(unit="b1.1", points=2, causes_shock=True)).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=top(played).about[0])).then(UnitDestroyed, unit="b1.1")
    played.when("red", EndAssault(assault="")).accepted().without(TerrainDamaged)
    assert damaged(played.when("blue", ConfirmFact(fact=top(played).about[0])).accepted()) == [
        (at(5, 5), 1, 1, "fighting")
    ]


def test_without_a_number_an_assault_damages_nothing() -> None:
    """TF-BUILD-04: by default only what is told damages a building, a fight in which the defender fell no more."""
    played = charged(HOUSE, options={})
    lost(played, "b1.1", 2)
    assert damaged(over(played)) == []


def test_a_target_that_was_taken_away_was_shot_at() -> None:
    """TF-BUILD-04: a unit that was hit, and lost by a referee's word before its save, leaves a damaged building."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry()), "b1.2": ((11, 11), infantry()),
    }  # fmt: skip
    played = table("", units, terrain=HOUSE, options=STANDS, referee=True)
    begin(played, "a1", "hold")
    end_move(played, "a1").accepted()
    shooting = DeclareShooting(formation="a1", target="b1", crossfire=False, air=False, to_hit_modifier=0)
    played.when("red", shooting).accepted()
    played.faces(1).when("red", RollToHit(unit="", target="")).accepted().asks("saves", "blue")
    lost(played, "b1.1", 1)
    assert damaged(played.when("blue", RollSaves(unit="")).accepted()) == [(at(5, 5), 1, 1, "fighting")]


# -- the end of an assault


def test_there_is_no_assault_to_end() -> None:
    """TF-CHARGE-06: before an assault opens and after it is over, its end is refused since none is open."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry())}
    played = table("", units, referee=True)
    begin(played, "a1", "engage", target="b1")
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


def test_who_leaves_the_battlefield_is_in_contact_with_nobody() -> None:
    """TF-MOVE-09: with two moves of an engage action a charger may leave over an open edge; its contact ends."""
    units: dict[str, Placed] = {
        "a1.1": ((5, 1), infantry()),
        "a1.2": ((9, 9), infantry()),
        "b1.1": ((5, 3), infantry()),
    }
    options = {"moves_per_action": {"engage": 2}, "exit_edges": ("north",), "coherency_tiles": 20}
    played = table("", units, options=options, referee=True)
    begin(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((5, 2)), enemy="b1.1")).then(ContactMade)
    end_move(played, "a1").accepted()
    gone = move(played, "a1.1", (5, 1), (5, 0), "north").then(UnitLeftBattlefield, unit="a1.1")
    gone.then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert not played.game.units["b1.1"].contacts


# -- what destroyed a unit


def test_a_loss_names_first_what_caused_it() -> None:
    """TF-DANGER-04 takes the points of every cause; the clause that caused them stands before it."""
    played = charged({})
    told = lost(played, "b1.1", 2)
    assert _grounds(told) == [("TF-CHARGE-06", "TF-DANGER-04")] * 2
    played = charged({})
    played.when("referee", AssaultHits(unit="b1.1", hits=2, save_modifier=0)).accepted()
    hit = played.when("blue", RollSaves(unit="")).accepted()
    assert _grounds(hit) == [("TF-CHARGE-06", "TF-SAVE-09", "TF-DANGER-04")] * 2
    assert alive(played) == ["a1.1", "a1.2", "b1.2"]


def test_a_test_of_terrain_names_its_own_clauses() -> None:
    """TF-DANGER-04: a unit that a test destroys is destroyed by the chapter of that test."""
    units: dict[str, Placed] = {"a1.1": ("A1", vehicle()), "b1.1": ("L12", infantry())}
    played = table("", units, terrain={"B1": "woods"})
    begin(played, "a1")
    move(played, "a1.1", "B1").accepted()
    rolled = roll(played, "a1.1", 6)
    assert _grounds(rolled)[-1][0] == "TF-DANGER-04"


def _grounds(outcome: Outcome) -> list[tuple[str, ...]]:
    """List the clauses of losses, event by event."""
    events = outcome.table.log[-1].events
    return [tuple(clauses) for event, clauses in events if isinstance(event, CasualtyTaken | UnitDestroyed)]


# -- maps in text


def test_a_long_list_of_what_is_known_is_cut() -> None:
    """TF-TERRAIN-01: of many kinds a refusal lists 24 and says how many more there are; of the usual ones all."""
    many = {f"kind_{number}": KINDS["woods"] for number in range(30)}
    _, (fault,) = parse("base: nowhere\n.", {**KINDS, **many})
    known = dict(fault.facts)["known"]
    assert isinstance(known, str)
    assert (len(known.split()), known.rsplit(" ", 2)[1:]) == (27, ["17", "more"])
    _, (fault,) = parse("base: nowhere\n.", KINDS)
    assert "more" not in str(dict(fault.facts)["known"]).split()
