"""hex_orders: two sides write orders for tanks and infantry on hexes, and all are carried out at once."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.hex_orders.bots.bot import choose, create
from adjudicator.rulesets.hex_orders.model.messages import MASKS, ROLES
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.reports.invariants import invariants
from adjudicator.rulesets.hex_orders.reports.labels import HEADINGS, LENGTHS, LUCK
from adjudicator.rulesets.hex_orders.reports.queries import QUERIES
from adjudicator.rulesets.hex_orders.reports.summary import story
from adjudicator.rulesets.hex_orders.reports.views import view
from adjudicator.rulesets.hex_orders.rules.assault import (
    allocation,
    assault_angles,
    assault_dice,
    assault_step,
    contested_hexes,
    contributors,
    cunning_assault,
    deflection,
    fear,
    fights,
)
from adjudicator.rulesets.hex_orders.rules.board import swamps
from adjudicator.rulesets.hex_orders.rules.damage import (
    agony,
    applying_damage,
    casualties,
    damage_order,
    damage_rolls,
    damage_tokens,
    hex_effects,
    shaken,
)
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    area_attacks,
    declared_shots,
    fire_window,
    gunnery_parts,
    gunnery_step,
    hex_effect_fire,
    load_and_aim,
    revealing,
    spotting,
    to_hit,
)
from adjudicator.rulesets.hex_orders.rules.movement import movement_step, unit_moves
from adjudicator.rulesets.hex_orders.rules.orders import (
    assault_intents,
    due_orders,
    flying,
    movement_choices,
    passing,
    ranking,
    writing,
)
from adjudicator.rulesets.hex_orders.rules.retreats import pre_assault_retreats, retreats
from adjudicator.rulesets.hex_orders.rules.setup import armies, creation, deployment, huge_units, map_design
from adjudicator.rulesets.hex_orders.rules.turn import aftermath, end_of_game, turn_steps

NAME = "hex_orders"
EDITION = "2026.1"
PACKAGE = "wargame.hex_orders.v1"
OPENS = creation.OPENS
SEATS = (2, 2)
CHAPTERS = (
    creation, huge_units, armies, map_design, deployment, ranking, writing, due_orders, turn_steps, passing, gunnery_parts, gunnery_step, fire_window, load_and_aim,
    area_attacks, declared_shots, hex_effect_fire, to_hit, spotting, revealing, damage_order, damage_rolls, casualties, damage_tokens, shaken, applying_damage,
    agony, hex_effects, aftermath, assault_intents, movement_choices, flying, unit_moves, movement_step, swamps, contested_hexes, fights, fear,
    contributors, assault_angles, assault_dice, assault_step, deflection, allocation, cunning_assault, pre_assault_retreats, retreats, end_of_game,
)  # fmt: skip
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME = end_of_game.ANYTIME
TEXTS = MappingProxyType(read(__name__, "clauses.toml", dict[str, str]))
PHRASES = read_sentences(__name__, "phrases", "phrases")
REASONS = read_sentences(__name__, "phrases", "reasons")


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def knows(game: Game, party: Party, key: str) -> bool:
    """Ids of units are public; what a hidden unit spots, and what is in an army, is known to its side alone."""
    slot, declared = game.armies.get(key), game.declared.get(key)
    if slot is not None:
        return slot.seat == party
    return declared is None or declared.seat == party or not game.units[declared.unit].hidden


__all__ = [
    "ANYTIME", "CLAUSES", "EDITION", "HEADINGS", "LENGTHS", "LUCK", "MASKS", "NAME", "OPENS", "PACKAGE", "PHRASES",
    "QUERIES", "REASONS", "REDUCERS", "ROLES", "SEATS", "TEXTS", "WINDOWS", "choose", "create", "invariants", "knows",
    "start", "story", "view",
]  # fmt: skip
