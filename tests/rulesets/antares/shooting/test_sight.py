"""AN-SHOOT-04 to -06, -08 and -09: lines of sight, and what people state about them."""

from __future__ import annotations

import sys

import pytest

from adjudicator.board.inches import Pose, round_base
from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ModelSight,
    RecordSightFacts,
    RollAccuracy,
    ShotsLost,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import Device
from adjudicator.rulesets.antares.reports import sight_checks
from adjudicator.rulesets.antares.reports.messages import CheckSightRequest
from adjudicator.rulesets.antares.rules.shooting import line_of_sight, sight_lines
from tests.rulesets.antares.fixtures import (
    MISSES,
    TALL,
    USED,
    X,
    Y,
    acting,
    change_unit,
    gun_duel,
    stepwise_duel,
    table,
    target_place,
)
from tests.rulesets.antares.sheets import (
    INCH,
    box,
    device_sheet,
    marker,
    model_kind,
    plain_squad,
    probe,
    squad,
    troopers,
    vehicle,
    wall,
)
from tests.rulesets.antares.shooting.fixtures import ONE, SHOOTER, TARGET, line_between
from tests.rulesets.antares.steps import (
    dice_count,
    number_needed,
    refused_without_sight,
    roll_accuracy,
    shoot,
    shoot_command,
)


def stated_facts(volley="v1", penalty=None, **sight):
    usual = {"sees": True, "distance": 10_000, "obscuring": 0, "fields": (), "seen": ()}
    rows = tuple(ModelSight(**{**usual, **sight, "model": f"a-x.{number}"}) for number in range(1, 6))
    return RecordSightFacts(volley=volley, sights=rows, covers=(), penalty=penalty)


BETWEEN = X + 5 * INCH


@pytest.mark.rule("AN-SHOOT-02")
@pytest.mark.parametrize(
    ("stated", "total"),
    [
        (stated_facts(), 5),
        (stated_facts(distance=25_000), 4),
        (stated_facts(obscuring=3_000), 3),
        (stated_facts(fields=("batter_shield",)), 3),
        (stated_facts(penalty=-3), 2),
        (stated_facts(obscuring=3_000, penalty=0), 5),
        (stated_facts(obscuring=3_000, seen=("b-y.1", "b-y.2")), 5),
    ],
)
def test_stated_sight_stands_in_place_of_the_geometry(stated, total):
    """Ranges, terrain and fields that people state are used in place of the service's own."""
    played = stepwise_duel(MISSES, order="advance")
    played.when("red", shoot_command()).asks("accuracy", "table")
    played.when("referee", stated).accepted()
    assert played.when("table", RollAccuracy()).one(AccuracyRolled).needed.total == total


@pytest.mark.rule("AN-SHOOT-12")
def test_sight_is_not_stated_once_the_dice_are_rolled():
    """What is seen is not stated once the dice are rolled."""
    played = stepwise_duel((3, *MISSES[:4]), order="advance")
    roll_accuracy(played)
    played.when("referee", stated_facts()).rejected("AN-SHOOT-12", "dice-are-rolled")


@pytest.mark.rule("AN-SHOOT-02", "AN-SHOOT-03")
def test_sight_is_checked_for_models_teams_devices_and_points():
    """Models are checked one by one; a primary model judges for its team, a device for itself or its unit."""
    rock = box("rock", 20_000, 0, 1000, 12_500, los="blocking")
    places = [(10_000, 10_000), (10_000, 20_000)]
    team = plain_squad(
        kinds=(model_kind(primary=True), model_kind("helper")),
        models=("trooper", "helper"),
        flags=("primary_model_only",),
    )
    game = table(units=(("a-x", team, places), TARGET), terrain=[rock]).game
    first, second = (game.models[f"a-x.{n}"] for n in (1, 2))
    assert not line_of_sight.seen_by(game, first, "b-y")
    assert line_of_sight.seen_by(game, second, "b-y")
    assert not any(line_of_sight.seen_by(game, eye, "b-y") for eye in line_of_sight.judging_models(game, "a-x"))
    assert not line_of_sight.line_to_spot(game, second, Spot(x=30_000, y=20_000)).blocked
    assert line_of_sight.line_to_spot(game, first, Spot(x=30_000, y=10_000), "b-y").blocked
    played = table(
        units=(("a-x", squad(models=("trooper",)), (10_000, 10_000)), TARGET),
        terrain=[rock],
        markers=[marker("m1", "spotter", 0, "a-x", (20_500, 14_000))],
    )
    spotters = played.game.devices
    assert not line_of_sight.device_sees(played.game, spotters["a-x#1"], "b-y")
    assert line_of_sight.device_sees(played.game, spotters["m1"], "b-y")
    assert line_of_sight.device_sees_spot(played.game, spotters["m1"], Spot(x=30_000, y=10_000), "b-y")


