"""On which units hits fall, by themselves or by somebody's choice."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    AllocateHits,
    CasualtyTaken,
    HitOnUnit,
    HitsAllocated,
    HitsScored,
    RecordCasualties,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.rules.shooting.hit_allocation import HitKind, spread_evenly
from tests.kit import Outcome
from tests.rulesets.tile_formations.fixtures import (
    SHOOTER_PLACE,
    TARGET_PLACE,
    Place,
    facing_group,
    gunner,
    infantry,
    unarmed,
    weapon,
    wide_ground,
)
from tests.rulesets.tile_formations.steps import (
    about_to_shoot,
    come_and_declare,
    declare,
    hold_and_shoot,
    refused,
    roll_saves,
    roll_to_hit,
    try_saves,
    try_to_hit,
    unit_row,
)


def hits_by_unit(outcome: Outcome) -> list[str]:
    """List the units on which hits fell, hit by hit."""
    return [hit.unit for hit in outcome.one(HitsAllocated).hits]


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.ruling("TF-SHOOT-03.2")
def test_hits_are_spread_from_the_nearest() -> None:
    """Of 3 hits the nearer of two units takes 2, the other 1."""
    played = facing_group((8, 5), (6, 5), gun=weapon(dice=3))
    done = hold_and_shoot(played, 1, 1, 1).then(HitsScored, HitsAllocated)
    assert sorted(hits_by_unit(done)) == ["b1.1", "b1.2", "b1.2"]
    roll_saves(played).then(CasualtyTaken, unit="b1.1", points=1).without(UnitDestroyed)
    assert [unit_row(played, row).integrity for row in ("b1.1", "b1.2")] == [2, 1]


@pytest.mark.rule("TF-SHOOT-03")
def test_nobody_takes_two_before_everybody_has_one() -> None:
    """Of 2 hits each of the two nearest units takes one, the farthest none."""
    done = hold_and_shoot(facing_group((9, 5), (6, 5), (8, 5), gun=weapon(dice=2)), 1, 1)
    assert sorted(hits_by_unit(done)) == ["b1.2", "b1.3"]


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.parametrize(("second", "terrain"), [((15, 5), {}), ((9, 5), {(7, 5): "woods", (8, 5): "woods"})])
def test_only_units_in_range_and_sight_take_hits(second: Place, terrain: dict[Place, str]) -> None:
    """A unit that is too far or out of sight takes none of 3 hits."""
    done = hold_and_shoot(facing_group((6, 5), second, gun=weapon(dice=3), terrain=terrain), 1, 1, 1)
    assert hits_by_unit(done) == ["b1.1"] * 3


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.parametrize(("option", "chooser", "other"), [("owner", "blue", "red"), ("attacker", "red", "blue")])
@pytest.mark.ruling("TF-SHOOT-03.2")
def test_hits_may_be_put_on_units(option: str, chooser: str, other: str) -> None:
    """By the option the owner or the attacker puts every hit on a unit that can be hit, and nobody else does."""
    played = facing_group((6, 5), (8, 5), (15, 5), gun=weapon(dice=3), options={"hit_allocation": option})
    hold_and_shoot(played, 1, 1, 1).without(HitsAllocated).asks("allocate", chooser)

    def hits_on_units(*units: str) -> AllocateHits:
        return AllocateHits(hits=tuple(HitOnUnit(hit=f"h{n}", unit=unit) for n, unit in enumerate(units, 1)))

    refused(played.when(other, hits_on_units("b1.2", "b1.2", "b1.2")), "not-asked", "TF-SHOOT-03")
    refused(played.when(chooser, hits_on_units("b1.2", "b1.2")), "hits-missing", "TF-SHOOT-03")
    refused(played.when(chooser, hits_on_units("b1.2", "b1.2", "b1.3")), "hit-can-not-fall", "TF-SHOOT-05")
    done = played.when(chooser, hits_on_units("b1.2", "b1.2", "b1.1")).then(HitsAllocated).asks("saves", "blue")
    assert hits_by_unit(done) == ["b1.2", "b1.2", "b1.1"]
    roll_saves(played)
    assert [unit_row(played, row).integrity for row in ("b1.1", "b1.2", "b1.3")] == [2, 1, 3]


@pytest.mark.rule("TF-SHOOT-03", "TF-SHOOT-05")
@pytest.mark.parametrize("far_reaching", ["a1.1", "a1.2"])
def test_hits_fall_only_where_their_shooter_can_hit(far_reaching: str) -> None:
    """Of two hits, one each, the one of the shooter that does not reach the farther unit falls on the nearer."""
    units: Any = {"b1.1": ((6, 5), unarmed()), "b1.2": ((11, 5), unarmed())}
    for id, place in (("a1.1", SHOOTER_PLACE), ("a1.2", (1, 6))):
        units[id] = (place, gunner(weapon(weapon_range=12 if id == far_reaching else 6)))
    done = hold_and_shoot(wide_ground(units), 1, 1)
    where_to = {hit.shooter: hit.unit for hit in done.one(HitsAllocated).hits}
    short = "a1.2" if far_reaching == "a1.1" else "a1.1"
    assert where_to == {far_reaching: "b1.2", short: "b1.1"}


@pytest.mark.rule("TF-SHOOT-03")
def test_hits_fall_evenly_from_the_nearest() -> None:
    """Every unit takes one hit before any takes a second, the nearest first; who can not be hit takes none."""
    gun = infantry(weapons=(weapon(dice=3, weapon_range=7),))
    units = {
        "a1.1": ("A1", gun),
        "b1.1": ("G1", infantry(integrity=9)),
        "b1.2": ("F1", infantry(integrity=9)),
        "b1.3": ("I1", infantry()),
    }
    played = about_to_shoot("", units)
    declare(played)
    fallen = try_to_hit(played, 1, 1, 1).one(HitsAllocated)
    assert [(hit.id, hit.unit) for hit in fallen.hits] == [("h1", "b1.2"), ("h2", "b1.1"), ("h3", "b1.2")]
    try_saves(played).then(CasualtyTaken, CasualtyTaken, unit="b1.2", points=2)


@pytest.mark.rule("TF-SHOOT-03", "TF-SHOOT-05")
def test_hits_fall_where_their_shooter_can_hit() -> None:
    """A hit of a short weapon makes room among those of a long one."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon(weapon_range=8),))),
        "a1.2": ("A2", infantry(weapons=(weapon(weapon_range=5),))),
        "b1.1": ("F1", infantry()),
        "b1.2": ("H1", infantry()),
    }
    played = about_to_shoot("", units)
    declare(played)
    fallen = try_to_hit(played, 1, 1).one(HitsAllocated)
    assert [(hit.shooter, hit.unit) for hit in fallen.hits] == [("a1.1", "b1.2"), ("a1.2", "b1.1")]
    try_saves(played)


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.parametrize(
    ("able", "expected"),
    [
        (("xy", "xz", "xz"), "yzx"),
        (("xyz", "xyz", "x"), "yzx"),
        (("xyz",) * 7, "xyzxyzx"),
        (("y", "y", "xy"), "yyx"),
        (("xy", "z", "z", "z"), "xzzz"),
        (("wx", "xy", "yz", "yz", "xy"), "wxzyy"),
    ],
)
def test_a_hit_without_room_moves_another_on(able: tuple[str, ...], expected: str) -> None:
    """No unit takes more hits than it must while another could take one in its place."""
    hits = {f"h{number}": HitKind(tuple(units), 0, False) for number, units in enumerate(able, 1)}
    setup = spread_evenly(hits)
    assert list(setup) == list(hits)
    assert all(unit in able[number] for number, unit in enumerate(setup.values()))
    assert "".join(setup.values()) == expected


