"""AN-REACT-18 to AN-REACT-21: Stand and Shoot, Escape and Countercharge."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    AssaultFailed,
    ContactMade,
    EndAction,
    H2HRoundBegun,
    ModelLost,
    MoveDeclared,
    MoveUnit,
    PointBlankPartBegun,
    PointBlankWeaponsChosen,
    ReactionCarriedOut,
    ReactionStarted,
    ReactionTested,
    ShootingDeclared,
    UnitMoved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.reactions import re_aiming, reaction_paths
from tests.kit import Table
from tests.rulesets.antares.fixtures import RED_SQUAD, RED_TROOPER, X, Y, acting, blue_trooper, duel
from tests.rulesets.antares.reactions.fixtures import ARMED, watched_mover
from tests.rulesets.antares.sheets import INCH, box, plain_squad, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    default_command,
    events_of,
    move_unit,
    open_reactions,
    place_of,
    play_on,
    play_until,
    question,
    react,
    shoot,
    unit_row,
)


def _offered_move(played: Table, who: str, unit_id: str) -> MoveUnit:
    if who == "blue":
        return next(iter(reaction_paths.serving_moves(played.game)))
    return next(iter(re_aiming.straight_assault_moves(played.game, played.game.actions[-1])))


@pytest.mark.rule("AN-REACT-18")
@pytest.mark.parametrize(("aimed", "number"), [(False, 5), (True, 6)])
@pytest.mark.ruling("AN-REACT-18.2", "AN-REACT-18.3")
def test_stand_and_shoot_shoots_first_and_once(aimed, number):
    """The target of an assault shoots before the assaulter, once, with the aimed bonus by the option alone."""
    dice = [1, 9, 9, 9, 9, 9, 1]
    played = duel(ARMED, ARMED, dice, 4 * INCH, order="run", theirs={}, options={"stand_and_shoot_aimed": aimed})
    charge(played, 4 * INCH)
    react(played, "stand_and_shoot")
    events = play_on(played)
    assert unit_row(played).order == "fire"
    kinds = [event.kind for event in events_of(events, ShootingDeclared) if event.kind != "hand_to_hand"]
    assert kinds == ["stand_and_shoot", "point_blank"]
    assert events_of(events, AccuracyRolled)[0].needed.total == number
    assert events_of(events, AccuracyRolled)[1].needed.total == 5
    assert DEFAULTS.stand_and_shoot_aimed is False


@pytest.mark.rule("AN-REACT-18")
def test_stand_and_shoot_answers_an_assault_alone():
    """It does not answer a Run past the unit."""
    played = watched_mover([], watcher=ARMED)
    move_unit(played, 8 * INCH)
    react(played, "stand_and_shoot", "b-z").rejected("AN-REACT-18", "wrong-trigger")


@pytest.mark.rule("AN-REACT-18", "AN-PBS-05", "AN-PBS-01")
def test_stand_and_shoot_is_resolved_before_the_assaulter_shoots_back():
    """The reactor kills 2 of 5 and gives a pin; the assaulter shoots back with 3 models at -1, unaimed."""
    many = ("b-y", plain_squad(), (17_000, 10_000))
    dice = [7, 4, 4, 9, 9, 9, 8, 8, 9, 9, 9]
    played = acting("run", RED_SQUAD, many, dice=dice, pace="step")
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").accepted()
    seen = play_until(played, "h2h_roll")
    order = (
        ReactionTested,
        ActionResumed,
        UnitMoved,
        ContactMade,
        PointBlankWeaponsChosen,
        PointBlankPartBegun,
        ReactionStarted,
        ShootingDeclared,
        AccuracyRolled,
        ModelLost,
        ModelLost,
        ReactionCarriedOut,
        PointBlankWeaponsChosen,
        PointBlankPartBegun,
        AccuracyRolled,
        H2HRoundBegun,
    )
    rest = iter(seen)
    assert all(any(isinstance(row, kind) for row in rest) for kind in order)
    rolled = [row for row in seen if isinstance(row, AccuracyRolled)]
    assert [(len(row.dice), row.needed.total) for row in rolled] == [(5, 5), (3, 4)]
    assert unit_row(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-18")
def test_by_option_stand_and_shoot_is_aimed():
    """By the option the reactor aims."""
    aims = {"stand_and_shoot_aimed": True}
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7, 9, 9], options=aims, pace="step")
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").accepted()
    rolled = [row.needed.total for row in play_until(played, "h2h_roll") if isinstance(row, AccuracyRolled)]
    assert rolled == [6, 5]


@pytest.mark.rule("AN-REACT-19")
def test_an_escape_gets_out_of_reach():
    """A target of M 5 runs 10 inches from an assaulter 6 inches off, before that one moves: the gap is 16."""
    played = duel(troopers(1), troopers(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    move_unit(played, 10 * INCH, unit="b-y", who="blue").accepted()
    assert (place_of(played, "a-x.1"), place_of(played, "b-y.1")) == ((X, Y), (X + 17 * INCH, Y))
    assert unit_row(played).order == "run"
    assert question(played) == "assault_path"
    move_unit(played, 10 * INCH)
    assert len(events_of(play_on(played), AssaultFailed)) == 1


@pytest.mark.rule("AN-REACT-19", "AN-REACT-20", "AN-ASSAULT-05", "AN-REACT-33")
def test_an_escape_out_of_reach_makes_the_assaulter_fall_short():
    """The target runs 10 inches off; the assaulter names its path anew, falls short, and stays on Run."""
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7])
    charge(played, 6000).asks("reaction", "blue")
    assert open_reactions(played) == {"b-y": ("stand_and_shoot", "escape", "countercharge")}
    react(played, "escape").then(ReactionTested, ReactionStarted).asks("reaction_move", "blue")
    move_unit(played, -2000, 1000, unit="b-y", who="blue").rejected("AN-REACT-20", "no-farther-away")
    move_unit(played, 10_000, unit="b-y", who="blue").then(UnitMoved, ReactionCarriedOut).asks("assault_path", "red")
    assert place_of(played, "a-x.1") == (10_000, 10_000)
    shoot(played).rejected("AN-REACT-33", "not-asked")
    move_unit(played, 10_000).then(MoveDeclared, ActionResumed, UnitMoved, AssaultFailed, ActionEnded)
    assert place_of(played, "a-x.1") == (20_000, 10_000)
    assert place_of(played, "b-y.1") == (27_000, 10_000)
    assert unit_row(played, "a-x").order == "run"
    assert unit_row(played, "b-y").order == "run"
    assert played.game.assault is None


@pytest.mark.rule("AN-REACT-20")
def test_an_assaulter_that_reaches_the_escaper_fights_on():
    """From a gap of 3 inches an escape of 5 is caught by a reach of 10: point blank shooting follows."""
    played = duel(ARMED, troopers(1), [1, 9, 9, 9, 9, 1], 3 * INCH, order="run", theirs={})
    charge(played, 3 * INCH)
    react(played, "escape")
    move_unit(played, 5 * INCH, unit="b-y", who="blue").accepted()
    move_unit(played, 8 * INCH).then(ContactMade, PointBlankPartBegun)
    play_on(played)


@pytest.mark.rule("AN-REACT-20")
def test_an_escape_beyond_reach_makes_the_assault_fail():
    """With a gap of 16 inches a reach of 15 does not do: the assault fails."""
    played = duel(troopers(1), troopers(1), [1, 1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH, sprint=True)
    react(played, "escape")
    move_unit(played, 10 * INCH, unit="b-y", who="blue").accepted()
    move_unit(played, 15 * INCH, sprint=True)
    assert len(events_of(play_on(played), AssaultFailed)) == 1
    assert place_of(played, "a-x.1") == (X + 15 * INCH, Y)


@pytest.mark.rule("AN-REACT-20")
def test_an_escape_ends_farther_away():
    """An escape that ends no farther from the assaulter is refused."""
    played = duel(troopers(1), troopers(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    move_unit(played, -2 * INCH, unit="b-y", who="blue").rejected("AN-REACT-20", "no-farther-away")
    move_unit(played, 0, INCH, unit="b-y", who="blue").accepted()
    move_unit(played, 2 * INCH)
    play_on(played)


@pytest.mark.rule("AN-REACT-20")
def test_an_escape_that_falls_short_is_caught():
    """An Escape that falls short is caught, and the assault goes on as normal."""
    played = acting("run", RED_TROOPER, blue_trooper(14_000, {}), dice=[7], pace="step")
    charge(played, 3000).accepted()
    react(played, "escape").accepted()
    answer_by_default(played)
    move_unit(played, 5000, unit="b-y", who="blue").asks("assault_path", "red")
    move_unit(played, 8000).accepted()
    play_until(played, "pbs_weapons")
    played.last.then(ActionResumed, UnitMoved, ContactMade).asks("pbs_weapons", "red", "blue")


@pytest.mark.rule("AN-REACT-21")
def test_a_countercharge_meets_half_way():
    """Over a gap of 12 inches both move 6 and meet, and both fight at Str and 1."""
    played = duel(troopers(1), troopers(1), [1, 1, 9, 9, 9, 1], 12 * INCH, order="run", theirs={})
    charge(played, 12 * INCH, sprint=True)
    react(played, "countercharge")
    move_unit(played, -6 * INCH, unit="b-y", who="blue").accepted()
    move_unit(played, 6 * INCH, sprint=True)
    events = play_on(played)
    assert len(events_of(events, ContactMade)) == 1
    assert [event.needed.total for event in events_of(events, AccuracyRolled)] == [6, 6]
    assert unit_row(played).order == "run"


@pytest.mark.rule("AN-REACT-21")
def test_a_countercharge_stops_half_way():
    """A countercharge that stops short of half the gap though it could go on is refused."""
    played = duel(troopers(1), troopers(1), [1], 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH)
    react(played, "countercharge")
    move_unit(played, -2 * INCH, unit="b-y", who="blue").rejected("AN-REACT-21", "not-half-way")


@pytest.mark.rule("AN-REACT-21")
@pytest.mark.ruling("AN-REACT-21.1")
def test_the_other_side_covers_what_one_can_not():
    """A unit of M 2 goes 4 of the 10 inches, and the assaulter the other 6."""
    played = duel(troopers(1), troopers(1, movement=2 * INCH), [1, 9, 9, 9, 1], 10 * INCH, order="run", theirs={})
    charge(played, 10 * INCH)
    react(played, "countercharge")
    move_unit(played, -4 * INCH, unit="b-y", who="blue").accepted()
    move_unit(played, 6 * INCH).then(ContactMade)
    play_on(played)


@pytest.mark.rule("AN-REACT-21")
def test_a_unit_that_may_not_assault_may_not_countercharge():
    """A weapon team is refused."""
    played = duel(troopers(1), troopers(1, unit_type="weapon_team", flags=()), gap=6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "countercharge").rejected("AN-REACT-21", "may-not-assault")


@pytest.mark.rule("AN-REACT-21", "AN-H2H-04", "AN-REACT-33")
def test_both_sides_of_a_countercharge_go_half_way_and_assault():
    """Gap 12: each goes 6 inches and they meet; both assault."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    move_unit(played, -5000, unit="b-y", who="blue").rejected("AN-REACT-21", "not-half-way", gap=7000, wanted=6000)
    move_unit(played, -6000, unit="b-y", who="blue").asks("assault_path", "red")
    played.faces(5)
    move_unit(played, 6000).accepted()
    assert any(isinstance(row, ContactMade) for row in play_until(played, "pbs_weapons"))
    assert played.game.assault.countercharge


