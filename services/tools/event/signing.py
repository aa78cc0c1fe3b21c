"""Acts that a referee signs: those of one game, and those that follow in many from one call."""

from __future__ import annotations

import argparse
from typing import Any, Final

import grpc

from adjudicator.kernel.sentences import counted
from services.cli import DONE
from services.rpc.methods import Method
from services.tools.client import failure_text
from services.tools.event.keys import KeyUnusable
from services.tools.event.organiser import REFEREE, Organiser, new_id
from services.tools.event.output import REFUSED, note, say, say_json
from wargame.v1 import events_pb2, officials_pb2, options_pb2

TRIES: Final = 5
OFFICES: Final = {
    options_pb2.ROLE_REFEREE: ("referee", officials_pb2.OFFICE_REFEREE),
    options_pb2.ROLE_HEAD_REFEREE: ("head_referee", officials_pb2.OFFICE_HEAD_REFEREE),
}


def add(_verbs: Any, verb: Any) -> None:
    """Add the verb."""
    verb("awards", "give the awards that follow from removals, in games whose officials sign", awards)


async def give_act(organiser: Organiser, method: Method, request: Any, terms: Any) -> Any:
    """Give an act in a game of these terms, signed where its officials sign.

    Raises KeyUnusable, grpc.aio.AioRpcError.
    """
    if terms.acts_signed and organiser.keys is not None and organiser.keys.is_official:
        organiser.keys.sign(request)
    return await organiser.call(method, request)


async def sign_ruled(organiser: Organiser, row: events_pb2.RuledGame) -> events_pb2.RuledGame:
    """Give the act that a row asks a referee to sign, on the entry that is last by then; a row without one stays."""
    if not row.HasField("act"):
        return row
    method = organiser.method(row.act.TypeName().rpartition(".")[2], REFEREE)
    request: Any = method.request()
    row.act.Unpack(request)
    row.ClearField("act")
    for left in reversed(range(TRIES)):
        found = await organiser.terms(row.game)
        request.header.head = found.receipt.hash
        try:
            reply = await give_act(organiser, method, request, found.terms)
        except grpc.aio.AioRpcError as fault:
            if fault.code() is grpc.StatusCode.ABORTED and left:
                continue  # somebody has moved since
            row.refused = failure_text("the service", fault)
        except KeyUnusable as fault:
            row.refused = str(fault)
        else:
            row.receipt.CopyFrom(reply.receipt)
        return row
    return row


async def awards(args: argparse.Namespace, organiser: Organiser) -> int:
    """Give what is due."""
    return await give_due_awards(args, organiser, await organiser.event(args.event))


async def give_due_awards(args: argparse.Namespace, organiser: Organiser, event: bytes) -> int:
    """Give the awards that follow from removals, signed."""
    due = [row async for row in organiser.each("DueAwards", event=event)]
    refused = 0
    for row in due:
        ruled = await sign_ruled(organiser, row)
        refused += bool(ruled.refused)
        say_ruled(args, ruled)
    if due and not args.json:
        say(f"{counted(len(due) - refused, 'award')}, {refused} refused")
    return REFUSED if refused else DONE


def say_ruled(args: argparse.Namespace, row: events_pb2.RuledGame) -> None:
    """Tell what came of an act in one game."""
    if args.json:
        say_json(row)
        return
    said = f"refused: {row.refused}" if row.refused else f"entry {row.receipt.seq}"
    say(f"{row.round}/{row.table}  {row.game.hex()}  {said}")


async def admit(organiser: Organiser, event: bytes, made: Any) -> None:
    """Let a referee sign in the games that are open already, by a warrant of the owner for the whole event."""
    office, number = OFFICES.get(made.role, ("", 0))
    if not office or not made.keys or organiser.keys is None:
        return
    games, _ = await organiser.games(event)
    method = organiser.method("AdmitOfficial", REFEREE)
    for row in games:
        found = await organiser.terms(row.game)
        if not found.terms.acts_signed or found.finished:
            continue
        request: Any = method.request(office=number, token=made.key, keys=made.keys, number=1, of_event=True)
        request.warrant = organiser.keys.warrant(event, office, made.key, list(made.keys), 1)
        header = request.header
        header.game, header.command_id, header.head = row.game, new_id(), found.receipt.hash
        try:
            await give_act(organiser, method, request, found.terms)
        except (grpc.aio.AioRpcError, KeyUnusable) as fault:
            text = failure_text("the service", fault) if isinstance(fault, grpc.aio.AioRpcError) else str(fault)
            note(f"{row.round}/{row.table}: {made.name} is not admitted to sign there: {text}")
