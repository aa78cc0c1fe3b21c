"""The example units, battlefields drawn in text with units set past all rules, and ways into the middle of an action.

Units of "red" (seat 0) are "a1.1", "a1.2", ... in formation "a1" and so on; those of "blue" (seat 1) "b1.1", ...; the
third and fourth seats have "c" and "d". Tiles are named ("D4") or given as the ledger's (x, y), both from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from adjudicator.board.tiles import name_of
from adjudicator.kernel.decide.rules import Rules
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.tile_formations.kinds import KINDS
from adjudicator.rulesets.tile_formations.model.messages import (
    ActionNumber,
    BeginAction,
    EndAction,
    EndFormationMove,
    HitValues,
    MoveUnit,
    Options,
    PassOverwatch,
    RollDangerousTerrain,
    TerrainKind,
    UnitSheet,
    Weapon,
)
from adjudicator.rulesets.tile_formations.options import how_of
from adjudicator.rulesets.tile_formations.rows import Cell, Formation, Side, Terms, Unit
from adjudicator.rulesets.tile_formations.state import Game, order_of_ids
from tests.kit import NAMES, Outcome, Table, rules_from

PACKAGE = "adjudicator.rulesets.tile_formations"
LETTERS = "abcd"
LEGEND = {
    ".": "open_ground", "B": "buildings", "C": "cliffs", "F": "fortifications", "H": "hills", "J": "jungle",
    "M": "marsh", "~": "river", "U": "ruins", "S": "scrub", "W": "woods", "=": "+roads", "#": "+barricade",
    "K": "+bunkers", "X": "+fieldworks", "G": "+gun_emplacements", "*": "+minefield",
}  # fmt: skip
"""Signs of drawn maps; a "+" marks what lies on open ground."""

Place = str | tuple[int, int]
Placed = tuple[Place, UnitSheet] | tuple[Place, UnitSheet, Mapping[str, Any]]


# -- values


def at(x: int, y: int) -> str:
    """Name a tile by column and row, both from 0, as the ledger has them."""
    return name_of(x, y)


def path(*places: Place) -> tuple[str, ...]:
    """Name the tiles of a path."""
    return tuple(_name(place) for place in places)


def _name(place: Place) -> str:
    return place if isinstance(place, str) else name_of(*place)


def weapon(name: str = "gun", dice: int = 1, to_hit: int | tuple[int, int, int] = 4, **changes: Any) -> Weapon:
    """Make a weapon: 1 die, hits on 4 or less, range 12. `to_hit` may be for infantry, vehicles and war engines."""
    values = (to_hit,) * 3 if isinstance(to_hit, int) else to_hit
    hits = HitValues(infantry=values[0], vehicles=values[1], war_engines=values[2])
    return replace(Weapon(name=name, dice=dice, to_hit=hits, range=12, save_modifier=0, air=False), **changes)


SMALL_ARMS = weapon("small arms", to_hit=(3, 1, 1), range=4)


def sheet(kind: str, **changes: Any) -> UnitSheet:
    """Make a unit of a type: speed 4, integrity 1, armour 0, no limit of vision, 1 by 1, the usual weapon."""
    made = UnitSheet(
        name=kind, type=kind, speed=4, integrity=1, armour=0, vision=0, columns=1, rows=1, flags=(),
        weapons=(weapon(),),
    )  # fmt: skip
    return replace(made, **changes)


def infantry(**changes: Any) -> UnitSheet:
    """Make infantry."""
    return sheet("INF", **changes)


def vehicle(**changes: Any) -> UnitSheet:
    """Make an armoured vehicle."""
    return sheet("AV", **changes)


def light_vehicle(**changes: Any) -> UnitSheet:
    """Make a light vehicle."""
    return sheet("LV", **changes)


def war_engine(**changes: Any) -> UnitSheet:
    """Make a war engine of integrity 3."""
    return sheet("WE", **({"integrity": 3} | changes))


def aircraft(**changes: Any) -> UnitSheet:
    """Make an aircraft."""
    return sheet("AC", **changes)


def rifles(**changes: Any) -> UnitSheet:
    """Give the ledger's Rifle company."""
    return infantry(**({"name": "Rifle company", "speed": 3, "armour": 2, "weapons": (SMALL_ARMS,)} | changes))


