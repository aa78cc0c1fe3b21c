"""Fire, acid and poison that weapons and assaults leave on bases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import PoisonApplied, RollDamage, UnitSetOnFire, WeaponEffect
from tests.rulesets.hex_orders.assault.fixtures import NEVER_HITS, base_that_fights, unmanned_vehicle
from tests.rulesets.hex_orders.assault.steps import allocate, enter_from_both_sides, strike
from tests.rulesets.hex_orders.damage.fixtures import (
    AUTOMATON,
    TABLES_OF_50,
    UNHURT,
    effect_left,
    hit_of_gun,
    weapon_effect,
    with_hits,
)
from tests.rulesets.hex_orders.damage.steps import fire_and_roll
from tests.rulesets.hex_orders.fixtures import GUN, angles, infantry, line, model, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import shooter
from tests.rulesets.hex_orders.steps import (
    begin,
    events_of_kind,
    finish_silently,
    fires,
    of_kind,
    roll_declared,
    shot,
    silence,
    unit,
)


@pytest.mark.rule("HX-ABILITIES-18")
@pytest.mark.parametrize(("burning", "tokens"), [(0, 1), (1, 2)])
def test_fire_takes_hold_once_for_a_fire_order(burning, tokens):
    """3 hits by one base's fire weapon: one token; a base that burns already gets one more."""
    played = fire_and_roll(
        [5] * 3 + [1] * 3, replace(GUN, effects=effect_left("fire")), UNHURT, shots=3, fields={"fire": burning}
    )
    assert unit(played, "b1").fire == tokens
    assert len(events_of_kind(played, UnitSetOnFire)) == 1


@pytest.mark.rule("HX-ABILITIES-18")
def test_no_hit_no_fire():
    """Three misses leave nothing."""
    assert unit(fire_and_roll([4] * 3, replace(GUN, effects=effect_left("fire")), UNHURT, shots=3), "b1").fire == 0


@pytest.mark.rule("HX-ABILITIES-20")
@pytest.mark.parametrize(("kind", "hits", "tokens"), [("acid", 2, (2, 0)), ("minor_acid", 3, (0, 3))])
def test_acid_comes_with_every_hit(kind, hits, tokens):
    """Acid weapon and 2 hits: 2 Acid tokens; minor acid and 3 hits: 3 Minor Acid tokens."""
    played = fire_and_roll(
        [5] * hits + [4] + [1] * hits, replace(GUN, effects=effect_left(kind)), UNHURT, shots=hits + 1
    )
    assert (unit(played, "b1").acid, unit(played, "b1").minor_acid) == tokens


@pytest.mark.rule("HX-ABILITIES-22")
@pytest.mark.parametrize(
    ("sheet", "tokens"), [(UNHURT, (8, 8)), (tank(armour=angles(0)), ()), (unmanned_vehicle(), ())]
)
def test_poison_comes_with_every_hit_on_the_living(sheet, tokens):
    """Poison[8] and 2 hits on infantry: two Poison[8] tokens; on a tank none."""
    played = fire_and_roll([5, 5, 1, 1], replace(GUN, effects=effect_left("poison", 8)), sheet, shots=2)
    assert unit(played, "b1").poison == tokens


def hits_with_effects(effects, target, *until, hits):
    """Let models with an effect and plain ones all succeed against one base."""
    special = model("special", line(1, 1, effects=effects))
    plain = model("plain", line(1, 1))
    count, others = hits
    red = infantry(nation="ork", models=(*[special] * count, *[plain] * others))
    return enter_from_both_sides([1] * (count + others) + [1] * len(target.models), [red], [target], *until)


@pytest.mark.rule("HX-ABILITIES-19")
def test_a_flaming_assault_sets_on_fire_once():
    """Two flaming successes allocated to a tank: one token, also where one of them only supports."""
    played = enter_from_both_sides(
        [1] * 4, [base_that_fights(2, line(1, 1, effects=effect_left("fire")), "ork")], [unmanned_vehicle()]
    )
    assert unit(played, "b1").fire == 1


