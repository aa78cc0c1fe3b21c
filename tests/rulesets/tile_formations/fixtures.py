"""The example units, battlefields drawn in text with units set past all rules, and tables before the first command.

Units of "red" (seat 0) are "a1.1", "a1.2", ... in formation "a1" and so on; those of "blue" (seat 1) "b1.1", ...; the
third and fourth seats have "c" and "d". Tiles are named ("D4") or given as the ledger's (x, y), both from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from adjudicator.board.tiles import name_of
from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from adjudicator.rulesets.tile_formations import RULESET
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionNumber,
    CreateBattlefield,
    FormationSheet,
    Hit,
    HitValues,
    Options,
    TerrainKind,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.tile_formations.model.options import game_options
from adjudicator.rulesets.tile_formations.model.rows import Battlefield, Cell, Formation, Side, Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from tests.kit import NAMES, Table
from tests.rulesets.tables import DrawnInTurn

LETTERS = "abcd"


LEGEND = {
    ".": "open_ground",
    "B": "buildings",
    "C": "cliffs",
    "F": "fortifications",
    "H": "hills",
    "J": "jungle",
    "M": "marsh",
    "~": "river",
    "U": "ruins",
    "S": "scrub",
    "W": "woods",
    "=": "+roads",
    "#": "+barricade",
    "K": "+bunkers",
    "X": "+fieldworks",
    "G": "+gun_emplacements",
    "*": "+minefield",
}
"""Signs of drawn maps; a "+" marks what lies on open ground."""


Place = str | tuple[int, int]


Placed = tuple[Place, UnitSheet] | tuple[Place, UnitSheet, Mapping[str, Any]]


def at(x: int, y: int) -> str:
    """Name a tile by column and row, both from 0, as the ledger has them."""
    return name_of(x, y)


def path(*places: Place) -> tuple[str, ...]:
    """Name the tiles of a path."""
    return tuple(_tile_name(place) for place in places)


def _tile_name(place: Place) -> str:
    return place if isinstance(place, str) else name_of(*place)


def weapon(name: str = "gun", dice: int = 1, to_hit: int | tuple[int, int, int] = 4, **changes: Any) -> Weapon:
    """Make a weapon: 1 die, hits on 4 or less, range 12. `to_hit` may be for infantry, vehicles and war engines."""
    values = (to_hit,) * 3 if isinstance(to_hit, int) else to_hit
    hits = HitValues(infantry=values[0], vehicles=values[1], war_engines=values[2])
    return replace(Weapon(name=name, dice=dice, to_hit=hits, weapon_range=12, save_modifier=0, air=False), **changes)


SMALL_ARMS = weapon("small arms", to_hit=(3, 1, 1), weapon_range=4)


def unit_sheet(kind: str, **changes: Any) -> UnitSheet:
    """Make a unit of a type: speed 4, integrity 1, armour 0, no limit of vision, 1 by 1, the usual weapon."""
    made = UnitSheet(
        name=kind,
        unit_type=kind,
        speed=4,
        integrity=1,
        armour=0,
        vision=0,
        columns=1,
        rows=1,
        flags=(),
        weapons=(weapon(),),
    )
    return replace(made, **changes)


def infantry(**changes: Any) -> UnitSheet:
    """Make infantry."""
    return unit_sheet("INF", **changes)


def vehicle(**changes: Any) -> UnitSheet:
    """Make an armoured vehicle."""
    return unit_sheet("AV", **changes)


def light_vehicle(**changes: Any) -> UnitSheet:
    """Make a light vehicle."""
    return unit_sheet("LV", **changes)


def war_engine(**changes: Any) -> UnitSheet:
    """Make a war engine of integrity 3."""
    return unit_sheet("WE", **({"integrity": 3} | changes))


def aircraft(**changes: Any) -> UnitSheet:
    """Make an aircraft."""
    return unit_sheet("AC", **changes)


def rifles(**changes: Any) -> UnitSheet:
    """Give the ledger's Rifle company."""
    return infantry(**({"name": "Rifle company", "speed": 3, "armour": 2, "weapons": (SMALL_ARMS,)} | changes))


def cell(what: str | Cell) -> Cell:
    """Read "woods", "woods+minefield", "+roads" (on open ground), or a cell."""
    if isinstance(what, Cell):
        return what
    base, *overlays = what.split("+")
    return Cell(base or "open_ground", tuple(overlays))


def read_drawing(text: str) -> tuple[dict[str, Cell], int, int]:
    """Read a drawn map: its tiles, columns and rows. Blanks between signs and empty lines do not count."""
    lines = [line.replace(" ", "") for line in text.strip().splitlines() if line.strip()]
    cells = {
        name_of(x, y): cell(LEGEND[sign]) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != "."
    }
    return cells, max(len(line) for line in lines), len(lines)


