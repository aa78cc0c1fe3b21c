"""AN-SHOOT: who may shoot at whom, and in which order a shot is resolved."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AccuracyRolled,
    BreakTested,
    DieRerolled,
    HitsAllocated,
    HitsScored,
    ModelLost,
    PinsAdded,
    ReactionCarriedOut,
    ReactionTested,
    RerollMisses,
    ResistRolled,
    RollAccuracy,
    ShootingDeclared,
    ShotsLost,
    UnitMoved,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, box, kind, marker, mode, probe, rule
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    acting,
    asked,
    duel,
    fired,
    go,
    gun,
    men,
    of,
    one,
    react,
    shoot,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import count, field, lobber, mark, needs, roll

TALL = 48 * INCH
BETWEEN = X + 5 * INCH


def denied(outcome: Outcome, clause: str) -> None:
    """See that a shot is refused for want of a line of sight, under this clause alone."""
    outcome.rejected(clause, "no-line-of-sight")
    assert len(outcome.faults) == 1, outcome.faults


# -- AN-SHOOT-01


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_fire_and_advance_let_a_unit_shoot(order):
    """A unit on Fire shoots, and one on Advance shoots where it has not moved."""
    assert count(roll(field([9], order=order))) == 1


@pytest.mark.rule("AN-SHOOT-01")
def test_an_advance_shoots_after_its_move():
    """On Advance the shot follows the move: it is allowed after it, and a move after the shot is not."""
    played = field([9], order="advance", pace="auto")
    go(played, 5 * INCH).accepted()
    assert asked(played) == "action"
    shoot(played).then(AccuracyRolled)
    other = field([9], order="advance", pace="auto")
    shoot(other).then(AccuracyRolled)
    assert asked(other) != "action"


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize("order", ["run", "rally", "down", "ambush"])
def test_other_orders_do_not_let_a_unit_shoot(order):
    """On Run, Rally, Down or a waiting Ambush the shot is refused."""
    shoot(field(order=order)).rejected("AN-SHOOT-01", "order-does-not-shoot", order=order)


@pytest.mark.rule("AN-SHOOT-01")
@pytest.mark.parametrize(
    ("order", "theirs", "reaction", "faces"),
    [("fire", {}, "firefight", [5]), ("advance", {"order": "ambush"}, "ambush_fire", [])],
)
def test_shooting_reactions_let_a_unit_shoot(order, theirs, reaction, faces):
    """A Firefight and Ambush Fire are shots of the reacting unit."""
    played = duel(men(1, "gun"), men(1, "gun"), [*faces, 9, *([9] if reaction == "firefight" else [])],
                  order=order, theirs=theirs)  # fmt: skip
    (shoot(played) if order == "fire" else go(played, 2 * INCH)).accepted()
    react(played, reaction, point=INCH if reaction == "ambush_fire" else 0).accepted()
    assert asked(played) == "reaction_shot"
    shoot(played, target="a-x", unit="b-y", who="blue").then(ShootingDeclared, unit="b-y", kind=reaction)


# -- AN-SHOOT-02, AN-SHOOT-03


@pytest.mark.rule("AN-SHOOT-02")
def test_models_without_sight_lose_their_shots():
    """Two of five shooters do not see the target: three dice are thrown."""
    screen = box("w1", X + 2 * INCH, Y + 3300, 200, 3200, los="blocking")
    played = field([9] * 3, 15 * INCH, men(5, "gun"), terrain=[screen])
    assert count(roll(played)) == 3


@pytest.mark.rule("AN-SHOOT-02")
def test_models_out_of_range_lose_their_shots():
    """One of three shooters stands beyond the range: two dice are thrown."""
    short = gun(0, "short", short=10 * INCH, long=10 * INCH, extreme=10 * INCH)
    units = (("a-x", men(3, "short"), [(X, Y), (X, Y + 1500), (X - 2 * INCH, Y)]), ("b-y", men(2), mark(), USED))
    played = acting("fire", *units, dice=[9] * 2, weapons=[short], pace="step")
    assert count(roll(played)) == 2


@pytest.mark.rule("AN-SHOOT-02")
def test_range_and_sight_have_to_hold_for_one_model_of_the_target():
    """A near model that is hidden and a seen one that is too far make no target; either becomes one by itself."""
    screen = box("w1", X + 5 * INCH, Y - 2 * INCH, 200, 4 * INCH, los="blocking")
    for reach, terrain, shoots in ((12, [screen], False), (20, [screen], True), (12, [], True)):
        short = gun(0, "short", short=reach * INCH, long=reach * INCH, extreme=reach * INCH)
        units = (("a-x", men(1, "short"), (X, Y)), ("b-y", men(2), [(X + 11 * INCH, Y), (X, Y + 20 * INCH)], USED))
        played = acting("fire", *units, dice=[9] * shoots, weapons=[short], terrain=terrain, pace="step")
        if shoots:
            assert count(roll(played)) == 1
        else:
            denied(shoot(played), "AN-SHOOT-06")


@pytest.mark.rule("AN-SHOOT-02")
def test_nobody_eligible_is_no_shot():
    """Where no model may shoot the shot is refused."""
    played = field(terrain=[box("w1", BETWEEN, 0, 200, TALL, los="blocking")])
    denied(shoot(played), "AN-SHOOT-06")


def fire_team(
    lead: tuple[int, int], *helpers: tuple[int, int], flags: Any = ("primary_model_only",), **rest: Any
) -> Table:
    """Let a Vorl fire team of three shoot at "b-y"."""
    kinds = (kind("lead", weapons=("short",), primary=True), kind("helper", weapons=("short",)))
    team = men(3, faction="vorl", kinds=kinds, models=("lead", "helper", "helper"), flags=flags)
    short = gun(0, "short", short=12 * INCH, long=12 * INCH, extreme=12 * INCH)
    units = (("a-x", team, [lead, *helpers]), ("b-y", men(1), mark(), USED))
    return acting("fire", *units, weapons=[short], pace="step", **rest)


@pytest.mark.rule("AN-SHOOT-03")
@pytest.mark.parametrize(("flags", "dice"), [(("primary_model_only",), 3), ((), 1)])
def test_a_fire_team_shoots_where_its_primary_model_can(flags, dice):
    """With its primary model in range and the others beyond it a fire team makes all its shots."""
    far = [(X - 4 * INCH, Y), (X - 4 * INCH, Y + 1500)]
    assert count(roll(fire_team((X, Y), *far, flags=flags, dice=[9] * dice))) == dice


@pytest.mark.rule("AN-SHOOT-03")
def test_a_fire_team_whose_primary_model_is_blocked_shoots_nothing():
    """With its primary model out of sight a fire team has no shot, though the others see."""
    screen = box("w1", X + INCH, Y - INCH, 200, 2 * INCH, los="blocking")
    team = ((X, Y), (X, Y + 5 * INCH), (X, Y + 6 * INCH))
    denied(shoot(fire_team(*team, terrain=[screen])), "AN-SHOOT-06")
    assert count(roll(fire_team(*team, terrain=[screen], flags=(), dice=[9] * 2))) == 2


# -- AN-SHOOT-04 to AN-SHOOT-06, AN-SHOOT-08, AN-SHOOT-09


@pytest.mark.rule("AN-SHOOT-04")
@pytest.mark.parametrize("id", ["a-z", "b-z"])
def test_models_of_other_units_block_the_line(id):
    """A third unit's model on the line to the only visible model, friend or foe, leaves no shot."""
    third = (id, men(1), (BETWEEN, Y), USED)
    denied(shoot(field(more=[third])), "AN-SHOOT-04")
    beside = (id, men(1), (BETWEEN, Y + 1500), USED)
    assert needs(field([9], order="advance", more=[beside])) == 5


