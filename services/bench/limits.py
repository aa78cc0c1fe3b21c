"""Figures that must not grow: a command in a long game, a page of a long list, a battle that was played here.

`python -m services.bench.limits [RULESET ...]`

- A game of reported dice whose faces are reported and disputed again and again, to 10,000 entries, through the command
  handler to the store: the processor time of a command at 100, 1,000 and 10,000 entries.
- A list of 10,000 games, opened through a running service: the time of a page of 50, from anywhere in it.
- A battle of each ruleset, played and loaded: what the game in memory holds.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import statistics
import sys
import time
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import grpc
import uvloop

from adjudicator.kernel.messages import DisputeRoll, ReportRoll
from adjudicator.registry import RULESETS
from services import logs
from services.bench.load import running_process
from services.bench.overload import SETUP_AT_ONCE, open_games
from services.games.command_handler import CommandHandler
from services.rpc.methods import methods_of
from services.sessions.head_notes import HeadNotes
from services.sessions.sessions import Sessions
from services.store.embedded import EmbeddedStore
from services.store.redis_client import connect
from services.store.redis_log import RedisLog
from services.tools.client import Caller
from services.tools.play import BotTable
from wargame.v1 import games_pb2

PLACES: Final = (100, 1_000, 10_000)
LOOKED_AT: Final = 100
# Groups of a place of which the quickest counts: what the machine did meanwhile drops out.
GROUPS: Final = 5
PAGE: Final = 50


async def long_game(entries: int) -> dict[int, float]:
    """Play a game of so many entries; processor time of a command in ms, store's client included, by entries."""
    with TemporaryDirectory(prefix="adjl") as name:
        async with EmbeddedStore(Path(name) / "store") as store:
            link = await connect(store.url)
            log = RedisLog(link)
            try:
                return await _long_game(log, Path(name) / "notes", entries)
            finally:
                await log.aclose()
                await link.aclose()


async def _long_game(log: RedisLog, folder: Path, entries: int) -> dict[int, float]:
    table = BotTable("grinding_annihilation", 1, dice_mode="reported")
    old = table.command_handler
    sessions = Sessions(log, old.rules_of, notes=HeadNotes(folder))
    table.command_handler = CommandHandler(log, old.rules_of, old.secret_of, old.now, old.salts, sessions=sessions)
    await table._open()  # noqa: SLF001 - a battle as the table begins it, and then one that never ends
    found: dict[int, list[float]] = {}
    gc.collect()
    gc.freeze()
    for at in range(1, entries + LOOKED_AT * GROUPS):
        async with table.command_handler.locked(table.game_id) as session:
            kind = session.game.stack[-1].kind
            due = table._next(session)  # noqa: SLF001 - as above
        if due is None:
            break
        party, command = due
        if kind == "roll_acknowledge":
            command = DisputeRoll(reason="cocked")
        began = time.process_time()
        await table.submit(party, command)
        took = time.process_time() - began
        place = next((place for place in PLACES if place <= at < place + LOOKED_AT * GROUPS), None)
        # the same command each time: faces that are reported, and written
        if place is not None and isinstance(command, ReportRoll):
            found.setdefault(place, []).append(took)
    return {place: 1e3 * _quickest(rows) for place, rows in found.items()}


def _quickest(rows: list[float]) -> float:
    size = max(1, len(rows) // GROUPS)
    return min(statistics.mean(rows[at : at + size]) for at in range(0, len(rows) - size + 1, size))


async def long_list(games: int) -> dict[str, float]:
    """Open so many games and read pages of their list; ms of a page that is new, that was read before, of few games."""
    with TemporaryDirectory(prefix="adjl") as name:
        folder = Path(name)
        address = f"unix:{folder}/service.sock"
        words = ("serve", "--listen", address, "--data", str(folder), "--log-level", "error")
        async with (
            running_process(sys.executable, "-m", "services.cli", *words),
            grpc.aio.insecure_channel(address) as channel,
        ):
            token = (folder / "owner.token").read_text().strip()
            await open_games(channel, token, 2 * SETUP_AT_ONCE)
            owner, few = Caller(channel, token), 2 * SETUP_AT_ONCE
            await _pages(owner, few)
            short = await _pages(owner, few)
            await open_games(channel, token, games - few)
            return {
                f"of {few} games, read before": short,
                f"of {games:,} games": await _pages(owner, games),
                f"of {games:,} games, read before": await _pages(owner, games),
            }


async def _pages(owner: Caller, games: int) -> float:
    """Go through the list from page to page; the median of the time that one takes."""
    method, token, times = methods_of("wargame.v1.Games")["List"], "", []
    for _ in range(-(-games // PAGE)):
        began = time.perf_counter()
        page = await owner.call(method, games_pb2.ListRequest(page_size=PAGE, page_token=token))
        times.append(time.perf_counter() - began)
        token = page.next_page_token
    return 1e3 * statistics.median(times)


async def memory_of(ruleset: str) -> tuple[float, float]:
    """Play a battle; bytes that the game in memory holds, played here and loaded."""
    warm = BotTable(ruleset, 2)
    await warm.play()
    warm.command_handler.sessions.clear()
    async with warm.command_handler.locked(warm.game_id):
        gc.collect()
    tracemalloc.start()
    table = BotTable(ruleset, 1)
    await table.play()
    await asyncio.sleep(0)  # the last command's task lets its result go
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    table.command_handler.sessions.clear()
    gc.collect()
    without = tracemalloc.get_traced_memory()[0]
    async with table.command_handler.locked(table.game_id):
        pass
    gc.collect()
    loaded = tracemalloc.get_traced_memory()[0] - without
    tracemalloc.stop()
    return before - without, loaded


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*", default=sorted(RULESETS))
    parser.add_argument("--entries", type=int, default=PLACES[-1])
    parser.add_argument("--games", type=int, default=10_000)
    args = parser.parse_args()
    logs.configure("error")
    say(f"load of the machine {os.getloadavg()[0]:.1f}")
    for ruleset in args.rulesets:
        live, loaded = asyncio.run(memory_of(ruleset))
        say(f"{ruleset}: played {live / 1024:.0f} KiB, loaded {loaded / 1024:.0f} KiB, {live / loaded:.2f}")
    costs = uvloop.run(long_game(args.entries))
    for place, took in costs.items():
        say(f"command after {place:6} entries: {took:.3f} ms of processor time, {took / costs[PLACES[0]]:.2f}")
    for name, took in uvloop.run(long_list(args.games)).items():
        say(f"page of {PAGE} {name}: {took:.2f} ms")
    return 0


def say(text: Any) -> None:
    """Print a line at once."""
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
