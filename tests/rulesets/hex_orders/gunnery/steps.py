"""What tests of turns, orders and fire say over and over: orders written, shots declared and rolled, choices made.

Unless a test says otherwise "a1" is a single dwarf in D5 that faces N with an always loaded gun of range 4, "b1" a base
of elves in D3 that faces S, both slow and on clear ground: neither a modifier nor a refusal comes from anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.parties import TABLE
from adjudicator.rulesets.hex_orders.messages import (
    Ability,
    ChooseMoves,
    CommitOrders,
    DeclareAssaultIntent,
    DeclaredShot,
    FireAreaWeapon,
    HitRolled,
    Intent,
    Intents,
    MoveChoice,
    MoveChoices,
    Plot,
    PlotOrders,
    RollHits,
    Sheet,
    Shot,
    TargetChosen,
    Weapon,
)
from adjudicator.rulesets.hex_orders.notation import bare
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.givens import Placed, armed, begin, free, gunnery, infantry, table, tank, top, weapon
from tests.rulesets.hex_orders.said import SILENT, fires, march, settle, shot

GUN = weapon("gun", range=4, always_loaded=True)
AHEAD = weapon("gun", range=4, arc="*/-/-/-", always_loaded=True)
FIRE_FIRST = ("-+-+-", "Fire+-")
LOADED = {"main_gun": 1}


# -- units and boards


def shooter(gun: Weapon = GUN, *marks: Ability, nation: str = "dwarf", **changes: Any) -> Sheet:
    """Make a single model with one gun; `marks` are its own abilities."""
    sheet = armed(infantry(nation=nation, **changes), gun)
    return replace(sheet, models=tuple(replace(each, abilities=marks) for each in sheet.models[:1]))


def squad(*guns: Weapon, count: int = 4, **changes: Any) -> Sheet:
    """Make a base of so many models that all have these weapons."""
    sheet = armed(infantry(**{"nation": "dwarf", **changes}), *guns)
    return replace(sheet, models=sheet.models[:1] * count)


def ready(sheet: Sheet, movement: str = "-+-+-", *orders: str) -> Sheet:
    """Let a base be given these orders at every speed, where its data do not have them."""
    listed = {each.pattern for each in sheet.gunnery}
    new = tuple(gunnery(each) for each in dict.fromkeys(map(bare, orders)) if each not in listed)
    return free(sheet, movement, gunnery=new)


def duel(
    dice: Iterable[int] = (), firer: Sheet | None = None, target: Sheet | None = None, *, at: str = "D5",
    to: str = "D3", facing: str = "N", looks: str = "S", own: Mapping[str, Any] | None = None,
    other: Mapping[str, Any] | None = None, more: Sequence[Placed] = (), orders: Sequence[str] = FIRE_FIRST,
    running: Mapping[str, Sequence[str]] | None = None, hexes: Mapping[str, Any] | None = None, rows: int = 9,
    turn: int = 2, **options: Any,
) -> Table:  # fmt: skip
    """Put a firer and a target on the board, the firer with a Fire in Gunnery 1; steps go on when they are told to.

    Both may be given the orders that they carry out; the target stands about where `running` says nothing else.
    """
    given = {"a1": orders, "b1": ("-+-+-",), **(running or {})}
    units = [
        ("a1", at, facing, ready(firer or shooter(), *given["a1"]), {"speed": "slow", **(own or {})}),
        ("b1", to, looks, ready(target or infantry(), *given["b1"]), {"speed": "slow", **(other or {})}), *more,
    ]  # fmt: skip
    return table(dice, options, turn=turn, hexes=hexes, units=units, running=given, rows=rows, pace="step")


# -- fire


def firing(dice: Iterable[int] = (), *args: Any, step: str = "gunnery_1", **given: Any) -> Table:
    """Begin a gunnery step in which the firer is asked; see `duel`."""
    played = duel(dice, *args, **given)
    begin(played, step).asks("fire", "red")
    return played


def at(target: str, model: int = 1, **changes: Any) -> Shot:
    """Aim a model at a target."""
    return shot(target, model, **changes)


def declares(played: Table, *shots: Shot, gun: str = "gun", unit: str = "a1", use_aim: bool = False) -> Outcome:
    """Declare shots for a unit of red."""
    return played.when("red", fires(unit, gun, *shots, use_aim=use_aim))


def as_declared(outcome: Outcome) -> DeclaredShot:
    """Give the one shot that was declared."""
    (found,) = outcome.one(TargetChosen).shots
    return found


def hush(played: Table) -> Table:
    """Let everybody who is asked for fire say no more."""
    while top(played).kind == "fire":
        played.when(top(played).asks[0], SILENT).accepted()
    return played


def rolls(played: Table) -> Outcome:
    """Let everybody be silent and the service roll for what was declared."""
    hush(played)
    assert top(played).kind == "gunnery_hits", played.windows
    return played.when("table", RollHits()).accepted()


def shot_of(dice: Iterable[int], *args: Any, gun: str = "gun", use_aim: bool = False, **given: Any) -> HitRolled:
    """Fire the gun of a1 at b1 and roll."""
    played = firing(dice, *args, **given)
    declares(played, at("b1", gun=given.get("side", "")), gun=gun, use_aim=use_aim).accepted()
    return rolls(played).one(HitRolled)


LEAST = {
    1: ((1,), ()), 2: ((2,), (1,)), 3: ((3,), (2,)), 4: ((4,), (3,)), 5: ((5,), (4,)), 6: ((6, 1), (5,)),
    7: ((6, 5, 1), (6, 4)), 8: ((6, 5, 6, 3), (6, 5, 3)), 9: ((6, 5, 6, 5, 1), (6, 5, 6, 4)),
}  # fmt: skip


def needs(face: int, **given: Any) -> dict[str, int]:
    """See that a shot hits with this result and not with one less; what each clause adds to it.

    Results above 6 come from further dice.
    """
    hits, misses = LEAST[face]
    rolled = shot_of(hits, **given)
    assert (rolled.faces, rolled.hit) == (hits, True)
    assert rolled.modifiers.total == 5 - face if face > 1 else rolled.modifiers.total >= 4
    if misses:
        assert not shot_of(misses, **given).hit
    sums: dict[str, int] = {}
    for term in rolled.modifiers.terms:
        sums[term.clause] = sums.get(term.clause, 0) + term.value
    return {clause: value for clause, value in sums.items() if value}


def throws(weapon: str, where: str, *models: int, unit: str = "a1", **changes: Any) -> FireAreaWeapon:
    """Fire an area weapon at a hex."""
    made = FireAreaWeapon(unit=unit, weapon=weapon, models=models, hex=where, entry="", use_aim=False)
    return replace(made, **changes)


# -- orders


def writing(units: Sequence[Placed], turn: int = 0, *, pace: str = "step", **rest: Any) -> Table:
    """Let both sides write orders in a turn, with nothing on the table before the first."""
    played = table(units=units, turn=turn, pace=pace, **rest)
    if turn == 0:
        played.set(orders={})
    return played.set(step="orders", running={}).ask("orders", "red", "blue", about=(str(turn),))


def plot(unit: str, movement: str, *gunnery: str, turn: int = 1) -> PlotOrders:
    """Plot a movement order and gunnery orders, -+- where none is named."""
    return PlotOrders(plot=Plot(turn=turn, unit=unit, movement=(movement,), gunnery=gunnery or ("-+-",)))


def commit(turn: int = 1, *, defaults: bool = False) -> CommitOrders:
    """Commit orders."""
    return CommitOrders(turn=turn, allow_defaults=defaults)


def legal(played: Table, who: str, command: Any) -> bool:
    """Tell whether a command would be accepted."""
    return not played.refused(command, who)


# -- movement


def places(played: Table, unit: str = "a1") -> tuple[str, str, str]:
    """Give hex, facing and speed of a unit."""
    row = played.game.units[unit]
    return row.hex, row.facing, row.speed


def goes(
    order: str, sheet: Sheet | None = None, *, at: str = "D8", facing: str = "N", speed: str = "fast", steps: int = 3,
    others: Sequence[Placed] = (), running: Mapping[str, Sequence[str]] | None = None, listed: bool = True, **rest: Any,
) -> list[tuple[str, str, str]]:  # fmt: skip
    """Carry an order of a tank out, silently: its hex, facing and speed after each movement step.

    The tank may be given the order at every speed, unless `listed` says that its data are to count.
    """
    made = sheet or tank()
    units = [("a1", at, facing, ready(made, order) if listed else made, {"speed": speed}), *others]
    played = table(rest.pop("dice", ()), rest.pop("options", None), pace="step", units=units,
                   running={"a1": (order,), **(running or {})}, **rest)  # fmt: skip
    found = []
    for step in ("movement_1", "movement_2", "movement_3")[:steps]:
        begin(played, step)
        silence(played)
        found.append(places(played))
    return found


# -- choices


def intents(**wishes: bool) -> DeclareAssaultIntent:
    """Declare for units whether they want an assault."""
    return DeclareAssaultIntent(
        intents=Intents(intents=tuple(Intent(unit=key, enter=value) for key, value in wishes.items()))
    )


def chooses(unit: str, where: str = "", facing: str = "", other: str = "") -> ChooseMoves:
    """Choose what the order of one unit leaves open."""
    return ChooseMoves(choices=MoveChoices(choices=(MoveChoice(unit=unit, hex=where, facing=facing, other=other),)))


def asked(played: Table) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """Give kind, parties and subject of the open question."""
    found = top(played)
    return found.kind, found.asks, found.about


def silence(played: Table, *, until: str = "") -> list[Any]:
    """Let nobody answer anything, and the service go on, until a question of this kind or the end of the step."""
    events = settle(played)
    while top(played).kind not in {"advance", until}:
        window = top(played)
        for seat in window.asks:
            otherwise = played.rules.windows[window.kind].otherwise
            assert otherwise is not None
            command = otherwise(played.game, window, seat)
            assert command is not None, window
            events += played.when(seat, command).accepted().events
        events += settle_until(played, until)
    return events


def settle_until(played: Table, until: str) -> list[Any]:
    """Let the service go on as long as it is asked, but not past a question of this kind."""
    return [] if top(played).asks == (TABLE,) and top(played).kind == until else settle(played)


__all__ = [
    "AHEAD", "FIRE_FIRST", "GUN", "LEAST", "LOADED", "SILENT", "as_declared", "asked", "at", "chooses", "commit",
    "declares", "duel", "fires", "firing", "goes", "hush", "intents", "legal", "march", "needs", "places", "plot",
    "ready", "rolls", "settle", "shooter", "shot_of", "silence", "squad", "throws", "writing",
]  # fmt: skip