@pytest.mark.rule("TF-SHOOT-03")
@pytest.mark.parametrize(("option", "who"), [("owner", "blue"), ("attacker", "red")])
def test_hits_may_be_spread_by_choice(option: str, who: str) -> None:
    """By the options the owner or the attacker puts every hit on a unit that can be hit."""
    units = {
        "a1.1": ("A1", infantry(weapons=(weapon(dice=2, weapon_range=7),))),
        "b1.1": ("G1", infantry()),
        "b1.2": ("H1", infantry()),
        "b1.3": ("I1", infantry()),
    }
    played = about_to_shoot("", units, options={"hit_allocation": option})
    declare(played)
    try_to_hit(played, 1, 1).accepted().asks("allocate", who)

    def hits_on_units(*hits: tuple[str, str]) -> Outcome:
        return played.when(who, AllocateHits(hits=tuple(HitOnUnit(hit=row, unit=unit) for row, unit in hits)))

    hits_on_units(("h1", "b1.2")).rejected("TF-SHOOT-03", "hits-missing", hits="h2")
    hits_on_units(("h1", "b1.2"), ("h1", "b1.2"), ("h2", "b1.2")).rejected("TF-SHOOT-03", "hit-not-open")
    hits_on_units(("h1", "b1.3"), ("h2", "b1.2")).rejected("TF-SHOOT-05", "hit-can-not-fall", "hits[0].unit")
    hits_on_units(("h1", "b1.2"), ("h2", "a1.1")).rejected("TF-SHOOT-03", "hit-can-not-fall", "hits[1].unit")
    assert len(played.offers(who)) == 3
    hits_on_units(("h1", "b1.2"), ("h2", "b1.2")).then(HitsAllocated).asks("saves", "blue")
    try_saves(played).then(CasualtyTaken, unit="b1.2", points=1)


