"""What the processes of audits find in tests: the toy, and files that hold them up."""

from __future__ import annotations

import hashlib
import os
import time
from typing import Any

from adjudicator.kernel.ruleset import LoadedRuleset, assemble
from tests.toy import RULESET


def find(name: str) -> tuple[LoadedRuleset[Any], bytes] | None:
    """Find the toy, which no build registers."""
    rules = assemble(RULESET)
    return (rules, hashlib.sha256(f"{name} {rules.edition}".encode()).digest()) if name == "toy" else None


def sleep(name: str) -> tuple[LoadedRuleset[Any], bytes] | None:
    """Hold an audit up for good."""
    del name
    time.sleep(3_600)
    return None


def spin(name: str) -> tuple[LoadedRuleset[Any], bytes] | None:
    """Compute for good."""
    while name:
        pass
    return None


def swell(name: str) -> tuple[LoadedRuleset[Any], bytes] | None:
    """Take all the memory there is."""
    held = [name]
    while True:
        held.append(name * 10_000_000)


def crash(name: str) -> tuple[LoadedRuleset[Any], bytes] | None:
    """End as a fault of an extension does."""
    del name
    os._exit(17)
