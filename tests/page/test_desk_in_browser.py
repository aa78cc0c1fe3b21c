"""The referees' desk in headless Chromiums; the tests themselves stand in clients/typescript/live/test/desk.mjs."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.page.desk_event import Desk, prepare
from tests.page.live_games import running
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM

LIVE = Path(__file__).parents[2] / "clients/typescript/live"


TESTS = 14

Found = tuple[list[Any], int, str, dict[str, list[str]]]
# seats of this event sign nothing: that is all that an audit finds
AUDITED = ["PASS_WITH_NOTES", "UNSIGNED_GAME"]


def write(path: Path, plan: dict[str, Any]) -> None:
    """Write what the browsers need."""
    path.write_text(json.dumps(plan))


async def refereed(grpc_address: str, web: str, token: str, plan: Path) -> Found:
    """Let browsers referee an event, and end its games; gives what they found, and what each audit says."""
    async with grpc.aio.insecure_channel(grpc_address) as channel:
        desk = Desk(channel, token)
        write(plan, await prepare(desk, web))
        command = ("node", str(LIVE / "test/desk.mjs"), str(plan))
        done = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "CHROMIUM": CHROMIUM or ""},
        )
        out, err = await done.communicate()
        whole = not os.environ.get("ONLY")
        ended = {table: await desk.end(table) for table in desk.players} if whole else {}
        audits = {table: [found.result, *(row.code for row in found.findings)] for table, found in ended.items()}
        return [json.loads(line) for line in out.splitlines()], done.returncode or 0, err.decode(), audits


@pytest.mark.page
def test_the_desk_of_an_event_in_browsers(tmp_path, capsys):
    """Referees see every table of an event and rule at it by forms alone, and are sent nothing that seats hide."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    with running(tmp_path / "data") as (address, web, token):
        results, code, said, audits = asyncio.run(refereed(address, web, token, tmp_path / "plan.json"))
    with capsys.disabled():
        for result in results:
            if result.get("figures"):
                print(f"\n{result['name']}: {result['figures']}")
    failed = [f"{result['name']}: {result['error']}" for result in results if "error" in result]
    assert failed == [], "\n".join(failed)
    assert code == 0, said
    assert os.environ.get("ONLY") or len(results) == TESTS
    assert [found for found in audits.values() if found != AUDITED] == []
