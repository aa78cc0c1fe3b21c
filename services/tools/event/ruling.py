"""`event rule`: every act of a referee by its name, shown and asked for before it is given."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from adjudicator.kernel import messages
from services.cli import DONE, WRONG
from services.events.plain_values import party_word, plain, word_of
from services.rpc.methods import Method, methods_of
from services.tools.client import GAMES
from services.tools.event.fields import known_fields, read_pairs
from services.tools.event.organiser import REFEREE, Organiser, new_id
from services.tools.event.output import NOT_CONFIRMED, clock, fail, note, say, say_json
from services.tools.event.signing import give_act, give_due_awards
from wargame.v1 import options_pb2

GROUNDS: Final = "grounds"
# fields of acts that name entries: those from there on, and that one
FROM_HERE: Final = ("to",)
ENTRIES: Final = ("about", "call", "appeal", "ruling", "overturns")
SHOWN_MOST: Final = 12
LAST: Final = re.compile(r"last(?:-(\d+))?")


def add(_verbs: Any, verb: Any) -> None:
    """Add the verb."""
    made = verb(
        "rule",
        "rule in a game: any act of a referee, or one of a seat that calls or appeals",
        rule,
        more="Without an act it lists them. Fields are written FIELD=VALUE: nested ones with dots, lists with commas "
        "or as JSON; reason=, clause= and about= are those of the grounds; an entry is "
        "its number, last or last-2. What would happen is shown and asked for; "
        "the ruling is refused where the game has gone on since.",
    )
    made.add_argument("words", nargs="*", metavar="ACT FIELD=VALUE", help="name of the act, such as Rewind; its fields")
    made.add_argument("--game", default="", help="its id, the end of it, or ROUND/TABLE")
    made.add_argument("--yes", action="store_true", help="rule without asking")


# -- the acts


def acts() -> dict[str, Method]:
    """List the acts by name: of referees, and of seats that call, propose or appeal."""
    return methods_of(REFEREE)


async def rule(args: argparse.Namespace, organiser: Organiser) -> int:
    """Rule."""
    known = acts()
    if not args.words:
        _list_acts(args, known)
        return DONE
    name, *pairs = args.words
    method = known.get(name)
    if method is None:
        return fail(f"there is no act {name!r}; `event rule` tells of them: {', '.join(sorted(known))}", WRONG)
    if not args.game:
        return fail("a ruling is of one game: give --game", WRONG)
    game = await organiser.game(args.game, args.event)
    return await give_ruling(args, organiser, method, game, pairs)


def _list_acts(args: argparse.Namespace, known: dict[str, Method]) -> None:
    for name, method in sorted(known.items()):
        fields = [name for name in known_fields(method.request.DESCRIPTOR) if name != "header"]
        if args.json:
            say_json({"act": name, "by": _by(method), "does": _does(name), "fields": fields})
        else:
            say(f"{name} {' '.join(f'{field}=' for field in fields)}")
            say(f"    {_does(name)} By {' or '.join(_by(method))}.")


def _by(method: Method) -> list[str]:
    """Name the roles that give an act; a head referee is a referee."""
    words = [word_of(options_pb2.Role.DESCRIPTOR, role).replace("_", " ") for role in sorted(method.roles)]
    return [word for word in words if word != "head referee" or "referee" not in words]


def _does(act: str) -> str:
    """Tell what an act does, in the words of the contract."""
    kind = getattr(messages, act, None)
    text = " ".join((getattr(kind, "__doc__", None) or "").split())
    return text.split(". ")[0].rstrip(".") + "." if text else ""


async def give_ruling(
    args: argparse.Namespace, organiser: Organiser, method: Method, game: bytes, pairs: Sequence[str]
) -> int:
    """Show what a ruling would do, ask, and give it on the entry that was seen."""
    found = await organiser.terms(game)
    request = method.request()
    read_pairs(
        request,
        [_with_last(pair, found.receipt.seq) for pair in pairs],
        GROUNDS,
        [seat.name for seat in found.terms.seats],
    )
    await _count_before(organiser, method.name, request, found)
    if not args.yes:
        for line in await _preview(organiser, method.name, request, found):
            note(line)
        if not _confirmed():
            return fail("nothing was ruled", NOT_CONFIRMED)
    header: Any = request.header  # type: ignore[attr-defined]
    header.game, header.command_id, header.head = game, new_id(), found.receipt.hash
    reply = await give_act(organiser, method, request, found.terms)
    if method.name == "Penalise" and found.terms.acts_signed and found.terms.HasField("event"):
        await give_due_awards(args, organiser, found.terms.event)
    if args.json:
        say_json(reply)
        return DONE
    after = {"game": game, "after": reply.receipt.seq - 1, "up_to": reply.receipt.seq}
    async for entry in organiser.each("Read", GAMES, **after):
        say(f"entry {entry.seq}: {', '.join(row.name for row in entry.ruled)}")
    say(_asked(reply.windows, found.terms.seats))
    return DONE


async def _count_before(organiser: Organiser, act: str, request: Any, found: Any) -> None:
    """Name what the person has had elsewhere in the event, in a penalty that does not say it."""
    if act != "Penalise" or request.before or not request.HasField("seat") or not found.terms.HasField("event"):
        return
    asked = {"event": found.terms.event, "game": found.game, "seat": request.seat}
    request.before.extend((await organiser.do("ListPenalties", **asked)).before)


def _with_last(pair: str, last: int) -> str:
    """Let `last`, and `last-2`, stand for the number of an entry in a field that names one."""
    name, _, text = pair.partition("=")
    back = LAST.fullmatch(text)
    if back is None or name.rpartition(".")[2] not in (*FROM_HERE, *ENTRIES):
        return pair
    return f"{name}={last - int(back[1] or 0)}"


async def _preview(organiser: Organiser, act: str, request: Any, found: Any) -> list[str]:
    """Tell in which game, what the act does, with which fields, and which entries it is about."""
    labels = {label.name: label.value for label in found.terms.labels}
    names = " - ".join(seat.name for seat in found.terms.seats)
    place = f"round {labels['round']}, table {labels['table']}, " if {"round", "table"} <= labels.keys() else ""
    lines = [
        f"{act} after entry {found.receipt.seq} of the game {found.game.hex()} ({place}{found.terms.ruleset}, {names})",
        f"  {_does(act)}",
    ]
    lines += [f"  {name} = {value}" for name, value in _flat(plain(request))]
    for name, value in _flat(plain(request)):
        last = name.rpartition(".")[2]
        if last in FROM_HERE:
            lines += ["  these become void:", *await _entries(organiser, found, value, found.receipt.seq)]
        elif last in ENTRIES:
            for seq in value if isinstance(value, list) else [value]:
                lines += await _entries(organiser, found, seq, seq)
    return lines


def _flat(values: dict[str, Any], place: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{place}{name}.")
        elif value not in ("", []) and name != "header":
            yield f"{place}{name}", value


async def _entries(organiser: Organiser, found: Any, first: int, last: int) -> list[str]:
    """Tell entries of a game, a line each."""
    if not 1 <= first <= last:
        return []
    lines = []
    async for entry in organiser.each("Read", GAMES, game=found.game, after=first - 1, up_to=last):
        by = _name(entry.actor.party, found.terms.seats)
        dice = " ".join(str(face) for roll in entry.rolls for face in roll.faces)
        lines.append(f"    entry {entry.seq}  {clock(entry.time)}  {entry.command} by {by}{dice and f', dice {dice}'}")
    if len(lines) > SHOWN_MOST:
        left = len(lines) - SHOWN_MOST
        lines[SHOWN_MOST // 2 : SHOWN_MOST // 2 + left] = [f"    ... {left} more"]
    return lines


def _name(party: Any, seats: Sequence[Any]) -> str:
    word = party_word(party)
    return seats[word].name if isinstance(word, int) else word


def _confirmed() -> bool:
    """Ask on the terminal; nobody is there to ask where there is none."""
    if not sys.stdin.isatty():
        note("there is no terminal to ask on: give --yes to rule without being asked")
        return False
    return input("give this ruling? [y/N] ").strip().lower() in ("y", "yes")


def _asked(windows: Sequence[Any], seats: Sequence[Any]) -> str:
    if not windows:
        return "nothing more is asked"
    asks = ", ".join(_name(party, seats) for party in windows[-1].asks) or "nobody"
    return f"asked now: {asks} ({windows[-1].kind.replace('_', ' ')})"
