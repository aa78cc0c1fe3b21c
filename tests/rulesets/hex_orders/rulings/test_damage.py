"""Rulings of armour, damage and the order of damage rolls."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmourRolled,
    ArmyCommitted,
    Bonus,
    ChooseCasualty,
    DamageRolled,
    OrderDamageRolls,
    RollDamage,
)
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.fixtures import MIXED, hit_of_gun, with_hits
from tests.rulesets.hex_orders.damage.steps import base_with_tokens, fire_and_roll
from tests.rulesets.hex_orders.fixtures import GUN, angles, damage_table, infantry, squad, table, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST
from tests.rulesets.hex_orders.setup.fixtures import entry, upgrade
from tests.rulesets.hex_orders.setup.steps import army, buy, create_with_lists, huge_units_named
from tests.rulesets.hex_orders.steps import (
    asked,
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    fires,
    refused,
    roll_declared,
    shot,
    unit,
)


@pytest.mark.rule("HX-TURN-23")
@pytest.mark.ruling("HX-TURN-23.1")
@pytest.mark.parametrize("order", [("h1", "h2"), ("h2", "h1")])
def test_the_side_orders_hits_of_its_several_units(order):
    """Two units of red hit one base with unlike weapons: red is asked once, for both, and blue not at all."""
    strong = weapon("strong", weapon_range=4, always_loaded=True, ap=3)
    units = [
        ("a1", "D5", "N", squad(GUN, count=1), SLOW),
        ("a2", "C5", "N", squad(strong, count=1), SLOW),
        ("b1", "D3", "S", infantry(), SLOW),
    ]
    played = table([5, 5], turn=2, pace="step", units=units, running={"a1": FIRE_FIRST, "a2": FIRE_FIRST})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", "gun", shot("b1"))).accepted()
    played.when("red", fires("a2", "strong", shot("b1"))).accepted()
    roll_declared(played)
    assert asked(played)[:2] == ("damage_order", (0,))
    refused(played, "blue", OrderDamageRolls(hits=order), "HX-TURN-23", "not-asked")
    played.faces(3, 3)
    played.when("red", OrderDamageRolls(hits=order)).accepted()
    finish_silently(played)
    rolled = [(row.hit, row.total.total) for row in events_of_kind(played, DamageRolled)]
    assert rolled == [(order[0], 3), (order[1], 4)]


PLATE = upgrade("plate", armour=1)
FOOT = infantry(kind="foot")


@pytest.mark.rule("HX-ARMOUR-13")
@pytest.mark.ruling("HX-ARMOUR-13.2")
def test_armour_that_an_upgrade_gives_is_the_bases():
    """An upgrade that says so in its data adds to the armour of the base, any other leaves it; damage tables stay."""
    for given, expected in (("plate", 1), ("banner", 0)):
        played = create_with_lists([entry(FOOT, "plate", "banner")], [PLATE, upgrade("banner", equipment="banner")])
        huge_units_named(played)
        (sheet,) = played.when("red", army(buy("foot", given))).one(ArmyCommitted).army.units
        assert sheet.armour == angles(expected)
        assert sheet.tables == FOOT.tables


@pytest.mark.rule("HX-ARMOUR-13")
@pytest.mark.ruling("HX-ARMOUR-13.2")
def test_every_hit_on_a_base_meets_its_one_armour():
    """A base of three regulars and a hero throws as many armour dice for every hit, on its own damage table."""
    hero = replace(infantry().models[0], name="hero", elite=True)
    mixed = infantry(models=(*infantry().models[:3], hero), armour=angles(2))
    played = fire_and_roll([5, 5, 1, 1, 2, 1, 1, 1], GUN, mixed, shots=2)
    assert [(row.armour, len(row.faces.faces)) for row in events_of_kind(played, ArmourRolled)] == [(2, 2)] * 2
    assert [row.table for row in events_of_kind(played, DamageRolled)] == ["regular"] * 2


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.ruling("HX-DTABLE-08.2", "HX-DTABLE-08.3")
@pytest.mark.parametrize(("whose", "seat"), [("owner", 1), ("attacker", 0)])
def test_who_dies_of_a_token_is_chosen_as_who_dies_of_a_shot(whose, seat):
    """A fire token kills one of a mixed base in Agony 2: its owner chooses, by option the enemy."""
    played = base_with_tokens([4], MIXED, options={"casualty_choice": whose}, fire=1)
    begin(played, "agony_2")
    finish_silently(played, "casualty")
    assert asked(played)[1] == (seat,)
    played.when(seat, ChooseCasualty(unit="b1", model=4)).accepted()
    finish_silently(played)
    assert unit(played, "b1").dead == (4,)


@pytest.mark.rule("HX-DTABLE-07")
@pytest.mark.ruling("HX-DTABLE-07.2")
@pytest.mark.parametrize(("face", "light", "regular"), [(4, 2, 0), (3, 0, 0)])
def test_a_light_row_gives_its_bonus_to_the_light_table(face, light, regular):
    """A light row with +2 future damage counts on the light table alone."""
    tables = (damage_table("regular", {1: ("future 1",)}), damage_table("light", {4: ("future 2",)}))
    units = [("a1", "D5", "N", infantry(nation="dwarf")), ("b1", "D3", "S", infantry(tables=tables))]
    played = with_hits(hit_of_gun(1, "b1", light=True), dice=(face,), units=units, step="assault_1")
    played.when("table", RollDamage()).accepted()
    found = {row.table: row.by for row in unit(played, "b1").bonuses}
    assert (found.get("light", 0), found.get("regular", 0)) == (light, regular)


@pytest.mark.rule("HX-DTABLE-05", "HX-DTABLE-07")
@pytest.mark.ruling("HX-DTABLE-05.2", "HX-DTABLE-07.2")
def test_a_death_halves_the_bonus_of_every_table():
    """A kill of a regular roll takes +3 of the regular and +5 of the psychic table to +1 and +2."""
    bonuses = (Bonus(table="regular", by=3), Bonus(table="psychic", by=5))
    played = fire_and_roll([5, 2], GUN, fields={"bonuses": bonuses})
    assert set(unit(played, "b1").bonuses) == {Bonus(table="regular", by=1), Bonus(table="psychic", by=2)}


@pytest.mark.rule("HX-DTABLE-06")
@pytest.mark.ruling("HX-DTABLE-06.2")
@pytest.mark.parametrize(("dead", "pended"), [((), [3]), ((4,), [3]), ((3, 4), [2]), ((2, 3, 4), [1])])
def test_kills_that_find_nobody_do_not_wait(dead, pended):
    """Of a row with kill 3 no more wait than models are left."""
    target = infantry(tables=(damage_table("regular", {1: ("kill 3",)}),))
    played = fire_and_roll([5, 1], GUN, target, fields={"dead": dead})
    assert [row.result.x for row in unit(played, "b1").pending] == pended
    continue_to(played, "apply_damage")
    assert len(unit(played, "b1").dead) == len(dead) + pended[0]
