"""AN-OH-01 to AN-OH-10: aim points, shifts and blind fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DeclareShooting,
    DirectionEntered,
    EnterDirection,
    HitsScored,
    PinsAdded,
    RollAccuracy,
    RollOverheadShift,
    ShootingDeclared,
    TemplateResolved,
    TemplateShifted,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.shooting.declarations import offers_of
from adjudicator.rulesets.antares.rules.shooting.overhead_fire import moved
from tests.kit import Outcome, Table
from tests.rulesets.antares.fixtures import (
    EAST,
    ENEMY_X,
    NORTH,
    TALL,
    USED,
    X,
    Y,
    gun_duel,
    overhead_duel,
    stepwise_duel,
    table,
    target_place,
    with_order,
)
from tests.rulesets.antares.sheets import INCH, armed_squad, box, marker, overhead_gun, plain_squad, stats, troopers
from tests.rulesets.antares.shooting.fixtures import FAR_ENEMY_X, aimed, launcher_at, launcher_duel
from tests.rulesets.antares.steps import (
    die_results,
    effects_by_unit,
    events_of,
    faces_and_hits,
    fired,
    land_templates,
    number_needed,
    one_event,
    play_on,
    roll_accuracy,
    shoot,
    shoot_command,
    template_places,
)


def hidden_target(faces: Any = (), **rest: Any) -> Table:
    """Let an overhead weapon stand behind a wall that hides everything east of it."""
    return overhead_duel(faces, terrain=[box("w1", X + 3 * INCH, 0, 500, TALL, los="blocking")], **rest)


AIM = target_place()


def shoot_blindly(played: Table, aim: tuple[int, int] = AIM) -> Outcome:
    """Shoot at a point without a target, blindly."""
    arm = replace(fired("lobber", aim=aim), blind=True)
    return played.when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,)))


def land_blind_shot(played: Table) -> Outcome:
    """Throw the dice of a blind shot and bring it down."""
    played.when("table", RollAccuracy()).accepted()
    return played.when("table", RollOverheadShift()).accepted()


@pytest.mark.rule("AN-OH-01")
@pytest.mark.parametrize(("distance", "reason"), [(8, "below-minimum"), (10, ""), (50, ""), (51, "out-of-range")])
def test_the_aim_point_is_within_the_range_band(distance, reason):
    """With minimum 10 an aim point at 8 inches is refused, and one beyond extreme range."""
    arm = overhead_gun(minimum=10 * INCH)
    played = overhead_duel([] if reason else [10], arm=arm, size=(120_000, 48_000))
    outcome = shoot(played, aimed(X + 500 + distance * INCH, Y))
    if reason:
        outcome.rejected("AN-OH-01", reason)
    else:
        outcome.accepted()
        played.when("table", RollAccuracy()).accepted()


@pytest.mark.rule("AN-OH-01")
def test_the_aim_point_has_to_be_seen():
    """Ordinary overhead fire at a point out of sight is refused."""
    shoot(hidden_target(), aimed()).rejected("AN-OH-01", "no-line-of-sight")


@pytest.mark.rule("AN-OH-01")
def test_range_penalties_are_those_of_the_aim_point():
    """An aim point beyond short range costs 1, beyond long 2: Acc 5 - 1 for overhead."""
    played = overhead_duel([10], 34 * INCH, order="advance")
    assert number_needed(played, aimed(X + 35 * INCH, Y)) == 3
    played = overhead_duel([10], 44 * INCH, order="advance")
    assert number_needed(played, aimed(X + 45 * INCH, Y)) == 2


@pytest.mark.rule("AN-OH-01", "AN-ACC-27")
def test_a_patched_device_lends_its_sight_for_an_aim_point():
    """A patched device lets the unit that it is lent to aim at what the device sees."""
    wall = box("t1", X + 14 * INCH, 0, INCH, 40 * INCH, los="blocking")
    for state, seen in (("patched", True), ("working", False)):
        played = launcher_duel(terrain=[wall], own=armed_squad("launcher", count=1, devices=("spotter",)))
        row = played.game.devices["a-x#1"]
        pose = played.game.models["a-x.1"].pose
        fields = {name: getattr(row, name) for name in row.__struct_fields__}
        there = type(pose)(X + 16 * INCH, Y, 0, 0)
        played.put("devices", type(row)(**{**fields, "state": state, "lends_sight_to": "a-x", "pose": there}))
        outcome = played.when("red", shoot_command(launcher_at((X + 15_500, Y))))
        outcome.accepted() if seen else outcome.rejected("AN-OH-01", "no-line-of-sight")


@pytest.mark.rule("AN-OH-01")
def test_an_aim_point_is_chosen_where_none_is_named():
    """Without an aim point the middle of the target's model with most of its unit under the template is taken."""
    event = launcher_duel().when("red", shoot_command()).one(ShootingDeclared)
    assert event.groups[0].aim == Spot(x=FAR_ENEMY_X, y=Y + 3_000)


