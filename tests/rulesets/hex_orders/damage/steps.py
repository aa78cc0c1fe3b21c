"""Volleys and shells that are fired, units among effects, and tokens that are worked off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    DamageRolled,
    Effects,
    FireHexEffect,
    HexEffectTriggered,
    ResolveAgony,
    Sheet,
    TriggerHexEffects,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.subjects import AgonySubject, ScopeSubject
from adjudicator.rulesets.hex_orders.rules.gunnery.fire_window import WINDOW as FIRE
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.assault.fixtures import STAY
from tests.rulesets.hex_orders.damage.fixtures import Hexes, effects_in_hex
from tests.rulesets.hex_orders.fixtures import GUN, Placed, infantry, squad, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN
from tests.rulesets.hex_orders.steps import (
    begin,
    events_of_kind,
    finish_silently,
    fires,
    play_steps,
    shot,
    silent_until,
    unit,
)


def fire_and_roll(
    dice: Iterable[int],
    gun: Weapon = GUN,
    target: Sheet | None = None,
    *,
    shots: int = 1,
    to: str = "D2",
    facing: str = "S",
    speeds: Sequence[str] = ("slow", "slow"),
    fields: Mapping[str, Any] | None = None,
    ordered: Sequence[str] = (),
    **options: Any,
) -> Table:
    """Let models in D5 fire at a base three hexes away, both slow, and roll everything of Gunnery 1.

    An unmodified 5 hits. `fields` are those of the target's row.
    """
    units = [
        ("a1", "D5", "N", squad(gun, count=shots), {"speed": speeds[0]}),
        ("b1", to, facing, target or infantry(), {"speed": speeds[1], **(fields or {})}),
    ]
    played = table(dice, options, pace="step", units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", gun.id, *(shot("b1", number + 1) for number in range(shots)))).accepted()
    return finish_silently(played, *ordered)


def fires_mortar(at: str = "D3", who: str = "a1", **changes: Any) -> FireHexEffect:
    """Fire a mortar."""
    made = FireHexEffect(unit=who, weapon="mortar", models=(1,), hex=at, exit="", use_aim=False)
    return replace(made, **changes)


def mortar_is_asked(
    gun: Weapon,
    *others: Placed,
    dice: Iterable[int] = (),
    hexes: Hexes | None = None,
    speed: str = "slow",
    options: Mapping[str, Any] | None = None,
) -> Table:
    """Let a mortar in D5 be asked in Gunnery 1 what to fire at."""
    units = [("a1", "D5", "N", squad(gun, count=1), {"speed": speed}), *others]
    played = table(dice, options, pace="step", units=units, hexes=hexes, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    return played


def mortar_has_fired(gun: Weapon, *others: Placed, at: str = "D3", **rest: Any) -> Table:
    """Fire a mortar from D5 into a hex and let Gunnery 1 end."""
    played = mortar_is_asked(gun, *others, **rest)
    played.when("red", fires_mortar(at)).accepted()
    return finish_silently(played)


def effects(played: Table, name: str) -> Effects:
    """Give what lies in a hex, nothing too."""
    found = played.game.hexes[name].effects
    assert found is None or isinstance(found, Effects)
    return found or effects_in_hex()


def among_effects(
    dice: Iterable[int],
    hexes: Hexes,
    *units: Placed,
    options: Mapping[str, Any] | None = None,
    number: int = 1,
    **running: str,
) -> Table:
    """Set units among effects in hexes, with their movement orders, past all rules."""
    orders = {id: (order,) for id, order in running.items()}
    return table(dice, options, pace="step", units=units, hexes=hexes, running=orders, turn=number)


def base_with_tokens(
    dice: Iterable[int], sheet: Sheet | None = None, *, options: Mapping[str, Any] | None = None, **fields: Any
) -> Table:
    """Set a base b1 with tokens into D3, far from an idle tank a1."""
    units = [("a1", "D8", "N", tank()), ("b1", "D3", "S", sheet or infantry(), fields)]
    return table(dice, options, pace="step", units=units, turn=5)


def after_agony_step(
    number: int,
    dice: Iterable[int],
    sheet: Sheet | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """Work one agony step off for a base b1 in D3."""
    return play_steps(base_with_tokens(dice, sheet, options=options, **fields), f"agony_{number}")


def regular_bonus(played):
    """Give the regular bonus of b1."""
    return sum(row.by for row in unit(played, "b1").bonuses if row.table == "regular")


def effect_tests(played):
    """Give the tests of effects that were made."""
    return [row.effect for row in events_of_kind(played, HexEffectTriggered)]


def damage_totals(played, kind="regular"):
    """Give the totals of damage rolls on a table."""
    return [row.total.total for row in events_of_kind(played, DamageRolled) if row.table == kind]


def last_rolled(played: Table) -> list[tuple[str, int, tuple[int, ...]]]:
    """List what was thrown for, by whom, with its faces."""
    return [(roll.why, roll.roller, roll.faces) for roll in played.rolls]


def asked_in_agony(
    number: int, dice: tuple[int, ...], sheet: Any = None, options: dict[str, Any] | None = None, **changes: Any
) -> Table:
    """Let b1 be in an agony step with tokens, beside an idle tank a1; asked are the rolls."""
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", sheet or infantry(), changes)]
    played = table(dice, options, step=f"agony_{number}", units=units, turn=5)
    return played.ask("casualties").ask("agony", "table", subject=AgonySubject(number), over=True)


def worked_off(number: int, dice: tuple[int, ...], sheet: Any = None, **changes: Any) -> tuple[Outcome, Unit]:
    """Work an agony step off; the outcome and what became of b1."""
    played = asked_in_agony(number, dice, sheet, **changes)
    outcome = played.when("table", ResolveAgony()).accepted()
    return outcome, unit(played, "b1")


def totals_and_rows(played, kind="regular"):
    """Give the totals of all damage rolls on a table, and the rows that were read."""
    rolls = [row for row in events_of_kind(played, DamageRolled) if row.table == kind]
    return [(roll.total.total, roll.row) for roll in rolls]


def trigger_effects(
    dice: tuple[int, ...], *units: Placed, hexes: dict[str, Any] | None = None, scope: str = "movement", **rest: Any
) -> tuple[Outcome, Table]:
    """Trigger what lies in hexes for units."""
    played = table(dice, rest.pop("options", None), step="movement_1", units=units, hexes=hexes, turn=5)
    played.set(**rest).ask("effects", "table", subject=ScopeSubject(scope))
    return played.when("table", TriggerHexEffects()).accepted(), played


def before_acid(*faces: int, hidden: bool = True, blue: int = 0, more: Sequence[Placed] = ()) -> Table:
    """Let the last pass of Gunnery 2 be blue's, with acid on a unit of red, hidden or open.

    A hidden unit of blue has so many tokens of acid; it is rolled for first.
    """
    units = [
        ("a1", "D8", "N", tank()),
        ("a2", "E8", "N", infantry(nation="dwarf", hidden=hidden), {**(TOKEN if hidden else {}), "acid": 1}),
        ("b1", "D3", "S", infantry(hidden=True), {**TOKEN, "acid": blue}),
        *more,
    ]
    played = table(faces, units=units, turn=5, running=dict.fromkeys((row[0] for row in units), (STAY,)))
    begin(played, "gunnery_2")
    return silent_until(played, FIRE, 1)
