"""What ends the building of a package, and how builders run programs."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


class DistFault(Exception):
    """Nothing could be built; the text says why and what to do."""


class ToolMissing(DistFault):
    """A package can not be built, since a program is missing; the others can."""


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
    """Run a program to its end.

    Raises DistFault with all that it said where it fails.
    """
    ran = subprocess.run(command, cwd=folder, env=dict(environment), capture_output=True, text=True, check=False)
    if ran.returncode:
        raise DistFault(f"{' '.join(command)} failed:\n{ran.stdout}{ran.stderr}")