@pytest.mark.rule("AN-OH-02")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_overhead_fire_that_passes_stays(order):
    """Against 4 a 4 leaves the template on the aim point."""
    played = overhead_duel([4, 3], order=order)
    outcome = land_templates(played, aimed()).without(TemplateShifted)
    assert template_places(outcome) == [AIM]
    assert faces_and_hits(outcome) == {"b-y": ((3,), 3)}


@pytest.mark.rule("AN-OH-02", "AN-OH-03", "AN-OH-11")
def test_each_die_has_its_own_template():
    """Of three dice a 4 stays, a 7 shifts by itself and a 10 leaves nothing."""
    played = overhead_duel([4, 7, 10, 2, 9, EAST], own=troopers(3, "lobber"))
    outcome = land_templates(played, aimed())
    assert [(event.die, event.distances) for event in events_of(outcome.events, TemplateShifted)] == [(2, (9 * INCH,))]
    assert sorted(template_places(outcome)) == [AIM, (AIM[0] + 9 * INCH, AIM[1])]


@pytest.mark.rule("AN-OH-03")
def test_overhead_fire_that_fails_on_fire_shifts_and_may_hit_others():
    """Against 4 a 7 shifts; the template falls on friends 8 inches on and hits them in place of the target."""
    friend = ("a-z", troopers(1), (AIM[0] + 8 * INCH, Y), USED)
    played = overhead_duel([7, 8, EAST, 2], more=[friend])
    outcome = land_templates(played, aimed()).then(TemplateShifted, die=1, distances=(8 * INCH,), directions=(900,))
    assert template_places(outcome) == [(AIM[0] + 8 * INCH, Y)]
    assert faces_and_hits(outcome) == {"a-z": ((2,), 2)}
    events = [*outcome.events, *play_on(played, "resist")]
    assert {event.unit for event in events_of(events, HitsScored)} == {"a-z"}


@pytest.mark.rule("AN-OH-03")
def test_a_failed_shot_shifts_by_a_die_and_the_pins():
    """A failed shot shifts by a fresh D10 and an inch for each pin of the shooter, as the compass die points."""
    played = launcher_duel((7, 6, 25, 2), mine={"pins": 2}, more=[("a-z", plain_squad(), (FAR_ENEMY_X + 8 * INCH, Y))])
    outcome = land_templates(played, launcher_at())
    event = outcome.one(TemplateShifted)
    assert (event.distances, event.directions, event.at) == ((8_000,), (900,), Spot(x=FAR_ENEMY_X + 8_000, y=Y))
    assert [roll.why for roll in outcome.rolls] == ["shift", "direction", "blast"]
    assert list(effects_by_unit(outcome)) == ["a-z"]


@pytest.mark.rule("AN-OH-04")
@pytest.mark.parametrize(("pins", "distance"), [(2, 8), (0, 6), (3, 9)])
@pytest.mark.ruling("AN-OH-04.2")
def test_the_shift_is_a_fresh_die_and_the_pins(pins, distance):
    """A D10 of 6 and 2 pins shift by 8 inches."""
    played = overhead_duel([9, 6, EAST], mine={"pins": pins})
    land_templates(played, aimed()).then(TemplateShifted, distances=(distance * INCH,))


@pytest.mark.rule("AN-OH-04")
@pytest.mark.ruling("AN-OH-04.2")
def test_the_failed_die_is_the_shift_by_an_option():
    """With the option the failed accuracy die of 9 and 2 pins shift by 11 inches, and no other die is thrown."""
    assert DEFAULTS.oh_shift_uses_accuracy_die is False
    played = overhead_duel([9, EAST], mine={"pins": 2}, options={"oh_shift_uses_accuracy_die": True})
    land_templates(played, aimed()).then(TemplateShifted, distances=(11 * INCH,))


