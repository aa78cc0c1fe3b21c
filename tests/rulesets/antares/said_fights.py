"""Fights as the ledger tells them: units that shoot, react, assault and part in one action of "a-x".

"a-x" (red) acts; "b-y" (blue) is its target and has used its die unless a test says otherwise. The turn stops where the
action ends. Squads whose first models stand on one line have a gap of the difference of their x less 1000.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import (
    ArmourBonus,
    DeclareAssault,
    DeclareReaction,
    DeclareShooting,
    FiredWeapon,
    MoveUnit,
    PassReaction,
    PinsAdded,
    Resisted,
    ResistRolled,
    Spot,
    Stats,
    UnitSheet,
)
from adjudicator.rulesets.antares.rows import Unit
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, amount, kind, plain, straight, table, under, weapon

T = TypeVar("T", bound=Struct)
USED = {"order": "advance"}
AMBUSH = {"order": "ambush"}
DOWN = {"order": "down"}
X, Y = 10 * INCH, 10 * INCH


# -- sheets


def stats(**changes: int | None) -> Stats:
    """Give the ledger's stats with changes."""
    made: dict[str, int | None] = {
        "agility": 5, "accuracy": 5, "strength": 5, "resist": 5, "initiative": 7, "command": 8, **changes,
    }  # fmt: skip
    return Stats(**made)


def men(count: int = 5, *arms: str, armour: int = 1, resist: int = 5, **changes: Any) -> UnitSheet:
    """Make so many models with these weapons, this armour and Res; changes to the kind are named with `model_`."""
    own = {name.removeprefix("model_"): changes.pop(name) for name in list(changes) if name.startswith("model_")}
    made = kind(weapons=arms, armour=(ArmourBonus(when="always", bonus=armour),), **own)
    return plain(**{"kinds": (made,), "models": ("trooper",) * count, "stats": stats(resist=resist), **changes})


def gun(sv: str | int = 0, id: str = "gun", **changes: Any) -> Any:
    """Make a carbine of one mode, so that nobody is asked which, with this strike value."""
    modes = weapon().modes[:1]
    return weapon(id, **{"strike_value": amount(sv), "modes": modes, **changes})


# -- tables


def acting(
    order: str, *units: tuple[Any, ...], dice: Iterable[int] = (), options: Mapping[str, Any] | None = None,
    weapons: Sequence[Any] = (), retained: bool = False, **rest: Any,
) -> Table:  # fmt: skip
    """Let "a-x" act on an order; nothing comes after its action."""
    arms = (gun(), *weapons)
    return act(table(dice, options, units=units, weapons=arms, **rest), "a-x", order, retained=retained)


def act(played: Table, unit: str, order: str, *, retained: bool = False) -> Table:
    """Let a unit act on an order; nothing comes after its action."""
    under(played, unit, order, retained=retained)
    return played.set(stack=played.game.stack[1:])


def duel(
    own: UnitSheet, foe: UnitSheet, dice: Iterable[int] = (), gap: int = 10 * INCH, *, order: str = "fire",
    mine: Mapping[str, Any] | None = None, theirs: Mapping[str, Any] | None = None, **rest: Any,
) -> Table:  # fmt: skip
    """Let "a-x" act and "b-y" stand so far off."""
    far = (X + INCH + gap, Y)
    more = rest.pop("more", ())
    units = (("a-x", own, (X, Y), mine or {}), ("b-y", foe, far, USED if theirs is None else theirs), *more)
    return acting(order, *units, dice=dice, **rest)


def watcher(id: str = "b-z", dx: int = 0, sheet: Any = None, **fields: Any) -> tuple[Any, ...]:
    """Set up a unit in Ambush 12 inches beside the path of "a-x"."""
    return (id, sheet or men(1, "gun"), (X + dx, Y + 13 * INCH), {**AMBUSH, **fields})


def passing(dice: list[int], *units: Any, order: str = "run", own: Any = None, **rest: Any) -> Table:
    """Let "a-x" act past ambushers."""
    return acting(order, ("a-x", own or men(1), (X, Y)), *(units or (watcher(),)), dice=dice, **rest)


# -- commands