@pytest.mark.rule("AN-SHOOT-04")
def test_a_unit_blocks_neither_its_own_shots_nor_those_at_it():
    """Models of the shooting and of the target unit on the line do not count."""
    units = (("a-x", men(2, "gun"), [(X, Y), (X + 2 * INCH, Y)]), ("b-y", men(2), [(BETWEEN, Y), mark()], USED))
    played = acting("fire", *units, dice=[9, 9], pace="step")
    assert count(roll(played)) == 2


@pytest.mark.rule("AN-SHOOT-05")
@pytest.mark.parametrize(("second", "blocked"), [(1500, False), (2000, True)])
def test_obscuring_pieces_add_up(second, blocked):
    """2.5 inches of wood and 1.5 of scrub are seen through at -2, 2.5 and 2.0 are not."""
    terrain = [box("w1", X + 3 * INCH, 0, 2500, TALL), box("w2", X + 8 * INCH, 0, second, TALL)]
    played = field([9] * (not blocked), 15 * INCH, order="advance", terrain=terrain)
    if blocked:
        denied(shoot(played), "AN-SHOOT-05")
    else:
        assert needs(played) == 3


@pytest.mark.rule("AN-SHOOT-06")
@pytest.mark.parametrize("width", [100, 3000])
def test_blocking_terrain_stops_every_line(width):
    """A bunker's wall between shooter and target leaves no shot, whatever its thickness."""
    bunker = box("w1", BETWEEN, 0, width, TALL, los="blocking", building=True)
    denied(shoot(field(terrain=[bunker])), "AN-SHOOT-06")


