"""antares: two sides draw order dice from one bag; units shoot, run, assault and react, and pins pile up."""

from __future__ import annotations

from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.antares.bots.bot import choose, create
from adjudicator.rulesets.antares.model.messages import MASKS, ROLES
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.reports.invariants import invariants
from adjudicator.rulesets.antares.reports.labels import HEADINGS, LENGTHS, LISTS, LUCK
from adjudicator.rulesets.antares.reports.queries import QUERIES
from adjudicator.rulesets.antares.reports.summary import story
from adjudicator.rulesets.antares.reports.views import view
from adjudicator.rulesets.antares.rules.assault import assaults, breaking_off, consolidation, hand_to_hand, point_blank
from adjudicator.rulesets.antares.rules.damage import break_tests, casualties, damage_chart, pins, resist_tests
from adjudicator.rulesets.antares.rules.hits import hit_allocation, hit_rerolls, hit_scoring, miss_rerolls
from adjudicator.rulesets.antares.rules.mission import creation, deployment, game_end
from adjudicator.rulesets.antares.rules.movement import agility_tests, unit_moves
from adjudicator.rulesets.antares.rules.reactions import (
    carrying_out,
    lapsed_reactions,
    re_aiming,
    reaction_orders,
    reaction_tests,
    reaction_windows,
)
from adjudicator.rulesets.antares.rules.shooting import (
    accuracy_rolls,
    declarations,
    markers,
    overhead_fire,
    sight_statements,
    volley_stages,
)
from adjudicator.rulesets.antares.rules.tests import roll_offs
from adjudicator.rulesets.antares.rules.turn import (
    actions,
    army_options,
    contested_dice,
    dice_draws,
    end_tests,
    giving_orders,
    going_down,
    kept_dice,
    option_effects,
    order_dice,
    order_tests,
    referee,
    turn_steps,
)

NAME = "antares"
EDITION = "2026.2"
PACKAGE = "wargame.antares.v1"
OPENS = creation.OPENS
SEATS = (2, 2)
CHAPTERS = (
    creation, deployment, turn_steps, roll_offs, dice_draws, order_dice, option_effects, army_options, giving_orders, order_tests, actions, pins,
    going_down, markers, kept_dice, contested_dice, end_tests, game_end, referee, unit_moves, agility_tests, consolidation, breaking_off,
    declarations, sight_statements, volley_stages, accuracy_rolls, hit_rerolls, miss_rerolls, overhead_fire, hit_scoring, hit_allocation, resist_tests, damage_chart,
    casualties, break_tests, reaction_windows, reaction_tests, carrying_out, lapsed_reactions, reaction_orders, re_aiming, assaults, point_blank, hand_to_hand,
)  # fmt: skip
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME: frozenset[type[Struct]] = (
    game_end.ANYTIME
    | referee.ANYTIME
    | markers.ANYTIME
    | contested_dice.ANYTIME
    | sight_statements.ANYTIME
    | overhead_fire.ANYTIME
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
