"""Live pages in headless Chromiums; the tests themselves stand in clients/typescript/live/test."""

from __future__ import annotations

import asyncio
import os
import shutil
from itertools import chain
from pathlib import Path

import pytest

from replays.audit.audit import audit
from replays.wallet.reading import read_wallet
from tests.page.live_games import PLAYED, running, verdicts, write_plan
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM, run_lanes

LIVE = Path(__file__).parents[2] / "clients/typescript/live"
CONCEDED = "conceded"
TESTS = 36


@pytest.mark.page
def test_live_pages_in_browsers(tmp_path, capsys):
    """Two people play every ruleset with browsers alone; neither is sent, shown or keeps the secrets of the other."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    path = tmp_path / "plan.json"
    with running(tmp_path / "data") as (address, web, token):
        write_plan(path, address, web, token)
        results = run_lanes(LIVE / "test/run.mjs", path, tmp_path)
        figures = {result["name"]: result.get("figures") or {} for result in results}
        games = {name: row["game"] for name, row in figures.items() if "game" in row}
        signed = [row["signedGame"] for row in figures.values() if "signedGame" in row]
        wallets = {
            row["game"]: [read_wallet(Path(path).read_bytes(), path) for path in row["wallets"]]
            for row in figures.values()
            if "wallets" in row
        }
        audits = asyncio.run(verdicts(address, token, [*games.values(), *signed], wallets))
    with capsys.disabled():
        for result in results:
            print(f"\n{result['name']}: {result['ms']} ms {result.get('figures') or result.get('error', '')}")
    failed = [f"{result['name']}: {result['error']}" for result in results if "error" in result]
    assert failed == [], "\n".join(failed)
    for name, game in games.items():
        verdict, outcome, over = audits[game].split(", ")
        assert (verdict, over) == ("PASS", "revealed"), f"{name}: {audits[game]}"
        assert ("a whole game" in name) == (outcome != CONCEDED), f"{name}: {audits[game]}"
    assert [audits[game] for game in signed] == [f"PASS, {CONCEDED}, revealed"] * len(signed)
    for held in chain.from_iterable(wallets.values()):
        assert (len(held.seats), len(held.inclusions), len(held.contributions), held.torn) == (1, 1, 1, False)
        assert all(row.record for row in held.receipts if row.command_id)
        assert held.commands
    killed = [row["replay"] for row in figures.values() if "replay" in row]
    assert [audit(Path(replay).read_bytes()).result for replay in killed] == ["PASS"] * len(killed)
    if not os.environ.get("ONLY"):
        assert (len(games), len(killed), len(signed)) == (len(PLAYED), 1, 1)
        assert len(wallets) == len(PLAYED)
        assert len(results) == TESTS
