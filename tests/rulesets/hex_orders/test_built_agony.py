"""HX-CONT, HX-ABILITIES-05: terror and the tokens on bases, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AgonyRolled,
    ArmourReduced,
    Bonus,
    DamageApplied,
    DamageRolled,
    FutureDamageIncreased,
    HexEffectPlaced,
    ModelRemoved,
    NoDamage,
    OrderDamageRolls,
    Resistance,
    ResolveAgony,
    TerrorRolled,
    TokenChanged,
    UnitDestroyed,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.givens import ability, infantry, table, tank, top, unit


def suffering(
    number: int, dice: tuple[int, ...], sheet: Any = None, options: dict[str, Any] | None = None, **changes: Any
) -> Table:
    """Let b1 be in an agony step with tokens, beside an idle tank a1; asked are the rolls."""
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet or infantry(), changes)]
    played = table(dice, options, step=f"agony_{number}", units=units, turn=5)
    return played.ask("casualties").ask("agony", "table", about=(str(number),), over=True)


def rolled(number: int, dice: tuple[int, ...], sheet: Any = None, **changes: Any) -> tuple[Outcome, Unit]:
    """Work an agony step off; the outcome and what became of b1."""
    played = suffering(number, dice, sheet, **changes)
    outcome = played.when("table", ResolveAgony()).accepted()
    return outcome, unit(played, "b1")


def plus(by: int) -> tuple[Bonus, ...]:
    """Give a bonus on the regular table."""
    return (Bonus(table="regular", by=by),)


def resists(kind: str, by: int) -> Any:
    """Make infantry that resists."""
    return infantry(resistances=(Resistance(type=kind, by=by),))


# -- acid


@pytest.mark.rule("HX-CONT-05", "HX-CONT-06", "HX-CONT-07", "HX-CONT-08", "HX-CONT-09", "HX-CONT-10", "HX-CONT-11")
@pytest.mark.parametrize(("dice", "acid", "minor", "bonus", "clouds", "loss", "fire"), [
    ((1,), 0, 1, 0, 0, 0, 0), ((2,), 1, 0, 1, 0, 0, 0), ((3,), 1, 0, 1, 1, 0, 0), ((4,), 1, 0, 1, 1, 1, 0),
    ((5,), 1, 0, 1, 1, 1, 1), ((6, 2, 4), 1, 0, 2, 1, 1, 0), ((6, 1, 1), 0, 0, 0, 0, 0, 0),
    ((6, 1, 2), 0, 1, 1, 0, 0, 0), ((6, 6, 1, 1, 3), 0, 0, 1, 1, 0, 0),
])  # fmt: skip
def test_acid(dice: tuple[int, ...], acid: int, minor: int, bonus: int, clouds: int, loss: int, fire: int) -> None:
    """The table of acid, with its sixes."""
    outcome, row = rolled(0, dice, tank(), acid=1)
    assert (row.acid, row.minor_acid, row.bonuses) == (acid, minor, plus(bonus) if bonus else ())
    assert (row.armour_loss, row.fire) == (loss, fire)
    assert sum(isinstance(event, HexEffectPlaced) for event in outcome.events) == clouds
    assert {(roll.why, roll.roller) for roll in outcome.table.rolls} == {("acid", 0)}


@pytest.mark.rule("HX-CONT-09")
def test_acid_five_as_six() -> None:
    """By option a five is rolled twice for, and sets on fire."""
    _, row = rolled(0, (5, 2, 2), tank(), acid=1, options={"acid_five": "as_6"})
    assert (row.fire, row.bonuses, row.armour_loss) == (1, plus(2), 0)


@pytest.mark.rule("HX-CONT-04", "HX-CONT-08")
def test_acid_resistance_and_no_armour() -> None:
    """Resistance lowers the row; a base without armour loses none."""
    outcome, row = rolled(0, (3,), resists("acid", 1), acid=1)
    outcome.then(AgonyRolled, face=3, result=2)
    assert row.bonuses == plus(1)
    outcome, row = rolled(0, (4,), acid=1)
    assert not [event for event in outcome.events if isinstance(event, ArmourReduced)]
    outcome.then(HexEffectPlaced, hex="D3", seat=0).then(FutureDamageIncreased, total=1)


@pytest.mark.rule("HX-CONT-13", "HX-CONT-14")
@pytest.mark.parametrize(("face", "left", "bonus"), [(3, 1, 1), (6, 1, 1), (2, 0, 0)])
def test_minor_acid(face: int, left: int, bonus: int) -> None:
    """Minor acid eats on, or goes."""
    _, row = rolled(1, (face,), minor_acid=1)
    assert (row.minor_acid, row.bonuses) == (left, plus(bonus) if bonus else ())


# -- fire, poison, bleeding


@pytest.mark.rule("HX-CONT-01", "HX-CONT-02", "HX-CONT-15", "HX-CONT-17")
def test_fire() -> None:
    """Every fire token burns by itself; deaths are applied at the end of the step."""
    outcome, row = rolled(2, (3, 2), fire=2, bonuses=plus(1))
    outcome.then(DamageRolled, hit="fire", row=4).then(NoDamage, hit="fire").then(TokenChanged, kind="fire")
    outcome.then(DamageApplied, step="agony_2").then(ModelRemoved, model=1, cause="fire")
    assert (row.fire, row.bonuses, row.dead) == (1, (), (1,))


@pytest.mark.rule("HX-CONT-16", "HX-CONT-17")
def test_fire_resistance() -> None:
    """Resistance lowers the damage and puts the fire out."""
    outcome, row = rolled(2, (3,), resists("fire", 1), fire=1)
    assert (outcome.one(DamageRolled).total.total, row.fire) == (2, 0)


@pytest.mark.rule("HX-CONT-19", "HX-CONT-20", "HX-CONT-21")
@pytest.mark.parametrize(("level", "face", "left"), [(8, 4, ()), (8, 2, (6,)), (4, 2, ()), (12, 1, (10,))])
def test_poison(level: int, face: int, left: tuple[int, ...]) -> None:
    """A death spends the token, otherwise it gets weaker."""
    _, row = rolled(3, (face,), poison=(level,))
    assert row.poison == left


@pytest.mark.rule("HX-CONT-19")
def test_poison_sum() -> None:
    """The bonus counts for poison, and its own resistance."""
    outcome, _ = rolled(3, (5,), resists("poison", 2), poison=(8,), bonuses=plus(1))
    assert outcome.one(DamageRolled).total.total == 4
    outcome.then(AgonyRolled, kind="poison", level=8, face=5, result=3)


@pytest.mark.rule("HX-CONT-22", "HX-CONT-23", "HX-CONT-24", "HX-CONT-25")
@pytest.mark.parametrize(("face", "bonus", "left", "dead"), [
    (1, 3, (), ()), (3, 1, (), (1,)), (4, 2, (), (1,)), (2, 0, (4,), ()),
])  # fmt: skip
def test_bleeding(face: int, bonus: int, left: tuple[int, ...], dead: tuple[int, ...]) -> None:
    """A one ends it, a death too; it never begets itself."""
    _, row = rolled(4, (face,), bleeding=(4,), bonuses=plus(bonus) if bonus else ())
    assert (row.bleeding, row.dead) == (left, dead)


@pytest.mark.rule("HX-CONT-03")
def test_order_of_unlike_tokens() -> None:
    """The enemy says which of a base's unlike tokens comes first."""
    played = suffering(3, (1, 8), poison=(8, 4))
    ids = ("b1:poison:8:1", "b1:poison:4:1")
    played.ask("agony_order", "red", about=("3", *ids), over=True)
    played.when("red", OrderDamageRolls(hits=("b1:poison:6:1",))).rejected("HX-CONT-03", "not-to-order", "hits")
    outcome = played.when("red", OrderDamageRolls(hits=ids[::-1])).accepted()
    assert [event.level for event in outcome.events if isinstance(event, AgonyRolled)] == [4, 8]
    assert unit(played, "b1").poison == ()
    assert played.game.order == ()


