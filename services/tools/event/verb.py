"""The verb `event`: what organisers and referees of an event do, over gRPC and with a token of theirs."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeAlias

import grpc

from services.cli import WRONG
from services.config import PORT, PREFIX
from services.parts import OWNER_FILE
from services.tools.client import failure_text
from services.tools.event import acts, calls, opening, results, ruling, signing, tokens, watching
from services.tools.event.fields import Unfit
from services.tools.event.files import FileFault
from services.tools.event.keys import KeyRing
from services.tools.event.organiser import NotFound, Organiser
from services.tools.event.output import ABSENT, REFUSED, fail

Act: TypeAlias = Callable[[argparse.Namespace, Organiser], Coroutine[Any, Any, int]]
PARTS: Final = (opening, watching, results, ruling, calls, acts, signing, tokens)
CODES: Final = (
    "exit codes: 0 done, 2 wrong arguments or files, 4 there is no such event or game, 5 the service refused or could "
    "not be reached, 6 not confirmed"
)


class Parser(argparse.ArgumentParser):
    """Takes flags before, between and after words."""

    _begun = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; a parser with verbs of its own leaves it to theirs."""
        if self._begun or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._begun = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._begun = False


def add(subparsers: Any) -> None:
    """Add `event`."""
    parser = subparsers.add_parser(
        "event",
        help="run an event: its games, referees, results",
        description="Creates events, opens their games, shows how they stand, rules, and gives out results. Verbs find "
        "the event by --event, by ADJUDICATOR_EVENT, or because the token sees one open event alone.",
        epilog=CODES,
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, parser_class=Parser)

    def verb(name: str, text: str, act: Act, *, where: Any = verbs, more: str = "") -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = where.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}. {more}".strip(), epilog=CODES
        )
        _add_common(made)
        made.set_defaults(run=run, act=act)
        return made

    for part in PARTS:
        part.add(verbs, verb)


def _add_common(parser: argparse.ArgumentParser) -> None:
    common = parser.add_argument_group("the service and the event")
    common.add_argument(
        "--event", default=os.environ.get(f"{PREFIX}EVENT", ""), help="its id, 32 hex digits, or its name"
    )
    common.add_argument("--data", type=Path, default=Path(os.environ.get(f"{PREFIX}DATA", "adjudicator-data")))
    common.add_argument("--token-file", type=Path, help=f"file with a token ({OWNER_FILE} of --data)")
    common.add_argument(
        "--address",
        default=os.environ.get(f"{PREFIX}ADDRESS", f"127.0.0.1:{PORT}"),
        help=f"address of the service (127.0.0.1:{PORT})",
    )
    common.add_argument(
        "--sign-with", type=Path, metavar="FILE", help="your key (FILE.key beside --token-file, or in --data)"
    )
    common.add_argument("--ca", type=Path, help="certificate of the service's authority, PEM; turns TLS on")
    common.add_argument("--json", action="store_true", help="plain values for machines")


def run(args: argparse.Namespace) -> int:
    """Run a verb on the service."""
    path = args.token_file or args.data / OWNER_FILE
    try:
        token = path.read_text(encoding="utf-8").strip()
        authority = args.ca.read_bytes() if args.ca else None
    except OSError as fault:
        return fail(f"{fault}; name another file with --token-file or --ca", WRONG)
    try:
        return asyncio.run(_run(args, authority, token))
    except grpc.aio.AioRpcError as fault:
        return fail(failure_text(args.address, fault), REFUSED)
    except NotFound as fault:
        return fail(str(fault), ABSENT)
    except (FileFault, Unfit, OSError) as fault:
        return fail(str(fault), WRONG)
    except KeyboardInterrupt:
        return fail("left", 0) if args.act is watching.watch else 130


def _keys_of(args: argparse.Namespace, token: str) -> KeyRing | None:
    """Find where the key of the token lies; what is no token has none, and the service says so."""
    try:
        return KeyRing(args.data, token, args.token_file, args.sign_with)
    except ValueError:
        return None


async def _run(args: argparse.Namespace, authority: bytes | None, token: str) -> int:
    channel = (
        grpc.aio.insecure_channel(args.address)
        if authority is None
        else grpc.aio.secure_channel(args.address, grpc.ssl_channel_credentials(authority))
    )
    async with channel:
        act: Act = args.act
        return await act(args, Organiser(channel, token, _keys_of(args, token)))
