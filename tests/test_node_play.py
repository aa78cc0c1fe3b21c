import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program import running

NODE = Path(__file__).parent / "node"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Give address and owner's token of a service of our own."""
    with running(tmp_path / "data") as (address, token):
        yield address, token


@pytest.mark.node
def test_a_battle_in_javascript(service):
    """A client in another language plays a signed game through offers, and finds every promise about it kept."""
    address, token = service
    run = subprocess.run(
        ["node", "--no-warnings", "--test", "play.test.mjs"],
        cwd=NODE,
        env={**os.environ, "ADJUDICATOR_ADDRESS": address, "ADJUDICATOR_TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# skipped 0" in run.stdout
    assert "# pass 15" in run.stdout
