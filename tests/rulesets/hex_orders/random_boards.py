"""Random boards with tokens of both sides, each with two ways what stands behind some of them, and orders for them."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.offers import Choice as OneOf
from adjudicator.kernel.decide.offers import Offer, Shape
from adjudicator.rulesets.hex_orders.bots.situation import sampled
from adjudicator.rulesets.hex_orders.model.board_hexes import FACINGS
from adjudicator.rulesets.hex_orders.model.messages import Aim, Bonus, HexEffect, Plot, PlotOrders, Sheet, WeaponEffect
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit, Running
from adjudicator.rulesets.hex_orders.model.state import army_key, is_shaken
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.odds.roll_odds import ROLLS
from adjudicator.rulesets.hex_orders.rules.movement.move_resolution import can_enter, tokens_kept
from adjudicator.rulesets.hex_orders.rules.orders.due_orders import default_movement
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import plan_of
from tests.rulesets.hex_orders.fixtures import (
    ability,
    angles,
    damage_table,
    field,
    gunnery,
    infantry,
    rules,
    smoke,
    speed,
    tank,
    weapon,
    with_orders,
)
from tests.rulesets.tables import UncheckedTable

MARKER = "CANARY"
STILL = "-+-+-"
STAYING = (STILL, "R+-+-", "-+L+-", "-+-+360", "A+-+-", "B+-+-", "A[fly]+-+B[slow]")
CROWDED = (
    "A[fly],F+-+-",
    "B[slow],F+-+-",
    "A[fly],Follow+-+-",
    "B[slow],Flee+-+-",
    "-+-+A[fly]",
    "F,A[fly]+F,B[slow]+-",
)
"""Orders that hang on room in the air and on the ground."""
ORDERS = (
    *STAYING,
    "F+-+-",
    "-+F+-",
    "R,F+-+-",
    "L,F+-+-",
    "F+R+F",
    "Rev+-+-",
    "Chase+-+-",
    "Flee+-+-",
    "Follow+-+-",
    "-+Follow+-",
    "-+A[fly],F+-",
)
SHOTS = tuple(
    gunnery(item) for item in ("-+-", "Spot+-", "-+Spot", "Fire+Fire", "Fire+Spot", "Aim+Fire", "Load+Fire", "Load+Aim")
)
GUN = weapon(
    "gun", weapon_range=3, load_capacity=2, always_loaded=True, effects=(WeaponEffect(kind="poison", level=4),)
)
MORTAR = weapon("mortar", weapon_range=3, area=3, always_loaded=True)
SMOKER = weapon(
    "smoker",
    weapon_range=3,
    always_loaded=True,
    damage=None,
    hex_effect=HexEffect(kind="smoke", level=0, grade="", density=0),
)
GASSER = weapon(
    "gasser",
    weapon_range=3,
    always_loaded=True,
    damage=None,
    hex_effect=HexEffect(kind="poison_cloud", level=6, grade="", density=3),
)
TOUGH = (
    damage_table("regular", {2: ("future 1",), 5: ("shaken",), 7: ("bleeding 4",)}),
    damage_table("psychic", {3: ("shaken",)}),
)


def open_sheet(chance: Random, nation: str) -> Sheet:
    """Make a unit that everybody sees."""
    base = chance.choice((tank, infantry, infantry))(nation=nation, leader_follow=chance.random() < 0.2)
    return armed_at_random(base, chance, chance.sample((GUN, MORTAR, SMOKER, GASSER), 2))


def hidden_sheet(chance: Random, nation: str, id: str) -> Sheet:
    """Make a unit to stand behind a token; all of its names bear its mark."""
    mark = marker_of(id)
    base = chance.choice((tank, infantry))(nation=nation, hidden=True, kind=f"{mark}{chance.randrange(9)}")
    guns = chance.sample((GUN, MORTAR, SMOKER), 2)
    made = armed_at_random(base, chance, [replace(gun, id=f"{mark}_{gun.id}", name=f"{mark} {gun.id}") for gun in guns])
    return replace(
        made,
        name=f"{mark} {chance.randrange(99)}",
        size=chance.choice(("small", "medium")),
        orders_ahead=chance.choice((1, 1, 2, 3)),
        fire_orders=chance.choice((1, 2)),
        armour=angles(chance.randrange(3)),
        leader_follow=chance.random() < 0.4,
        default_gunnery=chance.choice(("-+-", "Spot+-")),
        types=chance.choice((("infantry", "biological"), ("vehicle", "tracked"), ("cavalry", "biological", "scout"))),
        abilities=chance.choice(((), (ability("good_shot"),), (ability("steady"), ability("fear", 6)))),
        tables=chance.choice((*[TOUGH] * 5, base.tables)),
        immunities=chance.choice(((), ("poison",), ("fire", "acid"))),
    )


def marker_of(id: str) -> str:
    """Give the word that stands in every name of a hidden unit."""
    return f"{MARKER}_{id}_"


def armed_at_random(base: Sheet, chance: Random, weapons: list[Any]) -> Sheet:
    """Give a base these weapons, and orders of every kind."""
    names = tuple(row.id for row in weapons)
    models = tuple(replace(model, weapons=names) for model in base.models)[: chance.randrange(1, 4)]
    wings = speed("fly", flying=True, default="-+-+-")
    made = replace(base, weapons=tuple(weapons), models=models, speeds=(*base.speeds, wings))
    return with_orders(made, *ORDERS, gunnery=SHOTS)


def random_unit(chance: Random, seat: int, hidden: Sheet) -> dict[str, Any]:
    """Draw what may differ about a unit on the board besides what it is."""
    return {
        "speed": chance.choice(("stand_still", "slow", "fly")),
        "aim": chance.choice((None, Aim(hex="C3", turn=1))),
        "pinned": (pinned := chance.choice((0, 0, 2))),
        "shaken_from": int(pinned > 0),
        "bonuses": chance.choice(((), (Bonus(table="regular", by=2),))),
        "fire": chance.choice((0, 0, 1)),
        "poison": chance.choice(((), (4,))) if seat else (),
        "bleeding": chance.choice(((), (), (4,))),
        "loads": chance.choice(({}, {hidden.weapons[0].id: 1})),
        "minor_acid": chance.choice((0, 1)),
        "armour_loss": chance.choice((0, 1)),
    }


GROUND = ("clear", "clear", "clear", "forest", "swamp", "hills", "building", "clear+smoke", "rough")
CLOUDS = (
    smoke(0, poison=2, poison_level=6, poison_density=4),
    smoke(0, acid=2, acid_grade="minor", acid_density=4),
    smoke(2, fire=2),
    smoke(0, acid=2, acid_grade="major", acid_density=3, poison=2, poison_level=4, poison_density=3),
)

CALM = 0.3
WELL = {"fire": 0, "poison": (), "bleeding": (), "minor_acid": 0}
"""On calm boards hidden units stay where they are and well, so that worlds stay apart for many turns."""


class Board:
    """A random board: open units and tokens of both sides, and two ways what stands behind some of the tokens."""

    def __init__(self, seed: int, viewer: int, options: dict[str, Any], *, crowded: bool = False) -> None:
        """Draw a board; on a crowded one the units of a side share two hexes, and many of them fly."""
        chance = Random(seed)
        self.options = {
            "open_choices": chance.random() < 0.3,
            "area_uses_hit_modifiers": chance.random() < 0.3,
            "swamp_stuck_timing": chance.choice(("on_exit", "on_entry")),
            "turn_limit": 9,
            **options,
        }
        names = [f"{column}{row}" for column in "ABCDE" for row in range(1, 7)]
        self.hexes: dict[str, Any] = {name: chance.choice(GROUND) for name in names}
        self.calm = chance.random() < CALM
        self.hexes |= {name: chance.choice(CLOUDS) for name in chance.sample(names, 1 if self.calm else 5)}
        nations = ("dwarf", chance.choice(("elf", "dwarf")))
        self.units: tuple[list[Any], list[Any]] = ([], [])
        self.apart: set[str] = set()
        self.more = CROWDED if crowded else ()
        for seat in (0, 1):
            homes = chance.sample([name for name in names if (int(name[1:]) > 3) == bool(seat)], 4)
            homes = [*homes[:2], *homes[:2]] if crowded else homes
            for number in range(1, 6):
                self._place(chance, seat, number, homes[number % 4], nations[seat], viewer)

    def _place(self, chance: Random, seat: int, number: int, where: str, nation: str, viewer: int) -> None:
        id, facing = f"{'ab'[seat]}{number}", chance.choice(FACINGS)
        if number < 3:
            sheet = with_orders(open_sheet(chance, nation), *self.more)
            for units in self.units:
                units.append((id, where, facing, sheet, {"speed": chance.choice(("stand_still",))}))
            return
        rows = []
        for _ in (0, 1):
            sheet = with_orders(hidden_sheet(chance, nation, id), *self.more)
            changes = {"hidden": True, **random_unit(chance, seat, sheet), **(WELL if self.calm else {})}
            rows.append((id, where, chance.choice(FACINGS), sheet, changes))
        differs = seat != viewer and (number == 3 or chance.random() < 0.6)
        self.apart |= {id} if differs else set()
        for world, units in enumerate(self.units):
            units.append(rows[world if differs else 0])


class World(UncheckedTable):
    """A game in memory in which commands can be tried."""

    def tried(self, command: Struct, who: int) -> Any:
        """Try a command: its faults, () where it would be taken."""
        try:
            self._rule(who, command)
        except Rejected as refusal:
            return refusal.faults
        return ()


def open_world(board: Board, number: int, dice: Any) -> World:
    """Set one of the worlds of a board up: the first orders are to be written."""
    made = field(board.hexes, board.units[number], columns=5, rows=6, turn=0, step="", options=board.options)
    world = World(rules(), dice=dice)
    kernel = ("facts", "suspended", "result", "stack")
    slots = {name: getattr(made, name) for name in made.ALL if name not in kernel}
    sides = {seat: replace(side, orders=0) for seat, side in made.sides.items()}
    armies = {
        army_key(row.seat, int(row.id[1:])): ArmyUnit(row.seat, int(row.id[1:]), made.sheets[row.id], row.id)
        for row in made.units.values()
    }
    world.set(**{**slots, "sides": sides, "armies": armies, "orders": {}, "running": {}}, stack=())
    return world.ask("orders", 0, 1, subject=OrdersSubject(0))


def silent_command(world: Any, who: int) -> Any:
    """Give what a party's silence stands for in the open question."""
    top = world.window
    return world.rules.windows[top.kind].default_command(world.game, top, who)


