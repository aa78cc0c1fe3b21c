"""AN-REACT-13 to AN-REACT-17: Go Down, Firefight and Dash to Cover."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    BreakTested,
    DeclareReaction,
    DieRerolled,
    HitsAllocated,
    ModelLost,
    OrderDieTaken,
    ReactionCarriedOut,
    ReactionStarted,
    ReactionTested,
    ResistRolled,
    ResumeAction,
    RollAccuracy,
    RollReactionTest,
    ShootingDeclared,
    ShotsLost,
    UnitMoved,
    UnitWentDown,
    VolleysResolved,
)
from adjudicator.rulesets.antares.rules.reactions import reaction_paths
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, USED, X, Y, acting, duel, stepwise_duel
from tests.rulesets.antares.reactions.fixtures import ARMED, FAR_TARGET, fired_at
from tests.rulesets.antares.sheets import INCH, box, gun, lone_trooper, plain_squad, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    events_of,
    innermost_window,
    models_left,
    move_unit,
    one_event,
    open_reactions,
    pins_gained,
    place_of,
    play_on,
    question,
    react,
    resist_tests,
    shoot,
    shoot_command,
    unit_row,
)

WOOD = box("w", X + 20 * INCH, Y + 5 * INCH, 20 * INCH, 8 * INCH, cover="hard", los="clear", movement="open")
FAR_WOOD = box("wood", 34_000, 16_000, 10_000, 8000, los="obscuring", cover="hard", movement="open")


@pytest.mark.rule("AN-BREAK-17", "AN-REACT-15")
def test_after_a_firefight_the_acting_unit_tests_first_and_both_may_break():
    """Both units over half casualties: the acting unit tests first, and both may break."""
    pair = {"models": ("trooper",) * 2}
    five = ("a-x", plain_squad(**pair), (10_000, 10_000)), ("b-y", plain_squad(**pair), (29_000, 10_000))
    played = acting("fire", *five, dice=[3, 4, 9, 4, 9, 9, 9, 10, 10])
    shoot(played).accepted()
    react(played, "firefight").accepted()
    shoot(played, target="a-x", unit="b-y", who="blue")
    while played.window is not None:
        answer_by_default(played)
    tested = [event.unit for event in played.events if isinstance(event, BreakTested)]
    assert tested == ["a-x", "b-y"]
    assert [unit_row(played, row).place for row in ("a-x", "b-y")] == ["broken", "broken"]


@pytest.mark.rule("AN-REACT-13")
@pytest.mark.parametrize("order", ["advance", "fire"])
def test_going_down_before_the_shots(order):
    """A target of Fire or Advance that goes Down takes a die from the bag, and hits on it are thrown again."""
    played = duel(ARMED, troopers(1), [3, 9], theirs={}, order=order)
    shoot(played)
    react(played, "go_down").then(OrderDieTaken, order="down")
    events = play_on(played)
    assert one_event(events, DieRerolled).reason == "down"
    assert (unit_row(played).order, played.game.sides[1].bag) == ("down", 0)
    names = [type(event) for event in events]
    assert names.index(UnitWentDown) < names.index(AccuracyRolled)


@pytest.mark.rule("AN-REACT-13")
def test_going_down_does_not_answer_a_run():
    """Going Down is refused against a Run."""
    played = duel(troopers(1), ARMED, order="run", theirs=AMBUSH)
    move_unit(played, 0, 4 * INCH)
    react(played, "go_down").rejected("AN-REACT-13", "wrong-trigger")


@pytest.mark.rule("AN-REACT-13", "AN-REACT-14", "AN-REACT-16", "AN-REACT-29", "AN-REACT-30")
def test_each_reaction_has_its_trigger():
    """Each reaction has its trigger: Fire near or far, Advance, and nothing of an assault here."""
    played = fired_at()
    react(played, "dash_to_cover").rejected("AN-REACT-16", "within-20-inches", distance=18_000)
    react(played, "escape").rejected("AN-REACT-19", "wrong-trigger")
    react(played, "ambush_fire").rejected("AN-REACT-22", "wrong-trigger")
    react(played, "hide").rejected("AN-REACT-29", "no-such-reaction")
    played = fired_at(enemy=FAR_TARGET)
    assert open_reactions(played) == {"b-y": ("go_down", "dash_to_cover")}
    react(played, "firefight").rejected("AN-REACT-14", "beyond-20-inches", distance=25_000)
    played = fired_at(order="advance")
    assert open_reactions(played) == {"b-y": ("go_down",)}
    react(played, "firefight").rejected("AN-REACT-14", "wrong-trigger", trigger="advance")


@pytest.mark.rule("AN-REACT-14")
def test_a_firefight_answers_fire_within_20():
    """Fire from 18 inches may be answered, as under Fire, aimed bonus included."""
    played = duel(ARMED, ARMED, [1, 9, 9], 18 * INCH, theirs={})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    assert [event.needed.total for event in events_of(events, AccuracyRolled)] == [6, 6]
    assert unit_row(played).order == "fire"


@pytest.mark.rule("AN-REACT-14")
def test_a_firefight_does_not_answer_more():
    """Fire from 21 inches and shooting under Advance from 10 can not be answered; 20 inches can."""
    played = duel(ARMED, ARMED, gap=21 * INCH, theirs={})
    shoot(played)
    react(played, "firefight").rejected("AN-REACT-14", "beyond-20-inches", distance=21_000)
    played = duel(ARMED, ARMED, order="advance", theirs={})
    shoot(played)
    react(played, "firefight").rejected("AN-REACT-14", "wrong-trigger")
    played = duel(ARMED, ARMED, [8, 9], gap=20 * INCH, theirs={})
    shoot(played)
    react(played, "firefight").accepted()
    play_on(played)


@pytest.mark.rule("AN-REACT-14", "AN-REACT-16")
@pytest.mark.ruling("AN-REACT-14.2")
def test_twenty_inches_are_near_and_a_thousandth_more_is_far():
    """Twenty inches are near; a thousandth more is far."""
    played = fired_at(enemy=("b-y", lone_trooper(), (31_000, 10_000)))
    assert open_reactions(played) == {"b-y": ("go_down", "firefight")}
    played = fired_at(enemy=("b-y", lone_trooper(), (31_001, 10_000)))
    assert open_reactions(played) == {"b-y": ("go_down", "dash_to_cover")}


@pytest.mark.rule("AN-REACT-14", "AN-REACT-15", "AN-REACT-34")
def test_both_volleys_of_a_firefight_are_rolled_before_either_is_applied():
    """Both volleys are rolled on the state before either is applied, step by step, the acting side's first."""
    five = ("a-x", plain_squad(), (10_000, 10_000)), ("b-y", plain_squad(), (29_000, 10_000))
    dice = [3, *[4, 4, 9, 9, 9], *[5, 5, 9, 9, 9], *[9, 9], *[8, 8]]
    played = acting("fire", *five, dice=dice)
    shoot(played).accepted()
    react(played, "firefight").then(ReactionTested, OrderDieTaken).asks("reaction_shot", "blue")
    shoot(played, target="b-y", unit="a-x").rejected("AN-REACT-34", "not-asked")
    shoot(played, target="b-y", unit="b-y", who="blue").rejected("AN-REACT-37", "target-is-fixed")
    shoot(played, target="a-x", unit="b-y", who="blue").then(
        ShootingDeclared, ReactionCarriedOut, ActionResumed, AccuracyRolled, AccuracyRolled
    )
    for who, target in (("blue", "b-y"), ("red", "a-x")):
        assert innermost_window(played).asks == (("red", "blue").index(who),)
        answer_by_default(played).then(HitsAllocated, unit=target)
    played.last.then(ResistRolled, ResistRolled, VolleysResolved, ActionEnded)
    assert [len(unit_row(played, row).models) for row in ("a-x", "b-y")] == [3, 3]
    assert [unit_row(played, row).pins for row in ("a-x", "b-y")] == [1, 1]