@pytest.mark.rule("TF-SHOOT-03")
def test_each_hit_is_put_on_one_unit() -> None:
    """Who spreads the hits names each of them once, and none that was not scored."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner(weapon(dice=2))),
        "b1.1": (TARGET_PLACE, unarmed()),
        "b1.2": ((7, 6), unarmed()),
    }
    played = wide_ground(units, options={"hit_allocation": "owner"})
    hold_and_shoot(played, 1, 1).asks("allocate", "blue")

    def hits_on_units(*setup: tuple[str, str]) -> Outcome:
        return played.when("blue", AllocateHits(hits=tuple(HitOnUnit(hit=hit, unit=unit) for hit, unit in setup)))

    refused(hits_on_units(("h1", "b1.1"), ("h2", "b1.1"), ("h2", "b1.2")), "hit-not-open", "TF-SHOOT-03", hit="h2")
    refused(hits_on_units(("h1", "b1.1"), ("h2", "b1.1"), ("h3", "b1.2")), "hit-not-open", "TF-SHOOT-03", hit="h3")
    refused(hits_on_units(("h1", "b1.1")), "hits-missing", "TF-SHOOT-03", hits="h2")
    fallen = hits_on_units(("h1", "b1.2"), ("h2", "b1.2")).one(HitsAllocated)
    assert [(row.id, row.unit) for row in fallen.hits] == [("h1", "b1.2"), ("h2", "b1.2")]
    roll_saves(played).then(CasualtyTaken, unit="b1.2", points=2, left=1)


@pytest.mark.rule("TF-SHOOT-03")
def test_nobody_destroyed_meanwhile_takes_hits() -> None:
    """Where a unit is destroyed between two rolls, hits on its formation fall on who is left."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "a1.2": ((1, 6), gunner()),
        "b1.1": (TARGET_PLACE, unarmed()),
        "b1.2": ((8, 6), unarmed()),
    }
    played = wide_ground(units, referee=True)
    come_and_declare(played).accepted()
    roll_to_hit(played, 1, unit="a1.1").accepted()
    played.when("referee", RecordCasualties(unit="b1.1", points=3, causes_shock=False)).then(UnitDestroyed)
    fallen = roll_to_hit(played, 1, unit="a1.2").one(HitsAllocated)
    assert [hit.unit for hit in fallen.hits] == ["b1.2", "b1.2"]
    roll_saves(played).then(CasualtyTaken, unit="b1.2", points=2, left=1)
