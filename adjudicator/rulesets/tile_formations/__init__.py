"""tile_formations: formations move over a battlefield of tiles, move by move and unit by unit."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.tile_formations.bots.bot import choose, create
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
from adjudicator.rulesets.tile_formations.model.state import Game, empty_game
from adjudicator.rulesets.tile_formations.reports.invariants import invariants
from adjudicator.rulesets.tile_formations.reports.labels import HEADINGS, LENGTHS, LUCK
from adjudicator.rulesets.tile_formations.reports.queries import QUERIES
from adjudicator.rulesets.tile_formations.reports.summary import summary
from adjudicator.rulesets.tile_formations.reports.views import view
from adjudicator.rulesets.tile_formations.rules.assault import assaults, contacts
from adjudicator.rulesets.tile_formations.rules.danger import dangerous_terrain
from adjudicator.rulesets.tile_formations.rules.formations import cohesion, losses, shock
from adjudicator.rulesets.tile_formations.rules.movement import actions, unit_moves
from adjudicator.rulesets.tile_formations.rules.play import (
    battlefield,
    deployment,
    game_end,
    muster,
    settled_results,
    turns,
)
from adjudicator.rulesets.tile_formations.rules.shooting import casualties, hit_allocation, overwatch, saves, shooting
from adjudicator.rulesets.tile_formations.rules.terrain import buildings

NAME = "tile_formations"
EDITION = "2026.2"
PACKAGE = "wargame.tile_formations.v1"
OPENS = "create"
SEATS = (2, 4)
CHAPTERS = (
    battlefield, muster, deployment, turns, actions, unit_moves, contacts, assaults, cohesion, overwatch, settled_results, game_end, dangerous_terrain,
    losses, shock, shooting, hit_allocation, saves, casualties, buildings,
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
start, story = empty_game, summary


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Nothing is hidden: whoever looks at the battlefield knows every id."""
    return True


__all__ = [
    "ANYTIME",
    "CLAUSES",
    "EDITION",
    "HEADINGS",
    "LENGTHS",
    "LUCK",
    "MASKS",
    "NAME",
    "OPENS",
    "PACKAGE",
    "PHRASES",
    "QUERIES",
    "REASONS",
    "REDUCERS",
    "ROLES",
    "SEATS",
    "TEXTS",
    "WINDOWS",
    "choose",
    "create",
    "invariants",
    "knows",
    "start",
    "story",
    "view",
]  # fmt: skip
