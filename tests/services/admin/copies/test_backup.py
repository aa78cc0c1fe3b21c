"""Backup and restore beside a running service: whole or not there, audited, and never over what is newer."""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import shutil

import grpc
import pytest

from services.admin import backup as backups
from services.admin.backup import Backup, BackupRefused, Source, check_files, read_manifest
from services.admin.judging import judge
from services.admin.restore import Restore, place_keys
from services.config import Config
from services.events.log.copies import EventCopies
from services.games.keys import NOTES_KEY, load_keys
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.new_game import restarts_text
from services.sessions.head_notes import HeadNotes
from services.sessions.sessions import Sessions
from services.store.archive import Archive, ArchivedLog
from services.store.event_feeds import event_store
from services.store.freezes import Freezes
from services.store.redis_keys import MemoryKeys, find_games
from services.store.storage import storage
from services.tools import admin, backup
from tests.services.admin.steps import RemovableLog, closed, do, each, in_service, operate, refused
from tests.services.fixtures import serve_toy, toy_rules

Code = grpc.StatusCode


class Place:
    """A data folder with a store in memory."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(mode=0o700)
        self.log, self.store = RemovableLog(), MemoryKeys()

    def serve(self):
        return serve_toy(self.folder, log=self.log, keys=self.store)

    def source(self):
        keys = load_keys(self.folder, Config().log_name)
        loaded = LoadedRulesets({"toy": toy_rules()})
        archive = Archive(self.folder / "archive", self.store)
        log = ArchivedLog(self.log, archive)
        sessions = Sessions(log, loaded.rules_of, notes=self.notes())
        events = EventCopies(event_store(self.log).log, self.store, self.notes(), keys)
        return Source(self.folder, log, self.store, sessions, keys, loaded, archive, Freezes(self.store), events)

    def notes(self):
        keys = load_keys(self.folder, Config().log_name)
        return HeadNotes(self.folder / "heads", keys.derive(NOTES_KEY))

    async def back_up(self, folder, *, with_keys=False):
        return await Backup(self.source(), folder, with_keys=with_keys, tell=lambda _: None).run()

    async def restore(self, folder):
        _, done = await Restore(self.source(), self.notes(), folder, lambda _: None).run()
        return done


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path / "data")


async def played(place):
    """One game in progress, one archived out of the store, one forgotten."""
    async with place.serve() as toy_service:
        game = await toy_service.match(labels=[{"name": "event", "value": "cup"}])
        await game.call("PlotMarch", "red", heading="west")
        over, gone = await closed(toy_service), await closed(toy_service)
        for row in (over, gone):
            await each(toy_service, "Archive", game=row.id, reason="room", remove=True)
        await do(toy_service, "Forget", game=gone.id, reason="asked")
        frozen = await toy_service.match(restarts=game.id)
        await do(toy_service, "Freeze", game=frozen.id, reason="a complaint")
    return game, over, gone, frozen


async def test_into_an_empty_place(place, tmp_path):
    """A backup with keys brings everything back: games, what they are found by, the archive, tokens, freezes."""
    game, over, gone, frozen = await played(place)
    manifest = await place.back_up(tmp_path / "copy", with_keys=True)
    assert (manifest.faults, len(manifest.games)) == ({}, 2)
    assert not (tmp_path / "copy.part").exists()
    new = Place(tmp_path / "new")
    place_keys(tmp_path / "copy", new.folder, wanted=True)
    done = await new.restore(tmp_path / "copy")
    assert (sorted(done.restored), done.refused, done.behind) == (sorted([game.id, frozen.id]), {}, [])
    assert await find_games(new.store, ["event=cup"]) == ([game.id], b"")
    owner = game.client.owner.split("_")[2]
    assert await find_games(new.store, [restarts_text(game.id, owner, None)]) == ([frozen.id], b"")
    async with new.serve() as toy_service:
        back = in_service(toy_service, game)
        assert (await back.call("View", "red")).seq == 7
        assert (await back.call("PlotMarch", "blue", heading="west")).receipt.seq == 8
        assert (await in_service(toy_service, over).call("Get", "red")).revealed
        assert (await do(toy_service, "Look", game=gone.id)).archive.forgotten
        assert await each(toy_service, "Proof", game=gone.id)
        refusal = await refused(in_service(toy_service, frozen).call("PlotMarch", "red", heading="west"))
        assert refusal == (Code.FAILED_PRECONDITION, "game-frozen")
    for row, before in ((game, place), (frozen, place)):
        assert new.log.entries(row.id)[:7] == before.log.entries(row.id)[:7]


async def test_while_it_runs(place, tmp_path):
    """A backup of a running service holds of each game a prefix that passes its audit."""
    async with place.serve() as toy_service:
        games = [await toy_service.match() for _ in range(3)]
        playing = [asyncio.create_task(game.play_on("red", "blue", moves=2000)) for game in games]
        manifest = await place.back_up(tmp_path / "copy")
        await asyncio.gather(*playing)
    assert (manifest.faults, len(manifest.games), manifest.keys) == ({}, 3, False)
    assert not (tmp_path / "copy" / "keys").exists()
    check_files(tmp_path / "copy", manifest, lambda _: None)


async def test_an_older_backup(place, tmp_path):
    """A restore that is older than what was signed freezes those games, names them, and sets no note back."""
    async with place.serve() as toy_service:
        game, other = await toy_service.match(), await toy_service.match()
        await place.back_up(tmp_path / "copy")
        await game.call("PlotMarch", "red", heading="west")
    place.log = RemovableLog()
    done = await place.restore(tmp_path / "copy")
    assert (sorted(done.restored), done.behind) == (sorted([game.id, other.id]), [game.id])
    async with place.serve() as toy_service:
        error = await in_service(toy_service, game).refused("View", "red")
        assert (error.code(), error.details().split()[0]) == (Code.DATA_LOSS, "TRUNCATED_LOG")
        assert "repair" in (await do(toy_service, "Look", game=game.id)).fault
        assert (await in_service(toy_service, other).call("PlotMarch", "red", heading="west")).receipt.seq == 7


async def test_over_what_is_there(place, tmp_path):
    """What is newer stays, what is behind is brought on, what went another way or was forgotten is left alone."""
    game, over, _, _ = await played(place)
    await place.back_up(tmp_path / "copy")
    done = await place.restore(tmp_path / "copy")
    assert (len(done.there), done.restored, done.refused) == (2, [], {})
    tail = place.log.entries(game.id).pop()
    done = await place.restore(tmp_path / "copy")
    assert done.restored == [game.id]
    assert place.log.entries(game.id)[-1] == tail
    place.log.entries(game.id)[4] = place.log.entries(over.id)[4] if over.id in place.log._games else tail
    before = list(place.log.entries(game.id))
    done = await place.restore(tmp_path / "copy")
    assert "another entry 5" in done.refused[game.id]
    assert place.log.entries(game.id) == before


async def test_forgotten_since(place, tmp_path):
    """A game that was forgotten after the backup was made does not come back."""
    async with place.serve() as toy_service:
        game = await closed(toy_service)
        await place.back_up(tmp_path / "copy")
        await each(toy_service, "Archive", game=game.id, reason="room")
        await do(toy_service, "Forget", game=game.id, reason="asked")
    done = await place.restore(tmp_path / "copy")
    assert "forgotten" in done.refused[game.id]
    assert not await place.log.exists(game.id)


async def test_cut_off_and_begun_again(place, tmp_path, monkeypatch):
    """A backup that was cut off does not look whole, is not restored, and goes on where it ended."""
    await played(place)
    audits = []

    def counted(*arguments, **options):
        audits.append(1)
        if len(audits) == 2:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    real = judge
    monkeypatch.setattr(backups, "judge", counted)
    with pytest.raises(KeyboardInterrupt):
        await place.back_up(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    with pytest.raises(BackupRefused, match="no whole backup"):
        read_manifest(tmp_path / "copy.part", place.source().keys)
    assert (await place.back_up(tmp_path / "copy")).faults == {}
    assert len(audits) == 3
    with pytest.raises(BackupRefused, match="exists"):
        await place.back_up(tmp_path / "copy")


async def test_two_at_once(place, tmp_path):
    """Two backups into one folder: one is made, the other is refused."""
    await played(place)
    calls = [place.back_up(tmp_path / "copy") for _ in range(2)]
    done = await asyncio.gather(*calls, return_exceptions=True)
    assert sorted(type(row).__name__ for row in done) == ["BackupRefused", "Manifest"]


async def test_altered(place, tmp_path):
    """A backup of which a byte was altered, or that another deployment made, is not restored."""
    await played(place)
    copy = tmp_path / "copy"
    await place.back_up(copy)
    keys = place.source().keys
    file = next((copy / "games").rglob("*.replay"))
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(BackupRefused, match="missing or altered"):
        await place.restore(copy)
    file.write_bytes(whole)
    manifest = copy / "manifest.json"
    rows = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**rows, "made_ms": 0}))
    with pytest.raises(BackupRefused, match="was altered"):
        read_manifest(copy, keys)
    manifest.write_text(json.dumps({**rows, "format": "other"}))
    with pytest.raises(BackupRefused, match="another format"):
        read_manifest(copy, keys)
    manifest.write_text("{")
    with pytest.raises(BackupRefused, match="can not be read"):
        read_manifest(copy, keys)
    manifest.write_text(json.dumps(rows))
    other = Place(tmp_path / "other")
    with pytest.raises(BackupRefused, match="has no keys"):
        place_keys(copy, other.folder, wanted=False)
    with pytest.raises(BackupRefused, match="made without keys"):
        place_keys(copy, other.folder, wanted=True)
    with pytest.raises(BackupRefused, match="master secret"):
        await other.restore(copy)


async def test_a_game_with_a_fault(place, tmp_path):
    """A game whose log is damaged is named, and does not keep the others from being copied."""
    game, _, _, frozen = await played(place)
    place.log.entries(game.id)[3] = place.log.entries(game.id)[2]
    manifest = await place.back_up(tmp_path / "copy")
    assert list(manifest.games) == [frozen.id.hex()]
    assert "MISSING_ENTRY" in manifest.faults[game.id.hex()]


@pytest.mark.slow
async def test_the_verbs(tmp_path, capsys):
    """The verbs work beside a running service on its store, and say what they did."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with storage(Config(data=data)) as (log, keys), serve_toy(data, log=log, keys=keys) as toy_service:
        game = await toy_service.match()
        assert await asyncio.to_thread(verb, "backup", copy, "--data", data, "--keys") == 0
        assert "with its keys" in capsys.readouterr().out
        assert await asyncio.to_thread(verb, "backup", copy, "--data", data) == 2
        assert "exists" in capsys.readouterr().err
        assert await asyncio.to_thread(verb, "restore", copy, "--data", data) == 0
        assert "0 restored, 1 there" in capsys.readouterr().out
        await game.call("PlotMarch", "red", heading="west")
        assert await operate(toy_service, "look", game.id.hex()) == 0
        assert "entries: 7" in capsys.readouterr().out
        for words in (("freeze", game.id.hex()), ("unfreeze", game.id.hex()), ("close", game.id.hex()), ("rebuild",)):
            assert await operate(toy_service, *words, "--reason", "a test") == 0
        await until_revealed(toy_service, game)
        policy = ("archive", "--older-than", "0", "--remove", "--reason", "room")
        assert await operate(toy_service, *policy, "--dry-run") == 0
        assert await operate(toy_service, *policy) == 0
        assert not await log.exists(game.id)
        assert "removed" in capsys.readouterr().out
        key = toy_service.service.keys.verification_key
        assert await operate(toy_service, "rotate-key", key, "--reason", "each year") == 0
        assert await operate(toy_service, "rotate-key", key, "--reason", "again") == 5
        assert await operate(toy_service, "quota", "--everybody", "--open", "3", "--reason", "small") == 0
        for words in (("quotas",), ("list",), ("record",)):
            assert await operate(toy_service, *words) == 0
        out = capsys.readouterr().out
        assert "RotateLogKey" in out
        assert "everybody     3 open, any in 24 hours\n" in out
        assert "archived" in out
        assert await operate(toy_service, "forget", game.id.hex(), "--reason", "asked") == 0
        assert await operate(toy_service, "proof", game.id.hex()) == 0
        assert await operate(toy_service, "repair", secrets.token_hex(16), "--reason", "x") == 5
    shutil.rmtree(data / "store")
    assert await asyncio.to_thread(verb, "restore", copy, "--data", data) == 6
    assert "forgotten" in capsys.readouterr().err


async def until_revealed(toy_service, game):
    async with asyncio.timeout(60):
        while not (await do(toy_service, "Look", game=game.id)).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


def verb(name, *words):
    """Run `backup` or `restore` with the toy."""
    parser = argparse.ArgumentParser()
    backup.add(parser.add_subparsers())
    args = parser.parse_args([name, *map(str, words)])
    act = backup.run_backup if name == "backup" else backup.run_restore
    return act(args, {"toy": toy_rules()})


def test_wrong_arguments(tmp_path, capsys):
    """An id that is none, and a token file that is not there, are named before anything is asked."""
    parser = argparse.ArgumentParser()
    admin.add(parser.add_subparsers())
    with pytest.raises(SystemExit):
        parser.parse_args(["admin", "look", "short"])
    assert "no id of a game" in capsys.readouterr().err
    args = parser.parse_args(["admin", "--data", str(tmp_path), "look", "00" * 16])
    assert args.run(args) == 2
    assert "--token-file" in capsys.readouterr().err
