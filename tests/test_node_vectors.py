import subprocess
from pathlib import Path

import pytest


@pytest.mark.node
def test_vectors_in_javascript():
    """A client in another language, with a browser's cryptography alone, finds the same dice and hashes."""
    run = subprocess.run(
        ["node", "--no-warnings", "--test", "vectors.test.mjs"],
        cwd=Path(__file__).parent / "node",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# skipped 0" in run.stdout
