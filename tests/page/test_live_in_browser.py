"""Live pages in headless Chromiums; the tests themselves stand in clients/typescript/live/test."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from replays.audit.audit import audit
from tests.page.live_games import PLAYED, running, verdicts, write_plan
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM

LIVE = Path(__file__).parents[2] / "clients/typescript/live"
CONCEDED = "conceded"


@pytest.mark.page
def test_live_pages_in_browsers(tmp_path, capsys):
    """Two people play every ruleset with browsers alone; neither is sent, shown or keeps the secrets of the other."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    path, only = tmp_path / "plan.json", os.environ.get("ONLY", "")
    with running(tmp_path / "data") as (address, web, token):
        write_plan(path, address, web, token)
        command = ["node", str(LIVE / "test/run.mjs"), str(path)]
        environment = {**os.environ, "CHROMIUM": CHROMIUM}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        figures = {result["name"]: result.get("figures") or {} for result in results}
        games = {name: row["game"] for name, row in figures.items() if "game" in row}
        audits = asyncio.run(verdicts(address, token, list(games.values())))
    with capsys.disabled():
        print(done.stderr)
        for result in results:
            print(f"\n{result['name']}: {result['ms']} ms {result.get('figures') or result.get('error', '')}")
    assert [f"{result['name']}: {result['error']}" for result in results if "error" in result] == []
    print(done.stderr)
    assert done.returncode == 0, done.stderr
    for name, game in games.items():
        result, outcome, over = audits[game].split(", ")
        assert (result, over) == ("PASS", "revealed"), f"{name}: {audits[game]}"
        assert ("a whole game" in name) == (outcome != CONCEDED), f"{name}: {audits[game]}"
    for row in figures.values():
        if "replay" in row:
            assert audit(Path(row["replay"]).read_bytes()).result in {"PASS", "PASS_WITH_NOTES"}
    if not only:
        assert len(games) >= len(PLAYED)
