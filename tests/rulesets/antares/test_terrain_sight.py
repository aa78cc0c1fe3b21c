"""AN-TERRAIN: what terrain hides and covers, and what a piece of terrain is."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AccuracyRolled,
    CreateGame,
    GameCreated,
    ModelSight,
    Options,
    OverrideRuling,
    RecordSightFacts,
    RollAccuracy,
    RulingRecorded,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, box, kind, piece, rules, vehicle, wall
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    acting,
    fired,
    gun,
    men,
    resisted,
    shoot,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import field, lobber, mark, needs

TALL = 48 * INCH
MIDDLE = X + 8 * INCH


def across(id: str, x: int, width: int, **changes: Any) -> Any:
    """Make an area right across the table from this x."""
    return box(id, x, 0, width, TALL, **changes)


def fence(id: str, x: int, **changes: Any) -> Any:
    """Make a wall right across the table at this x."""
    return wall(id, (x, 0), (x, TALL), **changes)


def unseen(played: Table, clause: str) -> None:
    """See that the shot is refused for want of a line of sight, under this clause alone."""
    outcome = shoot(played).rejected(clause, "no-line-of-sight")
    assert len(outcome.faults) == 1, outcome.faults


# -- AN-TERRAIN-12, AN-TERRAIN-13


def hedged(shooters: int, hidden: int) -> Table:
    """Let five look at ten; so many of the five see so many of the ten through hedges of their own.

    Lines from the first group pass x = 27.5 inches at other places than those of the second.
    """
    near = [(X, Y + 1100 * number) for number in range(shooters)]
    far = [(X, Y + 14 * INCH + 1100 * number) for number in range(5 - shooters)]
    foes = [(30 * INCH, 4 * INCH + 4 * INCH * number) for number in range(10)]
    hedges = [
        box(f"h{number}", 27_400, 7 * y // 8 + 1000, 200, 800, move="open")
        for number, (_, y) in enumerate(foes[:hidden])
    ]
    long = gun(0, "rifle", short=60 * INCH, long=60 * INCH, extreme=60 * INCH)
    units = (("a-x", men(5, "rifle"), near + far), ("b-y", men(10), foes, USED))
    return acting("advance", *units, dice=[9] * 5, weapons=[long], terrain=hedges, pace="step")


@pytest.mark.rule("AN-TERRAIN-12")
@pytest.mark.parametrize(
    ("shooters", "hidden", "needed"), [(3, 6, 3), (3, 5, 5), (2, 6, 5), (2, 10, 5), (5, 10, 3), (3, 0, 5)]
)
def test_obscuring_terrain_counts_where_most_shooters_see_most_targets_through_it(shooters, hidden, needed):
    """Three of five see six of ten through the hedge: -2. Five of ten, or two of five shooters: nothing."""
    assert needs(hedged(shooters, hidden)) == needed


@pytest.mark.rule("AN-TERRAIN-12", "AN-TERRAIN-24")
@pytest.mark.parametrize(("width", "blocked"), [(4000, False), (4001, True), (4500, True)])
def test_obscuring_terrain_is_seen_through_up_to_four_inches(width, blocked):
    """4.0 inches of wood cost 2; more can not be seen through."""
    played = field([9] * (not blocked), 15 * INCH, order="advance", terrain=[across("w1", MIDDLE, width)])
    if blocked:
        unseen(played, "AN-SHOOT-05")
    else:
        assert needs(played) == 3


@pytest.mark.rule("AN-TERRAIN-13", "AN-TERRAIN-24")
@pytest.mark.parametrize("width", [100, 500])
def test_blocking_terrain_is_not_seen_through(width):
    """Half an inch of blocking wall on the line allows no shot, a tenth of an inch no more."""
    unseen(field((), 15 * INCH, terrain=[across("w1", MIDDLE, width, los="blocking")]), "AN-SHOOT-06")


@pytest.mark.rule("AN-TERRAIN-13")
def test_blocking_terrain_off_the_line_hides_nothing():
    """The same wall beside the line lets the shot pass without penalty."""
    beside = box("w1", MIDDLE, Y + 2 * INCH, 500, 5 * INCH, los="blocking")
    assert needs(field([9], 15 * INCH, order="advance", terrain=[beside])) == 5


@pytest.mark.rule("AN-TERRAIN-23")
@pytest.mark.parametrize("width", [8000, 500])
def test_clear_terrain_has_no_effect_on_sight(width):
    """A line through 8 inches of clear area is neither blocked nor worse."""
    played = field([9], 15 * INCH, order="advance", terrain=[across("w1", X + 3 * INCH, width, los="clear")])
    assert needs(played) == 5


# -- AN-TERRAIN-14 to AN-TERRAIN-16


@pytest.mark.rule("AN-TERRAIN-14")
@pytest.mark.parametrize(("behind", "needed"), [(700, 5), (1000, 5), (3000, 3)])
def test_a_defended_shooter_shoots_over_its_obstacle(behind, needed):
    """0.7 inch behind a wall it costs nothing, 3 inches behind it 2."""
    played = field([9], 15 * INCH, order="advance", terrain=[fence("w1", X + 500 + behind)])
    assert needs(played) == needed


@pytest.mark.rule("AN-TERRAIN-14", "AN-TERRAIN-01")
@pytest.mark.parametrize(("near", "needed"), [(3, 5), (2, 3)])
def test_a_unit_is_defended_where_most_of_its_models_are(near, needed):
    """Three of five models within an inch of the wall shoot without penalty for all, two do not."""
    where = [(X if number < near else X - 2 * INCH, Y + 1500 * number) for number in range(5)]
    units = (("a-x", men(5, "gun"), where), ("b-y", men(1), (X + 16 * INCH, Y), USED))
    played = acting("advance", *units, dice=[9] * 5, terrain=[fence("w1", X + 1300)], pace="step")
    assert needs(played) == needed


@pytest.mark.rule("AN-TERRAIN-14")
def test_a_defended_target_is_shot_at_over_its_obstacle_without_penalty():
    """The reverse line over the same wall alone costs nothing; over another obstacle besides it costs 2."""
    own = fence("w1", mark(15 * INCH)[0] - 500 - 700)
    assert needs(field([9], 15 * INCH, order="advance", terrain=[own])) == 5
    assert needs(field([9], 15 * INCH, order="advance", terrain=[own, fence("w2", MIDDLE)])) == 3


@pytest.mark.rule("AN-TERRAIN-15")
@pytest.mark.parametrize(("inside", "needed"), [(1000, 5), (2000, 3)])
@pytest.mark.parametrize("who", ["shooter", "target"])
def test_a_model_at_the_edge_of_its_terrain_sees_and_is_seen_freely(who, inside, needed):
    """A base 1.0 inch inside the edge of its wood pays nothing for it, 2 inches inside it pays 2, both ways."""
    if who == "shooter":
        terrain = box("w1", X - 3 * INCH, 0, 3500 + inside, TALL)
    else:
        terrain = box("w1", mark(15 * INCH)[0] - 500 - inside, 0, 8 * INCH, TALL)
    assert needs(field([9], 15 * INCH, order="advance", terrain=[terrain])) == needed


@pytest.mark.rule("AN-TERRAIN-15")
def test_only_the_own_terrain_is_free():
    """A model at the edge of its wood pays for another wood on the line."""
    terrain = [box("w1", X - 3 * INCH, 0, 4 * INCH, TALL), across("w2", MIDDLE, INCH)]
    assert needs(field([9], 15 * INCH, order="advance", terrain=terrain)) == 3


@pytest.mark.rule("AN-TERRAIN-15")
@pytest.mark.parametrize(("deep", "needed"), [(3, 3), (2, 5)])
def test_most_models_have_to_be_deep_in_the_wood(deep, needed):
    """Three of five shooters too deep inside make -2, two make nothing."""
    where = [(X - 2 * INCH if number < deep else X, Y + 1500 * number) for number in range(5)]
    units = (("a-x", men(5, "gun"), where), ("b-y", men(1), (X + 16 * INCH, Y), USED))
    wood = box("w1", X - 6 * INCH, 0, 7000, TALL)
    assert needs(acting("advance", *units, dice=[9] * 5, terrain=[wood], pace="step")) == needed


@pytest.mark.rule("AN-TERRAIN-16")
@pytest.mark.parametrize(("over", "needed"), [(("obscuring",), 5), ((), 3), (("models",), 3)])
def test_high_ground_sees_over_what_its_data_say(over, needed):
    """A shooter on a hill that sees over obscuring terrain ignores the wood; without data it does not."""
    hill = box("hill", X - 3 * INCH, 0, 4 * INCH, TALL, los="clear", move="open", sees_over=over)
    played = field([9], 15 * INCH, order="advance", terrain=[hill, across("w1", MIDDLE, 2 * INCH)])
    assert needs(played) == needed


@pytest.mark.rule("AN-TERRAIN-16")
@pytest.mark.parametrize(("over", "hidden"), [(("models",), False), (("obscuring",), True), ((), True)])
def test_high_ground_sees_over_models_where_its_data_say_so(over, hidden):
    """A third unit's model on the line hides nothing from a hill that sees over models."""
    hill = box("hill", X - 3 * INCH, 0, 4 * INCH, TALL, los="clear", move="open", sees_over=over)
    third = ("b-z", men(1), (MIDDLE, Y), USED)
    played = field([] if hidden else [9], 15 * INCH, order="advance", terrain=[hill], more=[third])
    if hidden:
        unseen(played, "AN-SHOOT-04")
    else:
        assert needs(played) == 5


