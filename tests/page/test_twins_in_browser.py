"""Twin games in headless Chromiums: what differs in a secret of one seat alone looks alike to everybody else."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.page.live_games import running
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM
from tests.page.twins import TWINS, begun

LIVE = Path(__file__).parents[2] / "clients/typescript/live"


@pytest.mark.page
def test_twin_games_look_alike_to_others(tmp_path: Path) -> None:
    """The other seat and a spectator are sent and shown the same in both, but for ids, hashes and times."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    plan = tmp_path / "plan.json"
    with running(tmp_path / "world-0", kept=True) as (address, _, token):
        games = asyncio.run(begun(address, token))
    shutil.copytree(tmp_path / "world-0", tmp_path / "world-1")
    with (
        running(tmp_path / "world-0", kept=True) as (_, one, _),
        running(tmp_path / "world-1", kept=True) as (_, two, _),
    ):
        bases = [f"http://{web}" for web in (one, two)]
        names = [twin.name for twin in TWINS]
        plan.write_text(json.dumps({"base": bases[0], "bases": bases, "owner": token, "names": names, "games": games}))
        command = ["node", str(LIVE / "test/twins.mjs"), str(plan)]
        environment = {**os.environ, "CHROMIUM": CHROMIUM}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [f"{result['name']}: {result['error']}" for result in results if "error" in result]
    assert failed == [], "\n".join(failed)
    assert done.returncode == 0, done.stderr
    if not os.environ.get("ONLY"):
        assert len(results) == 1 + len(TWINS)  # the first looks whether all that came is heard
