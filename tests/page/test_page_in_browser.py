"""Replay pages in a headless Chromium; the tests themselves stand in clients/typescript/page/test/run.mjs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.page.pages import prepare

PAGE = Path(__file__).parents[2] / "clients/typescript/page"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
BROWSER_IS_MISSING = "Chromium, Node or its packages are missing (make node): no page was opened"
LONG = ("hex_orders", ("--scenario", "as_printed"))


@pytest.mark.page
def test_pages_in_a_browser(tmp_path, capsys):
    """A page shows what the ruleset draws, checks its bytes, tells what was altered, and is used without a mouse."""
    if CHROMIUM is None or shutil.which("node") is None or not (PAGE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    prepare(tmp_path, LONG)
    command = ["node", str(PAGE / "test/run.mjs"), str(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "CHROMIUM": CHROMIUM}, check=False
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    with capsys.disabled():
        for result in results:
            if result.get("figures"):
                print(f"\n{result['name']}: {result['figures']}")
    assert [f"{result['name']}: {result['error']}" for result in results if "error" in result] == []
    assert done.returncode == 0, done.stderr
    if not os.environ.get("ONLY"):
        assert len(results) > len(("drawn", "axe", "seats")) * len(("hex", "tile", "antares", "ga"))
