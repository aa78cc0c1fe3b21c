"""Fire, poison and bleeding on units."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AgonyRolled,
    ArmourRolled,
    BleedingApplied,
    DamageApplied,
    DamageRolled,
    ModelRemoved,
    NoDamage,
    TokenChanged,
)
from tests.rulesets.hex_orders.damage.fixtures import (
    AUTOMATON,
    effect_left,
    future_bonus,
    infantry_that_resists,
    resistance_to,
)
from tests.rulesets.hex_orders.damage.steps import after_agony_step, fire_and_roll, totals_and_rows, worked_off
from tests.rulesets.hex_orders.fixtures import GUN, damage_table, infantry, tank
from tests.rulesets.hex_orders.steps import events_of_kind, rolls_of_game, unit


@pytest.mark.rule("HX-CONT-15")
def test_fire_is_a_d6_on_the_regular_table_with_the_bonus():
    """d6=3 with a bonus of +1 is read as 4: a model of the infantry dies."""
    played = after_agony_step(2, [3], fire=1, bonuses=future_bonus(1))
    assert totals_and_rows(played) == [(4, 4)]
    assert [(row.model, row.cause) for row in events_of_kind(played, ModelRemoved)] == [(1, "fire")]


@pytest.mark.rule("HX-CONT-15")
def test_every_fire_token_burns():
    """Three tokens, three d6."""
    played = after_agony_step(2, [3, 3, 3], tank(tables=(damage_table("regular", {3: ("future 1",)}),)), fire=3)
    assert totals_and_rows(played) == [(3, 3), (4, 3), (5, 3)]


@pytest.mark.rule("HX-CONT-16")
def test_fire_ignores_armour_and_minds_its_resistance():
    """A tank with armour 4, d6=5, Fire Resistance[1]: 4, and no armour dice."""
    played = after_agony_step(2, [5], tank(resistances=resistance_to("fire", 1)), fire=1)
    assert totals_and_rows(played) == [(4, 4)]
    assert rolls_of_game(played) == [("fire", 0, (5,))]
    assert not events_of_kind(played, ArmourRolled)


@pytest.mark.rule("HX-CONT-17")
@pytest.mark.parametrize(
    ("face", "resistance", "left"), [(1, 0, 0), (2, 0, 0), (3, 0, 1), (3, 1, 0), (4, 1, 1), (6, 0, 1)]
)
def test_fire_goes_out(face, resistance, left):
    """The natural die less resistance is 2 or less: the token goes; a 3 without resistance burns on."""
    played = after_agony_step(2, [face], tank(resistances=resistance_to("fire", resistance)), fire=1)
    assert unit(played, "b1").fire == left


@pytest.mark.rule("HX-CONT-17")
def test_fire_does_its_damage_before_it_goes_out():
    """d6=2 with a bonus of +2 is read as 4, kills, and puts the fire out; the bonus does not keep it burning."""
    played = after_agony_step(2, [2], fire=1, bonuses=future_bonus(2))
    assert totals_and_rows(played) == [(4, 4)]
    assert (unit(played, "b1").fire, unit(played, "b1").dead) == (0, (1,))


@pytest.mark.rule("HX-CONT-18")
@pytest.mark.parametrize(
    ("sheet", "tokens"),
    [(tank(), ()), (tank(types=AUTOMATON), ()), (infantry(), (8,)), (infantry(types=("beast",)), ())],
)
def test_poison_needs_a_biological_unit(sheet, tokens):
    """A poison hit leaves no token on a tank with biological crew, and one on infantry."""
    dice = [5, *[1] * sheet.armour.front, 1]
    played = fire_and_roll(dice, replace(GUN, effects=effect_left("poison", 8)), sheet)
    assert unit(played, "b1").poison == tokens


@pytest.mark.rule("HX-CONT-19")
def test_poison_rolls_its_own_die():
    """Poison[8] d8=5, bonus +1, Poison Resistance[2]: 4."""
    played = after_agony_step(
        3, [5], infantry(resistances=resistance_to("poison", 2)), poison=(8,), bonuses=future_bonus(1)
    )
    assert totals_and_rows(played) == [(5 + 1 - 2, 4)]


@pytest.mark.rule("HX-CONT-19")
def test_poison_ignores_armour():
    """A biological base with armour 3 throws no armour dice for it."""
    sheet = infantry(armour=tank().armour)
    assert rolls_of_game(after_agony_step(3, [3], sheet, poison=(8,))) == [("poison", 0, (3,))]


@pytest.mark.rule("HX-CONT-19")
@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12])
def test_the_die_of_each_poison(sides):
    """Poison[N] throws a dN, its highest face too."""
    wary = infantry(tables=(damage_table("regular", {50: ("kill 1",)}),))
    played = after_agony_step(3, [sides], wary, poison=(sides,))
    assert totals_and_rows(played) == [(sides, None)]


@pytest.mark.rule("HX-CONT-20")
@pytest.mark.parametrize("level", [8, 12])
def test_poison_that_kills_is_spent(level):
    """Poison[8] d8=4 kills one of the infantry: the token is gone."""
    played = after_agony_step(3, [4], poison=(level,))
    assert (unit(played, "b1").poison, unit(played, "b1").dead) == ((), (1,))


@pytest.mark.rule("HX-CONT-20")
def test_only_the_poison_that_killed_is_spent():
    """Of two Poison[8] one kills and goes, the other does not and drops to 6."""
    played = after_agony_step(3, [4, 1], poison=(8, 8))
    assert unit(played, "b1").poison == (6,)


@pytest.mark.rule("HX-CONT-21")
@pytest.mark.parametrize(("level", "left"), [(12, (10,)), (10, (8,)), (8, (6,)), (6, (4,)), (4, ())])
def test_poison_that_kills_nobody_drops_a_step(level, left):
    """12, 10, 8, 6, 4, gone."""
    played = after_agony_step(3, [1], poison=(level,))
    assert (unit(played, "b1").poison, unit(played, "b1").dead) == (left, ())


@pytest.mark.rule("HX-CONT-21")
def test_damage_without_a_death_drops_a_step_too():
    """A 3 only adds to future damage: Poison[8] becomes Poison[6]."""
    played = after_agony_step(3, [3], poison=(8,))
    assert (unit(played, "b1").poison, unit(played, "b1").bonuses) == ((6,), future_bonus(1))


@pytest.mark.rule("HX-CONT-22")
@pytest.mark.parametrize("by", [0, 3])
def test_a_natural_1_ends_bleeding(by):
    """Bleeding[4] d4=1: the token is removed and there is no damage even with a bonus of +3."""
    played = after_agony_step(4, [1], bleeding=(4,), bonuses=future_bonus(by) if by else ())
    row = unit(played, "b1")
    assert (row.bleeding, row.dead, totals_and_rows(played)) == ((), (), [])
    assert sum(bonus.by for bonus in row.bonuses) == by


@pytest.mark.rule("HX-CONT-22")
def test_every_bleeding_token_rolls_its_die():
    """Bleeding[8] and Bleeding[4] throw a d8 and a d4."""
    wary = infantry(tables=(damage_table("regular", {50: ("kill 1",)}),))
    played = after_agony_step(4, [8, 4], wary, bleeding=(8, 4))
    assert sorted(found for _, _, found in rolls_of_game(played)) == [(4,), (8,)]
    assert unit(played, "b1").bleeding == (8, 4)


@pytest.mark.rule("HX-CONT-23")
def test_bleeding_is_damage_with_the_bonus():
    """Bleeding[4] d4=3 with a bonus of +1 is read as 4; armour does not help."""
    played = after_agony_step(4, [3], infantry(armour=tank().armour), bleeding=(4,), bonuses=future_bonus(1))
    assert totals_and_rows(played) == [(4, 4)]
    assert rolls_of_game(played) == [("bleeding", 0, (3,))]


@pytest.mark.rule("HX-CONT-24")
def test_bleeding_never_begets_bleeding():
    """Row 6 (kill 1 and bleeding[4]) reached by bleeding kills one and no more."""
    played = after_agony_step(4, [4], bleeding=(4,), bonuses=future_bonus(2))
    assert totals_and_rows(played) == [(6, 6)]
    assert (unit(played, "b1").dead, unit(played, "b1").bleeding) == ((1,), ())
    assert not events_of_kind(played, BleedingApplied)


@pytest.mark.rule("HX-CONT-24")
def test_the_same_row_reached_by_fire_begets_bleeding():
    """Other damage that reads the row makes the base bleed."""
    assert unit(after_agony_step(2, [6], fire=1), "b1").bleeding == (4,)


@pytest.mark.rule("HX-CONT-24")
def test_every_other_part_of_the_row_applies():
    """A row with future damage, fire and bleeding that bleeding reads does all but the bleeding."""
    sheet = infantry(tables=(damage_table("regular", {2: ("future 1", "on_fire", "bleeding 8")}),))
    row = unit(after_agony_step(4, [2], sheet, bleeding=(4,)), "b1")
    assert (row.bonuses, row.fire, row.bleeding) == (future_bonus(1), 1, (4,))


@pytest.mark.rule("HX-CONT-25")
@pytest.mark.parametrize(("face", "left"), [(4, ()), (3, (4,)), (2, (4,))])
def test_bleeding_that_kills_is_spent(face, left):
    """Bleeding[4] with a kill is gone, with anything else but a 1 it goes on."""
    assert unit(after_agony_step(4, [face], bleeding=(4,)), "b1").bleeding == left


@pytest.mark.rule("HX-CONT-01", "HX-CONT-02", "HX-CONT-15", "HX-CONT-17")
def test_every_fire_token_burns_by_itself() -> None:
    """Every fire token burns by itself; deaths are applied at the end of the step."""
    outcome, row = worked_off(2, (3, 2), fire=2, bonuses=future_bonus(1))
    outcome.then(DamageRolled, hit="fire", row=4).then(NoDamage, hit="fire").then(TokenChanged, kind="fire")
    outcome.then(DamageApplied, step="agony_2").then(ModelRemoved, model=1, cause="fire")
    assert (row.fire, row.bonuses, row.dead) == (1, (), (1,))


@pytest.mark.rule("HX-CONT-16", "HX-CONT-17")
def test_fire_resistance_lowers_damage_and_puts_fire_out() -> None:
    """Resistance lowers the damage and puts the fire out."""
    outcome, row = worked_off(2, (3,), infantry_that_resists("fire", 1), fire=1)
    assert (outcome.one(DamageRolled).total.total, row.fire) == (2, 0)


@pytest.mark.rule("HX-CONT-19", "HX-CONT-20", "HX-CONT-21")
@pytest.mark.parametrize(("level", "face", "left"), [(8, 4, ()), (8, 2, (6,)), (4, 2, ()), (12, 1, (10,))])
def test_poison_that_kills_is_spent_and_other_poison_weakens(level: int, face: int, left: tuple[int, ...]) -> None:
    """A death spends the token, otherwise it gets weaker."""
    _, row = worked_off(3, (face,), poison=(level,))
    assert row.poison == left


@pytest.mark.rule("HX-CONT-19")
def test_bonus_and_resistance_count_for_poison() -> None:
    """The bonus counts for poison, and its own resistance."""
    outcome, _ = worked_off(3, (5,), infantry_that_resists("poison", 2), poison=(8,), bonuses=future_bonus(1))
    assert outcome.one(DamageRolled).total.total == 4
    outcome.then(AgonyRolled, kind="poison", level=8, face=5, result=3)


@pytest.mark.rule("HX-CONT-22", "HX-CONT-23", "HX-CONT-24", "HX-CONT-25")
@pytest.mark.parametrize(
    ("face", "bonus", "left", "dead"), [(1, 3, (), ()), (3, 1, (), (1,)), (4, 2, (), (1,)), (2, 0, (4,), ())]
)
def test_a_1_or_a_death_ends_bleeding(face: int, bonus: int, left: tuple[int, ...], dead: tuple[int, ...]) -> None:
    """A one ends it, a death too; it never begets itself."""
    _, row = worked_off(4, (face,), bleeding=(4,), bonuses=future_bonus(bonus) if bonus else ())
    assert (row.bleeding, row.dead) == (left, dead)