@pytest.mark.rule("AN-SHOOT-08")
@pytest.mark.parametrize(
    ("reference", "shooter", "target", "seen"),
    [
        ("target", "medium", "large", True), ("target", "medium", "medium", False),
        ("target", "large", "medium", False),
        ("shooter", "large", "medium", True), ("shooter", "medium", "large", False),
        ("shooter", "medium", "medium", False), ("either", "large", "medium", True),
        ("either", "medium", "large", True), ("either", "medium", "medium", False),
    ],
)  # fmt: skip
def test_models_smaller_than_the_target_are_shot_over(reference, shooter, target, seen):
    """A medium model hides a medium target and not a large one; by the option the shooter's size counts, or either."""
    assert DEFAULTS.over_smaller_than == "target"
    played = field(
        [9] * seen, own=men(1, "gun", size=shooter), foe=men(1, size=target),
        more=[("b-z", men(1), (BETWEEN, Y), USED)], options={"over_smaller_than": reference},
    )  # fmt: skip
    if seen:
        assert count(roll(played)) == 1
    else:
        denied(shoot(played), "AN-SHOOT-04")


@pytest.mark.rule("AN-SHOOT-08")
@pytest.mark.parametrize(
    ("middle", "target", "seen"),
    [("small", "medium", True), ("small", "small", False), ("large", "huge", True), ("huge", "huge", False),
     ("huge", "large", False), ("large", "medium", False)],
)  # fmt: skip
def test_sizes_run_from_small_to_huge(middle, target, seen):
    """Small, medium, large, huge: a model is shot over by its class alone."""
    played = field([9] * seen, foe=men(1, size=target), more=[("b-z", men(1, size=middle), (BETWEEN, Y), USED)])
    if seen:
        assert count(roll(played)) == 1
    else:
        denied(shoot(played), "AN-SHOOT-04")


@pytest.mark.rule("AN-SHOOT-09")
@pytest.mark.parametrize(
    ("third", "seen"),
    [
        (men(1, kinds=(kind(equipment=True),)), True),
        (probe(size="large"), True),
        (men(1, type="weapon_team", kinds=(kind(crews="cannon"),)), False),
        (men(1, type="drone"), False),
    ],
)
def test_equipment_and_probes_do_not_block(third, seen):
    """Equipment models and probes on the line are ignored, crewmen are not."""
    played = field([9] * seen, more=[("b-z", third, (BETWEEN, Y), USED)])
    if seen:
        assert count(roll(played)) == 1
    else:
        denied(shoot(played), "AN-SHOOT-04")


@pytest.mark.rule("AN-SHOOT-09")
def test_buddy_drones_do_not_block():
    """A spotter buddy on the line is ignored."""
    buddy = marker("a-z#1", "spotter", 0, "a-z", at=(BETWEEN, Y))
    friend = ("a-z", men(1), (X, Y + 20 * INCH), USED)
    assert needs(field([9], order="advance", more=[friend], markers=[buddy])) == 5


# -- AN-SHOOT-07, AN-SHOOT-10