@pytest.mark.rule("AN-OH-04")
def test_by_option_the_failed_die_is_the_distance():
    """By the option the failed die itself is the distance."""
    played = launcher_duel(
        (7, 100, 1),
        options={"oh_shift_uses_accuracy_die": True},
        more=[("a-z", plain_squad(), (FAR_ENEMY_X, Y + 12 * INCH))],
    )
    event = land_templates(played, launcher_at()).one(TemplateShifted)
    assert (event.distances, event.directions, event.at) == ((7_000,), (0,), Spot(x=FAR_ENEMY_X, y=Y + 7_000))


@pytest.mark.rule("AN-OH-05")
@pytest.mark.parametrize(
    ("die", "direction", "dx", "dy"), [(25, 900, 8, 0), (100, 0, 0, 8), (50, 1800, 0, -8), (75, 2700, -8, 0)]
)
def test_the_direction_is_a_die_of_a_hundred(die, direction, dx, dy):
    """25 of 100 is 90 degrees clockwise from north: 8 inches east."""
    played = overhead_duel([9, 6, die], mine={"pins": 2})
    outcome = land_templates(played, aimed()).then(TemplateShifted, directions=(direction,))
    shifted = outcome.one(TemplateShifted)
    assert (shifted.at.x, shifted.at.y) == (AIM[0] + dx * INCH, AIM[1] + dy * INCH)


@pytest.mark.rule("AN-OH-05")
@pytest.mark.ruling("AN-OH-05.2")
def test_a_step_of_the_die_is_three_point_six_degrees():
    """1 of 100 is 3.6 degrees."""
    land_templates(overhead_duel([9, 6, 1]), aimed()).then(TemplateShifted, directions=(36,))


@pytest.mark.rule("AN-OH-05")
@pytest.mark.ruling("AN-OH-05.2")
def test_the_referee_may_enter_a_direction():
    """A direction that the referee enters is taken in place of the die, which is not thrown."""
    played = overhead_duel([9, 6])
    roll_accuracy(played, aimed())
    played.when("referee", EnterDirection(direction=900)).then(DirectionEntered, direction=900)
    outcome = played.when("table", RollOverheadShift()).then(TemplateShifted, directions=(900,), distances=(6 * INCH,))
    assert template_places(outcome) == [(AIM[0] + 6 * INCH, Y)]


@pytest.mark.rule("AN-OH-05")
def test_the_referee_enters_a_direction_in_place_of_the_die():
    """The referee may enter the direction of a physical die, and no compass die is thrown."""
    played = launcher_duel((7, 6))
    roll_accuracy(played, launcher_at()).asks("shift", "table")
    played.when("referee", EnterDirection(direction=3_600)).rejected("AN-OH-05", "no-direction")
    played.when("referee", EnterDirection(direction=2_700)).accepted()
    event = played.when("table", RollOverheadShift()).one(TemplateShifted)
    assert event.at == Spot(x=FAR_ENEMY_X - 6_000, y=Y)
    assert played.game.volleys["v1"].directions == ()


@pytest.mark.rule("AN-OH-05")
def test_a_direction_is_entered_only_while_a_template_waits():
    """A direction is entered only while a template waits for it."""
    launcher_duel().when("referee", EnterDirection(direction=0)).rejected("AN-OH-05", "no-template-moves")


@pytest.mark.rule("AN-OH-05")
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
def test_directions_run_clockwise_from_north(direction, at):
    """Directions run clockwise from the north edge."""
    assert moved(Spot(x=0, y=0), (1_000,), (direction,)) == Spot(x=at[0], y=at[1])


@pytest.mark.rule("AN-OH-06")
def test_overhead_fire_that_fails_on_advance_misses():
    """On Advance a 5 against 4 leaves no template, no shift and no pins."""
    played = overhead_duel([5], order="advance", pace="auto")
    shoot(played, aimed()).accepted()
    events = play_on(played)
    assert (
        not events_of(events, TemplateShifted)
        + events_of(events, TemplateResolved)
        + events_of(events, HitsScored)
        + events_of(events, PinsAdded)
    )
    assert [die.result for die in one_event(events, AccuracyRolled).dice] == ["miss"]


