"""The bench: the service against a baseline, the fold, the audit's speed and the memory, in one run on one machine."""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from adjudicator.kernel.record.log import Entry, MemoryLog, make_entry
from adjudicator.kernel.record.record import decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.registry import RULESETS, rules_of
from services import logs
from services.bench.against import NotMeasured, compare
from services.bench.costs import costs
from services.bench.load import Figures, Recorded, bench_config, caller, measure, record, running_process
from services.bench.readjudicate import readjudicate
from services.rpc.methods import methods_of
from services.sessions.session import Session, load, terms_of
from services.tools.play import BotTable

CONCURRENCY = 64
BASELINE_REQUESTS = 6_400
SETUP = 40


async def measure_baseline(folder: Path) -> dict[str, Figures]:
    """Measure the bare handler at 1 and 64 in flight."""
    listen = f"unix:{folder}/baseline.sock"
    found = {}
    async with (
        running_process(sys.executable, "-m", "services.bench.baseline", str(folder), listen),
        grpc.aio.insecure_channel(listen) as channel,
    ):
        for flight in (1, CONCURRENCY):
            count = (BASELINE_REQUESTS if flight > 1 else BASELINE_REQUESTS // 8) // flight
            names = [number.to_bytes(2, "big") + bytes([flight]) * 298 for number in range(flight)]
            jobs = [[caller(channel, "/bench.Baseline/Append", name, "")] * count for name in names]
            found[str(flight)] = await measure(jobs)
    return found


async def measure_service(folder: Path, battles: list[Recorded]) -> dict[str, Figures]:
    """Measure the service at 1 and 64 in flight with the recorded battles; their set-up is not counted."""
    config = bench_config(folder)
    listen = ("--listen", config.listen, "--data", str(folder), "--allow-test-seeds", "--log-level", "error")
    found = {}
    program = Path(sys.executable).with_name("adjudicator")
    async with running_process(str(program), "serve", *listen), grpc.aio.insecure_channel(config.listen) as channel:
        token = (folder / "owner.token").read_text().strip()
        opening = methods_of("wargame.v1.Games")["Open"].path
        await measure([[caller(channel, opening, battle.opening, token)] for battle in battles])
        await measure([_jobs(channel, battle, 0, SETUP) for battle in battles])
        found["1"] = await measure([_jobs(channel, battles[0], SETUP, None)])
        found[str(CONCURRENCY)] = await measure([_jobs(channel, battle, SETUP, None) for battle in battles[1:]])
    return found


def _jobs(channel: grpc.aio.Channel, battle: Recorded, start: int, end: int | None) -> list[Any]:
    return [caller(channel, *request) for request in battle.requests[start:end]]


async def long_game(ruleset: str, seed: int) -> tuple[BotTable, list[Entry]]:
    """Play one whole game in memory and read its log."""
    table = BotTable(ruleset, seed)
    await table.play()
    return table, [entry async for entry in table.log.read(table.game_id)]


def fold_speed(rules: LoadedRuleset[Any], entries: list[Entry]) -> dict[str, float]:
    """Measure decoding alone, and decoding and folding: events a second."""
    events = sum(len(decoder(rules).decode(entry.record).events) for entry in entries)
    seats = len(terms_of(entries[0]).seats)

    def decode() -> None:
        for entry in entries:
            decoder(rules).decode(entry.record)

    def fold() -> None:
        session = Session(decoder(rules).decode(entries[0].record).game, rules, seats)
        for entry in entries:
            # the hash is computed from the bytes, as a log does when it reads them
            session.take(make_entry(entry.seq, entry.record, entry.openings))

    decoded, folded = _best(decode), _best(fold)
    return {"events": events, "decode": events / decoded, "fold": events / folded, "ratio": decoded / folded}


def audit_speed(rules: LoadedRuleset[Any], entries: list[Entry], secret: bytes) -> dict[str, float]:
    """Measure re-adjudication from the seed: commands a second."""
    took = _best(lambda: readjudicate(rules, entries, secret))
    return {"commands": len(entries), "rate": len(entries) / took}


async def memory(rules: LoadedRuleset[Any], game_id: bytes, log: MemoryLog, games: int = 20) -> float:
    """Measure bytes that one live game keeps in memory."""
    await load(log, game_id, lambda _name: rules)
    gc.collect()
    tracemalloc.start()
    kept = [await load(log, game_id, lambda _name: rules) for _ in range(games)]
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    return size


def _best(job: Any, times: int = 5) -> float:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        job()
        took.append(time.perf_counter() - began)
    return min(took)


async def run_all(ruleset: str, commands: int, on_progress: Any) -> dict[str, Any]:
    """Run all parts, one after the other."""
    rules = rules_of(ruleset)
    on_progress("a long game is played")
    table, entries = await long_game(ruleset, 1)
    figures: dict[str, Any] = {"ruleset": ruleset, "entries": len(entries)}
    on_progress("decode and fold")
    figures["fold"] = fold_speed(rules, entries)
    on_progress("re-adjudication")
    figures["audit"] = audit_speed(rules, entries, table.secret)
    on_progress("memory")
    figures["memory"] = await memory(rules, table.game_id, table.log)
    with TemporaryDirectory(prefix="adjb") as name:
        folder = Path(name)
        battles = await record(
            folder,
            ruleset,
            CONCURRENCY + 1,
            SETUP + commands,
            lambda done: on_progress(f"battle {done} of {CONCURRENCY + 1} recorded"),
        )
        on_progress("the baseline")
        figures["baseline"] = await measure_baseline(folder)
        on_progress("the service")
        figures["service"] = await measure_service(folder, battles)
    for flight in ("1", str(CONCURRENCY)):
        figures[f"ratio_{flight}"] = figures["service"][flight].rate / figures["baseline"][flight].rate
    return figures


def add(subparsers: Any) -> None:
    """Add `bench` to the program."""
    parser = subparsers.add_parser(
        "bench",
        help="measure the service on this machine",
        description="Measures, in one run: a bare durable append as the baseline, the service on real battles and its "
        "ratio to the floor, decoding and folding, re-adjudication, and memory. Takes some minutes.",
        epilog="exit codes: 0 measured, 2 the other revision can not be measured",
    )
    parser.add_argument("ruleset", nargs="?", choices=sorted(RULESETS), default="grinding_annihilation")
    parser.add_argument("--commands", type=int, default=100, help="commands of each battle that are counted")
    parser.add_argument("--json", action="store_true", help="figures for machines")
    parser.add_argument("--against", metavar="REV", help="measure another revision too, in turns, and compare")
    parser.add_argument("--turns", type=int, default=2, help="how often each is measured with --against or --costs (2)")
    parser.add_argument(
        "--costs", action="store_true", help="measure instead what signatures, register and wallets add to a command"
    )
    parser.add_argument("--pairs", action="store_true", help="with --costs: measure only all of it and none of it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    console = Console(stderr=True)
    logs.configure("error")
    if args.costs:
        return _run_costs(args, console)
    if args.against is not None:
        return _run_against(args, console)
    with console.status("starting") as status:
        figures = uvloop.run(run_all(args.ruleset, args.commands, status.update))
    if args.json:
        plain = {key: _plain(value) for key, value in figures.items()}
        print(json.dumps(plain, indent=1))
    else:
        _print(figures)
    return 0


def _run_against(args: argparse.Namespace, console: Console) -> int:
    try:
        with console.status("starting") as status:
            found = compare(args.against, args.ruleset, args.commands, args.turns, status.update)
    except NotMeasured as fault:
        print(f"bench: {fault}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps({name: {"here": here, "there": there} for name, (here, there) in found.items()}, indent=1))
        return 0
    title = f"{args.ruleset}, medians of {args.turns} turns"
    table = Table("measured", "here", args.against, "here / there", title=title)
    for name, (here, there) in found.items():
        table.add_row(name, f"{here:,.2f}", f"{there:,.2f}", f"{here / there:.2f}" if there else "")
    Console().print(table)
    return 0


def _run_costs(args: argparse.Namespace, console: Console) -> int:
    with console.status("starting") as status:
        found = uvloop.run(costs(args.ruleset, args.commands, args.turns, status.update, pairs=args.pairs))
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    title = f"{args.ruleset}, {found['none of it'].commands} commands, {args.turns} turns"
    heads = ("with", "ms", "ratio", "of each turn", "player us", "service us", "store us", "ratio", "of each turn")
    table = Table(*heads, title=title)
    for name, cost in found.items():
        cpu = [f"{figure:,.0f}" for figure in (cost.player_us, cost.service_us, cost.store_us)]
        clock = [f"{cost.ms:.2f}", f"{cost.ratio:.2f}", _spread(cost.ratios)]
        table.add_row(name, *clock, *cpu, f"{cost.cpu_ratio:.2f}", _spread(cost.cpu_ratios))
    Console().print(table)
    return 0


def _spread(ratios: tuple[float, ...]) -> str:
    return f"{min(ratios):.2f} to {max(ratios):.2f}"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return {name: getattr(value, name) for name in value.__struct_fields__} if isinstance(value, Figures) else value


def _print(figures: dict[str, Any]) -> None:
    table = Table("measured", "in flight", "a second", "p50 ms", "p99 ms", title=f"{figures['ruleset']}, one run")
    for name in ("baseline", "service"):
        for flight, found in figures[name].items():
            table.add_row(name, flight, f"{found.rate:,.0f}", f"{found.p50:.2f}", f"{found.p99:.2f}")
    fold, audited = figures["fold"], figures["audit"]
    for flight in ("1", str(CONCURRENCY)):
        table.add_row("service / baseline", flight, f"{figures[f'ratio_{flight}']:.2f}", "", "")
    table.add_row("decode, events", "", f"{fold['decode']:,.0f}", "", "")
    table.add_row("decode and fold, events", "", f"{fold['fold']:,.0f}", "", "")
    table.add_row("fold / decode alone", "", f"{fold['ratio']:.2f}", "", "")
    table.add_row(f"re-adjudicate {audited['commands']} commands", "", f"{audited['rate']:,.0f}", "", "")
    table.add_row("memory of a live game, KiB", "", f"{figures['memory'] / 1024:,.0f}", "", "")
    Console().print(table)
