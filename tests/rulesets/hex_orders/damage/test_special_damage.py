"""Damage of other types, and hits that armour stopped."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmourRolled,
    Bonus,
    DamagePended,
    DamageRolled,
    FireAreaWeapon,
    NoDamage,
    PoisonApplied,
    Resistance,
    RollDamage,
    TypedDie,
    UnitSetOnFire,
)
from tests.rulesets.hex_orders.damage.fixtures import (
    effect_left,
    future_bonus,
    hit_of_gun,
    psychic_damage,
    resistance_to,
    weapon_effect,
    with_hits,
)
from tests.rulesets.hex_orders.damage.steps import after_agony_step, fire_and_roll, last_rolled
from tests.rulesets.hex_orders.fixtures import GUN, angles, die, infantry, squad, table, tank
from tests.rulesets.hex_orders.steps import begin, continue_to, events_of_kind, finish_silently, rolls_of_game, unit

MIND = replace(GUN, damage=None, extra=psychic_damage())
BOTH = replace(GUN, extra=psychic_damage())


def damage_rolls(played):
    """Give table, face, total and row of all damage rolls."""
    return [(row.table, row.face, row.total.total, row.row) for row in events_of_kind(played, DamageRolled)]


@pytest.mark.rule("HX-SPECIAL-01")
def test_special_damage_comes_besides_regular_damage():
    """Regular d6 and Psychic Damage[d6]: one hit gives both rolls, armour only the first."""
    played = fire_and_roll([5, 1, 2, 3], BOTH, infantry(armour=angles(1)))
    assert [why for why, _, _ in rolls_of_game(played)] == ["to-hit", "armour", "damage", "psychic-damage"]
    assert damage_rolls(played) == [("regular", 2, 2, None), ("psychic", 3, 3, None)]


@pytest.mark.rule("HX-SPECIAL-01")
def test_special_damage_comes_in_the_place_of_regular_damage():
    """Psychic Damage[d6] alone: no regular roll and no armour roll."""
    played = fire_and_roll([5, 3], MIND, infantry(armour=angles(4)))
    assert [why for why, _, _ in rolls_of_game(played)] == ["to-hit", "psychic-damage"]
    assert not events_of_kind(played, ArmourRolled)


@pytest.mark.rule("HX-SPECIAL-01")
def test_a_plain_weapon_does_regular_damage():
    """A weapon that states no type rolls on the regular table alone."""
    assert damage_rolls(fire_and_roll([5, 4], GUN)) == [("regular", 4, 4, 4)]


@pytest.mark.rule("HX-SPECIAL-02")
def test_typed_damage_is_read_on_its_own_table():
    """Psychic Damage[d6] and a 4 on infantry: row 4 of the psychic table, shaken in Apply damage."""
    played = fire_and_roll([5, 4], MIND)
    assert damage_rolls(played) == [("psychic", 4, 4, 4)]
    assert [row.result.kind for row in unit(played, "b1").pending] == ["shaken"]
    assert unit(continue_to(played, "apply_damage"), "b1").pinned == 2


@pytest.mark.rule("HX-SPECIAL-02")
def test_typed_damage_rolls_its_own_die():
    """Psychic Damage[d8] throws a d8."""
    played = fire_and_roll([5, 7], replace(GUN, damage=None, extra=psychic_damage("d8")))
    assert damage_rolls(played) == [("psychic", 7, 7, 6)]


@pytest.mark.rule("HX-SPECIAL-03")
def test_without_a_table_of_the_type_there_is_no_roll():
    """Psychic Damage[d6] on a tank that has no psychic table: no roll, no effect."""
    played = fire_and_roll([5], MIND, tank())
    assert rolls_of_game(played) == [("to-hit", 0, (5,))]
    assert not events_of_kind(played, DamageRolled)
    row = unit(played, "b1")
    assert (row.pending, row.bonuses) == ((), ())


@pytest.mark.rule("HX-SPECIAL-04")
@pytest.mark.ruling("HX-SPECIAL-04.2")
def test_range_armour_and_the_regular_bonus_leave_typed_damage_alone():
    """Psychic Damage[d6] at long range, d6=5, Psychic Resistance[1]: 4; regular bonus and armour do not count."""
    target = infantry(armour=angles(4), resistances=resistance_to("psychic", 1))
    gun = replace(MIND, weapon_range=2)
    fields = {"bonuses": future_bonus(2)}
    played = fire_and_roll([5, 5], gun, target, to="D1", speeds=("slow", "stand_still"), fields=fields)
    assert damage_rolls(played) == [("psychic", 5, 4, 4)]


@pytest.mark.rule("HX-SPECIAL-04")
def test_point_blank_and_regular_resistance_leave_it_alone_too():
    """At point-blank with Regular Resistance[2] a psychic 3 stays 3."""
    played = fire_and_roll([5, 3], MIND, infantry(resistances=resistance_to("regular", 2)), to="D4")
    assert damage_rolls(played) == [("psychic", 3, 3, None)]


@pytest.mark.rule("HX-SPECIAL-04")
def test_a_bonus_of_the_very_table_counts():
    """A bonus that the psychic table gave is added."""
    assert damage_rolls(fire_and_roll([5, 3], MIND, fields={"bonuses": future_bonus(1, "psychic")})) == [
        ("psychic", 3, 4, 4)
    ]


@pytest.mark.rule("HX-SPECIAL-05")
@pytest.mark.parametrize(("needs", "tokens"), [(False, 1), (True, 0)])
@pytest.mark.ruling("HX-SPECIAL-05.2", "HX-SPECIAL-05.3")
def test_a_stopped_hit_still_sets_on_fire(needs, tokens):
    """Armour stops the regular damage and the target burns, unless the terms want the hit through."""
    gun = replace(GUN, effects=effect_left("fire"))
    played = fire_and_roll([5, 5, 5], gun, infantry(armour=angles(2)), special_needs_penetration=needs)
    assert not events_of_kind(played, DamageRolled)
    assert unit(played, "b1").fire == tokens
    assert len(events_of_kind(played, UnitSetOnFire)) == tokens


@pytest.mark.rule("HX-SPECIAL-05")
@pytest.mark.parametrize(("needs", "psychics"), [(False, 1), (True, 0)])
@pytest.mark.ruling("HX-SPECIAL-05.2", "HX-SPECIAL-05.3")
def test_a_stopped_hit_still_does_special_damage(needs, psychics):
    """Psychic damage besides a regular hit that armour stops is rolled, unless the terms want the hit through."""
    dice = [5, 5, 5, 2][: 3 + psychics]
    played = fire_and_roll(dice, BOTH, infantry(armour=angles(2)), special_needs_penetration=needs)
    assert [kind for kind, *_ in damage_rolls(played)] == ["psychic"] * psychics


@pytest.mark.rule("HX-SPECIAL-05")
@pytest.mark.parametrize("needs", [False, True])
@pytest.mark.ruling("HX-SPECIAL-05.3")
def test_a_hit_that_armour_only_weakens_counts_either_way(needs):
    """One armour success does not stop a hit outright."""
    gun = replace(GUN, effects=effect_left("fire"))
    played = fire_and_roll([5, 5, 1, 1], gun, infantry(armour=angles(2)), special_needs_penetration=needs)
    assert unit(played, "b1").fire == 1


@pytest.mark.rule("HX-SPECIAL-05")
def test_a_shot_that_misses_leaves_nothing():
    """Without a hit there is no token."""
    assert unit(fire_and_roll([4], replace(GUN, effects=effect_left("fire"))), "b1").fire == 0


@pytest.mark.rule("HX-SPECIAL-05")
def test_area_successes_are_hits():
    """A success of an area weapon leaves its token although armour stops it, a failure leaves none."""
    gun = replace(GUN, area=5, effects=effect_left("poison", 8))
    target = infantry(armour=angles(2))
    units = [("a1", "D5", "N", squad(gun, count=1), {"speed": "slow"}), ("b1", "D2", "S", target, {"speed": "slow"})]
    played = table([5, 4, 4, 4, 5, 5], pace="step", units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1")
    shot = FireAreaWeapon(unit="a1", weapon="gun", models=(1,), hex="D2", entry="", use_aim=False)
    played.when("red", shot).accepted()
    finish_silently(played)
    assert not events_of_kind(played, DamageRolled)
    assert unit(played, "b1").poison == (8,)


@pytest.mark.rule("HX-SPECIAL-06")
def test_poison_rolls_nothing_at_once():
    """A poison hit without regular damage leaves a Poison[6] token and throws no die before Agony 3."""
    played = fire_and_roll([5], replace(GUN, damage=None, effects=effect_left("poison", 6)))
    assert rolls_of_game(played) == [("to-hit", 0, (5,))]
    assert [row.level for row in events_of_kind(played, PoisonApplied)] == [6]
    assert unit(played, "b1").poison == (6,)
    played.faces(1)
    continue_to(played, "apply_damage", "agony_0", "agony_1", "agony_2")
    assert len(rolls_of_game(played)) == 1
    assert rolls_of_game(continue_to(played, "agony_3"))[1:] == [("poison", 0, (1,))]


@pytest.mark.rule("HX-SPECIAL-06")
def test_fire_has_its_own_procedure():
    """A fire hit leaves a token that burns in Agony 2, and does no typed damage on the hit."""
    played = fire_and_roll([5], replace(GUN, damage=None, effects=effect_left("fire")))
    assert (rolls_of_game(played), unit(played, "b1").fire) == ([("to-hit", 0, (5,))], 1)
    assert damage_rolls(played) == []
    burning = after_agony_step(2, [6], fire=1)
    assert damage_rolls(burning) == [("regular", 6, 6, 6)]


@pytest.mark.rule("HX-SPECIAL-01", "HX-SPECIAL-03", "HX-SPECIAL-04")
def test_typed_damage_ignores_armour_range_and_the_regular_bonus() -> None:
    """Typed damage ignores armour, range and the regular bonus; without its table a base is immune."""
    psychic = (TypedDie(damage_type="psychic", die=die("d6")),)
    far = Tally.base(0, "HX-DTABLE-02").add(-1, "HX-DAMAGE-02")
    sheet = infantry(resistances=(Resistance(damage_type="psychic", by=1),), armour=angles(3))
    bonuses = (Bonus(table="regular", by=5),)
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet, {"bonuses": bonuses}), ("b2", "E3", "S", tank())]
    hits = [
        hit_of_gun(number, target, damage=None, bonus=far, extra=psychic) for number, target in ((1, "b1"), (2, "b2"))
    ]
    played = with_hits(*hits, dice=(5,), units=units)
    outcome = played.when("table", RollDamage()).then(DamageRolled, hit="h1", table="psychic", row=4)
    outcome.then(NoDamage, hit="h2")
    assert outcome.one(DamageRolled).total.total == 4
    assert last_rolled(played) == [("psychic-damage", 0, (5,))]


@pytest.mark.rule("HX-ASSAULT-32", "HX-ASSAULT-33")
@pytest.mark.parametrize(("regular", "total"), [(None, 5), ("d6", 3)])
def test_supports_add_to_the_psychic_roll_of_a_psychic_hit_alone(regular: str | None, total: int) -> None:
    """Supports add to the psychic roll of a hit that does no regular damage, and to that alone."""
    psychic = (TypedDie(damage_type="psychic", die=die("d6")),)
    supports = Tally.base(0, "HX-ASSAULT-28").add(2, "HX-ASSAULT-32")
    made = hit_of_gun(1, "b1", damage=die(regular) if regular else None, bonus=supports, extra=psychic)
    played = with_hits(made, dice=(3, 3)[: 2 if regular else 1], step="assault_1")
    outcome = played.when("table", RollDamage()).accepted()
    assert [event.total.total for event in outcome.events if isinstance(event, DamageRolled)][-1] == total


@pytest.mark.rule("HX-ABILITIES-11")
def test_an_exchange_is_one_die_on_the_light_table() -> None:
    """An exchange is one die on the light table, without armour."""
    played = with_hits(hit_of_gun(1, "b2", light=True), dice=(5,), step="assault_1")
    played.when("table", RollDamage()).then(DamageRolled, table="light", row=5).then(DamagePended, unit="b2")
    assert last_rolled(played) == [("light-damage", 0, (5,))]


@pytest.mark.rule("HX-SPECIAL-05")
@pytest.mark.parametrize(("needs", "tokens"), [(False, 1), (True, 0)])
def test_tokens_come_with_a_hit_that_armour_stops(needs: bool, tokens: int) -> None:
    """What comes on a hit comes even where armour stops the hit, unless the terms want it through."""
    options = {"special_needs_penetration": needs}
    played = with_hits(hit_of_gun(1, "b2", effects=(weapon_effect("fire"),)), dice=(5, 5, 5, 5), options=options)
    played.when("table", RollDamage()).then(ArmourRolled, outcome="stopped")
    assert unit(played, "b2").fire == tokens


@pytest.mark.rule("HX-GAP-09")
def test_damage_of_a_hidden_base_is_seen_by_its_owner_alone() -> None:
    """What happens to a hidden base, and its dice, only its owner sees; it asks for no order."""
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", infantry(), {"hidden": True})]
    played = with_hits(hit_of_gun(1, "b1"), hit_of_gun(2, "b1"), dice=(6, 1), units=units)
    outcome = played.when("table", RollDamage()).accepted()
    assert {getattr(event, "owner", None) for event in outcome.events} == {1}
    assert {(roll.stream, roll.roller) for roll in played.rolls} == {(2, 1)}
