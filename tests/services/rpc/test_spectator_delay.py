"""What spectators see late is the game as it stood, in every call that they may make, and nothing behind it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import grpc
import pytest

from services.rpc.methods import methods_of
from services.sessions.session import time_of
from services.store.redis_keys import MemoryKeys
from tests.services.events.steps import create, pairing, start
from tests.services.fixtures import EVENTS, PLAY, ROOT, ToyGame, ToyService, refusal_from, serve_toy
from tests.services.rpc.late_games import DAY, DELAY, Hands, TickingLog, serve_cut
from wargame.v1 import boards_pb2, events_pb2, options_pb2, terms_pb2

Code = grpc.StatusCode
SPECTATOR, SEAT = options_pb2.ROLE_SPECTATOR, options_pb2.ROLE_SEAT
# calls that tell of a game: each is compared below
OF_GAMES = {"Get", "Watch", "Read", "View", "ListReady", "ReadReady", "Export", "WatchBoards", "ReadBoards", "List"}
# those of them that show the owner more while a spectator waits
SHOWS_MORE = {"Get", "Read", "View", "Export", "ReadBoards", "WatchBoards"}
# calls that tell of the games of an event
OF_EVENTS = {"Games", "Follow", "Results", "ExportResults", "ListPenalties"}
# calls that read no game: texts of clauses, the service's key, a link for the caller's own token
OF_NOTHING = {"Explain", "LogKey", "MakeLink"}
# calls that read the log of the event itself, which is not held back
OF_THE_EVENT = {"Get", "List", "ReadLog", "ListInterpretations"}


def _services() -> list[str]:
    """List the services of the contract, of every ruleset too."""
    found = []
    for path in sorted((ROOT / "proto/wargame").rglob("*.proto")):
        text = path.read_text()
        package = re.search(r"^package (\S+);", text, re.MULTILINE)
        found += [f"{package[1]}.{name}" for name in re.findall(r"^service (\w+)", text, re.MULTILINE) if package]
    return found


def test_every_call_that_a_spectator_may_make_is_known() -> None:
    """One that is new has to be held back, compared here, or named as one that tells of no game."""
    for service in _services():
        mine = {name: row for name, row in methods_of(service).items() if row.roles & {SPECTATOR} or row.open}
        if service == EVENTS:
            assert set(mine) == OF_EVENTS | OF_THE_EVENT
        elif service.endswith(".Play"):
            # served by one function for all, which holds the game as the caller sees it
            for name, method in mine.items():
                assert not method.command, name
                assert "game" in method.request.DESCRIPTOR.fields_by_name, name
        else:
            assert set(mine) <= OF_GAMES | OF_NOTHING, service
        assert not any(row.command for row in mine.values())
    of_seats = {name for name, row in methods_of(EVENTS).items() if row.roles & {SEAT}}
    assert of_seats == OF_EVENTS | OF_THE_EVENT, "a seat sees the games of others late"


async def all_of(stream: Any, most: int = 10_000) -> list[bytes]:
    """Read a stream, so many messages of it."""
    found = []
    async for message in stream:
        found.append(message.SerializeToString())
        if len(found) == most:
            stream.cancel()
            break
    return found


async def told(call: Any) -> Any:
    """Give the answer of a call as bytes, or the refusal as its caller gets it."""
    try:
        return (await call).SerializeToString()
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details(), refusal_from(error).SerializeToString()


async def everything(service: ToyService, game: ToyGame, who: str, last: int) -> dict[str, Any]:
    """Give all that somebody is told of a game by every call that a spectator may make."""
    one = ToyGame.__new__(ToyGame)
    one.__dict__.update(game.__dict__, client=service)
    found: dict[str, Any] = {}
    for name in ("Get", "ListReady"):
        found[name] = await told(one.call(name, who))
    found["ReadReady"] = await told(one.call("ReadReady", who, kind=1))
    found["List"] = await told(service.call("List", game.tokens[who], methods_of("wargame.v1.Games")["List"].request()))
    view = methods_of(PLAY)["View"]
    for after in (None, 0, 1, last, last + 1, last + 2, 10**6):
        fields = {} if after is None else {"after": after}
        found[f"View {after}"] = await told(one.call("View", who, **fields))
        metadata = (("authorization", f"Bearer {game.tokens[who]}"),)
        found[f"typed View {after}"] = await told(
            service.stub(view)(view.request(game=game.id, **fields), metadata=metadata, timeout=20)
        )
    reads: list[tuple[str, dict[str, Any]]] = [
        ("Read", {"records": True}),
        ("Read", {"up_to": last + 5}),
        ("Read", {"after": last}),
        ("Read", {"after": last + 1}),
        ("ReadBoards", {}),
        ("ReadBoards", {"up_to": last + 5, "whole": True}),
        ("ReadBoards", {"drawn": boards_pb2.DRAWN_LAST}),
        ("ReadBoards", {"after": last + 1}),
        ("Export", {}),
    ]
    for name, fields in reads:
        try:
            found[f"{name} {fields}"] = await all_of(one.start(name, who, **fields))
        except grpc.aio.AioRpcError as error:
            found[f"{name} {fields}"] = error.code(), error.details()
    streams: list[tuple[str, dict[str, Any], int]] = [
        ("Watch", {"records": True}, last),
        ("WatchBoards", {"after": 0}, last),
        ("WatchBoards", {}, 1),
        ("Watch", {"after": last + 1}, 1),
        ("Watch", {"after": last + 1, "hash": bytes(32)}, 1),
        ("Watch", {"after": last, "hash": bytes(32)}, 1),
    ]
    for name, fields, most in streams:
        try:
            found[f"{name} {fields}"] = await all_of(one.start(name, who, **fields), most)
        except grpc.aio.AioRpcError as error:
            found[f"{name} {fields}"] = error.code(), error.details()
    assert {name.split()[0] for name in found if "typed" not in name} == OF_GAMES
    return found


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


async def played(service: ToyService) -> ToyGame:
    """Play a game to its reveal: with secrets, and with dice."""
    game = await service.match(spectator_delay=DELAY)
    await game.play_on("red", "blue")
    log_of(service).ticks = False
    return game


def log_of(service: ToyService) -> TickingLog:
    assert isinstance(service.log, TickingLog)
    return service.log


async def seen_at(service: ToyService, hands: Hands, game: bytes, last: int) -> None:
    """Let the time be that at which an entry is the newest that spectators see."""
    entry = await service.log.entry(game, last)
    assert entry is not None
    hands.ms = max(hands.ms, time_of(entry) + DAY)


async def test_a_spectator_is_told_what_anybody_was_told_then(tmp_path: Path, hands: Hands) -> None:
    """In every call, at many entries: equal bytes to what the owner, who sees no more, is told of the game cut off."""
    keys = MemoryKeys()
    async with serve_toy(tmp_path / "data", log=TickingLog(hands), keys=keys, register=False) as service:
        game = await played(service)
        end = log_of(service).length(game.id)
        for last in (1, 2, 4, 5, 7, end - 2, end - 1, end):
            await seen_at(service, hands, game.id, last)
            late = await everything(service, game, "spectator", last)
            cut = log_of(service).cut(game.id, last)
            async with serve_cut(service, keys, cut, tmp_path / f"cut{last}") as other:
                due = await everything(other, game, "owner", last)
                assert late == due, [name for name in due if late[name] != due[name]]
                if last < end - 2:
                    now = await everything(service, game, "owner", last)
                    assert {name.split()[0] for name in now if now[name] != late[name]} >= SHOWS_MORE


async def test_who_plays_rules_opens_or_audits_sees_it_as_it_stands(tmp_path: Path, hands: Hands) -> None:
    """The delay is for spectators alone."""
    async with serve_toy(tmp_path / "data", log=TickingLog(hands), register=False) as service:
        game = await service.match(spectator_delay=DELAY, referee=True)
        end = log_of(service).length(game.id)
        seen = {who: (await game.call("Get", who)).receipt.seq for who in game.tokens}
        assert seen == {"owner": end, "red": end, "blue": end, "referee": end, "auditor": end, "spectator": 1}
        assert (await game.call("Get", "spectator")).terms.spectator_delay.ToMilliseconds() == DAY


async def next_of(stream: Any) -> int:
    """Give the number of the next entry of a stream."""
    return int((await asyncio.wait_for(stream.read(), 60)).seq)


async def nothing_more(stream: Any) -> None:
    """Make sure that a stream has nothing to give, in ten looks of who waits there."""
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(stream.read())), 0.1)
    stream.cancel()


@pytest.mark.parametrize("name", ["Watch", "WatchBoards"])
async def test_a_stream_gives_each_entry_when_it_comes_due(tmp_path: Path, hands: Hands, name: str) -> None:
    """In order, each once, and none early; resumed in another process, which has the same log, and after a restart."""
    keys, log = MemoryKeys(), TickingLog(hands)
    async with serve_toy(tmp_path / "data", log=log, keys=keys, register=False) as service:
        game = await service.match(spectator_delay=DELAY)
        times = [time_of(entry) for entry in log._games[game.id]]
        first, second = game.start(name, "spectator", after=0), game.start(name, "spectator", after=1)
        assert await next_of(first) == 1
        hands.ms = times[1] + DAY
        assert [await next_of(first), await next_of(second)] == [2, 2]
        hands.ms = times[3] + DAY
        assert [await next_of(first), await next_of(first), await next_of(second)] == [3, 4, 3]
        facts = await game.call("Get", "spectator")
        assert facts.receipt.seq == 4
        hands.ms = times[4] + DAY - 1
        await nothing_more(first)
        async with serve_toy(tmp_path / "data", log=log, keys=keys, register=False) as other:
            elsewhere = ToyGame.__new__(ToyGame)
            elsewhere.__dict__.update(game.__dict__, client=other)
            third = elsewhere.start(name, "spectator", after=4, hash=facts.receipt.hash)
            hands.ms += 1
            assert await next_of(third) == 5
            # what comes only now is as late
            await game.call("PlotMarch", "red", heading="north")
            written = time_of(log._games[game.id][-1])
            hands.ms = written + DAY - 1
            seen = [await next_of(third) for _ in times[5:]]
            assert seen == list(range(6, len(times) + 1))
            await nothing_more(third)
            again = elsewhere.start(name, "spectator", after=len(times), hash=log._games[game.id][-2].hash)
            hands.ms += 1
            assert await next_of(again) == len(times) + 1
            again.cancel()


async def test_a_process_whose_clock_is_behind_takes_a_stream_on(tmp_path: Path, hands: Hands) -> None:
    """Who names the hash of an entry that is not due here has seen it; who names another, or none, learns nothing."""
    async with serve_toy(tmp_path / "data", log=TickingLog(hands), register=False) as service:
        game = await service.match(spectator_delay=DELAY)
        entries = log_of(service)._games[game.id]
        hands.ms = time_of(entries[1]) + DAY
        ahead = game.start("Watch", "spectator", after=3, hash=entries[2].hash)
        refused = []
        for fields in ({"after": 3}, {"after": 3, "hash": bytes(32)}, {"after": 99}, {"after": 99, "hash": bytes(32)}):
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await game.start("Watch", "spectator", **fields).read()
            refused.append((fault.value.code(), fault.value.details(), fault.value.trailing_metadata()))
        assert len({str(row[:2]) for row in refused}) == 1
        assert refused[0][0] is Code.ABORTED
        hands.ms = time_of(entries[3]) + DAY
        assert await next_of(ahead) == 4
        ahead.cancel()


async def test_what_games_tell_their_event_is_held_back(tmp_path: Path, hands: Hands) -> None:
    """Rows, results, files of them, counts of penalties and the stream: as they were, to spectators and seats."""
    keys, log = MemoryKeys(), TickingLog(hands)
    async with serve_toy(tmp_path / "data", log=log, keys=keys, register=False) as service:
        event = await create(service, spectator_delay=DELAY, appeal_window={"seconds": 0})
        tokens = [await event.token("spectator", "sue"), await event.token("seat", "cleo")]
        (opened,) = await event.open(pairing("anna", "ben"))
        game = event.game(opened)
        game.tokens["referee"] = await event.token("referee", "rita")
        await game.call("CreateMatch", "owner", rounds=1)
        grounds = {"reason": "late", "clause": ""}
        await game.call("Penalise", "referee", seat=0, kind=terms_pb2.PENALTY_KIND_CAUTION, grounds=grounds)
        await game.play_on("red", "blue")
        # from here on the service may add what is due by the clock
        log.ticks = False
        end = log.length(opened.game)
        for last in (1, 2, 5, end - 1, end):
            await seen_at(service, hands, opened.game, last)
            cut = log.cut(opened.game, last)
            async with serve_cut(service, keys, cut, tmp_path / f"cut{last}") as other:
                due = await of_the_event(other, event.id, event.owner, opened.game, last)
            for token in tokens:
                late = await of_the_event(service, event.id, token, opened.game, last)
                assert late == due, [name for name in due if late[name] != due[name]]
            if last < end - 1:
                assert await of_the_event(service, event.id, event.owner, opened.game, last) != due


async def of_the_event(service: ToyService, event: bytes, token: str, game: bytes, last: int) -> dict[str, Any]:
    """Give all that somebody is told of the games of an event."""
    found: dict[str, Any] = {}
    found["Games"] = await told(start(service, "Games", token, event=event))
    playing = {"event": event, "statuses": [events_pb2.EVENT_GAME_STATUS_PLAYING]}
    found["Games PLAYING"] = await told(start(service, "Games", token, **playing))
    found["Results"] = await told(start(service, "Results", token, event=event))
    found["Results with"] = await told(start(service, "Results", token, event=event, with_result=True))
    found["ListPenalties"] = await told(start(service, "ListPenalties", token, event=event, game=game, seat=0))
    for rows in (events_pb2.EXPORTED_ROWS_RESULTS, events_pb2.EXPORTED_ROWS_RULINGS):
        asked = {"results": events_pb2.EventResultsRequest(event=event), "rows": rows}
        found[f"ExportResults {rows}"] = await all_of(start(service, "ExportResults", token, **asked))
    after = events_pb2.FeedPosition(epoch=1, number=0)
    found["Follow"] = await all_of(start(service, "Follow", token, event=event, after=after), last)
    assert {name.split()[0] for name in found} == OF_EVENTS
    return found


async def test_the_stream_of_an_event_gives_each_entry_when_it_comes_due(tmp_path: Path, hands: Hands) -> None:
    """To a seat and a spectator alike, from the beginning or from now on; to the owner at once."""
    async with serve_toy(tmp_path / "data", log=TickingLog(hands), register=False) as service:
        event = await create(service, spectator_delay=DELAY)
        (opened,) = await event.open(pairing("anna", "ben"))
        await event.game(opened).call("CreateMatch", "owner", rounds=1)
        times = [time_of(entry) for entry in log_of(service)._games[opened.game]]
        tokens = [await event.token("spectator", "sue"), await event.token("seat", "cleo")]
        after = events_pb2.FeedPosition(epoch=1, number=0)
        at_once = event.start("Follow", event.owner, after=after)
        assert [await next_of(at_once) for _ in times] == list(range(1, len(times) + 1))
        streams = [event.start("Follow", token, after=after) for token in tokens]
        hands.ms = times[0] + DAY
        assert [await next_of(stream) for stream in streams] == [1, 1]
        streams.append(event.start("Follow", tokens[0]))
        await streams[-1].initial_metadata()
        hands.ms = times[1] + DAY - 1
        await nothing_more(event.start("Follow", tokens[0], after=events_pb2.FeedPosition(epoch=1, number=2)))
        hands.ms += 1
        assert [await next_of(stream) for stream in streams] == [2, 2, 2]
        for stream in [at_once, *streams]:
            stream.cancel()


async def test_penalties_of_other_games_are_counted_when_they_are_seen(tmp_path: Path, hands: Hands) -> None:
    """Who lists penalties before one at another table is told of those that are seen, and the owner of all."""
    async with serve_toy(tmp_path / "data", log=TickingLog(hands), register=False) as service:
        event = await create(service, spectator_delay=DELAY)
        rows = await event.open(pairing("anna", "ben"), pairing("anna", "cleo", round="2"))
        game = event.game(rows[0])
        game.tokens["referee"] = await event.token("referee", "rita")
        sue = await event.token("spectator", "sue")
        await game.call("CreateMatch", "owner", rounds=1)
        grounds = {"reason": "late"}
        await game.call("Penalise", "referee", seat=0, kind=terms_pb2.PENALTY_KIND_CAUTION, grounds=grounds)
        (written,) = [time_of(entry) for entry in log_of(service)._games[rows[0].game][-1:]]
        asked = {"game": rows[1].game, "seat": 0}
        for ms, due in ((written + DAY - 1, 0), (written + DAY, 1)):
            hands.ms = ms
            assert sum(row.count for row in (await event.call("ListPenalties", **asked)).before) == 1
            assert sum(row.count for row in (await event.call("ListPenalties", sue, **asked)).before) == due