@pytest.mark.rule("AN-TERRAIN-16")
def test_the_referee_rules_on_sight_with_a_reason():
    """The referee states what is seen in place of the geometry, and the ruling is on record with its reason."""
    played = field([9], 15 * INCH, order="advance", terrain=[across("w1", MIDDLE, 2 * INCH)])
    why = OverrideRuling(
        clause="AN-TERRAIN-16", decision="the hill sees over the wood", reason="agreed before the game"
    )
    played.when("referee", why).then(RulingRecorded, clause="AN-TERRAIN-16", reason="agreed before the game")
    shoot(played).accepted()
    seen = ModelSight(model="a-x.1", sees=True, range=15 * INCH, obscuring=0, fields=(), seen=())
    facts = RecordSightFacts(volley="v1", sights=(seen,), covers=(), penalty=None)
    played.when("referee", facts).accepted()
    assert played.when("table", RollAccuracy()).one(AccuracyRolled).needed.total == 5


# -- cover


def resist(foe: Any, *terrain: Any, sv: int = 0, gap: int = 10 * INCH, shooter: Any = None, **rest: Any) -> int:
    """Hit a lone target once: the number that it resists with."""
    arm = rest.pop("arm", None) or gun(sv, "used")
    units = (("a-x", men(1, arm.id), shooter or (X, Y)), ("b-y", foe, mark(gap), USED))
    played = acting("fire", *units, dice=[2, 2], terrain=terrain, weapons=[arm], **rest)
    shoot(played, *([fired(arm.id)] if arm.overhead is None else [fired(arm.id, aim=mark(gap))]))
    return resisted(through(played))[0].needed.total


