"""Serve as `adjudicator serve` does, and write every second what the process holds: memory, descriptors, tasks.

`SOAK_STATE` names the file; `SOAK_SESSIONS` says how many games stay in memory, so that they are soon as many as there
may be.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
from pathlib import Path

import uvloop

from services.config import make_config
from services.server import serve
from services.sessions.sessions import Sessions


def held() -> dict[str, int]:
    """Count what this process holds."""
    rows = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {
        "memory_kb": int(rows["VmRSS"].split()[0]),
        "descriptors": sum(1 for _ in Path("/proc/self/fd").iterdir()),
        "tasks": len(asyncio.all_tasks()),
        "threads": int(rows["Threads"]),
        "objects": len(gc.get_objects()),
    }


async def tell(path: Path) -> None:
    """Write what is held, again and again."""
    while True:
        await asyncio.sleep(1)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(held()))
        part.rename(path)


async def run() -> None:
    """Serve until SIGTERM."""
    telling = asyncio.create_task(tell(Path(os.environ["SOAK_STATE"])))
    await serve(make_config({}, os.environ))
    telling.cancel()


if __name__ == "__main__":
    defaults = Sessions.__init__.__kwdefaults__
    assert defaults is not None
    defaults["keep"] = int(os.environ["SOAK_SESSIONS"])
    uvloop.run(run())
