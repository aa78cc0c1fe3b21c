"""The reader in JavaScript follows a change of the log key, in a game that the service has written."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.rotated_game import write_rotated_game


@pytest.mark.node
async def test_rotated_twice(tmp_path):
    """Receipts of before and after, and the heads of the export, verify; what the first key signs later does not."""
    file = await write_rotated_game(tmp_path)
    node = await asyncio.create_subprocess_exec(
        *("node", "--no-warnings", "--test", "--test-reporter=tap", "build/test/log_keys.test.js"),
        cwd=Path(__file__).parents[1] / "clients/typescript",
        env={**os.environ, "ROTATED_GAME": str(file)},
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await node.communicate()
    assert node.returncode == 0, told.decode()
    assert b"\n# pass 4\n" in told
