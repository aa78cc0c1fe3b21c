"""antares: two sides draw order dice from one bag; units shoot, run, assault and react, and pins pile up."""

from __future__ import annotations

from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.antares import (
    actions,
    agility,
    army_options,
    assault,
    bag,
    breaks,
    casualties,
    contested,
    damage,
    deploy,
    downs,
    drawing,
    end_tests,
    endings,
    flow,
    markers,
    melee,
    movement,
    option_effects,
    orders,
    outcomes,
    overhead,
    parting,
    pins,
    point_blank,
    reacting,
    reactions,
    referee,
    renaming,
    replies,
    rerolls,
    resist,
    rolling,
    salvo,
    scoring,
    setup,
    shooting,
    turn_end,
    waiving,
    wounds,
)
from adjudicator.rulesets.antares.bot import choose, create
from adjudicator.rulesets.antares.invariants import invariants
from adjudicator.rulesets.antares.model.messages import MASKS, ROLES
from adjudicator.rulesets.antares.queries import QUERIES
from adjudicator.rulesets.antares.state import Game
from adjudicator.rulesets.antares.story import story
from adjudicator.rulesets.antares.telling import HEADINGS, LENGTHS, LISTS, LUCK
from adjudicator.rulesets.antares.views import view

NAME = "antares"
EDITION = "2026.2"
PACKAGE = "wargame.antares.v1"
OPENS = setup.OPENS
SEATS = (2, 2)
CHAPTERS = (
    setup, deploy, flow, drawing, bag, option_effects, army_options, orders, actions, pins, downs, markers, turn_end,
    contested, end_tests, endings, referee, movement, agility, parting, shooting, salvo, rolling, rerolls, overhead,
    scoring, wounds, resist, damage, outcomes, casualties, breaks, reactions, reacting, waiving, replies, renaming,
    assault, point_blank, melee,
)  # fmt: skip
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME: frozenset[type[Struct]] = (
    endings.ANYTIME | referee.ANYTIME | contested.ANYTIME | shooting.ANYTIME | overhead.ANYTIME
)
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = read_sentences(__name__, "phrases", "phrases")
REASONS = read_sentences(__name__, "phrases", "reasons")
WORDS = read_sentences(__name__, "phrases", "words")


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def knows(_game: Game, _party: Party, _key: str) -> bool:
    """Every id is public: nothing in this game is secret."""
    return True


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "HEADINGS", "LENGTHS", "LISTS", "LUCK", "MASKS", "NAME", "OPENS", "PACKAGE",
    "PHRASES", "QUERIES", "REASONS", "REDUCERS", "ROLES", "SEATS", "TEXTS", "WINDOWS", "WORDS", "choose", "create",
    "invariants", "knows", "start", "story", "view",
]  # fmt: skip
