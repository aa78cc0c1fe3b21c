"""Games that hostile operators forge: each played once."""

from __future__ import annotations

import asyncio

import pytest

from services import logs
from tests.hostile import forging, kit


@pytest.fixture(scope="session")
def _quiet():
    logs.configure("error")


@pytest.fixture(scope="session")
def unsigned(_quiet, tmp_path_factory):
    """A game in which nobody signs."""
    return asyncio.run(kit.play(tmp_path_factory.mktemp("unsigned"), signed=False))


@pytest.fixture(scope="session")
def signed(_quiet, tmp_path_factory):
    """A game in which everybody signs, with a referee who has ruled once."""
    return asyncio.run(kit.play(tmp_path_factory.mktemp("signed"), signed=True))


@pytest.fixture(scope="session")
def again(unsigned):
    """The unsigned game, played once more by the operator until red has won."""
    return asyncio.run(forging.remade(unsigned))


@pytest.fixture(scope="session")
def again_with_stolen_keys(signed):
    """The signed game, played once more by an operator who has stolen the keys of all players and officials."""
    return asyncio.run(forging.remade(signed, signed.stolen))


@pytest.fixture(scope="session")
def forked(_quiet, tmp_path_factory):
    """A game of which red was shown one history and blue another."""
    return asyncio.run(kit.fork(tmp_path_factory.mktemp("forked")))
