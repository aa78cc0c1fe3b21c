"""A restore into a store that has gone on since the backup: what was decided after it stands."""

from __future__ import annotations

import shutil

import grpc
import pytest

from services.admin.backup import Backup
from services.admin.restore import Restore
from services.games.keys import KeyFault
from services.store.redis_keys import TOKENS, token_key
from tests.services.admin.copies.test_backup import Place
from tests.services.admin.copies.test_damaged_rows import emptied
from tests.services.admin.steps import close, closed, do, each, in_service, refused
from tests.services.events.steps import create
from tests.services.events.test_acts import running
from tests.services.fixtures import serve_toy

Code = grpc.StatusCode


@pytest.mark.parametrize("role", [3, 6])
async def test_forgotten_since_it_was_archived(tmp_path, role):
    """Of an archived game that was forgotten after the backup nothing comes back: no file, no token, be it damaged."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await closed(toy_service, names=("vercingetorix", "caesar"))
        token = token_key(game.tokens["caesar"].split("_")[2])
        place.store._values[token] = place.store._values[token].replace(b"\xa4role\x03", b"\xa4role" + bytes([role]))
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        await place.back_up(tmp_path / "copy")
        await do(toy_service, "Forget", game=game.id, reason="asked")
    tokens = [key async for key in place.store.scan(TOKENS)]
    await place.restore(tmp_path / "copy")
    assert not list((place.folder / "archive").rglob("*.replay"))
    assert [key async for key in place.store.scan(TOKENS)] == tokens


async def test_unfrozen_since(tmp_path):
    """A game that was unfrozen after the backup stays so; one that is frozen still, or again, stays frozen."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game, other = await toy_service.match(), await toy_service.match()
        for row in (game, other):
            await do(toy_service, "Freeze", game=row.id, reason="a complaint")
            await do(toy_service, "Unfreeze", game=row.id, reason="settled")
            await do(toy_service, "Freeze", game=row.id, reason="another complaint")
        await place.back_up(tmp_path / "copy")
        await do(toy_service, "Unfreeze", game=game.id, reason="settled")
    await place.restore(tmp_path / "copy")
    async with place.serve() as toy_service:
        assert (await in_service(toy_service, game).call("PlotMarch", "red", heading="west")).receipt.seq == 7
        refusal = await refused(in_service(toy_service, other).call("PlotMarch", "red", heading="west"))
        assert refusal == (Code.FAILED_PRECONDITION, "game-frozen")
    new = Place(tmp_path / "new")
    shutil.copytree(place.folder, new.folder, dirs_exist_ok=True)
    await new.restore(tmp_path / "copy")
    async with new.serve() as toy_service:
        for row in (game, other):
            assert (await do(toy_service, "Look", game=row.id)).freeze.reason == "another complaint"


async def test_forgotten_where_an_older_backup_brought_it_back(tmp_path):
    """A game whose entries an older backup brought back into the store is forgotten there too."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await closed(toy_service)
        await place.back_up(tmp_path / "older")
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        await place.back_up(tmp_path / "newer")
    new = Place(tmp_path / "new")
    shutil.copytree(place.folder, new.folder, dirs_exist_ok=True)
    await new.restore(tmp_path / "older")
    await new.restore(tmp_path / "newer")
    async with new.serve() as toy_service:
        await do(toy_service, "Forget", game=game.id, reason="asked")
    assert not await new.log.exists(game.id)


async def test_words_that_an_older_backup_brought_back_to_an_event(tmp_path):
    """A game that was forgotten, and that an older backup brought back, is forgotten again: by its event, too."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        event = await create(toy_service)
        game = await running(event, "anna", "ben")
        await game.call("AddNote", "rita", grounds={"reason": "ibex"})
        await close(toy_service, game)
        await place.back_up(tmp_path / "older")
        new = Place(tmp_path / "new")
        shutil.copytree(place.folder, new.folder, dirs_exist_ok=True)
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        await do(toy_service, "Forget", game=game.id, reason="asked")
        await place.back_up(tmp_path / "newer")
    await new.restore(tmp_path / "older")
    await new.restore(tmp_path / "newer")
    async with new.serve() as toy_service:
        event.service = toy_service
        assert [row.reason for row in (await event.call("Results")).rulings] == ["ibex"]
        await do(toy_service, "Forget", game=game.id, reason="asked")
        assert [row.reason for row in (await event.call("Results")).rulings] == [""]