@pytest.mark.rule("HX-CONT-03")
@pytest.mark.parametrize(("tokens", "asked"), [
    ({"poison": (8, 4)}, "agony_order"), ({"poison": (8, 8)}, "orders"), ({"poison": (8, 4), "hidden": True}, "orders"),
])  # fmt: skip
def test_when_an_order_is_asked_for(tokens: dict[str, Any], asked: str) -> None:
    """Like tokens need no order, and of a hidden base's none is asked for."""
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", infantry(), tokens)]
    played = table((1, 1, 1, 1)[: 0 if asked == "agony_order" else 2], step="agony_2", units=units, turn=5)
    played.ask("advance", "table").when("table", AdvanceStep()).accepted()
    assert top(played).kind == asked


@pytest.mark.rule("HX-DTABLE-06")
def test_destroyed_by_a_token() -> None:
    """What ends a base is named."""
    outcome, _ = rolled(2, (6,), fire=1, dead=(1, 2, 3))
    outcome.then(UnitDestroyed, unit="b1", cause="fire", points=4)


# -- terror


@pytest.mark.rule("HX-ABILITIES-05")
def test_terror() -> None:
    """Terror strikes enemies in range that have a psychic table, once each."""
    frightful = tank(abilities=(ability("terror", 2, sides=6),))
    units = [
        ("a1", "D5", "N", frightful), ("b1", "D3", "S", infantry()), ("b2", "D4", "S", tank()),
        ("b3", "D2", "S", infantry()), ("a2", "C5", "N", infantry()),
    ]  # fmt: skip
    played = table((4,), step="agony_0", units=units).ask("casualties").ask("agony", "table", about=("0",), over=True)
    outcome = played.when("table", ResolveAgony()).then(TerrorRolled, unit="a1", target="b1")
    outcome.then(DamageRolled, hit="terror", table="psychic", row=4)
    assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-GAP-09")
def test_tokens_of_a_hidden_base() -> None:
    """Nobody but its owner learns of a hidden base's tokens; the step is told all the same."""
    outcome, row = rolled(2, (4,), fire=1, hidden=True)
    assert row.dead == (1,)
    assert [type(event) for event in outcome.events if getattr(event, "owner", 253) == 253] == [DamageApplied]
