"""Whoever was removed plays no more: what that costs in a large event, and where the rows of games do not tell."""

from __future__ import annotations

from collections import Counter

import grpc
import pytest

from adjudicator.kernel.messages import Award
from services.events.in_games.pauses import TRIES
from services.events.rebuild import UNREAD
from services.games.command_handler import CommandHandler
from services.games.refusals import StaleHead
from services.store.event_feeds import MemoryFeeds, Standing
from tests.services.events.in_games.test_seated import watched
from tests.services.events.steps import create, pairing
from tests.services.events.test_acts import RED, fresh
from tests.services.events.test_persons import REMOVAL
from tests.services.fixtures import fault_of
from wargame.v1 import events_pb2, terms_pb2

STANDS = (events_pb2.EVENT_GAME_STATUS_OPENED, events_pb2.EVENT_GAME_STATUS_PLAYING)


async def hall(service):
    """An event with three games of Anna and nine of others, with its head referee."""
    event = await create(service)
    mine = [pairing("anna", "ben", table=str(number)) for number in range(1, 4)]
    others = [pairing("cleo", "dan", table=str(number)) for number in range(4, 13)]
    opened = await event.open(*mine, *others)
    rita = await event.token("head", "rita")
    games = [event.game(row) for row in opened]
    for game in games:
        game.tokens["rita"] = rita
        await game.call("CreateMatch", "owner", rounds=1)
    return event, games, rita


async def remove(event, referee, person):
    """Remove a person by a penalty of the event."""
    await event.call("Penalise", referee, command_id=fresh(), person=person, kind=REMOVAL, reason="shouts")


async def left(event):
    """Give the tables of the games without a result."""
    return {row.table for row in (await event.call("Games", statuses=STANDS)).games}


async def test_games_of_others_are_not_held(toy_service, monkeypatch):
    """A removal, what is ruled and what is opened after it hold the games of whoever was removed, and no other."""
    event, games, rita = await hall(toy_service)
    held = watched(monkeypatch)
    await remove(event, rita, "anna")
    assert set(held) == {game.id for game in games[:3]}
    assert await left(event) == {str(number) for number in range(4, 13)}
    held.clear()
    await event.call("Penalise", rita, command_id=fresh(), person="dan", kind=RED, reason="shouts")
    assert held == []
    (opened,) = await event.open(pairing("anna", "cleo", table="13"))
    assert set(held) == {opened.game}
    assert "13" not in await left(event)


async def test_a_substitute_is_removed(toy_service):
    """Games in which the removed person has taken a seat over end; those that the person has left go on."""
    event, games, rita = await hall(toy_service)
    await games[0].call("Substitute", "rita", grounds={"reason": "ill"}, seat=0, person="dan")
    await games[3].call("Substitute", "rita", grounds={"reason": "ill"}, seat=1, person="anna")
    await remove(event, rita, "anna")
    assert await left(event) == {"1", *(str(number) for number in range(5, 13))}
    facts = await games[3].call("Get", "owner")
    assert (facts.result.ending, list(facts.result.winners)) == (terms_pb2.ENDING_NO_SHOW, [0])


@pytest.mark.parametrize("row", [b"", UNREAD, b"\xc1"])
async def test_a_game_without_a_row_says_itself_who_sits_there(toy_service, monkeypatch, row):
    """It is ended as the others are, and where it has its result already that stands."""
    event, games, rita = await hall(toy_service)
    await games[1].call("Concede", "blue")
    whole = MemoryFeeds.rows

    async def rows(self, which):
        found, hidden = await whole(self, which), {game.id for game in games[:2]}
        return {game: row if game in hidden else data for game, data in found.items() if row or game not in hidden}

    async def standing(self, which):
        found = await whole(self, which)
        return Standing(found, frozenset(found))  # nothing is made anew

    monkeypatch.setattr(MemoryFeeds, "rows", rows)
    monkeypatch.setattr(MemoryFeeds, "standing", standing)
    before = (await games[1].call("Get", "owner")).receipt
    await remove(event, rita, "anna")
    assert (await games[1].call("Get", "owner")).receipt == before
    for game in (games[0], games[2]):
        facts = await game.call("Get", "owner")
        assert (facts.result.ending, list(facts.result.winners)) == (terms_pb2.ENDING_NO_SHOW, [1])


def outrun(monkeypatch, games, times):
    """Let somebody be faster in some games, so many times each, whenever an award is given."""
    whole, left_of = CommandHandler.submit, Counter({game.id: times for game in games})

    async def submit(self, request):
        if isinstance(request.command, Award) and left_of[request.game_id]:
            left_of[request.game_id] -= 1
            raise StaleHead(3, bytes(32))
        return await whole(self, request)

    monkeypatch.setattr(CommandHandler, "submit", submit)


async def test_a_player_who_is_faster(toy_service, monkeypatch):
    """A command that comes between the look at a game and its award hinders no removal, and no other game."""
    event, games, rita = await hall(toy_service)
    outrun(monkeypatch, games[:2], TRIES - 1)
    await remove(event, rita, "anna")
    assert await left(event) == {str(number) for number in range(4, 13)}


async def test_players_who_are_faster_at_every_try(toy_service, monkeypatch):
    """The referee is told to send the penalty once more, the other games have ended, and the retry ends the rest."""
    event, games, rita = await hall(toy_service)
    outrun(monkeypatch, games[:1], TRIES)
    penalty = {"command_id": fresh(), "person": "anna", "kind": REMOVAL, "reason": "shouts"}
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await event.call("Penalise", rita, **penalty)
    assert fault_of(fault.value) == (grpc.StatusCode.ABORTED, "conflict")
    assert await left(event) == {"1", *(str(number) for number in range(4, 13))}
    await event.call("Penalise", rita, **penalty)
    assert await left(event) == {str(number) for number in range(4, 13)}
