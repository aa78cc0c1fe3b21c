"""A service of the toy for every test."""

import pytest

from tests.services.fixtures import serve_toy


@pytest.fixture
async def toy_service(tmp_path):
    """Serve the toy with a store in memory."""
    async with serve_toy(tmp_path / "data") as toy_service:
        yield toy_service
