"""`event calls`: what waits for a referee (calls, disputes, appeals, proposals), and the answer to a call."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from google.protobuf import descriptor_pool
from google.protobuf.message_factory import GetMessageClass
from msgspec import Struct

from services.cli import DONE, WRONG
from services.events.plain_values import plain
from services.tools.client import GAMES
from services.tools.event.games import state_of
from services.tools.event.organiser import NotFound, Organiser, place_of
from services.tools.event.output import clock, fail, persons, say, say_json, who
from services.tools.event.ruling import acts, give_ruling

ANSWER: Final = "AnswerCall"
# Entries that are read first; four times as many each time that this was not enough.
STEP = 64
CALL, DISPUTE, APPEAL, PROPOSAL, THROW = "call", "dispute", "appeal", "proposal", "throw"


class Matter(Struct, frozen=True):
    """Something that waits for a referee: the entry that brought it up, and what that says."""

    kind: str
    seq: int
    time: Any
    event: Any


# events that bring a matter up, by kind and what tells it from others of its kind
OPENS: Final[Mapping[str, tuple[str, Callable[[Any, int], Any]]]] = {
    "RefereeCalled": (CALL, lambda _event, seq: seq),
    "FactDisputed": (DISPUTE, lambda event, _seq: event.fact),
    "RollDisputed": (THROW, lambda _event, _seq: 0),
    "AppealLodged": (APPEAL, lambda _event, seq: seq),
    "ProposalMade": (PROPOSAL, lambda _event, _seq: 0),
}
# events that end one
ENDS: Final[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {
    "CallClosed": (CALL, lambda event: event.call),
    "FactSettled": (DISPUTE, lambda event: event.fact),
    "RollsTaken": (THROW, lambda _event: 0),
    "RollRequested": (THROW, lambda _event: 0),
    "AppealSettled": (APPEAL, lambda event: event.appeal),
    "AppealOverturned": (APPEAL, lambda event: event.appeal),
    "ProposalDeclined": (PROPOSAL, lambda _event: 0),
    "RulingGiven": (PROPOSAL, lambda _event: 0),
}
# what goes with the entry that a rewind voids; calls and appeals stay
FOLLOW_THE_GAME: Final = (DISPUTE, THROW)


def add(_verbs: Any, verb: Any) -> None:
    """Add the verb."""
    made = verb("calls", "list what waits for a referee, or answer a call", calls)
    made.add_argument("--answer", default="", metavar="GAME", help="answer the open call of this game")
    made.add_argument("--call", type=int, default=0, metavar="ENTRY", help="which, where there are several")
    made.add_argument("--reason", default="", help="the answer")
    made.add_argument("--clause", default="", help="clause or interpretation that it rests on")
    made.add_argument("--yes", action="store_true", help="answer without asking")


async def calls(args: argparse.Namespace, organiser: Organiser) -> int:
    """List what waits, or answer a call."""
    if args.answer:
        return await _answer(args, organiser)
    event = await organiser.event(args.event)
    games, _ = await organiser.games(event, open_matters=True)
    for row in games:
        found = await open_matters(organiser, row)
        if args.json:
            rows = [{"kind": matter.kind, "entry": matter.seq, **plain(matter.event)} for matter in found]
            say_json({"game": plain(row), "matters": rows})
            continue
        say(f"{place_of(row)}  {row.game.hex()}  {persons(row.seats)}  {state_of(row)}")
        for matter in found:
            say(f"  entry {matter.seq}  {clock(matter.time)}  {_told(matter, row.seats)}")
    if not games and not args.json:
        say("nothing waits for a referee")
    return DONE


def _told(matter: Matter, seats: Any) -> str:
    event = matter.event
    known = event.DESCRIPTOR.fields_by_name
    if "by" in known:
        name = who(event.by, seats)
    elif "seat" in known and event.seat < len(seats):
        name = seats[event.seat].person or seats[event.seat].name
    else:
        name = "a party"
    said = f"{matter.kind} of {name}"
    about = getattr(event, "about", None)
    if about:
        said += f" about {about if isinstance(about, int) else ', '.join(map(str, about))}"
    text = next((getattr(event, field) for field in ("question", "reason", "fact") if field in known), "")
    return f"{said}: {text}" if text else said


async def open_matters(organiser: Organiser, row: Any) -> list[Matter]:
    """List what waits for a referee in a game, oldest first; `row` says how the game stands.

    The log is read from its end, as far back as that many matters go.
    """
    entries: list[Any] = []
    last, step = row.seq, STEP
    while True:
        first = max(0, last - step)
        asked = {"game": row.game, "after": first, "up_to": last}
        entries[:0] = [entry async for entry in organiser.each("Read", GAMES, **asked)]
        found = _matters_in(entries)
        if first == 0 or sum(matter.kind != THROW for matter in found) >= row.open_matters:
            return found
        last, step = first, 4 * step


def _matters_in(entries: Iterable[Any]) -> list[Matter]:
    """List what these entries have brought up and not ended."""
    found: dict[tuple[str, Any], Matter] = {}
    for entry in entries:
        for row in entry.ruled:
            if row.name not in OPENS and row.name not in ENDS and row.name != "Rewound":
                continue
            event = event_in(row)
            if row.name in OPENS:
                kind, key = OPENS[row.name]
                found[kind, key(event, entry.seq)] = Matter(kind, entry.seq, entry.time, event)
            elif row.name in ENDS:
                kind, ended = ENDS[row.name]
                found.pop((kind, ended(event)), None)
            else:
                found = _without(found, set(event.voids))
    return list(found.values())


def _without(found: dict[tuple[str, Any], Matter], voids: set[int]) -> dict[tuple[str, Any], Matter]:
    return {
        key: matter for key, matter in found.items() if matter.seq not in voids or matter.kind not in FOLLOW_THE_GAME
    }


def event_in(row: Any) -> Any:
    """Give the event in a Ruled of the kernel."""
    kind = GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(row.event.TypeName()))
    packed: Any = kind.FromString(row.event.value)
    return getattr(packed, packed.WhichOneof("kind"))


async def _answer(args: argparse.Namespace, organiser: Organiser) -> int:
    """Answer a call."""
    method = acts().get(ANSWER)
    if method is None:
        return fail(f"this program's contract has no {ANSWER}; use one of the service's release", WRONG)
    if not args.reason:
        return fail("an answer says something: give --reason", WRONG)
    game = await organiser.game(args.answer, args.event)
    rows, _ = await organiser.games(await organiser.event(args.event), open_matters=True)
    waiting = [matter for row in rows if row.game == game for matter in await open_matters(organiser, row)]
    found = [matter for matter in waiting if matter.kind == CALL]
    if args.call:
        found = [matter for matter in found if matter.seq == args.call]
    if len(found) != 1:
        listed = ", ".join(str(matter.seq) for matter in found)
        said = (
            f"{len(found)} calls are open, of entries {listed}: name one with --call"
            if found
            else "no such call is open"
        )
        raise NotFound(f"{args.answer}: {said}")
    pairs = [f"call={found[0].seq}", f"reason={args.reason}", *([f"clause={args.clause}"] if args.clause else [])]
    return await give_ruling(args, organiser, method, game, pairs)
