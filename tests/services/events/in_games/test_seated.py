"""Games of a person in a large event: found by rows, and not by holding every game."""

from __future__ import annotations

import pytest

from services.events.rebuild import UNREAD
from services.games.command_handler import CommandHandler
from services.games.editions import ServedElsewhere
from services.sessions.session import EditionUnreadable
from services.store.archive import GameForgotten
from services.store.event_feeds import MemoryFeeds
from tests.services.events.steps import create, pairing
from tests.services.fixtures import serve_toy
from tests.services.games.test_altered_log import Altered
from tests.services.rpc.passing.test_two_releases import Store, heard
from wargame.v1 import games_pb2


def watched(monkeypatch, broken=None):
    """Give the list of the games that are held from now on; `broken` raises for some of them."""
    held: list[bytes] = []
    whole = CommandHandler.locked

    def locked(self, game):
        held.append(game)
        if broken is not None and game in broken:
            raise broken[game]
        return whole(self, game)

    monkeypatch.setattr(CommandHandler, "locked", locked)
    return held


async def listed(service, token):
    """Give the ids of the games that a token is for."""
    return {row.game for row in (await service.call("List", token, games_pb2.ListRequest())).games}


async def hall(service):
    """An event with a game of Anna, one of others, and one in which Anna's seat and another were taken over."""
    event = await create(service)
    opened = await event.open(
        pairing("anna", "ben"), pairing("cleo", "dan", table="2"), pairing("anna", "cleo", table="3")
    )
    games = [event.game(row) for row in opened]
    for game in games:
        game.tokens["rita"] = await event.token("head", "rita")
        await game.call("CreateMatch", "owner", rounds=1)
    await games[2].call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person="dan")
    return event, games


async def test_a_person_lists_the_own_games(toy_service, monkeypatch):
    """By pairing or as whoever has taken a seat over, and no longer where another has; other games are not held."""
    event, games = await hall(toy_service)
    tokens = {name: await event.token("seat", name) for name in ("anna", "ben", "cleo", "dan")}
    held = watched(monkeypatch)
    for name, places in (("anna", [0]), ("ben", [0]), ("cleo", [1, 2]), ("dan", [1, 2])):
        held.clear()
        mine = {games[place].id for place in places}
        assert await listed(toy_service, tokens[name]) == mine
        assert (set(held), len(held)) == (mine, len(mine))


@pytest.mark.parametrize("row", [b"", UNREAD, b"\x9a\x05" + b"\x00" * 9])
async def test_a_game_without_a_row_is_looked_at_itself(toy_service, monkeypatch, row):
    """Where the row of a game is lost, was never readable or tells of no seats, the game says who sits there."""
    event, games = await hall(toy_service)
    dan, anna = await event.token("seat", "dan"), await event.token("seat", "anna")
    whole = MemoryFeeds.rows

    async def rows(self, which):
        found = await whole(self, which)
        return {game: data for game, data in found.items() if game != games[2].id} | ({games[2].id: row} if row else {})

    monkeypatch.setattr(MemoryFeeds, "rows", rows)
    assert await listed(toy_service, dan) == {games[1].id, games[2].id}
    assert await listed(toy_service, anna) == {games[0].id}


@pytest.mark.parametrize(
    "fault", [EditionUnreadable("9", 3, "1", "toy"), GameForgotten()], ids=lambda fault: type(fault).__name__
)
async def test_a_game_that_can_not_be_read_hides_no_other(toy_service, monkeypatch, fault):
    """It is left out of the list of whoever plays in it; whoever does not is not concerned."""
    event, games = await hall(toy_service)
    anna, dan = await event.token("seat", "anna"), await event.token("seat", "dan")
    watched(monkeypatch, {games[1].id: fault})
    assert await listed(toy_service, anna) == {games[0].id}
    assert await listed(toy_service, dan) == {games[2].id}


async def test_games_that_another_release_serves(toy_service, monkeypatch):
    """They are listed by their rows; one whose row does not say who sits there is left out, and hides no other."""
    event, games = await hall(toy_service)
    tokens = [await event.token("seat", name) for name in ("anna", "dan")]
    elsewhere = ServedElsewhere("toy", "9", b"")
    watched(monkeypatch, {game.id: elsewhere for game in games})
    assert [await listed(toy_service, token) for token in tokens] == [{games[0].id}, {games[1].id, games[2].id}]
    whole = MemoryFeeds.rows

    async def rows(self, which):
        return {**await whole(self, which), games[2].id: UNREAD}

    monkeypatch.setattr(MemoryFeeds, "rows", rows)
    assert [await listed(toy_service, token) for token in tokens] == [{games[0].id}, {games[1].id}]


async def test_a_list_while_two_releases_serve(tmp_path):
    """A player's own games are listed at the process of either release."""
    store = Store(tmp_path)
    async with store.release("1") as one, store.release("2") as two:
        await heard(one, two)
        event = await create(one)
        opened = await event.open(pairing("anna", "ben"), pairing("anna", "cleo", table="2"))
        anna = await event.token("seat", "anna")
        mine = {row.game for row in opened}
        assert [await listed(service, anna) for service in (one, two)] == [mine, mine]


async def test_a_game_whose_log_was_altered_hides_no_other(tmp_path):
    """A broken log fails the list of nobody, neither of its own players nor of others."""
    log = Altered()
    async with serve_toy(tmp_path, log=log) as toy_service:
        event, games = await hall(toy_service)
        anna, dan = await event.token("seat", "anna"), await event.token("seat", "dan")
        log.entries(games[1].id)[1] = log.entries(games[1].id)[0]
        toy_service.service.command_handler.sessions.clear()
        assert await listed(toy_service, anna) == {games[0].id}
        assert await listed(toy_service, dan) == {games[2].id}
