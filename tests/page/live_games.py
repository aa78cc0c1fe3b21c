"""A service for the browser: files to upload, games that bots have begun, and audits of what browsers have played."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToJson
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from replays.audit.audit import audit
from replays.audit.receipts import Held
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import methods_of
from services.tools.client import Caller, Player
from wargame.v1 import games_pb2, protocol_pb2

ROOT = Path(__file__).parents[2]
SEATS = ("red", "blue")
LINE = re.compile(r"adjudicator serves at (\S+), browsers at (\S+),")
MOST_BEGUN = 120
# What a random player would go on with for ever, or what ends a game before its time.
AVOID = ("Rewind", "RestartGame", "Concede", "OfferDraw", "LoadArmyList", "LoadForceList", "HoldBack")
# How to make games that browsers soon have played: a scenario, and options besides.
SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "hex_orders": ("to_the_end", {"turn_limit": 2, "victory": "attrition"}),
    "tile_formations": ("small_heath", {"turn_limit": 2}),
    "grinding_annihilation": ("war_of_control", {}),
}


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

# Whether an offer is what a test wants to find.
Ready = Callable[[Any], bool]


class Begun(Struct, frozen=True):
    """A game that bots begin, until a party is offered what a test wants: the name of the test's game, and how."""

    name: str
    ruleset: str
    ready: Ready
    dice: protocol_pb2.DiceMode = protocol_pb2.DICE_MODE_SEEDED
    referee: bool = False


def _offers(command: str) -> Ready:
    return lambda offer: bool(offer.command == command)


def _moves(offer: Any) -> bool:
    """Tell whether a unit may be moved to any place within a reach: a reaction and an assault have an end to serve."""
    if offer.clause.startswith(("AN-REACT-", "AN-ASSAULT-")):
        return False
    places = [domain.places for domain in offer.fields if domain.WhichOneof("values") == "places"]
    return any(place.reach > 0 and place.pieces for place in places)


BEGUN = (
    Begun("inches", "antares", _moves),
    Begun("army", "antares", _offers("SubmitArmy")),
    Begun("reported", "tile_formations", _offers("ReportRoll"), protocol_pb2.DICE_MODE_REPORTED),
    Begun("hexes", "hex_orders", _offers("PlotOrders")),
    Begun("keys", "tile_formations", _offers("DeployUnit")),
    Begun("tiles", "tile_formations", _offers("DeployUnit")),
    Begun("disputed", "tile_formations", _offers("DisputeFact"), referee=True),
    Begun("confirmed", "tile_formations", _offers("DisputeFact"), referee=True),
)


