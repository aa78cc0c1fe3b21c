"""The service against the baseline under a load generator that is not Python, and with as many processes as cores.

`python -m services.bench.native` needs Go, which builds the generator in `services/bench/loadgen`; where `h2load` is
on the path the baseline is measured with it as well, so that the two generators can be compared. `h2load` sends the
same bytes each time, which for a command would be a retry, so the service's commands come from ours.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import uvloop

from adjudicator.registry import RULESETS
from services import logs
from services.bench.baseline import SERVICE
from services.bench.load import Figures, Recorded, record, running_process
from services.bench.verb import CONCURRENCY, SETUP
from services.rpc.methods import methods_of

Call: TypeAlias = "tuple[str, bytes, str]"
SOURCES: Final = Path(__file__).parent / "loadgen"
CONNECTIONS: Final = 8
BASELINE_EACH: Final = 150
BODY: Final = 298
# Rates are greater, ratios and milliseconds smaller.
SMALL: Final = 20
_RATE: Final = re.compile(r"([\d.]+) req/s")
_DONE: Final = re.compile(r"requests: .* (\d+) succeeded, (\d+) failed")


class NoGo(Exception):
    """The load generator can not be built."""


def build(folder: Path) -> Path:
    """Build the load generator; NoGo."""
    go = shutil.which("go") or "/usr/local/go/bin/go"
    built = folder / "load"
    try:
        made = subprocess.run([go, "build", "-o", str(built), "."], cwd=SOURCES, check=False, capture_output=True)
    except OSError:
        raise NoGo("Go is missing: install it, or use `adjudicator bench`, whose load comes from Python") from None
    if made.returncode:
        raise NoGo(f"the load generator does not build: {made.stderr.decode()}")
    return built


def write_requests(folder: Path, workers: Iterable[Iterable[Call]]) -> Path:
    """Write the requests of each worker as the generator reads them."""
    path = folder / "requests"
    with path.open("w") as file:
        for jobs in workers:
            rows = [{"path": path_, "token": token, "body": base64.b64encode(b).decode()} for path_, b, token in jobs]
            file.write(json.dumps(rows) + "\n")
    return path


async def send(program: Path, folder: Path, address: str, workers: Sequence[Sequence[Call]]) -> Figures:
    """Let each worker send its requests; RuntimeError where one was refused."""
    path = write_requests(folder, workers)
    made = await asyncio.create_subprocess_exec(
        str(program), address, str(CONNECTIONS), str(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = await made.communicate()
    if made.returncode:
        raise RuntimeError(err.decode())
    found = json.loads(out)
    if found["refused"]:
        raise RuntimeError(f"{found['refused']:.0f} of {found['count']:.0f} requests were refused")
    return Figures(found["rate"], found["p50"], found["p99"], int(found["count"]))


def processor_seconds(pid: int) -> float:
    """Give the processor time of a process and of all that it has started, on Linux; elsewhere 0."""
    total = 0.0
    with suppress(OSError):
        ticks = map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
        total = sum(ticks) / os.sysconf("SC_CLK_TCK")
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            total += sum(processor_seconds(int(child)) for child in children.read_text().split())
    return total


async def h2load(folder: Path, address: str, path: str, body: bytes, count: int) -> float | None:
    """Measure one method with h2load: requests a second, None where it is not there."""
    if shutil.which("h2load") is None:
        return None
    data = folder / "body"
    data.write_bytes(b"\0" + struct.pack(">I", len(body)) + body)
    flags = ["-n", str(count), "-c", str(CONNECTIONS), "-m", str(CONCURRENCY // CONNECTIONS), "-d", str(data)]
    headers = ["-H", "content-type: application/grpc", "-H", "te: trailers"]
    made = await asyncio.create_subprocess_exec(
        "h2load", *flags, *headers, f"http://{address}{path}", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    text = (await made.communicate())[0].decode()
    done, rate = _DONE.search(text), _RATE.search(text)
    if done is None or rate is None or int(done[1]) != count:
        raise RuntimeError(f"h2load: {text[-500:]}")
    return float(rate[1])


def free_address() -> str:
    """Find an address on this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


