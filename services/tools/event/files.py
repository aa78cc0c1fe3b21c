"""Files of an organiser: terms and roster as TOML or JSON, pairings as CSV."""

from __future__ import annotations

import csv
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from adjudicator.registry import RULESETS, rules_of
from services.rpc.wire_values import ID_SIZE
from services.tools.event.fields import Unfit, fill
from wargame.v1 import events_pb2

COLUMNS: Final = ("round", "table", "ruleset")
PERSON, STARTS, RESTARTS = "person", "starts", "restarts"
OPTIONS: Final = "game_options"
SEATS_LEAST: Final = 2


class FileFault(Exception):
    """A file that can not be used: which, where in it, and what to do."""


# -- terms and roster


def read_event(path: Path) -> Any:
    """Read the terms and the roster of an event as the request that creates it.

    The same file gives the same request, so that giving it twice creates one event.

    Raises FileFault.
    """
    values = dict(_values(path))
    roster = values.pop("roster", [])
    request = events_pb2.CreateEventRequest()
    try:
        options = _take_options(values)
        fill(request.terms, values)
        fill(request, {"roster": roster})
        for row, given in zip(request.terms.rulesets, options, strict=True):
            _put_options(row, given)
    except Unfit as fault:
        raise FileFault(f"{path}: {fault}") from None
    if not request.terms.rulesets:
        raise FileFault(f'{path}: rulesets: name at least one, as [[rulesets]] with ruleset = "tile_formations"')
    request.command_id = _id_of(b"create", request)
    return request


