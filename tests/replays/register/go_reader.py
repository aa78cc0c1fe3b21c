"""The tools of others that read registers, built once: sumdb of Go, and those of transparency-dev."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.verifier.golang import find_go

SOURCES = Path(__file__).parent / "reader"


@cache
def reader() -> str:
    """Build the program."""
    go = find_go()
    assert go is not None
    built = Path(tempfile.mkdtemp(prefix="adjudicator-reader-")) / "reader"
    made = subprocess.run(
        [go, "build", "-mod=readonly", "-o", str(built), "."], cwd=SOURCES, check=False, capture_output=True
    )
    assert made.returncode == 0, f"the reader does not build: {made.stderr.decode()}"
    return str(built)


def ask(verb: str, place: str, **request: Any) -> Any:
    """Run a verb with this request; AssertionError with what it says where it refuses."""
    made = subprocess.run(
        [reader(), verb, place], input=json.dumps(request).encode(), check=False, capture_output=True, timeout=120
    )
    assert made.returncode == 0, made.stderr.decode()
    return json.loads(made.stdout)


@contextmanager
def witness_of_others(*vkeys: str) -> Iterator[tuple[str, str]]:
    """Run the witness of transparency-dev for these registers: its address and key."""
    with subprocess.Popen([reader(), "witness", *vkeys], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().decode().strip(), process.stdout.readline().decode().strip()
        finally:
            process.kill()