def shoot(played: Table, *arms: FiredWeapon, target: str = "b-y", unit: str = "a-x", who: str = "red") -> Outcome:
    """Shoot with everything, or with these weapons."""
    return played.when(who, DeclareShooting(unit=unit, target=target, weapons=arms))


def fired(arm: str, *models: str, aim: tuple[int, int] | None = None, mode: str = "") -> FiredWeapon:
    """Name a weapon as it is fired."""
    spot = None if aim is None else Spot(x=aim[0], y=aim[1])
    return FiredWeapon(weapon=arm, mode=mode, models=models, aim=spot, blind=False, target="")


def go(
    played: Table, dx: int = 0, dy: int = 0, *, unit: str = "a-x", who: str = "red", sprint: bool = False
) -> Outcome:
    """Move all models of a unit so far."""
    return played.when(who, MoveUnit(unit=unit, paths=straight(played, unit, dx, dy), sprint=sprint))


def charge(
    played: Table, dx: int = 0, dy: int = 0, *, target: str = "b-y", unit: str = "a-x", sprint: bool = False
) -> Outcome:
    """Assault along a straight path."""
    paths = straight(played, unit, dx, dy)
    return played.when("red", DeclareAssault(unit=unit, target=target, paths=paths, sprint=sprint))


def react(
    played: Table, reaction: str, unit: str = "b-y", *, sprint: bool = False, point: int = 0, free: bool = False
) -> Outcome:
    """Declare a reaction for blue."""
    command = DeclareReaction(unit=unit, reaction=reaction, sprint=sprint, point=point, free=free)
    return played.when("blue", command)


def decline(played: Table, unit: str = "") -> Outcome:
    """Decline for blue."""
    return played.when("blue", PassReaction(unit=unit))


def silence(played: Table) -> Outcome:
    """Let silence answer the innermost question, as the service would."""
    top = played.window
    assert top is not None, "nothing is asked"
    otherwise = played.rules.windows[top.kind].default_command
    command = otherwise(played.game, top, top.asks[0]) if otherwise is not None else None
    assert command is not None, f"silence answers nothing to {top.kind}"
    return played.when(top.asks[0], command).accepted()


def through(played: Table, *stops: str) -> list[Struct]:
    """Give the events of the last command and of all that silence answers until a question stops it."""
    seen = list(played.last.events)
    while played.window is not None and played.window.kind not in stops:
        seen += silence(played).events
    return seen


# -- what is looked at


def of(events: Iterable[Struct], sort: type[T], /, **fields: Any) -> list[T]:
    """Pick events of a kind with these fields."""
    return [
        each for each in events
        if isinstance(each, sort) and all(getattr(each, name) == value for name, value in fields.items())
    ]  # fmt: skip


def one(events: Iterable[Struct], sort: type[T], /, **fields: Any) -> T:
    """Pick the one event of a kind."""
    found = of(events, sort, **fields)
    assert len(found) == 1, f"{len(found)} {sort.__name__}"
    return found[0]


def resisted(events: Iterable[Struct], unit: str = "b-y") -> list[Resisted]:
    """List the resist tests of a unit."""
    return [test for each in of(events, ResistRolled, unit=unit) for test in each.tests]


def gained(events: Iterable[Struct], unit: str = "b-y") -> int:
    """Add up the pins that a unit got."""
    return sum(each.pins for each in of(events, PinsAdded, unit=unit))


def row(played: Table, unit: str = "b-y") -> Unit:
    """Give a unit's row."""
    found = played.game.units[unit]
    assert isinstance(found, Unit)
    return found


def left(played: Table, unit: str = "b-y") -> int:
    """Count the models of a unit that are left."""
    return len(row(played, unit).models)


def kinds(events: Iterable[Struct]) -> list[str]:
    """Name the kinds of events."""
    return [type(each).__name__ for each in events]


def asked(played: Table) -> str:
    """Name the innermost question, "" for none."""
    return played.window.kind if played.window is not None else ""


def listed(played: Table) -> dict[str, tuple[str, ...]]:
    """Give the units that are asked for reactions, each with those open to it."""
    return {each.unit: each.options for each in played.game.reactions if each.stage == "asked"}
