"""What trust costs: one game from one seed, with signatures, register and wallets on and off, side by side."""

from __future__ import annotations

import hashlib
import operator
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
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


NOTHING: Final = "none of it"
EVERYTHING: Final = "all of it"
VARIANTS: Final[Mapping[str, Trust]] = MappingProxyType(
    {
        NOTHING: Trust(),
        "signatures": Trust(signatures=True),
        "register": Trust(register=True),
        "wallet": Trust(wallet=True),
        EVERYTHING: Trust(signatures=True, register=True, wallet=True),
    }
)


class Cost(Struct, frozen=True):
    """What a command costs with some of it on: means, of its time as its player has it in ms, of processor time in us.

    Processor time is what a process had between the command and the end of its answer: the player's, all threads of it,
    the service's and its store's. In every variant the players read the entry of each command and compare it with the
    receipt. Ratios are to the same commands with nothing on; `ratios` and `cpu_ratios` are those of each turn.
    """

    ms: float
    ratio: float
    ratios: tuple[float, ...]
    player_us: float
    service_us: float
    store_us: float
    cpu_ratio: float
    cpu_ratios: tuple[float, ...]
    commands: int


class _Taken(Struct, frozen=True):
    """Seconds of one command: on the clock, and of processor time."""

    time: float
    player: float
    service: float
    store: float

    @property
    def cpu(self) -> float:
        return self.player + self.service + self.store


async def costs(
    ruleset: str, commands: int, turns: int, on_progress: Callable[[str], None], *, pairs: bool = False
) -> dict[str, Cost]:
    """Measure every variant: in each turn one game, played in all of them side by side, command by command.

    `pairs` leaves out those in which only a part is on.
    """
    variants = {name: trust for name, trust in VARIANTS.items() if not pairs or name in (NOTHING, EVERYTHING)}
    found: dict[str, list[list[_Taken]]] = {name: [] for name in variants}
    for turn in range(turns):
        on_progress(f"turn {turn + 1} of {turns}")
        for name, taken in (await _measure(ruleset, commands, turn, variants)).items():
            found[name].append(taken)
    bare = found[NOTHING]
    return {name: _cost(taken, bare) for name, taken in found.items()}


def _cost(turns: list[list[_Taken]], bare: list[list[_Taken]]) -> Cost:
    def mean(of: Callable[[_Taken], float], rows: list[list[_Taken]]) -> float:
        return statistics.fmean(of(taken) for row in rows for taken in row)

    def ratios(of: Callable[[_Taken], float]) -> tuple[float, ...]:
        return tuple(mean(of, [row]) / mean(of, [other]) for row, other in zip(turns, bare, strict=True))

    def time(taken: _Taken) -> float:
        return taken.time

    def cpu(taken: _Taken) -> float:
        return taken.cpu

    return Cost(
        1e3 * mean(time, turns),
        mean(time, turns) / mean(time, bare),
        ratios(time),
        1e6 * mean(lambda taken: taken.player, turns),
        1e6 * mean(lambda taken: taken.service, turns),
        1e6 * mean(lambda taken: taken.store, turns),
        mean(cpu, turns) / mean(cpu, bare),
        ratios(cpu),
        sum(map(len, turns)),
    )


async def _measure(ruleset: str, commands: int, number: int, variants: Mapping[str, Trust]) -> dict[str, list[_Taken]]:
    """Play one game in every variant, each with a service of its own."""
    async with AsyncExitStack() as stack:
        tables = {}
        for name, trust in variants.items():
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
        left = _undisturbed([[taken.time for taken in table.taken] for table in tables.values()])
        return {name: [table.taken[at] for at in left] for name, table in tables.items()}


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
    """A game that is played in one variant, and what its commands have taken."""

    def __init__(self, players: dict[int, Player], number: int, process: int) -> None:
        self.taken: list[_Taken] = []
        self._players = players
        self._chances = {party: random.Random(f"{number} {party}") for party in players}
        self._process = process
        self._stores = _children(process)
        self._parties = list(players)

    def begin(self) -> None:
        """Count from here on."""
        self.taken = []

    def _now(self) -> tuple[float, float, float, float]:
        store = sum(map(_processor_time, self._stores))
        return time.perf_counter(), time.process_time(), _processor_time(self._process), store

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
            began = self._now()
            await player.give(command)
            self.taken.append(_Taken(*map(operator.sub, self._now(), began)))
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


def _processor_time(process: int) -> float:
    """Seconds of processor time that all threads of a process have had; 0 where the system does not tell.

    Linux has a clock for each process, whose number follows from that of the process.
    """
    try:
        return time.clock_gettime((~process << 3) | 2)
    except OSError:
        return 0.0


def _children(process: int) -> list[int]:
    """List the processes that a process has started: of a service its store."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # a thread may have ended since it was listed
            found += map(int, thread.read_text().split())
    return found
