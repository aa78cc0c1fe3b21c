"""A service for the browser: games to be played from their links, and games that bots have begun."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from replays.audit.audit import audit
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import Caller, Player
from wargame.v1 import games_pb2, protocol_pb2

SEATS = ("red", "blue")
LINE = re.compile(r"adjudicator serves at (\S+), browsers at (\S+),")
BEGUN = 45
# What a random player would go on with for ever, or what ends a game before its time.
AVOID = ("Rewind", "RestartGame")


class Played(Struct, frozen=True):
    """A game that browsers play: for how many rounds, none for the whole, and with how many acts at most."""

    ruleset: str
    rounds: int | None
    most: int
    seed: int = 11


PLAYED = (
    Played("hex_orders", None, 150),
    Played("tile_formations", None, 320),
    Played("antares", 3, 260),
    Played("grinding_annihilation", 3, 420),
)


@contextmanager
def running(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Run the service with its web edge; give the addresses for gRPC and browsers, and the owner's token."""
    command = [sys.executable, "-m", "services.cli", "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"]
    command += ["--data", str(folder), "--unsafe-store", "--log-level", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = LINE.search(process.stdout.readline())
            assert found is not None
            yield found[1], found[2], (folder / "owner.token").read_text().strip()
        finally:
            process.terminate()


async def opened(owner: Caller, ruleset: str) -> Any:
    """Open a game of two seats."""
    seats = [protocol_pb2.Seat(name=name) for name in SEATS]
    request = games_pb2.OpenRequest(command_id=secrets.token_bytes(16), ruleset=ruleset, seats=seats)
    return await owner.open(request)


def tokens_of(game: Any, owner: str) -> dict[str, str]:
    """Give the tokens of a game by who they are for."""
    found = {"owner": owner}
    for row in game.credentials:
        if row.role == Role.SEAT:
            found[SEATS[row.seat]] = row.token
        elif row.role == Role.SPECTATOR:
            found["spectator"] = row.token
    return found


async def begun(channel: grpc.aio.Channel, token: str, ruleset: str) -> dict[str, Any]:
    """Let bots begin a game."""
    rules, rulesets, owner = rules_of(ruleset), LoadedRulesets(), Caller(channel, token)
    game = await opened(owner, ruleset)
    tokens = tokens_of(game, token)
    players = [Player(owner, rulesets, rules, game.game, REFEREE)]
    players += [
        Player(Caller(channel, tokens[name]), rulesets, rules, game.game, seat) for seat, name in enumerate(SEATS)
    ]
    chance = random.Random(f"page {ruleset}")
    for _ in range(BEGUN):
        for player in players:
            await player.act("", chance)
    return {"name": ruleset, "game": game.game.hex(), "tokens": tokens}


async def prepare(grpc_address: str, web: str, token: str) -> dict[str, Any]:
    """Open all games; say where they are, and what is to be done with them."""
    async with grpc.aio.insecure_channel(grpc_address) as channel:
        owner = Caller(channel, token)
        games = {}
        for played in PLAYED:
            game = await opened(owner, played.ruleset)
            games[played.ruleset] = {
                "name": played.ruleset,
                "game": game.game.hex(),
                "tokens": tokens_of(game, token),
                "rounds": played.rounds,
                "most": played.most,
                "seed": played.seed,
                "avoid": AVOID,
            }
        begun_games = {played.ruleset: await begun(channel, token, played.ruleset) for played in PLAYED}
    return {"base": f"http://{web}", "owner": token, "games": games, "begun": begun_games}


async def verdicts(grpc_address: str, token: str, plan: dict[str, Any], extra: list[str]) -> dict[str, str]:
    """Audit the replay of every game that browsers have played."""
    found = {}
    async with grpc.aio.insecure_channel(grpc_address) as channel:
        owner = Caller(channel, token)
        games = {row["name"]: row["game"] for row in plan["games"].values()} | {game: game for game in extra}
        for name, game in games.items():
            facts = await owner.call(
                methods_of("wargame.v1.Games")["Get"], games_pb2.GetRequest(game=bytes.fromhex(game))
            )
            data = await owner.export(bytes.fromhex(game))
            found[name] = f"{audit(data).result}, {'revealed' if facts.revealed else 'not over'}"
    return found


def write_plan(path: Path, grpc_address: str, web: str, token: str) -> dict[str, Any]:
    """Prepare all games, and write the plan for the browsers."""
    plan = asyncio.run(prepare(grpc_address, web, token))
    path.write_text(json.dumps(plan))
    return plan
