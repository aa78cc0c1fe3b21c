"""A game over a line that breaks again and again."""

import asyncio

import grpc

from adjudicator_client.calls import Caller, Tries

BREAKS, GAMES = 3, 20


async def test_a_game_over_a_broken_line(service, cut_service, monkeypatch, open_game, play):
    """Every command stands in the log once, as it was sent; a watch loses nothing and gives nothing twice."""
    broken: list[str] = []
    again = Tries.again

    async def noted(self, fault):
        broken.append(fault.code())
        await again(self, fault)

    monkeypatch.setattr(Tries, "again", noted)
    for _ in range(GAMES):  # a quick game may end before the line has broken so often
        opened = await open_game(cut_service, "hex_orders")
        await over_a_broken_line(service, opened, play)
        if len(broken) > BREAKS:
            break
    assert len(broken) > BREAKS


async def over_a_broken_line(service, opened, play):
    """Play a game while somebody watches, and compare what came of it with its log over a whole line."""
    sides = [opened.seat(0), opened.seat(1), opened.owner()]
    watched = []

    async def watch():
        async for entry in opened.spectator().watch():
            watched.append(entry)
            if entry.command == "Reveal":
                return

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(side.join() for side in sides[:2]))
    given = await play(sides, 1)
    await watching
    await sides[1].verify()
    log = [entry async for entry in service.game(opened.game).read()]
    assert [entry.seq for entry in watched] == list(range(1, len(log) + 1))
    assert [entry.hash for entry in watched] == [entry.hash for entry in log]
    ids = [entry.command_id for entry in log if entry.actor.role == 3]
    kept = [row.command_id for side in sides[:2] for row in (await side.receipts()).kept.values() if row.command_id]
    assert sorted(set(ids)) == sorted(ids) == sorted(kept)
    assert len(ids) == sum(map(len, given[:2])) + 4


async def test_an_export_over_a_broken_line(service, monkeypatch, open_game):
    """A replay file whose fetching breaks off is fetched anew, and is whole, with nothing twice."""
    opened = await open_game(service)
    whole = await opened.owner().export()
    open_stream = Caller.open_stream
    broken: list[str] = []

    async def breaking(self, path, request, answer):
        async for found in open_stream(self, path, request, answer):
            yield found
            if len(broken) < 2:
                broken.append(path)
                raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata())

    monkeypatch.setattr(Caller, "open_stream", breaking)
    assert await opened.owner().export() == whole
    assert broken == ["/wargame.v1.Games/Export"] * 2


async def test_pauses_grow_while_streams_end_at_once(service, monkeypatch, open_game):
    """Where streams of a watch end at once, pauses between them grow until an entry comes, and then begin anew."""
    opened = await open_game(service)
    watcher = opened.spectator()
    await watcher.receipts()
    open_stream, sleep = Caller.open_stream, asyncio.sleep
    streams, pauses = [], []

    class Ended:
        def __aiter__(self):
            return self

        async def __anext__(self):
            raise StopAsyncIteration

        def cancel(self):
            pass

    def stream(*words):
        streams.append(words)
        assert len(streams) < 20, "one stream after the other, and no end of it"
        return open_stream(*words) if len(streams) == 7 else Ended()

    async def noted(seconds):
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(Caller, "open_stream", stream)
    monkeypatch.setattr("adjudicator_client.calls.asyncio.sleep", noted)
    monkeypatch.setattr("adjudicator_client.calls.random.uniform", lambda _, most: most)
    entries = watcher.watch()
    assert (await anext(entries)).seq == 1
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6]
    await entries.aclose()
