"""tile_formations: formations move over a battlefield of tiles, move by move and unit by unit."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.tile_formations import (
    actions,
    aftermath,
    allocation,
    assaults,
    buildings,
    cohesion,
    contacts,
    danger,
    deploy,
    endings,
    losses,
    moving,
    muster,
    overwatch,
    saves,
    setup,
    shock,
    shooting,
    statements,
    turns,
)
from adjudicator.rulesets.tile_formations.bot import choose, create
from adjudicator.rulesets.tile_formations.invariants import invariants
from adjudicator.rulesets.tile_formations.model.messages import (
    MASKS,
    ROLES,
    AdjustShock,
    Concede,
    DamageTerrain,
    DeployUnit,
    EndAssault,
    EndTurn,
    OfferDraw,
    RecordCasualties,
    ResolveOverwatch,
    SetFormationState,
)
from adjudicator.rulesets.tile_formations.queries import QUERIES
from adjudicator.rulesets.tile_formations.state import Game, start
from adjudicator.rulesets.tile_formations.story import story
from adjudicator.rulesets.tile_formations.telling import HEADINGS, LENGTHS, LUCK
from adjudicator.rulesets.tile_formations.views import view

NAME = "tile_formations"
EDITION = "2026.2"
PACKAGE = "wargame.tile_formations.v1"
OPENS = "create"
SEATS = (2, 4)
CHAPTERS = (
    setup, muster, deploy, turns, actions, moving, contacts, assaults, cohesion, overwatch, statements, endings, danger,
    losses, shock, shooting, allocation, saves, aftermath, buildings,
)  # fmt: skip
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME = frozenset({
    AdjustShock, Concede, DamageTerrain, DeployUnit, EndAssault, EndTurn, OfferDraw, RecordCasualties,
    ResolveOverwatch, SetFormationState,
})  # fmt: skip
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = read_sentences(__name__, "phrases", "phrases")
REASONS = read_sentences(__name__, "phrases", "reasons")


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Nothing is hidden: whoever looks at the battlefield knows every id."""
    return True


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "HEADINGS", "LENGTHS", "LUCK", "MASKS", "NAME", "OPENS", "PACKAGE", "PHRASES",
    "QUERIES", "REASONS", "REDUCERS", "ROLES", "SEATS", "TEXTS", "WINDOWS", "choose", "create", "invariants", "knows",
    "start", "story", "view",
]  # fmt: skip
