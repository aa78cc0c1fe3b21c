"""The two example units, boards with units set past all rules, and tables on which they are played.

Units of "red" (seat 0, side 1, edge of row 1) are "a1", "a2", ..., those of "blue" (seat 1, side 2) "b1", "b2", ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from adjudicator.rulesets.hex_orders import RULESET
from adjudicator.rulesets.hex_orders.model.board_hexes import board_of, order_of_hexes
from adjudicator.rulesets.hex_orders.model.messages import (
    Ability,
    Angles,
    AssaultLine,
    DamageTable,
    Deflection,
    Die,
    Effects,
    GunneryOrder,
    Load,
    Model,
    Price,
    Sheet,
    SpeedOrders,
    TableResult,
    TableRow,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit, BoardHex, Orders, Running, Side, Terms, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, army_key, orders_key
from tests.kit import Table
from tests.rulesets.tables import DrawnInTurn

NOTHING = Price(ip=0, mp=0, cp=0, xp=0, com=0)
DICE = re.compile(r"d(?P<sides>\d+)(?P<plus>[+-]\d+)?")
Rows = Mapping[int, Sequence[str]]
Placed = tuple[Any, ...]


def angles(text: str | int) -> Angles:
    """Read "4/3/3/2", or one number for every angle."""
    numbers = [int(word) for word in str(text).split("/")]
    front, front_side, back_side, back = numbers * 4 if len(numbers) == 1 else numbers
    return Angles(front=front, front_side=front_side, back_side=back_side, back=back)


def die(text: str) -> Die:
    """Read "d6" or "d6-1"."""
    found = DICE.fullmatch(text)
    assert found, text
    return Die(sides=int(found["sides"]), plus=int(found["plus"] or 0))


def price(**pools: int) -> Price:
    """Make a price of the pools that are named."""
    return replace(NOTHING, **pools)


def ability(name: str, x: int = 0, sides: int = 0, word: str = "") -> Ability:
    """Name an ability."""
    return Ability(name=name, x=x, sides=sides, word=word)


def results(*texts: str) -> tuple[TableResult, ...]:
    """Read "future 1", "shaken", "kill 1", "destroy", "bleeding 4", "on_fire", "weapon_lost gun", "speed_set slow"."""
    return tuple(_result(*text.split()) for text in texts)


def _result(kind: str, rest: str = "") -> TableResult:
    number = rest.isdigit()
    return TableResult(kind=kind, x=int(rest) if number else 0, word="" if number else rest)


def damage_table(kind: str, rows: Rows) -> DamageTable:
    """Make a damage table of the results of each value."""
    return DamageTable(
        damage_type=kind,
        rows=tuple(TableRow(value=value, results=results(*texts)) for value, texts in sorted(rows.items())),
    )


def weapon(id: str, **changes: Any) -> Weapon:
    """Make a weapon: range 4, every angle, ap 0, d6, one load token."""
    made = Weapon(
        id=id,
        name=id,
        hands=0,
        weapon_range=4,
        arc="*",
        ap=0,
        damage=die("d6"),
        area=0,
        burst=0,
        limited_ammo=0,
        always_loaded=False,
        load_per_order=1,
        load_capacity=1,
        enhanced_accuracy=False,
        automatic=False,
    )
    return replace(made, **changes)


def line(dice: str | int, to_hit: int, ap: int = 0, damage: str = "d6", **changes: Any) -> AssaultLine:
    """Make an assault line."""
    return replace(AssaultLine(dice=angles(dice), to_hit=to_hit, ap=ap, damage=die(damage)), **changes)


def deflection(dice: str | int, to_hit: str | int) -> Deflection:
    """Make an assault deflection."""
    return Deflection(dice=angles(dice), to_hit=angles(to_hit))


def gunnery(pattern: str, first: Sequence[str] = (), second: Sequence[str] = ()) -> GunneryOrder:
    """Make a gunnery order, with the speeds of its parts."""
    return GunneryOrder(pattern=pattern, first_speeds=tuple(first), second_speeds=tuple(second))


def speed(name: str, *movement: str, default: str = "-+-+-", **changes: Any) -> SpeedOrders:
    """Make the orders of a speed."""
    made = SpeedOrders(speed=name, movement=movement, default_movement=default, flying=False, accelerates="", brakes="")
    return replace(made, **changes)


def model(name: str, assault: AssaultLine, weapons: Sequence[str] = (), **changes: Any) -> Model:
    """Make a model."""
    return replace(Model(name=name, elite=False, weapons=tuple(weapons), assault=assault), **changes)


GUNNERY = (
    gunnery("-+Aim"),
    gunnery("-+Load", second=("stand_still",)),
    gunnery("-+Fire"),
    gunnery("Aim+-"),
    gunnery("Load+-"),
    gunnery("Fire+-"),
    gunnery("Spot+Spot"),
)
LADDER = ("stand_still", "slow", "fast")
MAIN_GUN = weapon("main_gun", weapon_range=4, arc="*/-/-/-", ap=1)
MUSKET = weapon("musket", hands=2, weapon_range=2)
GRENADE = weapon("grenade", weapon_range=1, area=6, limited_ammo=1, always_loaded=True)
TANK_LINE = line("4/3/3/2", 5, -1, "d6-1")
INFANTRY_LINE = line(1, 5)

_BASE = Sheet(
    kind="",
    name="",
    nation="",
    price=NOTHING,
    size="small",
    ladder=LADDER,
    initial_speed="stand_still",
    gunnery=GUNNERY,
    default_gunnery="-+-",
    fire_orders=1,
    orders_ahead=1,
    armour=angles(0),
    hidden=False,
    leader_follow=False,
    base_weapon="",
)
_TANK = replace(
    _BASE,
    kind="standard_tank",
    name="Standard Tank",
    nation="dwarf",
    price=price(ip=6),
    types=("vehicle", "tank", "tracked", "biological_crew"),
    size="medium",
    models=(model("tank", TANK_LINE, ("main_gun",), deflection=deflection("2/0/0/0", "5/0/0/0")),),
    speeds=(
        speed("stand_still", "-+-+-", "-+A+-", "R+-+-", "L+-+-"),
        speed("slow", "A+F+-", "F+-+-", "-+R+-", "-+L+-", "B+-+-", default="F+-+-"),
        speed("fast", "F+F+-", "F+L+-", "F+R+-", "F+B+-", default="F+F+-"),
    ),
    armour=angles("4/3/3/2"),
    tables=(
        damage_table(
            "regular", {3: ("future 1",), 4: ("future 1", "shaken"), 5: ("speed_set stand_still",), 6: ("destroy",)}
        ),
        damage_table("light", {4: ("future 1",), 5: ("shaken",), 6: ("future 1", "shaken")}),
    ),
    weapons=(MAIN_GUN,),
)
_INFANTRY = replace(
    _BASE,
    kind="line_infantry",
    name="Line infantry",
    nation="elf",
    price=price(mp=4),
    types=("infantry", "biological"),
    models=(model("regular", INFANTRY_LINE, ("musket", "grenade")),) * 4,
    speeds=(
        speed("stand_still", "-+-+-", "A[crawling]+F+-", "A+F+-", "360+-+-"),
        speed("slow", "F+-+-", "A+F+-", "B+-+-", "F+360+-", "Flee+-+-", "Chase+-+-", default="F+-+-"),
        speed("fast", "F+F+-", "F+B+-", "Flee+Flee+-", "Chase+Chase+-", default="F+F+-"),
        speed("crawling", "-+F+-", "B[rest]+-+-", "A[slow]+F+-"),
        speed("rest", "-+-+-", "A[crawling]+-+-"),
    ),
    tables=(
        damage_table("regular", {3: ("future 1",), 4: ("kill 1",), 6: ("kill 1", "bleeding 4")}),
        damage_table("psychic", {4: ("shaken",), 6: ("kill 1",)}),
    ),
    weapons=(MUSKET, GRENADE),
)


def tank(**changes: Any) -> Sheet:
    """Give the ledger's Standard Tank."""
    return replace(_TANK, **changes)


