"""HX-DAMAGE, HX-ARMOUR, HX-DTABLE, HX-SPECIAL: from a hit to what it does to a base."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.tally import Tally
from adjudicator.rulesets.hex_orders import armour, tables
from adjudicator.rulesets.hex_orders.messages import (
    ArmourRolled,
    Bonus,
    DamageOrderSet,
    DamagePended,
    DamageRolled,
    FutureDamageHalved,
    FutureDamageIncreased,
    Hit,
    NoDamage,
    OrderDamageRolls,
    PassChoice,
    PoisonApplied,
    Resistance,
    RollDamage,
    TypedDie,
    UnitSetOnFire,
    WeaponEffect,
)
from tests.kit import Table
from tests.rulesets.hex_orders.givens import angles, damage_table, die, infantry, table, tank, unit

REGULAR = damage_table("regular", {3: ("future 1",), 4: ("kill 1",), 6: ("kill 1", "bleeding 4")})


def hit(number: int, target: str, **changes: Any) -> Hit:
    """Make a hit of a1's gun."""
    made = {
        "seat": 0, "unit": "a1", "source": "main_gun", "angle": "front", "penetration": Tally.base(0, "HX-DAMAGE-03"),
        "damage": die("d6"), "bonus": Tally.base(0, "HX-DAMAGE-03"), "light": False,
    }  # fmt: skip
    return Hit(**{**made, "id": f"h{number}", "target": target, **changes})


def effect(kind: str, level: int = 0) -> WeaponEffect:
    """Make what a weapon leaves."""
    return WeaponEffect(kind=kind, level=level)


def shot(*hits: Hit, dice: tuple[int, ...] = (), step: str = "gunnery_1", **rest: Any) -> Table:
    """Set a tank and an infantry base against a tank and an infantry base, with hits to roll."""
    units = rest.pop("units", [
        ("a1", "D5", "N", tank()), ("a2", "C5", "N", infantry()), ("b1", "D3", "S", infantry()),
        ("b2", "E3", "S", tank()),
    ])  # fmt: skip
    played = table(dice, rest.pop("options", None), step=step, units=units, **rest)
    return played.set(hits={each.id: each for each in hits}).ask("damage", "table")


def thrown(played: Table) -> list[tuple[str, int, tuple[int, ...]]]:
    """List what was thrown for, by whom, with its faces."""
    return [(roll.why, roll.roller, roll.faces) for roll in played.rolls]


# -- armour


@pytest.mark.rule("HX-ARMOUR-02", "HX-ARMOUR-03", "HX-ARMOUR-08")
@pytest.mark.parametrize(("value", "penetration", "dice", "needed"), [
    (4, 1, 3, 5), (2, 3, 0, 5), (4, 0, 4, 5), (3, -1, 3, 4), (3, -2, 3, 3), (2, -3, 2, 2), (2, -4, 2, 1), (2, -6, 2, 1),
])  # fmt: skip
def test_armour_dice(value: int, penetration: int, dice: int, needed: int) -> None:
    """Penetration takes dice away, a lack of it makes them easier."""
    assert armour.armour_dice(value, penetration) == (dice, needed)


@pytest.mark.rule("HX-ARMOUR-09", "HX-ARMOUR-10", "HX-ARMOUR-11")
def test_armour_outcome() -> None:
    """Two successes stop a hit, one weakens it."""
    assert [armour.outcome(each) for each in range(4)] == ["through", "reduced", "stopped", "stopped"]


@pytest.mark.rule("HX-ARMOUR-01", "HX-ARMOUR-10", "HX-DTABLE-02")
def test_reduced_damage() -> None:
    """One armour success takes three off the damage."""
    played = shot(hit(1, "b2"), dice=(5, 1, 1, 2, 6))
    outcome = played.when("table", RollDamage())
    outcome.then(ArmourRolled, armour=4, needed=5, successes=1, outcome="reduced").then(DamageRolled, face=6, row=3)
    assert outcome.one(DamageRolled).total.total == 3
    assert thrown(played) == [("armour", 1, (5, 1, 1, 2)), ("damage", 0, (6,))]
    assert unit(played, "b2").bonuses == (Bonus(table="regular", by=1),)
    assert not played.game.hits


@pytest.mark.rule("HX-ARMOUR-09", "HX-ARMOUR-13")
def test_stopped_damage() -> None:
    """Two armour successes stop the damage, and nothing is thrown for it; lost armour throws fewer dice."""
    units = [("a1", "D5", "N", tank()), ("b2", "E3", "S", tank(), {"armour_loss": 1})]
    played = shot(hit(1, "b2", angle="back_side_left"), dice=(5, 6), units=units)
    played.when("table", RollDamage()).then(ArmourRolled, armour=2, outcome="stopped")
    assert not played.game.hits


