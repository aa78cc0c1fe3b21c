"""A bot: plays a game from its view and its offers alone, with whims from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.rulesets.antares import bot_answers, bot_fire, bot_moves, bot_orders, bot_setup
from adjudicator.rulesets.antares.bot_offers import sampled
from adjudicator.rulesets.antares.bot_setup import create
from adjudicator.rulesets.antares.bot_table import Turn

Plan: TypeAlias = Callable[[Turn], Struct | None]
WHIM = 20
"""One choice in so many is a whim: any offer, any values."""

PLANNED = frozenset({"CreateGame", "LoadForceList", "SubmitArmy", "DeployUnit", "MoveUnit", "DeclareShooting",
                     "DeclareAssault"})  # fmt: skip
"""What is never sampled: its fields depend on each other, and not everything in them is told."""


def choose(sight: Sight, chance: Generator) -> Struct:
    """Choose a command: mostly to a purpose, now and then on a whim.

    Raises LookupError where nothing that is offered can be made up.
    """
    turn = Turn(sight, chance)
    command = at_random(turn) if turn.one_in(WHIM) else None
    return command or _planned(turn) or _fallback(turn)


def choose_at_random(sight: Sight, chance: Generator) -> Struct:
    """Choose any command that is offered, with any values; only what can not be made up is done to a purpose."""
    turn = Turn(sight, chance)
    return at_random(turn) or _fallback(turn)


def _planned(turn: Turn) -> Struct | None:
    if turn.windows[-1].kind == "action":
        command = acted(turn)
        if command is not None:
            return command
    for kind, plan in PLANS.items():
        if turn.offered(kind):
            command = plan(turn)
            if command is not None:
                return command
    return None


def _fallback(turn: Turn) -> Struct:
    command = at_random(turn)
    if command is None:
        message = f"nothing among {[each.command for each in turn.offers]} can be made up"
        raise LookupError(message)
    return command


def at_random(turn: Turn) -> Struct | None:
    """Take any kind of command that is offered, with any values or, where these depend on each other, to a purpose."""
    kinds = sorted({each.command for each in turn.offers})
    turn.chance.shuffle(kinds)
    made = (PLANS[kind](turn) if kind in PLANNED and kind in PLANS else _any(turn, kind) for kind in kinds)
    return next((command for command in made if command is not None), None)


def _any(turn: Turn, kind: str) -> Struct | None:
    offers = [each for each in turn.offered(kind) if kind not in PLANNED]
    turn.chance.shuffle(offers)
    return next((command for each in offers if (command := sampled(each, turn.chance)) is not None), None)


def acted(turn: Turn) -> Struct | None:
    """Act on an order: assault where that is wise; under an Advance mostly move, then shoot."""
    plans = [PLANS[kind] for kind in ("DeclareAssault", "MoveUnit", "DeclareShooting") if turn.offered(kind)]
    if len(plans) > 1 and turn.one_in(3):
        plans.reverse()
    return next((command for plan in plans if (command := plan(turn)) is not None), None)


def moved(turn: Turn) -> Struct | None:
    """Move as the window wants it: of oneself, or as a reaction by one of the ways that are offered."""
    return bot_moves.move(turn) if turn.windows[-1].kind == "action" else bot_answers.reacting(turn)


PLANS: Mapping[str, Plan] = MappingProxyType({
    "SubmitArmy": bot_setup.army,
    "DeployUnit": bot_setup.placement,
    "PlayArmyOption": bot_orders.option,
    "GiveOrder": bot_orders.order,
    "DeclareAssault": bot_moves.assault,
    "DeclareShooting": bot_fire.shot,
    "MoveUnit": moved,
    "DeclareReaction": bot_answers.reaction,
    "CarryOutReaction": bot_answers.reacting,
    "RerollMisses": bot_answers.rerolls,
    "ChooseFollowOn": bot_answers.follow_on,
    "BreakOff": bot_answers.break_off,
    "ResolveDown": bot_orders.down,
    "KeepOrder": bot_orders.keep,
})  # fmt: skip

__all__ = ["at_random", "choose", "choose_at_random", "create"]
