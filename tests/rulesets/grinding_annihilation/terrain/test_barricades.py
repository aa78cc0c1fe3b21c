"""Assaults and fights across barricades (GA-6.2-02, GA-6.2-03)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    CloseIn,
    DeclareAssault,
    DeclareNormalMove,
    FormationMoved,
    MakeAssaultMove,
    MeleeDeclared,
    RollAssault,
    SelectToFight,
    SelectToShoot,
)
from tests.rulesets.grinding_annihilation.fixtures import assaulted, battle, blade, brawl, formation
from tests.rulesets.grinding_annihilation.steps import fight, last_event, move, path
from tests.rulesets.grinding_annihilation.terrain.fixtures import barricade, with_terrain


def assault_on_barricade(*dice, blue=19.5, feature=None):
    """Let "a-r" at x 10 assault "b-b" behind a barricade from x 17 to 18."""
    red, other = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(blue, 10)])
    table = battle(red, other, phase="assault", dice=dice)
    with_terrain(table, feature or barricade(17, 5, 18, 15))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    return table


def assault_up_to(table, x):
    """Make the Assault move up to x."""
    return table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (x, 10)),)))


@pytest.mark.rule("GA-6.2-02", "GA-3.4-09")
@pytest.mark.ruling("GA-3.4-09.1")
def test_an_assault_ends_close_up_to_a_barricade():
    """The enemy 0.5" behind a barricade 1" wide: who ends touching it, 1.5" away, has reached him."""
    table = assault_on_barricade(3, 4, blue=19)
    assert last_event(table, AssaultDeclared).needed == 6000
    assault_up_to(table, 16.4).rejected("GA-3.4-08", "target-not-reached")
    assault_up_to(table, 16.5).accepted().then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-6.2-02")
def test_an_assault_across_reaches_no_farther_than_two_inches_and_one_behind():
    """At 2.1" the condition is not met, nor where the enemy stands more than 1" behind."""
    assault_up_to(assault_on_barricade(3, 4, blue=19.6, feature=barricade(17, 5, 18.2, 15)), 16.5).rejected(
        "GA-3.4-08", "target-not-reached"
    )
    narrow = barricade(17, 5, 17.2, 15)
    assault_up_to(assault_on_barricade(4, 4, blue=18.8, feature=narrow), 16.5).rejected(
        "GA-3.4-08", "target-not-reached"
    )
    assault_up_to(assault_on_barricade(4, 4, blue=18.7, feature=narrow), 16.5).accepted()


@pytest.mark.rule("GA-6.2-02")
def test_an_assault_past_a_barricade_needs_threat_range():
    """A barricade that does not lie between the two widens nothing."""
    aside = barricade(17, 11, 18, 15)
    assault_up_to(assault_on_barricade(3, 4, blue=19, feature=aside), 16.5).rejected("GA-3.4-08", "target-not-reached")


WALL = barricade(20.6, 5, 21.6, 15)


def brawl_across(gap=1.8, feature=WALL, **rest):
    """Let two formations stand so far apart, with a barricade between them, as a Brawl Phase begins."""
    red = formation("a-r", at=[(20, 10)], weapons=(blade(),))
    blue = formation("b-b", at=[(21 + gap, 10)], weapons=(blade(),))
    return with_terrain(brawl(red, blue, **rest), *((feature,) if feature else ()))


@pytest.mark.rule("GA-6.2-03")
def test_enemies_within_two_inches_fight_across_a_barricade():
    """1.8" apart with a barricade between them a formation is eligible and its troop may attack."""
    table = brawl_across(dice=(1,))
    fight(table)
    assert last_event(table, MeleeDeclared).fighters == ("a-r.1",)


@pytest.mark.rule("GA-6.2-03")
@pytest.mark.parametrize(("gap", "feature"), [(1.8, None), (2.1, WALL)])
def test_nobody_fights_farther_or_with_nothing_between(gap, feature):
    """1.8" with nothing between, or 2.1" with a barricade, is too far."""
    table = brawl_across(gap, feature)
    table.when("red", SelectToFight(formation="a-r")).rejected("GA-3.5-04", "nobody-to-fight")


@pytest.mark.rule("GA-6.2-03", "GA-3.5-10")
@pytest.mark.ruling("GA-6.2-03.2")
def test_closing_in_across_a_barricade():
    """Close In may end within 2" across a barricade; with nothing between it has to be Threat Range."""
    red = formation("a-r", at=[(18, 10)], weapons=(blade(),))
    foe = formation("b-b", at=[(23.4, 10)], weapons=(blade(),))
    way = CloseIn(formation="a-r", paths=(path("a-r.1", (20.5, 10)),))
    for features in ((), (barricade(21, 5, 22, 15),)):
        table = with_terrain(brawl(red, foe, past={"assault": assaulted("a-r", "b-b")}), *features)
        table.when("red", SelectToFight(formation="a-r")).accepted()
        outcome = table.when("red", way)
        if features:
            outcome.accepted().asks("declare_melee", "red")
        else:
            outcome.rejected("GA-3.5-10", "no-enemy-reached")


REFUSED_IN_THREAT_RANGE = {"shooting": ("GA-3.3-12", "locked"), "move": ("GA-3.2-03", "in-threat")}


@pytest.mark.rule("GA-6.2-03")
@pytest.mark.ruling("GA-6.2-03.2", "GA-6.2-03.3")
def test_across_a_barricade_is_no_threat_range_but_by_option():
    """Who fights across a barricade is not locked: it may shoot and move; by option it is."""
    for option in (False, True):
        red, blue = formation("a-r", at=[(20, 10)]), formation("b-b", at=[(22.8, 10)])
        for phase in ("shooting", "move"):
            table = battle(red, blue, phase=phase, options={"barricade_counts_as_tr": option})
            with_terrain(table, WALL)
            if phase == "shooting":
                outcome = table.when("red", SelectToShoot(formation="a-r"))
            else:
                outcome = table.when("red", DeclareNormalMove(formation="a-r"))
            if option:
                outcome.rejected(*REFUSED_IN_THREAT_RANGE[phase])
            else:
                outcome.accepted()


@pytest.mark.rule("GA-6.2-03")
def test_by_option_no_move_ends_within_two_inches_across():
    """With barricade_counts_as_tr a Normal move may not end there by a flyer, whose end alone is looked at."""
    red = formation("a-r", at=[(15, 10)], keywords=("infantry", "fly"))
    table = battle(red, formation("b-b", at=[(22.8, 10)]), phase="move", options={"barricade_counts_as_tr": True})
    with_terrain(table, WALL)
    move(table, path("a-r.1", (20, 10))).rejected("GA-3.2-27", "ends-in-threat")
