"""Grinding-Annihilation: two armies of formations fight over four markers in five rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.grinding_annihilation import (
    aircraft,
    army,
    arrivals,
    assault,
    attacks,
    brawl,
    breach,
    caches,
    charges,
    cohesion,
    command,
    deploy,
    duels,
    effects,
    endings,
    fast,
    fights,
    flow,
    formations,
    grenades,
    groups,
    hazards,
    impossible,
    ingress,
    losses,
    manoeuvres,
    markers,
    melee,
    moments,
    mortal,
    movement,
    orders,
    overwatch,
    prebattle,
    rerolls,
    retreat,
    rolls,
    scientists,
    scoring,
    sequence,
    setup,
    shooting,
    sights,
    standing,
    terrain,
    transports,
    uses,
    wounds,
    wrecks,
)
from adjudicator.rulesets.grinding_annihilation.bot import choose, create
from adjudicator.rulesets.grinding_annihilation.estimate import estimate_attack
from adjudicator.rulesets.grinding_annihilation.invariants import invariants
from adjudicator.rulesets.grinding_annihilation.model.messages import MASKS, ROLES
from adjudicator.rulesets.grinding_annihilation.queries import measure_distance
from adjudicator.rulesets.grinding_annihilation.sights import rolled_off
from adjudicator.rulesets.grinding_annihilation.state import Game
from adjudicator.rulesets.grinding_annihilation.story import story
from adjudicator.rulesets.grinding_annihilation.telling import HEADINGS, LENGTHS, LUCK
from adjudicator.rulesets.grinding_annihilation.views import view

NAME = "grinding_annihilation"
EDITION = "2026.4"
PACKAGE = "wargame.grinding_annihilation.v1"
OPENS = setup.OPENS
SEATS = (2, 2)
JUDGES = merged(impossible.JUDGES, setup.JUDGES, sights.JUDGES, terrain.JUDGES)
CHAPTERS = (
    setup, army, markers, terrain, formations, deploy, flow, cohesion, command, movement, retreat, shooting,
    attacks, groups, rolls, wounds, mortal, hazards, sequence, fast, assault, brawl, fights, melee,
    impossible, losses, scoring, standing, endings,
    arrivals, aircraft, transports, wrecks, prebattle,
    manoeuvres, effects, rerolls, overwatch, charges, ingress, duels, grenades, orders, moments, uses,
    breach, caches, scientists,
)  # fmt: skip
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME = endings.ANYTIME | standing.ANYTIME
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = read_sentences(__name__, "phrases", "phrases")
REASONS = read_sentences(__name__, "phrases", "reasons")
QUERIES: Mapping[str, Callable[[Any, Party, Any], Any]] = MappingProxyType({
    "EstimateAttack": estimate_attack, "MeasureDistance": measure_distance,
})  # fmt: skip


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Every id is known to everybody: what is secret has none."""
    return True


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "HEADINGS", "JUDGES", "LENGTHS", "LUCK", "MASKS", "NAME", "OPENS", "PACKAGE",
    "PHRASES", "QUERIES", "REASONS", "REDUCERS", "ROLES", "SEATS", "TEXTS", "WINDOWS", "choose", "create", "invariants",
    "knows", "rolled_off", "start", "story", "view",
]  # fmt: skip