def words_in(*worlds: Any) -> dict[str, list[Any]]:
    """List the words that occur in these worlds, by what they name."""
    units = sorted({id for world in worlds for id in world.game.units})
    weapons = sorted({row.id for world in worlds for sheet in world.game.sheets.values() for row in sheet.weapons})
    others = sorted(
        {
            id
            for world in worlds
            for table in ("declared", "hits", "fights", "exchanges", "armies")
            for id in getattr(world.game, table)
        }
    )
    hexes = sorted(worlds[0].game.hexes)
    everything = [*units, *weapons, *others, *hexes, *FACINGS, "b3.1", "a4.1", "h1", ""]
    return {
        "unit": units,
        "token": [*units, "fire", "poison", "acid"],
        "target": [*units, *units, *hexes],
        "hex": hexes,
        "weapon": weapons,
        "facing": list(FACINGS),
        "movement": [*ORDERS],
        "gunnery": [shot.pattern for shot in SHOTS],
        "gun": [""],
        "exit": ["", ""],
        "entry": ["", "N"],
        "units": units,
        "attackers": units,
        "roll": [*ROLLS],
        "": everything,
    }


def random_message(kind: Any, pools: dict[str, list[Any]], chance: Random) -> Any:
    """Make a message of real words at random."""
    return kind(
        **{row.name: _value(row.type, row.name, pools, chance) for row in fields(kind) if row.name != "game"},
        **({"game": b""} if any(row.name == "game" for row in fields(kind)) else {}),
    )


