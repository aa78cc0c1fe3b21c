"""The reader in JavaScript follows a change of the log key, in a game that the service has written."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from adjudicator.kernel.record.chain import head_text
from replays.bundle import read_bundle
from tests.services.admin.steps import close, do, exported
from tests.services.admin.test_log_keys import rotate
from tests.services.fixtures import serve_toy


@pytest.mark.node
async def test_rotated_twice(tmp_path):
    """Receipts of before and after, and the heads of the export, verify; what the first key signs later does not."""
    async with serve_toy(tmp_path) as toy_service:
        game, keys, receipts = await toy_service.match(), toy_service.service.keys, []
        known = [keys.verification_key]
        for who in ("red", "blue"):
            receipts.append((await game.call("Get", "red")).receipt)
            known.append((await rotate(toy_service))[1])
            receipts.append((await game.call("PlotMarch", who, heading="west")).receipt)
        await close(toy_service, game)
        bundle = read_bundle(await exported(game))
        head = (await do(toy_service, "Look", game=game.id)).head
        rows = {
            "records": [record.hex() for record in bundle.records],
            "keys": known,
            "notes": [*(receipt.note for receipt in receipts), *bundle.heads],
            "exported": bundle.heads,
            "forged": keys.sign(head_text(game.id, len(bundle.records), head), known[0]),
        }
    file = tmp_path / "rotated.json"
    file.write_text(json.dumps(rows))
    node = await asyncio.create_subprocess_exec(
        *("node", "--no-warnings", "--test", "log_keys.test.mjs"),
        cwd=Path(__file__).parent / "node",
        env={**os.environ, "ROTATED_GAME": str(file)},
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await node.communicate()
    assert node.returncode == 0, told.decode()