def infantry(**changes: Any) -> Sheet:
    """Give the ledger's infantry base of four."""
    return replace(_INFANTRY, **changes)


def armed(sheet: Sheet, *weapons: Weapon, **changes: Any) -> Sheet:
    """Let every model of a base have these weapons instead of its own."""
    names = tuple(row.id for row in weapons)
    models = tuple(replace(row, weapons=names) for row in sheet.models)
    return replace(sheet, weapons=weapons, models=models, **changes)


def with_orders(sheet: Sheet, *movement: str, gunnery: Sequence[GunneryOrder] = (), **changes: Any) -> Sheet:
    """Let a base have these movement orders besides its own, at every speed, and these gunnery orders."""
    speeds = tuple(replace(row, movement=tuple(dict.fromkeys((*row.movement, *movement)))) for row in sheet.speeds)
    return replace(sheet, speeds=speeds, gunnery=(*sheet.gunnery, *gunnery), **changes)


def smoke(markers: int = 2, *, by: tuple[int, ...] = (0,), **changes: Any) -> Effects:
    """Make the effects of a hex with smoke, or with other kinds by `changes`; `by` are the seats that placed them."""
    made = Effects(
        smoke=markers, fire=0, poison=0, poison_level=0, poison_density=0, acid=0, acid_grade="", acid_density=0
    )
    made = replace(made, **changes)
    seats = {f"{kind}_by": by for kind in ("smoke", "fire", "poison", "acid") if getattr(made, kind)}
    return replace(made, **seats)