@pytest.mark.rule("HX-DTABLE-01")
def test_full_sum() -> None:
    """Die, modifier, range, bonus and resistance all count, each with its clause."""
    bonus = (Bonus(table="regular", by=2),)
    sheet = infantry(resistances=(Resistance(type="regular", by=1), Resistance(type="psychic", by=5)))
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet, {"bonuses": bonus})]
    near = Tally.base(0, "HX-DTABLE-02").add(1, "HX-DAMAGE-04")
    played = shot(hit(1, "b1", damage=die("d6-1"), bonus=near), dice=(2,), units=units)
    total = played.when("table", RollDamage()).one(DamageRolled).total
    assert total.total == 2 - 1 + 1 + 2 - 1
    assert total.clauses() == ("HX-DTABLE-01", "HX-DTABLE-02", "HX-DAMAGE-04", "HX-DTABLE-07", "HX-ABILITIES-25")


@pytest.mark.rule("HX-DTABLE-03", "HX-DTABLE-04")
def test_rows() -> None:
    """A total reads the highest row that it reaches, or none."""
    rows = [tables.row_for(REGULAR, total) for total in (2, 3, 5, 9, -4)]
    assert [row.value if row else None for row in rows] == [None, 3, 4, 6, None]


# -- one after the other


@pytest.mark.rule("HX-TURN-23", "HX-DTABLE-05")
def test_results_are_in_force_at_once() -> None:
    """A bonus counts for the next roll, and a death halves it."""
    played = shot(hit(1, "b1"), hit(2, "b1"), dice=(3, 3))
    outcome = played.when("table", RollDamage())
    outcome.then(FutureDamageIncreased, total=1).then(DamagePended, unit="b1").then(FutureDamageHalved, total=0)
    assert unit(played, "b1").bonuses == ()
    assert unit(played, "b1").dead == ()


@pytest.mark.rule("HX-TURN-23")
def test_order_of_the_attacker() -> None:
    """The attacker chooses the order; a base that was hit once, or is hidden, asks for none."""
    played = shot(hit(1, "b1"), hit(2, "b1", damage=die("d6+1")), hit(3, "b2"), dice=(1, 6, 1, 1, 1, 1, 1))
    played.ask("damage_order", "red", over=True)
    played.when("red", OrderDamageRolls(hits=("h3",))).rejected("HX-TURN-23", "not-to-order", "hits")
    played.when("red", OrderDamageRolls(hits=("h2", "h2"))).rejected("HX-TURN-23", "ordered-twice", "hits")
    outcome = played.when("red", OrderDamageRolls(hits=("h2",))).then(DamageOrderSet, seat=0, hits=("h2", "h1"))
    rolled = [event.hit for event in outcome.events if isinstance(event, DamageRolled)]
    assert rolled == ["h2", "h1", "h3"]
    assert played.game.order == ()


@pytest.mark.rule("HX-TURN-23")
def test_order_may_be_passed() -> None:
    """Without an order the hits are rolled as they are numbered."""
    played = shot(hit(10, "b1"), hit(9, "b1"), dice=(1, 1))
    outcome = played.ask("damage_order", "red", over=True).when("red", PassChoice())
    assert [event.hit for event in outcome.events if isinstance(event, DamageRolled)] == ["h9", "h10"]


@pytest.mark.rule("HX-DTABLE-06")
def test_kills_beyond_the_last_model() -> None:
    """Kills beyond the last model are lost, and one model alone has no bonus to halve."""
    alone = infantry(models=infantry().models[:1])
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", alone, {"bonuses": (Bonus(table="regular", by=4),)})]
    played = shot(hit(1, "b1"), hit(2, "b1"), dice=(1, 1), units=units)
    played.when("table", RollDamage()).accepted()
    assert [each.result.x for each in unit(played, "b1").pending] == [1]
    assert unit(played, "b1").bonuses == (Bonus(table="regular", by=4),)


# -- special damage


@pytest.mark.rule("HX-SPECIAL-01", "HX-SPECIAL-03", "HX-SPECIAL-04")
def test_typed_damage() -> None:
    """Typed damage ignores armour, range and the regular bonus; without its table a base is immune."""
    psychic = (TypedDie(type="psychic", die=die("d6")),)
    far = Tally.base(0, "HX-DTABLE-02").add(-1, "HX-DAMAGE-02")
    sheet = infantry(resistances=(Resistance(type="psychic", by=1),), armour=angles(3))
    bonuses = (Bonus(table="regular", by=5),)
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet, {"bonuses": bonuses}), ("b2", "E3", "S", tank())]
    hits = [hit(number, target, damage=None, bonus=far, extra=psychic) for number, target in ((1, "b1"), (2, "b2"))]
    played = shot(*hits, dice=(5,), units=units)
    outcome = played.when("table", RollDamage()).then(DamageRolled, hit="h1", table="psychic", row=4)
    outcome.then(NoDamage, hit="h2")
    assert outcome.one(DamageRolled).total.total == 4
    assert thrown(played) == [("psychic-damage", 0, (5,))]