# -- battlefields


def cell(what: str | Cell) -> Cell:
    """Read "woods", "woods+minefield", "+roads" (on open ground), or a cell."""
    if isinstance(what, Cell):
        return what
    base, *overlays = what.split("+")
    return Cell(base or "open_ground", tuple(overlays))


def drawn(text: str) -> tuple[dict[str, Cell], int, int]:
    """Read a drawn map: its tiles, columns and rows. Blanks between signs and empty lines do not count."""
    lines = [line.replace(" ", "") for line in text.strip().splitlines() if line.strip()]
    cells = {
        name_of(x, y): cell(LEGEND[sign]) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != "."
    }
    return cells, max(len(line) for line in lines), len(lines)


def field(
    drawing: str = "", units: Mapping[str, Placed] | None = None, *, terrain: Mapping[Place, str | Cell] | None = None,
    columns: int = 12, rows: int = 12, turn: int = 1, options: Mapping[str, Any] | None = None,
    formations: Mapping[str, Mapping[str, Any]] | None = None, kinds: Iterable[TerrainKind] = (), seats: int = 2,
    sides: Iterable[int] = (),
) -> Game:  # fmt: skip
    """Set a battlefield up without rules around it; see `table`."""
    game = Game()
    cells, columns, rows = drawn(drawing) if drawing else ({}, columns, rows)
    game.terms = Terms("", "", columns, rows, "open_ground")
    game.how = how_of(Options(**_options(options or {})))
    game.kinds = {**KINDS, **{each.name: each for each in kinds}}
    game.cells = cells | {_name(place): cell(what) for place, what in (terrain or {}).items()}
    numbers = tuple(sides) or tuple(range(1, seats + 1))
    game.sides = {seat: Side(seat, NAMES[seat], numbers[seat], (), True, True) for seat in range(seats)}
    game.turn, game.active = turn, 0
    for id in sorted(units or {}, key=order_of_ids):
        _place(game, id, *(units or {})[id])
    for id, changes in (formations or {}).items():
        game.formations[id] = replace(game.formations[id], **changes)
    return game


