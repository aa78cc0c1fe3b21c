"""AN-ASSAULT-04: what an assault reaches."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    AssaultDeclared,
    ContactMade,
    DeclareAssault,
    MoveDeclared,
)
from tests.rulesets.antares.assault.fixtures import facing_target
from tests.rulesets.antares.assault.steps import path_by
from tests.rulesets.antares.fixtures import RED_TROOPER, X, Y, acting, blue_trooper, duel
from tests.rulesets.antares.sheets import INCH, troopers, wall
from tests.rulesets.antares.steps import charge, events_of, one_event, place_of, play_on

CONTACT = (6 * INCH, 0)


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_path_ends_in_contact():
    """A path that ends half an inch short of a reachable target is refused."""
    charge(duel(troopers(1), troopers(1), gap=6 * INCH, order="run"), 5500).rejected("AN-ASSAULT-04", "no-contact")


@pytest.mark.rule("AN-ASSAULT-04")
def test_terrain_on_the_way_is_tested():
    """An assault over a wall takes the test of the wall, and goes on where that is passed."""
    fence = wall("w", (13 * INCH, 0), (13 * INCH, 30 * INCH))
    played = duel(troopers(1), troopers(1), [5, 9, 9, 9, 1], 8 * INCH, order="run", terrain=[fence])
    charge(played, 8 * INCH).then(AgilityTested, ContactMade)
    assert one_event(played.events, AgilityTested).terrain == "w"
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_twelve_inches_need_a_sprint_and_sixteen_are_out_of_reach():
    """12 inches are legal only as a sprint, 16 not at all; the path ends in contact."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000))
    charge(played, 12_000).rejected("AN-ASSAULT-04", "out-of-reach", distance=12_000, limit=10_000)
    charge(played, 11_000, sprint=True).rejected("AN-ASSAULT-04", "no-contact")
    charge(acting("run", RED_TROOPER, blue_trooper(27_000)), 16_000, sprint=True).rejected(
        "AN-ASSAULT-04", "out-of-reach"
    )
    played = acting("run", RED_TROOPER, blue_trooper(23_000), pace="step")
    charge(played, 12_000, sprint=True).then(AssaultDeclared, MoveDeclared, sprint=True)


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.parametrize(("gap", "sprint"), [(10, False), (12, True), (15, True)])
def test_what_is_in_reach(gap, sprint):
    """With M 5 a target 10 inches off is reached by a Run; 12 and 15 inches off by a sprint, which is tested."""
    played = facing_target(faces=[*([1] if sprint else []), 9, 9, 9, 1], gap=gap * INCH)
    charge(played, gap * INCH, sprint=sprint).then(AssaultDeclared, sprint=sprint)
    seen = play_on(played)
    assert [event.terrain or event.cause for event in events_of(seen, AgilityTested)] == ["sprint"] * sprint
    assert len(events_of(seen, ContactMade)) == 1


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.parametrize(
    ("gap", "sprint", "limit"),
    [(10_001, False, 10_000), (12_000, False, 10_000), (15_001, True, 15_000), (16_000, True, 15_000)],
)
@pytest.mark.ruling("AN-ASSAULT-04.2")
def test_what_is_out_of_reach(gap, sprint, limit):
    """With M 5 a target 12 inches off is refused without a sprint, one 16 inches off in any case."""
    outcome = charge(facing_target(faces=(), gap=gap), limit, sprint=sprint)
    outcome.rejected("AN-ASSAULT-04", "out-of-reach", distance=gap, limit=limit)
    assert len(outcome.faults) == 1


@pytest.mark.rule("AN-ASSAULT-04")
@pytest.mark.ruling("AN-ASSAULT-04.2")
def test_who_can_not_sprint_reaches_twice_m():
    """A unit that does not sprint is refused a target 12 inches off and takes one 10 inches off."""
    own = troopers(1, unit_type="humongous_beast", flags=("can_assault",))
    outcome = charge(duel(own, troopers(1), (), 12 * INCH, order="run"), 12 * INCH)
    outcome.rejected("AN-ASSAULT-04", "out-of-reach", limit=10 * INCH)
    played = duel(own, troopers(1), (9, 9, 9, 1), 10 * INCH, order="run")
    charge(played, 10 * INCH).then(AssaultDeclared, ContactMade)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_one_model_in_contact_is_enough_and_none_is_too_few():
    """Of two models one touches and the other stops behind it; a way that ends short with both is refused."""
    played = facing_target(2, (9, 9, 9, 9, 1))
    paths = (path_by(played, "a-x.1", (5500, 0)), path_by(played, "a-x.2", (5500, 1500)))
    command = DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=False)
    played.when("red", command).rejected("AN-ASSAULT-04", "no-contact")
    paths = (path_by(played, "a-x.1", CONTACT), path_by(played, "a-x.2", (5500, 1500)))
    command = DeclareAssault(unit="a-x", target="b-y", paths=paths, sprint=False)
    played.when("red", command).then(AssaultDeclared, ContactMade)
    assert place_of(played, "a-x.2") == (X + 5500, Y + 1500)
    play_on(played)
