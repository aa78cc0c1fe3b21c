"""What tests of quotas share."""

from __future__ import annotations

import pytest

from services.store.redis_keys import MemoryKeys
from tests.services.games.quota_steps import NOW, Log, Process


@pytest.fixture
def two():
    """Two processes on one store, what there is of games, and the time in ms."""
    keys, log, time = MemoryKeys(), Log(), [NOW]
    return Process(keys, log, time), Process(keys, log, time), log, time
