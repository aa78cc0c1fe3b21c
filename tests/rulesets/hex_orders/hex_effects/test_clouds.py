"""Poison and acid clouds, and how they become one."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AcidApplied,
    HexEffect,
    HexEffectTriggered,
    LoadArmyList,
    PoisonApplied,
    Resistance,
    UnitSetOnFire,
    UnitShaken,
)
from tests.kit import Table
from tests.rulesets.hex_orders.damage.fixtures import (
    AUTOMATON,
    acid_cloud,
    cloud_weapon,
    effects_in_hex,
    mortar,
    poison_cloud,
    resistance_to,
)
from tests.rulesets.hex_orders.damage.steps import among_effects, effects, mortar_has_fired, trigger_effects
from tests.rulesets.hex_orders.fixtures import armed, infantry, rules, tank, weapon
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry
from tests.rulesets.hex_orders.steps import events_of_kind, faces_rolled_for, play_steps, rolls_of_game, unit


def stand_in_effect(dice, what, sheet, **fields):
    """Let a unit stand in a hex with this in Movement 1."""
    return play_steps(among_effects(dice, {"D5": what}, ("a1", "D5", "N", sheet, fields)), "movement_1")


def merged_effects(before, *args, **kwargs):
    """Give what lies in a hex after a weapon placed its effect on what was there."""
    return effects(mortar_has_fired(mortar(*args, **kwargs), hexes={"D3": before}), "D3")


@pytest.mark.rule("HX-HEXFX-06")
@pytest.mark.ruling("HX-HEXFX-06.2")
def test_each_model_tests_a_poison_cloud():
    """Poison Cloud[8](4+), base of four, dice 4, 6, 1, 2: two Poison[8] tokens."""
    played = stand_in_effect([4, 6, 1, 2, 1], poison_cloud(8, 4), infantry())
    assert faces_rolled_for(played, "poison-cloud") == [(4, 6, 1, 2)]
    assert unit(played, "a1").poison == (8, 8)


@pytest.mark.rule("HX-HEXFX-06")
@pytest.mark.ruling("HX-HEXFX-06.2")
def test_the_dead_do_not_breathe():
    """Of a base with two alive models two test."""
    assert faces_rolled_for(
        stand_in_effect([1, 1, 1], poison_cloud(8, 4), infantry(), dead=(1, 3)), "poison-cloud"
    ) == [(1, 1)]


@pytest.mark.rule("HX-HEXFX-06")
@pytest.mark.parametrize("density", [1, 6])
def test_the_density_is_the_face_needed(density):
    """Every die of n or more gives a token, from 1+ to 6+."""
    played = stand_in_effect([density, max(density - 1, 1), 6, 6, 1], poison_cloud(4, density), infantry())
    assert len(unit(played, "a1").poison) == (4 if density == 1 else 3)


@pytest.mark.rule("HX-HEXFX-06")
@pytest.mark.parametrize(
    ("level", "density", "known"),
    [(8, 4, True), (4, 1, True), (12, 6, True), (5, 4, False), (8, 7, False), (8, 0, False), (20, 4, False)],
)
def test_clouds_that_lists_may_have(level, density, known):
    """Poison Cloud[5] or (7+) in a list is refused; N is 4, 6, 8, 10 or 12 and n+ anything from 1+ to 6+."""
    effect = HexEffect(kind="poison_cloud", level=level, grade="", density=density)
    gun = weapon("mortar", hands=2, damage=None, hex_effect=effect)
    command = LoadArmyList(list=army_list("elf", [entry(armed(infantry(), gun))]))
    outcome = Table(rules()).when("referee", command)
    outcome.looked_at = True
    assert ("HX-HEXFX-06" in [fault.clause for fault in outcome.faults]) is not known
    assert known is (not outcome.faults)


@pytest.mark.rule("HX-HEXFX-07")
@pytest.mark.parametrize(("face", "pinned"), [(5, 2), (8, 2), (4, 0), (1, 0)])
def test_a_crew_is_pinned_by_a_result_above_n(face, pinned):
    """Cloud[8](4+) and a tank with biological crew: d8=5 pins it, 4 does not; it takes no token test."""
    played = stand_in_effect([face], poison_cloud(8, 4), tank())
    assert rolls_of_game(played) == [("poison-pin", rolls_of_game(played)[0][1], (face,))]
    assert unit(played, "a1").pinned == pinned
    assert len(events_of_kind(played, UnitShaken)) == (1 if pinned else 0)


@pytest.mark.rule("HX-HEXFX-07")
@pytest.mark.parametrize(("face", "pinned"), [(7, 2), (6, 0)])
def test_resistance_helps_against_the_pin(face, pinned):
    """Infantry with Poison Resistance[2] in a Cloud[8](4+) is pinned by 7 or more."""
    played = stand_in_effect([1, 1, 1, 1, face], poison_cloud(8, 4), infantry(resistances=resistance_to("poison", 2)))
    assert unit(played, "a1").pinned == pinned


@pytest.mark.rule("HX-HEXFX-07")
def test_resistance_does_not_help_against_the_token():
    """The token test needs 4+ whatever the resistance."""
    played = stand_in_effect([4, 3, 3, 3, 1], poison_cloud(8, 4), infantry(resistances=resistance_to("poison", 2)))
    assert unit(played, "a1").poison == (8,)


@pytest.mark.rule("HX-HEXFX-07")
def test_a_thin_cloud_can_not_pin():
    """Cloud[4](4+) rolls a d4, which never exceeds 4."""
    assert unit(stand_in_effect([4], poison_cloud(4, 4), tank()), "a1").pinned == 0


@pytest.mark.rule("HX-HEXFX-08")
@pytest.mark.parametrize(
    "sheet",
    [
        tank(types=AUTOMATON),
        infantry(immunities=("poison_cloud",)),
        infantry(immunities=("poison",)),
        tank(immunities=("poison_cloud",)),
    ],
)
@pytest.mark.ruling("HX-HEXFX-08.2")
def test_the_lifeless_and_the_immune_take_no_test(sheet):
    """An automaton, and infantry or a crew with gas masks, throw no dice in a poison cloud."""
    played = stand_in_effect([], poison_cloud(8, 1), sheet)
    assert (unit(played, "a1").poison, unit(played, "a1").pinned) == ((), 0)


@pytest.mark.rule("HX-HEXFX-09")
@pytest.mark.parametrize(
    ("before", "placed", "after"),
    [
        ((8, 4), (4, 5), (8, 3)),
        ((4, 5), (8, 4), (8, 3)),
        ((6, 3), (6, 3), (6, 2)),
        ((8, 6), (4, 2), (8, 1)),
        ((6, 1), (6, 4), (6, 1)),
    ],
)
@pytest.mark.ruling("HX-HEXFX-09.2")
def test_poison_on_poison_is_one_denser_cloud(before, placed, after):
    """Poison Cloud[8](4+) and [4](5+) make [8](3+) with one marker more; 1+ is the densest."""
    found = merged_effects(poison_cloud(*before), "poison_cloud", placed[0], density=placed[1])
    assert (found.poison_level, found.poison_density, found.poison) == (*after, 3)


@pytest.mark.rule("HX-HEXFX-10")
@pytest.mark.parametrize(("one", "other", "both"), [(8, 4, 8), (4, 8, 8), (6, 6, 6)])
def test_the_higher_level_stays(one, other, both):
    """Poison Cloud8 and Poison Cloud4 make Poison Cloud8 in either order, 6 and 6 make 6."""
    assert merged_effects(poison_cloud(one, 4), "poison_cloud", other, density=4).poison_level == both


@pytest.mark.rule("HX-HEXFX-11")
@pytest.mark.parametrize(("sheet", "face", "tokens"), [(tank(), 4, 1), (tank(), 3, 0), (infantry(), 6, 1)])
def test_each_base_tests_an_acid_cloud(sheet, face, tokens):
    """Minor acid cloud (4+): a tank with d6=4 gets Minor Acid; a base of four rolls one die."""
    played = stand_in_effect([face], acid_cloud("minor", 4), sheet)
    assert faces_rolled_for(played, "acid-cloud") == [(face,)]
    assert (unit(played, "a1").acid, unit(played, "a1").minor_acid) == (0, tokens)


@pytest.mark.rule("HX-HEXFX-12")
@pytest.mark.parametrize(("face", "tokens"), [(3, 1), (2, 0)])
@pytest.mark.ruling("HX-HEXFX-12.2")
def test_a_major_acid_cloud_gives_acid(face, tokens):
    """Major acid cloud (3+), d6=3: one Acid token."""
    played = stand_in_effect([face], acid_cloud("major", 3), tank())
    assert (unit(played, "a1").acid, unit(played, "a1").minor_acid) == (tokens, 0)


@pytest.mark.rule("HX-HEXFX-13")
@pytest.mark.parametrize(
    ("before", "placed", "after"),
    [
        (("minor", 4), ("major", 5), ("major", 4)),
        (("major", 5), ("minor", 4), ("major", 4)),
        (("minor", 4), ("minor", 4), ("minor", 4)),
    ],
)
@pytest.mark.ruling("HX-HEXFX-13.2")
def test_acid_on_acid_is_one_worse_cloud(before, placed, after):
    """minor(4+) and major(5+) make major(4+), with one marker more and no better density."""
    found = merged_effects(acid_cloud(*before), "acid_cloud", 0, *placed)
    assert (found.acid_grade, found.acid_density, found.acid) == (*after, 3)


@pytest.mark.rule("HX-HEXFX-14")
def test_a_mixed_cloud_is_two_clouds():
    """[4, minor](4+) on a base of four: four d6 for Poison[4], one d4 that can not pin, one d6 for Minor Acid."""
    found = effects(mortar_has_fired(mortar("poison_acid_cloud", 4, "minor", 4)), "D3")
    expected = effects_in_hex(poison=2, poison_level=4, poison_density=4, acid=2, acid_grade="minor", acid_density=4)
    assert found == expected
    played = stand_in_effect([4, 5, 1, 2, 4, 4], found, infantry())
    tests = [(item.effect, len(item.faces.faces), item.affected) for item in events_of_kind(played, HexEffectTriggered)]
    assert tests == [("poison_cloud", 4, 2), ("poison_pin", 1, 0), ("acid_cloud", 1, 1)]
    row = unit(played, "a1")
    assert (row.poison, row.pinned, row.minor_acid) == ((4, 4), 0, 1)


@pytest.mark.rule("HX-HEXFX-06", "HX-HEXFX-07")
def test_a_poison_cloud_tests_each_model_and_pins_the_base() -> None:
    """A die for each model, then the pin test of the base."""
    hexes = {"D5": cloud_weapon(8, 4)}
    outcome, played = trigger_effects((4, 6, 1, 2, 5), ("a1", "D5", "N", infantry()), hexes=hexes)
    outcome.then(HexEffectTriggered, effect="poison_cloud", affected=2).then(PoisonApplied, level=8)
    outcome.then(HexEffectTriggered, effect="poison_pin", affected=1).then(UnitShaken, tokens=2, from_turn=5)
    assert unit(played, "a1").poison == (8, 8)
    assert unit(played, "a1").met == ("D5:poison",)


@pytest.mark.rule("HX-HEXFX-07", "HX-HEXFX-08")
def test_the_lifeless_and_the_gas_proof_take_no_test() -> None:
    """A crew is pinned and not poisoned; the gas-proof and the lifeless take no test at all."""
    proof = infantry(immunities=("poison_cloud",))
    hardy = infantry(models=infantry().models[:1], resistances=(Resistance(damage_type="poison", by=2),))
    units = [
        ("a1", "D5", "N", tank()),
        ("a2", "D5", "N", proof),
        ("a3", "C5", "N", tank(types=("tank",))),
        ("a4", "C5", "N", hardy),
    ]
    outcome, played = trigger_effects((4, 1, 6), *units, hexes={"D5": cloud_weapon(8, 4), "C5": cloud_weapon(8, 4)})
    tests = [event for event in outcome.events if isinstance(event, HexEffectTriggered)]
    needed = [(event.unit, event.effect, event.needed.total) for event in tests if event.needed]
    assert needed == [("a1", "poison_pin", 5), ("a4", "poison_cloud", 4), ("a4", "poison_pin", 7)]
    assert [unit(played, id).pinned for id in ("a1", "a2", "a3", "a4")] == [0, 0, 0, 0]


@pytest.mark.rule("HX-HEXFX-11", "HX-HEXFX-12", "HX-HEXFX-16")
def test_acid_and_fire_roll_one_die_for_a_base() -> None:
    """One die for a base, whatever lies there."""
    hexes = {"D5": effects_in_hex(acid=1, acid_grade="major", acid_density=3, fire=3)}
    outcome, _ = trigger_effects((3, 5), ("a1", "D5", "N", infantry()), hexes=hexes)
    outcome.then(AcidApplied, grade="major", tokens=1).then(UnitSetOnFire, tokens=1)
