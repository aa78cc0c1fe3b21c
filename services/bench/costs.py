"""What trust costs: one game from one seed, with signatures, register and wallets on and off in turns, in one run."""

from __future__ import annotations

import hashlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

import grpc
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.registry import rules_of
from services.bench.load import bench_config, running_process
from services.games.signing import public_key
from services.rpc.access.credentials import Role
from services.rpc.loaded_rulesets import LoadedRulesets
from services.tools.client import Caller, Player, add_keys
from services.tools.wallets import KeptWallet
from wargame.v1 import games_pb2, protocol_pb2

TURNS_MOST: Final = 20_000
NAMES: Final = ("red", "blue")
# commands of a game that are not counted: what comes before a game is ready
BEGINNING: Final = 10


class Trust(Struct, frozen=True):
    """What is on."""

    signatures: bool = False
    register: bool = False
    wallet: bool = False


VARIANTS: Final[Mapping[str, Trust]] = MappingProxyType(
    {
        "none of it": Trust(),
        "signatures": Trust(signatures=True),
        "register": Trust(register=True),
        "wallet": Trust(wallet=True),
        "all of it": Trust(signatures=True, register=True, wallet=True),
    }
)


class Cost(Struct, frozen=True):
    """Medians over turns: time of a command as its player has it, in ms, and processor time of the service, in ms.

    That of the service is all that it did while the game went on, for each command: offers and streams of both players
    are in it. In every variant the players read the entry of each command, as the clients do that verify it.
    Each is also given as a ratio to the same with nothing on, in the same turn.
    """

    ms: float
    ratio: float
    service_ms: float
    service_ratio: float
    commands: int


class _Turn(Struct, frozen=True):
    ms: float
    service_ms: float
    commands: int


async def costs(ruleset: str, commands: int, turns: int, on_progress: Callable[[str], None]) -> dict[str, Cost]:
    """Measure every variant, in turns."""
    found: dict[str, list[_Turn]] = {name: [] for name in VARIANTS}
    for turn in range(turns):
        # from both ends in turns, so that what grows while it is measured tells for none
        for name in list(VARIANTS)[:: 1 if turn % 2 == 0 else -1]:
            on_progress(f"turn {turn + 1} of {turns}: {name}")
            with TemporaryDirectory(prefix="adjc") as folder:
                found[name].append(await _measure(Path(folder), ruleset, commands, turn, VARIANTS[name]))
    bare = found["none of it"]
    return {name: _cost(taken, bare) for name, taken in found.items()}


def _cost(taken: list[_Turn], bare: list[_Turn]) -> Cost:
    pairs = list(zip(taken, bare, strict=True))
    return Cost(
        statistics.median(row.ms for row in taken),
        statistics.median(row.ms / other.ms for row, other in pairs),
        statistics.median(row.service_ms for row in taken),
        statistics.median(row.service_ms / (other.service_ms or 1) for row, other in pairs),
        taken[0].commands,
    )


async def _measure(folder: Path, ruleset: str, commands: int, number: int, trust: Trust) -> _Turn:
    config = bench_config(folder)
    register = "--register" if trust.register else "--no-register"
    words = ("--listen", config.listen, "--data", str(folder), "--allow-test-seeds", register, "--log-level", "error")
    program = Path(sys.executable).with_name("adjudicator")
    async with (
        running_process(str(program), "serve", *words) as process,
        grpc.aio.insecure_channel(config.listen) as channel,
    ):
        owner = Caller(channel, (folder / "owner.token").read_text().strip())
        players = await _open(channel, owner, ruleset, number, trust, folder)
        return await _play(players, commands, number, process)


async def _open(
    channel: grpc.aio.Channel, owner: Caller, ruleset: str, number: int, trust: Trust, folder: Path
) -> dict[int, Player]:
    """Open a game from a seed: the same one in every variant of a turn."""
    seed = hashlib.sha256(f"costs {number}".encode()).digest()
    request = games_pb2.OpenRequest(
        command_id=seed[:16],
        ruleset=ruleset,
        profile=protocol_pb2.PROFILE_P1,
        test_seed=seed,
        signatures=games_pb2.SIGNATURES_ALL if trust.signatures else games_pb2.SIGNATURES_NONE,
        seats=[protocol_pb2.Seat(name=name, bot=True) for name in NAMES],
    )
    keys = add_keys(request) if trust.signatures else {}
    opened = await owner.open(request)
    rulesets, rules = LoadedRulesets(), rules_of(ruleset)
    players = {REFEREE: Player(owner, rulesets, rules, opened.game, REFEREE, keys.get(REFEREE))}
    for made in opened.credentials:
        if made.role != Role.SEAT:
            continue
        seat, key = made.seat, keys.get(made.seat)
        brought = hashlib.sha256(seed + bytes([seat])).digest()
        player = Player(Caller(channel, made.token), rulesets, rules, opened.game, seat, key, brought)
        if trust.wallet:
            public = public_key(key) if key is not None else b""
            path = folder / f"{seat}.wallet"
            wallet = KeptWallet(path, opened, made.token, seat, rules.masks, public)
            await player.keep(wallet, unregistered=not trust.register)
        else:
            await player.follow()
        players[seat] = player
    return players


async def _play(players: dict[int, Player], commands: int, number: int, process: int) -> _Turn:
    """Play on, and time the commands alone: neither what is looked at before them, nor a bot's choice."""
    chances = {party: random.Random(f"{number} {party}") for party in players}
    times: list[float] = []
    before = processor_time(process)
    for _ in range(TURNS_MOST):
        moved = False
        for party, player in players.items():
            asked = await player.asked()
            if asked is None or len(times) >= commands + BEGINNING:
                continue
            command = await player.proposal(asked, "", chances[party])
            if len(times) == BEGINNING:
                before = processor_time(process)
            began = time.perf_counter()
            await player.give(command)
            times.append(time.perf_counter() - began)
            moved = True
        if not moved:
            break
    service = processor_time(process) - before
    counted = times[BEGINNING:] or times
    return _Turn(1e3 * statistics.fmean(counted), 1e3 * service / len(counted), len(counted))


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has had, to 10 ms; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100
