"""Serve the toy: `python -m tests.services.toy_server FOLDER ADDRESS`, for tests that kill a process."""

from __future__ import annotations

import sys
from pathlib import Path

import uvloop

from services.config import Config
from services.server import serve
from tests.services.fixtures import toy_rules

if __name__ == "__main__":
    config = Config(listen=sys.argv[2], data=Path(sys.argv[1]), allow_test_seeds=True, log_level="error")
    uvloop.run(serve(config, {"toy": toy_rules()}))
