"""The service of these tests."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.games.timing.server_time import ServerTime
from tests.services.fixtures import ToyService, serve_toy


@pytest.fixture
async def toy_service(tmp_path: Path) -> AsyncIterator[ToyService]:
    """Serve the toy with registers."""
    async with serve_toy(tmp_path) as service:
        yield service


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of the machine say noon: each day has a register of its own, and none ends while a test runs."""
    day = 86_400_000_000_000
    ahead = day // 2 - time.time_ns() % day
    clocks = (lambda: time.time_ns() + ahead, time.monotonic_ns)
    monkeypatch.setattr(ServerTime.__init__, "__defaults__", clocks)


@pytest.fixture(autouse=True)
def _files_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be written with every batch."""
    monkeypatch.setattr("services.register.writing.PUBLISH_SECONDS", 0.0)