@pytest.mark.rule("AN-SHOOT-02")
def test_the_sight_report_tells_of_every_model():
    """The report says model by model what is seen, how far, through what, and what cover there is."""
    wood = box("wood", 20_000, 9000, 2000, 2000)
    game = table(units=(("a-x", plain_squad(models=("trooper",) * 2), (10_000, 10_000)), TARGET), terrain=[wood]).game
    report = sight_checks.check_sight(game, 0, CheckSightRequest(game=bytes(16), unit="a-x", target="b-y"))
    assert [(sight.model, sight.sees, sight.distance, sight.obscuring) for sight in report.sights] == [
        ("a-x.1", True, 19_000, 2000),
        ("a-x.2", True, 19_056, 2005),
    ]
    assert [sight.seen for sight in report.sights] == [("b-y.1",), ("b-y.1",)]
    assert report.gap == 19_000
    assert [cover.cover for cover in report.covers] == ["clear"]
    with pytest.raises(Unknown):
        sight_checks.check_sight(game, 0, CheckSightRequest(game=bytes(16), unit="a-q", target="b-y"))
    played = change_unit(table(units=(SHOOTER, TARGET)), "b-y", place="destroyed")
    with pytest.raises(Rejected):
        sight_checks.check_sight(played.game, 0, CheckSightRequest(game=bytes(16), unit="a-x", target="b-y"))


@pytest.mark.rule("AN-SHOOT-04")
@pytest.mark.parametrize("id", ["a-z", "b-z"])
@pytest.mark.ruling("AN-SHOOT-04.2")
def test_models_of_other_units_block_the_line(id):
    """A third unit's model on the line to the only visible model, friend or enemy, leaves no shot."""
    third = (id, troopers(1), (BETWEEN, Y), USED)
    refused_without_sight(shoot(gun_duel(more=[third])), "AN-SHOOT-04")
    beside = (id, troopers(1), (BETWEEN, Y + 1500), USED)
    assert number_needed(gun_duel([9], order="advance", more=[beside])) == 5


@pytest.mark.rule("AN-SHOOT-04")
@pytest.mark.ruling("AN-SHOOT-04.2")
def test_a_unit_blocks_neither_its_own_shots_nor_those_at_it():
    """Models of the shooting and of the target unit on the line do not count."""
    units = (
        ("a-x", troopers(2, "gun"), [(X, Y), (X + 2 * INCH, Y)]),
        ("b-y", troopers(2), [(BETWEEN, Y), target_place()], USED),
    )
    played = acting("fire", *units, dice=[9, 9], pace="step")
    assert dice_count(roll_accuracy(played)) == 2


@pytest.mark.rule("AN-SHOOT-04")
@pytest.mark.parametrize(
    ("size", "enemy", "blocked"), [("medium", "medium", True), ("small", "medium", False), ("medium", "large", False)]
)
def test_larger_models_of_other_units_block_the_line(size, enemy, blocked):
    """A model of another unit on the line blocks it unless it is smaller than the target."""
    third = ("a-z", plain_squad(size=size, models=("trooper",)), (X + 5 * INCH, Y))
    one = {"models": ("trooper",)}
    played = stepwise_duel(own=plain_squad(**one), enemy=plain_squad(size=enemy, **one), more=[third])
    outcome = played.when("red", shoot_command())
    outcome.rejected("AN-SHOOT-04", "no-line-of-sight") if blocked else outcome.accepted()


@pytest.mark.rule("AN-SHOOT-04", "AN-SHOOT-09")
def test_models_of_other_units_block_but_probes_and_equipment_do_not():
    """Models of other units block, friend or enemy; probes and equipment do not, nor does the unit itself."""
    for name in ("a-z", "b-z"):
        found = line_between((name, ONE, (20_000, 10_400)))
        assert (found.blocked, found.cause, found.by) == (True, "models", f"{name}.1")
    assert not line_between(("a-z", ONE, (20_000, 10_500))).blocked
    assert not line_between(("a-z", probe(), (20_000, 10_000))).blocked
    crate = plain_squad(kinds=(model_kind(equipment=True),), models=("trooper",))
    assert not line_between(("a-z", crate, (20_000, 10_000))).blocked
    two = plain_squad(models=("trooper", "trooper"))
    own = (("a-x", two, [(10_000, 10_000), (12_000, 10_000)]), ("b-y", two, [(30_000, 10_000), (28_000, 10_000)]))
    assert not line_between(units=own).blocked


