"""Rulings on volleys of mixed weapons, and on weapons that are lost."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import HitsScored, WeaponDisabled
from tests.rulesets.antares.fixtures import SPENT, duel, overhead_duel
from tests.rulesets.antares.sheets import gun, model_kind, overhead_gun, troopers, vehicle
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