def battlefield(
    drawing: str = "",
    units: Mapping[str, Placed] | None = None,
    *,
    terrain: Mapping[Place, str | Cell] | None = None,
    columns: int = 12,
    rows: int = 12,
    turn: int = 1,
    options: Mapping[str, Any] | None = None,
    formations: Mapping[str, Mapping[str, Any]] | None = None,
    kinds: Iterable[TerrainKind] = (),
    seats: int = 2,
    sides: Iterable[int] = (),
) -> Game:
    """Set a battlefield up without rules around it; see `table`."""
    game = Game()
    cells, columns, rows = read_drawing(drawing) if drawing else ({}, columns, rows)
    game.battlefield = Battlefield("", "", columns, rows, "open_ground")
    game.options = game_options(Options(**_options({"action_test": "none"} | dict(options or {}))))
    game.kinds = {**TERRAIN_KINDS, **{kind.name: kind for kind in kinds}}
    game.cells = cells | {_tile_name(place): cell(what) for place, what in (terrain or {}).items()}
    numbers = tuple(sides) or tuple(range(1, seats + 1))
    game.sides = {seat: Side(seat, NAMES[seat], numbers[seat], (), True, True) for seat in range(seats)}
    game.turn, game.active = turn, 0
    for id in sorted(units or {}, key=id_order):
        _put_unit(game, id, *(units or {})[id])
    for id, changes in (formations or {}).items():
        game.formations[id] = replace(game.formations[id], **changes)
    return game