@pytest.mark.rule("HX-ABILITIES-19")
@pytest.mark.ruling("HX-ABILITIES-19.2")
def test_a_flaming_support_is_enough():
    """A plain damaging hit with a flaming support sets the tank on fire; plain successes alone do not."""
    played = hits_with_effects(effect_left("fire"), unmanned_vehicle(), "allocations", hits=(1, 1))
    played.faces(1)
    played.when("red", allocate(strike("a1.2", "b1", a1_1=1))).accepted()
    assert unit(finish_silently(played), "b1").fire == 1
    plain = enter_from_both_sides([1] * 4, [base_that_fights(2, line(1, 1), "ork")], [unmanned_vehicle()])
    assert unit(plain, "b1").fire == 0


@pytest.mark.rule("HX-ABILITIES-21")
@pytest.mark.parametrize(
    ("kind", "grade", "tokens"),
    [("acid", "weapon", (2, 0)), ("minor_acid", "weapon", (0, 2)), ("acid", "always_minor", (0, 2))],
)
@pytest.mark.ruling("HX-ABILITIES-21.2", "HX-ABILITIES-21.3")
def test_acid_claws_leave_acid_with_each_damaging_success(kind, grade, tokens):
    """Acid claws with 2 damaging and 1 support: 2 tokens of the weapon's grade, by option minor ones."""
    how = line(1, 1, effects=effect_left(kind))
    target = infantry(models=(model("calm", NEVER_HITS),) * 2, tables=TABLES_OF_50)
    options = {"assault_acid_grade": grade}
    played = enter_from_both_sides(
        [1] * 3 + [1] * 2 + [1] * 2, [base_that_fights(3, how, "ork")], [target], options=options
    )
    assert (unit(played, "b1").acid, unit(played, "b1").minor_acid) == tokens


@pytest.mark.rule("HX-ABILITIES-21")
def test_always_minor_is_for_assaults():
    """With assault_acid_grade=always_minor a ranged acid weapon still leaves Acid."""
    played = fire_and_roll([5, 1], replace(GUN, effects=effect_left("acid")), UNHURT, assault_acid_grade="always_minor")
    assert (unit(played, "b1").acid, unit(played, "b1").minor_acid) == (1, 0)


@pytest.mark.rule("HX-ABILITIES-23")
@pytest.mark.parametrize(("types", "tokens"), [(("infantry", "biological"), (8, 8)), (AUTOMATON, ())])
def test_poisoned_blades_leave_poison_with_each_damaging_success(types, tokens):
    """2 damaging and 2 supports: two tokens, on a biological base."""
    how = line(1, 1, effects=effect_left("poison", 8))
    target = infantry(models=(model("calm", NEVER_HITS),) * 2, tables=TABLES_OF_50, types=types)
    played = enter_from_both_sides([1] * 4 + [1] * 2 + [1] * 2, [base_that_fights(4, how, "ork")], [target])
    assert unit(played, "b1").poison == tokens


@pytest.mark.rule("HX-ABILITIES-18", "HX-ABILITIES-20", "HX-ABILITIES-22")
def test_fire_comes_once_for_a_fire_order_acid_and_poison_for_each_hit() -> None:
    """Fire takes hold once for a Fire order, acid and poison once for each hit."""
    effects = (weapon_effect("fire"), weapon_effect("acid"), weapon_effect("poison", 8))
    played = with_hits(*(hit_of_gun(number, "b1", effects=effects) for number in (1, 2)), dice=(1, 1))
    played.when("table", RollDamage()).then(UnitSetOnFire, tokens=1).then(PoisonApplied, level=8)
    row = unit(played, "b1")
    assert (row.fire, row.acid, row.minor_acid, row.poison) == (1, 2, 0, (8, 8))


