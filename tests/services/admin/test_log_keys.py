"""The log key: rotated with old heads still good, and lost with a way out on record."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import shutil

import grpc
import pytest

from adjudicator.kernel.record.chain import head_text
from adjudicator.kernel.record.log import MemoryLog
from replays import key_changes, notes
from replays.audit.audit import audit
from replays.bundle import read_bundle, write_bundle
from services.games.keys import KeyFault, Keys, RotatedMeanwhile, load_keys
from services.store.redis_keys import MemoryKeys
from services.tools import admin
from tests.services.admin.steps import close, closed, do, exported, in_service, record_of, refused
from tests.services.audited import find
from tests.services.fixtures import serve_toy
from tests.verdicts import holds
from wargame.v1 import games_pb2

Code = grpc.StatusCode
PRECONDITION = Code.FAILED_PRECONDITION


async def rotate(toy_service):
    """Rotate the log key; the keys before and after."""
    before = await log_key(toy_service)
    done = await do(toy_service, "RotateLogKey", reason="each year", verification_key=before)
    return before, done.verification_key


async def log_key(toy_service):
    answer = await toy_service.call("LogKey", toy_service.owner, games_pb2.LogKeyRequest())
    return answer.verification_key


async def test_rotation(tmp_path):
    """Games in progress go on under the new key from an entry on; heads of both verify, and the audit passes."""
    async with serve_toy(tmp_path) as toy_service:
        over, game = await closed(toy_service), await toy_service.match()
        first = (await game.call("PlotMarch", "red", heading="west")).receipt
        before, after = await rotate(toy_service)
        assert before != after == await log_key(toy_service)
        known = await toy_service.call("LogKey", toy_service.owner, games_pb2.LogKeyRequest())
        assert [key_changes.read(change) for change in known.changes] == [(before, after)]
        shown = (await game.call("Get", "red")).receipt
        assert notes.verify(before, shown.note)
        second = (await game.call("PlotMarch", "blue", heading="west")).receipt
        assert (first.seq, second.seq) == (7, 9)
        assert notes.verify(before, first.note)
        assert notes.verify(after, second.note)
        assert (await do(toy_service, "Look", game=game.id)).log_key == after
        await close(toy_service, game)
        data = await exported(game)
        for pinned in (None, before, after):
            report = audit(data, find=find, vkey=pinned)
            assert holds(report), pinned
        old = await exported(over)
        assert holds(audit(old, find=find, vkey=before))
        assert (await toy_service.open()).opened.receipt.note != first.note


async def test_old_key_after_the_change(tmp_path):
    """A head that the earlier key signs after the change is no good: whoever stole it can sign nothing new."""
    async with serve_toy(tmp_path) as toy_service:
        game, keys = await toy_service.match(), toy_service.service.keys
        before, _ = await rotate(toy_service)
        await game.call("PlotMarch", "red", heading="west")
        await close(toy_service, game)
        bundle = read_bundle(await exported(game))
        size = len(bundle.records)
        head = (await do(toy_service, "Look", game=game.id)).head
        forged = keys.sign(head_text(game.id, size, head), before)
        names = (bundle.manifest["ruleset"], bundle.manifest["edition"], bytes.fromhex(bundle.manifest["engine"]))
        data = write_bundle(*names, bundle.records, [*bundle.heads[:-1], forged], bundle.sealed)
        report = audit(data, find=find)
        assert "HEAD_SIGNATURE_INVALID" in [row.code for row in report.findings]


async def test_rotated_twice_and_at_once(tmp_path):
    """A rotation names the key that it replaces: repeated, or by two at once, it replaces no second one."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.match()
        before = await log_key(toy_service)
        calls = [do(toy_service, "RotateLogKey", reason=f"by {n}", verification_key=before) for n in range(4)]
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(not isinstance(row, BaseException) for row in done) == 1
        assert await refused(do(toy_service, "RotateLogKey", reason="again", verification_key=before)) == (
            PRECONDITION,
            "rotated-already",
        )
        assert (await refused(do(toy_service, "RotateLogKey", reason="no key")))[0] == Code.INVALID_ARGUMENT
        for _ in range(2):
            await rotate(toy_service)
        assert (await game.call("PlotMarch", "red", heading="west")).receipt.seq == 8
        await close(toy_service, game)
        assert holds(audit(await exported(game), find=find, vkey=before))


