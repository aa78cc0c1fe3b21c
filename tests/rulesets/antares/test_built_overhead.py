"""Overhead fire: aim points, shifts and drifts, templates over several units, nets and markers."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    EnterDirection,
    HitsHalved,
    HitsScored,
    MarkerPlaced,
    RerollHits,
    RollAccuracy,
    RollOverheadShift,
    ShootingDeclared,
    Spot,
    TemplateResolved,
    TemplateShifted,
)
from adjudicator.rulesets.antares.overhead import moved, struck
from tests.rulesets.antares.givens import INCH, armed, box, device_sheet, kind, overhead, plain, squad, weapon
from tests.rulesets.antares.volleying import X, Y, duel, fired, results, rolled, shifted, shoot

FOE_X = X + 16 * INCH
AT = (FOE_X, Y)
FAR: dict[str, Any] = {"gap": 15 * INCH}
ONE = armed("launcher", count=1)
DOWN = {"order": "down"}


def bombard(faces=(), **changes):
    return duel(faces, **{"own": ONE, **FAR, **changes})


def lob(at=AT, **changes):
    return fired("launcher", aim=at, **changes)


def effects(outcome):
    return {each.unit: (each.faces, each.hits, each.pins) for event in resolved(outcome) for each in event.units}


def resolved(outcome):
    return [each for each in outcome.events if isinstance(each, TemplateResolved)]


# -- aim points


@pytest.mark.rule("AN-OH-01")
@pytest.mark.parametrize(
    ("at", "reason"),
    [((X + 4_000, Y), "below-minimum"), ((X + 52_000, Y), "out-of-range"), ((X + 20_000, Y), "no-line-of-sight")],
)
def test_aim_points_in_range_and_sight(at, reason):
    """An aim point lies within range, minimum included, and is seen."""
    wall = box("t1", X + 18 * INCH, 0, INCH, 40 * INCH, los="blocking")
    bombard(terrain=[wall]).when("red", shoot(lob(at))).rejected("AN-OH-01", reason)


def test_a_patched_device_lends_its_sight():
    """A patched device lets the unit that it is lent to aim at what the device sees."""
    wall = box("t1", X + 14 * INCH, 0, INCH, 40 * INCH, los="blocking")
    for state, seen in (("patched", True), ("working", False)):
        played = bombard(terrain=[wall], own=armed("launcher", count=1, devices=("spotter",)))
        row = played.game.devices["a-x#1"]
        pose = played.game.models["a-x.1"].pose
        fields = {name: getattr(row, name) for name in row.__struct_fields__}
        there = type(pose)(X + 16 * INCH, Y, 0, 0)
        played.put("devices", type(row)(**{**fields, "state": state, "lends": "a-x", "pose": there}))
        said = played.when("red", shoot(lob((X + 15_500, Y))))
        said.accepted() if seen else said.rejected("AN-OH-01", "no-line-of-sight")


def test_an_aim_point_is_chosen_where_none_is_named():
    """Without an aim point the middle of the target's model with most of its unit under the template is taken."""
    event = bombard().when("red", shoot()).one(ShootingDeclared)
    assert event.groups[0].aim == Spot(x=FOE_X, y=Y + 3_000)


# -- where templates lie


@pytest.mark.rule("AN-OH-02")
def test_a_passed_shot_stays():
    """At 4 a 4 leaves the template on the aim point."""
    outcome = shifted(bombard((4, 3)), lob())
    outcome.without(TemplateShifted)
    assert [each.at for each in resolved(outcome)] == [Spot(x=FOE_X, y=Y)]


@pytest.mark.rule("AN-OH-03")
def test_a_failed_shot_under_fire_shifts():
    """A failed shot shifts by a fresh D10 and an inch for each pin of the shooter, as the compass die points."""
    played = bombard((7, 6, 25, 2), mine={"pins": 2}, more=[("a-z", plain(), (FOE_X + 8 * INCH, Y))])
    outcome = shifted(played, lob())
    event = outcome.one(TemplateShifted)
    assert (event.distances, event.directions, event.at) == ((8_000,), (900,), Spot(x=FOE_X + 8_000, y=Y))
    assert [each.why for each in outcome.rolls] == ["shift", "direction", "blast"]
    assert list(effects(outcome)) == ["a-z"]