@pytest.mark.rule("HX-ABILITIES-18")
def test_two_units_set_a_base_on_fire() -> None:
    """Two units have two Fire orders."""
    flames = (weapon_effect("fire"),)
    played = with_hits(hit_of_gun(1, "b1", effects=flames), hit_of_gun(2, "b1", unit="a2", effects=flames), dice=(1, 1))
    played.when("table", RollDamage()).accepted()
    assert unit(played, "b1").fire == 2


@pytest.mark.rule("HX-ABILITIES-19", "HX-ABILITIES-21")
@pytest.mark.parametrize(("grade", "acid", "minor"), [("weapon", 2, 0), ("always_minor", 0, 2)])
def test_an_assault_sets_a_base_on_fire_once(grade: str, acid: int, minor: int) -> None:
    """An assault sets a base on fire once; the terms may lower its acid."""
    effects = (weapon_effect("fire"), weapon_effect("acid"))
    hits = [hit_of_gun(number, "b1", unit=f"a{number}", effects=effects) for number in (1, 2)]
    played = with_hits(*hits, dice=(1, 1), step="assault_1", options={"assault_acid_grade": grade})
    played.when("table", RollDamage()).accepted()
    row = unit(played, "b1")
    assert (row.fire, row.acid, row.minor_acid) == (1, acid, minor)


@pytest.mark.rule("HX-CONT-18")
def test_a_biological_crew_makes_no_tank_biological() -> None:
    """A biological crew does not make a tank biological."""
    played = with_hits(hit_of_gun(1, "b2", effects=(weapon_effect("poison", 8),)), dice=(1, 1, 1, 1, 1))
    played.when("table", RollDamage()).accepted()
    assert unit(played, "b2").poison == ()


FLAMES = (WeaponEffect(kind="fire", level=0),)


def two_flame_throwers(*orders):
    """A tank with two flame throwers and two gunnery orders fires both at b1, and hits twice."""
    guns = [weapon(name, always_loaded=True, effects=FLAMES, ap=-4) for name in ("left", "right")]
    sheet = shooter(guns[0])
    (crew,) = sheet.models
    both = replace(sheet, weapons=tuple(guns), models=(replace(crew, weapons=("left", "right")),), fire_orders=2)
    units = [("a1", "D5", "N", both, {"speed": "slow"}), ("b1", "D3", "S", tank(), {"speed": "slow"})]
    return table((5, 5), units=units, running={"a1": ("-+-+-", *orders)}, pace="step")


@pytest.mark.rule("HX-ABILITIES-18", "HX-GUNNERY-23")
def test_each_fire_order_sets_on_fire():
    """A base that is hit under two Fire orders of one unit gets a fire token from each."""
    played = two_flame_throwers("Fire+-", "Fire+-")
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "left", shot("b1"))).accepted()
    played.when("red", fires("a1", "right", shot("b1"))).accepted()
    roll_declared(played)
    played.faces(*[6] * 4, *[6] * 4)
    assert [row.tokens for row in of_kind(silence(played), UnitSetOnFire)] == [1, 2]


@pytest.mark.rule("HX-ABILITIES-18")
def test_one_fire_order_sets_on_fire_once():
    """Two models of a base with different flame throwers fire under one order: one token."""
    guns = [weapon(name, always_loaded=True, effects=FLAMES, ap=-4) for name in ("left", "right")]
    line = tank().models[0].assault
    models = tuple(model(gun.id, line, (gun.id,)) for gun in guns)
    base = infantry(nation="dwarf", weapons=tuple(guns), models=models)
    units = [("a1", "D5", "N", base, {"speed": "slow"}), ("b1", "D3", "S", tank(), {"speed": "slow"})]
    played = table((5, 5), units=units, running={"a1": ("-+-+-", "Fire+-")}, pace="step")
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "left", shot("b1"))).accepted()
    played.when("red", fires("a1", "right", shot("b1", 2))).accepted()
    roll_declared(played)
    played.faces(*[6] * 4, *[6] * 4)
    assert [row.tokens for row in of_kind(silence(played), UnitSetOnFire)] == [1]
