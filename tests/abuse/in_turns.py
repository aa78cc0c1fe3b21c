"""All attackers, one after the other: `python -m tests.abuse.in_turns ADDRESS WEB_ADDRESS FACTS`.

Each line of the input names an attack that begins, in a process of its own; an empty line ends it. Meanwhile what it
was told is printed several times a second, as JSON in lines.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.abuse.attacker import ATTACKS, Attack
from tests.abuse.outcomes import TOLD
from tests.abuse.web_attacks import ATTACKS as WEB_ATTACKS

EVERY_SECONDS = 0.1


async def report() -> None:
    """Print what was told so far, for good."""
    while True:
        print(json.dumps(TOLD), flush=True)
        await asyncio.sleep(EVERY_SECONDS)


async def attack(name: str, addresses: list[str], facts: dict[str, Any]) -> None:
    """Attack until the process is ended."""
    by_web = name in WEB_ATTACKS
    at_work = (WEB_ATTACKS if by_web else ATTACKS)[name](Attack(addresses[by_web], facts))
    await asyncio.gather(report(), at_work)


def main() -> None:
    """Begin and end attacks as the input says."""
    # as an attacker on another machine, it takes no processor time from the service
    os.nice(19)
    addresses, facts = sys.argv[1:3], json.loads(Path(sys.argv[3]).read_text())
    # nothing of gRPC has begun in this process, so that its children may begin it: they need not be started anew
    while name := sys.stdin.readline().strip():
        child = os.fork()
        if not child:
            try:
                asyncio.run(attack(name, addresses, facts))
            finally:
                traceback.print_exc()
                # whoever reads what it was told sees the end of it, and does not wait for more
                os.killpg(0, signal.SIGKILL)
        sys.stdin.readline()
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        print("null", flush=True)


if __name__ == "__main__":
    main()