def _value(hint: Any, name: str, pools: dict[str, list[Any]], chance: Random) -> Any:
    options = [row for row in getattr(hint, "__args__", ()) if row not in (type(None), Ellipsis)]
    if getattr(hint, "__origin__", None) is tuple:
        return tuple(_value(options[0], name, pools, chance) for _ in range(chance.randrange(3)))
    if options:
        return _value(options[0], name, pools, chance)
    if hint is bool:
        return chance.random() < 0.5
    if hint is int:
        return chance.randrange(4)
    if hint is bytes:
        return b""
    return random_message(hint, pools, chance) if hint is not str else chance.choice(pools.get(name, pools[""]))


def commit_offer(world: World, who: int) -> Offer:
    """Give the offer to commit."""
    return next(offer for offer in world.offers(who) if offer.command == "CommitOrders")


def shape_of(offered: Offer) -> dict[str, Any]:
    """Give the domains of a plot by field."""
    shape = offered.fields[0].values
    assert isinstance(shape, Shape)
    return {part.field: part.values for part in shape.parts}


def words(offered: Offer, name: str) -> str:
    """Give the one value of a field of a plot."""
    values = shape_of(offered)[name]
    return values.values[0] if isinstance(values, OneOf) else str(values.least)


def plot_of(offered: Offer, chance: Random) -> Plot:
    """Draw a plot of what is offered; half of them stay in their hex."""
    made = sampled(offered, chance)
    assert isinstance(made, PlotOrders)
    assert made.plot is not None
    gunnery_orders = shape_of(offered)["gunnery"]
    drawn = tuple(chance.choice(gunnery_orders.of[0].values.values) for _ in range(gunnery_orders.most))
    return replace(made.plot, gunnery=drawn)


def path(game: Any, plot: Plot) -> tuple[str, ...]:
    """Foresee the hexes of a unit, step by step, up to the turn of a plot."""
    twin = game.fork()
    rows = {
        **{row.turn: row.movement for row in game.orders.values() if row.unit == plot.unit},
        plot.turn: plot.movement[0],
    }
    found = []
    for twin.turn in range(max(game.turn, 1), plot.turn + 1):
        order = rows.get(twin.turn, STILL)
        if is_shaken(twin, twin.units[plot.unit]):
            order = default_movement(twin, plot.unit)
        twin.running = {**twin.running, plot.unit: Running(plot.unit, tuple(order.split("+")), ())}
        for number in (1, 2, 3):
            twin.step = f"movement_{number}"
            found.append(_foreseen(twin, plot.unit))
    return tuple(found)


def _foreseen(twin: Any, unit: str) -> str:
    plan, row = plan_of(twin, unit), twin.units[unit]
    goes = can_enter(twin, plan)
    work = 0 if goes or not plan.goal else tokens_kept(twin, plan) + 1
    row = replace(row, facing=plan.facing, speed=plan.speed)
    row = replace(row, hex=plan.goal if goes else row.hex, difficult=work, difficult_hex=plan.goal if work else "")
    for change in plan.after:
        row = replace(row, facing=change.facing or row.facing, speed=change.speed or row.speed)
    twin.units[unit] = row
    return str(row.hex)
