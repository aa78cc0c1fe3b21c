"""A bot: plays a game from its view and its offers alone, with random choices from a generator that it is handed."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.kernel.bot import Bot
from adjudicator.rulesets.tile_formations.bots import combat, moves, setup
from adjudicator.rulesets.tile_formations.bots.situation import SAMPLER, Turn

BOT = Bot(
    turn=Turn,
    sample=SAMPLER.sampled,
    plans=MappingProxyType(
        {
            "ConfirmFact": lambda turn: turn.any_of("ConfirmFact"),
            "MusterArmy": setup.army,
            "DeployUnit": setup.placement,
            "BeginAction": moves.action,
            "MoveUnit": moves.move,
            "Charge": moves.move,
            "EndFormationMove": moves.move,
            "DeclareShooting": combat.shoot,
            "RollToHit": combat.roll,
            "RollSaves": combat.save,
            "ResolveOverwatch": combat.watch,
            "EndAssault": combat.assault,
        }
    ),
    random_one_in=40,
    planned=frozenset({"CreateBattlefield", "MusterArmy"}),  # their fields depend on each other
    never_random=moves.NEVER_RANDOM,
)
