"""Rulings on devices and fields: what is data of theirs, and how often they count."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import DieRerolled
from tests.rulesets.antares.fixtures import X, Y, advance_duel, marker_near_target, spotter_duel
from tests.rulesets.antares.sheets import INCH, device_sheet, marker, troopers
from tests.rulesets.antares.steps import may_reroll_misses, number_needed, question, reroll_misses


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.ruling("AN-REROLL-01.2")
def test_two_spotters_are_one_kind_of_source():
    """Two working spotters of the unit throw one of three misses again, and nothing more is asked."""
    played = spotter_duel([7, 8, 9, 4], 3, devices=("spotter", "spotter"))
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 1, 2).rejected("AN-REROLL-01", "too-many-misses", most=1)
    reroll_misses(played, "spotter", 2).then(DieRerolled, die=2, before=8)
    assert question(played) != "miss_reroll"


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
@pytest.mark.ruling("AN-ACC-17.2", "AN-ACC-25.1")
@pytest.mark.parametrize("kind", ["kinetic_dampener", "batter_shield"])
@pytest.mark.parametrize("penalty", [-1, -3])
def test_what_a_field_costs_is_data(kind, penalty):
    """A field whose data give another penalty costs that, once for two of them."""
    strange = device_sheet(kind, "strange", radius=3 * INCH, accuracy=penalty)
    fields = [marker(f"m{number}", "strange", 1, at=(X + 8 * INCH, Y)) for number in (1, 2)]
    assert number_needed(advance_duel(*fields, gap=15 * INCH, device_sheets=[strange])) == 5 + penalty


@pytest.mark.rule("AN-ACC-17")
@pytest.mark.ruling("AN-ACC-17.2")
@pytest.mark.parametrize(("radius", "needed"), [(INCH, 5), (5 * INCH, 4)])
def test_how_far_a_field_reaches_is_data(radius, needed):
    """A dampener 4 inches beside the line counts with a radius of 5 inches and not with one of 1."""
    own = device_sheet("kinetic_dampener", "own", radius=radius)
    field = marker("m1", "own", 1, at=(X + 8 * INCH, Y + 4 * INCH))
    assert number_needed(advance_duel(field, gap=15 * INCH, device_sheets=[own])) == needed


@pytest.mark.rule("AN-ACC-06")
@pytest.mark.ruling("AN-ACC-06.2")
@pytest.mark.parametrize(("distance", "needed"), [(5000, 6), (5001, 5)])
def test_a_flitter_is_measured_from_the_nearest_model_of_the_target(distance, needed):
    """Five inches from the first of three models are enough, though the others stand beyond; 5.001 are not."""
    flitter = marker_near_target(distance, "flitter")
    played = advance_duel(flitter, own=troopers(1, "gun", faction="ghar"), enemy=troopers(3))
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-10", "AN-ACC-14")
@pytest.mark.ruling("AN-ACC-14.2")
@pytest.mark.parametrize("kind", ["targeter", "staa_tag", "lifeseeker"])
@pytest.mark.parametrize(("count", "needed"), [(3, 8), (4, 8)])
def test_one_kind_alone_reaches_the_limit(kind, count, needed):
    """Three of one kind give 3 and four give no more: the limit is for all kinds together, and no kind has its own."""
    markers = [marker(f"m{number}", kind, 0, "b-y") for number in range(count)]
    assert number_needed(advance_duel(*markers)) == needed
