"""Rulings for a whole event: pause and resume, interpretations, penalties outside of games, and its close."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any, Final

from adjudicator.kernel.sentences import counted
from services.cli import DONE, WRONG, whole
from services.rpc.wire_values import MAX_INTEGER
from services.tools.event.fields import fill
from services.tools.event.organiser import Organiser, new_id
from services.tools.event.output import REFUSED, clock, day, fail, points, say, say_json, say_rows, span, word
from services.tools.event.ruling import acts, give_ruling
from services.tools.event.signing import give_due_awards, say_ruled, sign_ruled
from wargame.v1 import events_pb2

# the act that does in one game what the verb does in all
IN_A_GAME: Final[Mapping[str, tuple[str, ...]]] = {"Pause": ("PauseGame", "Pause"), "Resume": ("ResumeGame", "Resume")}
TIMED: Final = ("time", "time_other")


def add(_verbs: Any, verb: Any) -> None:
    """Add the verbs."""
    for name, text, act in (
        ("pause", "pause a game, or every game of the event", pause),
        ("resume", "let a game that stands still go on, or every game of the event", resume),
    ):
        made = verb(name, text, act)
        _add_grounds(made)
        made.add_argument("--game", default="", help="this game alone: its id, the end of it, or ROUND/TABLE")
        made.add_argument("--round", action="append", default=[], help="games of this round alone; may be given again")
        made.add_argument("--yes", action="store_true", help="of one game: rule without asking")
    ruled = verb(
        "interpret", "rule on the meaning of a clause, for all games from now on; without one list them", interpret
    )
    ruled.add_argument("clause", nargs="?", default="", help="the clause, such as GA-3.3-07")
    ruled.add_argument("text", nargs="?", default="", help="what it means; without it the clause is looked up")
    ruled.add_argument("--reason", default="", help="why")
    ruled.add_argument("--replaces", default="", metavar="I-N", help="the interpretation that this one replaces")
    given = verb("penalise", "penalise a person outside of a game; without one list such penalties", penalise)
    given.add_argument("person", nargs="?", default="", help="who, as on the roster")
    given.add_argument("kind", nargs="?", default="", help="caution, yellow, red, points, time, removal ...")
    given.add_argument("--amount", type=whole(0, MAX_INTEGER), default=0, help="hundredths of a point, or ms")
    given.add_argument("--game", default="", help="the finished game that it is about")
    given.add_argument("--reason", default="", help="why")
    given.add_argument("--clause", default="", help="clause or interpretation that it rests on")
    closed = verb("close", "close an event of which all games are over", close)
    closed.add_argument("--reason", required=True, help="why, for its log")


def _add_grounds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, help="why")
    parser.add_argument("--clause", default="", help="clause or interpretation that it rests on")


# -- pause and resume


async def pause(args: argparse.Namespace, organiser: Organiser) -> int:
    """Pause a game, or all."""
    return await _stop(args, organiser, "Pause")


async def resume(args: argparse.Namespace, organiser: Organiser) -> int:
    """Let a game go on, or all."""
    return await _stop(args, organiser, "Resume")


async def _stop(args: argparse.Namespace, organiser: Organiser, name: str) -> int:
    if args.game:
        known = acts()
        method = next((known[act] for act in IN_A_GAME[name] if act in known), None)
        if method is None:
            return fail(f"this program's contract has no {IN_A_GAME[name][0]}; use one of the service's release", WRONG)
        pairs = [f"reason={args.reason}", *([f"clause={args.clause}"] if args.clause else [])]
        return await give_ruling(args, organiser, method, await organiser.game(args.game, args.event), pairs)
    event = await organiser.event(args.event)
    ruled, refused = 0, 0
    async for row in organiser.each(
        name, event=event, command_id=new_id(), rounds=args.round, reason=args.reason, clause=args.clause
    ):
        given = await sign_ruled(organiser, row)
        ruled += 1
        refused += bool(given.refused)
        say_ruled(args, given)
    if not args.json:
        say(f"{counted(ruled - refused, 'game')}, {refused} refused")
    return REFUSED if refused else DONE


# -- interpretations


async def interpret(args: argparse.Namespace, organiser: Organiser) -> int:
    """Rule on the meaning of a clause, or look it up."""
    event = await organiser.event(args.event)
    if not args.text:
        found = await organiser.do("ListInterpretations", event=event, clause=args.clause)
        for row in found.interpretations:
            say_json(row) if args.json else _say_interpretation(row)
        if not found.interpretations and not args.json:
            say(f"nothing is interpreted{f' of {args.clause}' if args.clause else ''}")
        return DONE
    if not args.reason:
        return fail("an interpretation says why: give --reason", WRONG)
    row = await organiser.give(
        "Interpret", event=event, clause=args.clause, text=args.text, reason=args.reason, replaces=args.replaces
    )
    say_json(row) if args.json else _say_interpretation(row)
    return DONE


def _say_interpretation(row: Any) -> None:
    replaced = f", replaced by {row.replaced_by}" if row.replaced_by else ""
    replaces = f", replaces {row.replaces}" if row.replaces else ""
    say(f"{row.number}  {row.clause}  {day(row.time)}  {row.referee}{replaces}{replaced}")
    say(f"    {row.text} ({row.reason})")


# -- penalties


async def penalise(args: argparse.Namespace, organiser: Organiser) -> int:
    """Penalise a person outside of a game, or list such penalties."""
    event = await organiser.event(args.event)
    if not args.kind:
        found = await organiser.do("ListPenalties", event=event, person=args.person)
        _say_penalties(args, found.penalties)
        return DONE
    if not args.reason:
        return fail("a penalty says why: give --reason", WRONG)
    request = events_pb2.EventPenaltyRequest(event=event, command_id=new_id(), amount=args.amount)
    fill(request, {name: getattr(args, name) for name in ("person", "kind", "reason", "clause")})
    if args.game:
        request.game = await organiser.game(args.game, args.event)
    _say_penalties(args, [await organiser.call(organiser.method("Penalise"), request)])
    return await give_due_awards(args, organiser, event)


def _say_penalties(args: argparse.Namespace, found: Any) -> None:
    if args.json:
        for row in found:
            say_json(row)
        return
    rows = [
        [
            str(row.seq),
            clock(row.time),
            row.person,
            word(row, "kind").replace("_", " "),
            _amount(row),
            row.referee if not row.follows else f"follows from entry {row.follows}",
            row.clause,
            row.reason,
        ]
        for row in found
    ]
    say_rows(("entry", "time", "person", "penalty", "amount", "by", "clause", "reason"), rows)


def _amount(row: Any) -> str:
    if not row.amount:
        return ""
    return span(row.amount) if word(row, "kind") in TIMED else points(row.amount)


# -- the end


async def close(args: argparse.Namespace, organiser: Organiser) -> int:
    """Close an event."""
    sheet = await organiser.give("Close", event=await organiser.event(args.event), reason=args.reason)
    if args.json:
        say_json(sheet)
    else:
        say(
            f"{sheet.terms.name} is closed after {counted(sheet.games, 'game')}; entry {sheet.receipt.seq} of its log "
            "is the last"
        )
    return DONE
