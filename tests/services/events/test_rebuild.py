"""What an event has lost of its games comes back from their logs: of each game once, and of no game that lacks none."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from services.events.desk import EventDesk
from services.events.rebuild import Rebuild
from services.store.event_feeds import event_store
from tests.services.events.steps import Event, create, pairing
from tests.services.fixtures import ToyService


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """Count how often each game is folded."""
    found: Counter[bytes] = Counter()
    read = Rebuild._read

    async def counted(self: Rebuild, game: bytes) -> Any:
        found[game] += 1
        return await read(self, game)

    monkeypatch.setattr(Rebuild, "_read", counted)
    return found


async def called(toy_service: ToyService, count: int) -> tuple[Event, list[Any]]:
    """Open games in each of which a referee is called and has answered."""
    event = await create(toy_service)
    opened = await event.open(*(pairing("anna", "ben", table=str(number)) for number in range(count)))
    rita = await event.token("referee", "rita")
    for row in opened:
        game = event.game(row)
        game.tokens["rita"] = rita
        await game.call("CreateMatch", "owner", rounds=1)
        seq = (await game.call("CallReferee", "red", question="may he?")).receipt.seq
        await game.call("AnswerCall", "rita", call=seq, grounds={"reason": "yes"})
    return event, opened


def forget(toy_service: ToyService, event: Event, *games: bytes) -> None:
    """Lose what these games have told, or all."""
    log: Any = toy_service.log
    log.told[event.id][:] = [(game, told) for game, told in log.told[event.id] if games and game not in games]


async def test_a_game_that_lacks_nothing_is_not_folded(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """Of an event of which one game is lost that one is folded, once, and results and rulings are as before."""
    event, games = await called(toy_service, 4)
    before = await event.call("Results")
    assert len(before.rulings) == 4
    forget(toy_service, event, games[2].game)
    assert [await event.call("Results") for _ in range(3)] == [before] * 3
    assert folded == {games[2].game: 1}


async def test_games_that_go_on_hide_no_loss(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """Where every game has told of itself since, what they told before is missed all the same."""
    event, games = await called(toy_service, 2)
    before = await event.call("Results")
    forget(toy_service, event)
    for opened in games:
        await event.game(opened).call("Concede", "red")
    after = await event.call("Results")
    assert after.rulings == before.rulings
    assert folded == dict.fromkeys([opened.game for opened in games], 1)


async def test_what_was_begun_is_made_to_its_end(
    toy_service: ToyService, folded: Counter[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Callers who do not wait that long break nothing off, and any number of them at once have it made once."""
    event, games = await called(toy_service, 3)
    before = await event.call("Results")
    going, counted = asyncio.Event(), Rebuild._read

    async def slow(self: Rebuild, game: bytes) -> Any:
        found = await counted(self, game)
        await going.wait()
        return found

    monkeypatch.setattr(Rebuild, "_read", slow)
    forget(toy_service, event)
    calls = [event.start("Results") for _ in range(3)]
    while not folded:  # noqa: ASYNC110  (no event tells)
        await asyncio.sleep(0.01)
    for call in calls:
        call.cancel()
    await asyncio.sleep(0.05)
    going.set()
    assert await event.call("Results") == before
    assert folded == dict.fromkeys([opened.game for opened in games], 1)


async def test_a_stop_breaks_it_off(toy_service: ToyService) -> None:
    """A service that stops waits for no event to be made whole; what was not done is done when somebody asks again."""
    event, games = await called(toy_service, 2)
    feeds, state = event_store(toy_service.log).feeds, await desk_of(toy_service, event)
    forget(toy_service, event)
    handler = toy_service.service.command_handler
    rebuild = Rebuild(feeds, handler)
    async with handler.sessions.lock(games[1].game):
        asking = asyncio.create_task(rebuild.rows(state))
        while not (await feeds.standing(event.id)).whole:  # noqa: ASYNC110  (no event tells)
            await asyncio.sleep(0.01)
        await rebuild.aclose()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert (await feeds.standing(event.id)).whole == {games[0].game}
    assert set(await Rebuild(feeds, handler).rows(state)) == {opened.game for opened in games}


async def desk_of(toy_service: ToyService, event: Event) -> Any:
    """Give the state of an event."""
    notes: Any = toy_service.service.parts.notes
    return await EventDesk(event_store(toy_service.log), lambda: 0, notes).find(event.id)
