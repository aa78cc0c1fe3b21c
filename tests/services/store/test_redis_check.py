"""Tests of the check of a store's settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from services.store.embedded import EmbeddedStore
from services.store.redis_check import UnsafeStore, check_server, require_safe
from services.store.redis_client import connect
from tests.services.conftest import ALL_RIGHTS

if TYPE_CHECKING:
    from services.store.redis_client import Link


class TestCheck:
    """A store that would lose games is refused."""

    async def test_safe_stores(self, link: Link) -> None:
        """Servers with our settings have no problems."""
        assert await check_server(link) == []

    async def test_unsafe_settings(self, tmp_path: Path) -> None:
        """Each setting that loses or drops entries is named, with its fix."""
        settings = {
            "appendonly": "no",
            "appendfsync": "everysec",
            "maxmemory-policy": "allkeys-lru",
        }
        async with EmbeddedStore(tmp_path, settings=settings) as store:
            link = await connect(store.url)
            with pytest.raises(UnsafeStore) as refused:
                await require_safe(link)
            await link.aclose()

        assert [line.partition(":")[0] for line in refused.value.problems] == [
            "AOF_OFF",
            "FSYNC_NOT_ALWAYS",
            "EVICTION",
        ]

    async def test_a_server_that_hides_its_settings(self, tmp_path: Path) -> None:
        """Where CONFIG is refused, INFO vouches for all but the fsync policy."""
        settings = {"user": ALL_RIGHTS["user"] + " -config"}
        async with EmbeddedStore(tmp_path, settings=settings) as store:
            link = await connect(store.url)
            problems = await check_server(link)
            await link.aclose()

        assert problems == ["FSYNC_NOT_ALWAYS: appendfsync is not shown by the server; set appendfsync always"]
