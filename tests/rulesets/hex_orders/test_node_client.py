"""A client in JavaScript plays the opening of a game and checks every seal it meets."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.program import running

NODE = Path(__file__).parents[2] / "node"


@pytest.mark.node
def test_an_opening_in_javascript(tmp_path):
    """A client in another language buys an army, plots orders with its own salts, and opens them when they are due."""
    with running(tmp_path / "data") as (address, token):
        run = subprocess.run(
            ["node", "--no-warnings", "--test", "hex.test.mjs"],
            cwd=NODE,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "ADJUDICATOR_ADDRESS": address, "ADJUDICATOR_TOKEN": token},
        )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# skipped 0" in run.stdout
    assert "# pass 3" in run.stdout
