"""The sum that is read on a damage table, its rows, and the bonus for damage to come."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.messages import (
    BleedingApplied,
    Bonus,
    DamagePended,
    DamageRolled,
    FightUnit,
    FutureDamageHalved,
    FutureDamageIncreased,
    LoadArmyList,
    ModelRemoved,
    NoDamage,
    Resistance,
    RollDamage,
    SpeedChanged,
    UnitDestroyed,
    UnitSetOnFire,
    UnitShaken,
    WeaponLost,
)
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.rules.damage import damage_tables
from tests.kit import Table
from tests.rulesets.hex_orders.damage.fixtures import (
    REGULARS,
    future_bonus,
    hit_of_gun,
    psychic_damage,
    resistance_to,
    with_hits,
)
from tests.rulesets.hex_orders.damage.steps import after_agony_step, fire_and_roll, totals_and_rows
from tests.rulesets.hex_orders.fixtures import (
    GUN,
    MUSKET,
    angles,
    damage_table,
    die,
    infantry,
    line,
    model,
    rules,
    table,
    tank,
)
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry
from tests.rulesets.hex_orders.steps import continue_to, events_of_kind, play_steps, rolls_of_game, unit


def infantry_with_table(rows, **changes):
    """Make infantry with a regular damage table of its own."""
    return infantry(tables=(damage_table("regular", rows),), **changes)


@pytest.mark.rule("HX-DTABLE-01")
def test_die_and_modifiers_are_added():
    """Damage d6+1, bonus +2, point-blank +1, one armour success -3: d6=4 is read as 5."""
    target = infantry(armour=angles(3))
    gun = replace(GUN, ap=1, damage=die("d6+1"))
    played = fire_and_roll([5, 5, 4], gun, target, to="D4", fields={"bonuses": future_bonus(2)})
    assert rolls_of_game(played, "armour") == [("armour", 1, (5,))]
    assert totals_and_rows(played) == [(4 + 1 + 2 + 1 - 3, 4)]


@pytest.mark.rule("HX-DTABLE-02")
def test_the_sum_has_no_floor():
    """d6=1, long range -1, one armour success -3: -3, under every table, no damage."""
    gun = replace(GUN, weapon_range=2, ap=1)
    target = infantry(armour=angles(1))
    played = fire_and_roll([5, 5, 1], gun, target, to="D1", speeds=("slow", "stand_still"))
    assert totals_and_rows(played) == [(-3, None)]
    assert len(events_of_kind(played, NoDamage)) == 1


@pytest.mark.rule("HX-DTABLE-02")
@pytest.mark.ruling("HX-DTABLE-02.2")
def test_every_part_of_the_sum_is_named():
    """Die, weapon, range, armour, bonus and resistance stand in the tally, each with its clause."""
    target = infantry(armour=angles(3), resistances=resistance_to("regular", 1))
    gun = replace(GUN, ap=1, damage=die("d6+2"))
    played = fire_and_roll([5, 5, 6], gun, target, to="D4", fields={"bonuses": future_bonus(4)})
    (rolled,) = events_of_kind(played, DamageRolled)
    found = {(term.clause, term.value) for term in rolled.total.terms}
    assert rolled.total.total == 6 + 2 + 1 - 3 + 4 - 1
    assert {("HX-DAMAGE-04", 1), ("HX-ARMOUR-10", -3), ("HX-DTABLE-07", 4)} <= found
    assert {value for clause, value in found if clause.startswith("HX-ABILITIES-2")} == {-1}


@pytest.mark.rule("HX-DTABLE-02")
@pytest.mark.ruling("HX-DTABLE-02.2", "HX-ASSAULT-28.1")
def test_supports_of_an_assault_count_and_its_range_does_not():
    """Damage d6-1 with one support in an assault: no range modifier, +1 for the support."""
    blue = infantry(models=(model("lone", line(1, 6)),))
    units = [("a1", "D6", "N", tank(), {"speed": "slow"}), ("b1", "D5", "N", blue, {"bonuses": future_bonus(1)})]
    played = table([5, 5, 1, 1, 1, 1, 1, 2], units=units, pace="step")
    enters = FightUnit(unit="a1", seat=0, origin="D6", goal="D5", reverse=False)
    stays = FightUnit(unit="b1", seat=1, origin="D5", goal="", reverse=False, angles=("back",))
    played.put("fights", Fight("f1", "D5", (enters, stays)))
    play_steps(played, "assault_1")
    assert totals_and_rows(played) == [(2 - 1 + 1 + 1, 3)]


@pytest.mark.rule("HX-DTABLE-03")
@pytest.mark.parametrize(("face", "by", "total"), [(2, 0, 2), (1, -1, 0), (1, -5, -4)])
def test_under_the_table_nothing_happens(face, by, total):
    """On a table that starts at 3 the results 2, 0 and -4 do nothing."""
    played = fire_and_roll([5, face], replace(GUN, damage=die(f"d6{by:+}")))
    assert totals_and_rows(played) == [(total, None)]
    assert len(events_of_kind(played, NoDamage)) == 1
    row = unit(played, "b1")
    assert (row.bonuses, row.pending, row.bleeding) == ((), (), ())


@pytest.mark.rule("HX-DTABLE-04")
@pytest.mark.parametrize(("face", "by", "row"), [(3, 0, 3), (4, 0, 4), (5, 0, 4), (6, 0, 6), (6, 3, 6)])
@pytest.mark.ruling("HX-DTABLE-04.2")
def test_between_and_beyond_rows_the_next_lower_one_counts(face, by, row):
    """On the rows 3, 4 and 6 a 5 is row 4 and a 9 is row 6."""
    played = fire_and_roll([5, face], replace(GUN, damage=die(f"d6+{by}")))
    assert totals_and_rows(played) == [(face + by, row)]


@pytest.mark.rule("HX-DTABLE-09")
def test_what_rows_can_do():
    """Future damage, shaken, kills, bleeding, fire, a lost weapon and a set speed come as a row says."""
    row = ("future 2", "shaken", "kill 2", "bleeding 8", "on_fire", "weapon_lost musket", "speed_set stand_still")
    played = fire_and_roll([5, 1], GUN, infantry_with_table({1: row}))
    found = unit(played, "b1")
    assert (found.bonuses, found.bleeding, found.fire) == (future_bonus(2), (8,), 1)
    assert {(item.result.kind, item.result.x) for item in found.pending} == {
        ("shaken", 0),
        ("kill", 2),
        ("weapon_lost", 0),
        ("speed_set", 0),
    }
    assert [item.level for item in events_of_kind(played, BleedingApplied)] == [8]
    assert [item.tokens for item in events_of_kind(played, UnitSetOnFire)] == [1]
    continue_to(played, "apply_damage")
    assert [item.model for item in events_of_kind(played, ModelRemoved)] == [1, 2]
    assert [item.weapon for item in events_of_kind(played, WeaponLost)] == ["musket"]
    assert [item.unit for item in events_of_kind(played, UnitShaken)] == ["b1"]
    assert [item.speed for item in events_of_kind(played, SpeedChanged)][-1] == "stand_still"


@pytest.mark.rule("HX-DTABLE-09")
def test_a_row_can_destroy():
    """A row that says destroyed removes a base with all its models in Apply damage."""
    played = fire_and_roll([5, 1], GUN, infantry_with_table({1: ("destroy",)}))
    assert unit(played, "b1").out == ""
    continue_to(played, "apply_damage")
    assert [(row.unit, row.points) for row in events_of_kind(played, UnitDestroyed)] == [("b1", 4)]


@pytest.mark.rule("HX-DTABLE-09")
def test_every_unit_needs_a_regular_table():
    """A list whose unit has no regular table is refused, one with a regular and a psychic table is not."""
    bare = infantry(tables=(damage_table("psychic", {4: ("shaken",)}),))
    played = Table(rules())
    outcome = played.when("referee", LoadArmyList(list=army_list("elf", [entry(bare)], weapons=[MUSKET])))
    outcome.looked_at = True
    assert "HX-DTABLE-09" in [fault.clause for fault in outcome.faults]
    both = LoadArmyList(list=army_list("elf", [entry(infantry())]))
    Table(rules()).when("referee", both).accepted()


@pytest.mark.rule("HX-DTABLE-05")
def test_a_death_halves_the_bonus():
    """Bonus +3 and one of four models dies: +1."""
    played = fire_and_roll([5, 2], GUN, fields={"bonuses": future_bonus(3)})
    assert totals_and_rows(played) == [(5, 4)]
    assert unit(played, "b1").bonuses == future_bonus(1)


@pytest.mark.rule("HX-DTABLE-05")
def test_every_death_halves_it_again():
    """Two die of two rolls: +3, +1, 0."""
    played = fire_and_roll([5, 5, 2, 3], GUN, shots=2, fields={"bonuses": future_bonus(3)})
    assert totals_and_rows(played) == [(2 + 3, 4), (3 + 1, 4)]
    assert [row.total for row in events_of_kind(played, FutureDamageHalved)] == [1, 0]
    assert unit(played, "b1").bonuses == ()


@pytest.mark.rule("HX-DTABLE-05")
def test_two_deaths_of_one_row_halve_twice():
    """A row with kill 2 takes a bonus of +5 to +2 and +1."""
    played = fire_and_roll([5, 1], GUN, infantry_with_table({1: ("kill 2",)}), fields={"bonuses": future_bonus(5)})
    assert unit(played, "b1").bonuses == future_bonus(1)


@pytest.mark.rule("HX-DTABLE-05")
@pytest.mark.ruling("HX-DTABLE-05.2")
def test_a_row_that_kills_and_adds_halves_first():
    """The death halves the old bonus +3 to +1, then the +2 of the same row is added."""
    for row in (("kill 1", "future 2"), ("future 2", "kill 1")):
        played = fire_and_roll([5, 1], GUN, infantry_with_table({1: row}), fields={"bonuses": future_bonus(3)})
        assert unit(played, "b1").bonuses == future_bonus(3)


@pytest.mark.rule("HX-DTABLE-06")
def test_a_single_model_has_no_halving():
    """A tank with +4 that rolls its destruction keeps the bonus and is removed in Apply damage."""
    played = fire_and_roll([5, 1, 1, 1, 1, 2], GUN, tank(), fields={"bonuses": future_bonus(4)})
    assert totals_and_rows(played) == [(6, 6)]
    assert (unit(played, "b1").bonuses, unit(played, "b1").out) == (future_bonus(4), "")
    assert not events_of_kind(played, FutureDamageHalved)
    continue_to(played, "apply_damage")
    assert unit(played, "b1").out


@pytest.mark.rule("HX-DTABLE-06")
def test_the_last_death_of_a_lone_model_halves_nothing():
    """A base that began with one model and suffers a kill is removed without any halving."""
    lone = infantry(models=REGULARS[:1])
    played = continue_to(fire_and_roll([5, 2], GUN, lone, fields={"bonuses": future_bonus(2)}), "apply_damage")
    assert not events_of_kind(played, FutureDamageHalved)
    assert [row.unit for row in events_of_kind(played, UnitDestroyed)] == ["b1"]


@pytest.mark.rule("HX-DTABLE-06")
@pytest.mark.ruling("HX-DTABLE-06.2")
def test_kills_beyond_the_last_model_are_lost():
    """A base reduced to one model is removed by its last death, further kills find nobody."""
    played = fire_and_roll(
        [5, 5, 1, 1], GUN, infantry_with_table({1: ("kill 2",)}), shots=2, fields={"dead": (1, 2, 3)}
    )
    continue_to(played, "apply_damage")
    assert [row.model for row in events_of_kind(played, ModelRemoved)] == [4]
    assert [row.unit for row in events_of_kind(played, UnitDestroyed)] == ["b1"]


@pytest.mark.rule("HX-DTABLE-07")
def test_the_bonus_adds_up():
    """Three results of +1 future damage make +3, and each counts for the next roll already."""
    played = fire_and_roll([5, 5, 5, 3, 2, 1], GUN, infantry_with_table({3: ("future 1",)}), shots=3)
    assert totals_and_rows(played) == [(3, 3), (2 + 1, 3), (1 + 2, 3)]
    assert unit(played, "b1").bonuses == future_bonus(3)


@pytest.mark.rule("HX-DTABLE-07")
@pytest.mark.parametrize(
    ("number", "tokens", "face"), [(2, {"fire": 1}, 3), (3, {"poison": (8,)}, 4), (4, {"bleeding": (4,)}, 2)]
)
def test_the_bonus_counts_for_fire_poison_and_bleeding(number, tokens, face):
    """A bonus of +3 is added to every such roll, and is not used up."""
    played = after_agony_step(number, [face], infantry_with_table({20: ("kill 1",)}), bonuses=future_bonus(3), **tokens)
    assert totals_and_rows(played) == [(face + 3, None)]
    assert unit(played, "b1").bonuses == future_bonus(3)


@pytest.mark.rule("HX-DTABLE-07")
@pytest.mark.ruling("HX-DTABLE-07.2")
def test_the_bonus_belongs_to_a_table():
    """What a regular row gives does not count on the psychic table; what a psychic row gives counts there alone."""
    rows = (damage_table("regular", {3: ("future 1",)}), damage_table("psychic", {1: ("future 2",)}))
    gun = replace(GUN, extra=psychic_damage())
    played = fire_and_roll([5, 5, 3, 1, 1, 1], gun, infantry(tables=rows), shots=2)
    assert totals_and_rows(played) == [(3, 3), (1 + 1, None)]
    assert totals_and_rows(played, "psychic") == [(1, 1), (1 + 2, 1)]
    assert set(unit(played, "b1").bonuses) == {Bonus(table="regular", by=1), Bonus(table="psychic", by=4)}


REGULAR = damage_table("regular", {3: ("future 1",), 4: ("kill 1",), 6: ("kill 1", "bleeding 4")})


@pytest.mark.rule("HX-DTABLE-01")
def test_every_part_of_a_damage_sum_counts_with_its_clause() -> None:
    """Die, modifier, range, bonus and resistance all count, each with its clause."""
    bonus = (Bonus(table="regular", by=2),)
    sheet = infantry(resistances=(Resistance(damage_type="regular", by=1), Resistance(damage_type="psychic", by=5)))
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet, {"bonuses": bonus})]
    near = Tally.base(0, "HX-DTABLE-02").add(1, "HX-DAMAGE-04")
    played = with_hits(hit_of_gun(1, "b1", damage=die("d6-1"), bonus=near), dice=(2,), units=units)
    total = played.when("table", RollDamage()).one(DamageRolled).total
    assert total.total == 2 - 1 + 1 + 2 - 1
    assert total.clauses() == ("HX-DTABLE-01", "HX-DTABLE-02", "HX-DAMAGE-04", "HX-DTABLE-07", "HX-ABILITIES-25")


@pytest.mark.rule("HX-DTABLE-03", "HX-DTABLE-04")
def test_a_total_reads_the_highest_row_that_it_reaches() -> None:
    """A total reads the highest row that it reaches, or none."""
    rows = [damage_tables.row_for(REGULAR, total) for total in (2, 3, 5, 9, -4)]
    assert [row.value if row else None for row in rows] == [None, 3, 4, 6, None]


@pytest.mark.rule("HX-TURN-23", "HX-DTABLE-05")
def test_results_are_in_force_at_once() -> None:
    """A bonus counts for the next roll, and a death halves it."""
    played = with_hits(hit_of_gun(1, "b1"), hit_of_gun(2, "b1"), dice=(3, 3))
    outcome = played.when("table", RollDamage())
    outcome.then(FutureDamageIncreased, total=1).then(DamagePended, unit="b1").then(FutureDamageHalved, total=0)
    assert unit(played, "b1").bonuses == ()
    assert unit(played, "b1").dead == ()


@pytest.mark.rule("HX-DTABLE-06")
def test_kills_beyond_the_last_model() -> None:
    """Kills beyond the last model are lost, and one model alone has no bonus to halve."""
    alone = infantry(models=infantry().models[:1])
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", alone, {"bonuses": (Bonus(table="regular", by=4),)})]
    played = with_hits(hit_of_gun(1, "b1"), hit_of_gun(2, "b1"), dice=(1, 1), units=units)
    played.when("table", RollDamage()).accepted()
    assert [row.result.x for row in unit(played, "b1").pending] == [1]
    assert unit(played, "b1").bonuses == (Bonus(table="regular", by=4),)
