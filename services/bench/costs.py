"""What trust costs: one game from one seed, with signatures, register and wallets on and off, side by side."""

from __future__ import annotations

import hashlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
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
    """What a command costs with some of it on: means, of its time as its player has it and of the service's, in ms.

    That of the service is processor time of all that it did while the game went on, for each command: offers and
    streams of both players are in it. In every variant the players read the entry of each command, as the clients do
    that verify it. Ratios are to the same commands with nothing on; `ratios` are those of each turn.
    """

    ms: float
    ratio: float
    ratios: tuple[float, ...]
    service_ms: float
    service_ratio: float
    commands: int


class _Turn(Struct, frozen=True):
    times: list[float]
    service_ms: float


async def costs(ruleset: str, commands: int, turns: int, on_progress: Callable[[str], None]) -> dict[str, Cost]:
    """Measure every variant: in each turn one game, played in all of them side by side, command by command."""
    found: dict[str, list[_Turn]] = {name: [] for name in VARIANTS}
    for turn in range(turns):
        on_progress(f"turn {turn + 1} of {turns}")
        for name, taken in (await _measure(ruleset, commands, turn)).items():
            found[name].append(taken)
    bare = found["none of it"]
    return {name: _cost(taken, bare) for name, taken in found.items()}


def _cost(taken: list[_Turn], bare: list[_Turn]) -> Cost:
    pairs = list(zip(taken, bare, strict=True))
    times = [time for row in taken for time in row.times]
    ratios = tuple(sum(row.times) / sum(other.times) for row, other in pairs)
    return Cost(
        1e3 * statistics.fmean(times),
        statistics.fmean(times) / statistics.fmean([time for row in bare for time in row.times]),
        ratios,
        statistics.median(row.service_ms for row in taken),
        statistics.median(row.service_ms / (other.service_ms or 1) for row, other in pairs),
        len(times),
    )


async def _measure(ruleset: str, commands: int, number: int) -> dict[str, _Turn]:
    """Play one game in every variant, each with a service of its own."""
    async with AsyncExitStack() as stack:
        tables = {}
        for name, trust in VARIANTS.items():
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="adjc")))
            config = bench_config(folder)
            register = "--register" if trust.register else "--no-register"
            words = ("--listen", config.listen, "--data", str(folder), "--allow-test-seeds", register)
            program = str(Path(sys.executable).with_name("adjudicator"))
            process = await stack.enter_async_context(running_process(program, "serve", *words, "--log-level", "error"))
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(config.listen))
            owner = Caller(channel, (folder / "owner.token").read_text().strip())
            players = await _open(channel, owner, ruleset, number, trust, folder)
            tables[name] = _Table(players, number, process)
        await _play(list(tables.values()), commands)
        left = _undisturbed([table.times for table in tables.values()])
        return {
            name: _Turn([table.times[at] for at in left], 1e3 * table.service / max(1, len(table.times)))
            for name, table in tables.items()
        }


def _undisturbed(variants: list[list[float]]) -> list[int]:
    """Give the commands that count: all but that tenth in which one variant or another was held up most."""
    longest = [max(times) for times in zip(*variants, strict=True)]
    order = sorted(range(len(longest)), key=longest.__getitem__)
    return sorted(order[: len(order) - len(order) // 10])


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


class _Table:
    """A game that is played in one variant, and the time of its commands."""

    def __init__(self, players: dict[int, Player], number: int, process: int) -> None:
        self.times: list[float] = []
        self._players = players
        self._chances = {party: random.Random(f"{number} {party}") for party in players}
        self._process = process
        self._parties = list(players)
        self._begun = 0.0

    @property
    def service(self) -> float:
        """Processor time that the service has had since the beginning was over."""
        return processor_time(self._process) - self._begun

    def begin(self) -> None:
        """Count from here on."""
        self.times = []
        self._begun = processor_time(self._process)

    async def step(self) -> bool:
        """Let the next player who is asked give one command; False where nobody is asked any more.

        The command alone is timed: neither what is looked at before it, nor a bot's choice.
        """
        for party in list(self._parties):
            self._parties.append(self._parties.pop(0))
            player = self._players[party]
            asked = await player.asked()
            if asked is None:
                continue
            command = await player.proposal(asked, "", self._chances[party])
            began = time.perf_counter()
            await player.give(command)
            self.times.append(time.perf_counter() - began)
            return True
        return False


async def _play(tables: list[_Table], commands: int) -> None:
    """Play the same game at all tables, a command at each in turns; who is first goes round."""
    for number in range(BEGINNING + commands):
        if number == BEGINNING:
            for table in tables:
                table.begin()
        moved = [await table.step() for table in tables]
        if not all(moved):
            break
        tables = tables[1:] + tables[:1]


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has had, to 10 ms; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100