async def test_another_process_and_a_restart(tmp_path):
    """A process that has not rotated learns the new key when it meets it, and a restart knows all of them."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as one, serve_toy(tmp_path, log=log, keys=keys) as two:
        game, untouched = await one.match(), await one.match()
        await in_service(two, game).call("View", "red")
        _, after = await rotate(one)
        await game.call("PlotMarch", "red", heading="west")
        answer = await in_service(two, game).call("PlotMarch", "blue", heading="west")
        assert notes.verify(after, answer.receipt.note)
        assert await log_key(two) == after
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        assert await log_key(toy_service) == after
        answer = await in_service(toy_service, untouched).call("PlotMarch", "red", heading="west")
        assert (answer.receipt.seq, bool(notes.verify(after, answer.receipt.note))) == (8, True)


async def test_a_stolen_key_that_was_removed(tmp_path):
    """A game that still had a key which was rotated and removed is brought under the present one, with proof."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await toy_service.match()
        before, after = await rotate(toy_service)
    (tmp_path / "log-keys" / f"{before.split('+')[1]}.key").unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        back = in_service(toy_service, game)
        assert await refused(back.call("PlotMarch", "red", heading="west")) == (PRECONDITION, "log-key-lost")
        fields = {"game": game.id, "reason": "it was stolen", "command_id": secrets.token_bytes(16)}
        for _ in range(2):
            state = await do(toy_service, "ChangeLogKey", **fields)
            assert (state.entries, state.log_key, state.fault) == (7, after, "")
        assert (await back.call("PlotMarch", "red", heading="west")).receipt.seq == 8
        await close(toy_service, game)
        report = audit(await exported(back), find=find, vkey=before)
        assert holds(report), report.findings


def verb(toy_service, folder, *words):
    """Run an operator's verb as the program does."""
    parser = argparse.ArgumentParser()
    admin.add(parser.add_subparsers())
    place = ["--data", str(folder), "--address", toy_service.service.address]
    args = parser.parse_args(["admin", *place, *words, "--reason", "it was stolen"])
    return asyncio.to_thread(args.run, args)


async def test_all_games_of_a_key_that_was_removed(tmp_path, capsys):
    """One verb lets every game go on whose key is gone, each on record; begun again it finds nothing left to do."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        over = await closed(toy_service)
        entries = (await do(toy_service, "Look", game=over.id)).entries
        games = [await toy_service.match() for _ in range(3)]
        await do(toy_service, "Freeze", game=games[2].id, reason="a complaint")
        before, _ = await rotate(toy_service)
        other = await toy_service.match()
    (tmp_path / "log-keys" / f"{before.split('+')[1]}.key").unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        assert (await do(toy_service, "Look", game=games[0].id)).log_key_lost
        assert await verb(toy_service, tmp_path, "change-key", "--all") == admin.REFUSED
        out = capsys.readouterr()
        assert "5 games looked at, 2 changed, 1 refused" in out.out
        assert games[2].id.hex() in out.err
        for game in games[:2]:
            assert (await in_service(toy_service, game).call("PlotMarch", "red", heading="west")).receipt.seq == 8
        await do(toy_service, "Unfreeze", game=games[2].id, reason="settled")
        assert await verb(toy_service, tmp_path, "change-key", "--all") == 0
        assert "1 changed, 0 refused" in capsys.readouterr().out
        assert await verb(toy_service, tmp_path, "change-key", "--all") == 0
        assert "0 changed, 0 refused" in capsys.readouterr().out
        done = [row for row in await record_of(toy_service) if row[0] == "ChangeLogKey"]
        assert sorted(row[1] for row in done if row[2] == "done") == sorted(game.id for game in games)
        assert (await do(toy_service, "Look", game=over.id)).entries == entries
        assert (await in_service(toy_service, other).call("PlotMarch", "red", heading="west")).receipt.seq == 7


def test_more_rotations_than_are_followed(tmp_path):
    """A game that slept through a hundred rotations is brought under the present key with proof all the same."""
    keys = load_keys(tmp_path / "data", "name")
    known = [keys.verification_key]
    for _ in range(key_changes.CHANGES_MOST + 3):
        keys.rotate(known[-1])
        known.append(keys.verification_key)
    for first in (known[0], known[1], known[-5]):
        assert key_changes.lead(first, known[-1], keys.changes_from(first))
    (tmp_path / "data" / "log-keys" / f"{known[0].split('+')[1]}.key").unlink()
    again = load_keys(tmp_path / "data", "name")
    assert not again.can_sign(known[0])
    assert len(again.changes_from(known[0])) == 2
    assert key_changes.lead(known[0], known[-1], again.changes_from(known[0]))


async def test_a_lost_key(tmp_path):
    """A running game whose log key is lost stands still by name, until an operator's entry lets it go on."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await toy_service.match()
        before = await log_key(toy_service)
        known = secrets.token_bytes(16)
        present = do(toy_service, "ChangeLogKey", game=game.id, reason="no", command_id=known)
        assert await refused(present) == (PRECONDITION, "key-present")
    (tmp_path / "log.key").unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        back = in_service(toy_service, game)
        assert await refused(back.call("PlotMarch", "red", heading="west")) == (PRECONDITION, "log-key-lost")
        assert before in (await do(toy_service, "Look", game=game.id)).fault
        fields = {"game": game.id, "reason": "the disk is gone", "command_id": known}
        for _ in range(2):
            state = await do(toy_service, "ChangeLogKey", **fields)
            assert (state.log_key, state.entries, state.fault) == (await log_key(toy_service), 7, "")
        other = {**fields, "command_id": secrets.token_bytes(16)}
        assert await refused(do(toy_service, "ChangeLogKey", **other)) == (PRECONDITION, "key-present")
        assert (await back.call("PlotMarch", "red", heading="west")).receipt.seq == 8
        await close(toy_service, back)
        data = await exported(back)
        report = audit(data, find=find)
        unproven = ("PASS_WITH_NOTES", ["LOG_KEY_UNPROVEN", "UNSIGNED_GAME"])
        assert (report.result, [row.code for row in report.findings]) == unproven
        assert "the disk is gone" in report.findings[0].found
        pinned = audit(data, find=find, vkey=await log_key(toy_service))
        assert (pinned.result, [row.code for row in pinned.findings]) == unproven
        assert audit(data, find=find, vkey=before).result == "FAIL"


