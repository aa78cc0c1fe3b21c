"""AN-SHOOT-01 to -03, -07 and -10: who may shoot at whom, and at which range."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import AccuracyRolled, RollAccuracy, ShootingDeclared
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.fixtures import (
    ENEMY_X,
    MISSES,
    TALL,
    USED,
    X,
    Y,
    acting,
    duel,
    gun_duel,
    stepwise_duel,
    target_place,
)
from tests.rulesets.antares.sheets import INCH, armed_squad, box, gun, model_kind, plain_squad, troopers
from tests.rulesets.antares.steps import (
    declared_shots,
    dice_count,
    events_of,
    move_unit,
    number_needed,
    put_model,
    question,
    react,
    refused_without_sight,
    roll_accuracy,
    shoot,
    shoot_command,
)

BETWEEN = X + 5 * INCH


def shooting_models(played, *weapons):
    return {model for group in declared_shots(played, *weapons).groups for model in group.models}


def fire_team(
    lead: tuple[int, int], *helpers: tuple[int, int], flags: Any = ("primary_model_only",), **rest: Any
) -> Table:
    """Let a Vorl fire team of three shoot at "b-y"."""
    kinds = (model_kind("lead", weapons=("short",), primary=True), model_kind("helper", weapons=("short",)))
    team = troopers(3, faction="vorl", kinds=kinds, models=("lead", "helper", "helper"), flags=flags)
    short = gun(0, "short", short_range=12 * INCH, long_range=12 * INCH, extreme=12 * INCH)
    units = (("a-x", team, [lead, *helpers]), ("b-y", troopers(1), target_place(), USED))
    return acting("fire", *units, weapons=[short], pace="step", **rest)


def at_two_ranges(far: int, near: int, options: Any = None) -> Table:
    """Let so many stand at long range (20.5 inches) and so many at short range."""
    where = [(X if number < near else X - 1500, Y + 1500 * number) for number in range(near + far)]
    enemies = [(X + 20 * INCH, Y + 1500 * number) for number in range(near + far)]
    units = (("a-x", troopers(near + far, "gun"), where), ("b-y", troopers(near + far), enemies, USED))
    return acting("advance", *units, dice=[9] * (near + far), options=options, pace="step")


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_fire_and_advance_let_a_unit_shoot(order):
    """A unit on Fire shoots, and one on Advance shoots where it has not moved."""
    assert dice_count(roll_accuracy(gun_duel([9], order=order))) == 1


@pytest.mark.rule("AN-SHOOT-01")
def test_an_advance_shoots_after_its_move():
    """On Advance the shot follows the move: it is allowed after it, and a move after the shot is not."""
    played = gun_duel([9], order="advance", pace="auto")
    move_unit(played, 5 * INCH).accepted()
    assert question(played) == "action"
    shoot(played).then(AccuracyRolled)
    other = gun_duel([9], order="advance", pace="auto")
    shoot(other).then(AccuracyRolled)
    assert question(other) != "action"


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize("order", ["run", "rally", "down", "ambush"])
def test_other_orders_do_not_let_a_unit_shoot(order):
    """On Run, Rally, Down or a waiting Ambush the shot is refused."""
    shoot(gun_duel(order=order)).rejected("AN-SHOOT-01", "order-does-not-shoot", order=order)


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize(
    ("order", "theirs", "reaction", "faces"),
    [("fire", {}, "firefight", [5]), ("advance", {"order": "ambush"}, "ambush_fire", [])],
)
def test_shooting_reactions_let_a_unit_shoot(order, theirs, reaction, faces):
    """A Firefight and Ambush Fire are shots of the reacting unit."""
    played = duel(
        troopers(1, "gun"),
        troopers(1, "gun"),
        [*faces, 9, *([9] if reaction == "firefight" else [])],
        order=order,
        theirs=theirs,
    )
    (shoot(played) if order == "fire" else move_unit(played, 2 * INCH)).accepted()
    react(played, reaction, point=INCH if reaction == "ambush_fire" else 0).accepted()
    assert question(played) == "reaction_shot"
    shoot(played, target="a-x", unit="b-y", who="blue").then(ShootingDeclared, unit="b-y", kind=reaction)


@pytest.mark.rule("AN-SHOOT-02")
def test_models_without_sight_lose_their_shots():
    """Two of five shooters do not see the target: three dice are thrown."""
    screen = box("w1", X + 2 * INCH, Y + 3300, 200, 3200, los="blocking")
    played = gun_duel([9] * 3, 15 * INCH, troopers(5, "gun"), terrain=[screen])
    assert dice_count(roll_accuracy(played)) == 3


@pytest.mark.rule("AN-SHOOT-02")
def test_models_out_of_range_lose_their_shots():
    """One of three shooters stands beyond the range: two dice are thrown."""
    short = gun(0, "short", short_range=10 * INCH, long_range=10 * INCH, extreme=10 * INCH)
    units = (
        ("a-x", troopers(3, "short"), [(X, Y), (X, Y + 1500), (X - 2 * INCH, Y)]),
        ("b-y", troopers(2), target_place(), USED),
    )
    played = acting("fire", *units, dice=[9] * 2, weapons=[short], pace="step")
    assert dice_count(roll_accuracy(played)) == 2


@pytest.mark.rule("AN-SHOOT-02")
def test_range_and_sight_have_to_hold_for_one_model_of_the_target():
    """A near model that is hidden and a seen one that is too far make no target; either becomes one by itself."""
    screen = box("w1", X + 5 * INCH, Y - 2 * INCH, 200, 4 * INCH, los="blocking")
    for reach, terrain, shoots in ((12, [screen], False), (20, [screen], True), (12, [], True)):
        short = gun(0, "short", short_range=reach * INCH, long_range=reach * INCH, extreme=reach * INCH)
        units = (
            ("a-x", troopers(1, "short"), (X, Y)),
            ("b-y", troopers(2), [(X + 11 * INCH, Y), (X, Y + 20 * INCH)], USED),
        )
        played = acting("fire", *units, dice=[9] * shoots, weapons=[short], terrain=terrain, pace="step")
        if shoots:
            assert dice_count(roll_accuracy(played)) == 1
        else:
            refused_without_sight(shoot(played), "AN-SHOOT-06")


@pytest.mark.rule("AN-SHOOT-02")
def test_nobody_eligible_is_no_shot():
    """Where no model may shoot the shot is refused."""
    played = gun_duel(terrain=[box("w1", BETWEEN, 0, 200, TALL, los="blocking")])
    refused_without_sight(shoot(played), "AN-SHOOT-06")


@pytest.mark.rule("AN-SHOOT-02")
def test_models_that_see_nothing_throw_no_dice():
    """Of five shooters two that see nothing throw no dice."""
    played = stepwise_duel(terrain=[box("t1", X + 2 * INCH, Y + 2_500, INCH, 8 * INCH, los="blocking")])
    for number, y in enumerate((0, 700, -700, 1_400, -1_400), 1):
        put_model(played, f"b-y.{number}", ENEMY_X, Y + y)
    for number in (4, 5):
        put_model(played, f"a-x.{number}", X, Y + 4_000 + 1_500 * number)
    assert shooting_models(played) == {"a-x.1", "a-x.2", "a-x.3"}


@pytest.mark.rule("AN-SHOOT-03")
@pytest.mark.parametrize(("flags", "dice"), [(("primary_model_only",), 3), ((), 1)])
def test_a_fire_team_shoots_where_its_primary_model_can(flags, dice):
    """With its primary model in range and the others beyond it a fire team makes all its shots."""
    far = [(X - 4 * INCH, Y), (X - 4 * INCH, Y + 1500)]
    assert dice_count(roll_accuracy(fire_team((X, Y), *far, flags=flags, dice=[9] * dice))) == dice


@pytest.mark.rule("AN-SHOOT-03")
def test_a_fire_team_whose_primary_model_is_blocked_shoots_nothing():
    """With its primary model out of sight a fire team has no shot, though the others see."""
    screen = box("w1", X + INCH, Y - INCH, 200, 2 * INCH, los="blocking")
    team = ((X, Y), (X, Y + 5 * INCH), (X, Y + 6 * INCH))
    refused_without_sight(shoot(fire_team(*team, terrain=[screen])), "AN-SHOOT-06")
    assert dice_count(roll_accuracy(fire_team(*team, terrain=[screen], flags=(), dice=[9] * 2))) == 2


@pytest.mark.rule("AN-SHOOT-03")
@pytest.mark.parametrize(("place", "dice"), [((X, Y), 5), ((X - 50 * INCH, Y), 0)])
def test_a_team_shoots_as_its_primary_model_can(place, dice):
    """A team whose data says so measures from its primary model, for all its shots or none."""
    kinds = (model_kind("primary", primary=True), model_kind())
    own = plain_squad(
        kinds=kinds, models=("primary",) + ("trooper",) * 4, flags=("primary_model_only",), faction="vorl"
    )
    played = stepwise_duel(own=own, gap=10 * INCH if dice else 49 * INCH)
    for number in range(2, 6):
        put_model(played, f"a-x.{number}", X - (45 * INCH if dice else 0), Y + 1_500 * number)
    put_model(played, "a-x.1", *place)
    if dice:
        assert declared_shots(played).groups[0].dice == dice
    else:
        played.when("red", shoot_command()).rejected("AN-SHOOT-10", "out-of-range")


@pytest.mark.rule("AN-SHOOT-07")
@pytest.mark.parametrize(("far", "near", "needed"), [(3, 2, 4), (2, 3, 5), (2, 2, 5), (4, 0, 4)])
@pytest.mark.ruling("AN-SHOOT-07.2")
def test_the_range_of_most_models_is_the_range_of_all(far, near, needed):
    """Three of five at long range make all five dice -1; two of five, or half, make none."""
    outcome = roll_accuracy(at_two_ranges(far, near))
    rolled = outcome.one(AccuracyRolled)
    assert (rolled.needed.total, len(rolled.dice)) == (needed, far + near)


@pytest.mark.rule("AN-SHOOT-07")
@pytest.mark.ruling("AN-SHOOT-07.3")
def test_by_an_option_each_model_has_its_own_penalty():
    """With per_model two of five at long range shoot at 4 and three at 5, group by group."""
    assert DEFAULTS.majority_scope == "volley"
    outcome = roll_accuracy(at_two_ranges(2, 3, {"majority_scope": "per_model"}))
    numbers = [event.needed.total for event in events_of(outcome.events, AccuracyRolled) for _ in event.dice]
    assert sorted(numbers) == [4, 4, 5, 5, 5]


@pytest.mark.rule("AN-SHOOT-07")
def test_each_weapon_has_its_own_majority():
    """Two with a short-ranged weapon are judged by themselves: they alone take -1."""
    stub = gun(0, "stub", short_range=5 * INCH)
    kinds = (model_kind("rifleman", weapons=("gun",)), model_kind("stubber", weapons=("stub",)))
    own = troopers(5, kinds=kinds, models=("rifleman",) * 3 + ("stubber",) * 2)
    played = gun_duel([9] * 5, own=own, enemy=troopers(5), order="advance", weapons=[stub])
    shoot(played).accepted()
    outcome = played.when("table", RollAccuracy()).accepted()
    groups = {event.needed.total: len(event.dice) for event in events_of(outcome.events, AccuracyRolled)}
    assert groups == {5: 3, 4: 2}


@pytest.mark.rule("AN-SHOOT-07")
@pytest.mark.parametrize(
    ("far", "scope", "totals"), [(3, "volley", [4]), (2, "volley", [5]), (2, "per_model", [5, 5, 5, 4, 4])]
)
def test_most_models_settle_the_range_or_each_its_own_by_option(far, scope, totals):
    """Most of the models with a weapon settle its range for all, or each its own by the option."""
    near, back = ENEMY_X + 9_500, ENEMY_X + 8_000
    places = [(near - 20_000 - (1_500 if index >= 5 - far else 0), Y + 1_500 * index) for index in range(5)]
    assert back < near
    played = stepwise_duel(
        MISSES, order="advance", enemy=armed_squad("carbine", count=1), options={"majority_scope": scope}
    )
    for index, (x, y) in enumerate(places):
        put_model(played, f"a-x.{index + 1}", x, y)
    put_model(played, "b-y.1", near + 1_000 - 500, Y + 3_000)
    outcome = roll_accuracy(played)
    assert [event.needed.total for event in outcome.events if isinstance(event, AccuracyRolled)] == totals


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(
    ("gap", "needed"), [(20_000, 5), (20_001, 4), (20_500, 4), (30_000, 4), (31_000, 3), (50_000, 3)]
)
@pytest.mark.ruling("AN-SHOOT-10.2")
def test_range_bands(gap, needed):
    """With 20/30/50 a target at 20 has no modifier, at 20.5 -1, at 31 -2; a boundary is of the nearer band."""
    assert number_needed(gun_duel([9], gap, order="advance")) == needed


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(("gap", "legal"), [(50_000, True), (50_001, False), (51_000, False)])
def test_nothing_is_shot_beyond_extreme_range(gap, legal):
    """A target at 51 inches is out of the range of 50."""
    played = gun_duel([9] * legal, gap)
    if legal:
        roll_accuracy(played)
    else:
        shoot(played).rejected("AN-SHOOT-10", "out-of-range")


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(("gap", "legal"), [(8_000, False), (9_999, False), (10_000, True)])
def test_nothing_is_shot_below_the_minimum_range(gap, legal):
    """A direct weapon with minimum 10 does not shoot at 8 inches and does at 10."""
    played = gun_duel([9] * legal, gap, troopers(1, "far"), weapons=[gun(0, "far", minimum=10 * INCH)])
    if legal:
        roll_accuracy(played)
    else:
        shoot(played).rejected("AN-SHOOT-10", "below-minimum")


@pytest.mark.rule("AN-REACT-22", "AN-REACT-31")
def test_only_ambush_fire_waits_for_a_point():
    """A Firefight that names a point of a path is refused; without it it is declared."""
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [5], order="fire", theirs={})
    shoot(played).accepted()
    react(played, "firefight", point=1).rejected("AN-REACT-22", "no-point-here", "point", reaction="firefight")
    react(played, "firefight").accepted()
