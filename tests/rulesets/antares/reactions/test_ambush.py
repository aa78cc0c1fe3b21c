"""AN-REACT-22 to AN-REACT-25: Ambush Fire, and Ambush that goes on."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    DeclareReaction,
    DieRerolled,
    KeepOrder,
    MoveDeclared,
    MoveInterrupted,
    OrderDieKept,
    OrderTurned,
    ReactionCarriedOut,
    ReactionDeclined,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ShootingDeclared,
    UnitMoved,
    VolleysResolved,
)
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, X, Y, act_on, acting, duel
from tests.rulesets.antares.reactions.fixtures import ARMED, NEAR_AMBUSHER, watched_mover
from tests.rulesets.antares.sheets import INCH, box, gun, lone_trooper, terrain_piece, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    charge,
    decline,
    events_of,
    move_unit,
    one_event,
    open_reactions,
    place_of,
    play_on,
    react,
    shoot,
    unit_row,
)

GAPPED_WALL = [
    terrain_piece(
        name, (left, 18 * INCH), (right, 18 * INCH), terrain_type="obstacle", los="blocking", height=0, cover="clear"
    )
    for name, left, right in (("w1", 0, 13_800), ("w2", 16_200, 60_000))
]


def _fire(point: int) -> DeclareReaction:
    return DeclareReaction(unit="b-y", reaction="ambush_fire", sprint=False, point=point, free=False)


@pytest.mark.rule("AN-REACT-22")
def test_ambush_fire_halts_the_mover_where_the_ambusher_says():
    """A runner seen at 4 to 6 inches of its path is shot at 5, and refused at 0 and 10; it goes on afterwards."""
    played = watched_mover([9], terrain=GAPPED_WALL, where=(X + 5 * INCH, 25 * INCH))
    move_unit(played, 10 * INCH)
    for point in (0, 10 * INCH):
        outcome = react(played, "ambush_fire", "b-z", point=point)
        outcome.rejected("AN-REACT-37", "nobody-can-shoot-there")
    react(played, "ambush_fire", "b-z", point=5 * INCH)
    events = play_on(played)
    assert one_event(events, MoveInterrupted).progress == 5 * INCH
    shot = next(place for place, event in enumerate(events) if isinstance(event, AccuracyRolled))
    before = [event for event in events[:shot] if isinstance(event, UnitMoved)]
    assert before[-1].models[0].pose.x == X + 5 * INCH
    assert place_of(played, "a-x.1") == (X + 10 * INCH, Y)
    assert unit_row(played, "b-z").order == "fire"


@pytest.mark.rule("AN-REACT-22")
@pytest.mark.parametrize("order", ["advance", "run"])
@pytest.mark.parametrize("point", [0, 5 * INCH])
@pytest.mark.ruling("AN-REACT-22.2")
def test_ambush_fire_answers_runs_and_advances_from_start_to_end(order, point):
    """A Run and an Advance are answered at any point, start and end included."""
    played = watched_mover([9], order)
    move_unit(played, 5 * INCH)
    react(played, "ambush_fire", "b-z", point=point).accepted()
    assert len(events_of(play_on(played), AccuracyRolled)) == 1


@pytest.mark.rule("AN-REACT-22")
@pytest.mark.ruling("AN-REACT-22.3")
def test_only_a_unit_in_ambush_fires_at_a_mover():
    """An unordered unit is refused, and alone it is not asked."""
    other = ("b-y", ARMED, (X, Y - 9 * INCH))
    played = watched_mover([], more=[other])
    move_unit(played, 5 * INCH)
    assert set(open_reactions(played)) == {"b-z"}
    react(played, "ambush_fire", "b-y", point=INCH).rejected("AN-REACT-22", "needs-ambush")
    played = watched_mover([], theirs={})
    move_unit(played, 5 * INCH).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-22", "AN-REACT-24", "AN-REACT-34")
def test_a_run_is_halted_at_the_point_shot_at_and_goes_on():
    """A Run of 10 inches is halted at 5, shot at as under Fire, and goes on to its end."""
    played = acting("run", RED_TROOPER, NEAR_AMBUSHER, dice=[7])
    move_unit(played, 10_000).then(MoveDeclared, ReactionsAsked, trigger="move").asks("reaction", "blue")
    assert place_of(played, "a-x.1") == (10_000, 10_000)
    react(played, "ambush_fire", point=5000).then(ReactionTested, OrderTurned, ActionResumed, UnitMoved)
    played.last.then(UnitMoved, MoveInterrupted, ReactionStarted).asks("reaction_shot", "blue")
    assert place_of(played, "a-x.1") == (15_000, 10_000)
    move_unit(played, 1000).rejected("AN-REACT-34", "not-asked")
    shoot(played, target="a-x", unit="b-y", who="blue").then(
        ShootingDeclared, AccuracyRolled, VolleysResolved, ReactionCarriedOut
    )
    played.last.then(ReactionCarriedOut, ActionResumed, UnitMoved, ActionEnded)
    assert played.last.one(AccuracyRolled).needed.total == 6
    assert place_of(played, "a-x.1") == (20_000, 10_000)
    assert unit_row(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-22", "AN-REACT-37")
def test_only_points_of_the_path_in_sight_serve():
    """Only points of the path serve, and only those where a model sees the mover: start and end included."""
    house = box("house", 10_500, 15_000, 2500, 4000, los="blocking", cover="clear")
    far = ("b-y", lone_trooper(), (10_000, 25_000), AMBUSH)
    played = acting("run", RED_TROOPER, far, dice=[9], terrain=[house])
    move_unit(played, 10_000).accepted()
    react(played, "ambush_fire", point=10_001).rejected("AN-REACT-22", "point-beyond-path", length=10_000)
    react(played, "ambush_fire", point=4000).rejected("AN-REACT-37", "nobody-can-shoot-there", why="no-line-of-sight")
    offered = [field.values.least for row in played.offers("blue") for field in row.fields if field.field == "point"]
    assert offered[0] == 0
    assert offered[-1] == 10_000
    assert 4000 not in offered
    for point in offered:
        assert played.refused(_fire(point), "blue") == ()
    react(played, "ambush_fire", point=10_000).asks("reaction_shot", "blue")
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()


@pytest.mark.rule("AN-REACT-22", "AN-REACT-29", "AN-REACT-30")
def test_unordered_and_unsighted_units_are_not_asked():
    """An unordered unit can not use it, and one that sees nothing of the path is not asked."""
    house = box("house", 0, 15_000, 60_000, 4000, los="blocking", cover="clear")
    played = acting("run", RED_TROOPER, NEAR_AMBUSHER, terrain=[house])
    move_unit(played, 10_000).without(ReactionsAsked).then(ActionEnded)
    played = acting("run", RED_TROOPER, NEAR_AMBUSHER, ("b-z", lone_trooper(), (18_000, 25_000)))
    move_unit(played, 10_000).accepted()
    assert open_reactions(played) == {"b-y": ("ambush_fire",)}
    react(played, "ambush_fire", "b-z").rejected("AN-REACT-22", "needs-ambush")
    decline(played).then(ActionEnded)


@pytest.mark.rule("AN-REACT-23")
@pytest.mark.ruling("AN-REACT-23.2")
def test_the_last_ten_inches_of_an_assault_are_not_interrupted():
    """From 14 inches a point at 3 is allowed and one at 4 is not, since 10 inches are left there."""
    watcher = ("b-z", ARMED, (X, Y + 13 * INCH), AMBUSH)
    played = duel(troopers(1), troopers(1), [9, 1, 9, 9, 9, 1], 14 * INCH, order="run", more=[watcher])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=4 * INCH).rejected("AN-REACT-23", "within-10-inches")
    react(played, "ambush_fire", "b-z", point=3999).accepted()
    assert one_event(play_on(played), MoveInterrupted).progress == 3999


@pytest.mark.rule("AN-REACT-23")
def test_an_assault_from_within_ten_is_not_interrupted_at_all():
    """An ambusher is not asked, or refused, where the assault starts 9 inches from its target."""
    watcher = ("b-z", ARMED, (X, Y + 13 * INCH), AMBUSH)
    played = duel(troopers(1), troopers(1), [9, 9, 9, 1], 9 * INCH, order="run", more=[watcher])
    charge(played, 9 * INCH).without(ReactionsAsked)
    play_on(played)


@pytest.mark.rule("AN-REACT-23")
@pytest.mark.parametrize(("y", "allowed"), [(13 * INCH, True), (9 * INCH, False)])
@pytest.mark.ruling("AN-REACT-23.3")
def test_by_the_option_the_distance_of_the_ambusher_counts(y, allowed):
    """By the option an assault from 9 inches is halted where the ambusher is more than 10 inches away."""
    watcher = ("b-z", ARMED, (X, Y + y), AMBUSH)
    dice = [*([9] if allowed else []), 9, 9, 9, 1]
    options = {"ambush_assault_gap_from": "ambusher"}
    played = duel(troopers(1), troopers(1), dice, 9 * INCH, order="run", more=[watcher], options=options)
    charge(played, 9 * INCH)
    if allowed:
        react(played, "ambush_fire", "b-z", point=0).accepted()
    assert len(events_of(play_on(played), MoveInterrupted)) == int(allowed)


@pytest.mark.rule("AN-REACT-23")
@pytest.mark.ruling("AN-REACT-23.2")
def test_an_assault_is_halted_only_more_than_ten_inches_off():
    """From 14 inches Ambush Fire is legal while more than 10 inches are left; from 9 inches never."""
    target = ("b-t", lone_trooper(), (25_000, 10_000), {"order": "advance"})
    played = acting("run", RED_TROOPER, target, NEAR_AMBUSHER)
    charge(played, 14_000, target="b-t", sprint=True).then(ReactionsAsked, trigger="assault")
    assert open_reactions(played) == {"b-y": ("ambush_fire",)}
    react(played, "ambush_fire", point=4000).rejected("AN-REACT-23", "within-10-inches", point=4000)
    react(played, "ambush_fire", point=3999).asks("reaction_shot", "blue")
    near = ("b-t", lone_trooper(), (20_000, 10_000), {"order": "advance"})
    played = acting("run", RED_TROOPER, near, NEAR_AMBUSHER, pace="step")
    charge(played, 9000, target="b-t").without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-23")
def test_by_option_the_ambusher_has_to_be_ten_inches_from_the_target():
    """By the option the ambusher has to be more than 10 inches from the target, wherever the assaulter is."""
    near = ("b-t", lone_trooper(), (20_000, 10_000), {"order": "advance"})
    how = {"ambush_assault_gap_from": "ambusher"}
    played = acting("run", RED_TROOPER, near, NEAR_AMBUSHER, options=how)
    charge(played, 9000, target="b-t").then(ReactionsAsked)
    react(played, "ambush_fire", point=9000).asks("reaction_shot", "blue")
    played = acting(
        "run", RED_TROOPER, near, ("b-y", lone_trooper(), (20_000, 20_000), AMBUSH), options=how, pace="step"
    )
    charge(played, 9000, target="b-t").without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-24")
def test_ambush_fire_is_shot_as_under_fire():
    """Acc 5 without pins against a medium target makes 6, and the die is turned to Fire."""
    played = watched_mover([9])
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    assert one_event(play_on(played), AccuracyRolled).needed.total == 6
    assert unit_row(played, "b-z").order == "fire"


@pytest.mark.rule("AN-REACT-24")
def test_hits_on_a_sprinter_are_rerolled():
    """A hit on a unit that sprints past an ambusher is thrown again, one on a runner is not."""
    for sprint, dice in ((True, [3, 9, 1]), (False, [3, 2])):
        played = watched_mover(dice)
        move_unit(played, 8 * INCH, sprint=sprint)
        react(played, "ambush_fire", "b-z", point=2 * INCH)
        reasons = [event.reason for event in events_of(play_on(played), DieRerolled)]
        assert reasons == (["sprinting"] if sprint else [])


@pytest.mark.rule("AN-REACT-24")
def test_heavy_weapons_fire_from_ambush():
    """A heavy weapon fires from Ambush, without the aimed bonus."""
    big = gun(1, "big", kind="heavy", properties=())
    played = watched_mover([9], watcher=troopers(1, "big"), weapons=[big])
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    assert one_event(play_on(played), AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-REACT-24", "AN-REROLL-07", "AN-MOVE-06")
def test_a_sprinting_mover_has_hits_thrown_again_and_tests_at_its_end():
    """Hits on a sprinting mover are thrown again; the sprint is tested at its end."""
    played = acting("run", RED_TROOPER, NEAR_AMBUSHER, dice=[4, 9, 5])
    move_unit(played, 14_000, sprint=True).accepted()
    react(played, "ambush_fire", point=5000).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").then(AccuracyRolled, DieRerolled, reason="sprinting")
    played.last.then(ReactionCarriedOut, UnitMoved, AgilityTested, cause="sprint")
    assert played.last.one(AccuracyRolled).needed.total == 6


@pytest.mark.rule("AN-REACT-25")
@pytest.mark.ruling("AN-REACT-25.2")
def test_an_ambusher_may_let_triggers_pass():
    """Three moves go by without a reaction: the unit is still in Ambush and keeps the order at the end of the turn."""
    more = [(f"a-{name}", troopers(1), (X, Y - 3 * INCH * place)) for place, name in enumerate("uv", 1)]
    played = watched_mover([], more=more)
    move_unit(played, 4 * INCH)
    decline(played)
    play_on(played)
    for row in ("a-u", "a-v"):
        act_on(played, row, "run")
        move_unit(played, 4 * INCH, unit=row).asks("reaction", "blue")
        decline(played)
        play_on(played)
        assert unit_row(played, "b-z").order == "ambush"
    begin_step(played, "ambush", first=1)
    played.faces(1)
    played.when("blue", KeepOrder(unit="b-z", keep=True)).then(OrderDieKept, unit="b-z", order="ambush")


@pytest.mark.rule("AN-REACT-25")
@pytest.mark.parametrize(("kept", "order"), [(False, "fire"), (True, "ambush")])
@pytest.mark.ruling("AN-REACT-25.3")
def test_a_reaction_ends_the_ambush_unless_the_option_says_otherwise(kept, order):
    """After Ambush Fire the die shows Fire, by the option Ambush still."""
    played = watched_mover([9], options={"ambush_kept_after_reaction": kept})
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    play_on(played)
    assert unit_row(played, "b-z").order == order


@pytest.mark.rule("AN-REACT-25", "AN-REACT-31")
def test_where_all_pass_the_unit_stays_in_ambush():
    """When nobody reacts the action goes on, and the unit stays in Ambush."""
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), AMBUSH), dice=[9])
    shoot(played).asks("reaction", "blue")
    decline(played).then(ReactionDeclined, AccuracyRolled, ActionEnded).without(ActionResumed)
    assert unit_row(played, "b-y").order == "ambush"


@pytest.mark.rule("AN-REACT-25")
def test_by_option_the_ambush_die_stays_as_it_is():
    """By the option the Ambush die stays as it is."""
    enemy = ("b-y", lone_trooper(), (29_000, 10_000), AMBUSH)
    played = acting("fire", RED_TROOPER, enemy, dice=[9, 9], options={"ambush_kept_after_reaction": True})
    shoot(played).accepted()
    react(played, "firefight").without(OrderTurned)
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    assert unit_row(played, "b-y").order == "ambush"
