"""Finds the toy under another edition's code, so that no file passes its audit: for tests of what fails it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import CloseGame
from tests.services.audited import find as find_toy


def find(name: str) -> tuple[Any, bytes] | None:
    """Find the toy, with a handler that closes no game."""
    found = find_toy(name)
    if found is None:
        return None
    rules, engine = found
    return replace(rules, handlers={**rules.handlers, CloseGame: _refuse}), engine


def _refuse(ruling: Ruling[Any], _command: CloseGame) -> None:
    ruling.reject("WG-END-05", "closed-already")