@pytest.mark.rule("AN-REACT-15")
def test_both_volleys_are_rolled_on_the_state_before_either():
    """Two sides of 5 that lose 2 each both threw 5 dice, without the pins of the exchange."""
    dice = [1, 3, 4, 9, 9, 9, 3, 4, 9, 9, 9, 9, 9, 9, 9]
    played = duel(troopers(5, "gun"), troopers(5, "gun"), dice, theirs={})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    assert [(len(event.dice), event.needed.total) for event in events_of(events, AccuracyRolled)] == [(5, 6), (5, 6)]
    assert (models_left(played, "a-x"), models_left(played)) == (3, 3)
    assert (pins_gained(events, "a-x"), pins_gained(events)) == (1, 1)
    names = [type(event) for event in events]
    assert names.index(ModelLost) > max(place for place, name in enumerate(names) if name is AccuracyRolled)


@pytest.mark.rule("AN-REACT-15")
def test_both_volleys_of_a_firefight_go_through_each_stage_together():
    """Both volleys go through each stage together, the acting side's first, without each other's pins."""
    played = stepwise_duel((3, *(9,) * 10), theirs={})
    played.when("red", shoot_command()).asks("reaction", "blue")
    answer = DeclareReaction(unit="b-y", reaction="firefight", sprint=False, point=0, free=False)
    played.when("blue", answer).asks("reaction_test", "table")
    played.when("table", RollReactionTest()).asks("reaction_shot", "blue")
    played.when("blue", shoot_command(unit="b-y", target="a-x")).then(ShootingDeclared, kind="firefight", volley="v2")
    played.when("table", ResumeAction()).asks("accuracy", "table")
    first = played.when("table", RollAccuracy()).one(AccuracyRolled)
    second = played.when("table", RollAccuracy()).one(AccuracyRolled)
    assert [(row.volley, row.needed.total) for row in (first, second)] == [("v1", 6), ("v2", 6)]