def _options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Let numbers of actions be given as {"march": 2}."""
    tables = ("moves_per_action", "action_to_hit_modifiers")
    rows = {
        name: tuple(ActionNumber(action=action, number=number) for action, number in value.items())
        for name, value in options.items() if name in tables and isinstance(value, Mapping)
    }  # fmt: skip
    return {**options, **rows}


def _place(game: Game, id: str, place: Place, made: UnitSheet, changes: Mapping[str, Any] | None = None) -> None:
    formation = id.partition(".")[0]
    seat = LETTERS.index(id[0])
    row = Unit(id, seat, formation, made.integrity, _name(place), "")
    game.units[id] = replace(row, **(changes or {}))
    game.sheets[id] = made
    known = game.formations.get(formation) or Formation(formation, seat, formation, ())
    game.formations[formation] = replace(known, units=(*known.units, id))


@cache
def rules() -> Rules[Any]:
    """Load the ruleset."""
    return rules_from(import_module(PACKAGE))


def table(
    drawing: str = "", units: Mapping[str, Placed] | None = None, *, dice: Iterable[int] = (),
    terrain: Mapping[Place, str | Cell] | None = None, columns: int = 12, rows: int = 12, turn: int = 1,
    options: Mapping[str, Any] | None = None, formations: Mapping[str, Mapping[str, Any]] | None = None,
    kinds: Iterable[TerrainKind] = (), seats: int = 2, sides: Iterable[int] = (), **rest: Any,
) -> Table:  # fmt: skip
    """Set a battlefield up past all rules: nothing is asked until `begin`, or the table's own `ask`.

    `drawing` has a sign for every tile (LEGEND), row by row from the north; `terrain` has more tiles by name or (x, y),
    as `cell` reads them. A unit is (place, sheet) or (place, sheet, {field of its row: value}). `formations` changes
    rows of formations, such as {"b1": {"state": "overwatch"}}. `options` are those of CreateBattlefield, numbers of
    actions as {"march": 2}; `kinds` more kinds of terrain; `sides` the number of each seat's side.
    """
    made = field(
        drawing, units, terrain=terrain, columns=columns, rows=rows, turn=turn, options=options, formations=formations,
        kinds=kinds, seats=seats, sides=sides,
    )  # fmt: skip
    played = Table(rules(), seats, dice=dice, **rest)
    kernel = ("facts", "suspended", "result", "stack")
    return played.set(**{name: getattr(made, name) for name in made.ALL if name not in kernel}, stack=())


# -- into the middle of an action


def asked(played: Table, formation: str, action: str = "advance", **fields: Any) -> Outcome:
    """Let the owner of a formation be asked for an action, and begin this one; the outcome may be a refusal.

    Whatever was open before is forgotten, and so is that the formation has acted.
    """
    seat = seat_of(formation)
    played.ask("choose_action", seat)
    played.set(active=LETTERS.index(formation[0]), action=None, walk=None, test=None, volley=None, hits={})
    row = played.game.formations.get(formation)
    if row is not None:
        played.put("formations", replace(row, acted=0))
    command = BeginAction(formation=formation, action=action, test="", target="", road_march=False)
    return played.when(seat, replace(command, **fields))


def begin(played: Table, formation: str, action: str = "advance", **fields: Any) -> Outcome:
    """Begin the action of a formation."""
    return asked(played, formation, action, **fields).accepted()


def move(played: Table, unit: str, *places: Place) -> Outcome:
    """Let a unit move along a path; the outcome may be a refusal."""
    return played.when(seat_of(unit), MoveUnit(unit=unit, path=path(*places)))


def roll(played: Table, unit: str, *faces: int) -> Outcome:
    """Roll the dangerous terrain test that is due, with these faces."""
    return played.faces(*faces).when(seat_of(unit), RollDangerousTerrain(unit=unit, feature="")).accepted()


def end_move(played: Table, formation: str, *keep: str) -> Outcome:
    """End a move of a formation; the outcome may be a refusal."""
    return played.when(seat_of(formation), EndFormationMove(formation=formation, keep=keep))


def end_action(played: Table, formation: str) -> Outcome:
    """End the action of a formation; the outcome may be a refusal."""
    return played.when(seat_of(formation), EndAction(formation=formation))


def pass_overwatch(played: Table, seat: str) -> Outcome:
    """Let an army pass in an overwatch window."""
    return played.when(seat, PassOverwatch()).accepted()


# -- looking


def change(played: Table, unit: str, **fields: Any) -> Table:
    """Change the row of a unit past all rules."""
    return played.put("units", replace(played.game.units[unit], **fields))


def unit(played: Table, id: str) -> Unit:
    """Give a unit's row."""
    row = played.game.units[id]
    assert isinstance(row, Unit)
    return row


def where(played: Table, id: str) -> str:
    """Give the tile of a unit; empty off the battlefield."""
    return unit(played, id).tile


def formation(played: Table, id: str) -> Formation:
    """Give a formation's row."""
    row = played.game.formations[id]
    assert isinstance(row, Formation)
    return row


def shock(played: Table, id: str) -> int:
    """Give the Shock of a formation."""
    return formation(played, id).shock


def alive(played: Table) -> list[str]:
    """Give the units that are on the battlefield, by id."""
    return sorted((row.id for row in played.game.units.values() if not row.out), key=order_of_ids)


def seat_of(key: str) -> str:
    """Give the name of the seat of a unit or formation."""
    return NAMES[LETTERS.index(key[0])]


def top(played: Table) -> Window:
    """Give the innermost question."""
    found = played.window
    assert found is not None, "nothing is asked"
    return found
