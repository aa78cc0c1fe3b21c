"""Serve the toy, for tests that kill a process: `python -m tests.services.toy_server FOLDER ADDRESS [PROCESSES]`.

Without words it is one of several processes, with its settings in the environment.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import uvloop

from services.config import Config, make_config
from services.processes import serve_processes
from services.server import serve
from tests.services.fixtures import toy_rules

COMMAND = (sys.executable, "-m", "tests.services.toy_server")


def main() -> None:
    """Serve."""
    if len(sys.argv) == 1:
        uvloop.run(serve(make_config({}, os.environ), {"toy": toy_rules()}))
        return
    folder, address, *count = sys.argv[1:]
    processes = int(count[0]) if count else 1
    config = Config(listen=address, data=Path(folder), allow_test_seeds=True, log_level="error", processes=processes)
    uvloop.run(serve(config, {"toy": toy_rules()}) if processes == 1 else serve_processes(config, COMMAND))


if __name__ == "__main__":
    main()
