"""Serve the toy with its settings in the environment; for runs that stop it, kill it and turn its clock.

`TORTURE_CLOCK` names a file with the milliseconds by which the machine's clock is wrong, `TORTURE_EDITION` the edition
of the rules that this release has.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

NS_A_MS = 1_000_000


def turn_clock(path: Path) -> None:
    """Let the machine's clock, as this process sees it, be wrong by what a file says; the steady clock stays."""
    right = time.time_ns

    def wrong() -> int:
        with suppress(OSError, ValueError):
            return right() + int(path.read_text()) * NS_A_MS
        return right()

    # gRPC's own deadlines are told by the machine's clock in C, which `time.time` has to go with
    time.time_ns = wrong


def main() -> None:
    """Serve until SIGTERM."""
    if clock := os.environ.get("TORTURE_CLOCK"):
        turn_clock(Path(clock))
    # the service takes the clock when it is imported
    import uvloop

    from services.config import make_config
    from services.server import serve
    from tests.services.fixtures import toy_rules

    rules = toy_rules()
    if edition := os.environ.get("TORTURE_EDITION"):
        rules = replace(rules, edition=edition)
    uvloop.run(serve(make_config({}, os.environ), {"toy": rules}))


if __name__ == "__main__":
    main()
