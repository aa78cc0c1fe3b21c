"""What an event has lost of its games comes back from their logs: of each game once, and of no game that lacks none."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.kernel.record.log import LogFault
from services.events import rebuild as rebuilding
from services.events.desk import EventDesk
from services.events.rebuild import Rebuild
from services.games.digests import Row
from services.store.archive import GameForgotten
from services.store.event_feeds import RedisFeeds, event_store
from services.store.event_keys import told_keys
from services.store.redis_client import connect
from services.store.redis_log import RedisLog
from tests.services.events.steps import Event, create, pairing
from tests.services.events.test_acts import CAUTION, PRECONDITION, RED, YELLOW, fresh, running
from tests.services.events.test_persons import COUNTED, LATE
from tests.services.events.test_tokens import refused
from tests.services.fixtures import ToyService
from wargame.v1 import terms_pb2


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


def unreadable(monkeypatch: pytest.MonkeyPatch, game: bytes, fault: Exception) -> list[Exception]:
    """Let a game be unreadable until the list that is given back is emptied."""
    faults, read = [fault], Rebuild._read

    async def broken(self: Rebuild, other: bytes) -> Any:
        found = await read(self, other)
        if other == game and faults:
            raise faults[0]
        return found

    monkeypatch.setattr(Rebuild, "_read", broken)
    return faults


async def test_a_forgotten_game_hides_no_other(
    toy_service: ToyService, folded: Counter[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a forgotten game stays what it has told, it is looked for once, and the other games are made whole."""
    event, games = await called(toy_service, 3)
    before = await event.call("Results")
    unreadable(monkeypatch, games[1].game, GameForgotten())
    forget(toy_service, event)
    for _ in range(2):
        after = await event.call("Results")
        assert [row.game for row in after.rulings] == [games[0].game, games[2].game]
        assert after.results[0] == before.results[0]
        assert after.results[2] == before.results[2]
    assert folded == dict.fromkeys([opened.game for opened in games], 1)