@pytest.mark.rule("AN-REACT-16")
def test_a_dash_answers_fire_from_beyond_20():
    """Fire from 25 inches may be answered by a dash, from 20 it may not."""
    played = duel(ARMED, troopers(1), [8, 9], 25 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover").accepted()
    play_on(played)
    played = duel(ARMED, troopers(1), gap=20 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover").rejected("AN-REACT-16", "within-20-inches")


@pytest.mark.rule("AN-REACT-16", "AN-REACT-17", "AN-REACT-31")
def test_a_dash_brings_more_models_into_cover_before_the_shots():
    """A dash has to bring more models into cover; then the shots are checked and made where the unit stands."""
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (36_000, 10_000)), dice=[3, 3, 7], terrain=[FAR_WOOD])
    shoot(played).accepted()
    react(played, "dash_to_cover").then(ReactionTested, OrderDieTaken, ReactionStarted).asks("reaction_move", "blue")
    shoot(played).rejected("AN-REACT-34", "not-asked")
    move_unit(played, 2000, unit="b-y", who="blue").rejected("AN-REACT-17", "no-better-cover", before=0, after=0)
    move_unit(played, 0, 10_001, unit="b-y", who="blue").rejected("AN-MOVE-02", "too-far")
    move_unit(played, 0, 9000, unit="b-y", who="blue", sprint=True).rejected("AN-REACT-31", "sprint-not-declared")
    move_unit(played, 0, 7000, unit="b-y", who="blue").then(
        UnitMoved, ReactionCarriedOut, ActionResumed, AccuracyRolled
    )
    assert place_of(played, "b-y.1") == (36_000, 17_000)
    resisted = played.last.one(ResistRolled).tests[0]
    assert resisted.needed.total == 5 + 1 - 1 + 2