@pytest.mark.rule("AN-REACT-21")
def test_the_offered_countercharge_and_path_into_contact_are_legal():
    """The straight way half towards the assaulter is offered, and the way into contact."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played)
    move = _offered_move(played, "blue", "b-y")
    played.when("blue", move).asks("assault_path", "red")
    move = _offered_move(played, "red", "a-x")
    played.when("red", move).accepted()
    played.faces(5)
    assert any(isinstance(row, ContactMade) for row in play_until(played, "pbs_weapons"))


@pytest.mark.rule("AN-REACT-21", "AN-REACT-37")
def test_weapon_teams_and_immobilised_units_do_not_countercharge():
    """A weapon team may not, and who is immobilised moves not at all."""
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}, unit_type="weapon_team", flags=()))
    charge(played, 6000).accepted()
    assert open_reactions(played) == {"b-y": ("stand_and_shoot", "escape")}
    react(played, "countercharge").rejected("AN-REACT-21", "may-not-assault")
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {"move_limit": 0}))
    charge(played, 6000).accepted()
    assert open_reactions(played) == {"b-y": ("stand_and_shoot",)}
    react(played, "escape").rejected("AN-REACT-37", "reactor-immobilised")


@pytest.mark.rule("AN-REACT-21")
@pytest.mark.parametrize(("step", "reason"), [(-3500, "not-half-way"), (-4500, "not-half-way"), (-4000, "")])
def test_a_countercharge_goes_half_way_and_no_farther(step, reason):
    """Of a gap of 8 inches a countercharge of 4 is taken; less and more are refused."""
    played = duel(troopers(1), troopers(1), [1, *([] if reason else [9, 9, 9, 1])], 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH)
    react(played, "countercharge")
    outcome = move_unit(played, step, unit="b-y", who="blue")
    if reason:
        outcome.rejected("AN-REACT-21", reason)
    else:
        outcome.asks("assault_path", "red")
        move_unit(played, 4 * INCH).then(ContactMade)
        play_on(played)


@pytest.mark.rule("AN-REACT-21", "AN-ASSAULT-05")
@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.ruling("AN-ASSAULT-05.2", "AN-REACT-21.2")
def test_an_assaulter_meets_a_countercharge(silent):
    """With a countercharge declared the assaulter neither stays nor stops short while it has a way; silence goes it."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played)
    answer_by_default(played).asks("assault_path", "red")
    played.when("red", EndAction(unit="a-x")).rejected("AN-REACT-21", "countercharge-is-met", target="b-y")
    move_unit(played, 5000).rejected("AN-REACT-21", "countercharge-is-met")
    assert not [offer for offer in played.offers("red") if offer.command == "EndAction"]
    played.faces(5)
    (answer_by_default(played) if silent else move_unit(played, 6000)).accepted()
    assert any(isinstance(row, ContactMade) for row in play_until(played, "pbs_weapons"))


