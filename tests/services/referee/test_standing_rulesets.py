"""Dice that stand, in real rulesets over gRPC: the corrected command has exactly the faces, nothing else does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import rules_of
from services.config import Config
from services.rpc.loaded_rulesets import LoadedRulesets
from services.server import serving
from services.store.redis_keys import MemoryKeys
from tests.services.referee.standing import StandingGame, faces, places, shapes

SEEDS = {"antares": 1, "grinding_annihilation": 1}
GAMES = 4


@pytest.mark.rule("WG-BACK-02")
@pytest.mark.parametrize("name", SEEDS)
async def test_only_the_corrected_command_has_the_dice(name, tmp_path):
    """A throw is voided by a ruling that names what changes in its command; who fishes for another gets nothing."""
    rules = rules_of(name)
    converter = LoadedRulesets({name: rules}).converter
    config = Config(listen="127.0.0.1:0", data=tmp_path)
    async with serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {name: rules}) as service:

        def opened(seed: int) -> StandingGame:
            return StandingGame(service.address, service.owner_token, name, seed, converter)

        assert await asyncio.to_thread(fish, opened, SEEDS[name])


def fish(opened: Any, seed: int) -> bool:
    """Correct throws of some games, and try to get their faces for something else; whether one was the same again."""
    for number in range(seed, seed + GAMES):
        game = opened(number)
        while (entry := game.thrown()) is not None:
            meant = game.correct(entry)
            if meant is not None and fished(game, entry, meant):
                return True
    return False


def fished(game: StandingGame, entry: Any, meant: Any) -> bool:
    """Try everything else, then give the corrected command; whether all its throws were those of the first time."""
    token, offers, given = game.last
    assert [row.kind for row in game.facts().windows][-1] == "again"
    offered = game.call("Offers", token, game.methods["Offers"].request(game=game.game)).offers
    assert [row.command for row in offered] == [entry.command]
    # as it was given first, and as it might have been corrected
    for other in [given, *game.others()]:
        if game.changes(other) != game.changes(meant):
            assert game.tried(token, other) == "other-command", other
    # what else was offered at that question
    for offer in offers:
        if offer.command != entry.command:
            assert game.tried(token, game.player.command(offer)) == "other-command", offer.command
    # the same command by anybody else
    for other in set(game.tokens) - {token}:
        assert game.tried(other, meant) != ""
    before = game.entries()
    assert game.tried(token, meant) == ""
    (again,) = game.entries(before[-1].seq)[:1]
    first, then = shapes(entry.rolls), shapes(again.rolls)
    same = next(
        (at for at, (one, two) in enumerate(zip(first, then, strict=False)) if one != two), min(len(first), len(then))
    )
    assert faces(again.rolls)[:same] == faces(entry.rolls)[:same]
    used = set().union(*(places(row.rolls) for row in before))
    assert not places(again.rolls[same:]) & used
    # nothing that comes later has a die of the void throw
    used |= places(again.rolls)
    after = game.facts().receipt.seq
    game.thrown()
    later = [places(row.rolls) for row in game.entries(after)]
    assert not set().union(*later) & used
    return bool(entry.rolls) and first == then