def _options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Let numbers of actions be given as {"march": 2}."""
    tables = ("moves_per_action", "action_to_hit_modifiers")
    rows = {
        name: tuple(ActionNumber(action=action, number=number) for action, number in value.items())
        for name, value in options.items()
        if name in tables and isinstance(value, Mapping)
    }
    return {**options, **rows}


def _put_unit(game: Game, id: str, place: Place, made: UnitSheet, changes: Mapping[str, Any] | None = None) -> None:
    formation = id.partition(".")[0]
    seat = LETTERS.index(id[0])
    row = Unit(id, seat, formation, made.integrity, _tile_name(place), "")
    game.units[id] = replace(row, **(changes or {}))
    game.sheets[id] = made
    known = game.formations.get(formation) or Formation(formation, seat, formation, ())
    game.formations[formation] = replace(known, units=(*known.units, id))


@cache
def rules() -> LoadedRuleset[Any]:
    """Load the ruleset."""
    return assemble(RULESET)


def table(
    drawing: str = "",
    units: Mapping[str, Placed] | None = None,
    *,
    dice: Iterable[int] = (),
    terrain: Mapping[Place, str | Cell] | None = None,
    columns: int = 12,
    rows: int = 12,
    turn: int = 1,
    options: Mapping[str, Any] | None = None,
    formations: Mapping[str, Mapping[str, Any]] | None = None,
    kinds: Iterable[TerrainKind] = (),
    seats: int = 2,
    sides: Iterable[int] = (),
    **rest: Any,
) -> Table:
    """Set a battlefield up past all rules: nothing is asked until `begin`, or the table's own `ask`.

    `drawing` has a sign for every tile (LEGEND), row by row from the north; `terrain` has more tiles by name or (x, y),
    as `cell` reads them. A unit is (place, sheet) or (place, sheet, {field of its row: value}). `formations` changes
    rows of formations, such as {"b1": {"state": "overwatch"}}. `options` are those of CreateBattlefield, numbers of
    actions as {"march": 2}; no action tests are taken unless they say so. `kinds` are more kinds of terrain; `sides`
    the number of each seat's side.
    """
    made = battlefield(
        drawing,
        units,
        terrain=terrain,
        columns=columns,
        rows=rows,
        turn=turn,
        options=options,
        formations=formations,
        kinds=kinds,
        seats=seats,
        sides=sides,
    )
    played = DrawnInTurn(rules(), seats, dice=dice, **rest)
    kernel = ("facts", "suspended", "result", "stack")
    return played.set(**{name: getattr(made, name) for name in made.ALL if name not in kernel}, stack=())


def seat_name(key: str) -> str:
    """Give the name of the seat of a unit or formation."""
    return NAMES[LETTERS.index(key[0])]


def battlefield_terms(*, options: dict[str, Any] | None = None, **fields: Any) -> CreateBattlefield:
    """Make terms: open ground of 12 by 12 tiles; none of a size where a map or a text is given."""
    size = {} if "map_name" in fields or "text" in fields else {"columns": 12, "rows": 12}
    made = CreateBattlefield(
        map_name="", text="", columns=0, rows=0, base_terrain="", options=replace(Options(), **(options or {}))
    )
    return replace(made, **{**size, **fields})


def open_table(seats: int = 2, **rest: Any) -> Table:
    """Open a game that waits for its battlefield."""
    return DrawnInTurn(rules(), seats, **({"dice": ()} | rest))


def formation_sheet(*units: UnitSheet, name: str = "Formation") -> FormationSheet:
    """Make a formation."""
    return FormationSheet(name=name, units=units)


CHOSEN_ACTION = {"zoc_judged_by": "chosen_action"}
"""Options by which only the action that was chosen says whether a unit could have charged or left."""


TESTED = {"action_test": "external"}
"""Options by which action tests are taken outside, as they are by default; tables of tests take none."""


FAR_ENEMY: Placed = ("L12", infantry(flags=("no_zoc",)))
"""An enemy far away, which keeps the game going and has no zone."""


SHEETS_BY_TYPE = {"INF": infantry, "LV": light_vehicle, "AV": vehicle, "WE": war_engine, "AC": aircraft}


GROUND_TYPES = ("INF", "LV", "AV", "WE")


VEHICLES = ("LV", "AV")


MOVING_ACTIONS = ("advance", "double", "march", "marshal", "hold")
"""Actions with a move that are no engage."""


def zoneless(kind: str, **changes: Any) -> UnitSheet:
    """Make a unit of a type that has no zone of control."""
    return SHEETS_BY_TYPE[kind](**({"flags": ("no_zoc",)} | changes))


def open_ground(units: dict[str, Placed], **setup: Any) -> Table:
    """Set units on a battlefield of 12 by 12 tiles of open ground, with a far enemy where there is no other."""
    enemy: dict[str, Placed] = {} if any(id[0] != "a" for id in units) else {"b1.1": FAR_ENEMY}
    return table("", {**units, **enemy}, **setup)


SHOOTER_PLACE, TARGET_PLACE = (1, 5), (7, 5)
"""Where the attacker stands and where its target does, six tiles east of it."""


UNARMED = weapon("none", dice=0)


SIX_DICE = weapon("six", dice=6)


ALL_FACES = (1, 2, 3, 4, 5, 6)


def gunner(gun: Any = None, **changes: Any) -> UnitSheet:
    """Make infantry without a zone that shoots with one weapon."""
    return zoneless("INF", **({"weapons": (gun or weapon(),)} | changes))


def wide_ground(units: Mapping[str, Placed], **setup: Any) -> Table:
    """Set units on 24 by 24 tiles of open ground, each army with a unit far away that keeps the game going.

    Formations hold together over 20 tiles where nothing else is said.
    """
    bystander = zoneless("INF", weapons=(UNARMED,))
    far: dict[str, Placed] = {"a9.1": ((23, 0), bystander), "b9.1": ((23, 23), bystander)}
    options = {"coherency_tiles": 20} | (setup.pop("options", None) or {})
    return table("", {**far, **units}, options=options, **({"columns": 24, "rows": 24} | setup))


def duel(
    enemy_sheet: UnitSheet, ground: str = "open_ground", gun: Any = None, *, low: bool = False, **setup: Any
) -> Table:
    """Let a1.1 face b1.1, which stands six tiles off on this ground; `low` says that b1 is in Overwatch."""
    units: dict[str, Placed] = {"a1.1": (SHOOTER_PLACE, gunner(gun)), "b1.1": (TARGET_PLACE, enemy_sheet)}
    state = {"formations": {"b1": {"state": "overwatch"}}} if low else {}
    return wide_ground(units, **({"terrain": {TARGET_PLACE: ground, **setup.pop("more", {})}} | state | setup))


ENEMY_INFANTRY: Placed = ((5, 5), infantry())


WOOD_AT_D3 = {(3, 2): "woods"}


def unarmed(kind: str = "INF", **changes: Any) -> Any:
    """Make a unit of integrity 3 that can not shoot."""
    return zoneless(kind, **({"integrity": 3, "weapons": (UNARMED,)} | changes))


def facing_group(*places: Place, gun: Any = None, terrain: Any = None, options: Any = None, **changes: Any) -> Table:
    """Let a1.1 at (1, 5) face a formation of infantry in these places."""
    units: Any = {"a1.1": (SHOOTER_PLACE, gunner(gun))}
    units |= {f"b1.{n}": (place, unarmed(**changes)) for n, place in enumerate(places, 1)}
    return wide_ground(units, terrain=terrain, options=options)


QUIET_INFANTRY = infantry(flags=("no_zoc",))


FAR_QUIET_ENEMY = {"b1.1": ("L12", QUIET_INFANTRY)}


QUIET_ENEMY_AT_F3 = {"b1.1": ("F3", infantry(flags=("no_zoc",)))}


WOOD_AND_MINES = ". W . * . .\n. . . . . .\n. . . . . ."


FOUR_POINT_BUILDINGS: dict[str, Any] = {"building_integrity": 4}


HOUSE: dict[Place, Any] = {(5, 5): "buildings"}


PLAIN_HIT = Hit(
    id="h1", unit="b1.1", shooter="a1.1", weapon="gun", save_modifier=0, air=False, crossfire=False, save=""
)


TARGET = {"b1.1": ("G1", infantry(integrity=3))}


SHOOTER = {"a1.1": ("A1", infantry())}


ENEMY_VEHICLE = {"b1.1": ((5, 5), vehicle())}


MOST_INTEGER = 2**31 - 1
