"""A bot: plays a game from its view and its offers alone, with random choices from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.bot import Bot, Plan
from adjudicator.rulesets.hex_orders.bots import armies, fights, fire, orders, setup
from adjudicator.rulesets.hex_orders.bots.situation import Situation, sampled

RANDOM_CHOICE = 20
"""One choice in so many is random: any offer, any values."""

PLANNED = frozenset({"CreateGame", "DeclareHugeUnits", "LoadArmyList", "SplitFreePoints", "SubmitArmy"})
"""What is never done at random: its fields depend on each other."""

PLANS: Mapping[str, Plan[Situation]] = MappingProxyType(
    {
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
    }
)

BOT = Bot(turn=Situation, sample=sampled, plans=PLANS, random_one_in=RANDOM_CHOICE, planned=PLANNED)
choose, choose_at_random = BOT.choose, BOT.choose_at_random
