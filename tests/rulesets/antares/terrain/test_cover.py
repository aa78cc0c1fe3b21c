"""AN-TERRAIN-17 to AN-TERRAIN-21 and -27: the cover that terrain gives."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.terrain import cover
from tests.rulesets.antares.fixtures import USED, X, Y, acting, table, target_place
from tests.rulesets.antares.sheets import INCH, box, gun, model_kind, overhead_gun, plain_squad, troopers, vehicle, wall
from tests.rulesets.antares.shooting.fixtures import ONE, SHOOTER, TARGET, wall_across
from tests.rulesets.antares.steps import fired, play_on, resist_tests, shoot


def resist_number(
    enemy: Any, *terrain: Any, sv: int = 0, gap: int = 10 * INCH, shooter: Any = None, **rest: Any
) -> int:
    """Hit a lone target once: the number that it resists with."""
    arm = rest.pop("arm", None) or gun(sv, "used")
    units = (("a-x", troopers(1, arm.id), shooter or (X, Y)), ("b-y", enemy, target_place(gap), USED))
    played = acting("fire", *units, dice=[2, 2], terrain=terrain, weapons=[arm], **rest)
    shoot(played, *([fired(arm.id)] if arm.overhead is None else [fired(arm.id, aim=target_place(gap))]))
    return resist_tests(play_on(played))[0].needed.total


def area_around_target(cover: str, **changes: Any) -> Any:
    """Make an area around "b-y" that hides nobody."""
    return box(
        "w1",
        target_place()[0] - 3 * INCH,
        Y - 3 * INCH,
        6 * INCH,
        6 * INCH,
        los="clear",
        movement="open",
        cover=cover,
        **changes,
    )


def vehicle_of_size(size: str) -> Any:
    return vehicle(size=size, kinds=(model_kind("hull", armour=(), weapons=()),))


@pytest.mark.rule("AN-TERRAIN-17", "AN-TERRAIN-27")
@pytest.mark.parametrize(("size", "needed"), [("small", 7), ("medium", 7), ("large", 6), ("huge", 6)])
def test_soft_cover_helps_small_and_medium_models(size, needed):
    """Res 6 in soft cover is 7 for a medium model and 6 for a large one."""
    assert resist_number(troopers(1, size=size), area_around_target("soft")) == needed


@pytest.mark.rule("AN-TERRAIN-17", "AN-TERRAIN-18", "AN-TERRAIN-20", "AN-TERRAIN-21", "AN-TERRAIN-27")
def test_areas_cover_from_all_sides_and_obstacles_from_the_front():
    """Areas cover from all sides, obstacles within 1 inch what comes over them, and the better one counts."""

    def covers(*terrain, target=TARGET, shooter=SHOOTER, options=None):
        game = table((), options, units=(shooter, target), terrain=terrain).game
        model = game.models["b-y.1"]
        word = cover.cover_against(game, model, [game.models["a-x.1"]])
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


@pytest.mark.rule("AN-TERRAIN-18")
@pytest.mark.parametrize("size", ["small", "medium", "large", "huge"])
def test_hard_cover_helps_every_size(size):
    """A large vehicle of Res 12 in hard cover resists at 14, and so does any size."""
    assert resist_number(vehicle_of_size(size), area_around_target("hard")) == 14


@pytest.mark.rule("AN-TERRAIN-18")
@pytest.mark.parametrize(
    ("limit", "size", "needed"), [("medium", "large", 12), ("medium", "medium", 14), ("large", "large", 14)]
)
@pytest.mark.ruling("AN-TERRAIN-18.2")
def test_a_greatest_size_for_hard_cover_is_an_option(limit, size, needed):
    """With the limit at medium a large vehicle gets nothing from hard cover."""
    assert DEFAULTS.hard_cover_size_limit == ""
    assert (
        resist_number(vehicle_of_size(size), area_around_target("hard"), options={"hard_cover_size_limit": limit})
        == needed
    )


@pytest.mark.rule("AN-TERRAIN-19")
def test_disruptors_ignore_cover():
    """Res 5 and armour 1 in hard cover resist a disruptor of strike value 1 at 5 and not at 7."""
    assert (
        resist_number(troopers(1), area_around_target("hard"), arm=gun(1, "used", properties=("pbs", "disruptor"))) == 5
    )
    assert resist_number(troopers(1), area_around_target("hard"), arm=gun(1, "used")) == 7


@pytest.mark.rule("AN-TERRAIN-19")
def test_overhead_fire_and_blasts_ignore_cover():
    """An overhead blast of one hit is resisted at 6 in hard cover."""
    assert resist_number(troopers(1), area_around_target("hard"), arm=overhead_gun("used", hits=1)) == 6
    assert resist_number(troopers(1), area_around_target("hard"), arm=overhead_gun("used", hits=1, properties=())) == 6
    assert resist_number(troopers(1), area_around_target("hard"), arm=gun(0, "used", properties=("blast",))) == 6


@pytest.mark.rule("AN-TERRAIN-20", "AN-TERRAIN-01")
@pytest.mark.parametrize(("behind", "needed"), [(500, 8), (800, 8), (1200, 6)])
def test_a_defended_model_has_the_cover_of_its_obstacle(behind, needed):
    """Half an inch behind a hard wall a model gets 2 against shots over it; 1.2 inches behind it gets nothing."""
    assert resist_number(troopers(1), wall_across("w1", target_place()[0] - 500 - behind)) == needed


@pytest.mark.rule("AN-TERRAIN-20")
def test_an_obstacle_does_not_cover_against_shots_from_behind():
    """The same wall on the far side of the model gives nothing."""
    assert resist_number(troopers(1), wall_across("w1", target_place()[0] + 500 + 500)) == 6


@pytest.mark.rule("AN-TERRAIN-20")
@pytest.mark.ruling("AN-TERRAIN-01.2")
def test_the_cover_of_an_obstacle_is_of_each_model_alone():
    """Of two models that are hit only the one within an inch of the wall adds its bonus."""
    units = (
        ("a-x", troopers(2, "gun"), (X, Y)),
        ("b-y", troopers(2), [target_place(), (target_place()[0] + INCH, Y + 1500)], USED),
    )
    played = acting("fire", *units, dice=[2, 2, 2, 2], terrain=[wall_across("w1", target_place()[0] - 1300)])
    shoot(played)
    assert {resist_test.model: resist_test.needed.total for resist_test in resist_tests(play_on(played))} == {
        "b-y.1": 8,
        "b-y.2": 6,
    }


@pytest.mark.rule("AN-TERRAIN-20", "AN-SHOOT-07")
def test_shots_of_several_come_over_an_obstacle_if_most_do():
    """Shots of several come over an obstacle if most of them do."""
    hedge = wall("hedge", (29_000, 0), (29_000, 20_000))
    for over, word in ((3, "hard"), (2, "clear")):
        places = [(20_000 if n < over else 40_000, 10_000 + 10 * n) for n in range(4 + (over == 3))]
        sheet = plain_squad(models=("trooper",) * len(places))
        game = table(units=(("a-x", sheet, places), TARGET), terrain=[hedge]).game
        assert (
            cover.cover_against(game, game.models["b-y.1"], [game.models[model] for model in game.units["a-x"].models])
            == word
        )


@pytest.mark.rule("AN-TERRAIN-21")
@pytest.mark.parametrize("shooter", [(X, Y), (target_place()[0] + 11 * INCH, Y), (target_place()[0], Y + 11 * INCH)])
def test_an_area_covers_from_every_side(shooter):
    """A model inside soft terrain resists at 7 wherever the shot comes from."""
    assert resist_number(troopers(1), area_around_target("soft"), shooter=shooter) == 7


@pytest.mark.rule("AN-TERRAIN-21")
@pytest.mark.ruling("AN-TERRAIN-21.2")
def test_the_better_of_two_covers_counts():
    """In a soft wood behind a hard wall, shot at over the wall, a model adds 2 and not 3."""
    assert resist_number(troopers(1), area_around_target("soft"), wall_across("w2", target_place()[0] - 1000)) == 8


@pytest.mark.rule("AN-TERRAIN-27")
@pytest.mark.parametrize(("cover", "needed"), [("clear", 6), ("soft", 7), ("hard", 8)])
def test_clear_soft_and_hard_cover(cover, needed):
    """A medium model gets 0, 1 and 2."""
    assert resist_number(troopers(1), area_around_target(cover)) == needed
