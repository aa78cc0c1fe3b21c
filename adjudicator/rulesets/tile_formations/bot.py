"""A bot: plays a game from its view and its offers alone, with whims from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.rulesets.tile_formations import bot_fights, bot_moves, bot_setup
from adjudicator.rulesets.tile_formations.bot_games import create
from adjudicator.rulesets.tile_formations.bot_offers import sampled
from adjudicator.rulesets.tile_formations.bot_table import Turn

Plan: TypeAlias = Callable[[Turn], Struct | None]
WHIM = 40
"""One choice in so many is a whim: any offer, any values."""

PLANNED = frozenset({"CreateBattlefield", "MusterArmy"})
"""What is never made up: its fields depend on each other."""

SERIOUS = frozenset({"DeclareCautious", "MoveUnit", "Charge", "EndFormationMove"})
"""What is never done on a whim: it could tear a formation apart."""


def choose(sight: Sight, chance: Generator) -> Struct:
    """Choose a command: mostly to a purpose, now and then on a whim."""
    turn = Turn(sight, chance)
    if turn.one_in(WHIM):
        command = at_random(turn, PLANNED | SERIOUS)
        if command is not None:
            return command
    return _planned(turn) or _fallback(turn)


def choose_at_random(sight: Sight, chance: Generator) -> Struct:
    """Choose any command that is offered, with any values; only what can not be made up is done to a purpose."""
    turn = Turn(sight, chance)
    return at_random(turn) or _planned(turn) or _fallback(turn)


def _planned(turn: Turn) -> Struct | None:
    for kind, plan in PLANS.items():
        if turn.offered(kind):
            command = plan(turn)
            if command is not None:
                return command
    return None


def _fallback(turn: Turn) -> Struct:
    command = at_random(turn)
    if command is None:
        raise LookupError(f"nothing among {[each.command for each in turn.offers]} can be made up")
    return command


def at_random(turn: Turn, barred: frozenset[str] = PLANNED) -> Struct | None:
    """Take any offer with any values, but none of these kinds; None where there is none that can be made up."""
    offers = [each for each in turn.offers if each.command not in barred]
    turn.chance.shuffle(offers)
    made = (sampled(each, turn.chance) for each in offers)
    return next((command for command in made if command is not None), None)


def _confirm(turn: Turn) -> Struct | None:
    return turn.any_of("ConfirmFact")


PLANS: Mapping[str, Plan] = MappingProxyType({
    "ConfirmFact": _confirm,
    "MusterArmy": bot_setup.army,
    "DeployUnit": bot_setup.placement,
    "BeginAction": bot_moves.action,
    "MoveUnit": bot_moves.move,
    "Charge": bot_moves.move,
    "EndFormationMove": bot_moves.move,
    "DeclareShooting": bot_fights.shoot,
    "RollToHit": bot_fights.roll,
    "RollSaves": bot_fights.save,
    "ResolveOverwatch": bot_fights.watch,
    "EndAssault": bot_fights.assault,
})  # fmt: skip

__all__ = ["at_random", "choose", "choose_at_random", "create"]