def thicket(cover: str, **changes: Any) -> Any:
    """Make an area around "b-y" that hides nobody."""
    return box(
        "w1", mark()[0] - 3 * INCH, Y - 3 * INCH, 6 * INCH, 6 * INCH, los="clear", move="open", cover=cover, **changes
    )


def hull(size: str) -> Any:
    return vehicle(size=size, kinds=(kind("hull", armour=(), weapons=()),))


@pytest.mark.rule("AN-TERRAIN-17", "AN-TERRAIN-27")
@pytest.mark.parametrize(("size", "needed"), [("small", 7), ("medium", 7), ("large", 6), ("huge", 6)])
def test_soft_cover_helps_small_and_medium_models(size, needed):
    """Res 6 in soft cover is 7 for a medium model and 6 for a large one."""
    assert resist(men(1, size=size), thicket("soft")) == needed


@pytest.mark.rule("AN-TERRAIN-18")
@pytest.mark.parametrize("size", ["small", "medium", "large", "huge"])
def test_hard_cover_helps_every_size(size):
    """A large vehicle of Res 12 in hard cover resists at 14, and so does any size."""
    assert resist(hull(size), thicket("hard")) == 14


@pytest.mark.rule("AN-TERRAIN-18")
@pytest.mark.parametrize(
    ("limit", "size", "needed"), [("medium", "large", 12), ("medium", "medium", 14), ("large", "large", 14)]
)
def test_a_greatest_size_for_hard_cover_is_an_option(limit, size, needed):
    """With the limit at medium a large vehicle gets nothing from hard cover."""
    assert DEFAULTS.hard_cover_size_limit == ""
    assert resist(hull(size), thicket("hard"), options={"hard_cover_size_limit": limit}) == needed


