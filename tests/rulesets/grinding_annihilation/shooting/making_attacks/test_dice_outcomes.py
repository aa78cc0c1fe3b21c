"""What a die means, face by face."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from tests.rulesets.grinding_annihilation.fixtures import ability, amount
from tests.rulesets.grinding_annihilation.shooting.fixtures import weapon_profile


@pytest.mark.rule("GA-3.3-19")
@pytest.mark.parametrize(
    ("strength", "vigour", "needed"), [(8, 4, 2), (7, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (3, 5, 5), (4, 9, 6)]
)
def test_strength_against_vigour(strength, vigour, needed):
    """The face that wounds follows from Strength and Vigour, the extreme rows first."""
    assert dice_outcomes.needed_to_wound(strength, vigour, (), 0).total == needed


@pytest.mark.rule("GA-3.3-17", "GA-8.3-02")
def test_ones_miss_and_sixes_hit():
    """An unmodified 1 misses and a 6 hits critically, whatever is needed."""
    assert dice_outcomes.hit(1, -3, weapon_profile()).outcome == "miss"
    assert dice_outcomes.hit(6, 9, weapon_profile()).outcome == "critical"
    assert [dice_outcomes.hit(face, 3, weapon_profile()).outcome for face in range(2, 6)] == [
        "miss",
        "hit",
        "hit",
        "hit",
    ]


@pytest.mark.rule("GA-2.5-07", "GA-8.3-02", "GA-3.3-15", "GA-8.3-15", "GA-8.3-21")
def test_modifiers_add_up_and_may_be_capped():
    """Modifiers of a roll are added together; the option caps their sum."""
    gun = weapon_profile(ability("indirect"), ability("heavy"), skill=4)
    skill = dice_outcomes.skill(gun, melee=False, fatigued=False, worsen_automatic=False)
    worst = dice_outcomes.hit_modifiers(gun, melee=False, stationary=False, stealth=True, seen=False)
    mixed = dice_outcomes.hit_modifiers(gun, melee=False, stationary=True, stealth=True, seen=False)
    assert dice_outcomes.needed_to_hit(skill, worst, 0).total == 6
    assert dice_outcomes.needed_to_hit(skill, worst, 1).total == 5
    assert dice_outcomes.needed_to_hit(skill, mixed, 0).total == 5
    melee = dice_outcomes.hit_modifiers(gun, melee=True, stationary=False, stealth=True, seen=False)
    assert dice_outcomes.needed_to_hit(skill, melee, 0).total == 4


@pytest.mark.rule("GA-3.1-12", "GA-3.3-18")
def test_fatigue_worsens_ranged_skill():
    """A Battle-Fatigued formation shoots with RS 6+; what hits by itself goes on so, unless by option."""
    gun, flame = weapon_profile(skill=3), weapon_profile(skill=0)
    assert dice_outcomes.skill(gun, melee=False, fatigued=True, worsen_automatic=False).total == 6
    assert dice_outcomes.skill(gun, melee=True, fatigued=True, worsen_automatic=False).total == 3
    assert dice_outcomes.skill(flame, melee=False, fatigued=True, worsen_automatic=False).total == 0
    assert dice_outcomes.skill(flame, melee=False, fatigued=True, worsen_automatic=True).total == 6


@pytest.mark.rule("GA-8.3-05", "GA-8.3-12", "GA-8.3-27", "GA-8.3-28")
def test_order_of_one_hit_roll():
    """Sustained Fire adds hits to a critical, Destructive and Annihilation turn the rolled hit into one wound."""
    gun = weapon_profile(ability("sustained_fire", 1), ability("destructive"), ability("annihilation"))
    found = {face: dice_outcomes.hit(face, 3, gun) for face in (2, 3, 5, 6)}
    assert (found[6].wounds, found[6].extra) == (True, amount(1))
    assert (found[5].outcome, found[5].wounds, found[5].extra) == ("hit", True, None)
    assert (found[3].wounds, found[2].outcome) == (False, "miss")


@pytest.mark.rule("GA-8.3-27")
def test_five_of_annihilation_has_to_hit():
    """A 5 that misses wounds nobody; the option lets it hit."""
    gun = weapon_profile(ability("annihilation"))
    assert dice_outcomes.hit(5, 6, gun).outcome == "miss"
    assert dice_outcomes.hit(5, 6, gun, fives=True) == dice_outcomes.Hit("hit", wounds=True)
    assert dice_outcomes.hit(5, 6, weapon_profile(), fives=True).outcome == "miss"


@pytest.mark.rule("GA-3.3-20", "GA-8.3-30")
def test_critical_wounds():
    """An unmodified 6 wounds critically, Anti lowers that face; an unmodified 1 fails."""
    assert [dice_outcomes.wound(face, 2, 6) for face in (1, 2, 6)] == ["failed", "wound", "critical"]
    gun = weapon_profile(ability("anti", 4, "Vehicle"), ability("anti", 5, "vehicle"))
    assert weapon_abilities.anti(gun, ("vehicle",)) == 4
    assert weapon_abilities.anti(gun, ("infantry",)) == 6
    assert [dice_outcomes.wound(face, 6, 4) for face in (3, 4)] == ["failed", "critical"]
    modified = dice_outcomes.needed_to_wound(4, 10, ((1, "GA-8.3-31"),), 0)
    assert dice_outcomes.wound(5, modified.total, 6) == "wound"


@pytest.mark.rule("GA-3.3-23", "GA-3.3-24", "GA-6.0-02", "GA-6.0-04")
@pytest.mark.parametrize(
    ("defence", "penetration", "plain", "covered", "statistic"),
    [
        (3, 0, 3, 3, 3),
        (3, -1, 4, 3, 4),
        (2, 0, 2, 2, 2),
        (2, -1, 3, 3, 3),
        (4, 0, 4, 3, 3),
        (5, 0, 5, 4, 4),
        (4, -3, 7, 6, 6),
    ],
)
def test_armour_saves(defence, penetration, plain, covered, statistic):
    """AP worsens a save and cover betters it, to 3+ at best; an unmodified 1 never saves."""
    assert dice_outcomes.needed_to_save(defence, penetration, cover=False, cap="effective").total == plain
    assert dice_outcomes.needed_to_save(defence, penetration, cover=True, cap="effective").total == covered
    assert dice_outcomes.needed_to_save(defence, penetration, cover=True, cap="statistic").total == statistic
    assert not dice_outcomes.saved(1, 0)


@pytest.mark.rule("GA-2.5-01", "GA-2.5-02", "GA-8.3-20")
def test_amounts():
    """Dice are added up with the fixed part; a D3 is a D6 halved, rounded up."""
    assert dice_outcomes.value(amount("3D6"), (2, 5, 6)) == 13
    assert dice_outcomes.value(amount("2D3+1"), (3, 5)) == 6
    assert dice_outcomes.damage(weapon_profile(ability("inferno", 2)), 3, near=True).total == 5


@pytest.mark.rule("GA-3.3-07", "GA-8.3-07", "GA-8.3-18", "GA-8.3-29")
@pytest.mark.ruling("GA-8.3-29.3")
def test_number_of_attacks():
    """Rapid Fire and Volatile add attacks; the Swiftness of Extra Attacks is never modified."""
    gun = weapon_profile(ability("rapid_fire", 1), ability("rapid_fire", 2), ability("volatile"))
    assert dice_outcomes.attacks(gun, 3, melee=False, near=True, troops=11).total == 7
    assert [dice_outcomes.attacks(gun, 3, melee=False, near=False, troops=n).total for n in (4, 5, 9, 10)] == [
        3,
        4,
        4,
        5,
    ]
    horns = weapon_profile(ability("volatile"), ability("extra_attacks"), reach=0)
    assert dice_outcomes.attacks(horns, 2, melee=True, near=False, troops=10).total == 2
    assert dice_outcomes.attacks(horns, 2, melee=False, near=False, troops=10).total == 4


@pytest.mark.rule("GA-3.3-25")
def test_better_save():
    """Without a choice the save with the better chance is taken."""
    armour = dice_outcomes.needed_to_save(3, -3, cover=False, cap="effective")
    five, six = (dice_outcomes.needed_to_save(face, 0, cover=False, cap="effective") for face in (5, 6))
    assert dice_outcomes.better_save(armour, five) == "invulnerable"
    assert dice_outcomes.better_save(armour, six) == "armour"
    assert dice_outcomes.better_save(None, None) == "none"