async def test_a_game_that_can_be_read_again_is_not_left_out(
    toy_service: ToyService, folded: Counter[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that could not be read is tried again after a while; for the try alone no follower is sent off."""
    event, games = await called(toy_service, 2)
    before = await event.call("Results")
    faults = unreadable(monkeypatch, games[1].game, LogFault("TRUNCATED_LOG", 2, "gone"))
    forget(toy_service, event)
    assert len((await event.call("Results")).rulings) == 1
    epoch = (await event.call("Games")).position.epoch
    assert folded[games[1].game] == 1
    monkeypatch.setattr(rebuilding, "AGAIN_SECONDS", -1.0)
    await event.call("Results")
    await until_folded(folded, games[1].game, 2)
    assert (await event.call("Games")).position.epoch == epoch
    faults.clear()
    while await event.call("Results") != before:  # noqa: ASYNC110  (no event tells)
        await asyncio.sleep(0.01)
    assert folded[games[0].game] == 1


async def until_folded(folded: Counter[bytes], game: bytes, count: int) -> None:
    while folded[game] < count:  # noqa: ASYNC110  (no event tells)
        await asyncio.sleep(0.01)


async def test_a_small_event_does_not_wait_for_a_large_one(
    toy_service: ToyService, folded: Counter[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events are made whole side by side, game by game in turn."""
    large, games = await called(toy_service, 12)
    small, _ = await called(toy_service, 1)
    order, both, read = list[bytes](), asyncio.Event(), Rebuild._read

    async def noted(self: Rebuild, game: bytes) -> Any:
        order.append(game)
        # the first lasts until both are under way, and others long enough for whoever waits to have a turn
        while not both.is_set() and small.id not in self._under_way:  # noqa: ASYNC110  (no event tells)
            await asyncio.sleep(0.01)
        both.set()
        await asyncio.sleep(0.05)
        return await read(self, game)

    monkeypatch.setattr(Rebuild, "_read", noted)
    forget(toy_service, large)
    forget(toy_service, small)
    first = large.start("Results")
    while not order:  # noqa: ASYNC110  (no event tells)
        await asyncio.sleep(0.01)
    await small.call("Results")
    assert len(order) < len(games)
    assert len((await first).rulings) == len(games)


class LosesAll(RedisFeeds):
    """Feeds whose keys somebody takes away, as `admin rebuild` does, after the first thing that is put of a game."""

    lost = False

    async def _call(self, key: str, command: Any) -> Any:
        reply = await super()._call(key, command)
        if not self.lost and SIGN in command:
            self.lost = True
            for name in reversed(told_keys(EVENT)):
                await self._link.client.delete(name)
        return reply


EVENT, GAME, SIGN = bytes(16), bytes(15) + b"\x01", b"a sign"


async def test_what_is_taken_away_meanwhile_is_missed(embedded_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is whole whose signs were taken away between its signs and its row."""
    link = await connect(embedded_url)
    log = RedisLog(link)
    feeds = LosesAll(log)
    protocol = SimpleNamespace(docket=None, terms=None, seq=3, times=[1, 2, 3])
    session: Any = SimpleNamespace(rules=None, game=None, protocol=protocol)

    async def read(_self: Rebuild, _game: bytes) -> Any:
        return session, [SIGN]

    monkeypatch.setattr(Rebuild, "_read", read)
    monkeypatch.setattr(rebuilding, "row_after", lambda *_: Row(3, 3, 0, (), 0, 0, (), (), None, 0))
    handler: Any = None
    state: Any = SimpleNamespace(event=EVENT, games={GAME: None})
    assert set(await Rebuild(feeds, handler).rows(state)) == {GAME}
    assert feeds.lost
    assert await feeds.signs(EVENT) == [SIGN]
    await feeds.aclose()
    await log.aclose()
    await link.aclose()


async def test_a_count_of_penalties_misses_none(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """Right after a loss a referee has to say as many earlier penalties as before it, and each game is folded once."""
    event = await create(toy_service, games=terms_pb2.GameTerms(penalties=[COUNTED]))
    first = await running(event, "anna", "ben")
    second = await running(event, "anna", "cleo", table="2", referee="rolf")
    await first.call("Penalise", "rita", seat=0, kind=CAUTION, grounds=LATE)
    forget(toy_service, event)
    code, text = await refused(second.call("Penalise", "rolf", seat=0, kind=YELLOW, grounds=LATE))
    assert (code, "1 caution." in text) == (PRECONDITION, True)
    forget(toy_service, event)
    before = (await event.call("ListPenalties", game=second.id, seat=0)).before
    assert [(row.kind, row.count) for row in before] == [(CAUTION, 1)]
    assert folded == {first.id: 1, second.id: 1}


async def test_a_removal_that_was_lost_is_carried_out(toy_service: ToyService) -> None:
    """Whoever was removed before a loss sits in no game that is opened after it: it is awarded at once."""
    event = await create(toy_service)
    first = await running(event, "anna", "ben")
    second = await running(event, "anna", "cleo", table="2", referee="rolf")
    await first.call("Penalise", "rita", seat=0, kind=RED, grounds=LATE)
    before = (await event.call("ListPenalties", game=second.id, seat=0)).before
    await second.call("Penalise", "rolf", seat=0, kind=RED, grounds=LATE, before=before)
    forget(toy_service, event)
    (third,) = await event.open(pairing("anna", "dan", table="3"))
    assert (await event.game(third).call("Get", "owner")).result.ending == terms_pb2.ENDING_NO_SHOW


async def test_a_penalty_outside_counts_what_was_lost(toy_service: ToyService) -> None:
    """What follows from so many penalties in the event follows right after a loss, too."""
    rules = [terms_pb2.PenaltyRule(kind=CAUTION, count=2, scope=terms_pb2.PENALTY_SCOPE_EVENT, then=YELLOW)]
    event = await create(toy_service, games=terms_pb2.GameTerms(penalties=rules))
    game = await running(event, "anna", "ben")
    await game.call("Penalise", "rita", seat=0, kind=CAUTION, grounds=LATE)
    forget(toy_service, event)
    given = {"person": "anna", "kind": CAUTION, "reason": "late"}
    await event.call("Penalise", game.tokens["rita"], command_id=fresh(), **given)
    assert [row.kind for row in (await event.call("ListPenalties", person="anna")).penalties] == [CAUTION, YELLOW]
