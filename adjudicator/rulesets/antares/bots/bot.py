"""The bot: which plan answers which offered command."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.bot import Bot, Plan
from adjudicator.rulesets.antares.bots import fire, moves, orders, reactions, setup
from adjudicator.rulesets.antares.bots.situation import SAMPLER, Turn
from adjudicator.rulesets.antares.model.messages import EndAction

RANDOM_ONE_IN = 20
"""One choice in so many is random: any offer, any values."""

PLANNED = frozenset(
    {
        "CreateGame",
        "LoadForceList",
        "SubmitArmy",
        "DeployUnit",
        "MoveUnit",
        "DeclareShooting",
        "DeclareAssault",
        "EndAction",
    }
)
"""What is never sampled: its fields depend on each other, or it gives an action away."""


def act(turn: Turn) -> Struct | None:
    """Act on an order: assault where that is wise; under an Advance mostly move, then shoot; end where nothing is left.

    The other window that offers to end an action asks an assaulter for its new path.
    """
    plans = [PLANS[kind] for kind in ("DeclareAssault", "MoveUnit", "DeclareShooting") if turn.offered(kind)]
    if len(plans) > 1 and turn.one_in(3):
        plans.reverse()
    command = next((command for plan in plans if (command := plan(turn)) is not None), None)
    return command or EndAction(unit=turn.word("EndAction", "unit"))


def move(turn: Turn) -> Struct | None:
    """Move as the window wants it: of oneself, or as a reaction by one of the ways that are offered."""
    return moves.choose_move(turn) if turn.windows[-1].kind == "action" else reactions.choose_carrying_out(turn)


PLANS: Mapping[str, Plan[Turn]] = MappingProxyType(
    {
        "EndAction": act,
        "SubmitArmy": setup.choose_army,
        "DeployUnit": setup.choose_placement,
        "PlayArmyOption": orders.choose_option,
        "GiveOrder": orders.choose_order,
        "DeclareAssault": moves.choose_assault,
        "DeclareShooting": fire.choose_shot,
        "MoveUnit": move,
        "DeclareReaction": reactions.choose_reaction,
        "CarryOutReaction": reactions.choose_carrying_out,
        "RerollMisses": reactions.choose_rerolls,
        "ChooseFollowOn": reactions.choose_follow_on,
        "BreakOff": reactions.choose_break_off,
        "ResolveDown": orders.choose_recovery,
        "KeepOrder": orders.choose_kept_die,
    }
)
BOT = Bot(turn=Turn, sample=SAMPLER.sampled, plans=PLANS, random_one_in=RANDOM_ONE_IN, planned=PLANNED)
