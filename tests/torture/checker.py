"""The checker of histories, built once: porcupine with a model of our log."""

from __future__ import annotations

import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tests.verifier.golang import find_go

SOURCES = Path(__file__).parent / "checker"


@cache
def checker() -> Path | None:
    """Build the checker; None where Go is missing."""
    go = find_go()
    if go is None:
        return None
    built = Path(tempfile.mkdtemp(prefix="adjudicator-checker-")) / "checker"
    made = subprocess.run(
        [go, "build", "-mod=readonly", "-o", str(built), "."], cwd=SOURCES, check=False, capture_output=True
    )
    assert made.returncode == 0, f"the checker does not build: {made.stderr.decode()}"
    return built


def check(history: Path) -> dict[str, Any] | None:
    """Say which games are not linearizable; None, with a note, where Go is missing."""
    program = checker()
    if program is None:
        print("note: Go is missing, linearizability is not checked")
        return None
    made = subprocess.run([str(program), str(history)], check=False, capture_output=True, timeout=600)
    assert made.returncode in (0, 1, 2), made.stderr.decode()
    assert made.stdout, made.stderr.decode()
    return dict(json.loads(made.stdout))