@pytest.mark.rule("AN-SHOOT-05")
@pytest.mark.parametrize(("second", "blocked"), [(1500, False), (2000, True)])
def test_obscuring_pieces_add_up(second, blocked):
    """2.5 inches of wood and 1.5 of scrub are seen through at -2, 2.5 and 2.0 are not."""
    terrain = [box("w1", X + 3 * INCH, 0, 2500, TALL), box("w2", X + 8 * INCH, 0, second, TALL)]
    played = gun_duel([9] * (not blocked), 15 * INCH, order="advance", terrain=terrain)
    if blocked:
        refused_without_sight(shoot(played), "AN-SHOOT-05")
    else:
        assert number_needed(played) == 3


@pytest.mark.rule("AN-SHOOT-05")
@pytest.mark.parametrize(
    ("stated", "reason"), [({"sees": False}, "sight"), ({"obscuring": 4_001}, "sight"), ({"distance": 51_000}, "range")]
)
def test_models_stated_to_see_nothing_lose_their_shots(stated, reason):
    """Models that are stated to see nothing, or nothing in range, lose their shots."""
    played = stepwise_duel(order="advance")
    played.when("red", shoot_command()).accepted()
    played.when("referee", stated_facts(**stated)).accepted()
    played.when("table", RollAccuracy()).then(ShotsLost, reason=reason).without(AccuracyRolled)


@pytest.mark.rule("AN-SHOOT-05", "AN-SHOOT-06")
@pytest.mark.parametrize(
    ("los", "depth", "clause"), [("blocking", 500, "AN-SHOOT-06"), ("obscuring", 4_500, "AN-SHOOT-05")]
)
def test_blocking_and_deep_obscuring_terrain_stop_every_shot(los, depth, clause):
    """Blocking terrain and more than 4 inches of obscuring terrain stop every shot."""
    played = stepwise_duel(terrain=[box("t1", X + 4 * INCH, 0, depth, 40 * INCH, los=los)])
    played.when("red", shoot_command()).rejected(clause, "no-line-of-sight", unit="a-x", target="b-y")


@pytest.mark.rule("AN-SHOOT-06")
@pytest.mark.parametrize("width", [100, 3000])
def test_blocking_terrain_stops_every_line(width):
    """A bunker's wall between shooter and target leaves no shot, whatever its thickness."""
    bunker = box("w1", BETWEEN, 0, width, TALL, los="blocking", building=True)
    refused_without_sight(shoot(gun_duel(terrain=[bunker])), "AN-SHOOT-06")


@pytest.mark.rule("AN-SHOOT-08")
@pytest.mark.parametrize(
    ("reference", "shooter", "target", "seen"),
    [
        ("target", "medium", "large", True),
        ("target", "medium", "medium", False),
        ("target", "large", "medium", False),
        ("shooter", "large", "medium", True),
        ("shooter", "medium", "large", False),
        ("shooter", "medium", "medium", False),
        ("either", "large", "medium", True),
        ("either", "medium", "large", True),
        ("either", "medium", "medium", False),
    ],
)
@pytest.mark.ruling("AN-SHOOT-08.2")
def test_models_smaller_than_the_target_are_shot_over(reference, shooter, target, seen):
    """A medium model hides a medium target and not a large one; by the option the shooter's size counts, or either."""
    assert DEFAULTS.over_smaller_than == "target"
    played = gun_duel(
        [9] * seen,
        own=troopers(1, "gun", size=shooter),
        enemy=troopers(1, size=target),
        more=[("b-z", troopers(1), (BETWEEN, Y), USED)],
        options={"over_smaller_than": reference},
    )
    if seen:
        assert dice_count(roll_accuracy(played)) == 1
    else:
        refused_without_sight(shoot(played), "AN-SHOOT-04")


@pytest.mark.rule("AN-SHOOT-08")
@pytest.mark.parametrize(
    ("middle", "target", "seen"),
    [
        ("small", "medium", True),
        ("small", "small", False),
        ("large", "huge", True),
        ("huge", "huge", False),
        ("huge", "large", False),
        ("large", "medium", False),
    ],
)
def test_sizes_run_from_small_to_huge(middle, target, seen):
    """Small, medium, large, huge: a model is shot over by its class alone."""
    played = gun_duel(
        [9] * seen, enemy=troopers(1, size=target), more=[("b-z", troopers(1, size=middle), (BETWEEN, Y), USED)]
    )
    if seen:
        assert dice_count(roll_accuracy(played)) == 1
    else:
        refused_without_sight(shoot(played), "AN-SHOOT-04")