@pytest.mark.rule("AN-TERRAIN-27")
@pytest.mark.parametrize(("cover", "needed"), [("clear", 6), ("soft", 7), ("hard", 8)])
def test_clear_soft_and_hard_cover(cover, needed):
    """A medium model gets 0, 1 and 2."""
    assert resist(men(1), thicket(cover)) == needed


@pytest.mark.rule("AN-TERRAIN-19")
def test_disruptors_ignore_cover():
    """Res 5 and armour 1 in hard cover resist a disruptor of strike value 1 at 5 and not at 7."""
    assert resist(men(1), thicket("hard"), arm=gun(1, "used", properties=("pbs", "disruptor"))) == 5
    assert resist(men(1), thicket("hard"), arm=gun(1, "used")) == 7


@pytest.mark.rule("AN-TERRAIN-19")
def test_overhead_fire_and_blasts_ignore_cover():
    """An overhead blast of one hit is resisted at 6 in hard cover."""
    assert resist(men(1), thicket("hard"), arm=lobber("used", hits=1)) == 6
    assert resist(men(1), thicket("hard"), arm=lobber("used", hits=1, properties=())) == 6
    assert resist(men(1), thicket("hard"), arm=gun(0, "used", properties=("blast",))) == 6


@pytest.mark.rule("AN-TERRAIN-20", "AN-TERRAIN-01")
@pytest.mark.parametrize(("behind", "needed"), [(500, 8), (800, 8), (1200, 6)])
def test_a_defended_model_has_the_cover_of_its_obstacle(behind, needed):
    """Half an inch behind a hard wall a model gets 2 against shots over it; 1.2 inches behind it gets nothing."""
    assert resist(men(1), fence("w1", mark()[0] - 500 - behind)) == needed


@pytest.mark.rule("AN-TERRAIN-20")
def test_an_obstacle_does_not_cover_against_shots_from_behind():
    """The same wall on the far side of the model gives nothing."""
    assert resist(men(1), fence("w1", mark()[0] + 500 + 500)) == 6


@pytest.mark.rule("AN-TERRAIN-20")
def test_the_cover_of_an_obstacle_is_of_each_model_alone():
    """Of two models that are hit only the one within an inch of the wall adds its bonus."""
    units = (("a-x", men(2, "gun"), (X, Y)), ("b-y", men(2), [mark(), (mark()[0] + INCH, Y + 1500)], USED))
    played = acting("fire", *units, dice=[2, 2, 2, 2], terrain=[fence("w1", mark()[0] - 1300)])
    shoot(played)
    assert {each.model: each.needed.total for each in resisted(through(played))} == {"b-y.1": 8, "b-y.2": 6}


