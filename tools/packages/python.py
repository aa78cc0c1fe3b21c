"""The Python client for `make dist`: source archive and wheel, the same bytes every time."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from tools.packages.faults import run


def python_client(tree: Path, out: Path, environment: Mapping[str, str]) -> None:
    """Build both from the tree of a commit; the wheel's generated code is made on the way.

    Raises DistFault.
    """
    run([sys.executable, "-m", "hatchling", "build", "-d", str(out)], tree / "clients/python", environment)