async def test_files_that_no_manifest_names(tmp_path):
    """What was put into a backup since it was made is not brought into the archive."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await toy_service.match()
    await place.back_up(tmp_path / "copy")
    folder = tmp_path / "copy" / "archive" / game.id.hex()[-2:]
    folder.mkdir(parents=True)
    (folder / f"{game.id.hex()}.proof").write_text("{}")
    (folder / "no id.replay").write_text("")
    place.log = type(place.log)()
    done = await place.restore(tmp_path / "copy")
    assert (done.restored, done.refused) == ([game.id], {})
    assert not list((place.folder / "archive").rglob("*"))


async def test_forgotten_while_it_is_made(tmp_path, monkeypatch):
    """A game that is forgotten while a backup is being made is left out, and the others are copied."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game, other = await closed(toy_service), await toy_service.match()
        await each(toy_service, "Archive", game=game.id, reason="room")
        source = place.source()
        games = source.log.games

        async def listed():
            found = [row async for row in games()]
            await do(toy_service, "Forget", game=game.id, reason="asked")
            for row in found:
                yield row

        source.log.games = listed
        monkeypatch.setattr(place, "source", lambda: source)
        manifest = await place.back_up(tmp_path / "copy")
    assert (list(manifest.games), manifest.faults) == ([other.id.hex()], {})


async def test_size_tells_no_secret(tmp_path):
    """The size of a game, as its operator sees it, does not depend on what a hidden order says."""
    sizes = set()
    for number, heading in enumerate(("west", "north")):
        async with serve_toy(tmp_path / str(number)) as toy_service:
            game = await toy_service.match()
            before = (await do(toy_service, "Look", game=game.id)).size
            await game.call("PlotMarch", "red", heading=heading)
            sizes.add((await do(toy_service, "Look", game=game.id)).size - before)
    assert len(sizes) == 1


async def test_a_folder_that_others_may_read(tmp_path):
    """Nothing is written into a folder, left there by somebody, that others may look into."""
    place = Place(tmp_path / "data")
    (tmp_path / "copy.part").mkdir(mode=0o755)
    with pytest.raises(KeyFault, match="chmod 700"):
        await place.back_up(tmp_path / "copy", with_keys=True)
    assert not list((tmp_path / "copy.part").iterdir())


async def test_forgotten_at_the_moment_it_is_copied(tmp_path):
    """An archived game that is forgotten between its note and its file is copied as a forgotten one, without fault."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await closed(toy_service)
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        source, asked = place.source(), []
        note_of = source.archive.of

        async def of(game_id):
            row = await note_of(game_id)
            asked.append(game_id)
            if len(asked) == 3:  # it was asked twice which games there are
                await do(toy_service, "Forget", game=game_id, reason="asked")
            return row

        source.archive.of = of
        manifest = await Backup(source, tmp_path / "copy", with_keys=False, tell=lambda _: None).run()
    assert manifest.faults == {}
    assert [name for name in manifest.files if name.startswith("archive/")] == [
        f"archive/{game.id.hex()[-2:]}/{game.id.hex()}.proof"
    ]


async def test_forgotten_at_the_moment_it_is_restored(tmp_path, monkeypatch):
    """A game that is forgotten while it is restored is left alone and named, and ends no restore."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game, other = await closed(toy_service), await toy_service.match()
        await place.back_up(tmp_path / "copy")
        await each(toy_service, "Archive", game=game.id, reason="room", remove=True)
        restore = Restore(place.source(), place.notes(), tmp_path / "copy", lambda _: None)
        known = restore._is_forgotten

        async def is_forgotten(game_id):
            found = await known(game_id)
            if game_id == game.id and not found:
                await do(toy_service, "Forget", game=game_id, reason="asked")
            return found

        monkeypatch.setattr(restore, "_is_forgotten", is_forgotten)
        _, done = await restore.run()
    assert (done.there, done.refused) == ([other.id], {game.id: "it was forgotten after the backup was made"})


@pytest.mark.parametrize("verb", ["Freeze", "Archive"])
async def test_what_was_done_to_another_game_of_that_id(tmp_path, verb):
    """A game that has other entries than its copy is left alone: it is not frozen, archived or noted as the copy is."""
    place = Place(tmp_path / "data")
    async with place.serve() as toy_service:
        game = await toy_service.match()
    await place.back_up(tmp_path / "older")
    other = emptied(place)
    async with place.serve() as toy_service:
        back = in_service(toy_service, game)
        await back.call("PlotMarch", "red", heading="west")
        if verb == "Archive":
            await close(toy_service, back)
            await each(toy_service, "Archive", game=game.id, reason="room")
        else:
            await do(toy_service, "Freeze", game=game.id, reason="a complaint")
    await place.back_up(tmp_path / "copy")
    await other.restore(tmp_path / "older")
    async with other.serve() as toy_service:
        await in_service(toy_service, game).call("PlotMarch", "red", heading="east")
    done = await other.restore(tmp_path / "copy")
    assert list(done.refused) == [game.id]
    async with other.serve() as toy_service:
        assert (await in_service(toy_service, game).call("PlotMarch", "blue", heading="west")).receipt.seq == 8
        state = await do(toy_service, "Look", game=game.id)
        assert (state.HasField("freeze"), state.archive.file, state.fault) == (False, "", "")