@contextmanager
def running(folder: Path, *, kept: bool = False, more: Sequence[str] = ()) -> Iterator[tuple[str, str, str]]:
    """Run the service with its web edge; give the addresses for gRPC and browsers, and the owner's token.

    What it holds is lost when it ends, unless it is `kept`; `more` are further options.
    """
    command = [sys.executable, "-m", "services.cli", "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"]
    command += ["--data", str(folder), "--log-level", "error", *([] if kept else ["--unsafe-store"]), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = LINE.search(process.stdout.readline())
            assert found is not None
            yield found[1], found[2], (folder / "owner.token").read_text().strip()
        finally:
            process.terminate()


def tokens_of(game: Any, owner: str) -> dict[str, str]:
    """Give the tokens of a game by who they are for."""
    found = {"owner": owner}
    for row in game.credentials:
        if row.role == Role.SEAT:
            found[SEATS[row.seat]] = row.token
        elif row.role == Role.SPECTATOR:
            found["spectator"] = row.token
    return found


async def begun(channel: grpc.aio.Channel, token: str, wanted: Begun, folder: Path) -> dict[str, Any]:
    """Let bots begin a game without signatures, until one of them is offered what is wanted.

    Says who that is, which command is offered, and in which file the bot has written what it would do.
    """
    rules, rulesets, owner = rules_of(wanted.ruleset), LoadedRulesets(), Caller(channel, token)
    seats = [protocol_pb2.Seat(name=name) for name in SEATS]
    request = games_pb2.OpenRequest(
        command_id=secrets.token_bytes(16),
        ruleset=wanted.ruleset,
        seats=seats,
        dice_mode=wanted.dice,
        signatures=games_pb2.SIGNATURES_NONE,
        referee=wanted.referee,
    )
    game = await owner.open(request)
    tokens = tokens_of(game, token)
    referee = Player(owner, rulesets, rules, game.game, REFEREE)
    players = [
        Player(Caller(channel, tokens[name]), rulesets, rules, game.game, seat) for seat, name in enumerate(SEATS)
    ]
    chance = random.Random(f"page {wanted.ruleset}")
    for _ in range(MOST_BEGUN):
        for name, player in zip(SEATS, players, strict=True):
            reply = await player.offers()
            command = next((offer.command for offer in reply.offers if wanted.ready(offer)), None)
            if command is None:
                continue
            path = folder / f"{wanted.name}.json"
            path.write_text(MessageToJson(rulesets.converter.to_pb(await player.proposal(reply, "", chance))))
            found = {"ruleset": wanted.ruleset, "game": game.game.hex(), "tokens": tokens, "asked": name}
            return found | {"command": command, "file": str(path)}
        for player in (referee, *players):
            if await player.act("", chance) is not None:
                break
    message = f"{wanted.name}: nobody was offered what is wanted"
    raise AssertionError(message)


def short_game(ruleset: str, folder: Path) -> dict[str, str]:
    """Write the message that creates such a game, for the owner to upload; gives its file by the command's name."""
    if ruleset not in SHORT:
        return {}
    scenario, options = SHORT[ruleset]
    command: Any = rules_of(ruleset).create(scenario, random.Random(1))
    command = replace(command, options=replace(command.options, **options))
    path = folder / f"{ruleset}.json"
    path.write_text(MessageToJson(LoadedRulesets().converter.to_pb(command)))
    return {type(command).__name__: str(path)}


def _secret_commands(ruleset: str) -> list[str]:
    """Name the commands whose fields are hidden from others, as the contract declares them."""
    return [kind.__name__ for kind, mask in rules_of(ruleset).masks.items() if mask.secret]


async def prepare(grpc_address: str, token: str, folder: Path) -> dict[str, Any]:
    """Let bots begin games."""
    async with grpc.aio.insecure_channel(grpc_address) as channel:
        return {wanted.name: await begun(channel, token, wanted, folder) for wanted in BEGUN}


async def verdicts(
    grpc_address: str, token: str, games: list[str], wallets: Mapping[str, Sequence[Held]]
) -> dict[str, str]:
    """Audit the replay of every game that browsers have played to its end, with the wallets that they have kept."""
    found = {}
    async with grpc.aio.insecure_channel(grpc_address) as channel:
        owner = Caller(channel, token)
        for game in games:
            facts = await owner.call(
                methods_of("wargame.v1.Games")["Get"], games_pb2.GetRequest(game=bytes.fromhex(game))
            )
            result = audit(await owner.export(bytes.fromhex(game)), held=wallets.get(game, ())).result
            outcome = facts.result.outcome if facts.HasField("result") else "no result"
            found[game] = f"{result}, {outcome}, {'revealed' if facts.revealed else 'not over'}"
    return found


def write_plan(path: Path, grpc_address: str, web: str, token: str) -> dict[str, Any]:
    """Prepare all games, and write the plan for the browsers."""
    games = [
        {
            "name": played.ruleset,
            "rounds": played.rounds,
            "most": played.most,
            "seed": played.seed,
            "avoid": AVOID,
            "files": short_game(played.ruleset, path.parent),
            "secret": _secret_commands(played.ruleset),
        }
        for played in PLAYED
    ]
    plan = {
        "base": f"http://{web}",
        "owner": token,
        "games": games,
        "begun": asyncio.run(prepare(grpc_address, token, path.parent)),
        "service": {"program": [sys.executable, "-m", "services.cli"], "folder": str(path.parent), "root": str(ROOT)},
    }
    path.write_text(json.dumps(plan))
    return plan
