"""`event token`: tokens for an event are made, listed and revoked."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from pathlib import Path
from typing import Any, Final

from google.protobuf.timestamp_pb2 import Timestamp

from services.cli import DONE, WRONG
from services.events.plain_values import word_of
from services.games.signing import public_key
from services.tools.event.keys import SIZE, save_key
from services.tools.event.organiser import Organiser
from services.tools.event.output import day, fail, note, say, say_json, say_rows
from services.tools.event.signing import admit
from services.tools.link import link_of
from wargame.v1 import events_pb2, options_pb2

DAY_SECONDS: Final = 24 * 3600
REFEREES: Final = (options_pb2.ROLE_HEAD_REFEREE, options_pb2.ROLE_REFEREE)
ROLES: Final = {
    "head-referee": options_pb2.ROLE_HEAD_REFEREE,
    "referee": options_pb2.ROLE_REFEREE,
    "seat": options_pb2.ROLE_SEAT,
    "spectator": options_pb2.ROLE_SPECTATOR,
    "auditor": options_pb2.ROLE_AUDITOR,
}


def add(verbs: Any, verb: Any) -> None:
    """Add the verbs."""
    parser = verbs.add_parser("token", help="make, list and revoke tokens for an event")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    made = verb("make", "make a token and print it, once", make_token, where=actions)
    made.add_argument("role", choices=ROLES)
    made.add_argument("name", nargs="?", default="", help="whose: of a seat the person, of a referee any other name")
    made.add_argument("--affiliation", default="", help="club, team or nation of a referee")
    made.add_argument(
        "--key", action="append", default=[], metavar="HEX", help="public key of a referee; may be given again"
    )
    for word in ("round", "table"):
        made.add_argument(
            f"--{word}",
            dest=f"{word}s",
            action="append",
            default=[],
            metavar="LABEL",
            help=f"a {word} that a referee, spectator or auditor is for (all); may be given again",
        )
    made.add_argument("--days", type=float, default=0, help="days until it expires (never)")
    made.add_argument(
        "--link", action="store_true", help="print a link for a browser, too, where the service has pages (--web)"
    )
    made.add_argument("--out", type=Path, help="write it here, where you alone can read it, instead of printing it")
    shown = verb("list", "list the tokens of an event by key id", list_tokens, where=actions)
    shown.add_argument("--valid", action="store_true", help="those that hold alone")
    ended = verb("revoke", "revoke a token", revoke_token, where=actions)
    ended.add_argument("key", help="its key id: the twelve hex digits in its middle")
    ended.add_argument("--reason", required=True, help="why, for the event's log")


async def make_token(args: argparse.Namespace, organiser: Organiser) -> int:
    """Make a token."""
    if args.out and args.out.exists():
        return fail(f"{args.out} is there already: name another --out, so that no token is lost", WRONG)
    try:
        keys = [bytes.fromhex(text) for text in args.key]
    except ValueError:
        return fail("--key: write the public key as 64 hex digits", WRONG)
    event = await organiser.event(args.event)
    fields: dict[str, Any] = {"role": ROLES[args.role], "name": args.name, "affiliation": args.affiliation}
    key = await _key_of_a_referee(args, organiser, event, given=bool(keys))
    keys += [public_key(key)] if key else []
    fields |= {"keys": keys, "rounds": args.rounds, "tables": args.tables}
    if args.days:
        fields["expires_time"] = Timestamp(seconds=int(time.time() + args.days * DAY_SECONDS))
    reply = await organiser.give("MakeToken", event=event, **fields)
    if key and organiser.keys is not None:
        path = args.out.with_suffix(".key") if args.out else organiser.keys.of(reply.made.key)
        save_key(path, key)
        note(f"{args.name} signs with {path}: give it to nobody else")
    await admit(organiser, event, reply.made)
    if args.out:
        descriptor = os.open(args.out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(f"{reply.token}\n")
    if args.link:
        say(await link_of(organiser.channel, reply.token))
        if args.out:
            return DONE
    if args.json:
        # what is in a file is not printed, too
        say_json(reply.made if args.out else reply)
    else:
        say(str(args.out or reply.token))
    return DONE


async def _key_of_a_referee(args: argparse.Namespace, organiser: Organiser, event: bytes, *, given: bool) -> bytes:
    """Make a key for a referee who has none, where officials sign; empty elsewhere."""
    if given or ROLES[args.role] not in REFEREES or organiser.keys is None:
        return b""
    sheet = await organiser.do("Get", event=event)
    return secrets.token_bytes(SIZE) if sheet.terms.owner_keys else b""


async def list_tokens(args: argparse.Namespace, organiser: Organiser) -> int:
    """List tokens."""
    found = await organiser.do("ListTokens", event=await organiser.event(args.event), valid=args.valid)
    if args.json:
        for row in found.tokens:
            say_json(row)
        return DONE
    rows = [
        [row.key, _role(row), row.name, row.affiliation, _scope(row), day(row.made_time), _state(row)]
        for row in found.tokens
    ]
    say_rows(("key", "role", "name", "affiliation", "for", "made", "state"), rows)
    return DONE


async def revoke_token(args: argparse.Namespace, organiser: Organiser) -> int:
    """Revoke a token."""
    event = await organiser.event(args.event)
    row = await organiser.give("RevokeToken", event=event, key=args.key, reason=args.reason)
    if args.json:
        say_json(row)
    else:
        say(f"{row.key}  {_role(row)}  {row.name}  {_state(row)}")
    return DONE


def _role(row: Any) -> str:
    return word_of(options_pb2.Role.DESCRIPTOR, row.role).replace("_", " ")


def _scope(row: events_pb2.EventToken) -> str:
    named = [f"{word} {', '.join(labels)}" for word, labels in (("round", row.rounds), ("table", row.tables)) if labels]
    return " at ".join(named) or "the event"


def _state(row: events_pb2.EventToken) -> str:
    if row.HasField("revoked_time"):
        return f"revoked {day(row.revoked_time)}"
    if not row.HasField("expires_time"):
        return "valid"
    word = "valid until" if row.expires_time.seconds > time.time() else "expired"
    return f"{word} {day(row.expires_time)}"
