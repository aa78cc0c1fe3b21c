"""The page of a game that is shown late says so to a spectator, and has no more of it; browsers run late.mjs."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from tests.page.live_games import running
from tests.page.test_page_in_browser import BROWSER_IS_MISSING, CHROMIUM
from wargame.v1 import games_pb2, protocol_pb2, rulings_pb2

LIVE = Path(__file__).parents[2] / "clients/typescript/live"


async def opened(address: str, owner: str) -> dict[str, Any]:
    """Open a game that spectators see half an hour late, and let its referee write a note; give tokens."""
    request = games_pb2.OpenRequest(
        command_id=secrets.token_bytes(16),
        ruleset="hex_orders",
        seats=[protocol_pb2.Seat(name=name) for name in ("red", "blue")],
        signatures=games_pb2.SIGNATURES_NONE,
        profile=protocol_pb2.PROFILE_P0,
        referee=True,
        spectator_delay=timedelta(minutes=30),
    )
    async with grpc.aio.insecure_channel(address) as channel:
        game = await _call(channel, owner, "wargame.v1.Games", "Open", request)
        tokens = {int(row.role): row.token for row in game.credentials}
        note: Any = methods_of("wargame.v1.Referee")["AddNote"].request(grounds=rulings_pb2.Grounds(reason="begun"))
        note.header.game, note.header.command_id = game.game, secrets.token_bytes(16)
        note.header.head = game.receipt.hash
        await _call(channel, tokens[Role.REFEREE], "wargame.v1.Referee", "AddNote", note)
    return {
        "game": game.game.hex(),
        "owner": owner,
        "tokens": {"spectator": tokens[Role.SPECTATOR], "seat": tokens[Role.SEAT]},
    }


async def _call(channel: grpc.aio.Channel, token: str, service: str, name: str, request: Any) -> Any:
    method = methods_of(service)[name]
    stub = channel.unary_unary(
        method.path,
        request_serializer=method.request.SerializeToString,
        response_deserializer=method.response.FromString,
    )
    return await stub(request, metadata=(("authorization", f"Bearer {token}"),))


@pytest.mark.page
def test_a_spectator_is_told_how_late_the_game_is_shown(tmp_path: Path) -> None:
    """A seat is not, and sees the note that the spectator will see in half an hour."""
    if CHROMIUM is None or shutil.which("node") is None or not (LIVE.parent / "node_modules/puppeteer-core").exists():
        assert not os.environ.get("CI"), BROWSER_IS_MISSING
        pytest.skip(BROWSER_IS_MISSING)
    plan = tmp_path / "plan.json"
    with running(tmp_path / "data") as (address, web, token):
        plan.write_text(json.dumps({"base": f"http://{web}", **asyncio.run(opened(address, token))}))
        command = ["node", str(LIVE / "test/late.mjs"), str(plan)]
        environment = {**os.environ, "CHROMIUM": CHROMIUM}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["spectator"] == {"late": "shown 30 minutes late", "entry": "Entry 1 of 1", "noise": []}
    assert found["seat"]["late"] == ""
    assert found["seat"]["entry"] != "Entry 1 of 1"
