"""Notes of signed heads: a log that is behind its note is frozen until what it lost is brought back."""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import errno
import json
import os
import secrets
from pathlib import Path
from typing import Any

import grpc
import pytest
from redis.asyncio import Redis

from adjudicator.kernel.record.log import LogFault, MemoryLog, make_entry
from services.config import Config
from services.games.keys import NOTES_KEY, load_keys
from services.sessions import head_notes
from services.sessions.head_notes import HeadNotes, Note, NoteNotWritten
from services.sessions.sessions import Sessions
from services.store.embedded import EmbeddedStore
from services.store.redis_keys import MemoryKeys
from services.store.redis_log import log_key
from services.store.storage import storage
from services.tools import repair
from tests.services.conftest import ALL_RIGHTS
from tests.services.fixtures import ToyGame, serve_toy, toy_rules

Code = grpc.StatusCode
GAME = bytes(range(16))


class Lossy(MemoryLog):
    """A log that can lose its tail, as a failover or an older backup makes it."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.unseen = set()

    async def read(self, game_id, after=0, head=None):
        """Give the entries; none the first time of a game that is still `unseen`."""
        if game_id in self.unseen:
            self.unseen.discard(game_id)
            return
        async for entry in super().read(game_id, after, head):
            yield entry

    def lose(self, game, count):
        """Forget the last entries, and what was read of them."""
        lost = self._games[game][-count:]
        del self._games[game][-count:]
        if not self._games[game]:
            del self._games[game]
        return lost


def in_service(toy_service, game):
    """The same game by another service."""
    return ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))


async def fault_of(call):
    """Code and first word of a refused call."""
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await call
    return fault.value.code(), (fault.value.details() or "").split()[0]


@pytest.fixture
async def lost(tmp_path):
    """A played game, its log, and the last entries that it then lost."""
    log, keys = Lossy(), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game, other = await toy_service.match(), await toy_service.match()
        for who in ("red", "blue"):
            await game.call("PlotMarch", who, heading="west")
    return game, other, log, keys


async def test_lost_tail_after_a_restart(tmp_path, lost):
    """A game that lost its tail while nobody served it is frozen, and its numbers are not signed anew."""
    game, other, log, keys = lost
    tail = log.lose(game.id, 2)
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        frozen = in_service(toy_service, game)
        for call in ("View", "Get", "Offers"):
            assert await fault_of(frozen.call(call, "red")) == (Code.DATA_LOSS, "TRUNCATED_LOG")
        assert await fault_of(frozen.call("PlotMarch", "red", heading="east")) == (Code.DATA_LOSS, "TRUNCATED_LOG")
        assert len([entry async for entry in log.read(game.id)]) == 6
        assert (await in_service(toy_service, other).call("PlotMarch", "red", heading="west")).receipt.seq == 7
        for entry in tail:
            await log.append(game.id, entry.seq, log._games[game.id][-1].hash, entry.record, entry.openings)
        assert (await frozen.call("View", "red")).seq == 8


async def test_lost_game(tmp_path, lost):
    """A game that the store does not know at all is frozen too."""
    game, _, log, keys = lost
    log.lose(game.id, 8)
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        frozen = in_service(toy_service, game)
        assert await fault_of(frozen.call("View", "red")) == (Code.DATA_LOSS, "TRUNCATED_LOG")


async def test_game_opened_by_another_process_meanwhile(tmp_path, lost):
    """A game that another process opens and notes between the look into the store and at the note is not lost."""
    game, _, log, _ = lost
    notes = HeadNotes(tmp_path / "heads", load_keys(tmp_path, Config().log_name).derive(NOTES_KEY))
    sessions = Sessions(log, lambda _: toy_rules(), notes=notes)
    log.unseen.add(game.id)
    session = await sessions.known(game.id)
    assert session is not None
    assert session.protocol.seq == 8


async def test_another_history(tmp_path, lost):
    """A log that went on without its lost tail, signed elsewhere, is refused by whoever signed the first."""
    game, _, log, keys = lost
    log.lose(game.id, 1)
    (tmp_path / "heads").rename(tmp_path / "away")
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        await in_service(toy_service, game).call("PlotMarch", "blue", heading="east")
    for path in (tmp_path / "heads").iterdir():
        for note in path.iterdir():
            note.unlink()
    (tmp_path / "heads").rename(tmp_path / "other")
    (tmp_path / "away").rename(tmp_path / "heads")
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        forked = in_service(toy_service, game)
        assert await fault_of(forked.call("View", "red")) == (Code.DATA_LOSS, "FORKED_LOG")


async def test_two_processes_of_one_folder(tmp_path, lost):
    """What one process has signed binds the other, which still holds the game as it was before."""
    game, _, log, keys = lost
    async with serve_toy(tmp_path, log=log, keys=keys) as one, serve_toy(tmp_path, log=log, keys=keys) as other:
        assert (await in_service(other, game).call("View", "red")).seq == 8
        who = "red" if (await in_service(one, game).call("Offers", "red")).offers else "blue"
        await in_service(one, game).call("DrawToken", who)
        log.lose(game.id, 1)
        assert await fault_of(in_service(other, game).call("DrawToken", who)) == (Code.DATA_LOSS, "TRUNCATED_LOG")


async def test_damaged_note(tmp_path, lost):
    """A note that can not be read freezes its game: nobody knows what was signed."""
    game, _, log, keys = lost
    note = tmp_path / "heads" / game.id.hex()[-2:] / game.id.hex()
    note.write_bytes(b"x" + note.read_bytes()[1:])
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        frozen = in_service(toy_service, game)
        assert await fault_of(frozen.call("View", "red")) == (Code.DATA_LOSS, "HEAD_NOTE_DAMAGED")


def test_notes_stay_small(tmp_path):
    """A file of notes keeps the last entries alone, whatever was written."""
    notes = HeadNotes(tmp_path)
    session = argparse.Namespace(game_id=GAME, protocol=argparse.Namespace(hashes={}, seq=0, head=b""), unnoted=[])
    for seq in range(1, 300):
        entry = make_entry(seq, bytes([seq % 256]) * 5_000, None)
        session.protocol.seq, session.protocol.head = seq, entry.hash
        session.protocol.hashes[entry.hash] = seq
        session.unnoted = [entry]
        notes.vouch(session)  # type: ignore[arg-type]
        assert notes.last(GAME) == (seq, entry.hash)
    kept = [entry.seq for entry in notes.entries(GAME)]
    assert kept == list(range(kept[0], 300))
    assert len(kept) >= 16
    assert (tmp_path / "0f" / GAME.hex()).stat().st_size < 300_000
    session.protocol.seq -= 1
    with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 299"):
        notes.vouch(session)  # type: ignore[arg-type]


def test_a_note_that_a_full_disk_has_torn(tmp_path, monkeypatch):
    """Of an entry that a full disk takes by half nothing is kept, so that those that come later can be read."""
    notes, write, room = HeadNotes(tmp_path), os.pwrite, [1_000_000]
    session = argparse.Namespace(game_id=GAME, protocol=argparse.Namespace(hashes={}, seq=0, head=b""), unnoted=[])

    def pwrite(file, data, at):
        """Write what there is room for."""
        taken = min(len(data), room[0])
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        room[0] -= taken
        return write(file, bytes(data)[:taken], at)

    def play(seq):
        entry = make_entry(seq, bytes([seq]) * 600, None)
        session.protocol.seq, session.protocol.head = seq, entry.hash
        session.protocol.hashes[entry.hash] = seq
        session.unnoted.append(entry)

    monkeypatch.setattr("services.sessions.head_notes.os.pwrite", pwrite)
    for seq in range(1, 9):
        play(seq)
        if seq == 4:
            room[0] = 200
            with pytest.raises(NoteNotWritten, match="give it room"):
                notes.vouch(session, grown=True)  # type: ignore[arg-type]
            assert notes.last(GAME).size == 3
            room[0] = 1_000_000
        notes.vouch(session, grown=True)  # type: ignore[arg-type]
    assert notes.last(GAME).size == 8
    assert [entry.seq for entry in notes.entries(GAME)] == list(range(1, 9))


async def test_notes_are_brought_to_the_disk_again_after_a_fault(tmp_path, monkeypatch):
    """A fault of any kind while notes are brought to the disk is no end of that: it is tried again."""
    monkeypatch.setattr("services.sessions.head_notes._SYNC_SECONDS", 0.01)
    async with serve_toy(tmp_path) as toy_service:
        notes = toy_service.service.parts.notes
        faults = iter((OSError(errno.EMFILE, "Too many open files"), RuntimeError("can't start new thread")))
        synced = asyncio.Event()

        def sync():
            if (fault := next(faults, None)) is not None:
                raise fault
            loop.call_soon_threadsafe(synced.set)

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(notes, "sync", sync)
        await toy_service.match()
        async with asyncio.timeout(20):
            await synced.wait()


async def test_a_disk_that_fails_is_told_when_that_changes(tmp_path, monkeypatch):
    """Notes that do not get to the disk are told when that begins and when it is over, and not each time."""
    monkeypatch.setattr("services.sessions.head_notes._SYNC_SECONDS", 0.001)
    told, notes, tries, synced = [], HeadNotes(tmp_path), iter([5, 5, 5, 0]), asyncio.Event()

    class Disk:
        def syncfs(self, _folder):
            number = next(tries)
            ctypes.set_errno(number)
            return -1 if number else 0

    def info(text, **_more):
        told.append(text)
        synced.set()

    monkeypatch.setattr("services.sessions.head_notes._LIBC", Disk())
    monkeypatch.setattr(
        "services.sessions.head_notes.log.error", lambda text, **more: told.append((text, more["fault"]))
    )
    monkeypatch.setattr("services.sessions.head_notes.log.info", info)
    notes._dirty = True
    running = asyncio.create_task(notes.run())
    async with asyncio.timeout(20):
        await synced.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert told == [
        ("notes not brought to the disk", "[Errno 5] Input/output error"),
        "notes brought to the disk again",
    ]


def test_a_note_that_a_full_disk_does_not_let_be_shortened(tmp_path, monkeypatch):
    """Where there is no room to write a shortened note, the old one stays as it is with all of its entries."""
    notes, write = HeadNotes(tmp_path), os.pwrite
    session = argparse.Namespace(game_id=GAME, protocol=argparse.Namespace(hashes={}, seq=0, head=b""), unnoted=[])

    def play(seq):
        entry = make_entry(seq, bytes([seq]) * 20_000, None)
        session.protocol.seq, session.protocol.head = seq, entry.hash
        session.protocol.hashes[entry.hash] = seq
        session.unnoted.append(entry)

    def full(file, data, at):
        if os.fstat(file).st_size < 200_000:  # any file but the old note
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data, at)

    for seq in range(1, 14):
        play(seq)
        notes.vouch(session, grown=True)  # type: ignore[arg-type]
    play(14)
    with monkeypatch.context() as disk:
        disk.setattr("services.sessions.head_notes.os.pwrite", full)
        with pytest.raises(NoteNotWritten, match="give it room"):
            notes.vouch(session, grown=True)  # type: ignore[arg-type]
    assert notes.last(GAME).size == 13
    assert [entry.seq for entry in notes.entries(GAME)] == list(range(1, 14))
    notes.vouch(session, grown=True)  # type: ignore[arg-type]
    assert notes.last(GAME).size == 14
    assert notes.entries(GAME)[-1].seq == 14
    assert [path.name for path in (tmp_path / "0f").iterdir()] == [GAME.hex()]


def test_a_note_that_is_shortened_while_another_waits_for_it(tmp_path, monkeypatch):
    """Who has opened a note that another process replaces before he has the lock writes into the new one."""
    notes, opened = HeadNotes(tmp_path), head_notes._open_for_writing
    notes.put(GAME, Note(1, b"a" * 32))
    replaced: list[str] = []

    def then_replaced(path):
        file = opened(path)
        if not replaced:
            replaced.append(path)
            head_notes._replace(path, Path(path).read_bytes())
        return file

    monkeypatch.setattr(head_notes, "_open_for_writing", then_replaced)
    notes.put(GAME, Note(2, b"b" * 32))
    assert notes.last(GAME) == (2, b"b" * 32)


# -- repair


class Stored:
    """A toy service on an embedded store of its own, whose streams the test may shorten."""

    def __init__(self, folder):
        self.folder = folder

    def serve(self):
        return _Served(self.folder)

    def notes(self):
        keys = load_keys(self.folder, Config().log_name)
        return HeadNotes(self.folder / "heads", keys.derive(NOTES_KEY))

    async def lose(self, game, count):
        """Shorten a stream to what an older backup has of it."""
        async with EmbeddedStore(self.folder / "store", settings=ALL_RIGHTS) as store:
            client: Any = Redis.from_url(store.url, protocol=2)
            rows = await client.xrange(log_key(game))
            await client.delete(log_key(game))
            for number, fields in rows[:-count]:
                await client.xadd(log_key(game), fields, id=number)
            await client.aclose()

    def repair(self, game, *arguments):
        parser = argparse.ArgumentParser()
        repair.add(parser.add_subparsers())
        words = ["repair", game.hex(), "--reason", "a failover", "--data", str(self.folder), *map(str, arguments)]
        return repair.run(parser.parse_args(words), {"toy": toy_rules()})


class _Served:
    def __init__(self, folder):
        self.folder = folder

    async def __aenter__(self):
        self.storage = storage(Config(data=self.folder))
        log, keys = await self.storage.__aenter__()
        self.service = serve_toy(self.folder, log=log, keys=keys)
        return await self.service.__aenter__()

    async def __aexit__(self, *fault):
        await self.service.__aexit__(*fault)
        await self.storage.__aexit__(*fault)


@pytest.fixture
async def stored(tmp_path):
    """A stored game that has lost its last two entries, and the retry of the last."""
    stored = Stored(tmp_path / "data")
    async with stored.serve() as toy_service:
        game = await toy_service.match()
        await game.call("PlotMarch", "red", heading="west")
        last = game.request("PlotMarch", command_id=secrets.token_bytes(16), heading="east")
        answer = await toy_service.call("PlotMarch", game.tokens["blue"], last)
        for who in ("red", "blue"):
            exported = [chunk.data async for chunk in game.start("Export", who)]
            (tmp_path / f"{who}.replay").write_bytes(b"".join(exported))
    await stored.lose(game.id, 2)
    return stored, game, last, answer


async def goes_on(stored, game, last, answer):
    async with stored.serve() as toy_service:
        back = in_service(toy_service, game)
        assert (await back.call("View", "red")).seq == 8
        assert await toy_service.call("PlotMarch", game.tokens["blue"], last) == answer
        await back.play_on("red", "blue")


async def test_repair_from_own_notes(stored):
    """What the process had noted beside its heads comes back byte for byte, and that stands on record."""
    stored, game, last, answer = stored
    async with stored.serve() as toy_service:
        frozen = in_service(toy_service, game)
        assert await fault_of(frozen.call("View", "red")) == (Code.DATA_LOSS, "TRUNCATED_LOG")
        assert await asyncio.to_thread(stored.repair, game.id) == 0
        assert (await frozen.call("View", "red")).seq == 8
    (line,) = (stored.folder / "repairs.jsonl").read_text().splitlines()
    found = json.loads(line)
    assert (found["game"], found["first"], found["last"], found["reason"]) == (game.id.hex(), 7, 8, "a failover")
    await goes_on(stored, game, last, answer)


async def test_repair_from_replay_files(stored, tmp_path, capsys):
    """Where the entries are in no note they come from the seats' replay files: each holds its own secrets."""
    stored, game, last, answer = stored
    head = stored.notes().last(game.id)
    assert head is not None
    note = stored.folder / "heads" / game.id.hex()[-2:] / game.id.hex()
    note.unlink()
    stored.notes().put(game.id, head)
    assert await asyncio.to_thread(stored.repair, game.id) == 3
    assert "entry 8 is in none of the sources" in capsys.readouterr().err
    assert await asyncio.to_thread(stored.repair, game.id, "--replay", tmp_path / "red.replay") == 3
    both = ("--replay", tmp_path / "red.replay", "--replay", tmp_path / "blue.replay")
    assert await asyncio.to_thread(stored.repair, game.id, *both) == 0
    await goes_on(stored, game, last, answer)


