"""Half is not most: what is settled by most models is not so on a tie."""

from __future__ import annotations

import pytest

from tests.rulesets.antares.fixtures import TALL, USED, X, Y, acting, target_place
from tests.rulesets.antares.movement.fixtures import mover, wall_ahead
from tests.rulesets.antares.sheets import INCH, gun, marker, troopers, wall
from tests.rulesets.antares.steps import agility_tests, number_needed


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.ruling("AN-ACC-26.2")
@pytest.mark.parametrize(("count", "needed"), [(3, 3), (4, 5)])
def test_half_of_the_target_near_a_blur_is_not_most(count, needed):
    """Two of three models near a Blur cost its D3 of 2, two of four nothing, and no D3 is thrown."""
    far = target_place()[0]
    places = [(far, Y), (far + 1100, Y), (far + 20 * INCH, Y), (far + 21_100, Y)][:count]
    units = (("a-x", troopers(1, "gun"), (X, Y)), ("b-y", troopers(count), places, USED))
    dice = [2, 9] if needed == 3 else [9]
    blur = marker("m1", "blur", 1, at=(far + 500, Y + 2000))
    assert number_needed(acting("advance", *units, dice=dice, markers=[blur], pace="step")) == needed


@pytest.mark.rule("AN-ACC-17", "AN-SHOOT-07")
@pytest.mark.ruling("AN-SHOOT-07.2")
@pytest.mark.parametrize(("count", "needed"), [(3, 4), (4, 5)])
def test_half_of_the_lines_through_a_field_are_not_most(count, needed):
    """Two of three lines through a dampener cost 1, two of four nothing."""
    places = [(X, Y), (X, Y + 1100), (X, Y + 20 * INCH), (X, Y + 21_100)][:count]
    units = (("a-x", troopers(count, "gun"), places), ("b-y", troopers(1), (X + 16 * INCH, Y + 2 * INCH), USED))
    field = marker("m1", "kinetic_dampener", 1, at=(X + 4 * INCH, Y + 2 * INCH))
    rifle = gun(0, short_range=40 * INCH)
    played = acting("advance", *units, dice=[9] * count, markers=[field], weapons=[rifle], pace="step")
    assert number_needed(played) == needed


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-14")
@pytest.mark.ruling("AN-TERRAIN-01.2")
@pytest.mark.parametrize(("count", "needed"), [(3, 5), (4, 3)])
def test_half_of_a_unit_behind_a_wall_does_not_see_over_it(count, needed):
    """Two of three models within an inch of a wall let all shoot over it, two of four do not."""
    places = [(X, Y), (X, Y + 1500), (X - 2 * INCH, Y + 3000), (X - 2 * INCH, Y + 4500)][:count]
    units = (("a-x", troopers(count, "gun"), places), ("b-y", troopers(1), (X + 16 * INCH, Y), USED))
    low = wall("w1", (X + 1300, 0), (X + 1300, TALL))
    assert number_needed(acting("advance", *units, dice=[9] * count, terrain=[low], pace="step")) == needed


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
@pytest.mark.ruling("AN-TERRAIN-01.2")
@pytest.mark.parametrize(("count", "tested"), [(3, False), (4, True)])
def test_half_of_a_unit_behind_a_wall_does_not_cross_it_freely(count, tested):
    """Two of three models within an inch of a wall spare the test of a Run, two of four do not."""
    places = [(X, Y), (X, Y + 1500), (X - INCH, Y + 3000), (X - INCH, Y + 4500)][:count]
    played = mover("run", [5] if tested else [], wall_ahead("w1", 800), sheet=troopers(count), where=places)
    assert bool(agility_tests(played, 8 * INCH)) is tested
