"""AN-TERRAIN-12 to -16, -23 and -24: what terrain hides."""

from __future__ import annotations

import pytest

from adjudicator.board.inches import Pose
from adjudicator.kernel.messages import AddNote, Grounds, RulingGiven
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ModelPose,
    ModelSight,
    RecordSightFacts,
    RollAccuracy,
)
from adjudicator.rulesets.antares.rules.shooting import line_of_sight, sight_lines
from tests.kit import Table
from tests.rulesets.antares.fixtures import TALL, USED, X, Y, acting, gun_duel, table, target_place
from tests.rulesets.antares.sheets import INCH, box, gun, plain_squad, troopers, wall
from tests.rulesets.antares.shooting.fixtures import ONE, TARGET, area_across, line_between, wall_across
from tests.rulesets.antares.steps import number_needed, shoot


def shots_through_hedges(shooters: int, hidden: int) -> Table:
    """Let five look at ten; so many of the five see so many of the ten through hedges of their own.

    Lines from the first group pass x = 27.5 inches at other places than those of the second.
    """
    near = [(X, Y + 1100 * number) for number in range(shooters)]
    far = [(X, Y + 14 * INCH + 1100 * number) for number in range(5 - shooters)]
    enemies = [(30 * INCH, 4 * INCH + 4 * INCH * number) for number in range(10)]
    hedges = [
        box(f"h{number}", 27_400, 7 * y // 8 + 1000, 200, 800, movement="open")
        for number, (_, y) in enumerate(enemies[:hidden])
    ]
    long = gun(0, "rifle", short_range=60 * INCH, long_range=60 * INCH, extreme=60 * INCH)
    units = (("a-x", troopers(5, "rifle"), near + far), ("b-y", troopers(10), enemies, USED))
    return acting("advance", *units, dice=[9] * 5, weapons=[long], terrain=hedges, pace="step")


MIDDLE = X + 8 * INCH


def refused_as_unseen(played: Table, clause: str) -> None:
    """See that the shot is refused for want of a line of sight, under this clause alone."""
    outcome = shoot(played).rejected(clause, "no-line-of-sight")
    assert len(outcome.faults) == 1, outcome.faults


def pose_of(played, model, level):
    at = played.game.models[model].pose
    return ModelPose(model=model, pose=Pose(at.x, at.y, level, 0))


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-14")
def test_a_unit_is_defended_where_more_than_half_its_models_are():
    """A unit is in a Defended Position when more than half of its models are."""
    hedge = wall("hedge", (12_000, 0), (12_000, 30_000))
    for near, through in ((3, False), (2, True)):
        places = [(11_000 - 3000 * (n >= near), 10_000 + 1500 * n) for n in range(5)]
        found = line_between(terrain=[hedge], units=(("a-x", plain_squad(), places), TARGET))
        assert found.hindered is through


@pytest.mark.rule("AN-TERRAIN-12")
@pytest.mark.parametrize(
    ("shooters", "hidden", "needed"), [(3, 6, 3), (3, 5, 5), (2, 6, 5), (2, 10, 5), (5, 10, 3), (3, 0, 5)]
)
def test_obscuring_terrain_counts_where_most_shooters_see_most_targets_through_it(shooters, hidden, needed):
    """Three of five see six of ten through the hedge: -2. Five of ten, or two of five shooters: nothing."""
    assert number_needed(shots_through_hedges(shooters, hidden)) == needed


@pytest.mark.rule("AN-TERRAIN-12", "AN-TERRAIN-24")
@pytest.mark.parametrize(("width", "blocked"), [(4000, False), (4001, True), (4500, True)])
def test_obscuring_terrain_is_seen_through_up_to_four_inches(width, blocked):
    """4.0 inches of wood cost 2; more can not be seen through."""
    played = gun_duel([9] * (not blocked), 15 * INCH, order="advance", terrain=[area_across("w1", MIDDLE, width)])
    if blocked:
        refused_as_unseen(played, "AN-SHOOT-05")
    else:
        assert number_needed(played) == 3


@pytest.mark.rule("AN-TERRAIN-13", "AN-TERRAIN-24")
@pytest.mark.parametrize("width", [100, 500])
def test_blocking_terrain_is_not_seen_through(width):
    """Half an inch of blocking wall on the line allows no shot, a tenth of an inch no more."""
    refused_as_unseen(
        gun_duel((), 15 * INCH, terrain=[area_across("w1", MIDDLE, width, los="blocking")]), "AN-SHOOT-06"
    )


@pytest.mark.rule("AN-TERRAIN-13")
def test_blocking_terrain_off_the_line_hides_nothing():
    """The same wall beside the line lets the shot pass without penalty."""
    beside = box("w1", MIDDLE, Y + 2 * INCH, 500, 5 * INCH, los="blocking")
    assert number_needed(gun_duel([9], 15 * INCH, order="advance", terrain=[beside])) == 5


@pytest.mark.rule("AN-TERRAIN-14")
@pytest.mark.parametrize(("behind", "needed"), [(700, 5), (1000, 5), (3000, 3)])
def test_a_defended_shooter_shoots_over_its_obstacle(behind, needed):
    """0.7 inch behind a wall it costs nothing, 3 inches behind it 2."""
    played = gun_duel([9], 15 * INCH, order="advance", terrain=[wall_across("w1", X + 500 + behind)])
    assert number_needed(played) == needed


@pytest.mark.rule("AN-TERRAIN-14", "AN-TERRAIN-01")
@pytest.mark.parametrize(("near", "needed"), [(3, 5), (2, 3)])
@pytest.mark.ruling("AN-TERRAIN-01.2")
def test_a_unit_is_defended_where_most_of_its_models_are(near, needed):
    """Three of five models within an inch of the wall shoot without penalty for all, two do not."""
    where = [(X if number < near else X - 2 * INCH, Y + 1500 * number) for number in range(5)]
    units = (("a-x", troopers(5, "gun"), where), ("b-y", troopers(1), (X + 16 * INCH, Y), USED))
    played = acting("advance", *units, dice=[9] * 5, terrain=[wall_across("w1", X + 1300)], pace="step")
    assert number_needed(played) == needed


@pytest.mark.rule("AN-TERRAIN-14")
@pytest.mark.ruling("AN-TERRAIN-14.2")
def test_a_defended_target_is_shot_at_over_its_obstacle_without_penalty():
    """The reverse line over the same wall alone costs nothing; over another obstacle besides it costs 2."""
    own = wall_across("w1", target_place(15 * INCH)[0] - 500 - 700)
    assert number_needed(gun_duel([9], 15 * INCH, order="advance", terrain=[own])) == 5
    assert number_needed(gun_duel([9], 15 * INCH, order="advance", terrain=[own, wall_across("w2", MIDDLE)])) == 3


@pytest.mark.rule("AN-TERRAIN-14")
@pytest.mark.parametrize(("behind", "seen"), [(700, True), (3000, False)])
def test_a_defended_unit_sees_over_an_obstacle_that_blocks(behind, seen):
    """Over the wall of its Defended Position a unit sees even where the wall blocks the view of others."""
    barrier = wall_across("w1", X + 500 + behind, los="blocking")
    played = gun_duel([9] * seen, 15 * INCH, order="advance", terrain=[barrier])
    if seen:
        assert number_needed(played) == 5
    else:
        refused_as_unseen(played, "AN-SHOOT-06")


@pytest.mark.rule("AN-TERRAIN-15")
@pytest.mark.parametrize(("inside", "needed"), [(1000, 5), (2000, 3)])
@pytest.mark.parametrize("who", ["shooter", "target"])
def test_a_model_at_the_edge_of_its_terrain_sees_and_is_seen_freely(who, inside, needed):
    """A base 1.0 inch inside the edge of its wood pays nothing for it, 2 inches inside it pays 2, both ways."""
    if who == "shooter":
        terrain = box("w1", X - 3 * INCH, 0, 3500 + inside, TALL)
    else:
        terrain = box("w1", target_place(15 * INCH)[0] - 500 - inside, 0, 8 * INCH, TALL)
    assert number_needed(gun_duel([9], 15 * INCH, order="advance", terrain=[terrain])) == needed


@pytest.mark.rule("AN-TERRAIN-15")
def test_only_the_own_terrain_is_free():
    """A model at the edge of its wood pays for another wood on the line."""
    terrain = [box("w1", X - 3 * INCH, 0, 4 * INCH, TALL), area_across("w2", MIDDLE, INCH)]
    assert number_needed(gun_duel([9], 15 * INCH, order="advance", terrain=terrain)) == 3


@pytest.mark.rule("AN-TERRAIN-15")
@pytest.mark.parametrize(("deep", "needed"), [(3, 3), (2, 5)])
def test_most_models_have_to_be_deep_in_the_wood(deep, needed):
    """Three of five shooters too deep inside make -2, two make nothing."""
    where = [(X - 2 * INCH if number < deep else X, Y + 1500 * number) for number in range(5)]
    units = (("a-x", troopers(5, "gun"), where), ("b-y", troopers(1), (X + 16 * INCH, Y), USED))
    wood = box("w1", X - 6 * INCH, 0, 7000, TALL)
    assert number_needed(acting("advance", *units, dice=[9] * 5, terrain=[wood], pace="step")) == needed


@pytest.mark.rule("AN-TERRAIN-15")
def test_a_model_at_the_edge_of_its_wood_sees_and_is_seen():
    """A model within 1 inch of the edge of its wood sees and is seen without penalty."""
    for x, through in ((10_000, False), (9999, True)):
        edge = box("wood", 5000, 5000, 6500, 10_000)
        assert line_between(terrain=[edge], units=(("a-x", ONE, (x, 10_000)), TARGET)).hindered is through
    deep = box("wood", 28_500, 5000, 8000, 10_000)
    assert not line_between(terrain=[deep]).hindered
    house = box("house", 5000, 5000, 6000, 10_000, los="blocking", building=True)
    assert not line_between(terrain=[house]).blocked
    assert line_between(terrain=[house], units=(("a-x", ONE, (8000, 10_000)), TARGET)).blocked


@pytest.mark.rule("AN-TERRAIN-16")
@pytest.mark.parametrize(("over", "needed"), [(("obscuring",), 5), ((), 3), (("models",), 3)])
@pytest.mark.ruling("AN-TERRAIN-16.1")
def test_high_ground_sees_over_what_its_data_say(over, needed):
    """A shooter on a hill that sees over obscuring terrain ignores the wood; without data it does not."""
    hill = box("hill", X - 3 * INCH, 0, 4 * INCH, TALL, los="clear", movement="open", sees_over=over)
    played = gun_duel([9], 15 * INCH, order="advance", terrain=[hill, area_across("w1", MIDDLE, 2 * INCH)])
    assert number_needed(played) == needed


@pytest.mark.rule("AN-TERRAIN-16")
@pytest.mark.parametrize(("over", "hidden"), [(("models",), False), (("obscuring",), True), ((), True)])
@pytest.mark.ruling("AN-TERRAIN-16.1")
def test_high_ground_sees_over_models_where_its_data_say_so(over, hidden):
    """A third unit's model on the line hides nothing from a hill that sees over models."""
    hill = box("hill", X - 3 * INCH, 0, 4 * INCH, TALL, los="clear", movement="open", sees_over=over)
    third = ("b-z", troopers(1), (MIDDLE, Y), USED)
    played = gun_duel([] if hidden else [9], 15 * INCH, order="advance", terrain=[hill], more=[third])
    if hidden:
        refused_as_unseen(played, "AN-SHOOT-04")
    else:
        assert number_needed(played) == 5


@pytest.mark.rule("AN-TERRAIN-16")
@pytest.mark.ruling("AN-TERRAIN-16.1")
def test_the_referee_rules_on_sight_with_a_reason():
    """The referee states what is seen in place of the geometry, and why stands on record, with the clause."""
    played = gun_duel([9], 15 * INCH, order="advance", terrain=[area_across("w1", MIDDLE, 2 * INCH)])
    why = Grounds(reason="the hill sees over the wood, as agreed before the game", clause="AN-TERRAIN-16", about=())
    played.when("referee", AddNote(grounds=why)).then(RulingGiven, clause="AN-TERRAIN-16", reason=why.reason)
    shoot(played).accepted()
    seen = ModelSight(model="a-x.1", sees=True, distance=15 * INCH, obscuring=0, fields=(), seen=())
    facts = RecordSightFacts(volley="v1", sights=(seen,), covers=(), penalty=None)
    played.when("referee", facts).accepted()
    assert played.when("table", RollAccuracy()).one(AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-TERRAIN-16")
def test_from_high_ground_named_and_lower_pieces_are_looked_over():
    """From high ground what its data names is looked over; pieces with a height are looked over from above them."""
    hill = box("hill", 5000, 5000, 8000, 10_000, los="clear", sees_over=("obscuring", "models"), ground=3000)
    wood = box("wood", 20_000, 5000, 6000, 10_000)
    up = (("a-x", ONE, (10_000, 10_000)), TARGET)
    assert line_between(terrain=[wood], units=up).blocked
    assert line_between(("a-z", ONE, (16_000, 10_000)), terrain=[hill, wood], units=up) == sight_lines.Line()
    ridge = box("ridge", 5000, 5000, 30_000, 10_000, los="clear", ground=3000)
    low = wall("low", (20_000, 0), (20_000, 20_000), height=2000)
    played = table(units=up, terrain=[ridge, low])
    assert line_of_sight.line(played.game, played.game.models["a-x.1"], played.game.models["b-y.1"]).hindered
    raised = distances.with_poses(played.game, [pose_of(played, "a-x.1", 3000), pose_of(played, "b-y.1", 3000)])
    assert not line_of_sight.line(raised, raised.models["a-x.1"], raised.models["b-y.1"]).hindered
    one_up = distances.with_poses(played.game, [pose_of(played, "a-x.1", 3000)])
    assert line_of_sight.line(one_up, one_up.models["a-x.1"], one_up.models["b-y.1"]).hindered


@pytest.mark.rule("AN-TERRAIN-23")
@pytest.mark.parametrize("width", [8000, 500])
def test_clear_terrain_has_no_effect_on_sight(width):
    """A line through 8 inches of clear area is neither blocked nor worse."""
    played = gun_duel([9], 15 * INCH, order="advance", terrain=[area_across("w1", X + 3 * INCH, width, los="clear")])
    assert number_needed(played) == 5


@pytest.mark.rule("AN-SHOOT-05", "AN-TERRAIN-12", "AN-TERRAIN-24")
def test_four_inches_of_obscuring_terrain_in_all_are_seen_through():
    """Up to 4 inches in all are seen through, at a penalty; shared ground counts once."""

    def wood(number, x, width):
        return box(f"w{number}", x, 5000, width, 10_000)

    found = line_between(terrain=[wood(1, 15_000, 2500), wood(2, 20_000, 1500)])
    assert (found.blocked, found.hindered, found.obscuring) == (False, True, 4000)
    found = line_between(terrain=[wood(1, 15_000, 2500), wood(2, 20_000, 2000)])
    assert (found.blocked, found.cause, found.obscuring) == (True, "obscuring", 4500)
    assert line_between(terrain=[wood(1, 15_000, 2500), wood(2, 15_000, 2500)]).obscuring == 2500
    assert line_between(terrain=[wood(1, 15_000, 2500), wood(2, 16_500, 2500)]).obscuring == 4000


@pytest.mark.rule("AN-SHOOT-06", "AN-TERRAIN-13", "AN-TERRAIN-23", "AN-TERRAIN-24")
def test_blocking_terrain_stops_every_line_and_clear_none():
    """Blocking terrain stops every line, clear terrain none."""
    found = line_between(terrain=[box("rock", 20_000, 5000, 100, 10_000, los="blocking")])
    assert (found.blocked, found.cause, found.by) == (True, "blocking", "rock")
    assert line_between(terrain=[wall("wall", (20_000, 0), (20_000, 20_000), los="blocking")]).blocked
    assert line_between(terrain=[box("open", 15_000, 5000, 8000, 10_000, los="clear")]) == sight_lines.Line()


@pytest.mark.rule("AN-ACC-23", "AN-TERRAIN-01", "AN-TERRAIN-14")
def test_an_obstacle_between_hinders_unless_one_side_is_behind_it():
    """An obstacle between brings the penalty, unless the shooter or the target is within 1 inch behind it."""

    def at(x, **changes):
        return line_between(terrain=[wall("wall", (x, 0), (x, 20_000), **changes)])

    assert (at(20_000).hindered, at(20_000).obstacles, at(20_000).obscuring) == (True, ("wall",), 0)
    assert not at(11_500).hindered
    assert at(11_501).hindered
    assert not at(28_500).hindered
    assert not at(20_000, los="clear").hindered
    assert not at(11_000, los="blocking").blocked
    assert at(13_500, height=3000).hindered
