"""The program `adjudicator`: one subcommand per line of VERBS, loaded when it is called."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final

from services.output import watched_output

VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "serve": "services.cli",
        "play": "services.tools.play",
        "demo": "services.tools.demo",
        "sit": "services.tools.sit",
        "replay": "services.tools.fetch",
        "wallet": "replays.wallet.verb",
        "archive": "services.tools.archive.verb",
        "token": "services.tools.tokens",
        "link": "services.tools.link",
        "repair": "services.tools.repair",
        "admin": "services.tools.admin",
        "backup": "services.tools.backup",
        "restore": "services.tools.backup",
        "event": "services.tools.event.verb",
        "drain": "services.tools.drain",
        "register": "services.tools.register",
        "corpus": "replays.corpus.verb",
        "rules": "services.tools.rules",
        "bench": "services.bench.verb",
    }
)
DONE, WRONG, UNREADY, ABSENT = 0, 2, 3, 4
# as a shell tells the end of a program by SIGINT
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a verb; its exit status.

    Whoever reads what it prints may leave before the end, as `head` does. A verb that can be gone on with says so
    itself where it is interrupted; any other one, and all of them while they are loaded, just end.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with watched_output():
            return _run(words)
    except KeyboardInterrupt:
        return fail("interrupted", INTERRUPTED)


def _run(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="adjudicator",
        description="Rules adjudication for tabletop wargames, with dice that can be checked.",
        epilog="exit codes: 0 done, 2 wrong arguments or settings, 130 interrupted, others as each verb says "
        "(adjudicator VERB --help)",
    )
    subparsers = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    called = VERBS.get(words[0]) if words else None
    for module in (called,) if called else dict.fromkeys(VERBS.values()):
        if _is_there(module):
            import_module(module).add(subparsers)
    if not words:
        parser.print_help(sys.stderr)
        return WRONG
    args = parser.parse_args(words)
    status: int = args.run(args)
    return status


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def add(subparsers: Any) -> None:
    """Add `serve`."""
    from services.config import add_flags

    serve = subparsers.add_parser(
        "serve",
        help="run the service",
        description="Runs the service until SIGINT or SIGTERM. Every flag can be given in the environment too, as "
        "ADJUDICATOR_LISTEN and so on. The line on stdout names address, data folder and the owner's token.",
        epilog="exit codes: 0 stopped, 1 cut off at the end of the grace, or work beside the calls has ended (start it "
        "again), 2 settings that are wrong or not safe, 3 keys or store can not be used",
    )
    add_flags(serve)
    serve.set_defaults(run=run_serve)


def run_serve(args: argparse.Namespace) -> int:
    """Serve."""
    from services.config import ConfigFault, make_config

    try:
        config = make_config(vars(args), os.environ)
    except ConfigFault as fault:
        return fail(f"serve: {fault}", WRONG)
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # errors are printed once, by us
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")  # read once, by the first that imports it; see embedded.py
    import uvloop

    from services.operation.stop import CUT_OFF
    from services.processes import DRAINED, serve_processes
    from services.server import NOT_READY, WorkEnded, serve

    try:
        drained = uvloop.run(serve(config) if config.processes == 1 else serve_processes(config))
    except NOT_READY as fault:
        return fail(f"serve: {fault}", UNREADY)
    except WorkEnded as fault:
        return fail(f"serve: {fault}", CUT_OFF)
    return DRAINED if drained and config.shared else DONE


def whole(least: int, most: int) -> Callable[[str], int]:
    """Let an argument be a whole number of these bounds, themselves included."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch("-?[0-9]{1,20}", text) else None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return number

    return read


def fail(text: str, status: int) -> int:
    """Say on the error output why the program ends, and give its exit code."""
    print(text, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