def ranged(far: int, near: int, options: Any = None) -> Table:
    """Let so many stand at long range (20.5 inches) and so many at short range."""
    where = [(X if number < near else X - 1500, Y + 1500 * number) for number in range(near + far)]
    foes = [(X + 20 * INCH, Y + 1500 * number) for number in range(near + far)]
    units = (("a-x", men(near + far, "gun"), where), ("b-y", men(near + far), foes, USED))
    return acting("advance", *units, dice=[9] * (near + far), options=options, pace="step")


@pytest.mark.rule("AN-SHOOT-07")
@pytest.mark.parametrize(("far", "near", "needed"), [(3, 2, 4), (2, 3, 5), (2, 2, 5), (4, 0, 4)])
def test_the_range_of_most_models_is_the_range_of_all(far, near, needed):
    """Three of five at long range make all five dice -1; two of five, or half, make none."""
    outcome = roll(ranged(far, near))
    rolled = outcome.one(AccuracyRolled)
    assert (rolled.needed.total, len(rolled.dice)) == (needed, far + near)


@pytest.mark.rule("AN-SHOOT-07")
def test_by_an_option_each_model_has_its_own_penalty():
    """With per_model two of five at long range shoot at 4 and three at 5, group by group."""
    assert DEFAULTS.majority_scope == "volley"
    outcome = roll(ranged(2, 3, {"majority_scope": "per_model"}))
    numbers = [each.needed.total for each in of(outcome.events, AccuracyRolled) for _ in each.dice]
    assert sorted(numbers) == [4, 4, 5, 5, 5]


@pytest.mark.rule("AN-SHOOT-07")
def test_each_weapon_has_its_own_majority():
    """Two with a short-ranged weapon are judged by themselves: they alone take -1."""
    stub = gun(0, "stub", short=5 * INCH)
    kinds = (kind("rifleman", weapons=("gun",)), kind("stubber", weapons=("stub",)))
    own = men(5, kinds=kinds, models=("rifleman",) * 3 + ("stubber",) * 2)
    played = field([9] * 5, own=own, foe=men(5), order="advance", weapons=[stub])
    shoot(played).accepted()
    outcome = played.when("table", RollAccuracy()).accepted()
    groups = {each.needed.total: len(each.dice) for each in of(outcome.events, AccuracyRolled)}
    assert groups == {5: 3, 4: 2}


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(
    ("gap", "needed"), [(20_000, 5), (20_001, 4), (20_500, 4), (30_000, 4), (31_000, 3), (50_000, 3)]
)
def test_range_bands(gap, needed):
    """With 20/30/50 a target at 20 has no modifier, at 20.5 -1, at 31 -2; a boundary is of the nearer band."""
    assert needs(field([9], gap, order="advance")) == needed


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(("gap", "legal"), [(50_000, True), (50_001, False), (51_000, False)])
def test_nothing_is_shot_beyond_extreme_range(gap, legal):
    """A target at 51 inches is out of the range of 50."""
    played = field([9] * legal, gap)
    if legal:
        roll(played)
    else:
        shoot(played).rejected("AN-SHOOT-10", "out-of-range")


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(("gap", "legal"), [(8_000, False), (9_999, False), (10_000, True)])
def test_nothing_is_shot_below_the_minimum_range(gap, legal):
    """A direct weapon with minimum 10 does not shoot at 8 inches and does at 10."""
    played = field([9] * legal, gap, men(1, "far"), weapons=[gun(0, "far", minimum=10 * INCH)])
    if legal:
        roll(played)
    else:
        shoot(played).rejected("AN-SHOOT-10", "below-minimum")


# -- AN-SHOOT-11


def mixed(*arms: str, **changes: Any) -> Any:
    """Make models with one weapon each."""
    kinds = tuple(kind(f"with_{arm}", weapons=(arm,)) for arm in dict.fromkeys(arms))
    return men(len(arms), kinds=kinds, models=tuple(f"with_{arm}" for arm in arms), **changes)


@pytest.mark.rule("AN-SHOOT-11")
def test_every_model_throws_as_many_dice_as_its_weapon_has_shots():
    """Four rifles of one shot and a support weapon of three throw 7 dice."""
    support = gun(0, "support", kind="light_support", modes=(mode("burst", 3),))
    played = field([9] * 7, own=mixed("gun", "gun", "gun", "gun", "support"), foe=men(5), weapons=[support])
    assert count(roll(played)) == 7