@pytest.mark.rule("HX-ASSAULT-32", "HX-ASSAULT-33")
@pytest.mark.parametrize(("regular", "total"), [(None, 5), ("d6", 3)])
def test_supports_of_psychic_hits(regular: str | None, total: int) -> None:
    """Supports add to the psychic roll of a hit that does no regular damage, and to that alone."""
    psychic = (TypedDie(type="psychic", die=die("d6")),)
    supports = Tally.base(0, "HX-ASSAULT-28").add(2, "HX-ASSAULT-32")
    made = hit(1, "b1", damage=die(regular) if regular else None, bonus=supports, extra=psychic)
    played = shot(made, dice=(3, 3)[: 2 if regular else 1], step="assault_1")
    outcome = played.when("table", RollDamage()).accepted()
    assert [event.total.total for event in outcome.events if isinstance(event, DamageRolled)][-1] == total


@pytest.mark.rule("HX-ABILITIES-11")
def test_light_damage() -> None:
    """An exchange is one die on the light table, without armour."""
    played = shot(hit(1, "b2", light=True), dice=(5,), step="assault_1")
    played.when("table", RollDamage()).then(DamageRolled, table="light", row=5).then(DamagePended, unit="b2")
    assert thrown(played) == [("light-damage", 0, (5,))]


# -- tokens


@pytest.mark.rule("HX-SPECIAL-05")
@pytest.mark.parametrize(("needs", "tokens"), [(False, 1), (True, 0)])
def test_tokens_of_a_stopped_hit(needs: bool, tokens: int) -> None:
    """What comes on a hit comes even where armour stops the hit, unless the terms want it through."""
    options = {"special_needs_penetration": needs}
    played = shot(hit(1, "b2", effects=(effect("fire"),)), dice=(5, 5, 5, 5), options=options)
    played.when("table", RollDamage()).then(ArmourRolled, outcome="stopped")
    assert unit(played, "b2").fire == tokens


@pytest.mark.rule("HX-ABILITIES-18", "HX-ABILITIES-20", "HX-ABILITIES-22")
def test_tokens_of_a_fire_order() -> None:
    """Fire takes hold once for a Fire order, acid and poison once for each hit."""
    effects = (effect("fire"), effect("acid"), effect("poison", 8))
    played = shot(*(hit(number, "b1", effects=effects) for number in (1, 2)), dice=(1, 1))
    played.when("table", RollDamage()).then(UnitSetOnFire, tokens=1).then(PoisonApplied, level=8)
    row = unit(played, "b1")
    assert (row.fire, row.acid, row.minor_acid, row.poison) == (1, 2, 0, (8, 8))


@pytest.mark.rule("HX-ABILITIES-18")
def test_two_units_set_a_base_on_fire() -> None:
    """Two units have two Fire orders."""
    flames = (effect("fire"),)
    played = shot(hit(1, "b1", effects=flames), hit(2, "b1", unit="a2", effects=flames), dice=(1, 1))
    played.when("table", RollDamage()).accepted()
    assert unit(played, "b1").fire == 2


@pytest.mark.rule("HX-ABILITIES-19", "HX-ABILITIES-21")
@pytest.mark.parametrize(("grade", "acid", "minor"), [("weapon", 2, 0), ("always_minor", 0, 2)])
def test_tokens_of_an_assault(grade: str, acid: int, minor: int) -> None:
    """An assault sets a base on fire once; the terms may lower its acid."""
    effects = (effect("fire"), effect("acid"))
    hits = [hit(number, "b1", unit=f"a{number}", effects=effects) for number in (1, 2)]
    played = shot(*hits, dice=(1, 1), step="assault_1", options={"assault_acid_grade": grade})
    played.when("table", RollDamage()).accepted()
    row = unit(played, "b1")
    assert (row.fire, row.acid, row.minor_acid) == (1, acid, minor)


@pytest.mark.rule("HX-CONT-18")
def test_poison_on_a_tank() -> None:
    """A biological crew does not make a tank biological."""
    played = shot(hit(1, "b2", effects=(effect("poison", 8),)), dice=(1, 1, 1, 1, 1))
    played.when("table", RollDamage()).accepted()
    assert unit(played, "b2").poison == ()


@pytest.mark.rule("HX-GAP-09")
def test_damage_of_a_hidden_base() -> None:
    """What happens to a hidden base, and its dice, only its owner sees; it asks for no order."""
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", infantry(), {"hidden": True})]
    played = shot(hit(1, "b1"), hit(2, "b1"), dice=(6, 1), units=units)
    outcome = played.when("table", RollDamage()).accepted()
    assert {getattr(event, "owner", None) for event in outcome.events} == {1}
    assert {(roll.stream, roll.roller) for roll in played.rolls} == {(2, 1)}
