"""Resistances against damage of a type and against tokens."""

import pytest
from msgspec.structs import replace

from tests.rulesets.hex_orders.assault.fixtures import unmanned_vehicle
from tests.rulesets.hex_orders.damage.fixtures import TABLES_OF_50, UNHURT, future_bonus, psychic_damage, resistance_to
from tests.rulesets.hex_orders.damage.steps import after_agony_step, damage_totals, fire_and_roll
from tests.rulesets.hex_orders.fixtures import GUN, ability, damage_table, infantry, table
from tests.rulesets.hex_orders.steps import play_steps, unit


def resistant_base(*pairs):
    """Make a calm base with resistances."""
    return replace(UNHURT, resistances=tuple(resist for kind, by in pairs for resist in resistance_to(kind, by)))


@pytest.mark.rule("HX-ABILITIES-24")
def test_regular_resistance():
    """Regular Resistance[1], d6=4: 3, for every roll."""
    assert damage_totals(fire_and_roll([5, 5, 4, 2], GUN, resistant_base(("regular", 1)), shots=2)) == [3, 1]


@pytest.mark.rule("HX-ABILITIES-24")
@pytest.mark.ruling("HX-ABILITIES-24.2")
def test_resistance_has_no_floor():
    """Regular Resistance[5], d6=1: -4, which does nothing."""
    assert damage_totals(fire_and_roll([5, 1], GUN, resistant_base(("regular", 5)))) == [-4]


@pytest.mark.rule("HX-ABILITIES-25")
@pytest.mark.parametrize(
    ("number", "tokens", "face"), [(2, {"fire": 1}, 5), (3, {"poison": (8,)}, 5), (4, {"bleeding": (6,)}, 5)]
)
def test_regular_resistance_is_for_regular_damage_alone(number, tokens, face):
    """Regular Resistance[2] and a fire roll of 5: stays 5; so with poison and bleeding."""
    assert damage_totals(after_agony_step(number, [face], resistant_base(("regular", 2)), **tokens)) == [face]


@pytest.mark.rule("HX-ABILITIES-25")
def test_regular_resistance_does_not_help_against_psychic_or_light_damage():
    """A psychic 3 stays 3 against Regular Resistance[2]."""
    assert damage_totals(
        fire_and_roll([5, 3], replace(GUN, damage=None, extra=psychic_damage()), resistant_base(("regular", 2))),
        "psychic",
    ) == [3]


@pytest.mark.rule("HX-ABILITIES-26")
def test_psychic_resistance_against_terror():
    """Psychic Resistance[2], Terror d6=5: 3."""
    monster = unmanned_vehicle(abilities=(ability("terror", 2, sides=6),), nation="ork")
    units = [("a1", "D5", "N", monster), ("b1", "D3", "S", resistant_base(("psychic", 2)))]
    assert damage_totals(play_steps(table([5], pace="step", units=units), "agony_0"), "psychic") == [3]


@pytest.mark.rule("HX-ABILITIES-26")
def test_psychic_resistance_against_weapons_alone_of_its_kind():
    """It lowers the psychic roll of a hit and not its regular one."""
    played = fire_and_roll([5, 4, 5], replace(GUN, extra=psychic_damage()), resistant_base(("psychic", 2)))
    assert (damage_totals(played), damage_totals(played, "psychic")) == ([4], [3])


@pytest.mark.rule("HX-ABILITIES-27")
def test_poison_resistance():
    """Poison Resistance[1], Poison[6] d6=4: 3; fire stays as it is."""
    assert damage_totals(after_agony_step(3, [4], resistant_base(("poison", 1)), poison=(6,))) == [3]
    assert damage_totals(after_agony_step(2, [4], resistant_base(("poison", 1)), fire=1)) == [4]


@pytest.mark.rule("HX-ABILITIES-28")
def test_fire_resistance():
    """Fire Resistance[2], d6=5: 3; a hit and poison stay as they are."""
    assert damage_totals(after_agony_step(2, [5], resistant_base(("fire", 2)), fire=1)) == [3]
    assert damage_totals(after_agony_step(3, [5], resistant_base(("fire", 2)), poison=(6,))) == [5]
    assert damage_totals(fire_and_roll([5, 5], GUN, resistant_base(("fire", 2)))) == [5]


@pytest.mark.rule("HX-ABILITIES-29")
def test_acid_resistance():
    """Acid Resistance[1] lowers acid and minor acid rolls by 1 and nothing else."""
    base = resistant_base(("acid", 1))
    found = unit(after_agony_step(0, [3], base, acid=1), "b1")
    assert (found.bonuses, found.acid) == (future_bonus(1), 1)
    assert unit(after_agony_step(1, [3], base, minor_acid=1), "b1").minor_acid == 0
    assert damage_totals(after_agony_step(2, [5], base, fire=1)) == [5]
    assert damage_totals(fire_and_roll([5, 5], GUN, base)) == [5]


@pytest.mark.rule("HX-ABILITIES-29")
def test_a_resistance_of_any_other_type():
    """A resistance to a type that data define works on damage of that type alone."""
    holy = damage_table("holy", {50: ("kill 1",)})
    base = infantry(tables=(*TABLES_OF_50, holy), resistances=resistance_to("holy", 2))
    extra = (*psychic_damage(), replace(psychic_damage()[0], damage_type="holy"))
    played = fire_and_roll([5, 4, 4, 4], replace(GUN, extra=extra), base)
    assert (damage_totals(played), damage_totals(played, "psychic"), damage_totals(played, "holy")) == ([4], [4], [2])
