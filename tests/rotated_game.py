"""A game whose log key was changed twice, as the service has written it, for readers in other languages."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.kernel.record.chain import head_text
from replays.bundle import read_bundle
from tests.services.admin.steps import close, do, exported
from tests.services.admin.test_log_keys import rotate
from tests.services.fixtures import serve_toy


async def write_rotated_game(folder: Path) -> Path:
    """Play it, and write its records, keys, receipts, the heads of its export, and a head that an old key forged."""
    async with serve_toy(folder) as toy_service:
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
    file = folder / "rotated.json"
    file.write_text(json.dumps(rows))
    return file
