"""What spectators see late under odd requests: numbers that are not there, calls that are broken off, broken games."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest

from adjudicator.kernel.record.log import Entry, LogFault
from services.games.editions import ServedElsewhere
from services.rpc.access.seen_games import SeenGames
from services.sessions import session as sessions
from tests.services.events.steps import create, pairing
from tests.services.fixtures import serve_toy
from tests.services.rpc.late_games import DAY, DELAY, Hands, TickingLog
from wargame.v1 import events_pb2


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


async def answer_of(stream: Any) -> Any:
    """Give what a stream does at once: nothing, or how it is refused."""
    try:
        await asyncio.wait_for(stream.read(), 0.3)
    except TimeoutError:
        return "waits"
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details()
    finally:
        stream.cancel()
    return "answers"


async def test_a_place_in_a_feed_that_is_not_due_is_as_one_that_is_not_there(tmp_path: Path, hands: Hands) -> None:
    """Who tries numbers learns nothing of how many entries there are."""
    async with serve_toy(tmp_path / "data", log=TickingLog(hands), register=False) as service:
        event = await create(service, spectator_delay=DELAY)
        (opened,) = await event.open(pairing("anna", "ben"))
        await event.game(opened).call("CreateMatch", "owner", rounds=1)
        for token in (await event.token("spectator", "sue"), await event.token("seat", "cleo")):
            found = {}
            for number in (2, 3, 4, 5, 1_000):
                after = events_pb2.FeedPosition(epoch=1, number=number)
                found[number] = await answer_of(event.start("Follow", token, after=after))
            assert len({str(row) for row in found.values()}) == 1, found


async def test_a_fold_that_its_caller_breaks_off_goes_on_where_it_was(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long game is not begun from its first entry again by every call that ends too early."""
    log = TickingLog(hands)
    async with serve_toy(tmp_path / "data", log=log, register=False) as service:
        game = await service.match(spectator_delay=DELAY)
        handler = service.service.parts.command_handler
        hands.ms += DAY
        seen, taken = SeenGames(handler), list[int]()
        take = sessions.take

        async def counted(session: Any, entry: Entry, entries: Any) -> Any:
            taken.append(entry.seq)
            if entry.seq == 3 and taken.count(3) == 1:
                raise asyncio.CancelledError
            return await take(session, entry, entries)

        monkeypatch.setattr(sessions, "take", counted)
        with pytest.raises(asyncio.CancelledError):
            await seen.late(game.id, DAY)
        found = await seen.late(game.id, DAY)
        assert found.protocol.seq == log.length(game.id)
        assert taken[:4] == [1, 2, 3, 3]


@pytest.mark.parametrize("fault", [ServedElsewhere("toy", "toy-2", bytes(16)), LogFault("CHAIN_BREAK", 1, "broken")])
async def test_a_game_that_can_not_be_read_hides_no_other(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """As to the owner: the list has the others, as they are seen, and of that one who plays it."""
    log: Any = TickingLog(hands)
    async with serve_toy(tmp_path / "data", log=log, register=False) as service:
        event = await create(service, spectator_delay=DELAY)
        rows = await event.open(pairing("anna", "ben"), pairing("cleo", "dan", table="2"))
        sue = await event.token("spectator", "sue")
        await event.game(rows[0]).call("CreateMatch", "owner", rounds=1)
        late = SeenGames.late_until

        async def broken(seen: SeenGames, game: bytes, delay: int) -> Any:
            if game == rows[0].game:
                raise fault
            return await late(seen, game, delay)

        monkeypatch.setattr(SeenGames, "late_until", broken)
        del log.told[event.id][:]  # the feed is lost: games have to be read to say how they stood
        shown = (await event.call("Games", sue)).games
        assert [(row.game, row.status) for row in shown] == [
            (rows[0].game, events_pb2.EVENT_GAME_STATUS_UNSPECIFIED),
            (rows[1].game, events_pb2.EVENT_GAME_STATUS_PLAYING),
        ]
        assert [row.person for row in shown[0].seats] == ["anna", "ben"]
        assert len((await event.call("Results", sue)).results) == 2
