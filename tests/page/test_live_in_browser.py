"""Live pages in headless Chromiums; the tests themselves stand in clients/typescript/live/test."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from replays.audit.audit import audit
from tests.page.live_games import PLAYED, running, verdicts, write_plan
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM

LIVE = Path(__file__).parents[2] / "clients/typescript/live"
CONCEDED = "conceded"
LANES = 2
FEWEST = 15


def _run(plan: Path) -> list[dict[str, Any]]:
    """Let browsers do what the tests say, in lanes side by side; gives what each test has told."""
    environment = {**os.environ, "CHROMIUM": CHROMIUM or ""}
    command = ["node", str(LIVE / "test/run.mjs"), str(plan)]
    lanes = [
        subprocess.Popen([*command, str(lane)], stdout=subprocess.PIPE, env=environment, text=True)
        for lane in range(LANES)
    ]
    told = [lane.communicate()[0] for lane in lanes]
    assert [lane.returncode for lane in lanes] == [0] * LANES, told
    return [json.loads(line) for text in told for line in text.splitlines()]


@pytest.mark.page
def test_live_pages_in_browsers(tmp_path, capsys):
    """Two people play every ruleset with browsers alone; neither is sent, shown or keeps the secrets of the other."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    path = tmp_path / "plan.json"
    with running(tmp_path / "data") as (address, web, token):
        write_plan(path, address, web, token)
        results = _run(path)
        figures = {result["name"]: result.get("figures") or {} for result in results}
        games = {name: row["game"] for name, row in figures.items() if "game" in row}
        audits = asyncio.run(verdicts(address, token, list(games.values())))
    with capsys.disabled():
        for result in results:
            print(f"\n{result['name']}: {result['ms']} ms {result.get('figures') or result.get('error', '')}")
    assert [f"{result['name']}: {result['error']}" for result in results if "error" in result] == []
    for name, game in games.items():
        verdict, outcome, over = audits[game].split(", ")
        assert (verdict, over) == ("PASS", "revealed"), f"{name}: {audits[game]}"
        assert ("a whole game" in name) == (outcome != CONCEDED), f"{name}: {audits[game]}"
    killed = [row["replay"] for row in figures.values() if "replay" in row]
    assert [audit(Path(replay).read_bytes()).result for replay in killed] == ["PASS"] * len(killed)
    if not os.environ.get("ONLY"):
        assert (len(games), len(killed)) == (len(PLAYED), 1)
        assert len(results) >= FEWEST
