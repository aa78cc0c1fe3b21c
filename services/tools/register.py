"""`adjudicator register`: serve registers from a folder, watch one, be a witness. Needs no service."""

from __future__ import annotations

import argparse
import json
import socket
import sys
import time
from pathlib import Path
from typing import Any, Final

import uvicorn

from replays import notes
from replays.arguments import wallet_at
from replays.files import Unusable, read_file
from replays.register.monitor import HOURS
from replays.register.watching import CLAIMED, FORGED, NOTHING, UNREADABLE, Watch, Watched
from replays.register_verb import read_policy_file
from services import logs
from services.games.keys import KeyFault
from services.register.files import FOLDER
from services.register.serving import RegisterFiles
from services.register.witnessing import StateUnusable, Witness

UNUSABLE: Final = 4
LISTEN: Final = "127.0.0.1:50052"
_BACKLOG: Final = 256
_IDLE_SECONDS: Final = 20
_AT_ONCE: Final = 256


def add(subparsers: Any) -> None:
    """Add `register` to the program."""
    parser = subparsers.add_parser(
        "register",
        help="the public register of games: serve, watch, witness",
        description="Serves and checks registers of games. Needs no service.",
        epilog="exit codes: as each verb says (adjudicator register VERB --help)",
    )
    verbs = parser.add_subparsers(dest="register", metavar="VERB", required=True)
    _add_watch(verbs)
    _add_serve(verbs)
    _add_witness(verbs)


def _add_watch(verbs: Any) -> None:
    watch = verbs.add_parser(
        "watch",
        help="is every game in it played once, to its end?",
        description="Reads a register, checks it against its signature, its tiles, and what was read before, and names"
        " games that were opened and never ended, played anew, cut or left out.",
        epilog="exit codes: 0 nothing to tell, 1 games to ask about, 2 the register is not what it has signed or was"
        " before, 3 claims of wallets alone, 4 it can not be read",
    )
    watch.add_argument("place", help="address or folder of a register: .../register/event/ID or .../register/day/DATE")
    watch.add_argument("--vkey", default="", help="the register's key (the one it names, kept from then on)")
    watch.add_argument("--state", type=Path, metavar="FOLDER", help="keeps what was read, to compare it with the next")
    watch.add_argument("--hours", type=float, default=HOURS, help=f"how long a game may last ({HOURS})")
    watch.add_argument("--files", type=Path, metavar="FOLDER", help="replay files to compare with the register")
    watch.add_argument("--whole", action="store_true", help="the files are all games of the register")
    watch.add_argument(
        "--wallet", type=Path, action="append", default=[], metavar="FILE", help="a player's wallet; repeatable"
    )
    watch.add_argument("--policy", type=Path, metavar="FILE", help="witnesses that have to cosign (its own policy)")
    watch.add_argument("--every", type=float, metavar="SECONDS", help="look again and again, until something is found")
    watch.add_argument("--json", action="store_true", help="plain values for machines, a line for each look")
    watch.set_defaults(run=run_watch)


def _add_serve(verbs: Any) -> None:
    serve = verbs.add_parser(
        "serve",
        help="serve the registers of a data folder",
        description="Serves the registers of a data folder over HTTP, as files; any web server can do the same.",
        epilog="exit codes: 0 stopped, 4 the folder or the address can not be used",
    )
    data = Path("adjudicator-data")
    serve.add_argument("--data", type=Path, default=data, metavar="FOLDER", help=f"data folder of a service ({data})")
    serve.add_argument("--listen", default=LISTEN, metavar="ADDRESS", help=f"host:port ({LISTEN})")
    serve.set_defaults(run=run_serve)


def _add_witness(verbs: Any) -> None:
    witness = verbs.add_parser(
        "witness",
        help="cosign the checkpoints of registers",
        description="Cosigns the checkpoints of registers, as long as each goes on from the one before (C2SP"
        " tlog-witness). Without --listen it prints its key.",
        epilog="exit codes: 0 stopped, 4 the folder, a key or the address can not be used",
    )
    witness.add_argument("--state", type=Path, required=True, metavar="FOLDER", help="its key, and its memory")
    witness.add_argument("--name", required=True, help="its name, such as witness.example.org")
    witness.add_argument("--log", action="append", default=[], metavar="VKEY", help="key of a register; repeatable")
    witness.add_argument("--logs", type=Path, metavar="FILE", help="keys of registers, one a line")
    witness.add_argument(
        "--all", action="append", default=[], metavar="VKEY", help="key of any register of a service: for all of it"
    )
    witness.add_argument("--listen", metavar="ADDRESS", help="host:port")
    witness.set_defaults(run=run_witness)