@pytest.mark.rule("AN-SHOOT-08")
def test_models_smaller_than_the_target_or_shooter_by_option_are_shot_over():
    """Models smaller than the target are shot over; by option those smaller than the shooter, or than either."""
    big = ("b-y", vehicle(), (30_000, 10_000))
    between = ("a-z", ONE, (20_000, 10_000))
    assert not line_between(between, units=(SHOOTER, big)).blocked
    assert line_between(between, units=(SHOOTER, big), options={"over_smaller_than": "shooter"}).blocked
    assert not line_between(between, units=(SHOOTER, big), options={"over_smaller_than": "either"}).blocked
    assert not line_between(
        between, units=(("a-x", vehicle(), (10_000, 10_000)), TARGET), options={"over_smaller_than": "either"}
    ).blocked


@pytest.mark.rule("AN-SHOOT-09")
@pytest.mark.parametrize(
    ("third", "seen"),
    [
        (troopers(1, kinds=(model_kind(equipment=True),)), True),
        (probe(size="large"), True),
        (troopers(1, unit_type="weapon_team", kinds=(model_kind(crews="cannon"),)), False),
        (troopers(1, unit_type="drone"), False),
    ],
)
def test_equipment_and_probes_do_not_block(third, seen):
    """Equipment models and probes on the line are ignored, crewmen are not."""
    played = gun_duel([9] * seen, more=[("b-z", third, (BETWEEN, Y), USED)])
    if seen:
        assert dice_count(roll_accuracy(played)) == 1
    else:
        refused_without_sight(shoot(played), "AN-SHOOT-04")


@pytest.mark.rule("AN-SHOOT-09")
def test_buddy_drones_do_not_block():
    """A spotter buddy on the line is ignored."""
    buddy = marker("a-z#1", "spotter", 0, "a-z", at=(BETWEEN, Y))
    friend = ("a-z", troopers(1), (X, Y + 20 * INCH), USED)
    assert number_needed(gun_duel([9], order="advance", more=[friend], markers=[buddy])) == 5


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
def test_fields_that_work_and_lie_on_the_line_are_passed_through():
    """Shots pass through fields that work and lie on the line, not through those of the shooter's own unit."""

    def fields(*markers, units=(SHOOTER, TARGET)):
        return line_between(units=units, markers=markers).fields

    assert fields(marker("m1", "kinetic_dampener", 1, at=(20_000, 13_200))) == ("kinetic_dampener",)
    assert fields(marker("m1", "kinetic_dampener", 1, at=(20_000, 13_250))) == ()
    assert fields(
        marker("m1", "batter_shield", 1, at=(20_000, 10_000)), marker("m2", "kinetic_dampener", 0, at=(15_000, 10_000))
    ) == ("batter_shield", "kinetic_dampener")
    assert fields(marker("m1", "batter_shield", 1, unit="b-y")) == ("batter_shield",)
    assert fields(marker("m1", "batter_shield", 0, unit="a-x")) == ()
    patched = Device(id="m1", sheet="batter_shield", seat=1, state="patched", pose=Pose(20_000, 10_000, 0, 0))
    assert fields(patched) == ()
    plate = device_sheet("batter_shield", "plate", base_size=round_base(4000))
    assert line_between(markers=[marker("m1", "plate", 1, at=(20_000, 11_999))], device_sheets=[plate]).fields
    game = table(units=(SHOOTER, TARGET), markers=[marker("m1", "batter_shield", 1, unit="b-y")]).game
    assert line_of_sight.fields_through(game, game.models["a-x.1"], "b-y") == ("batter_shield",)


def counted(look):
    """Give what is seen, and how many calls of functions that takes, which is the same on a machine of any speed."""
    calls = 0

    def called(_frame, event, _what):
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        found = look()
    finally:
        sys.setprofile(before)
    return found, calls


def test_sight_of_ten_models_at_ten_is_checked_quickly():
    """Ten models look at ten over a full table in tens of thousands of calls, and again in less than a thousand."""
    ten = plain_squad(models=("trooper",) * 10)
    units = [("a-x", ten, (10_000, 10_000)), ("b-y", ten, (40_000, 10_000))]
    units += [(f"a-z{k}", ten, (15_000 + 5000 * k, 3000 + 4000 * k)) for k in range(4)]
    units += [(f"b-z{k}", ten, (33_000 - 3000 * k, 30_000 - 6000 * k)) for k in range(4)]
    terrain = [box(f"t{k}", 5000 + 6000 * k, 6000 + 2500 * k, 3000, 4000) for k in range(6)]
    terrain += [wall(f"w{k}", (12_000 + 5000 * k, 9000), (12_500 + 5000 * k, 20_000)) for k in range(4)]
    game = table(units=units, terrain=terrain).game
    sight_lines.trace_lines.cache_clear()
    found, first = counted(lambda: line_of_sight.lines(game, "a-x", "b-y"))
    same, again = counted(lambda: line_of_sight.lines(game, "a-x", "b-y"))
    assert same == found
    assert len(found) == 100
    assert first < 70_000
    assert again < 1_000
