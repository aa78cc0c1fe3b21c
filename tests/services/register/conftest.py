"""The service of these tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.services.fixtures import ToyService, serve_toy


@pytest.fixture
async def toy_service(tmp_path: Path) -> AsyncIterator[ToyService]:
    """Serve the toy with registers."""
    async with serve_toy(tmp_path) as service:
        yield service


@pytest.fixture(autouse=True)
def _files_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be written with every batch."""
    monkeypatch.setattr("services.register.writing.PUBLISH_SECONDS", 0.0)
