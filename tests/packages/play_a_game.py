"""Plays a short game over gRPC with what is installed: run by path, outside of this tree."""

import asyncio
import random
import secrets
import sys
from pathlib import Path

import grpc

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import Caller, Player
from wargame.v1 import games_pb2, protocol_pb2


async def play(address: str, token: str, ruleset: str) -> None:
    """Play between bots until nobody is asked anything, and wait for the reveal; prints its id."""
    rules, rulesets, chance = rules_of(ruleset), LoadedRulesets(), random.Random(1)
    async with grpc.aio.insecure_channel(address) as channel:
        owner = Caller(channel, token)
        seats = [protocol_pb2.Seat(name=name) for name in ("red", "blue")]
        opened = await owner.open(
            games_pb2.OpenRequest(command_id=secrets.token_bytes(16), ruleset=ruleset, seats=seats)
        )
        made = [row for row in opened.credentials if row.HasField("seat")]
        players = [Player(Caller(channel, row.token), rulesets, rules, opened.game, row.seat) for row in made]
        players.append(Player(owner, rulesets, rules, opened.game, REFEREE))
        while any([await player.act("", chance) for player in players]):
            pass
        get = methods_of("wargame.v1.Games")["Get"]
        while not (await owner.call(get, games_pb2.GetRequest(game=opened.game))).revealed:  # noqa: ASYNC110  (asked over the network)
            await asyncio.sleep(0.1)
        print(opened.game.hex())


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], Path(sys.argv[2]).read_text().strip(), sys.argv[3]))