async def test_repair_for_a_receipt(stored, tmp_path):
    """A player's receipt alone freezes nothing; given to `repair`, it is what the log must hold in the end."""
    stored, game, last, answer = stored
    away = tmp_path / "elsewhere"
    away.mkdir()
    (stored.folder / "heads").rename(away / "heads")
    receipt = tmp_path / "receipt.txt"
    receipt.write_text(answer.receipt.note)
    assert await asyncio.to_thread(stored.repair, game.id) == 3
    assert await asyncio.to_thread(stored.repair, game.id, "--receipts", receipt) == 3
    done = ("--receipts", receipt, "--notes", away)
    assert await asyncio.to_thread(stored.repair, game.id, *done) == 0
    assert stored.notes().last(game.id) == Note(8, answer.receipt.hash)
    await goes_on(stored, game, last, answer)


async def test_repair_of_a_damaged_note(stored):
    """A note that can not be read is written anew from the entries beside it and a receipt."""
    stored, game, last, answer = stored
    note = stored.folder / "heads" / game.id.hex()[-2:] / game.id.hex()
    note.write_bytes(b"x" + note.read_bytes()[1:])
    receipt = stored.folder / "receipt.txt"
    receipt.write_text(answer.receipt.note)
    assert await asyncio.to_thread(stored.repair, game.id, "--receipts", receipt) == 0
    await goes_on(stored, game, last, answer)
