"""Where the service is, and what a game of the tests is like; without a service only units are tested."""

import os
import sys
from pathlib import Path

import pytest

from adjudicator_client import Key, Patience, RandomPlayer, Seat, Service, Step
from adjudicator_client.contract.wargame.v1 import record_pb2

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


@pytest.fixture
def play_whole():
    """What lets players play to the end that the rules set."""
    return _play_whole


async def _open_game(service, ruleset="tile_formations"):
    return await service.open(ruleset, [Seat("red", Key.new()), Seat("blue", Key.new())])


class GuidedPlayer(RandomPlayer):
    """Plays by chance, but says the words that it is given, and ends nothing early.

    `words` are what it says, by path. Commands that they name get no other field of those that may be left out, and of
    their offers one that takes the words. Commands of `last` it takes where nothing else is offered. `said` are the
    paths that came up.
    """

    def __init__(self, game, seed, words, last):
        super().__init__(game, seed, patience=sys.maxsize)
        self.words = words
        self.last = last
        self.said = set()

    def pick(self, offers):
        """Choose one of the offers that take the words."""
        taking = [offer for offer in offers.offers if self.takes(offer)]
        wanted = [offer for offer in taking if offer.command not in self.last]
        return super().pick(record_pb2.Offers(offers=wanted or taking, seq=offers.seq))

    def takes(self, offer):
        """Tell whether an offer has every field of its command that has a word, and each may be that word."""
        taking = set()
        for domain in offer.fields:
            path = f"{offer.command}.{domain.field}"
            if not domain.HasField("one_of") or self.words.get(path) in domain.one_of.values:
                taking.add(path)
        return all(path in taking for path in self.words if path.rpartition(".")[0] == offer.command)

    def answer(self, choice):
        """Say the word of a choice; answer by chance where it has none."""
        if choice.kind == "include" and self.names(choice.path.partition(".")[0]):
            return self.names(choice.path)
        if choice.kind not in {"one_of", "range"} or choice.path not in self.words:
            return super().answer(choice)
        self.said.add(choice.path)
        word = self.words[choice.path]
        return int(word) if choice.kind == "range" else word

    def names(self, path):
        """Tell whether a word stands at a path or within it."""
        return any(f"{known}.".startswith(f"{path}.") for known in self.words)


async def _play_whole(sides, seed, words, last):
    """Give what each side has given; every word has come up."""
    players = [GuidedPlayer(game, f"{seed} {at}", words, last) for at, game in enumerate(sides)]
    given = await _take_turns(players)
    assert set().union(*(player.said for player in players)) == set(words)
    return given


async def _play(sides, seed, patience=100):
    """Give what each side has given."""
    return await _take_turns([RandomPlayer(game, f"{seed} {at}", patience=patience) for at, game in enumerate(sides)])


async def _take_turns(players):
    """Let every player act while anybody is offered anything."""
    given: list[list[Step]] = [[] for _ in players]
    for _ in range(STEPS_MOST):
        moved = False
        for player, steps in zip(players, given, strict=True):
            step = await player.step()
            if step is not None:
                steps.append(step)
                moved = True
        if not moved:
            facts = await players[0].game.facts()
            assert facts.finished, f"nobody takes what is offered, and the game is not over: {facts.windows}"
            return given
    raise AssertionError(f"no end after {STEPS_MOST} rounds")