@pytest.mark.rule("AN-SHOOT-11")
@pytest.mark.parametrize("splits", [False, True])
def test_fire_is_not_split_but_by_units_whose_data_say_so(splits):
    """Two enemy units as targets are refused, but for a unit that may split."""
    flags = ("may_split_targets", "all_weapons") if splits else ("all_weapons",)
    other = ("b-z", men(1), (X, Y + 20 * INCH), USED)
    second = gun(0, "second")
    played = field(own=mixed("gun", "second", flags=flags), more=[other], weapons=[second])
    arms = (fired("gun"), replace(fired("second"), target="b-z"))
    if splits:
        assert len(of(shoot(played, *arms).accepted().events, ShootingDeclared)) == 2
    else:
        shoot(played, *arms).rejected("AN-SHOOT-11", "split-fire")


@pytest.mark.rule("AN-SHOOT-11")
def test_the_target_is_an_enemy():
    """A unit of the own side is no target."""
    played = field(more=[("a-z", men(1), (X, Y + 10 * INCH), USED)])
    shoot(played, target="a-z").rejected("AN-SHOOT-11", "own-side")


@pytest.mark.rule("AN-SHOOT-11")
def test_overhead_weapons_of_a_mixed_unit_shoot_first():
    """A gun and an overhead weapon: the overhead dice come first, though its bearer has the later number."""
    played = field([4, 9], own=mixed("gun", "lobber"), weapons=[lobber()])
    outcome = roll(played, fired("gun"), fired("lobber", aim=mark()))
    declared = [played.game.volleys["v1"].groups[each.group].weapon for each in of(outcome.events, AccuracyRolled)]
    assert declared == ["lobber", "gun"]
    assert [each.dice[0].face for each in of(outcome.events, AccuracyRolled)] == [4, 9]


# -- AN-SHOOT-12


@pytest.mark.rule("AN-SHOOT-12")
def test_shots_at_a_target_that_dashed_out_of_sight_are_lost():
    """The recheck after a dash behind a bunker finds no line of sight: no die is thrown, no other target taken."""
    bunker = box("w1", X + 15 * INCH, Y + 4 * INCH, 200, 20 * INCH, los="blocking")
    played = field([5], 22 * INCH, theirs={}, terrain=[bunker], pace="auto", own=men(1, "gun"))
    shoot(played).accepted()
    react(played, "dash_to_cover").then(ReactionTested, passed=True)
    outcome = go(played, 0, 10 * INCH, unit="b-y", who="blue").then(
        UnitMoved, ReactionCarriedOut, ShotsLost, reason="sight"
    )
    outcome.without(AccuracyRolled, HitsScored, ShootingDeclared)
    assert asked(played) not in ("accuracy", "action")


@pytest.mark.rule("AN-SHOOT-12")
def test_a_shot_is_resolved_in_its_order():
    """Accuracy, misses again, hits again, allocation, resist, losses, pins, break test come in this order."""
    foe = men(3, resist=5, rules=(rule("break_test_on_casualty"),))
    own = men(2, "gun", devices=("spotter",))
    played = duel(own, foe, [3, 9, 4, 3, 3, 9, 9, 1], theirs={"order": "down"})
    shoot(played).accepted()
    again = RerollMisses(volley="v1", source="spotter", dice=(2,))
    played.when("red", again).accepted()
    events = through(played)
    order = [DieRerolled, HitsScored, HitsAllocated, ResistRolled, ModelLost, PinsAdded, BreakTested]
    met = [sort for sort in map(type, events) if sort in order]
    assert list(dict.fromkeys(met)) == order
    assert [each.reason for each in of(events, DieRerolled)] == ["spotter", "down", "down"]
    assert one(events, BreakTested).unit == "b-y"


@pytest.mark.rule("AN-SHOOT-12")
def test_reactions_come_before_the_dice():
    """The shot is declared and the reaction asked; the dice are thrown when it is carried out."""
    played = field([3, 9], theirs={}, pace="auto")
    shoot(played).then(ShootingDeclared).without(AccuracyRolled)
    assert asked(played) == "reaction"
    react(played, "go_down").then(ReactionTested, AccuracyRolled, DieRerolled, reason="down")
