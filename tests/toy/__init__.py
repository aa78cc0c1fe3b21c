"""The toy: the smallest ruleset that has a window, a secret and a throw of every sort the kernel knows."""

from __future__ import annotations

from adjudicator.kernel.ruleset import merged
from tests.toy import rounds, turns
from tests.toy.bot import choose, create
from tests.toy.messages import MASKS, ROLES, Concede
from tests.toy.state import invariants, knows, start
from tests.toy.texts import PHRASES, REASONS, TEXTS
from tests.toy.views import view

NAME = "toy"
EDITION = "1"
PACKAGE = "wargame.toy.v1"
OPENS = "create"
CLAUSES = merged(rounds.CLAUSES, turns.CLAUSES)
REDUCERS = merged(rounds.REDUCERS, turns.REDUCERS)
WINDOWS = merged(rounds.WINDOWS, turns.WINDOWS)
ANYTIME = frozenset({Concede})

__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "MASKS", "NAME", "OPENS", "PACKAGE", "PHRASES", "REASONS", "REDUCERS", "ROLES",
    "TEXTS", "WINDOWS", "choose", "create", "invariants", "knows", "start", "view",
]  # fmt: skip