# -- what the verbs do


def run_watch(args: argparse.Namespace) -> int:
    """Look at a register."""
    try:
        policy = read_policy_file(args.policy)
        paths = None if args.files is None else sorted(args.files.glob("*.replay"))
        files = None if paths is None else {path.name: read_file(path) for path in paths}
        wallets = [wallet_at(path) for path in args.wallet]
        if args.vkey:
            notes.key_of(args.vkey)
    except (Unusable, ValueError) as fault:
        return _refuse("watch", fault)
    watch = Watch(args.place, args.vkey, args.state, args.hours, files, args.whole, policy, wallets)
    while True:
        found = watch.look(time.time_ns() // 1_000_000)
        _print(json.dumps(found.as_json()) if args.json else "\n".join(lines_of(found)))
        if args.every is None or found.status not in (NOTHING, UNREADABLE):
            return found.status
        time.sleep(args.every)


def lines_of(found: Watched) -> list[str]:
    """Format what a look has found for people."""
    what = found.origin or "the register"
    if found.status == FORGED:
        return [
            f"{what} is not to be believed: {found.fault}",
            *_told(found),
            "    keep what you have read: it proves what was signed",
        ]
    if found.status == UNREADABLE:
        return [f"{what}: {found.fault}"]
    grown = f"{found.size - found.before} new since the last look" if found.before else "read whole"
    lines = [f"{what}: {found.size} leaves, {grown}; it is what it has signed"]
    lines += _told(found)
    if found.status == CLAIMED:
        lines.append("    nothing of this is proven: it is what a wallet says, which its holder can write as he likes")
    return lines if found.noticed else [*lines, "    every game stands there once, and nothing is missing"]


def _told(found: Watched) -> list[str]:
    """Format what was found; what rests on the word of a wallet's holder is called that."""
    return [
        f"    {item.code}{'' if item.proven else ' (claimed)'}  {item.game or 'the register'}: {item.text}"
        for item in found.noticed
    ]


def run_serve(args: argparse.Namespace) -> int:
    """Serve a folder."""
    folder = args.data / FOLDER
    if not folder.is_dir():
        return _refuse("serve", f"{folder} holds no registers: name the data folder of a service by --data")
    return _listen("serve", RegisterFiles(folder), args.listen, f"registers of {folder}")


def run_witness(args: argparse.Namespace) -> int:
    """Be a witness."""
    try:
        listed = [] if args.logs is None else args.logs.read_text().split()
        keys = {notes.key_of(line)[0]: line for line in (*args.log, *listed)}
        witness = Witness(args.state, args.name, keys, lambda: int(time.time()), args.all)
    except (OSError, ValueError, KeyFault, StateUnusable) as fault:
        return _refuse("witness", fault)
    _print(witness.vkey)
    if args.listen is None:
        return 0
    return _listen(
        "witness", witness, args.listen, f"witness {args.name} of {len(keys)} registers and {len(args.all)} services"
    )


def _listen(verb: str, app: Any, address: str, what: str) -> int:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        return _refuse(verb, f"{address} is no address: write host:port")
    logs.configure("warning")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    own = socket.socket(family, socket.SOCK_STREAM)
    config = uvicorn.Config(
        app,
        lifespan="off",
        ws="none",
        http="h11",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=_AT_ONCE,
        timeout_keep_alive=_IDLE_SECONDS,
    )
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.bind((host.strip("[]"), int(port)))
        own.listen(_BACKLOG)
    except OSError as fault:
        own.close()
        return _refuse(verb, f"{address} can not be listened on: {fault.strerror}")
    place = own.getsockname()
    _print(f"{what} at http://{place[0]}:{place[1]}")
    uvicorn.Server(config).run(sockets=[own])
    return 0


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201  (a program talks on its output)


def _refuse(verb: str, fault: object) -> int:
    print(f"register {verb}: {fault}", file=sys.stderr)  # noqa: T201  (as above)
    return UNUSABLE
