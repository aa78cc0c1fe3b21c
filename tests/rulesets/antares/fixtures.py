"""Tables set past all rules, units on them, and ways into the middle of a turn.

Units of "red" (seat 0) are "a-...", those of "blue" (seat 1) "b-...". "a-x" acts; "b-y" is its target and has used its
die unless a test says otherwise. Squads whose first models stand on one line have a gap of the difference of their x
less 1000; gaps of the tables here run between the first models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from adjudicator.rulesets.antares.model.messages import (
    CreateGame,
    DeviceSheet,
    Options,
    OrderDieDrawn,
    OrderGiven,
    RetainedRunMade,
    ScenarioTerms,
    TerrainPiece,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import Device, Model, OwnedOption, Side, Terms, Unit
from adjudicator.rulesets.antares.model.state import SEATS, Game
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.roster.library import ARMIES
from tests.kit import NAMES, Table
from tests.rulesets.antares.sheets import (
    ARSENAL,
    DEVICES,
    INCH,
    army_option,
    gun,
    lone_trooper,
    marker,
    overhead_gun,
    owned_option,
    plain_squad,
    troopers,
)

PACKAGE = "adjudicator.rulesets.antares"
SPACING = 1500

Where: TypeAlias = tuple[int, int] | Sequence[tuple[int, int]] | None

Placed: TypeAlias = tuple[Any, ...]

# places of first models: of "a-x" and of "b-y" at the usual gap, and of units that stand far apart
X, Y = 10 * INCH, 10 * INCH
ENEMY_X = X + 11 * INCH
A, B = (10_000, 10_000), (40_000, 10_000)
C, D = (10_000, 30_000), (40_000, 30_000)
TALL = 48 * INCH

# fields of a unit's row
FIRE = {"order": "fire"}
USED = {"order": "advance"}
SPENT = {"order": "advance", "unused_dice": 0}
RUNNING = {"order": "run"}
KEPT_RUN = {"order": "run", "die_kept": True, "retained_run": True, "unused_dice": 0}
AMBUSH = {"order": "ambush"}
DOWN = {"order": "down"}

# directions of a D100, and faces that miss
EAST = 25
NORTH = 100
MISSES = (9, 9, 9, 9, 9)

# units
RED_TROOPER = ("a-x", lone_trooper(), (10_000, 10_000))
RED_SQUAD = ("a-x", plain_squad(), (10_000, 10_000))
PATROL = ARMIES["concord_patrol"]


@cache
def rules() -> LoadedRuleset[Any]:
    """Load the ruleset."""
    return assemble(import_module(PACKAGE).RULESET)


def table(
    dice: Iterable[int] = (),
    options: Mapping[str, Any] | None = None,
    *,
    turn: int = 1,
    step: str = "orders",
    units: Iterable[Placed] = (),
    terrain: Iterable[TerrainPiece] = (),
    weapons: Iterable[Weapon] = (),
    device_sheets: Iterable[DeviceSheet] = (),
    markers: Iterable[Device] = (),
    owns: Iterable[OwnedOption] = (),
    terms: Mapping[str, Any] | None = None,
    size: tuple[int, int] = (72_000, 48_000),
    **rest: Any,
) -> Table:
    """Set a table up past all rules: the bag holds every unused die and nothing is asked.

    A unit is (id, sheet, where, {field of its row: value}); where is the place of its first model, the others in a
    file towards greater y every 1500, or a list of one place for each model. Devices of its sheet go with it, as
    "a-x#1". `weapons` and `device_sheets` are added to ARSENAL and DEVICES, `markers` and `owns` are rows. `options`
    are fields of GameOptions, `terms` fields of ScenarioTerms.
    """
    game = Game()
    game.options = replace(DEFAULTS, **(options or {}))
    game.terms = Terms(scenario="open", terms=_terms(size, terms or {}), points_limit=0)
    game.turn, game.step = turn, step
    game.terrain = {row.id: row for row in terrain}
    game.weapons = {weapon.id: weapon for weapon in (*ARSENAL, *weapons)}
    game.device_sheets = {device.id: device for device in (*DEVICES, *device_sheets)}
    for placed in units:
        _place(game, *placed)
    game.devices |= {row.id: row for row in markers}
    game.marker_count = max((int(row.id[1:]) for row in markers if row.id[1:].isdecimal()), default=0)
    game.owned_options = {own.id: own for own in owns}
    game.sides = {seat: _side(game, seat) for seat in SEATS}
    played = Table(rules(), dice=dice, **rest)
    kernel = ("facts", "suspended", "result", "stack")
    return played.set(**{name: getattr(game, name) for name in game.ALL if name not in kernel}, stack=())


def _terms(size: tuple[int, int], changes: Mapping[str, Any]) -> ScenarioTerms:
    length, width = size
    scenario_terms = ScenarioTerms(
        name="Open field",
        length=length,
        width=width,
        turns=0,
        zones=(),
        scoring="none",
        objectives=(),
        reach=0,
        ends_when_broken=False,
    )
    return replace(scenario_terms, **changes)


def _place(
    game: Game, id: str, sheet: UnitSheet, where: Where = (0, 0), changes: Mapping[str, Any] | None = None
) -> None:
    seat = "ab".index(id[0])
    names = tuple(f"{id}.{number}" for number in range(1, len(sheet.models) + 1))
    place = "army" if where is None else "table"
    fields: dict[str, Any] = {"place": place, "models": names, "dice": sheet.order_dice, **(changes or {})}
    used = 1 if fields.get("order") else 0
    game.units[id] = Unit(id=id, seat=seat, **{"unused_dice": max(0, fields["dice"] - used), **fields})
    game.sheets[id] = sheet
    for name, kind_name, pose in zip(names, sheet.models, _poses(sheet, where, seat), strict=True):
        wounds = next(kind.wounds for kind in sheet.kinds if kind.name == kind_name)
        game.models[name] = Model(id=name, unit=id, kind=kind_name, wounds=wounds, pose=pose)
    game.models = {key: row for key, row in game.models.items() if row.unit != id or key in game.units[id].models}
    for number, item in enumerate(sheet.devices, 1):
        device = f"{id}#{number}"
        game.devices[device] = Device(id=device, sheet=item, seat=seat, unit=id)


def _poses(sheet: UnitSheet, where: Where, seat: int) -> list[Pose | None]:
    if where is None:
        return [None] * len(sheet.models)
    places: Any = where
    if isinstance(places[0], int):
        x, y = places
        places = [(x, y + SPACING * number) for number in range(len(sheet.models))]
    return [Pose(x, y, 0, 1800 * seat) for x, y in places]


def _side(game: Game, seat: int) -> Side:
    own = [row for row in game.units.values() if row.seat == seat and row.place == "table"]
    dice = sum(game.sheets[row.id].order_dice for row in own)
    return Side(
        seat=seat,
        army=NAMES[seat],
        force="test",
        accepted=True,
        starting_dice=dice,
        bag=sum(row.unused_dice for row in own),
    )


def with_order(played: Table, unit: str, order: str = "fire", *, retained: bool = False) -> Table:
    """Let a unit have got an order that it obeys, whatever its pins: the window "action" asks its seat.

    With `retained` it makes the Run that it retained. What it needs no action for ("rally", "down") asks nothing.
    """
    seat = played.game.units[unit].seat
    if retained:
        change_unit(played, unit, order="run", die_kept=True, retained_run=True)
        played.given(RetainedRunMade(unit=unit))
    else:
        bag = sum(side.bag for side in played.game.sides.values())
        played.given(
            OrderDieDrawn(seat=seat, place=1, bag=bag, down_only=False), OrderGiven(unit=unit, order=order, test=False)
        )
    played.set(stack=()).ask("turn")
    for kind in ("action_end", "action_more"):
        played.ask(kind, subject=UnitSubject(unit), over=True)
    return played.ask("action", seat, subject=UnitSubject(unit), over=True)


def with_drawn_die(played: Table, seat: int = 0, **fields: Any) -> Table:
    """Let a die of a side have been drawn and no option be played: the window "allocation" asks the side.

    What comes after the action draws the next die: a face for "order-die" has to be in the script, unless the bag is
    empty. `fields` are those of OrderDieDrawn.
    """
    bag = sum(side.bag for side in played.game.sides.values())
    played.given(OrderDieDrawn(**{"seat": seat, "place": 1, "bag": bag, "down_only": False, **fields}))
    return played.set(stack=()).ask("turn").ask("allocation", seat, over=True)


def change_unit(played: Table, unit: str, **fields: Any) -> Table:
    """Change the row of a unit past all rules."""
    return played.put("units", replace(played.game.units[unit], **fields))


def acting(
    order: str,
    *units: tuple[Any, ...],
    dice: Iterable[int] = (),
    options: Mapping[str, Any] | None = None,
    weapons: Sequence[Any] = (),
    retained: bool = False,
    **rest: Any,
) -> Table:
    """Let "a-x" act on an order; nothing comes after its action."""
    arms = (gun(), *weapons)
    return act_on(table(dice, options, units=units, weapons=arms, **rest), "a-x", order, retained=retained)


def act_on(played: Table, unit: str, order: str, *, retained: bool = False) -> Table:
    """Let a unit act on an order; nothing comes after its action."""
    with_order(played, unit, order, retained=retained)
    return played.set(stack=played.game.stack[1:])


def duel(
    own: UnitSheet,
    enemy: UnitSheet,
    dice: Iterable[int] = (),
    gap: int = 10 * INCH,
    *,
    order: str = "fire",
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    **rest: Any,
) -> Table:
    """Let "a-x" act and "b-y" stand so far off."""
    far = (X + INCH + gap, Y)
    more = rest.pop("more", ())
    units = (("a-x", own, (X, Y), mine or {}), ("b-y", enemy, far, USED if theirs is None else theirs), *more)
    return acting(order, *units, dice=dice, **rest)


def ambusher(id: str = "b-z", dx: int = 0, sheet: Any = None, **fields: Any) -> tuple[Any, ...]:
    """Set up a unit in Ambush 12 inches beside the path of "a-x"."""
    return (id, sheet or troopers(1, "gun"), (X + dx, Y + 13 * INCH), {**AMBUSH, **fields})


def moving_past(dice: list[int], *units: Any, order: str = "run", own: Any = None, **rest: Any) -> Table:
    """Let "a-x" act past ambushers."""
    return acting(order, ("a-x", own or troopers(1), (X, Y)), *(units or (ambusher(),)), dice=dice, **rest)


def gun_duel(faces: Iterable[int] = (), gap: int = 10 * INCH, own: Any = None, enemy: Any = None, **rest: Any) -> Table:
    """Let one gun stand so far from one model without gun; every step of the service waits."""
    return duel(own or troopers(1, "gun"), enemy or troopers(1), faces, gap, **{"pace": "step", **rest})


def overhead_duel(faces: Iterable[int] = (), gap: int = 10 * INCH, *, arm: Any = None, **rest: Any) -> Table:
    """Let one overhead weapon stand so far from one model."""
    used = arm or overhead_gun()
    return gun_duel(faces, gap, rest.pop("own", None) or troopers(1, used.id), weapons=[used], **rest)


def target_place(gap: int = 10 * INCH) -> tuple[int, int]:
    """Give the place of the first model of "b-y"."""
    return X + INCH + gap, Y


def spotter_duel(faces: Any, count: int, **rest: Any) -> Table:
    """Let so many guns with a spotter shoot on Advance: each die needs 5."""
    own = troopers(count, "gun", devices=rest.pop("devices", ("spotter",)), faction=rest.pop("faction", "concord"))
    return gun_duel(faces, own=own, **{"order": "advance", "enemy": troopers(5), **rest})


def marker_near_target(
    distance: int, sheet: str, id: str = "m1", seat: int = 0, *, gap: int = 10 * INCH, **changes: Any
) -> Device:
    """Make a marker so far north of the first model of "b-y", rim to rim; its base is half an inch across."""
    x, y = target_place(gap)
    row = marker(id, sheet, seat, at=(x, y - 750 - distance))
    return replace(row, **changes)


def advance_duel(*markers: Device, **rest: Any) -> Table:
    """Let one gun with Acc 5 and no bonus shoot at one model."""
    faces = rest.pop("faces", [9])
    return gun_duel(faces, **{"order": "advance", "markers": markers, **rest})


def two_sides(
    dice: Iterable[int] = (),
    a: Mapping[str, Any] | None = None,
    b: Mapping[str, Any] | None = None,
    *,
    sheet: Any = None,
    enemy: Any = None,
    more: Iterable[tuple[Any, ...]] = (),
    **rest: Any,
) -> Table:
    """Set "a-x" and "b-y" up with these fields of their rows, and more units."""
    rows = [
        ("a-x", sheet or troopers(5, "gun"), A, dict(a or {})),
        ("b-y", enemy or troopers(5, "gun"), B, dict(b or {})),
        *more,
    ]
    return table(dice, units=rows, weapons=[gun(), *rest.pop("weapons", ())], **rest)


def stop_after_action(played: Table) -> Table:
    """Let nothing come after what is asked now: the turn lies at the bottom of the questions and is taken away."""
    return played.set(stack=played.game.stack[1:])


def owning(id: str, *effects: Any, seat: int = 0, **changes: Any) -> Any:
    """Make the row of an option that a side owns, unspent."""
    return owned_option(army_option(id, *effects, **changes), seat)


def stepwise_duel(
    faces: Iterable[int] = (),
    gap: int = 10 * INCH,
    *,
    order: str = "fire",
    own: UnitSheet | None = None,
    enemy: UnitSheet | None = None,
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    more: Iterable[tuple[Any, ...]] = (),
    pace: str = "step",
    **rest: Any,
) -> Table:
    """Let "a-x" act on an order, "b-y" stand so far from it."""
    units = [
        ("a-x", own or plain_squad(), (X, Y), mine or {}),
        ("b-y", enemy or plain_squad(), (X + INCH + gap, Y), USED if theirs is None else theirs),
        *more,
    ]
    return with_order(table(faces, units=units, pace=pace, **rest), "a-x", order)


def blue_trooper(x: int = 17_000, fields: dict[str, Any] | None = None, **changes: Any) -> tuple[Any, ...]:
    """Put a lone "b-y" on the line: a gap of x less 11,000."""
    return ("b-y", lone_trooper(**changes), (x, 10_000), USED if fields is None else fields)


def two_squads(dice: Any = (), a: Any = None, b: Any = None, **rest: Any) -> Table:
    """Set two squads up, with changes of their rows."""
    rows = [("a-x", plain_squad(), A, a or {}), ("b-y", plain_squad(), B, b or {})]
    return table(dice, units=rows, **rest)


def created_game(**fields: Any) -> Table:
    """Create a game of these terms."""
    table = Table(rules())
    table.when("referee", creation(**fields)).accepted()
    return table


def creation(**fields: Any) -> CreateGame:
    """Say how a game is created."""
    return CreateGame(**{"scenario": "clash", "points_limit": 0, "terrain": (), "options": Options(), **fields})