@pytest.mark.rule("AN-OH-06")
@pytest.mark.parametrize(
    ("order", "face", "found"), [("advance", 5, "miss"), ("fire", 10, "dud"), ("advance", 10, "dud")]
)
def test_a_failure_on_advance_and_a_ten_place_nothing(order, face, found):
    """A failure on Advance and a 10 under any order place nothing."""
    outcome = roll_accuracy(launcher_duel((face,), order=order), launcher_at()).asks("pins")
    outcome.cites("AN-OH-11" if face == 10 else "AN-OH-06")
    assert die_results(outcome) == [found]


@pytest.mark.rule("AN-OH-07")
def test_blind_fire_needs_a_fire_order():
    """Blind fire on Advance is refused; on Fire it is allowed at a point out of sight."""
    shoot_blindly(hidden_target(order="advance")).rejected("AN-OH-07", "blind-needs-fire")
    played = hidden_target([10])
    shoot_blindly(played).accepted()
    played.when("table", RollAccuracy()).accepted()


@pytest.mark.rule("AN-OH-07")
def test_direct_fire_is_never_blind():
    """A direct weapon has no blind fire."""
    arm = replace(fired("gun"), blind=True)
    outcome = gun_duel().when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,)))
    outcome.rejected("AN-OH-07", "blind-direct")


@pytest.mark.rule("AN-OH-07")
def test_blind_fire_is_offered_with_overhead_weapons() -> None:
    """Who has an overhead weapon under a Fire order is offered blind fire with it, and nobody else."""
    units = [("a-x", armed_squad("launcher", count=1), (0, 10_000)), ("b-y", plain_squad(), (15_000, 10_000))]
    for order, found in (("fire", ["AN-OH-07"]), ("advance", [])):
        played = with_order(table(units=units), "a-x", order)
        assert [offer.clause for offer in offers_of(played.game, "a-x") if offer.clause == "AN-OH-07"] == found
    played = with_order(table(units=units), "b-y", "fire")
    assert not [offer for offer in offers_of(played.game, "b-y") if offer.clause == "AN-OH-07"]


@pytest.mark.rule("AN-OH-08")
@pytest.mark.parametrize("face", [2, 4, 6, 9])
def test_blind_fire_succeeds_on_a_one_alone(face):
    """With Acc 6 a 2 fails: nothing but a 1 will do."""
    played = hidden_target([face], own=troopers(1, "lobber", stats=stats(accuracy=6)), pace="auto")
    shoot_blindly(played).accepted()
    events = play_on(played)
    assert one_event(events, AccuracyRolled).dice[0].result == "miss"
    assert not events_of(events, TemplateResolved)


@pytest.mark.rule("AN-OH-08")
def test_modifiers_are_not_used_in_blind_fire():
    """Pins and range leave the number at 1, and a 1 succeeds."""
    played = hidden_target([1, 3, NORTH, 4, EAST], mine={"pins": 4})
    shoot_blindly(played).accepted()
    outcome = played.when("table", RollAccuracy()).accepted()
    assert outcome.one(AccuracyRolled).needed.total == 1
    assert die_results(outcome) == ["hit"]
    played.when("table", RollOverheadShift()).then(TemplateResolved)


@pytest.mark.rule("AN-OH-08")
def test_blind_fire_uses_no_modifiers_not_even_a_blur():
    """Blind fire uses no modifiers, not even a Blur, and succeeds on a 1 alone."""
    played = stepwise_duel((2,), own=armed_squad("mortar", count=1), markers=[marker("m1", "blur", 1, at=(ENEMY_X, Y))])
    played.when("red", shoot_command(fired("mortar", aim=(X + 12_000, Y), blind=True), target="")).accepted()
    event = played.when("table", RollAccuracy()).one(AccuracyRolled)
    assert (event.needed.total, event.needed.clauses(), event.dice[0].result) == (1, ("AN-OH-08",), "miss")


@pytest.mark.rule("AN-OH-09")
@pytest.mark.ruling("AN-OH-09.2", "AN-OH-09.3")
def test_a_blind_shot_drifts_twice():
    """3 inches north and 4 east land 5 inches from the aim point; pins do not lengthen the drift."""
    played = hidden_target([1, 3, NORTH, 4, EAST], mine={"pins": 2})
    shoot_blindly(played).accepted()
    outcome = land_blind_shot(played).then(TemplateShifted, distances=(3 * INCH, 4 * INCH), directions=(0, 900))
    assert template_places(outcome) == [(AIM[0] + 4 * INCH, AIM[1] + 3 * INCH)]