def board_hex(what: str | Effects | BoardHex) -> BoardHex:
    """Read "forest", "clear+entrenchment", "hills+smoke", the effects of a clear hex, or a cell."""
    if isinstance(what, BoardHex):
        return what
    if isinstance(what, Effects):
        return BoardHex(effects=what)
    terrain, *over = what.split("+")
    labels = tuple(row for row in over if row != "smoke")
    return BoardHex(terrain, labels, smoke() if "smoke" in over else None)


def field(
    hexes: Mapping[str, str | Effects | BoardHex] | None = None,
    units: Iterable[Placed] = (),
    *,
    columns: int = 7,
    rows: int = 9,
    turn: int = 1,
    step: str = "",
    options: Mapping[str, Any] | None = None,
    running: Mapping[str, Sequence[str]] | None = None,
) -> Game:
    """Set a board up without rules around it; see `table`."""
    game = Game()
    game.terms = Terms("entrenched", "standard", "", columns, rows)
    game.options = replace(OPTIONS.defaults, **(options or {}))
    game.hexes = {name: BoardHex() for name in board_of(columns, rows)}
    game.hexes |= {name: board_hex(what) for name, what in (hexes or {}).items()}
    game.hexes = {name: game.hexes[name] for name in sorted(game.hexes, key=order_of_hexes)}
    game.turn, game.step = turn, step
    for placed in units:
        _place(game, *placed)
    game.sides = {seat: _side(game, seat) for seat in (0, 1)}
    for id in game.units:
        _order(game, id, (running or {}).get(id))
    return game


def _place(
    game: Game, id: str, where: str, facing: str, sheet: Sheet, changes: Mapping[str, Any] | None = None
) -> None:
    seat = "ab".index(id[0])
    row = Unit(id, seat, where, facing, sheet.initial_speed)
    game.units[id] = replace(row, **_fields(changes or {}))
    game.sheets[id] = sheet
    number = int(id[1:])
    game.armies[army_key(seat, number)] = ArmyUnit(seat, number, sheet, id)


