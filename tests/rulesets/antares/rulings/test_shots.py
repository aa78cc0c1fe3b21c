"""Rulings on volleys of mixed weapons, and on weapons that are lost."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    DeclareShooting,
    EnterDirection,
    HitsScored,
    RollAccuracy,
    RollOverheadShift,
    TemplateShifted,
    WeaponDisabled,
)
from tests.kit import Table
from tests.rulesets.antares.fixtures import EAST, SPENT, TALL, X, Y, duel, gun_duel, overhead_duel
from tests.rulesets.antares.sheets import INCH, box, gun, marker, model_kind, overhead_gun, troopers, vehicle
from tests.rulesets.antares.shooting.fixtures import AIM
from tests.rulesets.antares.steps import events_of, fired, land_templates, lucky_hits, one_event, play_on, shoot


@pytest.mark.rule("AN-HIT-02", "AN-OH-11")
@pytest.mark.ruling("AN-HIT-02.3")
def test_template_and_gun_of_one_volley_have_one_lucky_hit():
    """Both dice of a mixed volley show 1: among all its hits one is lucky."""
    kinds = (model_kind("gunner", weapons=("gun",)), model_kind("thrower", weapons=("lobber",)))
    own = troopers(2, kinds=kinds, models=("gunner", "thrower"))
    played = overhead_duel([1, 1, 2], own=own, enemy=troopers(2), arm=overhead_gun(hits="d5"))
    out = land_templates(played, fired("gun"), fired("lobber", aim=AIM))
    assert sum(len(event.hits) for event in events_of(out.events, HitsScored, unit="b-y")) == 3
    assert lucky_hits(played) == 1


@pytest.mark.rule("AN-DMG-14")
@pytest.mark.ruling("AN-DMG-14.2", "AN-DMG-14.3")
@pytest.mark.parametrize(("face", "lost"), [(1, "one"), (2, "two"), (3, "three")])
def test_of_three_weapons_a_die_of_three_picks_one(face, lost):
    """The weapon that is lost is thrown for among all that work, without anybody choosing."""
    arms = ("one", "two", "three")
    hull = model_kind("hull", weapons=arms, armour=())
    enemy = vehicle(kinds=(hull,), order_dice=1)
    weapons = [gun(0, arm) for arm in arms]
    played = duel(troopers(1, "gun"), enemy, [3, 10, 4, 1, face], theirs=SPENT, weapons=weapons)
    shoot(played).accepted()
    assert one_event(play_on(played), WeaponDisabled).weapon == lost
    assert (3, (face,)) in [(roll.sides, roll.faces) for roll in played.rolls]


def hidden_target(faces: Any) -> Table:
    """Let an overhead weapon stand behind a wall that hides its target, and fire blindly at it."""
    hill = box("w1", X + 3 * INCH, 0, 500, TALL, los="blocking")
    played = overhead_duel(faces, terrain=[hill])
    arm = replace(fired("lobber", aim=AIM), blind=True)
    played.when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,))).accepted()
    played.when("table", RollAccuracy()).asks("shift", "table")
    return played


@pytest.mark.rule("AN-OH-05", "AN-OH-09")
@pytest.mark.ruling("AN-OH-05.2", "AN-OH-09.2")
@pytest.mark.parametrize(("faces", "entered"), [((1, 3, 4), (0, 900)), ((1, 3, 4, EAST), (0,))])
def test_each_direction_of_a_blind_shot_may_be_entered(faces, entered):
    """A referee enters both directions of a blind shot, or the first: what is entered is not thrown."""
    played = hidden_target(faces)
    for direction in entered:
        played.when("referee", EnterDirection(direction=direction)).accepted()
    shifted = played.when("table", RollOverheadShift()).one(TemplateShifted)
    assert (shifted.distances, shifted.directions) == ((3 * INCH, 4 * INCH), (0, 900))
    assert (shifted.at.x, shifted.at.y) == (AIM[0] + 4 * INCH, AIM[1] + 3 * INCH)


@pytest.mark.rule("AN-ACC-27", "AN-SHOOT-06")
@pytest.mark.ruling("AN-ACC-27.2")
def test_lent_sight_serves_no_direct_fire():
    """What a patched device sees helps overhead fire alone: a gun behind the hill has no shot."""
    hill = box("w1", X + 3 * INCH, 0, 500, TALL, los="blocking")
    buddy = replace(marker("m1", "spotter", at=(X + 5 * INCH, Y + 5 * INCH)), state="patched", lends_sight_to="a-x")
    played = gun_duel(terrain=[hill], markers=[buddy])
    shoot(played).rejected("AN-SHOOT-06", "no-line-of-sight")
