"""Serve the toy, for tests that kill a process: `python -m tests.services.toy_server FOLDER ADDRESS [PROCESSES]`.

Without words its settings are in the environment, as those of one of several processes are; TOY_EDITION makes it
another release, and TOY_GAMES lets it open so many games: whoever opens one more waits for ever.
"""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvloop

from services.config import Config, make_config
from services.processes import DRAINED, serve_processes
from services.rpc.games import Games
from services.server import serve
from tests.services.fixtures import toy_rules

COMMAND = (sys.executable, "-m", "tests.services.toy_server")


def main() -> int:
    """Serve; the exit code, as the program has it."""
    config = make_config({}, os.environ) if len(sys.argv) == 1 else _config(*sys.argv[1:])
    if "TOY_GAMES" in os.environ:
        open_no_more_than(int(os.environ["TOY_GAMES"]))
    rules = replace(toy_rules(), edition=os.environ.get("TOY_EDITION", toy_rules().edition))
    drained = uvloop.run(serve(config, {"toy": rules}) if config.processes == 1 else serve_processes(config, COMMAND))
    return DRAINED if drained and config.shared else 0


def open_no_more_than(most: int) -> None:
    """Stand still at the game after so many."""
    whole, numbers = Games.open_game, iter(range(most))

    async def opened(*given: Any) -> Any:
        if next(numbers, None) is None:
            await asyncio.Event().wait()
        return await whole(*given)

    vars_of: Any = Games
    vars_of.open_game = opened


def _config(folder: str, address: str, processes: str = "1") -> Config:
    return Config(listen=address, data=Path(folder), allow_test_seeds=True, log_level="error", processes=int(processes))


if __name__ == "__main__":
    sys.exit(main())