@pytest.mark.rule("AN-TERRAIN-21")
@pytest.mark.parametrize("shooter", [(X, Y), (mark()[0] + 11 * INCH, Y), (mark()[0], Y + 11 * INCH)])
def test_an_area_covers_from_every_side(shooter):
    """A model inside soft terrain resists at 7 wherever the shot comes from."""
    assert resist(men(1), thicket("soft"), shooter=shooter) == 7


@pytest.mark.rule("AN-TERRAIN-21")
def test_the_better_of_two_covers_counts():
    """In a soft wood behind a hard wall, shot at over the wall, a model adds 2 and not 3."""
    assert resist(men(1), thicket("soft"), fence("w2", mark()[0] - 1000)) == 8


# -- what a piece is


def create(*terrain: Any) -> Any:
    return Table(rules()).when(
        "referee", CreateGame(scenario="clash", points_limit=0, terrain=terrain, options=Options())
    )


def block(**changes: Any) -> Any:
    return box("p1", 30 * INCH, 20 * INCH, 4 * INCH, 4 * INCH, **changes)


@pytest.mark.rule("AN-TERRAIN-22")
@pytest.mark.parametrize("los", ["clear", "obscuring", "blocking"])
@pytest.mark.parametrize("move", ["open", "difficult", "impassable"])
@pytest.mark.parametrize("cover", ["clear", "soft", "hard"])
def test_a_piece_has_a_class_for_sight_movement_and_cover(los, move, cover):
    """Every piece of these classes is accepted, the ledger's area of obscuring, difficult and soft among them."""
    made = block(los=los, move=move, cover=cover)
    assert create(made).one(GameCreated).terrain == (made,)


@pytest.mark.rule("AN-TERRAIN-22")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"type": "line"}, "AN-TERRAIN-22"), ({"type": ""}, "AN-TERRAIN-22"), ({"los": "dim"}, "AN-TERRAIN-24"),
        ({"move": "boggy"}, "AN-TERRAIN-25"), ({"cover": "medium"}, "AN-TERRAIN-27"),
    ],
)  # fmt: skip
def test_a_piece_of_an_unknown_type_or_class_is_refused(changes, clause):
    """A type "line" and classes that do not exist are refused under the clause that lists what exists."""
    outcome = create(block(**changes)).rejected(clause, "not-among")
    assert len(outcome.faults) == 1


@pytest.mark.rule("AN-TERRAIN-22")
def test_obstacles_areas_buildings_and_open_ground_are_the_types():
    """Obstacle, area and none are types; a building is an area and no obstacle."""
    create(wall("p1", (30 * INCH, 20 * INCH), (34 * INCH, 20 * INCH))).then(GameCreated)
    create(block(building=True, los="blocking")).then(GameCreated)
    bad = create(wall("p1", (30 * INCH, 20 * INCH), (34 * INCH, 20 * INCH), building=True))
    bad.rejected("AN-TERRAIN-22", "building-no-area")
    create(block(type="none", los="clear", move="open", cover="clear")).then(GameCreated)


@pytest.mark.rule("AN-TERRAIN-22")
def test_an_obstacle_is_a_line_of_two_points():
    """An obstacle from end to end needs two points, an area three."""
    short = piece("p1", (30 * INCH, 20 * INCH), type="obstacle")
    flat = piece("p2", (30 * INCH, 20 * INCH), (34 * INCH, 20 * INCH))
    create(short).rejected("AN-TERRAIN-22", "no-line")
    create(flat).rejected("AN-TERRAIN-22", "bad-shape")


@pytest.mark.rule("AN-TERRAIN-14")
@pytest.mark.parametrize(("behind", "seen"), [(700, True), (3000, False)])
def test_a_defended_unit_sees_over_an_obstacle_that_blocks(behind, seen):
    """Over the wall of its Defended Position a unit sees even where the wall blocks the view of others."""
    barrier = fence("w1", X + 500 + behind, los="blocking")
    played = field([9] * seen, 15 * INCH, order="advance", terrain=[barrier])
    if seen:
        assert needs(played) == 5
    else:
        unseen(played, "AN-SHOOT-06")
