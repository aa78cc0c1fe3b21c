"""Plans that several tests play."""

import msgspec

from replays.archive.lab.plan import Plan, plan_of

SMALL = """
title = "Small games"
ruleset = "tile_formations"
games = 4
first = "TurnStarted.seat"
round = "TurnStarted.turn"

[[settings]]
name = "two turns"
scenario = "small_heath"
options = { turn_limit = 2 }

[[settings]]
name = "one turn, other bots"
scenario = "small_heath"
options = { turn_limit = 1 }
a = { bot = "random" }
b = { bot = "steady" }

[[comparisons]]
setting = "one turn, other bots"
against = "two turns"
"""


def plan(text: str = SMALL, **changed) -> Plan:
    """Read a plan, with some of its values changed."""
    return msgspec.structs.replace(plan_of(text.encode(), "plan.toml"), **changed)
