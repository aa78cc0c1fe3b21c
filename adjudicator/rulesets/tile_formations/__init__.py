"""tile_formations: formations move over a battlefield of tiles, move by move and unit by unit."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from adjudicator.data import read, read_sentences
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import merged
from adjudicator.kernel.windows import Asks
from adjudicator.rulesets.tile_formations import messages
from adjudicator.rulesets.tile_formations.messages import MASKS, ROLES
from adjudicator.rulesets.tile_formations.state import Game, start

NAME = "tile_formations"
EDITION = "2026.1"
PACKAGE = "wargame.tile_formations.v1"
OPENS = "create"
SEATS = (2, 4)
CHAPTERS = (
    "setup", "muster", "deploy", "turns", "actions", "moving", "contacts", "overwatch", "statements", "endings",
    "danger", "losses", "shock", "shooting", "saves", "buildings",
)  # fmt: skip
_modules: Any = [import_module(f"{__name__}.{each}") for each in CHAPTERS if find_spec(f"{__name__}.{each}")]


def _refuse(ruling: Any, command: Any) -> None:
    raise NotImplementedError(type(command).__name__)


CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in _modules))
CLAUSES.update({each: _refuse for each in messages.COMMANDS if each not in CLAUSES})
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in _modules))
REDUCERS.update({each: _refuse for each in messages.EVENTS if each not in REDUCERS})
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in _modules))
WINDOWS.setdefault("create", Asks("create", "TF-GRID-01", (messages.CreateBattlefield,), lambda *_: ()))
ANYTIME = frozenset({
    messages.ResolveOverwatch, messages.DeployUnit, messages.RecordCasualties, messages.DamageTerrain,
    messages.AdjustShock, messages.SetFormationState, messages.EndTurn, messages.Concede, messages.OfferDraw,
})  # fmt: skip
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = read_sentences(__name__, "phrases", "phrases")
REASONS = read_sentences(__name__, "phrases", "reasons")


def _late(module: str, name: str, otherwise: Any) -> Any:
    return getattr(import_module(f"{__name__}.{module}"), name) if find_spec(f"{__name__}.{module}") else otherwise


_ASKED = ("Reach", "EstimateDanger", "EstimateShooting", "ReadTerrain", "ReadMap", "ReadForce")
QUERIES = _late("queries", "QUERIES", MappingProxyType(dict.fromkeys(_ASKED, _refuse)))
view = _late("views", "view", lambda _game, _party: messages.MapText(names=(), text=""))
invariants = _late("invariants", "invariants", lambda _game: ())
choose = _late("bot", "choose", _refuse)
create = _late("bot", "create", _refuse)


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Nothing is hidden: whoever looks at the battlefield knows every id."""
    return True


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "MASKS", "NAME", "OPENS", "PACKAGE", "PHRASES", "QUERIES", "REASONS", "REDUCERS",
    "ROLES", "SEATS", "TEXTS", "WINDOWS", "choose", "create", "invariants", "knows", "start", "view",
]  # fmt: skip
