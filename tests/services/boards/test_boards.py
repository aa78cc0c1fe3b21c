"""Boards: what a party is sent of a running game is what the page of its replay file draws and tells."""

from __future__ import annotations

import asyncio
import json

import grpc
import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.registry import RULESETS
from services.boards import drawing
from tests.services.boards.fixtures import from_file, kept, scenes_of, serve_kept
from wargame.v1 import boards_pb2

MOST = 90


# every ruleset and both viewers, and both of a game with secrets; the other pairs in the long suite
VIEWED = [
    pytest.param(name, viewer, marks=() if place % 2 == other or name == "hex_orders" else pytest.mark.long)
    for place, name in enumerate(RULESETS)
    for other, viewer in enumerate((SPECTATOR, 1))
]


@pytest.mark.parametrize(("name", "viewer"), VIEWED)
async def test_boards_are_those_of_the_page(tmp_path, name, viewer):
    """Every scene and every sentence is that of the replay page, for spectators and for a seat, in every ruleset."""
    bundle = kept(name, MOST)
    rows, scenes = from_file(name, bundle, viewer)
    async with serve_kept(tmp_path, name, bundle) as served:
        steps = await served.read(viewer)
        whole = await served.read(viewer, whole=True, after=MOST - 5)
    assert [step.seq for step in steps] == list(range(1, MOST + 1))
    assert scenes_of(steps) == scenes
    assert [json.loads(step.scene) for step in whole] == scenes[-5:]
    assert any(step.HasField("change") for step in steps)
    told = [[event.sentence for event in step.told.events] for step in steps]
    assert told == [[event.get("t", "") for event in row["ev"]] for row in rows]
    assert [step.told.by for step in steps] == [row["by"] for row in rows]
    assert [list(step.told.headings) for step in steps] == [row.get("head", []) for row in rows]
    assert [step.told.asks for step in steps] == [row.get("asks", "") for row in rows]
    faces = [[list(throw.faces) for event in step.told.events for throw in event.dice] for step in steps]
    assert faces == [[throw["f"] for event in row["ev"] for throw in event.get("throws", ())] for row in rows]
    needed = [[tally.tally.total for event in step.told.events for tally in event.tallies] for step in steps]
    assert needed == [[row["total"] for event in told["ev"] for row in event.get("sums", ())] for told in rows]


async def test_who_comes_late_gets_the_board_at_once(tmp_path):
    """Without `after` the first step is the board as it stands; what was told before is read on request."""
    bundle = kept("hex_orders", 60)
    _, scenes = from_file("hex_orders", bundle, 0)
    async with serve_kept(tmp_path, "hex_orders", bundle, 50) as served:
        stream = served.watch(0)
        first = await stream.read()
        assert (first.seq, first.HasField("told"), bool(first.look)) == (50, False, True)
        assert {**json.loads(first.scene), "marks": scenes[49]["marks"]} == scenes[49]
        await served.append(bundle, 51, 60)
        steps = [await asyncio.wait_for(stream.read(), 60) for _ in range(10)]
        assert scenes_of(steps) == scenes[50:]
        assert all(step.HasField("told") for step in steps)
        told = await served.read(0, up_to=first.seq, drawn=boards_pb2.DRAWN_NONE)
        assert [step.seq for step in told] == list(range(1, 51))
        assert not any(step.WhichOneof("board") for step in told)
        (one,) = await served.read(0, after=29, up_to=30)
        assert json.loads(one.scene) == scenes[29]
        last = await served.read(0, after=20, drawn=boards_pb2.DRAWN_LAST)
        assert scenes_of(last) == scenes[59:]


async def test_a_stream_goes_on_from_an_entry(tmp_path):
    """With `after` and its hash a stream goes on without a gap; another history is refused."""
    bundle = kept("tile_formations", 40)
    _, scenes = from_file("tile_formations", bundle, SPECTATOR)
    async with serve_kept(tmp_path, "tile_formations", bundle) as served:
        before = await served.read(SPECTATOR, up_to=30, drawn=boards_pb2.DRAWN_NONE)
        stream = served.watch(SPECTATOR, after=30, hash=before[-1].hash)
        assert scenes_of([await stream.read() for _ in range(10)]) == scenes[30:]
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await served.watch(SPECTATOR, after=30, hash=bytes(32)).read()
        assert fault.value.code() is grpc.StatusCode.ABORTED


async def test_watchers_of_a_party_share_the_work(tmp_path, monkeypatch):
    """However many watch as one party, each board is drawn once."""
    bundle = kept("hex_orders", 50)
    drawn = []
    draw = drawing.drawn_of
    async with serve_kept(tmp_path, "hex_orders", bundle, 40) as served:
        streams = [served.watch(SPECTATOR) for _ in range(8)]
        for stream in streams:
            await stream.read()

        def counted(writer, moment, *rest):
            drawn.append(moment.seq)
            return draw(writer, moment, *rest)

        monkeypatch.setattr(drawing, "drawn_of", counted)
        # no more at once than are kept: however far a watcher is behind, it finds them
        for first in range(41, 51, drawing.KEPT):
            places = list(range(first, min(first + drawing.KEPT, 51)))
            await served.append(bundle, places[0], places[-1])
            for stream in streams:
                assert [(await asyncio.wait_for(stream.read(), 60)).seq for _ in places] == places
    assert drawn == list(range(41, 51))