@pytest.mark.rule("AN-REACT-17")
def test_a_dash_brings_models_into_cover():
    """A unit that dashes 8 inches into hard cover is shot at there, with 2 more on its resist."""
    played = duel(ARMED, troopers(1), [1, 3, 8], 25 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover")
    move_unit(played, 0, 8 * INCH, unit="b-y", who="blue").accepted()
    events = play_on(played)
    assert resist_tests(events)[0].needed.total == 5 + 1 + 2
    assert (unit_row(played).order, place_of(played, "b-y.1")) == ("run", (X + 26 * INCH, Y + 8 * INCH))


@pytest.mark.rule("AN-REACT-17")
@pytest.mark.ruling("AN-REACT-17.2")
def test_a_dash_from_open_to_open_is_refused():
    """A dash that ends in the open is refused."""
    played = duel(ARMED, troopers(1), [1], 25 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover")
    move_unit(played, 0, -8 * INCH, unit="b-y", who="blue").rejected("AN-REACT-17", "no-better-cover")
    assert question(played) == "reaction_move"
    played.faces(9)
    play_on(played)


@pytest.mark.rule("AN-REACT-17")
@pytest.mark.ruling("AN-REACT-17.2")
def test_the_shooter_loses_shots_at_a_unit_out_of_sight():
    """A unit that dashes behind something solid is not shot at any more, and no other target is asked for."""
    rock = box("r", X + 22 * INCH, Y + 5 * INCH, INCH, 20 * INCH, cover="hard", los="blocking", movement="impassable")
    other = ("b-z", troopers(1), (X + 10 * INCH, Y - 4 * INCH), USED)
    played = duel(ARMED, troopers(1), [1], 25 * INCH, theirs={}, terrain=[rock], more=[other])
    shoot(played)
    react(played, "dash_to_cover")
    move_unit(played, 0, 10 * INCH, unit="b-y", who="blue").accepted()
    events = play_on(played)
    assert one_event(events, ShotsLost).models == ("a-x.1",)
    assert not events_of(events, AccuracyRolled)


@pytest.mark.rule("AN-REACT-17")
def test_every_offered_dash_is_accepted():
    """Every finished path that is offered is accepted."""
    played = acting(
        "fire", RED_TROOPER, ("b-y", lone_trooper(), (36_000, 10_000)), dice=[3], terrain=[FAR_WOOD], pace="step"
    )
    shoot(played).accepted()
    react(played, "dash_to_cover").accepted()
    played.when("table", RollReactionTest()).accepted()
    found = list(reaction_paths.serving_moves(played.game))
    assert found
    for row in found:
        assert played.refused(row, "blue") == ()


@pytest.mark.rule("AN-REACT-17")
@pytest.mark.parametrize(("away", "lost"), [(5000, False), (5001, True)])
def test_after_a_dash_the_range_is_measured_anew(away, lost):
    """Of a gun that reaches 30 inches a unit 25 off that dashes into cover 5 farther is shot at, and not beyond."""
    bush = box("bush", X + 28 * INCH, Y - 3 * INCH, 20 * INCH, 8 * INCH, cover="soft", los="clear", movement="open")
    reach = gun(0, "reach", extreme=30 * INCH)
    played = duel(
        troopers(1, "reach"),
        troopers(1),
        [1] if lost else [1, 9],
        25 * INCH,
        theirs={},
        weapons=[reach],
        terrain=[bush],
    )
    shoot(played)
    react(played, "dash_to_cover")
    move_unit(played, away, unit="b-y", who="blue").accepted()
    events = play_on(played)
    assert [(event.models, event.reason) for event in events_of(events, ShotsLost)] == [(("a-x.1",), "range")] * lost
    assert len(events_of(events, AccuracyRolled)) == int(not lost)
