"""A caller whose line is gone in the middle of a stream: nobody is told, and nothing is called a fault of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest

from services.rpc.watch import Watch
from tests.services.fixtures import serve_toy


async def test_a_caller_who_is_gone_is_no_fault_of_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails since the caller has left ends the call, and leaves no line about an internal error."""
    said: list[str] = []
    monkeypatch.setattr("services.rpc.access.statuses.log.error", lambda words, **_rest: said.append(words))

    async def gone(_watch: Watch, _credential: Any, _request: Any) -> Any:
        yield b""
        raise grpc.aio.InternalError('Failed "execute_batch"')

    monkeypatch.setattr(Watch, "read", gone)
    async with serve_toy(tmp_path / "data") as service:
        game = await service.match()
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            _ = [entry async for entry in game.start("Read", "red")]
    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
    assert said == []
