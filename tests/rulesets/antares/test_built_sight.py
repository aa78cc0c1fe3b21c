"""Lines of sight, what lies on them, and cover."""

import time

import pytest

from adjudicator.board.inches import Pose, round_base
from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.rulesets.antares import cover, lines, looking, measure, sight
from adjudicator.rulesets.antares.model.messages import ModelPose, Spot
from adjudicator.rulesets.antares.reports.messages import CheckSightRequest
from adjudicator.rulesets.antares.rows import Device
from tests.rulesets.antares.givens import (
    box,
    change,
    device_sheet,
    kind,
    marker,
    plain,
    probe,
    squad,
    table,
    vehicle,
    wall,
)

ONE = plain(models=("trooper",))
SHOOTER = ("a-x", ONE, (10_000, 10_000))
TARGET = ("b-y", ONE, (30_000, 10_000))


def line(*others, terrain=(), units=(SHOOTER, TARGET), options=None, **rest):
    game = table((), options, units=(*units, *others), terrain=terrain, **rest).game
    return sight.line(game, game.models["a-x.1"], game.models["b-y.1"])


@pytest.mark.rule("AN-SHOOT-04", "AN-SHOOT-09")
def test_models_in_the_way():
    """Models of other units block, friend or foe; probes and equipment do not, nor does the unit itself."""
    for name in ("a-z", "b-z"):
        found = line((name, ONE, (20_000, 10_400)))
        assert (found.blocked, found.cause, found.by) == (True, "models", f"{name}.1")
    assert not line(("a-z", ONE, (20_000, 10_500))).blocked
    assert not line(("a-z", probe(), (20_000, 10_000))).blocked
    crate = plain(kinds=(kind(equipment=True),), models=("trooper",))
    assert not line(("a-z", crate, (20_000, 10_000))).blocked
    two = plain(models=("trooper", "trooper"))
    own = (("a-x", two, [(10_000, 10_000), (12_000, 10_000)]), ("b-y", two, [(30_000, 10_000), (28_000, 10_000)]))
    assert not line(units=own).blocked


@pytest.mark.rule("AN-SHOOT-08")
def test_over_smaller_models():
    """Models smaller than the target are shot over; by option those smaller than the shooter, or than either."""
    big = ("b-y", vehicle(), (30_000, 10_000))
    between = ("a-z", ONE, (20_000, 10_000))
    assert not line(between, units=(SHOOTER, big)).blocked
    assert line(between, units=(SHOOTER, big), options={"over_smaller_than": "shooter"}).blocked
    assert not line(between, units=(SHOOTER, big), options={"over_smaller_than": "either"}).blocked
    assert not line(between, units=(("a-x", vehicle(), (10_000, 10_000)), TARGET), options={
        "over_smaller_than": "either"}).blocked  # fmt: skip


@pytest.mark.rule("AN-SHOOT-05", "AN-TERRAIN-12", "AN-TERRAIN-24")
def test_obscuring_terrain():
    """Up to 4 inches in all are seen through, at a penalty; shared ground counts once."""

    def wood(number, x, width):
        return box(f"w{number}", x, 5000, width, 10_000)

    found = line(terrain=[wood(1, 15_000, 2500), wood(2, 20_000, 1500)])
    assert (found.blocked, found.hindered, found.obscuring) == (False, True, 4000)
    found = line(terrain=[wood(1, 15_000, 2500), wood(2, 20_000, 2000)])
    assert (found.blocked, found.cause, found.obscuring) == (True, "obscuring", 4500)
    assert line(terrain=[wood(1, 15_000, 2500), wood(2, 15_000, 2500)]).obscuring == 2500
    assert line(terrain=[wood(1, 15_000, 2500), wood(2, 16_500, 2500)]).obscuring == 4000


@pytest.mark.rule("AN-SHOOT-06", "AN-TERRAIN-13", "AN-TERRAIN-23", "AN-TERRAIN-24")
def test_blocking_and_clear_terrain():
    """Blocking terrain stops every line, clear terrain none."""
    found = line(terrain=[box("rock", 20_000, 5000, 100, 10_000, los="blocking")])
    assert (found.blocked, found.cause, found.by) == (True, "blocking", "rock")
    assert line(terrain=[wall("wall", (20_000, 0), (20_000, 20_000), los="blocking")]).blocked
    assert line(terrain=[box("open", 15_000, 5000, 8000, 10_000, los="clear")]) == lines.Line()


