"""The service as a user starts it: the program `adjudicator serve` in a process of its own, on a free port."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 30.0


@contextmanager
def running(data: Path, *flags: str) -> Iterator[tuple[str, str]]:
    """Serve until the block ends; gives address and owner's token."""
    with _serving(data, *flags) as found:
        yield found[1], _token(data)


@contextmanager
def running_for_browsers(data: Path, *flags: str) -> Iterator[tuple[str, str, str]]:
    """Serve until the block ends, browsers too; gives the addresses for gRPC and for browsers, and owner's token."""
    with _serving(data, "--web", "127.0.0.1:0", *flags) as found:
        yield found[1], found[2], _token(data)


def _token(data: Path) -> str:
    return (data / "owner.token").read_text().strip()


@contextmanager
def _serving(data: Path, *flags: str) -> Iterator[re.Match[str]]:
    command = [sys.executable, "-m", "services.cli", "serve", "--listen", "127.0.0.1:0", "--data", str(data), *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        try:
            output = service.stdout.readline() if service.stdout else ""
            found = re.match(r"adjudicator serves at (\S+), (?:browsers at (\S+), )?", output)
            assert found, f"the service did not start: {output!r}"
            yield found
        finally:
            service.terminate()
            service.wait(PATIENCE)