async def baseline(program: Path, folder: Path) -> dict[str, float]:
    """Measure the bare handler with 64 in flight, with both generators, and with one in flight."""
    address, path = free_address(), f"/{SERVICE}/Append"
    names = [number.to_bytes(2, "big") + bytes([7]) * BODY for number in range(CONCURRENCY)]
    jobs = [[(path, name, "")] * BASELINE_EACH for name in names]
    found = {}
    async with running_process(sys.executable, "-m", "services.bench.baseline", str(folder), address) as pid:
        found["baseline, 1 in flight"] = (await send(program, folder, address, jobs[:1])).rate
        used = processor_seconds(pid)
        many = await send(program, folder, address, jobs)
        found["baseline, 64 in flight"] = many.rate
        found["baseline, processor ms a request"] = 1e3 * (processor_seconds(pid) - used) / many.count
        by_h2load = await h2load(folder, address, path, bytes([9]) * (BODY + 2), CONCURRENCY * BASELINE_EACH)
        if by_h2load is not None:
            # all to one game, whose appends wait for each other: the edge and the store without the spread
            found["baseline, 64 in flight by h2load, one game"] = by_h2load
    return found


async def service(program: Path, folder: Path, battles: list[Recorded], processes: int) -> dict[str, float]:
    """Measure so many processes with recorded battles, whose set-up is not counted."""
    address = free_address()
    words = ("serve", "--listen", address, "--data", str(folder), "--allow-test-seeds", "--log-level", "error")
    command = (sys.executable, "-m", "services.cli", *words, "--processes", str(processes))
    opening = methods_of("wargame.v1.Games")["Open"].path
    found = {}
    async with running_process(*command) as pid:
        token = (folder / "owner.token").read_text().strip()
        await send(program, folder, address, [[(opening, battle.opening, token)] for battle in battles])
        await send(program, folder, address, [battle.requests[:SETUP] for battle in battles])
        one = await send(program, folder, address, [battles[0].requests[SETUP:]])
        used = processor_seconds(pid)
        many = await send(program, folder, address, [battle.requests[SETUP:] for battle in battles[1:]])
        each = 1e3 * (processor_seconds(pid) - used) / many.count
        found[f"service, {processes} processes, processor ms a command"] = each
        found[f"service, {processes} processes, 1 in flight"] = one.rate
        found[f"service, {processes} processes, 64 in flight"] = many.rate
    return found


async def measure(ruleset: str, commands: int, processes: Sequence[int]) -> dict[str, float]:
    """Measure everything in one run; requests a second by name."""
    with TemporaryDirectory(prefix="adjn") as name:
        top = Path(name)
        program = build(top)
        (top / "floor").mkdir()
        found = await baseline(program, top / "floor")
        battles = await record(top / "recorded", ruleset, CONCURRENCY + 1, SETUP + commands, lambda _done: None)
        for number in processes:
            # the keys that the battles were recorded with, and an empty store
            folder = top / f"of-{number}"
            shutil.copytree(top / "recorded", folder, ignore=shutil.ignore_patterns("store", "*.sock"))
            found |= await service(program, folder, battles, number)
    for number in processes:
        for flight in (1, CONCURRENCY):
            share = found[f"service, {number} processes, {flight} in flight"] / found[f"baseline, {flight} in flight"]
            found[f"service / baseline, {number} processes, {flight} in flight"] = share
        share = (
            found["baseline, processor ms a request"] / found[f"service, {number} processes, processor ms a command"]
        )
        found[f"service / baseline, {number} processes, by processor time"] = share
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset", nargs="?", choices=sorted(RULESETS), default="grinding_annihilation")
    parser.add_argument("--commands", type=int, default=100, help="commands of each battle that are counted")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, os.cpu_count() or 1])
    args = parser.parse_args()
    logs.configure("error")
    try:
        found = uvloop.run(measure(args.ruleset, args.commands, sorted(set(args.processes))))
    except NoGo as fault:
        print(fault, file=sys.stderr)
        return 2
    print(f"{args.ruleset}, load of the machine {', '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for name, value in found.items():
        print(f"{name}: {value:,.2f}" if value < SMALL else f"{name}: {value:,.0f} a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