@pytest.mark.rule("AN-ACC-23", "AN-TERRAIN-01", "AN-TERRAIN-14")
def test_obstacles_on_the_line():
    """An obstacle between brings the penalty, unless the shooter or the target is within 1 inch behind it."""

    def at(x, **changes):
        return line(terrain=[wall("wall", (x, 0), (x, 20_000), **changes)])

    assert (at(20_000).hindered, at(20_000).obstacles, at(20_000).obscuring) == (True, ("wall",), 0)
    assert not at(11_500).hindered
    assert at(11_501).hindered
    assert not at(28_500).hindered
    assert not at(20_000, los="clear").hindered
    assert not at(11_000, los="blocking").blocked
    assert at(13_500, height=3000).hindered


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-14")
def test_most_of_the_unit_has_to_be_behind():
    """A unit is in a Defended Position when more than half of its models are."""
    hedge = wall("hedge", (12_000, 0), (12_000, 30_000))
    for near, through in ((3, False), (2, True)):
        places = [(11_000 - 3000 * (n >= near), 10_000 + 1500 * n) for n in range(5)]
        found = line(terrain=[hedge], units=(("a-x", plain(), places), TARGET))
        assert found.hindered is through


@pytest.mark.rule("AN-TERRAIN-15")
def test_edge_of_a_wood():
    """A model within 1 inch of the edge of its wood sees and is seen without penalty."""
    for x, through in ((10_000, False), (9999, True)):
        edge = box("wood", 5000, 5000, 6500, 10_000)
        assert line(terrain=[edge], units=(("a-x", ONE, (x, 10_000)), TARGET)).hindered is through
    deep = box("wood", 28_500, 5000, 8000, 10_000)
    assert not line(terrain=[deep]).hindered
    house = box("house", 5000, 5000, 6000, 10_000, los="blocking", building=True)
    assert not line(terrain=[house]).blocked
    assert line(terrain=[house], units=(("a-x", ONE, (8000, 10_000)), TARGET)).blocked


@pytest.mark.rule("AN-TERRAIN-16")
def test_high_ground():
    """From high ground what its data names is looked over; pieces with a height are looked over from above them."""
    hill = box("hill", 5000, 5000, 8000, 10_000, los="clear", sees_over=("obscuring", "models"), ground=3000)
    wood = box("wood", 20_000, 5000, 6000, 10_000)
    up = (("a-x", ONE, (10_000, 10_000)), TARGET)
    assert line(terrain=[wood], units=up).blocked
    assert line(("a-z", ONE, (16_000, 10_000)), terrain=[hill, wood], units=up) == lines.Line()
    ridge = box("ridge", 5000, 5000, 30_000, 10_000, los="clear", ground=3000)
    low = wall("low", (20_000, 0), (20_000, 20_000), height=2000)
    made = table(units=up, terrain=[ridge, low])
    assert sight.line(made.game, made.game.models["a-x.1"], made.game.models["b-y.1"]).hindered
    raised = measure.supposed(made.game, [pose_of(made, "a-x.1", 3000), pose_of(made, "b-y.1", 3000)])
    assert not sight.line(raised, raised.models["a-x.1"], raised.models["b-y.1"]).hindered
    one_up = measure.supposed(made.game, [pose_of(made, "a-x.1", 3000)])
    assert sight.line(one_up, one_up.models["a-x.1"], one_up.models["b-y.1"]).hindered