def test_the_failed_die_as_distance():
    """By the option the failed die itself is the distance."""
    played = bombard(
        (7, 100, 1), options={"oh_shift_uses_accuracy_die": True}, more=[("a-z", plain(), (FOE_X, Y + 12 * INCH))]
    )
    event = shifted(played, lob()).one(TemplateShifted)
    assert (event.distances, event.directions, event.at) == ((7_000,), (0,), Spot(x=FOE_X, y=Y + 7_000))


@pytest.mark.rule("AN-OH-05")
def test_a_direction_may_be_entered():
    """The referee may enter the direction of a physical die, and no compass die is thrown."""
    played = bombard((7, 6))
    rolled(played, lob()).asks("shift", "table")
    played.when("referee", EnterDirection(direction=3_600)).rejected("AN-OH-05", "no-direction")
    played.when("referee", EnterDirection(direction=2_700)).accepted()
    event = played.when("table", RollOverheadShift()).one(TemplateShifted)
    assert event.at == Spot(x=FOE_X - 6_000, y=Y)
    assert played.game.volleys["v1"].directions == ()


def test_no_direction_without_a_template():
    """A direction is entered only while a template waits for it."""
    bombard().when("referee", EnterDirection(direction=0)).rejected("AN-OH-05", "no-template-moves")


@pytest.mark.rule("AN-OH-06")
@pytest.mark.parametrize(
    ("order", "face", "found"), [("advance", 5, "miss"), ("fire", 10, "dud"), ("advance", 10, "dud")]
)
def test_shots_that_miss_completely(order, face, found):
    """A failure on Advance and a 10 under any order place nothing."""
    outcome = rolled(bombard((face,), order=order), lob()).asks("pins")
    outcome.cites("AN-OH-11" if face == 10 else "AN-OH-06")
    assert results(outcome) == [found]


@pytest.mark.rule("AN-OH-07")
def test_blind_fire_needs_fire():
    """Blind fire is refused on Advance."""
    bombard(order="advance").when("red", shoot(lob(blind=True), target="")).rejected("AN-OH-07", "blind-needs-fire")


@pytest.mark.rule("AN-OH-09")
def test_blind_fire_drifts():
    """A 1 lands 3 inches north and 4 inches east of an aim point that nobody sees; pins do not matter."""
    wall = box("t1", X + 2 * INCH, 0, INCH, 40 * INCH, los="blocking")
    played = bombard((1, 3, 100, 4, 25, 4), terrain=[wall], mine={"pins": 3})
    played.when("red", shoot(lob((FOE_X - 4_000, Y)), target="b-y")).rejected("AN-OH-01", "no-line-of-sight")
    played.when("red", shoot(lob((FOE_X - 4_000, Y), blind=True), target="")).then(ShootingDeclared, target="")
    played.when("table", RollAccuracy()).accepted()
    outcome = played.when("table", RollOverheadShift())
    event = outcome.one(TemplateShifted)
    assert (event.distances, event.directions) == ((3_000, 4_000), (0, 900))
    assert event.at == Spot(x=FOE_X, y=Y + 3_000)
    assert effects(outcome) == {"b-y": ((4,), 4, 0)}


def test_one_vector_by_the_option():
    """By the option blind fire drifts one way only."""
    played = bombard((1, 3, 50), options={"blind_shift_mode": "one_vector"})
    played.when("red", shoot(lob((FOE_X, Y - 9_000), blind=True), target="")).accepted()
    played.when("table", RollAccuracy()).accepted()
    event = played.when("table", RollOverheadShift()).one(TemplateShifted)
    assert (event.distances, event.directions, event.at) == ((3_000,), (1_800,), Spot(x=FOE_X, y=Y - 12_000))