def _values(path: Path) -> Mapping[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as fault:
        raise FileFault(f"{path} can not be read: {fault}") from None
    except json.JSONDecodeError as fault:
        raise FileFault(f"{path}: line {fault.lineno}, column {fault.colno}: {fault.msg}") from None
    except tomllib.TOMLDecodeError as fault:
        raise FileFault(f"{path}: {fault}; a file of another format must be called .json") from None
    if not isinstance(found, dict):
        raise FileFault(f'{path}: holds fields, as name = "Autumn cup"')
    return found


def _take_options(values: dict[str, Any]) -> list[Any]:
    """Take out the options of each ruleset, whose type hangs on the name beside them."""
    rows = values.get("rulesets", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unfit("rulesets", "is a list of tables: write [[rulesets]] over each")
    values["rulesets"] = [{name: value for name, value in row.items() if name != OPTIONS} for row in rows]
    return [row.get(OPTIONS) for row in rows]


def _put_options(row: Any, given: Any) -> None:
    if given is None:
        return
    if row.ruleset not in RULESETS:
        raise Unfit(f"rulesets.{OPTIONS}", f"options are read here for {', '.join(RULESETS)}, not for {row.ruleset!r}")
    options = options_type(row.ruleset)()
    fill(options, given, f"rulesets.{OPTIONS}")
    row.game_options.Pack(options)


def options_type(ruleset: str) -> Any:
    """Give the message that holds the options of a ruleset."""
    from importlib import import_module  # noqa: PLC0415  (a contract is loaded for who names it)

    package = rules_of(ruleset).package
    return import_module(f"{package}.commands_pb2").Options


def _id_of(word: bytes, request: Any) -> bytes:
    return hashlib.sha256(word + b"\0" + request.SerializeToString(deterministic=True)).digest()[:ID_SIZE]


# -- pairings


@dataclass
class Sheet:
    """What pairings may name, and what lines have named so far."""

    path: Path
    rulesets: Sequence[str]
    persons: Mapping[str, bool]
    tables: dict[tuple[str, str], int] = field(default_factory=dict)
    playing: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)


def read_pairings(path: Path, event: Any) -> list[Any]:
    """Read the pairings of games of an event.

    Columns are round, table, ruleset, a person for each seat, and perhaps a time of the start. With a line of names,
    which begins with "round", a seat is called as its column, unless that is "person"; the column "restarts" holds the
    id of the game that this one takes the place of.

    Raises FileFault, with line and column.
    """
    persons = {person.name: person.withdrawn for person in event.roster}
    sheet = Sheet(path, [row.ruleset for row in event.terms.rulesets], persons)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(_pairings(sheet, csv.reader(file, skipinitialspace=True)))
    except (OSError, UnicodeDecodeError) as fault:
        raise FileFault(f"{path} can not be read: {fault}") from None


def _pairings(sheet: Sheet, rows: Any) -> Iterator[Any]:
    names: list[str] = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        if not names:
            names = _names(sheet, rows.line_num, cells)
            if cells[0] == COLUMNS[0]:
                continue
        yield _pairing(sheet, rows.line_num, names, cells)


def _names(sheet: Sheet, line: int, cells: list[str]) -> list[str]:
    """Give the names of the columns: of the line of names, else a person for each cell, and perhaps a time."""
    if cells[0] != COLUMNS[0]:
        return [*COLUMNS, *([PERSON] * sum(not _is_time(cell) for cell in cells[len(COLUMNS) :])), STARTS]
    for number, name in enumerate(COLUMNS):
        if cells[number : number + 1] != [name]:
            raise _fault(sheet, line, number, f"is called {name}; the columns are {', '.join(COLUMNS)}, then persons")
    return cells


def _pairing(sheet: Sheet, line: int, names: list[str], cells: list[str]) -> Any:
    if len(cells) > len(names):
        raise _fault(sheet, line, len(names), f"is one too many: there are {len(names)} columns")
    made = events_pb2.Pairing()
    for number, name in enumerate(names):
        cell = cells[number] if number < len(cells) else ""
        if name in COLUMNS:
            setattr(made, name, _needed(sheet, line, number, name, cell))
        elif name == STARTS or _is_time(cell):
            _put_start(sheet, line, number, made, cell)
        elif name == RESTARTS:
            _put_restarted(sheet, line, number, made, cell)
        elif cell:
            made.seats.add(name="" if name == PERSON else name, person=cell)
            _check_person(sheet, line, number, made.round, cell)
    before = sheet.tables.setdefault((made.round, made.table), line)
    if before != line:
        raise _fault(sheet, line, 1, f"table {made.table} of round {made.round} stands on line {before} already")
    if len(made.seats) < SEATS_LEAST:
        raise _fault(sheet, line, len(COLUMNS) + len(made.seats), "is empty: write the name of a person for each seat")
    return made


def _needed(sheet: Sheet, line: int, number: int, name: str, cell: str) -> str:
    if not cell:
        raise _fault(sheet, line, number, f"is empty: write the {name}")
    if name == "ruleset" and cell not in sheet.rulesets:
        raise _fault(sheet, line, number, f"{cell!r} is none of the event's rulesets: {', '.join(sheet.rulesets)}")
    return cell


def _check_person(sheet: Sheet, line: int, number: int, round_: str, person: str) -> None:
    if person not in sheet.persons:
        raise _fault(sheet, line, number, f"{person!r} is not on the roster: {', '.join(sheet.persons)}")
    if sheet.persons[person]:
        raise _fault(sheet, line, number, f"{person!r} has withdrawn: add the person to the roster again, or pair anew")
    before = sheet.playing.setdefault((round_, person), (line, number))
    if before != (line, number):
        raise _fault(sheet, line, number, f"{person!r} plays in round {round_} already, on line {before[0]}")


def _is_time(cell: str) -> bool:
    return ":" in cell


def _put_start(sheet: Sheet, line: int, number: int, made: Any, cell: str) -> None:
    if not cell:
        return
    try:
        found = datetime.fromisoformat(cell)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise _fault(sheet, line, number, f"{cell!r} is no time: write it with its zone, as 2026-11-21T09:30:00Z")
    made.starts_time.FromDatetime(found)


def _put_restarted(sheet: Sheet, line: int, number: int, made: Any, cell: str) -> None:
    if not cell:
        return
    try:
        found = bytes.fromhex(cell)
    except ValueError:
        found = b""
    if len(found) != ID_SIZE:
        raise _fault(sheet, line, number, f"{cell!r} is no id of a game: write its {2 * ID_SIZE} hex digits")
    made.restarts = found


def _fault(sheet: Sheet, line: int, number: int, problem: str) -> FileFault:
    return FileFault(f"{sheet.path}: line {line}, column {number + 1}: {problem}")


def openings(event: bytes, pairings: Sequence[Any], most: int) -> list[Any]:
    """Make the requests that open games, so many in each; the same pairings have the same ids."""
    found = []
    for start in range(0, len(pairings), most):
        request = events_pb2.OpenGamesRequest(event=event, pairings=pairings[start : start + most])
        request.command_id = _id_of(b"open", request)
        found.append(request)
    return found
