"""Closing, archiving and forgetting: a game leaves the service step by step, and stays provable."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets

import grpc
import pytest

from adjudicator.kernel.record.log import LogFault
from replays import notes
from replays.audit.audit import audit
from replays.bundle import read_bundle
from services.store.archive import Archive, Archived
from services.store.redis_keys import MemoryKeys
from tests.services.admin.steps import (
    RemovableLog,
    close,
    closed,
    do,
    each,
    exported,
    in_service,
    operate,
    record_of,
    refused,
)
from tests.services.audited import find
from tests.services.fixtures import serve_toy
from tests.verdicts import holds
from wargame.v1 import games_pb2

Code = grpc.StatusCode
PRECONDITION = Code.FAILED_PRECONDITION


async def test_close(tmp_path):
    """A closed game has no winner, shows its secret, passes its audit, and is closed once."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.match()
        await game.call("PlotMarch", "red", heading="west")
        known = secrets.token_bytes(16)
        state = await do(toy_service, "Close", game=game.id, reason="nobody came back", command_id=known)
        assert state.finished
        again = await do(toy_service, "Close", game=game.id, reason="nobody came back", command_id=known)
        assert again.finished
        await refused(game.call("PlotMarch", "blue", heading="west"))
        async with asyncio.timeout(60):
            while not (await game.call("Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        facts = await game.call("Get", "red")
        assert (facts.finished, facts.result.outcome, list(facts.result.winners)) == (True, "closed", [])
        report = audit(await exported(game), find=find)
        assert holds(report), report.findings
        other = do(toy_service, "Close", game=game.id, reason="again", command_id=secrets.token_bytes(16))
        assert await refused(other) == (PRECONDITION, "nothing-open")
        gone = do(toy_service, "Close", game=bytes(16), reason="no", command_id=secrets.token_bytes(16))
        assert (await refused(gone))[0] == Code.NOT_FOUND


async def test_close_before_the_seed(tmp_path):
    """A game that never began is closed too."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.open(contributions=False)
        await close(toy_service, game)
        report = audit(await exported(game), find=find)
        assert holds(report), report.findings


async def test_archive_and_remove(tmp_path):
    """An archived game is read, exported and listed as before, from its file alone once it is out of the store."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game, label = await closed(toy_service, labels=[{"name": "event", "value": "cup"}]), {"name": "event"}
        before, view = await exported(game), await game.call("View", "red")
        steps = await each(toy_service, "Archive", game=game.id, reason="the event is over")
        assert [row.step for row in steps] == [1, 2, 3]
        assert await game.call("View", "red") == view
        again = each(toy_service, "Archive", game=game.id, reason="again")
        assert await refused(again) == (PRECONDITION, "archived-already")
        thaw = do(toy_service, "Unfreeze", game=game.id, reason="no")
        assert await refused(thaw) == (PRECONDITION, "archived-already")
        steps = await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        assert [row.step for row in steps] == [4]
        assert not await log.exists(game.id)
        again = each(toy_service, "Archive", game=game.id, reason="again", remove=True)
        assert await refused(again) == (PRECONDITION, "archived-already")
        place = steps[-1].archive
        file = (tmp_path / place.file).read_bytes()
        assert (hashlib.sha256(file).digest(), place.removed) == (place.sha256, True)
        assert holds(audit(file, find=find))
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        back = in_service(toy_service, game)
        assert (await back.call("View", "red"), await exported(back)) == (view, before)
        label["value"] = "cup"
        request = games_pb2.ListRequest(labels=[label])
        assert [row.game for row in (await toy_service.call("List", toy_service.owner, request)).games] == [game.id]
        assert (await do(toy_service, "Look", game=game.id)).archive.removed
        watched = back.start("Watch", "red")
        assert (await watched.read()).seq == 1
        watched.cancel()


async def test_a_damaged_archive(tmp_path):
    """A file of the archive that was altered or is gone is refused by name, and nothing of it is shown."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await closed(toy_service)
        place = (await each(toy_service, "Archive", game=game.id, reason="room", remove=True))[-1].archive
    path = tmp_path / place.file
    whole = path.read_bytes()
    for damage, name in ((whole[:-9] + bytes(9), "ARCHIVE_DAMAGED"), (None, "ARCHIVE_MISSING")):
        path.unlink() if damage is None else path.write_bytes(damage)
        async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
            error = await in_service(toy_service, game).refused("View", "red")
            assert (error.code(), error.details().split()[0]) == (Code.DATA_LOSS, name)
            assert name in (await do(toy_service, "Look", game=game.id)).fault


@pytest.mark.parametrize("damage", [None, b"", bytes(9)])
async def test_removed_with_a_damaged_file(tmp_path, damage):
    """A game stays in the store while the file that was archived is gone or altered."""
    log = RemovableLog()
    async with serve_toy(tmp_path, log=log) as toy_service:
        game = await closed(toy_service)
        place = (await each(toy_service, "Archive", game=game.id, reason="room"))[-1].archive
        path = tmp_path / place.file
        path.unlink() if damage is None else path.write_bytes(damage)
        removed = each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        assert (await refused(removed))[0] == Code.DATA_LOSS
        assert await log.exists(game.id)
        assert not (await do(toy_service, "Look", game=game.id)).archive.removed


async def test_a_copy_that_fails_its_audit(tmp_path):
    """A game whose file does not pass its audit stays in the store, and no file is left."""
    log, keys = RemovableLog(), MemoryKeys()
    find_none = "tests.services.admin.strict:find"
    async with serve_toy(tmp_path, log=log, keys=keys, find=find_none) as toy_service:
        game = await closed(toy_service)
        archived = each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        assert await refused(archived) == (PRECONDITION, "audit-failed")
        assert await log.exists(game.id)
        assert not list((tmp_path / "archive").rglob("*.replay"))
        assert not (await do(toy_service, "Look", game=game.id)).HasField("archive")
        assert (await record_of(toy_service))[-1][2] == "failed: NotDone"


async def test_at_a_wrong_moment(tmp_path):
    """A game that goes on is neither archived nor forgotten, one that is not archived not forgotten."""
    async with serve_toy(tmp_path, log=RemovableLog()) as toy_service:
        game = await toy_service.match()
        archived = each(toy_service, "Archive", game=game.id, reason="room")
        assert await refused(archived) == (PRECONDITION, "not-closed")
        forgotten = do(toy_service, "Forget", game=game.id, reason="room")
        assert await refused(forgotten) == (PRECONDITION, "not-archived")
        await close(toy_service, game)
        forgotten = do(toy_service, "Forget", game=game.id, reason="room")
        assert await refused(forgotten) == (PRECONDITION, "not-archived")
        assert await refused(each(toy_service, "Proof", game=game.id)) == (PRECONDITION, "not-forgotten")


async def test_at_once(tmp_path):
    """Of several operators who archive a game at once one does, and the others are told."""
    async with serve_toy(tmp_path, log=RemovableLog()) as toy_service:
        game = await closed(toy_service)
        calls = [each(toy_service, "Archive", game=game.id, reason=f"by {number}") for number in range(4)]
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(row, list) for row in done) == 1
        assert {row.code() for row in done if isinstance(row, grpc.aio.AioRpcError)} == {PRECONDITION}


async def test_the_age_of_a_game_that_can_not_be_read(tmp_path):
    """The policy takes a game whose file is gone by the time of its archiving, and not at any age."""
    async with serve_toy(tmp_path, log=RemovableLog()) as toy_service:
        game = await closed(toy_service)
        place = (await each(toy_service, "Archive", game=game.id, reason="room", remove=True))[-1].archive
        path = tmp_path / place.file
        path.unlink()
        toy_service.service.command_handler.sessions.drop(game.id)
        toy_service.service.parts.archive.drop(game.id)
        assert not (await do(toy_service, "Look", game=game.id)).HasField("last_time")
        assert await operate(toy_service, "forget", "--older-than", "1", "--reason", "asked") == 0
        assert not any(row[0] == "Forget" for row in await record_of(toy_service))


@pytest.mark.parametrize("remove", [True, False])
async def test_forget(tmp_path, remove):
    """Of a forgotten game nothing that anybody wrote is left, but hashes and signed heads that prove a kept file."""
    log, keys = RemovableLog(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        vkey = toy_service.service.keys.verification_key
        game = await closed(
            toy_service, names=("vercingetorix", "caesar"), labels=[{"name": "club", "value": "alesia"}]
        )
        kept = await exported(game, "caesar")
        await each(toy_service, "Archive", game=game.id, reason="room", remove=remove)
        state = await do(toy_service, "Forget", game=game.id, reason="asked by a player")
        assert state.archive.forgotten
        proof = json.loads(b"".join([row.data for row in await each(toy_service, "Proof", game=game.id)]))
        again = do(toy_service, "Forget", game=game.id, reason="again")
        assert await refused(again) == (PRECONDITION, "forgotten-already")
        assert (await game.refused("View", "caesar")).code() == Code.UNAUTHENTICATED
        error = await game.refused("Get", "owner")
        assert "was forgotten" in error.details()
        listed = await toy_service.call("List", toy_service.owner, games_pb2.ListRequest())
        assert not listed.games
    assert not await log.exists(game.id)
    bundle = read_bundle(kept)
    assert proof["heads"] == list(bundle.heads)
    assert all(notes.verify(vkey, head) for head in proof["heads"])
    assert len(proof["hashes"]) == proof["entries"] == len(bundle.records)
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    for word in (b"vercingetorix", b"alesia"):
        assert not [path for path in left if word in path.read_bytes()]
        assert not [key for key, value in keys._values.items() if word in value]
        assert not [key for key in keys._ordered if word.decode() in key and keys._ordered[key]]


async def test_a_file_that_nobody_noted(tmp_path):
    """The archive reads the file that was archived, and no other that lies in its place."""
    keys = MemoryKeys()
    archive = Archive(tmp_path, keys)
    archive.write(archive.file(bytes(16)), b"not what was archived")
    await archive.put(bytes(16), Archived(1, bytes(32), bytes(32), 0, "", "why", removed=True))
    with pytest.raises(LogFault, match="ARCHIVE_DAMAGED"):
        await archive.entries(bytes(16))
    assert await archive.entries(b"\x01" * 16) is None
