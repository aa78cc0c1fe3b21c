"""The demo: a private server, two bots, a whole game over gRPC, its replay audited, and what there is to tell."""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
from msgspec import Struct
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.record.record import decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS, rules_of
from replays.audit.audit import audit
from replays.audit.report import Report
from replays.bundle import read_bundle
from replays.cli import luck_of
from replays.tell.stats import as_text
from replays.tell.stats_of_replay import statistics_of
from services import logs
from services.config import Config
from services.games.loaded_rulesets import LoadedRulesets
from services.rpc.credentials import Role
from services.rpc.methods import methods_of
from services.server import serving, storage
from services.tools.client import GAMES, Caller, Player
from services.tools.play import knows_scenario, no_scenario
from wargame.v1 import games_pb2, umpire_pb2

TURNS_MOST = 20_000
PATIENCE = 30.0


class NotOver(Exception):
    """The game did not come to its end."""


async def play_over_grpc(ruleset: str, scenario: str, seed: int, folder: Path, told: Any) -> bytes:
    """Play a whole game between two bots over gRPC on a private server; gives the replay file.

    Raises NotOver, grpc.aio.AioRpcError.
    """
    config = Config(listen="127.0.0.1:0", data=folder)
    async with (
        storage(config) as (log, store),
        serving(config, log, store) as service,
        grpc.aio.insecure_channel(service.address) as channel,
    ):
        owner = Caller(channel, service.owner_token)
        request = games_pb2.OpenRequest(
            command_id=secrets.token_bytes(16), ruleset=ruleset, pace="auto", dice_mode="seeded", profile="P1",
            seats=[umpire_pb2.Seat(name=name, bot=True) for name in ("red", "blue")],
            labels=[umpire_pb2.Label(name="event", value="demo")],
        )  # fmt: skip
        opened = await owner.open(request)
        players = _players(channel, owner, opened, ruleset)
        await _play(players, scenario, seed, told)
        await _wait_for_reveal(owner, opened.game)
        return await owner.export(opened.game)


def _players(channel: grpc.aio.Channel, owner: Caller, opened: Any, ruleset: str) -> dict[int, Player]:
    shelf, rules = LoadedRulesets(), rules_of(ruleset)
    players = {REFEREE: Player(owner, shelf, rules, opened.game, REFEREE)}
    for each in opened.credentials:
        if each.role == Role.SEAT:
            players[each.seat] = Player(Caller(channel, each.token), shelf, rules, opened.game, each.seat)
    return players


async def _play(players: dict[int, Player], scenario: str, seed: int, told: Any) -> None:
    whims = {party: random.Random(f"{seed} {party}") for party in players}
    for _ in range(TURNS_MOST):
        answers = [await player.act(scenario, whims[party]) for party, player in players.items()]
        given = [answer for answer in answers if answer is not None]
        if not given:
            return
        told(given[-1])
    raise NotOver(f"no end after {TURNS_MOST} turns")


async def _wait_for_reveal(owner: Caller, game: bytes) -> None:
    """The service reveals the secret of the dice by itself once both seats have confirmed."""
    method = methods_of(GAMES)["Get"]
    for _ in range(int(PATIENCE * 20)):
        found = await owner.call(method, games_pb2.GetRequest(game=game))
        if found.revealed:
            return
        await asyncio.sleep(0.05)
    raise NotOver("the secret of the dice was not revealed")


def moments(data: bytes, rules: LoadedRuleset[Any]) -> list[tuple[int, Struct]]:
    """List the events of a replay file as (entry, event)."""
    found: list[tuple[int, Struct]] = []
    for record in read_bundle(data).records:
        entry = decoder(rules).decode(record)
        found.extend((entry.seq, event) for event, _ in entry.events)
    return found


def add(subparsers: Any) -> None:
    """Add `demo` to the program."""
    parser = subparsers.add_parser(
        "demo", help="watch two bots play a whole game over gRPC, and have it audited",
        description="Starts a private server in a temporary folder, lets two bots play a whole game over gRPC, exports "
        "the replay, audits it, and tells what happened.",
        epilog="exit codes: 0 the audit passed, 2 it failed or the game did not end",
    )  # fmt: skip
    parser.add_argument("ruleset", nargs="?", choices=sorted(RULESETS), default="grinding_annihilation")
    parser.add_argument("--scenario", default="", help="which scenario (the ruleset's usual one if not given)")
    parser.add_argument("--seed", type=int, default=None, help="whims of the bots; the dice are the game's own")
    parser.add_argument("--out", type=Path, default=None, help="keep the replay file here")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, audit and tell."""
    console = Console()
    logs.configure("error")
    if not knows_scenario(args.ruleset, args.scenario):
        print(no_scenario("demo", args), file=sys.stderr)
        return 2
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with TemporaryDirectory(prefix="adj") as folder, Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("a private server starts", total=None)

        def told(answer: Any) -> None:
            progress.update(task, description=f"entry {answer.receipt.seq}: {_news(answer)}")
            if not console.is_terminal and answer.receipt.seq % 100 == 0:
                console.print(f"entry {answer.receipt.seq} ...")

        try:
            data = asyncio.run(play_over_grpc(args.ruleset, args.scenario, seed, Path(folder), told))
        except (NotOver, grpc.aio.AioRpcError) as fault:
            print(f"demo: the game did not end: {fault}", file=sys.stderr)
            return 2
        progress.update(task, description="the replay is audited")
        report = audit(data)
    if args.out is not None:
        args.out.write_bytes(data)
    _tell(console, data, report, rules_of(args.ruleset))
    return 0 if report.result in ("PASS", "PASS_WITH_NOTES") else 2


def _news(answer: Any) -> str:
    kinds = [ruled.event.WhichOneof("kind") for ruled in getattr(answer, "ruled", ())]
    return ", ".join(kind.replace("_", " ") for kind in kinds[:3] if kind and kind != "umpire")


def _tell(console: Console, data: bytes, report: Report, rules: LoadedRuleset[Any]) -> None:
    bundle, told = read_bundle(data), moments(data, rules)
    first = decoder(rules).decode(bundle.records[0])
    seats = tuple(seat.name for seat in first.command.body.seats)
    console.rule(f"{rules.name}: {' against '.join(seats)}, {report.entries} entries")
    for line in rules.summarise(seats, told):
        console.print(line)
    console.rule("dice")
    for line in as_text(statistics_of(bundle, rules, luck_of(rules))):
        console.print(line)
    console.rule("audit")
    console.print(f"{report.result}: " + ", ".join(f"{level} {state}" for level, state in report.levels))
    if report.primary is not None:
        console.print(f"{report.primary.code} at entry {report.primary.seq}: {report.primary.found}")


__all__ = ["NotOver", "add", "moments", "play_over_grpc", "run"]