@pytest.mark.rule("AN-OH-10")
def test_blind_fire_that_fails():
    """From 2 on blind fire misses, and nothing is placed."""
    played = bombard((2,))
    played.when("red", shoot(lob(blind=True), target="")).accepted()
    assert results(played.when("table", RollAccuracy()).asks("pins").cites("AN-OH-10")) == ["miss"]


@pytest.mark.parametrize(
    ("direction", "at"),
    [
        (0, (0, 1_000)),
        (900, (1_000, 0)),
        (1_800, (0, -1_000)),
        (2_700, (-1_000, 0)),
        (450, (707, 707)),
        (2_250, (-707, -707)),
    ],
)
def test_the_compass(direction, at):
    """Directions run clockwise from the north edge."""
    assert moved(Spot(x=0, y=0), (1_000,), (direction,)) == Spot(x=at[0], y=at[1])


# -- what templates do


@pytest.mark.rule("AN-OH-12")
def test_a_template_over_two_units():
    """Every unit under the template takes its own dice of hits, friends too, in order of id."""
    played = bombard((3, 4, 2), more=[("a-z", plain(), (FOE_X, Y - 8_000))])
    outcome = shifted(played, lob((FOE_X, Y - 600)))
    assert effects(outcome) == {"a-z": ((4,), 4, 0), "b-y": ((2,), 2, 0)}
    (event,) = resolved(outcome)
    assert [each.models for each in event.units] == [("a-z.4", "a-z.5"), ("b-y.1", "b-y.2")]
    assert {(each.overhead, each.weapon, each.shooter) for each in event.hits} == {(True, "launcher", "a-x.1")}
    assert [each.unit for each in outcome.events if isinstance(each, HitsScored)] == ["a-z", "b-y"]
    assert struck(played.game, "v1", "b-y") == ("b-y.1", "b-y.2")


@pytest.mark.rule("AN-OH-11")
def test_a_lucky_template():
    """A 1 stays on the aim point and one of the hits on the target is the lucky one."""
    played = bombard((1, 3, 2), more=[("a-z", plain(), (FOE_X, Y - 8_000))])
    outcome = shifted(played, lob((FOE_X, Y - 600)))
    scored = {each.unit: [hit.lucky for hit in each.hits] for each in outcome.events if isinstance(each, HitsScored)}
    assert scored == {"a-z": [False] * 3, "b-y": [False, True]}


@pytest.mark.rule("AN-REROLL-08")
@pytest.mark.parametrize(
    ("face", "rounding", "now"), [(4, "down", 2), (3, "down", 1), (3, "up", 2), (1, "down", 0), (1, "up", 1)]
)
def test_blast_hits_are_halved(face, rounding, now):
    """Hits of a template on Down infantry are halved and not thrown again."""
    played = bombard((3, face), theirs=DOWN, options={"half_rounding": rounding})
    shifted(played, lob()).asks("hit_reroll", "table")
    outcome = played.when("table", RerollHits()).then(HitsHalved, before=face, now=now, what="hits")
    scored = [len(each.hits) for each in outcome.events if isinstance(each, HitsScored)]
    assert scored == ([now] if now else [])
    assert len(played.game.hits) == now


def test_the_lucky_hit_falls_last():
    """Of halved hits the lucky one stays as long as one does."""
    played = bombard((1, 3), theirs=DOWN)
    shifted(played, lob())
    event = played.when("table", RerollHits()).one(HitsScored)
    assert [each.lucky for each in event.hits] == [True]


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("option", "asked"), [(True, "miss_reroll"), (False, "shift")])
def test_a_failed_template_may_be_re_rolled(option, asked):
    """A failed die of overhead fire is re-rolled as a miss before it shifts, by the option."""
    played = bombard(
        (8,),
        own=squad(kinds=(kind(weapons=("launcher",)),), models=("trooper",)),
        options={"miss_reroll_overhead": option},
    )
    rolled(played, lob()).asks(asked)


def test_blind_fire_is_never_re_rolled():
    """No source helps blind fire."""
    played = bombard((8,), own=squad(kinds=(kind(weapons=("launcher",)),), models=("trooper",)))
    played.when("red", shoot(lob(blind=True), target="")).accepted()
    played.when("table", RollAccuracy()).asks("pins")