async def test_a_lost_key_of_a_finished_game(tmp_path):
    """A finished game whose log key is lost can be read and exported, whole but without a head; an audit says that."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await closed(toy_service)
        entries = [row.hash async for row in game.start("Read", "red")]
        assert read_bundle(await exported(game)).heads
    (tmp_path / "log.key").unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        back = in_service(toy_service, game)
        assert [row.hash async for row in back.start("Read", "red")] == entries
        assert (await back.call("Get", "red")).revealed
        data = await exported(back)
        assert not read_bundle(data).heads
        found = {row.code for row in audit(data, find=find).findings}
        assert found == {"UNSIGNED_TAIL", "HEAD_CADENCE", "UNSIGNED_GAME"}


def test_key_files(tmp_path):
    """A rotation that was cut off is done or not done; files that do not fit are refused by name."""
    tmp_path.chmod(0o700)
    keys = load_keys(tmp_path, "name")
    first = keys.verification_key
    change = keys.rotate(first)
    second = keys.verification_key
    assert key_changes.lead(first, second, [change])
    assert not key_changes.lead(second, first, [change])
    assert not key_changes.lead(first, second, [])
    with pytest.raises(RotatedMeanwhile):
        keys.rotate(first)
    # cut off before log.key followed: the old file still names the new key
    old = tmp_path / "log-keys" / f"{first.split('+')[1]}.key"
    shutil.copy(old, tmp_path / "log.key")
    assert load_keys(tmp_path, "name").verification_key == second
    assert load_keys(tmp_path, "name").verification_keys == [first, second]
    old.write_bytes(b"short")
    (tmp_path / "log.key").write_bytes(bytes(range(32)))
    with pytest.raises(KeyFault, match="must have 32"):
        load_keys(tmp_path, "name")
    old.write_bytes(bytes(range(32)))
    with pytest.raises(KeyFault, match="is not the private half"):
        load_keys(tmp_path, "name")
    changes = tmp_path / "log-keys" / "changes.txt"
    changes.write_text(change.replace(second, first))
    with pytest.raises(KeyFault, match=r"changes\.txt"):
        load_keys(tmp_path, "name")
    changes.chmod(0o644)
    with pytest.raises(KeyFault, match="chmod 600"):
        load_keys(tmp_path, "name")
    with pytest.raises(KeyFault, match="no folder"):
        Keys(b"s" * 32, bytes(range(32)), "name").rotate("")
