"""Serve as an earlier release: `python -m tests.services.events.earlier_release RULESET FOLDER ADDRESS`.

The ruleset has an edition of before, which decides otherwise; all else is as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvloop

from adjudicator import registry
from services.config import Config
from services.server import serve
from tests.services.events.earlier_rules import earlier


def main(ruleset: str, folder: str, address: str) -> int:
    """Serve until it is ended."""
    rules = {name: registry.rules_of(name) for name in registry.RULESETS}
    rules[ruleset] = earlier(rules[ruleset])
    uvloop.run(serve(Config(listen=address, data=Path(folder), log_level="error"), rules))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