def pose_of(made, model, level):
    at = made.game.models[model].pose
    return ModelPose(model=model, pose=Pose(at.x, at.y, level, 0))


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
def test_fields():
    """Shots pass through fields that work and lie on the line, not through those of the shooter's own unit."""

    def fields(*markers, units=(SHOOTER, TARGET)):
        return line(units=units, markers=markers).fields

    assert fields(marker("m1", "kinetic_dampener", 1, at=(20_000, 13_200))) == ("kinetic_dampener",)
    assert fields(marker("m1", "kinetic_dampener", 1, at=(20_000, 13_250))) == ()
    assert fields(
        marker("m1", "batter_shield", 1, at=(20_000, 10_000)), marker("m2", "kinetic_dampener", 0, at=(15_000, 10_000))
    ) == ("batter_shield", "kinetic_dampener")  # fmt: skip
    assert fields(marker("m1", "batter_shield", 1, unit="b-y")) == ("batter_shield",)
    assert fields(marker("m1", "batter_shield", 0, unit="a-x")) == ()
    patched = Device(id="m1", sheet="batter_shield", seat=1, state="patched", pose=Pose(20_000, 10_000, 0, 0))
    assert fields(patched) == ()
    plate = device_sheet("batter_shield", "plate", base=round_base(4000))
    assert line(markers=[marker("m1", "plate", 1, at=(20_000, 11_999))], device_sheets=[plate]).fields
    game = table(units=(SHOOTER, TARGET), markers=[marker("m1", "batter_shield", 1, unit="b-y")]).game
    assert sight.fields_through(game, game.models["a-x.1"], "b-y") == ("batter_shield",)


@pytest.mark.rule("AN-SHOOT-02", "AN-SHOOT-03")
def test_units_devices_and_points():
    """Models are checked one by one; a primary model judges for its team, a device for itself or its unit."""
    rock = box("rock", 20_000, 0, 1000, 12_500, los="blocking")
    places = [(10_000, 10_000), (10_000, 20_000)]
    team = plain(
        kinds=(kind(primary=True), kind("helper")), models=("trooper", "helper"), flags=("primary_model_only",)
    )  # fmt: skip
    game = table(units=(("a-x", team, places), TARGET), terrain=[rock]).game
    first, second = (game.models[f"a-x.{n}"] for n in (1, 2))
    assert not sight.sees(game, first, "b-y")
    assert sight.sees(game, second, "b-y")
    assert not sight.sees_unit(game, "a-x", "b-y")
    assert not sight.line_to_spot(game, second, Spot(x=30_000, y=20_000)).blocked
    assert sight.line_to_spot(game, first, Spot(x=30_000, y=10_000), "b-y").blocked
    played = table(units=(("a-x", squad(models=("trooper",)), (10_000, 10_000)), TARGET), terrain=[rock],
                   markers=[marker("m1", "spotter", 0, "a-x", (20_500, 14_000))])  # fmt: skip
    spotters = played.game.devices
    assert not sight.device_sees(played.game, spotters["a-x#1"], "b-y")
    assert sight.device_sees(played.game, spotters["m1"], "b-y")
    assert sight.device_sees_spot(played.game, spotters["m1"], Spot(x=30_000, y=10_000), "b-y")


@pytest.mark.rule("AN-TERRAIN-17", "AN-TERRAIN-18", "AN-TERRAIN-20", "AN-TERRAIN-21", "AN-TERRAIN-27")
def test_cover():
    """Areas cover from all sides, obstacles within 1 inch what comes over them, and the better one counts."""

    def covers(*terrain, target=TARGET, shooter=SHOOTER, options=None):
        game = table((), options, units=(shooter, target), terrain=terrain).game
        model = game.models["b-y.1"]
        word = cover.of(game, model, [game.models["a-x.1"]])
        return word, cover.bonus(game, model, word)[0]

    wood, hedge = box("wood", 28_000, 8000, 4000, 4000), wall("hedge", (29_000, 0), (29_000, 20_000))
    assert covers() == ("clear", 0)
    assert covers(wood) == ("soft", 1)
    assert covers(hedge) == ("hard", 2)
    assert covers(wood, hedge) == ("hard", 2)
    assert covers(hedge, shooter=("a-x", ONE, (40_000, 10_000))) == ("clear", 0)
    assert covers(wall("hedge", (28_499, 0), (28_499, 20_000))) == ("clear", 0)
    assert covers(box("wood", 28_000, 8000, 4000, 4000, cover="clear")) == ("clear", 0)
    big = ("b-y", vehicle(), (30_000, 10_000))
    assert covers(wood, target=big) == ("soft", 0)
    hard = box("ruin", 26_000, 6000, 8000, 8000, cover="hard")
    assert covers(hard, target=big) == ("hard", 2)
    assert covers(hard, target=big, options={"hard_cover_size_limit": "medium"}) == ("hard", 0)
    assert covers(wood, hard, options={"hard_cover_size_limit": "small"}) == ("soft", 1)