@pytest.mark.rule("AN-REACT-21", "AN-ASSAULT-05")
@pytest.mark.ruling("AN-REACT-21.1")
def test_where_contact_can_not_be_made_a_countercharged_assault_may_end():
    """A wall of rock has come between: the assaulter may stay, and silence does."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played)
    answer_by_default(played).asks("assault_path", "red")
    played.put("terrain", box("rock", 13_000, 0, 1000, 40_000, movement="impassable", los="clear"))
    assert isinstance(default_command(played, 0), EndAction)
    played.when("red", EndAction(unit="a-x")).then(MoveDeclared, paths=())


@pytest.mark.rule("AN-ASSAULT-05", "AN-MOVE-06")
@pytest.mark.parametrize("lapse", [True, False])
def test_a_sprinter_that_lets_its_path_lapse_takes_no_sprint_test(lapse):
    """After an Escape it goes nowhere: nothing is sprinted and no die is thrown."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    answer_by_default(played)
    move_unit(played, 4000, unit="b-y", who="blue").asks("assault_path", "red")
    stay = EndAction(unit="a-x") if lapse else MoveUnit(unit="a-x", paths=(), sprint=True)
    played.when("red", stay).then(MoveDeclared, paths=(), sprint=False)
    assert (unit_row(played, "a-x").sprinting, unit_row(played, "a-x").sprinted) == (False, 0)
    events = play_until(played)
    assert not [row for row in events if isinstance(row, AgilityTested)]
    assert any(isinstance(row, AssaultFailed) for row in events)
