"""hex_orders: two sides write orders for tanks and infantry on hexes, and all are carried out at once."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.decide.handlers import merged
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read, read_sentences
from adjudicator.rulesets.hex_orders import (
    aftermath,
    agony,
    allocation,
    applying,
    area,
    assault,
    assault_angles,
    assault_dice,
    assault_intents,
    casualties,
    choices,
    contested,
    contributors,
    cunning,
    damage,
    damage_order,
    deflection,
    deploy,
    effects,
    endings,
    fear,
    fights,
    fire,
    firing,
    flow,
    flying,
    gunnery_parts,
    hexfire,
    hits,
    huge,
    maps,
    movement,
    muster,
    orders,
    passing,
    plotting,
    ranking,
    retreats,
    revealing,
    setup,
    shaken,
    sinking,
    spending,
    spotting,
    tokens,
    unit_moves,
    volleys,
    withdrawal,
)
from adjudicator.rulesets.hex_orders.bot import choose, create
from adjudicator.rulesets.hex_orders.invariants import invariants
from adjudicator.rulesets.hex_orders.model.messages import MASKS, ROLES
from adjudicator.rulesets.hex_orders.queries import QUERIES
from adjudicator.rulesets.hex_orders.state import Game
from adjudicator.rulesets.hex_orders.story import story
from adjudicator.rulesets.hex_orders.telling import HEADINGS, LENGTHS, LUCK
from adjudicator.rulesets.hex_orders.views import view

NAME = "hex_orders"
EDITION = "2026.1"
PACKAGE = "wargame.hex_orders.v1"
OPENS = setup.OPENS
SEATS = (2, 2)
CHAPTERS = (
    setup, huge, muster, maps, deploy, ranking, plotting, orders, flow, passing, gunnery_parts, fire, firing, spending,
    area, volleys, hexfire, hits, spotting, revealing, damage_order, damage, casualties, tokens, shaken, applying,
    agony, effects, aftermath, assault_intents, choices, flying, unit_moves, movement, sinking, contested, fights, fear,
    contributors, assault_angles, assault_dice, assault, deflection, allocation, cunning, withdrawal, retreats, endings,
)  # fmt: skip
CLAUSES = merged(*(getattr(each, "CLAUSES", {}) for each in CHAPTERS))
REDUCERS = merged(*(getattr(each, "REDUCERS", {}) for each in CHAPTERS))
WINDOWS = merged(*(getattr(each, "WINDOWS", {}) for each in CHAPTERS))
ANYTIME = endings.ANYTIME
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