def _fields(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Let `loads` and `uses` be given as weapon and count."""
    counted = {name: changes[name] for name in ("loads", "uses") if isinstance(changes.get(name), dict)}
    made = {name: tuple(Load(weapon=key, count=n) for key, n in rows.items()) for name, rows in counted.items()}
    return {**changes, **made}


def _side(game: Game, seat: int) -> Side:
    own = [game.sheets[unit.id] for unit in game.units.values() if unit.seat == seat]
    nations = tuple(sorted({sheet.nation for sheet in own})) or (("dwarf", "elf")[seat],)
    budget = price(ip=24, mp=24, cp=24, xp=24)
    placed = max((int(unit.id[1:]) for unit in game.units.values() if unit.seat == seat), default=0)
    return Side(
        nations,
        number=seat + 1,
        budget=budget,
        huge=(),
        huge_shown=True,
        army=True,
        area=True,
        orders=game.turn,
        placed=placed,
    )


def _order(game: Game, id: str, given: Sequence[str] | None) -> None:
    """Let a unit run a movement order and its gunnery orders, its defaults where none are given."""
    unit, sheet = game.units[id], game.sheets[id]
    default = next(item.default_movement for item in sheet.speeds if item.speed == unit.speed)
    movement, *shots = given or (default,)
    guns = (*shots, *(sheet.default_gunnery for _ in range(sheet.fire_orders - len(shots))))
    parts = tuple((first, second) for first, second in (order.split("+") for order in guns))
    game.running[id] = Running(id, tuple(movement.split("+")), parts)
    row = Orders(id, unit.seat, game.turn, movement, guns, 0, final=True, shown=not unit.hidden, defaulted=not given)
    game.orders[orders_key(id, game.turn)] = row


@cache
def rules() -> LoadedRuleset[Any]:
    """Load the ruleset."""
    return assemble(RULESET)


def table(
    dice: Iterable[int] = (),
    options: Mapping[str, Any] | None = None,
    *,
    turn: int = 1,
    step: str = "",
    hexes: Mapping[str, str | Effects | BoardHex] | None = None,
    units: Iterable[Placed] = (),
    columns: int = 7,
    rows: int = 9,
    running: Mapping[str, Sequence[str]] | None = None,
    kind: type[Table] = DrawnInTurn,
    **rest: Any,
) -> Table:
    """Set a board up past all rules: nothing is asked until `begin`, or the table's own `ask`.

    A unit is (id, hex, facing, sheet, {field of its row: value}); `loads` may be {"main_gun": 1}. `running` has the
    movement order and the gunnery orders that units carry out, such as {"a1": ("F+-+-", "-+Fire")}; the others carry
    their defaults out. `hexes` has what is not clear, as `board_hex` reads it. `kind` is what the table is made of.
    """
    made = field(hexes, units, columns=columns, rows=rows, turn=turn, step=step, options=options, running=running)
    played = kind(rules(), dice=dice, **rest)
    kernel = ("facts", "suspended", "result", "stack")
    return played.set(**{name: getattr(made, name) for name in made.ALL if name not in kernel}, stack=())


EYE = weapon("eye", weapon_range=20, always_loaded=True)


def lookout(nation: str, *types: str, **changes: Any) -> Sheet:
    """Make a single model with a weapon that reaches everything in sight."""
    sheet = infantry(nation=nation, types=("infantry", "biological", *types), **changes)
    return replace(armed(sheet, EYE), models=armed(sheet, EYE).models[:1])


GUN = weapon("gun", weapon_range=4, always_loaded=True)
LOADED = {"main_gun": 1}


def squad(*guns: Weapon, count: int = 4, **changes: Any) -> Sheet:
    """Make a base of so many models that all have these weapons."""
    sheet = armed(infantry(**{"nation": "dwarf", **changes}), *guns)
    return replace(sheet, models=sheet.models[:1] * count)


AROUND_D5 = ("D4", "E5", "E6", "D6", "C6", "C5")
ORK = tank(nation="ork")
