"""All games of an event are paused and go on: many of them at once, and what they rest on is asked once."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.kernel.messages import PauseGame, ResumeGame
from services.events.in_games.pauses import TRIES
from services.events.rebuild import UNREAD
from services.games.command_handler import CommandHandler
from services.games.digests import STOPPED
from services.games.refusals import GameUnknown
from services.slices import AT_ONCE
from services.store.archive import GameForgotten
from services.store.event_feeds import MemoryFeeds
from tests.services.events.in_games.test_seated import watched
from tests.services.events.steps import create, pairing
from tests.services.events.test_acts import PRECONDITION, fresh
from tests.services.events.test_tokens import refused

COUNT = 40
ALARM = {"reason": "fire alarm"}


async def hall(service, count=COUNT):
    """An event with many games that are played, and its head referee."""
    event = await create(service)
    opened = await event.open(*(pairing("anna", "ben", table=str(number)) for number in range(count)))
    rita = await event.token("head", "rita")
    games = [event.game(row) for row in opened]
    for game in games:
        game.tokens["rita"] = rita
        await game.call("CreateMatch", "owner", rounds=1)
    return event, games, rita


async def test_games_are_paused_side_by_side(toy_service, monkeypatch):
    """As many as may be are ruled in at once, never more; rows come in the order of the games, those of a retry too."""
    event, games, rita = await hall(toy_service)
    whole, under_way, most = CommandHandler.submit, 0, 0

    async def slow(self, request):
        nonlocal under_way, most
        if not isinstance(request.command, PauseGame | ResumeGame):
            return await whole(self, request)
        under_way += 1
        most = max(most, under_way)
        try:
            await asyncio.sleep(0.01 * (request.game_id[-1] % 4))
            return await whole(self, request)
        finally:
            under_way -= 1

    monkeypatch.setattr(CommandHandler, "submit", slow)
    for name in ("Pause", "Resume"):
        most, command_id = 0, fresh()
        rows = await event.all(name, rita, command_id=command_id, **ALARM)
        assert [(row.game, row.refused) for row in rows] == [(game.id, "") for game in games]
        assert most == AT_ONCE
        assert await event.all(name, rita, command_id=command_id, **ALARM) == rows


async def test_one_game_says_what_all_rest_on(toy_service, monkeypatch):
    """A clause is looked for in one game of each ruleset, however many games there are."""
    event, games, rita = await hall(toy_service)
    held, counts = watched(monkeypatch), []
    for cited in ("", "TOY-1.4-01"):
        held.clear()
        rows = await event.all("Pause", rita, command_id=fresh(), **ALARM, clause=cited)
        assert [row.refused for row in rows] == [""] * COUNT
        counts.append(len(held))
        await event.all("Resume", rita, command_id=fresh(), **ALARM)
    assert counts[1] == counts[0] + 1
    for cited in ("TOY-9.9-99", "I-1"):
        held.clear()
        assert (await refused(event.all("Pause", rita, command_id=fresh(), **ALARM, clause=cited)))[0] == PRECONDITION
        assert held == [games[0].id]


async def test_a_game_that_can_not_be_read_says_nothing_of_a_clause(toy_service, monkeypatch):
    """The next one is asked, and nothing is paused by a clause that there is not."""
    event, games, rita = await hall(toy_service, 3)
    broken = toy_service.service.command_handler.sessions
    held, whole = [], type(broken).current

    async def current(self, game):
        held.append(game)
        return None if game == games[0].id else await whole(self, game)

    monkeypatch.setattr(type(broken), "current", current)
    cited = event.all("Pause", rita, command_id=fresh(), **ALARM, clause="TOY-9.9-99")
    assert (await refused(cited))[0] == PRECONDITION
    assert held == [games[0].id, games[1].id]


async def test_an_interpretation_of_one_game_is_of_no_other(toy_service):
    """Every game is asked for an interpretation that has the number of an entry, and none is paused without it."""
    event, games, rita = await hall(toy_service, 3)
    given = await games[0].call("Interpret", "rita", text="only aloud", grounds={**ALARM, "clause": "TOY-1.4-01"})
    cited = {**ALARM, "clause": str(given.receipt.seq)}
    before = (await games[0].call("Get", "rita")).receipt
    assert (await refused(event.all("Pause", rita, command_id=fresh(), **cited)))[0] == PRECONDITION
    assert (await games[0].call("Get", "rita")).receipt == before


@pytest.mark.parametrize("times", [TRIES - 1, TRIES])
async def test_a_player_who_is_faster(toy_service, monkeypatch, times):
    """The game is ruled in as it stands then; one in which somebody is always faster says so, and stops no other."""
    event, games, rita = await hall(toy_service, 20)
    whole, tries = CommandHandler.submit, 0

    async def submit(self, request):
        nonlocal tries
        if isinstance(request.command, PauseGame) and request.game_id == games[3].id:
            tries += 1
            if tries <= times:
                grounds = {**ALARM, "clause": "TOY-1.4-01"}
                await games[3].call("Interpret", "rita", text="only aloud", grounds=grounds)
        return await whole(self, request)

    monkeypatch.setattr(CommandHandler, "submit", submit)
    rows = await event.all("Pause", rita, command_id=fresh(), **ALARM)
    told = "read it and decide again" if times == TRIES else ""
    assert [row.game for row in rows] == [game.id for game in games]
    assert [place for place, row in enumerate(rows) if row.refused] == ([3] if told else [])
    assert told in rows[3].refused
    assert await stopped(event, rita) == 20 - bool(told)


async def stopped(event, referee):
    """Count the games that are stopped."""
    return sum(row.status == STOPPED for row in (await event.call("Games", referee)).games)


@pytest.mark.parametrize(
    ("fault", "told"),
    [(GameUnknown(""), "the store has no log of this game"), (GameForgotten(), "was forgotten by its operator")],
    ids=["lost", "forgotten"],
)
@pytest.mark.parametrize("cited", ["", "TOY-1.4-01"])
async def test_a_game_that_is_gone_stops_no_other(toy_service, monkeypatch, fault, told, cited):
    """What is the matter with it stands in its row; all others are paused, also where a clause is looked for."""
    event, games, rita = await hall(toy_service, 3)
    watched(monkeypatch, {games[0].id: fault})
    rows = await event.all("Pause", rita, command_id=fresh(), **ALARM, clause=cited)
    assert [row.game for row in rows] == [game.id for game in games]
    assert told in rows[0].refused
    assert [row.refused for row in rows[1:]] == ["", ""]
    assert await stopped(event, rita) == 2


async def test_a_row_that_can_not_be_read(toy_service, monkeypatch):
    """Its game says itself whether it can be paused."""
    event, games, rita = await hall(toy_service, 3)
    whole = MemoryFeeds.rows

    async def rows(self, which):
        return {**await whole(self, which), games[0].id: b"\xc1"}

    with monkeypatch.context() as patch:
        patch.setattr(MemoryFeeds, "rows", rows)
        ruled = await event.all("Pause", rita, command_id=fresh(), **ALARM)
    assert [(row.game, row.refused) for row in ruled] == [(game.id, "") for game in games]
    assert await stopped(event, rita) == 3


@pytest.mark.parametrize("lost", ["rows", "unread"])
async def test_games_whose_rows_are_lost(toy_service, monkeypatch, lost):
    """Games are paused whose rows are lost, as after indexes were made anew, or say that they could not be read."""
    event, games, rita = await hall(toy_service, 3)
    given = {} if lost == "rows" else {game.id: UNREAD for game in games}

    async def rows(self, which):
        return given

    with monkeypatch.context() as patch:
        patch.setattr(MemoryFeeds, "rows", rows)
        ruled = await event.all("Pause", rita, command_id=fresh(), **ALARM)
    assert [(row.game, row.refused) for row in ruled] == [(game.id, "") for game in games]
    assert await stopped(event, rita) == 3
