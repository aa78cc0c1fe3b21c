"""Seats that are absent by order, or that another person takes over: through the service, for everybody."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from services.rpc.access.credentials import Role
from tests.services.fixtures import ToyGame, ToyService, serve_toy
from wargame.v1 import rulings_pb2

Code = grpc.StatusCode
WHY = rulings_pb2.Grounds(reason="went to the doctor")


@pytest.fixture
async def toy_service(tmp_path):
    """A service of the toy."""
    async with serve_toy(tmp_path) as service:
        yield service


async def head(game: ToyGame) -> bytes:
    return bytes((await game.call("Get", "spectator")).receipt.hash)


async def ruled(game: ToyGame, act: str, **fields: Any) -> None:
    await game.call(act, "referee", grounds=WHY, head=await head(game), **fields)


async def commands(game: ToyGame) -> list[str]:
    return [entry.command async for entry in game.start("Read", "spectator")]


@pytest.mark.rule("WG-SEAT-02", "WG-SEAT-03")
async def test_silence_is_taken_at_once_and_shown_to_everybody(toy_service):
    """The service answers by itself, before the other seat's next command, until a referee revokes the order."""
    game = await toy_service.match(referee=True)
    await ruled(game, "OrderAbsent", seat=1)
    seen = await game.call("PlotMarch", "red", heading="west")
    assert list(seen.clocks.absent) == [1]
    assert list((await game.call("Offers", "blue")).clocks.absent) == [1]
    given = await commands(game)
    assert given[given.index("OrderAbsent") :][:3] == ["OrderAbsent", "AnswerAbsent", "PlotMarch"]
    await ruled(game, "RevokeAbsent", seat=1)
    assert list((await game.call("Get", "red")).clocks.absent) == []
    denied = await game.refused("OrderAbsent", "blue", grounds=WHY, seat=0, head=await head(game))
    assert denied.code() is Code.PERMISSION_DENIED


async def minted(service: ToyService, game: ToyGame, seat: int) -> str:
    """Make a token for a seat, later than whatever has happened so far."""
    await asyncio.sleep(0.002)  # tokens and entries are told apart by the millisecond
    return await service.service.credentials.make(Role.SEAT, game.id, seat)


async def substituted(service: ToyService, heading: str) -> tuple[ToyGame, dict[str, Any]]:
    """A game whose red seat goes to another person, who plots this way, unseen; and what red's old token reads."""
    game = await service.match(referee=True, test_seed=bytes(31) + b"\x09")
    stream = game.start("Watch", "red")
    await ruled(game, "Substitute", seat=0, person="Robin")
    game.tokens["robin"] = await minted(service, game, 0)
    assert "PlotMarch" in {row.command for row in (await game.call("Offers", "robin")).offers}
    await game.call("PlotMarch", "robin", heading=heading)
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        [entry async for entry in stream]
    assert ended.value.code() is Code.PERMISSION_DENIED
    return game, {name: await read(game, name) for name in ("spectator", "robin")}


async def read(game: ToyGame, who: str) -> dict[str, Any]:
    """Everything that a token reads of a game, without what is drawn anew for each: salts, times, signatures."""
    entries = [entry async for entry in game.start("Read", who, records=True)]
    view = await game.call("View", who)
    view.ClearField("head")
    file = b"".join([chunk.data async for chunk in game.start("Export", who)])
    begun = [entry.command for entry in entries].index("CreateMatch") + 1
    return {
        "entries": [(row.command, [(said.name, said.event.value) for said in row.ruled]) for row in entries[begun:]],
        "view": view.SerializeToString(),
        # of a tie for the first turn a game has another throw, by its id
        "size": len(file) - len(entries[begun - 1].record),
    }


@pytest.mark.rule("WG-SEAT-01")
async def test_whoever_left_a_seat_has_nothing_of_it(toy_service, tmp_path):
    """Its stream ends, and its calls are denied in the same words in both of two worlds: it sees what anybody sees."""
    game, west = await substituted(toy_service, "west")
    async with serve_toy(tmp_path / "other") as other:
        there, south = await substituted(other, "south")
        for name, fields in LEFT:
            told = [await denied(match, name, **fields) for match in (game, there)]
            assert told[0] == told[1], name
    assert west["spectator"] == south["spectator"]
    assert west["robin"]["entries"] != south["robin"]["entries"]
    assert west["robin"]["entries"] != west["spectator"]["entries"]
    await game.call("Concede", "robin")


LEFT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("PlotMarch", {"heading": "west"}),
    ("Concede", {}),
    ("View", {}),
    ("Offers", {}),
    ("Read", {}),
    ("Watch", {}),
    ("Export", {}),
)


async def denied(game: ToyGame, name: str, **fields: Any) -> str:
    """What the token of who left is told."""
    call = game.start(name, "red", **fields)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await (call.read() if hasattr(call, "read") else call)
    assert refused.value.code() is Code.PERMISSION_DENIED
    assert "Another person plays this seat" in (refused.value.details() or "")
    return refused.value.details() or ""
