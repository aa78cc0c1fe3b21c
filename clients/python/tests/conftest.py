"""Where the service is, and what a game of the tests is like; without a service only units are tested."""

import os
from pathlib import Path

import pytest

from adjudicator_client import Key, Patience, RandomPlayer, Seat, Service, Step

NEEDED = ("ADJUDICATOR_ADDRESS", "ADJUDICATOR_TOKEN")
STEPS_MOST = 2_000


@pytest.fixture
async def service():
    """The service, asked with the owner's token."""
    if not all(name in os.environ for name in NEEDED):
        pytest.skip(f"needs {' and '.join(NEEDED)}: start a service")
    address, token = (os.environ[name] for name in NEEDED)
    async with Service(address, token, patience=Patience(seconds=30)) as made:
        yield made


@pytest.fixture
async def cut_service():
    """The same service over a line that breaks again and again."""
    address = os.environ.get("ADJUDICATOR_CUT_ADDRESS")
    if address is None:
        pytest.skip("needs ADJUDICATOR_CUT_ADDRESS: a line to the service that breaks")
    async with Service(address, os.environ["ADJUDICATOR_TOKEN"]) as made:
        yield made


@pytest.fixture
def vectors():
    """The folder with the figures that all clients share."""
    folder = os.environ.get("ADJUDICATOR_VECTORS", Path(__file__).parents[3] / "tests/kernel")
    return Path(folder)


@pytest.fixture
def open_game():
    """What opens a signed game of two seats."""
    return _open_game


@pytest.fixture
def play():
    """What lets random players play to the end."""
    return _play


async def _open_game(service, ruleset="tile_formations"):
    return await service.open(ruleset, [Seat("red", Key.new()), Seat("blue", Key.new())])


async def _play(sides, seed, patience=100):
    """Give what each side has given."""
    players = [RandomPlayer(game, f"{seed} {at}", patience=patience) for at, game in enumerate(sides)]
    given: list[list[Step]] = [[] for _ in players]
    for _ in range(STEPS_MOST):
        moved = False
        for player, steps in zip(players, given, strict=True):
            step = await player.step()
            if step is not None:
                steps.append(step)
                moved = True
        if not moved:
            facts = await sides[0].facts()
            assert facts.finished, f"nobody is offered anything, and the game is not over: {facts.windows}"
            return given
    raise AssertionError(f"no end after {STEPS_MOST} rounds")
