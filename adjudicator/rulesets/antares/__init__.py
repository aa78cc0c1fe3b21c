"""antares: two sides draw order dice from one bag; units shoot, run, assault and react, and pins pile up."""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.data import read, read_sentences
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import merged
from adjudicator.kernel.windows import Asks
from adjudicator.rulesets.antares.messages import MASKS, ROLES, Spot
from adjudicator.rulesets.antares.state import Game

NAME = "antares"
EDITION = "2026.1"
PACKAGE = "wargame.antares.v1"
SEATS = (2, 2)
NAMES = sorted(each.stem for each in Path(__file__).parent.glob("*.py") if each.stem != "__init__")


# While the chapters are being written: what is not there yet is left out, what nobody handles yet says so.
def _chapter(name: str) -> Any:
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as fault:
        if fault.name != f"{__name__}.{name}":
            traceback.print_exc(file=sys.stderr)
    except Exception:
        traceback.print_exc(file=sys.stderr)
    return None


CHAPTERS = tuple(each for each in map(_chapter, NAMES) if each is not None)
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))


def _nobody(kind):
    def refuse(_ruling, command):
        raise NotImplementedError(f"no chapter handles {type(command).__name__} yet")

    return refuse


for _kind in MASKS:
    if _kind not in CLAUSES and _kind not in REDUCERS:
        CLAUSES[_kind] = _nobody(_kind)
        REDUCERS[_kind] = _nobody(_kind)
OPENS = getattr(_chapter("setup"), "OPENS", "create")
ANYTIME = frozenset().union(*(getattr(each, "ANYTIME", ()) for each in CHAPTERS))
for _name in (OPENS, "turn", "action_over", "action_end", "action_more", "action"):
    WINDOWS.setdefault(_name, Asks(_name, "AN-TURN-13"))
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = dict.fromkeys((kind.__name__ for kind in REDUCERS), "") | dict(read_sentences(__name__, "phrases", "phrases"))
REASONS = read_sentences(__name__, "phrases", "reasons")
try:
    from adjudicator.rulesets.antares.views import view
except ImportError:

    def view(_game, _party):
        return Spot(x=0, y=0)


try:
    from adjudicator.rulesets.antares.invariants import invariants
except ImportError:

    def invariants(_game):
        return ()


try:
    from adjudicator.rulesets.antares.bot import choose, create
except ImportError:

    def choose(_sight, _chance):
        raise NotImplementedError

    create = choose


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Nothing is hidden in this game."""
    return True
