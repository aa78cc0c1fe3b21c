"""A bot: plays a game from its view and its offers alone, with whims from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.rulesets.hex_orders.bots import armies, fights, fire, orders, setup
from adjudicator.rulesets.hex_orders.bots.games import create
from adjudicator.rulesets.hex_orders.bots.sampling import sampled
from adjudicator.rulesets.hex_orders.bots.situation import Turn

Plan: TypeAlias = Callable[[Turn], Struct | None]
WHIM = 20
"""One choice in so many is a whim: any offer, any values."""

PLANNED = frozenset({"CreateGame", "DeclareHugeUnits", "LoadArmyList", "SplitFreePoints", "SubmitArmy"})
"""What is never done on a whim: its fields depend on each other."""


def choose(sight: Sight, chance: Generator) -> Struct:
    """Choose a command: mostly to a purpose, now and then on a whim."""
    turn = Turn(sight, chance)
    if turn.one_in(WHIM):
        command = at_random(turn)
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


def at_random(turn: Turn) -> Struct | None:
    """Take any offer with any values; None where there is none that can be made up."""
    offers = [each for each in turn.offers if each.command not in PLANNED]
    turn.chance.shuffle(offers)
    made = (sampled(each, turn.chance) for each in offers)
    return next((command for command in made if command is not None), None)


PLANS: Mapping[str, Plan] = MappingProxyType({
    "SplitFreePoints": armies.free_points,
    "DeclareHugeUnits": armies.huge_units,
    "SubmitArmy": armies.army,
    "SubmitMapArea": setup.area,
    "ProposeNoMansLandFeatures": setup.proposal,
    "PlaceUnit": setup.placement,
    "PlaceHiddenToken": setup.placement,
    "PlotOrders": orders.orders,
    "CommitOrders": orders.orders,
    "FireWeapon": fire.fire,
    "FireAreaWeapon": fire.fire,
    "FireHexEffect": fire.fire,
    "SpotHiddenUnit": fire.fire,
    "DeclareAssaultIntent": fights.intents,
    "ChooseMoves": fights.moves,
    "ChooseFleeHex": fights.flee_hex,
    "AttemptPreAssaultRetreat": fights.attempts,
    "DecidePreAssaultRetreat": fights.decision,
    "UseCunningAssault": fights.cunning,
    "RetreatUnit": fights.retreat,
    "ChooseCasualty": fights.casualty,
    "OrderDamageRolls": fights.damage_order,
})  # fmt: skip

__all__ = ["at_random", "choose", "choose_at_random", "create"]
