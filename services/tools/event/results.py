"""`event show`, `results` and `statistics`: how an event stands, and what came of it."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from adjudicator.kernel.sentences import counted
from replays.bundle import write_bundle
from replays.cli import EVENT_FILE
from replays.events.reading import NAME
from services.cli import DONE, WRONG
from services.events.plain_values import word_of
from services.rpc.wire_values import read_span
from services.tools.event.games import GAME_COLUMNS, game_rows
from services.tools.event.opening import progress
from services.tools.event.organiser import Organiser
from services.tools.event.output import (
    clock,
    day,
    fail,
    note,
    persons,
    points,
    say,
    say_file,
    say_json,
    say_rows,
    span,
    word,
)
from wargame.v1 import events_pb2

DAY_MS: Final = 24 * 3_600_000
FORMATS: Final = {"csv": events_pb2.EXPORT_FORMAT_CSV, "json": events_pb2.EXPORT_FORMAT_JSON}


def add(_verbs: Any, verb: Any) -> None:
    """Add the verbs."""
    shown = verb("show", "show the terms, the roster and the games of an event", show)
    shown.add_argument("--round", action="append", default=[], help="games of this round alone; may be given again")
    found = verb(
        "results",
        "give out results, or rulings",
        results,
        more="A game that was played is marked 1, = or 0 for each seat, one that was not + or -, a void one Z.",
    )
    found.add_argument("--round", action="append", default=[], help="of this round alone; may be given again")
    found.add_argument("--rulings", action="store_true", help="the rulings instead")
    found.add_argument("--csv", action="store_true", help="values separated by commas")
    found.add_argument(
        "--evidence",
        type=Path,
        metavar="FOLDER",
        help="write the replay file of every game, and the log of the event, here too",
    )
    verb("statistics", "count rulings by referee and clause, what was overturned, and the time to a ruling", statistics)
    listed = verb("list", "list the events that the token sees", list_events)
    del listed


async def list_events(args: argparse.Namespace, organiser: Organiser) -> int:
    """List events."""
    found = await organiser.events()
    if args.json:
        for sheet in found:
            say_json(sheet)
        return DONE
    rows = [
        [
            sheet.event.hex(),
            day(sheet.created_time),
            str(sheet.games),
            "closed" if sheet.closed else "open",
            sheet.terms.name,
        ]
        for sheet in found
    ]
    say_rows(("event", "created", "games", "state", "name"), rows)
    return DONE


async def show(args: argparse.Namespace, organiser: Organiser) -> int:
    """Show an event."""
    event = await organiser.event(args.event)
    sheet = await organiser.do("Get", event=event)
    games, _ = await organiser.games(event, rounds=args.round)
    if args.json:
        say_json(sheet)
        for row in games:
            say_json(row)
        return DONE
    state = "closed" if sheet.closed else "open"
    say(f"{sheet.terms.name}  {event.hex()}  {state}, created {day(sheet.created_time)}")
    for line in _terms(sheet.terms):
        say(f"  {line}")
    say(f"  roster: {', '.join(_person(row) for row in sheet.roster)}")
    if games:
        say_rows(GAME_COLUMNS, game_rows(games))
        counts = Counter(word(row, "status") for row in games)
        say(f"{counted(len(games), 'game')}: {', '.join(f'{number} {name}' for name, number in counts.items())}")
    return DONE


def _terms(terms: Any) -> list[str]:
    said = [f"rulesets: {', '.join(row.ruleset for row in terms.rulesets)}"]
    games = terms.games
    if games.HasField("clock"):
        row = games.clock
        more = [
            f"{name} {span(value)}"
            for name, value in (("increment", read_span(row.increment)), ("delay", read_span(row.delay)))
            if value
        ]
        flag = word(row, "on_flag") or "note"
        said.append(
            f"clock: {', '.join([span(read_span(row.bank)), *more])}; when it has run out: {flag.replace('_', ' ')}"
        )
    limits = [
        ("to answer", terms.response_limit.seconds * 1000),
        ("to appeal", terms.appeal_window.seconds * 1000),
        ("for spectators to see the games", terms.spectator_delay.seconds * 1000),
        ("no-show", read_span(games.no_show)),
        ("time called", read_span(games.time_called)),
    ]
    said += [
        f"{name} after {f'{value // DAY_MS} days' if value % DAY_MS == 0 else span(value)}"
        if "to " not in name
        else f"{name}: {span(value)}"
        for name, value in limits
        if value
    ]
    said += [
        f"{rule.count} {word(rule, 'kind')} in the {word(rule, 'scope') or 'game'}: {word(rule, 'then')}"
        for rule in games.penalties
    ]
    said.append(f"{'with' if terms.referee else 'without'} a referee, {'signed' if terms.signed else 'not signed'}")
    return said


def _person(row: Any) -> str:
    more = [part for part in (row.affiliation, "withdrawn" if row.withdrawn else "") if part]
    return f"{row.name} ({', '.join(more)})" if more else row.name


async def results(args: argparse.Namespace, organiser: Organiser) -> int:
    """Give out results."""
    if args.csv and args.json:
        return fail("results are written as CSV or as JSON: give one of --csv and --json", WRONG)
    event = await organiser.event(args.event)
    request = events_pb2.EventResultsRequest(event=event, rounds=args.round)
    rows = events_pb2.EXPORTED_ROWS_RULINGS if args.rulings else events_pb2.EXPORTED_ROWS_RESULTS
    if args.csv or args.json:
        form = FORMATS["csv" if args.csv else "json"]
        chunks = organiser.each("ExportResults", results=request, rows=rows, format=form)
        say_file(b"".join([chunk.data async for chunk in chunks]).decode().rstrip("\n"))
    found = await organiser.call(organiser.method("Results"), request)
    if not (args.csv or args.json):
        (_say_rulings if args.rulings else _say_results)(found)
    if args.evidence:
        args.evidence.mkdir(parents=True, exist_ok=True)
        await _write_evidence(args.evidence, organiser, found.results)
        (args.evidence / EVENT_FILE).write_bytes(await event_file(organiser, event))
    return DONE


def _say_results(found: Any) -> None:
    rows = [
        [
            row.round,
            row.table,
            row.ruleset,
            persons(row.seats),
            " ".join(word_of(events_pb2.Mark.DESCRIPTOR, mark) for mark in row.marks),
            " - ".join(points(score.total) for score in row.result.scores),
            word(row.result, "ending").replace("_", " ") or word(row, "status"),
            "" if not row.HasField("replaced_by") else f"replaced by {row.replaced_by.hex()}",
        ]
        for row in found.results
    ]
    say_rows(("round", "table", "ruleset", "players", "marks", "score", "ended", ""), rows)


def _say_rulings(found: Any) -> None:
    rows = [
        [
            clock(row.time),
            row.round,
            row.table,
            str(row.seq),
            row.act,
            row.referee,
            row.clause,
            span(read_span(row.waited)) if row.HasField("waited") else "",
            "overturned" if row.overturned else "",
            row.reason,
        ]
        for row in found.rulings
    ]
    say_rows(("time", "round", "table", "entry", "act", "referee", "clause", "waited", "", "reason"), rows)


async def _write_evidence(folder: Path, organiser: Organiser, rows: Sequence[Any]) -> None:
    with progress("replay files", len(rows)) as one_more:
        for row in rows:
            # the name is the service's; nothing of it leads out of the folder
            path = folder / Path(row.evidence.file or f"{row.game.hex()}.replay").name
            path.write_bytes(await organiser.export(row.game))
            one_more()
    note(f"{counted(len(rows), 'replay file')} in {folder}")


async def event_file(organiser: Organiser, event: bytes) -> bytes:
    """Read the log of an event with its signed head, as a file for its audit."""
    entries = [entry async for entry in organiser.each("ReadLog", event=event)]
    return write_bundle(NAME, "", b"", [entry.record for entry in entries], [entries[-1].receipt.note], [])


async def statistics(args: argparse.Namespace, organiser: Organiser) -> int:
    """Show figures of rulings."""
    found = await organiser.do("Statistics", event=await organiser.event(args.event))
    if args.json:
        say_json(found)
        return DONE
    rows = [_figures("all", found.total)]
    rows += [_figures(f"referee {row.name}", row) for row in found.referees]
    rows += [_figures(row.name or "no clause", row) for row in found.clauses]
    say_rows(("rulings of", "rulings", "overturned", "answers", "median", "longest"), rows)
    say(f"{counted(found.open_calls, 'call')} without an answer")
    return DONE


def _figures(name: str, row: Any) -> list[str]:
    times = [span(read_span(row.median)), span(read_span(row.longest))] if row.answers else ["", ""]
    share = f" ({row.overturned * 100 // row.rulings} %)" if row.overturned else ""
    return [name, str(row.rulings), f"{row.overturned}{share}", str(row.answers), *times]
