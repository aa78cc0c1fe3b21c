"""AN-OH: overhead and blind fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AccuracyRolled,
    AllocateHits,
    DeclareShooting,
    DirectionEntered,
    EnterDirection,
    FiredWeapon,
    HitPlace,
    HitsAllocated,
    HitsScored,
    MarkerPlaced,
    PinsAdded,
    RollAccuracy,
    RollOverheadShift,
    TemplateResolved,
    TemplateShifted,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, amount, box, kind, overhead
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    asked,
    fired,
    gained,
    men,
    of,
    one,
    resisted,
    shoot,
    silence,
    stats,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import (
    EAST,
    NORTH,
    field,
    hit_again,
    land,
    lobber,
    lobbing,
    mark,
    needs,
    places,
    results,
    roll,
    scored,
)  # fmt: skip

AIM = mark()
TALL = 48 * INCH


def aimed(x: int = AIM[0], y: int = AIM[1]) -> FiredWeapon:
    return fired("lobber", aim=(x, y))


def blind(played: Table, aim: tuple[int, int] = AIM) -> Outcome:
    """Shoot at a point without a target, blindly."""
    arm = replace(fired("lobber", aim=aim), blind=True)
    return played.when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,)))


def hidden(faces: Any = (), **rest: Any) -> Table:
    """Let an overhead weapon stand behind a wall that hides everything east of it."""
    return lobbing(faces, terrain=[box("w1", X + 3 * INCH, 0, 500, TALL, los="blocking")], **rest)


def falls(played: Table) -> Outcome:
    """Throw the dice of a blind shot and bring it down."""
    played.when("table", RollAccuracy()).accepted()
    return played.when("table", RollOverheadShift()).accepted()


def effects(outcome: Outcome) -> dict[str, tuple[tuple[int, ...], int]]:
    """Give dice and hits of every unit under the template."""
    found = outcome.one(TemplateResolved)
    return {each.unit: (each.faces, each.hits) for each in found.units}


# -- AN-OH-01, AN-OH-02


@pytest.mark.rule("AN-OH-01")
@pytest.mark.parametrize(("distance", "reason"), [(8, "below-minimum"), (10, ""), (50, ""), (51, "out-of-range")])
def test_the_aim_point_is_within_the_range_band(distance, reason):
    """With minimum 10 an aim point at 8 inches is refused, and one beyond extreme range."""
    arm = lobber(minimum=10 * INCH)
    played = lobbing([] if reason else [10], arm=arm, size=(120_000, 48_000))
    outcome = shoot(played, aimed(X + 500 + distance * INCH, Y))
    if reason:
        outcome.rejected("AN-OH-01", reason)
    else:
        outcome.accepted()
        played.when("table", RollAccuracy()).accepted()


@pytest.mark.rule("AN-OH-01")
def test_the_aim_point_has_to_be_seen():
    """Ordinary overhead fire at a point out of sight is refused."""
    shoot(hidden(), aimed()).rejected("AN-OH-01", "no-line-of-sight")


@pytest.mark.rule("AN-OH-01")
def test_range_penalties_are_those_of_the_aim_point():
    """An aim point beyond short range costs 1, beyond long 2: Acc 5 - 1 for overhead."""
    played = lobbing([10], 34 * INCH, order="advance")
    assert needs(played, aimed(X + 35 * INCH, Y)) == 3
    played = lobbing([10], 44 * INCH, order="advance")
    assert needs(played, aimed(X + 45 * INCH, Y)) == 2


@pytest.mark.rule("AN-OH-02")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_overhead_fire_that_passes_stays(order):
    """Against 4 a 4 leaves the template on the aim point."""
    played = lobbing([4, 3], order=order)
    outcome = land(played, aimed()).without(TemplateShifted)
    assert places(outcome) == [AIM]
    assert effects(outcome) == {"b-y": ((3,), 3)}


# -- AN-OH-03 to AN-OH-06


@pytest.mark.rule("AN-OH-03")
def test_overhead_fire_that_fails_on_fire_shifts_and_may_hit_others():
    """Against 4 a 7 shifts; the template falls on friends 8 inches on and hits them in place of the target."""
    friend = ("a-z", men(1), (AIM[0] + 8 * INCH, Y), USED)
    played = lobbing([7, 8, EAST, 2], more=[friend])
    outcome = land(played, aimed()).then(TemplateShifted, die=1, distances=(8 * INCH,), directions=(900,))
    assert places(outcome) == [(AIM[0] + 8 * INCH, Y)]
    assert effects(outcome) == {"a-z": ((2,), 2)}
    events = [*outcome.events, *through(played, "resist")]
    assert {each.unit for each in of(events, HitsScored)} == {"a-z"}


@pytest.mark.rule("AN-OH-04")
@pytest.mark.parametrize(("pins", "distance"), [(2, 8), (0, 6), (3, 9)])
def test_the_shift_is_a_fresh_die_and_the_pins(pins, distance):
    """A D10 of 6 and 2 pins shift by 8 inches."""
    played = lobbing([9, 6, EAST], mine={"pins": pins})
    land(played, aimed()).then(TemplateShifted, distances=(distance * INCH,))


@pytest.mark.rule("AN-OH-04")
def test_the_failed_die_is_the_shift_by_an_option():
    """With the option the failed accuracy die of 9 and 2 pins shift by 11 inches, and no other die is thrown."""
    assert DEFAULTS.oh_shift_uses_accuracy_die is False
    played = lobbing([9, EAST], mine={"pins": 2}, options={"oh_shift_uses_accuracy_die": True})
    land(played, aimed()).then(TemplateShifted, distances=(11 * INCH,))


@pytest.mark.rule("AN-OH-05")
@pytest.mark.parametrize(
    ("die", "direction", "dx", "dy"), [(25, 900, 8, 0), (100, 0, 0, 8), (50, 1800, 0, -8), (75, 2700, -8, 0)]
)
def test_the_direction_is_a_die_of_a_hundred(die, direction, dx, dy):
    """25 of 100 is 90 degrees clockwise from north: 8 inches east."""
    played = lobbing([9, 6, die], mine={"pins": 2})
    outcome = land(played, aimed()).then(TemplateShifted, directions=(direction,))
    shifted = outcome.one(TemplateShifted)
    assert (shifted.at.x, shifted.at.y) == (AIM[0] + dx * INCH, AIM[1] + dy * INCH)


@pytest.mark.rule("AN-OH-05")
def test_a_step_of_the_die_is_three_point_six_degrees():
    """1 of 100 is 3.6 degrees."""
    land(lobbing([9, 6, 1]), aimed()).then(TemplateShifted, directions=(36,))


@pytest.mark.rule("AN-OH-05")
def test_the_referee_may_enter_a_direction():
    """A direction that the referee enters is taken in place of the die, which is not thrown."""
    played = lobbing([9, 6])
    roll(played, aimed())
    played.when("referee", EnterDirection(direction=900)).then(DirectionEntered, direction=900)
    outcome = played.when("table", RollOverheadShift()).then(TemplateShifted, directions=(900,), distances=(6 * INCH,))
    assert places(outcome) == [(AIM[0] + 6 * INCH, Y)]


@pytest.mark.rule("AN-OH-06")
def test_overhead_fire_that_fails_on_advance_misses():
    """On Advance a 5 against 4 leaves no template, no shift and no pins."""
    played = lobbing([5], order="advance", pace="auto")
    shoot(played, aimed()).accepted()
    events = through(played)
    assert (
        not of(events, TemplateShifted) + of(events, TemplateResolved) + of(events, HitsScored) + of(events, PinsAdded)
    )
    assert [each.result for each in one(events, AccuracyRolled).dice] == ["miss"]


# -- AN-OH-07 to AN-OH-10


@pytest.mark.rule("AN-OH-07")
def test_blind_fire_needs_a_fire_order():
    """Blind fire on Advance is refused; on Fire it is allowed at a point out of sight."""
    blind(hidden(order="advance")).rejected("AN-OH-07", "blind-needs-fire")
    played = hidden([10])
    blind(played).accepted()
    played.when("table", RollAccuracy()).accepted()


@pytest.mark.rule("AN-OH-07")
def test_direct_fire_is_never_blind():
    """A direct weapon has no blind fire."""
    arm = replace(fired("gun"), blind=True)
    outcome = field().when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,)))
    outcome.rejected("AN-OH-07", "blind-direct")


@pytest.mark.rule("AN-OH-08")
@pytest.mark.parametrize("face", [2, 4, 6, 9])
def test_blind_fire_succeeds_on_a_one_alone(face):
    """With Acc 6 a 2 fails: nothing but a 1 will do."""
    played = hidden([face], own=men(1, "lobber", stats=stats(accuracy=6)), pace="auto")
    blind(played).accepted()
    events = through(played)
    assert one(events, AccuracyRolled).dice[0].result == "miss"
    assert not of(events, TemplateResolved)


@pytest.mark.rule("AN-OH-08")
def test_modifiers_are_not_used_in_blind_fire():
    """Pins and range leave the number at 1, and a 1 succeeds."""
    played = hidden([1, 3, NORTH, 4, EAST], mine={"pins": 4})
    blind(played).accepted()
    outcome = played.when("table", RollAccuracy()).accepted()
    assert outcome.one(AccuracyRolled).needed.total == 1
    assert results(outcome) == ["hit"]
    played.when("table", RollOverheadShift()).then(TemplateResolved)


@pytest.mark.rule("AN-OH-09")
def test_a_blind_shot_drifts_twice():
    """3 inches north and 4 east land 5 inches from the aim point; pins do not lengthen the drift."""
    played = hidden([1, 3, NORTH, 4, EAST], mine={"pins": 2})
    blind(played).accepted()
    outcome = falls(played).then(TemplateShifted, distances=(3 * INCH, 4 * INCH), directions=(0, 900))
    assert places(outcome) == [(AIM[0] + 4 * INCH, AIM[1] + 3 * INCH)]


@pytest.mark.rule("AN-OH-09")
def test_what_lies_where_it_lands_is_hit():
    """A unit under the template where the drift ends takes the hits."""
    other = ("b-z", men(1), (AIM[0] + 4 * INCH, AIM[1] + 3 * INCH), USED)
    played = hidden([1, 3, NORTH, 4, EAST, 5], more=[other])
    blind(played).accepted()
    assert effects(falls(played)) == {"b-z": ((5,), 5)}


@pytest.mark.rule("AN-OH-09")
def test_one_vector_is_an_option():
    """With one_vector one die gives the distance and one the direction: 7 inches east."""
    assert DEFAULTS.blind_shift_mode == "two_vectors"
    played = hidden([1, 7, EAST], options={"blind_shift_mode": "one_vector"})
    blind(played).accepted()
    assert places(falls(played)) == [(AIM[0] + 7 * INCH, AIM[1])]


@pytest.mark.rule("AN-OH-10")
@pytest.mark.parametrize(("face", "result"), [(2, "miss"), (6, "miss"), (10, "dud")])
def test_a_failed_blind_shot_places_nothing(face, result):
    """A 6 misses: no shift is rolled and nothing is placed, though a Fire order shifts other fire."""
    played = hidden([face], pace="auto")
    blind(played).accepted()
    events = through(played)
    assert one(events, AccuracyRolled).dice[0].result == result
    assert not of(events, TemplateShifted) + of(events, TemplateResolved) + of(events, HitsScored)


# -- AN-OH-11, AN-OH-12


@pytest.mark.rule("AN-OH-11")
def test_an_overhead_ten_is_a_dud():
    """On Fire a 10 misses without shift and without template, even against 11."""
    for acc in (5, 12):
        played = lobbing([10], own=men(1, "lobber", stats=stats(accuracy=acc)), pace="auto")
        shoot(played, aimed()).accepted()
        events = through(played)
        assert one(events, AccuracyRolled).dice[0].result == "dud"
        assert not of(events, TemplateShifted) + of(events, TemplateResolved)


@pytest.mark.rule("AN-OH-11")
def test_an_overhead_one_stays_and_makes_one_lucky_hit():
    """A 1 leaves the template on the aim point; one of its hits is lucky and the shooter places it, last."""
    played = lobbing([1, 3], foe=men(5), pace="auto")
    shoot(played, fired("lobber", aim=(AIM[0], AIM[1] + 750))).accepted()
    events = through(played, "allocate", "allocate_lucky")
    assert not of(events, TemplateShifted)
    hits = one(events, HitsScored).hits
    assert (len(hits), sum(hit.lucky for hit in hits)) == (3, 1)
    assert asked(played) in ("allocate", "allocate_lucky")
    if asked(played) == "allocate":
        silence(played)
    assert asked(played) == "allocate_lucky"
    window = played.window
    assert window is not None
    assert window.asks == (0,)
    played.faces(1, 1, 1)
    allocated = of(through(played), HitsAllocated, lucky=True)
    assert len(allocated) == 1


@pytest.mark.rule("AN-OH-12")
def test_every_unit_under_the_template_rolls_its_own_hits():
    """A blast of D5 over X and Y makes 4 hits on the one and 2 on the other, friends and enemies alike."""
    friend = ("a-z", men(1), (AIM[0] + 1500, Y), USED)
    arm = lobber(hits="d5", radius=2 * INCH)
    played = lobbing([4, 4, 2], arm=arm, more=[friend])
    outcome = land(played, aimed())
    assert effects(outcome) == {"a-z": ((4,), 4), "b-y": ((2,), 2)}
    assert [(each.sides, len(each.faces)) for each in outcome.rolls if each.why == "blast"] == [(5, 1), (5, 1)]


@pytest.mark.rule("AN-OH-12")
@pytest.mark.parametrize(("radius", "under"), [(1000, 1), (2000, 2), (4000, 3)])
def test_the_radius_decides_who_is_under_the_template(radius, under):
    """Of three models 1.5 inches apart a wider template lies over more."""
    played = lobbing([4, 1], arm=lobber(radius=radius - 501), foe=men(3))
    found = land(played, aimed()).one(TemplateResolved)
    assert len(found.units[0].models) == under


@pytest.mark.rule("AN-OH-12")
def test_units_beside_the_template_are_not_hit():
    """A unit outside the template takes nothing, the target neither."""
    played = lobbing([4])
    outcome = land(played, aimed(AIM[0], AIM[1] + 4 * INCH))
    assert outcome.one(TemplateResolved).units == ()
    assert not of(outcome.events, HitsScored)


@pytest.mark.rule("AN-OH-12")
def test_models_under_the_template_are_hit_first():
    """Of three hits with two models under the template these take one each first, then the third another."""
    played = lobbing([4, 3, 1, 1, 1], foe=men(4), arm=lobber(radius=900), pace="auto")
    shoot(played, aimed(AIM[0], AIM[1] + 750)).accepted()
    events = through(played)
    placed = sorted(each.model for each in one(events, HitsAllocated).hits)
    assert placed[:2] == ["b-y.1", "b-y.2"]
    assert placed[2] in ("b-y.3", "b-y.4")


@pytest.mark.rule("AN-OH-12")
def test_a_hit_beside_the_template_before_one_under_it_is_refused():
    """One hit and two models under the template: it can not be given to a third."""
    played = lobbing([4, 1, 1], foe=men(4), arm=lobber(radius=900), pace="auto")
    shoot(played, aimed(AIM[0], AIM[1] + 750)).accepted()
    assert asked(played) == "allocate"
    hit = one(played.last.events, HitsScored).hits[0].id
    place = AllocateHits(unit="b-y", hits=(HitPlace(hit=hit, model="b-y.4"),))
    played.when("blue", place).rejected("AN-OH-12", "template-first")
    under = AllocateHits(unit="b-y", hits=(HitPlace(hit=hit, model="b-y.2"),))
    played.when("blue", under).accepted()


@pytest.mark.rule("AN-OH-12")
def test_fixed_hits_are_not_rolled():
    """A weapon whose data give 2 hits throws nothing for them."""
    played = lobbing([4], arm=lobber(hits=2))
    assert effects(land(played, aimed())) == {"b-y": ((), 2)}


@pytest.mark.rule("AN-OH-12")
def test_cover_does_not_help_under_a_template():
    """In hard cover the hits are resisted at 6."""
    wood = box("w1", AIM[0] - INCH, Y - 2 * INCH, 3 * INCH, 6 * INCH, los="clear", move="open", cover="hard")
    played = lobbing([4, 1, 2], terrain=[wood], pace="auto")
    shoot(played, aimed()).accepted()
    assert [each.needed.total for each in resisted(through(played))] == [6]


@pytest.mark.rule("AN-OH-12")
def test_a_net_gives_pins_to_every_unit_under_it():
    """A thrown net that shows 3 and 1 gives 4 pins to one unit and 2 to the other."""
    arm = lobber("net", properties=("suspensor_net",), overhead=overhead("net", 0, 2 * INCH))
    other = ("b-z", men(1), (AIM[0] + 1500, Y), USED)
    played = lobbing([4, 3, 1], arm=arm, more=[other], pace="auto")
    shoot(played, fired("net", aim=AIM)).accepted()
    events = through(played)
    assert (gained(events, "b-y"), gained(events, "b-z")) == (4, 2)


@pytest.mark.rule("AN-OH-12", "AN-OH-02")
def test_a_marker_stays_where_it_lies():
    """A weapon whose effect is a marker leaves it on the aim point."""
    arm = lobber("flare", properties=(), overhead=overhead("marker", 0, INCH, "munition"))
    played = lobbing([4], arm=arm, pace="auto")
    shoot(played, fired("flare", aim=AIM)).accepted()
    placed = one(through(played), MarkerPlaced)
    assert placed.pose is not None
    assert (placed.sheet, placed.pose.x, placed.pose.y) == ("munition", *AIM)


@pytest.mark.rule("AN-OH-12", "AN-SHOOT-11")
def test_template_hits_are_placed_before_direct_hits():
    """A template over the first model and a direct hit: the first model takes the one, another the other."""
    kinds = (kind("gunner", weapons=("gun",)), kind("thrower", weapons=("lobber",)))
    own = men(2, kinds=kinds, models=("gunner", "thrower"))
    played = lobbing([4, 3, 1, 1, 1], own=own, foe=men(2), arm=lobber(hits="d5", radius=900), pace="auto")
    shoot(played, fired("gun"), aimed()).accepted()
    events = through(played)
    placed = {each.hit: each.model for found in of(events, HitsAllocated) for each in found.hits}
    overhead_hits = [hit for found in of(events, HitsScored) for hit in found.hits if hit.overhead]
    direct = [hit for found in of(events, HitsScored) for hit in found.hits if not hit.overhead]
    assert (len(overhead_hits), len(direct)) == (1, 1)
    assert placed[overhead_hits[0].id] == "b-y.1"
    assert placed[direct[0].id] == "b-y.2"


@pytest.mark.rule("AN-OH-12")
def test_the_strike_value_is_that_of_the_weapon():
    """Hits of a blast of strike value 2 are resisted at 4."""
    played = lobbing([4, 1, 2], arm=lobber(strike_value=amount(2)), pace="auto")
    shoot(played, aimed()).accepted()
    assert [each.needed.total for each in resisted(through(played))] == [4]


@pytest.mark.rule("AN-OH-02", "AN-OH-03", "AN-OH-11")
def test_each_die_has_its_own_template():
    """Of three dice a 4 stays, a 7 shifts by itself and a 10 leaves nothing."""
    played = lobbing([4, 7, 10, 2, 9, EAST], own=men(3, "lobber"))
    outcome = land(played, aimed())
    assert [(each.die, each.distances) for each in of(outcome.events, TemplateShifted)] == [(2, (9 * INCH,))]
    assert sorted(places(outcome)) == [AIM, (AIM[0] + 9 * INCH, AIM[1])]


@pytest.mark.rule("AN-OH-12", "AN-REROLL-08")
@pytest.mark.parametrize(("rounds", "hits"), [((3, 3), 3), ((1, 1), 1)])
def test_hits_of_two_templates_on_one_down_unit_are_halved_together(rounds, hits):
    """The number of blast hits of a volley is halved: 3 and 3 make 3, 1 and 1 make 1."""
    played = lobbing([4, 4, *rounds], own=men(2, "lobber"), theirs={"order": "down"})
    land(played, aimed())
    hit_again(played)
    assert scored(played) == hits