NETS = [
    weapon(
        "light_net", kind="light_support", crew=1, minimum=0, properties=("suspensor_net",), overhead=overhead("net", 0)
    ),
    weapon("heavy_net", kind="heavy", crew=1, minimum=0, properties=("suspensor_net",), overhead=overhead("net", 0)),
    weapon("thrown_net", properties=("suspensor_net",)),
]


@pytest.mark.rule("AN-PIN-11")
@pytest.mark.parametrize(
    ("arm", "face", "pins", "clause"), [("light_net", 2, 3, "AN-PIN-11"), ("heavy_net", 5, 6, "AN-PIN-12")]
)
def test_nets(arm, face, pins, clause):
    """A net gives D3 + 1 pins from a light weapon and D5 + 1 from a heavy one, and no hits."""
    played = bombard((3, face), own=armed(arm, count=1), weapons=NETS)
    outcome = shifted(played, fired(arm, aim=AT)).cites(clause)
    assert effects(outcome) == {"b-y": ((face,), 0, pins)}
    assert outcome.one(HitsScored).net == pins
    assert (played.game.outcomes["b-y"].net, played.game.outcomes["b-y"].hit) == (pins, False)


@pytest.mark.rule("AN-REROLL-09")
def test_pins_of_nets_are_halved():
    """D3 of 3 gives 4 pins, and Down infantry takes 2."""
    played = bombard((3, 3), own=armed("light_net", count=1), weapons=NETS, theirs=DOWN)
    shifted(played, fired("light_net", aim=AT)).asks("hit_reroll")
    outcome = played.when("table", RerollHits()).then(HitsHalved, what="pins", before=4, now=2)
    assert outcome.one(HitsScored).net == 2


def test_a_net_without_a_template():
    """A net that is shot directly throws its die with the final hits."""
    played = duel((3, 9, 2), own=armed("thrown_net", count=2), weapons=NETS)
    rolled(played).asks("hit_reroll")
    event = played.when("table", RerollHits()).one(HitsScored)
    assert (len(event.hits), event.net, event.net_faces) == (1, 3, (2,))


@pytest.mark.rule("AN-OH-12")
def test_a_marker_is_left():
    """A weapon that leaves a marker puts it where its template lies."""
    smoke = weapon("smoke", kind="overhead", crew=1, properties=(), overhead=overhead("marker", 0, marker="blur"))
    played = bombard((3,), own=armed("smoke", count=1), weapons=[smoke], device_sheets=[device_sheet("blur")])
    outcome = shifted(played, fired("smoke", aim=AT))
    event = outcome.one(MarkerPlaced)
    assert (event.sheet, event.seat, event.pose.x, event.pose.y) == ("blur", 0, *AT)
    outcome.without(HitsScored).asks("pins")


def test_overhead_weapons_shoot_first():
    """In a mixed volley overhead dice stand before direct ones, and so do their hits."""
    kinds = (kind(), kind("gunner", weapons=("launcher",)))
    own = plain(kinds=kinds, models=("trooper", "trooper", "gunner"))
    played = duel((3, 4, 9, 2), own=own, **FAR)
    played.when("red", shoot()).accepted()
    played.when("table", RollAccuracy()).accepted()
    event = played.when("table", RollOverheadShift()).one(HitsScored)
    assert [(each.id, each.weapon) for each in event.hits] == [
        ("v1.001-001", "launcher"), ("v1.001-002", "launcher"), ("v1.002", "carbine"),
    ]  # fmt: skip


def test_several_templates():
    """Each die that passes brings a template down, and the hits on a unit add up."""
    played = bombard((3, 4, 9, 3, 10, 2, 2, 1, 50, 3, 1), own=armed("launcher", count=5))
    outcome = shifted(played, lob())
    assert [each.die for each in resolved(outcome)] == [1, 2, 3, 4]
    assert len(outcome.one(HitsScored).hits) == 2 + 2 + 3 + 1
    assert played.game.volleys["v1"].groups[0].landed[4] is None
