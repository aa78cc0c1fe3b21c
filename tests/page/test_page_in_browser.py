"""Replay pages in a headless Chromium; the tests themselves stand in clients/typescript/page/test/run.mjs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.page.bots import scenarios
from tests.page.pages import RULESETS, prepare

PAGE = Path(__file__).parents[2] / "clients/typescript/page"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
BROWSER_IS_MISSING = "Chromium, Node or its packages are missing (make node): no page was opened"
LANES = 2
# tests of every ruleset besides one for each tampered page, and those of one page alone
(PER_RULESET, ONCE) = (12, 8)
# pages of a ruleset whose file or picture was changed
TAMPERED = 16


def run_lanes(script: Path, argument: Path, folder: Path) -> list[dict[str, Any]]:
    """Let browsers run tests side by side, each test in the browser that is free first; gives what each has told."""
    claims = folder / "claims"
    claims.mkdir()
    command = ["node", str(script), str(argument), str(claims)]
    environment = {**os.environ, "CHROMIUM": CHROMIUM or ""}
    lanes = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) for _ in range(LANES)]
    told = [lane.communicate()[0] for lane in lanes]
    assert [lane.returncode for lane in lanes] == [0] * LANES, told
    return [json.loads(line) for text in told for line in text.splitlines()]


@pytest.mark.page
def test_pages_in_a_browser(tmp_path, capsys):
    """A page shows what the ruleset draws, checks its bytes, tells what was altered, and is used without a mouse."""
    if CHROMIUM is None or shutil.which("node") is None or not (PAGE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    prepare(tmp_path)
    results = run_lanes(PAGE / "test/run.mjs", tmp_path, tmp_path)
    with capsys.disabled():
        for result in results:
            if result.get("figures"):
                print(f"\n{result['name']}: {result['figures']}")
    failed = [f"{result['name']}: {result['error']}" for result in results if "error" in result]
    assert failed == [], "\n".join(failed)
    if not os.environ.get("ONLY"):
        assert len(results) == (PER_RULESET + TAMPERED) * len(RULESETS) + len(scenarios()) + ONCE
