"""The terms of a game: options, board and sides as they are agreed, with every fault at once (HX-MAP-01)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import ID, Fault, among, bad_id, fault, unique, within
from adjudicator.kernel.options import to_message
from adjudicator.rulesets.hex_orders.model.board_hexes import AREA_ROWS, COLUMNS, row_of, rows_of_no_mans_land
from adjudicator.rulesets.hex_orders.model.messages import CreateGame, Feature, HexTerrain, Options, SideTerms
from adjudicator.rulesets.hex_orders.model.options import OPTIONS
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, other_seat
from adjudicator.rulesets.hex_orders.roster.army_lists import list_of
from adjudicator.rulesets.hex_orders.roster.budgets import ASYMMETRIC, GAME_TYPES, ROLES
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from adjudicator.rulesets.hex_orders.roster.value_checks import MOST

BY_POINTS = ("attrition", "no_mans_land")
SCENARIO = "entrenched"
NUMBERS = (1, 2)
LONG_BOARD = 10
FEWEST_COLUMNS, FEWEST_ROWS, MOST_ROWS = 3, 2 * AREA_ROWS + 1, 60
PLACED_IN_PLAY = ("smoke", "fire", "poison_cloud", "acid_cloud")
_SIZE = re.compile(r"([1-9]\d?)x([1-9]\d?)", re.ASCII)


class CompleteTerms(Struct, frozen=True):
    """The terms of a game, complete."""

    options: Options
    columns: int
    rows: int
    terrain: tuple[HexTerrain, ...]
    sides: tuple[SideTerms, ...]


def terms_faults(game: Game, command: CreateGame) -> Iterator[Fault]:
    """Name everything that is wrong with the terms of a game."""
    yield from among("HX-MAP-01", "scenario", command.scenario, (SCENARIO,))
    yield from among("HX-ARMY-02", "game_type", command.game_type, GAME_TYPES)
    yield from among("HX-MAP-01", "map_name", command.map_name, ("", *MAPS))
    yield from _option_faults(command.options)
    yield from _size_faults(command)
    yield from _overlay_blocks(command)
    yield from _side_faults(game, command)


def complete_terms(command: CreateGame) -> CompleteTerms:
    """Complete terms that have no fault."""
    ready = MAPS.get(command.map_name)
    size = f"{ready.columns}x{ready.rows}" if ready else _size_of(command.options)
    columns, rows = _read_size(size) or (0, 0)
    options = to_message(OPTIONS.completed(command.options, map_size=size), Options)
    return CompleteTerms(options, columns, rows, ready.terrain if ready else (), _sides(command))


# -- options


def _option_faults(options: Options) -> Iterator[Fault]:
    yield from OPTIONS.value_faults(options)
    limit = OPTIONS.given(options, "turn_limit")
    victory = OPTIONS.given(options, "victory")
    if victory in BY_POINTS and not limit:
        yield fault("HX-GAP-07", "limit-needed", "options.victory", victory=victory)
    yield from feature_faults(options.overlay_data)


def feature_faults(rows: tuple[Feature, ...]) -> Iterator[Fault]:
    """HX-TERRAIN-03 Check overlays that the terms define."""
    path = "options.overlay_data"
    yield from unique("HX-TERRAIN-03", path, [row.name for row in rows], of=".name")
    for number, row in enumerate(rows):
        yield from overlay_faults(row.name, f"{path}[{number}].name")
        yield from within("HX-TERRAIN-03", f"{path}[{number}].cost", row.cost, 0, MOST)
        yield from within("HX-TERRAIN-03", f"{path}[{number}].to_be_hit", row.to_be_hit, -MOST, MOST)


def overlay_faults(name: str, path: str) -> Iterator[Fault]:
    """HX-TERRAIN-02 Check the name of an overlay: smoke, fire and clouds come from weapons alone."""
    if ID.fullmatch(name) is None:
        yield bad_id("HX-TERRAIN-03", path, name)
    elif name in PLACED_IN_PLAY:
        yield fault("HX-TERRAIN-02", "placed-in-play", path, overlay=name)


# -- board


def _read_size(size: str) -> tuple[int, int] | None:
    found = _SIZE.fullmatch(size)
    if found is None:
        return None
    columns, rows = int(found[1]), int(found[2])
    return (columns, rows) if FEWEST_COLUMNS <= columns <= COLUMNS and FEWEST_ROWS <= rows <= MOST_ROWS else None


def _size_of(options: Options) -> str:
    """HX-MAP-03, HX-MAP-08 Ten rows are another way to say a board of 7 by 10."""
    if options.map_size is None and options.entrenched_rows == LONG_BOARD:
        return f"7x{LONG_BOARD}"
    return str(OPTIONS.given(options, "map_size"))


def _size_faults(command: CreateGame) -> Iterator[Fault]:
    size, ready = _size_of(command.options), MAPS.get(command.map_name)
    if _read_size(size) is None:
        yield fault("HX-MAP-08", "bad-size", "options.map_size", size=size, columns=COLUMNS, rows=MOST_ROWS)
    long = command.options.entrenched_rows
    if long == LONG_BOARD and size != f"7x{LONG_BOARD}":
        yield fault("HX-MAP-03", "two-sizes", "options.entrenched_rows", size=size, other=f"7x{LONG_BOARD}")
    named = command.options.map_size is not None or long == LONG_BOARD
    if ready and named and size != f"{ready.columns}x{ready.rows}":
        yield fault("HX-MAP-08", "two-sizes", "options.map_size", size=size, other=f"{ready.columns}x{ready.rows}")


def _overlay_blocks(command: CreateGame) -> Iterator[Fault]:
    """HX-MAP-06 No overlay of a ready map that the terms make an obstacle lies in NoMansLand."""
    ready = MAPS.get(command.map_name)
    blocking = [row.name for row in command.options.overlay_data if row.blocks]
    for row in ready.terrain if ready else ():
        between = ready is not None and row_of(row.hex) in rows_of_no_mans_land(ready.rows)
        for name in (overlay for overlay in row.overlays if between and overlay in blocking):
            yield fault("HX-MAP-06", "overlay-blocks", "map_name", overlay=name, hex=row.hex)


# -- sides


def _side_faults(game: Game, command: CreateGame) -> Iterator[Fault]:
    """HX-GAP-04 Two sides play, each with one nation or more."""
    if len(command.sides) != len(SEATS):
        yield fault("HX-GAP-04", "two-sides", "sides", found=len(command.sides))
    roles = ("", *ROLES) if command.game_type == ASYMMETRIC else ("",)
    for seat, side in enumerate(command.sides):
        path = f"sides[{seat}]"
        yield from among("HX-MAP-05", f"{path}.number", side.number, (0, *NUMBERS))
        yield from among("HX-ARMY-06", f"{path}.role", side.role, roles)
        if not side.nations:
            yield fault("HX-GAP-04", "no-nation", f"{path}.nations")
        yield from unique("HX-GAP-04", f"{path}.nations", side.nations)
        for number, nation in enumerate(side.nations):
            if list_of(game, nation) is None:
                yield fault("HX-ARMY-12", "no-list", f"{path}.nations[{number}]", nation=nation)
    yield from _given_twice(command)


def _given_twice(command: CreateGame) -> Iterator[Fault]:
    for name, clause in (("number", "HX-MAP-05"), ("role", "HX-ARMY-06")):
        found = [value for side in command.sides if (value := getattr(side, name))]
        if len(found) != len(set(found)):
            yield fault(clause, "given-twice", "sides", name=name, found=found[0])


def _sides(command: CreateGame) -> tuple[SideTerms, ...]:
    """HX-MAP-05, HX-ARMY-06 What one side is, the other side is not: a number or role left open follows from it."""
    sides = list(command.sides)
    for seat, side in enumerate(command.sides):
        other = command.sides[other_seat(seat)]
        if side.number == 0 and other.number:
            sides[seat] = replace(sides[seat], number=3 - other.number)
        if not side.role and other.role:
            sides[seat] = replace(sides[seat], role=ROLES[1 - ROLES.index(other.role)])
    return tuple(sides)