@pytest.mark.rule("AN-TERRAIN-20", "AN-SHOOT-07")
def test_cover_against_several():
    """Shots of several come over an obstacle if most of them do."""
    hedge = wall("hedge", (29_000, 0), (29_000, 20_000))
    for over, word in ((3, "hard"), (2, "clear")):
        places = [(20_000 if n < over else 40_000, 10_000 + 10 * n) for n in range(4 + (over == 3))]
        sheet = plain(models=("trooper",) * len(places))
        game = table(units=(("a-x", sheet, places), TARGET), terrain=[hedge]).game
        assert cover.of(game, game.models["b-y.1"], [game.models[each] for each in game.units["a-x"].models]) == word


@pytest.mark.rule("AN-GEN-07")
def test_distances():
    """Distances run between nearest points; what is within a distance includes it."""
    played = table(units=(SHOOTER, ("b-y", ONE, (31_000, 10_000))))
    game = played.game
    assert measure.gap(game, "a-x", "b-y") == 20_000
    assert measure.within(game, "a-x", "b-y", 20_000)
    assert not measure.within(game, "a-x", "b-y", 19_999)
    near = table(units=(SHOOTER, ("b-y", ONE, (31_000, 10_001)))).game
    assert measure.gap(near, "a-x", "b-y") == 20_000
    assert not measure.within(near, "a-x", "b-y", 20_000)


@pytest.mark.rule("AN-SHOOT-02")
def test_check_sight():
    """The report says model by model what is seen, how far, through what, and what cover there is."""
    wood = box("wood", 20_000, 9000, 2000, 2000)
    game = table(units=(("a-x", plain(models=("trooper",) * 2), (10_000, 10_000)), TARGET), terrain=[wood]).game
    report = looking.check_sight(game, 0, CheckSightRequest(game=bytes(16), unit="a-x", target="b-y"))
    assert [(each.model, each.sees, each.range, each.obscuring) for each in report.sights] == [
        ("a-x.1", True, 19_000, 2000), ("a-x.2", True, 19_056, 2005),
    ]  # fmt: skip
    assert [each.seen for each in report.sights] == [("b-y.1",), ("b-y.1",)]
    assert report.gap == 19_000
    assert [each.cover for each in report.covers] == ["clear"]
    with pytest.raises(Unknown):
        looking.check_sight(game, 0, CheckSightRequest(game=bytes(16), unit="a-q", target="b-y"))
    played = change(table(units=(SHOOTER, TARGET)), "b-y", place="destroyed")
    with pytest.raises(Rejected):
        looking.check_sight(played.game, 0, CheckSightRequest(game=bytes(16), unit="a-x", target="b-y"))


def test_sight_is_quick():
    """Ten models look at ten over a full table in some milliseconds, and again in less than one."""
    ten = plain(models=("trooper",) * 10)
    units = [("a-x", ten, (10_000, 10_000)), ("b-y", ten, (40_000, 10_000))]
    units += [(f"a-z{k}", ten, (15_000 + 5000 * k, 3000 + 4000 * k)) for k in range(4)]
    units += [(f"b-z{k}", ten, (33_000 - 3000 * k, 30_000 - 6000 * k)) for k in range(4)]
    terrain = [box(f"t{k}", 5000 + 6000 * k, 6000 + 2500 * k, 3000, 4000) for k in range(6)]
    terrain += [wall(f"w{k}", (12_000 + 5000 * k, 9000), (12_500 + 5000 * k, 20_000)) for k in range(4)]
    game = table(units=units, terrain=terrain).game
    lines.look_over.cache_clear()
    begun = time.perf_counter()
    found = sight.lines(game, "a-x", "b-y")
    first = time.perf_counter() - begun
    assert sight.lines(game, "a-x", "b-y") == found
    assert len(found) == 100
    assert first < 0.2
