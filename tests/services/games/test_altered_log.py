"""A log that was changed in the store: refused with the name of the fault, when it is loaded and while it is in use."""

from __future__ import annotations

import asyncio

import grpc
import msgspec
import pytest

from adjudicator.kernel.record.log import Entry, MemoryLog, make_entry
from adjudicator.kernel.record.record import read_opened_parts
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import ToyGame, serve_toy
from wargame.v1 import games_pb2

Code = grpc.StatusCode


class Altered(MemoryLog):
    """A log whose entries a test writes anew, hashes included."""

    def __init__(self):
        super().__init__(asyncio.Event)

    def entries(self, game):
        """The stored entries themselves."""
        return self._games[game]


def other_opening(entry):
    """The same entry, its first sealed part with another secret."""
    first, *rest = read_opened_parts(entry.openings)
    changed = msgspec.structs.replace(first, data=msgspec.msgpack.encode(["east"]))
    return Entry(entry.seq, entry.record, msgspec.msgpack.encode((changed, *rest)), entry.hash)


def no_openings(entry):
    """The same entry without what is sealed."""
    return Entry(entry.seq, entry.record, None, entry.hash)


def torn_openings(entry):
    """The same entry, its sealed parts cut short."""
    return Entry(entry.seq, entry.record, entry.openings[:-3], entry.hash)


def doubled_opening(entry):
    """The same entry with one of its sealed parts twice."""
    parts = read_opened_parts(entry.openings)
    return Entry(entry.seq, entry.record, msgspec.msgpack.encode((*parts, parts[-1])), entry.hash)


def other_record(entry):
    """An entry with another byte, hashed anew by whoever changed it."""
    at = entry.record.index(b"PlotMarch")
    return make_entry(entry.seq, entry.record[:at] + b"MlotMarch" + entry.record[at + 9 :], entry.openings)


CHANGES = [
    (other_opening, "SEALED_OPENING_MISMATCH"),
    (no_openings, "SEALED_OPENING_MISMATCH"),
    (torn_openings, "BUNDLE_MALFORMED"),
    (doubled_opening, "SEALED_OPENING_MISMATCH"),
]


async def all_of(stream):
    return [row async for row in stream]


@pytest.mark.parametrize(("change", "name"), [*CHANGES, (other_record, "BUNDLE_MALFORMED")])
async def test_on_load(tmp_path, change, name):
    """A changed entry is not folded by a service that starts, and its game alone stands still."""
    log, keys = Altered(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game, other = await toy_service.match(), await toy_service.match()
        await game.call("PlotMarch", "red", heading="west")
    log.entries(game.id)[6] = change(log.entries(game.id)[6])
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        reread_entry = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
        for call in ("View", "Offers", "Get"):
            error = await reread_entry.refused(call, "blue")
            assert (error.code(), error.details().split()[0]) == (Code.DATA_LOSS, name)
        error = await reread_entry.refused("PlotMarch", "blue", heading="west")
        assert (error.code(), error.details().split()[0]) == (Code.DATA_LOSS, name)
        healthy = ToyGame(toy_service, other.opened, toy_service.owner, ("red", "blue"))
        assert (await healthy.call("PlotMarch", "red", heading="west")).receipt.seq == 7


@pytest.mark.parametrize(("change", "name"), [*CHANGES, (other_record, "HEAD_MISMATCH")])
@pytest.mark.parametrize("call", ["Export", "Watch", "Read"])
async def test_in_use(tmp_path, change, name, call):
    """What was read once and is changed since is neither shown nor signed."""
    log = Altered()
    async with serve_toy(tmp_path, log=log) as toy_service:
        game = await toy_service.match()
        for who in ("red", "blue"):
            await game.call("PlotMarch", who, heading="west")
        log.entries(game.id)[6] = change(log.entries(game.id)[6])
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await all_of(game.start(call, "blue"))
        assert (fault.value.code(), fault.value.details().split()[0]) == (Code.DATA_LOSS, name)


async def test_list(tmp_path):
    """A game whose log is broken does not hide the others."""
    log, keys = Altered(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        broken, sound = await toy_service.open(), await toy_service.open()
        log.entries(broken.id)[0] = make_entry(1, b"\x93\x01\x02\x03", None)
        listed = await toy_service.call("List", toy_service.owner, games_pb2.ListRequest())
        assert [game.game for game in listed.games] == [sound.id]