@pytest.mark.rule("AN-OH-09")
def test_what_lies_where_it_lands_is_hit():
    """A unit under the template where the drift ends takes the hits."""
    other = ("b-z", troopers(1), (AIM[0] + 4 * INCH, AIM[1] + 3 * INCH), USED)
    played = hidden_target([1, 3, NORTH, 4, EAST, 5], more=[other])
    shoot_blindly(played).accepted()
    assert faces_and_hits(land_blind_shot(played)) == {"b-z": ((5,), 5)}


@pytest.mark.rule("AN-OH-09")
@pytest.mark.ruling("AN-OH-09.4")
def test_one_vector_is_an_option():
    """With one_vector one die gives the distance and one the direction: 7 inches east."""
    assert DEFAULTS.blind_shift_mode == "two_vectors"
    played = hidden_target([1, 7, EAST], options={"blind_shift_mode": "one_vector"})
    shoot_blindly(played).accepted()
    assert template_places(land_blind_shot(played)) == [(AIM[0] + 7 * INCH, AIM[1])]


@pytest.mark.rule("AN-OH-09")
def test_blind_fire_drifts_by_two_dice_whatever_the_pins():
    """A 1 lands 3 inches north and 4 inches east of an aim point that nobody sees; pins do not matter."""
    wall = box("t1", X + 2 * INCH, 0, INCH, 40 * INCH, los="blocking")
    played = launcher_duel((1, 3, 100, 4, 25, 4), terrain=[wall], mine={"pins": 3})
    played.when("red", shoot_command(launcher_at((FAR_ENEMY_X - 4_000, Y)), target="b-y")).rejected(
        "AN-OH-01", "no-line-of-sight"
    )
    played.when("red", shoot_command(launcher_at((FAR_ENEMY_X - 4_000, Y), blind=True), target="")).then(
        ShootingDeclared, target=""
    )
    played.when("table", RollAccuracy()).accepted()
    outcome = played.when("table", RollOverheadShift())
    event = outcome.one(TemplateShifted)
    assert (event.distances, event.directions) == ((3_000, 4_000), (0, 900))
    assert event.at == Spot(x=FAR_ENEMY_X, y=Y + 3_000)
    assert effects_by_unit(outcome) == {"b-y": ((4,), 4, 0)}


@pytest.mark.rule("AN-OH-09")
def test_by_option_blind_fire_drifts_once():
    """By the option blind fire drifts one way only."""
    played = launcher_duel((1, 3, 50), options={"blind_shift_mode": "one_vector"})
    played.when("red", shoot_command(launcher_at((FAR_ENEMY_X, Y - 9_000), blind=True), target="")).accepted()
    played.when("table", RollAccuracy()).accepted()
    event = played.when("table", RollOverheadShift()).one(TemplateShifted)
    assert (event.distances, event.directions, event.at) == ((3_000,), (1_800,), Spot(x=FAR_ENEMY_X, y=Y - 12_000))


@pytest.mark.rule("AN-OH-10")
@pytest.mark.parametrize(("face", "result"), [(2, "miss"), (6, "miss"), (10, "dud")])
def test_a_failed_blind_shot_places_nothing(face, result):
    """A 6 misses: no shift is rolled and nothing is placed, though a Fire order shifts other fire."""
    played = hidden_target([face], pace="auto")
    shoot_blindly(played).accepted()
    events = play_on(played)
    assert one_event(events, AccuracyRolled).dice[0].result == result
    assert not events_of(events, TemplateShifted) + events_of(events, TemplateResolved) + events_of(events, HitsScored)


@pytest.mark.rule("AN-OH-10")
def test_blind_fire_from_two_on_places_nothing():
    """From 2 on blind fire misses, and nothing is placed."""
    played = launcher_duel((2,))
    played.when("red", shoot_command(launcher_at(blind=True), target="")).accepted()
    assert die_results(played.when("table", RollAccuracy()).asks("pins").cites("AN-OH-10")) == ["miss"]


@pytest.mark.rule("AN-OH-07", "AN-SHOOT-11")
def test_blind_fire_names_no_target() -> None:
    """Blind fire goes at a point: a target that is named besides is refused."""
    played = hidden_target()
    arm = replace(fired("lobber", aim=AIM), blind=True)
    outcome = played.when("red", DeclareShooting(unit="a-x", target="b-y", weapons=(arm,)))
    outcome.rejected("AN-SHOOT-11", "target-not-fired-at", "target", unit="a-x", target="b-y")
    shoot_blindly(played).accepted()
