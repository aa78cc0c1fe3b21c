"""Short ways to say what tests of damage, tokens, effects in hexes and assaults say again and again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    Bonus,
    Effects,
    FireHexEffect,
    HexEffect,
    PassChoice,
    Resistance,
    Sheet,
    TypedDie,
    Weapon,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.rows import Cell, Running
from adjudicator.rulesets.hex_orders.state import is_shaken
from tests.kit import Table
from tests.rulesets.hex_orders.givens import (
    Placed,
    armed,
    begin,
    die,
    infantry,
    smoke,
    table,
    tank,
    top,
    unit,
    weapon,
)
from tests.rulesets.hex_orders.said import fires, shot

T = TypeVar("T", bound=Struct)
Hexes = Mapping[str, str | Effects | Cell]
GUN = weapon("gun", always_loaded=True)
AUTOMATON = ("vehicle", "tank", "tracked")
SILENT = PassChoice(spots=None)
ENDS = ("advance", "orders")

# -- what happened


def happened(played: Table, kind: type[T]) -> list[T]:
    """List the events of a kind in the whole game."""
    return [event for entry in played.log for event, _ in entry.events if isinstance(event, kind)]


def thrown(played: Table, *whys: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """List what was thrown for in the whole game, by whom, with its faces; all, or only for these reasons."""
    rolls = (roll for entry in played.log for roll in entry.rolls)
    return [(roll.why, roll.roller, roll.faces) for roll in rolls if not whys or roll.why in whys]


def faces(played: Table, why: str) -> list[tuple[int, ...]]:
    """List the faces of the throws for one reason."""
    return [found for _, _, found in thrown(played, why)]


# -- going on


def finish(played: Table, *until: str) -> Table:
    """Let everybody keep silent until the step is over or one of these questions is asked."""
    while (window := played.window) is not None and window.kind not in (*ENDS, *until):
        otherwise = played.rules.windows[window.kind].otherwise
        assert otherwise is not None, window
        command = otherwise(played.game, window, window.asks[0])
        assert command is not None, window
        played.when(window.asks[0], command).accepted()
    if until:
        assert top(played).kind in until, f"{top(played)}, expected {until}"
    return played


def steps(played: Table, first: str, *others: str) -> Table:
    """Carry these steps out and those between them, everybody silent; the first one comes at once."""
    begin(played, first)
    finish(played)
    return onward(played, *others)


def onward(played: Table, *names: str) -> Table:
    """Go on from a step that is over to these, one after the other."""
    for step in names:
        while played.game.step != step:
            assert top(played).kind == "advance", f"{step} does not come, {top(played)} is asked"
            played.when("table", AdvanceStep()).accepted()
            finish(played)
    return played


def turn(played: Table, number: int, **running: str) -> Table:
    """Make it another turn past all rules, with these movement orders."""
    played.set(turn=number)
    rows = (Running(id, tuple(order.split("+")), (("-", "-"),)) for id, order in running.items())
    return played.put("running", *rows, key="unit")


def shaken(played: Table, id: str) -> bool:
    """Tell whether a unit is shaken now."""
    return is_shaken(played.game, unit(played, id))


def plus(by: int, kind: str = "regular") -> tuple[Bonus, ...]:
    """Give a future-damage bonus."""
    return (Bonus(table=kind, by=by),)


def resists(kind: str, by: int) -> tuple[Resistance, ...]:
    """Give a resistance."""
    return (Resistance(type=kind, by=by),)


def psychic(text: str = "d6") -> tuple[TypedDie, ...]:
    """Give psychic damage."""
    return (TypedDie(type="psychic", die=die(text)),)


def leaves(kind: str, level: int = 0) -> tuple[WeaponEffect, ...]:
    """Give what a hit leaves."""
    return (WeaponEffect(kind=kind, level=level),)


# -- fire


def squad(gun: Weapon = GUN, models: int = 1, **changes: Any) -> Sheet:
    """Make a dwarf base of so many models with one weapon each."""
    sheet = armed(infantry(nation="dwarf", **changes), gun)
    return replace(sheet, models=sheet.models[:models])


def volley(
    dice: Iterable[int], gun: Weapon = GUN, target: Sheet | None = None, *, shots: int = 1, to: str = "D2",
    facing: str = "S", speeds: Sequence[str] = ("slow", "slow"), fields: Mapping[str, Any] | None = None,
    ordered: Sequence[str] = (), **options: Any,
) -> Table:  # fmt: skip
    """Let models in D5 fire at a base three hexes away, both slow, and roll everything of Gunnery 1.

    An unmodified 5 hits. `fields` are those of the target's row.
    """
    units = [
        ("a1", "D5", "N", squad(gun, shots), {"speed": speeds[0]}),
        ("b1", to, facing, target or infantry(), {"speed": speeds[1], **(fields or {})}),
    ]
    played = table(dice, options, pace="step", units=units, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", fires("a1", gun.id, *(shot("b1", number + 1) for number in range(shots)))).accepted()
    return finish(played, *ordered)


def mortar(kind: str, level: int = 0, grade: str = "", density: int = 0, **changes: Any) -> Weapon:
    """Make a weapon that puts an effect into a hex without a roll."""
    effect = HexEffect(kind=kind, level=level, grade=grade, density=density)
    return replace(GUN, id="mortar", damage=None, hex_effect=effect, **{"automatic": True, **changes})


def lobs(at: str = "D3", who: str = "a1", **changes: Any) -> FireHexEffect:
    """Fire a mortar."""
    made = FireHexEffect(unit=who, weapon="mortar", models=(1,), hex=at, exit="", use_aim=False)
    return replace(made, **changes)


def shelling(
    gun: Weapon, *others: Placed, dice: Iterable[int] = (), hexes: Hexes | None = None, speed: str = "slow",
    options: Mapping[str, Any] | None = None,
) -> Table:  # fmt: skip
    """Let a mortar in D5 be asked in Gunnery 1 what to fire at."""
    units = [("a1", "D5", "N", squad(gun), {"speed": speed}), *others]
    played = table(dice, options, pace="step", units=units, hexes=hexes, running={"a1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "red")
    return played


def shelled(gun: Weapon, *others: Placed, at: str = "D3", **rest: Any) -> Table:
    """Fire a mortar from D5 into a hex and let Gunnery 1 end."""
    played = shelling(gun, *others, **rest)
    played.when("red", lobs(at)).accepted()
    return finish(played)


# -- hexes


def lying(**changes: Any) -> Effects:
    """Make what lies in a hex: markers of nothing but what is named."""
    return smoke(0, **changes)


def cloud(level: int = 8, density: int = 4, markers: int = 2, **changes: Any) -> Effects:
    """Make a poison cloud."""
    return lying(poison=markers, poison_level=level, poison_density=density, **changes)


def acid_cloud(grade: str = "minor", density: int = 4, markers: int = 2, **changes: Any) -> Effects:
    """Make an acid cloud."""
    return lying(acid=markers, acid_grade=grade, acid_density=density, **changes)


def effects(played: Table, name: str) -> Effects:
    """Give what lies in a hex, nothing too."""
    found = played.game.hexes[name].effects
    assert found is None or isinstance(found, Effects)
    return found or lying()


def walk(
    dice: Iterable[int], hexes: Hexes, *units: Placed, options: Mapping[str, Any] | None = None, number: int = 1,
    **running: str,
) -> Table:  # fmt: skip
    """Set units among effects in hexes, with their movement orders, past all rules."""
    orders = {id: (order,) for id, order in running.items()}
    return table(dice, options, pace="step", units=units, hexes=hexes, running=orders, turn=number)


# -- tokens


def ailing(
    dice: Iterable[int], sheet: Sheet | None = None, *, options: Mapping[str, Any] | None = None, **fields: Any
) -> Table:
    """Set a base b1 with tokens into D3, far from an idle tank a1."""
    units = [("a1", "D8", "N", tank()), ("b1", "D3", "S", sheet or infantry(), fields)]
    return table(dice, options, pace="step", units=units, turn=5)


def agony(
    number: int, dice: Iterable[int], sheet: Sheet | None = None, *, options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Table:  # fmt: skip
    """Work one agony step off for a base b1 in D3."""
    return steps(ailing(dice, sheet, options=options, **fields), f"agony_{number}")


__all__ = [
    "AUTOMATON", "GUN", "SILENT", "acid_cloud", "agony", "ailing", "cloud", "effects", "faces", "finish", "happened",
    "leaves", "lobs", "lying", "mortar", "onward", "plus", "psychic", "resists", "shaken", "shelled", "shelling",
    "squad", "steps", "thrown", "turn", "volley", "walk",
]  # fmt: skip
